//! Units of length in files.

use std::fmt;
use std::str::FromStr;

/// A unit of length. Mesh files seldom give theirs.
///
/// ```
/// use impinge_io::Unit;
///
/// let unit: Unit = "mm".parse()?;
/// assert_eq!(unit.meters(), 0.001);
/// assert_eq!(unit.factor_to(Unit::Centimeter), 0.1);
/// # Ok::<(), impinge_io::UnknownUnit>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A thousandth of a meter, `mm`.
    Millimeter,
    /// A hundredth of a meter, `cm`.
    Centimeter,
    /// A meter, `m`.
    Meter,
    /// 25.4 millimeters, `in`.
    Inch,
    /// 12 inches, `ft`.
    Foot,
}

impl Unit {
    /// All units.
    pub const ALL: &'static [Self] =
        &[Self::Millimeter, Self::Centimeter, Self::Meter, Self::Inch, Self::Foot];

    /// Short name of the unit.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Millimeter => "mm",
            Unit::Centimeter => "cm",
            Unit::Meter => "m",
            Unit::Inch => "in",
            Unit::Foot => "ft",
        }
    }

    /// Length in tenths of a millimeter: an integer, so that factors are rounded once.
    const fn tenths(self) -> u32 {
        match self {
            Unit::Millimeter => 10,
            Unit::Centimeter => 100,
            Unit::Meter => 10_000,
            Unit::Inch => 254,
            Unit::Foot => 3048,
        }
    }

    /// Length in meters.
    pub fn meters(self) -> f64 {
        self.factor_to(Unit::Meter)
    }

    /// Length in another unit: the factor on coordinates in this unit.
    pub fn factor_to(self, other: Unit) -> f64 {
        f64::from(self.tenths()) / f64::from(other.tenths())
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word that is not the name of a [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownUnit(String);

impl fmt::Display for UnknownUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a unit; use mm, cm, m, in or ft", self.0)
    }
}

impl std::error::Error for UnknownUnit {}

impl FromStr for Unit {
    type Err = UnknownUnit;

    fn from_str(text: &str) -> Result<Self, UnknownUnit> {
        Self::ALL.iter().find(|unit| unit.name() == text).copied().ok_or_else(|| UnknownUnit(text.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_names_and_factors() {
        for unit in Unit::ALL {
            assert_eq!(unit.name().parse(), Ok(*unit));
            assert_eq!(unit.factor_to(*unit), 1.0);
        }
        assert_eq!(Unit::Foot.factor_to(Unit::Inch), 12.0);
        assert_eq!(Unit::Inch.factor_to(Unit::Millimeter), 25.4);
        assert_eq!(Unit::Inch.meters(), 0.0254);
        let text = "yard".parse::<Unit>().unwrap_err().to_string();
        assert!(Unit::ALL.iter().all(|unit| text.contains(unit.name())) && text.contains("`yard`"), "{text}");
    }
}
