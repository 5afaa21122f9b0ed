//! Answers are as exact as `Settings` ask.
//!
//! Depths of curved shapes were reported as `Converged` with errors of 64 gaps in `f32` and 2,048 in `f64`, and values in `f32` that were
//! off by 15 gaps. What must hold, for all kinds, wherever the status is `Converged`: with S the size of the pair, r its rounding and ε
//! that of the precision, `error` is at most (gap + ε) S + 5 r; for polytopes, which have no gap, at most ε S + 5 r.

use impinge::Status;
use impinge::answer::default_gap;
use impinge::mesh::TriangleMesh;
use impinge::query::any;
use impinge::study::pair::Prepared;
use impinge::{Cuboid, Dimension, Pose, Real, Settings, Shape, Vec2, Vec3, Vector, Warm, contact};
use impinge_scenes::Rng;
use impinge_scenes::kinds::{Kinds, random};

/// The default, all that the precision gives, and gaps on either side of the default ones.
const GAPS: [Option<f64>; 6] = [None, Some(0.0), Some(1e-3), Some(1e-5), Some(1e-8), Some(1e-12)];

/// Relative placement of two shapes.
const PLACES: [&str; 5] = ["apart", "touching", "shallow", "deep", "concentric"];

/// Answers, and those of them that did not reach the requested gap.
#[derive(Clone, Copy, Default, Debug)]
struct Rate {
    answers: u32,
    open: u32,
}

impl Rate {
    fn note(&mut self, status: Status) {
        self.answers += 1;
        self.open += u32::from(status != Status::Converged);
    }

    fn is_below(&self, share: f64) -> bool {
        self.answers > 0 && f64::from(self.open) <= share * f64::from(self.answers)
    }
}

/// Gaps from here on are reached unless shapes just touch. Below, rounding is part of the requested gap.
const USUAL: f64 = 1e-8;

/// Bound on `error`.
fn promised<A: Shape, B: Shape<V = A::V>>(a: &A, b: &B, settings: &Settings) -> f64 {
    let epsilon = <A::V as Vector>::Scalar::EPSILON.f64();
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let size = prepared.frame.length(prepared.pair.size);
    let gap = settings.gap.unwrap_or(default_gap::<<A::V as Vector>::Scalar>());
    let gap = if prepared.pair.polytope { 0.0 } else { gap };
    // The sum itself is rounded to the precision.
    ((gap + epsilon) * size + 5.0 * prepared.frame.length(prepared.pair.rounding)) * (1.0 + 4.0 * epsilon)
}

