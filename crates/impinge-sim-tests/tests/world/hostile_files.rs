//! Snapshots with hostile numbers: refused with an error, or a world that steps without a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use impinge::{Cuboid, Pose};
use impinge_sim::joint::Hinge;
use impinge_sim::{Body, EventSettings, Joint, SleepSettings, World, WorldSettings};
use impinge_sim_tests::run;
use serde_json::{Value, json};

/// A world with everything in it that a snapshot has: bodies that touch, a joint, events.
fn world() -> World<f64> {
    let settings = WorldSettings {
        sleep: Some(SleepSettings::default()),
        events: Some(EventSettings { impact: 0.0 }),
        ..WorldSettings::default()
    };
    let (mut world, all) = crate::cubes(settings, &[0.5]);
    let cube = world.add_shape(Cuboid::new([0.25; 3]));
    let arm = world.add(Body::dynamic(cube, Pose::at([1.0, 0.0, 0.5]))).unwrap();
    world.add_joint(all[1], arm, Joint::hinge([0.5, 0.0, 0.5], [0.0, 1.0, 0.0], Hinge::default())).unwrap();
    run(&mut world, 3);
    world
}

/// Replacements for a value of a snapshot.
fn instead(value: &Value) -> Vec<Value> {
    let numbers =
        || [json!(0), json!(-1), json!(1e308), json!(-1e308), json!(1e-320), json!(u64::MAX)].to_vec();
    match value {
        Value::Number(_) => numbers(),
        Value::Array(list) => {
            let mut twice = list.clone();
            twice.extend(list.iter().cloned());
            let less = list[..list.len().saturating_sub(1)].to_vec();
            vec![json!([]), Value::Array(less), Value::Array(twice), Value::Null]
        }
        Value::Object(_) => vec![json!({}), Value::Null],
        Value::Bool(is) => vec![json!(!is)],
        Value::Null => vec![json!(1e308), json!([])],
        Value::String(_) => vec![json!("")],
    }
}

/// Pointers to all values in a value.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(k, item)| places(item, &format!("{at}/{k}"), found));
        }
        Value::Object(map) => map.iter().for_each(|(key, item)| places(item, &format!("{at}/{key}"), found)),
        _ => {}
    }
}

#[test]
fn damaged_snapshots_are_refused_or_step() {
    let good = serde_json::to_value(world()).unwrap();
    let (mut all, mut faults, mut asked, mut taken) = (Vec::new(), Vec::new(), 0, 0);
    places(&good, "", &mut all);
    for place in &all {
        for value in instead(good.pointer(place).unwrap()) {
            let mut bad = good.clone();
            *bad.pointer_mut(place).unwrap() = value.clone();
            asked += 1;
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let Ok(mut world) = serde_json::from_value::<World<f64>>(bad) else { return 0 };
                let _ = world.step(1.0 / 60.0);
                for body in world.bodies() {
                    assert!(world.pose(body).unwrap().translation().is_finite(), "a pose is not finite");
                    assert!(world.velocity(body).unwrap().is_finite(), "a velocity is not finite");
                    assert!(world.angular_velocity(body).unwrap().is_finite(), "a turn is not finite");
                }
                1
            }));
            match outcome {
                Ok(read) => taken += read,
                Err(panic) => {
                    let text = panic.downcast_ref::<String>().cloned();
                    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned()));
                    faults.push(format!("{place} = {value}: {}", text.unwrap_or_default()));
                }
            }
        }
    }
    println!("{asked} asked, {taken} taken");
    assert!(faults.is_empty(), "{} of {asked}:\n{}", faults.len(), faults[..faults.len().min(60)].join("\n"));
    assert!(asked > 1_500 && taken > 300, "{asked} asked, {taken} taken");
}
