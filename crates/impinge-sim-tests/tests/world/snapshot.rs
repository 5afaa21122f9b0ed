//! A world that was written and read again goes on as if nothing had happened, to the bit.

use impinge::body::Compound;
use impinge::{AnyShape, Capsule, ConvexPolyhedron, Cuboid, HalfSpace, Pose, Real, Sphere, Vec3};
use impinge_sim::{Body, EventSettings, Material, PairRule, SleepSettings, Surface, World, WorldSettings};
use serde::{Deserialize, Serialize};

/// A pile of all kinds of bodies, some of them gone, that is still falling.
fn pile<T: Real>() -> World<T> {
    let settings = WorldSettings {
        sleep: Some(SleepSettings::default()),
        events: Some(EventSettings { impact: T::of(0.5) }),
        ..WorldSettings::default()
    };
    let mut world = World::<T>::new(settings);
    let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let floor = world.add_shape(HalfSpace::new(v(0.0, 0.0, 1.0), T::ZERO));
    let corners = [
        [0.6, 0.0, 0.0],
        [-0.5, 0.1, 0.0],
        [0.0, 0.5, 0.0],
        [0.1, -0.6, 0.0],
        [0.0, 0.0, 0.5],
        [0.0, 0.1, -0.4],
    ];
    let hull = ConvexPolyhedron::new(&corners.map(|[x, y, z]| v(x, y, z)));
    let beam = || AnyShape::from(Cuboid::new(v(0.8, 0.15, 0.15)));
    let cross = Compound::new([(beam(), Pose::IDENTITY), (beam(), Pose::at(v(0.0, 0.3, 0.0)))]);
    let shapes = [
        world.add_shape(Cuboid::new(v(0.5, 0.4, 0.3))),
        world.add_shape(Sphere::new(T::of(0.4))),
        world.add_shape(Capsule::new(T::of(0.3), T::of(0.25))),
        world.add_shape(hull),
        world.add_shape(cross),
    ];
    world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
    let mut all = Vec::new();
    for i in 0..25 {
        let at = v(f64::from(i % 2) * 0.3, f64::from(i % 3) * 0.2, 0.5 + 0.8 * f64::from(i));
        let material = Material { id: i % 3, restitution: T::of(0.2), ..Material::default() };
        let body =
            Body::dynamic(shapes[i as usize % 5], Pose::at(at)).material(material).user_data(u64::from(i));
        all.push(world.add(body.angular_velocity(v(0.5, 0.1, 0.0))).unwrap());
    }
    let surface = Surface { friction: T::of(0.1), restitution: T::ZERO, rolling_resistance: T::ZERO };
    world.set_pair_rule(PairRule { materials: (1, 2), surface }).unwrap();
    for i in [7, 3, 12] {
        world.remove(all[i]).unwrap();
    }
    world
}

fn check<T: Real + Serialize + for<'a> Deserialize<'a>>() {
    let mut world = pile::<T>();
    let step = T::of(1.0 / 60.0);
    for _ in 0..120 {
        world.step(step).unwrap();
    }
    assert!(world.contacts().count() > 10, "it is a pile");
    let written = serde_json::to_string(&world).unwrap();
    let mut read: World<T> = serde_json::from_str(&written).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
    let handles = |world: &World<T>| world.bodies().collect::<Vec<_>>();
    assert_eq!(handles(&read), handles(&world));
    let shape = world.add_shape(Sphere::new(T::HALF));
    assert_eq!(read.add_shape(Sphere::new(T::HALF)), shape);
    for i in 0..1000 {
        let (a, b) = (world.step(step).unwrap(), read.step(step).unwrap());
        assert_eq!(a, b, "step {i}");
        assert_eq!(world.events(), read.events(), "step {i}");
        if i % 100 == 50 {
            // Later bodies get the same handles, though places are free.
            let body = Body::dynamic(shape, Pose::at([T::ZERO, T::ZERO, T::of(9.0)]));
            assert_eq!(world.add(body).unwrap(), read.add(body).unwrap());
        }
    }
    assert_eq!(serde_json::to_string(&read).unwrap(), serde_json::to_string(&world).unwrap());
}

#[test]
fn the_next_thousand_steps_are_the_same_to_the_bit_in_f64() {
    check::<f64>();
}

#[test]
fn the_next_thousand_steps_are_the_same_to_the_bit_in_f32() {
    check::<f32>();
}

#[test]
fn other_versions_and_damaged_snapshots_are_refused() {
    let mut world = pile::<f64>();
    for _ in 0..60 {
        world.step(1.0 / 60.0).unwrap();
    }
    let written = serde_json::to_value(&world).unwrap();
    let refused = |change: &dyn Fn(&mut serde_json::Value), message: &str| {
        let mut damaged = written.clone();
        change(&mut damaged);
        // As text, so that the version comes first.
        let mut text = serde_json::to_string(&damaged).unwrap();
        let version = format!("\"version\":{}", damaged["version"]);
        text = text.replacen(&format!(",{version}"), "", 1);
        text = text.replacen('{', &format!("{{{version},"), 1);
        let error = serde_json::from_str::<World<f64>>(&text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    };
    refused(
        &|w| {
            w["version"] = 99.into();
            w["wind"] = 3.into();
        },
        "the snapshot has version 99; this program reads version 6 at line",
    );
    refused(&|w| w["wind"] = 3.into(), "unknown field `wind`");
    refused(
        &|w| drop(w["states"].as_array_mut().unwrap().pop()),
        "the snapshot is damaged: its states do not fit its bodies",
    );
    refused(&|w| w["contacts"]["contacts"].as_array_mut().unwrap().swap(0, 1), "contacts are out of order");
    refused(
        &|w| drop(w["contacts"]["details"].as_array_mut().unwrap().pop()),
        "contacts and details do not match",
    );
    refused(
        &|w| {
            w["contacts"]["contacts"].as_array_mut().unwrap().last_mut().unwrap()["b"]["index"] = 1000.into()
        },
        "the snapshot is damaged: its contacts do not fit its bodies",
    );
    refused(&|w| w["states"][1]["mass"]["mass"] = 0.0.into(), "the mass is 0; it must be above 0");
    refused(
        &|w| w["states"][1]["material"]["friction"] = (-1.0).into(),
        "the friction is -1; it must not be below 0",
    );
}
