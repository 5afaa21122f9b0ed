//! Interruptions of commands that run long: exit code 3, nothing half-written, and new cases go on where they were.

#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::Folder;
use impinge::Vec3;
use impinge_io::cases::{self, CasePose, CaseSet, CaseShape};
use impinge_io::ccd::{self, CcdQuery};

fn spawn(folder: &Folder, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_impinge"))
        .args(args)
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signal(child: &Child, name: &str) {
    let killed = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
}

/// Interrupts a command after some time, and waits for its end.
#[track_caller]
fn interrupted(folder: &Folder, args: &[&str]) -> Output {
    let mut child = spawn(folder, args);
    thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().unwrap().is_none(), "{args:?} ended too soon");
    signal(&child, "-INT");
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{args:?}: {output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"), "{args:?}: {output:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{args:?} took {:?} to end", start.elapsed());
    output
}

/// A torus with bumps as an OBJ file, of n by n squares in two triangles each.
fn bumpy_torus(n: usize) -> String {
    let angle = |k: usize| std::f64::consts::TAU * k as f64 / n as f64;
    let point = |k: usize| {
        let (u, v) = (angle(k / n), angle(k % n));
        let thick = 0.4 + 0.1 * (5.0 * u).sin() * (3.0 * v).cos();
        let out = 1.0 + thick * v.cos();
        format!("v {} {} {}\n", out * u.cos(), out * u.sin(), thick * v.sin())
    };
    let corner = |i: usize, j: usize| (i % n) * n + j % n + 1;
    let face = |k: usize| {
        let (i, j) = (k / n, k % n);
        let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
        format!("f {a} {b} {c}\nf {a} {c} {d}\n")
    };
    (0..n * n).map(point).chain((0..n * n).map(face)).collect()
}

/// Decompositions ran to their end, however long that took.
#[test]
fn a_decomposition_is_interrupted_or_ends_in_time() {
    let folder = Folder::new("interrupted", "decompose");
    folder.file("bumps.obj", bumpy_torus(40));
    let fine = ["decompose", "bumps.obj", "--concavity", "0.0005", "--out", "parts"];
    let output = interrupted(&folder, &fine);
    assert!(output.stdout.is_empty() && !Path::new(&folder.path("parts")).exists());
    // In time: parts that contain the mesh, and what was reached.
    let output =
        spawn(&folder, &[&fine[..], &["--time", "0.5", "--json"]].concat()).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let line: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&line["reached"], &line["status"]), (&false.into(), &"cancelled".into()), "{line}");
    assert!(line["concavity"].is_null() || line["concavity"].as_f64().unwrap() > 0.0005, "{line}");
    let files: Vec<_> =
        fs::read_dir(folder.path("parts")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(line["parts"].as_u64(), Some(files.len() as u64));
    let hulls: Vec<_> = files
        .iter()
        .map(|file| {
            let mesh = impinge_io::read_mesh(file.as_path()).unwrap();
            impinge::ConvexPolyhedron::<f64>::try_new(&mesh.vertices).unwrap()
        })
        .collect();
    let bumps = impinge_io::read_mesh(folder.path("bumps.obj").as_str()).unwrap();
    for &point in bumps.vertices.iter().step_by(7) {
        let point = impinge::Point::new(point);
        let is_in = |hull: &impinge::ConvexPolyhedron<f64>| impinge::distance(&point, hull).distance < 1e-9;
        assert!(hulls.iter().any(is_in), "{point:?}");
    }
}

#[test]
fn queries_of_moving_features_are_interrupted() {
    let folder = Folder::new("interrupted", "ccd");
    let points = |z: f64| [[0.25, 0.25, z], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
    let fall = CcdQuery { start: points(1.0), end: points(-1.0), touch: true, time: Some(0.5) };
    ccd::write(folder.path("queries.f64"), &vec![fall; 400_000]).unwrap();
    assert!(interrupted(&folder, &["ccd", "--kind", "vf", "queries.f64"]).stdout.is_empty());
}

#[test]
fn robots_are_interrupted() {
    let folder = Folder::new("interrupted", "robot");
    let link = |name: &str, z: f64| {
        format!(
            "<link name='{name}'><collision><origin xyz='0 0 {z}'/><geometry><sphere radius='0.2'/></geometry></collision></link>"
        )
    };
    let robot = format!(
        "<robot name='r'>{}{}{}<joint name='a' type='continuous'><parent link='x'/><child link='y'/></joint>\
         <joint name='b' type='continuous'><parent link='y'/><child link='z'/><origin xyz='0.3 0 0'/></joint></robot>",
        link("x", 0.0),
        link("y", 0.3),
        link("z", 1.0)
    );
    folder.file("r.urdf", robot);
    let rows: String = (0..4000).map(|k| format!("{}\n", f64::from(k % 2))).collect();
    folder.file("way.csv", format!("a\n{rows}"));
    interrupted(
        &folder,
        &["robot", "r.urdf", "--random", "2000000000", "--poses", "poses.csv", "--threads", "1"],
    );
    interrupted(
        &folder,
        &["robot", "r.urdf", "--path", "way.csv", "--samples", "100000", "--page", "way.html"],
    );
    assert_eq!(folder.names("."), ["r.urdf", "way.csv"]);
}

#[test]
fn pairs_are_interrupted_between_runs() {
    let folder = Folder::new("interrupted", "pairs");
    let pose = |x: f64| CasePose { translation: [x, 0.0, 0.0], quaternion: [0.0, 0.0, 0.0, 1.0] };
    let ball = CaseShape::Sphere { r: 1.0 };
    let poses = vec![[pose(0.0), pose(3.0)]; 5000];
    let set = CaseSet {
        name: "balls".into(),
        family: String::new(),
        a: ball.clone(),
        b: ball,
        side: None,
        poses,
        truth: None,
    };
    cases::write(folder.path("cases"), &[set]).unwrap();
    interrupted(&folder, &["pairs", "cases", "--repeat", "1000000", "--out", "answers"]);
    assert!(folder.names("answers").is_empty());
}

/// New cases that were interrupted were lost. They go on from the journal, however the run was ended, and are the same to the byte.
#[test]
fn new_cases_go_on_after_an_interruption_and_after_a_kill() {
    let folder = Folder::new("interrupted", "make");
    let args = |out: &'static str, more: &[&'static str]| {
        let base =
            ["pairs", "--make", "poly-poly,plates", "--n", "1500", "--seed", "9", "--truth", "--out", out];
        [&base[..], more].concat()
    };
    let whole = spawn(&folder, &args("whole", &["--json"])).wait_with_output().unwrap();
    assert!(whole.status.success(), "{whole:?}");
    assert!(!folder.names("whole").contains(&"making.journal".to_owned()));
    let mut ends = Vec::new();
    for round in 0..60 {
        let more: &[&str] = if round == 0 { &["--json"] } else { &["--resume", "--json", "--threads", "2"] };
        let mut child = spawn(&folder, &args("parts", more));
        // Until something more is in the journal, or it ends.
        let length = || fs::metadata(folder.path("parts/making.journal")).map_or(0, |about| about.len());
        let (before, start) = (length(), Instant::now());
        while child.try_wait().unwrap().is_none() && length() < before + 100_000 {
            assert!(start.elapsed() < Duration::from_secs(120), "nothing was written");
            thread::sleep(Duration::from_millis(2));
        }
        if child.try_wait().unwrap().is_none() {
            signal(&child, if round % 2 == 0 { "-INT" } else { "-KILL" });
        }
        let output = child.wait_with_output().unwrap();
        let code = output.status.code();
        ends.push(code);
        if code == Some(0) {
            assert_eq!(output.stdout, whole.stdout);
            break;
        }
        assert!(!Path::new(&folder.path("parts/sets.json")).exists());
        if round == 0 {
            let again = spawn(&folder, &args("parts", &[])).wait_with_output().unwrap();
            let said = String::from_utf8(again.stderr).unwrap();
            assert!(
                again.status.code() == Some(2) && said.contains("--resume") && said.contains("--force"),
                "{said}"
            );
            let other =
                spawn(&folder, &args("parts", &["--resume", "--side", "4"])).wait_with_output().unwrap();
            assert!(String::from_utf8(other.stderr).unwrap().contains("other settings"));
        }
    }
    assert!(
        ends.len() > 2 && ends[0] == Some(3) && ends.contains(&None) && ends.last() == Some(&Some(0)),
        "{ends:?}"
    );
    assert_eq!(folder.names("parts"), folder.names("whole"));
    for name in folder.names("whole") {
        let read = |of: &str| fs::read(folder.path(&format!("{of}/{name}"))).unwrap();
        assert!(read("parts") == read("whole"), "{name}");
    }
}
