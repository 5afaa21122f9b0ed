//! Worlds in the plane: the y axis points up, and the ground is the half-plane below y = 0. What the samples of Box2D show.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use impinge::body::{AnyBody, Region};
use impinge::{Capsule2, Circle, ConvexPolygon, HalfSpace, Pose, Real, Rectangle, Rot2, Vec2};
use impinge_sim::joint::Hinge;
use impinge_sim::plane::{Body, Joint, World, WorldSettings};
use impinge_sim::{BodyHandle, Layers, Material, ShapeHandle};

use super::WorldScene;

/// All worlds in the plane.
pub fn all<T: Real>() -> Vec<WorldScene<Vec2<T>>> {
    vec![
        WorldScene {
            name: "pyramid",
            about: "A pyramid of squares, one row less in each layer.",
            counts: "squares at the base",
            count: 20,
            few: 5,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| pyramid(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "card-house",
            about: "A house of cards that lean on one another.",
            counts: "stories",
            count: 4,
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
            name: "bridge",
            about: "A hanging bridge of planks, on which balls and triangles fall.",
            counts: "planks",
            count: 30,
            few: 6,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| bridge(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "figures",
            about: "Figures of 11 bones that tumble down stairs.",
            counts: "figures",
            count: 3,
            few: 1,
            rate: 60.0,
            steps: 480,
            make: |settings, count, _| figures(settings, count),
            step: World::step,
        },
        WorldScene {
            name: "tumbler",
            about: "Squares in a frame that turns.",
            counts: "squares",
            count: 225,
            few: 16,
            rate: 60.0,
            steps: 600,
            make: |settings, count, _| tumbler(settings, count),
            step: World::step,
        },
    ]
}

/// A world under construction.
struct Plot<T: Real> {
    world: World<T>,
}

impl<T: Real> Plot<T> {
    /// A world with a ground below y = 0.
    fn new(settings: WorldSettings<T>) -> Self {
        let mut plot = Self { world: World::new(settings) };
        let ground = plot.shape(HalfSpace::new([T::ZERO, T::ONE], T::ZERO));
        plot.add(Body::fixed(ground, Pose::IDENTITY));
        plot
    }

    fn shape(&mut self, shape: impl Into<AnyBody<Vec2<T>>>) -> ShapeHandle {
        self.world.add_shape(shape)
    }

    fn rectangle(&mut self, half: [f64; 2]) -> ShapeHandle {
        self.shape(Rectangle::new(half.map(T::of)))
    }

    fn add(&mut self, body: Body<T>) -> BodyHandle {
        self.world.add(body).expect("the bodies of a scene are valid")
    }

    /// Joins two bodies by a hinge, with limits.
    fn hinge(&mut self, a: BodyHandle, b: BodyHandle, at: [f64; 2], limits: Option<[f64; 2]>) {
        let limits = limits.map(|limits| limits.map(T::of));
        // Dry friction, as of a limb.
        let friction = if limits.is_some() { T::of(0.5) } else { T::ZERO };
        let joint = Joint::hinge(at.map(T::of), Hinge { limits, friction, ..Hinge::default() });
        self.world.add_joint(a, b, joint).expect("the joints of a scene are valid");
    }
}

fn at<T: Real>(x: f64, y: f64) -> Pose<Vec2<T>> {
    Pose::at([x, y].map(T::of))
}

fn turned<T: Real>(place: [f64; 2], angle: f64) -> Pose<Vec2<T>> {
    Pose::new(place.map(T::of), Rot2::from_angle(T::of(angle)))
}

/// A pyramid of unit squares, `base` at its base.
pub fn pyramid<T: Real>(settings: WorldSettings<T>, base: usize) -> World<T> {
    let mut plot = Plot::new(settings);
    let square = plot.rectangle([0.5; 2]);
    // Squares of a row do not touch.
    let pitch = 1.0 + 1.0 / 16.0;
    for row in 0..base {
        for k in 0..base - row {
            let x = pitch * (k as f64 - 0.5 * (base - row - 1) as f64);
            plot.add(Body::dynamic(square, at(x, 0.5 + row as f64)));
        }
    }
    plot.world
}

/// Half the length and half the thickness of a card.
const CARD: [f64; 2] = [1.0, 0.05];
/// Lean of cards from upright.
const LEAN: f64 = 25.0 * PI / 180.0;
/// Gap between cards beside one another.
const CARD_GAP: f64 = 1.0 / 256.0;

/// A house of cards with `stories`, as that in space.
pub fn card_house<T: Real>(settings: WorldSettings<T>, stories: usize) -> World<T> {
    let mut plot = Plot::new(settings);
    let [length, thickness] = CARD;
    let (sin, cos) = Real::sin_cos(LEAN);
    let reach = length * sin + thickness * cos;
    let center = length * cos + thickness * sin;
    let pitch = 4.0 * reach + CARD_GAP;
    let leaning = plot.rectangle([thickness, length]);
    let flat = plot.rectangle([0.5 * (pitch - CARD_GAP), thickness]);
    for story in 0..stories {
        let floor = 2.0 * (center + thickness) * story as f64;
        let pairs = stories - story;
        let place = |k: f64| pitch * (k - 0.5 * (pairs - 1) as f64);
        for k in 0..pairs {
            for side in [-1.0, 1.0] {
                let middle = [place(k as f64) + side * reach, floor + center];
                plot.add(Body::dynamic(leaning, turned(middle, side * LEAN)));
            }
        }
        for k in 1..pairs {
            plot.add(Body::dynamic(flat, at(place(k as f64 - 0.5), floor + 2.0 * center + thickness)));
        }
    }
    plot.world
}

/// Radii of an arch: inner and outer.
const ARCH: [f64; 2] = [4.0, 5.5];

/// A half circle of `count` wedges.
pub fn arch<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut plot = Plot::new(settings);
    let half = FRAC_PI_2 / count as f64;
    let (sin, cos) = Real::sin_cos(half);
    // In the frame of a wedge x points outward, and the origin is the center of the arch.
    let corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[radius, side]: [usize; 2]| {
        let (radius, side) = (ARCH[radius], if side == 0 { -1.0 } else { 1.0 });
        Vec2::new(radius * cos, side * radius * sin).cast::<T>()
    });
    let wedge = plot.shape(ConvexPolygon::new(&corners));
    for k in 0..count {
        plot.add(Body::dynamic(wedge, turned([0.0; 2], half * (2 * k + 1) as f64)));
    }
    plot.world
}

