//! Runs that are killed or interrupted, and resumed.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use impinge_scenes::assembly::assembly;

use crate::{Folder, clash, refused, write_assembly};

const REPORTS: [&str; 4] = ["clash.bcf", "clash.csv", "clash.html", "clash.json"];

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_impinge"));
    command.arg("clash").args(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A journal with some batches done and the last one torn, as where the program is killed while it writes, at ten places; and programs
/// that are killed for real, at ten moments. Each time the run that is resumed ends with the same bytes.
#[test]
fn a_killed_run_resumes_and_ends_with_the_same_bytes() {
    let folder = Folder::new("killed");
    let parts = write_assembly(&folder, &assembly(225, 15, 3));
    let common = [parts.as_str(), "--clearance", "0.25", "--threads", "2", "--out"];
    let (whole, torn) = (folder.path("whole"), folder.path("torn"));
    let run = |out: &str, more: &[&str]| {
        let output = clash(&[&common[..], &[out], more].concat());
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(&whole, &[]);
    assert_eq!(folder.names("whole"), REPORTS);
    let same = |out: &str| {
        for name in REPORTS {
            let read = |folder_name: &str| fs::read(folder.path(folder_name).clone() + "/" + name).unwrap();
            assert!(read("whole") == read(out), "{name} differs");
        }
        assert_eq!(folder.names(out), REPORTS, "the journal is gone, and what was written aside");
    };
    let (mut killed, mut with_journal) = (0, 0);
    for moment in 0..10 {
        let mut child = start(&[&common[..], &[&torn, "--resume"]].concat());
        sleep(Duration::from_millis(5 + 30 * moment));
        // On Unix this is SIGKILL, which no program can see coming. It may have ended before.
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        killed += usize::from(!ended);
        with_journal += usize::from(fs::exists(format!("{torn}/clash.journal")).unwrap());
        // What a run leaves that is killed while it writes a report; few moments are that one.
        fs::create_dir_all(&torn).unwrap();
        fs::write(format!("{torn}/clash.csv.{}-0.part", child.id()), "half").unwrap();
        run(&torn, &["--resume"]);
        same("torn");
        fs::remove_dir_all(&torn).unwrap();
    }
    assert!(killed >= 1, "{killed} of 10 were killed, {with_journal} with a journal");
}

/// A journal that ends anywhere: what is whole of it counts, the rest is done again.
#[cfg(unix)]
#[test]
fn a_torn_journal_is_used_up_to_the_tear() {
    let folder = Folder::new("torn");
    let parts = write_assembly(&folder, &assembly(225, 15, 4));
    let common = [parts.as_str(), "--clearance", "0.25", "--out"];
    let (whole, torn) = (folder.path("whole"), folder.path("torn"));
    assert_eq!(clash(&[&common[..], &[&whole]].concat()).status.code(), Some(1));
    // A report whose place is taken by a folder cannot be written: the journal of the whole run is left.
    fs::create_dir_all(format!("{torn}/clash.json")).unwrap();
    refused(&clash(&[&common[..], &[&torn]].concat()), &["clash.json"]);
    fs::remove_dir(format!("{torn}/clash.json")).unwrap();
    let place = format!("{torn}/clash.journal");
    let journal = fs::read(&place).unwrap();
    assert!(journal.iter().filter(|b| **b == b'\n').count() > 10);
    refused(&clash(&[&common[..], &[&torn]].concat()), &["--resume", "--force"]);
    for part in 0..=10 {
        let mut kept = journal[..journal.len() * part / 10].to_vec();
        if part % 2 == 1 {
            // A bit that fell over, and what follows it.
            let at = kept.len() * 3 / 4;
            kept[at] ^= 1;
            if kept[..at].iter().all(|b| *b != b'\n') {
                continue;
            }
        }
        fs::write(&place, &kept).unwrap();
        assert_eq!(clash(&[&common[..], &[&torn, "--resume"]].concat()).status.code(), Some(1));
        for name in REPORTS {
            let read = |out: &str| fs::read(format!("{out}/{name}")).unwrap();
            assert!(read(&whole) == read(&torn), "{name} differs");
        }
    }
    // The journal of other settings, and a file that is not a journal.
    fs::write(&place, &journal).unwrap();
    let other = [parts.as_str(), "--clearance", "0.5", "--out", &torn, "--resume"];
    refused(&clash(&other), &["clash.journal", "other parts, rules or settings", "--force"]);
    fs::write(&place, "notes\n").unwrap();
    refused(&clash(&[&common[..], &[&torn, "--resume"]].concat()), &["not a journal", "--force"]);
    assert_eq!(clash(&[&common[..], &[&torn, "--force"]].concat()).status.code(), Some(1));
    assert_eq!(folder.names("torn"), REPORTS);
}

/// Interrupted from the keyboard: exit code 3, one line that says how to resume, which works.
#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_resume() {
    let folder = Folder::new("interrupted");
    let parts = write_assembly(&folder, &assembly(300, 20, 5));
    let out = folder.path("out");
    let args = [parts.as_str(), "--clearance", "0.25", "--threads", "1", "--out", &out, "--resume"];
    for moment in 0..40 {
        let child = start(&args);
        sleep(Duration::from_millis(20 + 10 * moment));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).stderr(Stdio::null()).status().is_ok());
        let output = child.wait_with_output().unwrap();
        if output.status.code() == Some(3) {
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.starts_with("impinge: interrupted w") && said.contains("--resume"), "{said}");
            assert_eq!(said.lines().count(), 1);
            assert_eq!(clash(&args).status.code(), Some(1));
            assert_eq!(folder.names("out"), REPORTS);
            return;
        }
        // Before it listens, the signal ends it; after the last pair, it is done.
    }
    panic!("no moment was found in which the program listens");
}
