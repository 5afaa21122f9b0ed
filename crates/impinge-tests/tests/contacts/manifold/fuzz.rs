//! Any two shapes near contact.

use super::*;
use impinge::{
    AnyShape, AnyShape2, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder,
    Dimension, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, Lozenge, Pose, Rectangle, RectanglePatch,
    Rot2, Rot3, RoundCuboid, Segment, Segment2, ShapeKind, ShapeKind2, Sphere, Triangle, Wheel,
};

pub const SOLIDS: usize = ShapeKind::ALL.len();
pub const FLATS: usize = ShapeKind2::ALL.len();

/// Solid number `kind` of random size.
pub fn solid<T: Real>(kind: usize, rng: &mut Rng) -> AnyShape<T> {
    let [a, b, c] = [(); 3].map(|()| T::of(rng.between(0.25, 1.5)));
    let r = T::of(rng.between(0.05, 0.5));
    match ShapeKind::ALL[kind] {
        ShapeKind::Point => Point::new(rng.in_ball()).into(),
        ShapeKind::Segment => Segment::new(a).into(),
        ShapeKind::RectanglePatch => RectanglePatch::new(Vec2::new(a, b)).into(),
        ShapeKind::Triangle => Triangle::new(rng.in_ball(), rng.in_ball(), rng.in_ball()).into(),
        ShapeKind::Disc => Disc::new(a).into(),
        ShapeKind::EllipticDisc => EllipticDisc::new(Vec2::new(a, b)).into(),
        ShapeKind::Sphere => Sphere::new(a).into(),
        ShapeKind::Ellipsoid => Ellipsoid::new(Vec3::new(a, b, c)).into(),
        ShapeKind::Cuboid => Cuboid::new(Vec3::new(a, b, c)).into(),
        ShapeKind::Frustum => {
            Frustum::new(Vec2::new(a, b), Vec2::new(a * c * T::HALF, r), b * T::HALF).into()
        }
        ShapeKind::Capsule => Capsule::new(a, r).into(),
        ShapeKind::Lozenge => Lozenge::new(Vec2::new(a, b), r).into(),
        ShapeKind::RoundCuboid => RoundCuboid::new(Vec3::new(a, b, c), r).into(),
        ShapeKind::Wheel => Wheel::new(a, r).into(),
        ShapeKind::Cylinder => Cylinder::new(a, b).into(),
        ShapeKind::Cone => Cone::new(a, b * T::HALF).into(),
        ShapeKind::ConvexPolyhedron => {
            let count = 4 + rng.below(24);
            ConvexPolyhedron::new(&(0..count).map(|_| rng.in_ball()).collect::<Vec<Vec3<T>>>()).into()
        }
    }
}

