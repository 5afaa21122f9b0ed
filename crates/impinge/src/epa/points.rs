//! Points of C that EPA takes over from an earlier run, finds beside its support points, and leaves to the next run.

use super::mesh::{Face, MOST_VERTICES, Mesh};
use crate::gjk::Known;
use crate::math::{Real, Vec3};
use crate::pair::{Obstacle, Vertex};

/// A mixed point is worth a vertex if its height above the face is this fraction of the support point's.
const MIXED: f64 = 0.5;
const FAR: f64 = 1.0 / 64.0;

/// Corners of faces within these multiples of the depth are kept first.
const NEARER: [f64; 3] = [1.1, 1.5, f64::INFINITY];

/// Vertices within this fraction of the size of a smooth peak are of no use to the next query.
const PASSING: f64 = 1.0 / 32.0;

impl<T: Real> Mesh<'_, T> {
    /// Adds a point of C, if it lies outside the mesh: as if a support call had found it.
    pub(super) fn insert(&mut self, w: &Vertex<Vec3<T>>, coplanar: T) {
        let mut best = (coplanar, None);
        for (f, face) in self.faces[..self.face_count].iter().enumerate() {
            let above = face.normal.dot(w.point) - face.distance;
            if face.is_alive() && above > best.0 {
                best = (above, Some(f));
            }
        }
        if let (_, Some(f)) = best
            && self.vertex_count < self.vertices.len()
        {
            self.expand(f, *w, T::INFINITY, coplanar);
        }
    }

    /// Adds the combinations of a new point of A with the points of B at the corners of a face, and vice versa. They
    /// are points of C too: where a face of one body touches a curved one, all three new corners cost one call.
    pub(super) fn mix_in(&mut self, face: &Face<T>, w: &Vertex<Vec3<T>>, obstacle: &impl Obstacle<Vec3<T>>) {
        let height = |p: Vec3<T>| face.normal.dot(p) - face.distance;
        let enough = height(w.point) * T::of(MIXED);
        let far = obstacle.size() * T::of(FAR);
        for i in face.corners {
            let v = self.vertices[i as usize];
            let (a, b) = (v.b() - w.a, w.b() - v.a);
            let (moved_a, moved_b) = ((v.a - w.a).norm_squared(), (v.b() - w.b()).norm_squared());
            if moved_b > (moved_a * T::of(16.0)).max(far * far) && height(a) > enough {
                self.insert(&Vertex { point: a, a: w.a, id_a: w.id_a, id_b: v.id_b }, obstacle.rounding());
            }
            if moved_a > (moved_b * T::of(16.0)).max(far * far) && height(b) > enough {
                self.insert(&Vertex { point: b, a: v.a, id_a: v.id_a, id_b: w.id_b }, obstacle.rounding());
            }
        }
    }

    /// Keeps the corners of the mesh for the next query, those of the nearest faces first. Those near a smooth peak
    /// will not be on the surface then.
    pub(super) fn keep(&self, known: &mut Known<Vec3<T>>, upper: T, peak: Option<Vec3<T>>, size: T) {
        let near = T::of(PASSING) * size;
        let mut used = [false; MOST_VERTICES];
        known.clear();
        for reach in NEARER {
            let limit = upper * T::of(reach);
            for face in self.faces[..self.face_count].iter().filter(|f| f.is_alive() && f.distance <= limit) {
                for i in face.corners {
                    used[i as usize] = true;
                }
            }
            for (vertex, used) in self.vertices[..self.vertex_count].iter().zip(used) {
                if used && peak.is_none_or(|p| (vertex.point - p).norm_squared() > near * near) {
                    known.push(vertex);
                }
            }
        }
    }
}
