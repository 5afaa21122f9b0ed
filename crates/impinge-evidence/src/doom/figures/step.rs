//! A step of an articulated figure: constraint forces by Lagrange multipliers, then motion.
//!
//! **Source.** The report (section 6) says that complex articulated figures are simulated by constraint forces, found by Lagrange
//! multipliers, together with its collision detection. It gives no equation, names no joint, and speaks neither of trees nor of linear
//! time nor of friction, limits or stabilization. What follows is the plainest textbook form, and ours.
//!
//! | symbol | meaning |
//! |---|---|
//! | h | length of the step |
//! | v | velocities at its start |
//! | C, J | a row's error and its Jacobian, there |
//! | F, λ | gravity; multipliers, which are forces |
//! | β | the fraction of an error that a step corrects, [`TAKES_BACK`] |
//!
//! 1. Accelerations a and multipliers λ with M a = F + Jᵀ λ are such that v + h a is right at the end of the step:
//!    J (v + h a) = −β C / h for equality rows (Baumgarte, "Stabilization of constraints and integrals of motion in dynamical systems", 1972);
//!    J (v + h a) ≥ −C / h for a limit that is not reached yet, so that it is reached and not passed; 0 for friction.
//! 2. Joints of a tree are solved by [`super::system`], all else by [`super::auxiliary`].
//! 3. Momenta take up h (F + Jᵀ λ): semi-implicit Euler on momenta. What a joint gives one body it takes from the other at one point, so
//!    momentum and angular momentum of a free figure are kept to rounding, though velocities and energy are not.
//! 4. Bodies move, one by one among [`super::surroundings`], or freely.
//!
//! **Guarantees.** No NaN: what is [`Singular`] is reported before a body has moved.
//!
//! **Cost.** O(n) for n bodies without limits that are near, friction and contacts.
//!
//! **Failure.** Energy errs by the first order in h. Joints open by the second order in h, and where the collision detection stops a body.

use impinge::Vec3;
use impinge::expel::MotionError;

use super::auxiliary::{Bound, Extra, multipliers};
use super::joint::contact::Contact;
use super::joint::{Joint, Kind};
use super::order::{Node, Order};
use super::rigid::{Rigid, Six};
use super::row::{Ends, Row, Rows};
use super::surroundings::{Surroundings, ZONE};
use super::system::{Side, Singular, System, add_forces};

/// Fraction of an error that a step corrects. At 1 a joint that opened closes at once, and its bodies fly; at 0 it stays open.
const TAKES_BACK: f64 = 0.2;

/// A limit this near, or one that the present motion meets in two steps, is a row: radians for angles, meters for ways. A smaller one
/// misses limits that forces reach within a step; a larger one costs rows.
const NEAR: f64 = 0.1;

/// Reason why a step was not made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Trouble {
    Singular(Singular),
    Motion(MotionError),
}

impl From<Singular> for Trouble {
    fn from(singular: Singular) -> Self {
        Self::Singular(singular)
    }
}

impl From<MotionError> for Trouble {
    fn from(error: MotionError) -> Self {
        Self::Motion(error)
    }
}

/// Result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    /// Auxiliary rows.
    pub rows: usize,
    pub contacts: usize,
    /// Bodies that the collision detection stopped.
    pub stopped: usize,
    /// Whether the conditions of all auxiliary rows hold.
    pub complete: bool,
}

/// Bodies and joints.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub bodies: Vec<Rigid>,
    pub joints: Vec<Joint>,
    order: Order,
    system: System,
    rows: Vec<Rows>,
}

impl Figure {
    pub fn new(bodies: Vec<Rigid>, joints: Vec<Joint>) -> Self {
        let order = Order::new(bodies.len(), &joints);
        Self { bodies, joints, order, system: System::default(), rows: Vec::new() }
    }

    /// Advances the figure by a time.
    ///
    /// # Errors
    /// If the system is singular, or the figure is out of range; momenta and, if it is singular, poses are then as they were.
    pub fn step(
        &mut self,
        time: f64,
        gravity: Vec3<f64>,
        around: Option<&mut Surroundings>,
    ) -> Result<Seen, Trouble> {
        let mut contacts = Vec::new();
        let mut around = around;
        let mut friction = 0.0;
        if let Some(around) = &mut around {
            around.contacts(&self.bodies, gravity, time, &mut contacts)?;
            friction = around.friction;
        }
        let (forces, mut seen) = self.forces(time, gravity, &contacts, friction)?;
        for (body, force) in self.bodies.iter_mut().zip(&forces) {
            body.push(force, time);
        }
        match around {
            Some(around) => seen.stopped = around.travel(&mut self.bodies, time)?,
            None => self.bodies.iter_mut().for_each(|body| body.pose = body.moved(time)),
        }
        Ok(seen)
    }

