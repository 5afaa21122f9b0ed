//! Player movement: along walls and floors, into corners and out again, up and down stairs and slopes.

mod overlap;
mod steps;
mod sticking;

use impinge::expel::{MAX_TRACES, MotionError, Mover, SlideSettings, SlideStatus, SlideTrace, Step, slide};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

fn mesh<T: Real>(faces: &Faces) -> PolygonMesh<T> {
    PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons).expect("a sound mesh").0
}

fn v<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

fn at<T: Real>(x: f64, y: f64, z: f64) -> Pose<Vec3<T>> {
    Pose::try_new(v(x, y, z), Default::default()).expect("finite")
}

/// A box that is pushed about among others, asserting what holds for every push.
struct Player<'a, T: Real> {
    mesh: PolygonMesh<T>,
    world: Vec<PlacedMesh<'a, T>>,
    settings: SlideSettings<T>,
    pose: Pose<Vec3<T>>,
    mover: Mover,
    most_traces: u32,
}

impl<'a, T: Real> Player<'a, T> {
    fn new(half: [f64; 3], world: &'a [&'a PolygonMesh<T>], pose: Pose<Vec3<T>>, step: f64) -> Self {
        let world = world.iter().map(|mesh| PlacedMesh::new(*mesh, at(0.0, 0.0, 0.0))).collect();
        let settings = SlideSettings { step: T::of(step), ..SlideSettings::default() };
        let mesh = mesh(&rooms::cuboid(half, 1));
        Self { mesh, world, settings, pose, mover: Mover::new(), most_traces: 0 }
    }

    fn push(&mut self, x: f64, y: f64, z: f64) -> SlideTrace<T> {
        let body = PlacedMesh::new(&self.mesh, self.pose);
        let slid = self.mover.slide(&body, v(x, y, z), &self.world, &self.settings).expect("a sound motion");
        let again = slide(&body, v(x, y, z), &self.world, &self.settings).expect("a sound motion");
        assert_eq!(slid, again, "the answer depends on the arguments alone");
        assert!(slid.traces <= MAX_TRACES);
        assert!(slid.left == Vec3::ZERO || (slid.status == SlideStatus::Spent && slid.pose != self.pose));
        self.most_traces = self.most_traces.max(slid.traces);
        self.pose = slid.pose;
        let body = PlacedMesh::new(&self.mesh, self.pose);
        for standing in &self.world {
            let clearance = self.mover.clearance(&body, standing, 1e-3).expect("finite");
            assert!(
                clearance.distance > 0.0,
                "inside something by {:e}, {slid:?} {clearance:?}",
                -clearance.distance
            );
        }
        slid
    }

    fn place(&self) -> Vec3<f64> {
        self.pose.translation().cast()
    }
}

fn near(a: Vec3<f64>, b: [f64; 3], tolerance: f64) -> bool {
    (a - Vec3::from(b)).max_abs() <= tolerance
}

/// A few zones of worlds of some tens of units.
fn tolerance<T: Real>() -> f64 {
    if T::EPSILON.f64() > 1e-10 { 0.05 } else { 1e-8 }
}

fn a_floor_of_many_squares_never_catches<T: Real>() {
    let floor = mesh::<T>(&rooms::floor(64.0, 64));
    let world = [&floor];
    let mut player = Player::new([0.5, 0.3, 0.5], &world, at(-25.0, -8.0, 0.75), 0.0);
    assert!(player.push(0.0, 0.0, -1.0).ground.is_some());
    for i in 0..1000 {
        let before = player.place();
        let slid = player.push(0.05, 0.016, -0.1);
        assert!(slid.ground.is_some() && slid.wall.is_none(), "push {i} {slid:?} {before:?}");
        let gone = player.place() - before;
        assert!(
            (gone.x - 0.05).abs() < tolerance::<T>() && (gone.y - 0.016).abs() < tolerance::<T>(),
            "push {i}"
        );
    }
    assert!(near(player.place(), [25.0, 8.0, 0.5], 100.0 * tolerance::<T>()));
}

