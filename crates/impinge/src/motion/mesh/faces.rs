//! Polygons as given become rings that are flat, convex and something.

use alloc::vec::Vec;

use super::MeshReport;
use super::base::Base;
use super::loops::Rings;
use crate::math::Vec3;

/// The clean rings of all faces.
pub(super) fn clean<P: AsRef<[u32]>>(
    points: &[Vec3<f64>],
    stands_for: &[u32],
    faces: &[P],
    _flat: f64,
    report: &mut MeshReport,
) -> Rings {
    let mut rings = Rings::new();
    for face in faces {
        let ring: Vec<u32> = face.as_ref().iter().map(|&i| stands_for[i as usize]).collect();
        if Base::new(ring.iter().map(|&i| points[i as usize])).is_none() {
            report.zero_area += 1;
        } else {
            rings.push(&ring);
        }
    }
    rings
}
