//! Chains of random motions among the places of the report's game, in our making: none may end in overlap, and none may be stopped before
//! it is within the zone. Distances after each motion are those of the front door on triangle meshes, which shares no code with motions.

use impinge::expel::{MotionSettings, Mover};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Vec3, distance};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

use super::meshes::mesh;
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};

/// Motions of a chain, after which another body is taken.
const CHAIN: usize = 100;

/// Stops that a figure shows for each place.
const SHOWN: usize = 300;

/// Stops up to here count as within the zone, in zones: its thickness, with room for the rounding of poses and distances.
const BORDER: f64 = 1.05;

/// Half the sides of the closed rooms.
const HALF_ROOM: f64 = 4.0;

/// A place, and a point in it that is free.
pub(super) struct Place {
    pub name: &'static str,
    pub level: PolygonMesh<f64>,
    pub triangles: TriangleMesh<f64>,
    pub free: Vec3<f64>,
    /// Half the side of the room that encloses all, if there is one.
    pub closed: Option<f64>,
    /// Polygons that it was made from.
    pub faces: Faces,
}

/// Observations in a place.
#[derive(Default)]
struct Tally {
    motions: usize,
    stopped: usize,
    overlaps: usize,
    not_clear: usize,
    /// Motions that ended outside a closed room, and those within one.
    outside: usize,
    enclosed: usize,
    /// The thickest zone.
    zone: f64,
    /// Distances at stops, in thicknesses of the zone.
    at_stops: Vec<f64>,
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let motions = task.effort.of([20, 5_000, 50_000]) * CHAIN;
    let places = places()?;
    let bodies = bodies();
    let mut told = Vec::new();
    for (i, place) in places.iter().enumerate() {
        let mut tally = Tally::default();
        let mut rng = Rng::new(task.seed.wrapping_mul(1_000_003).wrapping_add(i as u64));
        while tally.motions < motions / places.len() {
            let done = tally.motions as f64 * places.len() as f64 / motions as f64;
            task.reached((i as f64 + done.min(1.0)) / places.len() as f64)?;
            chain(
                place,
                &bodies[tally.motions / CHAIN % bodies.len()],
                &mut rng,
                &mut tally,
                &mut |_, _| (),
            )?;
        }
        told.push(tally);
    }
    draw(out, &places, &told);
    Ok(())
}

/// A box, a letter, a hull and a single polygon.
pub(super) fn bodies() -> [Faces; 4] {
    [
        rooms::cuboid([0.5, 0.3, 0.4], 1),
        rooms::letter('U').map(|p| p * 0.25),
        rooms::random_hull(24, 3).map(|p| p * 0.5),
        rooms::single_polygon(5).map(|p| p * 0.5),
    ]
}

/// Rooms, empty and not, and hills.
pub(super) fn places() -> Result<Vec<Place>, Stop> {
    let room = || rooms::room([HALF_ROOM; 3], 4);
    let stairs = rooms::stairs(12, 0.3, 0.2, 2.0).map(|p| p + Vec3::new(-2.0, 0.0, -3.9));
    let letters = rooms::letter('S').map(|p| p * 0.8 + Vec3::new(1.8, 0.2, -1.0));
    Ok(vec![
        place("room", &room(), [0.0, 0.0, 0.0], Some(HALF_ROOM))?,
        place("room with stairs", &room().and(&stairs), [0.0, 0.0, 2.0], Some(HALF_ROOM))?,
        place("hills", &rooms::terrain(12.0, 0.8, 24, 5), [0.0, 0.0, 3.0], None)?,
        place("room with a letter", &room().and(&letters), [-2.0, 0.0, 1.0], Some(HALF_ROOM))?,
    ])
}

/// A place of some polygons.
pub(super) fn place(
    name: &'static str,
    faces: &Faces,
    free: [f64; 3],
    closed: Option<f64>,
) -> Result<Place, Stop> {
    let built = TriangleMesh::from_polygons(&faces.points, &faces.polygons);
    let (triangles, _) = built.map_err(|e| Stop::Failed(format!("{name}: {e}")))?;
    // Only the surface counts: a room is not a solid body.
    let triangles = triangles.into_surface();
    Ok(Place { name, level: mesh(faces)?, triangles, free: free.into(), closed, faces: faces.clone() })
}

