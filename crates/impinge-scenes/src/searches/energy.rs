//! Energy of a body that is thrown at others: contacts without restitution take energy, and add none, whatever the shape, its spin and
//! the length of a step.
//!
//! A case is data, so that other libraries can be given the same ones.

use impinge::body::{AnyBody, Compound};
use impinge::shape::AnyShape;
use impinge::{
    Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, HalfSpace, Pose, Real, Rot3, Vec3,
};
use impinge_sim::{Body, Mass, World};

use super::{Row, Search};
use crate::Rng;

/// Energy of thrown bodies.
pub const SEARCH: Search = Search {
    name: "energy",
    promise: "contacts without restitution give a thrown body at most a hundredth of its energy, in two seconds",
    run: |seed, cases| rows(seed, cases, |throw| Some(throw.gain::<f64>())),
};

/// Largest energy that a body may get, relative to that at the start.
pub const MOST: f64 = 0.01;

/// Simulated time of a case.
pub const TIME: f64 = 2.0;

/// Aspect ratios: half of the length is 1, half of the thickness 1 over this.
pub const ASPECTS: [f64; 5] = [1.0, 3.0, 10.0, 30.0, 100.0];

/// Angular speeds, in radians per second.
pub const SPINS: [f64; 5] = [0.0, 5.0, 20.0, 50.0, 100.0];

/// Steps per second.
pub const RATES: [f64; 4] = [30.0, 60.0, 120.0, 240.0];

/// Kinds of shapes.
pub const KINDS: [&str; 11] =
    ["rod", "plate", "board", "capsule", "cylinder", "disc", "cone", "needle", "lens", "hull", "compound"];

/// Half extents of the loose plate.
pub const PLATE: [f64; 3] = [1.5, 1.5, 0.1];

/// Half extents of the wall.
pub const WALL: [f64; 3] = [0.01, 30.0, 30.0];

/// Form of the body.
#[derive(Clone, Debug)]
pub enum Form {
    /// Half extents.
    Cuboid([f64; 3]),
    /// Half of the length without the caps, and the radius, about z.
    Capsule(f64, f64),
    /// Half of the height, and the radius, about z.
    Cylinder(f64, f64),
    /// Half of the height, and the radius, about z.
    Cone(f64, f64),
    /// Half axes.
    Ellipsoid([f64; 3]),
    /// Corners, and points inside.
    Hull(Vec<[f64; 3]>),
    /// Cuboids: half extents, and the center.
    Compound([([f64; 3], [f64; 3]); 2]),
}

/// Place at which the body is thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A floor.
    Floor,
    /// A thin fixed wall at x = 0, without a floor.
    Wall,
    /// A floor and two walls at right angles, all half-spaces.
    Corner,
    /// A plate that lies on a floor and is free to move.
    Plate,
    /// A floor, at 20 meters per second: fast enough for stops at impacts.
    Fall,
}

impl Place {
    /// All places.
    pub const ALL: [Self; 5] = [Self::Floor, Self::Wall, Self::Corner, Self::Plate, Self::Fall];
}

/// A case.
#[derive(Clone, Debug)]
pub struct Throw {
    /// Indices of its kind, aspect ratio, spin and rate.
    pub of: [usize; 4],
    /// Its form.
    pub form: Form,
    /// Place at which it is thrown.
    pub place: Place,
    /// Its position at the start.
    pub at: [f64; 3],
    /// Its orientation at the start.
    pub turn: Rot3<f64>,
    /// Its velocity at the start.
    pub velocity: [f64; 3],
    /// Its angular velocity at the start.
    pub angular_velocity: [f64; 3],
    /// Mass of the loose plate, relative to that of the body.
    pub plate: f64,
}

impl Throw {
    /// A case of this kind, aspect ratio, spin and rate, by their indices.
    pub fn new(of: [usize; 4], place: Place, rng: &mut Rng) -> Self {
        let [kind, aspect, spin, _] = of;
        let form = form(kind, 1.0 / ASPECTS[aspect], rng);
        let reach = reach(&form);
        let mut gap = || rng.between(0.05, 0.5);
        let (at, mut velocity) = match place {
            Place::Floor => ([0.0, 0.0, reach + gap()], [0.0, 0.0, -2.0]),
            Place::Wall => ([-reach - gap(), 0.0, 0.0], [2.0, 0.0, 0.0]),
            Place::Corner => ([reach + gap(), reach + gap(), reach + gap()], [-2.0, -1.5, -2.0]),
            Place::Plate => ([0.0, 0.0, 2.0 * PLATE[2] + reach + gap()], [0.0, 0.0, -2.0]),
            Place::Fall => ([0.0, 0.0, reach + 1.0 + gap()], [1.0, 0.0, -20.0]),
        };
        velocity[1] += rng.between(-1.0, 1.0);
        let turn = rng.rotation3();
        let angular_velocity = (rng.unit3::<f64>() * SPINS[spin]).to_array();
        let plate = [0.03, 0.3, 1.0, 3.0, 30.0][rng.below(5)];
        Self { of, form, place, at, turn, velocity, angular_velocity, plate }
    }

