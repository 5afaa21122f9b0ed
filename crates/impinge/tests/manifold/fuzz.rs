//! Any two shapes near contact.

use super::*;
use impinge::{
    AnyShape, AnyShape2, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder,
    Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, Lozenge, Pose, Rectangle, RectanglePatch, Rot3,
    Rotation, RoundCuboid, Segment, Segment2, Sphere, Triangle, Wheel,
};
use impinge_scenes::Rng;

pub const SOLIDS: usize = 17;
pub const FLATS: usize = 7;

/// Solid number `kind` of random size.
pub fn solid<T: Real>(kind: usize, rng: &mut Rng) -> AnyShape<T> {
    let [a, b, c] = [(); 3].map(|()| T::of(rng.between(0.25, 1.5)));
    let r = T::of(rng.between(0.05, 0.5));
    match kind {
        0 => Point::new(rng.in_ball()).into(),
        1 => Segment::new(a).into(),
        2 => RectanglePatch::new(Vec2::new(a, b)).into(),
        3 => Triangle::new(rng.in_ball(), rng.in_ball(), rng.in_ball()).into(),
        4 => Disc::new(a).into(),
        5 => EllipticDisc::new(Vec2::new(a, b)).into(),
        6 => Sphere::new(a).into(),
        7 => Ellipsoid::new(Vec3::new(a, b, c)).into(),
        8 => Cuboid::new(Vec3::new(a, b, c)).into(),
        9 => Frustum::new(Vec2::new(a, b), Vec2::new(a * c * T::HALF, r), b).into(),
        10 => Capsule::new(a, r).into(),
        11 => Lozenge::new(Vec2::new(a, b), r).into(),
        12 => RoundCuboid::new(Vec3::new(a, b, c), r).into(),
        13 => Wheel::new(a, r).into(),
        14 => Cylinder::new(a, b).into(),
        15 => Cone::new(a, b).into(),
        _ => {
            let count = 4 + rng.below(24);
            ConvexPolyhedron::new(&(0..count).map(|_| rng.in_ball()).collect::<Vec<Vec3<T>>>()).into()
        }
    }
}

/// Plane shape number `kind` of random size.
pub fn flat<T: Real>(kind: usize, rng: &mut Rng) -> AnyShape2<T> {
    let [a, b] = [(); 2].map(|()| T::of(rng.between(0.25, 1.5)));
    let r = T::of(rng.between(0.05, 0.5));
    match kind {
        0 => Point::new(rng.unit2()).into(),
        1 => Segment2::new(a).into(),
        2 => Circle::new(a).into(),
        3 => Ellipse::new(Vec2::new(a, b)).into(),
        4 => Rectangle::new(Vec2::new(a, b)).into(),
        5 => Capsule2::new(a, r).into(),
        _ => {
            let count = 3 + rng.below(12);
            let points: Vec<Vec2<T>> =
                (0..count).map(|_| rng.unit2::<T>() * T::of(rng.between(0.5, 1.0))).collect();
            ConvexPolygon::new(&points).into()
        }
    }
}

/// Any turn; or one by quarters, so that faces are parallel; or nearly that.
fn turn3<T: Real>(rng: &mut Rng) -> Rot3<T> {
    let quarter = |k: usize, rng: &mut Rng| {
        Rot3::from_axis_angle(Vec3::axis(k), T::of(std::f64::consts::FRAC_PI_2 * rng.below(4) as f64))
    };
    let about_z = Rot3::from_axis_angle(Vec3::<T>::axis(2), T::of(rng.between(0.0, 6.3)));
    let square = quarter(0, rng).compose(&quarter(1, rng));
    let square = if rng.below(2) == 0 { about_z.compose(&square) } else { square };
    match rng.below(3) {
        0 => rng.rotation3(),
        1 => square,
        _ => {
            let angle = 10.0_f64.powf(rng.between(-9.0, -1.5));
            Rot3::from_axis_angle(rng.unit3::<T>(), T::of(angle)).compose(&square)
        }
    }
}

pub fn settings(rng: &mut Rng) -> ManifoldSettings {
    ManifoldSettings {
        max_points: [None, Some(4), Some(1), Some(2), Some(3), Some(6)][rng.below(6)],
        margin: [0.0, 0.0, 1e-6, 1e-3, 0.1][rng.below(5)],
        ..ManifoldSettings::default()
    }
}

/// B moved along the normal so that the two are nearly `gap` apart.
fn moved<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    pose: &Pose<A::V>,
    gap: f64,
) -> Pose<A::V> {
    let c = contact(a, &b.at(*pose));
    let by = c.normal * <<A::V as Vector>::Scalar as Real>::of(gap - c.signed_distance.f64());
    Pose::new(pose.translation() + by, pose.rotation())
}

fn gap(rng: &mut Rng) -> f64 {
    match rng.below(4) {
        0 => 0.0,
        1 => -(10.0_f64.powf(rng.between(-9.0, -1.0))),
        2 => 10.0_f64.powf(rng.between(-9.0, -1.0)),
        _ => rng.between(-0.3, 0.0),
    }
}

fn solids<T: Real>(rounds: usize) {
    let mut rng = Rng::new(4);
    let (mut hits, mut points, mut many, mut bad) = (0, 0, 0, 0);
    for round in 0..rounds {
        for i in 0..SOLIDS {
            for j in 0..SOLIDS {
                let (a, b) = (solid::<T>(i, &mut rng), solid::<T>(j, &mut rng));
                let pose = Pose::new(rng.unit3::<T>() * T::of(2.0), turn3(&mut rng));
                let pose = if rng.below(2) == 0 {
                    Pose::new(Vec3::axis(2) * T::of(3.0) + rng.unit3() * T::of(0.5), pose.rotation())
                } else {
                    pose
                };
                let pose = moved(&a, &b, &pose, gap(&mut rng));
                let world = if rng.below(2) == 0 { Pose::IDENTITY } else { rng.pose3::<T>(1.0) };
                let settings = settings(&mut rng);
                let (pa, pb) = ((&a).at(world), (&b).at(world.compose(&pose)));
                let m = impinge::manifold_with(&pa, &pb, &settings);
                let wrong = faults(&pa, &pb, &settings, &m);
                if !wrong.is_empty() {
                    bad += 1;
                    if bad < 40 { println!("{} round {round}: {} {} {}", T::NAME, a.name(), b.name(), wrong.join(", ")); }
                    if bad < 1 { println!("{a:?}\n{b:?}\n{pose:?}\n{settings:?}\n{m:?}"); }
                }
                hits += usize::from(!m.points().is_empty());
                points += m.points().len();
                many += usize::from(m.points().len() >= 3);
            }
        }
    }
    let all = rounds * SOLIDS * SOLIDS;
    println!("{} {all}: {hits} {points} {many} bad {bad}", T::NAME);
    assert!(hits * 2 > all &&  many * 40 > all, "{hits} {points} {many} of {all}");
}

#[test]
fn any_solids() {
    solids::<f64>(400);
    solids::<f32>(400);
}
