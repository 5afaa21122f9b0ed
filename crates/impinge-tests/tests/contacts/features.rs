//! Contact features: types, ids, centroids, ties. Every case in `f32` and `f64`.

mod anywhere;
mod plane;

use impinge::feature::{ContactType, Feature, Features, State};
use impinge::{
    Capsule, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipsoid, EllipticDisc,
    Frustum, Id, Point, Pose, Real, Rectangle, RectanglePatch, Rot2, Rot3, Segment, Segment2, Shape, Sphere,
    Triangle, Vec2, Vec3, Vector, contact, features,
};
use impinge_scenes::Rng;

use ContactType::{EdgeEdge, EdgeFace, FaceFace, VertexEdge, VertexFace, VertexVertex};

/// Positions are right within this many ε: those of a pose in `f32` are rounded.
const ULPS: f64 = 64.0;

fn v3<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

fn v2<T: Real>(x: f64, y: f64) -> Vec2<T> {
    Vec2::new(x, y).cast()
}

fn at<T: Real>(x: f64, y: f64, z: f64) -> Pose<Vec3<T>> {
    Pose::at(v3(x, y, z))
}

fn placed<T: Real>(p: [f64; 3], axis: [f64; 3], angle: f64) -> Pose<Vec3<T>> {
    Pose::new(v3(p[0], p[1], p[2]), Rot3::from_axis_angle(v3::<T>(axis[0], axis[1], axis[2]), T::of(angle)))
}

fn cube<T: Real>() -> Cuboid<T> {
    Cuboid::new(v3(1.0, 1.0, 1.0))
}

fn hull<T: Real>(points: &[[f64; 3]]) -> ConvexPolyhedron<T> {
    let points: Vec<Vec3<T>> = points.iter().map(|&[x, y, z]| v3(x, y, z)).collect();
    ConvexPolyhedron::new(&points)
}

fn octahedron<T: Real>() -> ConvexPolyhedron<T> {
    hull(&[
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
    ])
}

/// A prism about z with `n` sides.
fn prism<T: Real>(n: usize, radius: f64, half_height: f64) -> ConvexPolyhedron<T> {
    let points: Vec<[f64; 3]> = (0..2 * n)
        .map(|i| {
            let turn = (i / 2) as f64 / n as f64 * std::f64::consts::TAU;
            let z = if i % 2 == 0 { half_height } else { -half_height };
            [radius * turn.cos(), radius * turn.sin(), z]
        })
        .collect();
    hull(&points)
}

#[track_caller]
fn near<V: Vector>(found: V, expected: V) {
    let bound = ULPS * V::Scalar::EPSILON.f64() * (1.0 + expected.norm().f64());
    let off = (found - expected).norm().f64();
    assert!(off <= bound, "{found:?} is not {expected:?}: off by {off:e}");
}

/// Properties of every answer: the parts agree with one another and with `contact`, and the points are on the shapes.
#[track_caller]
fn check<A: Shape, B: Shape<V = A::V>>(a: &A, b: &B) -> Features<A::V>
where
    A::V: impinge::Dimension,
{
    let f = features(a, b);
    let c = contact(a, b);
    let eps = <A::V as Vector>::Scalar::EPSILON.f64();
    // The angle within which features are level, times the sizes that occur here.
    let bound = (if eps < 1e-10 { 1e-5 } else { 1e-3 }) * (1.0 + f.point.norm().f64());
    assert_eq!((f.signed_distance, f.error), (c.signed_distance, c.error));
    assert!((f.normal.norm().f64() - 1.0).abs() <= 8.0 * eps);
    let gap = f.point_b - f.point_a;
    assert!((gap - f.normal * f.signed_distance).norm().f64() <= bound, "{f}: {gap:?}");
    assert!(((f.point_a + f.point_b) * Real::HALF - f.point).norm().f64() <= bound);
    // Each point is as far along the normal as its shape reaches.
    let n = f.normal;
    assert!((a.support(n) - f.point_a).dot(n).f64().abs() <= bound, "{f}");
    assert!((b.support(-n) - f.point_b).dot(n).f64().abs() <= bound, "{f}");
    assert_eq!(f.contact_type, ContactType::of(f.feature_a, f.feature_b));
    assert_eq!(f.gap() - f.overlap(), f.signed_distance);

    // Swapped, it mirrors; ties are broken by A's faces first, and may be broken otherwise.
    let s = features(b, a);
    assert_eq!((s.state, s.ambiguous), (f.state, f.ambiguous), "{f}\n{s}");
    if !f.ambiguous {
        assert_eq!((s.feature_a, s.feature_b), (f.feature_b, f.feature_a), "{f}\n{s}");
        // Curved, a normal is known to the root of the error only.
        let loose =
            if f.contact_type.is_none() || f.error.f64() > 1e-5 || (eps < 1e-10 && f.error.f64() > 1e-12) {
                bound + 8.0 * f.error.f64().sqrt()
            } else {
                bound
            };
        assert!((s.normal + n).norm().f64() <= loose, "{f}\n{s}");
        assert!((s.point_a - f.point_b).norm().f64() <= loose, "{f}\n{s}");
    }
    f
}

