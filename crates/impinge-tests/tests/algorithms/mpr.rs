//! MPR against GJK, closed forms and a brute force over the axes of boxes: verdicts, their proofs, and depths.

use std::collections::BTreeMap;

use impinge::math::Turn;
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Proximity, Voronoi};
use impinge::study::mpr::{Aim, Decided, Decision, PortalSpace, decide, depth_along, penetration};
use impinge::study::observe::Step;
use impinge::study::pair::{Obstacle, Prepared, Vertex, separation};
use impinge::{
    Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum,
    Pose, Real, Rectangle, RectanglePatch, Segment, Segment2, Shape, Support, Triangle, Vec2, Vec3,
};
use impinge_scenes::{Rng, clouds};

use super::native::{Core2, Core3, Native, NativeCore, NativeSpace};

/// A pair in the precision of its shapes.
fn native<'a, V: NativeSpace>(a: V::Core<'a>, b: V::Core<'a>, pose: Pose<V>) -> Native<'a, V> {
    // Polyhedra choose in their own precision.
    super::native::native(a, b, &pose, if V::Scalar::NAME == "f32" { 2.0 } else { 1.0 })
}

/// GJK's answer; its upper bound from the weights, which holds whatever they are.
fn gjk<V: PortalSpace>(pair: &impl Obstacle<V>) -> Proximity<V>
where
    Voronoi: impinge::study::gjk::SubAlgorithm<V>,
{
    let zero = V::Scalar::ZERO;
    let goal = Goal { far: V::Scalar::INFINITY, near: zero, gap: pair.rounding(), steps: MAX_STEPS };
    let mut gjk = Gjk::<V, Voronoi>::new();
    let mut found = gjk.run(pair, &goal, &mut ());
    found.upper = gjk.simplex().combination().norm();
    found
}

/// Every claim of a verdict is true.
fn check_proof<V: PortalSpace>(pair: &impl Obstacle<V>, decision: &Decided<V>) {
    let rounding = pair.rounding();
    match decision.decision {
        Decision::Apart { axis, separation: s } => {
            assert!((axis.norm() - V::Scalar::ONE).abs() <= V::Scalar::of(8.0) * V::Scalar::EPSILON);
            let (g, _) = separation(pair, axis, &Vertex::default());
            assert!(g > V::Scalar::ZERO && s > V::Scalar::ZERO && (g - s).abs() <= rounding, "{g} {s}");
        }
        Decision::Meet { point_a, point_b, residual } => {
            let apart = (point_b - point_a).norm();
            let bound = V::Scalar::of(impinge::study::mpr::MEETING + 4.0) * rounding;
            assert!(residual <= bound && apart <= residual + rounding, "{residual} {apart}");
        }
        Decision::Undecided { lower, upper } => assert!(lower <= upper),
    }
}

/// An observer changes nothing, and sees every support call from the first on: points of C, a portal that grows point by
/// point, and of bounds that hold. Only where the first search found no proof are some calls left out.
fn check_told<V: PortalSpace>(pair: &impl Obstacle<V>, decision: &Decided<V>) {
    let mut sizes = Vec::new();
    let mut last = None;
    let few = V::Scalar::of(16.0) * pair.rounding();
    let seen = decide(pair, &mut |step: &Step<'_, V>| {
        assert!(last.is_none_or(|last| step.iteration > last), "calls are told in their order");
        last = Some(step.iteration);
        sizes.push(step.vertices.len());
        let n = step.point.normalized().expect("a direction");
        assert_eq!(step.bounds[0], -step.found.point.dot(step.point) / step.point.norm());
        assert!(step.vertices.iter().all(|v| n.dot(v.point - step.found.point) <= few), "{step:?}");
    });
    assert_eq!(format!("{seen:?}"), format!("{decision:?}"));
    if sizes.first() == Some(&0) && !sizes[1..].contains(&0) {
        assert!(sizes.len() <= decision.calls as usize, "no call is told twice");
        assert!(sizes.is_sorted() && sizes.iter().all(|n| *n <= V::DIM), "{sizes:?}");
    }
}

