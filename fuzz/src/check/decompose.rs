//! Decompositions, with every setting: no gap, limits kept, and what is reported is a bound.

use std::fmt;

use impinge::decompose::{DecomposeError, DecomposeSettings, DecomposeStatus, Decomposition, decompose};
use impinge::mesh::polygon::PolygonMesh;
use impinge::{ConvexPolyhedron, Real, Vec3};
use impinge_scenes::rooms::{self, Faces};

use super::{Case, Findings};
use crate::Rng;
use crate::Target;
use crate::bytes::Bytes;
use crate::meshes::{cubes, voxels};
use crate::oracle::{self, Solid, Unit, V, from_point};

/// Points of each part, and of the box, that are compared with the solid.
const POINTS: usize = 6;

/// Parts of which points are taken, spread over all.
const PARTS: usize = 12;

/// Vertices are off by this many ε of the largest coordinate, as it is promised.
const ULPS: f64 = 64.0;

pub struct Cut<T: Real> {
    name: &'static str,
    faces: Faces,
    points: Vec<Vec3<T>>,
    settings: DecomposeSettings,
    seed: u64,
}

/// Twenty triangles between random points, closed, which run through one another.
fn tangle(seed: u64) -> Faces {
    let mut rng = Rng::xorshift(seed);
    let flat = if seed.is_multiple_of(4) { 1e-3 } else { 1.0 };
    let points = (0..12).map(|_| Vec3::new(rng.signed(), rng.signed(), flat * rng.signed())).collect();
    let polygons = [
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    Faces { points, polygons: polygons.map(|t| t.to_vec()).to_vec() }
}

impl<T: Real> Case for Cut<T> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let (name, faces) = match bytes.pick(7) {
            0 => ("cuboid", rooms::cuboid([bytes.size(), bytes.size(), bytes.size()], 1)),
            1 => ("torus", rooms::torus(6, 4)),
            2 => ("letter", rooms::letter(['L', 'U', 'T', 'E'][usize::from(bytes.pick(4))])),
            3 => ("voxels", voxels(&cubes(bytes.seed()))),
            4 => ("hull", rooms::random_hull(20, bytes.seed())),
            5 => ("hollow", rooms::cuboid([1.0; 3], 1).and(&rooms::cuboid([0.7; 3], 1).flipped())),
            _ => ("tangle", tangle(bytes.seed())),
        };
        let concavity = match bytes.pick(6) {
            0 => 0.1,
            1 => 0.02 + bytes.fraction(),
            2 => 10_f64.powf(-9.0 * bytes.fraction()),
            3 => 10_f64.powf(308.0 * bytes.fraction()),
            4 => 10_f64.powf(-323.0 * bytes.fraction()),
            _ => [0.0, -1.0, f64::NAN, f64::INFINITY, 5e-324, f64::MAX][usize::from(bytes.pick(6))],
        };
        let some = |bytes: &mut Bytes<'_>, least: usize| {
            (bytes.pick(2) == 1).then(|| least + usize::from(bytes.pick(12)))
        };
        let (max_parts, max_vertices) = (some(&mut bytes, 0), some(&mut bytes, 3));
        let budget = 1 << (14 + bytes.pick(8));
        let settings = DecomposeSettings { concavity, max_parts, max_vertices, budget };
        let points = faces.points_in::<T>();
        Some(Self { name, faces, points, settings, seed: bytes.seed() })
    }

    fn kinds(&self) -> String {
        format!("{} {}", T::NAME, self.name)
    }

    fn check(&self, findings: &mut Findings) {
        let found = decompose::<T, _>(&self.points, &self.faces.polygons, &self.settings);
        let DecomposeSettings { concavity, max_parts, max_vertices, .. } = self.settings;
        let makes_sense = concavity > 0.0
            && concavity.is_finite()
            && max_parts != Some(0)
            && max_vertices.is_none_or(|most| most >= 4);
        match found {
            Err(DecomposeError::BadSetting { .. }) => {
                findings.hold(!makes_sense, "settings that make sense are taken", || {
                    format!("{:?}", self.settings)
                });
            }
            Err(_) => {}
            Ok(found) => {
                findings.hold(makes_sense, "settings without sense are refused", || {
                    format!("{:?}", self.settings)
                });
                self.check_found(findings, &found);
            }
        }
    }
}

