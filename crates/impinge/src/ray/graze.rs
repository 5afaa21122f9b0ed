//! Grazing rays: those that pass within rounding of the edge of a shape's shadow.
//!
//! **Answer.** The interval of a line in which it may hit a shape that it touches at most. It is used if
//! [`super::front`] cannot distinguish a touch from a miss.
//!
//! **Method.** The shape is inflated by a ball of [`GROWTH`] roundings: the line can hit the shape only between its entry into the
//! inflated shape and its exit. A ray that starts there, no deeper than the ball and the skin below the exit, starts on
//! the surface and leads away: a miss, as everywhere.
//!
//! **Failure.** If even the inflated shape has a negligible shadow, its whole extent along the line is the answer.

use super::front::{Passage, Stop};
use super::line::{Answer, Entry, Line};
use super::portal::steepness;
use super::views::{Away, Front, MAX_CALLS};
use crate::climb::Tangents;
use crate::gjk::{Gjk, Goal, Voronoi, VoronoiSpace};
use crate::math::{Each, Real, Vector};
use crate::observe::Status;
use crate::shape::Support;

/// A grazed shape is inflated by this many roundings. With fewer, rounding might make the line miss the inflated shape as well; with
/// more, the interval in which the shape may be hit gets longer.
const GROWTH: f64 = 8.0;

/// Number of inflations, each [`GROWTH`] times larger, until the line is seen to pass through.
const GROWTHS: u32 = 3;

/// Whether an interval of a line is known to be farther from a core than the radius, and the number of support calls.
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

/// Whether a ray is known not to start on a surface, by the distance of its origin: an origin near the planes of a thin
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

/// A line at the edge of the shadow: enters and leaves the inflated shape.
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
    // If even the inflated shape has a negligible shadow: its whole extent along the line, as far as points on the line are known.
    let mut ends = [-(line.reach + line.rounding), line.reach + line.rounding];
    let mut normal = -line.direction;
    // How far beyond the origin the inflated shape may reach if the origin is on the surface.
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
        // No deeper under the plane of exit.
        let on_surface = !begins_apart(core, radius, line, &mut calls);
        if on_surface {
            return Answer::Miss;
        }
    }
    // The start of the extent itself, without the added rounding.
    let t = Real::max(enter, -line.reach);
    let error = Real::max(leave - Real::max(t, line.start), t - enter);
    Answer::Hit(Entry { t, error, normal, status: Status::Stalled, calls, portal: None })
}
