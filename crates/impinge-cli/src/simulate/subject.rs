//! Subject of a simulation: a built-in scene, or one from a file.

use impinge::Pose;
use impinge_io::Unit;
use impinge_scenes::worlds::WorldScene;
use impinge_sim::generic::{World, WorldSettings};
use impinge_sim::{BodyHandle, BodyKind, StepReport, WorldError};

use super::args::SimulateArgs;
use super::looks::Looks;
use super::space::Drawn;
use crate::failure::Failure;
use crate::hash::Digest;

/// Subject of a simulation.
pub struct Subject<V: Drawn> {
    /// Its name.
    pub title: String,
    /// Unit of its lengths.
    pub unit: Unit,
    /// Its description, a sentence.
    pub about: String,
    /// Hash of the subject.
    pub digest: Digest,
    /// World before the first step.
    pub world: World<V>,
    pub bodies: Vec<SubjectBody>,
    /// Takes a step of a time.
    pub step: fn(&mut World<V>, f64) -> Result<StepReport<f64>, WorldError>,
    /// Default rate and number of steps.
    pub rate: f64,
    pub steps: u64,
}

/// A named body.
pub struct SubjectBody {
    pub handle: BodyHandle,
    pub name: String,
    pub kind: BodyKind,
    pub looks: Looks,
}

impl<V: Drawn> Subject<V> {
    /// A built-in scene.
    pub fn of_scene(
        scene: &WorldScene<V>,
        args: &SimulateArgs,
        settings: WorldSettings<V>,
    ) -> Result<Self, Failure> {
        let count = args.count.map_or(scene.count, |count| count as usize);
        let world = (scene.make)(settings, count, args.seed);
        let mut digest = Digest::new();
        digest.bytes(scene.name.as_bytes());
        digest.word(count as u64);
        digest.word(args.seed);
        let mut bodies = Vec::new();
        for handle in world.scene().objects() {
            let told = |e: &dyn std::fmt::Display| Failure::Said(format!("{}: {e}", scene.name));
            let looks = V::looks(world.scene().shape_of(handle).map_err(|e| told(&e))?);
            let kind = world.kind(handle).map_err(|e| told(&e))?;
            let name = match (&looks, handle.index()) {
                (Looks::HalfSpace(_), 0) => "floor".into(),
                (Looks::HalfSpace(_), k) => format!("wall {k}"),
                (_, k) => format!("body {k}"),
            };
            bodies.push(SubjectBody { handle, name, kind, looks });
        }
        Ok(Self {
            title: format!("{}{}, {count} {}", scene.name, V::ADDITION, scene.counts),
            unit: Unit::Meter,
            about: scene.about.into(),
            digest,
            world,
            bodies,
            step: scene.step,
            rate: scene.rate,
            steps: scene.steps as u64,
        })
    }

    /// Handle of a body in a world that began as this one did.
    pub fn pose(&self, world: &World<V>, body: &SubjectBody) -> Pose<V> {
        // Bodies are never removed.
        world.pose(body.handle).copied().unwrap_or_default()
    }

    /// Index of the body in `bodies`.
    pub fn place(&self, handle: BodyHandle) -> usize {
        self.bodies.partition_point(|body| body.handle.index() < handle.index())
    }
}
