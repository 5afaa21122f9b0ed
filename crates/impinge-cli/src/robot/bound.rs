//! Bound on how far the relative motion of two links deviates from a screw: the reason why a sweep by screws misses nothing.
//!
//! Along an edge of a path, values of joints change at constant speed, s from 0 to 1. A point of the moving link then moves along x(s)
//! in the frame of the other one; the screw between the two end poses moves it along y(s), with the same ends.
//!
//! | symbol | meaning |
//! |---|---|
//! | r, d, a | bounds on the distance of the point from the origin of a frame, on its speed, and on its acceleration in it |
//! | w | angle or length by which a joint moves along the edge |
//! | W | the sum of all angles |
//!
//! From frame to frame along the joints between the links, with the fixed offset of each joint added to r:
//! a revolute joint makes a += 2 w d + w² r, then d += w r (Coriolis and centripetal acceleration of a constant turn); a
//! prismatic joint makes d += w, and r grows by its extension. A planar or floating joint is a turn about a fixed axis at constant speed, and
//! then a translation at constant speed, or from parent to child the other way around: as a revolute joint and a prismatic one.
//!
//! The screw turns by an angle φ ≤ W. A point ρ from its axis goes 2 ρ sin(φ/2) ≤ d across it, and accelerates by φ² ρ: no more than
//! 1.05 d W for φ ≤ 1. Two curves with the same ends are no farther apart than an eighth of the largest difference of their
//! accelerations (the error of linear interpolation). So on a piece of length h of the edge they differ by at most
//! h² (a + 1.05 d W) / 8, where h W ≤ 1.
//!
//! If one joint turns and nothing else moves, or if joints only slide, the motion is itself a screw.

use impinge_io::robot::{JointKind, Robot};

use super::asked::Hop;
use super::configuration::{Configuration, Travel};

/// See the module: φ²ρ ≤ φ²/(2 sin(φ/2)) d, and φ/(2 sin(φ/2)) is at most 1.043 for φ ≤ 1.
const SCREW: f64 = 1.05;

/// Bounds are a few dozen rounded operations.
const ROUNDING: f64 = 1e-12;

/// Bounds on the motion of a link along an edge, relative to another link.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// Largest path length of a point along the edge.
    pub speed: f64,
    /// Sum of all angles, in radians.
    pub turn: f64,
    /// Factor of h²: on a piece of length h of the edge, the largest distance of a point from the screw between the ends.
    pub bend: f64,
    /// Largest distance of a point from the origin of the other link.
    pub extent: f64,
}

impl Bound {
    /// Bounds for points at most `reach` from the origin of their link, from the joints that lead to the other link and the
    /// configurations at both ends, with the values of mimicking joints computed.
    pub fn new(robot: &Robot, way: &[Hop], ends: [&Configuration; 2], reach: f64) -> Self {
        let (mut r, mut d, mut a) = (reach, 0.0_f64, 0.0_f64);
        let (mut turn, mut turning, mut sliding) = (0.0_f64, 0, 0);
        for hop in way {
            let (Hop::ToParent(k) | Hop::ToChild(k)) = *hop;
            let joint = &robot.joints[k];
            let offset = joint.origin.translation().norm();
            let [from, to] = ends.map(|end| end.values[k]);
            let rate = (to - from).abs();
            if matches!(hop, Hop::ToChild(_)) {
                r += offset;
            }
            match joint.kind {
                JointKind::Revolute | JointKind::Continuous => {
                    a += rate * (2.0 * d + rate * r);
                    d += rate * r;
                    turn += rate;
                    turning += usize::from(rate > 0.0);
                }
                JointKind::Prismatic => {
                    r += from.abs().max(to.abs());
                    d += rate;
                    sliding += usize::from(rate > 0.0);
                }
                JointKind::Floating | JointKind::Planar => {
                    let [Some(from), Some(to)] = ends.map(|end| end.place(k)) else { continue };
                    let Travel { angle, length, far } = from.travel(to);
                    let is_inverse = matches!(hop, Hop::ToChild(_));
                    if is_inverse {
                        r += far;
                        d += length;
                    }
                    a += angle * (2.0 * d + angle * r);
                    d += angle * r;
                    if !is_inverse {
                        r += far;
                        d += length;
                    }
                    turn += angle;
                    turning += usize::from(angle > 0.0);
                    sliding += usize::from(length > 0.0);
                }
                JointKind::Fixed => {}
            }
            if matches!(hop, Hop::ToParent(_)) {
                r += offset;
            }
        }
        let is_screw = turning == 0 || turning == 1 && sliding == 0;
        let bend = if is_screw { 0.0 } else { (a + SCREW * d * turn) / 8.0 };
        let up = 1.0 + ROUNDING;
        Self { speed: d * up, turn, bend: bend * up, extent: r * up }
    }