/// Half the length and half the thickness of a plank, and the height of a bridge.
const PLANK: [f64; 2] = [0.5, 0.125];
const BRIDGE: f64 = 8.0;

/// A hanging bridge of `count` planks between two posts; a ball or a triangle falls on each third plank.
pub fn bridge<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut plot = Plot::new(settings);
    let plank = plot.rectangle(PLANK);
    let post = plot.rectangle([0.5, 0.5 * BRIDGE]);
    let ball = plot.shape(Circle::new(T::of(0.5)));
    let triangle =
        plot.shape(ConvexPolygon::new(&[[-0.5, 0.0], [0.5, 0.0], [0.0, 1.5]].map(|p| p.map(T::of))));
    let length = 2.0 * PLANK[0];
    let first = -0.5 * length * count as f64;
    let mut last = plot.add(Body::fixed(post, at(first - 0.5, 0.5 * BRIDGE)));
    for k in 0..count {
        let x = first + length * k as f64;
        let body = plot.add(Body::dynamic(plank, at(x + PLANK[0], BRIDGE)).density(T::of(20.0)));
        plot.hinge(last, body, [x, BRIDGE], None);
        last = body;
    }
    let end = plot.add(Body::fixed(post, at(-first + 0.5, 0.5 * BRIDGE)));
    plot.hinge(last, end, [-first, BRIDGE], None);
    for k in (1..count).step_by(3) {
        let x = first + length * (k as f64 + 0.5);
        let shape = if k % 2 == 0 { triangle } else { ball };
        plot.add(Body::dynamic(shape, at(x, BRIDGE + 2.0 + 0.25 * (k % 5) as f64)));
    }
    plot.world
}

/// Bones of a figure that stands at the origin: the ends of its axis, its radius, its parent, the point of the hinge to it, and the range
/// of its angle.
type Bone = ([f64; 2], [f64; 2], f64, usize, [f64; 2], [f64; 2]);
const BONES: [Bone; 11] = [
    ([0.0, 0.95], [0.0, 1.02], 0.12, 0, [0.0, 0.0], [0.0, 0.0]), // pelvis
    ([0.0, 1.15], [0.0, 1.42], 0.13, 0, [0.0, 1.08], [-0.4, 0.8]), // torso
    ([0.0, 1.66], [0.0, 1.74], 0.11, 1, [0.0, 1.56], [-0.6, 0.6]), // head
    ([0.0, 0.58], [0.0, 0.86], 0.07, 0, [0.0, 0.92], [-0.6, 1.8]), // thighs
    ([0.0, 0.58], [0.0, 0.86], 0.07, 0, [0.0, 0.92], [-0.6, 1.8]),
    ([0.0, 0.14], [0.0, 0.46], 0.06, 3, [0.0, 0.52], [-2.2, 0.0]), // shins
    ([0.0, 0.14], [0.0, 0.46], 0.06, 4, [0.0, 0.52], [-2.2, 0.0]),
    ([0.0, 1.18], [0.0, 1.42], 0.05, 1, [0.0, 1.45], [-1.5, 2.8]), // upper arms
    ([0.0, 1.18], [0.0, 1.42], 0.05, 1, [0.0, 1.45], [-1.5, 2.8]),
    ([0.0, 0.86], [0.0, 1.10], 0.045, 7, [0.0, 1.14], [0.0, 2.4]), // forearms
    ([0.0, 0.86], [0.0, 1.10], 0.045, 8, [0.0, 1.14], [0.0, 2.4]),
];

