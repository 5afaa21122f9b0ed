//! Voronoi region of a part of a simplex: all points to which no other part of it is nearer.
//!
//! It is the intersection of these half-spaces, with a corner p of the part and a corner q of the simplex outside the part:
//!
//! - beyond the part as seen from q: (x − p)·(q − the foot of q on the part) ≤ 0. For a corner that vector is (q − p); for an edge it
//!   is perpendicular to the edge; for a face it is the inner normal.
//! - over the part: for each corner p of it, (x − f)·(p − f) ≥ 0, where f is the foot of p on the rest of the part. These keep an
//!   edge between its ends, and a face within its edges.
//!
//! A whole simplex, in the plane or with four corners in space, is its own region. For drawing, a region is clipped to a box.

use impinge::Vec3;

type Point = Vec3<f64>;

/// Lengths below this, relative to the box, count as zero: coincident corners, planes without a normal.
const NOTHING: f64 = 1e-9;

/// Half-space where (x − `at`)·`out` is not positive.
#[derive(Clone, Copy)]
struct HalfSpace {
    at: Point,
    out: Point,
}

/// A box by two corners; flat if everything is in the plane z = 0.
#[derive(Clone, Copy)]
pub struct Cut {
    pub min: Point,
    pub max: Point,
}

/// Polygons that bound the region of the corners `kept` of a simplex, clipped to a box. In the plane it is one polygon.
pub fn region(simplex: &[Point], kept: &[Point], cut: Cut) -> Vec<Vec<Point>> {
    let size = (cut.max - cut.min).norm();
    let is_flat = cut.max.z == cut.min.z;
    let mut half_spaces = bounds(simplex, kept, NOTHING * size);
    if is_flat {
        let [a, b] = [cut.min, cut.max];
        let square = vec![a, Vec3::new(b.x, a.y, a.z), b, Vec3::new(a.x, b.y, b.z)];
        return Vec::from_iter(clipped(square, &half_spaces, NOTHING * size));
    }
    for k in 0..3 {
        let out = Vec3::from([0, 1, 2].map(|i| if i == k { 1.0 } else { 0.0 }));
        half_spaces.extend([HalfSpace { at: cut.max, out }, HalfSpace { at: cut.min, out: -out }]);
    }
    let faces = (0..half_spaces.len()).filter_map(|k| {
        let HalfSpace { at, out } = half_spaces[k];
        let others: Vec<HalfSpace> =
            (0..half_spaces.len()).filter(|i| *i != k).map(|i| half_spaces[i]).collect();
        let one = out.any_orthogonal().unit() * (2.0 * size);
        let two = out.unit().cross(one);
        clipped(vec![at + one, at + two, at - one, at - two], &others, NOTHING * size)
    });
    faces.collect()
}

/// Half-spaces whose intersection is the region.
fn bounds(simplex: &[Point], kept: &[Point], nothing: f64) -> Vec<HalfSpace> {
    let mut all = Vec::new();
    let mut add = |at: Point, out: Point| {
        if out.norm() > nothing {
            all.push(HalfSpace { at, out: out.unit() });
        }
    };
    for q in simplex.iter().filter(|q| !kept.contains(q)) {
        add(kept[0], *q - foot(*q, kept));
    }
    if kept.len() > 1 {
        for p in kept {
            let rest: Vec<Point> = kept.iter().copied().filter(|q| q != p).collect();
            let foot = foot(*p, &rest);
            add(foot, foot - *p);
        }
    }
    all
}

/// The point nearest to `p` on the point, line or plane through one, two or three corners.
fn foot(p: Point, corners: &[Point]) -> Point {
    match *corners {
        [a] => a,
        [a, b] => {
            let along = b - a;
            a + along * ((p - a).dot(along) / along.norm_squared().max(f64::MIN_POSITIVE))
        }
        [a, b, c, ..] => {
            let normal = (b - a).cross(c - a);
            p - normal * ((p - a).dot(normal) / normal.norm_squared().max(f64::MIN_POSITIVE))
        }
        [] => p,
    }
}

