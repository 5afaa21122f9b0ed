//! Events come in the order of handles, once each.

use impinge::{Pose, Vec3};
use impinge_sim::{Event, EventSettings, WorldSettings};
use impinge_sim_tests::run;

use crate::cubes;

fn asking(impact: f64) -> WorldSettings<f64> {
    WorldSettings { events: Some(EventSettings { impact }), ..WorldSettings::default() }
}

#[test]
fn a_cube_falls_hits_rests_and_is_taken_away() {
    let (mut world, all) = cubes(asking(1.0), &[1.5]);
    let (mut began, mut impacts, mut ended) = (0, Vec::new(), 0);
    for _ in 0..300 {
        run(&mut world, 1);
        for event in world.events() {
            match *event {
                Event::Began { a, b } => {
                    assert_eq!((a, b), (all[0], all[1]));
                    began += 1;
                }
                Event::Impact { impulse, point, normal, .. } => {
                    assert!(
                        began == 1
                            && point.z.abs() < 0.05
                            && (normal - Vec3::new(0.0, 0.0, 1.0)).norm() < 1e-6
                    );
                    impacts.push(impulse);
                }
                Event::Ended { .. } => ended += 1,
                _ => unreachable!(),
            }
        }
    }
    // A fall of one meter ends at 4.4 m/s, with a mass of 1.
    assert_eq!((began, ended), (1, 0));
    assert!(impacts.len() == 1 && (impacts[0] - 4.43).abs() < 0.5, "{impacts:?}");
    world.set_pose(all[1], Pose::at([0.0, 0.0, 3.0])).unwrap();
    run(&mut world, 1);
    assert_eq!(world.events(), [Event::Ended { a: all[0], b: all[1] }]);
    run(&mut world, 1);
    assert!(world.events().is_empty());
}

#[test]
fn events_of_many_pairs_are_in_order_and_removed_bodies_end_theirs() {
    let (mut world, all) = cubes(asking(1e9), &[0.5, 1.5, 2.5, 3.5]);
    let mut pairs = Vec::new();
    for _ in 0..30 {
        run(&mut world, 1);
        let step: Vec<_> = (world.events().iter())
            .map(|event| match event {
                Event::Began { a, b } => (*a, *b),
                other => panic!("{other:?}"),
            })
            .collect();
        assert!(step.is_sorted());
        pairs.extend(step);
    }
    pairs.sort_unstable();
    assert_eq!(pairs, [(all[0], all[1]), (all[1], all[2]), (all[2], all[3]), (all[3], all[4])]);
    world.remove(all[4]).unwrap();
    run(&mut world, 1);
    assert_eq!(world.events(), [Event::Ended { a: all[3], b: all[4] }]);
}

#[test]
fn nothing_is_kept_unless_requested() {
    let (mut world, _) = cubes::<f64>(WorldSettings::default(), &[0.6]);
    for _ in 0..60 {
        run(&mut world, 1);
        assert!(world.events().is_empty());
    }
}