fn corners_do_not_trap<T: Real>() {
    let room = mesh::<T>(&rooms::room([4.0, 4.0, 2.0], 3));
    let world = [&room];
    let mut player = Player::new([0.5, 0.5, 0.5], &world, at(0.0, 0.0, 0.0), 0.0);
    let tolerance = tolerance::<T>();
    let mut rng = Rng::new(3);
    for _ in 0..50 {
        // Into a corner, at any slant, with more than enough.
        let signs = [(); 3].map(|()| if rng.uniform() < 0.5 { 1.0 } else { -1.0 });
        let [x, y, z] = signs.map(|sign| sign * rng.between(30.0, 90.0));
        let slid = player.push(x, y, z);
        assert!(
            near(player.place(), [3.5 * signs[0], 3.5 * signs[1], 1.5 * signs[2]], tolerance),
            "{slid:?}"
        );
        assert_eq!((slid.left, slid.status), (Vec3::ZERO, SlideStatus::Blocked));
        // Against it once more: nothing moves.
        let stayed = player.push(x, y, z);
        assert!(near(player.place(), [3.5 * signs[0], 3.5 * signs[1], 1.5 * signs[2]], tolerance));
        assert!(stayed.wall.is_some());
        // Along one of its edges, still pushing against the other two walls: the whole way.
        let before = player.place();
        player.push(-signs[0], 0.5 * signs[1], 2.0 * signs[2]);
        assert!(near(player.place() - before, [-signs[0], 0.0, 0.0], tolerance));
        // And out, freely.
        let before = player.place();
        player.push(0.0, -signs[1], -signs[2]);
        assert!(near(player.place() - before, [0.0, -signs[1], -signs[2]], tolerance));
    }
}

fn sharp_corners_do_not_trap<T: Real>() {
    // Two walls at 10 degrees that meet at the origin and open towards -x.
    let (sin, cos) = f64::to_radians(5.0).sin_cos();
    let mut faces = Faces::default();
    for side in [1.0, -1.0] {
        let far = Vec3::new(-20.0 * cos, side * 20.0 * sin, 0.0);
        let up = Vec3::new(0.0, 0.0, 9.0);
        let mut ring = [Vec3::ZERO - up, Vec3::ZERO + up, far + up, far - up];
        if side < 0.0 {
            ring.reverse();
        }
        faces.add(&ring);
    }
    let wedge = mesh::<T>(&faces);
    let world = [&wedge];
    let mut player = Player::new([0.1, 0.1, 0.1], &world, at(-12.0, 0.0, 0.0), 0.0);
    player.push(30.0, 3.0, 0.0);
    let stuck = player.place();
    // As far as the box fits: half its width at its front corners.
    let fits = -0.1 - 0.1 * cos / sin;
    assert!((stuck.x - fits).abs() < 20.0 * tolerance::<T>(), "{stuck:?} and not {fits}");
    for _ in 0..20 {
        player.push(1.0, 0.3, 0.0);
        player.push(1.0, -0.3, 0.0);
    }
    assert!((player.place() - stuck).max_abs() < 20.0 * tolerance::<T>());
    player.push(-1.0, 0.0, 0.0);
    assert!((player.place().x - (stuck.x - 1.0)).abs() < 20.0 * tolerance::<T>(), "it comes out again");
}