    /// Whether nothing moves.
    pub fn is_still(&self) -> bool {
        self.speed == 0.0
    }

    /// Whether the motion is a screw.
    pub fn is_screw(&self) -> bool {
        self.bend == 0.0
    }

    /// Longest piece of the edge on which a point is at most `away` from the screw; it turns by at most 1.
    pub fn piece(&self, away: f64) -> f64 {
        (away / self.bend).sqrt().min(1.0 / self.turn)
    }
}

#[cfg(test)]
mod tests {
    use impinge::{Motion, Vec3};
    use impinge_io::{Folders, robot};
    use impinge_scenes::Rng;

    use super::*;
    use crate::robot::asked::way;

    const ARM: &str = "<robot name='arm'><link name='base'/><link name='a'/><link name='b'/><link name='c'/><link name='d'/>
        <joint name='1' type='continuous'><parent link='base'/><child link='a'/><origin xyz='0 0.1 0.3' rpy='0.3 0 1'/><axis xyz='0 0 1'/></joint>
        <joint name='2' type='continuous'><parent link='a'/><child link='b'/><origin xyz='0.4 0 0' rpy='1.5 0 0'/><axis xyz='0 1 1'/></joint>
        <joint name='3' type='prismatic'><parent link='b'/><child link='c'/><origin xyz='0 0 0.2'/><axis xyz='1 0 0'/><limit lower='-1' upper='1'/></joint>
        <joint name='4' type='continuous'><parent link='base'/><child link='d'/><origin xyz='0.5 0 0'/><axis xyz='1 0 0'/></joint></robot>";

    /// Checks random points on a random piece of an edge of the first link, as seen from the second; how many times as large as a deviation the bound is
    /// at least.
    fn least_excess(robot: &Robot, pair: [usize; 2], ends: [&Configuration; 2], rng: &mut Rng) -> f64 {
        let bound = Bound::new(robot, &way(robot, pair[0], pair[1]), ends, 0.3);
        assert!(!bound.is_screw() && !bound.is_still());
        let seen = |time: f64| {
            let poses = ends[0].between(ends[1], time).link_poses(robot).unwrap();
            poses[pair[1]].inverse() * poses[pair[0]]
        };
        let length = rng.between(0.05, 1.0).min(bound.piece(1.0));
        let start = rng.between(0.0, 1.0 - length);
        let motion = Motion::between(&seen(start), &seen(start + length));
        let mut least = f64::INFINITY;
        for _ in 0..20 {
            let point: Vec3<f64> = rng.unit3::<f64>() * 0.3;
            let part = rng.uniform();
            let real = seen(start + length * part).transform(point);
            let begin = seen(start).transform(point);
            let away = (real - motion.pose(part).transform(begin)).norm();
            let most = bound.bend * length * length;
            assert!(away <= most, "{away} {most}");
            assert!((real - begin).norm() <= bound.speed * length * part + 1e-12);
            assert!(real.norm() <= bound.extent);
            least = least.min(most / away);
        }
        least
    }

