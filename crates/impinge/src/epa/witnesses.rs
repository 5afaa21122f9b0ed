//! Witness points of a depth: the points of A and of B where its direction leaves EPA's mesh.

use super::best::Best;
use super::mesh::{Face, Mesh};
use crate::math::{Each, Real, Vec3};

impl<T: Real> Mesh<'_, T> {
    /// The points of A and B of the best direction: those of its support point if that lies on the direction, as at a
    /// smooth peak; otherwise those where the ray along it leaves the mesh, usually through the last face. `near` is a
    /// squared length.
    pub(super) fn witnesses(&self, last: usize, best: &Best<T>, near: T) -> (Vec3<T>, Vec3<T>) {
        let m = -best.normal;
        let beside = best.vertex.point - m * best.upper;
        if beside.norm_squared() <= near {
            return (best.vertex.a, best.vertex.b());
        }
        let face = &self.faces[last];
        let found = if face.is_alive() { self.pierce(face, m) } else { None };
        found.or_else(|| self.pierced(m)).unwrap_or((best.vertex.a, best.vertex.b()))
    }

    /// The points of A and B where the ray from the origin along m passes a face, if it does.
    ///
    /// For the corners a, b, c: m·(b × c) a + m·(c × a) b + m·(a × b) c is a multiple of m, and the ray hits the
    /// triangle if no weight is negative.
    fn pierce(&self, face: &Face<T>, m: Vec3<T>) -> Option<(Vec3<T>, Vec3<T>)> {
        let [a, b, c] = face.corners.each(|i| self.vertices[i as usize].point);
        let weights = [b.cross(c).dot(m), c.cross(a).dot(m), a.cross(b).dot(m)];
        // All are zero if the ray lies in the plane of the face.
        let meets = weights.iter().all(|&w| w >= T::ZERO) && weights.iter().any(|&w| w > T::ZERO);
        meets.then(|| self.mix(face.corners, weights))
    }

    fn mix(&self, corners: [u16; 3], weights: [T; 3]) -> (Vec3<T>, Vec3<T>) {
        let sum = weights[0] + weights[1] + weights[2];
        let mut points = (Vec3::ZERO, Vec3::ZERO);
        for (weight, i) in weights.into_iter().zip(corners) {
            let vertex = &self.vertices[i as usize];
            points.0 += vertex.a * (weight / sum);
            points.1 += vertex.b() * (weight / sum);
        }
        points
    }

    /// The points of A and B where the ray from the origin along m leaves the mesh: there b − a is the depth times m,
    /// except for the gap. For a best direction that is older than the last face.
    ///
    /// For the corners a, b, c: m·(b × c) a + m·(c × a) b + m·(a × b) c is a multiple of m, and the ray hits the
    /// triangle if no weight is negative.
    #[cold]
    fn pierced(&self, m: Vec3<T>) -> Option<(Vec3<T>, Vec3<T>)> {
        let mut best = ([T::ZERO; 3], [0; 3], -T::INFINITY);
        for face in self.faces[..self.face_count].iter().filter(|f| f.is_alive()) {
            let [a, b, c] = face.corners.each(|i| self.vertices[i as usize].point);
            let weights = [b.cross(c).dot(m), c.cross(a).dot(m), a.cross(b).dot(m)];
            let sum = weights[0] + weights[1] + weights[2];
            let least = weights[0].min(weights[1]).min(weights[2]) / sum;
            if sum > T::ZERO && least > best.2 {
                best = (weights, face.corners, least);
            }
        }
        let (weights, corners, least) = best;
        if least == -T::INFINITY {
            return None;
        }
        Some(self.mix(corners, weights.each(|w| w.max(T::ZERO))))
    }
}
