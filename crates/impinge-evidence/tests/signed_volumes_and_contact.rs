//! The least run of two papers: every claim is judged, every figure and table named in the text is there, and a second run keeps what the
//! first one measured.

use std::sync::atomic::AtomicBool;

use impinge_evidence::{Effort, Order, Paper, Summary, claims, reproduce};

fn least(paper: Paper) -> (Summary, Summary, String) {
    let folder =
        std::env::temp_dir().join(format!("impinge-evidence-{}-{}", paper.name(), std::process::id()));
    let order = Order {
        paper,
        effort: Effort::Least,
        configurations: None,
        seed: 1,
        only: None,
        folder: folder.clone(),
        command: "test".into(),
    };
    let stop = AtomicBool::new(false);
    let run = || reproduce(&order, &stop, &mut |_| {}).unwrap();
    let (first, second) = (run(), run());
    let page = std::fs::read_to_string(&first.page).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    (first, second, page)
}

fn check(paper: Paper, ids: &[&str]) {
    let (first, second, page) = least(paper);
    assert_eq!(first.agrees + first.partly + first.differs, claims(paper).len(), "{first:?}");
    assert!(!page.contains("not measured in this run"));
    for id in ids {
        assert!(page.contains(&format!("id=\"{id}\"")), "{} has no {id}", paper.name());
    }
    assert_eq!((second.measured, second.kept), (0, first.measured));
}

#[test]
fn signed_volumes() {
    let figures =
        ["7", "8", "9", "14", "15", "16", "17", "18", "19", "20", "21"].map(|n| format!("figure-{n}"));
    let mut ids: Vec<&str> = figures.iter().map(String::as_str).collect();
    ids.extend(["table-1", "table-2", "table-3", "misprints"]);
    check(Paper::SignedVolumes, &ids);
}

#[test]
fn contact() {
    check(Paper::Contact, &["figure-4", "figure-5", "figure-6", "table-1", "table-2", "depths", "misprints"]);
}
