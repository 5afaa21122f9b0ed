//! Refused input, reports, and independence of threads.

use std::ops::ControlFlow;

use impinge::sdf::{MapError, Sign};

use super::*;

#[test]
fn sizes_that_make_no_sense_are_refused() {
    let mesh = mesh_of::<f64>(&meshes::cube(1.0));
    let refused = |settings: MapSettings| DistanceMap::build(&mesh, &settings).expect_err("refused");
    assert_eq!(refused(settings(0)), MapError::BadSetting { what: "cells", value: 0.0 });
    for spacing in [0.0, -1.0, f64::INFINITY] {
        let error = refused(MapSettings { spacing: Some(spacing), ..settings(8) });
        assert_eq!(error, MapError::BadSetting { what: "spacing", value: spacing });
    }
    for band in [-1.0, f64::INFINITY] {
        let error = refused(MapSettings { band, ..settings(8) });
        assert_eq!(error, MapError::BadSetting { what: "band", value: band });
    }
    assert!(refused(MapSettings { band: f64::NAN, ..settings(8) }).to_string().contains("band is NaN"));
}

/// Absurd sizes are refused before memory is taken: else this test would not end.
#[test]
fn absurd_sizes_are_refused_with_the_bytes() {
    let mesh = mesh_of::<f64>(&meshes::cube(1.0));
    for cells in [1 << 20, 1 << 40, usize::MAX] {
        let error = DistanceMap::build(&mesh, &settings(cells)).expect_err("refused");
        match error {
            MapError::TooLarge { bytes, limit, .. } => assert!(bytes > limit, "{error}"),
            MapError::TooFine { spacing, least } => assert!(spacing < least, "{error}"),
            other => panic!("{other}"),
        }
    }
    // The corners of blocks would fit, but not the blocks.
    let error = DistanceMap::build(&mesh, &MapSettings { max_bytes: 100_000, ..settings(100) });
    let Err(MapError::TooLarge { bytes, limit: 100_000, .. }) = error else { panic!("{error:?}") };
    let map = DistanceMap::build(&mesh, &settings(100)).expect("a map");
    assert!(bytes.abs_diff(map.heap_bytes() as u64) * 10 < bytes, "{bytes} and {}", map.heap_bytes());
    // Far from the origin cells are no larger than rounding.
    let far = mesh_of::<f64>(&meshes::cube(1.0).moved(1e13, 0.0, 0.0));
    assert!(matches!(DistanceMap::build(&far, &settings(1000)), Err(MapError::TooFine { .. })));
}

/// Memory grows with the surface, not with the box: twice the cells, about four times the bytes.
#[test]
fn memory_is_linear_in_the_band() {
    let mesh = mesh_of::<f64>(&meshes::icosphere(4));
    let bytes =
        |cells: usize| DistanceMap::build(&mesh, &settings(cells)).expect("a map").heap_bytes() as f64;
    let ratio = bytes(128) / bytes(64);
    assert!(ratio > 3.0 && ratio < 5.5, "{ratio}");
}

#[test]
fn a_callback_can_end_it() {
    let mesh = mesh_of::<f64>(&meshes::torus(24, 16));
    let (mut calls, mut last) = (0, 0.0);
    let map = DistanceMap::build_with(&mesh, &settings(48), |progress| {
        assert!(progress.part >= last && progress.part <= 1.0, "{progress:?} after {last}");
        (calls, last) = (calls + 1, progress.part);
        ControlFlow::Continue(())
    });
    assert!(map.is_ok() && calls > 4 && last == 1.0, "{calls} {last}");
    for stop in 0..calls {
        let mut left = stop;
        let ended = DistanceMap::build_with(&mesh, &settings(48), |_| {
            left -= 1;
            if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(ended.expect_err("cancelled"), MapError::Cancelled);
    }
}

#[test]
fn the_report_lists_the_work_done() {
    for (shape, sign, closed) in [
        (meshes::icosphere(3), Sign::PseudoNormals, true),
        (meshes::nested_shells(true), Sign::PseudoNormals, true),
        (meshes::nested_shells(false), Sign::WindingNumber, true),
        (meshes::cubes_sharing_an_edge(), Sign::WindingNumber, true),
        (meshes::icosphere(3).flipped(), Sign::WindingNumber, true),
        (meshes::figure_of_eight(24, 6), Sign::WindingNumber, true),
        (meshes::terrain(6, 0.3, 1), Sign::WindingNumber, false),
    ] {
        let map = DistanceMap::build(&mesh_of::<f64>(&shape), &settings(24)).expect("a map");
        let report = map.report();
        assert_eq!((report.sign, report.closed, map.sign()), (sign, closed, sign));
        assert!(report.cells.iter().all(|c| c % 8 == 0) && report.bytes == map.heap_bytes());
        assert!(report.band_error > 0.866 * report.spacing && report.band_error < 0.867 * report.spacing);
        assert!(format!("{map:?}").len() < 1000);
    }
}

/// The same bits on one, two and three threads.
#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    for shape in [meshes::bumpy_sphere(6, 0.3, 3), meshes::terrain(8, 0.3, 1)] {
        let mesh = mesh_of::<f64>(&shape);
        let [one, two, three] = [1, 2, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| DistanceMap::build(&mesh, &settings(40)).expect("a map").parts())
        });
        let bits =
            |parts: &impinge::sdf::MapParts| parts.values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert!(bits(&one) == bits(&two) && bits(&two) == bits(&three));
        assert!(one == two && two == three);
    }
}
