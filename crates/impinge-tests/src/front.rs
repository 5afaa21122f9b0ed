//! Common code of the front door's tests: one check that compares all answers of a pair with one another and with a certified
//! interval.

use impinge::Dimension;
use impinge::Status;
use impinge::shape::Widen;
use impinge::study::certify::{CertifySettings, certify};
use impinge::study::pair::Prepared;
use impinge::*;

/// g(n): how far the direction separates, by two support calls.
pub fn separation<A: Shape, B: Shape<V = A::V>>(a: &A, b: &B, n: A::V) -> f64 {
    let n_wide = n.widen();
    let (near, far) = (b.support(-n).widen(), a.support(n).widen());
    // The difference first: the scalar products of points far from the origin would lose what it keeps.
    (near - far).dot(n_wide) / n_wide.norm()
}

/// The size of a pair, in its own units.
pub fn size<A: Shape, B: Shape<V = A::V>>(a: &A, b: &B) -> f64 {
    let p = Prepared::new(&a.parts(), &b.parts());
    p.frame.length(p.pair.size)
}

/// Distance of a pair from the origin: points are rounded relative to this.
pub fn place<A: Shape, B: Shape<V = A::V>>(a: &A, b: &B) -> f64 {
    let far = a.parts().pose.translation().max_abs().f64();
    far.max(b.parts().pose.translation().max_abs().f64()) + size(a, b)
}

/// Whether answers are in `f64`.
pub fn is_double<V: Vector>() -> bool {
    V::Scalar::EPSILON.f64() == f64::EPSILON
}

/// The largest figures met, relative to the size of the pair.
#[derive(Default, Debug)]
pub struct Worst {
    /// Pairs that were queried.
    pub pairs: u32,
    /// Pairs that meet.
    pub hits: u32,
    /// Pairs with certified truth.
    pub judged: u32,
    /// The largest error that a distance says.
    pub distance_error: f64,
    /// Largest error of a distance.
    pub distance_off: f64,
    /// The largest error that a depth says.
    pub depth_error: f64,
    /// Largest error of a depth.
    pub depth_off: f64,
    /// Largest error of the separation along a normal.
    pub normal_off: f64,
    /// Largest error of the distance of witness points.
    pub witness_off: f64,
    /// Largest distance of witness points from the surfaces.
    pub surface_off: f64,
}

impl Worst {
    /// The share of pairs that meet.
    pub fn hit_rate(&self) -> f64 {
        f64::from(self.hits) / f64::from(self.pairs)
    }
}

fn keep(worst: &mut f64, value: f64) -> f64 {
    if value > *worst {
        *worst = value;
    }
    value
}