/// Translations of a tenth to a hundred times the body's size, turns and screws, pushes into the obstacle and along it. `seen` is called
/// with the end of each motion, and its distance from the place.
fn chain(
    place: &Place,
    faces: &Faces,
    rng: &mut Rng,
    tally: &mut Tally,
    seen: &mut dyn FnMut(&Pose<Vec3<f64>>, f64),
) -> Result<(), Stop> {
    let body = mesh(faces)?;
    let built = TriangleMesh::from_polygons(&faces.points, &faces.polygons);
    let (triangles, _) = built.map_err(|e| Stop::Failed(format!("body: {e}")))?;
    let mut mover = Mover::new();
    let (standing, settings) = (PlacedMesh::new(&place.level, Pose::IDENTITY), MotionSettings::default());
    let mut pose = Pose::new(place.free, rng.rotation3());
    let mut push = rng.unit3::<f64>();
    for _ in 0..CHAIN {
        let angle = rng.between(-3.0, 3.0);
        let motion = match rng.below(5) {
            0 => Motion::translation(rng.unit3::<f64>() * [0.1, 3.0, 100.0][rng.below(3)]),
            1 | 2 => Motion::translation(push),
            3 => Motion::rotation(pose.translation(), rng.unit3::<f64>(), angle),
            _ => Motion::screw(pose.translation(), rng.unit3::<f64>(), angle, rng.between(-2.0, 2.0)),
        };
        let trace = mover
            .move_by(&PlacedMesh::new(&body, pose), &motion, &standing, &settings)
            .map_err(|e| Stop::Failed(format!("{}: {e}", place.name)))?;
        tally.motions += 1;
        tally.not_clear += usize::from(!trace.clear);
        let apart = distance(&triangles.at(trace.pose), &place.triangles.at(Pose::IDENTITY)).distance;
        tally.overlaps += usize::from(apart <= 0.0);
        seen(&trace.pose, apart);
        if let Some(half) = place.closed {
            tally.enclosed += 1;
            tally.outside += usize::from(trace.pose.translation().max_abs() > half);
        }
        push = rng.unit3();
        if let Some(hit) = trace.hit {
            tally.stopped += 1;
            tally.zone = tally.zone.max(trace.zone.thickness);
            tally.at_stops.push(apart / trace.zone.thickness);
            let along = push - hit.normal * push.dot(hit.normal);
            push = if rng.below(2) == 0 { along } else { -hit.normal };
        }
        pose = trace.pose;
        // Out of the hills, which are finite.
        if pose.translation().norm() > 20.0 {
            pose = Pose::new(place.free, rng.rotation3());
        }
    }
    Ok(())
}

