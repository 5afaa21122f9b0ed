//! Casts of moving shapes: never past the contact, near it at the time of impact, and contact by the end of the error.

mod between;
mod known;
mod nested;
mod oracle;
mod special;
mod touched;

use impinge::study::casting::{advance, advance_watched};
use impinge::study::observe::{CastStep, Status};
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{self, random};
use oracle::{Body, Moves, Tally, check};
use proptest::prelude::*;

/// A random body up to `away` from the origin that flies towards it and beyond, turning by up to `angle`.
fn flying<V: Moves>(rng: &mut Rng, kind: usize, away: f64, angle: f64) -> Body<V> {
    let shape = random::<V>(rng, kind);
    let pose = V::pose(rng, away);
    let center = pose.translation() + V::place(rng, 1.0);
    let aim = V::place(rng, 1.0);
    let linear = (aim - center) * V::Scalar::of(rng.between(0.5, 3.0));
    let motion = if angle == 0.0 {
        Motion::translation(linear)
    } else {
        let angle = rng.between(-angle, angle);
        V::turning(rng, center, angle).moving(linear)
    };
    Body { shape, pose, motion }
}

fn meet<V: Moves>(a: &Body<V>, b: &Body<V>, settings: &CastSettings) -> Option<Impact<V>> {
    cast_with(&(&a.shape).at(a.pose), &(&b.shape).at(b.pose), &a.motion, &b.motion, settings)
}

/// All pairs of kinds, `rounds` times.
fn all_kinds<V: Moves>(angle: f64, rounds: u64, samples: u32, separation: f64) -> Tally {
    let mut tally = Tally::default();
    let settings = CastSettings { separation, ..CastSettings::default() };
    for round in 0..rounds {
        for i in 0..V::KINDS {
            for j in 0..V::KINDS {
                let mut rng = Rng::new(1 + round * 1000 + (i * V::KINDS + j) as u64);
                let a = flying::<V>(&mut rng, i, 3.0, angle);
                let b = flying::<V>(&mut rng, j, 3.0, angle);
                let impact = meet(&a, &b, &settings);
                check(&a, &b, impact, separation, samples, &mut tally);
                if angle == 0.0 {
                    by_steps_too(&a, &b, impact, &settings);
                }
            }
        }
    }
    // Random motions meet, miss, and are answered.
    let hits = f64::from(tally.hits) / f64::from(tally.casts);
    assert!(hits > 0.2 && hits < 0.8, "{tally:?}");
    assert!(tally.bounded + tally.at_start > tally.hits * 17 / 20, "{tally:?}");
    assert!(tally.budget + tally.stalled <= tally.casts / 500, "{tally:?}");
    tally
}

/// A cast that is watched gives the same answer to the bit, and tells only what is so: times are proven free in rising order, and
/// distances are within their bounds. How often the way was proven by one plane and by two.
fn watched<V: Moves>(a: &Body<V>, b: &Body<V>, settings: &CastSettings) -> [u32; 3] {
    let (at_a, at_b) = ((&a.shape).at(a.pose), (&b.shape).at(b.pose));
    let mut told: Vec<CastStep<V>> = Vec::new();
    let seen = advance_watched(&at_a, &at_b, &a.motion, &b.motion, settings, &mut |step: &CastStep<V>| {
        told.push(*step);
    });
    let unseen = advance(&at_a, &at_b, &a.motion, &b.motion, settings);
    assert_eq!(format!("{seen:?}"), format!("{unseen:?}"));
    let mut counts = [0; 3];
    let mut free = V::Scalar::ZERO;
    for step in &told {
        assert!(step.free_until >= free && step.time >= step.free_until, "{step:?} after {free:?}");
        assert!(step.planes == 0 || step.time == step.free_until, "{step:?}");
        free = step.free_until;
        counts[step.planes as usize] += 1;
        let place = |body: &Body<V>| body.motion.pose(step.time) * body.pose;
        let found = contact(&(&a.shape).at(place(a)), &(&b.shape).at(place(b)));
        let [lower, upper] = step.bounds;
        let slack = found.error + V::Scalar::EPSILON * V::Scalar::of(256.0);
        assert!(
            found.signed_distance + slack >= lower && found.signed_distance - slack <= upper,
            "{step:?} {found:?}"
        );
    }
    if let Some(impact) = seen.filter(|impact| impact.status == Status::Converged && !told.is_empty()) {
        assert!(free <= impact.time + V::Scalar::EPSILON, "{free:?} {impact:?}");
    }
    counts
}

