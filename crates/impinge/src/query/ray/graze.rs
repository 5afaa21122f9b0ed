//! Rays that graze: those that pass within rounding of the edge of a shape's shadow.
//!
//! **Answers** between which places of a line it may meet a shape that it touches at most. Take it where
//! [`super::front`] cannot tell a touch from a miss.
//!
//! **Method.** The shape is grown by a ball of [`GROWTH`] roundings: where the line enters and leaves that, the shape can be
//! met only between. A ray that begins there, no deeper than the ball and the skin under where the line leaves, begins on
//! the surface and leads away: a miss, as everywhere.
//!
//! **Failure.** Where even the grown shape has no shadow to speak of, its whole extent along the line is the answer.

use super::answer::{Answer, Entry};
use super::front::{Passage, Stop};
use super::line::Line;
use super::portal::steepness;
use super::views::{Away, Front, MAX_CALLS};
use crate::climb::Tangents;
use crate::gjk::{Gjk, Goal, Voronoi, VoronoiSpace};
use crate::math::{Each, Real, Vector};
use crate::observe::Status;
use crate::shape::Support;

/// A grazed shape is grown by this many roundings. Fewer, and the grown one might be missed by rounding again; more,
/// and the stretch in which it may be met gets longer.
const GROWTH: f64 = 8.0;

/// How often it is grown, each time [`GROWTH`] times as much, until the line is seen to pass through.
const GROWTHS: u32 = 3;

/// Whether a stretch of a line is known to be farther from a core than a ball reaches, and the support calls it took.
fn is_apart<W: VoronoiSpace + Vector<Scalar = f64>>(
    core: &impl Support<W>,
    radius: f64,
    line: &Line<W>,
    stretch: [f64; 2],
) -> (bool, u32) {
    let away = Away { core, ends: stretch.each(|t| line.at(t)), line };
    let goal = Goal { far: radius + line.rounding, near: radius, gap: 0.0, steps: MAX_CALLS };
    let found = Gjk::<W, Voronoi>::new().run(&away, &goal, &mut ());
    (found.lower > goal.far, found.calls)
}

/// Whether a ray is known not to begin on a surface, by the distance of its origin: one that is near the planes of a thin
/// shape may be far from the shape.
#[cold]
pub(super) fn begins_apart<W: VoronoiSpace + Vector<Scalar = f64>>(
    core: &impl Support<W>,
    radius: f64,
    line: &Line<W>,
    calls: &mut u32,
) -> bool {
    let (apart, more) = is_apart(core, radius + line.skin, line, [line.start; 2]);
    *calls += more;
    apart
}

/// A line at the edge of the shadow: enters and leaves the grown shape.
#[cold]
pub(super) fn graze<W: Tangents + VoronoiSpace + Vector<Scalar = f64>>(
    core: &impl Support<W>,
    radius: f64,
    line: &Line<W>,
    gap: f64,
    mut calls: u32,
) -> Answer<W> {
    // The line grazes; does the ray?
    let stretch = [Real::max(line.start, -line.reach), Real::min(line.end, line.reach)];
    let (apart, more) = is_apart(core, radius, line, stretch);
    if apart {
        return Answer::Miss;
    }
    calls += more;
    // Where even the grown shape has no shadow to speak of, its whole extent along the line, as far as places on it are known.
    let mut ends = [-(line.reach + line.rounding), line.reach + line.rounding];
    let mut normal = -line.direction;
    // How far beyond the origin the grown shape may reach where the origin is on the surface.
    let mut room = 0.0;
    let stop = Stop { far: f64::INFINITY, near: f64::NEG_INFINITY, gap };
    for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
        let mut growth = line.rounding;
        for _ in 0..GROWTHS {
            growth *= GROWTH;
            let front = Front::new(core, radius + growth, line, sign);
            let (lower, slope, converged) = match front.enter(&stop) {
                Passage::Through(found) => {
                    calls += found.calls;
                    (found.lower, found.slope, found.status == Status::Converged)
                }
                Passage::Edge { lower, slope, calls: more } => {
                    calls += more;
                    (lower, slope, false)
                }
                Passage::Beside => return Answer::Miss,
            };
            if lower > ends[side] * sign {
                ends[side] = lower * sign;
                if side == 0 {
                    normal = front.normal(slope);
                } else {
                    room = (line.skin + growth) * steepness(slope);
                }
            }
            if converged {
                break;
            }
        }
    }
    let [enter, leave] = ends;
    if enter > line.end || leave <= line.start {
        return Answer::Miss;
    }
    if leave <= line.start + room {
        // No deeper under the plane by which the line leaves.
        let on_surface = !begins_apart(core, radius, line, &mut calls);
        if on_surface {
            return Answer::Miss;
        }
    }
    // The beginning of the extent itself, not what rounding adds to it.
    let t = Real::max(enter, -line.reach);
    let error = Real::max(leave - Real::max(t, line.start), t - enter);
    Answer::Hit(Entry { t, error, normal, status: Status::Stalled, calls, portal: None })
}
