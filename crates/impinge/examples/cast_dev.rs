use impinge::*;
use impinge_scenes::Rng;
use std::hint::black_box;
type Case<T> = [(Pose<Vec3<T>>, Motion<Vec3<T>>); 2];
fn cases<T: Real>(way: f64, angle: f64, n: usize) -> Vec<Case<T>> {
    let mut rng = Rng::new(7);
    (0..n)
        .map(|_| {
            let away = rng.unit3::<f64>() * 4.0;
            let aim = rng.in_ball::<f64>() * 2.6;
            let w = (aim - away) * way;
            let back = (aim - away) * ((way - 1.0) * 0.8 * rng.uniform());
            let share = rng.uniform();
            let mut body = |place: Vec3<f64>, linear: Vec3<f64>| {
                let pose: Pose<Vec3<T>> = Pose::new(
                    place.cast::<T>(),
                    Rot3::from_xyzw(rng.rotation3::<f64>().to_xyzw().map(T::of)),
                );
                let axis = rng.unit3::<T>();
                let a = angle * rng.between(-1.0, 1.0);
                let m = if angle == 0.0 {
                    Motion::translation(linear.cast::<T>())
                } else {
                    Motion::rotation(pose.translation(), axis, T::of(a)).moving(linear.cast::<T>())
                };
                (pose, m)
            };
            [body(Vec3::new(0.0, 0.0, 0.0), w * -share), body(away - back, w * (1.0 - share))]
        })
        .collect()
}
fn shape<T: Real>(k: usize) -> AnyShape<T> {
    match k {
        0 => Cuboid::new([T::of(0.75), T::of(1.0), T::of(0.5)]).into(),
        1 => {
            let mut rng = Rng::new(32);
            let p: Vec<_> = (0..32).map(|_| rng.unit3::<f64>().cast::<T>()).collect();
            ConvexPolyhedron::new(&p).into()
        }
        2 => Capsule::new(T::of(0.75), T::of(0.5)).into(),
        _ => Cylinder::new(T::of(0.75), T::of(0.5)).into(),
    }
}
fn go<T: Real>(k: usize, way: f64, angle: f64, adv: bool) -> (f64, f64, f64) {
    let cs = cases::<T>(way, angle, 500);
    let s = shape::<T>(k);
    let mut best = f64::INFINITY;
    let (mut calls, mut hits) = (0, 0);
    for round in 0..30 {
        let start = std::time::Instant::now();
        for [(pa, ma), (pb, mb)] in black_box(&cs) {
            let (a, b) = ((&s).at(*pa), (&s).at(*pb));
            let hit =
                if adv { query::advance(&a, &b, ma, mb, &Default::default()) } else { cast(&a, &b, ma, mb) };
            if round == 0
                && let Some(h) = &hit
            {
                calls += h.iterations;
                hits += 1;
            }
            black_box(hit);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / cs.len() as f64);
    }
    (best, calls as f64 / hits as f64, hits as f64 / cs.len() as f64)
}
fn main() {
    let only: Option<usize> = std::env::args().nth(1).and_then(|s| s.parse().ok());
    let skip: usize = std::env::args().nth(2).and_then(|s| s.parse().ok()).unwrap_or(0);
    for (name, way, angle) in
        [("translating", 1.5, 0.0), ("screw", 1.5, 1.5), ("two turns", 1.5, 12.0), ("fast screw", 100.0, 1.5)]
            .into_iter()
            .skip(skip)
    {
        for k in 0..4 {
            if only.is_some_and(|o| o != k) {
                continue;
            }
            let f = |(t, c, _): (f64, f64, f64)| format!("{t:6.0} ns {c:5.1} calls");
            print!(
                "{name:12} {k} f64 {} f32 {}",
                f(go::<f64>(k, way, angle, false)),
                f(go::<f32>(k, way, angle, false))
            );
            if angle == 0.0 {
                print!(
                    "   by steps {} {}",
                    f(go::<f64>(k, way, angle, true)),
                    f(go::<f32>(k, way, angle, true))
                );
            }
            println!();
        }
    }
}