#[derive(Default, Debug)]
struct Tally {
    apart: u32,
    meet: u32,
    undecided: u32,
    within: u32,
    calls: u32,
    gjk_calls: u32,
    most: u32,
}

/// The verdict agrees with GJK where that is sure, and is undecided only near touching.
fn compare<V: PortalSpace>(pair: &(impl Obstacle<V> + std::fmt::Debug), tally: &mut Tally)
where
    Voronoi: impinge::study::gjk::SubAlgorithm<V>,
{
    let decision = decide(pair, &mut ());
    check_proof(pair, &decision);
    check_told(pair, &decision);
    let truth = gjk(pair);
    let few = V::Scalar::of(16.0) * pair.rounding();
    tally.calls += decision.calls;
    tally.gjk_calls += truth.calls;
    tally.most = tally.most.max(decision.calls);
    match decision.decision {
        Decision::Apart { separation, .. } => {
            tally.apart += 1;
            assert!(separation <= truth.upper + few, "apart by {separation}, GJK {truth:?}");
        }
        Decision::Meet { .. } => {
            tally.meet += 1;
            assert!(truth.lower <= few, "meet, GJK {truth:?}");
        }
        Decision::Undecided { lower, upper } => {
            tally.undecided += 1;
            if -few <= lower.max(truth.lower) && upper.min(truth.upper) <= few {
                tally.within += 1;
            } else {
                println!("undecided beyond rounding: {decision:?} {truth:?} {pair:?}");
            }
        }
    }
}

fn hulls<T: Real>() -> Vec<ConvexPolyhedron<T>> {
    let mut rng = Rng::new(5);
    let slender: Vec<Vec3<T>> = clouds::on_sphere::<f64>(20, 3)
        .iter()
        .map(|p| Vec3::new(p.x * 1.5, p.y * 0.05, p.z * 0.2).cast())
        .collect();
    let tetrahedron: Vec<Vec3<T>> = (0..4).map(|_| rng.in_ball()).collect();
    vec![
        ConvexPolyhedron::new(&clouds::on_sphere(30, 1)),
        ConvexPolyhedron::new(&clouds::cube_grid(64, 2)),
        ConvexPolyhedron::new(&clouds::in_ball(400, 4)),
        ConvexPolyhedron::new(&slender),
        ConvexPolyhedron::new(&tetrahedron),
    ]
}

const KINDS: usize = 13;

fn core3<'a, T: Real>(kind: usize, rng: &mut Rng, hulls: &'a [ConvexPolyhedron<T>]) -> Core3<'a, T> {
    let mut length = || T::of(rng.between(0.1, 1.0));
    match kind {
        0 => Core3::Point,
        1 => Core3::Segment(Segment::new(length())),
        2 => Core3::Rectangle(RectanglePatch::new([length(), length()])),
        3 => {
            let [a, b, c] = [(); 3].map(|()| rng.in_ball::<T>());
            Core3::Triangle(Triangle::new(a, b, c))
        }
        4 => Core3::Disc(Disc::new(length())),
        5 => Core3::EllipticDisc(EllipticDisc::new([length(), length()])),
        6 => Core3::Ellipsoid(Ellipsoid::new([length(), length(), length()])),
        7 => Core3::Cuboid(Cuboid::new([length(), length(), length()])),
        8 => Core3::Frustum(Frustum::new([length(), length()], [length(), length()], length() * T::HALF)),
        9 => Core3::Cylinder(Cylinder::new(length(), length())),
        10 => Core3::Cone(Cone::new(length(), length() * T::HALF)),
        _ => Core3::Polyhedron(&hulls[rng.below(hulls.len())]),
    }
}

fn core2<'a, T: Real>(kind: usize, rng: &mut Rng, polygons: &'a [ConvexPolygon<T>]) -> Core2<'a, T> {
    let mut length = || T::of(rng.between(0.1, 1.0));
    match kind {
        0 => Core2::Point,
        1 => Core2::Segment(Segment2::new(length())),
        2 => Core2::Ellipse(Ellipse::new([length(), length()])),
        3 => Core2::Rectangle(Rectangle::new([length(), length()])),
        _ => Core2::Polygon(&polygons[rng.below(polygons.len())]),
    }
}

