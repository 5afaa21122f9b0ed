//! Bounding volumes of section 5: spheres, boxes along the axes and turned, and polytopes of 18 fixed directions.
//!
//! **Source.** Van Waveren 2005, section 5. Turned boxes are compared along 15 axes (Gottschalk et al., the report's reference 17); the k
//! of k-DOPs is not given; 18 is the usual choice.
//!
//! Each test reports its cost: additions, products and comparisons that are really computed before a test ends.

use impinge::{Vec3, Vector};

type Point = Vec3<f64>;

/// A volume around points.
pub trait Volume: Clone {
    /// Around points.
    fn around(points: &[Point]) -> Self;
    /// Whether two meet; adds the cost.
    fn meets(&self, other: &Self, operations: &mut u64) -> bool;
}

/// A sphere around the middle of the box of the points.
#[derive(Clone, Debug)]
pub struct Sphere {
    center: Point,
    radius: f64,
}

/// A box along the axes.
#[derive(Clone, Debug)]
pub struct Aligned {
    pub min: Point,
    pub max: Point,
}

/// A turned box: along the axes, or along an edge of the points and the normal there, whichever has less surface.
#[derive(Clone, Debug)]
pub struct Turned {
    axes: [Point; 3],
    center: Point,
    half: [f64; 3],
}

/// Slabs along 9 directions: the axes and the diagonals of the coordinate planes.
#[derive(Clone, Debug)]
pub struct Dop {
    slabs: [[f64; 2]; 9],
}

/// Turned boxes that are apart by less than this count as meeting: far more than projections are rounded by.
const ROUNDING: f64 = 1e-9;

const DIAGONALS: [[f64; 3]; 9] = [
    [1., 0., 0.],
    [0., 1., 0.],
    [0., 0., 1.],
    [1., 1., 0.],
    [1., -1., 0.],
    [1., 0., 1.],
    [1., 0., -1.],
    [0., 1., 1.],
    [0., 1., -1.],
];

fn extent(points: &[Point], axis: Point) -> [f64; 2] {
    points
        .iter()
        .map(|p| p.dot(axis))
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}

impl Volume for Sphere {
    fn around(points: &[Point]) -> Self {
        let Aligned { min, max } = Aligned::around(points);
        let center = (min + max) * 0.5;
        let radius = points.iter().map(|p| (*p - center).norm()).fold(0.0, f64::max);
        Self { center, radius }
    }

    fn meets(&self, other: &Self, operations: &mut u64) -> bool {
        // Three differences, a square of a vector, a sum and its square, a comparison.
        *operations += 3 + 5 + 2 + 1;
        let reach = self.radius + other.radius;
        (self.center - other.center).norm_squared() <= reach * reach
    }
}

impl Volume for Aligned {
    fn around(points: &[Point]) -> Self {
        let (mut min, mut max) = (Vec3::splat(f64::INFINITY), Vec3::splat(f64::NEG_INFINITY));
        for p in points {
            (min, max) = (Vector::min(min, *p), Vector::max(max, *p));
        }
        Self { min, max }
    }

    fn meets(&self, other: &Self, operations: &mut u64) -> bool {
        (0..3).all(|k| {
            *operations += 2;
            self.min.get(k) <= other.max.get(k) && other.min.get(k) <= self.max.get(k)
        })
    }
}

impl Turned {
    fn along(points: &[Point], axes: [Point; 3]) -> Self {
        let spans = axes.map(|axis| extent(points, axis));
        let middle = |k: usize| axes[k] * (0.5 * (spans[k][0] + spans[k][1]));
        let center = middle(0) + middle(1) + middle(2);
        Self { axes, center, half: spans.map(|[low, high]| 0.5 * (high - low)) }
    }

    fn surface(&self) -> f64 {
        let [a, b, c] = self.half;
        a * b + b * c + c * a
    }
}

impl Volume for Turned {
    fn around(points: &[Point]) -> Self {
        let plain = Self::along(points, [0, 1, 2].map(Vec3::axis));
        let (Some(&first), Some(&second)) = (points.first(), points.get(1)) else { return plain };
        let Some(x) = (second - first).normalized() else { return plain };
        let far = |p: &&Point| (**p - first).cross(x).norm_squared();
        let third = points.iter().max_by(|p, q| far(p).total_cmp(&far(q))).copied().unwrap_or(first);
        let Some(z) = x.cross(third - first).normalized() else { return plain };
        let turned = Self::along(points, [x, z.cross(x), z]);
        if turned.surface() < plain.surface() { turned } else { plain }
    }

    fn meets(&self, other: &Self, operations: &mut u64) -> bool {
        let between = other.center - self.center;
        *operations += 3;
        // A projection of three products and two sums for each of the half sides and for the way between, and a comparison.
        let mut apart = |axis: Point| {
            *operations += 2 * 3 * 7 + 5 + 2;
            let reach = |b: &Self| (0..3).map(|k| b.half[k] * b.axes[k].dot(axis).abs()).sum::<f64>();
            between.dot(axis).abs() > reach(self) + reach(other) + ROUNDING
        };
        if self.axes.iter().chain(&other.axes).any(|axis| apart(*axis)) {
            return false;
        }
        !self.axes.iter().any(|a| other.axes.iter().any(|b| apart(a.cross(*b))))
    }
}

impl Volume for Dop {
    fn around(points: &[Point]) -> Self {
        Self { slabs: DIAGONALS.map(|axis| extent(points, axis.into())) }
    }

    fn meets(&self, other: &Self, operations: &mut u64) -> bool {
        self.slabs.iter().zip(&other.slabs).all(|(a, b)| {
            *operations += 2;
            a[0] <= b[1] && b[0] <= a[1]
        })
    }
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::*;

    fn check<V: Volume>(rng: &mut Rng) -> usize {
        let mut apart = 0;
        for _ in 0..500 {
            let shift = rng.unit3::<f64>() * 1.5;
            let [a, b] =
                [Vec3::ZERO, shift].map(|at| (0..4).map(|_| at + rng.in_ball::<f64>()).collect::<Vec<_>>());
            let (mut cost, volumes) = (0, [V::around(&a), V::around(&b)]);
            let meets = volumes[0].meets(&volumes[1], &mut cost);
            assert_eq!(meets, volumes[1].meets(&volumes[0], &mut cost), "{}", core::any::type_name::<V>());
            assert!(cost > 0);
            apart += usize::from(!meets);
            // With a point of the other one among them they meet.
            let more: Vec<Point> = a.iter().copied().chain([b[0]]).collect();
            assert!(V::around(&more).meets(&volumes[1], &mut cost), "{}", core::any::type_name::<V>());
        }
        apart
    }

    #[test]
    fn volumes_meet_where_points_are_shared() {
        let mut rng = Rng::new(1);
        for apart in [
            check::<Sphere>(&mut rng),
            check::<Aligned>(&mut rng),
            check::<Turned>(&mut rng),
            check::<Dop>(&mut rng),
        ] {
            assert!(apart > 10, "{apart}");
        }
    }
}
