//! The page of a map: its slices, and the mesh around them.

use std::path::Path;

use impinge::Vec3;
use impinge_page::{Body, Column, Lines, Page, Role, Row, Section, Table, View, Volume};

use super::SdfArgs;
use super::make::Made;
use crate::drawn;
use crate::failure::Failure;
use crate::table::number;

/// Points along the longest side of the volume on a page: 64³ of them are a megabyte.
const LONGEST: f64 = 64.0;

/// Writes the page.
pub fn save(file: &Path, args: &SdfArgs, made: &Made) -> Result<(), Failure> {
    let (report, unit) = (made.map.report(), made.units.phrase());
    let bounds = made.map.bounds();
    let (low, high) = (bounds.min.to_array(), bounds.max.to_array());
    let sizes = [0, 1, 2].map(|k| high[k] - low[k]);
    let longest = sizes.into_iter().fold(0.0, f64::max);
    let counts = sizes.map(|size| ((LONGEST * size / longest).ceil() as u32).max(2));
    let value = |point: [f64; 3]| made.map.sample(Vec3::from(point)).value;
    let mut view = View::space();
    view.volume(Volume::new(format!("Signed distance, in {unit}"), [low, high], counts, value));
    let name = args.input.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut page = Page::new(format!("Distance map of {name}"));
    match &made.mesh {
        Some(mesh) => {
            let geometry = view.geometry(drawn::surface(mesh));
            let body = Body::new(name, geometry).role(Role::First);
            view.body(body.fact("triangles", mesh.len().to_string()));
        }
        // A map file does not contain its mesh.
        None => {
            view.lines(Lines::segments(edges(low, high)).role(Role::Quiet));
        }
    }
    page.intro(format!(
        "Signed distance from the surface, negative inside. The slider under the view moves the section: the mesh is cut there, and the slice \
         beside it is the map at that place. Point at the slice to read a value. Lengths are in {unit}."
    ));
    page.view(view);
    let mut facts = Table::new("The map", [Column::text("what"), Column::text("how much")]);
    let [x, y, z] = report.cells;
    for (what, how_much) in [
        ("cells", format!("{x} × {y} × {z}, each {} wide", number(report.spacing))),
        (
            "fine within",
            format!("{} of the surface; {} blocks of 8 × 8 × 8", number(report.band), report.blocks),
        ),
        ("memory", format!("{:.1} MB", report.bytes as f64 / 1e6)),
        ("method", report.method.to_string()),
        ("sign", report.sign.to_string().replace('_', " ")),
        ("error of a value in the band, at most", number(report.band_error)),
        ("error of a value in the box of the map, at most", number(report.box_error)),
        ("error of a value beyond the box, at most", report.beyond_error.map_or("unbounded".into(), number)),
    ] {
        facts.row(Row::new([what.into(), how_much.into()]));
    }
    page.table(facts);
    let mut section = Section::new("How to read it");
    section.text(
        "The bounds on the error hold for values asked from the map itself: each value has its own, and none is larger. Of a surface that is \
         not closed, the sign may be in doubt; there the bound of the band does not hold. The page keeps fewer values than the map, at most 64 along a side, and what it shows between them \
         is interpolated.",
    );
    page.section(section);
    page.save(file).map_err(|e| Failure::of(file, e))
}

/// The edges of a box.
fn edges(low: [f64; 3], high: [f64; 3]) -> impl Iterator<Item = ([f64; 3], [f64; 3])> {
    let corner = move |c: usize| [0, 1, 2].map(|k| if c >> k & 1 == 1 { high[k] } else { low[k] });
    (0..8_usize).flat_map(move |c| {
        (0..3).filter(move |k| c >> k & 1 == 0).map(move |k| (corner(c), corner(c | 1 << k)))
    })
}
