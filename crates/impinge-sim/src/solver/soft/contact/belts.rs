//! Contacts with belts: the velocities of surfaces beside those of bodies, in a list of their own. Few contacts have them, and the others
//! should not become larger.

use impinge::{Real, Vec3};

use super::super::groups::NOTHING;
use super::super::lanes::{FourVec3, LANES};
use super::{FourContacts, SolverSpace};
use crate::bodies::Bodies;

/// Velocities of the surfaces of B relative to those of A in four contacts, less those of the bodies.
#[derive(Clone, Copy, Debug)]
pub struct FourBelts<T> {
    /// At the middle of the points.
    pub(super) velocity: FourVec3<T>,
    pub(super) angular_velocity: FourVec3<T>,
}

/// Adds the velocities of surfaces to the list if any of four contacts has a belt; `four` are their indices.
pub(in super::super) fn find_belts<T: Real, V: SolverSpace<Scalar = T>>(
    contacts: &mut V::Contacts,
    four: [u32; LANES],
    bodies: &Bodies<V>,
    list: &mut Vec<FourBelts<T>>,
) {
    let of = |i: usize| {
        if four[i] == NOTHING {
            return [Vec3::ZERO; 2];
        }
        let contact = &bodies.contacts.contacts()[four[i] as usize];
        let middle = bodies.states[contact.a.index()].center + contacts.arm(i);
        bodies.belts.relative([contact.a, contact.b], &bodies.states, middle)
    };
    let all = [of(0), of(1), of(2), of(3)];
    if all != [[Vec3::ZERO; 2]; LANES] {
        contacts.set_belts(list.len() as u32);
        list.push(FourBelts {
            velocity: FourVec3::of(|i| all[i][0]),
            angular_velocity: FourVec3::of(|i| all[i][1]),
        });
    }
}