fn stairs_are_climbed_and_descended<T: Real>() {
    let stairs = mesh::<T>(&rooms::stairs(10, 0.5, 0.2, 4.0));
    let floor = mesh::<T>(&rooms::floor(60.0, 8));
    let world = [&floor, &stairs];
    let mut player = Player::new([0.2, 0.2, 0.5], &world, at(-1.0, -2.0, 0.6), 0.25);
    assert!(player.push(0.0, 0.0, -1.0).ground.is_some());
    let (mut up, mut down) = (0, 0);
    for i in 0..140 {
        let slid = player.push(0.04, 0.0, -0.02);
        assert!(slid.ground.is_some(), "push {i}");
        up += usize::from(slid.step == Step::Up);
    }
    // Ten steps, the last of which is the top.
    assert!(
        (player.place().z - 2.5).abs() < tolerance::<T>() && up == 10,
        "{:?} after {up} steps",
        player.place()
    );
    for i in 0..140 {
        let slid = player.push(-0.04, 0.0, -0.02);
        assert!(slid.ground.is_some(), "push {i} back");
        down += usize::from(slid.step == Step::Down);
    }
    assert!(
        (player.place().z - 0.5).abs() < tolerance::<T>() && down == 10,
        "{:?} after {down} steps",
        player.place()
    );

    // Steps that are too high are a wall.
    player.settings.step = T::of(0.15);
    for _ in 0..140 {
        player.push(0.04, 0.0, -0.02);
    }
    assert!(near(player.place(), [-0.2, -2.0, 0.5], tolerance::<T>()), "{:?}", player.place());
    // Without a step down it falls slowly, and does not snap.
    player.settings.step = T::of(0.0);
    assert_eq!(player.push(-0.04, 0.0, 0.0).step, Step::Level);
}

fn slopes_are_limited<T: Real>() {
    for (degrees, climbs) in [(20.0, true), (40.0, true), (50.0, false), (80.0, false)] {
        let (sin, cos) = f64::to_radians(degrees).sin_cos();
        let mut faces = rooms::floor(80.0, 4);
        let y = 20.0;
        let ramp = [[0.0, -y], [30.0, -y], [30.0, y], [0.0, y]];
        faces.add(&ramp.map(|[along, y]| Vec3::new(along * cos, y, along * sin)));
        let world_mesh = mesh::<T>(&faces);
        let world = [&world_mesh];
        let mut player = Player::new([0.2, 0.2, 0.5], &world, at(-1.0, 0.0, 0.6), 0.0);
        player.push(0.0, 0.0, -1.0);
        for _ in 0..100 {
            player.push(0.05, 0.01, -0.05);
        }
        let high = player.place().z > 0.7;
        assert_eq!(high, climbs, "{degrees} degrees: {:?}", player.place());
        assert!(player.place().y > 0.5, "it slides along what it cannot climb: {:?}", player.place());
    }
    // Falling onto what is too steep to stand on, it slides down.
    let mut faces = Faces::default();
    faces.add(&[[0.0, -9.0], [9.0, -9.0], [9.0, 9.0], [0.0, 9.0]].map(|[x, y]| Vec3::new(x, y, 2.0 * x)));
    let steep = mesh::<T>(&faces);
    let world = [&steep];
    let mut player = Player::new([0.2, 0.2, 0.2], &world, at(6.0, 0.0, 14.0), 0.0);
    for _ in 0..20 {
        assert!(player.push(0.0, 0.0, -0.5).ground.is_none());
    }
    assert!(player.place().z < 11.0 && player.place().x < 5.0, "{:?}", player.place());
}

fn random_pushes_stay_outside<T: Real>(pushes: usize) {
    let room = mesh::<T>(&rooms::room([3.0, 3.0, 3.0], 2));
    let needles = mesh::<T>(&rooms::needles(60, 0.02, 4.0, 11).map(|p| p - Vec3::new(2.0, 2.0, 2.0)));
    let letter = mesh::<T>(&rooms::letter('E').map(|p| p - Vec3::new(-1.0, 0.5, 0.5)));
    let world = [&room, &needles, &letter];
    let mut rng = Rng::new(7);
    let (mut moved, mut most) = (0, 0);
    for start in 0..20 {
        // Somewhere free.
        let mut player = Player::new([0.15, 0.1, 0.2], &world, at(0.0, 0.0, 0.0), 0.3);
        let free = |pose: Pose<Vec3<T>>, player: &mut Player<'_, T>| {
            let body = PlacedMesh::new(&player.mesh, pose);
            player
                .world
                .iter()
                .all(|w| player.mover.clearance(&body, w, 0.1).expect("finite").distance >= 0.09)
        };
        let mut tries = 0;
        loop {
            let [x, y, z] = [(); 3].map(|()| rng.between(-2.8, 2.8));
            let pose = at(x, y, z);
            tries += 1;
            if free(pose, &mut player) {
                player.pose = pose;
                break;
            }
            assert!(tries < 1000, "start {start}");
        }
        for _ in 0..pushes {
            let way = rng.unit3::<f64>() * rng.between(0.0, 1.0_f64).powi(4) * 8.0;
            let before = player.place();
            player.push(way.x, way.y, way.z);
            assert!(player.place().max_abs() < 3.0, "it left the room");
            moved += usize::from((player.place() - before).norm() > 1e-6);
        }
        most = most.max(player.most_traces);
    }
    assert!((4..=32).contains(&most), "{most} motions in one push");
    assert!(moved > pushes * 15, "only {moved} pushes moved it");
}

