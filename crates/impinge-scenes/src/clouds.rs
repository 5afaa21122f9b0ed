//! Named point clouds, seeded and in either precision: for hulls, polyhedra and their tests.

use impinge::{Real, Vec2, Vec3};

use crate::Rng;

/// A named generator of points in space, from count and seed.
pub struct Cloud<T> {
    /// Name for reports.
    pub name: &'static str,
    /// Generates about `count` points.
    pub make: fn(count: usize, seed: u64) -> Vec<Vec3<T>>,
    /// Whether the points span space.
    pub spans_space: bool,
}

/// All clouds of this file.
pub fn all<T: Real>() -> Vec<Cloud<T>> {
    let solid = |name, make| Cloud { name, make, spans_space: true };
    let thin = |name, make| Cloud { name, make, spans_space: false };
    vec![
        solid("on sphere", on_sphere),
        solid("fibonacci sphere", fibonacci_sphere),
        solid("in ball", in_ball),
        solid("cylinder rims", cylinder_rims),
        solid("cone", cone),
        solid("cube grid", cube_grid),
        solid("clusters", clusters),
        solid("duplicates", duplicates),
        solid("quantised", quantised),
        thin("flat", flat),
        thin("collinear", collinear),
    ]
}

fn times<T: Real>(count: usize, seed: u64, mut f: impl FnMut(&mut Rng, usize) -> Vec3<f64>) -> Vec<Vec3<T>> {
    let mut rng = Rng::new(seed);
    (0..count).map(|i| f(&mut rng, i).cast()).collect()
}

/// Uniform on the unit sphere: every point is a vertex of the hull (in `f64`).
pub fn on_sphere<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    times(count, seed, |rng, _| rng.unit3())
}

/// Ten hulls of 32 points on a ball of radius 0.5, in `f32` arithmetic: for the pile that is also simulated by peers.
pub fn ten_hulls() -> Vec<Vec<Vec3<f32>>> {
    // The numbers of the published tables.
    let mut random = Rng::linear(1);
    let mut number = || (random.bits() >> 40) as f32 / (1_u32 << 23) as f32 - 1.0;
    let mut hull = || {
        let mut points = Vec::new();
        while points.len() < 32 {
            let p = Vec3::new(number(), number(), number());
            let size = p.norm();
            if size > 0.1 && size <= 1.0 {
                points.push(p * 0.5 / size);
            }
        }
        points
    };
    (0..10).map(|_| hull()).collect()
}

/// Evenly on the unit sphere, along a spiral that turns by the golden angle; the seed rotates it as a whole.
pub fn fibonacci_sphere<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    let start = Rng::new(seed).uniform();
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    times(count, seed, |_, i| {
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = Real::sin_cos(core::f64::consts::TAU * (start + golden * i as f64).fract());
        let r = (1.0 - z * z).sqrt();
        Vec3::new(r * cos, r * sin, z)
    })
}

/// Uniform in the unit ball: most points are inside the hull.
pub fn in_ball<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    times(count, seed, |rng, _| rng.in_ball())
}

/// Evenly on the two rims of a cylinder of radius 1 and height 2: two large polygons as faces.
pub fn cylinder_rims<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    let start = Rng::new(seed).uniform();
    let around = (count / 2).max(3);
    times(2 * around, seed, |_, i| {
        let angle = core::f64::consts::TAU * (start + (i / 2) as f64 / around as f64);
        let (sin, cos) = Real::sin_cos(angle);
        Vec3::new(cos, sin, if i % 2 == 0 { -1.0 } else { 1.0 })
    })
}

/// The rim of a disc of radius 1 and an apex 2 above it, which has all rim points as neighbors.
pub fn cone<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    let start = Rng::new(seed).uniform();
    let around = count.saturating_sub(1).max(3);
    times(around + 1, seed, |_, i| {
        if i == around {
            return Vec3::new(0.0, 0.0, 2.0);
        }
        let (sin, cos) = Real::sin_cos(core::f64::consts::TAU * (start + i as f64 / around as f64));
        Vec3::new(cos, sin, 0.0)
    })
}

/// A regular grid in a cube: almost everything is coplanar or collinear, 8 points are vertices.
pub fn cube_grid<T: Real>(count: usize, _seed: u64) -> Vec<Vec3<T>> {
    let side = (2..).find(|s| s * s * s >= count).unwrap_or(2);
    let at = |i: usize| (i % side) as f64 / (side - 1) as f64 - 0.5;
    times(side * side * side, 0, |_, i| Vec3::new(at(i), at(i / side), at(i / (side * side))))
}

/// Eight tight clusters far from each other: long thin faces.
pub fn clusters<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    times(count.max(8), seed, |rng, i| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let center = Vec3::new(sign(0), sign(1), sign(2));
        center + rng.in_ball::<f64>() * 1e-6
    })
}

/// A few positions with many points on each.
pub fn duplicates<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    let places = on_sphere::<f64>((count / 8).max(6), seed);
    times(count.max(places.len()), seed ^ 1, |rng, i| match places.get(i) {
        Some(p) => *p,
        None => places[rng.below(places.len())],
    })
}

/// A rounded box snapped to a grid of 1/64, as hulls of game assets are.
pub fn quantised<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    times(count, seed, |rng, _| {
        let d = rng.unit3::<f64>();
        let largest = d.x.abs().max(d.y.abs()).max(d.z.abs());
        let p = d * (0.3 + 0.7 / largest);
        Vec3::from(p.to_array().map(|c| (c * 64.0).round() / 64.0))
    })
}

/// Exactly in one plane: x, y and z = x + y on a coarse grid.
pub fn flat<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    times(count, seed, |rng, _| {
        let [x, y] = [(); 2].map(|()| rng.below(65) as f64 / 64.0);
        Vec3::new(x, y, x + y)
    })
}

/// Exactly on one line.
pub fn collinear<T: Real>(count: usize, seed: u64) -> Vec<Vec3<T>> {
    times(count, seed, |rng, _| Vec3::new(1.0, -2.0, 0.5) * (rng.below(129) as f64 / 128.0))
}

/// Evenly on the unit circle of the plane, rotated by the seed.
pub fn circle<T: Real>(count: usize, seed: u64) -> Vec<Vec2<T>> {
    let start = Rng::new(seed).uniform();
    (0..count)
        .map(|i| {
            let (sin, cos) = Real::sin_cos(core::f64::consts::TAU * (start + i as f64 / count as f64));
            Vec2::new(cos, sin).cast()
        })
        .collect()
}

/// Uniform in a square of the plane.
pub fn in_square<T: Real>(count: usize, seed: u64) -> Vec<Vec2<T>> {
    let mut rng = Rng::new(seed);
    (0..count).map(|_| Vec2::new(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)).cast()).collect()
}
