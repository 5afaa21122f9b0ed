//! Meshes, height fields, motion, decompositions and soft bodies.

use super::Net;
use super::bodies::{FACES, fields, polygon_meshes, poses, tetrahedra, triangle_meshes};
use super::numbers::{all, wild};
use impinge::decompose::{DecomposeSettings, decompose, decompose_with};
use impinge::expel::zone::zone_for;
use impinge::expel::{MotionSettings, Mover, Obstacles, SlideSettings, move_by, shrunk, slide, translate};
use impinge::mesh::common_volume;
use impinge::mesh::polygon::{
    Gathered, PlacedMesh, in_solid, is_in_solid, position, trace_ray, trace_segment, winding_number,
};
use impinge::nonconvex::{Crossing, relation};
use impinge::soft::{CcdSettings, edge_edge, vertex_edge, vertex_face};
use impinge::*;
use impinge_scenes::Rng;

pub const COVERS: &[&str] = &[
    "TriangleMesh::at",
    "TriangleMesh::each_in_box",
    "TriangleMesh::position",
    "TriangleMesh::nearest",
    "TriangleMesh::crossings",
    "TriangleMesh::is_crossed",
    "nonconvex::relation",
    "HeightField::at",
    "HeightField::is_hole",
    "HeightField::triangle",
    "HeightField::height_at",
    "HeightField::normal_at",
    "PolygonMesh::vertex_is_internal",
    "PolygonMesh::ring",
    "PolygonMesh::start",
    "PolygonMesh::corners",
    "PolygonMesh::radius_about",
    "PolygonMesh::near",
    "PolygonMesh::gather",
    "PolygonMesh::placed",
    "PlacedMesh::new",
    "mesh::common_volume",
    "mesh::polygon::in_solid",
    "mesh::polygon::is_in_solid",
    "mesh::polygon::position",
    "mesh::polygon::trace_ray",
    "mesh::polygon::trace_segment",
    "mesh::polygon::winding_number",
    "mesh::polygon::Gathered",
    "expel::move_by",
    "expel::shrunk",
    "expel::slide",
    "expel::translate",
    "expel::zone::zone_for",
    "expel::MotionSettings",
    "expel::SlideSettings",
    "Mover::translate_both",
    "Mover::free",
    "Mover::translate",
    "Mover::move_by",
    "Mover::move_in_a_row",
    "Mover::clearance",
    "Mover::contacts",
    "Mover::slide",
    "Obstacles::insert",
    "Obstacles::remove",
    "Obstacles::set_pose",
    "decompose::decompose",
    "decompose::decompose_with",
    "decompose::DecomposeSettings",
    "soft::edge_edge",
    "soft::vertex_edge",
    "soft::vertex_face",
    "soft::CcdSettings",
];