    /// Steps 1 and 2: all forces on each body.
    pub fn forces(
        &mut self,
        time: f64,
        gravity: Vec3<f64>,
        contacts: &[Contact],
        friction: f64,
    ) -> Result<(Vec<Six>, Seen), Trouble> {
        let ends: Vec<Ends> = self.joints.iter().map(|joint| self.ends(joint)).collect();
        self.rows.clear();
        self.rows.extend(self.joints.iter().zip(&ends).map(|(joint, ends)| joint.rows(ends)));
        self.system.factor(&self.order, &self.bodies, &self.rows)?;

        let speeds: Vec<Six> = self.bodies.iter().map(Rigid::speed).collect();
        let rate = |row: &Row, a: Option<usize>, b: usize| row.rate(a.map(|a| &speeds[a]), &speeds[b]);
        // c: what J a must be for the rate at the end of the step to be `end`.
        let wanted = |row: &Row, a, b, end: f64| (end - rate(row, a, b)) / time;
        let weight = |body: &Rigid| Six { linear: gravity * body.mass, angular: Vec3::ZERO };
        let mut forces: Vec<Six> = self.bodies.iter().map(weight).collect();
        let held = |row: &Row, a, b| wanted(row, a, b, -TAKES_BACK * row.value / time);

        // All rows of joints in their blocks: F for bodies, −c for joints.
        let side = |forces: &[Six]| -> Side {
            let of = |node| match node {
                Node::Body(body) => forces[body].to_array(),
                Node::Joint(joint) => {
                    let (rows, Joint { a, b, .. }) = (&self.rows[joint], self.joints[joint]);
                    let mut part = [0.0; 6];
                    for (entry, row) in part.iter_mut().zip(rows.as_slice()) {
                        *entry = -held(row, a, b);
                    }
                    part
                }
            };
            self.order.places.iter().map(|place| of(place.node)).collect()
        };
        let mut solution = side(&forces);
        self.system.solve(&self.order, &mut solution);

        let mut extras: Vec<Extra> = Vec::new();
        for &joint in &self.order.auxiliary {
            let Joint { a, b, .. } = self.joints[joint];
            for row in self.rows[joint].as_slice() {
                extras.push(Extra { a, b, row: *row, wanted: held(row, a, b), bound: Bound::Loop(joint) });
            }
        }
        // At most the velocity that reaches a limit at the end of the step; back from it at the rate at which joints are closed.
        let bounded = |row: &Row, a, b, gap: f64| {
            let end = if gap > 0.0 { -gap / time } else { -TAKES_BACK * gap / time };
            Extra { a, b, row: *row, wanted: wanted(row, a, b, end), bound: Bound::Push }
        };
        for (joint, ends) in self.joints.iter().zip(&ends) {
            let Joint { a, b, .. } = *joint;
            for row in joint.friction(ends).as_slice() {
                let bound = Bound::Within(joint.friction);
                extras.push(Extra { a, b, row: *row, wanted: wanted(row, a, b, 0.0), bound });
            }
            for row in joint.limits(ends).as_slice() {
                if row.value + 2.0 * time * rate(row, a, b).min(0.0) < NEAR {
                    extras.push(bounded(row, a, b, row.value));
                }
            }
        }
        for contact in contacts {
            let (a, b) = (contact.a, contact.b);
            let center = |body: usize| self.bodies[body].pose.translation();
            let [normal, across @ ..] = contact.rows([a.map_or(Vec3::ZERO, center), center(b)]);
            let first = extras.len();
            extras.push(bounded(&normal, a, b, contact.distance - ZONE));
            for row in across {
                let bound = Bound::Rub { normal: first, factor: friction };
                extras.push(Extra { a, b, row, wanted: wanted(&row, a, b, 0.0), bound });
            }
        }
        let found = multipliers(&self.system, &self.order, &self.bodies, &solution, &extras)?;
        if !extras.is_empty() {
            for (extra, &multiplier) in extras.iter().zip(&found.list) {
                extra.row.add_force(multiplier, extra.a, extra.b, &mut forces);
            }
            solution = side(&forces);
            self.system.solve(&self.order, &mut solution);
        }
        add_forces(&self.order, &self.rows, &solution, &mut forces);
        let seen =
            Seen { rows: extras.len(), contacts: contacts.len(), stopped: 0, complete: found.complete };
        Ok((forces, seen))
    }

    fn ends(&self, joint: &Joint) -> Ends {
        let a = joint.a.map_or(impinge::Pose::IDENTITY, |a| self.bodies[a].pose);
        Ends::new([a, self.bodies[joint.b].pose], joint.frames)
    }

    /// Distance between the points of a joint that should coincide.
    pub fn opening(&self, joint: usize) -> f64 {
        let joint = &self.joints[joint];
        let ends = self.ends(joint);
        let (u, z) = (ends.apart(), ends.axes[0].z_axis);
        if joint.kind == Kind::Slider { (u - z * z.dot(u)).norm() } else { u.norm() }
    }

    /// The largest opening of all joints.
    pub fn opened(&self) -> f64 {
        (0..self.joints.len()).map(|joint| self.opening(joint)).fold(0.0, f64::max)
    }

    /// Largest violation of a limit, in radians or meters; 0 if all limits hold.
    pub fn passed(&self) -> f64 {
        let worst = |joint: &Joint| {
            let rows = joint.limits(&self.ends(joint));
            rows.as_slice().iter().map(|row| -row.value).fold(0.0, f64::max)
        };
        self.joints.iter().map(worst).fold(0.0, f64::max)
    }

    /// Kinetic energy of all bodies, and potential energy in a field of gravity that is 0 at the origin.
    pub fn energy(&self, gravity: Vec3<f64>) -> f64 {
        self.bodies.iter().map(|body| body.energy(gravity)).sum()
    }
}
