//! The closed forms, compared with their own proofs and with the general path: GJK, EPA and the certified interval.

use impinge::answer::QuerySpace;
use impinge::math::{Turn, Vector};
use impinge::shape::{Shape, Support};
use impinge::study::certify::{self, certify};
use impinge::study::closed::{Answer, Closed, ClosedSpace, Cuboids, ERROR_ULPS};
use impinge::study::epa::Gap;
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Voronoi};
use impinge::study::pair::{Prepared, ROUNDING_ULPS, Vertex, separation};
use impinge::{
    AnyShape, AnyShape2, Capsule, Circle, Cone, Cuboid, Cylinder, Dimension, Ellipsoid, HalfSpace, Mat3,
    Point, Pose, Real, Rectangle, RectanglePatch, Rot2, Rot3, RoundCuboid, Segment, Segment2, Sphere, Vec2,
    Vec3, contact, half_space_contact, intersects,
};
use impinge_scenes::Rng;

/// A box-like core: its half sides, and itself as a shape.
struct Body<V: Vector, S> {
    half: V,
    shape: S,
}

/// Cases met in a run.
#[derive(Default, Debug)]
struct Tally {
    pairs: u32,
    exact: u32,
    apart: u32,
    touching: u32,
    deep: u32,
    deep_exact: u32,
    ambiguous: u32,
    /// Pairs whose depth the general path knows to rounding.
    known: u32,
    certified: u32,
    /// Largest errors, in ε × size.
    value: f64,
    attained: f64,
    points: f64,
}

/// The largest error of all, in ε × size, where it may be checked.
fn raise(worst: &mut f64, error: f64, unit: f64) {
    *worst = worst.max(error / unit);
}

/// Bounds of the general path on the signed distance of the cores.
fn general<W: QuerySpace>(prepared: &Prepared<'_, W>) -> (f64, f64) {
    let pair = &prepared.pair;
    let mut gjk = Gjk::<W, Voronoi>::new();
    let r = pair.rounding;
    let found = gjk.run(pair, &Goal { far: f64::INFINITY, near: r, gap: r, steps: MAX_STEPS }, &mut ());
    if found.upper > r {
        return (found.lower, found.upper);
    }
    let depth = W::depth(pair, gjk.simplex(), &Gap { bound: r, value: r }, &mut ());
    (-depth.upper, -depth.lower + r)
}

/// Distance of a point from a box about the origin.
fn outside<W: Vector<Scalar = f64>>(half: W, p: W) -> f64 {
    p.zip(half, |c, h| (c.abs() - h).max(0.0)).norm()
}

/// The closed form of a pair, checked as far as that is possible without knowing the truth.
fn checked<W: QuerySpace>(
    prepared: &Prepared<'_, W>,
    half_a: W,
    half_b: W,
    tally: &mut Tally,
) -> Option<Closed<W>> {
    let pair = &prepared.pair;
    let unit = f64::EPSILON * pair.size;
    let found = match <W as ClosedSpace>::closed(prepared) {
        Answer::Exact(found) => found,
        Answer::Start(axis) => {
            // No answer: the axis is one that separates, or all but does.
            let g = separation(pair, axis, &Vertex::default()).0;
            assert!(g >= -pair.rounding, "no answer for an overlap: {g} {pair:?}");
            return None;
        }
    };
    let (half_a, half_b) = (half_a * prepared.frame.length_in(1.0), half_b * prepared.frame.length_in(1.0));
    assert!((found.normal.norm() - 1.0).abs() <= 4.0 * f64::EPSILON);
    let g = separation(pair, found.normal, &Vertex::default()).0;
    raise(&mut tally.attained, (g - found.value).abs(), unit);
    let off = found.point_b - found.point_a - found.normal * found.value;
    raise(&mut tally.points, off.norm(), unit);
    raise(&mut tally.points, outside(half_a, found.point_a), unit);
    raise(&mut tally.points, outside(half_b, pair.turn.unturn(found.point_b - pair.offset)), unit);
    assert!(tally.attained <= ROUNDING_ULPS, "normal {found:?} {g} {pair:?}");
    assert!(tally.points <= ROUNDING_ULPS, "points {found:?} {pair:?}");
    Some(found)
}