    /// Steps per second.
    pub fn rate(&self) -> f64 {
        RATES[self.of[3]]
    }

    /// Whether there is a floor at height 0.
    pub fn has_floor(&self) -> bool {
        self.place != Place::Wall
    }

    /// The world, with everything of density 1 but the plate.
    pub fn world<T: Real>(&self) -> World<T> {
        let mut world = World::<T>::default();
        let mut plane = |normal: [f64; 3]| {
            let plane = world.add_shape(HalfSpace::new(of(normal), T::ZERO));
            world.add(Body::fixed(plane, Pose::IDENTITY)).expect("a plane");
        };
        if self.has_floor() {
            plane([0.0, 0.0, 1.0]);
        }
        if self.place == Place::Corner {
            plane([1.0, 0.0, 0.0]);
            plane([0.0, 1.0, 0.0]);
        }
        if self.place == Place::Wall {
            let wall = world.add_shape(Cuboid::new(of(WALL)));
            world.add(Body::fixed(wall, Pose::IDENTITY)).expect("a wall");
        }
        let shape = body::<T>(&self.form);
        if self.place == Place::Plate {
            let mass = Mass::of_shape(&shape, T::ONE).expect("a volume").mass * T::of(self.plate);
            let plate = world.add_shape(Cuboid::new(of(PLATE)));
            let density = mass / T::of(8.0 * PLATE.iter().product::<f64>());
            let pose = Pose::at(of([0.0, 0.0, PLATE[2]]));
            world.add(Body::dynamic(plate, pose).density(density)).expect("a plate");
        }
        let shape = world.add_shape(shape);
        let turn = Rot3::try_normalize_xyzw(self.turn.to_xyzw().map(T::of)).expect("a rotation");
        let body = Body::dynamic(shape, Pose::new(of(self.at), turn));
        let body = body.velocity(of(self.velocity)).angular_velocity(of(self.angular_velocity));
        world.add(body).expect("a body");
        world
    }

    /// Energy that it gets, relative to that at the start. The floor is at height 0.
    pub fn gain<T: Real>(&self) -> f64 {
        self.gained::<T>().relative()
    }

    /// Energy that it gets.
    pub fn gained<T: Real>(&self) -> Gain {
        let mut world = self.world::<T>();
        let mut gain = Gain::new(world.kinetic_energy().f64(), world.energy().f64());
        for _ in 0..(TIME * self.rate()) as usize {
            if world.step(T::of(1.0 / self.rate())).is_err() {
                gain.see(f64::INFINITY, f64::INFINITY);
                break;
            }
            gain.see(world.kinetic_energy().f64(), world.energy().f64());
        }
        gain
    }
}

/// Energy that contacts give to bodies: the sum of all rises of the kinetic energy that are not paid by gravity; and, if more, the rise of
/// the whole energy above that at the start. What contacts took at other times does not count, and lifting out of an overlap counts only
/// in the latter.
#[derive(Clone, Copy, Debug)]
pub struct Gain {
    start: f64,
    kinetic: f64,
    energy: f64,
    sum: f64,
    most: f64,
}

impl Gain {
    /// None yet, with the kinetic energy and the energy at the start.
    pub fn new(kinetic: f64, energy: f64) -> Self {
        Self { start: energy, kinetic, energy, sum: 0.0, most: 0.0 }
    }

    /// The energies at the next time.
    pub fn see(&mut self, kinetic: f64, energy: f64) {
        self.sum += f64::max((kinetic - self.kinetic).min(energy - self.energy), 0.0);
        self.most = self.most.max(energy - self.start);
        (self.kinetic, self.energy) = (kinetic, energy);
    }

    /// Rise of the whole energy above that at the start, relative to it.
    pub fn above(&self) -> f64 {
        if self.energy.is_finite() { self.most / self.start.abs() } else { f64::INFINITY }
    }

    /// The energy that was got, relative to that at the start.
    pub fn relative(&self) -> f64 {
        if self.energy.is_finite() { self.sum.max(self.most) / self.start.abs() } else { f64::INFINITY }
    }
}

