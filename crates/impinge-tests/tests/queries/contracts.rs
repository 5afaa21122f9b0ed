//! Promises of every shape, checked for every shape: rows for each kind in `contracts/rows.rs`.

mod bad_input;
mod check;
mod combinators;
mod measures;
pub mod rows;
mod surfaces;

use check::Contract;
use impinge::shape::{Core2, Core3};
use impinge::{Real, Shape, ShapeKind, ShapeKind2};

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
fn named_shapes_keep_the_contract_in_f32() {
    named_shapes::<f32>();
}

#[test]
fn named_shapes_keep_the_contract_in_f64() {
    named_shapes::<f64>();
}

/// A row of one kind under the name of another would leave that kind unchecked.
#[test]
fn every_kind_has_a_row() {
    let kinds: Vec<_> = rows::in_space::<f64>(1.0).iter().map(|row| row.shape.kind()).collect();
    assert!(ShapeKind::ALL.iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    let kinds: Vec<_> = rows::in_plane::<f64>(1.0).iter().map(|row| row.shape.kind()).collect();
    assert!(ShapeKind2::ALL.iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
}

/// The default of `Shape::parts` serves shapes of a user's own. A named shape that forgot to give its core would have it too:
/// right answers, slowly, without formulas for rays and without features.
#[test]
fn every_kind_has_a_core_of_its_own() {
    for row in rows::in_space::<f64>(1.0) {
        assert!(!matches!(row.shape.parts().core, Core3::Custom(..)), "{}", row.shape.name());
    }
    for row in rows::in_plane::<f64>(1.0) {
        assert!(!matches!(row.shape.parts().core, Core2::Custom(..)), "{}", row.shape.name());
    }
}

/// The table on the page of the module `shape` names every kind.
#[test]
fn every_kind_is_in_the_documentation() {
    let page: Vec<_> = include_str!("../../../impinge/src/shape/mod.rs")
        .lines()
        .filter(|l| l.starts_with("//! |"))
        .collect();
    let names =
        ShapeKind::ALL.iter().map(|kind| kind.name()).chain(ShapeKind2::ALL.iter().map(|kind| kind.name()));
    for name in names {
        assert!(page.iter().any(|line| line.contains(&format!("[`{name}`]"))), "{name}");
    }
}
