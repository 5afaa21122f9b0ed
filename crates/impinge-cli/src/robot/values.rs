//! Values of joints, from the command line and by default.

use impinge_io::robot::{Joint, JointKind, Robot};

use super::args::RobotArgs;
use super::configuration::Configuration;
use crate::failure::Failure;
use crate::log;

/// The joint of a name, if it can be set.
pub fn free_joint(robot: &Robot, name: &str) -> Result<usize, String> {
    let Some(found) = robot.joint(name) else {
        let can_be_set = |joint: &&Joint| joint.is_free() || is_placed(joint);
        let known: Vec<&str> =
            robot.joints.iter().filter(can_be_set).map(|joint| joint.name.as_str()).collect();
        return Err(format!("no joint `{name}`; the robot has {}", known.join(", ")));
    };
    let joint = &robot.joints[found];
    match joint.mimic {
        Some(mimic) if joint.kind.has_value() => {
            let other = &robot.joints[mimic.joint].name;
            Err(format!("joint `{name}` mimics `{other}`; set that one"))
        }
        _ if !joint.is_free() && !is_placed(joint) => Err(format!("joint `{name}` is fixed")),
        _ => Ok(found),
    }
}

/// Whether a joint has a place instead of a value.
fn is_placed(joint: &Joint) -> bool {
    matches!(joint.kind, JointKind::Planar | JointKind::Floating)
}

/// Refuses a value outside the limits of its joint.
pub fn within_limits(joint: &Joint, value: f64) -> Result<(), String> {
    match joint.limits {
        Some([lower, upper]) if !(lower..=upper).contains(&value) => Err(format!(
            "joint `{}` is {value}, outside its limits, {lower} to {upper}; permit it with `--ignore-limits`",
            joint.name
        )),
        _ => Ok(()),
    }
}

/// Configuration of the command line; joints that are not in it are at 0, at the limit nearest to it, or at their origin.
pub fn start(robot: &Robot, args: &RobotArgs) -> Result<Configuration, Failure> {
    let said = |what: String| Failure::Usage(format!("--joint: {what}"));
    let mut start = Configuration::start(robot);
    let mut is_given = vec![false; robot.joints.len()];
    for (name, numbers) in &args.joints {
        let k = free_joint(robot, name).map_err(said)?;
        if std::mem::replace(&mut is_given[k], true) {
            return Err(said(format!("joint `{name}` is given twice")));
        }
        start.set(k, numbers).map_err(|what| said(format!("joint `{name}`: {what}")))?;
        if !args.ignore_limits {
            within_limits(&robot.joints[k], start.values[k]).map_err(said)?;
        }
    }
    Ok(start)
}

/// Reports the joints that are not at 0 by default, and the planar and floating ones that are not set, except for those that are set later.
pub fn tell_moved(robot: &Robot, args: &RobotArgs, start: &Configuration, set_later: &[usize]) {
    let is_given = |k: usize| args.joints.iter().any(|(name, _)| *name == robot.joints[k].name);
    let is_default = |k: &usize| !set_later.contains(k) && !is_given(*k);
    let is_moved = |k: &usize| start.values[*k] != 0.0 && is_default(k);
    let moved = robot.free_joints().filter(is_moved);
    let moved: Vec<String> =
        moved.map(|k| format!("`{}` at {}", robot.joints[k].name, start.values[k])).collect();
    if !moved.is_empty() {
        let moved = moved.join(", ");
        log::say(&format!("0 is outside the limits of some joints, which start elsewhere: {moved}"));
    }
    let origin = start.places.iter().filter(|(k, _)| is_default(k));
    let origin: Vec<String> = origin
        .map(|(k, place)| {
            format!("`{name}` (`--joint {name}={}`)", place.names().join(","), name = robot.joints[*k].name)
        })
        .collect();
    if !origin.is_empty() {
        let origin = origin.join(", ");
        log::say(&format!("planar and floating joints that are not set are at their origin: {origin}"));
    }
}

/// Reports the planar and floating joints, which random poses do not move.
pub fn tell_kept(robot: &Robot, start: &Configuration) {
    let kept: Vec<String> =
        start.places.iter().map(|(k, _)| format!("`{}`", robot.joints[*k].name)).collect();
    if !kept.is_empty() {
        let kept = kept.join(", ");
        log::say(&format!(
            "random poses move joints with a single value only; planar and floating ones stay: {kept}"
        ));
    }
}
