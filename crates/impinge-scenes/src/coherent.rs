//! Pairs in coherent motion: in each step both bodies move and rotate by a hundredth of their size. They are turned back when they would
//! leave the wanted range of distances.

use std::cell::Cell;

use impinge::Dimension;
use impinge::shape::Wide;
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, QuickSpace, Voronoi};
use impinge::study::pair::{Obstacle, Prepared, Vertex};
use impinge::*;

use crate::{Rng, Space, clouds};

/// Motion of a body in a step, relative to its size (its largest width); it rotates by as much, measured at its surface.
const SHARE: f64 = 0.01;

/// Number of steps of a motion.
const STEPS: usize = 240;

/// Range of the signed distances of a motion, relative to the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// From 0.02 to 0.3.
    Apart,
    /// From −0.08 to 0.08.
    Crossing,
    /// From −0.2 to −0.02.
    Overlapping,
}

impl Regime {
    /// All regimes.
    pub const ALL: [Self; 3] = [Self::Apart, Self::Crossing, Self::Overlapping];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Crossing => "crossing",
            Self::Overlapping => "overlapping",
        }
    }

    fn range(self) -> (f64, f64) {
        match self {
            Self::Apart => (0.02, 0.3),
            Self::Crossing => (-0.08, 0.08),
            Self::Overlapping => (-0.2, -0.02),
        }
    }
}

/// The plane or space, with the operations that motions need.
pub trait Place: Dimension + Space {
    /// A rotation, rotated further about an axis; in the plane only the sign of the axis counts.
    fn turned(rotation: Self::Rotation, axis: Self, angle: f64) -> Self::Rotation;
}

impl<T: Real> Place for Vec3<T> {
    fn turned(rotation: Rot3<T>, axis: Self, angle: f64) -> Rot3<T> {
        Rot3::from_axis_angle(axis, T::of(angle)).compose(&rotation)
    }
}

impl<T: Real> Place for Vec2<T> {
    fn turned(rotation: Rot2<T>, axis: Self, angle: f64) -> Rot2<T> {
        Rot2::from_angle(axis.x.sign_of(T::of(angle))).compose(&rotation)
    }
}

/// A body of a motion: pose, velocity and rotation.
struct Body<V: Place> {
    pose: Pose<V>,
    way: V,
    spin: V,
}

/// A motion of two bodies.
struct Motion<V: Place> {
    bodies: [Body<V>; 2],
    size: f64,
    share: f64,
    regime: Regime,
    rng: Rng,
}

impl<V: Place> Motion<V> {
    /// A motion of two bodies of this size (the largest width of the larger one).
    fn new(size: f64, regime: Regime, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut body = |away: f64| {
            let at = V::random_unit(&mut rng) * V::Scalar::of(away);
            let pose = Pose::new(at, V::random_pose(&mut rng, 0.0).rotation());
            Body { pose, way: V::random_unit(&mut rng), spin: V::random_unit(&mut rng) }
        };
        let away = match regime {
            Regime::Apart => 1.0,
            Regime::Crossing => 0.5,
            Regime::Overlapping => 0.25,
        };
        let bodies = [body(0.0), body(away * size)];
        Self { bodies, size, share: SHARE, regime, rng }
    }

    fn poses(&self) -> [Pose<V>; 2] {
        [self.bodies[0].pose, self.bodies[1].pose]
    }

    /// Advances one step, given the contact of the bodies at their current poses.
    fn step(&mut self, found: &Contact<V>) {
        let (low, high) = self.regime.range();
        let s = found.signed_distance.f64() / self.size;
        let back = if s > high {
            -1.0
        } else if s < low {
            1.0
        } else {
            0.0
        };
        let share = V::Scalar::of(self.share * self.size);
        for (body, side) in self.bodies.iter_mut().zip([-1.0, 1.0]) {
            // Outward is along the normal for B and against it for A.
            let outward = found.normal * V::Scalar::of(side);
            let along = body.way.dot(outward);
            if along.f64() * back < 0.0 {
                body.way -= outward * (along * V::Scalar::TWO);
            }
            let swerve = |v: V, rng: &mut Rng| (v + V::random_unit(rng) * V::Scalar::of(0.1)).unit();
            body.way = swerve(body.way, &mut self.rng);
            body.spin = swerve(body.spin, &mut self.rng);
            let at = body.pose.translation() + body.way * share;
            let rotation = V::turned(body.pose.rotation(), body.spin, 2.0 * self.share);
            body.pose = Pose::new(at, rotation);
        }
    }
}

