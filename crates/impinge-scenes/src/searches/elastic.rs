//! Energy of bodies that bounce in a closed room: restitution gives back no more energy than impacts took.
//!
//! A case is data, so that other libraries can be given the same ones.

use impinge::{Cuboid, HalfSpace, Pose, Real, Rot3, Sphere, Vec3};
use impinge_sim::{Body, Material, World, WorldSettings};

use super::{Row, Search};
use crate::Rng;

/// Energy of bouncing bodies.
pub const SEARCH: Search = Search {
    name: "elastic",
    promise: "bodies in a closed room never have more than 1.01 times the energy of the start, up to a restitution of 1",
    run: |seed, cases| rows(seed, cases, 10.0, |room, time| room.rise::<f64>(time)),
};

/// Largest rise above the energy at the start, relative to that.
pub const MOST: f64 = 0.01;

/// Half of the length of the room.
pub const ROOM: f64 = 3.0;

/// Acceleration by gravity, in a room that has any.
pub const GRAVITY: f64 = 9.81;

/// Kinds of bodies in a room.
pub const KINDS: [&str; 5] = ["balls", "cubes", "cubes and balls", "flat boxes", "rods"];

/// Steps per second.
pub const RATES: [f64; 4] = [30.0, 60.0, 120.0, 240.0];

/// Form of a body of density 1.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Radius.
    Ball(f64),
    /// Half extents.
    Box([f64; 3]),
}

/// A body at the start.
#[derive(Clone, Debug)]
pub struct Bouncer {
    /// Its form.
    pub form: Form,
    /// Its position at the start.
    pub at: [f64; 3],
    /// Its orientation at the start.
    pub turn: Rot3<f64>,
    /// Its velocity at the start.
    pub velocity: [f64; 3],
    /// Its angular velocity at the start.
    pub angular_velocity: [f64; 3],
}

/// A case: bodies between six planes.
#[derive(Clone, Debug)]
pub struct Room {
    /// Index of the kind of its bodies.
    pub kind: usize,
    /// Steps per second.
    pub rate: f64,
    /// Whether bodies fall.
    pub has_gravity: bool,
    /// Restitution of all surfaces.
    pub restitution: f64,
    /// Friction of all surfaces.
    pub friction: f64,
    /// Speed of all bodies at the start.
    pub speed: f64,
    /// Its bodies.
    pub bodies: Vec<Bouncer>,
}

impl Room {
    /// A room of 27 bodies of this kind.
    pub fn new(kind: usize, rng: &mut Rng) -> Self {
        let speed = [3.0, 10.0, 30.0][rng.below(3)];
        let body = |i: usize, rng: &mut Rng| {
            let at = [i % 3, i / 3 % 3, i / 9].map(|k| k as f64 * 1.8 - 1.8);
            let form = match KINDS[kind] {
                "balls" => Form::Ball(0.4),
                "cubes" => Form::Box([0.4; 3]),
                "cubes and balls" if i.is_multiple_of(2) => Form::Ball(0.4),
                "cubes and balls" => Form::Box([0.4; 3]),
                "flat boxes" => Form::Box([0.5, 0.35, 0.2]),
                _ => Form::Box([0.8, 0.1, 0.1]),
            };
            let turns = matches!(KINDS[kind], "flat boxes");
            let turn = if turns { rng.rotation3() } else { Rot3::IDENTITY };
            let velocity = (rng.unit3::<f64>() * speed).to_array();
            let angular_velocity = (rng.unit3::<f64>() * (0.5 * speed)).to_array();
            Bouncer { form, at, turn, velocity, angular_velocity }
        };
        Self {
            kind,
            rate: RATES[rng.below(RATES.len())],
            has_gravity: rng.below(2) == 1,
            restitution: [1.0, 1.0, 0.8, 0.5][rng.below(4)],
            friction: [0.0, 0.5][rng.below(2)],
            speed,
            bodies: (0..27).map(|i| body(i, rng)).collect(),
        }
    }

