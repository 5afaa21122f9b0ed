//! Description of a distance map.

use impinge::sdf::DistanceMap;
use impinge_io::{Source, isdf};
use serde::Serialize;

use crate::failure::Failure;

/// Contents of a file.
#[derive(Serialize)]
pub struct MapInfo {
    pub cells: [usize; 3],
    pub spacing: f64,
    pub band: f64,
    pub blocks: usize,
    pub bytes: usize,
    pub min: [f64; 3],
    pub max: [f64; 3],
    pub method: &'static str,
    pub sign: &'static str,
    pub closed: bool,
    pub node_error: f64,
    /// Bounds on the error of a value: up to `band` from the surface, in the box of the map, and beyond it, if there is one.
    pub band_error_bound: f64,
    pub box_error_bound: f64,
    pub beyond_error_bound: Option<f64>,
    /// The same as `box_error_bound`; the key of earlier versions.
    pub worst_error_bound: f64,
}

/// Reads a map and describes it.
pub fn info(source: Source) -> Result<MapInfo, Failure> {
    Ok(of(&isdf::read(source)?))
}

/// Describes a map.
pub fn of(map: &DistanceMap<f64>) -> MapInfo {
    let (report, bounds) = (map.report(), map.mesh_bounds());
    MapInfo {
        cells: report.cells,
        spacing: report.spacing,
        band: report.band,
        blocks: report.blocks,
        bytes: report.bytes,
        min: bounds.min.to_array(),
        max: bounds.max.to_array(),
        method: report.method.name(),
        sign: report.sign.name(),
        closed: report.closed,
        node_error: report.node_error,
        band_error_bound: report.band_error,
        box_error_bound: report.box_error,
        beyond_error_bound: report.beyond_error,
        worst_error_bound: report.box_error,
    }
}