fn bad_input_is_refused<T: Real>() {
    let room = mesh::<T>(&rooms::room([4.0, 4.0, 2.0], 1));
    let point = PolygonMesh::point(v::<T>(0.0, 0.0, 0.0));
    let body = PlacedMesh::new(&point, at(0.0, 0.0, 0.0));
    let world = [PlacedMesh::new(&room, at(0.0, 0.0, 0.0))];
    let settings = SlideSettings::default();
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(slide(&body, v(bad, 0.0, 0.0), &world, &settings), Err(MotionError::NotFinite));
        for settings in [
            SlideSettings { up: v(0.0, bad, 0.0), ..settings },
            SlideSettings { step: T::of(bad), ..settings },
            SlideSettings { slope: T::of(bad), ..settings },
        ] {
            assert_eq!(slide(&body, v(1.0, 0.0, 0.0), &world, &settings), Err(MotionError::NotFinite));
        }
    }
    let flat = SlideSettings { up: Vec3::ZERO, ..settings };
    assert_eq!(slide(&body, v(1.0, 0.0, 0.0), &world, &flat), Err(MotionError::ZeroUp));
    // An empty world.
    let free = slide(&body, v(1.0, 2.0, 3.0), &[], &settings).expect("nothing is in the way");
    assert_eq!(free.pose.translation(), v(1.0, 2.0, 3.0));
    assert!(free.status == SlideStatus::Done && free.clear);
}

macro_rules! both {
    ($($name:ident $(($($argument:expr),*))?;)*) => {$(
        mod $name {
            #[test]
            fn f32() {
                super::$name::<f32>($($($argument),*)?);
            }
            #[test]
            fn f64() {
                super::$name::<f64>($($($argument),*)?);
            }
        }
    )*};
}

both! {
    a_floor_of_many_squares_never_catches;
    corners_do_not_trap;
    sharp_corners_do_not_trap;
    stairs_are_climbed_and_descended;
    slopes_are_limited;
    random_pushes_stay_outside(60);
    bad_input_is_refused;
}

mod of_many_contacts {
    use super::sticking::{
        corners_of_walls_at_any_angle, seven_contacts_do_not_stick, several_bodies_do_not_stick,
        too_near_to_one_body_does_not_stick_at_another,
    };
    both! {
        seven_contacts_do_not_stick;
        several_bodies_do_not_stick;
        corners_of_walls_at_any_angle;
        too_near_to_one_body_does_not_stick_at_another;
    }
}

mod of_steps {
    use super::steps::{
        a_rail_is_stepped_over, beside_a_wall_on_a_slope_there_is_no_step, stairs_of_many_heights,
        steps_need_ground_and_no_haste,
    };
    both! {
        beside_a_wall_on_a_slope_there_is_no_step;
        stairs_of_many_heights;
        a_rail_is_stepped_over;
        steps_need_ground_and_no_haste;
    }
}

mod of_overlaps {
    use super::overlap::a_player_in_the_ground_says_so;
    both! {
        a_player_in_the_ground_says_so;
    }
}
