//! What `docs/results` shows follows from what is kept beside it; and a page, a file or a rule that does not is found.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use impinge_evidence::{Effort, Order, Paper, check, publish, reproduce};

/// The published run, or a page that says that nothing was kept of its run.
#[test]
fn the_published_pages_follow_from_what_is_kept() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results");
    if let Err(wrong) = check(&results) {
        panic!("{}", wrong.join("\n"));
    }
}

/// The stacks that the crate holds are those of the page: `publish` copies them.
#[test]
fn the_stacks_in_the_crate_are_the_published_ones() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [published, built] = ["../../docs/results/stacking.csv", "data/stacking.csv"]
        .map(|path| fs::read_to_string(here.join(path)).unwrap());
    assert_eq!(built, published, "copy docs/results/stacking.csv to crates/impinge-evidence/data");
}

struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(folder: &Path, paper: Paper, only: &str, configurations: usize) {
    run_with(3, folder, paper, only, configurations);
}

fn run_with(seed: u64, folder: &Path, paper: Paper, only: &str, configurations: usize) {
    let order = Order {
        paper,
        effort: Effort::Quick,
        configurations: Some(configurations),
        seed,
        only: Some(only.into()),
        folder: paper.folder(folder),
        command: format!("impinge reproduce all --configurations {configurations} --seed {seed}"),
    };
    reproduce(&order, &AtomicBool::new(false), &mut |_| ()).unwrap();
}

#[track_caller]
fn is_found(results: &Path, part: &str) {
    let wrong = check(results).unwrap_err().join("\n");
    assert!(wrong.contains(part), "`{part}` is not in: {wrong}");
}

/// A run of two papers is kept; then each kept thing is damaged in turn.
#[test]
fn a_run_is_kept_and_every_damage_is_found() {
    let folder = std::env::temp_dir().join(format!("impinge-published-{}", std::process::id()));
    let folder = Temporary(folder);
    let (from, results) = (folder.0.join("run"), folder.0.join("results"));
    fs::create_dir_all(results.join("records")).unwrap();
    fs::write(results.join("records/verdicts-before.txt"), "contact-features-jump agrees\n").unwrap();
    assert!(publish(&from, &[], &results, false).is_err());

    run(&from, Paper::Contact, "features", 8);
    for part in ["boxes", "polyhedra", "round-boxes", "cones", "box-ellipsoid", "ellipsoids", "figures"] {
        run(&from, Paper::Thesis, part, 8);
    }
    publish(&from, &[], &results, false).unwrap();
    assert_eq!(check(&results), Ok(()));
    let kept = |name: &str| results.join("records/papers").join(name);
    let page = fs::read_to_string(results.join("evidence.md")).unwrap();
    for part in ["seed 3", "8 configurations", "## What words mean", "| `contact-features-jump` | agrees | "]
    {
        assert!(page.contains(part), "`{part}` is not in: {page}");
    }
    let made = fs::read_to_string(kept("thesis/run.json")).unwrap();
    for part in ["\"machine\"", "\"compiler\"", "\"build\"", "\"effort\": \"quick\"", "\"rule\""] {
        assert!(made.contains(part), "{part}");
    }

    let damage = |path: &Path, from: &str, to: &str, found: &str| {
        let whole = fs::read_to_string(path).unwrap();
        assert!(whole.contains(from), "{}: no {from}", path.display());
        fs::write(path, whole.replacen(from, to, 1)).unwrap();
        is_found(&results, found);
        fs::write(path, whole).unwrap();
        assert_eq!(check(&results), Ok(()));
    };
    damage(&results.join("evidence.md"), "| all |", "| All |", "evidence.md does not follow");
    damage(&kept("contact/figure-4-features.csv"), "0.3", "0.4", "contact/figure-4-features.csv is not what");
    damage(
        &kept("contact/run.json"),
        "\"rule\": \"",
        "\"rule\": \"not ",
        "contact-features-jump: its rule is not",
    );
    // A finding that was typed in: not what the rows give.
    damage(
        &kept("thesis/run.json"),
        "the means differ by",
        "means differ by",
        "thesis-depth-same: the kept rows give",
    );
    fs::remove_file(kept("contact/figure-4.csv")).unwrap();
    is_found(&results, "contact/figure-4.csv is missing");

    // A page without a run says so.
    fs::remove_dir_all(results.join("records/papers")).unwrap();
    is_found(&results, "nothing is kept");
    fs::write(results.join("evidence.md"), "Its numbers were not kept.\n").unwrap();
    assert_eq!(check(&results), Ok(()));
}

