//! V-Clip against GJK: the same distances and depths within their errors, from every start, and what the walk itself says.

use impinge::Status;
use impinge::answer::Vclip;
use impinge::study::pair::Prepared;
use impinge::study::vclip::{Ending, Feature, Polyhedra, Reason};
use impinge::*;
use impinge_scenes::{Rng, clouds};

/// Statistics of several walks.
#[derive(Debug, Default)]
struct Tally {
    queries: u32,
    /// Answers that say that the bodies are apart.
    apart: u32,
    /// Walks that found the nearest features, as they say.
    nearest: u32,
    /// Walks that found the bodies to meet.
    meet: u32,
    /// Walks that rounding ended.
    stalled: u32,
    /// Walks that spent their budget.
    budget: u32,
    /// Distances that the walk's features did not prove at once.
    continued: u32,
    /// Pairs of features that were looked at.
    steps: u32,
    /// Answers of the certified search, of V-Clip and of the front door.
    judged: [u32; 2],
}

fn cast<T: Real>(points: &[Vec3<f64>]) -> Vec<Vec3<T>> {
    points.iter().map(|p| p.cast()).collect()
}

/// Asks V-Clip and the front door, which must agree; points and normal must keep their promises.
#[track_caller]
fn ask<T: Real>(
    vclip: &mut Vclip,
    a: &At<&ConvexPolyhedron<T>>,
    b: &At<&ConvexPolyhedron<T>>,
    tally: &mut Tally,
) {
    let cold = vclip.features().is_none();
    let d = vclip.distance(a, b);
    tally.queries += 1;
    tally.steps += vclip.steps();
    match vclip.ending().expect("it walked") {
        Ending::Nearest => tally.nearest += 1,
        Ending::Meet => tally.meet += 1,
        Ending::Stalled => tally.stalled += 1,
        Ending::Budget => tally.budget += 1,
    }
    let e = distance(a, b);
    let off = (d.distance.f64() - e.distance.f64()).abs();
    assert!(off <= d.error.f64() + e.error.f64(), "{d:?}\n{e:?}");
    tally.judged[0] += u32::from(d.status == Status::Judged);
    tally.judged[1] += u32::from(e.status == Status::Judged);
    if d.distance > T::ZERO {
        tally.apart += 1;
        tally.continued += u32::from(d.iterations > 1 + u32::from(cold));
        // The certificate: two support calls.
        let n = d.normal;
        let proof = (b.support(-n).dot(n) - a.support(n).dot(n)).f64();
        let size = a.pose().translation().norm()
            + b.pose().translation().norm()
            + a.shape().reach()
            + b.shape().reach();
        let slack = 64.0 * T::EPSILON.f64() * size.f64();
        assert!(proof >= d.distance.f64() - d.error.f64() - slack, "{proof} {d:?}");
        assert!(((d.point_b - d.point_a).norm().f64() - d.distance.f64()).abs() <= d.error.f64() + slack);
        // As good as GJK's.
        assert!(d.error.f64() <= 5.0 * e.error.f64().max(T::EPSILON.f64() * size.f64()), "{d:?}\n{e:?}");
    }
    let mut again = *vclip;
    let c = again.contact(a, b);
    let g = contact(a, b);
    assert!(
        (c.signed_distance.f64() - g.signed_distance.f64()).abs() <= c.error.f64() + g.error.f64(),
        "{c:?}\n{g:?}"
    );
}

/// A hull of about `count` vertices, of one of several kinds.
fn hull<T: Real>(count: usize, kind: usize, seed: u64) -> ConvexPolyhedron<T> {
    let points: Vec<Vec3<f64>> = match kind % 5 {
        0 => clouds::on_sphere(count, seed),
        1 => clouds::in_ball(count, seed),
        2 => clouds::cylinder_rims(count, seed),
        3 => clouds::cone(count, seed),
        _ => clouds::on_sphere(count, seed)
            .iter()
            .map(|p: &Vec3<f64>| Vec3::new(p.x * 3.0, p.y, p.z * 0.02))
            .collect(),
    };
    ConvexPolyhedron::new(&cast(&points))
}

#[test]
fn random_hulls() {
    fn check<T: Real>() {
        let mut rng = Rng::new(71);
        let mut tally = Tally::default();
        for (count, pairs) in [(4, 400), (5, 100), (8, 400), (20, 200), (100, 60), (1000, 6), (5000, 2)] {
            for i in 0..pairs {
                let (a, b) = (hull::<T>(count, i, rng.bits()), hull::<T>(count, i / 5, rng.bits()));
                for j in 0..10 {
                    let a = (&a).at(rng.pose3(1.0));
                    let b = (&b).at(rng.pose3(if j % 2 == 0 { 4.0 } else { 1.5 }));
                    ask(&mut Vclip::new(), &a, &b, &mut tally);
                }
            }
        }
        assert!(tally.apart > 7000 && tally.meet > 1500, "{tally:?}");
        assert!(tally.budget == 0 && tally.judged[0] <= tally.judged[1], "{tally:?}");
        // Rounding is rare, and rarer still is it that the features found are not proven at once.
        assert!(tally.stalled * 100 < tally.queries && tally.continued * 100 < tally.queries, "{tally:?}");
    }
    check::<f64>();
    check::<f32>();
}

