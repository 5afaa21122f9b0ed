//! `impinge simulate` as a user meets it: runs, what they write, runs that are killed and resumed, mistakes.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::Folder;
use serde_json::Value;

fn command(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_impinge"));
    command.arg("simulate").args(args).current_dir(&folder.0);
    command
}

fn run(folder: &Folder, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

/// The line of JSON of a run that must succeed.
fn json(folder: &Folder, args: &[&str]) -> Value {
    let output = run(folder, &[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The whole stderr of a run that must fail.
fn mistake(folder: &Folder, args: &[&str]) -> String {
    let output = run(folder, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// All files of a run, by name, with their bytes.
fn files(folder: &Folder, run: &str) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for sub in ["", "/paraview"] {
        for name in folder.names(&format!("{run}{sub}")) {
            let path = folder.path(&format!("{run}{sub}/{name}"));
            if fs::metadata(&path).unwrap().is_file() {
                found.push((format!("{sub}/{name}"), fs::read(path).unwrap()));
            }
        }
    }
    found
}

#[test]
fn a_stack_stands_and_everything_is_written() {
    let folder = Folder::new("simulate", "stack");
    let args =
        ["stack", "--count", "4", "--steps", "60", "--every", "20", "--out", "run", "--page", "run.html"];
    let line = json(&folder, &args);
    let expected = [("bodies", 5), ("steps", 60), ("contacts", 4)];
    expected.iter().for_each(|(name, value)| assert_eq!(line[name], Value::from(*value), "{name}"));
    assert_eq!((&line["solver"], &line["time"]), (&Value::from("soft"), &Value::from(0.3)));
    // Boxes of 4 × 4 × 2 and of density 1, whose middles are 1, 3, 5 and 7 high.
    let energy = 32.0 * 9.81 * 16.0;
    assert!((line["energy_start"].as_f64().unwrap() - energy).abs() < 1e-9 * energy, "{line}");
    assert!(line["deepest"].as_f64().unwrap() < 0.05, "{line}");

    let table = fs::read_to_string(folder.path("run/steps.csv")).unwrap();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0].len()), (61, 15));
    assert!(rows.iter().all(|row| row.len() == 15), "{table}");
    assert_eq!((rows[0][0], rows[60][0], rows[60][1]), ("step", "60", "0.3"));
    assert_eq!(rows[60][2].parse::<f64>().unwrap(), line["energy_end"].as_f64().unwrap());

    let poses = fs::read_to_string(folder.path("run/poses.jsonl")).unwrap();
    let pictures: Vec<Value> = poses.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let steps: Vec<u64> = pictures.iter().map(|picture| picture["step"].as_u64().unwrap()).collect();
    assert_eq!(steps, [0, 20, 40, 60]);
    assert_eq!(pictures[0]["poses"][1][2], Value::from(1.0));
    assert_eq!(pictures[3]["poses"].as_array().unwrap().len(), 5);
    // The floor carries all boxes.
    let contacts = pictures[3]["contacts"].as_array().unwrap();
    let carries = |contact: &&Value| contact["bodies"][0] == 0;
    let weight: f64 = contacts.iter().filter(carries).map(|c| c["force"].as_f64().unwrap()).sum();
    assert!((weight - 4.0 * 32.0 * 9.81).abs() < 0.05 * weight, "{weight}");

    assert_eq!(folder.names("run/paraview").len(), 4);
    let film = fs::read_to_string(folder.path("run/run.pvd")).unwrap();
    assert_eq!(film.matches("<DataSet").count(), 4);
    assert!(
        film.contains("timestep=\"0.3\"") && film.contains("file=\"paraview/step-000000060.vtp\""),
        "{film}"
    );
    let names = fs::read_to_string(folder.path("run/bodies.jsonl")).unwrap();
    assert!(names.starts_with("{\"body\":0,\"name\":\"floor\",\"kind\":\"fixed\"}\n"), "{names}");
    let page = fs::read_to_string(folder.path("run.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("Simulation: stack, 4 boxes"));

    let text = String::from_utf8(run(&folder, &["stack", "--count", "4", "--steps", "60"]).stdout).unwrap();
    assert!(
        text.starts_with(
            "stack, 4 boxes: 5 bodies, solver soft; lengths are in m\n60 steps at 200 Hz, 0.3 s; "
        ),
        "{text}"
    );
    assert!(text.contains(line["hash"].as_str().unwrap()), "{text}");
}

#[test]
fn a_killed_run_resumes_and_is_the_same_to_the_byte() {
    let folder = Folder::new("simulate", "killed");
    let scene = ["pyramid", "--count", "6", "--every", "7", "--checkpoint", "25"];
    let args = |out: &'static str, more: &[&'static str]| [&scene[..], &["--out", out], more].concat();
    let whole = json(&folder, &args("whole", &["--steps", "200", "--page", "whole.html", "--threads", "1"]));

    // Killed once some checkpoints are there, wherever it is then.
    let mut killed = command(&folder, &args("killed", &["--steps", "200"]));
    let mut killed = killed.stdout(Stdio::null()).spawn().unwrap();
    let (path, start) = (folder.path("killed/steps.csv"), Instant::now());
    while fs::metadata(&path).map_or(0, |about| about.len()) < 3000 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was written");
        thread::sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();

    // A kill may have left a file that was being written aside.
    for part in ["killed", "killed/paraview"] {
        for name in folder.names(part).iter().filter(|name| name.ends_with(".part")) {
            fs::remove_file(folder.path(&format!("{part}/{name}"))).unwrap();
        }
    }
    let checkpoint: Value =
        serde_json::from_slice(&fs::read(folder.path("killed/checkpoint.json")).unwrap()).unwrap();
    let done = checkpoint["tally"]["steps"].as_u64().unwrap();
    assert!(done.is_multiple_of(25), "{done}");
    let again = ["--steps", "200", "--resume", "--page", "killed.html", "--threads", "2"];
    let resumed = json(&folder, &args("killed", &again));
    assert_eq!(resumed["hash"], whole["hash"]);
    assert!(files(&folder, "killed") == files(&folder, "whole"), "the files differ");
    let page = |name: &str| fs::read(folder.path(name)).unwrap();
    assert!(page("killed.html") == page("whole.html"), "the pages differ");

    // A run that is done goes on with more steps, and gives what it would have given at once.
    let longer = json(&folder, &args("whole", &["--steps", "230", "--resume"]));
    let at_once = json(&folder, &args("at once", &["--steps", "230"]));
    assert_eq!(longer["hash"], at_once["hash"]);
    assert_eq!(files(&folder, "whole"), files(&folder, "at once"));
}

#[test]
fn every_solver_resumes_as_if_never_stopped() {
    let folder = Folder::new("simulate", "solvers");
    for solver in ["soft", "thesis", "no-overlap"] {
        let args = |steps: &'static str, out: &str, more: &[&str]| {
            let args = [
                "stack", "--count", "3", "--every", "10", "--solver", solver, "--steps", steps, "--out", out,
            ];
            json(&folder, &[&args[..], more].concat())
        };
        let [parts, whole] = ["parts", "whole"].map(|name| format!("{solver} {name}"));
        args("20", &parts, &[]);
        let resumed = args("40", &parts, &["--resume"]);
        assert_eq!((&resumed["solver"], &resumed["steps"]), (&Value::from(solver), &Value::from(40)));
        assert_eq!(resumed["hash"], args("40", &whole, &[])["hash"], "{solver}");
        assert!(files(&folder, &parts) == files(&folder, &whole), "{solver}");
    }
    let table = fs::read_to_string(folder.path("no-overlap whole/steps.csv")).unwrap();
    let gaps = table.lines().skip(1).map(|row| row.split(',').nth(11).unwrap().parse::<f64>().unwrap());
    assert!(gaps.fold(f64::MAX, f64::min) >= 0.0, "{table}");
}

#[test]
fn the_tallest_stack_is_a_line_of_text_or_of_json() {
    let folder = Folder::new("simulate", "tallest");
    for (algorithm, precision) in [("swept", "f64"), ("sa-gjk", "f32"), ("mpr", "f64")] {
        let args =
            ["stack", "--tallest", "--iterations", "20", "--algorithm", algorithm, "--precision", precision];
        let line = json(&folder, &[&args[..], &["--steps", "2"]].concat());
        // Nothing falls in two steps: the tallest that is tried.
        assert!(line["tallest"].as_u64().unwrap() >= 8, "{line}");
        assert!(line["time_per_box_us"].as_f64().unwrap() > 0.0, "{line}");
        let said = ["algorithm", "precision", "solver"].map(|name| line[name].as_str().unwrap());
        assert_eq!(said, [algorithm, precision, "thesis"]);
        assert_eq!((&line["iterations"], &line["steps"]), (&Value::from(20), &Value::from(2)));
    }
    let text = run(&folder, &["stack", "--tallest", "--iterations", "5", "--steps", "2"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.starts_with("a stack of ") && text.lines().count() == 1, "{text}");
    let said = mistake(&folder, &["stack", "--tallest", "--solver", "soft", "--algorithm", "mpr"]);
    assert_eq!(
        said,
        "impinge: `--algorithm` and `--iterations` apply to the solver `thesis` only; see `impinge --help`\n"
    );
}

/// An interruption ends the search with 3 and with what was found so far; resumed, it finds what a search without one finds.
#[cfg(unix)]
#[test]
fn a_search_for_the_tallest_stack_is_interrupted_and_resumes() {
    let folder = Folder::new("simulate", "tallest-interrupted");
    let args = |steps: &'static str, more: &[&'static str]| {
        let search = ["stack", "--tallest", "--iterations", "1", "--algorithm", "mpr", "--steps", steps];
        [&search[..], more].concat()
    };
    // Without an end; interrupted before the first stack is done.
    let child = command(&folder, &args("1000000000", &["--out", "long", "--json"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !Path::new(&folder.path("long")).exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was written");
        thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("interrupted: ") && said.contains("pass `--resume` to continue from there"),
        "{said}"
    );
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["complete"], Value::from(false), "{line}");

    // A search of which the last stacks are forgotten, as if it had been stopped there.
    let whole = json(&folder, &args("2", &["--out", "search"]));
    let kept = folder.path("search/stacks.json");
    let mut tried: Value = serde_json::from_slice(&fs::read(&kept).unwrap()).unwrap();
    assert_eq!(tried["trials"], whole["trials"]);
    tried["trials"].as_array_mut().unwrap().truncate(2);
    fs::write(&kept, tried.to_string()).unwrap();
    let resumed = json(&folder, &args("2", &["--out", "search", "--resume"]));
    assert_eq!((&resumed["tallest"], &resumed["trials"]), (&whole["tallest"], &whole["trials"]));

    let said = mistake(&folder, &args("2", &["--out", "search"]));
    assert!(said.contains("the folder already holds a search"), "{said}");
    let said = mistake(&folder, &args("3", &["--out", "search", "--resume"]));
    assert!(said.contains("the search has other settings"), "{said}");
    let said = mistake(&folder, &args("2", &["--out", "none", "--resume"]));
    assert!(said.contains("no search to resume"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_a_checkpoint_of_the_last_step() {
    let folder = Folder::new("simulate", "interrupted");
    let child = command(&folder, &["top", "--steps", "1000000000", "--out", "run", "--every", "1000000"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while fs::metadata(folder.path("run/steps.csv")).map_or(0, |about| about.len()) < 2000 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was written");
        thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    let table = fs::read_to_string(folder.path("run/steps.csv")).unwrap();
    let last = table.lines().last().unwrap().split(',').next().unwrap();
    assert_eq!(
        said,
        format!("impinge: interrupted after step {last}; pass `--resume` to continue from there\n")
    );
}

#[test]
fn bodies_of_a_file_move_as_specified() {
    let folder = Folder::new("simulate", "file");
    let sample = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/blocks.toml")).unwrap();
    folder.file("blocks.toml", &sample);
    let line = json(&folder, &["blocks.toml", "--steps", "90", "--out", "run", "--every", "90"]);
    assert_eq!((&line["bodies"], &line["scene"]), (&Value::from(7), &Value::from("blocks.toml")));
    let poses = fs::read_to_string(folder.path("run/poses.jsonl")).unwrap();
    let pictures: Vec<Value> = poses.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let at =
        |picture: usize, body: usize, axis: usize| pictures[picture]["poses"][body][axis].as_f64().unwrap();
    let bodies = fs::read_to_string(folder.path("run/bodies.jsonl")).unwrap();
    let kinds: Vec<Value> =
        bodies.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["kind"].clone()).collect();
    assert_eq!(kinds, ["fixed", "fixed", "dynamic", "dynamic", "dynamic", "dynamic", "kinematic"]);
    // The pusher goes on at 0.4 m/s, the crate slides down the ramp, the ball has fallen and bounced.
    assert!((at(1, 6, 0) - (2.4 - 0.4 * 1.5)).abs() < 1e-9, "{}", at(1, 6, 0));
    assert!(at(1, 2, 0) > at(0, 2, 0) + 0.1 && at(1, 2, 2) < at(0, 2, 2) - 0.1, "the crate slides");
    assert!(at(1, 3, 2) < 1.5, "the ball falls");

    // The same in millimeters, where all lengths are a thousand times as large.
    let thousand = |text: &str| text.replace("unit = \"m\"", "unit = \"mm\"");
    let drop =
        "unit = \"m\"\n[[body]]\nname = \"a\"\ndensity = 1\nshape = { kind = \"Sphere\", radius = 1 }\n";
    folder.file("m.toml", drop);
    folder.file("mm.toml", thousand(drop));
    let fallen = |name: &str| {
        json(
            &folder,
            &[
                name,
                "--steps",
                "60",
                "--rate",
                "60",
                "--out",
                name.split('.').next().unwrap(),
                "--every",
                "60",
            ],
        );
        let poses =
            fs::read_to_string(folder.path(&format!("{}/poses.jsonl", name.split('.').next().unwrap())))
                .unwrap();
        serde_json::from_str::<Value>(poses.lines().last().unwrap()).unwrap()["poses"][0][2].as_f64().unwrap()
    };
    let (meters, millimeters) = (fallen("m.toml"), fallen("mm.toml"));
    assert!((meters + 0.5 * 9.81).abs() < 0.05, "{meters}");
    assert!((millimeters - 1000.0 * meters).abs() < 1e-6, "{millimeters}");
}

#[test]
fn a_killed_run_in_the_plane_resumes_and_is_the_same_to_the_byte() {
    let folder = Folder::new("simulate", "plane");
    let scene = ["bridge", "--plane", "--count", "12", "--every", "7", "--checkpoint", "25"];
    let args = |out: &'static str, more: &[&'static str]| [&scene[..], &["--out", out], more].concat();
    let whole = json(&folder, &args("whole", &["--steps", "300", "--page", "whole.html", "--threads", "1"]));
    assert_eq!((&whole["scene"], &whole["bodies"]), (&"bridge in the plane, 12 planks".into(), &19.into()));

    let mut killed = command(&folder, &args("killed", &["--steps", "300"]));
    let mut killed = killed.stdout(Stdio::null()).spawn().unwrap();
    let (path, start) = (folder.path("killed/steps.csv"), Instant::now());
    while fs::metadata(&path).map_or(0, |about| about.len()) < 3000 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was written");
        thread::sleep(Duration::from_millis(5));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    for part in ["killed", "killed/paraview"] {
        for name in folder.names(part).iter().filter(|name| name.ends_with(".part")) {
            fs::remove_file(folder.path(&format!("{part}/{name}"))).unwrap();
        }
    }
    let again = ["--steps", "300", "--resume", "--page", "killed.html", "--threads", "2"];
    let resumed = json(&folder, &args("killed", &again));
    assert_eq!(resumed["hash"], whole["hash"]);
    assert!(files(&folder, "killed") == files(&folder, "whole"), "the files differ");
    let page = |name: &str| fs::read(folder.path(name)).unwrap();
    assert!(page("killed.html") == page("whole.html"), "the pages differ");
}

#[test]
fn scenes_in_the_plane_write_what_those_in_space_do() {
    let folder = Folder::new("simulate", "plane-files");
    for (scene, count, bodies) in [
        ("pyramid", "3", 7),
        ("card-house", "2", 8),
        ("arch", "5", 6),
        ("bridge", "6", 11),
        ("figures", "1", 13),
        ("tumbler", "9", 11),
    ] {
        let args = [scene, "--plane", "--count", count, "--steps", "20", "--every", "10", "--out", scene];
        let page = format!("{scene}.html");
        let line = json(&folder, &[&args[..], &["--page", &page, "--lines"]].concat());
        assert_eq!(line["bodies"], Value::from(bodies), "{scene}");
        let table = fs::read_to_string(folder.path(&format!("{scene}/steps.csv"))).unwrap();
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!((rows.len(), rows[0].len(), rows[0][5]), (21, 15, "momentum_z"));
        // No momentum out of the plane, and none about its axes.
        assert!(rows[1..].iter().all(|row| [5, 6, 7].iter().all(|&k| row[k] == "0.0")), "{table}");
        let poses = fs::read_to_string(folder.path(&format!("{scene}/poses.jsonl"))).unwrap();
        let pictures: Vec<Value> = poses.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(pictures.len(), 3);
        for pose in pictures[2]["poses"].as_array().unwrap() {
            let pose: Vec<f64> = pose.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
            assert_eq!((pose[2], pose[3], pose[4]), (0.0, 0.0, 0.0), "{scene}");
            assert!((pose[5].hypot(pose[6]) - 1.0).abs() < 1e-12, "{scene}");
        }
        assert_eq!(folder.names(&format!("{scene}/paraview")).len(), 3);
        let surfaces =
            fs::read_to_string(folder.path(&format!("{scene}/paraview/step-000000020.vtp"))).unwrap();
        assert!(surfaces.contains("<Polys>"), "{scene}");
        // The page has all bodies, and no more.
        let page = fs::read_to_string(folder.path(&page)).unwrap();
        let named = |k: usize| page.contains(&format!("\"body {k}\""));
        assert!(page.contains(&format!("Simulation: {scene} in the plane, {count} ")), "{scene}");
        let names = fs::read_to_string(folder.path(&format!("{scene}/bodies.jsonl"))).unwrap();
        assert!(names.starts_with("{\"body\":0,\"name\":\"floor\",\"kind\":\"fixed\"}\n"), "{names}");
        assert!(page.contains("\"floor\"") && (1..bodies).all(named) && !named(bodies), "{scene}");
    }
    // The floor carries the pyramid: six squares of a square meter each.
    let poses = fs::read_to_string(folder.path("pyramid/poses.jsonl")).unwrap();
    let last: Value = serde_json::from_str(poses.lines().last().unwrap()).unwrap();
    let contacts = last["contacts"].as_array().unwrap().iter();
    let carries = contacts.filter(|contact| contact["bodies"][0] == 0);
    let weight: f64 = carries.map(|contact| contact["force"].as_f64().unwrap()).sum();
    assert!((weight - 6.0 * 9.81).abs() < 0.05 * weight, "{weight}");

    // Without overlap, on any number of threads, with other settings.
    let args = |threads: &'static str| {
        [
            "pyramid",
            "--plane",
            "--count",
            "3",
            "--steps",
            "20",
            "--solver",
            "no-overlap",
            "--threads",
            threads,
        ]
    };
    let [one, two] = ["1", "2"].map(|threads| json(&folder, &args(threads)));
    assert_eq!((&one["solver"], &one["hash"]), (&Value::from("no-overlap"), &two["hash"]));
}

#[test]
fn mistakes_about_the_plane_say_what_to_do() {
    let folder = Folder::new("simulate", "plane-mistakes");
    let see = "; see `impinge --help`\n";
    for (args, said) in [
        (
            &["tower", "--plane"][..],
            "unknown scene `tower` in the plane; use pyramid, card-house, arch, bridge, figures, tumbler",
        ),
        (&["bridge"], "`bridge` is a scene in the plane; pass `--plane`"),
        (&["blocks.toml", "--plane"], "`--plane` applies to built-in scenes, not to files"),
        (
            &["pyramid", "--plane", "--solver", "thesis"],
            "the thesis' solver is for worlds in space; choose another one in the plane",
        ),
        (&["stack", "--plane", "--tallest"], "the argument '--plane' cannot be used with '--tallest'"),
    ] {
        assert_eq!(mistake(&folder, args), format!("impinge: {said}{see}"), "{args:?}");
    }
    // Runs of the other space are not resumed.
    let run = |more: &[&'static str], out: &'static str| {
        [&["pyramid", "--count", "2", "--steps", "2", "--out", out], more].concat()
    };
    json(&folder, &run(&[], "space"));
    json(&folder, &run(&["--plane"], "plane"));
    assert_eq!(
        mistake(&folder, &run(&["--plane", "--resume"], "space")),
        "impinge: space/checkpoint.json: the checkpoint is from a run in space; drop `--plane` to resume it, or pass `--force` to \
         start over\n"
    );
    assert_eq!(
        mistake(&folder, &run(&["--resume"], "plane")),
        "impinge: plane/checkpoint.json: the checkpoint is from a run in the plane; pass `--plane` to resume it, or pass `--force` \
         to start over\n"
    );
    json(&folder, &run(&["--plane", "--force"], "space"));
}

#[test]
fn mistakes_are_one_line_that_says_what_to_do() {
    let folder = Folder::new("simulate", "mistakes");
    let body =
        |more: &str| format!("[[body]]\nname = \"a\"\nshape = {{ kind = \"Sphere\", radius = 1 }}\n{more}\n");
    folder.file("still.toml", body(""));
    folder.file("both.toml", body("mass = 1\ndensity = 1"));
    folder.file("mass.toml", body("mass = -1"));
    folder.file("nan.toml", body("density = 1\nvelocity = [0, nan, 0]"));
    folder.file("bounce.toml", body("density = 1\nmaterial = { restitution = 2 }"));
    folder.file("flat.toml", "[[body]]\nname = \"a\"\nshape = { kind = \"Disc\", radius = 1 }\nmass = 1\n");
    folder.file("gravity.toml", format!("gravity = [0, 0, inf]\n{}", body("density = 1")));
    folder.file("word.toml", body("weight = 1"));
    let see = "; see `impinge --help`\n";
    for (args, said) in [
        (&["tower"][..], format!("unknown scene `tower`; use stack, pyramid, small-pyramids, heavy-top, wall, card-house, arch, jenga, dominoes, pile, top, chain, figures, gears, platforms, doors, characters, conveyor, or a file, .toml or .json{see}")),
        (&["stack", "--rate", "-60"], format!("invalid value '-60' for '--rate <HZ>': `-60` is not a rate; give a number above 0{see}")),
        (&["stack", "--tallest", "--count", "3"], format!("the argument '--tallest' cannot be used with '--count <N>'{see}")),
        (&["pile", "--tallest"], format!("`--tallest` applies to the scene `stack` only{see}")),
        (&["stack", "--out", "x", "--resume"], format!("x: no run to resume; drop `--resume`{see}")),
        (&["still.toml", "--count", "3"], format!("`--count` applies to built-in scenes, not to files{see}")),
        (&["still.toml"], "still.toml: no body moves; give at least one a `mass`, a `density` or a velocity\n".into()),
        (&["both.toml"], "both.toml: body `a`: it has both a mass and a density; give only one\n".into()),
        (&["mass.toml"], "mass.toml: body `a`: `mass` is -1 but must be finite and above 0\n".into()),
        (&["nan.toml"], "nan.toml: body `a`: `velocity` contains NaN; its numbers must be finite\n".into()),
        (&["bounce.toml"], "bounce.toml: body `a`: `restitution` is 2 but must be from 0 to 1\n".into()),
        (&["flat.toml"], "flat.toml: body `a`: the shape has no volume to compute a mass from; give the body a mass and an inertia\n".into()),
        (&["gravity.toml"], "gravity.toml: `gravity` contains inf; its numbers must be finite\n".into()),
    ] {
        assert_eq!(mistake(&folder, args), format!("impinge: {said}"), "{args:?}");
    }
    assert!(mistake(&folder, &["word.toml"]).contains("unknown field `weight`"));

    json(&folder, &["top", "--steps", "3", "--out", "run"]);
    for (args, said) in [
        (
            &["top", "--steps", "3", "--out", "run"][..],
            format!("run: the folder already holds a run; pass `--resume` to continue it, or `--force` to start over{see}"),
        ),
        (
            &["top", "--steps", "2", "--out", "run", "--resume"],
            format!("run: the run already has 3 steps, and `--steps` is 2{see}"),
        ),
        (
            &["top", "--count", "2", "--out", "run", "--resume"],
            "run/checkpoint.json: the checkpoint is from a run with another scene, top, 3 tops; pass `--force` to start over\n"
                .into(),
        ),
        (
            &["top", "--seed", "2", "--out", "run", "--resume"],
            "run/checkpoint.json: the checkpoint is from a run with a scene with other numbers; pass `--force` to start over\n"
                .into(),
        ),
        (
            &["top", "--rate", "60", "--out", "run", "--resume", "--every", "8"],
            "run/checkpoint.json: the checkpoint is from a run with another rate, 240 Hz; pass `--force` to start over\n".into(),
        ),
        (
            &["top", "--every", "3", "--out", "run", "--resume"],
            "run/checkpoint.json: the checkpoint is from a run with another `--every`, 8; pass `--force` to start over\n".into(),
        ),
    ] {
        assert_eq!(mistake(&folder, args), format!("impinge: {said}"), "{args:?}");
    }
    json(&folder, &["top", "--steps", "2", "--out", "run", "--force"]);
    folder.file("run/checkpoint.json", "{");
    assert_eq!(
        mistake(&folder, &["top", "--steps", "3", "--out", "run", "--resume"]),
        "impinge: run/checkpoint.json: the checkpoint has no checksum: it is damaged, or an older version wrote it; pass `--force` to \
         start over\n"
    );
}

// A run went on from a checkpoint with another digit in it, and ended elsewhere.
#[test]
fn a_checkpoint_with_any_other_byte_is_refused() {
    let folder = Folder::new("simulate", "changed");
    json(&folder, &["top", "--steps", "2", "--out", "run"]);
    let path = folder.path("run/checkpoint.json");
    let good = fs::read(&path).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&good).unwrap()["tally"]["steps"], 2, "it is JSON");
    let resume = ["top", "--steps", "3", "--out", "run", "--resume"];
    let digits: Vec<usize> = (0..good.len()).filter(|&i| good[i].is_ascii_digit()).collect();
    for i in digits.iter().copied().step_by(digits.len() / 40).chain([0, 20, good.len() - 1]) {
        let mut bad = good.clone();
        bad[i] = if bad[i] == b'7' { b'3' } else { b'7' };
        fs::write(&path, &bad).unwrap();
        let said = mistake(&folder, &resume);
        assert!(said.starts_with("impinge: run/checkpoint.json: the checkpoint "), "byte {i}: {said}");
    }
    fs::write(&path, &good).unwrap();
    json(&folder, &resume);
}
