//! How bodies of a scene move, as it is written: masses, velocities, materials.

use serde::Deserialize;

/// How a body moves: by forces if it has a mass or a density, by its velocities alone if it has these only, and not at all otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Physics {
    /// Mass per volume, in the unit of the scene; no body has both.
    pub density: Option<f64>,
    /// Mass.
    pub mass: Option<f64>,
    /// Lengths per second.
    pub velocity: Option<[f64; 3]>,
    /// Radians per second.
    pub angular_velocity: Option<[f64; 3]>,
    /// What its surface is like.
    pub surface: Surface,
}

/// What a surface is like; what is not said is for the simulation to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surface {
    /// Coulomb's coefficient.
    pub friction: Option<f64>,
    /// Speed after an impact as a part of that before it.
    pub restitution: Option<f64>,
    /// The largest rolling torque as a part of the normal force, a length.
    pub rolling_resistance: Option<f64>,
}

/// A material as it is written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialEntry {
    friction: Option<f64>,
    restitution: Option<f64>,
    rolling_resistance: Option<f64>,
}

impl Physics {
    /// All of it, or what is wrong.
    pub(super) fn checked(
        density: Option<f64>,
        mass: Option<f64>,
        velocity: Option<[f64; 3]>,
        angular_velocity: Option<[f64; 3]>,
        material: MaterialEntry,
    ) -> Result<Self, String> {
        if density.is_some() && mass.is_some() {
            return Err("it has a mass and a density, one is too much".into());
        }
        let MaterialEntry { friction, restitution, rolling_resistance } = material;
        if let Some(found) = restitution.filter(|x| *x > 1.0) {
            return Err(format!("`restitution` is {found}, it must be from 0 to 1"));
        }
        Ok(Self {
            density: positive("density", density)?,
            mass: positive("mass", mass)?,
            velocity: checked_vector("velocity", velocity)?,
            angular_velocity: checked_vector("angular_velocity", angular_velocity)?,
            surface: Surface {
                friction: not_negative("friction", friction)?,
                restitution: not_negative("restitution", restitution)?,
                rolling_resistance: not_negative("rolling_resistance", rolling_resistance)?,
            },
        })
    }
}

fn positive(name: &str, x: Option<f64>) -> Result<Option<f64>, String> {
    match x.filter(|x| !(*x > 0.0 && x.is_finite())) {
        Some(x) => Err(format!("`{name}` is {x}, it must be finite and above 0")),
        None => Ok(x),
    }
}

fn not_negative(name: &str, x: Option<f64>) -> Result<Option<f64>, String> {
    match x.filter(|x| !(*x >= 0.0 && x.is_finite())) {
        Some(x) => Err(format!("`{name}` is {x}, it must be finite and not negative")),
        None => Ok(x),
    }
}

/// A vector whose numbers are finite.
pub fn checked_vector(name: &str, v: Option<[f64; 3]>) -> Result<Option<[f64; 3]>, String> {
    match v.iter().flatten().find(|x| !x.is_finite()) {
        Some(x) => Err(format!("`{name}` has a {x} in it, its numbers must be finite")),
        None => Ok(v),
    }
}
