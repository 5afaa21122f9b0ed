//! The perturbed-sampling manifold: exact on boxes and polygons, and as wrong elsewhere as its page says.

use impinge::answer::Settings;
use impinge::feature::Feature;
use impinge::manifolds::Manifold;
use impinge::study::perturbation::{Clip, MAX_SAMPLES, Perturbation, SIZE};
use impinge::study::perturbation::{PerturbationSettings, perturbed_manifold};
use impinge::{
    Capsule, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Id, Point, Pose,
    Real, Rectangle, Rot2, Rot3, Shape, Sphere, Vec2, Vec3, distance,
};
use impinge_scenes::Rng;

fn settings(samples: usize, clip: Clip) -> PerturbationSettings {
    PerturbationSettings {
        perturbation: Perturbation { samples, clip, ..Default::default() },
        ..Default::default()
    }
}

fn v3<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

fn about_z<T: Real>(x: f64, y: f64, z: f64, angle: f64) -> Pose<Vec3<T>> {
    Pose::new(v3::<T>(x, y, z), Rot3::from_axis_angle(v3::<T>(0.0, 0.0, 1.0), T::of(angle)))
}

/// Area of the polygon of the points, seen along the normal.
fn area<T: Real>(manifold: &Manifold<Vec3<T>>) -> f64 {
    let points: Vec<Vec3<f64>> = manifold.points().iter().map(|p| p.point_a.cast()).collect();
    let normal: Vec3<f64> = manifold.normal.cast();
    let fan = points.windows(2).map(|p| (p[0] - points[0]).cross(p[1] - points[0]));
    fan.fold(Vec3::ZERO, |sum, c| sum + c).dot(normal) * 0.5
}

/// Area of the common part of two convex polygons, counter-clockwise, by cutting one with every side of the other.
fn common_area(a: &[Vec2<f64>], b: &[Vec2<f64>]) -> f64 {
    let mut left = a.to_vec();
    for (i, &from) in b.iter().enumerate() {
        let along = b[(i + 1) % b.len()] - from;
        let side = |p: Vec2<f64>| along.perp_dot(p - from);
        let mut next = Vec::new();
        for (k, &p) in left.iter().enumerate() {
            let q = left[(k + 1) % left.len()];
            if side(p) >= 0.0 {
                next.push(p);
            }
            if side(p) * side(q) < 0.0 {
                next.push(p + (q - p) * (side(p) / (side(p) - side(q))));
            }
        }
        left = next;
    }
    let mut sum = 0.0;
    for k in 0..left.len() {
        sum += left[k].perp_dot(left[(k + 1) % left.len()]);
    }
    sum * 0.5
}

/// Promises of every manifold: points of B are `signed_distance` along the normal from those of A, none is deeper than
/// the shapes are, and all are points of their shapes.
fn check<A: Shape<V = Vec3<T>>, B: Shape<V = Vec3<T>>, T: Real>(
    a: &A,
    b: &B,
    m: &Manifold<Vec3<T>>,
    size: f64,
) {
    let tolerance = 64.0 * T::EPSILON.f64() * size;
    for p in m.points() {
        let off = p.point_a + m.normal * p.signed_distance - p.point_b;
        assert!(off.norm().f64() <= tolerance, "{p:?} {off:?}");
        assert!(
            p.signed_distance.f64() >= m.signed_distance.f64() - m.error.f64() - tolerance,
            "{p:?} {m:?}"
        );
        let outside = |point: Vec3<T>| Point::new(point);
        let (from_a, from_b) = (distance(&outside(p.point_a), a), distance(&outside(p.point_b), b));
        assert!(from_a.distance.f64() <= tolerance + from_a.error.f64(), "{p:?} {from_a:?}");
        assert!(from_b.distance.f64() <= tolerance + from_b.error.f64(), "{p:?} {from_b:?}");
    }
}

