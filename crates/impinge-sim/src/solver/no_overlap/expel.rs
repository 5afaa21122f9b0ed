//! Bodies that a caller has placed in touch, or in one another by less than the zone, are moved apart before the first step: to the zone
//! between each two. Deeper ones are refused.
//!
//! All overlaps are undone together, by the pushes of `contact` with the whole of what is missing; then contacts are asked for again, up
//! to [`ROUNDS`] times. So a wall of touching bricks grows by a zone for each row.

use impinge::Real;

use super::{MARGIN, NoOverlapMemory, NoOverlapSettings, advance, bodies, least_gap};
use crate::body::BodyKind;
use crate::error::WorldError;
use crate::solver::integrate;
use crate::world::World;

/// Rounds of contacts and pushes. A row that is held by those around it takes several.
const ROUNDS: usize = 32;

/// Passes over the contacts in a round: a push must come from the floor to the top of a tall stack.
const PASSES: usize = 400;

/// Expels what overlaps by less than the zone.
#[inline(never)]
pub(super) fn expel<T: Real>(
    world: &mut World<T>,
    memory: &mut NoOverlapMemory<T>,
    settings: &NoOverlapSettings<T>,
) -> Result<(), WorldError> {
    let zone = settings.zone;
    let margin = zone * T::of(MARGIN);
    for round in 0..=ROUNDS {
        let Some((gap, [a, b])) = least_gap(world, margin).pair else { return Ok(()) };
        if gap > T::ZERO {
            return Ok(());
        }
        if gap < -zone || round == ROUNDS {
            return Err(WorldError::Overlap { a, b, depth: -gap.f64() });
        }
        push_apart(world, memory, settings)?;
    }
    Ok(())
}

/// One round.
fn push_apart<T: Real>(
    world: &mut World<T>,
    memory: &mut NoOverlapMemory<T>,
    settings: &NoOverlapSettings<T>,
) -> Result<(), WorldError> {
    memory.touch(world, settings);
    memory.push(settings.zone, T::ONE, PASSES);
    for body in bodies(&world.scene) {
        let i = body.index();
        if world.states[i].kind == BodyKind::Dynamic {
            let [by, turn] = memory.pushes[i];
            let state = &mut world.states[i];
            state.center += by;
            state.rotation = integrate::turned(&state.rotation, turn);
            advance::place(world, body)?;
        }
    }
    Ok(())
}