/// What was published becomes what changes are listed beside, if that is asked for.
#[test]
fn changes_are_listed_beside_the_page_before() {
    let folder = std::env::temp_dir().join(format!("impinge-published-next-{}", std::process::id()));
    let folder = Temporary(folder);
    let (from, results) = (folder.0.join("run"), folder.0.join("results"));
    fs::create_dir_all(results.join("records")).unwrap();
    run(&from, Paper::Contact, "features", 8);
    publish(&from, &[], &results, false).unwrap();
    let page = fs::read_to_string(results.join("evidence.md")).unwrap();
    assert!(!page.contains("## Verdicts that changed"), "{page}");
    publish(&from, &[], &results, true).unwrap();
    let before = fs::read_to_string(results.join("records/verdicts-before.txt")).unwrap();
    assert!(before.contains("\ncontact-features-jump partly\n"), "{before}");
    assert!(before.contains("\ncontact-apart-4 open\n"), "{before}");
    assert_eq!(check(&results), Ok(()));
}

/// A run with another seed is kept beside the published one; what it does not confirm is open, and a damage to it is found.
#[test]
fn verdicts_of_other_seeds_open_what_they_do_not_confirm() {
    let folder = std::env::temp_dir().join(format!("impinge-published-beside-{}", std::process::id()));
    let folder = Temporary(folder);
    let (from, other, results) = (folder.0.join("run"), folder.0.join("other"), folder.0.join("results"));
    fs::create_dir_all(results.join("records")).unwrap();
    run(&from, Paper::Contact, "features", 8);
    assert!(publish(&from, &[&other], &results, false).is_err());
    run_with(4, &other, Paper::Contact, "features", 8);

    publish(&from, &[&other], &results, false).unwrap();
    assert_eq!(check(&results), Ok(()));
    let page = || fs::read_to_string(results.join("evidence.md")).unwrap();
    let kept = results.join("records/papers/beside.json");
    assert!(page().contains("Verdicts are of 2 runs") && page().contains("| quick | 4 | 8 |"), "{}", page());
    let whole = fs::read_to_string(&kept).unwrap();
    assert_eq!(whole.matches("\"Partly\"").count(), 1, "{whole}");
    fs::write(&kept, whole.replacen("\"Partly\"", "\"Agrees\"", 1)).unwrap();
    is_found(&results, "evidence.md does not follow");

    // As if the other seed had found something else: the claim is open, and so it is listed when the next page is made.
    let made = other.join("contact/run.json");
    let whole = fs::read_to_string(&made).unwrap();
    assert!(whole.contains("\"verdict\": \"Partly\""), "{whole}");
    fs::write(&made, whole.replacen("\"verdict\": \"Partly\"", "\"verdict\": \"Differs\"", 1)).unwrap();
    publish(&from, &[&other], &results, false).unwrap();
    assert_eq!(check(&results), Ok(()));
    let open =
        "partly in a quick look with seed 3; differs in a quick look with seed 4. In the first of them: ";
    let section = page().split("\n## Open\n").nth(1).unwrap().split("\n## ").next().unwrap().to_owned();
    assert!(section.contains(open), "{}", page());
    publish(&from, &[], &results, true).unwrap();
    assert_eq!(check(&results), Ok(()));
    assert!(!kept.exists() && page().contains("| `contact-features-jump` | open | partly |"), "{}", page());
}