/// One pair in both orders.
fn check<V, A, B>(a: &Body<V::Wide, A>, b: &Body<V::Wide, B>, tally: &mut Tally)
where
    V: Dimension,
    A: Shape<V = V>,
    B: Shape<V = V>,
{
    let (ab, ba) = (
        Prepared::new(&a.shape.parts(), &b.shape.parts()),
        Prepared::new(&b.shape.parts(), &a.shape.parts()),
    );
    let pair = &ab.pair;
    let unit = f64::EPSILON * pair.size;
    let (lower, upper) = general(&ab);
    tally.pairs += 1;
    let found = checked(&ab, a.half, b.half, tally);
    let other = checked(&ba, b.half, a.half, tally);
    tally.known += u32::from(upper - lower <= 4.0 * pair.rounding);
    let deep = upper < -pair.rounding;
    tally.deep += u32::from(deep);
    tally.apart += u32::from(lower > pair.rounding);
    tally.touching += u32::from(!deep && lower <= pair.rounding);
    if let Some(meet) = V::Wide::meet(&ab, 0.0) {
        assert!(
            if meet { lower <= 2.0 * pair.rounding } else { upper > 0.0 },
            "{meet} {lower} {upper} {pair:?}"
        );
    }
    let Some(found) = found else { return };
    tally.exact += 1;
    tally.deep_exact += u32::from(deep);
    tally.ambiguous += u32::from(found.ambiguous);
    let error = (lower - found.value).max(found.value - upper);
    raise(&mut tally.value, error - pair.rounding, unit);
    assert!(error <= ERROR_ULPS * unit + pair.rounding, "{found:?} not in [{lower}, {upper}] {pair:?}");
    if tally.pairs.is_multiple_of(16) {
        let interval = certify(pair, &certify::CertifySettings { gap: 1e-13, budget: 2000 });
        tally.certified += u32::from(interval.upper - interval.lower <= 1e-12);
        assert!(found.value >= interval.lower - ERROR_ULPS * unit - pair.rounding, "{found:?} {interval:?}");
        assert!(found.value <= interval.upper + ERROR_ULPS * unit, "{found:?} {interval:?}");
    }
    let Some(other) = other else { return };
    // Each has its own units.
    let differs = (ab.frame.length(found.value) - ba.frame.length(other.value)).abs();
    assert!(differs <= 2.0 * ERROR_ULPS * ab.frame.length(unit), "{found:?} {other:?}");
    if !found.ambiguous && !other.ambiguous {
        // B's frame is turned against A's. To turn the normal by φ changes the value v by v φ²/2.
        let turned = -pair.turn.turn(other.normal);
        let free = 1e-7 + (4.0 * pair.rounding / found.value.abs().max(unit)).sqrt();
        let differs = (turned - found.normal).norm();
        assert!(differs <= free, "{found:?} {other:?} {pair:?}");
    }
}

/// A rotation of one of the kinds that make trouble.
fn rotation(rng: &mut Rng) -> Rot3<f64> {
    let axis = [Vec3::axis(0), Vec3::axis(1), Vec3::axis(2), rng.unit3::<f64>()][rng.below(4)];
    let angle = [0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-5, 0.25, 0.5, 1.0, 1.0 + 1e-9][rng.below(10)];
    match rng.below(3) {
        0 => rng.rotation3(),
        _ => Rot3::from_axis_angle(axis, angle * std::f64::consts::FRAC_PI_2),
    }
}

/// A half side: moderate, round, or thin.
fn side(rng: &mut Rng) -> f64 {
    [rng.between(0.2, 1.0), 1.0, 0.5, 1e-3, 1e-4][rng.below(5)]
}

fn solid<T: Real>(kind: usize, rng: &mut Rng) -> (Vec3<f64>, AnyShape<T>) {
    let [x, y, z] = [(); 3].map(|()| T::of(side(rng)));
    let o = T::ZERO;
    let (half, shape): (Vec3<T>, AnyShape<T>) = match kind {
        0 => (Vec3::ZERO, Point::new(Vec3::ZERO).into()),
        1 => (Vec3::new(o, o, z), Segment::new(z).into()),
        2 => (Vec3::new(x, y, o), RectanglePatch::new([x, y]).into()),
        _ => (Vec3::new(x, y, z), Cuboid::new([x, y, z]).into()),
    };
    (half.cast(), shape)
}

