//! How far the motion of one link as another one sees it may be from a screw: why a sweep by screws misses nothing.
//!
//! Along an edge of a path, values of joints change at constant speed, s from 0 to 1. A point of the moving link then goes along x(s)
//! in the frame of the other one; the screw between the two end poses takes it along y(s), with the same ends.
//!
//! | symbol | meaning |
//! |---|---|
//! | r, d, a | bounds on the distance of the point from the origin of a frame, on its speed, and on its acceleration in it |
//! | w | how far a joint turns or slides along the edge |
//! | W | the sum of all turns |
//!
//! From frame to frame along the joints between the links, with the fixed offset of each joint added to r:
//! a joint that turns makes a += 2 w d + w² r, then d += w r (Coriolis and centripetal acceleration of a constant turn); one that
//! slides makes d += w, and r grows by how far it stands out.
//!
//! The screw turns by an angle φ ≤ W. A point ρ from its axis goes 2 ρ sin(φ/2) ≤ d across it, and accelerates by φ² ρ: no more than
//! 1.05 d W for φ ≤ 1. Two curves with the same ends are no farther apart than an eighth of the largest difference of their
//! accelerations (the error of linear interpolation). So on a piece of length h of the edge they differ by at most
//! h² (a + 1.05 d W) / 8, where h W ≤ 1.
//!
//! Where one joint turns and nothing else moves, or where joints only slide, the motion is a screw itself.

use impinge_io::robot::{JointKind, Robot};

use super::asked::Hop;

/// See the module: φ²ρ ≤ φ²/(2 sin(φ/2)) d, and φ/(2 sin(φ/2)) is at most 1.043 for φ ≤ 1.
const SCREW: f64 = 1.05;

/// Bounds are a few dozen rounded operations.
const ROUNDING: f64 = 1e-12;

/// What is known of the motion of a link along an edge, as another link sees it.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// No point goes farther along the edge.
    pub speed: f64,
    /// The sum of all turns, in radians.
    pub turn: f64,
    /// On a piece of length h of the edge, a point is at most h² of this away from the screw between the ends.
    pub bend: f64,
    /// No point is farther from the origin of the other link.
    pub extent: f64,
}

impl Bound {
    /// Of points at most `reach` from the origin of their link, with the joints that lead to the other one, and what these stand at
    /// at both ends.
    pub fn new(robot: &Robot, way: &[Hop], ends: [&[f64]; 2], reach: f64) -> Self {
        let (mut r, mut d, mut a) = (reach, 0.0_f64, 0.0_f64);
        let (mut turn, mut turning, mut sliding) = (0.0_f64, 0, 0);
        for hop in way {
            let (Hop::ToParent(k) | Hop::ToChild(k)) = *hop;
            let joint = &robot.joints[k];
            let offset = joint.origin.translation().norm();
            let rate = (ends[1][k] - ends[0][k]).abs();
            if matches!(hop, Hop::ToChild(_)) {
                r += offset;
            }
            match joint.kind {
                JointKind::Revolute | JointKind::Continuous => {
                    a += rate * (2.0 * d + rate * r);
                    d += rate * r;
                    turn += rate;
                    turning += usize::from(rate > 0.0);
                }
                JointKind::Prismatic => {
                    r += ends[0][k].abs().max(ends[1][k].abs());
                    d += rate;
                    sliding += usize::from(rate > 0.0);
                }
                JointKind::Fixed | JointKind::Floating | JointKind::Planar => {}
            }
            if matches!(hop, Hop::ToParent(_)) {
                r += offset;
            }
        }
        let is_screw = turning == 0 || turning == 1 && sliding == 0;
        let bend = if is_screw { 0.0 } else { (a + SCREW * d * turn) / 8.0 };
        let up = 1.0 + ROUNDING;
        Self { speed: d * up, turn, bend: bend * up, extent: r * up }
    }

    /// Whether nothing moves.
    pub fn is_still(&self) -> bool {
        self.speed == 0.0
    }

    /// Whether the motion is a screw.
    pub fn is_screw(&self) -> bool {
        self.bend == 0.0
    }

    /// The longest piece of the edge on which a point is at most `away` from the screw; it turns by no more than 1.
    pub fn piece(&self, away: f64) -> f64 {
        (away / self.bend).sqrt().min(1.0 / self.turn)
    }
}
