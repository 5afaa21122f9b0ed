//! Distance maps, and what becomes of their contacts.

use super::Net;
use super::bodies::{half_spaces, maps, poses, solids, triangle_meshes};
use super::numbers::{all, wild};
use impinge::manifolds::{ClusterSettings, Clusters};
use impinge::sdf::{
    DeepestSettings, DistanceMap, MapContactSettings, MapContacts, MapSettings, Method, SampledMap,
};
use impinge::*;

pub const COVERS: &[&str] = &[
    "DistanceMap::build",
    "DistanceMap::build_with",
    "DistanceMap::from_parts",
    "DistanceMap::ray",
    "DistanceMap::sample",
    "DistanceMap::deepest",
    "SampledMap::new",
    "SampledMap::at",
    "SampledMap::half_space_contacts",
    "SampledMap::contacts",
    "sdf::MapSettings",
    "sdf::Method",
    "sdf::DeepestSettings",
    "sdf::MapContactSettings",
    "sdf::MapContacts",
    "Clusters::update",
    "ClusterSettings::of_size",
];

#[test]
fn maps_are_built_or_refused() {
    fn check<T: Real>() {
        let mut net = Net::default();
        let plain = MapSettings { cells: 4, max_bytes: 1 << 20, ..MapSettings::default() };
        for mesh in triangle_meshes::<T>() {
            let name = || format!("map of {:?}", mesh.vertices());
            for x in all::<f64>() {
                net.try_make(name, || DistanceMap::build(&mesh, &MapSettings { spacing: Some(x), ..plain }));
                net.try_make(name, || DistanceMap::build(&mesh, &MapSettings { band: x, ..plain }));
            }
            for settings in [
                MapSettings { cells: 0, ..plain },
                MapSettings { cells: usize::MAX, ..plain },
                MapSettings { max_bytes: 0, ..plain },
                MapSettings { method: Method::Marching, ..plain },
            ] {
                net.try_make(name, || {
                    DistanceMap::build_with(&mesh, &settings, |_| core::ops::ControlFlow::Continue(()))
                });
            }
            let size = mesh.bounds().max.max_abs().max(mesh.bounds().min.max_abs());
            for spacing in [size, size * T::HALF, T::ZERO, T::of(f64::NAN), T::INFINITY, -T::ONE] {
                net.try_make(name, || SampledMap::new(&mesh, &plain, spacing));
            }
            // Parts of a map with one number that is wrong.
            let Ok(map) = DistanceMap::build(&mesh, &plain) else { continue };
            for x in all::<f64>() {
                for place in 0..6 {
                    let mut parts = map.parts();
                    match place {
                        0 => parts.origin[1] = x,
                        1 => parts.spacing = x,
                        2 => parts.bounds[1][2] = x,
                        3 => parts.band = x,
                        4 => parts.node_error = x,
                        _ => parts.coarse[0] = x as f32,
                    }
                    let made = net.try_make(name, || DistanceMap::<T>::from_parts(parts));
                    if let Some(made) = made {
                        net.ask(name, || made.report());
                    }
                }
            }
            let mut parts = map.parts();
            parts.cells[0] = u32::MAX;
            net.try_make(name, || DistanceMap::<T>::from_parts(parts));
        }
        net.done(1_000);
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn maps_are_answered_about() {
    fn check<T: Real>() {
        let mut net = Net::default();
        let (maps, poses, shapes) = (maps::<T>(), poses::<T>(), solids::<T>());
        let mut found = MapContacts::new();
        let mut clusters = Clusters::new();
        for (k, sampled) in maps.iter().enumerate() {
            let map = sampled.map();
            let name = || format!("{:?}", map.report());
            for (i, v) in wild::<T>().into_iter().enumerate() {
                let told = |what: &'static str| move || format!("{what} of {v:?} in {}", name());
                // Far points are a search of their own, in the tests of maps.
                if v.is_finite() && v.max_abs() <= T::ONE / super::numbers::small() {
                    net.ask(told("sample"), || map.sample(v));
                } else {
                    net.returns(told("sample"), || map.sample(v));
                }
                net.ask(told("ray"), || map.ray(wild()[(5 * i) % 60], v, T::INFINITY));
                net.ask(told("ray"), || map.ray(v, Vec3::axis(0), v.x));
                let settings = MapContactSettings { margin: v.x.f64(), budget: 2000 };
                let (p, q) = (poses[i % poses.len()], poses[(3 * i + k) % poses.len()]);
                let other = &maps[(k + i) % maps.len()];
                net.ask(told("contacts"), || {
                    sampled.contacts(&p, other, &q, &settings, &mut found);
                    found.clone()
                });
                let size = T::of(map.report().spacing);
                net.returns(told("clusters"), || {
                    clusters.update(found.points(), &p, &q, &ClusterSettings::of_size(size))
                });
                net.returns(told("clusters"), || {
                    clusters.update(found.points(), &p, &q, &ClusterSettings::of_size(v.x))
                });
                let plane = &half_spaces()[i % 18];
                net.ask(told("half_space"), || {
                    sampled.half_space_contacts(&p, plane, &settings, &mut found);
                    found.clone()
                });
                net.finite(told("placed"), || distance(&sampled.at(p), plane));
                let settings = DeepestSettings { gap: v.x.f64(), margin: v.y.f64(), budget: 2000 };
                let (shape_name, shape) = &shapes[(11 * i + k) % shapes.len()];
                net.ask(
                    || format!("deepest of {shape_name} at {p:?} in {}", name()),
                    || map.deepest(&p, shape, &settings),
                );
            }
        }
        net.done(1_500);
    }
    check::<f32>();
    check::<f64>();
}
