//! The front door: bodies of every form against one another.

use super::Net;
use super::bodies::{forms, forms2, maps, planars, poses, poses2, solids};
use super::numbers::{all, flat, wild};
use impinge::body::AnyBody;
use impinge::nonconvex::{contacts_into, way_out};
use impinge::*;
use impinge_scenes::Rng;

pub const COVERS: &[&str] = &[
    "intersects",
    "intersects_with",
    "distance",
    "distance_with",
    "contact",
    "contact_with",
    "contact_within",
    "closest_point",
    "contains_point",
    "contacts",
    "nonconvex::contacts_into",
    "nonconvex::way_out",
    "cast",
    "cast_with",
    "ray_cast",
    "ray_cast_within",
    "AnyBody::at",
    "AnyBody::aabb",
    "Settings",
    "CastSettings",
    "manifolds::ManifoldSettings",
];

/// Settings whose numbers are odd.
fn settings(x: f64) -> [Settings; 2] {
    [Settings { gap: Some(x), margin: None }, Settings { gap: None, margin: Some(x) }]
}

/// All queries about two bodies.
fn ask<V: Dimension>(
    net: &mut Net,
    name: &dyn Fn() -> String,
    [a, b]: [&AnyBody<V>; 2],
    [at_a, at_b]: [&Pose<V>; 2],
    ray: &Ray<V>,
    motion: &Motion<V>,
    odd: f64,
) {
    let (p, q) = (a.at(*at_a), b.at(*at_b));
    let told = |what: &'static str| move || format!("{what} of {}", name());
    // Two half-spaces that meet have no depth, and a map of what is too thin for its cells says that it knows nothing.
    let is_map = |body: &AnyBody<V>| matches!(body, AnyBody::Map(_));
    let endless = matches!((a, b), (AnyBody::HalfSpace(_), AnyBody::HalfSpace(_))) || is_map(a) || is_map(b);
    macro_rules! ask {
        ($what:literal, $f:expr) => {
            if endless {
                net.ask(told($what), $f).map(|_| ())
            } else {
                net.finite(told($what), $f).map(|_| ())
            }
        };
    }
    net.ask(told("intersects"), || intersects(&p, &q));
    ask!("distance", || distance(&p, &q));
    ask!("contact", || contact(&p, &q));
    ask!("contacts", || contacts(&p, &q));
    let mut found = Vec::new();
    ask!("contacts_into", || contacts_into(
        &p,
        &q,
        &manifolds::ManifoldSettings { margin: odd, ..Default::default() },
        &mut found
    ));
    net.ask(told("way_out"), || way_out(&p, &q));
    ask!("closest_point", || closest_point(&p, at_b.translation()));
    for point in [at_b.translation(), V::axis(0) * V::Scalar::of(odd)] {
        net.ask(told("closest_point"), || closest_point(&p, point));
        net.ask(told("contains_point"), || contains_point(&p, point));
    }
    // By when they touch is infinite where they graze.
    let told_of_cast = net.ask(told("cast"), || cast(&p, &q, &Motion::still(), motion)).flatten();
    let is_finite = |x: &Impact<V>| {
        x.time.is_finite() && x.distance.is_finite() && x.point_a.is_finite() && x.point_b.is_finite()
    };
    net.holds(
        || format!("{told_of_cast:?} is finite, cast of {}", name()),
        told_of_cast.as_ref().is_none_or(is_finite),
    );
    let settings_of_cast = CastSettings { separation: odd, tolerance: Some(odd), max_steps: 40 };
    net.ask(told("cast_with"), || cast_with(&p, &q, motion, &Motion::still(), &settings_of_cast));
    for settings in settings(odd) {
        net.ask(told("intersects_with"), || intersects_with(&p, &q, &settings));
        net.ask(told("distance_with"), || distance_with(&p, &q, &settings));
        net.ask(told("contact_with"), || contact_with(&p, &q, &settings));
        net.ask(told("contact_within"), || contact_within(&p, &q, &settings));
    }
    net.finite(told("ray_cast"), || ray_cast(&p, ray));
    net.finite(told("ray_cast_within"), || ray_cast_within(&q, ray, V::Scalar::of(odd)));
    net.ask(told("aabb"), || a.aabb(at_a));
}

/// Random pairs of bodies, one out of each list, at random poses, with random rays, motions and settings.
fn pairs<V: Dimension + impinge_scenes::Space>(
    firsts: &[(String, AnyBody<V>)],
    bodies: &[(String, AnyBody<V>)],
    poses: &[Pose<V>],
    wild: &[V],
    rounds: usize,
    seed: u64,
) {
    let (mut net, mut rng) = (Net::default(), Rng::new(seed));
    let numbers: Vec<f64> = all::<V::Scalar>().into_iter().map(Real::f64).collect();
    for _ in 0..rounds {
        let (name_a, a) = &firsts[rng.below(firsts.len())];
        let (name_b, b) = &bodies[rng.below(bodies.len())];
        let [at_a, at_b] = [(); 2].map(|()| poses[rng.below(poses.len())]);
        let name = || format!("{name_a} at {at_a:?} and {name_b} at {at_b:?}");
        let any = |rng: &mut Rng| wild[rng.below(wild.len())];
        let ray = loop {
            if let Ok(ray) = Ray::try_new(any(&mut rng), any(&mut rng)) {
                break ray;
            }
        };
        let motion = Motion::between(&poses[rng.below(poses.len())], &at_b);
        let straight = Motion::try_translation(motion.linear());
        let motion = if rng.below(2) == 0 { straight.unwrap_or(motion) } else { motion };
        let odd = numbers[rng.below(numbers.len())];
        ask(&mut net, &name, [a, b], [&at_a, &at_b], &ray, &motion, odd);
    }
    net.done(15 * rounds);
}

fn space<T: Real>(rounds: usize, seed: u64) {
    let mut bodies = forms::<T>();
    bodies.extend(solids().into_iter().step_by(5).map(|(name, shape)| (name, shape.into())));
    pairs(&bodies, &bodies, &poses(), &wild(), rounds, seed);
}

/// Maps from the smallest possible to the largest, with all bodies: points far from tiny ones were tested too rarely.
fn with_maps<T: Real>(rounds: usize, seed: u64) {
    let maps: Vec<(String, AnyBody<Vec3<T>>)> =
        maps::<T>().into_iter().map(|map| (format!("map {:?}", map.map().report()), map.into())).collect();
    let mut bodies = forms::<T>();
    bodies.extend(solids().into_iter().step_by(3).map(|(name, shape)| (name, shape.into())));
    pairs(&maps, &bodies, &poses(), &wild(), rounds, seed);
    pairs(&maps, &maps, &poses(), &wild(), rounds / 4, seed);
}

fn plane<T: Real>(rounds: usize, seed: u64) {
    let mut bodies = forms2::<T>();
    bodies.extend(planars().into_iter().step_by(2).map(|(name, shape)| (name, shape.into())));
    let wild: Vec<Vec2<T>> = wild().into_iter().map(flat).collect();
    pairs(&bodies, &bodies, &poses2(), &wild, rounds, seed);
}

#[test]
fn bodies_of_space_are_answered_about() {
    space::<f32>(200, 341);
    space::<f64>(200, 342);
}

#[test]
fn maps_at_the_front_door_are_answered_about() {
    with_maps::<f32>(60, 345);
    with_maps::<f64>(60, 346);
}

#[test]
fn bodies_of_the_plane_are_answered_about() {
    plane::<f32>(300, 343);
    plane::<f64>(300, 344);
}
