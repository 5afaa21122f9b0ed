//! User changes to a world: poses and motion of bodies, forces, masses, materials, settings. Each change wakes the body and what it
//! touches or touched; numbers that are not finite are rejected, and the world then stays as it was.

use impinge::scene::{Layers, ObjectHandle, ShapeHandle};
use impinge::{Pose, Real};

use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::error::{WorldError, finite, not_negative, number};
use crate::mass::{Mass, Weight};
use crate::material::{Material, PairRule};
use crate::sleep::put_to_sleep;
use crate::solver::Solver;
use crate::world::{World, WorldSettings, WorldSpace};

/// All of these fail if the handle is stale.
impl<T: Real, V: WorldSpace<Scalar = T>> World<V> {
    /// Changes the settings of the whole world, and wakes all bodies. Invalid settings are rejected by the next step.
    pub fn set_settings(&mut self, settings: WorldSettings<V>) {
        self.settings = settings;
        self.bodies.states.iter_mut().for_each(State::wake);
    }

    /// Sets the rule between two materials, which overrides their own values, and wakes bodies of these materials that touch.
    ///
    /// # Errors
    /// If a number is below 0 or not finite.
    pub fn set_pair_rule(&mut self, rule: PairRule<T>) -> Result<(), WorldError> {
        self.bodies.rules.set(rule)?;
        let states = &mut self.bodies.states;
        for contact in self.bodies.contacts.contacts() {
            let [a, b] = [contact.a, contact.b].map(|body| body.index());
            let (first, second) = (states[a].material.id, states[b].material.id);
            if (first, second) == rule.materials || (second, first) == rule.materials {
                states[a].wake_if_dynamic();
                states[b].wake_if_dynamic();
            }
        }
        Ok(())
    }

    /// The rules between pairs of materials, by material ids.
    pub fn pair_rules(&self) -> &[PairRule<T>] {
        self.bodies.rules.rules()
    }

    /// Moves the shape of a body to another pose. It does not collide with anything on the way.
    ///
    /// # Errors
    /// If the shape would reach beyond the range of numbers.
    pub fn set_pose(&mut self, body: ObjectHandle, pose: Pose<V>) -> Result<(), WorldError> {
        self.bodies.scene.move_object(body, pose)?;
        self.wake_neighbors(body);
        let state = &mut self.bodies.states[body.index()];
        state.set_pose(&pose);
        state.wake();
        Ok(())
    }

    /// Sets the velocity of a body's center of mass.
    ///
    /// # Errors
    /// If it is not finite, or the body is fixed.
    pub fn set_velocity(&mut self, body: ObjectHandle, velocity: impl Into<V>) -> Result<(), WorldError> {
        let velocity = velocity.into().lift();
        finite("velocity", velocity)?;
        let state = self.change(body)?;
        if state.kind == BodyKind::Fixed {
            return Err(WorldError::Fixed(body));
        }
        state.velocity = velocity;
        Ok(())
    }

    /// Sets the angular velocity of a body.
    ///
    /// # Errors
    /// If it is not finite, or the body is fixed.
    pub fn set_angular_velocity(
        &mut self,
        body: ObjectHandle,
        angular_velocity: impl Into<V::Angular>,
    ) -> Result<(), WorldError> {
        let angular_velocity = V::lift_angular(angular_velocity.into());
        finite("angular velocity", angular_velocity)?;
        let state = self.change(body)?;
        if state.kind == BodyKind::Fixed {
            return Err(WorldError::Fixed(body));
        }
        state.angular_velocity = angular_velocity;
        Ok(())
    }

    /// Sets the kind of a body. A body that becomes dynamic has its given mass, or the mass that follows from its density.
    ///
    /// # Errors
    /// If it is to be dynamic and has no mass.
    pub fn set_kind(&mut self, body: ObjectHandle, kind: BodyKind) -> Result<(), WorldError> {
        let weight = self.weight(body)?;
        self.remake(body, kind, weight)
    }

    /// Sets the mass of a body. Its shape stays where it is.
    ///
    /// # Errors
    /// If the mass is not above 0, or the inertia not that of a body.
    pub fn set_mass(&mut self, body: ObjectHandle, mass: Mass<V>) -> Result<(), WorldError> {
        mass.lift().inverses()?;
        self.remake(body, self.state(body)?.kind, Weight::Mass(mass))
    }

    /// Gives a body another shape; its frame stays where it is. A body with a density gets the mass of the new shape, one with a mass of
    /// its own keeps it.
    ///
    /// # Errors
    /// If a handle is stale, the shape would reach beyond the range of numbers, or a dynamic body would have no mass.
    pub fn set_shape(&mut self, body: ObjectHandle, shape: ShapeHandle) -> Result<(), WorldError> {
        let (mut state, weight) = (*self.state(body)?, self.weight(body)?);
        let kind = state.kind;
        state.become_kind(kind, self.bodies.scene.shape(shape)?, &weight)?;
        self.bodies.scene.set_shape(body, shape)?;
        self.remake(body, kind, weight)
    }

