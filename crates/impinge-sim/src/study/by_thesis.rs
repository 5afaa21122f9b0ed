//! Stacks moved by the thesis' loop, without a world and a scene: bitwise identical to a world with that solver.
//!
//! Sweep and prune along the y axis, along which a stack is long, finds pairs whose boxes are near one another; they are tested one by
//! one like in a scene.

use impinge::answer::Settings;
use impinge::manifolds::ManifoldSettings;
use impinge::math::Aabb;
use impinge::query::any;
use impinge::scene::SceneError;
use impinge::{AnyShape, At, Bounded, Pose, Real, Vec3, Vector, manifold_with};

use super::StackSettings;
use super::blocks::{Block, block, gravity, material, plate, poses};
use super::standing::{Clock, Standing, timed};
use crate::body::{BodyKind, State};
use crate::error::{WorldError, finite, positive};
use crate::mass::in_space::of_convex;
use crate::report::StepReport;
use crate::solver::Solver;
use crate::solver::thesis::{Each, Ground, Moved, ThesisMemory, ThesisSettings, step};

/// Growth of the boxes around bodies, relative to the size of the margin and the bodies: far more than rounding, and far too little to
/// bring more pairs.
const GROWTH: f64 = 1.0 / 1024.0;

/// The plate first, then the boxes from below.
struct Blocks<T: Real> {
    plate: AnyShape<T>,
    block: AnyShape<T>,
    poses: Vec<Pose<Vec3<T>>>,
    /// Working memory of a sweep: boxes, their order along the y axis, pairs of them.
    boxes: Vec<Aabb<Vec3<T>>>,
    order: Vec<usize>,
    pairs: Vec<[usize; 2]>,
}

impl<T: Real> Blocks<T> {
    fn at(&self, body: usize) -> At<&AnyShape<T>> {
        let shape = if body == 0 { &self.plate } else { &self.block };
        At::new(shape, self.poses[body])
    }

    /// Finds the pairs whose boxes are within the margin.
    fn sweep(&mut self, margin: T) {
        let mut boxes = core::mem::take(&mut self.boxes);
        boxes.clear();
        boxes.extend((0..self.poses.len()).map(|body| {
            let at = self.at(body);
            let around = at.shape().aabb(at.pose());
            let size = around.half_extents().sum_abs() + at.pose().translation().sum_abs() + margin;
            around.grown(margin * T::HALF + size * T::of(GROWTH))
        }));
        self.order.clear();
        self.order.extend(0..boxes.len());
        self.order.sort_unstable_by(|&i, &j| boxes[i].min.y.f64().total_cmp(&boxes[j].min.y.f64()));
        self.pairs.clear();
        for (k, &i) in self.order.iter().enumerate() {
            let above = self.order[k + 1..].iter().take_while(|&&j| boxes[j].min.y <= boxes[i].max.y);
            let near = above.filter(|&&j| boxes[i].overlaps(&boxes[j]));
            self.pairs.extend(near.map(|&j| [i.min(j), i.max(j)]));
        }
        self.pairs.sort_unstable();
        self.boxes = boxes;
    }
}

impl<T: Real> Ground<T> for Blocks<T> {
    fn place(&mut self, body: usize, pose: Pose<Vec3<T>>) -> Result<(), SceneError> {
        self.poses[body] = pose;
        Ok(())
    }

    fn near(&mut self, margin: T, each: &mut Each<'_, T>) {
        self.sweep(margin);
        let within = Settings { margin: Some(margin.f64()), ..Settings::default() };
        let settings = ManifoldSettings { margin: margin.f64(), ..ManifoldSettings::default() };
        for &pair in &self.pairs {
            let [a, b] = pair.map(|body| self.at(body));
            if any::contact_within(&a, &b, &within).is_some() {
                let manifold = manifold_with(&a, &b, &settings);
                if !manifold.points().is_empty() {
                    each(pair, &manifold);
                }
            }
        }
    }

    fn convex(&self, body: usize) -> Option<At<&AnyShape<T>>> {
        Some(self.at(body))
    }
}

/// A stack by itself.
pub(super) struct ThesisStack<T: Real> {
    blocks: Blocks<T>,
    states: Vec<State<T>>,
    memory: ThesisMemory<T>,
    gravity: Vec3<T>,
    thesis: ThesisSettings<T>,
}

impl<T: Real> Standing<T> for ThesisStack<T> {
    fn build(settings: &StackSettings<T>, boxes: usize) -> Result<Self, WorldError> {
        let Solver::Thesis(thesis) = settings.solver else { return Err(WorldError::NotOfThesis) };
        let gravity = gravity(settings);
        finite("gravity", gravity)?;
        let material = material(settings);
        material.check()?;
        let (block, mass) = match block(settings.radius)? {
            Block::Sharp(shape) => (AnyShape::from(shape), of_convex(&shape)),
            Block::Round(shape) => (AnyShape::from(shape), of_convex(&shape)),
        };
        let mass = mass.times(settings.density)?;
        let (inverse_mass, inverse_inertia) = mass.inverses()?;
        let fixed = State::fixed(material);
        let standing = State { kind: BodyKind::Dynamic, mass, inverse_mass, inverse_inertia, ..fixed };
        let (plate, below) = plate();
        let poses: Vec<_> = [below].into_iter().chain(poses(settings, boxes)).collect();
        let mut states = vec![standing; poses.len()];
        states[0] = fixed;
        states.iter_mut().zip(&poses).for_each(|(state, pose)| state.set_pose(pose));
        let (boxes, order, pairs) = (Vec::new(), Vec::new(), Vec::new());
        let blocks = Blocks { plate: plate.into(), block, poses, boxes, order, pairs };
        Ok(Self { blocks, states, memory: ThesisMemory::default(), gravity, thesis })
    }

    fn step(&mut self, time: T) -> Result<StepReport<T>, WorldError> {
        positive("time of a step", time)?;
        let moved = Moved { ground: &mut self.blocks, states: &mut self.states, gravity: self.gravity };
        step(moved, &mut self.memory, time, &self.thesis)
    }

    fn centers(&self) -> Result<Vec<Vec3<T>>, WorldError> {
        Ok(self.blocks.poses[1..].iter().map(Pose::translation).collect())
    }

    fn time_of_queries(&mut self, thesis: &ThesisSettings<T>, clock: Clock) -> f64 {
        timed(&mut self.memory.collisions, &mut self.blocks, &self.states, thesis, clock)
    }
}