fn cuboid<T: Real>(half: [f64; 3]) -> ConvexPolyhedron<T> {
    let sign = |bit: u32, i: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |i| Vec3::new(half[0] * sign(0, i), half[1] * sign(1, i), half[2] * sign(2, i)).cast();
    ConvexPolyhedron::new(&(0..8).map(corner).collect::<Vec<Vec3<T>>>())
}

fn tetrahedron<T: Real>() -> ConvexPolyhedron<T> {
    ConvexPolyhedron::new(&cast::<T>(
        &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from),
    ))
}

/// A prism with this many corners around.
fn prism<T: Real>(corners: u32) -> ConvexPolyhedron<T> {
    let point = |i: u32| {
        let (sin, cos) = (f64::from(i / 2) * core::f64::consts::TAU / f64::from(corners)).sin_cos();
        Vec3::new(cos, sin, if i.is_multiple_of(2) { -0.5 } else { 0.5 }).cast()
    };
    ConvexPolyhedron::new(&(0..2 * corners).map(point).collect::<Vec<Vec3<T>>>())
}

fn features<T: Real>(body: &ConvexPolyhedron<T>) -> Vec<Feature> {
    let topology = body.topology();
    let vertices = (0..topology.vertex_count() as u32).map(Feature::Vertex);
    let faces = (0..topology.face_count() as u32).map(Feature::Face);
    vertices.chain(topology.edges().map(Feature::Edge)).chain(faces).collect()
}

/// From every pair of features of small polyhedra the walk ends at the same distance, and no pair of vertices and edges is
/// left and taken again.
#[test]
fn every_start() {
    fn check<T: Real>() {
        let bodies = [tetrahedron::<T>(), cuboid([1.0, 0.5, 0.75]), hull(12, 0, 5), prism(7)];
        let mut rng = Rng::new(3);
        let (mut starts, mut reasons) = (0, [0_u32; 5]);
        for (i, a) in bodies.iter().enumerate() {
            for b in &bodies[..=i] {
                for far in [0.3, 2.0, 3.0] {
                    let turn = if far == 2.0 { Rot3::IDENTITY } else { rng.rotation3() };
                    let a = a.at(Pose::IDENTITY);
                    let b = b.at(Pose::new(rng.unit3::<T>() * T::of(far), turn));
                    let truth = distance(&a, &b);
                    let prepared = Prepared::new(&a.parts(), &b.parts());
                    let polyhedra = Polyhedra::of(&prepared).expect("two polyhedra");
                    for of_a in features(a.shape()) {
                        for of_b in features(b.shape()) {
                            let start = [of_a, of_b];
                            let mut vclip = Vclip::from_features(start);
                            let d = vclip.distance(&a, &b);
                            let off = (d.distance.f64() - truth.distance.f64()).abs();
                            assert!(off <= d.error.f64() + truth.error.f64(), "{start:?} {d:?} {truth:?}");
                            let mut seen = vec![start];
                            let walk = polyhedra.walk(start, &mut |step| {
                                let measured = !step.to.iter().any(|f| f.dimension() == 2);
                                assert!(!measured || !seen.contains(&step.to), "{seen:?} {step:?}");
                                assert_eq!(seen.last(), Some(&step.from));
                                seen.push(step.to);
                                reasons[step.reason as usize] += 1;
                            });
                            assert!(walk.ending != Ending::Budget);
                            assert_eq!(Some(walk.features), vclip.features());
                            starts += 1;
                        }
                    }
                }
            }
        }
        assert!(starts > 10_000, "{starts}");
        // All ways to go on are taken; an escape from below a face among them.
        let names = [Reason::Vertex, Reason::Edge, Reason::Face, Reason::Escape];
        assert!(names.iter().all(|r| reasons[*r as usize] > 20), "{reasons:?}");
    }
    check::<f64>();
    check::<f32>();
}

/// Bodies that turn and move a little: hardly a step each, and the front door's answers.
#[test]
fn coherent_paths() {
    fn check<T: Real>() {
        let mut rng = Rng::new(8);
        for (count, kind) in [(8, 0), (60, 0), (60, 2), (400, 0), (30, 4)] {
            let (a, b) = (hull::<T>(count, kind, rng.bits()), hull::<T>(count, 0, rng.bits()));
            let mut tally = Tally::default();
            let (mut vclip, mut warm) = (Vclip::new(), Warm::with_vclip());
            let mut turn = rng.rotation3::<T>();
            let axis = rng.unit3::<T>();
            for i in 0..400 {
                turn = Rot3::from_axis_angle(axis, T::of(0.01)).compose(&turn);
                let at = Vec3::new(0.3, 0.1, 0.4 + 5.0 * (f64::from(i) / 400.0 - 0.5).abs()).cast();
                let (a, b) = ((&a).at(Pose::IDENTITY), (&b).at(Pose::new(at, turn)));
                ask(&mut vclip, &a, &b, &mut tally);
                let (c, w) = (contact(&a, &b), warm.contact(&a, &b));
                let off = (c.signed_distance.f64() - w.signed_distance.f64()).abs();
                assert!(off <= c.error.f64() + w.error.f64(), "{c:?} {w:?}");
            }
            assert!(tally.apart > 100 && tally.queries - tally.apart > 20, "{tally:?}");
            assert!(tally.steps < 4 * tally.queries && tally.budget == 0, "{tally:?}");
        }
    }
    check::<f64>();
    check::<f32>();
}