/// Width and height of a stair, and their number.
const STAIR: [f64; 2] = [0.5, 0.3];
const STAIRS: u32 = 10;
/// Distance between figures.
const BEHIND: f64 = 0.8;

/// `count` figures of 11 bones, one behind the other, that are pushed down stairs. Bones of a figure do not collide with one another.
pub fn figures<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut plot = Plot::new(settings);
    let top = STAIR[1] * f64::from(STAIRS);
    let back = BEHIND * count as f64 + 1.0;
    // The outline of all stairs, counter-clockwise.
    let mut outline = vec![[-back, 0.0], [STAIR[0] * f64::from(STAIRS), 0.0]];
    for i in (0..STAIRS).rev() {
        let height = STAIR[1] * f64::from(STAIRS - i);
        outline.push([STAIR[0] * f64::from(i + 1), height]);
        outline.push([STAIR[0] * f64::from(i), height]);
    }
    outline.push([-back, top]);
    let outline: Vec<[T; 2]> = outline.into_iter().map(|p| p.map(T::of)).collect();
    let stairs = plot.shape(Arc::new(Region::new(&[outline])));
    plot.add(Body::fixed(stairs, Pose::IDENTITY));
    let shapes = BONES.map(|(from, to, radius, ..)| {
        plot.shape(Capsule2::new(T::of(0.5 * (to[1] - from[1])), T::of(radius)))
    });
    for figure in 0..count {
        let origin = [-BEHIND * figure as f64, top];
        // All figures see one another, up to 31 of them.
        let layer = 2_u32 << (figure % 31);
        let (own, mut bones) = (Layers { member: layer, sees: !layer }, Vec::new());
        for ((from, to, _, parent, point, limits), shape) in BONES.into_iter().zip(shapes) {
            let middle = [origin[0], origin[1] + 0.5 * (from[1] + to[1])];
            let push = 3.5 + 0.5 * (middle[1] - top);
            let body = Body::dynamic(shape, at(middle[0], middle[1])).velocity([T::of(push), T::ZERO]);
            let body = plot.add(body.density(T::of(200.0)).layers(own));
            if let Some(&parent) = bones.get(parent) {
                plot.hinge(parent, body, [origin[0] + point[0], origin[1] + point[1]], Some(limits));
            }
            bones.push(body);
        }
    }
    plot.world
}

/// Half the inner side of the frame, and its thickness.
const FRAME: [f64; 2] = [10.0, 1.0];

/// `count` squares in a block on the floor of a frame that turns by 25 degrees in a second; smaller ones if they are many.
pub fn tumbler<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut plot = Plot::new(settings);
    let ring = |half: f64| [[-half, -half], [half, -half], [half, half], [-half, half]].map(|p| p.map(T::of));
    let [inner, thickness] = FRAME;
    // Clockwise, the inner ring is a hole.
    let mut hole = ring(inner);
    hole.reverse();
    let frame = plot.shape(Arc::new(Region::new(&[ring(inner + thickness), hole])));
    let height = 1.5 * (inner + thickness) + 1.0;
    let frame = Body::kinematic(frame, at(0.0, height)).angular_velocity(T::of(25.0 * PI / 180.0));
    plot.add(frame);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let side = Real::sqrt(count as f64).ceil() as usize;
    let material = Material { friction: T::of(0.6), ..Material::default() };
    let pitch = (1.8 * inner / side as f64).min(0.6);
    let square = plot.rectangle([pitch / 2.4; 2]);
    for k in 0..count {
        let x = pitch * ((k % side) as f64 - 0.5 * (side - 1) as f64);
        // The lowest row is just above the frame.
        let y = height - inner + pitch * ((k / side) as f64 + 0.5);
        plot.add(Body::dynamic(square, at(x, y)).material(material));
    }
    plot.world
}
