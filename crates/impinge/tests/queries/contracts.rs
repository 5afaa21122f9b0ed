//! What every shape promises, checked for every shape: one row each in `contracts/rows.rs`.

mod bad_input;
mod check;
mod combinators;
mod measures;
pub mod rows;
mod surfaces;

use check::Contract;
use impinge::Real;

/// Points of a shape that its support points are compared with.
const SAMPLES: usize = 1500;

/// Shapes of ordinary size, small and large, very small and very large. No powers of two, so that nothing is exact by
/// luck.
fn scales<T: Real>() -> [f64; 5] {
    let extreme = 1.3 * T::power_of_two(T::MAX_EXPONENT / 4).f64();
    [1.0, 1.7e-4, 3.1e5, extreme, 1.0 / extreme]
}

fn named_shapes<T: Real>() {
    for scale in scales::<T>() {
        for row in rows::in_space::<T>(scale) {
            let outside = impinge_scenes::oracle::outside(&row.shape);
            Contract::new(row.shape.name(), &row.shape, &outside, row.rays, SAMPLES).check();
        }
        for row in rows::in_plane::<T>(scale) {
            let outside = impinge_scenes::oracle::outside2(&row.shape);
            Contract::new(row.shape.name(), &row.shape, &outside, row.rays, SAMPLES).check();
        }
    }
}

#[test]
fn named_shapes_f32() {
    named_shapes::<f32>();
}

#[test]
fn named_shapes_f64() {
    named_shapes::<f64>();
}

#[test]
fn every_shape_has_a_row() {
    let names = |rows: Vec<&'static str>| {
        let mut names = rows;
        names.sort_unstable();
        names.dedup();
        names.len()
    };
    assert_eq!(names(rows::in_space::<f64>(1.0).iter().map(|r| r.shape.name()).collect()), 17);
    assert_eq!(names(rows::in_plane::<f64>(1.0).iter().map(|r| r.shape.name()).collect()), 7);
}
