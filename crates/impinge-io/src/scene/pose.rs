//! Poses, as written: position and quaternion, position and Euler angles, or a matrix.

use impinge::{Mat3, Pose, Rot3, Vec3};
use serde::Deserialize;

use crate::robot::from_rpy;

/// A pose, as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoseEntry {
    position: Option<[f64; 3]>,
    quaternion: Option<[f64; 4]>,
    euler: Option<[f64; 3]>,
    matrix: Option<[[f64; 4]; 4]>,
}

impl PoseEntry {
    pub fn build(self) -> Result<Pose<Vec3<f64>>, String> {
        let Self { position, quaternion, euler, matrix } = self;
        let position = match (position, matrix) {
            (Some(_), Some(_)) => {
                return Err("its pose has both a position and a matrix; give only one".into());
            }
            (None, Some(m)) => [m[0][3], m[1][3], m[2][3]],
            (position, None) => position.unwrap_or_default(),
        };
        let rotation = match (quaternion, euler, matrix) {
            (None, None, None) => Rot3::IDENTITY,
            (Some(xyzw), None, None) => Rot3::try_normalize_xyzw(xyzw).map_err(|e| e.to_string())?,
            (None, Some(degrees), None) => match degrees.iter().find(|angle| !angle.is_finite()) {
                None => from_rpy(degrees.map(f64::to_radians)),
                Some(angle) => return Err(format!("an Euler angle is {angle} but must be finite")),
            },
            (None, None, Some(m)) => turned(m)?,
            _ => {
                return Err(
                    "its pose has several rotations; give only one of quaternion, euler and matrix".into()
                );
            }
        };
        Pose::try_new(position, rotation).map_err(|e| e.to_string())
    }
}

/// The rotation of a matrix, given by rows.
fn turned(m: [[f64; 4]; 4]) -> Result<Rot3<f64>, String> {
    if m[3] != [0.0, 0.0, 0.0, 1.0] {
        return Err("the last row of its matrix must be 0, 0, 0, 1".into());
    }
    let row = |i: usize| Vec3::new(m[i][0], m[i][1], m[i][2]);
    Rot3::try_from_matrix(Mat3::from_rows(row(0), row(1), row(2))).map_err(|e| e.to_string())
}
