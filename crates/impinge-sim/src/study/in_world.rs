//! Stacks in a world, with any solver.

use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3};

use super::StackSettings;
use super::blocks::{Block, block, gravity, material, plate, poses};
use super::standing::{Clock, Standing, timed};
use crate::Body;
use crate::bodies::Bodies;
use crate::error::WorldError;
use crate::report::StepReport;
use crate::solver::thesis::{InScene, ThesisSettings};
use crate::solver::{Memory, Solver};
use crate::{World, WorldSettings};

/// A world with a stack, and its boxes from below.
///
/// # Errors
/// If a setting is not valid.
#[allow(clippy::needless_update, reason = "what holds for a world may grow")]
pub fn stack<T: Real>(
    settings: &StackSettings<T>,
    boxes: usize,
) -> Result<(World<T>, Vec<ObjectHandle>), WorldError> {
    let mut world = World::new(WorldSettings {
        gravity: gravity(settings),
        solver: settings.solver,
        ..WorldSettings::default()
    });
    let material = material(settings);
    let (plate, below) = plate();
    let plate = world.add_shape(plate);
    world.add(Body::fixed(plate, below).material(material))?;
    let shape = match block(settings.radius)? {
        Block::Sharp(shape) => world.add_shape(shape),
        Block::Round(shape) => world.add_shape(shape),
    };
    let mut handles = Vec::with_capacity(boxes);
    for pose in poses(settings, boxes) {
        handles.push(world.add(Body::dynamic(shape, pose).density(settings.density).material(material))?);
    }
    Ok((world, handles))
}

/// A world, and the boxes of its stack from below.
pub(super) struct WorldStack<T: Real> {
    world: World<T>,
    boxes: Vec<ObjectHandle>,
}

impl<T: Real> Standing<T> for WorldStack<T> {
    fn build(settings: &StackSettings<T>, boxes: usize) -> Result<Self, WorldError> {
        let (world, boxes) = stack(settings, boxes)?;
        Ok(Self { world, boxes })
    }

    fn step(&mut self, time: T) -> Result<StepReport<T>, WorldError> {
        self.world.step(time)
    }

    fn centers(&self) -> Result<Vec<Vec3<T>>, WorldError> {
        self.boxes.iter().map(|&each| Ok(self.world.pose(each)?.translation())).collect()
    }

    fn time_of_queries(&mut self, thesis: &ThesisSettings<T>, clock: Clock) -> f64 {
        let World { bodies: Bodies { scene, states, .. }, memory, .. } = &mut self.world;
        memory.fit(&Solver::Thesis(*thesis));
        let Memory::Thesis(memory, handles) = memory else { unreachable!("made for the thesis' loop") };
        timed(&mut memory.collisions, &mut InScene::new(scene, handles), states, thesis, clock)
    }
}
