//! Jacobians against numeric differentiation.

use impinge::{Pose, Rot3, Vec3};
use impinge_scenes::Rng;

use super::super::rigid::Six;
use super::super::row::{Ends, Row, acting};
use super::contact::Contact;
use super::{Joint, Kind, Limit};

/// A step of differences: errors of its square and of ε over it are both about 1e-10.
const STEP: f64 = 1e-5;

/// Tolerance of a difference, for rates of about one. An angle near where it is not held grows fast, and its third derivative by the
/// cube of that.
const CLOSE: f64 = 2e-8;

fn moved(pose: &Pose<Vec3<f64>>, speed: &Six, time: f64) -> Pose<Vec3<f64>> {
    let turn = Rot3::from_axis_angle(speed.angular, speed.angular.norm() * time);
    Pose::new(pose.translation() + speed.linear * time, turn.compose(&pose.rotation()))
}

/// The rate of each C by differences, against J times the speeds, for the rows that `of` gives at two poses.
fn compare(
    name: &str,
    poses: [Pose<Vec3<f64>>; 2],
    rng: &mut Rng,
    of: &dyn Fn([Pose<Vec3<f64>>; 2]) -> Vec<Row>,
) {
    let speeds = [0, 1].map(|_| Six { linear: rng.unit3::<f64>(), angular: rng.unit3::<f64>() * 2.0 });
    let at = |time: f64| of([moved(&poses[0], &speeds[0], time), moved(&poses[1], &speeds[1], time)]);
    let (before, now, after) = (at(-STEP), at(0.0), at(STEP));
    assert!(before.len() == now.len() && after.len() == now.len(), "{name}");
    for (k, row) in now.iter().enumerate() {
        let rate = (after[k].value - before[k].value) / (2.0 * STEP);
        let found = row.rate(Some(&speeds[0]), &speeds[1]);
        assert!(
            (rate - found).abs() < CLOSE * (1.0 + found.abs().powi(3)),
            "{name}, row {k}: {rate} against {found}"
        );
        assert!(found.abs() > 1e-9, "{name}, row {k} is empty");
    }
}

/// Bodies anywhere, frames anywhere, and joints that are open: the derivative is exact there, too.
#[test]
fn jacobians_are_the_derivatives_of_their_constraints() {
    let mut rng = Rng::new(11);
    let kinds = [Kind::Fixed, Kind::Ball, Kind::Universal, Kind::Hinge, Kind::Slider];
    let mut limits = [0; 3];
    for case in 0..400 {
        let poses = [rng.pose3::<f64>(2.0), rng.pose3::<f64>(2.0)];
        let frames = [rng.pose3::<f64>(1.0), rng.pose3::<f64>(1.0)];
        let kind = kinds[case % kinds.len()];
        let limit = [Limit::Cone(1.0), Limit::Pyramid([0.4, 0.7]), Limit::Range([-0.5, 0.5])][case % 3];
        let joint = Joint { a: Some(0), b: 1, frames, kind, limit: Some(limit), friction: 1.0 };
        let ends = Ends::new(poses, frames);
        // Away from where angles jump by a whole turn, and quaternions change their sign.
        if ends.turn.1 < 0.05 {
            continue;
        }
        let rows = |poses| joint.rows(&Ends::new(poses, frames)).as_slice().to_vec();
        compare("joint", poses, &mut rng, &rows);
        let jumps = joint.limits(&ends).as_slice().iter().any(|row| row.value.abs() > 2.5);
        if !jumps {
            let rows = |poses| joint.limits(&Ends::new(poses, frames)).as_slice().to_vec();
            compare("limit", poses, &mut rng, &rows);
            limits[case % 3] += joint.limits(&ends).as_slice().len();
        }
    }
    assert!(limits.iter().all(|&n| n > 40), "{limits:?}");
}

/// A vertex of B over a plane of A: the distance changes as its row says.
#[test]
fn a_contact_measures_the_distance_of_a_vertex_from_a_plane() {
    let mut rng = Rng::new(12);
    for _ in 0..100 {
        let poses = [rng.pose3::<f64>(2.0), rng.pose3::<f64>(2.0)];
        let (vertex, on_plane, normal) = (rng.in_ball::<f64>(), rng.in_ball::<f64>(), rng.unit3::<f64>());
        let rows = |poses: [Pose<Vec3<f64>>; 2]| {
            let point = poses[1].transform(vertex);
            let normal = poses[0].rotation().rotate(normal);
            let distance = normal.dot(point - poses[0].transform(on_plane));
            let contact = Contact { a: Some(0), b: 1, point, normal, distance };
            vec![contact.rows(poses.map(|pose| pose.translation()))[0]]
        };
        compare("contact", poses, &mut rng, &rows);
    }
}

/// Friction acts across the held directions, and gives A the opposite of what it gives B.
#[test]
fn rows_act_alike_on_both_bodies() {
    let mut rng = Rng::new(13);
    for kind in [Kind::Fixed, Kind::Ball, Kind::Universal, Kind::Hinge, Kind::Slider] {
        let (poses, frames) = ([rng.pose3(2.0), rng.pose3(2.0)], [rng.pose3(1.0), rng.pose3(1.0)]);
        let joint = Joint { a: Some(0), b: 1, frames, kind, limit: Some(Limit::Cone(1.0)), friction: 1.0 };
        let ends = Ends::new(poses, frames);
        let sets = [joint.rows(&ends), joint.limits(&ends), joint.friction(&ends)];
        assert_eq!(sets[0].as_slice().len() + sets[2].as_slice().len(), 6, "{kind:?}: held or rubbing");
        for row in sets.iter().flat_map(|rows| rows.as_slice()) {
            let about_origin =
                |six: &Six, pose: &Pose<Vec3<f64>>| six.angular + pose.translation().cross(six.linear);
            assert!((row.on_a.linear + row.on_b.linear).norm() < 1e-15);
            let sum = about_origin(&row.on_a, &poses[0]) + about_origin(&row.on_b, &poses[1]);
            assert!(sum.norm() < 1e-14, "{kind:?}: {sum:?}");
        }
    }
    let row = acting([Vec3::ZERO, Vec3::new(1.0, 0.0, 0.0)], Vec3::ZERO, Vec3::new(0.0, 1.0, 0.0), 0.0);
    assert_eq!(row.on_b.angular, Vec3::new(0.0, 0.0, -1.0));
}
