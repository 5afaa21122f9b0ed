//! Every kind of shape, in any pose, on grounds that are planes, ridges or valleys whatever triangles they are made of.

use impinge::body::{AnyBody, HeightField};
use impinge::feature::Tolerances;
use impinge::manifolds::ManifoldSettings;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::{PieceContact, contacts_into};
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{SOLIDS, solid};

use impinge::shape::Widen as _;

/// Largest rise of the surface along a normal, as an angle: the promise of the book.
const RISE: f64 = 1.0 / 16384.0;

/// Ground with the height `slope` · |x|: a plane, a valley, or a ridge along the axis y; at least 4 wide around the origin.
struct Ground<T: Real> {
    name: &'static str,
    slope: f64,
    body: AnyBody<Vec3<T>>,
    /// Place of its origin, in the frame of the body.
    origin: Vec3<T>,
}

fn v<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(T::of(x), T::of(y), T::of(z))
}

fn mesh<T: Real>(name: &'static str, slope: f64, points: &[[f64; 2]], triangles: &[[u32; 3]]) -> Ground<T> {
    let points: Vec<Vec3<T>> = points.iter().map(|&[x, y]| v(x, y, slope * x.abs())).collect();
    let (mesh, report) = TriangleMesh::new(&points, triangles).unwrap();
    assert!(report.is_clean() || !mesh.is_closed());
    Ground { name, slope, body: mesh.into(), origin: Vec3::ZERO }
}

/// A field of 11 × 11 samples.
fn field<T: Real>(slope: f64) -> Ground<T> {
    let height = |_, column: u32| slope as f32 * (column as f32 - 5.0).abs();
    let field = HeightField::<T>::from_fn(11, 11, [T::ONE; 3], height);
    Ground { name: "field", slope, body: field.into(), origin: v(5.0, 5.0, 0.0) }
}