/// Rates of the usual gaps, by place, and those of the least gaps.
fn as_exact_as_asked<V: Kinds + Dimension>(seed: u64, rounds: usize) -> ([Rate; 5], Rate)
where
    V::Any: Shape<V = V>,
{
    let mut rng = Rng::new(seed);
    let (mut rates, mut least) = ([Rate::default(); 5], Rate::default());
    let mut iterated = 0;
    for round in 0..rounds {
        for pair in 0..V::KINDS * V::KINDS {
            let (a, b) = (random::<V>(&mut rng, pair / V::KINDS), random::<V>(&mut rng, pair % V::KINDS));
            let (home, turned) = (V::random_pose(&mut rng, 0.0), V::random_pose(&mut rng, 0.0));
            let toward = V::random_unit(&mut rng);
            let mut warm = Warm::new();
            // From far away towards the center, so that the warm query moves as a body does.
            for (place, rate) in rates.iter_mut().enumerate() {
                let gap = GAPS[(round + pair + place) % GAPS.len()];
                let settings = Settings { gap, margin: None };
                let at = |way: V| (&b).at(Pose::at(way) * turned);
                let (near, far) = ((&a).at(home), at(toward * V::Scalar::of(4.0)));
                let first = impinge::contact(&near, &far);
                let touching = toward * V::Scalar::of(4.0) - first.normal * first.signed_distance;
                let b = match PLACES[place] {
                    "apart" => far,
                    "touching" => at(touching),
                    "shallow" => at(touching - first.normal * V::Scalar::of(0.01)),
                    "deep" => at(touching * V::Scalar::of(rng.between(0.05, 0.6))),
                    _ => at(V::ZERO),
                };
                let (a, may) = (&near, promised(&near, &b, &settings));
                let contact = impinge::contact_with(a, &b, &settings);
                let distance = impinge::distance_with(a, &b, &settings);
                let again = warm.contact_with(a, &b, &settings);
                let apart = warm.distance_with(a, &b, &settings);
                let boxed = any::contact(a, &b, &settings);
                let answers = [
                    ("contact", contact.status, contact.error),
                    ("distance", distance.status, distance.error),
                    ("warm contact", again.status, again.error),
                    ("warm distance", apart.status, apart.error),
                    ("any contact", boxed.status, boxed.error),
                ];
                for (name, status, error) in answers {
                    let text = || format!("{name}, {}, {gap:?}\n{a:?}\n{b:?}\n{contact:?}", PLACES[place]);
                    if status == Status::Converged {
                        assert!(error.f64() <= may, "{} of {may:e}: {}", error.f64(), text());
                    }
                    if gap.is_none_or(|gap| gap >= USUAL) { &mut *rate } else { &mut least }.note(status);
                }
                iterated += usize::from(contact.iterations > 0 && place > 1);
            }
        }
    }
    assert!(2 * iterated > rounds * V::KINDS * V::KINDS, "{iterated}");
    (rates, least)
}

fn check<V: Kinds + Dimension>(seed: u64, rounds: usize)
where
    V::Any: Shape<V = V>,
{
    let (rates, least) = as_exact_as_asked::<V>(seed, rounds);
    for (place, rate) in PLACES.iter().zip(rates) {
        let share = if *place == "touching" { 0.05 } else { 0.01 };
        assert!(rate.is_below(share), "{place}: {rate:?}");
    }
    assert!(least.is_below(0.1), "{least:?}");
}

#[test]
fn converged_depths_had_errors_of_many_gaps_in_f32() {
    check::<Vec3<f32>>(3401, 2);
    check::<Vec2<f32>>(3402, 6);
}

#[test]
fn converged_depths_had_errors_of_many_gaps_in_f64() {
    check::<Vec3<f64>>(3403, 2);
    check::<Vec2<f64>>(3404, 6);
}

/// Boxes above triangles 10¹⁰ times as large got points that were 10⁻¹¹ of the size too far apart, and so an error as large: weights of
/// corners of B − A could not tell those of the box from one another.
#[test]
fn points_of_small_bodies_above_vast_ones_were_far_apart() {
    let mut judged = 0;
    for k in 0..60 {
        let half = 10_f64.powf(8.0 + 0.1 * f64::from(k));
        let corners = [[-half, -half, 0.0], [-half, half, 0.0], [half, -half, 0.0], [half, half, 0.0]];
        let (ground, _) = TriangleMesh::new(&corners, &[[0, 2, 3], [0, 3, 1]]).unwrap();
        for (x, y) in [(0.162109375, -0.18359375), (0.1, 0.1), (3.0, 2.9), (-1.0, -1.25)] {
            let height = 0.05 * f64::max(1.0, half / 1e10);
            let chest = Cuboid::new([0.25, 0.25, 0.75]).at(Pose::at([x, y, 0.75 + height]));
            for found in [contact(&chest, &ground), contact(&ground, &chest)] {
                assert!(found.error <= 1e-13 * half, "{:e} of {half:e}: {found:?}", found.error / half);
                assert!((found.signed_distance - height).abs() <= found.error, "{found:?}");
                judged += u32::from(found.status == Status::Judged);
            }
        }
    }
    assert!(judged > 100, "{judged}");
}
