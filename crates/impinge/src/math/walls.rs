//! The least translation that a list of half-spaces allows.
//!
//! Found by Hildreth's method: r = Σ λᵢ nᵢ with λᵢ ≥ 0, and each wall in turn sets its own λᵢ so that it is just kept.
//! Whatever it finds is only a proposal.

use alloc::vec::Vec;

use super::{Real, Vector};

/// Walls that are kept at once. More are of bodies deep in one another.
const MOST_WALLS: usize = 96;

/// Rounds of Hildreth's method. Walls at right angles take one; what others lack after the last is made up by the next look.
const SWEEPS: usize = 48;

/// A half-space that the translation must be in: normal · r ≥ height. In the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wall<W> {
    pub(crate) normal: W,
    height: f64,
    /// λ of Hildreth's method.
    share: f64,
}

/// Adds a wall. One that is there already is only moved on.
pub(crate) fn wall<W: Vector<Scalar = f64>>(walls: &mut Vec<Wall<W>>, normal: W, height: f64) {
    // Directions that differ by less are one: 1 − cos of about 10⁻⁶.
    const SAME: f64 = 1e-12;
    if let Some(known) = walls.iter_mut().find(|wall| wall.normal.dot(normal) > 1.0 - SAME) {
        known.height = Real::max(known.height, height);
    } else if walls.len() < MOST_WALLS {
        walls.push(Wall { normal, height, share: 0.0 });
    }
}

/// The least translation that all walls allow, or near it. `None` if nothing asks for one.
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
