//! The searches for energy on rapier: the same cases as those of `impinge_scenes::searches`, in `f32`, as it ships. Ellipsoids are left
//! out, which it does not have.

use impinge::Rot3;
use impinge_scenes::searches::Row;
use impinge_scenes::searches::elastic::{self, ROOM, Room};
use impinge_scenes::searches::energy::{self, Form, Gain, PLATE, Place, TIME, Throw, WALL};
use rapier3d::math::{Pose, Rotation};
use rapier3d::prelude::{
    CoefficientCombineRule, ColliderBuilder, RigidBodyBuilder, RigidBodyHandle, SharedShape, Vector,
};

use crate::theirs::Theirs;
use crate::{FRICTION, GRAVITY};

/// Prints a table for each search, with both libraries.
pub fn print(seed: u64, cases: usize) {
    let mut ours = Vec::new();
    energy::rows(seed, cases, |throw| {
        ours.push(throw.gained::<f32>());
        None
    });
    let mut theirs = Vec::new();
    energy::rows(seed, cases, |throw| {
        theirs.push(thrown(throw));
        None
    });
    let rows = |all: &[Option<Gain>], of: fn(&Gain) -> f64| {
        let mut all = all.iter();
        energy::rows(seed, cases, |_| all.next()?.as_ref().map(of))
    };
    let ours: Vec<_> = ours.into_iter().map(Some).collect();
    for (name, of) in [
        ("above the energy at the start", Gain::above as fn(&Gain) -> f64),
        ("sum of all rises", Gain::relative),
    ] {
        table(&format!("Thrown bodies, {name}"), &rows(&ours, of), &rows(&theirs, of));
    }
    let (cases, time) = (cases / 20, 10.0);
    let ours = elastic::rows(seed, cases, time, |room, time| room.rise::<f32>(time));
    let theirs = elastic::rows(seed, cases, time, bounced);
    table("Bouncing bodies", &ours, &theirs);
}

fn table(name: &str, ours: &[Row], theirs: &[Row]) {
    println!(
        "\n**{name}**\n\n| case | cases | impinge-sim: faults | worst | rapier3d: cases | faults | worst |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (a, b) in ours.iter().zip(theirs) {
        let Row { name, cases, faults, worst, .. } = a;
        let worst_b = if b.cases == 0 { "–" } else { &b.worst };
        println!("| {name} | {cases} | {faults} | {worst} | {} | {} | {worst_b} |", b.cases, b.faults);
    }
}

fn vector(v: [f64; 3]) -> Vector {
    Vector::new(v[0] as f32, v[1] as f32, v[2] as f32)
}

/// The shape, if rapier has it.
fn shape(form: &Form) -> Option<SharedShape> {
    let f = |x: f64| x as f32;
    Some(match form {
        Form::Cuboid(half) => SharedShape::cuboid(f(half[0]), f(half[1]), f(half[2])),
        Form::Capsule(half, radius) => SharedShape::capsule_z(f(*half), f(*radius)),
        Form::Cylinder(half, radius) => SharedShape::cylinder(f(*half), f(*radius)),
        Form::Cone(half, radius) => SharedShape::cone(f(*half), f(*radius)),
        Form::Ellipsoid(_) => return None,
        Form::Compound(parts) => SharedShape::compound(
            parts
                .iter()
                .map(|([x, y, z], center)| (at(*center), SharedShape::cuboid(f(*x), f(*y), f(*z))))
                .collect(),
        ),
        Form::Hull(points) => {
            let points: Vec<_> = points.iter().map(|p| vector(*p)).collect();
            SharedShape::convex_hull(&points)?
        }
    })
}

fn at(center: [f64; 3]) -> Pose {
    Pose::from_parts(vector(center), Rotation::IDENTITY)
}

/// Rotation of the shape: their cylinders and cones stand along y, ours along z.
fn upright(form: &Form) -> Pose {
    let turn = match form {
        Form::Cylinder(..) | Form::Cone(..) => Rotation::from_rotation_x(core::f32::consts::FRAC_PI_2),
        _ => Rotation::IDENTITY,
    };
    Pose::from_parts(Vector::ZERO, turn)
}

fn turned(turn: &Rot3<f64>) -> Rotation {
    let [x, y, z, w] = turn.to_xyzw().map(|x| x as f32);
    Rotation::from_xyzw(x, y, z, w)
}

