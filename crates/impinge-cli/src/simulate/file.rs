//! A world from a scene file.

use std::path::Path;
use std::sync::Arc;

use impinge::Vec3;
use impinge::body::AnyBody;
use impinge_io::Geometry;
use impinge_io::scene::{self, Physics, SceneBody};
use impinge_sim::{Body, BodyHandle, Mass, Material, World, WorldError, WorldSettings};

use super::args::SimulateArgs;
use super::looks::Looks;
use super::solver::in_unit;
use super::subject::{Subject, SubjectBody};
use crate::bodies::meshes;
use crate::failure::Failure;
use crate::hash::Digest;

/// Default steps per second and number of steps.
const RATE: f64 = 60.0;
const STEPS: u64 = 600;
/// Default gravity, in meters per second squared, down the z axis.
const GRAVITY: f64 = 9.81;

/// Reads the bodies of a file.
pub fn read(
    path: &Path,
    args: &SimulateArgs,
    settings: WorldSettings<f64>,
) -> Result<Subject<Vec3<f64>>, Failure> {
    let read = scene::read(args.limit.of(path), &args.folders.folders())?;
    let bytes = std::fs::read(path).map_err(|e| Failure::of(path, e))?;
    let mut digest = Digest::new();
    digest.bytes(&bytes);
    let meters = read.unit.meters();
    let gravity = read.gravity.unwrap_or([0.0, 0.0, -GRAVITY / meters]);
    let solver = in_unit(settings.solver, read.unit);
    let mut world = World::new(WorldSettings { gravity: gravity.into(), solver, ..settings });
    let mut meshes = meshes::Shared::new(args.limit.max_bytes, false);
    let mut bodies: Vec<SubjectBody> = Vec::new();
    for body in &read.bodies {
        let (form, looks): (AnyBody<Vec3<f64>>, Looks) = match &body.geometry {
            Geometry::Shape(shape) => (shape.clone().into(), Looks::Convex(shape.clone())),
            Geometry::Mesh(file) => {
                let mesh = meshes.get(file)?;
                mesh.vertices().iter().flat_map(|v| v.to_array()).for_each(|x| digest.number(x));
                (Arc::clone(&mesh).into(), Looks::Mesh(mesh))
            }
        };
        let told = |e: WorldError| Failure::Said(format!("{}: body `{}`: {e}", path.display(), body.name));
        let handle = add(&mut world, body, form).map_err(told)?;
        let kind = world.kind(handle).map_err(told)?;
        bodies.push(SubjectBody { handle, name: body.name.clone(), kind, looks });
    }
    if bodies.iter().all(|body| body.kind == impinge_sim::BodyKind::Fixed) {
        let said = "no body moves; give at least one a `mass`, a `density` or a velocity";
        return Err(Failure::of(path, said));
    }
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(Subject {
        title: name,
        unit: read.unit,
        about: format!("{} bodies of a file.", bodies.len()),
        digest,
        world,
        bodies,
        step: World::step,
        rate: RATE,
        steps: STEPS,
    })
}

/// Bodies with a mass or density are dynamic, those with only velocities are kinematic, and the rest are fixed.
fn add(world: &mut World<f64>, body: &SceneBody, form: AnyBody<Vec3<f64>>) -> Result<BodyHandle, WorldError> {
    let Physics { density, mass, velocity, angular_velocity, surface } = body.physics;
    let shape = world.add_shape(form);
    let moving = velocity.is_some() || angular_velocity.is_some();
    let made = match (density, mass) {
        (Some(density), _) => Body::dynamic(shape, body.pose).density(density),
        (None, Some(_)) => Body::dynamic(shape, body.pose),
        (None, None) if moving => Body::kinematic(shape, body.pose),
        (None, None) => Body::fixed(shape, body.pose),
    };
    let usual = Material::default();
    let material = Material {
        friction: surface.friction.unwrap_or(usual.friction),
        restitution: surface.restitution.unwrap_or(usual.restitution),
        rolling_resistance: surface.rolling_resistance.unwrap_or(usual.rolling_resistance),
        ..usual
    };
    let made = made.material(material).velocity(velocity.unwrap_or_default());
    let handle = world.add(made.angular_velocity(angular_velocity.unwrap_or_default()))?;
    if let Some(mass) = mass {
        // With uniform density.
        let unit = world.mass(handle)?;
        let inertia = unit.inertia * (mass / unit.mass);
        world.set_mass(handle, Mass { mass, inertia, ..unit })?;
    }
    Ok(handle)
}