fn polygons<T: Real>() -> Vec<ConvexPolygon<T>> {
    vec![
        ConvexPolygon::new(&clouds::circle(12, 1)),
        ConvexPolygon::new(&clouds::in_square(40, 2)),
        ConvexPolygon::new(&clouds::in_square(3, 9)),
    ]
}

/// The pair moved along its axis until it is `gap` apart, or `-gap` deep at least.
fn nearly_touching<V: PortalSpace>(pose: &Pose<V>, found: &Proximity<V>, gap: f64) -> Option<Pose<V>> {
    let n = found.axis.normalized()?;
    let moved = pose.translation() + n * (V::Scalar::of(gap) - found.lower);
    Some(Pose::new(moved, pose.rotation()))
}

/// The common point, where there is one, is a point of both: in no direction farther than they are.
fn holds_common_point<T: Real>(pair: &Native<'_, Vec3<T>>, rng: &mut Rng) -> bool {
    let Decision::Meet { point_a, point_b, .. } = decide(pair, &mut ()).decision else { return false };
    let point_b = pair.turn.unturn(point_b - pair.offset);
    for _ in 0..16 {
        let d = rng.unit3::<T>();
        assert!(point_a.dot(d) <= pair.a.support(d).dot(d) + pair.rounding);
        assert!(point_b.dot(d) <= pair.b.support(d).dot(d) + pair.rounding);
    }
    true
}

fn random_pairs_3<T: Real>() {
    let hulls = hulls::<T>();
    let mut rng = Rng::new(11);
    let mut free = Tally::default();
    let mut common_points = 0;
    let mut close: BTreeMap<i32, Tally> = BTreeMap::new();
    for round in 0..60 {
        for i in 0..KINDS {
            for j in 0..KINDS {
                let (a, b) = (core3::<T>(i, &mut rng, &hulls), core3::<T>(j, &mut rng, &hulls));
                let pose = rng.pose3::<T>(0.9);
                let pair = native::<Vec3<T>>(a, b, pose);
                compare(&pair, &mut free);
                common_points += u32::from(holds_common_point(&pair, &mut rng));
                let truth = gjk(&pair);
                if truth.lower <= T::ZERO || round % 2 == 1 {
                    continue;
                }
                for exponent in [-3, -6, -9, -12, 0] {
                    let size = if exponent == 0 { 0.0 } else { 10_f64.powi(exponent) };
                    for gap in [size, -size] {
                        if let Some(pose) = nearly_touching(&pose, &truth, gap) {
                            compare(&native::<Vec3<T>>(a, b, pose), close.entry(exponent).or_default());
                        }
                    }
                }
            }
        }
    }
    println!("{}: {free:?}", T::NAME);
    for (e, t) in &close {
        println!("   1e{e}: {t:?}");
    }
    assert!(free.meet > 2000 && free.apart > 2000 && free.undecided == free.within, "{free:?}");
    assert_eq!(common_points, free.meet);
    for (e, t) in &close {
        assert!(t.undecided == t.within && t.apart + t.meet > 2000, "1e{e}: {t:?}");
    }
}

#[test]
fn agrees_with_gjk_in_space() {
    random_pairs_3::<f64>();
    random_pairs_3::<f32>();
}

fn random_pairs_2<T: Real>() {
    let polygons = polygons::<T>();
    let mut rng = Rng::new(12);
    let (mut free, mut close) = (Tally::default(), Tally::default());
    for _ in 0..200 {
        for i in 0..6 {
            for j in 0..6 {
                let (a, b) = (core2::<T>(i, &mut rng, &polygons), core2::<T>(j, &mut rng, &polygons));
                let pose = rng.pose2::<T>(1.0);
                let pair = native::<Vec2<T>>(a, b, pose);
                compare(&pair, &mut free);
                let truth = gjk(&pair);
                if truth.lower > T::ZERO {
                    for gap in [0.0, 1e-3, -1e-3, 1e-9, -1e-9, 1e-13, -1e-13] {
                        if let Some(pose) = nearly_touching(&pose, &truth, gap) {
                            compare(&native::<Vec2<T>>(a, b, pose), &mut close);
                        }
                    }
                }
            }
        }
    }
    println!("{}: {free:?}\n   close {close:?}", T::NAME);
    assert!(free.meet > 2000 && free.apart > 2000 && free.undecided == free.within);
    assert!(close.apart > 2000 && close.meet > 2000 && close.undecided == close.within);
}