fn add(
    world: &mut Theirs,
    (shape, place): (SharedShape, Pose),
    (density, friction, restitution): (f64, f64, f64),
    body: RigidBodyBuilder,
) -> RigidBodyHandle {
    let body = world.bodies.insert(body.can_sleep(false).build());
    let collider =
        ColliderBuilder::new(shape).position(place).density(density as f32).friction(friction as f32);
    let collider = collider
        .restitution(restitution as f32)
        .restitution_combine_rule(CoefficientCombineRule::Max)
        .build();
    world.colliders.insert_with_parent(collider, body, &mut world.bodies);
    world.handles.push(body);
    body
}

/// Energy that contacts give to a thrown body.
fn thrown(throw: &Throw) -> Option<Gain> {
    let shape = (shape(&throw.form)?, upright(&throw.form));
    let mut world = Theirs::default();
    let mut planes = Vec::new();
    if throw.has_floor() {
        planes.push([0.0, 0.0, 1.0]);
    }
    if throw.place == Place::Corner {
        planes.extend([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    }
    for normal in planes {
        let plane = ColliderBuilder::new(SharedShape::halfspace(vector(normal))).friction(FRICTION);
        world.colliders.insert(plane.build());
    }
    if throw.place == Place::Wall {
        let [x, y, z] = WALL.map(|x| x as f32);
        world.colliders.insert(ColliderBuilder::cuboid(x, y, z).friction(FRICTION).build());
    }
    let friction = f64::from(FRICTION);
    let turn = turned(&throw.turn);
    let body = RigidBodyBuilder::dynamic()
        .pose(Pose::from_parts(vector(throw.at), turn))
        .linvel(vector(throw.velocity))
        .angvel(vector(throw.angular_velocity));
    let body = add(&mut world, shape, (1.0, friction, 0.0), body);
    if throw.place == Place::Plate {
        let mass = f64::from(world.mass(body)) * throw.plate;
        let [x, y, z] = PLATE.map(|x| x as f32);
        let density = mass / (8.0 * PLATE.iter().product::<f64>());
        let plate = RigidBodyBuilder::dynamic().translation(vector([0.0, 0.0, PLATE[2]]));
        add(&mut world, (SharedShape::cuboid(x, y, z), Pose::IDENTITY), (density, friction, 0.0), plate);
    }
    let [kinetic, potential] = world.energies(GRAVITY);
    let mut gain = Gain::new(kinetic, kinetic + potential);
    for _ in 0..(TIME * throw.rate()) as usize {
        world.step_by(1.0 / throw.rate() as f32, GRAVITY);
        let [kinetic, potential] = world.energies(GRAVITY);
        gain.see(kinetic, kinetic + potential);
    }
    Some(gain)
}

/// Rise of the energy in a room.
fn bounced(room: &Room, time: f64) -> f64 {
    let mut world = Theirs::default();
    for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
        let mut normal = [0.0; 3];
        normal[axis] = sign;
        let normal = vector(normal);
        let plane = ColliderBuilder::new(SharedShape::halfspace(normal)).translation(normal * -(ROOM as f32));
        let plane = plane.friction(room.friction as f32).restitution(room.restitution as f32);
        world.colliders.insert(plane.build());
    }
    for bouncer in &room.bodies {
        let shape = match bouncer.form {
            elastic::Form::Ball(radius) => SharedShape::ball(radius as f32),
            elastic::Form::Box([x, y, z]) => SharedShape::cuboid(x as f32, y as f32, z as f32),
        };
        let body = RigidBodyBuilder::dynamic()
            .pose(Pose::from_parts(vector(bouncer.at), turned(&bouncer.turn)))
            .linvel(vector(bouncer.velocity))
            .angvel(vector(bouncer.angular_velocity));
        add(&mut world, (shape, Pose::IDENTITY), (1.0, room.friction, room.restitution), body);
    }
    let gravity = if room.has_gravity { elastic::GRAVITY as f32 } else { 0.0 };
    let start = world.energies(gravity).iter().sum::<f64>() - room.lowest();
    let mut most = start;
    for _ in 0..(time * room.rate) as usize {
        world.step_by(1.0 / room.rate as f32, gravity);
        most = most.max(world.energies(gravity).iter().sum::<f64>() - room.lowest());
    }
    (most - start) / start
}
