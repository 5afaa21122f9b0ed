//! Distance of a point from a shape: the distance itself, 0 inside, in closed form from the definition of each shape.
//!
//! Unlike [`outside`](super::outside), which is a lower bound, this gives the error of a witness point even for a thin body: the two
//! differ by the aspect ratio of an ellipsoid.
//!
//! Balls, boxes and bodies of revolution take a few roundings. The closest point of an ellipsoid is found by Newton's method on a convex
//! function, from the side on which it cannot overshoot. Triangles, and polyhedra as sets of triangles, are measured in double-double, so
//! that the normal of a needle is as accurate as any other.

use impinge::{AnyShape, AnyShape2, Pose, Real, Vec2, Vec3};

type P = [f64; 3];

/// Limit on the steps of Newton's method. Far from the root a step multiplies t + r² by 1.5, so radii that differ by a factor 10¹² take
/// 140.
const NEWTON_STEPS: u32 = 400;

/// A double-double number: a sum of two numbers of which the second is the rounding error of the first (Dekker 1971).
#[derive(Clone, Copy)]
struct Double(f64, f64);

impl Double {
    fn two_sum(a: f64, b: f64) -> Self {
        let sum = a + b;
        let part = sum - a;
        Self(sum, (a - (sum - part)) + (b - part))
    }
    fn plus(self, other: Self) -> Self {
        let Self(high, low) = Self::two_sum(self.0, other.0);
        Self::two_sum(high, low + (self.1 + other.1))
    }
    fn minus(self, other: Self) -> Self {
        self.plus(Self(-other.0, -other.1))
    }
    fn times(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let rest = self.0.mul_add(other.0, -product);
        Self::two_sum(product, rest + (self.0 * other.1 + self.1 * other.0))
    }
    fn value(self) -> f64 {
        self.0 + self.1
    }
}

type Wide = [Double; 3];

fn wide_difference(a: P, b: P) -> Wide {
    [0, 1, 2].map(|i| Double::two_sum(a[i], -b[i]))
}

fn wide_dot(a: Wide, b: Wide) -> Double {
    a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]))
}

fn wide_cross(a: Wide, b: Wide) -> Wide {
    let term = |i: usize, j: usize| a[i].times(b[j]).minus(a[j].times(b[i]));
    [term(1, 2), term(2, 0), term(0, 1)]
}

fn length(a: P) -> f64 {
    a.iter().fold(0.0, |sum: f64, c| sum.hypot(*c))
}

/// Distance from a segment.
fn to_segment(p: P, a: P, b: P) -> f64 {
    let (along, off) = (wide_difference(b, a), wide_difference(p, a));
    let squared = wide_dot(along, along).value();
    let t = if squared > 0.0 { (wide_dot(off, along).value() / squared).clamp(0.0, 1.0) } else { 0.0 };
    length([0, 1, 2].map(|i| off[i].minus(along[i].times(Double(t, 0.0))).value()))
}

/// Distance from a triangle.
fn to_triangle(p: P, corners: [P; 3]) -> f64 {
    let [a, b, c] = corners;
    let n = wide_cross(wide_difference(b, a), wide_difference(c, a));
    let sides = [(a, b), (b, c), (c, a)];
    let within = |&(from, to): &(P, P)| {
        wide_dot(wide_cross(wide_difference(to, from), wide_difference(p, from)), n).value() >= 0.0
    };
    let area = length(n.map(Double::value));
    if area > 0.0 && sides.iter().all(within) {
        wide_dot(n, wide_difference(p, a)).value().abs() / area
    } else {
        sides.iter().map(|&(from, to)| to_segment(p, from, to)).fold(f64::INFINITY, f64::min)
    }
}

/// Distance from the convex solid bounded by triangles. The corners of a face may be off a plane by rounding, and a sliver among its
/// triangles may then have any normal: a plane counts only if no corner is beyond it.
fn to_solid(p: P, triangles: &[[P; 3]]) -> f64 {
    let is_beyond = |[a, b, c]: &[P; 3]| {
        let n = wide_cross(wide_difference(*b, *a), wide_difference(*c, *a));
        let above = |q: P| wide_dot(n, wide_difference(q, *a)).value();
        let height = above(p);
        height > 0.0 && triangles.iter().flatten().all(|&corner| above(corner) < height)
    };
    if !triangles.iter().any(is_beyond) {
        return 0.0;
    }
    triangles.iter().map(|&t| to_triangle(p, t)).fold(f64::INFINITY, f64::min)
}

