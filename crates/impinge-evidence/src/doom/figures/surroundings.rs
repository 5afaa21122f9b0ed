//! Bodies of a figure among their surroundings, by the collision detection of the report: contacts as constraints, motions that stop.
//!
//! **Source.** Report, sections 2, 2.6 and 6: bodies move one by one while all else is at rest, each along a rotation and a translation; contacts
//! are all features within a small distance; constraint forces and collision detection together keep bodies out of one another. How
//! they work together is not described. Ours: contacts within reach of a step become rows of the system that let a gap close but not
//! more, and then each body is moved by the collision detection, which stops it if the rows were not enough, such as when a corner moves on
//! a circle. A body that was stopped opens its joints by the missing motion; the next steps close them.
//!
//! The rotation and the translation are those of the screw from one pose to the next, about its axis and along it, so that their order does
//! not matter. Bodies that a joint holds together do not meet one another.

use impinge::expel::{Hit, MotionError, MotionSettings, Mover, Start};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Vec3};

use super::joint::Joint;
use super::joint::contact::Contact;
use super::rigid::Rigid;

/// The gap that contacts keep: the report's expel zone, a quarter of a unit where 32 are a meter (section 6). It leaves room for corners that
/// turn, as straight rows see them.
pub(crate) const ZONE: f64 = 0.25 / 32.0;

/// Most contacts of two bodies that become rows, the nearest first: the corners of two faces of a box. More add nothing.
const MOST: usize = 8;

/// A body at rest.
pub(crate) type Standing = (PolygonMesh<f64>, Pose<Vec3<f64>>);

/// Surroundings of a figure, and its own surfaces.
struct Surfaces {
    standing: Vec<Standing>,
    skins: Vec<PolygonMesh<f64>>,
    /// Pairs of bodies that collide: those without a joint between them.
    meets: Vec<Vec<bool>>,
}

/// A figure's surroundings, and the collision detection for its motions.
pub(crate) struct Surroundings {
    surfaces: Surfaces,
    /// Distance of each body's farthest point from its center of mass.
    reach: Vec<f64>,
    pub friction: f64,
    mover: Mover,
    hits: Vec<Hit<f64>>,
}

impl Surroundings {
    /// For a figure with these surfaces, one for each body, in the frames of the bodies.
    pub fn new(
        standing: Vec<Standing>,
        skins: Vec<PolygonMesh<f64>>,
        joints: &[Joint],
        friction: f64,
    ) -> Self {
        let count = skins.len();
        let mut meets: Vec<Vec<bool>> = (0..count).map(|i| (0..count).map(|j| i != j).collect()).collect();
        for joint in joints {
            if let Some(a) = joint.a {
                (meets[a][joint.b], meets[joint.b][a]) = (false, false);
            }
        }
        let reach = skins.iter().map(|skin| {
            let bounds = skin.bounds();
            bounds.min.abs().max(bounds.max.abs()).norm()
        });
        let reach = reach.collect();
        let surfaces = Surfaces { standing, skins, meets };
        Self { surfaces, reach, friction, mover: Mover::new(), hits: Vec::new() }
    }

    /// Whether bodies with these indices collide.
    #[cfg(test)]
    pub fn meet(&self, a: usize, b: usize) -> bool {
        self.surfaces.meets[a][b]
    }

    /// All contacts that a step may close. Bodies that overlap have none, and do not move either.
    ///
    /// # Errors
    /// If the figure is out of range.
    pub fn contacts(
        &mut self,
        bodies: &[Rigid],
        gravity: Vec3<f64>,
        time: f64,
        contacts: &mut Vec<Contact>,
    ) -> Result<(), MotionError> {
        // Distance that a corner moves in the step.
        let way = |b: usize| {
            let speed = bodies[b].speed();
            time * (speed.linear.norm() + speed.angular.norm() * self.reach[b] + gravity.norm() * time)
        };
        let ways: Vec<f64> = (0..bodies.len()).map(way).collect();
        let longest = ways.iter().copied().fold(0.0, f64::max);
        for b in 0..bodies.len() {
            let (list, names) = self.surfaces.around(bodies, b, b);
            let reach = ZONE + ways[b] + longest;
            let moving = PlacedMesh::new(&self.surfaces.skins[b], bodies[b].pose);
            let start = self.mover.contacts(&moving, &list, reach, &mut self.hits)?;
            if start == Start::Overlapping {
                continue;
            }
            self.hits.sort_by(|x, y| x.body.cmp(&y.body).then(x.distance.total_cmp(&y.distance)));
            let (mut last, mut count) = (u32::MAX, 0);
            for hit in &self.hits {
                count = if hit.body == last { count + 1 } else { 1 };
                last = hit.body;
                let a = names[hit.body as usize];
                let near = ZONE + ways[b] + a.map_or(0.0, |a| ways[a]);
                if count <= MOST && hit.distance <= near {
                    contacts.push(Contact {
                        a,
                        b,
                        point: hit.point,
                        normal: hit.normal,
                        distance: hit.distance,
                    });
                }
            }
        }
        Ok(())
    }

    /// Moves all bodies for a time, one by one. Returns the number of stops.
    ///
    /// # Errors
    /// If the figure would be out of range.
    pub fn travel(&mut self, bodies: &mut [Rigid], time: f64) -> Result<usize, MotionError> {
        let settings = MotionSettings::default();
        let mut stopped = 0;
        for b in 0..bodies.len() {
            let (from, to) = (bodies[b].pose, bodies[b].moved(time));
            let (list, _) = self.surfaces.around(bodies, b, bodies.len());
            let moving = PlacedMesh::new(&self.surfaces.skins[b], from);
            let trace = self.mover.move_by(&moving, &Motion::between(&from, &to), &list, &settings)?;
            stopped += usize::from(trace.hit.is_some());
            bodies[b].pose = if trace.hit.is_none() && trace.fraction == 1.0 { to } else { trace.pose };
        }
        Ok(stopped)
    }
}

impl Surfaces {
    /// Surroundings of body `b`: the fixed ones, and other bodies up to `end`, with their indices, or none for fixed ones.
    fn around<'a>(
        &'a self,
        bodies: &[Rigid],
        b: usize,
        end: usize,
    ) -> (Vec<PlacedMesh<'a, f64>>, Vec<Option<usize>>) {
        let others = (0..end).filter(|&other| self.meets[b][other]);
        let standing = self.standing.iter().map(|(mesh, pose)| (PlacedMesh::new(mesh, *pose), None));
        let moving =
            others.map(|other| (PlacedMesh::new(&self.skins[other], bodies[other].pose), Some(other)));
        standing.chain(moving).unzip()
    }
}
