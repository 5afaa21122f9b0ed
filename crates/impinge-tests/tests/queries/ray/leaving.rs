//! Rays that begin at the surface: what they leave they do not meet, and what they enter they meet at once.

use super::rows;
use impinge::Status;
use impinge::study::ray::{RayMethod, ray_cast_by};
use impinge::*;
use impinge_scenes::Rng;

const METHODS: [RayMethod; 2] = [RayMethod::Closed, RayMethod::General];

fn vector<T: Real>(v: Vec3<f64>) -> Vec3<T> {
    v.cast()
}

/// A shape, points of it with the outward normals of its surface there.
type Faces<T> = (AnyShape<T>, Vec<(Vec3<f64>, Vec3<f64>)>);

/// Flat faces that are known without a query: those of a triangle, of a box, and of a polyhedron.
fn flat_faces<T: Real>(rng: &mut Rng) -> Vec<Faces<T>> {
    let [a, b, c] = [(); 3].map(|()| rng.in_ball::<f64>().map(|x| T::of(x).f64()));
    let normal = (b - a).cross(c - a).unit();
    let [u, v] = [rng.between(0.1, 0.4), rng.between(0.1, 0.4)];
    let inner = a + (b - a) * u + (c - a) * v;
    let triangle = Triangle::new(vector::<T>(a), vector::<T>(b), vector::<T>(c));
    let half = Vec3::new(0.5, 0.75, 0.25);
    let sides = (0..3)
        .flat_map(|axis| [-1.0, 1.0].map(|sign| (axis, sign)))
        .map(|(axis, sign)| {
            let out = Vec3::axis(axis) * sign;
            let place = rng.in_ball::<f64>().zip(half, |x, h| 0.8 * x * h);
            (place + Vec3::axis(axis) * (sign * half.get(axis) - place.get(axis)), out)
        })
        .collect::<Vec<_>>();
    let corners: Vec<Vec3<T>> = (0..8_usize)
        .map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|bit| [-1.0, 1.0][bit]))
        .map(|[x, y, z]| vector(half.zip(Vec3::new(x, y, z), |h, sign| h * sign)))
        .collect();
    vec![
        (triangle.into(), vec![(inner, normal), (inner, -normal)]),
        (Cuboid::new(vector::<T>(half)).into(), sides.clone()),
        (ConvexPolyhedron::new(&corners).into(), sides),
    ]
}

/// A ray that began outside by 1e-12 to 1e-7 of the size and led away was a hit at distance 0 with error 0: what GJK could
/// not prove apart was taken for inside. It must be a miss, from any distance outside, 0 with the rounding of the origin
/// included; and a ray that leads in from there must be a hit.
fn from_just_outside<T: Real>() {
    let mut rng = Rng::new(101);
    let (mut away, mut towards) = (0, 0);
    for _ in 0..150 {
        let pose = rng.pose3::<T>(2.0);
        for (shape, faces) in flat_faces::<T>(&mut rng) {
            let placed = (&shape).at(pose);
            let wide = Pose::new(
                pose.translation().cast::<f64>(),
                Rot3::from_xyzw(pose.rotation().to_xyzw().map(Real::f64)),
            );
            for (place, normal) in faces {
                let off: f64 = if rng.below(8) == 0 { 0.0 } else { 10.0_f64.powf(rng.between(-16.0, -5.0)) };
                let origin = vector::<T>(wide.transform(place + normal * off));
                let mut out = rng.unit3::<f64>();
                if Real::abs(out.dot(normal)) < 0.05 {
                    continue;
                }
                if out.dot(normal) < 0.0 {
                    out = -out;
                }
                let out = vector::<T>(wide.rotation().rotate(out));
                for method in METHODS {
                    away += 1;
                    let hit = ray_cast_by(method, &placed, &Ray::new(origin, out), T::INFINITY);
                    assert_eq!(hit, None, "{method:?} {} from {off:e} outside", shape.name());
                    if shape.name() != "Triangle" {
                        towards += 1;
                        let hit = ray_cast_by(method, &placed, &Ray::new(origin, -out), T::INFINITY);
                        let hit = hit.expect("leads in");
                        let most = (off + 8.0 * T::EPSILON.f64()) / 0.05 + hit.error.f64();
                        assert!(hit.distance.f64() <= most, "{method:?} {off:e} {hit:?}");
                    }
                }
            }
        }
    }
    assert!(away > 3000 && towards > 2000, "{away} {towards}");
}

#[test]
fn a_ray_that_leads_away_from_just_outside_misses() {
    from_just_outside::<f32>();
    from_just_outside::<f64>();
}

/// A ray from where another one met a shape, as path tracers and sensors cast it, met that shape again at distance 0. It must
/// not where it leads away.
fn from_the_point_met<T: Real>() {
    let mut left = 0;
    for row in rows::in_space::<T>(1.0) {
        let (shape, name) = (&row.shape, row.shape.name());
        let mut rng = Rng::new(102);
        for _ in 0..60 {
            let pose = rng.pose3::<T>(2.0);
            let placed = shape.at(pose);
            let origin = pose.transform(rng.unit3::<T>() * T::of(3.0));
            let target = pose.transform(shape.center() + (rng.in_ball::<f64>() * 0.2).cast());
            for method in METHODS {
                let Some(hit) = ray_cast_by(method, &placed, &Ray::new(origin, target - origin), T::INFINITY)
                else {
                    continue;
                };
                let out = rng.unit3::<T>();
                let along = out.dot(hit.normal);
                if hit.status != Status::Converged || along.abs() < T::of(0.05) {
                    continue;
                }
                left += 1;
                let out = if along < T::ZERO { -out } else { out };
                let again = ray_cast_by(method, &placed, &Ray::new(hit.point, out), T::INFINITY);
                assert_eq!(again, None, "{name} {method:?} {hit:?} {out:?}");
            }
        }
    }
    assert!(left > 1000, "{left}");
}

