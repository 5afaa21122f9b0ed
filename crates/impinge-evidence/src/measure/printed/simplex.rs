//! The simplex W of the thesis, a set of up to four points of A ⊖ B.

use impinge::{Real, Vec3};

/// One to four points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<T: Real> {
    points: [Vec3<T>; 4],
    len: usize,
}

impl<T: Real> Simplex<T> {
    /// From this many points, one to four.
    pub fn of<const N: usize>(points: [Vec3<T>; N]) -> Self {
        let mut all = [points[0]; 4];
        all[..N].copy_from_slice(&points);
        Self { points: all, len: N }
    }

    /// The points.
    pub fn points(&self) -> &[Vec3<T>] {
        &self.points[..self.len]
    }

    /// W ∪ {w}: as for sets, a point that is already there is not added. Of four points the last one is overwritten, as in the thesis' code
    /// (section 3.3, `addPoint`); without rounding there are never four.
    #[must_use]
    pub fn with(mut self, w: Vec3<T>) -> Self {
        if !self.points().contains(&w) {
            self.points[self.len.min(3)] = w;
            self.len = (self.len + 1).min(4);
        }
        self
    }

    /// The points whose bits are set.
    pub fn subset(&self, mask: usize) -> Self {
        let mut kept = Self { points: self.points, len: 0 };
        for (_, point) in self.points().iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
            kept.points[kept.len] = *point;
            kept.len += 1;
        }
        kept
    }
}

/// CLOSEST: finds the point v of the hull of W that is closest to the origin, and the points of W that are needed to write it.
pub(crate) trait Closest<T: Real> {
    /// v, and W reduced.
    fn closest(w: &Simplex<T>) -> (Vec3<T>, Simplex<T>);
}
