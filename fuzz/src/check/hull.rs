//! Convex hulls and explicit Minkowski sums.

use std::fmt;

use impinge::hull::{OUTSIDE_ULPS, Solid as Hull, planar_hull, solid_hull};
use impinge::shape::SUM_ULPS;
use impinge::{ConvexPolygon, ConvexPolyhedron, Real, Vec2, Vec3};

use super::{Case, Findings};
use crate::Rng;
use crate::Target;
use crate::body::cloud;
use crate::bytes::Bytes;
use crate::oracle::of::{polygon, polyhedron};
use crate::oracle::{Dd, Solid, Unit, V, direction};

/// Random directions.
const DIRECTIONS: usize = 24;

/// Normals of faces, of those that there are.
const NORMALS: usize = 32;

/// A tetrahedron with less than this part of the product of its edges may be flat.
const SURELY_SOLID: f64 = 1e-25;

pub struct Cloud<T: Real> {
    clouds: [Vec<Vec3<T>>; 2],
    reference: Vec3<T>,
    seed: u64,
}

impl<T: Real> Case for Cloud<T> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let mut read = || {
            let points = cloud(&mut bytes, 3);
            let stretch = [bytes.size(), bytes.size(), bytes.size()];
            // Somewhere else, turned a little: flat parts stay flat up to rounding.
            let far = if bytes.byte() % 3 == 1 {
                [bytes.coordinate(), bytes.coordinate(), bytes.coordinate()]
            } else {
                [0.0; 3]
            };
            let shear = if bytes.byte() % 3 == 1 { [bytes.signed(), bytes.signed()] } else { [0.0; 2] };
            let place = |p: &[f64; 3]| {
                let [x, y, z] = [p[0] * stretch[0], p[1] * stretch[1], p[2] * stretch[2]];
                let z = z + shear[0] * x + shear[1] * y;
                crate::body::v3(x + far[0], y + far[1], z + far[2])
            };
            points.iter().map(place).collect::<Vec<Vec3<T>>>()
        };
        let clouds = [read(), read()];
        let reference = crate::body::v3(bytes.coordinate(), bytes.coordinate(), bytes.coordinate());
        Some(Self { clouds, reference, seed: bytes.seed() })
    }

    fn kinds(&self) -> String {
        // How many points, roughly.
        let count = |c: &Vec<Vec3<T>>| (c.len() / 16) * 16;
        format!("{} {}+ and {}+ points", T::NAME, count(&self.clouds[0]), count(&self.clouds[1]))
    }

    fn check(&self, findings: &mut Findings) {
        for points in &self.clouds {
            self.check_solid(findings, points);
            self.check_plane(findings, points);
        }
        if let [Ok(a), Ok(b)] = self.clouds.each_ref().map(|c| ConvexPolyhedron::try_new(c)) {
            self.check_sums(findings, &a, &b);
        }
        let flat = |c: &Vec<Vec3<T>>| c.iter().map(|p| Vec2::new(p.x, p.y)).collect::<Vec<_>>();
        if let [Ok(a), Ok(b)] = self.clouds.each_ref().map(|c| ConvexPolygon::try_new(&flat(c))) {
            let [p, q] = [&a, &b].map(|s| polygon(s, Unit(0)));
            let text = |what: &str, why: &dyn fmt::Debug| format!("{what} in the plane: {why:?}");
            match a.minkowski_sum(&b) {
                Ok(sum) => {
                    let explicit = polygon(&sum, Unit(0));
                    self.compare(
                        findings,
                        "sum in the plane",
                        &explicit,
                        &p.clone().plus(q.clone()),
                        &[],
                        true,
                    );
                }
                Err(why) => findings.hold(false, "sums are not refused", || text("sum", &why)),
            }
            match a.minkowski_difference(&b) {
                Ok(sum) => {
                    let explicit = polygon(&sum, Unit(0));
                    self.compare(
                        findings,
                        "difference in the plane",
                        &explicit,
                        &p.plus(q.mirrored()),
                        &[],
                        true,
                    );
                }
                Err(why) => findings.hold(false, "sums are not refused", || text("difference", &why)),
            }
        }
    }
}

