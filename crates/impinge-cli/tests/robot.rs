//! `impinge robot` as a user meets it: an arm of boxes and capsules with a gripper, one finger of which follows the other.

mod common;

use std::fs;
use std::ops::Deref;
use std::process::{Command, Output};

use common::Folder;
use impinge::{Pose, Shape, Vec3, distance};
use impinge_io::robot::{Robot, read, read_allowed};
use impinge_io::{Folders, Geometry};
use serde_json::Value;

const ARM: &str = "<robot name='arm'>
  <link name='base'><collision><origin xyz='0 0 0.1'/><geometry><box size='0.4 0.4 0.2'/></geometry></collision></link>
  <link name='upper'>
    <collision><origin xyz='0 0 0.35'/><geometry><capsule length='0.5' radius='0.05'/></geometry></collision>
    <collision><origin xyz='0.06 0 0.35'/><geometry><box size='0.08 0.08 0.08'/></geometry></collision></link>
  <link name='lower'><collision><origin xyz='0 0 0.3'/><geometry><capsule length='0.4' radius='0.05'/></geometry></collision></link>
  <link name='flange'/>
  <link name='hand'><collision><geometry><box size='0.1 0.3 0.05'/></geometry></collision></link>
  <link name='finger'><collision><geometry><box size='0.04 0.02 0.1'/></geometry></collision></link>
  <link name='thumb'><collision><geometry><box size='0.04 0.02 0.1'/></geometry></collision></link>
  <joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/>
    <origin xyz='0 0 0.4'/><axis xyz='0 1 0'/><limit lower='-2' upper='2'/></joint>
  <joint name='elbow' type='revolute'><parent link='upper'/><child link='lower'/>
    <origin xyz='0 0 0.7'/><axis xyz='0 1 0'/><limit lower='-3' upper='3'/></joint>
  <joint name='wrist' type='continuous'><parent link='lower'/><child link='flange'/>
    <origin xyz='0 0 0.6'/><axis xyz='0 0 1'/></joint>
  <joint name='mount' type='fixed'><parent link='flange'/><child link='hand'/></joint>
  <joint name='grip' type='prismatic'><parent link='hand'/><child link='finger'/>
    <origin xyz='0 0 0.1'/><axis xyz='0 1 0'/><limit lower='0.02' upper='0.1'/></joint>
  <joint name='other' type='prismatic'><parent link='hand'/><child link='thumb'/>
    <origin xyz='0 0 0.1'/><axis xyz='0 -1 0'/><limit lower='0' upper='0.1'/><mimic joint='grip'/></joint>
</robot>";