fn both(run32: fn(), run64: fn()) {
    run32();
    run64();
}

// In space.

/// The centroid of two convex polygons' common part, found another way than by clipping: corners of each inside the
/// other and crossings of sides, sorted around their mean.
fn common_centroid(a: &[Vec2<f64>], b: &[Vec2<f64>]) -> Option<Vec2<f64>> {
    let inside = |p: Vec2<f64>, q: &[Vec2<f64>]| {
        (0..q.len()).all(|i| (q[(i + 1) % q.len()] - q[i]).perp_dot(p - q[i]) >= 0.0)
    };
    let mut points: Vec<Vec2<f64>> = a.iter().copied().filter(|&p| inside(p, b)).collect();
    points.extend(b.iter().copied().filter(|&p| inside(p, a)));
    for i in 0..a.len() {
        for j in 0..b.len() {
            let (p, q) = (a[i], b[j]);
            let (d, e) = (a[(i + 1) % a.len()] - p, b[(j + 1) % b.len()] - q);
            let cross = d.perp_dot(e);
            let (t, u) = ((q - p).perp_dot(e) / cross, (q - p).perp_dot(d) / cross);
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
                points.push(p + d * t);
            }
        }
    }
    if points.len() < 3 {
        return None;
    }
    let mean = points.iter().fold(Vec2::ZERO, |s, &p| s + p) * (1.0 / points.len() as f64);
    points.sort_by(|p, q| {
        let angle = |p: Vec2<f64>| (p - mean).y.atan2((p - mean).x);
        angle(*p).total_cmp(&angle(*q))
    });
    let (mut area, mut first) = (0.0, Vec2::ZERO);
    for i in 0..points.len() {
        let (p, q) = (points[i] - mean, points[(i + 1) % points.len()] - mean);
        area += p.perp_dot(q);
        first += (p + q) * (p.perp_dot(q) / 3.0);
    }
    (area > 1e-3).then(|| mean + first * (1.0 / area))
}

