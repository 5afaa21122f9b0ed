//! Contacts with ground of triangles: what it is made of must not be felt.
//!
//! The ground has the height slope · |x|, so that it is a plane, a ridge or a valley: a height field, or a mesh of cells with corners moved at
//! random in its planes. Everything is as large as the shape is, which stands with its middle above the ground.

use std::fmt;

use impinge::body::{AnyBody, HeightField};
use impinge::feature::{Feature, Tolerances};
use impinge::manifolds::ManifoldSettings;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::contacts_into;
use impinge::{AnyShape, Bounded, Pose, Real, Rot3, Shape, Support, Vec3};

use super::{Case, Findings, promise};
use crate::Rng;
use crate::Target;
use crate::body::{Named, v3};
use crate::bytes::Bytes;
use crate::oracle::{Known, Unit, V, direction};

/// Largest rise of the surface along a normal, as an angle: the promise of the book.
const RISE: f64 = 1.0 / 16384.0;

/// Cells of the ground along each side.
const CELLS: usize = 12;

/// The deepest point misses the depth of a round part by this part of the size.
const ROUND: f64 = 1.0 / 1_048_576.0;

/// A shape on the ground.
pub struct Standing<T: Real> {
    name: &'static str,
    slope: f64,
    ground: AnyBody<Vec3<T>>,
    /// The pose at which the middle of the ground is at the origin.
    at: Pose<Vec3<T>>,
    shape: AnyShape<T>,
    pose: Pose<Vec3<T>>,
    /// Size of all of it.
    size: f64,
    margin: f64,
    text: String,
}

impl<T: Real> Case for Standing<T> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let is_mesh = bytes.pick(2) == 1;
        let slope = [0.0, 0.0, 0.125, 0.5, 2.0, -0.125, -0.5, -0.875][usize::from(bytes.pick(8))];
        let shape = AnyShape::<T>::read(&mut bytes)?;
        let turn: Rot3<T> = AnyShape::<T>::rotation(&mut bytes, &Rot3::IDENTITY);
        let bounds = shape.aabb(&Pose::turned(turn));
        let center = turn.rotate(shape.center());
        let half = (bounds.max - center).max(center - bounds.min).norm().f64();
        if !(half.is_normal() && half < 1e9) {
            return None;
        }
        // A power of two, so that heights are exact.
        let length = half.log2().ceil().exp2();
        let cell = length * [1.0, 0.5, 2.0, 4.0][usize::from(bytes.pick(4))];
        let mut rng = Rng::xorshift(bytes.seed());
        let (ground, at) = if is_mesh { mesh(slope, cell, &mut rng)? } else { field(slope, cell)? };
        let x = length * if bytes.pick(3) == 0 { 0.0 } else { bytes.signed() };
        let y = length * if bytes.pick(3) == 0 { 0.0 } else { bytes.signed() };
        let low = turn.rotate(shape.support(turn.unrotate(v3(0.0, 0.0, -1.0)))) - center;
        let tall = -low.z.f64();
        let below = slope * (x + low.x.f64()).abs();
        let is_above = tall < 1e-3 * length || bytes.pick(4) == 1;
        let deep = if is_above { -1e-2 * length } else { tall * (1e-4 + bytes.fraction()).min(0.98) };
        let margin = if is_above { 2e-2 * length } else { 0.0 };
        let to = v3(x, y, below - deep + tall);
        let pose = Pose::try_new(to - center, turn).ok()?;
        // On which side a body is, its center says as queries have it: that of a sliver may be elsewhere in its own precision.
        let wide = shape.parts().core.center();
        for center in [shape.center(), Vec3::new(T::of(wide.x), T::of(wide.y), T::of(wide.z))] {
            let middle = pose.transform(center);
            if middle.z.f64() <= slope * middle.x.f64().abs() + 1e-5 * length {
                return None;
            }
        }
        let name = if is_mesh { "mesh" } else { "field" };
        let size = cell * CELLS as f64;
        let text = format!("slope {slope}, cells of {cell:e}, seed of {:?}", rng.bits());
        Some(Self { name, slope, ground, at, shape, pose, size, margin, text })
    }

    fn kinds(&self) -> String {
        format!("{} {}", self.name, self.shape.name())
    }

    fn check(&self, findings: &mut Findings) {
        let settings = ManifoldSettings { margin: self.margin, ..ManifoldSettings::default() };
        let mut found = Vec::new();
        contacts_into(&self.ground.at(self.at), &(&self.shape).at(self.pose), &settings, &mut found);
        let text = || format!("{found:?}");
        let solid = self.shape.solid(Unit(0)).at(AnyShape::<T>::place(&self.pose, Unit(0)));
        let touch = Tolerances::of::<T>().touch * 8.0 * self.size;
        let near = touch + ROUND * self.size;
        let aside = 4.0 * (touch * self.size).sqrt();
        // Edges that are nearly parallel count as such over their length, ends included: a diagonal of a cell, at most.
        let parallel = promise::PARALLEL * 1.5 * self.size / CELLS as f64;
        let angle = RISE * 1.001 + 16.0 * T::EPSILON.f64();
        let out = [1.0, -1.0].map(|side| Vec3::new(-self.slope * side, 0.0, 1.0).normalized());
        let mut least = f64::INFINITY;
        for contact in &found {
            let n: Vec3<f64> = contact.manifold.normal.cast();
            let to_face = |k: usize| out[k].map_or(2.0, |face| (n - face).norm());
            let between = self.slope.abs() * n.z + 2.0 * angle;
            let is_between = self.slope < 0.0 && n.y.abs() <= angle && n.x.abs() <= between;
            for p in contact.manifold.points() {
                let on: Vec3<f64> = p.point_a.cast();
                let face = usize::from(on.x < 0.0);
                // A face whose sides are tilted by less than the settings say shows the points of the edge.
                let tilted = on.x.abs() <= aside || to_face(face) <= 2.0 * settings.angle;
                let holds = (on.x >= -aside && to_face(0) <= angle)
                    || (on.x <= aside && to_face(1) <= angle)
                    || (is_between && tilted);
                findings.hold(holds, "normals are those of the ground", text);
                let high = (on.z - self.slope * on.x.abs()) / self.slope.hypot(1.0);
                let on_edge =
                    if matches!(p.feature_a, Feature::Edge(_) | Feature::Vertex(_)) { parallel } else { 0.0 };
                findings.hold(high.abs() <= near + on_edge, "points are on the ground", text);
                let depth = p.signed_distance.f64();
                let up = direction(n);
                let reach = -solid.reach(up * (-1.0).into()).f64() - up.dot(V::of(on.to_array())).f64();
                findings.hold(depth >= reach - near, "no point is deeper than the shape is", text);
                least = least.min(depth);
            }
        }
        let lowest = -solid.reach(V::of([0.0, 0.0, -1.0])).f64();
        if self.slope == 0.0 && lowest < self.margin - near {
            let say = || format!("{least:e} where the plane says {lowest:e}, {}", text());
            findings.hold((least - lowest).abs() <= near, "the deepest is as deep as the plane says", say);
        }
        if self.slope != 0.0 {
            let deep = impinge::contact(&self.ground.at(self.at), &(&self.shape).at(self.pose));
            let meets = (deep.signed_distance + deep.error).f64() < -near;
            findings.hold(!meets || !found.is_empty(), "bodies that touch have a contact", || {
                format!("{deep:?}")
            });
        }
    }
}

