//! Joints against closed forms, and chains.
use impinge::{Capsule, Cuboid, Pose, Rot3, Sphere, Vec3};
use impinge_sim::joint::{Ball, Distance, Hinge};
use impinge_sim::{Body, Joint, SoftSettings, Solver, World, WorldSettings};

fn world(substeps: usize) -> World<f64> {
    World::new(WorldSettings {
        solver: Solver::Soft(SoftSettings { substeps, ..SoftSettings::default() }),
        ..WorldSettings::default()
    })
}

fn pendulum(rate: f64, amplitude: f64) {
    let mut w = world(4);
    let ball = w.add_shape(Sphere::new(0.1));
    let (l, g) = (1.0, 9.81);
    let base = w.add(Body::fixed(ball, Pose::IDENTITY)).unwrap();
    let (s, c) = (amplitude.sin(), amplitude.cos());
    let bob = w.add(Body::dynamic(ball, Pose::at([l * s, 0.0, -l * c]))).unwrap();
    let joint = w.add_joint(base, bob, Joint::ball([0.0; 3], [0.0, 0.0, 1.0], Ball::default())).unwrap();
    let e0 = w.energy();
    let scale = 4.0 / 3.0 * std::f64::consts::PI * 0.001 * g * l * (1.0 - c);
    let mut crossings = vec![];
    let mut last = l * s;
    let (mut worst, mut gap) = (0.0_f64, 0.0_f64);
    let n = (20.0 * rate) as usize;
    for i in 1..=n {
        w.step(1.0 / rate).unwrap();
        let x = w.pose(bob).unwrap().translation().x;
        if last > 0.0 && x <= 0.0 {
            crossings.push((i as f64 - 1.0 + last / (last - x)) / rate);
        }
        last = x;
        worst = worst.max((w.energy() - e0).abs() / scale);
        gap = gap.max(w.joint(joint).unwrap().gap);
    }
    let k = crossings.len() - 1;
    let period = (crossings[k] - crossings[0]) / k as f64;
    let inertia = l * l + 0.4 * 0.01;
    let (mut a, mut b) = (1.0, (amplitude / 2.0).cos());
    for _ in 0..8 {
        (a, b) = ((a + b) / 2.0, f64::sqrt(a * b));
    }
    let truth = 2.0 * std::f64::consts::PI * f64::sqrt(inertia / (g * l)) / a;
    println!(
        "pendulum {rate} Hz {amplitude}: period error {:.2e}, energy worst {worst:.2e}, end {:.2e}, gap {gap:.2e}",
        period / truth - 1.0,
        (w.energy() - e0) / scale
    );
}

fn chain(links: usize, ratio: f64, rate: f64, substeps: usize, seconds: f64, flat: bool) {
    let mut w = world(substeps);
    let link = w.add_shape(Capsule::new(0.1, 0.04));
    let mass = 3.14159265 * 0.04 * 0.04 * (0.2 + 4.0 / 3.0 * 0.04);
    let r: f64 = 0.3;
    let ball = w.add_shape(Sphere::new(r));
    let mut last = w.add(Body::fixed(link, Pose::at([0.0, 0.0, 0.15]))).unwrap();
    let mut joints = vec![];
    let dir = if flat { Vec3::new(1.0, 0.0, 0.0) } else { Vec3::new(0.0, 0.0, -1.0) };
    let rot = if flat {
        Rot3::from_axis_angle([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_2)
    } else {
        Rot3::IDENTITY
    };
    let pitch = 0.3;
    for i in 0..links {
        let at = dir * (pitch * (i as f64 + 0.5));
        let b = w.add(Body::dynamic(link, Pose::new(at, rot))).unwrap();
        joints
            .push(w.add_joint(last, b, Joint::ball(dir * (pitch * i as f64), dir, Ball::default())).unwrap());
        last = b;
    }
    if ratio > 0.0 {
        let v = 4.0 / 3.0 * 3.14159265 * r * r * r;
        let at = dir * (pitch * links as f64);
        let b = w.add(Body::dynamic(ball, Pose::at(at + dir * r)).density(mass * ratio / v)).unwrap();
        joints.push(w.add_joint(last, b, Joint::ball(at, dir, Ball::default())).unwrap());
    }
    let e0 = w.energy();
    let (mut gap, mut up) = (0.0_f64, f64::MIN);
    let t = std::time::Instant::now();
    let n = (seconds * rate) as usize;
    let mut late = 0.0_f64;
    for i in 0..n {
        w.step(1.0 / rate).unwrap();
        let g = joints.iter().map(|&j| w.joint(j).unwrap().gap).fold(0.0, f64::max);
        gap = gap.max(g);
        if i > n / 2 {
            late = late.max(g);
        }
        up = up.max(w.energy() - e0);
    }
    println!(
        "chain {links} x{ratio} {rate} Hz {substeps} sub flat {flat}: gap {gap:.2e} late {late:.2e}, energy up {up:.2e} of {:.2e}, end {:.2e}, {:.1} us/step",
        e0.abs(),
        w.energy() - e0,
        t.elapsed().as_secs_f64() * 1e6 / n as f64
    );
}

fn main() {
    for a in [0.2, 1.5] {
        for r in [30.0, 60.0, 120.0, 240.0, 480.0] {
            pendulum(r, a);
        }
    }
    for flat in [false, true] {
        chain(100, 0.0, 60.0, 4, 10.0, flat);
        chain(10, 100.0, 60.0, 4, 10.0, flat);
        chain(100, 100.0, 60.0, 4, 10.0, flat);
        chain(100, 100.0, 60.0, 8, 10.0, flat);
    }
    let _ = (Distance::<f64>::default(), Hinge::<f64>::default(), Cuboid::new([1.0; 3]));
}
