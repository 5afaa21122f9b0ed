//! EPA's first mesh in space, from GJK's last simplex (the thesis' section on initiation).

use super::best::Best;
use super::mesh::Mesh;
use crate::gjk::Simplex;
use crate::math::{Each, Real, Vec3};
use crate::pair::{Obstacle, Vertex};

impl<T: Real> Mesh<'_, T> {
    /// The first tetrahedron: GJK's simplex, with support points added if it has fewer than four vertices.
    /// False if B − A is flat.
    pub(super) fn start(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        simplex: &Simplex<Vec3<T>>,
        best: &mut Best<T>,
    ) -> bool {
        let mut corners = [Vertex::default(); 4];
        let mut len = simplex.len();
        corners[..len].copy_from_slice(simplex.vertices());
        let thin = obstacle.rounding() * T::TWO;
        if len == 1 {
            // Touching at a point, or a single point: any other vertex.
            let first = corners[0].point;
            for direction in [-first, Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)] {
                for d in [direction, -direction] {
                    if len == 1 && d != Vec3::ZERO {
                        let w = obstacle.support(d, &corners[0]);
                        best.meet(d.unit(), w);
                        if (w.point - first).norm() > thin {
                            corners[1] = w;
                            len = 2;
                        }
                    }
                }
            }
            if len == 1 {
                return false;
            }
        }
        if len == 2 {
            let axis = (corners[1].point - corners[0].point).unit();
            let across = axis.any_orthogonal();
            let other = axis.cross(across);
            for d in [across, -across, other, -other] {
                let w = obstacle.support(d, &corners[0]);
                best.meet(d, w);
                let off = w.point - corners[0].point;
                if len == 2 && (off - axis * off.dot(axis)).norm() > thin {
                    corners[2] = w;
                    len = 3;
                }
            }
            if len == 2 {
                return false;
            }
        }
        if len == 3 {
            let [a, b, c] = [0, 1, 2].each(|i| corners[i].point);
            let normal = (b - a).cross(c - a).unit();
            let up = obstacle.support(normal, &corners[0]);
            best.meet(normal, up);
            let down = obstacle.support(-normal, &corners[0]);
            best.meet(-normal, down);
            let (over, under) = (normal.dot(up.point - a), -normal.dot(down.point - a));
            if over <= thin && under <= thin {
                return false;
            }
            if over > thin && under > thin {
                self.bipyramid(&corners, up, down);
                return true;
            }
            corners[3] = if over > thin { up } else { down };
        }
        let [a, b, c, d] = corners.each(|v| v.point);
        if (b - a).cross(c - a).dot(d - a) > T::ZERO {
            corners.swap(0, 1);
        }
        self.vertices[..4].copy_from_slice(&corners);
        self.vertex_count = 4;
        for (corners, across) in [
            ([0, 1, 2], [4, 8, 12]),
            ([1, 0, 3], [0, 14, 9]),
            ([2, 1, 3], [1, 6, 13]),
            ([0, 2, 3], [2, 10, 5]),
        ] {
            self.add(corners, across);
        }
        true
    }

    /// The triangle with a vertex on either side, as an initial mesh: it contains the origin whichever side that is on.
    fn bipyramid(&mut self, corners: &[Vertex<Vec3<T>>; 4], up: Vertex<Vec3<T>>, down: Vertex<Vec3<T>>) {
        self.vertices[..3].copy_from_slice(&corners[..3]);
        self.vertices[3] = up;
        self.vertices[4] = down;
        self.vertex_count = 5;
        // Faces 0, 1, 2 above the edges 01, 12, 20; faces 3, 4, 5 below them.
        for i in 0..3_u16 {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            self.add([i, next, 3], [(3 + i) * 4, next * 4 + 2, last * 4 + 1]);
        }
        for i in 0..3_u16 {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            self.add([next, i, 4], [i * 4, (3 + last) * 4 + 2, (3 + next) * 4 + 1]);
        }
    }
}
