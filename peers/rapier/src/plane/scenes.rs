//! The scenes in the plane, as both libraries are given them.

pub const NAMES: [&str; 5] = ["pyramid", "small-pyramids", "polygons", "bridges", "figures"];

/// A scene: half-planes that stay, given by normal and offset, bodies, and hinges between them.
#[derive(Default)]
pub struct Setup {
    pub planes: Vec<([f32; 2], f32)>,
    pub bodies: Vec<Body>,
    pub hinges: Vec<Hinge>,
    /// Whether bodies are to stay where they begin.
    pub at_rest: bool,
}

/// A body of density 1, not turned.
pub struct Body {
    pub form: Form,
    pub at: [f32; 2],
    pub is_fixed: bool,
    /// Bodies of one group do not collide; those of group 0 do.
    pub group: u32,
}

#[derive(Clone)]
pub enum Form {
    /// Half lengths.
    Box([f32; 2]),
    /// Upright: half of the length without the caps, and the radius.
    Limb(f32, f32),
    /// Corners of a convex polygon.
    Polygon(Vec<[f32; 2]>),
}

/// A hinge between two bodies at a point of the world. Joined bodies do not collide.
pub struct Hinge {
    pub bodies: [usize; 2],
    pub at: [f32; 2],
    pub limits: Option<[f32; 2]>,
}

const GROUND: ([f32; 2], f32) = ([0.0, 1.0], 0.0);

pub fn setup(scene: &str) -> Setup {
    let mut setup = Setup { planes: vec![GROUND], ..Setup::default() };
    match scene {
        "pyramid" => {
            setup.at_rest = true;
            setup.add_pyramid(100, 0.0);
        }
        "small-pyramids" => {
            setup.at_rest = true;
            (0..196).for_each(|i| setup.add_pyramid(5, i as f32 * 7.0));
        }
        "polygons" => setup.add_polygons(),
        "bridges" => (0..50).for_each(|i| setup.add_bridge(i as f32 * 50.0)),
        "figures" => (0..1000).for_each(|i| setup.add_figure(i as f32 * 2.0, i as u32 + 1)),
        other => panic!("no scene is called {other}; there are {}", NAMES.join(", ")),
    }
    setup
}

impl Setup {
    fn add(&mut self, form: Form, at: [f32; 2]) -> usize {
        self.bodies.push(Body { form, at, is_fixed: false, group: 0 });
        self.bodies.len() - 1
    }

    fn add_hinge(&mut self, bodies: [usize; 2], at: [f32; 2], limits: Option<[f32; 2]>) {
        self.hinges.push(Hinge { bodies, at, limits });
    }

    fn add_pyramid(&mut self, base: usize, x: f32) {
        for row in 0..base {
            for i in 0..base - row {
                self.add(Form::Box([0.5; 2]), [x + i as f32 * 1.1 + row as f32 * 0.55, 0.5 + row as f32]);
            }
        }
    }

    /// 5,000 regular polygons of 3 to 8 corners, that fall between two walls.
    fn add_polygons(&mut self) {
        for i in 0..5000 {
            let corners = 3 + i % 6;
            let corner = |k: usize| {
                let angle = k as f32 * core::f32::consts::TAU / corners as f32;
                [0.5 * angle.cos(), 0.5 * angle.sin()]
            };
            let at =
                [(i % 50) as f32 * 1.1 - 26.95 + 0.04 * (i / 50 % 3) as f32, 0.6 + (i / 50) as f32 * 1.1];
            self.add(Form::Polygon((0..corners).map(corner).collect()), at);
        }
        self.planes.extend([([1.0, 0.0], -27.7), ([-1.0, 0.0], -27.7)]);
    }

    /// A bridge of 40 planks between two posts, on which 20 boxes fall.
    fn add_bridge(&mut self, x: f32) {
        let post = Form::Box([0.5, 4.0]);
        let mut last = self.add(post.clone(), [x - 0.5, 4.0]);
        self.bodies[last].is_fixed = true;
        for k in 0..40 {
            let plank = self.add(Form::Box([0.5, 0.125]), [x + k as f32 + 0.5, 8.0]);
            self.add_hinge([last, plank], [x + k as f32, 8.0], None);
            last = plank;
        }
        let end = self.add(post, [x + 40.5, 4.0]);
        self.bodies[end].is_fixed = true;
        self.add_hinge([last, end], [x + 40.0, 8.0], None);
        for k in 0..20 {
            self.add(Form::Box([0.4, 0.4]), [x + 2.0 * k as f32 + 1.0, 9.0 + 0.2 * (k % 4) as f32]);
        }
    }

    /// A figure of 11 bones that stands half a meter above the ground, leaning a little, as that of impinge's scenes in the plane.
    fn add_figure(&mut self, x: f32, group: u32) {
        let bones: [(f32, f32, f32, usize, f32, [f32; 2]); 11] = [
            (0.95, 1.02, 0.12, 0, 0.0, [0.0; 2]),
            (1.15, 1.42, 0.13, 0, 1.08, [-0.4, 0.8]),
            (1.66, 1.74, 0.11, 1, 1.56, [-0.6, 0.6]),
            (0.58, 0.86, 0.07, 0, 0.92, [-0.6, 1.8]),
            (0.58, 0.86, 0.07, 0, 0.92, [-0.6, 1.8]),
            (0.14, 0.46, 0.06, 3, 0.52, [-2.2, 0.0]),
            (0.14, 0.46, 0.06, 4, 0.52, [-2.2, 0.0]),
            (1.18, 1.42, 0.05, 1, 1.45, [-1.5, 2.8]),
            (1.18, 1.42, 0.05, 1, 1.45, [-1.5, 2.8]),
            (0.86, 1.10, 0.045, 7, 1.14, [0.0, 2.4]),
            (0.86, 1.10, 0.045, 8, 1.14, [0.0, 2.4]),
        ];
        let first = self.bodies.len();
        for (i, (from, to, radius, parent, joint, limits)) in bones.into_iter().enumerate() {
            // Slightly bent, so that it falls.
            let lean = |y: f32| x + 0.05 * y;
            let at = 0.5 * (from + to);
            let bone = self.add(Form::Limb(0.5 * (to - from), radius), [lean(at), 0.5 + at]);
            self.bodies[bone].group = group;
            if i > 0 {
                self.add_hinge([first + parent, bone], [lean(joint), 0.5 + joint], Some(limits));
            }
        }
    }
}
