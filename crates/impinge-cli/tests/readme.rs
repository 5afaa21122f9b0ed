//! Every command of the README runs, on the samples of the repository and on files that this test makes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use impinge::Vec3;
use impinge_io::cases::{self, CasePose, CaseSet, CaseShape, Truth};
use impinge_io::ccd::{self, CcdQuery};
use impinge_io::clouds;

/// A folder for the test, removed at its end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The commands of all blocks of shell, without their comments.
fn commands(readme: &str) -> Vec<Vec<String>> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```sh";
        } else if let Some(command) = line.strip_prefix("impinge ").filter(|_| inside) {
            let command = command.split('#').next().unwrap();
            found.push(command.split_whitespace().map(str::to_owned).collect());
        }
    }
    found
}

#[test]
fn every_command_of_the_readme_runs() {
    let folder = Folder(std::env::temp_dir().join(format!("impinge-readme-{}", std::process::id())));
    copy(&root().join("samples"), &folder.0.join("samples"));
    make_evidence(&folder.0);
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let commands = commands(&readme);
    assert!(commands.len() >= 12, "{commands:?}");
    for command in &commands {
        let output = Command::new(env!("CARGO_BIN_EXE_impinge"))
            .args(command)
            .current_dir(&folder.0)
            .output()
            .unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command:?}: {output:?}");
        assert!(!output.stdout.is_empty(), "{command:?}");
        // What it was to write is there.
        for pair in command.windows(2).filter(|pair| pair[0] == "--page" || pair[0] == "--out") {
            assert!(folder.0.join(&pair[1]).exists(), "{command:?}");
        }
    }
    // No command is left out.
    let help = Command::new(env!("CARGO_BIN_EXE_impinge")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let verbs = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    for verb in verbs.take_while(|line| !line.is_empty()).filter_map(|line| line.split_whitespace().next()) {
        assert!(verb == "help" || readme.contains(&format!("impinge {verb}")), "{verb} is not in the README");
    }
}

/// Files of the kinds that the evidence is about.
fn make_evidence(folder: &Path) {
    let pose = |x: f64| CasePose { translation: [x, 0.0, 0.0], quaternion: [0.0, 0.0, 0.0, 1.0] };
    let cube = CaseShape::Box { half: [1.0, 1.0, 1.0] };
    let truth = Truth { signed_distance: 1.0, normal: [1.0, 0.0, 0.0], error: 0.0 };
    let set = CaseSet {
        name: "cubes".into(),
        family: String::new(),
        a: cube.clone(),
        b: cube,
        side: None,
        poses: vec![[pose(0.0), pose(3.0)]],
        truth: Some(vec![truth]),
    };
    cases::write(folder.join("DIR"), &[set]).unwrap();
    // A vertex that falls through a face.
    let points = |z: f64| [[0.25, 0.25, z], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
    let fall = CcdQuery { start: points(1.0), end: points(-1.0), touch: true, time: Some(0.5) };
    ccd::write(folder.join("QUERIES.f64"), &[fall]).unwrap();
    let corner = |k: u8, bit: u8| f32::from(k >> bit & 1);
    let corners = (0..8).map(|k| Vec3::new(corner(k, 0), corner(k, 1), corner(k, 2))).collect();
    clouds::write(folder.join("CLOUDS.bin"), &[corners]).unwrap();
}