#[test]
fn agrees_with_gjk_in_the_plane() {
    random_pairs_2::<f64>();
    random_pairs_2::<f32>();
}

/// The thesis' phases one and two, as printed (in A − B, which is −C).
fn thesis_portal(points: &[Vec3<f64>], v: Vec3<f64>) -> [Vec3<f64>; 3] {
    let support = |d: Vec3<f64>| points.iter().copied().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).unwrap();
    let mut a = support(-v);
    let mut b = support(v.cross(a));
    let mut c = support((a - v).cross(b - v));
    let r = -v;
    for _ in 0..100 {
        let (ab, bc, ca) = ((a - v).cross(b - v), (b - v).cross(c - v), (c - v).cross(a - v));
        if r.dot(ab) > 0.0 {
            c = support(ab);
            (a, b) = (b, a);
        } else if r.dot(bc) > 0.0 {
            a = support(bc);
            (b, c) = (c, b);
        } else if r.dot(ca) > 0.0 {
            b = support(ca);
            (a, c) = (c, a);
        } else {
            break;
        }
    }
    [a, b, c]
}

#[test]
fn thesis_portal_can_face_away() {
    let v = Vec3::new(-0.5, 0.0, 0.0);
    let rel = [[1.0, 0.1, 0.0], [-2.0, -1.0, -1.0], [-2.0, 0.9, 1.0], [0.9, 0.0, 0.0]];
    let points: Vec<Vec3<f64>> = rel.iter().map(|&p| Vec3::from(p) + v).collect();
    // v is inside: 0 is a sum of the points less v with positive weights.
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| points[i] - v);
    let weights = [0.1, 0.1, 0.1, 0.3 / 0.9];
    let sum = a * weights[0] + b * weights[1] + c * weights[2] + d * weights[3];
    assert!(sum.norm() < 1e-15 && weights.iter().all(|&w| w > 0.0), "{sum:?}");
    let portal = thesis_portal(&points, v);
    // All its tests passed, and yet the ray's opposite is what passes between the points.
    let [a, b, c] = portal.map(|p| p - v);
    let volume = a.dot(b.cross(c));
    let r = -v;
    let weights = [r.dot(b.cross(c)), r.dot(c.cross(a)), r.dot(a.cross(b))].map(|w| w / volume);
    assert!(weights.iter().all(|&w| w <= 0.0), "{weights:?}");
    // Ours decides it: the origin is 0.4 inside the corner d.
    let hull = ConvexPolyhedron::new(&points);
    let pair = native::<Vec3<f64>>(Core3::Point, Core3::Polyhedron(&hull), Pose::IDENTITY);
    assert!(decide(&pair, &mut ()).decision.is_meet());
}