    /// The room as a world.
    pub fn world<T: Real>(&self) -> World<T> {
        let of = |v: [f64; 3]| Vec3::from(v.map(T::of));
        let gravity = of([0.0, 0.0, if self.has_gravity { -GRAVITY } else { 0.0 }]);
        let mut world = World::<T>::new(WorldSettings { gravity, ..WorldSettings::default() });
        let material = Material {
            restitution: T::of(self.restitution),
            friction: T::of(self.friction),
            ..Material::default()
        };
        for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            let mut normal = [0.0; 3];
            normal[axis] = sign;
            let plane = world.add_shape(HalfSpace::new(of(normal), T::of(-ROOM)));
            world.add(Body::fixed(plane, Pose::IDENTITY).material(material)).expect("a plane");
        }
        for bouncer in &self.bodies {
            let shape = match bouncer.form {
                Form::Ball(radius) => world.add_shape(Sphere::new(T::of(radius))),
                Form::Box(half) => world.add_shape(Cuboid::new(of(half))),
            };
            let turn = Rot3::try_normalize_xyzw(bouncer.turn.to_xyzw().map(T::of)).expect("a rotation");
            let body = Body::dynamic(shape, Pose::new(of(bouncer.at), turn)).material(material);
            let body = body.velocity(of(bouncer.velocity));
            world.add(body.angular_velocity(of(bouncer.angular_velocity))).expect("a body");
        }
        world
    }

    /// Potential energy of all bodies on the floor of the room, relative to its middle.
    pub fn lowest(&self) -> f64 {
        let volume = |bouncer: &Bouncer| match bouncer.form {
            Form::Ball(radius) => 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3),
            Form::Box([x, y, z]) => 8.0 * x * y * z,
        };
        let gravity = if self.has_gravity { GRAVITY } else { 0.0 };
        -self.bodies.iter().map(volume).sum::<f64>() * gravity * ROOM
    }

    /// Largest rise above the energy at the start, relative to that; potential energy counts from the floor.
    pub fn rise<T: Real>(&self, time: f64) -> f64 {
        let mut world = self.world::<T>();
        let start = world.energy().f64() - self.lowest();
        let mut most = start;
        for _ in 0..(time * self.rate) as usize {
            if world.step(T::of(1.0 / self.rate)).is_err() {
                return f64::INFINITY;
            }
            most = most.max(world.energy().f64() - self.lowest());
        }
        (most - start) / start
    }
}

/// Rows by kind of bodies and by rate: each case counts in two. `rise` returns the rise of the energy of a case in a time.
pub fn rows(seed: u64, cases: usize, time: f64, mut rise: impl FnMut(&Room, f64) -> f64) -> Vec<Row> {
    let mut rng = Rng::new(seed);
    let names = KINDS.iter().map(|kind| (*kind).to_owned());
    let names = names.chain(RATES.iter().map(|rate| format!("{rate} Hz")));
    let mut rows: Vec<(Row, f64)> = names.map(|name| (Row::new(name), 0.0)).collect();
    for case in 0..cases {
        let room = Room::new(case % KINDS.len(), &mut rng);
        let rise = rise(&room, time);
        let is_fault = rise.is_nan() || rise > MOST;
        let rate = RATES.iter().position(|rate| *rate == room.rate).unwrap_or(0);
        for at in [room.kind, KINDS.len() + rate] {
            let (row, worst) = &mut rows[at];
            row.count(is_fault.then(|| {
                let Room { rate, has_gravity, restitution, friction, speed, .. } = room;
                format!("seed {seed}, case {case}: {rise:.3e}, {rate} Hz, gravity {has_gravity}, e {restitution}, friction {friction}, speed {speed}")
            }));
            *worst = worst.max(rise);
        }
    }
    let told = |(row, worst): (Row, f64)| Row { worst: format!("{:.4} of the start", 1.0 + worst), ..row };
    rows.into_iter().map(told).collect()
}
