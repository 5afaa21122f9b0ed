//! Surface materials: friction, restitution, rolling resistance, and the rules that combine those of two bodies.
//!
//! Two materials with ids can have a [`PairRule`], which overrides their own values.

use impinge::Real;
use serde::{Deserialize, Serialize};

use crate::error::{WorldError, not_negative};

/// Material of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Material<T> {
    /// Coulomb's coefficient: the largest ratio of tangential force to normal force.
    pub friction: T,
    /// Ratio of the speed after an impact to the speed before it, 0 to 1.
    pub restitution: T,
    /// The largest rolling torque relative to the normal force times the size of the contact, as a length.
    pub rolling_resistance: T,
    /// Rule that combines the friction of two bodies.
    pub combine_friction: Combine,
    /// Rule that combines the restitution of two bodies.
    pub combine_restitution: Combine,
    /// A number of your own by which [`PairRule`]s identify the material.
    pub id: u32,
}

/// Friction 0.6, no restitution, no rolling resistance; friction by the geometric mean, restitution by the larger; id 0.
impl<T: Real> Default for Material<T> {
    fn default() -> Self {
        Self {
            friction: T::of(0.6),
            restitution: T::ZERO,
            rolling_resistance: T::ZERO,
            combine_friction: Combine::GeometricMean,
            combine_restitution: Combine::Larger,
            id: 0,
        }
    }
}

impl<T: Real> Material<T> {
    pub(crate) fn check(&self) -> Result<(), WorldError> {
        not_negative("friction", self.friction)?;
        not_negative("restitution", self.restitution)?;
        not_negative("rolling resistance", self.rolling_resistance)
    }
}

/// Combined material of two surfaces in contact.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surface<T> {
    /// Coulomb's coefficient.
    pub friction: T,
    /// Ratio of the speed after an impact to the speed before it, 0 to 1.
    pub restitution: T,
    /// The largest rolling torque relative to the normal force, as a length.
    pub rolling_resistance: T,
}

/// Rule for a pair of materials, which overrides their own values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRule<T> {
    /// The ids of the two materials, in either order; they may be the same.
    pub materials: (u32, u32),
    /// Combined material of the two.
    pub surface: Surface<T>,
}

/// The rules of a world, by the ids of the materials, the smaller one first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PairRules<T>(Vec<PairRule<T>>);

impl<T: Real> PairRules<T> {
    /// Adds a rule, or replaces the one for the same materials.
    pub fn set(&mut self, rule: PairRule<T>) -> Result<(), WorldError> {
        not_negative("friction", rule.surface.friction)?;
        not_negative("restitution", rule.surface.restitution)?;
        not_negative("rolling resistance", rule.surface.rolling_resistance)?;
        let materials = ordered(rule.materials);
        let rule = PairRule { materials, ..rule };
        match self.0.binary_search_by_key(&materials, |rule| rule.materials) {
            Ok(at) => self.0[at] = rule,
            Err(at) => self.0.insert(at, rule),
        }
        Ok(())
    }

    pub fn rules(&self) -> &[PairRule<T>] {
        &self.0
    }

    /// Combined material of two surfaces.
    pub fn surface(&self, a: &Material<T>, b: &Material<T>) -> Surface<T> {
        if !self.0.is_empty()
            && let Ok(at) = self.0.binary_search_by_key(&ordered((a.id, b.id)), |rule| rule.materials)
        {
            return self.0[at].surface;
        }
        let combine = Combine::of;
        Surface {
            friction: combine(a.combine_friction, b.combine_friction, a.friction, b.friction),
            restitution: combine(a.combine_restitution, b.combine_restitution, a.restitution, b.restitution),
            rolling_resistance: Real::max(a.rolling_resistance, b.rolling_resistance),
        }
    }
}

fn ordered((a, b): (u32, u32)) -> (u32, u32) {
    (a.min(b), a.max(b))
}

/// Rule that combines the values of two bodies. If two rules differ, the later one in this list applies, so that A and B can be
/// exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Combine {
    /// √(a b).
    GeometricMean,
    /// (a + b) / 2.
    Mean,
    /// The smaller value.
    Smaller,
    /// The larger value.
    Larger,
}

impl Combine {
    /// The value for a pair.
    pub(crate) fn of<T: Real>(rule_a: Self, rule_b: Self, a: T, b: T) -> T {
        match rule_a.max(rule_b) {
            Self::GeometricMean => (a * b).sqrt(),
            Self::Mean => (a + b) * T::HALF,
            Self::Smaller => Real::min(a, b),
            Self::Larger => Real::max(a, b),
        }
    }
}
