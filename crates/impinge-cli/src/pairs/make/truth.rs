//! The truth about a pair: its signed distance in an interval narrow enough to judge other answers.
//!
//! Three results must agree. The interval comes from branch and bound over all directions ([`certify`](impinge::study::certify)). The
//! front door's answer by other algorithms (closed forms, GJK, EPA), with its own bound, must overlap it. And the
//! separation along the recorded normal, computed from support points of the two placed shapes, must attain it.
//!
//! **Failure.** If the best directions are not isolated (bodies with a common axis), branch and bound may end with a wide interval;
//! such a pair has no truth.

use impinge::query::any;
use impinge::study::certify::{CertifySettings, certify};
use impinge::study::pair::{Obstacle, Prepared};
use impinge::{AnyShape, At, Pose, Settings, Shape, Support, Vec3};
use impinge_io::cases::Truth;

/// Largest error of a truth, relative to the size of its pair: a tenth of the distance of touching bodies would do,
/// and branch and bound ends at 1e-13, before rounding.
pub const TRUTH_LIMIT: f64 = 5e-13;

/// Shapes and poses are rounded from the numbers of a file, in ε × size: √3/2 for each position, 2 for each rotation (quaternion
/// and its length, at twice the angle), 1/2 for each shape; and the support points below, 4.
const INPUT_ULPS: f64 = 11.0;

/// Result of the certification of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certified {
    /// The truth, within [`TRUTH_LIMIT`].
    Truth(Truth),
    /// Not known accurately enough.
    Wide,
    /// Two algorithms prove contradictory bounds: one of them has a bug.
    Contradiction,
}

/// The truth about two shapes; errors are relative to `size`.
pub fn certified_truth(
    a: &AnyShape<f64>,
    b: &AnyShape<f64>,
    poses: &[Pose<Vec3<f64>>; 2],
    size: f64,
) -> Certified {
    let (a, b): (At<&AnyShape<f64>>, At<&AnyShape<f64>>) = (a.at(poses[0]), b.at(poses[1]));
    let rounding = INPUT_ULPS * f64::EPSILON * size;
    let [lower, upper] = searched(&a, &b);
    let contact = any::contact(&a, &b, &Settings::default());
    let (s, error) = (contact.signed_distance, contact.error);
    if lower > s + error + rounding || upper < s - error - rounding {
        return Certified::Contradiction;
    }
    let (lower, upper) = (lower.max(s - error), upper.min(s + error));
    let signed_distance = 0.5 * (lower + upper);
    // The normal of the front door is as accurate as its bound requires, which may not be enough here.
    let exact = any::contact(&a, &b, &Settings { gap: Some(0.0), ..Settings::default() });
    let attained = |normal: Vec3<f64>| normal.dot(b.support(-normal)) - normal.dot(a.support(normal));
    let normal =
        [contact.normal, exact.normal].into_iter().max_by(|m, n| attained(*m).total_cmp(&attained(*n)));
    let normal = normal.unwrap_or(contact.normal);
    let attained = attained(normal);
    if attained > upper + rounding {
        return Certified::Contradiction;
    }
    let error = (0.5 * (upper - lower)).max(signed_distance - attained).max(0.0) + rounding;
    if error <= TRUTH_LIMIT * size {
        Certified::Truth(Truth { signed_distance, normal: normal.to_array(), error })
    } else {
        Certified::Wide
    }
}

/// The interval by branch and bound.
fn searched(a: &At<&AnyShape<f64>>, b: &At<&AnyShape<f64>>) -> [f64; 2] {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let pair: &dyn Obstacle<_> = &prepared.pair;
    let found = certify(&pair, &CertifySettings::of_size(prepared.pair.size));
    let radii = prepared.radius_a + prepared.radius_b;
    [found.lower, found.upper].map(|x| prepared.frame.length(x - radii))
}

#[cfg(test)]
mod tests {
    use impinge::{Cone, Cuboid, Cylinder, Rot3, Sphere};

    use super::*;

    #[test]
    fn truth_agrees_with_formulas() {
        let cube: AnyShape<f64> = Cuboid::new([1.0, 1.0, 1.0]).into();
        let ball: AnyShape<f64> = Sphere::new(0.5).into();
        for (b, at, s, normal) in [
            (&cube, [2.5, 0.25, 0.0], 0.5, [1.0, 0.0, 0.0]),
            (&cube, [0.0, -1.75, 0.5], -0.25, [0.0, -1.0, 0.0]),
            (&ball, [4.0, 5.0, 0.0], 4.5, [0.6, 0.8, 0.0]),
            (&ball, [0.0, 0.0, 1.25], -0.25, [0.0, 0.0, 1.0]),
        ] {
            let poses = [Pose::at([0.0; 3]), Pose::at(at)];
            let Certified::Truth(truth) = certified_truth(&cube, b, &poses, 6.0) else {
                panic!("{at:?} is not certified");
            };
            assert!((truth.signed_distance - s).abs() <= truth.error, "{truth:?}");
            assert!(truth.error <= TRUTH_LIMIT * 6.0, "{truth:?}");
            for (got, want) in truth.normal.into_iter().zip(normal) {
                assert!((got - want).abs() < 1e-7, "{truth:?}");
            }
        }
    }

    #[test]
    fn the_truth_of_cylinders_on_one_axis_is_their_radii() {
        let (a, b) = (Cylinder::new(3.0, 0.5).into(), Cylinder::new(3.0, 0.5).into());
        let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], 0.3);
        let poses = [Pose::at([0.0; 3]), Pose::new([0.0, 0.0, 0.125], turn)];
        let found = certified_truth(&a, &b, &poses, 3.0);
        let Certified::Truth(truth) = found else { panic!("{found:?}") };
        assert!((truth.signed_distance + 1.0).abs() <= truth.error, "{truth:?}");
        let cone = Cone::new(1.0, 1.0).into();
        let poses = [Pose::at([0.0; 3]), Pose::at([0.1, 0.2, 2.5])];
        assert!(matches!(certified_truth(&a, &cone, &poses, 5.0), Certified::Truth(_)));
    }
}
