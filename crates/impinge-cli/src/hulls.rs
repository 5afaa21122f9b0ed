//! Facts about hulls, and the table of a few of them.

use std::io::Write;

use impinge::hull::{Solid, solid_hull};
use impinge::{Aabb, Real, Vec3, Vector};

use crate::catalogue;
use crate::failure::Failure;
use crate::table::{self, Align, number};

/// A point of the input may lie outside its hull by this many ε × size: a face is a polygon whose plane and normal
/// are rounded. Size is half the longest side of the bounding box.
const OUTSIDE_ULPS: f64 = 64.0;

/// What a check of a hull found.
pub struct Check {
    /// Farthest distance of an input point outside a face, over the size of the cloud.
    pub outside: f64,
    /// What is wrong, if anything.
    pub wrong: Option<String>,
}

/// Checks a hull against the points that it was built from.
pub fn check<T: Real>(points: &[Vec3<T>], hull: &Solid<T>) -> Check {
    let topology = hull.topology();
    let (v, e, f) = (topology.vertex_count(), topology.edge_count(), topology.face_count());
    let size = Aabb::of_points(points.iter().copied()).map_or(0.0, |b| {
        let half = b.half_extents();
        half.x.max(half.y).max(half.z).f64()
    });
    let mut outside = 0.0_f64;
    for (face, &normal) in hull.normals().iter().enumerate() {
        let corner = wide(hull.vertices()[topology.face_vertices(face as u32)[0] as usize]);
        let normal = wide(normal);
        for &p in points {
            outside = outside.max(normal.dot(wide(p) - corner));
        }
    }
    let outside = if size > 0.0 { outside / size } else { 0.0 };
    let limit = OUTSIDE_ULPS * T::EPSILON.f64();
    let wrong = if v + f != e + 2 {
        Some(format!("{v} vertices, {e} edges and {f} faces do not close up"))
    } else if outside > limit {
        Some(format!("a point lies {outside:.3e} of the size outside, more than {limit:.3e}"))
    } else {
        None
    };
    Check { outside, wrong }
}

/// Volume, as the sum of the pyramids from the first vertex to each face.
pub fn volume<T: Real>(hull: &Solid<T>) -> f64 {
    let at = |v: u32| wide(hull.vertices()[v as usize]);
    let apex = at(0);
    let mut six = 0.0;
    for face in 0..hull.topology().face_count() as u32 {
        let corners = hull.topology().face_vertices(face);
        for pair in corners[1..].windows(2) {
            let (a, b, c) = (at(corners[0]) - apex, at(pair[0]) - apex, at(pair[1]) - apex);
            six += a.dot(b.cross(c));
        }
    }
    six / 6.0
}

/// The same point in double precision, exactly.
pub fn wide<T: Real>(v: Vec3<T>) -> Vec3<f64> {
    Vec3::new(v.x.f64(), v.y.f64(), v.z.f64())
}

/// The nearest point in precision `T`.
pub fn narrow<T: Real>(v: Vec3<f64>) -> Vec3<T> {
    Vec3::new(T::of(v.x), T::of(v.y), T::of(v.z))
}

/// Prints the table of a few hulls.
pub fn print(out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "Hulls; outside is the distance of the worst input point outside its hull, over the size")?;
    let mut rows = Vec::new();
    for (name, points) in catalogue::clouds() {
        let hull = solid_hull(&points).map_err(|e| Failure::Said(format!("hull of {name}: {e}")))?;
        let check = check(&points, &hull);
        if let Some(wrong) = check.wrong {
            return Err(Failure::Said(format!("hull of {name}: {wrong}")));
        }
        let topology = hull.topology();
        rows.push([
            name.to_owned(),
            points.len().to_string(),
            topology.vertex_count().to_string(),
            topology.edge_count().to_string(),
            topology.face_count().to_string(),
            number(volume(&hull)),
            number(check.outside),
        ]);
    }
    let columns = [
        ("points", Align::Left),
        ("count", Align::Right),
        ("vertices", Align::Right),
        ("edges", Align::Right),
        ("faces", Align::Right),
        ("volume", Align::Right),
        ("outside", Align::Right),
    ];
    Ok(table::write(out, columns, &rows)?)
}