fn faces_of_boxes<T: Real>() {
    let mut rng = Rng::new(20);
    let (mut hits, mut deep) = (0, 0);
    for _ in 0..400 {
        let half = [rng.between(0.5, 2.0), rng.between(0.5, 2.0), rng.between(1.0, 2.0)];
        let (x, y, angle) = (rng.between(-2.0, 2.0), rng.between(-2.0, 2.0), rng.between(0.0, 6.0));
        let gap = rng.between(-0.25, 0.5);
        let a = cube::<T>();
        let b = Cuboid::new(v3::<T>(half[0], half[1], half[2]));
        let pose = placed::<T>([x, y, 1.0 + half[2] + gap], [0.0, 0.0, 1.0], angle);
        let base = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(Vec2::from);
        let (sin, cos) = angle.sin_cos();
        let other = base.map(|p| {
            let q = Vec2::new(p.x * half[0], p.y * half[1]);
            Vec2::new(x + cos * q.x - sin * q.y, y + sin * q.x + cos * q.y)
        });
        // Turned together by any pose.
        let world = rng.pose3::<T>(2.0);
        let (pa, pb) = (a.at(world), b.at(world.compose(&pose)));
        let f = check(&pa, &pb);
        let Some(center) = common_centroid(&base, &other) else { continue };
        if f.ambiguous || world.rotation().unrotate(f.normal).z.f64() < 0.9 {
            continue; // Less deep sideways.
        }
        hits += 1;
        deep += usize::from(f.state == State::Overlapping);
        assert_eq!(f.contact_type, Some(FaceFace), "{f}");
        assert_eq!((f.feature_a, f.feature_b), (Feature::Face(Id(5)), Feature::Face(Id(4))));
        let found = world.untransform(f.point_a);
        let off = (found.cast::<f64>() - Vec3::new(center.x, center.y, 1.0)).norm();
        assert!(off <= 500.0 * T::EPSILON.f64(), "off by {off:e}");
    }
    assert!(hits > 200 && deep > 50, "{hits} {deep}");
}

#[test]
fn faces_of_boxes_meet_at_the_centroid() {
    both(faces_of_boxes::<f32>, faces_of_boxes::<f64>);
}

fn kinds<T: Real>() {
    let a = cube::<T>();
    let up = (2.0_f64).sqrt();
    let quarter = std::f64::consts::FRAC_PI_4;
    for gap in [0.25, 0.0, -0.125] {
        let state = if gap > 0.0 {
            State::Apart
        } else if gap == 0.0 {
            State::Touching
        } else {
            State::Overlapping
        };
        // An edge of a box turned about y lies on the top face, half beyond it.
        let pose = placed::<T>([0.25, 1.0, 1.0 + up + gap], [0.0, 1.0, 0.0], quarter);
        let f = check(&a, &cube().at(pose));
        assert_eq!((f.state, f.contact_type), (state, Some(EdgeFace)), "{f}");
        near(f.point_a, v3(0.25, 0.5, 1.0));
        assert_eq!(f.feature_a, Feature::Face(Id(5)));
        assert!(!f.ambiguous);
        // A corner of a box that stands on it.
        let tilt = Rot3::between(v3::<T>(1.0, 1.0, 1.0).unit(), v3(0.0, 0.0, 1.0));
        let pose = Pose::new(v3::<T>(0.25, 0.5, 1.0 + (3.0_f64).sqrt() + gap), tilt);
        let f = check(&a, &cube().at(pose));
        assert_eq!((f.state, f.contact_type), (state, Some(VertexFace)), "{f}");
        assert_eq!(f.feature_b, Feature::Vertex(Id(0)));
        near(f.point_a, v3(0.25, 0.5, 1.0));
        near(f.point_b, v3(0.25, 0.5, 1.0 + gap));
        // Crossed edges: one box turned about x by 45°, the other about y.
        let low = cube::<T>().at(placed([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], quarter));
        let high = cube::<T>().at(placed([0.25, 0.5, 2.0 * up + gap], [0.0, 1.0, 0.0], quarter));
        let f = check(&low, &high);
        assert_eq!((f.state, f.contact_type), (state, Some(EdgeEdge)), "{f}");
        near(f.point, v3(0.25, 0.0, up + 0.5 * gap));
        assert!(!f.ambiguous, "{f}");
        // Parallel edges, only while apart or touching: the middle of the common part.
        if gap >= 0.0 {
            let high = cube::<T>().at(placed([0.5, 0.0, 2.0 * up + gap], [1.0, 0.0, 0.0], quarter));
            let f = check(&low, &high);
            assert_eq!((f.state, f.contact_type), (state, Some(EdgeEdge)), "{f}");
            near(f.point, v3(0.25, 0.0, up + 0.5 * gap));
            assert_eq!(f.ambiguous, gap == 0.0);
        }
    }
    // Corners, edges, and a corner at an edge, of boxes side by side.
    let f = check(&a, &cube().at(at(2.0, 2.0, 2.0)));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Touching, Some(VertexVertex), true), "{f}");
    assert_eq!((f.feature_a, f.feature_b), (Feature::Vertex(Id(7)), Feature::Vertex(Id(0))));
    near(f.point, v3(1.0, 1.0, 1.0));
    let f = check(&a, &cube().at(at(3.0, 3.0, 3.0)));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Apart, Some(VertexVertex), false), "{f}");
    let f = check(&a, &cube().at(at(2.0, 2.0, 0.5)));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Touching, Some(EdgeEdge), true), "{f}");
    near(f.point, v3(1.0, 1.0, 0.25));
    let f = check(&a, &cube().at(at(3.0, 3.0, 0.5)));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Apart, Some(EdgeEdge), false), "{f}");
    near(f.point, v3(1.5, 1.5, 0.25));
    // A small box on a large one, far from A's origin.
    let floor = Cuboid::new(v3::<T>(64.0, 64.0, 1.0));
    let f = check(&floor, &Cuboid::new(v3(0.25, 0.25, 0.5)).at(at(40.0, -30.0, 1.5)));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Touching, Some(FaceFace), false), "{f}");
    near(f.point, v3(40.0, -30.0, 1.0));
}