fn degenerate<T: Real>() {
    let t = T::of;
    let unit = Core3::Cuboid(Cuboid::new([T::ONE; 3]));
    let disc = Core3::Disc(Disc::new(T::ONE));
    let ball = Core3::Ellipsoid(Ellipsoid::new([T::ONE; 3]));
    let bar = Core3::Segment(Segment::new(T::ONE));
    let patch = Core3::Rectangle(RectanglePatch::new([T::ONE, t(0.5)]));
    let point = Core3::<T>::Point;
    let turned =
        Pose::new([T::ZERO; 3], impinge::Rot3::from_axis_angle(Vec3::new(t(0.6), t(0.0), t(0.8)), t(0.7)));
    let at = |x: f64, y: f64, z: f64| Pose::at([t(x), t(y), t(z)]);
    let cores = [unit, disc, ball, bar, patch, point];
    // Coincident centers, turned or not.
    for a in cores {
        for b in cores {
            for pose in [Pose::IDENTITY, turned] {
                let found = decide(&native::<Vec3<T>>(a, b, pose), &mut ());
                assert!(found.decision.is_meet() && found.calls == 0, "{a:?} {b:?} {found:?}");
            }
        }
    }
    // Pairs that meet, touch (b moved by the last vector), or are apart by a little along it.
    let cases = [
        ("faces", unit, unit, [2.0, 0.25, -0.5], [1.0, 0.0, 0.0]),
        ("edges", unit, unit, [2.0, 2.0, 0.5], [1.0, 1.0, 0.0]),
        ("corners", unit, unit, [2.0, 2.0, 2.0], [1.0, 1.0, 1.0]),
        ("balls", ball, ball, [0.0, 2.0, 0.0], [0.0, 1.0, 0.0]),
        ("coplanar discs", disc, disc, [1.2, 1.6, 0.0], [0.6, 0.8, 0.0]),
        ("parallel discs", disc, disc, [0.5, 0.3, 0.0], [0.0, 0.0, 1.0]),
        ("collinear bars", bar, bar, [0.0, 0.0, 2.0], [0.0, 0.0, 1.0]),
        ("parallel bars", bar, bar, [0.0, 0.0, 0.5], [0.0, 1.0, 0.0]),
        ("point in face", point, unit, [0.25, 0.5, 1.0], [0.0, 0.0, 1.0]),
        ("point at corner", point, unit, [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]),
        ("point on bar", point, bar, [0.0, 0.0, 0.25], [1.0, 0.0, 0.0]),
        ("point at end of bar", point, bar, [0.0, 0.0, 1.0], [0.0, 0.0, 1.0]),
        ("point on disc", point, disc, [0.25, 0.25, 0.0], [0.0, 0.0, 1.0]),
        ("point at rim", point, disc, [0.6, 0.8, 0.0], [0.6, 0.8, 0.0]),
        ("points", point, point, [0.0, 0.0, 0.0], [0.6, 0.8, 0.0]),
        ("bar in patch", bar, patch, [0.5, 0.25, 1.0], [0.0, 0.0, 1.0]),
        ("coplanar patches", patch, patch, [2.0, 0.5, 0.0], [1.0, 0.0, 0.0]),
        ("patch on box", unit, patch, [0.5, 0.5, 1.0], [0.0, 0.0, 1.0]),
        ("ball on box", unit, ball, [0.3, 0.2, 2.0], [0.0, 0.0, 1.0]),
        ("bar at edge", unit, bar, [1.0, 1.0, 0.3], [1.0, 1.0, 0.0]),
    ];
    for (name, a, b, at_touch, away) in cases {
        let touching = native::<Vec3<T>>(a, b, at(at_touch[0], at_touch[1], at_touch[2]));
        let found = decide(&touching, &mut ());
        check_proof(&touching, &found);
        assert!(found.decision.is_meet(), "{name} touching: {found:?}");
        for gap in [1e-2, 1e-4, 1e-9] {
            let pose =
                at(at_touch[0] + gap * away[0], at_touch[1] + gap * away[1], at_touch[2] + gap * away[2]);
            let pair = native::<Vec3<T>>(a, b, pose);
            if gap < 2.0 * impinge::study::mpr::MEETING * pair.rounding.f64() {
                continue;
            }
            let found = decide(&pair, &mut ());
            check_proof(&pair, &found);
            assert!(found.decision.is_apart(), "{name} {gap} apart: {found:?}");
        }
    }
}

#[test]
fn degenerate_pairs_are_decided() {
    degenerate::<f64>();
    degenerate::<f32>();
}

/// Everything times 2^k gives the same verdict to the bit, since pairs are prepared in units of their size.
#[test]
fn scale_changes_nothing() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let half = [(); 3].map(|()| rng.between(0.2, 1.0));
        let pose = rng.pose3::<f64>(0.9);
        let answer = |factor: f64| {
            let a = Cuboid::new(half.map(|x| x * factor));
            let b = Cone::new(half[0] * factor, 0.5 * half[1] * factor)
                .at(Pose::new(pose.translation() * factor, pose.rotation()));
            let pair = Prepared::new(&a.parts(), &b.parts()).pair;
            decide(&pair, &mut ())
        };
        let one = answer(1.0);
        for k in [-900, -40, 40, 900] {
            assert_eq!(answer(f64::power_of_two(k)), one);
        }
    }
}