/// Cells of two triangles each. Corners are moved at random; along x by multiples of 1/64, and not away from the edge of a ridge, so that the
/// heights are exact.
fn cells<T: Real>(slope: f64, rng: &mut Rng) -> Ground<T> {
    let n = 11;
    let mut points = Vec::new();
    for i in 0..n * n {
        let (x, y) = ((i % n) as f64 - 5.0, (i / n) as f64 - 5.0);
        let aside = if slope != 0.0 && x == 0.0 { 0.0 } else { rng.between(-16.0, 16.0).round() / 64.0 };
        points.push([x + aside, y + rng.between(-0.25, 0.25)]);
    }
    let corner = |x: usize, y: usize| (y * n + x) as u32;
    let mut triangles = Vec::new();
    for (x, y) in (0..(n - 1) * (n - 1)).map(|i| (i % (n - 1), i / (n - 1))) {
        let [a, b, c, d] = [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        if rng.below(2) == 0 {
            triangles.extend([[a, b, c], [a, c, d]]);
        } else {
            triangles.extend([[a, b, d], [b, c, d]]);
        }
    }
    mesh("cells", slope, &points, &triangles)
}

/// Two triangles; or four on each side of an edge.
fn few<T: Real>(slope: f64) -> Ground<T> {
    if slope == 0.0 {
        let corners = [[-6.0, -6.0], [6.0, -6.0], [6.0, 6.0], [-6.0, 6.0]];
        return mesh("few", slope, &corners, &[[0, 1, 2], [0, 2, 3]]);
    }
    let corners = [[-6.0, -6.0], [0.0, -6.0], [6.0, -6.0], [6.0, 6.0], [0.0, 6.0], [-6.0, 6.0]];
    mesh("few", slope, &corners, &[[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4]])
}

/// Triangles around a vertex.
fn fan<T: Real>(rng: &mut Rng) -> Ground<T> {
    let count = 3 + rng.below(12);
    let mut points = vec![[rng.between(-0.5, 0.5), rng.between(-0.5, 0.5)]];
    let start = rng.uniform();
    for i in 0..count {
        let (sin, cos) = ((i as f64 + start) / count as f64 * std::f64::consts::TAU).sin_cos();
        points.push([12.0 * cos, 12.0 * sin]);
    }
    let triangles: Vec<[u32; 3]> =
        (0..count as u32).map(|i| [0, 1 + i, 1 + (i + 1) % count as u32]).collect();
    mesh("fan", 0.0, &points, &triangles)
}

/// Triangles of all sizes and forms: again and again one of them is divided at a point inside it.
fn divided<T: Real>(rng: &mut Rng) -> Ground<T> {
    let mut points = vec![[-6.0, -6.0], [6.0, -6.0], [6.0, 6.0], [-6.0, 6.0]];
    let mut triangles: Vec<[u32; 3]> = vec![[0, 1, 2], [0, 2, 3]];
    for _ in 0..60 {
        let k = rng.below(triangles.len());
        let [a, b, c] = triangles[k];
        let [x, y] = [rng.uniform(), rng.uniform()];
        let [x, y] = if x + y > 1.0 { [1.0 - x, 1.0 - y] } else { [x, y] };
        let at = |i: usize| {
            let [p, q, r] = [a, b, c].map(|v| points[v as usize][i]);
            // In the precision of the mesh, so that no triangle is turned around.
            T::of(p + (q - p) * x + (r - p) * y).f64()
        };
        let p = [at(0), at(1)];
        let turn = |u: u32, v: u32| {
            let ([ux, uy], [vx, vy]) = (points[u as usize], points[v as usize]);
            (vx - ux) * (p[1] - uy) - (vy - uy) * (p[0] - ux)
        };
        if turn(a, b).min(turn(b, c)).min(turn(c, a)) < 1e-4 {
            continue;
        }
        let new = points.len() as u32;
        points.push(p);
        triangles[k] = [a, b, new];
        triangles.extend([[b, c, new], [c, a, new]]);
    }
    mesh("divided", 0.0, &points, &triangles)
}

fn grounds<T: Real>(slope: f64, rng: &mut Rng) -> Vec<Ground<T>> {
    let mut all = vec![field(slope)];
    // A ridge sharper than a right angle is a wall: a body with its middle on one side of it is pushed out on that side.
    if slope > -1.0 {
        all.extend([few(slope), cells(slope, rng)]);
    }
    if slope == 0.0 {
        all.extend([fan(rng), divided(rng)]);
    }
    all
}

/// A shape that stands somewhere near the origin of the ground, in the frame of that.
fn placed<T: Real>(kind: usize, rng: &mut Rng) -> (AnyShape<T>, Rot3<T>, [f64; 2]) {
    let scale = if rng.below(4) == 0 { rng.between(0.05, 0.3) } else { rng.between(0.3, 1.0) };
    let shape = solid(kind, [(); 4].map(|()| rng.uniform()), rng.bits(), scale);
    let quarter = |k: usize| std::f64::consts::FRAC_PI_2 * k as f64;
    let around = |axis: [f64; 3], angle: f64| Rot3::from_axis_angle(axis.map(T::of), T::of(angle));
    let yaw = around([0.0, 0.0, 1.0], rng.between(0.0, 6.3));
    let turn = match rng.below(6) {
        0 => around([1.0, 0.0, 0.0], quarter(rng.below(4))) * around([0.0, 1.0, 0.0], quarter(rng.below(4))),
        1 => yaw * around([1.0, 0.0, 0.0], quarter(rng.below(4))),
        2 => yaw * around([1.0, 0.0, 0.0], quarter(rng.below(4)) + 10_f64.powf(rng.between(-8.0, -0.5))),
        _ => rng.rotation3(),
    };
    let at = match rng.below(4) {
        0 => [(); 2].map(|()| rng.between(-4.0, 4.0).round() / 4.0),
        _ => [(); 2].map(|()| rng.between(-1.5, 1.5)),
    };
    (shape, turn, at)
}

/// Results over all poses.
#[derive(Default, Debug)]
struct Tally {
    poses: usize,
    touching: usize,
    contacts: usize,
    deep: usize,
    broken: usize,
}

/// One pose of a shape on a ground, and its contacts.
struct Trial<'a, T: Real> {
    ground: &'a Ground<T>,
    shape: AnyShape<T>,
    /// In the frame of the ground.
    pose: Pose<Vec3<T>>,
    /// Names of ground and shape.
    world: Pose<Vec3<T>>,
    margin: f64,
    /// Whether the ground is B.
    swapped: bool,
}

/// A point of a contact, in the frame of the ground and in `f64`.
struct Spot {
    normal: Vec3<f64>,
    on_ground: Vec3<f64>,
    on_shape: Vec3<f64>,
    signed_distance: f64,
}

