//! Refused input, and the messages.

use std::fs;
use std::path::Path;

use crate::{Folder, clash, found, refused};

/// A file that cannot be read is in the report with its reason, and the exit code is 2. It was 0.
#[test]
fn unreadable_files_are_reported_or_refused() {
    let folder = Folder::new("unreadable");
    folder.cube("parts/good.obj", [0.0; 3]);
    folder.file("parts/bad.obj", "v 0 0 zero\n");
    folder.file("parts/empty.stl", "");
    folder.file("parts/notes.txt", "not a mesh, and not meant to be one");
    let parts = folder.path("parts");
    assert_eq!(clash(&[&parts]).status.code(), Some(2));
    let output = clash(&[&parts, "--json"]);
    refused(&output, &["bad.obj", "line 1", "and 1 more", "--skip-unreadable"]);
    let document = found(&[&parts, "--skip-unreadable"]);
    let reported: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(reported, document);
    assert_eq!((&document["counts"]["parts"], &document["counts"]["unreadable"]), (&1.into(), &2.into()));
    let files = document["unreadable"].as_array().unwrap();
    assert_eq!(
        files.iter().map(|f| f["name"].as_str().unwrap()).collect::<Vec<_>>(),
        ["bad.obj", "empty.stl"]
    );
    assert!(files[0]["reason"].as_str().unwrap().contains("line 1"), "{}", files[0]);
    // The rest is checked all the same.
    folder.cube("parts/other.obj", [0.5; 3]);
    assert_eq!(clash(&[&parts]).status.code(), Some(2));
    assert_eq!(clash(&[&parts, "--skip-unreadable"]).status.code(), Some(1));
}

/// Files that are not meshes, and folders with none, were "0 parts" and exit code 0.
#[test]
fn nothing_read_is_never_clear() {
    let folder = Folder::new("nothing-read");
    let (bad, good) = (folder.file("broken.obj", "v 0 0 zero\n"), folder.cube("pin.obj", [0.0; 3]));
    let scene = folder.file("cell.toml", "[[body]]\n");
    fs::create_dir_all(folder.path("empty")).unwrap();
    folder.file("readme/README.txt", "no mesh");
    let (empty, readme) = (folder.path("empty"), folder.path("readme"));
    for named in [&bad, &scene, &empty, &readme, &folder.path("missing.obj")] {
        assert_eq!(clash(&[named]).status.code(), Some(2), "{named}");
        assert_eq!(clash(&[named, &good]).status.code(), Some(2), "{named}");
        assert_eq!(clash(&[named, &good, "--skip-unreadable"]).status.code(), Some(0), "{named}");
        assert_eq!(clash(&[named, "--skip-unreadable"]).status.code(), Some(2), "{named}");
    }
}

#[test]
fn mistakes_on_the_command_line_are_reported() {
    let folder = Folder::new("mistakes");
    let cube = folder.cube("parts/a.obj", [0.0; 3]);
    fs::create_dir_all(folder.path("nothing")).unwrap();
    let rules = folder.file("rules.txt", "ignore a b\nallow a b\n");
    for (args, parts) in [
        (vec!["missing"], vec!["missing"]),
        (vec![&folder.path("nothing")], vec!["no mesh files", ".obj", ".stl"]),
        (vec![&cube, "--clearance", "-1"], vec!["--clearance", "at least 0"]),
        (vec![&cube, "--tolerance", "nan"], vec!["--tolerance", "at least 0"]),
        (vec![&cube, "--threads", "0"], vec!["--threads"]),
        (vec![&cube, "--resume"], vec!["--resume", "--out DIR"]),
        (vec![&cube, "--rules", &rules], vec!["rules.txt", "line 2", "`allow`"]),
        (vec![&cube, "--rules", "missing.txt"], vec!["missing.txt"]),
        (vec![&cube, "--out", "x", "--csv", "y"], vec!["--out", "--csv"]),
    ] {
        refused(&clash(&args), &parts);
    }
}

/// No writable target: an error, and nothing under the final name or beside it.
#[test]
fn a_target_that_cannot_be_written_leaves_no_half_file() {
    let folder = Folder::new("target");
    let cube = folder.cube("parts/a.obj", [0.0; 3]);
    let blocked = folder.file("blocked", "a file where a folder should be");
    refused(&clash(&[&cube, "--out", &format!("{blocked}/report")]), &["blocked"]);
    fs::create_dir_all(folder.path("report/clash.csv")).unwrap();
    refused(&clash(&[&cube, "--out", &folder.path("report")]), &["clash.csv"]);
    // What was written before is whole; the journal is left for resuming.
    assert_eq!(folder.names("report"), ["clash.csv", "clash.journal", "clash.json"]);
    assert_eq!(folder.names("report/clash.csv"), Vec::<String>::new());
}

/// A disk that is full after some bytes, emulated by the limit on the size of files: an error that names the file, and what was there
/// stays.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_file() {
    use std::process::Command;

    let folder = Folder::new("full");
    for k in 0..200 {
        folder.cube(&format!("parts/{k}.obj"), [0.5 * f64::from(k), 0.0, 0.0]);
    }
    let target = folder.file("clash.csv", "old");
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" clash \"$1\" --csv \"$2\" --force";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_impinge"), &folder.path("parts"), &target])
        .output()
        .unwrap();
    refused(&output, &["clash.csv"]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
    let left: Vec<String> = folder.names("").into_iter().filter(|name| name.ends_with(".part")).collect();
    assert_eq!(left, Vec::<String>::new());
}

/// A read-only folder; root may write there all the same, which is reported.
#[cfg(unix)]
#[test]
fn a_read_only_folder_is_reported() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("read-only");
    let cube = folder.cube("parts/a.obj", [0.0; 3]);
    let out = folder.path("report");
    fs::create_dir_all(&out).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o555)).unwrap();
    let is_root = fs::write(Path::new(&out).join("probe"), "").is_ok();
    let output = clash(&[&cube, "--out", &out]);
    if is_root {
        assert_eq!(output.status.code(), Some(0), "root may write into a read-only folder");
        return;
    }
    refused(&output, &["report", "denied"]);
    fs::set_permissions(&out, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(folder.names("report"), Vec::<String>::new());
}