#[test]
fn all_six_contact_types_are_found() {
    both(kinds::<f32>, kinds::<f64>);
}

fn ties<T: Real>() {
    let a = cube::<T>();
    // Coincident: all six faces; the first is −x.
    let f = check(&a, &cube());
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Overlapping, Some(FaceFace), true));
    near(f.normal, v3(-1.0, 0.0, 0.0));
    assert_eq!((f.feature_a, f.feature_b), (Feature::Face(Id(0)), Feature::Face(Id(1))));
    // Corner in corner, equally deep three ways, two ways, one way.
    let f = check(&a, &cube().at(at(1.75, 1.75, 1.75)));
    assert!(f.ambiguous);
    near(f.normal, v3(1.0, 0.0, 0.0));
    near(f.point_a, v3(1.0, 0.875, 0.875));
    let f = check(&a, &cube().at(at(0.25, 1.75, -1.75)));
    assert!(f.ambiguous);
    near(f.normal, v3(0.0, 1.0, 0.0));
    let f = check(&a, &cube().at(at(0.25, 1.5, -1.75)));
    assert!(!f.ambiguous);
    near(f.normal, v3(0.0, 0.0, -1.0));
    // The same answer however little is between: within the tolerance the order decides.
    let little = 1e-3 * if T::NAME == "f64" { 1e-9 } else { 1e-4 };
    for off in [little, -little] {
        let f = check(&a, &cube().at(at(1.75 + off, 1.75, 1.75 - off)));
        assert!(f.ambiguous);
        near(f.normal, v3(1.0, 0.0, 0.0));
    }
    // Round ones: a ball in the center of a box or ball, coaxial capsules.
    assert!(check(&a, &Sphere::new(T::HALF)).ambiguous);
    assert!(check(&Sphere::new(T::ONE), &Sphere::new(T::HALF)).ambiguous);
    assert!(features(&Capsule::new(T::ONE, T::HALF), &Capsule::new(T::TWO, T::HALF)).ambiguous);
    assert!(!check(&a, &Sphere::new(T::HALF).at(at(0.5, 0.25, 0.0))).ambiguous);
    // Tips that touch: any normal between.
    let o = octahedron::<T>();
    let f = check(&o, &(&o).at(at(0.0, 0.0, 2.0)));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Touching, Some(VertexVertex), true), "{f}");
    near(f.point, v3(0.0, 0.0, 1.0));
}

#[test]
fn equal_depths_are_broken_in_order_and_flagged() {
    both(ties::<f32>, ties::<f64>);
}