impl<T: Real> Cloud<T> {
    fn directions(&self, plane: bool) -> Vec<V> {
        let mut rng = Rng::xorshift(self.seed);
        let random = |_| V::of([rng.signed(), rng.signed(), if plane { 0.0 } else { rng.signed() }]).unit();
        let mut all: Vec<V> = (0..DIRECTIONS).map(random).collect();
        all.extend((0..if plane { 2 } else { 3 }).flat_map(|i| [V::axis(i), -V::axis(i)]));
        all
    }

    /// All points are inside, the surface is closed and convex.
    fn check_solid(&self, findings: &mut Findings, points: &[Vec3<T>]) {
        let all: Vec<V> = points.iter().map(|p| direction(*p)).collect();
        let hull = match solid_hull(points) {
            Ok(hull) => hull,
            Err(why) => {
                let text = || format!("{why}, a tetrahedron has volume; {points:?}");
                findings.hold(!spans(&all), "a body is not refused", text);
                return;
            }
        };
        let size = size(&all);
        let bound = OUTSIDE_ULPS * T::EPSILON.f64() * size;
        let text = |what: String| format!("{what}, size {size:e}, {points:?}");
        for (v, &source) in hull.vertices().iter().zip(hull.sources()) {
            let same = points[source as usize] == *v;
            findings.hold(same, "vertices are points of the input", || text(format!("{v:?}")));
        }
        let topology = hull.topology();
        let [v, e, f] = [topology.vertex_count(), topology.edge_count(), topology.face_count()];
        findings.hold(v + f == e + 2, "vertices − edges + faces is 2", || text(format!("{v} {e} {f}")));
        for face in 0..f as u32 {
            let normal = direction(hull.normals()[face as usize]).unit();
            let corners = topology.face_vertices(face);
            let on = |v: &u32| direction(hull.vertices()[*v as usize]).dot(normal);
            let level = corners.iter().map(on).fold(on(&corners[0]), Dd::min);
            let above = all.iter().map(|p| (p.dot(normal) - level).f64()).fold(0.0, f64::max);
            // Both ends of the face count: it is flat within the bound, and nothing is farther out.
            findings.hold(above <= 2.0 * bound, "no point is outside", || {
                text(format!("by {above:e}, {} bounds", above / bound))
            });
        }
        let kept = vertices(&hull);
        let full = Solid::Points(all);
        for n in self.directions(false) {
            let lost = (full.reach(n) - kept.reach(n)).f64();
            findings.hold(lost <= bound, "no extreme point is lost", || text(format!("by {lost:e}")));
        }
    }

    fn check_plane(&self, findings: &mut Findings, points: &[Vec3<T>]) {
        let flat: Vec<Vec2<T>> = points.iter().map(|p| Vec2::new(p.x, p.y)).collect();
        let Ok(hull) = planar_hull(&flat) else { return };
        let all: Vec<V> = flat.iter().map(|p| direction(*p)).collect();
        let bound = OUTSIDE_ULPS * T::EPSILON.f64() * size(&all);
        let (kept, full) =
            (Solid::Points(hull.vertices().iter().map(|p| direction(*p)).collect()), Solid::Points(all));
        for n in self.directions(true) {
            let lost = (full.reach(n) - kept.reach(n)).f64();
            findings.hold(lost <= bound, "no extreme point is lost in the plane", || {
                format!("by {lost:e}, {flat:?}")
            });
        }
    }