impl<T: Real> Trial<'_, T> {
    fn say(&self, what: &str) -> String {
        let (p, w) = (&self.pose, &self.world);
        format!(
            "{what}: {} on {} of slope {}, swapped {}, margin {}: {:?} at {:?} {:?}, all at {:?} {:?}",
            self.shape.name(),
            self.ground.name,
            self.ground.slope,
            self.swapped,
            self.margin,
            self.shape,
            p.translation(),
            p.rotation(),
            w.translation(),
            w.rotation()
        )
    }

    /// The least height of the shape along a direction of the ground's frame, from a point of that.
    fn lowest(&self, up: Vec3<f64>, from: Vec3<f64>) -> f64 {
        let at = (self.world * self.pose).cast::<f64>();
        let world = self.world.cast::<f64>();
        let down = at.rotation().unrotate(world.rotation().rotate(-up));
        let point = at.transform(self.shape.support(down.cast()).widen());
        up.dot(world.untransform(point) - from)
    }

    fn spots(&self, found: &mut Vec<PieceContact<Vec3<T>>>) -> Vec<Spot> {
        let ground = self.ground.body.at(self.world * Pose::at(-self.ground.origin));
        let body = (&self.shape).at(self.world * self.pose);
        let settings = ManifoldSettings { margin: self.margin, ..ManifoldSettings::default() };
        if self.swapped {
            contacts_into(&body, &ground, &settings, found);
        } else {
            contacts_into(&ground, &body, &settings, found);
        }
        let world = self.world.cast::<f64>();
        let mut spots = Vec::new();
        for contact in found.iter() {
            let sign = if self.swapped { -1.0 } else { 1.0 };
            let normal = world.rotation().unrotate(contact.manifold.normal.widen() * sign);
            for p in contact.manifold.points() {
                let [a, b] = [p.point_a, p.point_b].map(|p| world.untransform(p.widen()));
                let [on_ground, on_shape] = if self.swapped { [b, a] } else { [a, b] };
                spots.push(Spot { normal, on_ground, on_shape, signed_distance: p.signed_distance.f64() });
            }
        }
        spots
    }

    /// Distance of a point outside of the shape.
    fn outside(&self, p: Vec3<f64>) -> f64 {
        let world = self.world.cast::<f64>();
        let point = Point::new(world.transform(p).cast::<T>());
        let d = distance(&(&self.shape).at(self.world * self.pose), &point);
        (d.distance - d.error).f64()
    }

    /// Defect of the contacts, if there is one.
    fn broken(&self, tally: &mut Tally, found: &mut Vec<PieceContact<Vec3<T>>>) -> Option<String> {
        let slope = self.ground.slope;
        let double = size_of::<T>() == 8;
        // Coordinates are rounded, and touching is known within the tolerance of manifolds; both relative to some 10 of ground.
        let touch = Tolerances::of::<T>().touch * 16.0;
        let near = 4.0 * touch + 2e-6;
        let off = if double { 1e-3 } else { 2e-2 };
        let angle = RISE * 1.001 + 16.0 * T::EPSILON.f64();
        let spots = self.spots(found);
        tally.poses += 1;
        tally.contacts += spots.len();
        let out = [1.0, -1.0].map(|side| Vec3::new(-slope * side, 0.0, 1.0).normalized().unwrap());
        for s in &spots {
            let n = s.normal;
            let x = s.on_ground.x;
            // Where the faces of a ridge meet any normal between theirs is allowed, elsewhere that of the face.
            let to_face = |k: usize| (n - out[k]).norm();
            let on_edge = x.abs() <= off;
            let is_between = n.y.abs() <= angle
                && (n.x >= -slope.abs() * n.z - 2.0 * angle && n.x <= slope.abs() * n.z + 2.0 * angle);
            // A face whose sides are tilted by less than the settings say shows the points of the edge.
            let tilted = 2.0 * ManifoldSettings::default().angle;
            let of_edge = on_edge || (x > 0.0 && to_face(0) <= tilted) || (x < 0.0 && to_face(1) <= tilted);
            let ok = (x >= -off && to_face(0) <= angle)
                || (x <= off && to_face(1) <= angle)
                || (slope < 0.0 && of_edge && is_between);
            if !ok {
                return Some(format!("normal {n:?} at {:?}, {}", s.on_ground, s.signed_distance));
            }
            let high = s.on_ground.z - slope * x.abs();
            // Where a curved part meets an edge is known to the root of the error.
            let beside = if slope != 0.0 && on_edge { off } else { 0.0 };
            if high.abs() > near + beside {
                return Some(format!("point {:?} is {high:e} above the ground", s.on_ground));
            }
            let outside = self.outside(s.on_shape);
            if outside > off {
                return Some(format!("point {:?} is {outside:e} off the shape", s.on_shape));
            }
            // No deeper than the plane along its normal through the point.
            let most = self.lowest(n, s.on_ground);
            if s.signed_distance < most - near {
                return Some(format!("{} where the shape is {most} deep", s.signed_distance));
            }
        }
        if slope == 0.0 {
            let lowest = self.lowest(out[0], Vec3::ZERO);
            if lowest < self.margin - near {
                tally.touching += 1;
                tally.deep += usize::from(lowest < -0.1);
                let least = spots.iter().fold(f64::INFINITY, |least, s| least.min(s.signed_distance));
                if (least - lowest).abs() > near {
                    return Some(format!("{least} of {} where the plane says {lowest}", spots.len()));
                }
            }
        } else {
            let ground = self.ground.body.at(self.world * Pose::at(-self.ground.origin));
            if contact(&ground, &(&self.shape).at(self.world * self.pose)).signed_distance.f64() < -near {
                tally.touching += 1;
                if spots.is_empty() {
                    return Some("no contact".into());
                }
            }
        }
        None
    }
}