/// An obstacle that counts support calls.
struct Counted<'a, O> {
    obstacle: &'a O,
    calls: Cell<u32>,
}

impl<V: Vector, O: Obstacle<V>> Obstacle<V> for Counted<'_, O> {
    fn support(&self, direction: V, near: &Vertex<V>) -> Vertex<V> {
        self.calls.set(self.calls.get() + 1);
        self.obstacle.support(direction, near)
    }
    fn center(&self) -> V {
        self.obstacle.center()
    }
    fn inside(&self) -> Vertex<V> {
        self.obstacle.inside()
    }
    fn size(&self) -> V::Scalar {
        self.obstacle.size()
    }
    fn rounding(&self) -> V::Scalar {
        self.obstacle.rounding()
    }
    fn is_polytope(&self) -> bool {
        self.obstacle.is_polytope()
    }
}

/// Support calls of a cold `intersects`, which itself returns only the verdict: the same steps, counted.
fn cold_intersects_calls<A, B>(a: &A, b: &B) -> u32
where
    A: Shape<V: Dimension>,
    B: Shape<V = A::V>,
{
    let p = Prepared::new(&a.parts(), &b.parts());
    let radii = p.radius_a + p.radius_b;
    if <Wide<A::V> as impinge::study::closed::ClosedSpace>::meet(&p, radii).is_some()
        || <Wide<A::V> as impinge::study::closed::ClosedSpace>::simple(&p).is_some()
    {
        return 0;
    }
    let counted = Counted { obstacle: &p.pair, calls: Cell::new(0) };
    if radii > 0.0 || QuickSpace::quick(&counted, p.pair.rounding).is_none() {
        let limit = radii + p.pair.rounding;
        let goal = Goal { far: limit, near: limit, gap: 0.0, steps: MAX_STEPS };
        Gjk::<Wide<A::V>, Voronoi>::new().run(&counted, &goal, &mut ());
    }
    counted.calls.get()
}

/// A family of pairs.
#[derive(Clone, Debug)]
pub struct Family<S> {
    /// Name in tables.
    pub name: &'static str,
    /// The first body.
    pub a: S,
    /// The second body.
    pub b: S,
}

fn hull<T: Real>(count: usize, seed: u64) -> AnyShape<T> {
    let radii = Vec3::new(T::ONE, T::of(0.8), T::of(0.7));
    let points = clouds::on_sphere::<T>(count, seed).into_iter().map(|p| p.zip(radii, |x, r| x * r));
    ConvexPolyhedron::new(&points.collect::<Vec<_>>()).into()
}

/// The families in space. All extend to about 1 from their origin.
pub fn solids<T: Real>() -> Vec<Family<AnyShape<T>>> {
    let t = T::of;
    let cuboid = || AnyShape::from(Cuboid::new([t(0.7), t(0.5), t(0.4)]));
    let cone = || AnyShape::from(Cone::new(t(0.7), t(0.6)));
    let cylinder = || AnyShape::from(Cylinder::new(t(0.7), t(0.6)));
    let ellipsoid = || AnyShape::from(Ellipsoid::new([t(1.0), t(0.7), t(0.5)]));
    let other = || AnyShape::from(Ellipsoid::new([t(0.6), t(0.9), t(0.8)]));
    let capsule = || AnyShape::from(Capsule::new(t(0.6), t(0.35)));
    vec![
        Family { name: "box-box", a: cuboid(), b: cuboid() },
        Family { name: "hull 32-hull 32", a: hull(32, 1), b: hull(32, 2) },
        Family { name: "hull 512-hull 512", a: hull(512, 3), b: hull(512, 4) },
        Family { name: "box-hull 32", a: cuboid(), b: hull(32, 5) },
        Family { name: "capsule-hull 32", a: capsule(), b: hull(32, 6) },
        Family { name: "cone-cone", a: cone(), b: cone() },
        Family { name: "cylinder-cylinder", a: cylinder(), b: cylinder() },
        Family { name: "cylinder-box", a: cylinder(), b: cuboid() },
        Family { name: "ellipsoid-ellipsoid", a: ellipsoid(), b: other() },
        Family { name: "ellipsoid-hull 32", a: ellipsoid(), b: hull(32, 7) },
        Family { name: "ellipsoid-cone", a: ellipsoid(), b: cone() },
    ]
}

