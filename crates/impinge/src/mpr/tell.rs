//! Reports to an observer of MPR.

use crate::math::{Real, Vector};
use crate::observe::{Details, Observer, Step, watches};
use crate::pair::Vertex;

/// Reports support call number `calls`: a portal, complete or partial, and the support point along `n`.
#[inline(always)]
pub(super) fn tell<V: Vector>(
    observer: &mut impl Observer<V>,
    calls: u32,
    portal: &[Vertex<V>],
    n: V,
    found: Vertex<V>,
) {
    if watches(observer) {
        told(observer, calls, portal, n, found);
    }
}

#[cold]
fn told<V: Vector>(
    observer: &mut impl Observer<V>,
    calls: u32,
    portal: &[Vertex<V>],
    n: V,
    found: Vertex<V>,
) {
    observer.step(&Step {
        algorithm: "mpr",
        iteration: calls - 1,
        vertices: portal,
        faces: &[],
        point: n,
        cell: &[],
        found,
        bounds: [-found.point.dot(n) / n.norm(), V::Scalar::INFINITY],
        details: Details::default(),
    });
}