fn draw(out: &mut Out, places: &[Place], told: &[Tally]) {
    let sum = |count: fn(&Tally) -> usize| told.iter().map(count).sum::<usize>();
    let (motions, stopped, overlaps) = (sum(|t| t.motions), sum(|t| t.stopped), sum(|t| t.overlaps));
    let zone = told.iter().map(|t| t.zone).fold(0.0, f64::max);
    let farthest = told.iter().flat_map(|t| &t.at_stops).copied().fold(0.0, f64::max);
    let mut chart = Chart::new("", "stop, by number", "distance at the stop, in zones").scattered();
    for (place, tally) in places.iter().zip(told) {
        let shown = tally.at_stops.iter().take(SHOWN).enumerate();
        chart = chart.line(place.name, shown.map(|(i, d)| (i as f64, *d)));
    }
    let first = if stopped > SHOWN * places.len() {
        format!(", the first {SHOWN} of each place")
    } else {
        String::new()
    };
    out.figure(
        Figure::new("zone", "", format!("distance to what stopped a motion{first}"))
            .says(
                "Collisions are reported only in contact within a small epsilon, and never in overlap.",
                format!("{overlaps} of {motions} motions ended in overlap; {stopped} were stopped, at most {} zones away.", shown(farthest)),
            )
            .panel(chart),
    );
    let quantiles = |tally: &Tally| -> Vec<(f64, f64)> {
        let mut sorted = tally.at_stops.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let at = |share: f64| sorted.get((share * last as f64) as usize).copied();
        (0..=20).filter_map(|i| at(f64::from(i) / 20.0).map(|d| (d, f64::from(i) / 20.0))).collect()
    };
    let stops = || told.iter().flat_map(|t| &t.at_stops);
    let at_border =
        100.0 * stops().filter(|d| (0.9..=1.1).contains(*d)).count() as f64 / stopped.max(1) as f64;
    let beyond = stops().filter(|d| **d > BORDER).count();
    let mut chart = Chart::new("", "distance at the stop, in zones", "share of stops up to there");
    for (place, tally) in places.iter().zip(told) {
        chart = chart.line(place.name, quantiles(tally));
    }
    out.figure(
        Figure::new("zone-shares", "", "how far from what they hit motions are stopped")
            .says(
                "Bodies are kept out of a zone of thickness e around what they meet.",
                format!("{} % stop within a tenth of its border, {beyond} of {stopped} beyond it by more than 5 %.", shown(at_border.round())),
            )
            .panel(chart),
    );
    let columns =
        ["place", "motions", "stopped", "ended in overlap", "floor not kept", "farthest stop, zones"];
    let mut table = Table::new("motions-table", "Random motions", columns)
        .note("An overlap is a distance of zero of the triangle meshes, by the front door, in f64.");
    for (place, t) in places.iter().zip(told) {
        let farthest = t.at_stops.iter().copied().fold(0.0, f64::max);
        table.row([
            place.name.into(),
            t.motions.into(),
            t.stopped.into(),
            t.overlaps.into(),
            t.not_clear.into(),
            farthest.into(),
        ]);
    }
    out.table(table);
    out.finding(
        "doom-no-overlap",
        Verdict::of(usize::from(overlaps == 0), 1),
        format!("{overlaps} of {motions} motions ended in overlap"),
        "",
    );
    let (outside, enclosed) = (sum(|t| t.outside), sum(|t| t.enclosed));
    out.finding(
        "doom-fast",
        Verdict::of(usize::from(outside == 0), 1),
        format!("{outside} of {enclosed} motions in closed rooms ended outside"),
        "",
    );
    out.finding(
        "doom-contact",
        if farthest <= BORDER { Verdict::Agrees } else { Verdict::Differs },
        format!("{stopped} stops, the farthest {} zones away", shown(farthest)),
        format!(
            "Our zone is at most {} units thick, the report's a quarter of a unit of its own.",
            shown(zone)
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    type Triangle = [Vec3<f64>; 3];

    /// The least distance of two segments, by its square, which is convex in both numbers: inside, or else at an end of one of them.
    fn segments([p, q]: [Vec3<f64>; 2], [r, s]: [Vec3<f64>; 2]) -> f64 {
        let (u, v, w) = (q - p, s - r, p - r);
        let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
        let of = |a: f64, b: f64| (p + u * a - (r + v * b)).norm();
        let on = |x: f64| x.clamp(0.0, 1.0);
        let mut least = [0.0, 1.0].into_iter().fold(f64::INFINITY, |least, end| {
            let from_first = of(end, on((w + u * end).dot(v) / vv));
            let from_second = of(on((v * end - w).dot(u) / uu), end);
            least.min(from_first).min(from_second)
        });
        let determinant = uu * vv - uv * uv;
        let a = (uv * w.dot(v) - vv * w.dot(u)) / determinant;
        let b = (uu * w.dot(v) - uv * w.dot(u)) / determinant;
        if (0.0..=1.0).contains(&a) && (0.0..=1.0).contains(&b) {
            least = least.min(of(a, b));
        }
        least
    }

    fn inside(p: Vec3<f64>, [a, b, c]: Triangle, normal: Vec3<f64>) -> bool {
        [(a, b), (b, c), (c, a)].into_iter().all(|(a, b)| (b - a).cross(p - a).dot(normal) >= 0.0)
    }

    /// Edges against edges, corners and edges against the inside of the other.
    fn triangles(first: Triangle, second: Triangle) -> f64 {
        let edges = |[a, b, c]: Triangle| [[a, b], [b, c], [c, a]];
        let mut least = f64::INFINITY;
        for e in edges(first) {
            for f in edges(second) {
                least = least.min(segments(e, f));
            }
        }
        for (one, other) in [(first, second), (second, first)] {
            let normal = (other[1] - other[0]).cross(other[2] - other[0]).unit();
            for [p, q] in edges(one) {
                let (hp, hq) = ((p - other[0]).dot(normal), (q - other[0]).dot(normal));
                if inside(p - normal * hp, other, normal) {
                    least = least.min(hp.abs());
                }
                if hp * hq < 0.0 && inside(p + (q - p) * (hp / (hp - hq)), other, normal) {
                    return 0.0;
                }
            }
        }
        least
    }

    fn corners(mesh: &TriangleMesh<f64>) -> Vec<Triangle> {
        mesh.triangles().map(|(_, t)| t.map(|v| mesh.vertices()[v as usize])).collect()
    }

    /// The triangles of polygons, convex or not: together as large as they are.
    fn triangulated(faces: &Faces) -> TriangleMesh<f64> {
        let (mesh, _) = TriangleMesh::from_polygons(&faces.points, &faces.polygons).expect("triangles");
        let area = |ring: &[Vec3<f64>]| {
            let next = ring.iter().cycle().skip(1);
            let cross = |p: &Vec3<f64>, q: &Vec3<f64>| (*p - ring[0]).cross(*q - ring[0]);
            ring.iter().zip(next).fold(Vec3::ZERO, |sum, (p, q)| sum + cross(p, q)).norm() / 2.0
        };
        let rings =
            faces.polygons.iter().map(|ring| ring.iter().map(|&v| faces.points[v as usize]).collect());
        let expected: f64 = rings.map(|ring: Vec<_>| area(&ring)).sum();
        let found: f64 = corners(&mesh).iter().map(|t| area(t)).sum();
        assert!((found - expected).abs() < 1e-9 * expected, "{found} {expected}");
        mesh
    }

    /// All triangles of a body against all of its place, by the formulas above and without the library: no motion ends in overlap,
    /// and the front door's distance is right.
    #[test]
    fn surfaces_are_apart_after_every_motion_by_other_formulas_too() {
        let places = places().expect("places");
        triangulated(&rooms::letter('S'));
        triangulated(&rooms::stairs(12, 0.3, 0.2, 2.0));
        let mut ends = 0;
        for (i, place) in places.iter().enumerate() {
            let body = &bodies()[i];
            let (around, own) = (corners(&place.triangles), corners(&triangulated(body)));
            let mut check = |pose: &Pose<Vec3<f64>>, apart: f64| {
                ends += 1;
                // All of them pass; each takes milliseconds.
                if ends % 5 != 0 {
                    return;
                }
                let moved = own.iter().map(|t| t.map(|p| pose.translation() + pose.rotation().rotate(p)));
                let least = moved.flat_map(|t| around.iter().map(move |u| triangles(t, *u)));
                let least = least.fold(f64::INFINITY, f64::min);
                // Distances of the scene's size are rounded a few times.
                let slack = 1e4 * f64::EPSILON * (1.0 + least);
                assert!(least > 0.0 && (least - apart).abs() <= slack, "{}: {least:e} {apart:e}", place.name);
            };
            let mut tally = Tally::default();
            chain(place, body, &mut Rng::new(7 + i as u64), &mut tally, &mut check).expect("motions");
            assert!(tally.stopped > CHAIN / 10 && tally.overlaps == 0, "{}", place.name);
        }
        assert_eq!(ends, CHAIN * places.len());
    }
}
