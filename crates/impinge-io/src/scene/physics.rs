//! Physical properties of bodies in a scene, as written: masses, velocities, materials.

use serde::Deserialize;

/// Physical properties of a body: dynamic if it has a mass or a density, kinematic if it only has velocities, otherwise fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Physics {
    /// Mass per volume, in the unit of the scene; a body has a density or a mass, not both.
    pub density: Option<f64>,
    /// Mass.
    pub mass: Option<f64>,
    /// Velocity, in lengths per second.
    pub velocity: Option<[f64; 3]>,
    /// Angular velocity, in radians per second.
    pub angular_velocity: Option<[f64; 3]>,
    /// Properties of its surface.
    pub surface: Surface,
}

/// Properties of a surface; the simulation chooses those that are not given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Surface {
    /// Coulomb's coefficient.
    pub friction: Option<f64>,
    /// Ratio of the speed after an impact to the speed before it.
    pub restitution: Option<f64>,
    /// The largest rolling torque relative to the normal force, a length.
    pub rolling_resistance: Option<f64>,
}

/// A material, as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialEntry {
    friction: Option<f64>,
    restitution: Option<f64>,
    rolling_resistance: Option<f64>,
}

impl Physics {
    /// Checks all properties; returns them, or the reason why they are invalid.
    pub(super) fn checked(
        density: Option<f64>,
        mass: Option<f64>,
        velocity: Option<[f64; 3]>,
        angular_velocity: Option<[f64; 3]>,
        material: MaterialEntry,
    ) -> Result<Self, String> {
        if density.is_some() && mass.is_some() {
            return Err("it has both a mass and a density; give only one".into());
        }
        let MaterialEntry { friction, restitution, rolling_resistance } = material;
        if let Some(found) = restitution.filter(|x| *x > 1.0) {
            return Err(format!("`restitution` is {found} but must be from 0 to 1"));
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
        Some(x) => Err(format!("`{name}` is {x} but must be finite and above 0")),
        None => Ok(x),
    }
}

fn not_negative(name: &str, x: Option<f64>) -> Result<Option<f64>, String> {
    match x.filter(|x| !(*x >= 0.0 && x.is_finite())) {
        Some(x) => Err(format!("`{name}` is {x} but must be finite and not negative")),
        None => Ok(x),
    }
}

/// Checks that the numbers of a vector are finite.
pub fn checked_vector(name: &str, v: Option<[f64; 3]>) -> Result<Option<[f64; 3]>, String> {
    match v.iter().flatten().find(|x| !x.is_finite()) {
        Some(x) => Err(format!("`{name}` contains {x}; its numbers must be finite")),
        None => Ok(v),
    }
}
