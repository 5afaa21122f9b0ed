//! Configurations of a robot: a value for each joint with one degree of freedom, a place for each planar or floating one.
//!
//! | joint | numbers | unit |
//! |---|---|---|
//! | revolute, continuous, prismatic | one value | radians or meters |
//! | planar | x, y, angle | meters, radians |
//! | floating | x, y, z, and a quaternion qx, qy, qz, qw, which is normalized | meters |
//!
//! **The plane** of a planar joint is at right angles to its axis. Its x is along the axis of the joint's frame that follows the one nearest to
//! the normal, in the order x, y, z, x, projected to the plane; its y is at right angles to both. For a normal along z these are x and y.
//!
//! **Between two configurations** values, coordinates and the angle of a planar joint change at constant speed; a floating joint turns the
//! shorter way about a fixed axis at constant speed.

use impinge::{Pose, Rot3, Vec3};
use impinge_io::robot::{Joint, JointKind, Robot};

/// Values of all joints, and the places of planar and floating ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// A value for each joint; that of a joint without a single value is 0.
    pub values: Vec<f64>,
    /// Planar and floating joints, in the order of the robot.
    pub places: Vec<(usize, Place)>,
}

/// Place of the child of a planar or floating joint, in the frame of the joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Planar { normal: Vec3<f64>, at: [f64; 2], angle: f64 },
    Floating(Pose<Vec3<f64>>),
}

/// Names of the numbers of planar joints, and of floating ones.
const PLANAR: &[&str] = &["x", "y", "angle"];
const FLOATING: &[&str] = &["x", "y", "z", "qx", "qy", "qz", "qw"];

impl Place {
    /// The place at the origin of a joint, if it is planar or floating.
    pub fn of(joint: &Joint) -> Option<Self> {
        match joint.kind {
            JointKind::Planar => Some(Self::Planar { normal: joint.axis, at: [0.0; 2], angle: 0.0 }),
            JointKind::Floating => Some(Self::Floating(Pose::IDENTITY)),
            JointKind::Fixed | JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic => None,
        }
    }

    /// Names of its numbers.
    pub fn names(&self) -> &'static [&'static str] {
        match self {
            Self::Planar { .. } => PLANAR,
            Self::Floating(_) => FLOATING,
        }
    }

    /// Its numbers, in the order of their names.
    pub fn numbers(&self) -> Vec<f64> {
        match self {
            Self::Planar { at, angle, .. } => vec![at[0], at[1], *angle],
            Self::Floating(pose) => [&pose.translation().to_array()[..], &pose.rotation().to_xyzw()].concat(),
        }
    }

    /// The same kind of place with other numbers, which are finite.
    pub fn with(&self, numbers: &[f64]) -> Result<Self, String> {
        match (self, numbers) {
            (Self::Planar { normal, .. }, &[x, y, angle]) => {
                Ok(Self::Planar { normal: *normal, at: [x, y], angle })
            }
            (Self::Floating(_), &[x, y, z, qx, qy, qz, qw]) => {
                let turn = Rot3::try_normalize_xyzw([qx, qy, qz, qw]).map_err(|e| e.to_string())?;
                Pose::try_new([x, y, z], turn).map(Self::Floating).map_err(|e| e.to_string())
            }
            _ => Err(format!("{} numbers; it needs {}", numbers.len(), self.names().join(","))),
        }
    }

    /// Pose in the frame of the joint.
    pub fn pose(&self) -> Pose<Vec3<f64>> {
        match *self {
            Self::Planar { normal, at: [x, y], angle } => {
                let [across, up] = plane(normal);
                Pose::new(across * x + up * y, Rot3::from_axis_angle(normal, angle))
            }
            Self::Floating(pose) => pose,
        }
    }

    /// The place at a time from 0, here, to 1, at the other one.
    pub fn between(&self, other: &Self, time: f64) -> Self {
        let part = |from: f64, to: f64| if time == 1.0 { to } else { from + (to - from) * time };
        match (self, other) {
            (Self::Planar { normal, at, angle }, Self::Planar { at: end, angle: other, .. }) => {
                Self::Planar {
                    normal: *normal,
                    at: [part(at[0], end[0]), part(at[1], end[1])],
                    angle: part(*angle, *other),
                }
            }
            (Self::Floating(from), Self::Floating(to)) => {
                let [p, q] = [from, to].map(|pose| pose.translation().to_array());
                let at: [f64; 3] = std::array::from_fn(|k| part(p[k], q[k]));
                Self::Floating(Pose::new(at, from.rotation().slerp(&to.rotation(), time)))
            }
            // Places of one joint are of one kind.
            _ => *other,
        }
    }

    /// Angle and length by which it moves to another place, and the largest distance from the origin on the way.
    pub fn travel(&self, other: &Self) -> Travel {
        let [p, q] = [self, other].map(|place| place.pose().translation());
        let angle = match (self, other) {
            (Self::Planar { angle, .. }, Self::Planar { angle: other, .. }) => (other - angle).abs(),
            _ => {
                let [from, to] = [self, other].map(|place| place.pose().rotation());
                (from.inverse() * to).to_axis_angle().1
            }
        };
        Travel { angle, length: (q - p).norm(), far: p.norm().max(q.norm()) }
    }
}

/// Motion of a place.
#[derive(Clone, Copy, Debug)]
pub struct Travel {
    pub angle: f64,
    pub length: f64,
    pub far: f64,
}

