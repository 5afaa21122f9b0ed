//! Convex hulls: time of impinge against parry, on the same clouds, in one process, in turns.
//!
//! `cargo run --release --bin hull [largest [repeats]]` prints one row per cloud and precision: best and median time
//! of both in milliseconds, and parry's time over impinge's (above 1: impinge is faster). `largest` leaves out larger
//! clouds; a cloud of a million points on a sphere is timed once, for impinge only, with the argument `1000000`.
//!
//! impinge does more: it also merges coplanar triangles into faces and joins the half-edges.

use std::hint::black_box;
use std::time::Instant;

use impinge::Vec3;
use impinge::hull::solid_hull;
use impinge_scenes::Rng;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<usize>().expect("a number"));
    let largest = arguments.next().unwrap_or(100_000);
    let repeats = arguments.next().unwrap_or(7);
    println!("cloud              precision  impinge best  median   parry best  median   ratio best  median");
    for (name, count, on_sphere) in [
        ("sphere 1000", 1_000, true),
        ("sphere 10000", 10_000, true),
        ("sphere 100000", 100_000, true),
        ("ball 100000", 100_000, false),
    ] {
        if count > largest {
            continue;
        }
        let wide = cloud(count, on_sphere);
        // Small clouds are done several times a sample, so that the clock is fine enough.
        let batch = (20_000 / count).max(1);

        let ours: Vec<Vec3<f32>> = wide.iter().map(|&p| Vec3::from(p.map(|c| c as f32))).collect();
        let theirs: Vec<_> = ours.iter().map(|p| parry3d::math::Vector::new(p.x, p.y, p.z)).collect();
        let times = in_turns(
            repeats,
            batch,
            || drop(black_box(solid_hull(black_box(&ours)).expect("a hull"))),
            || drop(black_box(parry3d::transformation::try_convex_hull(black_box(&theirs)).expect("a hull"))),
        );
        print_row(name, "f32", times);

        let ours: Vec<Vec3<f64>> = wide.iter().map(|&p| Vec3::from(p)).collect();
        let theirs: Vec<_> = ours.iter().map(|p| parry3d_f64::math::Vector::new(p.x, p.y, p.z)).collect();
        let times = in_turns(
            repeats,
            batch,
            || drop(black_box(solid_hull(black_box(&ours)).expect("a hull"))),
            || {
                drop(black_box(
                    parry3d_f64::transformation::try_convex_hull(black_box(&theirs)).expect("a hull"),
                ))
            },
        );
        print_row(name, "f64", times);
    }
    if largest >= 1_000_000 {
        let wide = cloud(1_000_000, true);
        let ours: Vec<Vec3<f32>> = wide.iter().map(|&p| Vec3::from(p.map(|c| c as f32))).collect();
        let start = Instant::now();
        let hull = solid_hull(&ours).expect("a hull");
        println!("sphere 1000000 f32: {:?}, {} faces", start.elapsed(), hull.normals().len());
        let ours: Vec<Vec3<f64>> = wide.iter().map(|&p| Vec3::from(p)).collect();
        let start = Instant::now();
        let hull = solid_hull(&ours).expect("a hull");
        println!("sphere 1000000 f64: {:?}, {} faces", start.elapsed(), hull.normals().len());
    }
}

/// Milliseconds of one call, sorted, for two functions that take turns.
fn in_turns(repeats: usize, batch: usize, mut a: impl FnMut(), mut b: impl FnMut()) -> [Vec<f64>; 2] {
    let mut times = [Vec::new(), Vec::new()];
    // The first turn warms up and is not counted.
    for turn in 0..=repeats {
        let start = Instant::now();
        (0..batch).for_each(|_| a());
        let middle = Instant::now();
        (0..batch).for_each(|_| b());
        let end = Instant::now();
        if turn > 0 {
            times[0].push((middle - start).as_secs_f64() * 1e3 / batch as f64);
            times[1].push((end - middle).as_secs_f64() * 1e3 / batch as f64);
        }
    }
    for list in &mut times {
        list.sort_by(f64::total_cmp);
    }
    times
}

fn print_row(name: &str, precision: &str, [ours, theirs]: [Vec<f64>; 2]) {
    let middle = |list: &[f64]| list[list.len() / 2];
    println!(
        "{name:18} {precision:9} {:13.3} {:8.3} {:11.3} {:8.3} {:11.2} {:7.2}",
        ours[0],
        middle(&ours),
        theirs[0],
        middle(&theirs),
        theirs[0] / ours[0],
        middle(&theirs) / middle(&ours),
    );
}

/// Points on the unit sphere or in the unit ball, by rejection from a cube; seeded.
fn cloud(count: usize, on_sphere: bool) -> Vec<[f64; 3]> {
    let mut random = Rng::new(0x1234_5678_9abc_def0);
    let mut points = Vec::with_capacity(count);
    while points.len() < count {
        let p = [(); 3].map(|()| random.signed());
        let length = p.iter().map(|c| c * c).sum::<f64>().sqrt();
        if !(0.01..=1.0).contains(&length) {
            continue;
        }
        points.push(if on_sphere { p.map(|c| c / length) } else { p });
    }
    points
}