/// Faces of a thousand corners: a walk looks at all of them, and ends at once.
#[test]
fn faces_of_many_corners() {
    fn check<T: Real>() {
        let (a, b) = (prism::<T>(1000), prism::<T>(1000));
        let corners = |f| a.topology().face_vertices(f).len();
        assert!((0..a.topology().face_count() as u32).any(|f| corners(f) > 500));
        let mut rng = Rng::new(12);
        let mut tally = Tally::default();
        for i in 0..60 {
            let turn = if i % 3 == 0 { Rot3::IDENTITY } else { rng.rotation3() };
            let at = if i % 2 == 0 { Vec3::new(0.0, 0.0, 1.5) } else { rng.unit3::<f64>() * 2.5 };
            ask(
                &mut Vclip::new(),
                &(&a).at(Pose::IDENTITY),
                &(&b).at(Pose::new(at.cast(), turn)),
                &mut tally,
            );
        }
        assert!(tally.apart > 30 && tally.budget == 0, "{tally:?}");
    }
    check::<f64>();
    check::<f32>();
}

/// Parallel faces, faces in one plane, edges on edges, bodies that touch, are inside one another or are the same; slivers; and all of
/// it tiny and huge.
#[test]
fn hard_pairs_at_all_scales() {
    fn check<T: Real>(scales: [f64; 5]) {
        for scale in scales {
            let cube = cuboid::<T>([scale; 3]);
            let sliver = cuboid::<T>([scale, scale, scale * 1e-4]);
            let needle = cuboid::<T>([scale * 1e-3, scale * 1e-3, scale]);
            let tetrahedron = ConvexPolyhedron::<T>::new(
                &tetrahedron::<f64>().vertices().iter().map(|v| (*v * scale).cast()).collect::<Vec<_>>(),
            );
            let bodies = [&cube, &sliver, &needle, &tetrahedron];
            let places = [
                [0.0, 0.0, 0.0],
                [3.0, 0.0, 0.0],
                [2.0, 0.0, 0.0],
                [2.0, 2.0, 0.0],
                [2.0, 2.0, 2.0],
                [2.5, 1.0, -0.5],
                [1.9, 0.0, 0.0],
                [2.0, 1e-9, 0.0],
                [0.0, 0.0, 1.0001],
                [0.1, 0.2, 0.3],
            ];
            let mut rng = Rng::new(21);
            let mut tally = Tally::default();
            for a in bodies {
                for b in bodies {
                    for place in places {
                        let at = Vec3::from(place.map(|x| T::of(x * scale)));
                        for turn in [
                            Rot3::IDENTITY,
                            Rot3::from_axis_angle([0.0, 0.0, 1.0].map(T::of), T::of(0.5)),
                            rng.rotation3(),
                        ] {
                            ask(
                                &mut Vclip::new(),
                                &a.at(Pose::IDENTITY),
                                &b.at(Pose::new(at, turn)),
                                &mut tally,
                            );
                        }
                    }
                }
            }
            assert!(tally.apart > 200 && tally.queries - tally.apart > 50 && tally.budget == 0, "{tally:?}");
        }
    }
    check::<f64>([1.0, 1e-9, 1e9, 1e-100, 1e100]);
    check::<f32>([1.0, 1e-6, 1e6, 1e-12, 1e12]);
}

/// Features of another pair, and none that there are: they cost steps and change no answer.
#[test]
fn foreign_features_do_no_harm() {
    let (small, large) = (tetrahedron::<f64>(), hull::<f64>(200, 0, 4));
    let b = Pose::at([3.0, 0.5, 0.25]);
    let mut vclip = Vclip::new();
    let truth = [&small, &large].map(|body| distance(&body.at(Pose::IDENTITY), &body.at(b)));
    for i in [0, 1, 0, 1, 1, 0] {
        let body = [&small, &large][i];
        let found = vclip.distance(&body.at(Pose::IDENTITY), &body.at(b));
        assert!((found.distance - truth[i].distance).abs() <= found.error + truth[i].error);
    }
    let beyond = u32::MAX;
    for start in [Feature::Vertex(beyond), Feature::Edge(beyond), Feature::Face(beyond)] {
        let found = Vclip::from_features([start; 2]).distance(&(&small).at(Pose::IDENTITY), &(&small).at(b));
        assert!((found.distance - truth[0].distance).abs() <= found.error + truth[0].error);
    }
}
