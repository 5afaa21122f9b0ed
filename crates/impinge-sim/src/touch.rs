//! Where bodies touch, kept from step to step: this step's manifolds with the impulses of the last one.
//!
//! Both lists are in the order of handles and pieces, so they are merged in one pass. A point is the one of the last step whose
//! features on both bodies are the same.

use impinge::contact::Feature;
use impinge::scene::{ObjectHandle, SceneManifold};
use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::State;

/// At most this many points of a manifold.
pub(crate) const MAX_POINTS: usize = 4;

/// Where two bodies touch, or two pieces of them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Touch<T: Real> {
    pub a: ObjectHandle,
    pub b: ObjectHandle,
    /// Pieces of bodies that are not convex.
    pub pieces: (Option<u32>, Option<u32>, u32),
    /// Unit, from A to B.
    pub normal: Vec3<T>,
    pub signed_distance: T,
    pub error: T,
    pub count: usize,
    pub points: [TouchPoint<T>; MAX_POINTS],
}

/// A point of a contact.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct TouchPoint<T: Real> {
    /// On A and on B, in the world, at the start of the step.
    pub point_a: Vec3<T>,
    pub point_b: Vec3<T>,
    pub signed_distance: T,
    pub features: (Feature, Feature),
    /// Along the normal, in the last sub-step: kept for the next.
    pub impulse: T,
    /// Along the normal, of the whole step.
    pub total: T,
    /// Across the normal, in the world.
    pub tangent_impulse: Vec3<T>,
}

impl<T: Real> Touch<T> {
    /// The points.
    pub fn points(&self) -> &[TouchPoint<T>] {
        &self.points[..self.count]
    }

    /// How much it pushed along the normal in the whole step.
    pub fn push(&self) -> T {
        self.points().iter().fold(T::ZERO, |sum, p| sum + p.total)
    }

    /// Whether one of the bodies moves: what stands and sleeps is left alone.
    pub fn is_awake(&self, states: &[State<T>]) -> bool {
        states[self.a.index()].is_awake() || states[self.b.index()].is_awake()
    }

    /// What touches are sorted by.
    pub fn key(&self) -> (ObjectHandle, ObjectHandle, (Option<u32>, Option<u32>, u32)) {
        (self.a, self.b, self.pieces)
    }

    fn of(found: &SceneManifold<Vec3<T>>) -> Self {
        let none = TouchPoint {
            point_a: Vec3::ZERO,
            point_b: Vec3::ZERO,
            signed_distance: T::ZERO,
            features: (Feature::Curved, Feature::Curved),
            impulse: T::ZERO,
            total: T::ZERO,
            tangent_impulse: Vec3::ZERO,
        };
        let mut points = [none; MAX_POINTS];
        let manifold = &found.manifold;
        let count = manifold.points().len().min(MAX_POINTS);
        for (to, from) in points.iter_mut().zip(manifold.points()) {
            to.point_a = from.point_a;
            to.point_b = from.point_b;
            to.signed_distance = from.signed_distance;
            to.features = (from.feature_a, from.feature_b);
        }
        Self {
            a: found.a,
            b: found.b,
            pieces: (found.part_a, found.part_b, found.patch),
            normal: manifold.normal,
            signed_distance: manifold.signed_distance,
            error: manifold.error,
            count,
            points,
        }
    }

    /// Takes over the impulses of the same points in the last step.
    fn remember(&mut self, last: &Self) {
        for p in &mut self.points[..self.count] {
            if let Some(old) = last.points().iter().find(|old| old.features == p.features) {
                (p.impulse, p.tangent_impulse) = (old.impulse, old.tangent_impulse);
                p.total = old.total;
            }
        }
    }
}

/// The contacts of this step, with the impulses of the last one; `last` is left empty.
pub(crate) fn renew<T: Real>(
    found: &[SceneManifold<Vec3<T>>],
    last: &mut Vec<Touch<T>>,
    now: &mut Vec<Touch<T>>,
) {
    now.clear();
    let mut olds = last.iter().peekable();
    for manifold in found {
        let mut touch = Touch::of(manifold);
        while olds.next_if(|old| old.key() < touch.key()).is_some() {}
        if let Some(old) = olds.next_if(|old| old.key() == touch.key()) {
            touch.remember(old);
        }
        now.push(touch);
    }
    last.clear();
}
