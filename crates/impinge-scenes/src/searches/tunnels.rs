//! Bodies of any form thrown at walls of any form: none may come out on the far side.
//!
//! Each case is a world of its own: a body before a wall, or on a floor, or among others, and some tens of steps. All of it is turned and
//! moved by a random pose, so that no axis and no origin is special; every second case is in `f32`.

use impinge::body::{AnyBody, Compound, HeightField};
use impinge::mesh::TriangleMesh;
use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, HalfSpace, Motion, Pose, Real, Rot3, Sphere,
    Vec3, cast,
};
use impinge_sim::joint::Ball;
use impinge_sim::{Body, BodyHandle, Joint, Material, World, WorldSettings};

use super::{Row, Search};
use crate::Rng;

/// The search.
pub const SEARCH: Search =
    Search { name: "tunnels", promise: "With continuous collision nothing passes through a wall.", run };

/// Forms of bodies, about half a meter in size.
const FORMS: [&str; 8] = [
    "ball, box, capsule, cylinder, cone or hull",
    "rod or plate",
    "two boxes",
    "jack, table or cup of parts",
    "mesh of a cube",
    "mesh of a rod or plate",
    "mesh of a letter",
    "mesh of a ring",
];

/// Forms of walls that begin at x = 0.
const WALLS: [&str; 8] = [
    "half-space",
    "box 0.5 thick",
    "plate 0.02 thick",
    "floor and wall in one compound",
    "closed mesh 0.5 thick",
    "closed mesh 0.02 thick",
    "two triangles",
    "height field",
];

/// Places where a body meets something else than a wall.
const PLACES: [&str; 7] = [
    "on a floor and at a wall of one body",
    "in touch with a wall at the start",
    "at a plate that may move",
    "run over by a kinematic plate",
    "pressed by a heavy box",
    "between two others on ball joints, thrown at a wall",
    "eight in a closed room",
];

/// Half of the extent of walls along y and z.
const EXTENT: f64 = 40.0;

/// Height of floors beside walls.
const FLOOR: f64 = -4.0;

/// Upper ends of the ranges of speeds, in meters per second.
const SPEEDS: [f64; 4] = [30.0, 100.0, 300.0, 2_000.0];

/// Rows by form, by wall or place, by speed and by precision: each case counts in four of them.
fn run(seed: u64, cases: usize) -> Vec<Row> {
    let mut rng = Rng::new(seed);
    let places = WALLS.iter().map(|wall| format!("thrown at: {wall}")).chain(PLACES.map(str::to_owned));
    let names = (FORMS.iter().map(|form| (*form).to_owned()))
        .chain(places)
        .chain(SPEEDS.iter().map(|speed| format!("up to {speed} m/s")))
        .chain(["f64", "f32"].map(str::to_owned));
    let mut rows: Vec<(Row, f64)> = names.map(|name| (Row::new(name), f64::NEG_INFINITY)).collect();
    let what = WALLS.len() + PLACES.len();
    let firsts = [0, FORMS.len(), FORMS.len() + what, FORMS.len() + what + SPEEDS.len()];
    for case in 0..cases.div_ceil(FORMS.len() * what) * FORMS.len() * what {
        let (form, place) = (case % FORMS.len(), case / FORMS.len() % what);
        let precision = case / (FORMS.len() * what) % 2;
        let number = rng.bits();
        let found = match precision {
            0 => Case::<f64>::new(number).run(form, place),
            _ => Case::<f32>::new(number).run(form, place),
        };
        let speed = SPEEDS.iter().position(|most| found.speed <= *most).unwrap_or(SPEEDS.len() - 1);
        for (first, of) in firsts.into_iter().zip([form, place, speed, precision]) {
            let (row, worst) = &mut rows[first + of];
            row.count(found.fault.as_ref().map(|fault| {
                format!("seed {number}, {}, {}: {fault}", FORMS[form], ["f64", "f32"][precision])
            }));
            *worst = worst.max(found.beyond);
        }
    }
    let told = |(row, worst): (Row, f64)| Row { worst: format!("{worst:.3} m"), ..row };
    rows.into_iter().map(told).collect()
}