#[test]
fn a_watched_cast_is_the_same_and_its_reports_are_true() {
    let mut counts = [0; 3];
    for k in 0..300 {
        let mut rng = Rng::new(900 + k);
        let (i, j) = (rng.below(kinds::SOLIDS), rng.below(kinds::SOLIDS));
        let (a, b) = (flying::<Vec3<f64>>(&mut rng, i, 3.0, 4.0), flying(&mut rng, j, 3.0, 4.0));
        let one = watched(&a, &b, &CastSettings::default());
        let (i, j) = (rng.below(kinds::PLANARS), rng.below(kinds::PLANARS));
        let (a, b) = (flying::<Vec2<f64>>(&mut rng, i, 3.0, 4.0), flying(&mut rng, j, 3.0, 4.0));
        let two = watched(&a, &b, &CastSettings::default());
        counts = [0, 1, 2].map(|n| counts[n] + one[n] + two[n]);
    }
    assert!(counts[0] > 300 && counts[1] > 0 && counts[2] > 100, "{counts:?}");
}

/// A ray against B − A and steps of time agree.
fn by_steps_too<V: Moves>(a: &Body<V>, b: &Body<V>, ray: Option<Impact<V>>, settings: &CastSettings) {
    let steps = advance(&(&a.shape).at(a.pose), &(&b.shape).at(b.pose), &a.motion, &b.motion, settings);
    let what = || format!("{ray:?}\n{steps:?}\n{a:?}\n{b:?}");
    if let (Some(ray), Some(steps)) = (ray, steps) {
        assert_eq!(ray.at_start, steps.at_start, "{}", what());
        let (early, late) = (ray.time.f64().min(steps.time.f64()), ray.time.f64().max(steps.time.f64()));
        let error = ray.time_error.f64().max(steps.time_error.f64());
        let rounding = 4.0 * V::Scalar::EPSILON.f64();
        assert!(late - early <= error + rounding, "{}", what());
    } else if ray.is_some() != steps.is_some() {
        // Within the tolerance of a miss.
        let one = ray.or(steps).expect("one of them");
        assert!(!one.time_error.is_finite() || one.time.f64() > 1.0 - 1e-5, "{}", what());
    }
}

#[test]
fn translations_of_all_pairs_in_space() {
    all_kinds::<Vec3<f64>>(0.0, 6, 60, 0.0);
    all_kinds::<Vec3<f32>>(0.0, 6, 60, 0.0);
    all_kinds::<Vec3<f64>>(0.0, 2, 60, 0.25);
}

#[test]
fn translations_of_all_pairs_in_the_plane() {
    all_kinds::<Vec2<f64>>(0.0, 20, 60, 0.0);
    all_kinds::<Vec2<f32>>(0.0, 20, 60, 0.0);
    all_kinds::<Vec2<f64>>(0.0, 10, 60, 0.25);
}

#[test]
fn turning_of_all_pairs_in_space() {
    all_kinds::<Vec3<f64>>(3.0, 6, 60, 0.0);
    all_kinds::<Vec3<f32>>(3.0, 6, 60, 0.0);
    all_kinds::<Vec3<f64>>(3.0, 2, 60, 0.25);
}

#[test]
fn turning_of_all_pairs_in_the_plane() {
    all_kinds::<Vec2<f64>>(3.0, 20, 60, 0.0);
    all_kinds::<Vec2<f32>>(3.0, 20, 60, 0.0);
    all_kinds::<Vec2<f64>>(3.0, 10, 60, 0.25);
}

#[test]
fn several_turns_of_all_pairs() {
    all_kinds::<Vec3<f64>>(40.0, 2, 1000, 0.0);
    all_kinds::<Vec2<f64>>(40.0, 4, 1000, 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_pair_of_space(seed in 0_u64.., i in 0..kinds::SOLIDS, j in 0..kinds::SOLIDS, angle in 0.0..8.0_f64) {
        let mut rng = Rng::new(seed);
        let (a, b) = (flying(&mut rng, i, 3.0, angle), flying(&mut rng, j, 3.0, angle));
        let impact = meet::<Vec3<f64>>(&a, &b, &CastSettings::default());
        check(&a, &b, impact, 0.0, 50, &mut Tally::default());
    }

    #[test]
    fn any_pair_of_the_plane(seed in 0_u64.., i in 0..kinds::PLANARS, j in 0..kinds::PLANARS, angle in 0.0..8.0_f64) {
        let mut rng = Rng::new(seed);
        let (a, b) = (flying(&mut rng, i, 3.0, angle), flying(&mut rng, j, 3.0, angle));
        let impact = meet::<Vec2<f32>>(&a, &b, &CastSettings::default());
        check(&a, &b, impact, 0.0, 50, &mut Tally::default());
    }
}
