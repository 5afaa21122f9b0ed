//! Moving features: no false negative, never late, and few false positives, against an oracle in exact algebra.

use impinge::Status;
use impinge::soft::{CcdSettings, FeatureImpact, edge_edge, vertex_edge, vertex_face};
use impinge::{Point, Pose, Real, Rot3, Segment, Shape, Triangle, Vec2, Vec3, distance};
use impinge_scenes::Rng;

mod big;
mod oracle;
use oracle::Features;

/// x, y, z of four points at time 0 and at time 1.
type Points = [[[i64; 3]; 4]; 2];

/// The answer for whole coordinates times 2^`shift`: a vertex and a face (`first` = 1), or two edges (2).
fn ask<T: Real>(points: &Points, first: usize, shift: i32) -> Option<FeatureImpact<Vec3<T>>> {
    let scale = T::power_of_two(shift);
    let [p, q] = points.map(|four| four.map(|p| Vec3::from(p.map(|c| T::of(c as f64) * scale))));
    ask_points(p, q, first, &CcdSettings::default())
}

fn ask_points<T: Real>(
    p: [Vec3<T>; 4],
    q: [Vec3<T>; 4],
    first: usize,
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>> {
    match first {
        1 => vertex_face(p[0], q[0], [p[1], p[2], p[3]], [q[1], q[2], q[3]], settings),
        _ => edge_edge([p[0], p[1]], [q[0], q[1]], [p[2], p[3]], [q[2], q[3]], settings),
    }
}

/// Points of a lattice, most of them in some special position.
fn lattice(rng: &mut Rng, range: i64) -> Points {
    let mut number = |range: i64| rng.below((2 * range + 1) as usize) as i64 - range;
    let mut points: Points = [(); 2].map(|()| [(); 4].map(|()| [(); 3].map(|()| number(range))));
    let (kind, i, j, axis) =
        (number(4) + 4, (number(2) + 2) as usize % 4, (number(2) + 2) as usize % 4, (number(1) + 1) as usize);
    match kind {
        // Everything in one plane, always or at one time.
        0 => points.iter_mut().flatten().for_each(|p| p[axis] = 1),
        1 => points[0].iter_mut().for_each(|p| p[axis] = 0),
        // A point at rest, two points as one, a motion without deformation.
        2 => points[1][i] = points[0][i],
        3 => points[0][i] = points[0][j],
        4 => {
            let [start, end] = &mut points;
            for k in 1..4 {
                end[k] = [0, 1, 2].map(|c| start[k][c] + end[0][c] - start[0][c]);
            }
        }
        // On one line.
        5 => points.iter_mut().flatten().for_each(|p| (p[axis], p[(axis + 1) % 3]) = (0, 0)),
        _ => {}
    }
    points
}

#[derive(Debug, Default)]
struct Tally {
    touches: u32,
    proven: u32,
    misses: u32,
    false_positives: u32,
    first_moment: u32,
}

/// Holds the answers for whole coordinates against the oracle.
fn against_oracle(first: usize, range: i64, count: usize, seed: u64) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let points = lattice(&mut rng, range);
        let told = ask::<f64>(&points, first, 0);
        let Some(place) = Features::new(&points, first).first_touch() else {
            tally.misses += 1;
            if let Some(told) = told {
                tally.false_positives += 1;
                assert!(told.latest.is_none(), "{points:?} {told:?}");
            }
            continue;
        };
        tally.touches += 1;
        let told = told.unwrap_or_else(|| panic!("false negative: {points:?} at {}", place.begin()));
        assert!(told.time <= place.end(), "late: {points:?} {told:?} {}", place.end());
        assert!(told.time >= place.begin() - 1e-9, "early: {points:?} {told:?} {}", place.begin());
        if let Some(latest) = told.latest {
            tally.proven += 1;
            assert!(latest >= place.begin(), "{points:?} {told:?} {}", place.begin());
            assert_eq!(told.status, Status::Converged);
        }
        tally.first_moment += u32::from(told.time == 0.0);
        assert!((told.normal.norm() - 1.0).abs() < 1e-12);
    }
    tally
}

#[test]
fn small_lattices_are_decided_as_exact_algebra_does() {
    for first in [1, 2] {
        for (range, count) in [(1, 500), (2, 500), (5, 300)] {
            let tally = against_oracle(first, range, count, 10 * range as u64 + first as u64);
            println!("{first} {range} {tally:?}");
            assert_eq!(tally.false_positives, 0, "{tally:?}");
            assert!(tally.touches as usize > count / 12 && tally.misses as usize > count / 6, "{tally:?}");
            assert!(tally.proven > tally.touches / 2 && tally.first_moment < tally.touches, "{tally:?}");
        }
    }
}