/// Distance from an ellipsoid or ellipse, over the axes that count.
///
/// The closest point is rᵢ² pᵢ/(t + rᵢ²) where Σ (rᵢ pᵢ/(t + rᵢ²))² = 1, and t >= 0 outside. The sum is convex and decreases with t, so
/// Newton's steps from 0 do not pass the root.
fn to_ellipsoid<const N: usize>(p: [f64; N], radii: [f64; N]) -> f64 {
    let mut t = 0.0;
    for _ in 0..NEWTON_STEPS {
        let (mut sum, mut slope) = (-1.0, 0.0);
        for (&c, &r) in p.iter().zip(&radii) {
            let share = r / (t + r * r) * c;
            sum += share * share;
            slope -= 2.0 * share * share / (t + r * r);
        }
        if sum <= 0.0 || slope == 0.0 {
            break;
        }
        let next = t - sum / slope;
        if next == t {
            break;
        }
        t = next;
    }
    p.iter().zip(&radii).fold(0.0, |far: f64, (&c, &r)| far.hypot(c * (t / (t + r * r))))
}

/// Distance from a box with these half sides, any of which may be 0, over the axes that count.
fn to_box<const N: usize>(p: [f64; N], half: [f64; N]) -> f64 {
    p.iter().zip(&half).fold(0.0, |far: f64, (&c, &h)| far.hypot((c.abs() - h).max(0.0)))
}

/// Distance from the triangle in the half-plane (from the axis, along it) whose revolution is a cone.
fn to_cone(across: f64, z: f64, radius: f64, height: f64) -> f64 {
    let (base, apex) = (-0.25 * height, 0.75 * height);
    let at = |x: f64, z: f64| [x, z, 0.0];
    // (height, radius) is the side's normal.
    let beyond = (across * height + (z - apex) * radius) > 0.0 || z < base;
    if !beyond {
        return 0.0;
    }
    let p = at(across, z);
    to_segment(p, at(0.0, apex), at(radius, base)).min(to_segment(p, at(0.0, base), at(radius, base)))
}

/// The triangles of the faces of a shape whose distance is that of its faces: fans about their first corners.
fn triangles_of<T: Real>(shape: &AnyShape<T>) -> Vec<[P; 3]> {
    let fan = |corners: &[P]| corners[1..].windows(2).map(|w| [corners[0], w[0], w[1]]).collect::<Vec<_>>();
    match shape {
        AnyShape::ConvexPolyhedron(s) => {
            let at = |v: &u32| s.vertices()[*v as usize].to_array().map(Real::f64);
            let faces = 0..s.topology().face_count() as u32;
            let of = |f| fan(&s.topology().face_vertices(f).iter().map(at).collect::<Vec<_>>());
            faces.flat_map(of).collect()
        }
        AnyShape::Frustum(s) => {
            let at = |i: usize| {
                let (half, z) = if i & 4 != 0 { (s.top(), s.high()) } else { (s.bottom(), s.low()) };
                let side = |bit: usize, half: T| if i & bit != 0 { half.f64() } else { -half.f64() };
                [side(1, half.x), side(2, half.y), z.f64()]
            };
            let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
            faces.iter().flat_map(|f| fan(&f.map(at))).collect()
        }
        AnyShape::Point(_)
        | AnyShape::Segment(_)
        | AnyShape::RectanglePatch(_)
        | AnyShape::Triangle(_)
        | AnyShape::Disc(_)
        | AnyShape::EllipticDisc(_)
        | AnyShape::Sphere(_)
        | AnyShape::Ellipsoid(_)
        | AnyShape::Cuboid(_)
        | AnyShape::Capsule(_)
        | AnyShape::Lozenge(_)
        | AnyShape::RoundCuboid(_)
        | AnyShape::Wheel(_)
        | AnyShape::Cylinder(_)
        | AnyShape::Cone(_) => Vec::new(),
    }
}

/// Distance of a point from a named shape of space, as a function of the point; 0 inside.
pub fn distance_to<T: Real>(shape: &AnyShape<T>) -> impl Fn(P) -> f64 + '_ {
    let triangles = triangles_of(shape);
    move |p| distance_of(shape, &triangles, p)
}

