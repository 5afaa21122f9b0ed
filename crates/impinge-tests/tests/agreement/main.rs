//! All answers of the front door about one pair agree: `intersects`, `intersection`, `distance` and `contact`, with one
//! another, with two support calls, and with a certified interval. All named shapes, both dimensions, both precisions.

mod judged;

use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{Kinds, SOLIDS, random};
use impinge_tests::front::{Worst, agree, size};

/// `rounds` pairs of each two kinds, in random poses; about half of them meet.
fn all_kinds<V: Kinds>(rounds: usize, range: f64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut worst = Worst::default();
    for round in 0..rounds {
        for kind_a in 0..V::KINDS {
            for kind_b in 0..V::KINDS {
                let (a, b) = (random::<V>(&mut rng, kind_a), random::<V>(&mut rng, kind_b));
                let (a, b) = (a.at(V::random_pose(&mut rng, range)), b.at(V::random_pose(&mut rng, range)));
                agree(&a, &b, &mut worst, &format!("round {round}, {a:?}, {b:?}"));
            }
        }
    }
    println!("{} {}D: hit rate {:.3}, {worst:?}", core::any::type_name::<V>(), V::DIM, worst.hit_rate());
    assert!((0.3..=0.7).contains(&worst.hit_rate()), "hit rate {}", worst.hit_rate());
    assert!(worst.judged * 10 >= worst.pairs * 9, "certified {} of {}", worst.judged, worst.pairs);
}

#[test]
fn all_answers_agree_in_space_in_double() {
    all_kinds::<Vec3<f64>>(6, 0.5, 1);
}

#[test]
fn all_answers_agree_in_space_in_single() {
    all_kinds::<Vec3<f32>>(6, 0.5, 2);
}

#[test]
fn all_answers_agree_in_the_plane_in_double() {
    all_kinds::<Vec2<f64>>(40, 0.7, 3);
}

#[test]
fn all_answers_agree_in_the_plane_in_single() {
    all_kinds::<Vec2<f32>>(40, 0.7, 4);
}

/// A gap of 0 asks for all that the precision gives.
#[test]
fn the_tightest_gap_is_reached() {
    let mut rng = Rng::new(5);
    let (mut apart, mut worst) = (0, 0.0_f64);
    for i in 0..2000 {
        let kinds = [i % SOLIDS, i / SOLIDS % SOLIDS];
        let [a, b] = kinds.map(|kind| random::<Vec3<f64>>(&mut rng, kind));
        let (a, b) = (a.at(rng.pose3(1.0)), b.at(rng.pose3(1.0)));
        let d = distance_with(&a, &b, &Settings { gap: Some(0.0), ..Settings::default() });
        apart += u32::from(d.distance > 0.0);
        worst = worst.max(d.error / size(&a, &b));
        assert!(d.error <= 1e-12 * size(&a, &b), "{d:?} of {a:?}, {b:?}, size {}", size(&a, &b));
    }
    println!("tightest gap: {apart} of 2000 apart, worst error {worst:e}");
    assert!((600..1800).contains(&apart), "{apart}");
}
