//! Section 3: whether a body in the zone can only move away, and whether the zone is thicker than the accumulated rounding.

use core::f64::consts::TAU;

use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::{Rng, rooms};

use super::printed::{Fixed, PrintedMover, PrintedSettings, REPORTED_ZONE, Reading};
use crate::claim::Verdict;
use crate::study::{Out, Stop};
use crate::table::{Table, shown};

/// Half the side of the floors.
const SIDE: f64 = 200.0;

/// Depth in zones that rounding may add to a point's start.
const ROUNDING: f64 = 1e-9;

/// Distance from the center of the world, in meters: there, and at the end of a level of thousands of units.
const PLACES: [f64; 2] = [0.0, 100.0];

/// One point in this many also turns about the normal.
const SPUN: usize = 4;

fn floor<T: Real>(settings: &PrintedSettings, shift: Vec3<f64>) -> Result<Fixed<T>, Stop> {
    let faces = rooms::floor(SIDE, 1).map(|p| p + shift);
    Ok(Fixed::new(&mesh(&faces)?, &Pose::IDENTITY, settings))
}

fn mesh<T: Real>(faces: &rooms::Faces) -> Result<PolygonMesh<T>, Stop> {
    let built = PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons);
    built.map(|(mesh, _)| mesh).map_err(|e| Stop::Failed(format!("mesh: {e}")))
}

/// Turns of points that start in the zone of a floor: all, those that end deeper, those that passed through it, and those about the normal
/// that are stopped.
#[derive(Clone, Copy, Debug, Default)]
struct Away {
    turns: usize,
    deeper: usize,
    through: usize,
    about_normal: usize,
    held: usize,
}

fn away(reading: Reading, turns: usize, seed: u64) -> Result<Away, Stop> {
    let settings = PrintedSettings::new(reading);
    let flat = mesh::<f64>(&rooms::floor(SIDE, 1))?;
    let floor = Fixed::new(&flat, &Pose::IDENTITY, &settings);
    let point = PolygonMesh::<f64>::point(Vec3::ZERO);
    let mut mover = PrintedMover::new(settings);
    let mut rng = Rng::new(seed);
    let mut seen = Away::default();
    for k in 0..turns {
        let start = Vec3::new(0.1, 0.2, REPORTED_ZONE * rng.between(0.05, 0.95));
        let body = PlacedMesh::new(&point, Pose::at(start));
        // Circles of all sizes, from that of the zone to that of a body.
        let radius = REPORTED_ZONE * 10.0_f64.powf(rng.between(-1.0, 2.5));
        let axis = rng.unit3::<f64>();
        let center = start + rng.unit3::<f64>() * radius;
        let moved = mover.rotate(&body, center, axis, rng.between(0.1, 3.0), &[&floor]);
        let height = moved.pose.translation().z;
        seen.turns += 1;
        seen.deeper += usize::from(height < start.z - ROUNDING * REPORTED_ZONE);
        seen.through += usize::from(height < 0.0);
        if k % SPUN == 0 {
            // About the normal of the same floor, tilted.
            let tilt = Pose::turned(rng.rotation3());
            let slope = Fixed::new(&flat, &tilt, &settings);
            let body = PlacedMesh::new(&point, Pose::at(tilt.transform(start)));
            let axis = tilt.transform(Vec3::new(0.0, 0.0, 1.0));
            let moved = mover.rotate(&body, tilt.transform(center), axis, rng.between(0.1, 3.0), &[&slope]);
            seen.about_normal += 1;
            seen.held += usize::from(moved.met.is_some());
        }
    }
    Ok(seen)
}

pub(super) fn only_away(out: &mut Out, turns: usize, seed: u64) -> Result<(), Stop> {
    let columns =
        ["reading", "turns", "ended deeper", "ended below the floor", "about the normal", "of these held"];
    let mut table = Table::new("zone-away", "Points that turn from within the zone of a floor", columns)
        .note("To the letter, and with the gaps closed. A turn about the normal of a tilted floor changes no height: it is held or not as rounding has it.");
    let mut clean = 0;
    let mut list = Vec::new();
    for (name, reading) in [("to the letter", Reading::Letter), ("gaps closed", Reading::Mended)] {
        let seen = away(reading, turns, seed)?;
        clean += usize::from(seen.deeper == 0);
        list.push(format!(
            "{name}: {} of {} end deeper, {} below the floor",
            seen.deeper, seen.turns, seen.through
        ));
        table.row([
            name.into(),
            seen.turns.into(),
            seen.deeper.into(),
            seen.through.into(),
            seen.about_normal.into(),
            seen.held.into(),
        ]);
    }
    out.table(table);
    out.finding(
        "doom-zone-away",
        Verdict::of(clean, 2),
        list.join("; "),
        "At the highest point of figure 3 the vertex moves along the floor, and its direction tells nothing of the bounds (2.4).",
    );
    Ok(())
}

