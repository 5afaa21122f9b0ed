//! The shortest translation that a list of half-spaces allows.
//!
//! Found by Hildreth's method: r = Σ λᵢ nᵢ with λᵢ ≥ 0, and each wall in turn adjusts its own λᵢ so that it is just
//! satisfied. The result is only a proposal.

use alloc::vec::Vec;

use super::{Real, Vector};

/// Most walls handled at once. More of them come from bodies deep in one another.
const MOST_WALLS: usize = 96;

/// Rounds of Hildreth's method. Walls at right angles take one; any error left after the last is corrected by the next look.
const SWEEPS: usize = 48;

/// A half-space that must contain the translation: normal · r ≥ height. In world coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wall<W> {
    pub(crate) normal: W,
    height: f64,
    /// Multiplier λ of Hildreth's method.
    share: f64,
}

/// Adds a wall. A wall that is already there is only moved.
pub(crate) fn wall<W: Vector<Scalar = f64>>(walls: &mut Vec<Wall<W>>, normal: W, height: f64) {
    // Directions closer than this are the same: 1 − cos of about 10⁻⁶.
    const SAME: f64 = 1e-12;
    if let Some(known) = walls.iter_mut().find(|wall| wall.normal.dot(normal) > 1.0 - SAME) {
        known.height = Real::max(known.height, height);
    } else if walls.len() < MOST_WALLS {
        walls.push(Wall { normal, height, share: 0.0 });
    }
}

/// The shortest translation that all walls allow, or close to it. `None` if no translation is needed.
pub(crate) fn least<W: Vector<Scalar = f64>>(walls: &mut [Wall<W>]) -> Option<W> {
    let mut r = W::ZERO;
    walls.iter_mut().for_each(|wall| wall.share = 0.0);
    for _ in 0..SWEEPS {
        let before = r;
        for wall in walls.iter_mut() {
            let more = Real::max(wall.height - wall.normal.dot(r), -wall.share);
            wall.share += more;
            r += wall.normal * more;
        }
        if before == r {
            break;
        }
    }
    (r != W::ZERO && r.is_finite()).then_some(r)
}