/// Result of a case.
struct Outcome {
    /// Largest distance of a center of mass past the far surface, or past the only one.
    beyond: f64,
    /// Largest speed that a body was given.
    speed: f64,
    fault: Option<String>,
}

/// A case: random numbers, and the frame of the world.
struct Case<T: Real> {
    rng: Rng,
    frame: Pose<Vec3<T>>,
    rate: f64,
    /// Largest speed given so far.
    fastest: f64,
    world: World<T>,
}

fn v<T: Real>([x, y, z]: [f64; 3]) -> Vec3<T> {
    Vec3::new(T::of(x), T::of(y), T::of(z))
}

impl<T: Real> Case<T> {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let frame = Pose::new(rng.in_ball::<T>() * T::of(10.0), rng.rotation3());
        let rate = [30.0, 60.0, 120.0, 240.0][rng.below(4)];
        let world = World::new(WorldSettings { gravity: Vec3::ZERO, ..WorldSettings::default() });
        Self { rng, frame, rate, fastest: 0.0, world }
    }

    /// A speed, low ones more often.
    fn speed(&mut self, low: f64, high: f64) -> f64 {
        let u = self.rng.uniform();
        let speed = low + (high - low) * u * u * u;
        self.fastest = self.fastest.max(speed);
        speed
    }

    fn spin(&mut self) -> Vec3<T> {
        let most = [0.0, 5.0, 30.0, 100.0][self.rng.below(4)];
        self.rng.in_ball::<T>() * T::of(most)
    }

    fn material(&mut self) -> Material<T> {
        let restitution = T::of([0.0, 0.5, 1.0][self.rng.below(3)]);
        let friction = T::of([0.0, 0.5, 1.0][self.rng.below(3)]);
        Material { restitution, friction, ..Material::default() }
    }

    fn at(&self, place: [f64; 3], turn: Rot3<T>) -> Pose<Vec3<T>> {
        self.frame * Pose::new(v::<T>(place), turn)
    }

    fn body(&mut self, shape: impl Into<AnyBody<Vec3<T>>>, pose: Pose<Vec3<T>>) -> Body<T> {
        let shape = self.world.add_shape(shape);
        Body::dynamic(shape, pose).material(self.material())
    }

    fn add(&mut self, body: Body<T>) -> BodyHandle {
        self.world.add(body).expect("a valid body")
    }

    fn gravity(&mut self, size: f64) {
        let gravity = self.frame.rotation().rotate(v([0.0, 0.0, -size]));
        self.world = World::new(WorldSettings { gravity, ..WorldSettings::default() });
    }

    /// Center of mass in the frame.
    fn center(&self, body: BodyHandle) -> [f64; 3] {
        let center = self.world.mass(body).expect("a body").center;
        let place = self.world.pose(body).expect("a body").transform(center);
        self.frame.untransform(place).cast::<f64>().to_array()
    }

    /// Runs `steps`, and looks after each how far something is past a surface of this thickness; it stops looking at `None`.
    fn watch(&mut self, steps: usize, thickness: f64, beyond: &dyn Fn(&Self) -> Option<f64>) -> Outcome {
        let mut outcome = Outcome { beyond: f64::NEG_INFINITY, speed: self.fastest, fault: None };
        for step in 0..steps {
            if let Err(error) = self.world.step(T::of(1.0 / self.rate)) {
                outcome.fault = Some(format!("step {step}: {error}"));
                break;
            }
            let Some(past) = beyond(self) else { break };
            outcome.beyond = outcome.beyond.max(past - thickness);
            // Written so that NaN is a fault, too.
            let held = past <= thickness;
            if !held {
                outcome.fault = Some(format!("step {step} of {} Hz: {past} past", self.rate));
                break;
            }
        }
        outcome
    }

    /// Depth of a body's center past the wall at x = 0, as long as it is beside it.
    fn past_wall(&self, body: BodyHandle) -> Option<f64> {
        let [x, y, z] = self.center(body);
        (y.abs().max(z.abs()) < EXTENT - 3.0).then_some(x)
    }

    /// Depth past a plate: the change of its center's side, in the plate's frame, as long as it is beside it.
    fn past_plate(&self, body: BodyHandle, plate: BodyHandle, half: f64) -> Option<f64> {
        let center = self.world.mass(body).expect("a body").center;
        let place = self.world.pose(body).expect("a body").transform(center);
        let pose = self.world.pose(plate).expect("a body");
        let [x, y, z] = pose.untransform(place).cast::<f64>().to_array();
        (y.abs().max(z.abs()) < half - 1.5).then_some(x)
    }
}