/// Unit axes x and y of the plane with this unit normal.
fn plane(normal: Vec3<f64>) -> [Vec3<f64>; 2] {
    let sizes = normal.to_array().map(f64::abs);
    let nearest = (0..3).fold(0, |most, k| if sizes[k] > sizes[most] { k } else { most });
    let next = Vec3::axis((nearest + 1) % 3);
    let across = (next - normal * normal.dot(next)).unit();
    [across, normal.cross(across)]
}

impl Configuration {
    /// All joints at 0, or at the limit nearest to it; planar and floating ones at their origin.
    pub fn start(robot: &Robot) -> Self {
        let clamped = |joint: &Joint| joint.limits.map_or(0.0, |[lower, upper]| 0.0_f64.clamp(lower, upper));
        let place = |(k, joint): (usize, &Joint)| Place::of(joint).map(|place| (k, place));
        Self {
            values: robot.joints.iter().map(clamped).collect(),
            places: robot.joints.iter().enumerate().filter_map(place).collect(),
        }
    }

    /// The place of a planar or floating joint.
    pub fn place(&self, joint: usize) -> Option<&Place> {
        self.places.iter().find(|(of, _)| *of == joint).map(|(_, place)| place)
    }

    /// Sets the numbers of a joint: one, or those of its place.
    pub fn set(&mut self, joint: usize, numbers: &[f64]) -> Result<(), String> {
        match (self.places.iter_mut().find(|(of, _)| *of == joint), numbers) {
            (Some((_, place)), numbers) => *place = place.with(numbers)?,
            (None, &[value]) => self.values[joint] = value,
            (None, _) => return Err(format!("{} numbers; it needs one", numbers.len())),
        }
        Ok(())
    }

    /// The configuration at a time from 0, here, to 1, at the other one.
    pub fn between(&self, other: &Self, time: f64) -> Self {
        let value = |(from, to): (&f64, &f64)| match time {
            1.0 => *to,
            time => from + (to - from) * time,
        };
        let place = |(from, to): (&(usize, Place), &(usize, Place))| (from.0, from.1.between(&to.1, time));
        Self {
            values: self.values.iter().zip(&other.values).map(value).collect(),
            places: self.places.iter().zip(&other.places).map(place).collect(),
        }
    }

    /// The configuration with the values of mimicking joints computed.
    pub fn followed(&self, robot: &Robot) -> Self {
        let value = |(joint, value): (&Joint, &f64)| {
            joint.mimic.map_or(*value, |mimic| mimic.multiplier * self.values[mimic.joint] + mimic.offset)
        };
        Self {
            values: robot.joints.iter().zip(&self.values).map(value).collect(),
            places: self.places.clone(),
        }
    }

    /// Poses of the links.
    pub fn link_poses(&self, robot: &Robot) -> Result<Vec<Pose<Vec3<f64>>>, String> {
        let placed: Vec<_> = self.places.iter().map(|(joint, place)| (*joint, place.pose())).collect();
        robot.link_poses_with(&self.values, &placed).map_err(|e| e.to_string())
    }

    /// Names and numbers of all joints that can be set, as columns of a table: `elbow`, `base.x`, `base.y`, ...
    pub fn columns(&self, robot: &Robot) -> Vec<(String, f64)> {
        let mut columns = Vec::new();
        for (k, joint) in robot.joints.iter().enumerate() {
            match self.place(k) {
                Some(place) => {
                    let named = |(part, number)| (format!("{}.{part}", joint.name), number);
                    columns.extend(place.names().iter().zip(place.numbers()).map(named));
                }
                None if joint.is_free() => columns.push((joint.name.clone(), self.values[k])),
                None => {}
            }
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_of_a_plane_are_at_right_angles() {
        for (normal, wanted) in
            [([0.0, 0.0, 1.0], [0, 1]), ([1.0, 0.0, 0.0], [1, 2]), ([0.0, 1.0, 0.0], [2, 0])]
        {
            assert_eq!(plane(Vec3::from(normal)), wanted.map(Vec3::axis));
        }
        assert_eq!(plane(-Vec3::axis(2)), [Vec3::axis(0), -Vec3::axis(1)]);
        for normal in [[1.0, 2.0, 3.0], [-3.0, 2.9, 0.1], [1.0, 1.0, 1.0]] {
            let normal = Vec3::from(normal).unit();
            let [x, y] = plane(normal);
            let off = [x.dot(y), x.dot(normal), y.dot(normal), x.norm() - 1.0, y.norm() - 1.0];
            assert!(off.iter().all(|x| x.abs() < 1e-15) && x.cross(y).dot(normal) > 0.999, "{off:?}");
        }
    }

    #[test]
    fn a_floating_place_turns_the_shorter_way_at_constant_speed() {
        let at = |numbers: &[f64]| Place::Floating(Pose::IDENTITY).with(numbers).unwrap();
        let half = 0.5_f64;
        let (from, to) = (
            at(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0]),
            // The negative of a turn by 0.5 about z.
            at(&[3.0, 0.0, 0.0, 0.0, 0.0, -(half / 2.0).sin(), -(half / 2.0).cos()]),
        );
        let travel = from.travel(&to);
        assert!((travel.angle - half).abs() < 1e-15 && travel.length == 2.0 && travel.far == 3.0);
        for time in [0.0, 0.25, 0.5, 1.0] {
            let pose = from.between(&to, time).pose();
            let x = pose.rotation().rotate(Vec3::axis(0));
            assert!((x.y.atan2(x.x) - half * time).abs() < 1e-15 && pose.translation().x == 1.0 + 2.0 * time);
        }
        assert!(from.with(&[0.0; 7]).is_err() && from.with(&[0.0; 6]).is_err());
    }
}