/// Boxes on boxes, turned and moved anyhow: the area is that of the common part of the two faces.
fn boxes<T: Real>() {
    let mut rng = Rng::new(1);
    let mut corners = [0; 9];
    for _ in 0..600 {
        let [u, v] = [(); 2].map(|()| rng.between(0.3, 1.5));
        let [x, y] = [(); 2].map(|()| rng.between(-1.5, 1.5));
        let (angle, depth) = (rng.between(0.0, 7.0), rng.between(0.0, 0.05));
        let a = Cuboid::new(v3::<T>(1.0, 0.75, 2.0));
        let b = Cuboid::new(v3::<T>(u, v, 2.0));
        let pose = about_z::<T>(x, y, 4.0 - depth, angle);
        let m = perturbed_manifold(&a, &b.at(pose), &PerturbationSettings::default());
        // Beside one another they are less deep along another direction.
        if m.points().is_empty() || m.normal.z < T::ONE {
            continue;
        }
        let flat = |half: [f64; 2], turn: Rot2<f64>, at: Vec2<f64>| {
            [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[i, j]| impinge::Rotation::rotate(&turn, Vec2::new(i * half[0], j * half[1])) + at)
        };
        let face_a = flat([1.0, 0.75], Rot2::from_angle(0.0), Vec2::ZERO);
        let face_b = flat([u, v], Rot2::from_angle(angle), Vec2::new(x, y));
        let exact = common_area(&face_a, &face_b);
        check(&a, &b.at(pose), &m, 4.0);
        assert!((area(&m) - exact).abs() <= 1e3 * T::EPSILON.f64(), "{} {exact} {m:?}", area(&m));
        for p in m.points() {
            assert!((p.signed_distance.f64() + depth).abs() <= 1e2 * T::EPSILON.f64());
        }
        corners[m.points().len()] += 1;
    }
    // Polygons with three to eight corners, none of fewer.
    let all: usize = corners.iter().sum();
    assert!(all > 300 && corners[..3] == [0; 3] && corners[3..].iter().all(|&n| n > 0), "{corners:?}");
}

#[test]
fn boxes_on_boxes_are_exact() {
    boxes::<f32>();
    boxes::<f64>();
}

/// All kinds of shapes in one another at random.
fn anything<T: Real>() {
    let mut rng = Rng::new(2);
    let mut several = 0;
    for i in 0..300 {
        let pose = rng.pose3::<T>(0.6);
        let a = Cuboid::new(v3::<T>(1.0, 0.7, 0.5));
        let run = |m: Manifold<Vec3<T>>, check: &dyn Fn(&Manifold<Vec3<T>>)| {
            check(&m);
            usize::from(m.points().len() > 1)
        };
        let rule = PerturbationSettings::default();
        macro_rules! with {
            ($b:expr) => {{
                let b = $b.at(pose);
                run(perturbed_manifold(&a, &b, &rule), &|m| check(&a, &b, m, 4.0))
            }};
        }
        several += match i % 6 {
            0 => with!(Cuboid::new(v3::<T>(0.6, 0.6, 0.9))),
            1 => with!(Cylinder::new(T::of(0.6), T::of(0.8))),
            2 => with!(Cone::new(T::of(1.0), T::of(0.4))),
            3 => with!(Ellipsoid::new(v3::<T>(0.6, 0.9, 0.7))),
            4 => with!(Capsule::new(T::of(0.6), T::of(0.4))),
            _ => {
                let cloud: Vec<Vec3<T>> = (0..16).map(|_| rng.in_ball()).collect();
                with!(ConvexPolyhedron::new(&cloud))
            }
        };
    }
    assert!(several > 30, "{several}");
}

#[test]
fn points_are_on_their_shapes() {
    anything::<f32>();
    anything::<f64>();
}

/// In the plane: two samples each, and the common part of two edges.
fn plane<T: Real>() {
    let v2 = |x: f64, y: f64| Vec2::new(x, y).cast::<T>();
    let floor = Rectangle::new(v2(2.0, 1.0));
    let rule = PerturbationSettings::default();
    let places = |m: &Manifold<Vec2<T>>| {
        let mut xs: Vec<f64> = m.points().iter().map(|p| p.point_b.x.f64()).collect();
        xs.sort_by(f64::total_cmp);
        xs
    };
    let near = |xs: Vec<f64>, expected: &[f64]| {
        let close = xs.iter().zip(expected).all(|(x, e)| (x - e).abs() < 16.0 * T::EPSILON.f64());
        assert!(xs.len() == expected.len() && close, "{xs:?} {expected:?}");
    };
    let on =
        |x: f64| perturbed_manifold(&floor, &Rectangle::new(v2(1.0, 0.5)).at(Pose::at(v2(x, 1.5))), &rule);
    near(places(&on(0.25)), &[-0.75, 1.25]);
    near(places(&on(1.5)), &[0.5, 2.0]);
    near(places(&on(-2.75)), &[-2.0, -1.75]);
    // On its corner.
    let corner =
        Rectangle::new(v2(0.5, 0.5)).at(Pose::new(v2(0.25, 1.7), Rot2::from_angle(T::PI / T::of(4.0))));
    near(places(&perturbed_manifold(&floor, &corner, &rule)), &[0.25]);
    // A circle is sampled δ off.
    let m = perturbed_manifold(&floor, &Circle::new(T::of(0.5)).at(Pose::at(v2(0.25, 1.5))), &rule);
    let off = 0.5 * SIZE / (1.0 + SIZE * SIZE).sqrt();
    near(places(&m), &[0.25 - off, 0.25 + off]);
    // Vertices have names where the shape knows them.
    let triangle = ConvexPolygon::new(&[v2(-1.0, 1.0), v2(1.0, 1.0), v2(0.0, 3.0)]);
    let m = perturbed_manifold(&floor, &triangle, &rule);
    assert_eq!(m.points().len(), 2);
    assert!(m.points().iter().all(|p| matches!(p.feature_b, Feature::Vertex(_))));
}