/// Poses of shapes of every kind on grounds with this slope.
fn search<T: Real>(slope: f64, rounds: usize, seed: u64) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    let mut found = Vec::new();
    for round in 0..rounds {
        let grounds = grounds::<T>(slope, &mut rng);
        for ground in &grounds {
            for kind in 0..SOLIDS {
                let (shape, turn, [x, y]) = placed::<T>(kind, &mut rng);
                let lowest = turn.rotate(shape.support(turn.unrotate(v(0.0, 0.0, -1.0))));
                let (below, lowest) = (slope * (x + lowest.x.f64()).abs(), lowest.z.f64());
                let center = turn.rotate(shape.center());
                let tall = center.z.f64() - lowest;
                let is_above = tall < 1e-3 || rng.below(4) == 0;
                let margin = if is_above { 0.02 } else { 0.0 };
                let deep = if is_above { -0.01 } else { 0.98 * tall * 10_f64.powf(rng.between(-4.0, 0.0)) };
                let pose = Pose::new(v(x, y, below - deep - lowest), turn);
                let at = pose.transform(shape.center());
                // Its middle is above the ground.
                if at.z.f64() <= slope * at.x.f64().abs() + 1e-6 {
                    continue;
                }
                let world = if round % 2 == 0 { Pose::IDENTITY } else { rng.pose3(4.0) };
                let trial = Trial { ground, shape, pose, world, margin, swapped: rng.below(4) == 0 };
                if let Some(what) = trial.broken(&mut tally, &mut found) {
                    tally.broken += 1;
                    println!("{}", trial.say(&what));
                }
            }
        }
    }
    tally
}

fn check<T: Real>(slope: f64, rounds: usize, seed: u64) {
    let tally = search::<T>(slope, rounds, seed);
    println!("{tally:?}");
    assert_eq!(tally.broken, 0);
    assert!(tally.poses > 12 * rounds && 4 * tally.touching > tally.poses, "{tally:?}");
}

/// Cones were pushed aside by 0.33 rad, and so were segments, triangles, discs and patches, where none of the triangles that they passed through
/// was below their deepest point. Every normal is that of the ground within 2^-14, and the deepest point is as deep as the plane says.
#[test]
fn thin_bodies_were_pushed_aside_on_flat_ground() {
    check::<f64>(0.0, 60, 1);
    check::<f32>(0.0, 60, 2);
}

/// Every normal is that of a face.
#[test]
fn contacts_in_a_valley_are_those_of_its_faces() {
    for slope in [0.125, 0.5, 2.0] {
        check::<f64>(slope, 20, 3);
        check::<f32>(slope, 20, 4);
    }
}

/// A body over a ridge whose middle was behind the plane of the other face was pushed down through that. Every normal is between
/// those of the faces.
#[test]
fn bodies_over_a_ridge_were_pushed_into_it() {
    for slope in [-0.125, -0.5, -0.875, -2.0] {
        check::<f64>(slope, 20, 5);
        check::<f32>(slope, 20, 6);
    }
}

