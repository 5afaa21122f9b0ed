//! Holds an answer of a cast against many distances: none before the time of impact is contact, that at it nearly is, and
//! that at the end of its error surely is.

use impinge::Dimension;
use impinge::Status;
use impinge::casting::default_tolerance;
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::Kinds;

/// A space with random motions.
pub trait Moves: Kinds + Dimension<Scalar: Real> {
    /// Turns by an angle about some axis through `center`.
    fn turning(rng: &mut Rng, center: Self, angle: f64) -> Motion<Self>;
    /// A random place, up to `range` from the origin along each axis.
    fn place(rng: &mut Rng, range: f64) -> Self;
    /// A random pose.
    fn pose(rng: &mut Rng, range: f64) -> Pose<Self>;
}

impl<T: Real> Moves for Vec3<T> {
    fn turning(rng: &mut Rng, center: Self, angle: f64) -> Motion<Self> {
        Motion::rotation(center, rng.unit3::<T>(), T::of(angle))
    }
    fn place(rng: &mut Rng, range: f64) -> Self {
        Self::splat(T::ZERO).map(|_| T::of(rng.between(-range, range)))
    }
    fn pose(rng: &mut Rng, range: f64) -> Pose<Self> {
        rng.pose3(range)
    }
}

impl<T: Real> Moves for Vec2<T> {
    fn turning(_: &mut Rng, center: Self, angle: f64) -> Motion<Self> {
        Motion::turn(center, T::of(angle))
    }
    fn place(rng: &mut Rng, range: f64) -> Self {
        Self::splat(T::ZERO).map(|_| T::of(rng.between(-range, range)))
    }
    fn pose(rng: &mut Rng, range: f64) -> Pose<Self> {
        rng.pose2(range)
    }
}

/// A body, where it stands, and what it does.
#[derive(Debug)]
pub struct Body<V: Moves> {
    pub shape: V::Any,
    pub pose: Pose<V>,
    pub motion: Motion<V>,
}

impl<V: Moves> Body<V> {
    pub fn at(&self, time: V::Scalar) -> At<&V::Any> {
        (&self.shape).at(self.motion.pose(time) * self.pose)
    }
    /// A bound on how far from the origin its points come, with the part of them that moves faster than they are far.
    pub fn extent(&self) -> f64 {
        let reach = self.shape.aabb(&Pose::IDENTITY);
        let reach = reach.min.norm().f64() + reach.max.norm().f64();
        let far = self.pose.translation().norm().f64() + self.motion.center().norm().f64();
        let turns = 1.0 + self.motion.angle().f64().abs();
        (far + reach) * turns + self.motion.linear().norm().f64()
    }
}

/// Result of the oracle.
#[derive(Default, Debug)]
pub struct Tally {
    pub casts: u32,
    pub hits: u32,
    pub at_start: u32,
    pub bounded: u32,
    pub budget: u32,
    pub stalled: u32,
    pub iterations: u64,
}

/// The signed distance at a time.
pub fn signed<V: Moves>(a: &Body<V>, b: &Body<V>, time: f64) -> Contact<V> {
    let time = V::Scalar::of(time);
    contact(&a.at(time), &b.at(time))
}

/// Checks the answer for contact at `separation`, by `samples` distances.
#[track_caller]
pub fn check<V: Moves>(
    a: &Body<V>,
    b: &Body<V>,
    impact: Option<Impact<V>>,
    separation: f64,
    samples: u32,
    tally: &mut Tally,
) {
    let epsilon = V::Scalar::EPSILON.f64();
    // Poses and answers in the precision of the shapes.
    let slack = 32.0 * epsilon * (a.extent() + b.extent());
    let reach = |s: &Body<V>| {
        2.0 * s
            .shape
            .aabb(&Pose::IDENTITY)
            .max
            .norm()
            .f64()
            .max(s.shape.aabb(&Pose::IDENTITY).min.norm().f64())
    };
    let tolerance = 2.0 * default_tolerance::<V::Scalar>() * (reach(a) + reach(b)) + slack;
    let what = || format!("{impact:?}\n{a:?}\n{b:?}");
    tally.casts += 1;
    let end = impact.map_or(1.0, |i| i.time.f64());
    if let Some(i) = impact {
        assert!(i.time.f64() >= 0.0 && i.time.f64() <= 1.0 && i.time_error.f64() >= 0.0, "{}", what());
        assert!(i.point_a.is_finite() && i.point_b.is_finite() && i.normal.is_finite(), "{}", what());
        tally.iterations += u64::from(i.iterations);
        tally.hits += 1;
        if i.at_start {
            tally.at_start += 1;
            let c = signed(a, b, 0.0);
            let off = (c.signed_distance.f64() - i.distance.f64()).abs();
            assert!(off <= 2.0 * c.error.f64() + tolerance, "at the start {c:?}\n{}", what());
            assert!(i.time.f64() == 0.0 && i.distance.f64() < separation, "{}", what());
            return;
        }
        let speed = b.motion.linear().norm().f64()
            + a.motion.linear().norm().f64()
            + a.extent() * a.motion.angle().f64().abs()
            + b.extent() * b.motion.angle().f64().abs();
        match i.status {
            Status::Converged => {
                let c = signed(a, b, end);
                let off = c.signed_distance.f64() - separation - c.error.f64();
                // The time is rounded down in the shapes' precision.
                assert!(off <= tolerance + 2.0 * epsilon * speed, "{off:e} from contact: {c:?}\n{}", what());
                // Points of curved shapes are as exact as the root of the gap.
                let ends = (i.point_b - i.point_a).norm().f64() - separation;
                let near =
                    if impinge_tests::front::is_double::<V>() { 1e-3 } else { 1e-2 } * (reach(a) + reach(b));
                assert!(ends.abs() <= near, "points {ends:e} apart\n{}", what());
            }
            Status::Budget => tally.budget += 1,
            Status::Stalled | Status::Judged => tally.stalled += 1,
        }
        if i.time_error.is_finite() {
            tally.bounded += 1;
            let until = (end + i.time_error.f64()).min(1.0);
            let c = signed(a, b, until);
            let off = c.signed_distance.f64() - separation - c.error.f64();
            // A flat body may have passed through by then.
            let most = slack + speed * (i.time_error.f64() + 4.0 * epsilon);
            assert!(off <= most, "{off:e} from contact at the end: {c:?}\n{}", what());
        }
    }
    for k in 0..samples {
        let time = end * f64::from(k) / f64::from(samples);
        let c = signed(a, b, time);
        let depth = separation - c.signed_distance.f64() - c.error.f64();
        // Shapes that touch at the start may stay as near as they were.
        let least = if k == 0 || end == 0.0 { tolerance } else { slack };
        assert!(depth <= least, "contact of {depth:e} at {time}: {c:?}\n{}", what());
    }
}
