//! Finding for a pair: the query made for every pair that is near.
//!
//! | result of the queries | finding |
//! |---|---|
//! | their surfaces are the same within the tolerance | duplicate |
//! | one is inside the other | contained |
//! | their insides meet, and no separating translation as short as the tolerance was found | hard clash |
//! | their insides meet, and a separating translation as short as the tolerance is proven | touching |
//! | their surfaces meet, or are apart by no more than the tolerance | touching |
//! | apart, nearer than the clearance | clearance |
//!
//! A part with an open surface is treated as that surface. A pair gets the same answer whatever else is queried, and on any thread.

use impinge::answer::Settings;
use impinge::mesh::common_volume;
use impinge::nonconvex::{Relation, relation, way_out};
use impinge::query::{distance, intersects_with};

use super::finding::{Finding, Kind, Measures, WayOut};
use super::near::Near;
use super::parts::Parts;
use super::same::deviation;

/// Finding for a pair; none if it is clear.
pub fn ask(parts: &Parts, near: &Near) -> Option<Finding> {
    let Near { pair: (i, j), limits } = *near;
    let (a, b) = (parts.placed(i), parts.placed(j));
    let settings = Settings { margin: Some(limits.reach()), ..Settings::default() };
    if !intersects_with(&a, &b, &settings) {
        return None;
    }
    let found = distance(&a, &b);
    let measures = Measures {
        distance: found.distance,
        error: found.error,
        limit: limits.tolerance,
        point_a: found.point_a.to_array(),
        point_b: found.point_b.to_array(),
        normal: found.normal.to_array(),
        way_out: None,
        volume: None,
        a_is_inside: None,
        deviation: None,
    };
    let finding = |kind, measures| Some(Finding { kind, a: i, b: j, measures });
    let is_touch = found.distance <= limits.tolerance.max(found.error);
    if !is_touch {
        let measures = Measures { limit: limits.clearance, ..measures };
        return (found.distance < limits.clearance).then(|| finding(Kind::Clearance, measures)).flatten();
    }
    if let Some(off) = deviation(parts, i, j, limits.tolerance) {
        let volume = common_volume(parts.standing(i), parts.standing(j));
        return finding(Kind::Duplicate, Measures { deviation: Some(off), volume, ..measures });
    }
    let stand = if found.distance > found.error { Relation::Apart } else { relation(&a, &b) };
    let out = || {
        let exit = way_out(&a, &b)?;
        let depth = exit.by.norm();
        Some(WayOut {
            by: exit.by.to_array(),
            depth,
            // Both are rounded: equal up to rounding counts as equal.
            at_least: exit.at_least.min(depth),
            then: exit.then.distance,
            then_error: exit.then.error,
        })
    };
    match stand {
        Relation::Apart | Relation::Touching => finding(Kind::Touching, measures),
        Relation::Contains | Relation::Inside => {
            let volume = common_volume(parts.standing(i), parts.standing(j));
            let a_is_inside = Some(stand == Relation::Inside);
            finding(Kind::Contained, Measures { way_out: out(), volume, a_is_inside, ..measures })
        }
        Relation::Overlapping => {
            let way_out = out();
            let is_shallow = way_out.is_some_and(|out| out.depth <= limits.tolerance);
            let kind = if is_shallow { Kind::Touching } else { Kind::Hard };
            finding(
                kind,
                Measures { way_out, volume: common_volume(parts.standing(i), parts.standing(j)), ..measures },
            )
        }
    }
}
