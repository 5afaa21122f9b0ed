//! Four contacts at the start of a step. Points of kept contacts move with the bodies, four contacts at once; bitwise identical to
//! [`placed`](crate::solver_contact::placed).

use impinge::{Real, Rot3, Vec3};

use super::super::super::lanes::{Four, FourVec3, LANES};
use crate::body::State;
use crate::solver_contact::{MAX_POINTS, SolverContacts, placed as placed_one};

/// Points of four contacts.
pub(super) struct FourPlaced<T> {
    pub normal: FourVec3<T>,
    /// Unit vectors perpendicular to the normals.
    pub tangent: FourVec3<T>,
    /// Points, each between the witness points on A and B; and their signed distances.
    pub points: [(FourVec3<T>, Four<T>); MAX_POINTS],
    /// The middle of all points.
    pub middle: FourVec3<T>,
    pub signed_distance: Four<T>,
}

/// Four rotations.
struct FourRotations<T> {
    v: FourVec3<T>,
    w: Four<T>,
}

impl<T: Real> FourRotations<T> {
    #[inline(always)]
    fn of(of: impl Fn(usize) -> Rot3<T>) -> Self {
        let [a, b, c, d] = [of(0), of(1), of(2), of(3)].map(|rotation| rotation.to_xyzw());
        let four = |k: usize| Four([a[k], b[k], c[k], d[k]]);
        Self { v: FourVec3 { x: four(0), y: four(1), z: four(2) }, w: four(3) }
    }

    #[inline(always)]
    fn rotate(&self, v: FourVec3<T>) -> FourVec3<T> {
        let t = self.v.cross(v) * Four::all(T::TWO);
        v + t * self.w + self.v.cross(t)
    }
}

impl<T: Real> FourPlaced<T> {
    /// Points of the contacts at these indices, for bodies at their poses at the start of the step.
    #[inline(never)]
    pub fn new(all: &SolverContacts<Vec3<T>>, places: [u32; LANES], states: &[State<T>]) -> Self {
        let contacts = places.map(|place| &all.contacts()[place as usize]);
        let bodies = contacts.map(|contact| [contact.a, contact.b].map(|body| &states[body.index()]));
        let counts = contacts.map(|contact| contact.count());
        let rotations = [0, 1].map(|body| FourRotations::of(|i| bodies[i][body].rotation));
        let centers = [0, 1].map(|body| FourVec3::of(|i| bodies[i][body].center));
        let zero = (FourVec3::ZERO, Four::ZERO);
        let mut placed = Self {
            normal: rotations[0].rotate(FourVec3::of(|i| contacts[i].normal())),
            tangent: FourVec3::ZERO,
            points: [zero; MAX_POINTS],
            middle: FourVec3::ZERO,
            signed_distance: Four::all(T::INFINITY),
        };
        let most = counts.into_iter().fold(0, usize::max);
        for (k, (middle, distance)) in placed.points[..most].iter_mut().enumerate() {
            let anchors = [0, 1].map(|body| FourVec3::of(|i| contacts[i].anchors()[k][body]));
            let [a, b] = [0, 1].map(|body| centers[body] + rotations[body].rotate(anchors[body]));
            let has = Four::of(|i| if k < counts[i] { T::ONE } else { T::ZERO });
            let only = |four: Four<T>| has.if_positive(four, Four::ZERO);
            let both = (a + b) * Four::all(T::HALF);
            *middle = FourVec3 { x: only(both.x), y: only(both.y), z: only(both.z) };
            *distance = only((b - a).dot(placed.normal));
            placed.signed_distance =
                has.if_positive(placed.signed_distance.min(*distance), placed.signed_distance);
        }
        for lane in (0..LANES).filter(|&i| !contacts[i].is_kept()) {
            let found = placed_one(all, places[lane] as usize, states);
            placed.normal.set(lane, found.normal);
            placed.signed_distance.0[lane] = found.signed_distance;
            for ((middle, distance), p) in placed.points.iter_mut().zip(found.points) {
                middle.set(lane, p.middle());
                distance.0[lane] = p.signed_distance;
            }
        }
        placed.tangent = placed.normal.orthogonal();
        let sum = placed.points.iter().fold(FourVec3::ZERO, |sum, (middle, _)| sum + *middle);
        placed.middle = sum / Four::of(|i| T::of(counts[i].max(1) as f64));
        placed
    }
}

#[cfg(test)]
mod tests {
    use impinge::{Cuboid, HalfSpace, Pose};

    use super::*;
    use crate::{Body, World};

    /// Checks for the same bits as one contact at a time, for kept contacts and for new ones.
    #[test]
    fn four_at_once_are_as_one_by_one() {
        let mut world = World::<f32>::default();
        let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
        let cube = world.add_shape(Cuboid::new([0.5; 3]));
        world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
        let mut compared = [0; 2];
        for step in 0..40 {
            if step % 10 == 0 {
                for i in 0..3 {
                    let at = [i as f32 * 1.1 + 0.4 * step as f32, 0.3 * i as f32, 0.49 + 0.003 * i as f32];
                    world.add(Body::dynamic(cube, Pose::at(at))).unwrap();
                }
            }
            world.step(1.0 / 60.0).unwrap();
            let (contacts, states) = (&world.bodies.contacts, &world.bodies.states);
            for first in 0..contacts.contacts().len() as u32 {
                let places = [0, 1, 2, 3].map(|i| (first + i) % contacts.contacts().len() as u32);
                let four = FourPlaced::new(contacts, places, states);
                for (lane, place) in places.into_iter().enumerate() {
                    let place = place as usize;
                    let (contact, one) = (&contacts.contacts()[place], placed_one(contacts, place, states));
                    let middles = one.points.map(|p| p.middle());
                    assert_eq!(four.normal.at(lane), one.normal);
                    assert_eq!(four.signed_distance.0[lane], one.signed_distance);
                    assert_eq!(four.points.map(|(middle, _)| middle.at(lane)), middles);
                    assert_eq!(four.points.map(|p| p.1.0[lane]), one.points.map(|p| p.signed_distance));
                    assert_eq!(four.middle.at(lane), crate::solver_contact::middle(&one, contact.count()));
                    compared[usize::from(contact.is_kept())] += 1;
                }
            }
        }
        assert!(compared.iter().all(|&count| count > 10), "{compared:?}");
    }
}
