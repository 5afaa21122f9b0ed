//! Preparation of contacts for the sub-steps: points, levers, masses, and the impulses of the last step.

use impinge::{Real, Vec2};

use super::super::super::groups::NOTHING;
use super::super::super::lanes::{Four, FourVec2, LANES};
use super::{Body, FourBodies, FourPoints, Friction, MAX_POINTS, PlaneContacts};
use crate::bodies::Bodies;
use crate::solver_contact::placed;
use crate::space::Space;

/// Four rotations.
struct FourRotations<T> {
    cos: Four<T>,
    sin: Four<T>,
}

impl<T: Real> FourRotations<T> {
    #[inline(always)]
    fn rotate(&self, v: FourVec2<T>) -> FourVec2<T> {
        FourVec2 { x: self.cos * v.x - self.sin * v.y, y: self.sin * v.x + self.cos * v.y }
    }
}

impl<T: Real> PlaneContacts<T> {
    /// Prepares contacts for the sub-steps.
    #[inline(never)]
    pub(super) fn prepared(
        all: &Bodies<Vec2<T>>,
        contacts: [u32; LANES],
        places: [[u32; 2]; LANES],
        moving: &[Body<T>],
    ) -> Self {
        let kept = contacts.map(|i| &all.contacts.contacts()[i as usize]);
        let surfaces = contacts.map(|i| all.surface(i as usize));
        let states = kept.map(|contact| [contact.a, contact.b].map(|body| &all.states[body.index()]));
        let counts = kept.map(|contact| contact.count().min(MAX_POINTS));
        let has = |k: usize| Four::of(|i| if k < counts[i] { T::ONE } else { T::ZERO });
        let places = [places.map(|[a, _]| a), places.map(|[_, b]| b)];
        let bodies = [FourBodies::of(&places[0], moving), FourBodies::of(&places[1], moving)];

        let centers = [0, 1].map(|body| FourVec2::of(|i| Vec2::flat(states[i][body].center)));
        let rotations = [0, 1].map(|body| {
            let [z, w] = [2, 3].map(|k| Four::of(|i| states[i][body].rotation.to_xyzw()[k]));
            FourRotations { cos: (w - z) * (w + z), sin: (w + w) * z }
        });
        let mut normal = rotations[0].rotate(FourVec2::of(|i| kept[i].normal()));
        let mut signed_distance = Four::all(T::INFINITY);
        let mut points = [(FourVec2::ZERO, Four::ZERO); MAX_POINTS];
        let count = counts.into_iter().fold(0, usize::max);
        for (k, (middle, separation)) in points[..count].iter_mut().enumerate() {
            let anchors = [0, 1].map(|body| FourVec2::of(|i| kept[i].anchors()[k][body]));
            let [a, b] = [0, 1].map(|body| centers[body] + rotations[body].rotate(anchors[body]));
            let (has, both) = (has(k), (a + b) * Four::all(T::HALF));
            let only = |four: Four<T>| has.if_positive(four, Four::ZERO);
            *middle = FourVec2 { x: only(both.x), y: only(both.y) };
            *separation = only((b - a).dot(normal));
            signed_distance = has.if_positive(signed_distance.min(*separation), signed_distance);
        }
        // New contacts are where they were found.
        for lane in (0..LANES).filter(|&i| !kept[i].is_kept()) {
            let found = placed(&all.contacts, contacts[lane] as usize, &all.states);
            normal.set(lane, Vec2::flat(found.normal));
            signed_distance.0[lane] = found.signed_distance;
            for ((middle, separation), p) in points.iter_mut().zip(found.points) {
                middle.set(lane, Vec2::flat(p.middle()));
                separation.0[lane] = p.signed_distance;
            }
        }
        let sum = points.iter().fold(FourVec2::ZERO, |sum, (middle, _)| sum + *middle);
        let middle = sum / Four::of(|i| T::of(counts[i].max(1) as f64));

        let s = normal.turned();
        let arms = centers.map(|center| middle - center);
        let levers = arms.map(|arm| arm.dot(s));
        let across = arms.map(|arm| -arm.dot(normal));
        let masses = bodies[0].inverse_mass + bodies[1].inverse_mass;
        let [one, other] = [bodies[0].inverse_inertia, bodies[1].inverse_inertia];
        // The symmetric matrix by which an impulse along n and a torque change u and w.
        let mixed = levers[0] * one + levers[1] * other;
        let along = masses + (levers[0] * levers[0] * one + levers[1] * levers[1] * other);
        let turning = one + other;
        let mut prepared = Self {
            places,
            count,
            belts: NOTHING,
            firm: Four::of(|i| {
                let [a, b] = states[i];
                if a.is_dynamic() && b.is_dynamic() { T::ZERO } else { T::ONE }
            }),
            signed_distance,
            normal,
            levers,
            across,
            points: [FourPoints::NONE; MAX_POINTS],
            friction: Friction {
                coefficient: Four::of(|i| surfaces[i].friction),
                mass: (masses + (across[0] * across[0] * one + across[1] * across[1] * other)).inverse(),
                impulse: FourVec2::of(|i| Vec2::flat(kept[i].data.tangent)).dot(s),
                rolling: Four::of(|i| surfaces[i].rolling_resistance),
                rolling_mass: turning.inverse(),
                rolling_impulse: Four::of(|i| {
                    if surfaces[i].rolling_resistance > T::ZERO { kept[i].data.rolling.z } else { T::ZERO }
                }),
            },
            restitution: Four::of(|i| surfaces[i].restitution),
            absorbed: Four::ZERO,
        };
        let speed = prepared.speeds(&bodies[0], &bodies[1]);
        for (k, (point, (at, separation))) in prepared.points.iter_mut().zip(points).take(count).enumerate() {
            let (x, has) = ((at - middle).dot(s), has(k));
            let response = [along + x * mixed, mixed + x * turning];
            *point = FourPoints {
                x,
                response,
                mass: has.if_positive((response[0] + x * response[1]).inverse(), Four::ZERO),
                separation,
                impulse: has.if_positive(Four::of(|i| kept[i].data.normal[k]), Four::ZERO),
                total: Four::ZERO,
                approach: speed[0] + x * speed[1],
            };
        }
        prepared
    }
}

