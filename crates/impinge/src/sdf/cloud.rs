//! Surface samples in a bounding volume hierarchy of balls, to be looked up in the map of another body.
//!
//! **Samples.** The vertices of the mesh, and more if its sides are longer than the requested spacing: the longest side of a triangle is
//! halved, again and again, until no side is longer. A side is halved in both triangles that have it, or in neither: its length alone
//! decides.
//!
//! **Coverage.** Let L be the longest side of a triangle, and p = Σ λᵢ vᵢ a point of it. Then Σ λᵢ |vᵢ − p|² = Σ λᵢ λⱼ |vᵢ − vⱼ|², over
//! the three pairs, is at most L² / 3, and so is the least |vᵢ − p|²: every point of the surface is within L / √3 of a sample
//! ([`Samples::cover`]).
//!
//! **Features first.** Samples on sharp edges of the surface, and at vertices where such edges meet or end, have a tree of their own:
//! contacts of bodies are mostly there.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use crate::math::{Each, Real, Vec3, Vector, least_above_zero};
use crate::mesh::TriangleMesh;

/// Samples in a leaf of the tree. Fewer cost memory, more cost look-ups.
const LEAF: usize = 8;

/// An edge is sharp if the normals beside it are farther apart than this, as a cosine: 20 degrees. Facets of a surface that approximates
/// a round one are mostly less than that apart.
const SHARP: f64 = 0.94;

/// Rounding of a midpoint in the precision of the mesh, half an ε of its size in each coordinate: a bound on the total.
const MIDDLE_ULPS: f64 = 1.0;

/// A ball around samples, in preorder: its first child is the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) center: [f32; 3],
    pub(crate) radius: f32,
    /// Index of the next ball that is not inside this one.
    pub(crate) next: u32,
    /// The first sample, and their number: 0 if there are balls inside.
    first: u32,
    count: u32,
}

impl Ball {
    pub(crate) fn center(&self) -> Vec3<f64> {
        Vec3::from(self.center.each(f64::from))
    }

    /// Index range of its samples in the list, if it has no balls inside.
    pub(crate) fn samples(&self) -> core::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    pub(crate) fn is_leaf(&self) -> bool {
        self.count > 0
    }
}

/// Points with their names, and the BVH over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cloud<T: Real> {
    pub(crate) points: Vec<Vec3<T>>,
    /// Name of each sample: the index of a vertex of the mesh; larger ones are points between.
    pub(crate) names: Vec<u32>,
    pub(crate) balls: Vec<Ball>,
}

/// All samples of a surface.
#[derive(Clone, Debug)]
pub(crate) struct Samples<T: Real> {
    /// Two sets: samples on sharp edges and at their ends; all others.
    pub(crate) clouds: [Cloud<T>; 2],
    /// Largest distance of a point of the surface from its nearest sample.
    pub(crate) cover: f64,
    /// Largest distance of a sample from the surface, since midpoints are rounded.
    pub(crate) off: f64,
}

impl<T: Real> Samples<T> {
    /// Samples of a mesh, with no side between them longer than `spacing`; `None` if there are more than `most`.
    pub(crate) fn of(mesh: &TriangleMesh<T>, spacing: f64, most: usize) -> Option<Self> {
        if too_many(mesh, spacing, most) {
            return None;
        }
        let points = mesh.vertices().to_vec();
        let is_feature = alloc::vec![false; points.len()];
        let (middles, sharp) = (BTreeMap::new(), sharp_edges(mesh));
        let mut cut = Cut { points, is_feature, middles, sharp, longest: 0.0 };
        let mut todo: Vec<([u32; 3], u32)> = Vec::new();
        let mut deepest = 0;
        for (_, corners) in mesh.triangles() {
            todo.push((corners, 0));
            // Each halving adds one triangle, and a triangulated triangle has at most twice as many triangles as points.
            let mut budget = 2 * most + 1;
            while let Some((triangle, depth)) = todo.pop() {
                budget = budget.checked_sub(1)?;
                deepest = depth.max(deepest);
                if let Some(halves) = cut.halved(triangle, spacing) {
                    todo.extend(halves.each(|half| (half, depth + 1)));
                }
                if cut.points.len() > most {
                    return None;
                }
            }
        }
        let Cut { points, mut is_feature, sharp, longest, .. } = cut;
        for end in sharp.into_iter().flatten() {
            is_feature[end as usize] = true;
        }
        let of_kind = |wanted: bool| {
            let chosen = (0..points.len() as u32).filter(|&k| is_feature[k as usize] == wanted);
            Cloud::new(&points, chosen.collect())
        };
        let size = points.iter().fold(0.0, |most, p| Real::max(most, p.max_abs().f64()));
        // A midpoint is off by its own rounding, and by the error of its ends.
        let ulp = MIDDLE_ULPS * T::EPSILON.f64() * size + least_above_zero::<T>().f64();
        let off = ulp * f64::from(deepest);
        Some(Self { clouds: [of_kind(true), of_kind(false)], cover: longest / Real::sqrt(3.0) + off, off })
    }

