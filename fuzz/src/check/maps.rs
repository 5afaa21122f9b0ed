//! Distance maps and the nearest points of triangle meshes: near, far, and at both ends of the number line.

use std::fmt;

use impinge::mesh::{Position, TriangleMesh};
use impinge::sdf::{DeepestSettings, DistanceMap, MapSettings, Method};
use impinge::{Cuboid, Pose, Real, Shape, Vec3};
use impinge_scenes::rooms;

use super::{Case, Findings};
use crate::Rng;
use crate::Target;
use crate::bytes::Bytes;
use crate::meshes::{cubes, voxels};
use crate::oracle::{Solid, Unit, V, from_point};

/// Number of queried points.
const POINTS: usize = 12;

/// Points of a shape that are compared with its bound.
const HELD: usize = 8;

pub struct Field<T: Real> {
    name: &'static str,
    mesh: TriangleMesh<T>,
    map: DistanceMap<T>,
    points: Vec<Vec3<T>>,
    /// Half extents and place of a box.
    block: [Vec3<T>; 2],
    seed: u64,
}

/// A number from the least to the largest of a type, as far away as the type has numbers.
fn extreme<T: Real>(bytes: &mut Bytes<'_>) -> f64 {
    let most = f64::from(T::MAX_EXPONENT) + 0.99;
    (2.0 * bytes.fraction() - 1.0) * most
}

impl<T: Real> Case for Field<T> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let (name, faces) = match bytes.pick(6) {
            0 => ("cuboid", rooms::cuboid([bytes.size(), bytes.size(), bytes.size()], 1)),
            1 => ("torus", rooms::torus(5, 4)),
            2 => ("letter", rooms::letter(['L', 'U', 'T', 'E'][usize::from(bytes.pick(4))])),
            3 => ("voxels", voxels(&cubes(bytes.seed()))),
            4 => ("hull", rooms::random_hull(12, bytes.seed())),
            _ => ("polygon", rooms::single_polygon(5)),
        };
        // Meshes take 2^±300; in `f32` less.
        let reach = if T::MAX_EXPONENT > 500 { 280.0 } else { 100.0 };
        let scale = if bytes.pick(4) == 3 { 2_f64.powf((2.0 * bytes.fraction() - 1.0) * reach) } else { 1.0 };
        let faces = faces.map(|p| p * scale);
        let points: Vec<Vec3<T>> = faces.points_in::<T>();
        let (mesh, _) = TriangleMesh::new(&points, &faces.triangles()).ok()?;
        let method = Method::ALL[usize::from(bytes.pick(6))];
        let cells = 1 + usize::from(bytes.pick(10));
        let map = DistanceMap::build(&mesh, &MapSettings { cells, method, ..MapSettings::default() }).ok()?;
        let bounds = mesh.bounds();
        let size = (bounds.max - bounds.min).max_abs().f64();
        let draw = |bytes: &mut Bytes<'_>| {
            let far = match bytes.pick(4) {
                0 => size,
                1 => size * 10_f64.powf(20.0 * bytes.fraction()),
                2 => 2_f64.powf(extreme::<T>(bytes)),
                _ => 0.5 * size,
            };
            let way = if bytes.pick(3) == 0 {
                [0; 3].map(|_| f64::from(bytes.pick(3)) - 1.0)
            } else {
                [bytes.signed(), bytes.signed(), bytes.signed()]
            };
            let about = if bytes.pick(2) == 0 { bounds.center().cast::<f64>() } else { Vec3::ZERO };
            (about + Vec3::from(way) * far).cast::<T>()
        };
        let points = (0..POINTS).map(|_| draw(&mut bytes)).collect();
        let half = match bytes.pick(3) {
            0 => 0.1 * size,
            1 => size * 10_f64.powf(24.0 * bytes.fraction()),
            _ => 2_f64.powf(extreme::<T>(&mut bytes)),
        };
        let half = Vec3::splat(T::of(half.clamp(1e-30, T::LIMIT.f64())));
        let limit = T::LIMIT.f64();
        let at: Vec3<T> = draw(&mut bytes).cast::<f64>().map(|c| c.clamp(-limit, limit)).cast();
        Some(Self { name, mesh, map, points, block: [half, at], seed: bytes.seed() })
    }

    fn kinds(&self) -> String {
        format!("{} {}", T::NAME, self.name)
    }

    fn check(&self, findings: &mut Findings) {
        for &p in &self.points {
            if p.is_finite() {
                self.check_point(findings, p);
            }
        }
        self.check_deepest(findings);
    }
}

/// Truth about a point: its distance, the direction of the gradient, and whether it is inside for sure; in a unit of its own.
struct Truth {
    unit: Unit,
    lower: f64,
    upper: f64,
    normal: V,
}

impl<T: Real> Field<T> {
    /// The unit in which a point and the mesh are no larger than 1.
    fn unit(&self, p: Vec3<T>) -> Unit {
        let bounds = self.mesh.bounds();
        let size = p.max_abs().f64().max(bounds.min.max_abs().f64()).max(bounds.max.max_abs().f64());
        Unit(if size > 0.0 { size.log2().ceil() as i32 } else { 0 })
    }