impl<T: Real> FourPoints<T> {
    /// No point.
    const NONE: Self = Self {
        x: Four::ZERO,
        response: [Four::ZERO; 2],
        mass: Four::ZERO,
        separation: Four::ZERO,
        impulse: Four::ZERO,
        total: Four::ZERO,
        approach: Four::ZERO,
    };
}

#[cfg(test)]
mod tests {
    use impinge::{HalfSpace, Pose, Rectangle};

    use super::*;
    use crate::plane::{Body as Definition, World};
    use crate::solver_contact::middle;

    /// Checks that a contact in each lane is where the cache places it, and that both its points see the same speeds as the bodies have.
    #[test]
    fn four_at_once_are_as_one_by_one() {
        let mut world = World::<f64>::default();
        let floor = world.add_shape(HalfSpace::new([0.0, 1.0], 0.0));
        let tile = world.add_shape(Rectangle::new([0.5, 0.4]));
        world.add(Definition::fixed(floor, Pose::IDENTITY)).unwrap();
        let mut compared = [0; 2];
        for step in 0..40 {
            if step % 10 == 0 {
                for i in 0..3 {
                    let at = [f64::from(i) * 1.1 + 0.4 * f64::from(step), 0.39 + 0.003 * f64::from(i)];
                    let tile =
                        Definition::dynamic(tile, Pose::at(at)).angular_velocity(0.3).velocity([0.5, -0.1]);
                    world.add(tile).unwrap();
                }
            }
            world.step(1.0 / 60.0).unwrap();
            let bodies = &world.bodies;
            let (states, count) = (&bodies.states, bodies.contacts.contacts().len() as u32);
            let moving: Vec<Body<f64>> = states.iter().map(Body::new).collect();
            for first in 0..count {
                let contacts = [0, 1, 2, 3].map(|i| (first + i) % count);
                let pairs = contacts.map(|i| {
                    let contact = &bodies.contacts.contacts()[i as usize];
                    [contact.a.index() as u32, contact.b.index() as u32]
                });
                let four = PlaneContacts::prepared(bodies, contacts, pairs, &moving);
                for (lane, place) in contacts.into_iter().enumerate() {
                    let contact = &bodies.contacts.contacts()[place as usize];
                    let one = placed(&bodies.contacts, place as usize, states);
                    let (normal, center) = (Vec2::flat(one.normal), middle(&one, contact.count()));
                    assert!((four.normal.at(lane) - normal).norm() < 1e-14);
                    assert!((four.signed_distance.0[lane] - one.signed_distance).abs() < 1e-13);
                    let [a, b] = pairs[lane].map(|i| &states[i as usize]);
                    for (k, p) in one.points[..contact.count()].iter().enumerate() {
                        let at = p.middle();
                        let x = Vec2::flat(at - center).dot(Vec2::new(normal.y, -normal.x));
                        let speed = b.velocity_at(at - b.center) - a.velocity_at(at - a.center);
                        assert!((four.points[k].x.0[lane] - x).abs() < 1e-13);
                        assert!((four.points[k].separation.0[lane] - p.signed_distance).abs() < 1e-13);
                        assert!(
                            (four.points[k].approach.0[lane] - Vec2::flat(speed).dot(normal)).abs() < 1e-13
                        );
                    }
                    compared[usize::from(contact.is_kept())] += 1;
                }
            }
        }
        assert!(compared.iter().all(|&count| count > 10), "{compared:?}");
    }
}