impl<T: Real> Case<T> {
    /// A form, thrown at a wall or at one of the other places.
    fn run(&mut self, form: usize, place: usize) -> Outcome {
        match place.checked_sub(WALLS.len()) {
            None => self.thrown(form, place),
            Some(0) => self.skids(form),
            Some(1) => self.touches(form),
            Some(2) => self.meets_plate(form),
            Some(3) => self.is_run_over(form),
            Some(4) => self.is_pressed(form),
            Some(5) => self.is_joined(form),
            Some(_) => self.rooms(form),
        }
    }

    fn thrown(&mut self, form: usize, wall: usize) -> Outcome {
        let (shape, thickness, pose) = wall_of::<T>(wall);
        let shape = self.world.add_shape(shape);
        let wall = Body::fixed(shape, self.frame * pose).material(self.material());
        self.add(wall);
        let shape = form_of::<T>(form, &mut self.rng);
        let start = [-self.rng.between(1.5, 9.0), self.rng.signed(), self.rng.signed()];
        let turn = self.rng.rotation3();
        let pose = self.at(start, turn);
        let way = v::<T>([1.0, 0.5 * self.rng.signed(), 0.5 * self.rng.signed()]);
        let velocity = self.frame.rotation().rotate(way * T::of(self.speed(10.0, 1_000.0)));
        let body = self.body(shape, pose).velocity(velocity).angular_velocity(self.spin());
        let body = self.add(body);
        self.watch(40, thickness, &|case| case.past_wall(body))
    }

    /// A body that lies on the floor and slides at the wall.
    fn skids(&mut self, form: usize) -> Outcome {
        self.gravity(9.81);
        let wall = self.world.add_shape(floor_and_wall::<T>());
        let wall = Body::fixed(wall, self.at([0.0; 3], Rot3::IDENTITY)).material(self.material());
        self.add(wall);
        let shape = form_of::<T>(form, &mut self.rng);
        let turn = self.rng.rotation3();
        let low = shape.aabb(&Pose::new(Vec3::ZERO, turn)).min.z.f64();
        let start = [-self.rng.between(1.5, 6.0), self.rng.signed(), FLOOR - low];
        let velocity = [self.speed(5.0, 200.0), self.rng.signed(), -self.rng.uniform()];
        let velocity = self.frame.rotation().rotate(v(velocity));
        let body = self.body(shape, self.at(start, turn)).velocity(velocity).angular_velocity(self.spin());
        let body = self.add(body);
        self.watch(60, 0.5, &|case| {
            let [x, _, z] = case.center(body);
            // It may come back from the wall and leave the floor at its other end.
            let past = case.past_wall(body).filter(|_| x > 3.0 - 2.0 * EXTENT);
            past.map(|past| past.max(FLOOR - z))
        })
    }

    /// A body that is moved to where it touches a wall before it is thrown.
    fn touches(&mut self, form: usize) -> Outcome {
        let (shape, thickness, pose) = wall_of::<T>(self.rng.below(WALLS.len()));
        let pose = self.frame * pose;
        let body = form_of::<T>(form, &mut self.rng);
        let turn = self.rng.rotation3();
        let start = self.at([-3.0, 0.0, 0.0], turn);
        let way = self.frame.rotation().rotate(v::<T>([4.0, 0.0, 0.0]));
        let motion = Motion::translation(way);
        let found = cast(&body.at(start), &shape.at(pose), &motion, &Motion::still());
        let start = found.map_or(start, |found| motion.pose(found.time) * start);
        let shape = self.world.add_shape(shape);
        let wall = Body::fixed(shape, pose).material(self.material());
        self.add(wall);
        let way = v::<T>([1.0, 2.0 * self.rng.signed(), self.rng.signed()]);
        let velocity = self.frame.rotation().rotate(way * T::of(self.speed(5.0, 600.0)));
        let body = self.body(body, start).velocity(velocity).angular_velocity(self.spin());
        let body = self.add(body);
        self.watch(40, thickness, &|case| case.past_wall(body))
    }