/// Pose of B in A's frame: anywhere, at A's center, or such that faces, edges or corners touch or nearly do.
fn place(rng: &mut Rng, a: Vec3<f64>, b: Vec3<f64>, turn: &Rot3<f64>) -> Vec3<f64> {
    let near = [0.0, 1e-15, 1e-9, -1e-9, 1e-4, -0.1, 0.3][rng.below(7)];
    let spread = |rng: &mut Rng, s: f64| Vec3::from([(); 3].map(|()| rng.between(-s, s)));
    match rng.below(6) {
        0 => Vec3::ZERO,
        1 => spread(rng, 1.5),
        2 => spread(rng, 0.3),
        // A corner of B at a point of A's surface, as it stands in A.
        3 | 4 => {
            let kind = rng.below(3);
            let mut on_a = a.map(|h| [h, -h, rng.between(-h, h), 0.0][rng.below(4)]);
            on_a.x = a.x + near;
            let on_b = b.map(|h| if kind == 0 { 0.0 } else { [h, -h][rng.below(2)] });
            on_a - turn.rotate(on_b)
        }
        // Side by side along an axis.
        _ => {
            let i = rng.below(3);
            Vec3::axis(i) * (a.get(i) + b.get(i) + near)
        }
    }
}

fn solids<T: Real>(kinds: &[(usize, usize)], rounds: usize, seed: u64) -> Tally {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    for round in 0..rounds {
        for &(ka, kb) in kinds {
            let ((half_a, a), (half_b, b)) = (solid::<T>(ka, &mut rng), solid::<T>(kb, &mut rng));
            let turn = rotation(&mut rng);
            let offset = place(&mut rng, half_a, half_b, &turn);
            let [x, y, z, w] = turn.to_xyzw().map(T::of);
            let pose_b = Pose::new(offset.cast::<T>(), Rot3::from_xyzw([x, y, z, w]));
            let common = if round % 2 == 0 { Pose::IDENTITY } else { rng.pose3::<T>(2.0) };
            let (a, b) = (a.at(common), b.at(common.compose(&pose_b)));
            check::<Vec3<T>, _, _>(
                &Body { half: half_a, shape: a },
                &Body { half: half_b, shape: b },
                &mut tally,
            );
        }
    }
    tally
}

const SMALL: [(usize, usize); 8] = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (0, 3), (3, 0)];
const BOXES: [(usize, usize); 7] = [(3, 3), (1, 3), (3, 1), (2, 3), (3, 2), (2, 2), (1, 2)];

#[test]
fn points_and_segments_are_always_answered() {
    for tally in [solids::<f32>(&SMALL, 1500, 1), solids::<f64>(&SMALL, 1500, 2)] {
        assert_eq!(tally.exact, tally.pairs);
        assert!(tally.apart > tally.pairs / 3 && tally.touching > tally.pairs / 20, "{tally:?}");
        assert!(tally.known > tally.pairs / 20 * 17, "{tally:?}");
    }
}

#[test]
fn boxes_that_overlap_are_always_answered() {
    for tally in [solids::<f32>(&BOXES, 2000, 3), solids::<f64>(&BOXES, 2000, 4)] {
        assert_eq!(tally.deep_exact, tally.deep, "{tally:?}");
        assert!(tally.deep > tally.pairs / 4 && tally.apart > tally.pairs / 8, "{tally:?}");
        assert!(tally.touching > tally.pairs / 20 && tally.ambiguous > 100, "{tally:?}");
        assert!(tally.known > tally.pairs / 20 * 17 && tally.certified > 100, "{tally:?}");
    }
}

fn planar<T: Real>(rounds: usize, seed: u64) -> Tally {
    let (mut rng, mut tally) = (Rng::new(seed), Tally::default());
    let body = |rng: &mut Rng| -> (Vec2<f64>, AnyShape2<T>) {
        let [x, y] = [(); 2].map(|()| T::of(side(rng)));
        let (half, shape): (Vec2<T>, AnyShape2<T>) = match rng.below(4) {
            0 => (Vec2::ZERO, Point::new(Vec2::ZERO).into()),
            1 => (Vec2::new(T::ZERO, y), Segment2::new(y).into()),
            _ => (Vec2::new(x, y), Rectangle::new([x, y]).into()),
        };
        (half.cast(), shape)
    };
    for _ in 0..rounds {
        let ((half_a, a), (half_b, b)) = (body(&mut rng), body(&mut rng));
        let angle =
            [0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-5, 0.25, 0.5, 1.0, rng.between(0.0, 4.0)][rng.below(10)];
        let turn = Rot2::from_angle(angle * std::f64::consts::FRAC_PI_2);
        let near = [0.0, 1e-15, 1e-9, -1e-9, 1e-4, -0.1, 0.3][rng.below(7)];
        let offset = match rng.below(5) {
            0 => Vec2::ZERO,
            1 | 2 => Vec2::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)),
            3 => {
                Vec2::new(half_a.x + near, [half_a.y, 0.0][rng.below(2)])
                    - turn.rotate(half_b.map(|h| [h, -h][rng.below(2)]))
            }
            _ => {
                let i = rng.below(2);
                Vec2::axis(i) * (half_a.get(i) + half_b.get(i) + near)
            }
        };
        let pose_b = Pose::new(
            offset.cast::<T>(),
            Rot2::try_from_cos_sin(T::of(turn.cos()), T::of(turn.sin())).unwrap(),
        );
        let common = if rng.below(2) == 0 { Pose::IDENTITY } else { rng.pose2::<T>(2.0) };
        let (a, b) = (a.at(common), b.at(common.compose(&pose_b)));
        check::<Vec2<T>, _, _>(
            &Body { half: half_a, shape: a },
            &Body { half: half_b, shape: b },
            &mut tally,
        );
    }
    tally
}