/// Scaled by a power of two, the answer is the same to the bit.
#[test]
fn scale_does_not_matter() {
    let mut rng = Rng::new(3);
    let mut touches = 0;
    for i in 0..2000 {
        let points = lattice(&mut rng, 3);
        let first = 1 + i % 2;
        let whole = ask::<f64>(&points, first, 0);
        touches += u32::from(whole.is_some());
        for shift in [-1000, -300, -1, 17, 900] {
            let scaled = ask::<f64>(&points, first, shift);
            let scale = f64::power_of_two(shift);
            let right =
                whole.map(|w| FeatureImpact { point_a: w.point_a * scale, point_b: w.point_b * scale, ..w });
            assert_eq!(scaled, right, "{points:?} {shift}");
        }
        // In f32 the same search, reported in f32.
        let single = ask::<f32>(&points, first, 0);
        assert_eq!(single.is_some(), whole.is_some());
        if let (Some(single), Some(whole)) = (single, whole) {
            assert!(
                f64::from(single.time) <= whole.time && f64::from(single.time) >= whole.time * (1.0 - 3e-7)
            );
            assert!(single.latest.is_none_or(|l| f64::from(l) >= whole.latest.unwrap()));
        }
    }
    assert!(touches > 400, "{touches}");
}

/// Features that are made to touch at a known time, at a place well inside, with speeds and turns of all sizes.
fn made_to_touch<T: Real>(first: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut plain = 0;
    for i in 0..3000 {
        let spread = 10_f64.powi(-(i % if T::EPSILON.f64() < 1e-10 { 7 } else { 3 }));
        let time = rng.between(0.05, 0.95);
        let mut point = |size: f64| {
            Vec3::new(rng.between(-size, size), rng.between(-size, size), rng.between(-size, size))
        };
        let mut at_touch = [(); 4].map(|()| point(1.0));
        let motion = [(); 4].map(|()| point(spread));
        let (u, v) = (rng.between(0.1, 0.45), rng.between(0.1, 0.45));
        let [a, b, c, d] = at_touch;
        if first == 1 {
            at_touch[0] = b * (1.0 - u - v) + c * u + d * v;
        } else {
            let gap = a * (1.0 - u) + b * u - (c * (1.0 - v) + d * v);
            at_touch[2] = c + gap;
            at_touch[3] = d + gap;
        }
        // In the precision of the coordinates the touch is a little earlier or later: by rounding over the speed across.
        let [a, b, c, d] = at_touch;
        let [va, vb, vc, vd] = motion;
        let (across, speed) = if first == 1 {
            ((c - b).cross(d - b), va - (vb * (1.0 - u - v) + vc * u + vd * v))
        } else {
            ((b - a).cross(d - c), va * (1.0 - u) + vb * u - (vc * (1.0 - v) + vd * v))
        };
        let error = 1e2 * T::EPSILON.f64() / across.unit().dot(speed).abs();
        let at = |t: f64| [0, 1, 2, 3].map(|i| (at_touch[i] + motion[i] * (t - time)).cast::<T>());
        let settings = CcdSettings::default();
        let told = ask_points(at(0.0), at(1.0), first, &settings);
        if error > 0.01 {
            continue;
        }
        let Some(told) = told else { panic!("false negative: {at_touch:?} {motion:?} {time}") };
        assert!(told.time.f64() <= time + error, "{told:?} {time}");
        assert_eq!(told.status, Status::Converged, "{told:?}");
        if (told.time.f64() - time).abs() <= error {
            plain += 1;
            let n = told.normal.cast::<f64>();
            assert!(n.dot(across.unit()).abs() > 0.99, "{told:?} {across:?}");
            // The vertex or first edge goes the way of the normal; where it hardly does, rounding may have turned that.
            let side = n.dot(speed) / speed.norm();
            assert!(side > -1e-3, "{told:?} {side}");
            let place = told.point_a.cast::<f64>() - told.point_b.cast::<f64>();
            assert!(place.norm() < 100.0 * error, "{told:?}");
            // The weights make the points.
            let w = told.weights.map(Real::f64);
            let p = at(told.time.f64()).map(|p| p.cast::<f64>());
            let first_sum = (0..first).fold(Vec3::ZERO, |s, k| s + p[k] * w[k]);
            assert!((first_sum - told.point_a.cast()).norm() < 1e2 * T::EPSILON.f64(), "{told:?}");
            assert!((w.iter().sum::<f64>() - 2.0).abs() < 1e-5 && w.iter().all(|&w| w >= -1e-5), "{told:?}");
        }
    }
    assert!(plain > 1500, "{plain}");
}

#[test]
fn made_touches_are_found() {
    for first in [1, 2] {
        made_to_touch::<f64>(first, 5 + first as u64);
        made_to_touch::<f32>(first, 7 + first as u64);
    }
}