fn hulls<T: Real>() {
    // Octahedra face to face: the lower one's face (1, 1, 1) and the upper one's (−1, −1, −1), moved within the plane.
    let o = octahedron::<T>();
    let across = 2.0 / 3.0; // Of a component: the two faces are 2/√3 apart along (1, 1, 1)/√3.
    let touch = (&o).at(at(across + 0.25, across - 0.25, across));
    let f = check(&o, &touch);
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Touching, Some(FaceFace), false), "{f}");
    near(f.normal, v3::<T>(1.0, 1.0, 1.0).unit());
    let Feature::Face(Id(face)) = f.feature_a else { panic!("{f}") };
    near(o.normals()[face as usize], v3::<T>(1.0, 1.0, 1.0).unit());
    // An octahedron's tip on a prism's end, a prism's side edge on the box, prisms end to end with other sides.
    let six = prism::<T>(6, 1.0, 0.5);
    let f = check(&six, &(&o).at(at(0.25, 0.125, 1.375)));
    assert_eq!((f.state, f.contact_type), (State::Overlapping, Some(VertexFace)), "{f}");
    near(f.point_a, v3(0.25, 0.125, 0.5));
    let five = prism::<T>(5, 0.25, 0.5);
    let f = check(&six, &(&five).at(at(0.25, 0.0, 1.25)));
    assert_eq!((f.state, f.contact_type), (State::Apart, Some(FaceFace)), "{f}");
    near(f.point_a, v3(0.25, 0.0, 0.5));
    near(f.point_b, v3(0.25, 0.0, 0.75));
    // Many corners: the list on the stack is too short.
    let many = prism::<T>(120, 1.0, 0.5);
    let f = check(&many, &(&many).at(at(0.0, 0.0, 1.5)));
    assert_eq!((f.state, f.contact_type), (State::Apart, Some(FaceFace)), "{f}");
    near(f.point, v3(0.0, 0.0, 0.75));
    let f = check(&cube(), &(&many).at(at(1.0, 0.0, 1.5)));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Touching, Some(FaceFace), false), "{f}");
    // The half disc x ≤ 0 about x = 1: its centroid is 4/3π from the middle.
    let off = f.point.x.f64() - (1.0 - 4.0 / (3.0 * std::f64::consts::PI));
    assert!(off.abs() < 1e-3, "{off}");
    // The side of a prism on a box.
    let lying = placed::<T>([0.0, 0.5, 1.0 + 0.75_f64.sqrt()], [1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_2);
    let f = check(&cube(), &(&six).at(lying));
    assert_eq!((f.state, f.contact_type), (State::Touching, Some(FaceFace)), "{f}");
    near(f.point, v3(0.0, 0.5, 1.0));
}

#[test]
fn hull_on_hull() {
    both(hulls::<f32>, hulls::<f64>);
}