/// Largest distance from the hull, in zones, at which a hull of 24 corners that falls, or rotates, onto a floor is stopped.
fn error<T: Real>(motions: usize, far: f64, turned: bool, seed: u64) -> Result<f64, Stop> {
    let settings = PrintedSettings::new(Reading::Mended);
    let shift = Vec3::new(far, 0.5 * far, far);
    let floor = floor::<T>(&settings, shift)?;
    let body = mesh::<T>(&rooms::random_hull(24, 3).map(|p| p * 0.5))?;
    let mut mover = PrintedMover::new(settings);
    let mut rng = Rng::new(seed);
    let mut worst: f64 = 0.0;
    for _ in 0..motions {
        let start: Pose<Vec3<f64>> =
            Pose::new(shift + Vec3::new(0.0, 0.0, rng.between(0.7, 2.0)), rng.rotation3());
        let start: Pose<Vec3<T>> = start.cast();
        let moved = if turned {
            let angle = rng.between(0.0, TAU);
            let axis = Vec3::new(angle.cos(), angle.sin(), rng.between(-0.5, 0.5));
            let arm = Vec3::new(-axis.y, axis.x, 0.0) * rng.between(-2.0, 2.0);
            let center = start.translation() + arm.cast();
            mover.rotate(&PlacedMesh::new(&body, start), center, axis.cast(), T::of(3.0), &[&floor])
        } else {
            let by = Vec3::new(rng.between(-2.0, 2.0), rng.between(-2.0, 2.0), -rng.between(2.0, 5.0));
            mover.translate(&PlacedMesh::new(&body, start), by.cast(), &[&floor])
        };
        if moved.met.is_none() {
            continue;
        }
        let pose: Pose<Vec3<f64>> = moved.pose.cast();
        let level = T::of(shift.z).f64();
        let lowest = body.vertices().iter().map(|v| pose.transform(v.cast()).z - level);
        let lowest = lowest.fold(f64::INFINITY, f64::min);
        worst = worst.max((lowest - REPORTED_ZONE).abs() / REPORTED_ZONE);
    }
    Ok(worst)
}

pub(super) fn rounding(out: &mut Out, motions: usize, seed: u64) -> Result<(), Stop> {
    let columns = ["precision", "from the middle, m", "translations: error, zones", "turns: error, zones"];
    let mut table = Table::new("zone-error", "How far from the hull of the zone motions end", columns)
        .note("The lowest of 24 corners above a floor, in f64, where a falling or turning body was stopped; the largest error.");
    let mut single: f64 = 0.0;
    for far in PLACES {
        let f64s = [error::<f64>(motions, far, false, seed)?, error::<f64>(motions, far, true, seed)?];
        let f32s = [error::<f32>(motions, far, false, seed)?, error::<f32>(motions, far, true, seed)?];
        single = single.max(f32s[0]).max(f32s[1]);
        for (name, [by, turned]) in [(f64::NAME, f64s), (f32::NAME, f32s)] {
            table.row([name.into(), far.into(), by.into(), turned.into()]);
        }
    }
    out.table(table);
    out.finding(
        "doom-zone-error",
        match single {
            _ if single < MUCH => Verdict::Agrees,
            _ if single < 1.0 => Verdict::Partly,
            _ => Verdict::Differs,
        },
        format!("the largest error in single precision is {} zones, of {motions} motions of each kind", shown(single)),
        "Of two roots (−b ± √(b² − ac))/a that with −b loses its digits where a is small; the zone covers what is likely, and not all.",
    );
    Ok(())
}

/// Fraction of the zone below which an error is much smaller.
const MUCH: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_that_are_closed_leave_none_deeper() {
        let (letter, mended) =
            (away(Reading::Letter, 800, 1).expect("turns"), away(Reading::Mended, 800, 1).expect("turns"));
        assert!(letter.deeper > 0 && letter.through > 0, "{letter:?}");
        assert!(mended.deeper == 0, "{mended:?}");
        assert!(mended.held > 0 && mended.held < mended.about_normal, "{mended:?}");
    }

    #[test]
    fn translations_end_at_the_hull_up_to_rounding() {
        assert!(error::<f64>(50, 0.0, false, 1).expect("motions") < 1e-10);
        assert!(error::<f32>(50, 0.0, false, 1).expect("motions") < 1e-3);
    }
}
