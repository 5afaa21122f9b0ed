//! Membership: how far outside of a shape a point is, directly from the definition.
//!
//! Each function is convex in the point, at most 0 exactly inside, and grows at most as fast as the distance: a point within ε of the
//! shape is outside by at most ε.

use impinge::{AnyShape, AnyShape2, ConvexPolygon, ConvexPolyhedron, Real};

type P = [f64; 3];

fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
fn cross(a: P, b: P) -> P {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
fn length(a: P) -> f64 {
    dot(a, a).sqrt()
}

/// Returns how far a point is outside of the set of all points within `r` of a box with these half sides, any of which may be 0.
pub fn ball_around_box(p: P, half: P, r: f64) -> f64 {
    let beyond = [0, 1, 2].map(|i| p[i].abs() - half[i]);
    let inside = beyond[0].max(beyond[1]).max(beyond[2]);
    if inside <= 0.0 {
        return inside - r;
    }
    length(beyond.map(|b| b.max(0.0))) - r
}

/// Returns how far a point is outside of an ellipsoid; `radii` of the axes that count.
fn ellipsoid<const N: usize>(p: P, radii: [f64; N]) -> f64 {
    let squares: f64 = (0..N).map(|i| (p[i] / radii[i]).powi(2)).sum();
    let least = radii.iter().fold(f64::INFINITY, |m, &r| m.min(r));
    (squares.sqrt() - 1.0) * least
}

fn to_segment(p: P, a: P, b: P) -> f64 {
    let (ab, ap) = (sub(b, a), sub(p, a));
    let squared = dot(ab, ab);
    let t = if squared > 0.0 { (dot(ap, ab) / squared).clamp(0.0, 1.0) } else { 0.0 };
    length(sub(ap, ab.map(|c| c * t)))
}

fn to_triangle(p: P, corners: [P; 3]) -> f64 {
    let [a, b, c] = corners;
    let n = cross(sub(b, a), sub(c, a));
    let sides = [(a, b), (b, c), (c, a)];
    let over = length(n) > 0.0 && sides.iter().all(|&(q, r)| dot(cross(sub(r, q), sub(p, q)), n) >= 0.0);
    if over {
        return dot(sub(p, a), n).abs() / length(n);
    }
    sides.iter().map(|&(q, r)| to_segment(p, q, r)).fold(f64::INFINITY, f64::min)
}

/// A half-space: unit normal, and the support of the shape along it.
type HalfSpace = (P, f64);

/// The half-spaces of a polyhedron's faces. A normal is that of the area that the corners enclose; corners may be off a plane by
/// rounding, and the farthest counts.
fn faces<T: Real>(polyhedron: &ConvexPolyhedron<T>) -> Vec<HalfSpace> {
    let at = |v: u32| polyhedron.vertices()[v as usize].to_array().map(Real::f64);
    let of_face = |face: u32| {
        let corners = polyhedron.topology().face_vertices(face);
        let first = at(corners[0]);
        let mut n = [0.0; 3];
        for pair in corners[1..].windows(2) {
            let area = cross(sub(at(pair[0]), first), sub(at(pair[1]), first));
            n = [n[0] + area[0], n[1] + area[1], n[2] + area[2]];
        }
        let n = n.map(|c| c / length(n));
        (n, corners.iter().map(|&v| dot(at(v), n)).fold(f64::NEG_INFINITY, f64::max))
    };
    (0..polyhedron.topology().face_count() as u32).map(of_face).collect()
}

/// The half-planes of a polygon's edges.
fn edges<T: Real>(polygon: &ConvexPolygon<T>) -> Vec<HalfSpace> {
    let v = polygon.vertices();
    let of_edge = |i: usize| {
        let (a, b) = (v[i].cast::<f64>(), v[(i + 1) % v.len()].cast::<f64>());
        let (x, y) = (b.x - a.x, b.y - a.y);
        let n = [y / x.hypot(y), -x / x.hypot(y), 0.0];
        (n, a.x * n[0] + a.y * n[1])
    };
    (0..v.len()).map(of_edge).collect()
}

fn beyond(p: P, sides: &[HalfSpace]) -> f64 {
    sides.iter().map(|(n, reach)| dot(p, *n) - reach).fold(f64::NEG_INFINITY, f64::max)
}

/// Returns how far a point is outside of a named shape of space, as a function of the point.
pub fn outside<T: Real>(shape: &AnyShape<T>) -> impl Fn(P) -> f64 + '_ {
    let sides = if let AnyShape::ConvexPolyhedron(s) = shape { faces(s) } else { Vec::new() };
    move |p| outside_of(shape, &sides, p)
}

/// Returns how far a point is outside of a named shape of the plane, as a function of the point.
pub fn outside2<T: Real>(shape: &AnyShape2<T>) -> impl Fn(P) -> f64 + '_ {
    let sides = if let AnyShape2::ConvexPolygon(s) = shape { edges(s) } else { Vec::new() };
    move |p| outside_of2(shape, &sides, p)
}

