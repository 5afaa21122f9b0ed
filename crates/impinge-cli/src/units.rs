//! Units of length: which one a command computes and shows in, and what coordinates of files are multiplied by.
//!
//! Some files state their unit (glTF, 3MF, scenes, robots), others do not. The unit of a command is that of `--unit`, or the first that a
//! file states. Files that state another one are converted to it; files that state none are taken to be in it.

use clap::Args;
use impinge_io::Unit;

use crate::failure::Failure;
use crate::log;

/// Unit of lengths, and a factor on meshes.
#[derive(Args)]
pub struct UnitArgs {
    /// Unit of results, of lengths on the command line, and of files that state none: mm, cm, m, in or ft
    #[arg(long, value_name = "UNIT", value_parser = |text: &str| text.parse::<Unit>())]
    unit: Option<Unit>,
    /// Factor to multiply the coordinates in mesh files by
    #[arg(long, value_name = "FACTOR", allow_hyphen_values = true)]
    scale: Option<f64>,
}

impl UnitArgs {
    /// Units of a command, before any file is read.
    pub fn units(&self) -> Result<Units, Failure> {
        let scale = self.scale.unwrap_or(1.0);
        if !(scale.is_finite() && scale > 0.0) {
            return Err(Failure::Usage(format!("`--scale` is {scale}; it must be finite and positive")));
        }
        Ok(Units { unit: self.unit, is_given: self.unit.is_some(), scale, silent: None })
    }

    /// Whether meshes are to be multiplied by a factor.
    pub fn scales(&self) -> bool {
        self.scale.is_some()
    }
}

/// Unit of the lengths of a command.
pub struct Units {
    /// None as long as no file has stated one.
    unit: Option<Unit>,
    /// Whether `--unit` gives it.
    is_given: bool,
    /// Factor on the coordinates in mesh files.
    scale: f64,
    /// The first file that states no unit.
    silent: Option<String>,
}

impl Units {
    /// Factor on the coordinates of a mesh file that states this unit, or none. Files come in their order on the command line.
    pub fn mesh(&mut self, stated: Option<Unit>, name: &str) -> f64 {
        self.scale * self.other(stated, name)
    }

    /// Factor on the coordinates of mesh files, as far as it is known before they are read: [`Units::mesh`] has the last word.
    pub fn expected(&self) -> impl Fn(Option<Unit>) -> f64 + Sync + use<> {
        let (unit, scale) = (self.unit, self.scale);
        move |stated| stated.zip(unit).map_or(scale, |(stated, unit)| scale * stated.factor_to(unit))
    }

    /// The same for lengths of scenes and robots.
    pub fn other(&mut self, stated: Option<Unit>, name: &str) -> f64 {
        match stated {
            Some(stated) => stated.factor_to(*self.unit.get_or_insert(stated)),
            None => {
                self.silent.get_or_insert_with(|| name.into());
                1.0
            }
        }
    }

    /// Warns of files without a unit beside files with one, unless `--unit` is given.
    pub fn warn(&self) {
        if let (Some(unit), Some(file), false) = (self.unit, &self.silent, self.is_given) {
            log::say(&format!(
                "{file}: states no unit and is taken to be in {unit}, as another file states it; `--unit` says which it is"
            ));
        }
    }

    /// Value of the key `unit` in JSON.
    pub fn key(&self) -> &'static str {
        self.unit.map_or("file", Unit::name)
    }

    /// Unit of lengths, in words.
    pub fn phrase(&self) -> &'static str {
        self.unit.map_or("units of the file", Unit::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_converted_to_the_first_stated_unit_or_to_the_one_given() {
        let mut units = UnitArgs { unit: None, scale: None }.units().unwrap();
        assert_eq!((units.mesh(None, "a.stl"), units.key()), (1.0, "file"));
        assert_eq!((units.mesh(Some(Unit::Millimeter), "b.3mf"), units.key()), (1.0, "mm"));
        assert_eq!((units.mesh(Some(Unit::Meter), "c.glb"), units.mesh(None, "d.stl")), (1000.0, 1.0));
        let mut units = UnitArgs { unit: Some(Unit::Inch), scale: Some(2.0) }.units().unwrap();
        assert_eq!((units.mesh(Some(Unit::Foot), "a.glb"), units.mesh(None, "b.stl")), (24.0, 2.0));
        assert_eq!((units.other(Some(Unit::Foot), "c.toml"), units.phrase()), (12.0, "in"));
        assert!(UnitArgs { unit: None, scale: Some(0.0) }.units().is_err());
    }
}