    /// Explicit sums are as far along every direction as their two parts are.
    fn check_sums(&self, findings: &mut Findings, a: &ConvexPolyhedron<T>, b: &ConvexPolyhedron<T>) {
        let [p, q] = [a, b].map(|s| polyhedron(s, Unit(0)));
        let shift = Solid::point(direction(self.reference));
        let block = a.entrance_block(b, self.reference).map(|e| e.block);
        let made = [
            ("sum", a.minkowski_sum(b), p.clone().plus(q.clone())),
            ("difference", a.minkowski_difference(b), p.clone().plus(q.clone().mirrored())),
            ("entrance block", block, q.plus(p.mirrored()).plus(shift)),
        ];
        for (what, made, truth) in made {
            match made {
                Ok(explicit) => {
                    let normals: Vec<V> = [a, b, &explicit]
                        .iter()
                        .flat_map(|s| s.normals().iter().flat_map(|n| [direction(*n), -direction(*n)]))
                        .collect();
                    let every = 1 + normals.len() / NORMALS;
                    let normals: Vec<V> = normals.into_iter().step_by(every).collect();
                    let explicit = polyhedron(&explicit, Unit(0));
                    self.compare(findings, what, &explicit, &truth, &normals, false);
                }
                Err(why) => {
                    // Only where rounding leaves no inside: it is nowhere thicker than a few roundings of where it is.
                    let largest = |n: V| truth.reach(n).abs().f64();
                    let scale =
                        (0..3).flat_map(|i| [V::axis(i), -V::axis(i)]).map(largest).fold(0.0, f64::max);
                    let normals =
                        [a, b].into_iter().flat_map(|s| s.normals().iter().map(|n| direction(*n).unit()));
                    let thickness =
                        normals.map(|n| (truth.reach(n) + truth.reach(-n)).f64()).fold(f64::MAX, f64::min);
                    findings.hold(
                        thickness <= 4.0 * T::EPSILON.f64() * scale,
                        "sums are not refused",
                        || {
                            format!(
                                "{what}: {why}, {thickness:e} thick, {:?} {:?}",
                                a.vertices(),
                                b.vertices()
                            )
                        },
                    );
                }
            }
        }
    }

    fn compare(
        &self,
        findings: &mut Findings,
        what: &str,
        explicit: &Solid,
        truth: &Solid,
        more: &[V],
        plane: bool,
    ) {
        // The largest coordinate and the extent.
        let axes = || (0..3).flat_map(|i| [V::axis(i), -V::axis(i)]);
        let largest = axes().map(|n| truth.reach(n).abs().f64()).fold(0.0, f64::max);
        let extent =
            (0..3).map(|i| (truth.reach(V::axis(i)) + truth.reach(-V::axis(i))).f64()).fold(0.0, f64::max);
        let bound = SUM_ULPS * T::EPSILON.f64() * (largest + extent);
        for n in self.directions(plane).iter().chain(more) {
            let off = (explicit.reach(n.unit()) - truth.reach(n.unit())).abs().f64();
            findings.hold(off <= bound, "the sum reaches as far as its parts", || {
                format!("{what} off by {off:e}, {} bounds, along {:?}", off / bound, n.f64())
            });
        }
    }
}

impl<T: Real> fmt::Display for Cloud<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for points in &self.clouds {
            writeln!(f, "  {} points ({}): {points:?}", points.len(), T::NAME)?;
        }
        writeln!(f, "  reference {:?}", self.reference)
    }
}

fn vertices<T: Real>(hull: &Hull<T>) -> Solid {
    Solid::Points(hull.vertices().iter().map(|p| direction(*p)).collect())
}

/// Half the longest side of the box around points, as the library measures hulls.
fn size(points: &[V]) -> f64 {
    let all = Solid::Points(points.to_vec());
    let side = |i: usize| (all.reach(V::axis(i)) + all.reach(-V::axis(i))).f64();
    0.5 * side(0).max(side(1)).max(side(2))
}

/// Whether four of the points surely make a tetrahedron. Greedy: the farthest from what is there already.
fn spans(points: &[V]) -> bool {
    let Some(&first) = points.first() else { return false };
    let far = |key: &dyn Fn(V) -> Dd| {
        points.iter().map(|p| *p - first).fold(V::ZERO, |best, e| if key(e) > key(best) { e } else { best })
    };
    let e = far(&|v| v.norm());
    let f = far(&|v| v.cross(e).norm());
    let n = e.cross(f);
    let g = far(&|v| v.dot(n).abs());
    let scale = e.norm() * f.norm() * g.norm();
    g.dot(n).abs() > scale * SURELY_SOLID.into()
}