/// The least depth of two boxes: over the axes of both and their cross products.
fn box_depth(a: [f64; 3], b: [f64; 3], pose: &Pose<Vec3<f64>>) -> f64 {
    let e = [0, 1, 2].map(Vec3::<f64>::axis);
    let f = e.map(|x| pose.rotation().rotate(x));
    let mut axes: Vec<Vec3<f64>> = e.iter().chain(&f).copied().collect();
    for x in e {
        axes.extend(f.iter().filter_map(|y| x.cross(*y).normalized()));
    }
    let reach = |half: [f64; 3], frame: [Vec3<f64>; 3], n: Vec3<f64>| {
        (0..3).map(|i| half[i] * frame[i].dot(n).abs()).sum::<f64>()
    };
    let depth = |n: &Vec3<f64>| reach(a, e, *n) + reach(b, f, *n) - pose.translation().dot(*n).abs();
    axes.iter().map(depth).fold(f64::INFINITY, f64::min)
}

#[test]
fn depth_is_never_too_little() {
    for descents in [1, 2] {
        let mut rng = Rng::new(21);
        let (mut met, mut equal, mut touching, mut excess, mut calls) = (0, 0, 0, 0.0, 0);
        for _ in 0..4000 {
            let [a, b] = [(); 2].map(|()| [(); 3].map(|()| rng.between(0.2, 1.0)));
            let pose = rng.pose3::<f64>(1.2);
            let truth = box_depth(a, b, &pose);
            let pair =
                native::<Vec3<f64>>(Core3::Cuboid(Cuboid::new(a)), Core3::Cuboid(Cuboid::new(b)), pose);
            match penetration(&pair, &Aim { descents, ..Aim::default() }, &mut ()) {
                (v, None) => assert!(v.is_apart() && truth < 0.0),
                (v, Some(p)) => {
                    assert!(v.is_meet());
                    met += 1;
                    calls += p.calls;
                    assert!(p.depth >= truth - pair.rounding, "{} {truth}", p.depth);
                    let (g, _) = separation(&pair, p.normal, &Vertex::default());
                    assert!((g + p.depth).abs() <= pair.rounding);
                    let short = (p.point_b - p.point_a).dot(p.normal) + p.depth;
                    assert!(short >= -4.0 * pair.rounding, "{short} {p:?}");
                    touching += u32::from(short <= 4.0 * pair.rounding);
                    equal += u32::from(p.depth <= truth + pair.rounding);
                    excess += p.depth / truth - 1.0;
                }
            }
        }
        println!(
            "{descents} descents: {met} boxes met, least depth in {equal}, witnesses on the plane in {touching}, mean excess {}, {} calls",
            excess / f64::from(met),
            calls / met
        );
        assert!(met > 1500 && equal * 4 > met * 3 && touching * 100 > met * 99);
    }
}

fn spheres<T: Real>() {
    let mut rng = Rng::new(31);
    let mut met = 0;
    for _ in 0..500 {
        let (a, b) = (rng.between(0.3, 1.0), rng.between(0.3, 1.0));
        let pose = rng.pose3::<T>(0.8);
        let [a, b] = [a, b].map(|r| Core3::Ellipsoid(Ellipsoid::new([T::of(r); 3])));
        let pair = native::<Vec3<T>>(a, b, pose);
        let truth = T::of(a.reach() + b.reach()) - pose.translation().norm();
        if let (_, Some(p)) = penetration(&pair, &Aim::default(), &mut ()) {
            met += 1;
            assert!(p.depth >= truth - pair.rounding);
            assert!(p.depth <= truth + T::of(8.0) * pair.rounding, "{} {truth} {}", p.depth, pair.rounding);
        } else {
            assert!(truth <= T::ZERO);
        }
    }
    assert!(met > 100, "{met}");
    // One center: every direction is as good.
    let unit = Core3::Ellipsoid(Ellipsoid::new([T::ONE; 3]));
    let pair = native::<Vec3<T>>(unit, unit, Pose::IDENTITY);
    let p = penetration(&pair, &Aim::default(), &mut ()).1.unwrap();
    assert!((p.depth - T::TWO).abs() <= pair.rounding);
}