    /// A body and a dynamic plate that fly at one another.
    fn meets_plate(&mut self, form: usize) -> Outcome {
        let half = 8.0;
        let thick = [0.02, 0.2][self.rng.below(2)];
        let plate = Cuboid::new(v::<T>([thick, half, half]));
        let density = T::of([0.01, 1.0, 100.0][self.rng.below(3)]);
        let speed = self.speed(5.0, 300.0);
        let [a, b] = [self.rng.uniform() * speed, -self.rng.uniform() * speed];
        let forward = self.frame.rotation().rotate(v::<T>([1.0, 0.0, 0.0]));
        let pose = self.at([0.0; 3], Rot3::IDENTITY);
        let plate = self.body(plate, pose).density(density).velocity(forward * T::of(b));
        let plate = self.add(plate);
        let shape = form_of::<T>(form, &mut self.rng);
        let start = [-self.rng.between(1.5, 4.0), self.rng.signed(), self.rng.signed()];
        let turn = self.rng.rotation3();
        let pose = self.at(start, turn);
        let body = self.body(shape, pose).velocity(forward * T::of(a)).angular_velocity(self.spin());
        let body = self.add(body);
        self.watch(30, 2.0 * thick, &|case| case.past_plate(body, plate, half))
    }

    /// A body in the way of a kinematic plate, at rest or slow.
    fn is_run_over(&mut self, form: usize) -> Outcome {
        let half = 8.0;
        let thick = [0.02, 0.2][self.rng.below(2)];
        let shape = self.world.add_shape(Cuboid::new(v::<T>([thick, half, half])));
        let forward = self.frame.rotation().rotate(v::<T>([1.0, 0.0, 0.0]));
        let speed = self.speed(5.0, 300.0);
        let plate = Body::kinematic(shape, self.at([0.0; 3], Rot3::IDENTITY));
        let plate = self.add(plate.velocity(-forward * T::of(speed)));
        let shape = form_of::<T>(form, &mut self.rng);
        let start = [-self.rng.between(1.5, 4.0), self.rng.signed(), self.rng.signed()];
        let turn = self.rng.rotation3();
        let pose = self.at(start, turn);
        let body = self.body(shape, pose).angular_velocity(self.spin());
        let body = self.add(body);
        self.watch(30, 2.0 * thick, &|case| case.past_plate(body, plate, half))
    }

    /// A body between a wall and a box of a hundred times its mass that flies after it.
    fn is_pressed(&mut self, form: usize) -> Outcome {
        let (shape, thickness, pose) = wall_of::<T>(self.rng.below(WALLS.len()));
        let shape = self.world.add_shape(shape);
        let wall = Body::fixed(shape, self.frame * pose).material(self.material());
        self.add(wall);
        let forward = self.frame.rotation().rotate(v::<T>([1.0, 0.0, 0.0]));
        let speed = T::of(self.speed(1.0, 60.0));
        let shape = form_of::<T>(form, &mut self.rng);
        let turn = self.rng.rotation3();
        let pose = self.at([-1.5, 0.0, 0.0], turn);
        let body = self.body(shape, pose).velocity(forward * speed).angular_velocity(self.spin());
        let body = self.add(body);
        let pose = self.at([-4.5, 0.0, 0.0], Rot3::IDENTITY);
        let heavy = self.body(Cuboid::new(v::<T>([1.0; 3])), pose).density(T::of(20.0));
        let heavy = self.add(heavy.velocity(forward * speed));
        self.watch(60, thickness, &|case| {
            let pasts = [body, heavy].map(|body| case.past_wall(body));
            Some(pasts[0]?.max(pasts[1]?))
        })
    }

