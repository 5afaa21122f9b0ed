//! Contact points by perturbed sampling, clipped as the thesis writes it, in one precision throughout.
//!
//! **Answers** in which points two bodies touch, given the depth vector.
//!
//! **Source.** Olvång's thesis, section 2.6, Algorithm 13 and equations 10 to 12; section 3.2.1 for `quadric`, 4.2.3 for cones and cylinders.
//! The library's own form, with the repairs, is `impinge::study::perturbation`.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | unit vector from B to A |
//! | w | the perturbation, across n |
//! | p | a point of the collision plane |
//! | X, Y | the silhouettes of A and B in the plane through the origin across n |
//! | c | the mean of a polygon's points |
//! | μ_a, μ_b | places on two edges, 0 to 1 |
//! | Z | the contact points, less p |
//!
//! **Misprints.** Algorithm 13, line 7 adds the sample to X, the shape; S is meant. The plane is n·x = 0, not n₁e₁ + … = 0. For A it is
//! called with −n, as the text has it: S_A(−v), S_B(v).
//!
//! **Open in the text.** The length of w, the number of samples, and p: here the middle between the deepest points of both bodies. For
//! edges that cross the text requires p_a = p_b; computed points are hardly ever equal, so they must be within a tolerance. Parallel edges
//! have no solution and do not cross.
//!
//! **Kept as written.** The samples are taken in their order and not as a hull, and a point is inside where x_i ≥ 0 for all edges:
//! of a silhouette of one or two points that is every point of the plane.
//!
//! **The special case of 4.2.3.** Cones, cylinders and other shapes with a sharp edge on a quadratic surface get one contact point for each
//! collision. The thesis does not say which; here the deepest point of that body, of A if both are such. Nor does it say what becomes of other
//! quadrics, which it can detect (`quadric`): with one sample in place of many, every point of the other body would count as inside.

use impinge::{AnyShape, Real, Support, Vec3};

use super::difference::Difference;

/// Treatment of bodies with quadratic surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Like all others.
    Sampled,
    /// One contact point where a surface is quadratic along the normal: a possible use of `quadric` of section 3.2.1.
    Quadrics,
    /// One contact point for each collision with a cone or a cylinder (section 4.2.3).
    Sharp,
}

/// Parameters of the sampling that the thesis leaves open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampling<T> {
    /// nr.
    pub samples: usize,
    /// The length of w.
    pub size: T,
    /// Distance below which points are merged.
    pub same: T,
    pub rule: Rule,
}

/// Whether a shape has quadratic surfaces that meet others in a sharp edge.
pub(crate) fn is_sharp<T: Real>(shape: &AnyShape<T>) -> bool {
    matches!(shape, AnyShape::Cone(_) | AnyShape::Cylinder(_) | AnyShape::Disc(_) | AnyShape::EllipticDisc(_))
}

/// The contact points of A and B, which meet with a depth vector `depth`: a point of the boundary of A ⊖ B.
pub(crate) fn contact_points<T: Real>(
    bodies: &Difference<'_, T>,
    shapes: [&AnyShape<T>; 2],
    curved: [bool; 2],
    depth: Vec3<T>,
    sampling: &Sampling<T>,
) -> Vec<Vec3<T>> {
    // A leaves B along −depth.
    let Some(n) = (-depth).normalized() else { return Vec::new() };
    let (x0, y0) = (bodies.support_of_a(-n), bodies.support_of_b(n));
    let p = (x0 + y0) * T::HALF;
    let once = |i: usize| match sampling.rule {
        Rule::Sampled => false,
        Rule::Quadrics => curved[i],
        Rule::Sharp => is_sharp(shapes[i]),
    };
    if once(0) || once(1) {
        return vec![if once(0) { x0 } else { y0 }];
    }
    let w = n.any_orthogonal().unit() * sampling.size;
    let x = sample_feature(|v| bodies.support_of_a(v), -n, w, p, sampling.samples, sampling.same);
    let y = sample_feature(|v| bodies.support_of_b(v), n, w, p, sampling.samples, sampling.same);
    clip(&x, &y, n, sampling.same).into_iter().map(|z| z + p).collect()
}

/// Whether the surfaces of both placed shapes are quadratic along the depth vector.
pub(crate) fn quadrics<T: Real>(
    shapes: [&AnyShape<T>; 2],
    poses: &[impinge::Pose<Vec3<T>>; 2],
    depth: Vec3<T>,
) -> [bool; 2] {
    let of = |i: usize, v: Vec3<T>| shapes[i].is_curved(poses[i].rotation().unrotate(v));
    [of(0, depth), of(1, -depth)]
}

/// Algorithm 13.
fn sample_feature<T: Real>(
    support: impl Fn(Vec3<T>) -> Vec3<T>,
    n: Vec3<T>,
    mut w: Vec3<T>,
    p: Vec3<T>,
    nr: usize,
    same: T,
) -> Vec<Vec3<T>> {
    // R: a turn about n, to which w is orthogonal.
    let (sin, cos) = (T::TWO * T::PI / T::of(nr as f64)).sin_cos();
    let mut s: Vec<Vec3<T>> = Vec::with_capacity(nr);
    for _ in 0..nr {
        let x = support(n + w) - p;
        let x = x - n * n.dot(x);
        add(&mut s, x, same);
        w = w * cos + n.cross(w) * sin;
    }
    s
}