#[test]
fn depth_of_spheres_is_exact() {
    spheres::<f64>();
    spheres::<f32>();
}

/// Corner to corner on a line through both centers, where the thesis is 45 degrees off.
#[test]
fn the_depth_between_corners_is_that_of_a_face() {
    let unit = Core3::Cuboid(Cuboid::new([1.0; 3]));
    let pair = native::<Vec3<f64>>(unit, unit, Pose::at([1.5, 1.5, 1.5]));
    let p = penetration(&pair, &Aim::default(), &mut ()).1.unwrap();
    assert!((p.depth - 0.5).abs() <= pair.rounding, "{p:?}");
    let flat = Core3::Disc(Disc::new(1.0));
    let pair = native::<Vec3<f64>>(flat, flat, Pose::at([0.5, 0.5, 0.0]));
    let p = penetration(&pair, &Aim::default(), &mut ()).1.unwrap();
    assert!(p.depth.abs() <= pair.rounding && p.normal.z.abs() == 1.0, "{p:?}");
}

fn along<V: PortalSpace>(
    pair: &impl Obstacle<V>,
    moved: impl Fn(V) -> Proximity<V>,
    d: V,
    tally: &mut [u32; 2],
) {
    let found = depth_along(pair, d, &Aim::default());
    let few = V::Scalar::of(64.0) * pair.rounding();
    assert!(found.lower <= found.upper);
    tally[0] += 1;
    tally[1] += u32::from(found.upper - found.lower <= few);
    // Moved by more than the upper bound they are apart, by less than the lower bound they meet.
    let more = moved(d * (found.upper + few + V::Scalar::of(1e-4)));
    assert!(more.lower > -few, "{found:?} {more:?}");
    let less = moved(d * (found.lower - few - V::Scalar::of(1e-4)).max(V::Scalar::ZERO));
    assert!(less.lower <= few, "{found:?} {less:?}");
}

fn depths_along<T: Real>() {
    let hulls = hulls::<T>();
    let polygons = polygons::<T>();
    let mut rng = Rng::new(41);
    let mut tally = [0; 2];
    for _ in 0..40 {
        for i in 3..KINDS {
            for j in 3..KINDS {
                let (a, b) = (core3::<T>(i, &mut rng, &hulls), core3::<T>(j, &mut rng, &hulls));
                let pose = rng.pose3::<T>(0.5);
                let pair = native::<Vec3<T>>(a, b, pose);
                let d = rng.unit3::<T>();
                if decide(&pair, &mut ()).decision.is_meet() {
                    let moved = |by| {
                        gjk(&native::<Vec3<T>>(a, b, Pose::new(pose.translation() + by, pose.rotation())))
                    };
                    along(&pair, moved, d, &mut tally);
                }
            }
        }
        for i in 2..6 {
            for j in 2..6 {
                let (a, b) = (core2::<T>(i, &mut rng, &polygons), core2::<T>(j, &mut rng, &polygons));
                let pose = rng.pose2::<T>(0.5);
                let pair = native::<Vec2<T>>(a, b, pose);
                let d = rng.unit2::<T>();
                if decide(&pair, &mut ()).decision.is_meet() {
                    let moved = |by| {
                        gjk(&native::<Vec2<T>>(a, b, Pose::new(pose.translation() + by, pose.rotation())))
                    };
                    along(&pair, moved, d, &mut tally);
                }
            }
        }
    }
    println!("{}: {} directions, {} to rounding", T::NAME, tally[0], tally[1]);
    assert!(tally[0] > 1500 && tally[1] * 1000 >= tally[0] * 999);
}

#[test]
fn depths_along_a_direction_are_within_their_bounds() {
    depths_along::<f64>();
    depths_along::<f32>();
}
