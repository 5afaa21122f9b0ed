//! Bodies of any form: meshes, compounds, height fields, half-spaces, outlines, distance maps, and what is made of them.

use impinge::body::{AnyBody, Chain, Compound, HeightField, Region};
use impinge::decompose::{DecomposeSettings, decompose};
use impinge::hull::solid_hull;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::{relation, way_out};
use impinge::sdf::{DeepestSettings, DistanceMap, MapSettings};
use impinge::{
    AnyShape, Capsule, Circle, Cone, Cuboid, HalfSpace, Motion, Pose, Ray, Real, Rectangle, Shape, Sphere,
    Vec2, Vec3, cast, contact, contacts, distance, intersects, ray_cast,
};
use impinge_scenes::meshes::{Triangles, bumpy_sphere, cube, letter, nested_shells, terrain, torus};
use impinge_scenes::{Rng, Space};

use crate::hash::line;

fn mesh<T: Real>(triangles: &Triangles) -> TriangleMesh<T> {
    let points: Vec<Vec3<T>> = triangles.points.iter().map(|p| p.cast()).collect();
    TriangleMesh::new(&points, &triangles.triangles).expect("a mesh").0
}

fn all<T: Real>() -> Vec<AnyBody<Vec3<T>>> {
    let t = T::of;
    let leg: AnyShape<T> = Capsule::new(t(0.5), t(0.125)).into();
    let top: AnyShape<T> = Cuboid::new([t(1.0), t(0.5), t(0.125)]).into();
    let table =
        [(top, Pose::at([t(0.0), t(0.0), t(1.0)])), (leg.clone(), Pose::at([t(0.75), t(0.25), t(0.5)]))];
    let field =
        HeightField::from_fn(9, 9, [t(0.25), t(0.25), t(0.5)], |i, j| ((i * 5 + j * 3) % 7) as f32 * 0.125);
    vec![
        AnyShape::from(Sphere::new(t(0.5))).into(),
        AnyShape::from(Cone::new(t(0.5), t(1.0))).into(),
        Compound::new(table).into(),
        mesh::<T>(&cube(1.0)).into(),
        mesh::<T>(&letter('U')).into(),
        mesh::<T>(&torus(12, 8)).into(),
        mesh::<T>(&bumpy_sphere(4, 0.25, 5)).into(),
        mesh::<T>(&nested_shells(true)).into(),
        mesh::<T>(&terrain(6, 0.5, 7)).into_surface().into(),
        field.into(),
        HalfSpace::new([t(0.0), t(0.0), t(1.0)], t(0.0)).into(),
    ]
}

/// Every question about two bodies, all with all.
pub fn bodies<T: Real>(place: &str) {
    let (all, mut rng, mut meet) = (all::<T>(), Rng::new(41), 0);
    let answers = line("bodies", place, |bits| {
        for (i, a) in all.iter().enumerate() {
            for b in &all[..=i] {
                let [p, q] = [(); 2].map(|()| Vec3::<T>::random_pose(&mut rng, 0.9));
                let (a, b) = (a.at(p), b.at(q));
                meet += usize::from(intersects(&a, &b));
                bits.told((distance(&a, &b), contact(&a, &b), contacts(&a, &b), way_out(&a, &b)));
                let away = Vec3::<T>::random_unit(&mut rng);
                bits.told(cast(&a, &b, &Motion::still(), &Motion::translation(away * T::TWO)));
                let ray = Ray::new(away * T::of(4.0), -away);
                bits.told(ray_cast(&a, &ray));
            }
        }
        bits.answers
    });
    assert!(answers > 150 && meet > 10, "{answers} answers, {meet} meet");
}

