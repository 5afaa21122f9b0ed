//! Worlds of bodies in motion, with the feature `sim`: stacks, masonry, falling and spinning bodies.
//!
//! Every world is built by a function of its settings, a count and a seed: the same three give the same world, bit for bit. The z axis
//! points up, lengths are meters for bodies of about a meter, and the floor is the half-space below z = 0. Nothing overlaps at the start.
//! [`all`] lists them for tests, benches, the program and its pages.
//!
//! | file | worlds |
//! |---|---|
//! | `stacks.rs` | boxes on boxes: stack, pyramid, small pyramids, heavy top |
//! | `masonry.rs` | structures that stand by balance: wall, card house, arch, Jenga |
//! | `tumbling.rs` | bodies that move from the start: dominoes, pile of hulls, top |
//! | `driven.rs` | bodies that are driven from outside: one-way platforms, doors with sensors, characters |
//! | `conveyor.rs` | conveyor belts, and a gate that sorts crates |
//! | `joined.rs` | bodies with joints: chain, ragdolls on stairs, gears |
//! | `figure.rs` | a ragdoll: an articulated figure of 14 bones ([`add_figure`]) |
//! | `no_overlap.rs` | the study of the no-overlap solver, piece by piece: [`no_overlap`]; not in [`all`] |
//! | `plane.rs` | worlds in the plane: pyramid, card house, arch, bridge, figures, tumbler; [`plane::all`] lists them |
//! | `yard.rs` | floor, shapes and bodies, for all of them |

mod conveyor;
mod driven;
mod figure;
mod joined;
mod masonry;
pub mod no_overlap;
pub mod plane;
mod stacks;
mod tumbling;
mod yard;

use impinge::{Real, Vec3};
use impinge_sim::generic::{self, WorldSpace};
use impinge_sim::{StepReport, World, WorldError};

pub use conveyor::{conveyor, step_conveyor};
pub use driven::{characters, doors, platforms, step_characters, step_doors, step_platforms};
pub use figure::{Bone, Figure, FigureSettings, add_figure};
pub use joined::{chain, figures, gears};
pub use masonry::{arch, card_house, jenga, wall};
pub use stacks::{heavy_top, pyramid, small_pyramids, stack};
pub use tumbling::{dominoes, pile, top};

/// A world that can be built in any size.
#[derive(Clone, Copy, Debug)]
pub struct WorldScene<V: WorldSpace> {
    /// Name on the command line and in reports.
    pub name: &'static str,
    /// Description, in one sentence.
    pub about: &'static str,
    /// Unit of the count.
    pub counts: &'static str,
    /// Default count.
    pub count: usize,
    /// A small count for quick tests.
    pub few: usize,
    /// Default number of steps per second.
    pub rate: f64,
    /// Default number of steps.
    pub steps: usize,
    /// Builds the world from settings, count and seed.
    pub make: fn(generic::WorldSettings<V>, usize, u64) -> generic::World<V>,
    /// Takes a step of this time: [`World::step`], or one with what moves beside it. It keeps nothing outside of the world.
    #[allow(clippy::type_complexity, reason = "a name for it would be one more to know")]
    pub step: fn(&mut generic::World<V>, V::Scalar) -> Result<StepReport<V::Scalar>, WorldError>,
}

/// All worlds in space; for those in the plane see [`plane::all`].
pub fn all<T: Real>() -> Vec<WorldScene<Vec3<T>>> {
    vec![
        WorldScene {
            name: "stack",
            about: "Boxes of 4 × 4 × 2, each put on the last one and shifted by up to 0.2, as in Olvång's thesis.",
            counts: "boxes",
            count: 10,
            few: 5,
            rate: 200.0,
            steps: 2000,
            make: |settings, count, seed| stack(settings, count, 0.2, seed),
            step: World::step,
        },
        WorldScene {
            name: "pyramid",
            about: "A pyramid of cubes, one row less in each layer.",
            counts: "cubes at the base",
            count: 20,
            few: 5,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| pyramid(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "small-pyramids",
            about: "Pyramids of ten cubes at the base, side by side.",
            counts: "pyramids",
            count: 4,
            few: 1,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| small_pyramids(settings, count, 10),
            step: World::step,
        },
        WorldScene {
            name: "heavy-top",
            about: "A tower of cubes that carries one of 300 times the mass.",
            counts: "cubes below",
            count: 10,
            few: 3,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| heavy_top(settings, count, 300.0),
            step: World::step,
        },
        WorldScene {
            name: "wall",
            about: "A wall of bricks in running bond that is shot at by a heavy ball.",
            counts: "layers",
            count: 10,
            few: 3,
            rate: 60.0,
            steps: 300,
            make: |settings, count, _| wall(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "card-house",
            about: "A house of cards that lean on one another.",
            counts: "stories",
            count: 3,
            few: 2,
            rate: 120.0,
            steps: 1200,
            make: |settings, count, _| card_house(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "arch",
            about: "A half circle of wedges that hold one another.",
            counts: "wedges",
            count: 15,
            few: 5,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| arch(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "jenga",
            about: "A tower of layers of three blocks, each layer across the one below.",
            counts: "layers",
            count: 30,
            few: 4,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| jenga(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "dominoes",
            about: "A winding row of dominoes, of which the first is tipped over.",
            counts: "dominoes",
            count: 60,
            few: 5,
            rate: 120.0,
            steps: 1800,
            make: |settings, count, _| dominoes(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "pile",
            about: "Hulls of 32 random points that fall into a pit.",
            counts: "hulls",
            count: 200,
            few: 12,
            rate: 60.0,
            steps: 600,
            make: pile,
            step: World::step,
        },
        WorldScene {
            name: "top",
            about: "Cones that spin on their tips, a little tilted.",
            counts: "tops",
            count: 3,
            few: 1,
            rate: 240.0,
            steps: 2400,
            make: |settings, count, _| top(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "chain",
            about: "A chain that swings down from level, with a ball of 100 times the mass of a link.",
            counts: "links",
            count: 20,
            few: 3,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| chain(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "figures",
            about: "Figures of 14 bones that tip over at the top of ten stairs.",
            counts: "figures",
            count: 3,
            few: 1,
            rate: 60.0,
            steps: 400,
            make: |settings, count, _| figures(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "gears",
            about: "Wheels in mesh on a wall, large and small in turn, driven by a motor.",
            counts: "wheels",
            count: 6,
            few: 3,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| gears(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "platforms",
            about: "Bodies thrown up through one-way platforms, on which they come to rest.",
            counts: "bodies",
            count: 36,
            few: 6,
            rate: 60.0,
            steps: 480,
            make: platforms,
            step: step_platforms,
        },
        WorldScene {
            name: "doors",
            about: "Crates that slide down chutes to doors, which a sensor before each of them opens.",
            counts: "chutes",
            count: 4,
            few: 2,
            rate: 60.0,
            steps: 480,
            make: |settings, count, _| doors(settings, count),
            step: step_doors,
        },
        WorldScene {
            name: "characters",
            about: "Characters that walk around: up stairs, over a lift, past crates and a sliding wall.",
            counts: "characters",
            count: 4,
            few: 2,
            rate: 60.0,
            steps: 900,
            make: |settings, count, _| characters(settings, count),
            step: step_characters,
        },
        WorldScene {
            name: "conveyor",
            about: "Crates on conveyor belts: a gate sends the high ones to the side, the low ones go around a bend.",
            counts: "crates",
            count: 10,
            few: 3,
            rate: 60.0,
            steps: 1500,
            make: |settings, count, _| conveyor(settings, count),
            step: step_conveyor,
        },
    ]
}