#[test]
fn manifolds_of_the_plane_are_those_known_by_hand() {
    plane::<f32>();
    plane::<f64>();
}

/// The thesis' test for "inside" takes any point to be inside a segment or point, and the manifold of a corner on a face
/// has the corners of the face; repaired it has the one point that there is.
#[test]
fn a_corner_on_a_face_has_one_point_once_repaired() {
    let floor = Cuboid::new([2.0, 2.0, 1.0]);
    let (tip, up) = (Vec3::new(1.0, 1.0, 1.0), Vec3::new(0.0, 0.0, 1.0));
    let pose = Pose::new([0.25, 0.5, 0.99 + 3.0_f64.sqrt()], Rot3::between(tip, up));
    let cube = Cuboid::new([1.0, 1.0, 1.0]).at(pose);
    let repaired = perturbed_manifold(&floor, &cube, &settings(8, Clip::Repaired));
    assert_eq!(repaired.points().len(), 1);
    let place = repaired.points()[0].point_b;
    assert!((place - Vec3::new(0.25, 0.5, 0.99)).norm() < 1e-12);
    let written = perturbed_manifold(&floor, &cube, &settings(8, Clip::AsWritten));
    let farthest = written.points().iter().map(|p| (p.point_b - place).norm()).fold(0.0, f64::max);
    assert_eq!(written.points().len(), 5);
    let farthest_a = written.points().iter().map(|p| (p.point_a - place).norm()).fold(0.0, f64::max);
    assert!(farthest_a > 3.0, "{farthest} {farthest_a}");
    // On polygons with an inside the two agree.
    let flat = Cuboid::new([1.0, 1.0, 1.0]).at(about_z(0.3, 0.4, 1.99, 0.5));
    let [r, w] =
        [Clip::Repaired, Clip::AsWritten].map(|c| area(&perturbed_manifold(&floor, &flat, &settings(8, c))));
    assert!((r - w).abs() < 1e-12 && (r - 4.0).abs() < 1e-12);
}

/// A round face is a polygon with k corners, inscribed: its area is (k/2) r² sin(2π/k).
fn round_faces<T: Real>() {
    let floor = Cuboid::new(v3::<T>(3.0, 3.0, 1.0));
    for samples in [4, 8, 16, 32, 64] {
        let lower = 0.5 * samples as f64 * (std::f64::consts::TAU / samples as f64).sin();
        let rule = settings(samples, Clip::Repaired);
        let cylinder = Cylinder::new(T::ONE, T::ONE).at(about_z(0.3, 0.2, 1.99, 0.1));
        let m = perturbed_manifold(&floor, &cylinder, &rule);
        assert!((area(&m) - lower).abs() < 1e3 * T::EPSILON.f64(), "{samples}: {} {lower}", area(&m));
        assert_eq!(m.points().len(), samples);
        // A cone stands on its base, a quarter of its height below the origin.
        let cone = Cone::new(T::ONE, T::HALF).at(about_z(0.3, 0.2, 1.24, 0.1));
        let m = perturbed_manifold(&floor, &cone, &rule);
        assert!((area(&m) - lower).abs() < 1e3 * T::EPSILON.f64(), "{samples}: {} {lower}", area(&m));
    }
}

#[test]
fn round_faces_are_polygons() {
    round_faces::<f32>();
    round_faces::<f64>();
}

