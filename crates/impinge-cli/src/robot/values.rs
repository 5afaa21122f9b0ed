//! Values of joints, from the command line and by default.

use impinge_io::robot::{Joint, Robot};

use super::args::RobotArgs;
use crate::failure::Failure;
use crate::log;

/// The joint of a name, if it can be set.
pub fn free_joint(robot: &Robot, name: &str) -> Result<usize, String> {
    let Some(found) = robot.joint(name) else {
        let known: Vec<&str> = robot.free_joints().map(|k| robot.joints[k].name.as_str()).collect();
        return Err(format!("no joint `{name}`; the robot has {}", known.join(", ")));
    };
    let joint = &robot.joints[found];
    match joint.mimic {
        Some(mimic) if joint.kind.has_value() => {
            let other = &robot.joints[mimic.joint].name;
            Err(format!("joint `{name}` mimics `{other}`; set that one"))
        }
        _ if !joint.is_free() => Err(format!("joint `{name}` has no single value to set")),
        _ => Ok(found),
    }
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

/// Values of all joints: those of the command line; for others 0, or the limit nearest to it.
pub fn start(robot: &Robot, args: &RobotArgs) -> Result<Vec<f64>, Failure> {
    let said = |what: String| Failure::Usage(format!("--joint: {what}"));
    let clamped = |joint: &Joint| joint.limits.map_or(0.0, |[lower, upper]| 0.0_f64.clamp(lower, upper));
    let mut values: Vec<f64> = robot.joints.iter().map(clamped).collect();
    let mut is_given = vec![false; values.len()];
    for (name, value) in &args.joints {
        let k = free_joint(robot, name).map_err(said)?;
        if std::mem::replace(&mut is_given[k], true) {
            return Err(said(format!("joint `{name}` is given twice")));
        }
        if !args.ignore_limits {
            within_limits(&robot.joints[k], *value).map_err(said)?;
        }
        values[k] = *value;
    }
    Ok(values)
}

/// Reports the joints that are not at 0 by default, except for those that are set later.
pub fn tell_moved(robot: &Robot, args: &RobotArgs, values: &[f64], set_later: &[usize]) {
    let is_given = |k: usize| args.joints.iter().any(|(name, _)| *name == robot.joints[k].name);
    let is_moved = |k: &usize| values[*k] != 0.0 && !set_later.contains(k) && !is_given(*k);
    let moved = robot.free_joints().filter(is_moved);
    let moved: Vec<String> = moved.map(|k| format!("`{}` at {}", robot.joints[k].name, values[k])).collect();
    if !moved.is_empty() {
        let moved = moved.join(", ");
        log::say(&format!("0 is outside the limits of some joints, which start elsewhere: {moved}"));
    }
}

/// The values with those of mimicking joints computed.
pub fn followed(robot: &Robot, values: &[f64]) -> Vec<f64> {
    let value = |(joint, value): (&Joint, &f64)| {
        joint.mimic.map_or(*value, |mimic| mimic.multiplier * values[mimic.joint] + mimic.offset)
    };
    robot.joints.iter().zip(values).map(value).collect()
}