/// A polygon clipped to a half-space; none if nothing is left (Sutherland and Hodgman 1974).
fn clipped(mut polygon: Vec<Point>, half_spaces: &[HalfSpace], nothing: f64) -> Option<Vec<Point>> {
    for HalfSpace { at, out } in half_spaces {
        let height = |p: &Point| (*p - *at).dot(*out);
        let mut left = Vec::with_capacity(polygon.len() + 1);
        for (k, p) in polygon.iter().enumerate() {
            let next = &polygon[(k + 1) % polygon.len()];
            let (here, there) = (height(p), height(next));
            if here <= nothing {
                left.push(*p);
            }
            if (here > nothing) != (there > nothing) && here != there {
                left.push(*p + (*next - *p) * (here / (here - there)));
            }
        }
        polygon = left;
    }
    polygon.dedup_by(|p, q| (*p - *q).norm() <= nothing);
    (polygon.len() >= 3).then_some(polygon)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64, z: f64) -> Point {
        Vec3::new(x, y, z)
    }

    /// Whether a point is in the region bounded by the polygons, by the volume of their pyramids with it.
    fn holds(simplex: &[Point], kept: &[Point], x: Point) -> bool {
        bounds(simplex, kept, 1e-12).iter().all(|half| (x - half.at).dot(half.out) <= 0.0)
    }

    /// Distance to a part of a simplex, from many points of it.
    fn away(part: &[Point], x: Point) -> f64 {
        let steps = 60;
        let mut least = f64::INFINITY;
        for i in 0..=steps {
            for j in 0..=steps - i {
                let weights = [i, j, steps - i - j].map(|w| f64::from(w) / f64::from(steps));
                let point = part.iter().zip(weights).fold(Vec3::ZERO, |sum, (p, w)| sum + *p * w);
                let whole: f64 = weights.iter().take(part.len()).sum();
                if (whole - 1.0).abs() < 1e-9 {
                    least = least.min((point - x).norm());
                }
            }
        }
        least
    }

    #[test]
    fn a_point_is_in_the_region_of_the_part_that_is_nearest() {
        let simplex = [at(0.0, 0.0, 0.0), at(2.0, 0.1, 0.0), at(0.3, 1.7, 0.2), at(0.4, 0.5, 1.9)];
        let parts: Vec<Vec<Point>> = (1..15_usize)
            .map(|bits| (0..4).filter(|k| bits >> k & 1 == 1).map(|k| simplex[k]).collect())
            .collect();
        let mut seen = [0; 4];
        for i in 0..400 {
            let x = at(
                f64::from(i % 7) * 0.9 - 2.3,
                f64::from(i / 7 % 8) * 0.8 - 2.1,
                f64::from(i / 56) * 0.85 - 2.2,
            );
            let inside: Vec<&Vec<Point>> = parts.iter().filter(|part| holds(&simplex, part, x)).collect();
            let least = parts.iter().map(|part| away(part, x)).fold(f64::INFINITY, f64::min);
            for part in &inside {
                assert!(away(part, x) <= least + 0.04, "{x:?} is not nearest to {part:?}");
                seen[part.len()] += 1;
            }
            // One region, or none if the point is inside the simplex.
            let expected = usize::from(!holds(&simplex, &simplex, x));
            assert!(inside.len() == expected, "{x:?} is in {} regions", inside.len());
        }
        assert!(seen[1] > 50 && seen[2] > 50 && seen[3] > 20, "{seen:?}");
    }

    #[test]
    fn regions_are_cut_off_by_the_box() {
        let simplex = [at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0)];
        let cut = Cut { min: at(-1.0, -1.0, -1.0), max: at(2.0, 1.0, 1.0) };
        let slab = region(&simplex, &simplex, cut);
        assert_eq!(slab.len(), 6);
        assert!(slab.iter().flatten().all(|p| (-1e-6..=1.0 + 1e-6).contains(&p.x)), "{slab:?}");
        let flat = Cut { min: at(-1.0, -1.0, 0.0), max: at(2.0, 1.0, 0.0) };
        let half = region(&simplex, &simplex[1..], flat);
        assert_eq!(half.len(), 1);
        assert!(half[0].len() == 4 && half[0].iter().all(|p| p.x >= 1.0 - 1e-6), "{half:?}");
        // A duplicate corner has no region of its own, and does no harm.
        assert!(region(&[simplex[0]; 2], &[simplex[0]; 2], cut).len() <= 6);
    }
}