fn round_shapes<T: Real>() {
    let a = cube::<T>();
    let quarter_turn = std::f64::consts::FRAC_PI_2;
    let cylinder = Cylinder::new(T::ONE, T::HALF);
    for gap in [0.25, 0.0, -0.125] {
        // Standing: a disc in the middle of a face, and one half over its edge.
        let f = check(&a, &cylinder.at(at(0.25, 0.25, 2.0 + gap)));
        assert_eq!((f.contact_type, f.feature_b), (Some(FaceFace), Feature::Face(Id(0))), "{f}");
        near(f.point_a, v3(0.25, 0.25, 1.0));
        let f = check(&a, &cylinder.at(at(1.0, 0.0, 2.0 + gap)));
        assert_eq!(f.contact_type, Some(FaceFace), "{f}");
        near(f.point_a, v3(1.0 - 2.0 / (3.0 * std::f64::consts::PI), 0.0, 1.0));
        // Lying along x, half over the edge: from 0 to 1.
        let lying = |x, z| placed::<T>([x, 0.0, z], [0.0, 1.0, 0.0], quarter_turn);
        let f = check(&a, &cylinder.at(lying(1.0, 1.5 + gap)));
        assert_eq!((f.contact_type, f.feature_b), (Some(EdgeFace), Feature::Edge([Id::NONE; 2])), "{f}");
        near(f.point_a, v3(0.5, 0.0, 1.0));
        // A capsule in the same place, its core a segment.
        let f = check(&a, &Capsule::new(T::ONE, T::HALF).at(lying(1.0, 1.5 + gap)));
        assert_eq!((f.contact_type, f.feature_b), (Some(EdgeFace), Feature::Edge([Id(0), Id(1)])), "{f}");
        near(f.point_a, v3(0.5, 0.0, 1.0));
        near(f.point_b, v3(0.5, 0.0, 1.0 + gap));
        // Standing on its round end.
        let f = check(&a, &Capsule::new(T::ONE, T::HALF).at(at(0.5, 0.25, 2.5 + gap)));
        assert_eq!((f.contact_type, f.feature_b), (Some(VertexFace), Feature::Vertex(Id(0))), "{f}");
        near(f.point_a, v3(0.5, 0.25, 1.0));
        // A cone on its base, and on its tip.
        let cone = Cone::new(T::HALF, T::ONE);
        let f = check(&a, &cone.at(at(0.25, 0.0, 1.5 + gap)));
        assert_eq!((f.contact_type, f.feature_b), (Some(FaceFace), Feature::Face(Id(0))), "{f}");
        near(f.point_a, v3(0.25, 0.0, 1.0));
        let f = check(&a, &cone.at(placed([0.25, 0.0, 2.5 + gap], [1.0, 0.0, 0.0], 2.0 * quarter_turn)));
        assert_eq!((f.contact_type, f.feature_b), (Some(VertexFace), Feature::Vertex(Id(0))), "{f}");
        // Cap on cap, off center: the lens of two equal circles, its middle.
        let f = check(&cylinder, &cylinder.at(at(0.5, 0.0, 2.0 + gap)));
        assert_eq!(f.contact_type, Some(FaceFace), "{f}");
        near(f.point_a, v3(0.25, 0.0, 1.0));
        // Crossed cylinders, side to side.
        let cross = placed::<T>([0.0, 1.0 + gap, 0.25], [0.0, 1.0, 0.0], quarter_turn);
        let f = check(&cylinder, &cylinder.at(cross));
        assert_eq!(f.contact_type, Some(EdgeEdge), "{f}");
        near(f.point_a, v3(0.0, 0.5, 0.25));
        // An ellipsoid is curved.
        let f = check(&a, &Ellipsoid::new(v3::<T>(1.0, 0.5, 0.75)).at(at(0.25, 0.25, 1.75 + gap)));
        assert_eq!((f.contact_type, f.feature_a, f.feature_b), (None, Feature::Face(Id(5)), Feature::Curved));
        near(f.normal, v3(0.0, 0.0, 1.0));
    }
    // Discs and elliptic ones, flat above one another.
    let disc = Disc::new(T::ONE);
    let f = check(&disc, &EllipticDisc::new(v2::<T>(0.5, 0.25)).at(at(0.0, 0.25, 0.5)));
    assert_eq!((f.feature_a, f.feature_b), (Feature::Face(Id(1)), Feature::Face(Id(0))), "{f}");
    assert!((f.point - v3(0.0, 0.25, 0.25)).norm().f64() < 0.01);
    let f = check(&disc, &Disc::new(T::ONE).at(at(0.0, 1.0, 0.5)));
    near(f.point, v3(0.0, 0.5, 0.25));
}

#[test]
fn cylinders_cones_and_capsules_have_their_features() {
    both(round_shapes::<f32>, round_shapes::<f64>);
}