    /// Random edges, pieces and points: a point is never farther from its place on the screw than the bound says, nor does it move
    /// farther than its speed; and the bound is not too loose to be useful.
    #[test]
    fn no_point_leaves_the_screw_by_more_than_the_bound() {
        let file = std::env::temp_dir().join(format!("impinge-bound-{}.urdf", std::process::id()));
        std::fs::write(&file, ARM).unwrap();
        let robot = robot::read(&file, &Folders::new());
        std::fs::remove_file(&file).unwrap();
        let robot = robot.unwrap();
        let [c, d] = ["c", "d"].map(|name| robot.link(name).unwrap());
        let way = way(&robot, c, d);
        assert_eq!(way.len(), 4);
        let mut rng = Rng::new(3);
        let mut tightest = f64::INFINITY;
        for _ in 0..300 {
            let (mut from, mut to) = (Configuration::start(&robot), Configuration::start(&robot));
            for k in 0..4 {
                from.values[k] = rng.between(-1.0, 1.0);
                to.values[k] = from.values[k] + rng.between(-0.7, 0.7);
            }
            tightest = tightest.min(least_excess(&robot, [c, d], [&from, &to], &mut rng));
        }
        assert!(tightest < 20.0, "{tightest}");
        // A single joint makes a screw; none makes no motion.
        let at = |values: [f64; 4]| Configuration { values: values.to_vec(), places: Vec::new() };
        let still = at([0.1, 0.2, 0.3, 0.4]);
        for joint in [0, 2] {
            let mut moved = still.clone();
            moved.values[joint] = 0.9;
            assert!(Bound::new(&robot, &way, [&still, &moved], 0.3).is_screw());
        }
        assert!(Bound::new(&robot, &way, [&still, &still], 0.3).is_still());
        assert!(!Bound::new(&robot, &way, [&still, &at([0.9, 0.2, 0.9, 0.4])], 0.3).is_screw());
    }

    const CART: &str = "<robot name='cart'><link name='world'/><link name='cart'/><link name='drone'/><link name='arm'/><link name='wall'/>
        <joint name='drive' type='planar'><parent link='world'/><child link='cart'/><origin xyz='0.3 0 0.1' rpy='0.2 0 0.4'/><axis xyz='0.1 0.2 1'/></joint>
        <joint name='fly' type='floating'><parent link='cart'/><child link='drone'/><origin xyz='0 0.2 0.5' rpy='0 1 0'/></joint>
        <joint name='turn' type='continuous'><parent link='drone'/><child link='arm'/><origin xyz='0.2 0 0'/><axis xyz='1 1 0'/></joint>
        <joint name='hang' type='floating'><parent link='world'/><child link='wall'/><origin xyz='0.5 0 0'/></joint></robot>";

    /// The same of planar and floating joints, from child to parent and from parent to child.
    #[test]
    fn planar_and_floating_joints_are_within_the_bound_too() {
        let file = std::env::temp_dir().join(format!("impinge-bound-cart-{}.urdf", std::process::id()));
        std::fs::write(&file, CART).unwrap();
        let robot = robot::read(&file, &Folders::new());
        std::fs::remove_file(&file).unwrap();
        let robot = robot.unwrap();
        let [arm, wall] = ["arm", "wall"].map(|name| robot.link(name).unwrap());
        let mut rng = Rng::new(4);
        for pair in [[arm, wall], [wall, arm]] {
            let way = way(&robot, pair[0], pair[1]);
            assert_eq!(way.len(), 4);
            let mut tightest = f64::INFINITY;
            for _ in 0..300 {
                let (mut from, mut to) = (Configuration::start(&robot), Configuration::start(&robot));
                from.values[2] = rng.between(-1.0, 1.0);
                to.values[2] = from.values[2] + rng.between(-0.7, 0.7);
                for joint in [0, 1, 3] {
                    let count = from.place(joint).unwrap().numbers().len();
                    let mut drawn = |near: Option<Vec<f64>>| -> Vec<f64> {
                        (0..count)
                            .map(|k| near.as_ref().map_or(0.0, |near| near[k]) + rng.between(-0.6, 0.6))
                            .collect()
                    };
                    let numbers = drawn(None);
                    from.set(joint, &numbers).unwrap();
                    to.set(joint, &drawn(Some(numbers))).unwrap();
                }
                tightest = tightest.min(least_excess(&robot, pair, [&from, &to], &mut rng));
            }
            assert!(tightest < 30.0, "{tightest}");
            // A place that only slides, or only turns, moves on a screw.
            let still = Configuration::start(&robot);
            for numbers in [&[1.0, 2.0, 0.0][..], &[0.0, 0.0, 0.5]] {
                let mut moved = still.clone();
                moved.set(0, numbers).unwrap();
                assert!(Bound::new(&robot, &way, [&still, &moved], 0.3).is_screw());
            }
            assert!(Bound::new(&robot, &way, [&still, &still], 0.3).is_still());
        }
    }
}
