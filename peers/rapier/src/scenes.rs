//! The scenes, as both libraries are given them.

use impinge::Vec3;
use impinge_scenes::clouds;

pub const NAMES: [&str; 4] = ["pyramid", "small-pyramids", "hulls", "figures"];

/// A scene: half-spaces that stay, given by normal and offset, bodies that fall, and what joins them.
#[derive(Default)]
pub struct Setup {
    pub planes: Vec<([f32; 3], f32)>,
    pub bodies: Vec<(Form, [f32; 3])>,
    pub joints: Vec<Joined>,
    /// Whether bodies are to stay where they begin.
    pub at_rest: bool,
}

/// A form of density 1, not turned.
#[derive(Clone)]
pub enum Form {
    /// Half lengths.
    Box([f32; 3]),
    /// Upright: half of the length without the caps, and the radius.
    Limb(f32, f32),
    Hull(Vec<[f32; 3]>),
}

/// A joint between two bodies at a point of the world: a ball, or a hinge about y with limits. Joined bodies do not collide.
pub struct Joined {
    pub bodies: [usize; 2],
    pub at: [f32; 3],
    pub hinge: Option<[f32; 2]>,
}

const FLOOR: ([f32; 3], f32) = ([0.0, 0.0, 1.0], 0.0);
const CUBE: Form = Form::Box([0.5; 3]);

pub fn setup(scene: &str) -> Setup {
    match scene {
        "pyramid" => {
            let mut setup = Setup { planes: vec![FLOOR], at_rest: true, ..Setup::default() };
            setup.add_pyramid(100, 0.0, 0.0);
            setup
        }
        "small-pyramids" => {
            let mut setup = Setup { planes: vec![FLOOR], at_rest: true, ..Setup::default() };
            (0..196).for_each(|i| setup.add_pyramid(5, (i % 14) as f32 * 7.0, (i / 14) as f32 * 3.0));
            setup
        }
        "hulls" => hulls(),
        "figures" => {
            let mut setup = Setup { planes: vec![FLOOR], ..Setup::default() };
            (0..1000).for_each(|i| setup.add_figure((i % 32) as f32 * 2.0, (i / 32) as f32 * 2.0));
            setup
        }
        other => panic!("no scene is called {other}; there are {}", NAMES.join(", ")),
    }
}

/// 5,000 hulls of 32 points each on a ball of radius 0.5, ten of a kind after one another, that fall between four walls.
fn hulls() -> Setup {
    let hull = |points: Vec<Vec3<f32>>| Form::Hull(points.into_iter().map(Vec3::to_array).collect());
    let kinds: Vec<_> = clouds::ten_hulls().into_iter().map(hull).collect();
    let mut setup = Setup::default();
    for i in 0..5000 {
        let at =
            [(i % 20) as f32 * 1.1 - 10.45, (i / 20 % 20) as f32 * 1.1 - 10.45, 0.6 + (i / 400) as f32 * 1.1];
        setup.bodies.push((kinds[i % 10].clone(), at));
    }
    let walls = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
    setup.planes = walls.map(|normal| (normal, -11.1)).into_iter().chain([FLOOR]).collect();
    setup
}

impl Setup {
    /// A row of cubes, and one fewer in each row above.
    fn add_pyramid(&mut self, base: usize, x: f32, y: f32) {
        for row in 0..base {
            for i in 0..base - row {
                let at = [x + i as f32 * 1.1 + row as f32 * 0.55, y, 0.5 + row as f32];
                self.bodies.push((CUBE, at));
            }
        }
    }

    /// A figure of 14 bones, 1.8 high, that stands half a meter above the floor: balls at the trunk, shoulders and hips, hinges at
    /// elbows, knees and ankles.
    fn add_figure(&mut self, x: f32, y: f32) {
        let first = self.bodies.len();
        let mut bone = |form: Form, at: [f32; 3], on: Option<(usize, [f32; 3], Option<[f32; 2]>)>| {
            let place = |at: [f32; 3]| [x + at[0], y + at[1], 0.5 + at[2]];
            let number = self.bodies.len();
            self.bodies.push((form, place(at)));
            self.joints.extend(on.map(|(on, at, hinge)| Joined {
                bodies: [first + on, number],
                at: place(at),
                hinge,
            }));
            number - first
        };
        let pelvis = bone(Form::Box([0.1, 0.16, 0.07]), [0.0, 0.0, 0.98], None);
        let spine =
            bone(Form::Box([0.09, 0.13, 0.06]), [0.0, 0.0, 1.12], Some((pelvis, [0.0, 0.0, 1.05], None)));
        let chest =
            bone(Form::Box([0.1, 0.18, 0.13]), [0.0, 0.0, 1.32], Some((spine, [0.0, 0.0, 1.18], None)));
        bone(Form::Limb(0.06, 0.1), [0.0, 0.0, 1.64], Some((chest, [0.0, 0.0, 1.47], None)));
        for side in [1.0, -1.0] {
            let arm = side * 0.24;
            let shoulder = Some((chest, [0.0, arm, 1.43], None));
            let upper = bone(Form::Limb(0.12, 0.045), [0.0, arm, 1.27], shoulder);
            let elbow = Some((upper, [0.0, arm, 1.1], Some([-2.5, 0.0])));
            bone(Form::Limb(0.15, 0.04), [0.0, arm, 0.9], elbow);
            let leg = side * 0.11;
            let hip = Some((pelvis, [0.0, leg, 0.95], None));
            let thigh = bone(Form::Limb(0.14, 0.075), [0.0, leg, 0.73], hip);
            let knee = Some((thigh, [0.0, leg, 0.51], Some([0.0, 2.4])));
            let shin = bone(Form::Limb(0.16, 0.055), [0.0, leg, 0.29], knee);
            let ankle = Some((shin, [0.0, leg, 0.07], Some([-0.4, 0.8])));
            bone(Form::Box([0.12, 0.05, 0.035]), [0.05, leg, 0.035], ankle);
        }
    }
}