    /// Sets the material of a body.
    ///
    /// # Errors
    /// If a number is below 0 or not finite.
    pub fn set_material(&mut self, body: ObjectHandle, material: Material<T>) -> Result<(), WorldError> {
        material.check()?;
        self.change(body)?.material = material;
        Ok(())
    }

    /// Sets the velocity of the surface of a body; see [`Body::surface_velocity`](crate::Body::surface_velocity). It stands still with
    /// two zeros.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn set_surface_velocity(
        &mut self,
        body: ObjectHandle,
        velocity: impl Into<V>,
        angular_velocity: impl Into<V::Angular>,
    ) -> Result<(), WorldError> {
        let velocity = velocity.into().lift();
        let angular_velocity = V::lift_angular(angular_velocity.into());
        finite("surface velocity", velocity)?;
        finite("angular surface velocity", angular_velocity)?;
        self.change(body)?;
        self.bodies.belts.set(body, [velocity, angular_velocity]);
        Ok(())
    }

    /// Sets the rates at which velocity and angular velocity decay; see [`Body::damping`](crate::Body::damping).
    ///
    /// # Errors
    /// If one is below 0 or not finite.
    pub fn set_damping(&mut self, body: ObjectHandle, linear: T, angular: T) -> Result<(), WorldError> {
        not_negative("linear damping", linear)?;
        not_negative("angular damping", angular)?;
        let state = self.change(body)?;
        (state.linear_damping, state.angular_damping) = (linear, angular);
        Ok(())
    }

    /// Sets the factor on the world's gravity for a body.
    ///
    /// # Errors
    /// If it is not finite.
    pub fn set_gravity_scale(&mut self, body: ObjectHandle, scale: T) -> Result<(), WorldError> {
        number("scale of gravity", scale)?;
        self.change(body)?.gravity_scale = scale;
        Ok(())
    }

    /// Sets the layers that decide which bodies a body collides with.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn set_layers(&mut self, body: ObjectHandle, layers: Layers) -> Result<(), WorldError> {
        self.bodies.scene.pose(body)?;
        if self.sensors.set_layers(body, layers) {
            return Ok(());
        }
        self.bodies.scene.set_layers(body, layers)?;
        self.wake_neighbors(body);
        self.change(body)?;
        Ok(())
    }

    /// Sets the user data of a body.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn set_user_data(&mut self, body: ObjectHandle, data: u64) -> Result<(), WorldError> {
        Ok(self.bodies.scene.set_user_data(body, data)?)
    }

    /// Puts a body to sleep with its island, as far as the contacts of the last step and the joints connect it; their velocities and
    /// forces become 0. Does nothing unless the soft step is the solver and sleep is on. The next step wakes the island again if
    /// something disturbs it.
    ///
    /// # Errors
    /// If the handle is stale, or the body is not dynamic.
    pub fn sleep(&mut self, body: ObjectHandle) -> Result<(), WorldError> {
        self.dynamic(body)?;
        if let (Solver::Soft(_), Some(sleep)) = (&self.settings.solver, &self.settings.sleep) {
            let Bodies { contacts, joints, states, islands, .. } = &mut self.bodies;
            let touching = contacts.contacts().iter().map(|contact| [contact.a, contact.b]);
            put_to_sleep(sleep, touching, joints, states, islands, body);
        }
        Ok(())
    }

    /// Wakes a body; the rest of its island wakes in the next step. A body that is not dynamic wakes everything that touches it.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn wake(&mut self, body: ObjectHandle) -> Result<(), WorldError> {
        self.change(body)?;
        Ok(())
    }

    /// Applies a force at the center of mass during the next step.
    ///
    /// # Errors
    /// If the force, or the sum of all, is not finite, or the body is not dynamic.
    pub fn apply_force(&mut self, body: ObjectHandle, force: impl Into<V>) -> Result<(), WorldError> {
        let center = V::flat(self.state(body)?.center);
        self.apply_force_at(body, force, center)
    }

    /// Applies a force at a point of the world during the next step.
    ///
    /// # Errors
    /// If a number, or the sum of all forces, is not finite, or the body is not dynamic.
    pub fn apply_force_at(
        &mut self,
        body: ObjectHandle,
        force: impl Into<V>,
        point: impl Into<V>,
    ) -> Result<(), WorldError> {
        let (force, point) = (force.into().lift(), point.into().lift());
        finite("force", force)?;
        finite("point", point)?;
        let state = self.dynamic(body)?;
        let torque = (point - state.center).cross(force);
        let (force, torque) = (state.force + force, state.torque + torque);
        finite("force", force)?;
        finite("torque", torque)?;
        (state.force, state.torque) = (force, torque);
        state.wake();
        Ok(())
    }

    /// Applies a torque during the next step.
    ///
    /// # Errors
    /// If the torque, or the sum of all, is not finite, or the body is not dynamic.
    pub fn apply_torque(
        &mut self,
        body: ObjectHandle,
        torque: impl Into<V::Angular>,
    ) -> Result<(), WorldError> {
        let torque = V::lift_angular(torque.into());
        finite("torque", torque)?;
        let state = self.dynamic(body)?;
        finite("torque", state.torque + torque)?;
        state.torque += torque;
        state.wake();
        Ok(())
    }

    /// Applies an impulse at the center of mass: changes the velocity at once by impulse / mass.
    ///
    /// # Errors
    /// If the impulse, or the velocity after it, is not finite, or the body is not dynamic.
    pub fn apply_impulse(&mut self, body: ObjectHandle, impulse: impl Into<V>) -> Result<(), WorldError> {
        let center = V::flat(self.state(body)?.center);
        self.apply_impulse_at(body, impulse, center)
    }

    /// Applies an impulse at a point of the world: changes velocity and angular velocity at once.
    ///
    /// # Errors
    /// If a number, or a velocity after it, is not finite, or the body is not dynamic.
    pub fn apply_impulse_at(
        &mut self,
        body: ObjectHandle,
        impulse: impl Into<V>,
        point: impl Into<V>,
    ) -> Result<(), WorldError> {
        let (impulse, point) = (impulse.into().lift(), point.into().lift());
        finite("impulse", impulse)?;
        finite("point", point)?;
        let state = self.dynamic(body)?;
        let velocity = state.velocity + impulse * state.inverse_mass;
        finite("velocity", velocity)?;
        let arm = point - state.center;
        let angular_velocity = state.angular_velocity + state.world_inverse_inertia() * arm.cross(impulse);
        finite("angular velocity", angular_velocity)?;
        (state.velocity, state.angular_velocity) = (velocity, angular_velocity);
        state.wake();
        Ok(())
    }

    /// Applies an angular impulse, torque times time: changes the angular velocity at once.
    ///
    /// # Errors
    /// If the impulse, or the angular velocity after it, is not finite, or the body is not dynamic.
    pub fn apply_angular_impulse(
        &mut self,
        body: ObjectHandle,
        impulse: impl Into<V::Angular>,
    ) -> Result<(), WorldError> {
        let impulse = V::lift_angular(impulse.into());
        finite("angular impulse", impulse)?;
        let state = self.dynamic(body)?;
        let angular_velocity = state.angular_velocity + state.world_inverse_inertia() * impulse;
        finite("angular velocity", angular_velocity)?;
        state.angular_velocity = angular_velocity;
        state.wake();
        Ok(())
    }

    fn weight(&self, body: ObjectHandle) -> Result<Weight<V>, WorldError> {
        self.bodies.scene.pose(body)?;
        Ok(self.weights[body.index()])
    }

    /// Sets kind and mass of a body, whose shape stays where it is.
    fn remake(&mut self, body: ObjectHandle, kind: BodyKind, weight: Weight<V>) -> Result<(), WorldError> {
        let pose = *self.bodies.scene.pose(body)?;
        let state = &mut self.bodies.states[body.index()];
        state.become_kind(kind, self.bodies.scene.shape_of(body)?, &weight)?;
        state.set_pose(&pose);
        self.weights[body.index()] = weight;
        self.wake_neighbors(body);
        // Its contact points are stored relative to the center of mass, which may change.
        self.bodies.contacts.forget(body);
        Ok(())
    }

    /// The state of a body to be changed, after waking it.
    fn change(&mut self, body: ObjectHandle) -> Result<&mut State<T>, WorldError> {
        self.bodies.scene.pose(body)?;
        let state = &mut self.bodies.states[body.index()];
        state.wake();
        Ok(state)
    }

    fn dynamic(&mut self, body: ObjectHandle) -> Result<&mut State<T>, WorldError> {
        self.bodies.scene.pose(body)?;
        let state = &mut self.bodies.states[body.index()];
        if state.is_dynamic() { Ok(state) } else { Err(WorldError::NotDynamic(body)) }
    }

    /// Wakes all bodies that touched a body in the last step, or are joined to it.
    pub(crate) fn wake_neighbors(&mut self, body: ObjectHandle) {
        let Bodies { contacts, joints, states, .. } = &mut self.bodies;
        let touching = contacts.contacts().iter().map(|contact| [contact.a, contact.b]);
        for pair in touching.chain(joints.iter().map(|held| held.bodies)) {
            if pair.contains(&body) {
                pair.into_iter().for_each(|body| states[body.index()].wake_if_dynamic());
            }
        }
    }
}
