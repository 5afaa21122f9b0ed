//! Patches: few points for all the pieces that touch along one normal.
//!
//! **Answer.** Which points of many manifolds to keep. A box on a floor of a hundred triangles has a manifold for each of them, four
//! points each; a solver wants four in all. Contacts of two bodies whose normals agree within [`ManifoldSettings::angle`] are one
//! patch, wherever they are: for rigid bodies only the outline of such contacts perpendicular to the normal counts, and their depths.
//!
//! In each patch at most [`ManifoldSettings::max_points`] points stay: the deepest, and among equally deep ones the outermost; the one
//! farthest from it; the one that forms the largest triangle with both; the one that adds most area to it; then those farthest from all
//! that stay. As for one manifold (`manifolds/reduce.rs`), depths within 2⁻¹⁶ of the patch's extent are equal, and among points
//! that span the same extent the least names go first, so that the choice does not change as a body trembles; but a point as deep as
//! the deepest within 2⁻²⁰ always stays.
//!
//! **Cost.** Contacts times patches, and points times points kept. No allocation for up to 16 points a patch.

use super::{FormSpace, PieceContact};
use crate::feature::Few;
use crate::manifolds::{LEVEL, ManifoldPoint, ManifoldSettings, SHARE, SHORT};
use crate::math::{Real, Vec2, Vector};

/// Numbers the patches, and reduces the points of each. Contacts are sorted by their names, and those left without points are removed.
pub(super) fn into_patches<W: FormSpace>(
    found: &mut alloc::vec::Vec<PieceContact<W>>,
    settings: &ManifoldSettings,
) {
    let count = number(found, settings.angle);
    let most = settings.most(W::DIM);
    for patch in 0..count {
        let points = of_patch(found, patch).count();
        if points > most {
            thin(found, patch, most);
        }
    }
    found.retain(|contact| !contact.manifold.points().is_empty());
}

/// Gives each contact the number of the first patch that its normal agrees with, and returns the number of patches.
fn number<W: FormSpace>(found: &mut [PieceContact<W>], angle: f64) -> u32 {
    let cos = 1.0 - 0.5 * angle * angle;
    let mut count = 0;
    for i in 0..found.len() {
        let normal = found[i].manifold.normal;
        // The normal of a patch is that of its first contact; patch numbers appear in order.
        let mut next = 0;
        let known = found[..i].iter().find(|head| {
            let is_head = head.patch == next;
            next += u32::from(is_head);
            is_head && head.manifold.normal.dot(normal) >= cos
        });
        let patch = known.map_or(count, |head| head.patch);
        found[i].patch = patch;
        count = count.max(patch + 1);
    }
    count
}

/// The points of a patch, by contact and point.
fn of_patch<W: FormSpace>(
    found: &[PieceContact<W>],
    patch: u32,
) -> impl Iterator<Item = ([usize; 2], &ManifoldPoint<W>)> + Clone {
    let contacts = found.iter().enumerate().filter(move |(_, contact)| contact.patch == patch);
    contacts
        .flat_map(|(i, contact)| contact.manifold.points().iter().enumerate().map(move |(k, p)| ([i, k], p)))
}

/// Reduces a patch with more than `most` points to `most`.
fn thin<W: FormSpace>(found: &mut [PieceContact<W>], patch: u32, most: usize) {
    let kept = {
        let Some(head) = found.iter().find(|contact| contact.patch == patch) else { return };
        let [s, t] = head.manifold.normal.tangents();
        let origin = head.manifold.points().first().map_or(W::ZERO, |p| p.point_a);
        let flat = |p: &ManifoldPoint<W>| {
            let from = p.point_a - origin;
            Vec2::new(s.dot(from), t.dot(from))
        };
        let spots =
            of_patch(found, patch).map(|(id, p)| Spot { id, at: flat(p), distance: p.signed_distance });
        let (mut low, mut high, mut least) = (Vec2::ZERO, Vec2::ZERO, f64::INFINITY);
        for spot in spots.clone() {
            (low, high) = (Vector::min(low, spot.at), Vector::max(high, spot.at));
            least = Real::min(least, spot.distance);
        }
        let (extent, middle) = ((high - low).norm(), (low + high) * 0.5);
        let shown = least + SHORT * extent;
        let kept = spread(spots.clone(), most, least + LEVEL * extent, middle);
        if kept.iter().any(|spot| spot.distance <= shown) { kept } else { spread(spots, most, shown, middle) }
    };
    for (i, contact) in found.iter_mut().enumerate().filter(|(_, contact)| contact.patch == patch) {
        contact.manifold.keep(|k| kept.iter().any(|spot| spot.id == [i, k]));
    }
}

/// A point of a patch.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// Index of the contact and of the point.
    id: [usize; 2],
    /// Position perpendicular to the normal.
    at: Vec2<f64>,
    distance: f64,
}

/// Among the points whose signed distance is at most `deep`, the outermost and those that span most with it.
fn spread(spots: impl Iterator<Item = Spot> + Clone, most: usize, deep: f64, middle: Vec2<f64>) -> Few<Spot> {
    let mut kept: Few<Spot> = Few::new();
    while kept.len() < most {
        let chosen = kept.as_slice();
        let gain = |p: Vec2<f64>| match *chosen {
            [] => (p - middle).norm_squared(),
            [a] => (p - a.at).norm_squared(),
            [a, b] => (b.at - a.at).perp_dot(p - a.at).abs(),
            [a, b, c] => {
                let turn = (b.at - a.at).perp_dot(c.at - a.at);
                let beyond = |u: Spot, v: Spot| -(v.at - u.at).perp_dot(p - u.at) * turn.signum();
                beyond(a, b).max(beyond(b, c)).max(beyond(c, a))
            }
            _ => chosen.iter().fold(f64::INFINITY, |least, q| least.min((p - q.at).norm_squared())),
        };
        let mut best: Option<(Spot, f64)> = None;
        for spot in spots.clone() {
            let is_new = !chosen.iter().any(|known| known.id == spot.id);
            if !is_new || (chosen.is_empty() && spot.distance > deep) {
                continue;
            }
            let value = gain(spot.at);
            if best.is_none_or(|(_, most)| value > most + SHARE * most.abs()) {
                best = Some((spot, value));
            }
        }
        let Some((spot, _)) = best else { break };
        kept.push(spot);
    }
    kept
}