#[test]
fn a_ray_that_leaves_a_surface_does_not_hit_it_again() {
    from_the_point_met::<f32>();
    from_the_point_met::<f64>();
    // Deeper than the last digits of its origin, a ray is inside.
    let cube = Cuboid::new([1.0, 1.0, 1.0]);
    let hit = ray_cast(&cube, &Ray::new([0.2, 0.1, 1.0 - 1e-9], [0.3, 0.0, 1.0])).unwrap();
    assert_eq!((hit.distance, hit.error, hit.status), (0.0, 0.0, Status::Converged));
    assert!(ray_cast(&cube, &Ray::new([0.2, 0.1, 1.0], [0.3, 0.0, 1.0])).is_none());
    let floor = HalfSpace::<Vec3<f64>>::new([0.0, 0.0, 1.0], 1.0);
    assert!(ray_cast(&floor, &Ray::new([0.2, 0.1, 1.0], [0.3, 0.0, 1.0])).is_none());
    assert!(ray_cast(&floor, &Ray::new([0.2, 0.1, 1.0 - 1e-9], [0.3, 0.0, 1.0])).is_some());
    assert!(ray_cast(&floor, &Ray::new([0.2, 0.1, 1.0], [0.3, 0.0, -1.0])).is_some());
}

/// Entry and exit of an integer ray through the tetrahedron with integer corners: as fractions of the direction, each a
/// quotient of whole numbers. `None` if it misses or grazes.
fn whole_stretch(
    corners: [[i128; 3]; 4],
    origin: [i128; 3],
    direction: [i128; 3],
) -> Option<[(i128, i128); 2]> {
    let sub = |a: [i128; 3], b: [i128; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let dot = |a: [i128; 3], b: [i128; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = |a: [i128; 3], b: [i128; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let (mut enter, mut leave) = (None::<(i128, i128)>, None::<(i128, i128)>);
    for i in 0..4 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| corners[(i + k) % 4]);
        let mut out = cross(sub(b, a), sub(c, a));
        let side = dot(out, sub(d, a));
        if side == 0 {
            return None;
        }
        if side > 0 {
            out = out.map(|x| -x);
        }
        // out·(origin + t direction − a) = 0.
        let (over, along) = (dot(out, sub(a, origin)), dot(out, direction));
        let at = (over * along.signum(), along.abs());
        match along {
            0 if over <= 0 => return None,
            0 => {}
            _ if along < 0 => {
                enter = Some(enter.map_or(at, |e| if at.0 * e.1 > e.0 * at.1 { at } else { e }))
            }
            _ => leave = Some(leave.map_or(at, |e| if at.0 * e.1 < e.0 * at.1 { at } else { e })),
        }
    }
    let (enter, leave) = (enter?, leave?);
    (enter.0 * leave.1 < leave.0 * enter.1).then_some([enter, leave])
}

/// The error of a hit was too small on needles, and where a ray came in at an edge: a slope was trusted that rounding had made,
/// and a portal that the ray passed outside, within rounding. Tetrahedra and rays of whole numbers have an exact answer.
#[test]
fn errors_hold_on_needles() {
    let mut rng = Rng::new(103);
    let (mut hits, mut flagged) = (0, 0);
    for round in 0..60_000 {
        let bits = [16, 16 - (round / 3) % 15, 16 - round % 15];
        let mut place = |shrink: u32| bits.map(|b| rng.below(2 << b) as i128 - (1 << b)).map(|x| x >> shrink);
        let corners = [(); 4].map(|()| place(0));
        let origin = [place(0), place(0)].map(|p| p.map(|x| 4 * x))[round as usize % 2];
        // At a point of an edge or a face, as near as whole numbers come, or at a corner.
        let (k, l) = (rng.below(64) as i128, rng.below(64) as i128);
        let l = if round % 4 == 0 { l } else { 0 };
        let aim = [0, 1, 2].map(|i| {
            let [a, b, c] = [corners[0][i], corners[1][i], corners[2][i]];
            128 * a + k * (b - a) + l * (c - a) - 128 * origin[i]
        });
        let Some([enter, leave]) = whole_stretch(corners, origin, aim) else { continue };
        let wide = |p: [i128; 3]| Vec3::new(p[0] as f64, p[1] as f64, p[2] as f64);
        let Ok(shape) = ConvexPolyhedron::try_new(&corners.map(wide)) else { continue };
        if shape.vertices().len() < 4 {
            continue;
        }
        let length = wide(aim).norm();
        let [enter, leave] = [enter, leave].map(|(p, q)| p as f64 / q as f64 * length);
        let hit = ray_cast(&shape, &Ray::new(wide(origin), wide(aim)));
        if leave <= 1e-6 {
            continue;
        }
        hits += 1;
        let hit = hit.expect("it passes through");
        flagged += u32::from(hit.status == Status::Stalled);
        let off = (hit.distance - enter.max(0.0)).abs();
        // The exact answer is rounded too.
        assert!(off <= hit.error + 4.0 * f64::EPSILON * enter.abs(), "{round}: {off:e} {enter:e} {hit:?}");
    }
    assert!(hits > 10_000, "{hits}, {flagged} of them graze");
}
