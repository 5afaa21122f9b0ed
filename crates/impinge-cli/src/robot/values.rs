//! Values of joints: from the command line, and where the robot stands unless told.

use impinge_io::robot::{Joint, Robot};

use super::args::RobotArgs;
use crate::failure::Failure;
use crate::log;

/// The joint of a name, if it has a value of its own.
pub fn free_joint(robot: &Robot, name: &str) -> Result<usize, String> {
    let Some(found) = robot.joint(name) else {
        let known: Vec<&str> = robot.free_joints().map(|k| robot.joints[k].name.as_str()).collect();
        return Err(format!("there is no joint `{name}`; there are {}", known.join(", ")));
    };
    let joint = &robot.joints[found];
    match joint.mimic {
        Some(mimic) if joint.kind.has_value() => {
            let other = &robot.joints[mimic.joint].name;
            Err(format!("joint `{name}` follows `{other}`: set that one"))
        }
        _ if !joint.is_free() => Err(format!("joint `{name}` has no value to be set")),
        _ => Ok(found),
    }
}

/// Refuses a value outside of the limits of its joint.
pub fn within_limits(joint: &Joint, value: f64) -> Result<(), String> {
    match joint.limits {
        Some([lower, upper]) if !(lower..=upper).contains(&value) => Err(format!(
            "joint `{}` is {value}, outside of its limits, {lower} to {upper}; `--ignore-limits` permits that",
            joint.name
        )),
        _ => Ok(()),
    }
}

/// Values of all joints: those of the command line, for others 0, or the limit next to it.
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

/// Says which joints stand elsewhere than at 0 without being told to, but for those that are set later.
pub fn tell_moved(robot: &Robot, args: &RobotArgs, values: &[f64], set_later: &[usize]) {
    let is_given = |k: usize| args.joints.iter().any(|(name, _)| *name == robot.joints[k].name);
    let is_moved = |k: &usize| values[*k] != 0.0 && !set_later.contains(k) && !is_given(*k);
    let moved = robot.free_joints().filter(is_moved);
    let moved: Vec<String> = moved.map(|k| format!("`{}` at {}", robot.joints[k].name, values[k])).collect();
    if !moved.is_empty() {
        let moved = moved.join(", ");
        log::say(&format!("0 is outside of the limits of some joints, which stand elsewhere: {moved}"));
    }
}

/// The values with those of followers computed: what each joint stands at.
pub fn followed(robot: &Robot, values: &[f64]) -> Vec<f64> {
    let value = |(joint, value): (&Joint, &f64)| {
        joint.mimic.map_or(*value, |mimic| mimic.multiplier * values[mimic.joint] + mimic.offset)
    };
    robot.joints.iter().zip(values).map(value).collect()
}