fn distance_of<T: Real>(shape: &AnyShape<T>, triangles: &[[P; 3]], p: P) -> f64 {
    let across = p[0].hypot(p[1]);
    let (flat, z) = ([p[0], p[1]], p[2]);
    let wide = |v: Vec2<T>| [v.x.f64(), v.y.f64()];
    let rounded = |d: f64, r: T| (d - r.f64()).max(0.0);
    match shape {
        AnyShape::Point(s) => {
            length(wide_difference(p, s.position().to_array().map(Real::f64)).map(Double::value))
        }
        AnyShape::Segment(s) => to_box(p, [0.0, 0.0, s.half_length().f64()]),
        AnyShape::RectanglePatch(s) => to_box(flat, wide(s.half_extents())).hypot(z),
        AnyShape::Triangle(s) => to_triangle(p, s.corners().map(|c| c.to_array().map(Real::f64))),
        AnyShape::Disc(s) => (across - s.radius().f64()).max(0.0).hypot(z),
        AnyShape::EllipticDisc(s) => to_ellipsoid(flat, wide(s.radii())).hypot(z),
        AnyShape::Sphere(s) => rounded(length(p), s.radius()),
        AnyShape::Ellipsoid(s) => to_ellipsoid(p, s.radii().to_array().map(Real::f64)),
        AnyShape::Cuboid(s) => to_box(p, s.half_extents().to_array().map(Real::f64)),
        AnyShape::Capsule(s) => rounded(to_box(p, [0.0, 0.0, s.half_length().f64()]), s.radius()),
        AnyShape::Lozenge(s) => rounded(to_box(flat, wide(s.half_extents())).hypot(z), s.radius()),
        AnyShape::RoundCuboid(s) => {
            rounded(to_box(p, s.half_extents().to_array().map(Real::f64)), s.radius())
        }
        AnyShape::Wheel(s) => rounded((across - s.disc_radius().f64()).max(0.0).hypot(z), s.round_radius()),
        AnyShape::Cylinder(s) => to_box([across, z], [s.radius().f64(), s.half_height().f64()]),
        AnyShape::Cone(s) => to_cone(across, z, s.radius().f64(), 2.0 * s.half_height().f64()),
        AnyShape::Frustum(_) | AnyShape::ConvexPolyhedron(_) => to_solid(p, triangles),
    }
}

/// Distance of a point from a named shape of the plane, as a function of the point, whose third coordinate is ignored; 0 inside.
pub fn distance_to2<T: Real>(shape: &AnyShape2<T>) -> impl Fn(P) -> f64 + '_ {
    move |p| {
        let flat = [p[0], p[1]];
        match shape {
            AnyShape2::Point(s) => (p[0] - s.position().x.f64()).hypot(p[1] - s.position().y.f64()),
            AnyShape2::Segment2(s) => to_box(flat, [0.0, s.half_length().f64()]),
            AnyShape2::Circle(s) => (p[0].hypot(p[1]) - s.radius().f64()).max(0.0),
            AnyShape2::Ellipse(s) => to_ellipsoid(flat, [s.radii().x.f64(), s.radii().y.f64()]),
            AnyShape2::Rectangle(s) => to_box(flat, [s.half_extents().x.f64(), s.half_extents().y.f64()]),
            AnyShape2::Capsule2(s) => {
                (to_box(flat, [0.0, s.half_length().f64()]) - s.radius().f64()).max(0.0)
            }
            AnyShape2::ConvexPolygon(s) => to_polygon(flat, s.vertices()),
        }
    }
}

/// Distance from a convex polygon, counter-clockwise.
fn to_polygon<T: Real>([x, y]: [f64; 2], vertices: &[Vec2<T>]) -> f64 {
    let at = |i: usize| {
        let v = vertices[i % vertices.len()];
        [v.x.f64(), v.y.f64(), 0.0]
    };
    let p = [x, y, 0.0];
    let beyond = |i: usize| {
        let (along, off) = (wide_difference(at(i + 1), at(i)), wide_difference(p, at(i)));
        wide_cross(along, off)[2].value() < 0.0
    };
    if !(0..vertices.len()).any(beyond) {
        return 0.0;
    }
    (0..vertices.len()).map(|i| to_segment(p, at(i), at(i + 1))).fold(f64::INFINITY, f64::min)
}

/// A point of space in the frame of a shape at `pose`. The rotation is normalized.
pub fn seen_from<T: Real>(pose: &Pose<Vec3<T>>, p: Vec3<T>) -> P {
    let q = pose.rotation().to_xyzw().map(Real::f64);
    let squared: f64 = q.iter().map(|c| c * c).sum();
    let [x, y, z, w] = q;
    let off = wide_difference(p.to_array().map(Real::f64), pose.translation().to_array().map(Real::f64));
    let off = off.map(Double::value);
    // The rows of the inverse: columns of the matrix of the quaternion, times its squared length.
    let rows = [
        [x * x + w * w - y * y - z * z, 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), y * y + w * w - x * x - z * z, 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), z * z + w * w - x * x - y * y],
    ];
    rows.map(|r| (r[0] * off[0] + r[1] * off[1] + r[2] * off[2]) / squared)
}

/// A point of the plane in the frame of a shape at `pose`.
pub fn seen_from2<T: Real>(pose: &Pose<Vec2<T>>, p: Vec2<T>) -> P {
    let (cos, sin) = (pose.rotation().cos().f64(), pose.rotation().sin().f64());
    let (cos, sin) = (cos / cos.hypot(sin), sin / cos.hypot(sin));
    let (x, y) = (p.x.f64() - pose.translation().x.f64(), p.y.f64() - pose.translation().y.f64());
    [cos * x + sin * y, cos * y - sin * x, 0.0]
}