/// The distance of the features at a time, by the library's other means.
fn distance_at(p: &[Vec3<f64>; 4], q: &[Vec3<f64>; 4], first: usize, t: f64) -> f64 {
    let x = [0, 1, 2, 3].map(|i| p[i] * (1.0 - t) + q[i] * t);
    if first == 1 {
        return distance(&Point::new(x[0]), &Triangle::new(x[1], x[2], x[3])).distance;
    }
    let edge = |a: Vec3<f64>, b: Vec3<f64>| {
        let turn = Rot3::between(Vec3::axis(2), b - a);
        Segment::new(0.5 * (b - a).norm()).at(Pose::new((a + b) * 0.5, turn))
    };
    distance(&edge(x[0], x[1]), &edge(x[2], x[3])).distance
}

/// With a separation: against distances at many times.
#[test]
fn separation_is_kept() {
    const TIMES: u32 = 64;
    let mut rng = Rng::new(21);
    let (mut touches, mut misses, mut proven) = (0, 0, 0);
    for i in 0..600 {
        let first = 1 + i % 2;
        let separation = [1e-6, 1e-3, 0.05, 0.3][i / 2 % 4];
        let mut point = |size: f64| {
            Vec3::new(rng.between(-size, size), rng.between(-size, size), rng.between(-size, size))
        };
        let p = [(); 4].map(|()| point(1.0));
        let q = p.map(|p| p + point(1.2));
        let settings = CcdSettings { separation, ..CcdSettings::default() };
        let told = ask_points(p, q, first, &settings);
        let samples: Vec<(f64, f64)> = (0..=TIMES)
            .map(|k| f64::from(k) / f64::from(TIMES))
            .map(|t| (t, distance_at(&p, &q, first, t)))
            .collect();
        let within = samples.iter().find(|(_, d)| *d <= separation - 1e-12);
        match told {
            None => {
                misses += 1;
                assert!(within.is_none(), "{p:?} {q:?} {separation} {within:?}");
            }
            Some(told) => {
                touches += 1;
                assert!(within.is_none_or(|(t, _)| told.time <= *t), "{told:?} {within:?}");
                let free = samples.iter().filter(|(t, _)| *t < told.time).map(|s| s.1).fold(9.0, f64::min);
                assert!(free > separation - 1e-12, "{told:?} {free}");
                assert!(
                    (distance_at(&p, &q, first, told.time) - separation).abs() < 1e-9 || told.time == 0.0
                );
                if let Some(latest) = told.latest {
                    proven += 1;
                    assert!(distance_at(&p, &q, first, latest) <= separation + 1e-12, "{told:?}");
                }
            }
        }
    }
    assert!(touches > 100 && misses > 100 && proven > touches * 9 / 10, "{touches} {misses} {proven}");
}

/// Bodies that slide on one another, turning, a hair apart: planes alone would take for ever.
#[test]
fn sliding_a_hair_apart_is_free() {
    for gap in [1e-3, 1e-9, 1e-15, 1e-20, 1e-30] {
        let face0 = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
        // The face tilts about the x axis by the shear z += y, and the vertex, at y = 0, slides along that axis.
        let face1 = face0.map(|p: Vec3<f64>| Vec3::new(p.x, p.y, p.y));
        let (v0, v1) = (Vec3::new(-0.4, 0.0, gap), Vec3::new(0.4, 0.0, gap));
        let settings = CcdSettings::default();
        assert_eq!(vertex_face(v0, v1, face0, face1, &settings), None, "{gap}");
        let touching = vertex_face(v0 - Vec3::axis(2) * gap, v1, face0, face1, &settings).unwrap();
        assert_eq!((touching.time, touching.latest), (0.0, Some(0.0)));
        // Down through the face at half time.
        let through = vertex_face(v0, v1 - Vec3::axis(2) * (2.0 * gap), face0, face1, &settings).unwrap();
        assert!(
            through.time <= 0.5 && through.time > 0.499_999 && through.latest >= Some(0.5),
            "{through:?}"
        );
    }
}

/// Coordinates too far apart for exact signs: still no false negative, and no false proof.
#[test]
fn a_gap_beyond_all_digits_is_reported_as_a_touch() {
    let face = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
    let tilted = face.map(|p: Vec3<f64>| Vec3::new(p.x, p.y, p.y));
    for gap in [1e-60, 1e-300] {
        let (v0, v1) = (Vec3::new(-0.4, 0.0, gap), Vec3::new(0.4, 0.0, gap));
        let told = vertex_face(v0, v1, face, tilted, &CcdSettings::default()).unwrap();
        assert_eq!((told.time, told.latest, told.status), (0.0, None, Status::Stalled));
        let beside = Vec3::new(5.0, 0.0, 0.0);
        assert_eq!(vertex_face(v0 + beside, v1 + beside, face, tilted, &CcdSettings::default()), None);
    }
}