/// A sphere touches in one point. Its samples are r δ away from it; one sample is right.
fn spheres<T: Real>() {
    for radius in [0.1, 1.0, 100.0] {
        let floor = Cuboid::new(v3::<T>(1000.0, 1000.0, 1.0));
        let ball = Sphere::new(T::of(radius)).at(Pose::at(v3::<T>(0.25, 0.5, radius + 0.99)));
        let mut rule = settings(8, Clip::Repaired);
        let m = perturbed_manifold(&floor, &ball, &rule);
        let off = radius * SIZE / (1.0 + SIZE * SIZE).sqrt();
        assert_eq!(m.points().len(), 8);
        for p in m.points() {
            let far = (p.point_b - v3::<T>(0.25, 0.5, 0.99)).norm().f64();
            assert!((far / off - 1.0).abs() < 1e-2, "{far} {off}");
        }
        rule.perturbation.one_if_curved = true;
        let m = perturbed_manifold(&floor, &ball, &rule);
        assert_eq!(m.points().len(), 1);
        let far = (m.points()[0].point_b - v3::<T>(0.25, 0.5, 0.99)).norm().f64();
        assert!(far <= 1e3 * T::EPSILON.f64() * radius.max(1.0), "{far}");
    }
}

#[test]
fn spheres_are_sampled_off() {
    spheres::<f32>();
    spheres::<f64>();
}

/// Vertices and edges have the ids of the polyhedron.
#[test]
fn polyhedra_give_their_own_ids() {
    let corners: Vec<Vec3<f64>> =
        (0..8).map(|i| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2))).collect();
    let hull = ConvexPolyhedron::new(&corners);
    let m =
        perturbed_manifold(&hull, &hull.clone().at(Pose::at([0.5, 0.5, 1.0])), &settings(8, Clip::Repaired));
    let mut kinds = [0; 3];
    for p in m.points() {
        let vertex = |f: Feature| matches!(f, Feature::Vertex(id) if id != Id::NONE);
        match (p.feature_a, p.feature_b) {
            (f, Feature::Curved) if vertex(f) => kinds[0] += 1,
            (Feature::Curved, f) if vertex(f) => kinds[1] += 1,
            (Feature::Edge(_), Feature::Edge(_)) => kinds[2] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(kinds, [1, 1, 2]);
}

/// Settings beyond all limits, shapes in one place, and sizes at the ends of the range.
fn extremes<T: Real>() {
    let a = Cuboid::new(v3::<T>(1.0, 1.0, 1.0));
    let b = Cuboid::new(v3::<T>(0.75, 1.0, 0.5)).at(about_z(0.25, 0.5, 1.49, 0.7));
    let plain = perturbed_manifold(&a, &b, &PerturbationSettings::default());
    for samples in [0, 1, 2, 3, 65, usize::MAX] {
        for size in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-300, 1.0] {
            for clip in [Clip::Repaired, Clip::AsWritten] {
                for one_if_curved in [false, true] {
                    let perturbation = Perturbation { samples, size, clip, one_if_curved };
                    let rule = PerturbationSettings { perturbation, ..Default::default() };
                    let m = perturbed_manifold(&a, &b, &rule);
                    let count = m.points().len();
                    assert!(count > 0 && count <= 2 * MAX_SAMPLES, "{perturbation:?} {count}");
                    assert!(m.points().iter().all(|p| p.point_a.is_finite() && p.point_b.is_finite()));
                    let ball = Sphere::new(T::ONE);
                    assert!(!perturbed_manifold(&ball, &ball, &rule).points().is_empty());
                }
            }
        }
    }
    // Everything times a power of two gives the same points times that, to the bit.
    let exponent = T::MAX_EXPONENT / 4;
    for exponent in [-exponent, exponent] {
        let scale = T::power_of_two(exponent);
        let pose = about_z::<T>(0.25, 0.5, 1.49, 0.7);
        let (a, b) = (Cuboid::new(Vec3::splat(scale)), Cuboid::new(v3::<T>(0.75, 1.0, 0.5) * scale));
        let pose = Pose::new(pose.translation() * scale, pose.rotation());
        let m = perturbed_manifold(&a, &b.at(pose), &PerturbationSettings::default());
        assert_eq!(m.points().len(), plain.points().len());
        for (p, q) in m.points().iter().zip(plain.points()) {
            assert_eq!((p.point_a, p.point_b), (q.point_a * scale, q.point_b * scale));
        }
    }
    // Apart: no points, unless the margin reaches.
    let apart = Cuboid::new(v3::<T>(1.0, 1.0, 1.0)).at(Pose::at(v3::<T>(0.25, 0.5, 2.125)));
    assert!(perturbed_manifold(&a, &apart, &PerturbationSettings::default()).points().is_empty());
    let query = Settings { margin: Some(0.25), ..Default::default() };
    let m = perturbed_manifold(&a, &apart, &PerturbationSettings { query, ..Default::default() });
    assert!(m.points().len() == 4 && m.points().iter().all(|p| p.signed_distance.f64() == 0.125), "{m:?}");
}

#[test]
fn extreme_settings_and_sizes_are_answered() {
    extremes::<f32>();
    extremes::<f64>();
}