    /// Number of samples.
    pub(crate) fn len(&self) -> usize {
        self.clouds.iter().map(|cloud| cloud.points.len()).sum()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let bytes = |cloud: &Cloud<T>| {
            cloud.points.capacity() * size_of::<Vec3<T>>()
                + cloud.names.capacity() * size_of::<u32>()
                + cloud.balls.capacity() * size_of::<Ball>()
        };
        self.clouds.iter().map(bytes).sum()
    }
}

/// Whether the samples would certainly be more than `most`, or the triangles between them [`TRIANGLES`] times that number. This is known
/// by arithmetic, so a spacing that is far too fine is rejected at once.
///
/// Let s be the length that no side exceeds in the end. A triangle of area F is cut into n >= F / (√3 s² / 4) triangles, and at least as
/// many as s fits into its longest side L. No piece of a side is shorter than s / 2, since it was longer than s before: with b <= 6 L / s
/// + 3 points on the border, n = 2 i + b − 2 (Euler) gives i points inside. Only triangles with the same corners share these.
fn too_many<T: Real>(mesh: &TriangleMesh<T>, spacing: f64, most: usize) -> bool {
    let size = mesh.vertices().iter().fold(0.0, |most, p| Real::max(most, p.max_abs().f64()));
    // Sides with no number between their ends are not halved: they are at most an ulp long in each coordinate.
    let least = 4.0 * (T::EPSILON.f64() * size + least_above_zero::<T>().f64());
    let s = Real::max(spacing, least);
    let (mut all, mut inside, mut longest) = (0.0, 0.0, 0.0);
    let mut before = [0; 3];
    let mut triangles: Vec<[u32; 3]> = mesh.triangles().map(|(_, corners)| corners).collect();
    triangles.iter_mut().for_each(|corners| corners.sort_unstable());
    triangles.sort_unstable();
    for corners in triangles {
        let [a, b, c] = corners.each(|v| mesh.vertices()[v as usize].cast::<f64>()).each(|p| p * (1.0 / s));
        let (u, v) = (b - a, c - a);
        let long = Real::max(Real::max(u.norm(), v.norm()), (v - u).norm());
        // Less the amount that rounding may have added.
        let area = 0.5 * u.cross(v).norm() * (1.0 - LOST) - LOST * long * long;
        let count = Real::max(area / LARGEST, long * (1.0 - LOST));
        all += count;
        longest = Real::max(longest, long * (1.0 - LOST));
        if corners != before {
            inside += Real::max(0.5 * (count - 6.0 * long - 1.0), 0.0);
        }
        before = corners;
    }
    let most = most as f64;
    all > TRIANGLES * most || inside > most || longest > most
}

/// Limit on the triangles for each allowed sample; surfaces without overlapping triangles have two at most.
const TRIANGLES: f64 = 8.0;

/// The area of a triangle with sides of 1, √3 / 4, rounded up.
const LARGEST: f64 = 0.433_012_701_892_22;

/// Relative amount of a length, or of the square of the longest side, that rounding may have added: far above the actual error.
const LOST: f64 = 1e-6;

/// Sharp edges, the smaller vertex first: the normals of their two triangles differ by more than [`SHARP`], or they have one triangle
/// only.
fn sharp_edges<T: Real>(mesh: &TriangleMesh<T>) -> BTreeSet<[u32; 2]> {
    let mut sharp = BTreeSet::new();
    for (triangle, (_, corners)) in mesh.triangles().enumerate() {
        let triangle = triangle as u32;
        let normal = mesh.normal(triangle);
        for side in 0..3 {
            let beyond = mesh.neighbor(triangle, side).and_then(|other| mesh.normal(other));
            let flat = matches!((normal, beyond), (Some(n), Some(m)) if n.dot(m) >= SHARP);
            if !flat {
                let (a, b) = (corners[side], corners[(side + 1) % 3]);
                sharp.insert([a.min(b), a.max(b)]);
            }
        }
    }
    sharp
}

