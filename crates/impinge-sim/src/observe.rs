//! What can be seen of a world beside poses and velocities: momentum, and where bodies press on one another.

use impinge::scene::ObjectHandle;
use impinge::{Real, Vec3};

use crate::body::BodyKind;
use crate::error::WorldError;
use crate::solver::Solver;
use crate::world::World;

/// A point at which two bodies touched in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint<T: Real> {
    /// The bodies.
    pub a: ObjectHandle,
    /// See `a`.
    pub b: ObjectHandle,
    /// Halfway between both surfaces, at the start of the step.
    pub point: Vec3<T>,
    /// Unit, from A to B.
    pub normal: Vec3<T>,
    /// How far apart the surfaces were there; negative where they overlapped.
    pub signed_distance: T,
    /// What pushed B, friction included; the opposite pushed A.
    pub force: Vec3<T>,
}

impl<T: Real> World<T> {
    /// What moves a body.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn kind(&self, body: ObjectHandle) -> Result<BodyKind, WorldError> {
        Ok(self.state(body)?.kind)
    }

    /// Momentum of all dynamic bodies, and their angular momentum about the origin.
    #[inline(never)]
    pub fn momentum(&self) -> (Vec3<T>, Vec3<T>) {
        let (mut linear, mut angular) = (Vec3::ZERO, Vec3::ZERO);
        for state in self.states.iter().filter(|state| state.is_dynamic()) {
            let own = state.velocity * state.mass.mass;
            let spin = state.rotation.unrotate(state.angular_velocity);
            linear += own;
            angular += state.center.cross(own) + state.rotation.rotate(state.mass.inertia * spin);
        }
        (linear, angular)
    }

    /// Where bodies touched in the last step, which was `time` long.
    #[inline(never)]
    pub fn contact_points(&self, time: T) -> Vec<ContactPoint<T>> {
        // Impulses are those of the last sub-step.
        let share = match self.settings.solver {
            Solver::Soft(settings) => T::of(settings.substeps.max(1) as f64) / time,
        };
        let touches = self.touches.iter();
        touches
            .flat_map(|touch| {
                touch.points().iter().map(move |point| ContactPoint {
                    a: touch.a,
                    b: touch.b,
                    point: (point.point_a + point.point_b) * T::HALF,
                    normal: touch.normal,
                    signed_distance: point.signed_distance,
                    force: (touch.normal * point.impulse + point.tangent_impulse) * share,
                })
            })
            .collect()
    }
}
