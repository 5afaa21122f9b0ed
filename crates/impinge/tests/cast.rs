//! Casts of moving shapes: never past the contact, near it at the time of impact, and contact by the end of the error.

mod front;
#[path = "cast/judge.rs"]
mod judge;

use front::random;
use impinge::*;
use impinge_scenes::Rng;
use judge::{Body, Moves, Tally, judge};

/// A random body about `away` from the origin that flies towards it and beyond, with up to `angle` of turning.
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

fn all_kinds<V: Moves>(angle: f64, rounds: u64, samples: u32, seed: u64) -> Tally {
    let mut tally = Tally::default();
    for round in 0..rounds {
        for i in 0..V::KINDS {
            for j in 0..V::KINDS {
                let mut rng = Rng::new(seed + round * 1000 + (i * V::KINDS + j) as u64);
                let a = flying::<V>(&mut rng, i, 3.0, angle);
                let b = flying::<V>(&mut rng, j, 3.0, angle);
                let impact = cast(&(&a.shape).at(a.pose), &(&b.shape).at(b.pose), &a.motion, &b.motion);
                judge(&a, &b, impact, 0.0, samples, &mut tally);
            }
        }
    }
    tally
}

#[test]
fn translations_of_all_pairs_in_space() {
    println!("{:?}", all_kinds::<Vec3<f64>>(0.0, 4, 100, 1));
    println!("{:?}", all_kinds::<Vec3<f32>>(0.0, 4, 100, 1));
}

#[test]
fn translations_of_all_pairs_in_the_plane() {
    println!("{:?}", all_kinds::<Vec2<f64>>(0.0, 10, 100, 1));
    println!("{:?}", all_kinds::<Vec2<f32>>(0.0, 10, 100, 1));
}

#[test]
fn turning_of_all_pairs_in_space() {
    println!("{:?}", all_kinds::<Vec3<f64>>(3.0, 4, 100, 1));
    println!("{:?}", all_kinds::<Vec3<f32>>(3.0, 4, 100, 1));
}

#[test]
fn turning_of_all_pairs_in_the_plane() {
    println!("{:?}", all_kinds::<Vec2<f64>>(3.0, 10, 100, 1));
    println!("{:?}", all_kinds::<Vec2<f32>>(3.0, 10, 100, 1));
}