/// A ball that only the lower arm may not touch.
const BALL: &str = "
allowed = [[\"ball\", \"base\"], [\"ball\", \"upper\"], [\"ball\", \"hand\"], [\"@round\", \"finger\"], [\"thumb\", \"@round\"]]
[[body]]
name = \"ball\"
groups = [\"round\"]
shape = { kind = \"Sphere\", radius = 0.1 }
pose = { position = [0.8414709848078965, 0, 0.9403023058681398] }
";

/// The middle of the ball is 1 from the shoulder, which is 0.4 up, 1 rad from upright.
const ANGLE: f64 = 1.0;

/// The radii of the ball and of the lower arm.
const REACH: f64 = 0.15;

/// A folder with the arm and the ball in it.
struct Cell(Folder);

impl Cell {
    fn new(test: &str) -> Self {
        let folder = Folder::new("robot", test);
        folder.file("arm.urdf", ARM);
        folder.file("ball.toml", BALL);
        Self(folder)
    }

    fn run(&self, args: &[&str]) -> Output {
        let program = Command::new(env!("CARGO_BIN_EXE_impinge"))
            .args(["robot", "arm.urdf"])
            .args(args)
            .current_dir(&self.0.0)
            .output();
        program.unwrap()
    }

    /// The lines of JSON, where the program exits with this code.
    fn json(&self, code: i32, args: &[&str]) -> Vec<Value> {
        let output = self.run(&[args, &["--json"]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Deref for Cell {
    type Target = Folder;
    fn deref(&self) -> &Folder {
        &self.0
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// The line about two links.
fn of<'a>(lines: &'a [Value], a: &str, b: &str) -> &'a Value {
    let found = lines.iter().find(|line| line["a"] == a && line["b"] == b);
    found.unwrap_or_else(|| panic!("nothing about {a} and {b}"))
}

#[test]
fn a_pose_gives_every_pair_that_is_not_next_to_one_another() {
    let folder = Cell::new("pose");
    let lines = folder.json(0, &[]);
    // Fifteen pairs of six links with shapes, of which five have a joint between them, or the flange without a shape.
    assert_eq!(lines.len(), 10);
    assert!(lines.iter().all(|line| line["state"] == "apart"));
    let fingers = of(&lines, "finger", "thumb");
    assert!((number(&fingers["signed_distance"]) - 0.02).abs() < 1e-12);
    // Of the two shapes of the upper arm the nearer one: the round end of the capsule, 0.05 + 0.05 + 0.7 below the hand.
    let far = number(&of(&lines, "upper", "hand")["signed_distance"]);
    assert!((far - (0.7 + 0.6 - 0.025 - 0.65)).abs() < 1e-12, "{far}");
    let told = String::from_utf8(folder.run(&[]).stderr).unwrap();
    assert!(told.contains("`grip` at 0.02") && told.lines().count() == 1, "{told}");

    let lines = folder.json(1, &["--joint", "elbow=3", "--joint", "grip=0.05", "--page", "arm.html"]);
    assert_eq!(of(&lines, "upper", "hand")["state"], "overlapping");
    assert!((number(&of(&lines, "finger", "thumb")["signed_distance"]) - 0.08).abs() < 1e-12);
    assert!(fs::read_to_string(folder.path("arm.html")).unwrap().starts_with("<!doctype html>"));
    let text = String::from_utf8(folder.run(&["--joint", "elbow=3"]).stdout).unwrap();
    assert!(text.contains("7 links, 10 pairs") && text.contains("overlapping"), "{text}");

    // With a ball that the lower arm is in, and with the pair allowed.
    let lines = folder.json(1, &["--joint", "shoulder=1", "--obstacles", "ball.toml"]);
    assert_eq!((lines.len(), &of(&lines, "lower", "ball")["state"]), (11, &Value::from("overlapping")));
    folder.file(
        "hand.srdf",
        "<robot name='arm'><disable_collisions link1='hand' link2='upper' reason='Mine'/></robot>",
    );
    let lines = folder.json(0, &["--joint", "elbow=3", "--joint", "wrist=1.57", "--srdf", "hand.srdf"]);
    assert_eq!(lines.len(), 9);
}

/// Number of pairs of non-adjacent links that meet at a pose: distances of all elements, one by one.
fn meeting(robot: &Robot, values: &[f64]) -> usize {
    const NEXT: [[&str; 2]; 5] =
        [["base", "upper"], ["upper", "lower"], ["lower", "hand"], ["hand", "finger"], ["hand", "thumb"]];
    let poses = robot.link_poses(values).unwrap();
    let poses: &[Pose<Vec3<f64>>] = &poses;
    let elements = |link: usize| {
        let at = move |pose: &Pose<Vec3<f64>>| poses[link] * *pose;
        let elements = robot.links[link].collision.iter();
        elements.map(move |element| match &element.geometry {
            Geometry::Shape(shape) => shape.clone().at(at(&element.pose)),
            Geometry::Mesh(_) => panic!("the arm has no meshes"),
        })
    };
    let mut count = 0;
    for a in 0..robot.links.len() {
        for b in a + 1..robot.links.len() {
            let names = [a, b].map(|link| robot.links[link].name.as_str());
            let meet = elements(a).any(|one| elements(b).any(|two| distance(&one, &two).distance == 0.0));
            count += usize::from(meet && !NEXT.contains(&names));
        }
    }
    count
}

#[test]
fn random_poses_are_counted_as_by_brute_force() {
    let folder = Cell::new("random");
    let args = ["--random", "700", "--seed", "5"];
    let found = folder.json(0, &[&args[..], &["--poses", "poses.csv", "--threads", "3"]].concat()).remove(0);
    let robot = read(folder.path("arm.urdf").as_str(), &Folders::new()).unwrap();
    let table = fs::read_to_string(folder.path("poses.csv")).unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("shoulder,elbow,wrist,grip,colliding_pairs"));
    let joints: Vec<usize> = robot.free_joints().collect();
    let (mut poses, mut colliding, mut pairs) = (0, 0, 0);
    for line in lines {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        let mut values = vec![0.0; robot.joints.len()];
        joints.iter().zip(&cells).for_each(|(joint, value)| values[*joint] = *value);
        assert!(robot.outside_limits(&values).unwrap().is_empty());
        let met = meeting(&robot, &values);
        assert_eq!(met as f64, cells[4], "{line}");
        (poses, colliding, pairs) = (poses + 1, colliding + usize::from(met > 0), pairs + met);
    }
    assert_eq!((poses, found["colliding"].as_u64()), (700, Some(colliding as u64)));
    assert!(colliding > 50 && colliding < 650, "{colliding}");
    let counted = |found: &Value| -> u64 {
        found["pairs"].as_array().unwrap().iter().map(|pair| pair["collisions"].as_u64().unwrap()).sum()
    };
    assert_eq!(counted(&found), pairs as u64);
    // The same on one thread, and by distances alone; other poses by another seed.
    for more in [&["--threads", "1"][..], &["--every-distance"]] {
        let again = folder.json(0, &[&args[..], more].concat()).remove(0);
        assert_eq!((&again["pairs"], &again["colliding"]), (&found["pairs"], &found["colliding"]));
    }
    let other = folder.json(0, &["--random", "700", "--seed", "6"]).remove(0);
    assert_ne!(counted(&other), counted(&found));
}

/// The page of random poses: a row for each pair, and a step for each pose that shows one; the same bytes whatever the threads.
#[test]
fn random_poses_have_a_page_with_a_pose_for_each_pair() {
    let folder = Cell::new("random-page");
    let args = ["--random", "400", "--seed", "5", "--poses", "poses.csv", "--page"];
    let found = folder.json(0, &[&args[..], &["one.html", "--threads", "1"]].concat()).remove(0);
    folder.json(0, &[&args[..], &["two.html", "--threads", "3"]].concat());
    let page = fs::read_to_string(folder.path("one.html")).unwrap();
    assert_eq!(page, fs::read_to_string(folder.path("two.html")).unwrap());
    assert!(page.starts_with("<!doctype html>") && page.contains("400 random poses collide"));
    // The first pose of a pair is one at which pairs collide, and it is shown.
    let poses = fs::read_to_string(folder.path("poses.csv")).unwrap();
    let is_free = |pose: usize| poses.lines().nth(pose + 1).unwrap().ends_with(",0");
    let mut shown = 0;
    for pair in found["pairs"].as_array().unwrap() {
        match pair["first_pose"].as_u64() {
            Some(pose) => {
                assert!(!is_free(pose as usize), "{pair}");
                assert!(page.contains(&format!("Pose {pose}")), "{pair}");
                shown += 1;
            }
            None => assert_eq!(pair["collisions"], 0),
        }
    }
    assert!(shown > 3, "{found}");
    assert!(page.contains("Default pose: nothing collides."), "{found}");
}

#[test]
fn a_proposal_reads_back_and_omits_pairs_that_sometimes_collide() {
    let folder = Cell::new("proposal");
    let all = folder.json(0, &["--random", "500", "--propose", "arm.srdf"]).remove(0);
    let robot = read(folder.path("arm.urdf").as_str(), &Folders::new()).unwrap();
    let allowed = read_allowed(folder.path("arm.srdf").as_str(), &robot).unwrap().pairs;
    let reason = |a: &str, b: &str| {
        let links = [robot.link(a).unwrap(), robot.link(b).unwrap()];
        allowed.iter().find(|pair| pair.links == links).map(|pair| pair.reason.as_str())
    };
    assert_eq!(reason("lower", "hand"), Some("Adjacent"));
    assert_eq!(reason("finger", "thumb"), Some("Never"));
    assert_eq!(reason("upper", "hand"), None);
    let sometimes: Vec<&Value> =
        all["pairs"].as_array().unwrap().iter().filter(|pair| pair["verdict"] == "sometimes").collect();
    assert_eq!(allowed.len(), 15 - sometimes.len());
    let left = folder.json(0, &["--random", "500", "--srdf", "arm.srdf"]).remove(0);
    assert_eq!(left["pairs"].as_array().unwrap().iter().collect::<Vec<_>>(), sometimes);
    assert_eq!(left["colliding"], all["colliding"]);
}

/// Data of a page.
fn page_data(page: &str) -> Value {
    let data =
        page.split("id=\"page-data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    serde_json::from_str(data).unwrap()
}

/// One joint turns: the time is known in closed form.
#[test]
fn the_first_contact_of_one_joint_agrees_with_geometry() {
    let folder = Cell::new("one");
    folder.file("way.csv", "shoulder\n0\n\n1.5\n-1\n");
    let args = ["--path", "way.csv", "--obstacles", "ball.toml", "--samples", "1000", "--page", "way.html"];
    let found = folder.json(1, &args).remove(0);
    let first = &found["first_contact"];
    assert_eq!(
        (&first["a"], &first["b"], &first["lines"]),
        (&"lower".into(), &"ball".into(), &serde_json::json!([2, 4]))
    );
    let wanted = (ANGLE - REACH.asin()) / 1.5;
    let time = number(&first["time"]);
    assert!(time <= wanted + 1e-15 && wanted - time < 1e-6, "{time} {wanted}");
    let sample = number(&found["samples"]["first_overlap"]);
    assert!(sample >= time && sample - time <= 1e-3, "{sample}");
    let page = fs::read_to_string(folder.path("way.html")).unwrap();
    assert!(page.contains("first contact of lower and ball"));
    // The page opens at the contact, with the camera at the two bodies; other steps show all.
    let view = &page_data(&page)["view"];
    let start = view["start"].as_u64().unwrap() as usize;
    let steps = view["steps"].as_array().unwrap();
    assert!(steps[start]["caption"].as_str().unwrap().contains("first contact"));
    let focused: Vec<usize> = (0..steps.len()).filter(|k| steps[*k]["focus"] != "").collect();
    assert_eq!(focused, [start]);
    assert_eq!(steps[start]["numbers"][0][0], "shoulder, rad");
    let text = String::from_utf8(folder.run(&args).stdout).unwrap();
    assert!(text.contains("First contact at row 0.5") && text.contains("lower and ball"), "{text}");
    // Without the ball the path is free.
    let free = folder.json(0, &["--path", "way.csv", "--samples", "50"]).remove(0);
    assert_eq!((&free["first_contact"], &free["samples"]["first_overlap"]), (&Value::Null, &Value::Null));
}

/// Two joints turn at once, so that the lower arm moves on no screw: the time is found by halving, with arithmetic of its own.
#[test]
fn the_first_contact_of_two_joints_is_not_late_and_not_early() {
    let folder = Cell::new("two");
    let rows = [[-0.4, 0.5], [-1.0, -0.3], [1.4, -1.2], [0.2, 2.4]];
    let text: Vec<String> = rows.iter().map(|[a, b]| format!("{b}, {a}")).collect();
    folder.file("way.csv", format!("\"elbow\",shoulder\n{}\n", text.join("\n")));
    // How far the axis of the lower arm is from the middle of the ball, less both radii.
    let gap = |time: f64| {
        let (row, part) = (time.floor().min(2.0), time - time.floor().min(2.0));
        let [from, to] = [rows[row as usize], rows[row as usize + 1]];
        let [shoulder, elbow] = [0, 1].map(|k| from[k] + (to[k] - from[k]) * part);
        let ray = |angle: f64| [angle.sin(), angle.cos()];
        let (up, along, ball) = (ray(shoulder), ray(shoulder + elbow), ray(ANGLE));
        let from_elbow = [ball[0] - 0.7 * up[0], ball[1] - 0.7 * up[1]];
        let at = (from_elbow[0] * along[0] + from_elbow[1] * along[1]).clamp(0.1, 0.5);
        (from_elbow[0] - at * along[0]).hypot(from_elbow[1] - at * along[1]) - REACH
    };
    let step = 1e-5;
    let first = (0..300_000).find(|k| gap(f64::from(*k) * step) <= 0.0).expect("they meet");
    let (mut low, mut high) = (f64::from(first - 1) * step, f64::from(first) * step);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if gap(middle) > 0.0 { low = middle } else { high = middle }
    }
    let found =
        folder.json(1, &["--path", "way.csv", "--obstacles", "ball.toml", "--threads", "2"]).remove(0);
    let time = number(&found["first_contact"]["time"]);
    assert!(time > 1.0 && time <= high, "{time} {high}");
    // What is left is within a micrometer, and so is the program's answer.
    assert!(gap(time) <= 1.1e-6 && (number(&found["first_contact"]["distance"]) - gap(time)).abs() < 1e-9);
}

/// Links that touch at the start may part; what stands on the floor stays there; what overlaps is in contact at once.
#[test]
fn touching_at_the_start_is_not_a_contact_but_overlapping_is() {
    let folder = Cell::new("start");
    folder.file(
        "floor.toml",
        "[[body]]\nname = 'floor'\nshape = { kind = 'Cuboid', half_extents = [0.3, 0.3, 0.5] }\npose = { position = [0, 0, -0.5] }\n",
    );
    let first = |code: i32, rows: &str| {
        folder.file("way.csv", format!("grip,shoulder\n{rows}\n"));
        let args = ["--path", "way.csv", "--obstacles", "floor.toml", "--ignore-limits", "--samples", "500"];
        folder.json(code, &args).remove(0)["first_contact"].take()
    };
    // The fingers are 2 grip - 0.02 apart.
    assert_eq!(first(0, "0.01,0\n0.1,1"), Value::Null);
    assert_eq!(first(0, "0.01,0\n0.01,1"), Value::Null);
    let closing = first(1, "0.1,0.5\n0.06,0.5\n0,0.5");
    let time = number(&closing["time"]);
    let wanted = 1.0 + 5.0 / 6.0;
    assert!(time <= wanted + 1e-12 && wanted - time < 1e-6, "{time}");
    assert_eq!((&closing["a"], &closing["b"]), (&"finger".into(), &"thumb".into()));
    let within = first(1, "0.005,0\n0.1,1");
    assert_eq!((number(&within["time"]), &within["a"]), (0.0, &"finger".into()));
    let still = first(1, "0.005,0\n0.005,1");
    assert_eq!((number(&still["time"]), &still["a"]), (0.0, &"finger".into()));
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let folder = Cell::new("mistakes");
    folder.file("mm.toml", format!("unit = 'mm'\n{BALL}"));
    for (name, text) in [
        ("name.csv", "shoulder,nose\n0,0\n1,1\n"),
        ("twice.csv", "shoulder,shoulder\n0,0\n1,1\n"),
        ("follower.csv", "other\n0.03\n0.04\n"),
        ("few.csv", "shoulder,elbow\n0,0\n1\n"),
        ("word.csv", "shoulder\n0\n\none\n"),
        ("limit.csv", "shoulder\n0\n9\n"),
        ("short.csv", "shoulder\n0\n"),
        ("empty.csv", "\n"),
        ("nan.csv", "shoulder\n0\nNaN\n"),
    ] {
        folder.file(name, text);
    }
    for (args, parts) in [
        (vec!["--joint", "nose=1"], vec!["no joint `nose`", "shoulder, elbow, wrist, grip"]),
        (vec!["--joint", "other=0.05"], vec!["`other` mimics `grip`"]),
        (vec!["--joint", "mount=1"], vec!["`mount` is fixed"]),
        (vec!["--joint", "elbow=4"], vec!["`elbow` is 4", "-3 to 3", "--ignore-limits"]),
        (vec!["--joint", "elbow=many"], vec!["`many` is not a finite number"]),
        (vec!["--joint", "elbow"], vec!["`elbow` is not NAME=VALUE"]),
        (vec!["--joint", "elbow=1", "--joint", "elbow=2"], vec!["`elbow` is given twice"]),
        (vec!["--random", "0"], vec!["--random"]),
        (vec!["--propose", "x.srdf"], vec!["--random"]),
        (vec!["--srdf", "none.srdf"], vec!["none.srdf"]),
        (vec!["--obstacles", "mm.toml"], vec!["mm.toml", "the unit is mm"]),
        (vec!["--path", "none.csv"], vec!["none.csv"]),
        (vec!["--path", "name.csv"], vec!["name.csv: line 1", "no joint `nose`"]),
        (vec!["--path", "twice.csv"], vec!["line 1", "two columns"]),
        (vec!["--path", "follower.csv"], vec!["line 1", "mimics `grip`"]),
        (vec!["--path", "few.csv"], vec!["line 3", "1 values for 2 columns"]),
        (vec!["--path", "word.csv"], vec!["line 4", "`one`"]),
        (vec!["--path", "limit.csv"], vec!["line 3", "outside its limits"]),
        (vec!["--path", "short.csv"], vec!["at least two poses"]),
        (vec!["--path", "empty.csv"], vec!["the table is empty"]),
        (vec!["--path", "nan.csv"], vec!["line 3", "not a finite number"]),
    ] {
        let output = folder.run(&args);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        let last = told.lines().last().unwrap();
        assert!(parts.iter().all(|part| last.contains(part)), "{args:?}: {last}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(folder.run(&["--path", "limit.csv", "--ignore-limits"]).status.code(), Some(0));
}

/// A cart in the plane, a drone above it, and an arm on the cart; `wall` is 2 in front of the world's origin.
const CART: &str = "<robot name='cart'>
  <link name='world'><collision><origin xyz='0 0 -9'/><geometry><box size='1 1 1'/></geometry></collision></link>
  <link name='cart'><collision><geometry><box size='0.4 0.4 0.2'/></geometry></collision></link>
  <link name='arm'><collision><origin xyz='0 0 0.5'/><geometry><capsule length='0.4' radius='0.05'/></geometry></collision></link>
  <link name='drone'><collision><geometry><sphere radius='0.1'/></geometry></collision></link>
  <joint name='drive' type='planar'><parent link='world'/><child link='cart'/><axis xyz='0 0 1'/></joint>
  <joint name='lift' type='continuous'><parent link='cart'/><child link='arm'/><origin xyz='0 0 0.2'/><axis xyz='0 1 0'/></joint>
  <joint name='fly' type='floating'><parent link='world'/><child link='drone'/><origin xyz='0 0 2'/></joint>
</robot>";

const WALL: &str = "allowed = [['wall', 'arm']]\n[[body]]\nname = 'wall'\n\
    shape = { kind = 'Cuboid', half_extents = [0.1, 5, 5] }\npose = { position = [2.1, 0, 0] }\n";

fn cart(test: &str) -> Folder {
    let folder = Folder::new("robot", test);
    folder.file("cart.urdf", CART);
    folder.file("wall.toml", WALL);
    folder
}

fn run_in(folder: &Folder, args: &[&str]) -> (i32, Vec<Value>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_impinge"));
    let output = program.arg("robot").args(args).arg("--json").current_dir(&folder.0).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code().unwrap(), lines, String::from_utf8(output.stderr).unwrap())
}

/// Planar and floating joints were silently fixed: their values were refused, and links stayed at the origin.
#[test]
fn planar_and_floating_joints_were_silently_fixed() {
    let folder = cart("planar");
    let (code, lines, told) = run_in(&folder, &["cart.urdf", "--obstacles", "wall.toml"]);
    assert_eq!(code, 0, "{told}");
    assert!((number(&of(&lines, "cart", "wall")["signed_distance"]) - 1.8).abs() < 1e-12);
    assert!(told.contains("`drive` (`--joint drive=x,y,angle`)") && told.contains("`fly`"), "{told}");
    // A quarter of a quarter turn: the corner is ahead.
    let args = ["cart.urdf", "--obstacles", "wall.toml", "--joint", "drive=1,0.5,0.7853981633974483"];
    let (code, lines, told) = run_in(&folder, &[&args[..], &["--joint", "fly=1.95,0,-2,0,0,2,2"]].concat());
    assert_eq!(code, 1, "{told}");
    let gap = number(&of(&lines, "cart", "wall")["signed_distance"]);
    assert!((gap - (1.0 - 0.2 * 2.0_f64.sqrt())).abs() < 1e-12 && told.is_empty(), "{gap} {told}");
    assert_eq!(of(&lines, "drone", "wall")["state"], "overlapping");
    // Random poses leave them where they are, and say so.
    let args = ["cart.urdf", "--obstacles", "wall.toml", "--random", "50", "--joint", "drive=1.85,0,0"];
    let (code, lines, told) = run_in(&folder, &args);
    assert!(code == 0 && told.contains("stay: `drive`, `fly`"), "{told}");
    assert_eq!(of(lines[0]["pairs"].as_array().unwrap(), "cart", "wall")["verdict"], "always");
    for (joint, parts) in [
        ("drive=1,2", &["`drive`", "2 numbers", "x,y,angle"][..]),
        ("drive=1", &["`drive`", "1 numbers"]),
        ("fly=0,0,0,0,0,0,0", &["`fly`", "quaternion"]),
        ("lift=1,2", &["`lift`", "2 numbers; it needs one"]),
    ] {
        let (code, _, told) = run_in(&folder, &["cart.urdf", "--joint", joint]);
        assert!(code == 2 && parts.iter().all(|part| told.contains(part)), "{told}");
    }
}

/// Along a path the first contact of planar and floating joints is where geometry says, and sampling agrees.
#[test]
fn paths_of_planar_and_floating_joints_are_proven() {
    let folder = cart("placed-path");
    let first = |rows: &str, code: i32| {
        folder.file("way.csv", rows);
        let args = [
            "cart.urdf",
            "--path",
            "way.csv",
            "--obstacles",
            "wall.toml",
            "--samples",
            "400",
            "--page",
            "way.html",
        ];
        let (found, lines, told) = run_in(&folder, &args);
        assert_eq!(found, code, "{told}");
        lines[0]["first_contact"].clone()
    };
    // Straight ahead.
    let straight = first("drive.x\n0\n2\n", 1);
    let time = number(&straight["time"]);
    assert!(time <= 0.9 && 0.9 - time < 1e-6, "{time}");
    assert_eq!((&straight["a"], &straight["b"]), (&"cart".into(), &"wall".into()));
    // Ahead while turning by half a turn: the farthest corner is 0.2 (|cos a| + |sin a|) ahead, halved until they meet.
    let gap = |t: f64| {
        let (sin, cos) = (std::f64::consts::PI * t).sin_cos();
        2.0 - 1.9 * t - 0.2 * (sin.abs() + cos.abs())
    };
    let hit = (0..200_000).map(|k| f64::from(k) / 200_000.0).find(|t| gap(*t) <= 0.0).unwrap();
    let turning = first("drive.x,drive.angle\n0,0\n1.9,3.141592653589793\n", 1);
    let time = number(&turning["time"]);
    assert!(time <= hit && gap(time) < 1.1e-6, "{time} {hit} {}", gap(time));
    // The drone dives, turning on the way, until its ball is on the arm, which stands up to 1.0 from the ground.
    let dive = "fly.z,fly.qx,fly.qy,fly.qz,fly.qw,fly.x\n0,0,0,0,1,0\n-2,0,0,1,1,0\n";
    let diving = first(dive, 1);
    let (time, wanted) = (number(&diving["time"]), (2.0 - 0.1 - 0.95) / 2.0);
    assert!(time <= wanted && wanted - time < 1e-6, "{time} {wanted}");
    assert_eq!(
        (&diving["a"], &diving["b"], &diving["state"]),
        (&"arm".into(), &"drone".into(), &"apart".into())
    );
    // Away from it; and the arm swings meanwhile.
    assert_eq!(first("fly.x,lift,drive.y\n0.5,0,0\n1,1,-3\n", 0), Value::Null);
    assert!(fs::read_to_string(folder.path("way.html")).unwrap().contains("drive.angle"));
    for (rows, parts) in [
        ("drive\n0\n1\n", &["line 1", "`drive` has no single value", "drive.x, drive.y, drive.angle"][..]),
        ("drive.z\n0\n1\n", &["line 1", "`drive.z`", "drive.x, drive.y, drive.angle"]),
        ("fly.qx,fly.qw\n0,1\n0,1\n", &["line 1", "fly.qx, .qy, .qz and .qw"]),
        ("fly.qx,fly.qy,fly.qz,fly.qw\n0,0,0,1\n0,0,0,0\n", &["line 3", "`fly`", "quaternion"]),
        ("drive.x,drive.x\n0,0\n1,1\n", &["two columns"]),
    ] {
        folder.file("bad.csv", rows);
        let (code, _, told) = run_in(&folder, &["cart.urdf", "--path", "bad.csv"]);
        assert!(code == 2 && parts.iter().all(|part| told.contains(part)), "{rows}: {told}");
    }
}

/// A mesh that is missing or not read was an error without a way on; links without it looked clear.
#[test]
fn missing_and_open_meshes_are_named_and_not_proven() {
    let folder = cart("missing");
    let with = |mesh: &str| {
        let text = CART.replace("<sphere radius='0.1'/>", &format!("<mesh filename='{mesh}'/>"));
        folder.file("cart.urdf", text);
    };
    folder.file("rotor.xyzzy", "");
    for (mesh, what) in
        [("rotor.stl", "there is no file `rotor.stl`"), ("rotor.xyzzy", "`rotor.xyzzy` cannot be read")]
    {
        with(mesh);
        let (code, lines, told) = run_in(&folder, &["cart.urdf"]);
        assert!(code == 2 && lines.is_empty(), "{told}");
        let parts = ["cart.urdf", what, "link `drone`, line 5", "--ignore-missing"];
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
        let (code, _, told) = run_in(&folder, &["cart.urdf", "--ignore-missing"]);
        assert!(code == 4 && told.contains("`drone`: not proven") && told.contains(what), "{told}");
        // A collision is one, whatever else is missing.
        let hit = ["cart.urdf", "--ignore-missing", "--obstacles", "wall.toml", "--joint", "drive=1.9,0,0"];
        assert_eq!(run_in(&folder, &hit).0, 1);
        folder.file("way.csv", "drive.x\n0\n1\n");
        let (code, lines, _) = run_in(&folder, &["cart.urdf", "--ignore-missing", "--path", "way.csv"]);
        assert_eq!((code, &lines[0]["unproven"]), (4, &serde_json::json!(["drone"])));
    }
    with("rotor.obj");
    folder.file("rotor.obj", "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nf 1 2 3\n");
    let (code, _, told) = run_in(&folder, &["cart.urdf"]);
    assert!(code == 4 && told.contains("`drone`: not proven") && told.contains("--allow-open"), "{told}");
    let (code, _, told) = run_in(&folder, &["cart.urdf", "--allow-open", "dr*"]);
    assert!(code == 0 && !told.contains("not proven"), "{told}");
    folder.file("rotor.obj", "v 0 0 zero\n");
    let (code, _, told) = run_in(&folder, &["cart.urdf", "--ignore-missing"]);
    assert!(code == 2 && told.contains("link `drone`") && told.contains("rotor.obj"), "{told}");
}

/// An SRDF that names a link that the robot does not have was refused; a mimic element of a fixed joint was, too.
#[test]
fn what_is_ignored_in_a_file_is_said() {
    let folder = cart("remarks");
    folder.file(
        "cart.urdf",
        CART.replace("</joint>\n</robot>", "<mimic joint='lift'/></joint>\n</robot>")
            .replace("'floating'", "'fixed'"),
    );
    folder.file(
        "cart.srdf",
        "<robot name='cart'>\n<disable_collisions link1='cart' link2='gripper'/>\n\
         <disable_collisions link1='arm' link2='drone'/></robot>",
    );
    let (code, lines, told) =
        run_in(&folder, &["cart.urdf", "--srdf", "cart.srdf", "--joint", "drive=0,0,0"]);
    assert_eq!((code, lines.len()), (0, 2), "{told}");
    assert!(told.contains("cart.srdf") && told.contains("no link `gripper` (line 2)"), "{told}");
    assert!(told.contains("cart.urdf: <mimic> of the fixed joint `fly` is ignored (line 8)"), "{told}");
}

/// A link that is inside another one was said to overlap it.
#[test]
fn a_link_inside_another_is_said_to_be_inside() {
    let folder = cart("inside");
    let at = |x: &str| format!("fly={x},0,-2,0,0,0,1");
    let state = |robot: &str, x: &str| {
        folder.file("cart.urdf", robot);
        let (code, lines, told) =
            run_in(&folder, &["cart.urdf", "--joint", &at(x), "--joint", "drive=0,0,0"]);
        (code, of(&lines, "cart", "drone")["state"].clone(), told)
    };
    let large = CART.replace("'0.4 0.4 0.2'", "'0.4 0.4 0.4'");
    assert_eq!(state(&large, "0").1, "contains");
    assert_eq!(state(&large, "0.15").1, "overlapping");
    assert_eq!(state(&large, "0.5").1, "apart");
    // Another shape of the drone is outside of the cart: then the drone is not inside of it.
    let wide = large.replace(
        "<link name='drone'>",
        "<link name='drone'><collision><origin xyz='0.5 0 0'/><geometry><sphere radius='0.1'/></geometry></collision>",
    );
    assert_eq!(state(&wide, "0").1, "overlapping");
    assert_eq!(state(&large, "0").0, 1);
    folder.file("cart.urdf", &large);
    folder.file("way.csv", "fly.x,fly.z\n0,-2\n1,-2\n");
    let (code, lines, told) = run_in(&folder, &["cart.urdf", "--path", "way.csv"]);
    let first = &lines[0]["first_contact"];
    assert_eq!((code, &first["state"], number(&first["time"])), (1, &"contains".into(), 0.0), "{told}");
}