fn poor_numbers<T: Real>() {
    let good = [0.0, 1.0, 2.0, 3.0].map(|x| Vec3::new(T::of(x), T::of(x * x), T::ONE));
    for poor in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for i in 0..8 {
            let mut all = [good, good];
            all[i / 4][i % 4].y = T::of(poor);
            for first in [1, 2] {
                let told = ask_points(all[0], all[1], first, &CcdSettings::default()).unwrap();
                assert_eq!((told.time, told.latest, told.status), (T::ZERO, None, Status::Stalled));
            }
        }
    }
    for size in [0.0, 1e-320, 1e-38, 1e38, 1e300] {
        let p = good.map(|p| p * T::of(size));
        if !p[3].is_finite() {
            continue;
        }
        for first in [1, 2] {
            for (from, to) in [(p, p), (p, [p[0]; 4]), ([p[3]; 4], p), (p, p.map(|x| -x))] {
                let settings = CcdSettings {
                    separation: T::of(f64::NAN),
                    until: T::of(f64::NAN),
                    ..CcdSettings::default()
                };
                let told = ask_points(from, to, first, &settings);
                assert_eq!(told, ask_points(from, to, first, &CcdSettings::default()));
                assert!(told.is_none_or(|t| t.normal.is_finite() && t.point_a.is_finite()), "{told:?}");
                assert!(told.is_some() || from != [p[3]; 4], "{size}");
            }
        }
    }
}

#[test]
fn poor_numbers_are_taken() {
    poor_numbers::<f32>();
    poor_numbers::<f64>();
}

#[test]
fn settings_bound_the_search() {
    let face = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::<f64>::from);
    let (v0, v1) = (Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.0, 0.0, -1.0));
    let ask = |until: f64, steps: u32, separation: f64| {
        vertex_face(v0, v1, face, face, &CcdSettings { until, steps, separation })
    };
    for (until, touch) in
        [(0.0, false), (1e-9, false), (0.3, false), (0.499, false), (0.5, true), (0.51, true), (7.0, true)]
    {
        assert_eq!(ask(until, 512, 0.0).is_some(), touch, "{until}");
        assert_eq!(ask(until, 512, 1e-4).is_some(), touch, "{until}");
    }
    assert!(ask(0.0, 512, 1.0).unwrap().latest == Some(0.0) || ask(0.0, 512, 1.0).unwrap().latest.is_none());
    assert_eq!(ask(0.3, 512, f64::INFINITY).unwrap().time, 0.0);
    // A spent budget is reported as a touch, and not late.
    let spent = ask(1.0, 0, 0.25).unwrap();
    assert!(spent.time <= 0.375, "{spent:?}");
}

/// A vertex and an edge of the plane, on a lattice: against two edges in space, one of them across the plane.
fn in_the_plane<T: Real>() {
    let mut rng = Rng::new(77);
    let (mut touches, mut misses) = (0, 0);
    for _ in 0..400 {
        let mut points = lattice(&mut rng, 4);
        for four in &mut points {
            for p in four.iter_mut() {
                p[2] = 0;
            }
            four[1] = four[0];
            (four[0][2], four[1][2]) = (-1, 1);
        }
        let flat =
            |i: usize, k: usize| Vec2::new(T::of(points[i][k][0] as f64), T::of(points[i][k][1] as f64));
        let (e0, e1) = ([flat(0, 2), flat(0, 3)], [flat(1, 2), flat(1, 3)]);
        let told = vertex_edge(flat(0, 0), flat(1, 0), e0, e1, &CcdSettings::default());
        match Features::new(&points, 2).first_touch() {
            None => {
                misses += 1;
                assert!(told.is_none(), "{points:?} {told:?}");
            }
            Some(place) => {
                touches += 1;
                let told = told.unwrap_or_else(|| panic!("false negative: {points:?}"));
                let early = 1e-9_f64.max(2.0 * T::EPSILON.f64());
                assert!(
                    told.time.f64() <= place.end() && told.time.f64() >= place.begin() - early,
                    "{told:?}"
                );
                assert!(told.weights[3] == T::ZERO && told.weights[0] == T::ONE);
                assert!((told.normal.norm() - T::ONE).abs() < T::of(1e-6));
                assert!((told.point_a - told.point_b).norm() < T::of(1e-5), "{points:?} {told:?}");
            }
        }
    }
    assert!(touches > 80 && misses > 80, "{touches} {misses}");
}

#[test]
fn a_vertex_and_an_edge_of_the_plane_agree_with_exact_algebra() {
    in_the_plane::<f32>();
    in_the_plane::<f64>();
}
