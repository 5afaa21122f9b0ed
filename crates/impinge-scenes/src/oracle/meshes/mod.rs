//! Triangle meshes by brute force and exact arithmetic: verdicts, distances, winding numbers, and relations of two solids.
//!
//! Meshes are soups: lists of triangles in one frame, three corners each, in any order; a triangle may be a segment or a point. [`soup`]
//! makes one from points and indices, [`placed`] transforms one by a pose.
//!
//! | question | function | exact |
//! |---|---|---|
//! | do two triangles share a point? | [`share_a_point`] | yes |
//! | does one pass through the other? | [`pass_through`] | yes |
//! | what is their distance? | [`squared_distance`] | yes: a quotient, see [`Ratio`] |
//! | do two soups share a point, and where? | [`first_shared`], [`all_shared`] | yes |
//! | what is their distance, and between which triangles? | [`nearest`] | yes |
//! | what is the distance of a point from a soup? | [`nearest_to_point`] | yes |
//! | is a point inside a closed surface? | [`winding_number`], [`is_closed`] | yes |
//! | signed distance of a point | [`signed_distance`] | yes, and rounded |
//! | what is the relation of two solids? | [`solids`] | cells that it finds exist; it says what it may miss |
//!
//! No code here uses the library's predicates, trees or distances. Coordinates are finite; those from 1e-70 to 1e70 (and 0) are handled
//! quickly, others slowly.

mod brute;
mod exact;
mod features;
mod share;
mod signs;
mod solids;
mod winding;

use impinge::{Pose, Vec3};

pub use brute::{Nearest, all_shared, first_shared, nearest, nearest_to_point};
pub use exact::{Exact, Ratio};
pub use features::squared_distance;
pub use share::{pass_through, share_a_point};
pub use solids::{Solids, State, solids};
pub use winding::{is_closed, winding_number};

use exact::Wide;

/// Three corners.
pub type Triangle = [[f64; 3]; 3];

/// The triangles of a mesh.
pub fn soup(points: &[Vec3<f64>], triangles: &[[u32; 3]]) -> Vec<Triangle> {
    let corner = |i: u32| {
        let p = points[i as usize];
        [p.x, p.y, p.z]
    };
    triangles.iter().map(|t| t.map(corner)).collect()
}

/// Points transformed by a pose, with a single rounding at the end: each coordinate is the number nearest to the exact result of the
/// rotation (its quaternion, normalized) and the translation. So a soup at a pose differs from the true one by no more than that, for any
/// pose; and not at all for the identity, for quarter turns and for translations whose sums are representable.
pub fn placed(points: &[Vec3<f64>], pose: &Pose<Vec3<f64>>) -> Vec<Vec3<f64>> {
    let at = pose.translation();
    let at = Wide::of([at.x, at.y, at.z]);
    let [x, y, z, w] = pose.rotation().to_xyzw();
    let (v, w) = (Wide::of([x, y, z]), Exact::from(w));
    let under = &v.dot(&v) + &w.squared();
    let two = Exact::from(2.0);
    let rotated = |p: &Vec3<f64>| {
        // q p q* / q² = p + 2 (v × (v × p + w p)) / q².
        let p = Wide::of([p.x, p.y, p.z]);
        let turn = v.cross(&v.cross(&p).plus(&p.times(&w))).times(&two);
        let over = p.plus(&at).times(&under).plus(&turn);
        Vec3::from(over.0.map(|c| Ratio::new(c, under.clone()).f64()))
    };
    points.iter().map(rotated).collect()
}

/// The distance of a point from a closed surface, negative if the surface winds around it; within two units in the last place. `None` for
/// an empty soup.
pub fn signed_distance(p: Vec3<f64>, soup: &[Triangle]) -> Option<f64> {
    let p = [p.x, p.y, p.z];
    let distance = nearest_to_point(p, soup)?.squared.root();
    Some(if winding_number(p, soup).is_some_and(|w| w != 0) { -distance } else { distance })
}

#[cfg(test)]
mod tests;
