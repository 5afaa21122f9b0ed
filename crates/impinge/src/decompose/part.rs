//! Parts: pieces that share a hull.

use alloc::vec::Vec;

use super::concavity::concavity;
use super::hull::Hull;
use super::limit::limited;
use super::piece::Piece;
use super::watch::Watch;
use super::whole::Whole;
use crate::math::Vec3;

/// A part of the decomposition.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its pieces, by index.
    pub(super) pieces: Vec<u32>,
    pub(super) hull: Hull,
    /// Bound on its concavity.
    pub(super) concavity: f64,
    /// Point where it is most concave, if it is.
    pub(super) worst: Option<Vec3<f64>>,
}

impl Part {
    /// A part of some pieces. If it is more concave than `enough`, its concavity is not known exactly.
    pub(super) fn new(
        whole: &Whole,
        all: &[Piece],
        pieces: Vec<u32>,
        hull: Hull,
        asked: f64,
        enough: f64,
        watch: &mut Watch<'_>,
    ) -> Self {
        let (concavity, worst) =
            concavity(whole, &hull, pieces.iter().map(|&i| &all[i as usize]), asked, enough, watch);
        Self { pieces, hull, concavity, worst }
    }

    /// The same part, enlarged to have fewer vertices; its concavity is then unknown.
    pub(super) fn limited(&self, most: usize) -> Self {
        let hull = limited(&self.hull, most);
        Self { pieces: self.pieces.clone(), hull, concavity: f64::INFINITY, worst: None }
    }
}