fn polygon<T: Real>(count: usize, seed: u64) -> AnyShape2<T> {
    let mut rng = Rng::new(seed);
    let points: Vec<Vec2<T>> =
        (0..count).map(|_| rng.unit2::<T>().zip(Vec2::new(T::ONE, T::of(0.7)), |x, r| x * r)).collect();
    ConvexPolygon::new(&points).into()
}

/// The families in the plane.
pub fn planars<T: Real>() -> Vec<Family<AnyShape2<T>>> {
    let t = T::of;
    let ellipse = |x: f64, y: f64| AnyShape2::from(Ellipse::new([t(x), t(y)]));
    vec![
        Family { name: "polygon 8-polygon 8", a: polygon(8, 1), b: polygon(8, 2) },
        Family { name: "polygon 64-polygon 64", a: polygon(64, 3), b: polygon(64, 4) },
        Family { name: "ellipse-ellipse", a: ellipse(1.0, 0.6), b: ellipse(0.7, 0.9) },
        Family { name: "ellipse-polygon 8", a: ellipse(1.0, 0.6), b: polygon(8, 5) },
        Family { name: "rectangle-polygon 8", a: Rectangle::new([t(0.8), t(0.5)]).into(), b: polygon(8, 6) },
    ]
}

/// Support calls of a family, cold and warm, for each query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calls {
    /// Support calls of `intersects`.
    pub intersects: [u64; 2],
    /// Support calls of `distance`.
    pub distance: [u64; 2],
    /// Support calls of `contact`.
    pub contact: [u64; 2],
    /// Number of steps of all motions.
    pub steps: u64,
    /// Number of steps in which the bodies overlapped.
    pub hits: u64,
}

impl Calls {
    /// Adds the calls of other motions.
    pub fn add(&mut self, other: &Self) {
        for i in 0..2 {
            self.intersects[i] += other.intersects[i];
            self.distance[i] += other.distance[i];
            self.contact[i] += other.contact[i];
        }
        self.steps += other.steps;
        self.hits += other.hits;
    }

    /// The queries by name.
    pub fn queries(&self) -> [(&'static str, [u64; 2]); 3] {
        [("intersects", self.intersects), ("distance", self.distance), ("contact", self.contact)]
    }
}

/// Runs a motion of a family and calls `check` for each step.
pub fn run<V: Place, S: Shape<V = V>>(
    family: &Family<S>,
    regime: Regime,
    seed: u64,
    mut check: impl FnMut(&At<&S>, &At<&S>, &Contact<V>),
) {
    let mut motion = Motion::<V>::new(2.0, regime, seed);
    for i in 0..STEPS + 40 {
        let [pose_a, pose_b] = motion.poses();
        let (a, b) = ((&family.a).at(pose_a), (&family.b).at(pose_b));
        let found = contact(&a, &b);
        // The first steps bring the bodies into the range.
        if i >= 40 {
            check(&a, &b, &found);
        }
        motion.step(&found);
    }
}

/// Support calls of a family in a regime, over some motions.
pub fn count<V: Place, S: Shape<V = V>>(family: &Family<S>, regime: Regime, motions: u64) -> Calls {
    let mut calls = Calls::default();
    for seed in 0..motions {
        let (mut i, mut d, mut c) = (Warm::new(), Warm::new(), Warm::new());
        run(family, regime, 100 + seed, |a, b, found| {
            i.intersects(a, b);
            d.distance(a, b);
            c.contact(a, b);
            let cold = [cold_intersects_calls(a, b), distance(a, b).iterations, found.iterations];
            let warm = [i.calls(), d.calls(), c.calls()];
            for (sum, k) in
                [&mut calls.intersects, &mut calls.distance, &mut calls.contact].into_iter().zip(0..)
            {
                sum[0] += u64::from(cold[k]);
                sum[1] += u64::from(warm[k]);
            }
            calls.steps += 1;
            calls.hits += u64::from(found.signed_distance < Real::ZERO);
        });
    }
    calls
}