#[test]
fn shapes_of_the_plane_that_overlap_are_answered() {
    for tally in [planar::<f32>(20_000, 5), planar::<f64>(20_000, 6)] {
        assert_eq!(tally.deep_exact, tally.deep, "{tally:?}");
        assert!(tally.deep > tally.pairs / 4 && tally.apart > tally.pairs / 8, "{tally:?}");
        assert!(tally.touching > tally.pairs / 20 && tally.ambiguous > 100, "{tally:?}");
        assert!(tally.known > tally.pairs / 20 * 17, "{tally:?}");
    }
}

#[test]
fn ties_take_the_first_axis_and_are_reported() {
    let half = Vec3::splat(1.0);
    let rounding = ROUNDING_ULPS * f64::EPSILON * 8.0;
    let turn = Mat3::IDENTITY;
    let ask = |offset: Vec3<f64>| {
        Cuboids { half_a: &half, half_b: &half, turn: &turn, offset: &offset, rounding }.signed_distance()
    };
    let exact = |offset| match ask(offset) {
        Answer::Exact(found) => found,
        Answer::Start(axis) => panic!("only the axis {axis:?}"),
    };
    // Concentric: six ways out.
    let found = exact(Vec3::ZERO);
    assert_eq!((found.value, found.normal, found.ambiguous), (-2.0, Vec3::axis(0), true));
    // Along the diagonal: three ways.
    let found = exact(Vec3::new(-1.5, 1.5, 1.5));
    assert_eq!((found.value, found.normal, found.ambiguous), (-0.5, -Vec3::axis(0), true));
    // One way only, though A's face and B's are both its normal; the points are in the middle of the shared patch.
    let found = exact(Vec3::new(0.5, 1.75, 0.25));
    assert_eq!((found.value, found.normal, found.ambiguous), (-0.25, Vec3::axis(1), false));
    assert!((found.point_a - Vec3::new(0.25, 1.0, 0.125)).norm() < 1e-14, "{found:?}");
    assert!((found.point_b - Vec3::new(0.25, 0.75, 0.125)).norm() < 1e-14, "{found:?}");
    // Touching at a corner and apart by a corner.
    assert_eq!(exact(Vec3::splat(2.0)).value, 0.0);
    assert!(matches!(ask(Vec3::splat(2.5)), Answer::Start(_)));
}

/// Edges that are all but parallel: an axis computed from rounding errors must not separate, and one that does separate
/// must not be missed.
#[test]
fn nearly_parallel_edges_separate_only_what_is_apart() {
    let (mut rng, mut apart, mut meet) = (Rng::new(7), 0, 0);
    for _ in 0..1000 {
        // About x by any angle, then tilted a little: the edges along x are nearly parallel.
        let tilt = Rot3::from_axis_angle(rng.unit3::<f64>(), 10f64.powf(rng.between(-16.0, -2.0)));
        let about = Rot3::from_axis_angle([1.0, 0.0, 0.0], rng.between(0.1, 1.4));
        let pose = Pose::turned(tilt).compose(&Pose::turned(about));
        let half = Vec3::new(1.0, 0.3, 0.3);
        let angle = rng.between(0.0, 6.3);
        let shapes = |r: f64| {
            let offset = Vec3::new(0.1, r * angle.cos(), r * angle.sin());
            (Cuboid::new(half), Cuboid::new(half).at(Pose::at(offset).compose(&pose)))
        };
        // To where they just touch.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let (a, b) = shapes(middle);
            match Vec3::<f64>::closed(&Prepared::new(&a.parts(), &b.parts())) {
                Answer::Exact(found) if found.value <= 0.0 => low = middle,
                _ => high = middle,
            }
        }
        for r in [low - 3e-13, high + 3e-13] {
            let (a, b) = shapes(r);
            let prepared = Prepared::new(&a.parts(), &b.parts());
            let truth = certify(&prepared.pair, &certify::CertifySettings { gap: 1e-15, budget: 4000 });
            let found = Vec3::<f64>::meet(&prepared, 0.0);
            let rounding = prepared.pair.rounding;
            apart += u32::from(truth.lower > 2.0 * rounding && found == Some(false));
            meet += u32::from(truth.upper < -2.0 * rounding && found == Some(true));
            match found {
                Some(true) => assert!(truth.lower <= 2.0 * rounding, "{truth:?} {prepared:?}"),
                Some(false) => assert!(truth.upper > 0.0, "{truth:?} {prepared:?}"),
                None => assert!(truth.upper > -2.0 * rounding, "{truth:?} {prepared:?}"),
            }
        }
    }
    assert!(apart > 900 && meet > 900);
}

