//! Preparation of contacts for the sub-steps: directions, arms, masses, and the impulses of the last step.

use impinge::{Real, Vec3};

use super::super::super::groups::NOTHING;
use super::super::super::lanes::{Four, FourVec3, LANES};
use super::{Body, FourBodies, FourPlaced, FourPoints, Friction, SpaceContacts};
use crate::body::State;
use crate::material::Surface;
use crate::solver_contact::{MAX_POINTS, SolverContact};

/// Largest rotation in a step, in radians, that contacts take into account.
const FARTHEST: f64 = 64.0;

impl<T: Real> SpaceContacts<T> {
    /// Prepares contacts for the sub-steps. `places` are the indices of the bodies in `moving`, or none for static bodies and for contacts
    /// that only fill up the four.
    #[inline(never)]
    pub(super) fn prepared(
        kept: [&SolverContact<Vec3<T>>; LANES],
        placed: &FourPlaced<T>,
        places: [[u32; 2]; LANES],
        states: &[State<T>],
        moving: &[Body<T>],
        surfaces: [Surface<T>; LANES],
    ) -> Self {
        let places = [places.map(|[a, _]| a), places.map(|[_, b]| b)];
        let states = kept.map(|contact| [&states[contact.a.index()], &states[contact.b.index()]]);
        let bodies = [FourBodies::of(&places[0], moving), FourBodies::of(&places[1], moving)];

        let (normal, middle) = (placed.normal, placed.middle);
        let s = placed.tangent;
        let tangents = [s, normal.cross(s)];
        let arms = [0, 1].map(|body| middle - FourVec3::of(|i| states[i][body].center));
        let levers = arms.map(|arm| arm.cross(normal));
        let mut contacts = Self {
            places,
            count: kept.iter().fold(0, |most, contact| most.max(contact.count())),
            may_turn_far: places
                .as_flattened()
                .iter()
                .any(|&place| moving.get(place as usize).is_some_and(|body| body.holds_to < T::of(FARTHEST))),
            belts: NOTHING,
            firm: Four::of(|i| {
                let [a, b] = states[i];
                if a.is_dynamic() && b.is_dynamic() { T::ZERO } else { T::ONE }
            }),
            signed_distance: placed.signed_distance,
            normal,
            tangents,
            arms,
            levers,
            points: [FourPoints::NONE; MAX_POINTS],
            friction: Friction::NONE,
            restitution: Four::of(|i| surfaces[i].restitution),
            absorbed: Four::ZERO,
        };
        let friction = &mut contacts.friction;
        friction.coefficient = Four::of(|i| surfaces[i].friction);
        friction.rolling = Four::of(|i| surfaces[i].rolling_resistance);
        let across = FourVec3::of(|i| kept[i].data.tangent);
        friction.impulse = tangents.map(|tangent| across.dot(tangent));
        friction.twist_impulse = Four::of(|i| kept[i].data.twist);
        friction.rolling_impulse = FourVec3::of(|i| {
            if surfaces[i].rolling_resistance > T::ZERO { kept[i].data.rolling } else { Vec3::ZERO }
        });

        let speed = contacts.seen(
            [bodies[0].velocity, bodies[1].velocity],
            [bodies[0].angular_velocity, bodies[1].angular_velocity],
        );
        for (place, point) in contacts.points[..contacts.count].iter_mut().enumerate() {
            let (at, separation) = placed.points[place];
            let from = at - middle;
            let has = |i: usize| place < kept[i].count();
            (point.x, point.y) = (from.dot(tangents[0]), from.dot(tangents[1]));
            // Any mass above 0 marks a point that is one.
            point.mass = Four::of(|i| if has(i) { T::ONE } else { T::ZERO });
            point.separation = separation;
            point.impulse = Four::of(|i| if has(i) { kept[i].data.normal[place] } else { T::ZERO });
            point.approach = point.sees(speed);
        }
        contacts.weigh(&bodies);
        contacts
    }

