//! Ray cast against any convex shape: the entry of its line ([`super::front`]), whether the ray starts inside or on the way out, and
//! whether it [grazes](super::graze). It is used if there is no closed form.

use super::front::{Leaving, Passage, Stop};
use super::graze::{begins_apart, graze};
use super::line::{Answer, Entry, Line};
use super::portal::Portal;
use super::views::Front;
use crate::climb::Tangents;
use crate::gjk::VoronoiSpace;
use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::shape::Support;

/// A ray that comes no deeper than about this many roundings is reported as grazing.
const SHALLOW: f64 = 8.0;

/// Casts the ray of a line against a core rounded by `radius`, to within `gap` if rounding allows. `curved`: whether Newton's
/// method may help.
pub(crate) fn cast<W: Tangents + VoronoiSpace + Vector<Scalar = f64>>(
    core: &impl Support<W>,
    radius: f64,
    line: &Line<W>,
    gap: f64,
    curved: bool,
) -> Answer<W> {
    let front = Front { curved, ..Front::new(core, radius, line, 1.0) };
    let goal = Stop { far: line.end, near: line.start, gap };
    let found = match front.enter(&goal) {
        Passage::Beside => return Answer::Miss,
        Passage::Edge { calls, .. } => return graze(core, radius, line, gap, calls),
        Passage::Through(found) => found,
    };
    if found.lower > line.end {
        return Answer::Miss;
    }
    // The plane of a thin shape may cross the line anywhere; no point of the shape is before its reach.
    let lower = Real::max(found.lower, -(line.reach + line.rounding));
    let steep = found.steep;
    let mut calls = found.calls;
    if lower <= line.start + line.skin * steep {
        let back = Front { curved, ..Front::new(core, radius, line, -1.0) };
        let (leaving, more) = back.leaves(line);
        calls += more;
        match leaving {
            // Behind the entry: on the surface or beyond it.
            Leaving::Done if found.upper <= line.start => return Answer::Miss,
            // Near the planes of a thin shape is not necessarily near the shape.
            Leaving::Done if !begins_apart(core, radius, line, &mut calls) => return Answer::Miss,
            // Outside, but the bounds do not decide on which side of the interval.
            Leaving::Done if lower <= line.start => return graze(core, radius, line, gap, calls),
            Leaving::Done => {}
            Leaving::Unclear => return graze(core, radius, line, gap, calls),
            Leaving::Ahead if found.upper <= line.start => return Answer::Inside { calls },
            Leaving::Ahead => {}
        }
    }
    if found.status == Status::Stalled {
        return graze(core, radius, line, gap, calls);
    }
    let error = Real::max(found.upper - found.value, found.value - lower);
    // A line that comes no deeper than rounding under a surface with radius of curvature r hits it at an angle of no more
    // than √(2 rounding / r).
    let grazes = SHALLOW * line.rounding * steep * steep >= line.reach;
    Answer::Hit(Entry {
        t: found.value,
        error,
        normal: front.normal(found.slope),
        status: if grazes { Status::Stalled } else { found.status },
        calls,
        portal: Some(Portal::new(found.spots, W::DIM == 2, line.grain).shares()),
    })
}