impl<T: Real> Cut<T> {
    fn check_found(&self, findings: &mut Findings, found: &Decomposition<T>) {
        let DecomposeSettings { concavity, max_parts, max_vertices, .. } = self.settings;
        let text = |what: String| {
            let report = (found.parts.len(), found.hausdorff, found.concavity, found.status);
            format!("{what}, {report:?}")
        };
        let count = found.parts.len();
        findings.hold(count <= max_parts.unwrap_or(usize::MAX), "no more parts than allowed", || {
            text(String::new())
        });
        let most = found.parts.iter().map(|part| part.vertices().len()).max().unwrap_or(0);
        findings.hold(most <= max_vertices.unwrap_or(usize::MAX), "no more vertices than allowed", || {
            text(format!("{most}"))
        });
        let reached = found.status == DecomposeStatus::Reached;
        let asked = concavity.max(1e-9);
        findings.hold(!reached || found.concavity <= asked.max(asked + 2e-4), "reached is reached", || {
            text(String::new())
        });
        findings.hold(
            found.hausdorff.is_finite() && found.concavity.is_finite(),
            "bounds are numbers",
            || text(String::new()),
        );

        let size = self.points.iter().map(|p| p.max_abs().f64()).fold(0.0, f64::max);
        let low = self.points.iter().fold(Vec3::splat(T::INFINITY), |m, &p| m.min(p)).cast::<f64>();
        let high = self.points.iter().fold(Vec3::splat(-T::INFINITY), |m, &p| m.max(p)).cast::<f64>();
        let unit = 0.5 * (high - low).max_abs();
        let rounding = ULPS * T::EPSILON.f64() * size;
        // The solid as the oracle has it: a surface that is inside out is turned, as a whole.
        let Some(solid) = self.solid() else { return };
        let zero = if found.hausdorff == 0.0 { (0.126 * asked).clamp(1e-4, 4.0) * unit } else { 0.0 };
        let mut rng = Rng::xorshift(self.seed);
        let every = 1 + count / PARTS;
        for part in found.parts.iter().step_by(every) {
            let mut points: Vec<Vec3<f64>> = part.vertices().iter().take(16).map(|v| v.cast()).collect();
            for _ in 0..POINTS {
                let face = rng.bits() as usize % part.topology().face_count();
                let ring = part.topology().face_vertices(face as u32);
                let k = 1 + rng.bits() as usize % (ring.len() - 2);
                let [a, b, c] =
                    [ring[0], ring[k], ring[k + 1]].map(|v| part.vertices()[v as usize].cast::<f64>());
                let (s, t) = (rng.signed().abs(), rng.signed().abs());
                points.push(a + ((b - a) * (1.0 - t) + (c - a) * t) * s);
            }
            for p in points {
                let far = self.distance(p);
                let bound = found.hausdorff + zero + rounding;
                // Whether it is in the solid costs more, so it is tested last.
                findings.hold(
                    far <= bound || self.may_hold(&solid, p),
                    "no point is farther than reported",
                    || text(format!("{p:?} is {far}, bound {bound}")),
                );
            }
        }
        // No gap.
        let held = |p: Vec3<f64>| found.parts.iter().any(|part| outside(part, p) <= 2.0 * rounding);
        for _ in 0..4 * POINTS {
            let at = |low: f64, high: f64, r: f64| low + (high - low) * (0.5 + 0.5 * r);
            let r = [rng.signed(), rng.signed(), rng.signed()];
            let p = Vec3::new(at(low.x, high.x, r[0]), at(low.y, high.y, r[1]), at(low.z, high.z, r[2]));
            let deep = self.distance(p) > 4.0 * rounding;
            findings.hold(
                !deep || !solid.holds(Unit(0).vector(p)) || self.winding(p) < 1 || held(p),
                "no gap",
                || text(format!("{p:?}")),
            );
        }
    }

    fn solid(&self) -> Option<oracle::Faces> {
        let (mesh, _) = PolygonMesh::<T>::from_polygons(&self.points, &self.faces.polygons).ok()?;
        Some(oracle::Faces::of(&mesh))
    }

    /// Winding number of the surface, turned so that its volume is positive: by solid angles, rounded.
    fn winding(&self, p: Vec3<f64>) -> i32 {
        let (mut angle, mut six) = (0.0, 0.0);
        for t in self.faces.triangles() {
            let [a, b, c] = t.map(|v| self.points[v as usize].cast::<f64>() - p);
            let [x, y, z] = [a, b, c].map(|v| v.norm());
            let volume = a.dot(b.cross(c));
            six += volume;
            angle += 2.0 * f64::atan2(volume, x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y);
        }
        let around = (angle / (4.0 * std::f64::consts::PI)).round() as i32;
        if six < 0.0 { -around } else { around }
    }

    /// Whether a point may be in the solid.
    fn may_hold(&self, _: &oracle::Faces, p: Vec3<f64>) -> bool {
        self.winding(p) > 0
    }

    /// Lower bound on the distance of a point from the surface.
    fn distance(&self, p: Vec3<f64>) -> f64 {
        let at = Unit(0).vector(p);
        let of = |t: [u32; 3]| {
            let corners: Vec<V> = t.iter().map(|&v| Unit(0).vector(self.points[v as usize])).collect();
            from_point(&Solid::Points(corners), at).lower.f64()
        };
        self.faces.triangles().into_iter().map(of).fold(f64::INFINITY, f64::min)
    }
}

/// Distance of a point outside a part, by the planes of its faces.
fn outside<T: Real>(part: &ConvexPolyhedron<T>, p: Vec3<f64>) -> f64 {
    let height = |(face, normal): (usize, &Vec3<T>)| {
        let corner = part.vertices()[part.topology().face_vertices(face as u32)[0] as usize];
        normal.cast::<f64>().dot(p - corner.cast())
    };
    part.normals().iter().enumerate().map(height).fold(f64::NEG_INFINITY, f64::max)
}

impl<T: Real> fmt::Display for Cut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:?} {:?}", T::NAME, self.name, self.settings, self.points)
    }
}