/// Plane shape number `kind` of random size.
pub fn flat<T: Real>(kind: usize, rng: &mut Rng) -> AnyShape2<T> {
    let [a, b] = [(); 2].map(|()| T::of(rng.between(0.25, 1.5)));
    let r = T::of(rng.between(0.05, 0.5));
    match ShapeKind2::ALL[kind] {
        ShapeKind2::Point => Point::new(rng.unit2()).into(),
        ShapeKind2::Segment2 => Segment2::new(a).into(),
        ShapeKind2::Circle => Circle::new(a).into(),
        ShapeKind2::Ellipse => Ellipse::new(Vec2::new(a, b)).into(),
        ShapeKind2::Rectangle => Rectangle::new(Vec2::new(a, b)).into(),
        ShapeKind2::Capsule2 => Capsule2::new(a, r).into(),
        ShapeKind2::ConvexPolygon => {
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
fn moved<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
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

/// Statistics of many pairs.
#[derive(Debug, Default)]
struct Seen {
    pairs: usize,
    touching: usize,
    several: usize,
    /// Points beside their shapes by more than the query's error: edges that are nearly parallel, features that meet in
    /// a line or corner.
    beside: usize,
    /// Among those with the same normal, the number with the same features with A and B exchanged.
    mirrors: usize,
    mirrored: usize,
}

/// Two edges count as parallel, and features as meeting, within 2⁻¹⁶ of their extent.
const BESIDE: f64 = 1.0 / 65536.0;

impl Seen {
    /// One pair: what must hold, and the same pair with A and B exchanged.
    fn look<V: Dimension>(
        &mut self,
        a: &Erased<'_, V>,
        b: &Erased<'_, V>,
        settings: &ManifoldSettings,
        what: impl Fn() -> String,
    ) {
        let m = impinge::manifold_with(a, b, settings);
        let wrong = faults(a, b, settings, &m, BESIDE);
        assert!(wrong.is_empty(), "{}: {}\n{m:?}", wrong.join(", "), what());
        self.pairs += 1;
        self.touching += usize::from(!m.points().is_empty());
        self.several += usize::from(m.points().len() >= 2);
        self.beside += usize::from(!faults(a, b, settings, &m, 0.0).is_empty());
        // Mirrored, unless the normal is another of several that are as good, or at a limit of the margin.
        let s = impinge::manifold_with(b, a, settings).swapped();
        if settings.max_points.is_none() && (s.normal - m.normal).norm().f64() <= 1e-12 {
            let same = names(&s) == names(&m);
            self.mirrored += usize::from(same);
            self.mirrors += 1;
            for p in m.points() {
                let q = s.points().iter().find(|q| (q.feature_a, q.feature_b) == (p.feature_a, p.feature_b));
                if let Some(q) = q {
                    let off = (p.point_a - q.point_a).norm().f64();
                    let root = ((m.error + s.error).f64() * size(a, b)).sqrt();
                    let bound = 1e-4 * size(a, b) + 2.0 * root;
                    assert!(off <= bound, "mirrored, a point moves by {off:e}: {}\n{m:?}\n{s:?}", what());
                }
            }
        }
    }
}

fn solids<T: Real>(rounds: usize) {
    let mut rng = Rng::new(4);
    let mut seen = Seen::default();
    for _ in 0..rounds {
        for i in 0..SOLIDS {
            for j in 0..SOLIDS {
                let (a, b) = (solid::<T>(i, &mut rng), solid::<T>(j, &mut rng));
                let from = if rng.below(2) == 0 { rng.unit3::<T>() * T::TWO } else { v3(0.0, 0.0, 3.0) };
                let pose = Pose::new(from + rng.unit3::<T>() * T::HALF, turn3(&mut rng));
                let pose = moved(&erased(&a), &erased(&b), &pose, gap(&mut rng));
                let world = if rng.below(2) == 0 { Pose::IDENTITY } else { rng.pose3::<T>(1.0) };
                let settings = settings(&mut rng);
                let (pa, pb) = ((&a).at(world), (&b).at(world.compose(&pose)));
                let what = || format!("{a:?} at {world:?} and {b:?} at {pose:?}, {settings:?}");
                seen.look(&erased(&pa), &erased(&pb), &settings, what);
                // On a plane under the shape, turned anyhow.
                let c = contact(&erased(&pa), &erased(&pb));
                let low = pb.support(-c.normal);
                let level = c.normal.dot(low) - T::of(gap(&mut rng));
                on_plane(&HalfSpace::new(c.normal, level), &pb, &settings);
            }
        }
    }
    seen.check_rates(T::NAME, 15);
}

fn plane_shapes<T: Real>(rounds: usize) {
    let mut rng = Rng::new(14);
    let mut seen = Seen::default();
    for _ in 0..rounds {
        for i in 0..FLATS {
            for j in 0..FLATS {
                let (a, b) = (flat::<T>(i, &mut rng), flat::<T>(j, &mut rng));
                let quarter = std::f64::consts::FRAC_PI_2 * rng.below(4) as f64;
                let angle = match rng.below(3) {
                    0 => rng.between(0.0, 6.3),
                    1 => quarter,
                    _ => quarter + 10.0_f64.powf(rng.between(-9.0, -1.5)),
                };
                let from = if rng.below(3) == 0 { rng.unit2::<T>() } else { Vec2::axis(rng.below(2)) };
                let from = from * T::of(3.0) + rng.unit2::<T>() * T::HALF;
                let pose = Pose::new(from, Rot2::from_angle(T::of(angle)));
                let pose = moved(&erased(&a), &erased(&b), &pose, gap(&mut rng));
                let world = if rng.below(2) == 0 { Pose::IDENTITY } else { rng.pose2::<T>(1.0) };
                let settings = settings(&mut rng);
                let (pa, pb) = ((&a).at(world), (&b).at(world.compose(&pose)));
                let what = || format!("{a:?} at {world:?} and {b:?} at {pose:?}, {settings:?}");
                seen.look(&erased(&pa), &erased(&pb), &settings, what);
                let c = contact(&erased(&pa), &erased(&pb));
                let level = c.normal.dot(c.point_b) - T::of(gap(&mut rng));
                let m = on_plane(&HalfSpace::new(c.normal, level), &pb, &settings);
                assert!(m.points().len() <= 3 && (settings.max_points.is_none() || m.points().len() <= 2));
            }
        }
    }
    seen.check_rates(T::NAME, 30);
}

impl Seen {
    /// Enough was seen to test something, and little was beside.
    fn check_rates(&self, name: &str, several: usize) {
        println!("{name}: {self:?}");
        assert!(self.touching * 2 > self.pairs && self.several * several > self.pairs, "{self:?}");
        assert!(self.beside * 1000 <= self.pairs, "{self:?}");
        assert!(self.mirrors * 20 > self.pairs && self.mirrored * 100 >= self.mirrors * 99, "{self:?}");
    }
}

#[test]
fn manifolds_of_any_solids_hold_their_promise() {
    both(|| solids::<f32>(20), || solids::<f64>(20));
}

#[test]
fn manifolds_of_any_shapes_of_the_plane_hold_their_promise() {
    both(|| plane_shapes::<f32>(100), || plane_shapes::<f64>(100));
}

/// Sizes at the ends of the range of numbers; all times 2^k is the same times 2^k.
#[test]
fn huge_and_tiny() {
    for exponent in [-1000, -500, 0, 500, 1000] {
        let k = f64::power_of_two(exponent);
        let (a, b) = (Cuboid::new(Vec3::splat(k)), Cylinder::new(k, 0.5 * k));
        let (a, b) = (erased(&a), b.at(Pose::at(Vec3::new(0.9, 0.0, 1.75) * k)));
        let m = impinge::manifold_with(&a, &erased(&b), &all());
        let one = impinge::manifold_with(
            &erased(&cube::<f64>()),
            &erased(&Cylinder::new(1.0, 0.5).at(at(0.9, 0.0, 1.75))),
            &all(),
        );
        assert_eq!(names(&m), names(&one));
        for (p, q) in m.points().iter().zip(one.points()) {
            assert_eq!((p.point_a, p.point_b), (q.point_a * k, q.point_b * k));
        }
        let plane = HalfSpace::new(Vec3::new(0.0, 0.0, 1.0), k);
        assert_eq!(half_space_manifold_with(&plane, &erased(&b), &all()).points().len(), 16);
    }
    // A small box on a large one and far from the origin, a plane far away.
    let far = 1e12;
    let ground = Cuboid::new(v3::<f64>(far, far, 1.0));
    let m = impinge::manifold_with(&erased(&ground), &erased(&cube().at(at(0.5 * far, 0.0, 2.0))), &all());
    assert_eq!(m.points().len(), 4);
    let far = HalfSpace::new(Vec3::new(1e-3, 2e-3, 1.0), 1e300);
    assert!(!half_space_manifold_with(&far, &erased(&cube::<f64>()), &all()).points().is_empty());
    let far = HalfSpace::new(Vec3::new(1e-3, 2e-3, 1.0), -1e300);
    assert!(half_space_manifold_with(&far, &erased(&cube::<f64>()), &all()).points().is_empty());
}

/// Coincident shapes, shapes within shapes, flat ones in one plane: an answer without a panic, finite points.
#[test]
fn degenerate_pairs_have_finite_points() {
    let mut rng = Rng::new(30);
    for i in 0..SOLIDS {
        for j in 0..SOLIDS {
            let (a, b) = (solid::<f64>(i, &mut rng), solid::<f64>(j, &mut rng));
            for pose in [Pose::IDENTITY, at(1e-300, 0.0, 0.0), at(0.0, 0.0, 1e-17), at(1.0, 0.0, 0.0)] {
                for settings in
                    [all(), ManifoldSettings { angle: f64::NAN, margin: 1e300, rim_sides: 0, ..all() }]
                {
                    let b = (&b).at(pose);
                    let m = impinge::manifold_with(&erased(&a), &erased(&b), &settings);
                    for p in m.points() {
                        assert!(
                            p.point_a.is_finite() && p.point_b.is_finite() && p.signed_distance.is_finite()
                        );
                    }
                    let same = (&a).at(pose);
                    let m = impinge::manifold_with(&erased(&a), &erased(&same), &settings);
                    assert!(m.points().iter().all(|p| p.point_a.is_finite() && p.point_b.is_finite()));
                }
            }
        }
    }
}