/// Rows by shape, aspect ratio, spin, rate and place: each case counts in five of them. `gain` returns the energy that contacts give in
/// a case, or none if the library does not have its shape.
pub fn rows(seed: u64, cases: usize, mut gain: impl FnMut(&Throw) -> Option<f64>) -> Vec<Row> {
    let mut rng = Rng::new(seed);
    let names = (KINDS.iter().map(|kind| (*kind).to_owned()))
        .chain(ASPECTS.iter().map(|aspect| format!("1 : {aspect}")))
        .chain(SPINS.iter().map(|spin| format!("{spin} rad/s")))
        .chain(RATES.iter().map(|rate| format!("{rate} Hz")))
        .chain(Place::ALL.iter().map(|place| format!("{place:?}")));
    let mut rows: Vec<(Row, f64)> = names.map(|name| (Row::new(name), 0.0)).collect();
    let sizes = [KINDS.len(), ASPECTS.len(), SPINS.len(), RATES.len(), Place::ALL.len()];
    for case in 0..cases {
        // Kinds in turn, so that few cases have all of them.
        let mut of = sizes.map(|size| rng.below(size));
        of[0] = case % KINDS.len();
        let [kind, aspect, spin, rate, place] = of;
        let throw = Throw::new([kind, aspect, spin, rate], Place::ALL[place], &mut rng);
        let Some(gain) = gain(&throw) else { continue };
        let is_fault = gain > MOST;
        let mut first = 0;
        for (of, size) in of.into_iter().zip(sizes) {
            let (row, worst) = &mut rows[first + of];
            row.count(is_fault.then(|| format!("seed {seed}, case {case}: {gain:.3e} in {throw:?}")));
            *worst = worst.max(gain);
            first += size;
        }
    }
    let told = |(row, worst): (Row, f64)| Row { worst: format!("{worst:.1e} of the start"), ..row };
    rows.into_iter().map(told).collect()
}

fn of<T: Real>(v: [f64; 3]) -> Vec3<T> {
    Vec3::from(v.map(T::of))
}

/// The form of a kind, of half length 1 and half thickness `t`.
fn form(kind: usize, t: f64, rng: &mut Rng) -> Form {
    match KINDS[kind] {
        "rod" => Form::Cuboid([t, 1.0, t]),
        "plate" => Form::Cuboid([1.0, 1.0, t]),
        "board" => Form::Cuboid([1.0, 0.3, t]),
        "capsule" => Form::Capsule(1.0, t),
        "cylinder" => Form::Cylinder(1.0, t),
        "disc" => Form::Cylinder(t, 1.0),
        "cone" => Form::Cone(1.0, t),
        "needle" => Form::Ellipsoid([t, 1.0, t]),
        "lens" => Form::Ellipsoid([1.0, 1.0, t]),
        "hull" => Form::Hull((0..14).map(|_| rng.unit3::<f64>()).map(|p| [p.x * t, p.y, p.z * t]).collect()),
        // A T of two rods; they overlap where they meet, and their masses add up.
        _ => Form::Compound([([t, 1.0, t], [0.0; 3]), ([0.6, t, t], [0.6, 1.0, 0.0])]),
    }
}

/// Upper bound on the distance of its points from the origin.
fn reach(form: &Form) -> f64 {
    let norm = |v: [f64; 3]| Vec3::from(v).norm();
    match form {
        Form::Cuboid(half) => norm(*half),
        Form::Capsule(half, radius) => half + radius,
        Form::Cylinder(half, radius) | Form::Cone(half, radius) => half.hypot(*radius),
        Form::Ellipsoid(half) => half.iter().fold(0.0, |most, x| f64::max(most, *x)),
        Form::Hull(_) => 1.0,
        Form::Compound(parts) => {
            parts.iter().map(|(half, center)| norm(*half) + norm(*center)).fold(0.0, f64::max)
        }
    }
}

fn body<T: Real>(form: &Form) -> AnyBody<Vec3<T>> {
    let shape: AnyShape<T> = match form {
        Form::Cuboid(half) => Cuboid::new(of(*half)).into(),
        Form::Capsule(half, radius) => Capsule::new(T::of(*half), T::of(*radius)).into(),
        Form::Cylinder(half, radius) => Cylinder::new(T::of(*half), T::of(*radius)).into(),
        Form::Cone(half, radius) => Cone::new(T::of(*half), T::of(*radius)).into(),
        Form::Ellipsoid(half) => Ellipsoid::new(of(*half)).into(),
        Form::Hull(points) => {
            let points: Vec<Vec3<T>> = points.iter().map(|p| of(*p)).collect();
            ConvexPolyhedron::new(&points).into()
        }
        Form::Compound(parts) => {
            let part = |(half, center): &([f64; 3], [f64; 3])| {
                (AnyShape::from(Cuboid::new(of::<T>(*half))), Pose::at(of(*center)))
            };
            return Compound::new(parts.iter().map(part)).into();
        }
    };
    shape.into()
}