/// Returns how far `p` is outside of a shape of space; `sides` are those of a polyhedron.
fn outside_of<T: Real>(shape: &AnyShape<T>, sides: &[HalfSpace], p: P) -> f64 {
    let across = p[0].hypot(p[1]);
    let z = p[2];
    match shape {
        AnyShape::Point(s) => length(sub(p, s.position().to_array().map(Real::f64))),
        AnyShape::Segment(s) => ball_around_box(p, [0.0, 0.0, s.half_length().f64()], 0.0),
        AnyShape::RectanglePatch(s) => {
            ball_around_box(p, [s.half_extents().x.f64(), s.half_extents().y.f64(), 0.0], 0.0)
        }
        AnyShape::Triangle(s) => to_triangle(p, s.corners().map(|c| c.to_array().map(Real::f64))),
        AnyShape::Disc(s) => (across - s.radius().f64()).max(z.abs()),
        AnyShape::EllipticDisc(s) => ellipsoid(p, s.radii().to_array().map(Real::f64)).max(z.abs()),
        AnyShape::Sphere(s) => length(p) - s.radius().f64(),
        AnyShape::Ellipsoid(s) => ellipsoid(p, s.radii().to_array().map(Real::f64)),
        AnyShape::Cuboid(s) => ball_around_box(p, s.half_extents().to_array().map(Real::f64), 0.0),
        AnyShape::Frustum(s) => {
            let (bottom, top) = (s.bottom().cast::<f64>(), s.top().cast::<f64>());
            let (low, height) = (s.low().f64(), 2.0 * s.half_height().f64());
            let t = (z - low) / height;
            // A side leans by `slope` per unit of height; dividing by its secant turns the overhang into a distance.
            let side = |c: f64, bottom: f64, top: f64| {
                let slope = (top - bottom) / height;
                (c.abs() - (bottom + (top - bottom) * t)) / (1.0 + slope * slope).sqrt()
            };
            (low - z).max(z - low - height).max(side(p[0], bottom.x, top.x)).max(side(p[1], bottom.y, top.y))
        }
        AnyShape::Capsule(s) => ball_around_box(p, [0.0, 0.0, s.half_length().f64()], s.radius().f64()),
        AnyShape::Lozenge(s) => {
            ball_around_box(p, [s.half_extents().x.f64(), s.half_extents().y.f64(), 0.0], s.radius().f64())
        }
        AnyShape::RoundCuboid(s) => {
            ball_around_box(p, s.half_extents().to_array().map(Real::f64), s.radius().f64())
        }
        AnyShape::Wheel(s) => (across - s.disc_radius().f64()).max(0.0).hypot(z) - s.round_radius().f64(),
        AnyShape::Cylinder(s) => (across - s.radius().f64()).max(z.abs() - s.half_height().f64()),
        AnyShape::Cone(s) => {
            // Base a quarter of the height below the origin; the width decreases linearly to 0.
            let (r, h) = (s.radius().f64(), 2.0 * s.half_height().f64());
            let side = (across - r * (0.75 - z / h)) / (1.0 + (r / h) * (r / h)).sqrt();
            (-0.25 * h - z).max(side)
        }
        AnyShape::ConvexPolyhedron(_) => beyond(p, sides),
    }
}

/// Returns how far `p` is outside of a shape of the plane; `sides` are those of a polygon.
fn outside_of2<T: Real>(shape: &AnyShape2<T>, sides: &[HalfSpace], p: P) -> f64 {
    match shape {
        AnyShape2::Point(s) => length(sub(p, [s.position().x.f64(), s.position().y.f64(), 0.0])),
        AnyShape2::Segment2(s) => ball_around_box(p, [0.0, s.half_length().f64(), f64::INFINITY], 0.0),
        AnyShape2::Circle(s) => length(p) - s.radius().f64(),
        AnyShape2::Ellipse(s) => ellipsoid(p, s.radii().to_array().map(Real::f64)),
        AnyShape2::Rectangle(s) => {
            ball_around_box(p, [s.half_extents().x.f64(), s.half_extents().y.f64(), f64::INFINITY], 0.0)
        }
        AnyShape2::Capsule2(s) => {
            ball_around_box(p, [0.0, s.half_length().f64(), f64::INFINITY], s.radius().f64())
        }
        AnyShape2::ConvexPolygon(_) => beyond(p, sides),
    }
}

/// Returns how far `p` is outside of the sweep of a shape along `motion`: the minimum over the motion, found by golden-section search, since
/// `outside` is convex.
pub fn swept(p: P, motion: P, outside: impl Fn(P) -> f64) -> f64 {
    let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
    let at = |t: f64| outside(sub(p, motion.map(|c| c * t)));
    let (mut low, mut high) = (0.0, 1.0);
    let (mut left, mut right) = (1.0 - golden, golden);
    let (mut at_left, mut at_right) = (at(left), at(right));
    // 0.618^75 is below the rounding of t.
    for _ in 0..75 {
        if at_left < at_right {
            high = right;
            (right, at_right) = (left, at_left);
            left = high - golden * (high - low);
            at_left = at(left);
        } else {
            low = left;
            (left, at_left) = (right, at_right);
            right = low + golden * (high - low);
            at_right = at(right);
        }
    }
    at_left.min(at_right).min(at(0.0)).min(at(1.0))
}