#[test]
fn triangle_meshes_and_fields_are_answered_about() {
    fn check<T: Real>() {
        let mut net = Net::default();
        let (meshes, poses) = (triangle_meshes::<T>(), poses::<T>());
        let mut crossings: Vec<Crossing<T>> = Vec::new();
        for (k, mesh) in meshes.iter().enumerate() {
            let name = || format!("{:?}", mesh.vertices());
            for (i, v) in wild::<T>().into_iter().enumerate() {
                let told = |what: &'static str| move || format!("{what} of {v:?} and {}", name());
                net.ask(told("position"), || mesh.position(v));
                // Beyond the limit the distance may be NaN.
                if v.max_abs() <= T::LIMIT {
                    net.ask(told("nearest"), || mesh.nearest(v));
                } else {
                    net.returns(told("nearest"), || mesh.nearest(v));
                }
                let bounds = Aabb { min: v.min(-v), max: v.max(-v) };
                net.returns(told("each_in_box"), || mesh.each_in_box(&bounds, |_| {}));
                net.returns(told("each_in_box"), || mesh.each_in_box(&Aabb { min: v, max: -v }, |_| {}));
                if let Ok(ray) = Ray::try_new(wild()[(7 * i + k) % 60], v) {
                    for max in [v.x, T::INFINITY] {
                        net.finite(told("crossings"), || {
                            mesh.crossings(&ray, max, &mut crossings);
                            crossings.clone()
                        });
                        net.ask(told("is_crossed"), || mesh.is_crossed(&ray, max));
                    }
                }
            }
            for (j, other) in meshes.iter().enumerate() {
                let [p, q] = [poses[(3 * k + j) % poses.len()], poses[(k + 5 * j) % poses.len()]];
                let told = || format!("relation of {} at {p:?} and {:?} at {q:?}", name(), other.vertices());
                net.ask(told, || relation(&mesh.at(p), &other.at(q)));
            }
        }
        for field in fields::<T>() {
            let name = || format!("{:?} {:?}", field.spacing(), field.heights());
            for v in wild::<T>() {
                net.finite(|| format!("height_at {v:?} of {}", name()), || field.height_at(v.x, v.y));
                net.finite(|| format!("normal_at {v:?} of {}", name()), || field.normal_at(v.y, v.z));
            }
            net.finite(name, || [0, 1, 7, 8, u32::MAX].map(|k| (field.triangle(k), field.is_hole(k, k))));
            net.finite(name, || contact(&field.at(poses[1]), &Point::new(Vec3::ZERO)));
        }
        net.done(8_000);
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn polygon_meshes_are_answered_about() {
    fn check<T: Real>(seed: u64) {
        let (mut net, mut rng) = (Net::default(), Rng::new(seed));
        let (meshes, poses) = (polygon_meshes::<T>(), poses::<T>());
        let mut near = Gathered::new();
        for mesh in &meshes {
            let name = || format!("{:?}", mesh.vertices());
            for v in wild::<T>() {
                let told = |what: &'static str| move || format!("{what} of {v:?} and {}", name());
                net.ask(told("position"), || position(mesh, v));
                net.ask(told("winding_number"), || winding_number(mesh, v));
                let w = wild::<T>()[rng.below(60)];
                // Of a direction that is short, the fraction may be beyond all numbers.
                net.ask(told("trace_ray"), || trace_ray(mesh, v, w));
                net.finite(told("trace_segment"), || trace_segment(mesh, w, v));
                let wide: Vec3<f64> = v.cast();
                net.returns(told("near"), || mesh.near(&Aabb::around(wide, wide), |_| {}));
                net.returns(told("gather"), || mesh.gather(&Aabb::around(-wide, wide), &mut near));
                net.returns(told("radius_about"), || mesh.radius_about(wide));
                net.try_make(told("shrunk"), || shrunk(mesh, v.x.f64()));
            }
            net.returns(name, || {
                for p in 0..mesh.polygons().len() as u32 {
                    assert_eq!(mesh.ring(p).len(), mesh.corners(p).len());
                    let first = mesh.ring(p).iter().map(|&side| mesh.start(side));
                    assert!(first.eq(mesh.corners(p)));
                }
                (0..mesh.vertices().len() as u32).filter(|&v| mesh.vertex_is_internal(v)).count()
            });
            for pose in &poses {
                net.finite(
                    || format!("{} placed at {pose:?}", name()),
                    || mesh.placed(pose).vertices().to_vec(),
                );
            }
        }
        for _ in 0..300 {
            let [a, b] = [(); 2].map(|()| &meshes[rng.below(meshes.len())]);
            let [p, q] = [(); 2].map(|()| poses[rng.below(poses.len())]);
            let (moving, standing) = (PlacedMesh::new(a, p), PlacedMesh::new(b, q));
            let told = || format!("in_solid of {:?} at {p:?} and {:?} at {q:?}", a.vertices(), b.vertices());
            net.ask(told, || in_solid(&moving, &standing));
            net.ask(told, || is_in_solid(&moving, &standing));
        }
        net.done(10_000);
    }
    check::<f32>(361);
    check::<f64>(362);
}

#[test]
fn common_volumes_are_answered_about() {
    let (mut net, mut rng) = (Net::default(), Rng::new(363));
    let (meshes, wild) = (triangle_meshes::<f64>(), wild::<f64>());
    for k in 0..600 {
        let [a, b] = [(); 2].map(|()| &meshes[rng.below(meshes.len())]);
        let by = wild[rng.below(wild.len())];
        // Far away together, so that they may meet there; alone; and where they are.
        let at = [by, Vec3::ZERO][k % 2];
        let by = if k % 3 == 0 { Vec3::ZERO } else { by };
        let told =
            || format!("common_volume of {:?} at {at:?} and {:?} at {by:?}", a.vertices(), b.vertices());
        net.ask(told, || common_volume((a, at), (b, by)));
    }
    net.done(600);
}

/// Everything that a [`Mover`] does, with random meshes, poses, ways and settings.
fn moving<T: Real>(rounds: usize, seed: u64) {
    let (mut net, mut rng) = (Net::default(), Rng::new(seed));
    let (meshes, poses, wild) = (polygon_meshes::<T>(), poses::<T>(), wild::<T>());
    let numbers: Vec<f64> = all::<T>().into_iter().map(Real::f64).collect();
    let mut mover = Mover::new();
    for round in 0..rounds {
        let [a, b] = [(); 2].map(|()| &meshes[rng.below(meshes.len())]);
        let [p, q, r] = [(); 3].map(|()| poses[rng.below(poses.len())]);
        let (moving, standing) = (PlacedMesh::new(a, p), PlacedMesh::new(b, q));
        let (by, odd) = (wild[rng.below(wild.len())], numbers[rng.below(numbers.len())]);
        let name =
            || format!("{:?} at {p:?} by {by:?} among {:?} at {q:?}, {odd}", a.vertices(), b.vertices());
        let told = |what: &'static str| move || format!("{what} of {}", name());
        let settings = match round % 4 {
            0 => MotionSettings::default(),
            1 => MotionSettings { zone: Some(odd), ..MotionSettings::default() },
            2 => MotionSettings { world: odd, ..MotionSettings::default() },
            _ => MotionSettings { free: Some(odd), ..MotionSettings::default() },
        };
        let mut world = Obstacles::new();
        let number = net.ask(told("Obstacles::insert"), || world.insert(standing)).and_then(Result::ok);
        net.ask(told("Obstacles::set_pose"), || world.set_pose(number.unwrap_or(7), r));
        net.ask(told("translate"), || translate(&moving, by, &standing, &settings));
        net.ask(told("Mover::translate"), || mover.translate(&moving, by, &world, &settings));
        let motion = Motion::between(&p, &r);
        net.ask(told("move_by"), || move_by(&moving, &motion, &standing, &settings));
        net.ask(told("Mover::move_by"), || mover.move_by(&moving, &motion, &world, &settings));
        let row = [motion, Motion::still()];
        net.ask(told("move_in_a_row"), || mover.move_in_a_row(&moving, &row, &standing, &settings));
        net.ask(told("translate_both"), || mover.translate_both([&moving, &standing], [by, -by], &settings));
        net.ask(told("free"), || mover.free(&moving, &standing, odd, &settings));
        net.ask(told("clearance"), || mover.clearance(&moving, &standing, odd));
        let mut found = Vec::new();
        net.ask(told("contacts"), || {
            mover.contacts(&moving, &standing, odd, &mut found).map(|_| found.clone())
        });
        let of_slide = SlideSettings {
            step: T::of(odd),
            slope: T::of(odd),
            motion: settings,
            ..SlideSettings::default()
        };
        net.ask(told("slide"), || slide(&moving, by, &standing, &of_slide));
        let of_slide = SlideSettings { up: by, motion: settings, ..SlideSettings::default() };
        net.ask(told("Mover::slide"), || mover.slide(&moving, by, &world, &of_slide));
        net.ask(told("zone_for"), || zone_for(a, b, T::of(odd)));
        net.ask(told("Obstacles::remove"), || world.remove(number.unwrap_or(0)).is_some());
    }
    net.done(15 * rounds);
}

#[test]
fn meshes_in_motion_are_answered_about() {
    moving::<f32>(150, 363);
    moving::<f64>(150, 364);
}

#[test]
fn decompositions_end() {
    fn check<T: Real>() {
        let mut net = Net::default();
        for corners in tetrahedra::<T>() {
            let name = || format!("decompose of {corners:?}");
            let plain = DecomposeSettings::default();
            let settings = [
                plain,
                DecomposeSettings { concavity: f64::NAN, ..plain },
                DecomposeSettings { concavity: f64::INFINITY, ..plain },
                DecomposeSettings { concavity: 0.0, ..plain },
                DecomposeSettings { concavity: -1.0, ..plain },
                DecomposeSettings { concavity: 1e30, ..plain },
                DecomposeSettings { concavity: 1e-300, max_parts: Some(3), ..plain },
                DecomposeSettings { max_parts: Some(0), ..plain },
                DecomposeSettings { max_vertices: Some(0), ..plain },
                DecomposeSettings { max_vertices: Some(4), max_parts: Some(1), ..plain },
            ];
            for settings in &settings {
                net.try_make(name, || decompose::<T, _>(&corners, &FACES, settings));
            }
            for faces in [&FACES[..3], &[], &[[0, 1, 9]], &[[0, 0, 0]]] {
                net.try_make(name, || {
                    decompose_with::<T, _>(&corners, faces, &plain, |_| core::ops::ControlFlow::Break(()))
                });
            }
        }
        net.done(100);
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn soft_features_are_answered_about() {
    fn check<T: Real>(seed: u64) {
        let (mut net, mut rng) = (Net::default(), Rng::new(seed));
        let (wild, numbers) = (wild::<T>(), all::<T>());
        for _ in 0..2000 {
            let some: [Vec3<T>; 8] = [(); 8].map(|()| wild[rng.below(wild.len())]);
            let [a, b, c, d, e, f, g, h] = some;
            let odd = numbers[rng.below(numbers.len())];
            let plain = CcdSettings::default();
            let all = [
                plain,
                CcdSettings { separation: odd, ..plain },
                CcdSettings { until: odd, ..plain },
                CcdSettings { steps: 0, ..plain },
            ];
            for settings in &all {
                let told = || format!("{some:?}, {settings:?}");
                // They have no door: what is not a number comes back as such, and the status says that nothing is known.
                let finite = some.iter().all(|v| v.is_finite());
                macro_rules! ask {
                    ($f:expr) => {
                        if finite { net.ask(told, $f).map(|_| ()) } else { net.returns(told, $f).map(|_| ()) }
                    };
                }
                ask!(|| vertex_face(a, b, [c, d, e], [f, g, h], settings));
                ask!(|| edge_edge([a, b], [c, d], [e, f], [g, h], settings));
                let [p, q, r, s, t, u] = [a, b, c, d, e, f].map(super::numbers::flat);
                ask!(|| vertex_edge(p, q, [r, s], [t, u], settings));
            }
        }
        net.done(20_000);
    }
    check::<f32>(365);
    check::<f64>(366);
}