/// Relations of meshes to one another, and of points to them.
pub fn meshes<T: Real>(place: &str) {
    let mut rng = Rng::new(42);
    let all = [cube(1.0), letter('U'), bumpy_sphere(4, 0.25, 5), nested_shells(true)].map(|m| mesh::<T>(&m));
    line("meshes", place, |bits| {
        for k in 0..40 {
            let [p, q] = [(); 2].map(|()| Vec3::<T>::random_pose(&mut rng, 0.5));
            bits.told(relation(&all[k % 4].at(p), &all[k / 4 % 4].at(q)));
            let at = Vec3::<T>::random_unit(&mut rng) * T::of(rng.between(0.0, 2.0));
            bits.told((all[k % 4].nearest(at), all[k % 4].position(at)));
        }
    });
}

/// Chains and regions of the plane.
pub fn outlines<T: Real>(place: &str) {
    let t = T::of;
    let ring = |half: f64, turn: bool| -> Vec<[T; 2]> {
        let mut ring =
            vec![[t(-half), t(-half)], [t(half), t(-half)], [t(half), t(half)], [t(-half), t(half)]];
        if turn {
            ring.reverse();
        }
        ring
    };
    let chain = [[t(-2.0), t(0.0)], [t(-1.0), t(0.5)], [t(0.0), t(0.0)], [t(1.0), t(1.0)], [t(2.0), t(0.25)]];
    let bodies: [AnyBody<Vec2<T>>; 4] = [
        Region::try_new(&[ring(1.0, false), ring(0.5, true)]).expect("a region").into(),
        Chain::new(&chain).into(),
        Chain::new(&chain).one_sided().into(),
        HalfSpace::new([t(0.0), t(1.0)], t(-0.5)).into(),
    ];
    let mut rng = Rng::new(43);
    line("outlines", place, |bits| {
        for k in 0..200 {
            let at = Vec2::<T>::random_pose(&mut rng, 0.8);
            let to = Vec2::<T>::random_pose(&mut rng, 0.8);
            let (a, away) = (bodies[k % 4].at(at), Vec2::<T>::random_unit(&mut rng) * T::TWO);
            let (ball, block) = (Circle::new(t(0.25)).at(to), Rectangle::new([t(0.25), t(0.5)]).at(to));
            bits.told((distance(&a, &ball), contact(&a, &block), contacts(&a, &block), way_out(&a, &ball)));
            bits.told(cast(&a, &block, &Motion::still(), &Motion::translation(away)));
            bits.told(ray_cast(&a, &Ray::new(away, -away)));
        }
    });
}

/// Hulls, convex parts, and distance maps.
pub fn made<T: Real>(place: &str) {
    let mut rng = Rng::new(44);
    line("hulls", place, |bits| {
        for count in 4..40 {
            let points: Vec<_> = (0..count).map(|_| rng.unit3::<T>()).collect();
            let hull = solid_hull(&points).expect("a solid");
            let faces = (0..hull.topology().face_count() as u32).map(|f| hull.topology().face_vertices(f));
            bits.told((hull.vertices(), faces.collect::<Vec<_>>()));
        }
    });
    line("decompose", place, |bits| {
        for solid in [letter('U'), torus(12, 8)] {
            let points: Vec<Vec3<T>> = solid.points.iter().map(|p| p.cast()).collect();
            let found = decompose(&points, &solid.triangles, &DecomposeSettings::default()).expect("a solid");
            for part in &found.parts {
                bits.told(part.vertices());
            }
            bits.told((found.hausdorff, found.volume_ratio, found.concavity, found.status));
        }
    });
    line("maps", place, |bits| {
        let settings = MapSettings { cells: 16, ..MapSettings::default() };
        let map = DistanceMap::build(&mesh::<T>(&bumpy_sphere(4, 0.25, 5)), &settings).expect("a map");
        for _ in 0..200 {
            bits.told(map.sample(Vec3::<T>::random_unit(&mut rng) * T::of(rng.between(0.0, 3.0))));
        }
        for _ in 0..10 {
            let block = Cuboid::new([T::HALF; 3]).at(Vec3::<T>::random_pose(&mut rng, 1.5));
            bits.told(map.deepest(&Pose::IDENTITY, &block, &DeepestSettings::default()));
        }
    });
}