    /// A body with a ball on each side, on joints.
    fn is_joined(&mut self, form: usize) -> Outcome {
        let (shape, thickness, pose) = wall_of::<T>(self.rng.below(WALLS.len()));
        let shape = self.world.add_shape(shape);
        let wall = Body::fixed(shape, self.frame * pose).material(self.material());
        self.add(wall);
        let turn = self.rng.rotation3::<T>();
        let way = v::<T>([1.0, 0.5 * self.rng.signed(), 0.5 * self.rng.signed()]);
        let velocity = self.frame.rotation().rotate(way * T::of(self.speed(10.0, 600.0)));
        let arm = self.frame.rotation().rotate(turn.rotate(v([1.2, 0.0, 0.0])));
        let middle = self.at([-3.0, 0.0, 0.0], turn);
        let shape = form_of::<T>(form, &mut self.rng);
        let body = self.body(shape, middle).velocity(velocity).angular_velocity(self.spin());
        let body = self.add(body);
        let mut all = vec![body];
        for side in [-1.0, 1.0] {
            let arm = arm * T::of(side);
            let pose = Pose::new(middle.translation() + arm, middle.rotation());
            let ball = self.body(Sphere::new(T::of(0.15)), pose).velocity(velocity);
            let ball = self.add(ball);
            let joint = Joint::ball(middle.translation() + arm * T::HALF, arm, Ball::default());
            self.world.add_joint(body, ball, joint).expect("a valid joint");
            all.push(ball);
        }
        self.watch(40, thickness, &|case| {
            let pasts = all.iter().map(|body| case.past_wall(*body));
            pasts.reduce(|a, b| Some(a?.max(b?))).flatten()
        })
    }

    /// Eight bodies in a closed room; the depth of the one that has left it farthest.
    fn rooms(&mut self, form: usize) -> Outcome {
        self.gravity(9.81);
        let (half, thick) = (3.0, [0.02, 0.2][self.rng.below(2)]);
        let one = self.rng.below(2) == 0;
        let sides = (0..6).map(|side| {
            let (axis, sign) = (side / 2, [-1.0, 1.0][side % 2]);
            let (mut size, mut place) = ([half + 2.0 * thick; 3], [0.0; 3]);
            (size[axis], place[axis]) = (thick, sign * (half + thick));
            (Cuboid::new(v::<T>(size)), Pose::at(v::<T>(place)))
        });
        let frame = self.at([0.0; 3], Rot3::IDENTITY);
        let material = self.material();
        if one {
            let room = Compound::new(sides.map(|(side, pose)| (AnyShape::from(side), pose)));
            let room = self.world.add_shape(room);
            self.add(Body::fixed(room, frame).material(material));
        } else {
            for (side, pose) in sides {
                let side = self.world.add_shape(side);
                self.add(Body::fixed(side, frame * pose).material(material));
            }
        }
        let speed = self.speed(5.0, 200.0);
        let all: Vec<_> = (0..8)
            .map(|i| {
                let other = if i == 0 { form } else { self.rng.below(FORMS.len()) };
                let shape = form_of::<T>(other, &mut self.rng);
                let place = [0, 1, 2].map(|axis| 1.4 * (f64::from(i >> axis & 1) * 2.0 - 1.0));
                let turn = self.rng.rotation3();
                let pose = self.at(place, turn);
                let velocity = self.rng.in_ball::<T>() * T::of(speed);
                let body = self.body(shape, pose).velocity(velocity).angular_velocity(self.spin());
                self.add(body)
            })
            .collect();
        self.watch(40, 2.0 * thick, &|case| {
            let outside = |body: &BodyHandle| {
                case.center(*body).iter().fold(f64::NEG_INFINITY, |most, x| most.max(x.abs() - half))
            };
            // The largest, and NaN if any is.
            Some(
                all.iter().map(outside).fold(f64::NEG_INFINITY, |most, past| {
                    if past > most || past.is_nan() { past } else { most }
                }),
            )
        })
    }
}