fn add<T: Real>(set: &mut Vec<Vec3<T>>, x: Vec3<T>, same: T) {
    if set.iter().all(|known| (*known - x).norm() > same) {
        set.push(x);
    }
}

/// Z of two silhouettes in the plane across n.
fn clip<T: Real>(x: &[Vec3<T>], y: &[Vec3<T>], n: Vec3<T>, same: T) -> Vec<Vec3<T>> {
    let mut z = Vec::new();
    for p in x.iter().filter(|p| is_inside(**p, y, n)) {
        add(&mut z, *p, same);
    }
    for p in y.iter().filter(|p| is_inside(**p, x, n)) {
        add(&mut z, *p, same);
    }
    for i in 0..x.len() {
        for j in 0..y.len() {
            let (a, b) = ([x[i], x[(i + 1) % x.len()]], [y[j], y[(j + 1) % y.len()]]);
            if let Some(p) = crossing(a, b, same) {
                add(&mut z, p, same);
            }
        }
    }
    z
}

/// The text's test of a point: (v·u)(w·u) ≥ 0 for each edge.
fn is_inside<T: Real>(p: Vec3<T>, polygon: &[Vec3<T>], n: Vec3<T>) -> bool {
    let share = T::ONE / T::of(polygon.len() as f64);
    let c = polygon.iter().fold(Vec3::ZERO, |sum, q| sum + *q) * share;
    (0..polygon.len()).all(|i| {
        let u = n.cross(polygon[(i + 1) % polygon.len()] - polygon[i]);
        (polygon[i] - p).dot(u) * (polygon[i] - c).dot(u) >= T::ZERO
    })
}

/// Equations 11 and 12: the nearest points p_a and p_b of two lines, and whether both are on the edges.
fn crossing<T: Real>([p1, p2]: [Vec3<T>; 2], [p3, p4]: [Vec3<T>; 2], same: T) -> Option<Vec3<T>> {
    let (e, f, between) = (p2 - p1, p4 - p3, p1 - p3);
    let (ee, ff, ef) = (e.norm_squared(), f.norm_squared(), e.dot(f));
    let (de, df) = (between.dot(e), between.dot(f));
    // ee μ_a − ef μ_b = −de, ef μ_a − ff μ_b = −df
    let determinant = ee * ff - ef * ef;
    if determinant == T::ZERO {
        return None;
    }
    let mu_a = (ef * df - ff * de) / determinant;
    let mu_b = (ee * df - ef * de) / determinant;
    let on_edge = |mu: T| mu >= T::ZERO && mu <= T::ONE;
    let (p_a, p_b) = (p1 + e * mu_a, p3 + f * mu_b);
    (on_edge(mu_a) && on_edge(mu_b) && (p_a - p_b).norm() <= same).then_some(p_a)
}

#[cfg(test)]
mod tests {
    use impinge::{Cuboid, Cylinder, Pose};

    use super::*;

    const SAMPLING: Sampling<f64> =
        Sampling { samples: 8, size: 1.0 / 64.0, same: 1e-9, rule: Rule::Sampled };

    fn points(shapes: [AnyShape<f64>; 2], above: [f64; 3], rule: Rule) -> Vec<Vec3<f64>> {
        let poses = [Pose::IDENTITY, Pose::at(above)];
        let bodies = Difference::new(shapes.each_ref(), &poses);
        // A below, B above: A leaves B downwards.
        let depth = Vec3::new(0.0, 0.0, 0.01);
        let curved = quadrics(shapes.each_ref(), &poses, depth);
        contact_points(&bodies, shapes.each_ref(), curved, depth, &Sampling { rule, ..SAMPLING })
    }

    #[test]
    fn two_faces_have_the_corners_of_their_common_part() {
        let cuboid = || AnyShape::from(Cuboid::new([1.0; 3]));
        let mut found = points([cuboid(), cuboid()], [0.5, 0.25, 1.99], Rule::Sampled);
        found.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
        let corners = [[-0.5, -0.75], [-0.5, 1.0], [1.0, -0.75], [1.0, 1.0]];
        assert_eq!(found.len(), 4, "{found:?}");
        for (p, [x, y]) in found.iter().zip(corners) {
            assert!((p.x - x).abs() < 1e-9 && (p.y - y).abs() < 1e-9 && (p.z - 0.995).abs() < 1e-9, "{p:?}");
        }
    }

    #[test]
    fn cans_have_eight_points_or_one() {
        let shapes = || [AnyShape::from(Cuboid::new([2.0, 2.0, 1.0])), Cylinder::new(1.0, 0.5).into()];
        assert_eq!(points(shapes(), [0.25, 0.5, 1.99], Rule::Sampled).len(), 8);
        assert_eq!(points(shapes(), [0.25, 0.5, 1.99], Rule::Quadrics).len(), 8);
        let one = points(shapes(), [0.25, 0.5, 1.99], Rule::Sharp);
        assert_eq!(one.len(), 1);
    }

    /// Every point of the plane is inside a silhouette of two points.
    #[test]
    fn segments_have_everything_inside() {
        let n = Vec3::new(0.0, 0.0, 1.0);
        let segment = [Vec3::new(0.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0)];
        assert!(is_inside(Vec3::new(-70.0, 30.0, 0.0), &segment, n));
        let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
        assert!(!is_inside(Vec3::new(-70.0, 30.0, 0.0), &square, n));
        assert!(is_inside(Vec3::new(0.5, 0.25, 0.0), &square, n));
    }
}
