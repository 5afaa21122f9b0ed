//! Fuzz targets: random shapes, poses, motions and files, and what must hold of every answer. See `README.md`.

mod body;
mod bytes;
mod check;
pub mod cli;
mod meshes;
pub mod oracle;
mod pair;
pub mod search;

use std::panic::{AssertUnwindSafe, catch_unwind};

use check::Case;
pub use check::{Broken, Findings};
use impinge::{AnyShape, AnyShape2};
pub use impinge_scenes::Rng;

macro_rules! targets {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)+) => {
        /// List of checks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Target {
            $($(#[$doc])* $variant,)+
        }

        impl Target {
            pub const ALL: &[(&'static str, Self)] = &[$(($name, Self::$variant),)+];
        }
    };
}

targets! {
    /// Whether two bodies meet, in space.
    Verdict "verdict",
    /// Distance, in space.
    Distance "distance",
    /// The signed distance, in space.
    Contact "contact",
    /// All three, in the plane.
    Plane "plane",
    /// The support mapping of one shape of space.
    Support "support",
    /// Hit of a ray on a body.
    Ray "ray",
    /// When moving bodies first touch.
    Cast "cast",
    /// All of where bodies touch.
    Manifold "manifold",
    /// Which features of bodies touch.
    Features "features",
    /// Meshes that move, turn and touch.
    Motion "motion",
    /// Player movement.
    Slide "slide",
    /// Convex players in a scene.
    Players "players",
    /// Bodies of any form: compounds, meshes, half-spaces.
    Bodies "bodies",
    /// Chains and regions of the plane.
    Outlines "outlines",
    /// Shapes on ground of triangles.
    Ghosts "ghosts",
    /// Many placed shapes.
    Scene "scene",
    /// Hulls and explicit Minkowski sums.
    Hull "hull",
    /// Distance maps, and the nearest points of meshes.
    Maps "maps",
    /// Convex decompositions.
    Decompose "decompose",
    /// Files, sound and damaged.
    Files "files",
}

/// Result for an input.
pub struct Outcome {
    /// `None` where the bytes stand for nothing.
    pub findings: Option<Findings>,
    /// Its subject, such as the kinds of two bodies.
    pub kinds: String,
    /// The input, with all its numbers.
    pub scene: String,
}

/// Runs a target on an input. `tell`: with the input in words even where all holds.
pub fn run(target: Target, data: &[u8], tell: bool) -> Outcome {
    let plane = matches!(target, Target::Plane) || data.get(1).is_some_and(|b| b & 0x80 != 0);
    let narrow = data.first().is_some_and(|b| b & 1 == 1);
    macro_rules! in_any_space {
        ($($case:ident)::+) => {
            match (plane, narrow) {
                (true, false) => of::<$($case)::+<AnyShape2<f64>>>(target, data, tell),
                (true, true) => of::<$($case)::+<AnyShape2<f32>>>(target, data, tell),
                (false, false) => of::<$($case)::+<AnyShape<f64>>>(target, data, tell),
                (false, true) => of::<$($case)::+<AnyShape<f32>>>(target, data, tell),
            }
        };
    }
    macro_rules! in_space {
        ($($case:ident)::+) => {
            if narrow { of::<$($case)::+<f32>>(target, data, tell) } else { of::<$($case)::+<f64>>(target, data, tell) }
        };
    }
    use check::{
        bodies, cast, decompose, files, ghosts, hull, manifold, maps, motion, outlines, pair, players, ray,
        scene, slide,
    };
    match target {
        Target::Verdict | Target::Distance | Target::Contact | Target::Support => {
            if narrow {
                of::<pair::Asked<AnyShape<f32>>>(target, data, tell)
            } else {
                of::<pair::Asked<AnyShape<f64>>>(target, data, tell)
            }
        }
        Target::Plane => in_any_space!(pair::Asked),
        Target::Ray => in_any_space!(ray::Cast),
        Target::Cast => in_any_space!(cast::Moving),
        Target::Manifold | Target::Features => in_any_space!(manifold::Touching),
        Target::Motion => in_space!(motion::Moved),
        Target::Slide => in_space!(slide::Walk),
        Target::Players => in_any_space!(players::Players),
        Target::Bodies => in_space!(bodies::Forms),
        Target::Outlines => in_space!(outlines::Outlined),
        Target::Ghosts => in_space!(ghosts::Standing),
        Target::Scene => in_any_space!(scene::Crowd),
        Target::Hull => in_space!(hull::Cloud),
        Target::Maps => in_space!(maps::Field),
        Target::Decompose => in_space!(decompose::Cut),
        Target::Files => of::<files::File>(target, data, tell),
    }
}

fn of<C: Case>(target: Target, data: &[u8], tell: bool) -> Outcome {
    // Bytes may stand for sizes that are not finite, which shapes refuse.
    let Ok(Some(case)) = catch_unwind(|| C::read(target, data)) else {
        return Outcome { findings: None, kinds: String::new(), scene: String::new() };
    };
    let mut findings = Findings::default();
    let done = catch_unwind(AssertUnwindSafe(|| case.check(&mut findings)));
    if let Err(panic) = done {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        findings.hold(false, "no panic", || text.unwrap_or_default());
    }
    let words = tell || !findings.0.is_empty();
    Outcome {
        kinds: if words { case.kinds() } else { String::new() },
        scene: if words { case.to_string() } else { String::new() },
        findings: Some(findings),
    }
}