/// A body of a form.
fn form_of<T: Real>(form: usize, rng: &mut Rng) -> AnyBody<Vec3<T>> {
    let size = rng.between(0.2, 0.6);
    let s = |x: f64| T::of(x * size);
    let cuboid = |half: [f64; 3]| Cuboid::new(v::<T>(half.map(|x| x * size)));
    let thin = [0.02, 0.05, 0.1][rng.below(3)];
    let long = if rng.below(2) == 0 { [thin, thin, 1.0] } else { [thin, 0.7, 1.0] };
    let kind = rng.below(6);
    let at = |place: [f64; 3]| Pose::at(v::<T>(place.map(|x| x * size)));
    let compound = |parts: Vec<(AnyShape<T>, Pose<Vec3<T>>)>| AnyBody::from(Compound::new(parts));
    match form {
        0 => match kind {
            0 => Sphere::new(s(0.5)).into(),
            1 => cuboid([rng.between(0.3, 1.0), rng.between(0.3, 1.0), 0.5]).into(),
            2 => Capsule::new(s(0.6), s(0.2)).into(),
            3 => Cylinder::new(s(0.5), s(0.4)).into(),
            4 => Cone::new(s(0.5), s(0.8)).into(),
            _ => {
                let points: Vec<Vec3<T>> = (0..12).map(|_| rng.unit3::<T>() * s(0.7)).collect();
                ConvexPolyhedron::new(&points).into()
            }
        },
        1 => cuboid(long).into(),
        2 => compound(vec![
            (cuboid([1.0, 0.25, 0.25]).into(), Pose::IDENTITY),
            (cuboid([0.25, 0.8, 0.25]).into(), at([0.6 * rng.signed(), 0.5, 0.0])),
        ]),
        3 => match kind {
            0 | 1 => compound(
                (0..3)
                    .map(|axis| {
                        let mut direction = [0.0; 3];
                        direction[axis] = 1.0;
                        let turn = Rot3::between(v::<T>([0.0, 0.0, 1.0]), v(direction));
                        (Capsule::new(s(0.8), s(0.12)).into(), Pose::new(Vec3::ZERO, turn))
                    })
                    .collect(),
            ),
            2 | 3 => {
                let legs = [[-0.8, -0.5], [0.8, -0.5], [-0.8, 0.5], [0.8, 0.5]];
                let legs = legs.map(|[x, y]| (cuboid([0.06, 0.06, 0.4]).into(), at([x, y, -0.4])));
                compound(legs.into_iter().chain([(cuboid([0.9, 0.6, 0.04]).into(), at([0.0; 3]))]).collect())
            }
            _ => {
                let sides = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
                let sides = sides.map(|[x, y]: [f64; 2]| {
                    let half = [if x == 0.0 { 0.6 } else { 0.05 }, if y == 0.0 { 0.6 } else { 0.05 }, 0.6];
                    (cuboid(half).into(), at([0.6 * x, 0.6 * y, 0.6]))
                });
                compound(sides.into_iter().chain([(cuboid([0.6, 0.6, 0.05]).into(), at([0.0; 3]))]).collect())
            }
        },
        4 => block::<T>([0.6; 3].map(|x| x * size)).into(),
        5 => block::<T>(long.map(|x| x * size)).into(),
        6 => letter::<T>(0.5 * size).into(),
        _ => ring::<T>(0.8 * size, 0.25 * size).into(),
    }
}

/// A wall with its surface at x = 0, on the side of negative x; its thickness and its pose.
fn wall_of<T: Real>(wall: usize) -> (AnyBody<Vec3<T>>, f64, Pose<Vec3<T>>) {
    let at = |x: f64| Pose::at(v::<T>([x, 0.0, 0.0]));
    match wall {
        0 => (HalfSpace::new(v::<T>([-1.0, 0.0, 0.0]), T::ZERO).into(), 0.0, Pose::IDENTITY),
        1 => (Cuboid::new(v::<T>([0.25, EXTENT, EXTENT])).into(), 0.5, at(0.25)),
        2 => (Cuboid::new(v::<T>([0.01, EXTENT, EXTENT])).into(), 0.02, at(0.01)),
        3 => (floor_and_wall(), 0.5, Pose::IDENTITY),
        4 => (block::<T>([0.25, EXTENT, EXTENT]).into(), 0.5, at(0.25)),
        5 => (block::<T>([0.01, EXTENT, EXTENT]).into(), 0.02, at(0.01)),
        6 => {
            let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let corners = corners.map(|[y, z]| [0.0, y * EXTENT, z * EXTENT]);
            (mesh::<T>(&corners, &[[0, 1, 2], [0, 2, 3]]).into(), 0.0, Pose::IDENTITY)
        }
        _ => {
            let cell = EXTENT / 16.0;
            let height = |row: u32, column: u32| -0.02 * ((row * 7 + column * 3) % 5) as f32;
            let field = HeightField::from_fn(33, 33, v::<T>([cell, cell, 1.0]), height);
            // Up is against x.
            let turn = Rot3::between(v::<T>([0.0, 0.0, 1.0]), v([-1.0, 0.0, 0.0]));
            (field.into(), 0.08, Pose::new(turn.rotate(v([-EXTENT, -EXTENT, 0.0])), turn))
        }
    }
}