/// Triangles that are being halved.
struct Cut<T: Real> {
    points: Vec<Vec3<T>>,
    is_feature: Vec<bool>,
    /// The midpoint of two points, the smaller index first.
    middles: BTreeMap<[u32; 2], u32>,
    /// Sharp edges and their halves.
    sharp: BTreeSet<[u32; 2]>,
    /// The longest remaining side.
    longest: f64,
}

impl<T: Real> Cut<T> {
    /// The two halves of a triangle with a side longer than `spacing`.
    fn halved(&mut self, triangle: [u32; 3], spacing: f64) -> Option<[[u32; 3]; 2]> {
        let wide = |k: u32| -> Vec3<f64> { self.points[k as usize].cast() };
        let side = |k: usize| (wide(triangle[(k + 1) % 3]) - wide(triangle[k])).norm();
        let lengths = [side(0), side(1), side(2)];
        let mut k = 0;
        for other in 1..3 {
            if lengths[other] > lengths[k] {
                k = other;
            }
        }
        let [a, b, c] = [0, 1, 2].each(|j| triangle[(k + j) % 3]);
        let ends = [a.min(b), a.max(b)];
        let (from, to) = (self.points[ends[0] as usize], self.points[ends[1] as usize]);
        let at = (from + to) * T::HALF;
        // A side so short that no number is between its ends stays.
        if lengths[k] <= spacing || at == from || at == to {
            self.longest = self.longest.max(lengths[k]);
            return None;
        }
        let next = self.points.len() as u32;
        let middle = *self.middles.entry(ends).or_insert(next);
        if middle == next {
            self.points.push(at);
            let is_sharp = self.sharp.contains(&ends);
            self.is_feature.push(is_sharp);
            if is_sharp {
                // The new point has the largest index.
                self.sharp.extend(ends.each(|end| [end, middle]));
            }
        }
        Some([[a, middle, c], [middle, b, c]])
    }
}

impl<T: Real> Cloud<T> {
    fn new(points: &[Vec3<T>], mut names: Vec<u32>) -> Self {
        let mut balls = Vec::new();
        grow(points, &mut names, 0, &mut balls);
        Self { points: names.iter().map(|&k| points[k as usize]).collect(), names, balls }
    }
}

/// Builds the tree over some points, and puts them into its order; they start at `first` in the list. Its depth is the logarithm of their
/// number.
fn grow<T: Real>(points: &[Vec3<T>], names: &mut [u32], first: usize, balls: &mut Vec<Ball>) {
    if names.is_empty() {
        return;
    }
    let at = |k: u32| -> Vec3<f64> { points[k as usize].cast() };
    let start = at(names[0]);
    let (low, high) = names
        .iter()
        .fold((start, start), |(low, high), &k| (Vector::min(low, at(k)), Vector::max(high, at(k))));
    let center = ((low + high) * 0.5).to_array().each(|c| c as f32);
    let middle = Vec3::from(center.each(f64::from));
    let radius = names.iter().fold(0.0, |most, &k| Real::max(most, (at(k) - middle).norm()));
    let ball = balls.len();
    // Rounded to nearest, after rounding in the norm: two more ε are enough.
    let radius = (radius * (1.0 + 2.0 * f64::from(f32::EPSILON)) + f64::from(f32::MIN_POSITIVE)) as f32;
    let is_leaf = names.len() <= LEAF;
    let count = if is_leaf { names.len() as u32 } else { 0 };
    balls.push(Ball { center, radius, next: 0, first: first as u32, count });
    if is_leaf {
        names.sort_unstable();
    } else {
        let size = high - low;
        let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
        let half = names.len() / 2;
        let key = |k: u32| at(k).get(axis);
        names.select_nth_unstable_by(half, |&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
        let (left, right) = names.split_at_mut(half);
        grow(points, left, first, balls);
        grow(points, right, first + half, balls);
    }
    balls[ball].next = balls.len() as u32;
}