    /// Computes effective masses and responses again, after bodies have turned far.
    #[inline(never)]
    pub(super) fn weigh_again(&mut self, bodies: &[FourBodies<T>; 2]) {
        self.weigh(bodies);
    }

    /// Computes effective masses and responses, for the inverse inertia that the bodies have now.
    #[inline(always)]
    fn weigh(&mut self, bodies: &[FourBodies<T>; 2]) {
        let masses = bodies[0].inverse_mass + bodies[1].inverse_mass;
        // The symmetric matrix by which impulses along n, and about s and t, change u, p and q.
        let rows = self.levers.map(|lever| [lever, self.tangents[0], self.tangents[1]]);
        let both = |i: usize, j: usize| {
            bodies[0].stiffness(rows[0][i], rows[0][j]) + bodies[1].stiffness(rows[1][i], rows[1][j])
        };
        let (nn, ns, nt) = (masses + both(0, 0), both(0, 1), both(0, 2));
        let (ss, st, tt) = (both(1, 1), both(1, 2), both(2, 2));
        for point in &mut self.points[..self.count] {
            let (x, y) = (point.x, point.y);
            let response = [nn + y * ns - x * nt, ns + y * ss - x * st, nt + y * st - x * tt];
            point.mass = point.mass.if_positive(point.sees(response).inverse(), Four::ZERO);
            point.response = response;
        }
        self.friction.weigh(self.normal, self.tangents, self.arms, bodies);
    }
}

impl<T: Real> Friction<T> {
    /// No friction, no masses and no impulses.
    const NONE: Self = Self {
        coefficient: Four::ZERO,
        mass: [Four::ZERO; 3],
        impulse: [Four::ZERO; 2],
        twist_mass: Four::ZERO,
        twist_response: [Four::ZERO; 2],
        twist_impulse: Four::ZERO,
        rolling: Four::ZERO,
        rolling_impulse: FourVec3::ZERO,
    };

    /// Forgets the impulses of the last sub-step in the lanes with a number above 0. If the inverse inertia changed since a warm start,
    /// friction that is limited afterwards would take back more or less than was given, and add energy.
    pub(super) fn start_from_zero(&mut self, lanes: Four<T>) {
        let forget = |impulse: &mut Four<T>| *impulse = lanes.if_positive(Four::ZERO, *impulse);
        let FourVec3 { x, y, z } = &mut self.rolling_impulse;
        let [s, t] = &mut self.impulse;
        [s, t, &mut self.twist_impulse, x, y, z].into_iter().for_each(forget);
    }

    /// Computes effective masses.
    #[inline(always)]
    fn weigh(
        &mut self,
        normal: FourVec3<T>,
        tangents: [FourVec3<T>; 2],
        arms: [FourVec3<T>; 2],
        bodies: &[FourBodies<T>; 2],
    ) {
        let masses = bodies[0].inverse_mass + bodies[1].inverse_mass;
        // Rows along s and t, and the twist.
        let rows = arms.map(|arm| [arm.cross(tangents[0]), arm.cross(tangents[1]), normal]);
        let both = |i: usize, j: usize| {
            bodies[0].stiffness(rows[0][i], rows[0][j]) + bodies[1].stiffness(rows[1][i], rows[1][j])
        };
        let (p, q, r) = (masses + both(0, 0), masses + both(1, 1), both(0, 1));
        let one_over = (p * q - r * r).inverse();
        self.mass = [q * one_over, -r * one_over, p * one_over];
        self.twist_mass = both(2, 2).inverse();
        self.twist_response = [both(0, 2), both(1, 2)];
    }
}

impl<T: Real> FourBodies<T> {
    /// Contribution of the rotation of a body to 1 / mass, for a row with these arms together with another row.
    #[inline(always)]
    fn stiffness(&self, row: FourVec3<T>, other: FourVec3<T>) -> Four<T> {
        row.dot(self.inverse_inertia.times(other))
    }
}