/// A floor with its surface at z = −4 and a wall at x = 0, half a meter thick, as one compound.
fn floor_and_wall<T: Real>() -> AnyBody<Vec3<T>> {
    let part =
        |half: [f64; 3], at: [f64; 3]| (AnyShape::from(Cuboid::new(v::<T>(half))), Pose::at(v::<T>(at)));
    Compound::new([
        part([EXTENT, EXTENT, 0.25], [-EXTENT, 0.0, FLOOR - 0.25]),
        part([0.25, EXTENT, EXTENT], [0.25, 0.0, 0.0]),
    ])
    .into()
}

/// A mesh of triangles.
fn mesh<T: Real>(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> TriangleMesh<T> {
    let points: Vec<Vec3<T>> = points.iter().map(|point| v(*point)).collect();
    TriangleMesh::new(&points, triangles).expect("a mesh").0
}

/// A prism along z with this outline, which turns to the left, and these triangles of the outline; `half` of its thickness.
fn prism<T: Real>(outline: &[[f64; 2]], triangles: &[[u32; 3]], half: f64) -> TriangleMesh<T> {
    let count = outline.len() as u32;
    let points: Vec<_> =
        [-half, half].iter().flat_map(|z| outline.iter().map(|[x, y]| [*x, *y, *z])).collect();
    let mut all = Vec::new();
    for &[a, b, c] in triangles {
        all.extend([[c, b, a], [a + count, b + count, c + count]]);
    }
    for i in 0..count {
        let j = (i + 1) % count;
        all.extend([[i, j, j + count], [i, j + count, i + count]]);
    }
    mesh(&points, &all)
}

/// A block, by half of its sides.
fn block<T: Real>([x, y, z]: [f64; 3]) -> TriangleMesh<T> {
    prism(&[[-x, -y], [x, -y], [x, y], [-x, y]], &[[0, 1, 2], [0, 2, 3]], z)
}

/// The letter L, three cells high and wide.
fn letter<T: Real>(cell: f64) -> TriangleMesh<T> {
    let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    let outline = outline.map(|[x, y]| [(x - 1.1) * cell, (y - 1.1) * cell]);
    prism(&outline, &[[0, 1, 3], [1, 2, 3], [0, 3, 4], [0, 4, 5]], 0.5 * cell)
}

/// A ring of eight corners with a square section.
fn ring<T: Real>(radius: f64, half: f64) -> TriangleMesh<T> {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    let d = core::f64::consts::FRAC_1_SQRT_2;
    let around = [[1.0, 0.0], [d, d], [0.0, 1.0], [-d, d], [-1.0, 0.0], [-d, -d], [0.0, -1.0], [d, -d]];
    for ([c, s], i) in around.into_iter().zip(0_u32..) {
        for (corner, [out, z]) in (0_u32..).zip([[1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0]]) {
            let r = radius + half * out;
            points.push([r * c, r * s, half * z]);
            let next = |i: u32, corner: u32| (i % 8) * 4 + corner % 4;
            let [p, q, r, s] =
                [next(i, corner), next(i + 1, corner), next(i + 1, corner + 1), next(i, corner + 1)];
            triangles.extend([[p, q, r], [p, r, s]]);
        }
    }
    mesh(&points, &triangles)
}