/// All answers agree with one another and with the certified interval. Returns the interval, radii taken off.
#[track_caller]
pub fn agree<A, B>(a: &A, b: &B, worst: &mut Worst, what: &str) -> (f64, f64)
where
    A: Shape<V: Dimension>,
    B: Shape<V = A::V>,
{
    let double = is_double::<A::V>();
    let epsilon = <A::V as Vector>::Scalar::EPSILON.f64();
    let p = Prepared::new(&a.parts(), &b.parts());
    let size = p.frame.length(p.pair.size);
    let judge = certify(&p.pair, &CertifySettings { gap: 1e-13, budget: 4000 });
    let radii = p.radius_a + p.radius_b;
    let (low, high) = (p.frame.length(judge.lower - radii), p.frame.length(judge.upper - radii));
    let width = high - low;
    let what = &format!("{what}: s in [{low:e}, {high:e}], size {size:e}");
    // The points that come back are rounded where they stand.
    let place = 8.0 * epsilon * place(a, b);
    // What composing the shapes lost is not measured by their size.
    let lost = 2.0 * (a.parts().lost + b.parts().lost);
    // Near touching, what is decided is touching.
    let tie = size * if double { 1e-12 } else { 2e-6 } + lost;

    let meets = intersects(a, b);
    let verdict = intersection(a, b);
    let (Verdict::Apart { status, rung, .. } | Verdict::Meet { status, rung, .. }) = verdict;
    assert_eq!(status == Status::Judged, rung == Rung::Judge, "{verdict:?}, {what}");
    if low > tie {
        assert!(!meets, "intersects, {what}");
        assert!(matches!(verdict, Verdict::Apart { .. }), "{verdict:?}, {what}");
    }
    if high < -tie {
        assert!(meets, "does not intersect, {what}");
        assert!(matches!(verdict, Verdict::Meet { .. }), "{verdict:?}, {what}");
    }
    match verdict {
        Verdict::Apart { axis, .. } => {
            let g = separation(a, b, axis);
            assert!(g >= -place, "the axis separates by {g:e}, {what}");
        }
        Verdict::Meet { point, error, .. } => {
            assert!(Vector::is_finite(point), "{what}");
            let error = error.f64();
            // Deep bodies have a common point to rounding, those that just touch as far as the distance is known.
            let most = size * if double { 1e-9 } else { 2e-5 };
            assert!(error <= most + lost, "a common point within {error:e}, {what}");
            for d in [distance(a, &Point::new(point)), distance(b, &Point::new(point))] {
                // A point inside a curved shape is at distance 0 within the error of that.
                let off = d.distance.f64() - d.error.f64();
                assert!(off <= error + place, "the common point is {off:e} off, {what}");
            }
        }
    }

    let d = distance(a, b);
    let (value, error) = (d.distance.f64(), d.error.f64());
    assert!(value >= 0.0 && error >= 0.0 && value.is_finite() && error.is_finite(), "{d:?}, {what}");
    assert!(value >= low.max(0.0) - error && value <= high.max(0.0) + error, "{d:?}, {what}");
    let most = size * if double { 1e-9 } else { 2e-5 };
    assert!(keep(&mut worst.distance_error, (error - lost) / size) * size <= most, "{d:?}, {what}");
    let off = (value - low.max(0.0)).max(high.max(0.0) - value) - width;
    keep(&mut worst.distance_off, off / size);

    let c = contact(a, b);
    let (value, error) = (c.signed_distance.f64(), c.error.f64());
    assert!(value.is_finite() && error.is_finite() && error >= 0.0, "{c:?}, {what}");
    assert!(value >= low - error && value <= high + error, "{c:?}, {what}");
    if low > tie {
        let off = (value - d.distance.f64()).abs();
        assert!(off <= error + d.error.f64(), "contact {c:?} and distance {d:?}, {what}");
        assert!(error <= most + lost, "{c:?}, {what}");
    }
    if judge.status == Status::Converged {
        worst.judged += 1;
        let (fine, coarse) = if double { (1e-9, 1e-6) } else { (2e-5, 1e-3) };
        let off = ((value - low).abs().max((value - high).abs()) - width) / size;
        // Where the mesh is full before the bounds meet, the status says so, and the error how far.
        let fine = if c.status == Status::Budget { coarse } else { fine };
        assert!(keep(&mut worst.depth_off, off) <= fine, "{c:?} is {off:e} off, {what}");
        assert!(keep(&mut worst.depth_error, (error - lost) / size) <= coarse, "{c:?}, {what}");
    }

    // The normal attains the value, and the points belong to it.
    let attained = if double { 1e-9 } else { 1e-4 };
    let near = if double { 1e-3 } else { 1e-2 };
    let mut ends = vec![(value, c.normal, c.point_a, c.point_b)];
    if low > tie {
        ends.push((d.distance.f64(), d.normal, d.point_a, d.point_b));
    }
    for (value, normal, point_a, point_b) in ends {
        let length = normal.widen().norm();
        assert!((length - 1.0).abs() <= 16.0 * epsilon, "|n| = {length}, {what}");
        let off = (separation(a, b, normal) - value).abs() - place;
        assert!(keep(&mut worst.normal_off, off / size) <= attained, "n gives {off:e} less, {c:?}, {what}");
        let off = (point_b.widen() - point_a.widen() - normal.widen() * value).norm() - place;
        assert!(keep(&mut worst.witness_off, off / size) <= near, "points {off:e} off, {c:?}, {what}");
        let off_a = distance(a, &Point::new(point_a)).distance.f64();
        let off_b = distance(b, &Point::new(point_b)).distance.f64();
        let off = off_a.max(off_b) - place;
        assert!(keep(&mut worst.surface_off, off / size) <= attained, "points {off:e} out, {c:?}, {what}");
    }
    worst.pairs += 1;
    worst.hits += u32::from(meets);
    (low, high)
}