    fn truth(&self, p: Vec3<T>) -> Truth {
        let unit = self.unit(p);
        let at = unit.vector(p);
        let (mut lower, mut upper, mut normal) = (f64::INFINITY, f64::INFINITY, V::ZERO);
        for (_, corners) in self.mesh.triangles() {
            let points = corners.map(|v| unit.vector(self.mesh.vertices()[v as usize]));
            let found = from_point(&Solid::Points(points.to_vec()), at);
            lower = lower.min(found.lower.f64());
            if found.upper.f64() < upper {
                (upper, normal) = (found.upper.f64(), found.normal);
            }
        }
        Truth { unit, lower, upper, normal }
    }

    fn check_point(&self, findings: &mut Findings, p: Vec3<T>) {
        let truth = self.truth(p);
        let Truth { unit, lower, upper, .. } = truth;
        let of = |x: T| unit.length(x.f64()).f64();
        let text = |what: String| format!("at {p:?}: {what}, truth {lower:e} to {upper:e} in 2^{}", unit.0);
        // The oracle's own rounding, and what a number of the type is apart at least.
        let own = 1e-25 + 4.0 * unit.grain::<T>();
        let near =
            |value: f64, error: f64| value.abs() - error <= upper + own && value.abs() + error >= lower - own;
        let fits = |x: f64| x.log2() + f64::from(unit.0) < T::LIMIT.f64().log2() - 0.001;
        let found = self.mesh.nearest(p);
        findings.hold(found.is_some() || !fits(upper), "nearest is answered where there are numbers", || {
            text("none".into())
        });
        if let Some(found) = found {
            let (value, error) = (of(found.signed_distance), of(found.error));
            findings.hold(
                found.error.is_finite() && near(value, error),
                "nearest is within its error",
                || text(format!("{found:?}")),
            );
        }
        let sample = self.map.sample(p);
        let (value, error) = (of(sample.value), of(sample.error));
        let known = sample.value.is_finite() && sample.error.is_finite();
        findings.hold(known || !fits(upper), "a map answers where there are numbers", || {
            text(format!("{sample:?}"))
        });
        if known {
            let crosses = value.abs() <= error;
            findings.hold(
                near(value, error) || (crosses && upper <= value.abs() + error + own),
                "a map is within its error",
                || text(format!("{sample:?}")),
            );
        }
        // Away from the surface; beyond the box of the mesh the gradient is the normal itself.
        let bounds = self.mesh.bounds();
        if known && lower > 1e-6 && upper - lower < 1e-20 && !bounds.contains(p) {
            let gradient = unit_free(sample.gradient);
            let off = (gradient - truth.normal).norm().f64();
            // Several triangles may be as near, and the map may stand for each of them only if it says so.
            findings.hold(
                off <= sample.gradient_error.f64()
                    + 1e-9 * f64::from(u8::from(T::EPSILON.f64() > 1e-9))
                    + 1e-15,
                "a gradient is within its error",
                || text(format!("{sample:?} off by {off:e}, {:?}", truth.normal)),
            );
        }
    }

    /// No point of a box has a signed distance below the bound, and the point that was found is no more than the other one.
    fn check_deepest(&self, findings: &mut Findings) {
        let [half, at] = self.block;
        let shape = Cuboid::new(half.to_array()).at(Pose::at(at));
        let found = self.map.deepest(
            &Pose::IDENTITY,
            &shape,
            &DeepestSettings { budget: 4096, ..DeepestSettings::default() },
        );
        let text = |what: String| format!("{what}, {half:?} at {at:?}, {found:?}");
        findings.hold(found.lower <= found.upper, "bounds are in order", || text(String::new()));
        let mut rng = Rng::xorshift(self.seed);
        for k in 0..HELD {
            let corner =
                |axis: usize| if k < 4 { if k >> axis & 1 == 0 { -1.0 } else { 1.0 } } else { rng.signed() };
            let way: [f64; 3] = if k < 4 { [0, 1, 2].map(corner) } else { [0; 3].map(|_| rng.signed()) };
            let q: Vec3<f64> = at.cast::<f64>() + Vec3::from(way) * half.x.f64();
            let p: Vec3<T> = q.cast();
            if !p.is_finite() {
                continue;
            }
            let Truth { unit, upper, .. } = self.truth(p);
            let off = 8.0 * T::EPSILON.f64() + 4.0 * unit.grain::<T>();
            let lower = unit.length(found.lower.f64()).f64();
            // A point at the distance `upper` from the surface, whichever side it is on, has no larger signed distance.
            findings.hold(lower <= upper + off, "no point of a shape is deeper than the bound", || {
                text(format!("{p:?} {upper:e} in 2^{}", unit.0))
            });
        }
        if found.contact.point_b.is_finite() {
            let Truth { unit, lower, .. } = self.truth(found.contact.point_b);
            let off = 64.0 * T::EPSILON.f64() + 4.0 * unit.grain::<T>();
            let upper = unit.length(found.upper.f64()).f64();
            // Of a point inside only the size of its signed distance is known here.
            let inside = self.mesh.position(found.contact.point_b) == Some(Position::Inside);
            findings.hold(inside || lower <= upper + off, "the deepest point is as deep as said", || {
                text(format!("{lower:e}"))
            });
        }
    }
}

fn unit_free<T: Real>(v: Vec3<T>) -> V {
    Unit(0).vector(v)
}

impl<T: Real> fmt::Display for Field<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} {:?}", T::NAME, self.name, self.mesh.vertices())?;
        writeln!(f, "{:?}", self.map)?;
        write!(f, "{:?} {:?}", self.points, self.block)
    }
}
