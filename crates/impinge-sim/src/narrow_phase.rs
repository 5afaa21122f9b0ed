//! Narrow phase: the contacts of a step, from a cache that keeps manifolds of bodies at rest, and speculative contacts.

use impinge::Real;
use impinge::persist::{ContactBodies, ContactCacheSettings};
use impinge::scene::{ObjectHandle, Scene, SceneManifold};

use crate::body::State;
use crate::solver_contact::SolverContacts;
use crate::space::Space;
use crate::speculative::{Ahead, Pair};

/// Range of the contacts to find.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<T> {
    pub cache: ContactCacheSettings<T>,
    /// Time ahead for speculative contacts; none if 0.
    pub ahead: T,
}

/// Computes the contacts of this step, with the impulses of the last one, for pairs with a dynamic body.
pub(crate) fn renew<T: Real, V: Space<Scalar = T>>(
    scene: &mut Scene<V>,
    states: &[State<T>],
    wanted: &Wanted<T>,
    contacts: &mut SolverContacts<V>,
    ahead: &mut Ahead<V>,
) {
    let mut moving = Moving { states, ahead, margin: wanted.cache.margin, time: wanted.ahead };
    contacts.update_with(scene, &mut moving, &wanted.cache);
}

/// Bodies in motion, and their speculative contacts within this time.
struct Moving<'a, V: Space> {
    states: &'a [State<V::Scalar>],
    ahead: &'a mut Ahead<V>,
    margin: V::Scalar,
    time: V::Scalar,
}

impl<T: Real, V: Space<Scalar = T>> ContactBodies<V> for Moving<'_, V> {
    #[inline]
    fn frame(&self, _: &Scene<V>, body: ObjectHandle) -> (V, V::Rotation) {
        let state = &self.states[body.index()];
        (V::flat(state.center), V::flat_rotation(&state.rotation))
    }

    #[inline]
    fn reach(&self, _: &Scene<V>, body: ObjectHandle) -> T {
        let reach = self.states[body.index()].reach;
        // That of half-spaces.
        if reach > T::ZERO { reach } else { T::INFINITY }
    }

    #[inline]
    fn is_wanted(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
        [a, b].iter().any(|body| self.states[body.index()].is_dynamic())
    }

    fn find(&mut self, scene: &Scene<V>, kept: &[Pair]) {
        self.ahead.find(scene, self.states, self.margin, self.time, kept);
    }

    fn pairs(&self) -> &[Pair] {
        self.ahead.pairs()
    }

    fn lists(&self) -> usize {
        self.ahead.lists()
    }

    fn found(&self, list: usize) -> &[SceneManifold<V>] {
        self.ahead.found(list)
    }
}
