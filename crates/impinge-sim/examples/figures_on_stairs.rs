//! Figures that fall down stairs: energy never rises but by what forces do.
use impinge::{Cuboid, HalfSpace, Pose, Rot3};
use impinge_sim::{Body, Bone, FigureSettings, SoftSettings, Solver, World, WorldSettings};

fn main() {
    let figures: usize = std::env::args().nth(1).map_or(1, |a| a.parse().unwrap());
    let steps: usize = std::env::args().nth(2).map_or(300, |a| a.parse().unwrap());
    let soft = SoftSettings {
        margin: std::env::args().nth(3).map_or(0.02, |a| a.parse().unwrap()),
        substeps: std::env::args().nth(4).map_or(4, |a| a.parse().unwrap()),
        ..SoftSettings::default()
    };
    let mut w = World::<f64>::new(WorldSettings { solver: Solver::Soft(soft), ..WorldSettings::default() });
    let floor = w.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    w.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
    for i in 0..10 {
        let h = 0.2 * f64::from(10 - i);
        let stair = w.add_shape(Cuboid::new([0.15, 1000.0, h / 2.0]));
        w.add(Body::fixed(stair, Pose::at([0.3 * f64::from(i), 0.0, h / 2.0]))).unwrap();
    }
    let mut all = vec![];
    for k in 0..figures {
        let turn = Rot3::from_axis_angle([0.0, 1.0, 0.0], 0.3);
        all.push(
            w.add_figure(&Pose::new([-0.1, 1.5 * k as f64, 2.1], turn), &FigureSettings::default()).unwrap(),
        );
    }
    let mut last = w.energy();
    let (mut rise, mut gap, mut deepest, mut cone) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
    let t = std::time::Instant::now();
    for i in 0..steps {
        let r = w.step(1.0 / 60.0).unwrap();
        let e = w.energy();
        if e - last > rise {
            println!("step {i}: rise {:.3}", e - last);
        }
        rise = rise.max(e - last);
        last = e;
        if r.deepest > deepest && std::env::args().nth(5).is_some() {
            let hs: Vec<_> = w.scene().objects().collect();
            for a in &hs {
                for b in &hs {
                    if a < b && !w.scene().is_ignored(*a, *b).unwrap() && (a.index() > 10 || b.index() > 10) {
                        let c = w.scene().contact_between(*a, *b).unwrap();
                        if c.signed_distance < -0.7 * r.deepest {
                            println!(
                                "step {i} deepest {:.3}: {} {} {:.3}",
                                r.deepest,
                                a.index() as i32 - 11,
                                b.index() as i32 - 11,
                                c.signed_distance
                            );
                        }
                    }
                }
            }
        }
        deepest = deepest.max(r.deepest);
        for &j in &all[0].joints {
            let j = w.joint(j).unwrap();
            gap = gap.max(j.gap);
            cone = cone.max(j.position);
        }
    }
    println!(
        "{figures} figures, {steps} steps: rise {rise:.3e} J, end {last:.1}, gap {gap:.2e}, deepest {deepest:.2e}, {:.2} ms/step",
        t.elapsed().as_secs_f64() * 1e3 / steps as f64
    );
    println!("pelvis {:?}", w.pose(all[0].bone(Bone::Pelvis)).unwrap().translation());
    for (j, b) in all[0].joints.iter().zip(&all[0].bones[1..]) {
        let r = w.joint(*j).unwrap();
        println!("{:?} pos {:.2} twist {:.2}", b.index(), r.position, r.twist);
    }
}
