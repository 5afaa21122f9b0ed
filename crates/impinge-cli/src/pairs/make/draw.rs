//! Random placement of the two shapes of a pair.

use impinge::{Real, Rot3, Vec3};
use impinge_io::cases::CasePose;
use impinge_scenes::Rng;

/// Half the thickness of a plate, half the width of a needle, and the radius of a planet.
pub const PLATE: f64 = 1e-4;
pub const NEEDLE: f64 = 1e-3;
pub const PLANET: f64 = 1000.0;

/// Placement of the shapes of a kind.
#[derive(Clone, Copy, PartialEq)]
pub enum Draw {
    /// Both anywhere in a cube, with any rotation: the thesis' section 4.1.
    Cube,
    /// Centers at a given distance, with any rotation.
    Centers(f64, f64),
    /// Two plates above one another, separated or overlapping by 1e-9 to 1e-2, tilted by as little or not at all.
    Plates,
    /// Two needles that pass one another near a point of each.
    Needles,
    /// A pebble on a planet, up to three of its half sides above or below the ground.
    Planet,
    /// Boxes at integer positions, unrotated or rotated by half a turn: they touch exactly, overlap or are apart by an integer.
    Grid,
}

impl Draw {
    /// Whether a pair counts only if it is clearly apart or overlapping, even in single precision.
    pub fn is_clear(self) -> bool {
        matches!(self, Self::Cube | Self::Centers(..))
    }

    /// A pair of poses; `side` is the side of the cube.
    pub fn pair(self, rng: &mut Rng, side: f64) -> [CasePose; 2] {
        let any = |rng: &mut Rng| rng.rotation3::<f64>().to_xyzw();
        let origin = CasePose { translation: [0.0; 3], quaternion: [0.0, 0.0, 0.0, 1.0] };
        match self {
            Self::Cube => [(); 2].map(|()| CasePose {
                translation: [(); 3].map(|()| rng.between(-0.5 * side, 0.5 * side)),
                quaternion: any(rng),
            }),
            Self::Centers(near, far) => {
                let at = rng.unit3::<f64>() * rng.between(near, far);
                [
                    CasePose { quaternion: any(rng), ..origin },
                    CasePose { translation: at.to_array(), quaternion: any(rng) },
                ]
            }
            Self::Plates => {
                let gap = small(rng);
                let tilt = if rng.below(2) == 0 { 0.0 } else { small(rng) };
                let along = rng.unit2::<f64>();
                let turn = Rot3::from_axis_angle(Vec3::new(along.x, along.y, 0.0), tilt);
                let [x, y] = [(); 2].map(|()| rng.between(-0.5, 0.5));
                [origin, CasePose { translation: [x, y, 2.0 * PLATE + gap], quaternion: turn.to_xyzw() }]
            }
            Self::Needles => {
                let turns = [(); 2].map(|()| rng.rotation3::<f64>());
                let [a, b] = turns.map(|turn| turn.rotate(Vec3::new(0.0, 0.0, 1.0)));
                let [s, t] = [(); 2].map(|()| rng.between(-0.9, 0.9));
                let apart = a.cross(b).unit() * (4.0 * NEEDLE * rng.uniform());
                let at = a * s - b * t + apart;
                [
                    CasePose { quaternion: turns[0].to_xyzw(), ..origin },
                    CasePose { translation: at.to_array(), quaternion: turns[1].to_xyzw() },
                ]
            }
            Self::Planet => {
                let at = rng.unit3::<f64>() * (PLANET + rng.between(-3e-3, 3e-3));
                [
                    CasePose { quaternion: any(rng), ..origin },
                    CasePose { translation: at.to_array(), quaternion: any(rng) },
                ]
            }
            Self::Grid => {
                let at = [(); 3].map(|()| rng.below(7) as f64 - 3.0);
                let mut quaternion = [0.0; 4];
                quaternion[rng.below(4)] = 1.0;
                [origin, CasePose { translation: at, quaternion }]
            }
        }
    }
}

/// From 1e-9 to 1e-2, log-uniform, of either sign.
fn small(rng: &mut Rng) -> f64 {
    let size = f64::power_of_two(rng.below(23) as i32 - 30) * rng.between(1.0, 2.0);
    if rng.below(2) == 0 { size } else { -size }
}