#[test]
fn round_boxes_meet_within_a_margin() {
    let (mut rng, mut decided, mut total) = (Rng::new(8), 0, 0);
    for _ in 0..4000 {
        let a = RoundCuboid::new([0.5, 0.4, 0.3], 0.1).at(rng.pose3(0.7));
        let b = RoundCuboid::new([0.2, 0.6, 0.3], 0.2).at(rng.pose3(0.7));
        let prepared = Prepared::new(&a.parts(), &b.parts());
        total += 1;
        if let Some(meet) = Vec3::<f64>::meet(&prepared, prepared.radius_a + prepared.radius_b) {
            decided += 1;
            assert_eq!(meet, intersects(&a, &b));
        }
    }
    assert!(decided > total * 8 / 10);
}

fn half_space<T: Real>() {
    let t = T::of;
    let shapes: Vec<AnyShape<T>> = vec![
        Sphere::new(t(0.5)).into(),
        Capsule::new(t(0.7), t(0.2)).into(),
        Cuboid::new([t(0.3), t(0.5), t(0.7)]).into(),
        Cylinder::new(t(0.4), t(0.6)).into(),
        Cone::new(t(0.4), t(0.3)).into(),
        Ellipsoid::new([t(0.3), t(0.5), t(0.7)]).into(),
    ];
    let mut rng = Rng::new(9);
    let (mut above, mut below) = (0, 0);
    for round in 0..300 {
        for shape in &shapes {
            let scale = [1.0, 1e-6, 1e6][round % 3];
            let shape = shape.clone().at(rng.pose3::<T>(1.0));
            let plane =
                HalfSpace::<Vec3<T>>::new(rng.unit3::<T>(), t(rng.between(-1.0, 1.0) * scale.min(1.0)));
            let found = half_space_contact(&plane, &shape);
            if found.signed_distance > T::ZERO {
                above += 1
            } else {
                below += 1
            }
            // The face of a wide, thick slab is the same plane to a shape of this size. The slab lies along z.
            let slab = Cuboid::new([t(64.0), t(64.0), t(16.0)]);
            let rotation = Rot3::between(Vec3::axis(2), plane.normal());
            let slab = slab.at(Pose::new(plane.normal() * (plane.offset() - t(16.0)), rotation));
            let general = contact(&slab, &shape);
            let free = 256.0 * T::EPSILON.f64() + found.error.f64() + general.error.f64();
            let apart = (general.signed_distance - found.signed_distance).f64().abs();
            assert!(apart <= free.max(1e-8), "{apart} {found:?} {general:?}");
            // The points are on the plane and on the shape's surface.
            let eps = 16.0 * T::EPSILON.f64();
            assert!(plane.signed_distance(found.point_a).f64().abs() <= eps);
            let apart = found.point_b - found.point_a - plane.normal() * found.signed_distance;
            assert!(apart.norm().f64() <= eps);
            let lowest = shape.support(-plane.normal());
            assert!((plane.signed_distance(lowest) - found.signed_distance).f64().abs() <= eps);
            let back = found.swapped();
            assert_eq!(
                (back.normal, back.point_a, back.point_b),
                (-found.normal, found.point_b, found.point_a)
            );
        }
    }
    assert!(above > 300 && below > 300);
}

#[test]
fn half_spaces_agree_with_support_values() {
    half_space::<f32>();
    half_space::<f64>();
    // Huge and tiny, and in the plane.
    for scale in [1e-300, 1e-30, 1e30, 1e300] {
        let floor = HalfSpace::<Vec2<f64>>::new([0.0, 2.0], scale);
        let found = half_space_contact(&floor, &Circle::new(scale).at(Pose::at([0.0, 3.0 * scale])));
        assert!((found.signed_distance - scale).abs() <= found.error && found.error < 1e-13 * scale);
    }
}