/// The cone of the search: 0.33 rad off the ground's normal.
#[test]
fn a_cone_was_pushed_aside_on_a_flat_field() {
    let field = HeightField::<f64>::from_fn(9, 9, [1.0; 3], |_, _| 0.0);
    let turn = [0.8514440482377368, 0.08967043160405887, -0.12708728633777033, -0.500850344981191];
    let at = [-0.3908543160464425, -0.915072498429474, 0.21085716655213374];
    let pose: Pose<Vec3<f64>> = Pose::new(at, Rot3::try_normalize_xyzw(turn).unwrap());
    let cone = Cone::new(0.11514843292923635, 0.5 * 0.6298649514625627);
    let down = Vec3::new(0.0, 0.0, -1.0);
    let lowest = pose.transform(cone.support(pose.rotation().unrotate(down))).z;
    let found = contacts(&field.at(Pose::at([-4.0, -4.0, 0.0])), &cone.at(pose));
    assert!(lowest < -0.009 && !found.is_empty());
    for contact in &found {
        assert!((contact.manifold.normal + down).norm() <= RISE, "{contact:?}");
    }
    let least = found.iter().filter_map(|c| c.manifold.deepest()).map(|p| p.signed_distance);
    assert!((least.fold(0.0, f64::min) - lowest).abs() < 1e-7, "{found:?}");
}

/// A triangle without area, as fills the gap at a vertex in the middle of a side, has no normal, and any was allowed there.
#[test]
fn a_triangle_without_area_stopped_sliding_bodies() {
    fn check<T: Real>() {
        let corners =
            [[-5.0, -5.0], [5.0, -5.0], [5.0, 5.0], [-5.0, 5.0], [0.0, 0.0]].map(|[x, y]| v::<T>(x, y, 0.0));
        let (floor, _) = TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 4], [0, 4, 3], [4, 2, 3]]).unwrap();
        assert_eq!(floor.len(), 4);
        let mut rng = Rng::new(7);
        let mut found = 0;
        for kind in (0..SOLIDS).filter(|&k| ShapeKind::ALL[k] != ShapeKind::Point) {
            for _ in 0..40 {
                let (shape, turn, [x, y]) = placed::<T>(kind, &mut rng);
                let lowest = turn.rotate(shape.support(turn.unrotate(v(0.0, 0.0, -1.0)))).z.f64();
                let tall = turn.rotate(shape.center()).z.f64() - lowest;
                let body = (&shape).at(Pose::new(v(x, y, -0.25 * tall - lowest), turn));
                for contact in contacts(&floor, &body) {
                    let up = contact.manifold.normal;
                    assert!((up - v(0.0, 0.0, 1.0)).norm().f64() <= RISE, "{shape:?}: {contact:?}");
                    found += 1;
                }
            }
        }
        assert!(found > 500, "{found}");
    }
    check::<f32>();
    check::<f64>();
}

/// The normal of a round body in `f32` above a ridge is off by more than the surface allows; its contact was at no distance.
#[test]
fn a_round_body_above_a_ridge_was_reported_to_touch_it() {
    fn check<T: Real>() {
        let ridge = field::<T>(-0.125);
        let mut found = Vec::new();
        for (radii, z) in [([1.0, 1.0, 0.6859375], 0.7059375), ([1.0, 0.25, 0.5], 0.515625)] {
            let body = Ellipsoid::new(radii.map(T::of)).at(Pose::at(ridge.origin + v(0.0, 0.0, z)));
            let settings = ManifoldSettings { margin: 4e-2, ..ManifoldSettings::default() };
            contacts_into(&ridge.body.at(Pose::IDENTITY), &body, &settings, &mut found);
            let true_distance = z - radii[2];
            assert!(!found.is_empty());
            for contact in &found {
                let (n, p) = (contact.manifold.normal, contact.manifold.points()[0]);
                let apart = p.point_b - p.point_a;
                assert!((p.signed_distance.f64() - true_distance).abs() < 1e-4, "{contact:?}");
                assert!((apart - n * p.signed_distance).norm().f64() < 1e-6, "{contact:?}");
                assert!(n.y.f64().abs() <= RISE && n.x.f64().abs() <= 0.125 + RISE, "{contact:?}");
            }
        }
    }
    check::<f32>();
    check::<f64>();
}
