//! GJK with every sub-algorithm: the bounds they report hold and agree, whatever the pair; the verdict and swept
//! variants carry their proofs.

mod broken;

use impinge::math::{Pose, Real, Rotation, Vec2, Vec3, Vector};
use impinge::shape::{Shape, Support};
use impinge::study::gjk::separating::{Decision, isa_gjk, proximity, sa_gjk};
use impinge::study::gjk::swept::{Depth, Swept, swept_gjk};
use impinge::study::gjk::{
    Backup, Gjk, Goal, Johnson, JohnsonBackup, MAX_STEPS, Proximity, SignedVolumes, SignedVolumesExact,
    SubAlgorithm, Voronoi,
};
use impinge::study::observe::{Status, Step};
use impinge::study::pair::{Obstacle, Pair, Prepared, ROUNDING_ULPS, Vertex, separation};
use impinge::{
    AnyShape, AnyShape2, Capsule, Capsule2, Cone, ConvexPolygon, ConvexPolyhedron, Cuboid, Disc, Ellipse,
    Ellipsoid, Rectangle, Segment, Sphere, Triangle,
};
use impinge_scenes::{Rng, Space, clouds};

/// Runs with each sub-algorithm, by name.
fn all<V: Vector>(obstacle: &impl Obstacle<V>, goal: &Goal<V::Scalar>) -> Vec<(&'static str, Proximity<V>)>
where
    Voronoi: SubAlgorithm<V>,
    SignedVolumes: SubAlgorithm<V>,
    SignedVolumesExact: SubAlgorithm<V>,
{
    vec![
        one::<V, Voronoi>(obstacle, goal),
        one::<V, SignedVolumes>(obstacle, goal),
        one::<V, SignedVolumesExact>(obstacle, goal),
        one::<V, Backup<V>>(obstacle, goal),
        one::<V, JohnsonBackup<V>>(obstacle, goal),
        one::<V, Johnson<V>>(obstacle, goal),
    ]
}

/// A run, whose bounds are checked against what they claim to be.
fn one<V: Vector, S: SubAlgorithm<V>>(
    obstacle: &impl Obstacle<V>,
    goal: &Goal<V::Scalar>,
) -> (&'static str, Proximity<V>) {
    let mut gjk = Gjk::<V, S>::new();
    let found = gjk.run(obstacle, goal, &mut ());
    let rounding = obstacle.rounding();
    assert!(found.upper.is_finite() && found.lower.is_finite() && found.closest.is_finite(), "{}", S::NAME);
    assert!(found.calls <= goal.steps);
    assert!(found.lower <= found.upper + rounding, "{}: {found:?}", S::NAME);
    let again = separation(obstacle, found.axis, &Vertex::default()).0;
    assert!((again - found.lower).abs() <= rounding, "{}: {again} {found:?}", S::NAME);
    if !gjk.simplex().is_full() {
        let (a, b) = gjk.simplex().witnesses();
        is_bound::<V, S>((b - a).norm(), &found, obstacle);
    }
    (S::NAME, found)
}

/// The witnesses are no farther apart than the upper bound says, and no sub-algorithm has slack in that: it was given to
/// the default one, so that an upper bound below the distance would have passed. They may be nearer with the Voronoi regions,
/// which take the point of a triangle from its normal: that is poor where the triangle is a needle.
#[track_caller]
fn is_bound<V: Vector, S: SubAlgorithm<V>>(
    apart: V::Scalar,
    found: &Proximity<V>,
    obstacle: &impl Obstacle<V>,
) {
    let rounding = obstacle.rounding();
    assert!(apart <= found.upper + rounding, "{}: {apart} {found:?}", S::NAME);
    let needle =
        if S::NAME == "gjk-voronoi" { V::Scalar::EPSILON.sqrt() * obstacle.size() } else { rounding };
    assert!(found.upper <= apart + needle, "{}: {apart} {found:?}", S::NAME);
}

/// Ends of the runs of one kind.
#[derive(Default, Debug)]
struct Tally {
    pairs: u32,
    apart: u32,
    meet: u32,
    /// By sub-algorithm, in the order of [`all`].
    open: [u32; 6],
    calls: [u32; 6],
    worst_gap: [f64; 6],
}

impl Tally {
    fn add<V: Vector>(&mut self, obstacle: &impl Obstacle<V>)
    where
        Voronoi: SubAlgorithm<V>,
        SignedVolumes: SubAlgorithm<V>,
        SignedVolumesExact: SubAlgorithm<V>,
    {
        let rounding = obstacle.rounding();
        let goal = Goal { far: V::Scalar::INFINITY, near: rounding, gap: rounding, steps: MAX_STEPS };
        let found = all(obstacle, &goal);
        let highest = found.iter().map(|f| f.1.lower.f64()).fold(f64::NEG_INFINITY, f64::max);
        let lowest = found[1..].iter().map(|f| f.1.upper.f64()).fold(f64::INFINITY, f64::min);
        assert!(highest <= lowest + 2.0 * rounding.f64(), "no distance fits all bounds: {found:?}");
        self.pairs += 1;
        self.apart += u32::from(highest > rounding.f64());
        self.meet += u32::from(lowest <= rounding.f64());
        let size = obstacle.size().f64();
        for (i, (_, f)) in found.iter().enumerate() {
            let decided = f.lower > rounding || f.upper <= rounding;
            self.open[i] += u32::from(!decided);
            self.calls[i] += f.calls;
            if f.lower > rounding {
                self.worst_gap[i] = self.worst_gap[i].max((f.upper - f.lower).f64() / size);
            }
        }
    }
}

fn solids<T: Real>() -> Vec<AnyShape<T>> {
    let t = T::of;
    vec![
        Cuboid::new([t(0.7), t(0.4), t(0.5)]).into(),
        Ellipsoid::new([t(0.9), t(0.5), t(0.3)]).into(),
        ConvexPolyhedron::try_new(&clouds::on_sphere::<T>(30, 5)).unwrap().into(),
        Cone::new(t(0.6), t(0.25)).into(),
        Capsule::new(t(0.6), t(0.25)).into(),
        Disc::new(t(0.7)).into(),
        Triangle::new([t(-0.6), t(-0.4), t(0.0)], [t(0.7), t(-0.3), t(0.1)], [t(0.0), t(0.6), t(0.2)]).into(),
    ]
}

fn solid_pairs<T: Real>(rounds: usize) -> Tally {
    let (shapes, mut rng, mut tally) = (solids::<T>(), Rng::new(3), Tally::default());
    for _ in 0..rounds {
        for a in &shapes {
            for b in &shapes {
                let (a, b) = (a.at(rng.pose3(0.7)), b.at(rng.pose3(0.7)));
                tally.add(&Prepared::new(&a.parts(), &b.parts()).pair);
            }
        }
    }
    tally
}

fn planar_pairs<T: Real>(rounds: usize) -> Tally {
    let t = T::of;
    let shapes: Vec<AnyShape2<T>> = vec![
        Rectangle::new([t(0.7), t(0.4)]).into(),
        Ellipse::new([t(0.9), t(0.3)]).into(),
        ConvexPolygon::try_new(&clouds::circle::<T>(12, 5)).unwrap().into(),
        Capsule2::new(t(0.6), t(0.25)).into(),
    ];
    let (mut rng, mut tally) = (Rng::new(4), Tally::default());
    for _ in 0..rounds {
        for a in &shapes {
            for b in &shapes {
                let (a, b) = (a.at(rng.pose2(1.0)), b.at(rng.pose2(1.0)));
                tally.add(&Prepared::new(&a.parts(), &b.parts()).pair);
            }
        }
    }
    tally
}

/// A pair in its own precision, not prepared.
fn native<V: Vector, A: Support<V>, B: Support<V>>(a: A, b: B, pose: Pose<V>, reach: f64) -> Pair<V, A, B> {
    let size = V::Scalar::of(reach) + pose.translation().norm();
    Pair {
        a,
        b,
        turn: pose.rotation().to_turn(),
        offset: pose.translation(),
        size,
        rounding: V::Scalar::of(ROUNDING_ULPS) * V::Scalar::EPSILON * size,
        polytope: false,
        smooth: false,
    }
}

fn native_pairs<T: Real>(rounds: usize, scale: f64) -> Tally {
    let (shapes, mut rng, mut tally) = (solids::<T>(), Rng::new(9), Tally::default());
    for _ in 0..rounds {
        for a in &shapes {
            for b in &shapes {
                let pose = rng.pose3::<T>(1.2);
                if scale == 1.0 {
                    tally.add(&native(a, b, pose, 2.5));
                } else {
                    let big = |s: f64| Cuboid::new([T::of(s), T::of(s * 0.3), T::of(s * 0.6)]);
                    let far = Pose::new(pose.translation() * T::of(scale), pose.rotation());
                    tally.add(&native(big(scale), big(0.5 * scale), far, 2.5 * scale));
                }
            }
        }
    }
    tally
}

impl Tally {
    /// Both kinds are met; what uses normals or volumes decides every pair, and cofactors all but a few; the bounds meet
    /// to within `gap` × size, and within √ε × size with cofactors.
    fn check(&self, name: &str, gap: f64, root: f64) {
        assert!(self.apart * 3 > self.pairs && self.meet * 3 > self.pairs, "{name}: {self:?}");
        assert_eq!(self.apart + self.meet, self.pairs, "{name}: {self:?}");
        assert_eq!(self.open[..3], [0, 0, 0], "{name}: {self:?}");
        assert!(self.open[3..].iter().all(|&o| o * 25 <= self.pairs), "{name}: {self:?}");
        assert!(self.worst_gap[..3].iter().all(|&g| g <= gap), "{name}: {:?}", self.worst_gap);
        assert!(self.worst_gap[3..].iter().all(|&g| g <= 100.0 * root), "{name}: {:?}", self.worst_gap);
        assert!(self.calls.iter().all(|&c| c <= 20 * self.pairs), "{name}: {self:?}");
    }
}

#[test]
fn all_sub_algorithms_agree() {
    let (f64_root, f32_root) = (Real::sqrt(f64::EPSILON), Real::sqrt(f64::from(f32::EPSILON)));
    // Pairs are prepared in f64, whatever the precision of the shapes.
    solid_pairs::<f64>(12).check("solids f64", 2e-11, f64_root);
    solid_pairs::<f32>(12).check("solids f32", 1e-6, f32_root);
    planar_pairs::<f64>(40).check("plane f64", 2e-11, f64_root);
    planar_pairs::<f32>(40).check("plane f32", 1e-6, f32_root);
    native_pairs::<f64>(12, 1.0).check("native f64", 2e-11, f64_root);
    native_pairs::<f32>(12, 1.0).check("native f32", 1e-4, f32_root);
    native_pairs::<f32>(4, 1e3).check("native f32 large", 1e-4, f32_root);
    native_pairs::<f32>(4, 1e-3).check("native f32 small", 1e-4, f32_root);
}

/// Bounds of runs that end early are consistent with those of a full run.
#[test]
fn bounds_hold_at_every_goal() {
    let (shapes, mut rng) = (solids::<f64>(), Rng::new(31));
    let mut open = 0;
    for a in &shapes {
        for b in &shapes {
            let (a, b) = (a.at(rng.pose3(0.8)), b.at(rng.pose3(0.8)));
            let pair = Prepared::new(&a.parts(), &b.parts()).pair;
            let rounding = pair.rounding();
            let goal = |gap, steps| Goal { far: f64::INFINITY, near: rounding, gap, steps };
            let best = one::<_, SignedVolumesExact>(&pair, &goal(rounding, MAX_STEPS)).1;
            for steps in [1, 2, 3, 5, MAX_STEPS] {
                for (name, found) in &all(&pair, &goal(0.01, steps))[1..] {
                    assert!(found.lower <= best.upper + rounding, "{name}: {found:?} {best:?}");
                    assert!(found.upper >= best.lower - rounding, "{name}: {found:?} {best:?}");
                    open += usize::from(found.status == Status::Budget);
                }
            }
        }
    }
    assert!(open > 300, "{open} runs were cut short");
}

/// Pairs whose distance is known, where simplexes are flat, points coincide, or bodies touch.
#[test]
fn touching_coincident_and_flat_pairs_have_their_known_distance() {
    let cube = || AnyShape::<f64>::from(Cuboid::new([1.0, 1.0, 1.0]));
    type Case = (AnyShape<f64>, AnyShape<f64>, [f64; 3], f64);
    let cases: Vec<Case> = vec![
        (cube(), cube(), [0.0; 3], 0.0),
        (cube(), cube(), [2.0, 0.0, 0.0], 0.0),
        (cube(), cube(), [2.0, 0.3, 0.7], 0.0),
        (cube(), cube(), [2.0, 2.0, 0.0], 0.0),
        (cube(), cube(), [2.0, 2.0, 2.0], 0.0),
        (cube(), cube(), [2.0 + 1e-9, 0.4, 0.1], 1e-9),
        (cube(), cube(), [2.0 - 1e-9, 0.4, 0.1], 0.0),
        (cube(), cube(), [0.0, 5.0, 0.0], 3.0),
        (Segment::new(1.0).into(), Segment::new(1.0).into(), [0.0; 3], 0.0),
        (Segment::new(1.0).into(), Segment::new(1.0).into(), [0.0, 0.0, 2.0], 0.0),
        (Segment::new(1.0).into(), Segment::new(1.0).into(), [0.5, 0.0, 1.0], 0.5),
        (Disc::new(1.0).into(), Disc::new(1.0).into(), [0.0; 3], 0.0),
        (Disc::new(1.0).into(), Disc::new(1.0).into(), [0.3, 0.2, 0.25], 0.25),
        (Disc::new(1.0).into(), Disc::new(1.0).into(), [2.0, 0.0, 0.0], 0.0),
        (Sphere::new(1.0).into(), Sphere::new(1.0).into(), [0.0; 3], 0.0),
    ];
    for (a, b, offset, distance) in &cases {
        let b = b.at(Pose::at(*offset));
        let Prepared { pair, frame, .. } = Prepared::new(&a.parts(), &b.parts());
        let rounding = pair.rounding();
        let goal = Goal { far: f64::INFINITY, near: rounding, gap: rounding, steps: MAX_STEPS };
        for (name, found) in all(&pair, &goal) {
            let [lower, upper, slack] = [found.lower, found.upper, rounding].map(|l| frame.length(l));
            assert!(found.calls < 40, "{name} {offset:?}: {found:?}");
            assert!(lower <= distance + slack && upper >= distance - slack, "{name} {offset:?}: {found:?}");
            assert!(upper <= distance + 1e-7, "{name} {offset:?}: {found:?}");
        }
    }
}

fn verdicts<S: SubAlgorithm<Vec3<f64>>>(most_open: u32) {
    let (shapes, mut rng) = (solids::<f64>(), Rng::new(41));
    let (mut apart, mut meet, mut open, mut quick) = (0, 0, 0, 0);
    for _ in 0..6 {
        for a in &shapes {
            for b in &shapes {
                let (a, b) = (a.at(rng.pose3(0.7)), b.at(rng.pose3(0.7)));
                let pair = Prepared::new(&a.parts(), &b.parts()).pair;
                let eps = pair.rounding();
                let cold = sa_gjk::<_, S>(&pair, eps, &mut ());
                let mut gjk = Gjk::<_, S>::new();
                isa_gjk(&mut gjk, &pair, eps, &mut ());
                let mut steps = 0;
                let warm = isa_gjk(&mut gjk, &pair, eps, &mut |_: &Step<'_, Vec3<f64>>| steps += 1);
                if let (Some(x), Some(y)) = (cold.meets(), warm.meets()) {
                    assert_eq!(x, y, "{}", S::NAME);
                }
                match cold {
                    Decision::Apart { axis, separation: claimed } => {
                        let (again, _) = separation(&pair, axis, &Vertex::default());
                        assert!(again > 0.0 && (again - claimed).abs() <= eps);
                        apart += 1;
                        quick += u32::from(steps == 1);
                    }
                    Decision::Meet { point_a, point_b, residual } => {
                        assert!((point_b - point_a).norm() <= residual && residual <= 1e-8, "{residual:e}");
                        meet += 1;
                    }
                    Decision::Undecided { lower, upper } => {
                        assert!(lower <= eps && upper > eps);
                        open += 1;
                    }
                }
                // The lecture's distance, which bounds squares.
                let mut gjk = Gjk::<_, S>::new();
                let found = proximity(&mut gjk, &pair, 1e-12);
                let (point_a, point_b) = gjk.simplex().witnesses();
                assert!(found.lower <= found.upper + eps && found.calls <= MAX_STEPS);
                match cold.meets() {
                    Some(true) => assert!(found.lower <= eps),
                    Some(false) => {
                        assert!(found.upper > 0.0);
                        is_bound::<_, S>((point_b - point_a).norm(), &found, &pair);
                        let gap = found.upper * found.upper - found.lower * found.lower;
                        assert!(found.status != Status::Converged || gap <= 1.001e-12);
                    }
                    None => {}
                }
            }
        }
    }
    assert!(apart > 90 && meet > 90, "{apart} {meet}");
    assert!(open <= most_open, "{}: {open} undecided", S::NAME);
    assert_eq!(quick, apart, "one call proves what was proved before");
}

#[test]
fn verdicts_carry_their_proof() {
    verdicts::<Voronoi>(0);
    verdicts::<SignedVolumes>(0);
    verdicts::<SignedVolumesExact>(0);
    verdicts::<JohnsonBackup<_>>(9);
    verdicts::<Backup<_>>(9);
    verdicts::<Johnson<_>>(9);
}

/// Two unit cubes in a row, grown by balls: the depth is known, and it must not jump where shallow becomes deep.
#[test]
fn swept_depths_are_those_of_the_grown_shapes() {
    let cube = Cuboid::new([1.0_f64, 1.0, 1.0]);
    let radii = [0.05, 0.1];
    let (mut apart, mut shallow, mut deep) = (0, 0, 0);
    for i in 0..=60 {
        let x = 1.7 + 0.01 * f64::from(i);
        let b = cube.at(Pose::at([x, 0.2, -0.1]));
        let prepared = Prepared::new(&cube.parts(), &b.parts());
        let frame = prepared.frame;
        let found = swept_gjk(
            &mut Gjk::<_, SignedVolumes>::new(),
            &prepared.pair,
            radii.map(|m| frame.length_in(m)),
            1e-12,
            |obstacle, simplex| {
                assert!(simplex.combination().norm() <= obstacle.rounding());
                let normal = Vec3::new(1.0, 0.0, 0.0);
                let (g, vertex) = separation(obstacle, normal, &Vertex::default());
                Depth { normal, depth: [-g, -g], point_a: vertex.a, point_b: vertex.b() }
            },
            &mut (),
        );
        let expected = 2.0 + 0.15 - x;
        let close = |depth: Depth<Vec3<f64>>| {
            let [low, high] = depth.depth.map(|d| frame.length(d));
            assert!(
                low <= expected + 1e-14 && high >= expected - 1e-14 && high - low < 1e-11,
                "{x}: {low} {high}"
            );
            let points = [depth.point_a, depth.point_b].map(|p| frame.length(p.x));
            assert!((points[0] - 1.05).abs() < 1e-13 && (points[1] - (x - 1.1)).abs() < 1e-13, "{points:?}");
            assert!((depth.normal - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-6);
        };
        match found {
            Swept::Apart { axis, separation } => {
                assert!(expected < 0.0 && axis.x > 0.99 && frame.length(separation) <= -expected + 1e-14);
                apart += 1;
            }
            Swept::Shallow(depth) => {
                assert!(x > 2.0 - 1e-14);
                close(depth);
                shallow += 1;
            }
            Swept::Deep(depth) => {
                assert!(x < 2.0 + 1e-14);
                close(depth);
                deep += 1;
            }
            Swept::Undecided { lower, upper } => {
                panic!("{x}: {lower} {upper}");
            }
        }
    }
    assert!(apart >= 14 && shallow >= 14 && deep >= 29, "{apart} {shallow} {deep}");
}

/// Spheres are points with balls, in both precisions and dimensions.
fn spheres<V: Space>()
where
    SignedVolumes: SubAlgorithm<V>,
{
    let mut rng = Rng::new(2);
    let (mut apart, mut shallow) = (0, 0);
    for _ in 0..200 {
        let offset = V::random_unit(&mut rng) * V::Scalar::of(rng.between(0.1, 2.0));
        let point = impinge::Point::<V>::new(V::ZERO);
        let pair = native(point, point, Pose::at(offset), 0.0);
        let radii = [V::Scalar::of(0.25), V::Scalar::of(0.75)];
        let eps = V::Scalar::EPSILON;
        let found = swept_gjk(
            &mut Gjk::<V, SignedVolumes>::new(),
            &pair,
            radii,
            eps,
            |_, _| unreachable!("points apart"),
            &mut (),
        );
        let expected = V::Scalar::ONE - offset.norm();
        match found {
            Swept::Apart { separation, .. } => {
                assert!((separation + expected).abs() <= pair.rounding());
                apart += 1;
            }
            Swept::Shallow(depth) => {
                assert!(depth.depth.iter().all(|&d| (d - expected).abs() <= pair.rounding()));
                assert!((depth.normal - offset.unit()).norm() <= eps * V::Scalar::of(4.0));
                shallow += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(apart > 60 && shallow > 60);
}

#[test]
fn spheres_are_points_with_margins() {
    spheres::<Vec2<f32>>();
    spheres::<Vec2<f64>>();
    spheres::<Vec3<f32>>();
    spheres::<Vec3<f64>>();
}