impl<T: Real> fmt::Display for Standing<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (at, turn) = (self.pose.translation(), self.pose.rotation());
        writeln!(f, "{} on a {}, {}, margin {:e}", self.shape.text(), self.name, self.text, self.margin)?;
        writeln!(f, "at {at:?} {turn:?}")
    }
}

type Ground<T> = (AnyBody<Vec3<T>>, Pose<Vec3<T>>);

fn field<T: Real>(slope: f64, cell: f64) -> Option<Ground<T>> {
    let (n, half) = (CELLS as u32 + 1, CELLS as f64 / 2.0);
    let height = |column: u32| (slope * (f64::from(column) - half).abs()) as f32;
    let heights = (0..n * n).map(|k| height(k % n)).collect();
    let field = HeightField::<T>::try_new(n, n, Vec3::splat(T::of(cell)), heights).ok()?;
    Some((field.into(), Pose::at(v3(-half * cell, -half * cell, 0.0))))
}

/// Corners are moved along x by multiples of 1/64 of a cell, and not away from the edge of a ridge, so that heights are exact.
fn mesh<T: Real>(slope: f64, cell: f64, rng: &mut Rng) -> Option<Ground<T>> {
    let n = CELLS + 1;
    let mut points: Vec<Vec3<T>> = Vec::new();
    for k in 0..n * n {
        let [x, y] = [k % n, k / n].map(|i| i as f64 - CELLS as f64 / 2.0);
        let x = if slope != 0.0 && x == 0.0 { 0.0 } else { x + (16.0 * rng.signed()).round() / 64.0 };
        points.push(v3(x * cell, (y + 0.25 * rng.signed()) * cell, slope * x.abs() * cell));
    }
    let corner = |x: usize, y: usize| (y * n + x) as u32;
    let mut triangles = Vec::new();
    for (x, y) in (0..CELLS * CELLS).map(|k| (k % CELLS, k / CELLS)) {
        let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        if rng.bits() & 1 == 0 {
            triangles.extend([[a, b, c], [a, c, d]]);
        } else {
            triangles.extend([[a, b, d], [b, c, d]]);
        }
    }
    Some((TriangleMesh::new(&points, &triangles).ok()?.0.into(), Pose::IDENTITY))
}