fn flat_shapes<T: Real>() {
    let a = cube::<T>();
    let patch = RectanglePatch::new(v2::<T>(0.5, 0.5));
    let f = check(&a, &patch.at(at(1.0, 0.0, 1.25)));
    assert_eq!((f.contact_type, f.feature_b), (Some(FaceFace), Feature::Face(Id(0))), "{f}");
    near(f.point_a, v3(0.75, 0.0, 1.0));
    let triangle = Triangle::new(v3::<T>(0.0, 0.0, 0.0), v3(0.75, 0.0, 0.0), v3(0.0, 0.75, 0.0));
    let f = check(&a, &triangle.at(at(0.0, 0.0, 1.25)));
    assert_eq!((f.contact_type, f.feature_b), (Some(FaceFace), Feature::Face(Id(1))), "{f}");
    near(f.point_a, v3(0.25, 0.25, 1.0));
    // A triangle that is a line.
    let thin = Triangle::new(v3::<T>(0.0, 0.0, 0.0), v3(0.75, 0.0, 0.0), v3(0.25, 0.0, 0.0));
    let f = check(&a, &thin.at(at(0.0, 0.0, 1.25)));
    assert_eq!((f.contact_type, f.feature_b), (Some(EdgeFace), Feature::Edge([Id(0), Id(1)])), "{f}");
    near(f.point_a, v3(0.375, 0.0, 1.0));
    let f = check(&a, &Point::new(v3::<T>(0.25, 0.5, 1.25)));
    assert_eq!((f.contact_type, f.feature_b), (Some(VertexFace), Feature::Vertex(Id(0))), "{f}");
    let f = check(&Segment::new(T::ONE), &Segment::new(T::ONE).at(at(0.5, 0.0, 1.0)));
    assert_eq!((f.state, f.contact_type), (State::Apart, Some(EdgeEdge)));
    near(f.point, v3(0.25, 0.0, 0.5));
    // Frusta: a wedge and a pyramid, upright and upside down.
    let over = |z| placed::<T>([0.0, 0.25, z], [1.0, 0.0, 0.0], std::f64::consts::PI);
    let pyramid = Frustum::new(v2::<T>(0.5, 0.5), v2(0.0, 0.0), T::HALF);
    let f = check(&a, &pyramid.at(over(1.25 + pyramid.high().f64())));
    assert_eq!((f.contact_type, f.feature_b), (Some(VertexFace), Feature::Vertex(Id(4))), "{f}");
    let wedge = Frustum::new(v2::<T>(0.5, 0.5), v2(0.0, 0.5), T::HALF);
    let f = check(&a, &wedge.at(over(1.25 + wedge.high().f64())));
    assert_eq!((f.contact_type, f.feature_b), (Some(EdgeFace), Feature::Edge([Id(4), Id(6)])), "{f}");
    near(f.point_a, v3(0.0, 0.25, 1.0));
    // On a slanted side, which is a triangle: its centroid.
    let side = pyramid.at(at(0.0, 0.0, 0.0));
    let normal = v3::<T>(1.0, 0.0, 0.5).unit();
    let turned = Rot3::between(v3(0.0, 0.0, -1.0), normal);
    let b = Cuboid::new(v3::<T>(2.0, 2.0, 1.0)).at(Pose::new(normal * T::TWO, turned));
    let f = check(&side, &b);
    assert_eq!((f.contact_type, f.feature_a), (Some(FaceFace), Feature::Face(Id(1))), "{f}");
    let low = pyramid.low().f64();
    near(f.point_a, v3(1.0 / 3.0, 0.0, low + 1.0 / 3.0));
}

#[test]
fn points_segments_patches_and_frusta_have_their_features() {
    both(flat_shapes::<f32>, flat_shapes::<f64>);
}

/// A disc touched from outside by the side of a face counted as wholly covered by the face, so its contact point was its center.
#[test]
fn a_disc_that_touches_a_side_was_met_in_its_middle() {
    let patch = RectanglePatch::new([1.0, 10.0]);
    let mut touched = 0;
    for k in 0..400 {
        // In the plane of the patch, and above it: the disc is turned about its axis, so that the side is now within its rim by a
        // rounding and now beyond it.
        let (sin, cos) = f64::from(k).sin_cos();
        let [sin, cos] = if k == 0 { [0.9238795325112867, -0.3826834323650897] } else { [sin, cos] };
        for height in [0.0, 0.5] {
            let turned = Rot3::try_from_xyzw([0.0, 0.0, sin, cos]).unwrap();
            let disc = Disc::new(5.0).at(Pose::new([6.0, 0.0, height], turned));
            let found = features(&patch, &disc);
            let way = found.point_b - found.point_a;
            let aside = (way - found.normal * found.signed_distance).norm();
            assert!(aside <= 1e-4, "{k} {height}: {found:?}");
            touched += u32::from((found.point_b - Vec3::new(1.0, 0.0, height)).norm() < 1e-3);
        }
    }
    assert!(touched == 800, "{touched}");
}
