//! What a surface is like: friction, restitution, rolling resistance, and how those of two bodies combine.

use impinge::Real;
use serde::{Deserialize, Serialize};

/// What a surface is like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct Material<T> {
    /// Coulomb's coefficient: the largest tangential force as a part of the normal one.
    pub friction: T,
    /// Speed after an impact as a part of that before it, 0 to 1.
    pub restitution: T,
    /// The largest rolling torque as a part of the normal force times the size of the contact, as a length.
    pub rolling_resistance: T,
    /// How the friction of two bodies becomes one.
    pub combine_friction: Combine,
    /// How the restitution of two bodies becomes one.
    pub combine_restitution: Combine,
}

/// Friction 0.6, no restitution, no rolling resistance; friction by the geometric mean, restitution by the larger.
impl<T: Real> Default for Material<T> {
    fn default() -> Self {
        Self {
            friction: T::of(0.6),
            restitution: T::ZERO,
            rolling_resistance: T::ZERO,
            combine_friction: Combine::GeometricMean,
            combine_restitution: Combine::Larger,
        }
    }
}

/// How a value of two bodies becomes one. Of two rules the later one in this list holds, so that A and B can be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Combine {
    /// √(a b).
    GeometricMean,
    /// (a + b) / 2.
    Mean,
    /// The smaller.
    Smaller,
    /// The larger.
    Larger,
}

impl Combine {
    /// The value for a pair.
    pub(crate) fn of<T: Real>(rule_a: Self, rule_b: Self, a: T, b: T) -> T {
        match rule_a.max(rule_b) {
            Self::GeometricMean => (a * b).sqrt(),
            Self::Mean => (a + b) * T::HALF,
            Self::Smaller => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            Self::Larger => {
                if b > a {
                    b
                } else {
                    a
                }
            }
        }
    }
}
