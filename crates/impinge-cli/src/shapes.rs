//! `impinge shapes`: the list of shapes as a table or as JSON lines.

use std::io::Write;

use crate::catalogue::{Row, catalogue, plane_catalogue};
use crate::failure::Failure;
use crate::hulls;
use crate::json::{JsonArgs, line};
use crate::table::{self, Align};

/// Prints the list: a table for space and one for the plane, and the hulls; or a line of JSON for each shape.
pub fn print(out: &mut impl Write, json: &JsonArgs) -> Result<(), Failure> {
    let (space, plane) = (catalogue(), plane_catalogue());
    if json.write(out, &mut |out| space.iter().chain(&plane).try_for_each(|row| line(out, row)))? {
        return Ok(());
    }
    writeln!(out, "Shapes of space; support is the farthest point in direction (1, 2, 3)")?;
    tell(out, "volume", &space)?;
    writeln!(out)?;
    writeln!(out, "Shapes of the plane; support is the farthest point in direction (1, 2)")?;
    tell(out, "area", &plane)?;
    writeln!(out)?;
    hulls::print(out)
}

fn tell(out: &mut impl Write, volume: &str, rows: &[Row]) -> Result<(), Failure> {
    let columns = [
        ("name", Align::Left),
        (volume, Align::Right),
        ("centroid", Align::Right),
        ("from", Align::Right),
        ("to", Align::Right),
        ("support", Align::Right),
    ];
    let cells = |r: &Row| {
        [
            r.name.into(),
            fixed(r.volume, 0, 3),
            point(&r.centroid),
            point(&r.min),
            point(&r.max),
            point(&r.support),
        ]
    };
    Ok(table::write(out, columns, &rows.iter().map(cells).collect::<Vec<_>>())?)
}

/// Coordinates, aligned with those above and below.
fn point(coordinates: &[f64]) -> String {
    coordinates.iter().map(|&x| fixed(x, 5, 2)).collect::<Vec<_>>().join(" ")
}

/// A number with this many decimals; a number that rounds to zero has no sign.
fn fixed(x: f64, width: usize, decimals: usize) -> String {
    let text = format!("{x:>width$.decimals$}");
    if text.trim_start_matches([' ', '-', '0', '.']).is_empty() { text.replace('-', " ") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(point(&[-1e-17, -0.25, 1.0]), " 0.00 -0.25  1.00");
        assert_eq!(fixed(-0.0, 0, 3), " 0.000");
    }
}
