//! Every study with the least effort: folders, pages, numbers; and going on after what is done.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use impinge_evidence::{Effort, Order, Paper, Stop, claims, parts, reproduce, write_front_page};

fn order(paper: Paper, folder: PathBuf) -> Order {
    Order {
        paper,
        effort: Effort::Least,
        configurations: None,
        seed: 1,
        only: None,
        folder,
        command: "impinge reproduce all --least".into(),
    }
}

#[test]
fn all_papers_leave_pages_and_a_second_run_measures_nothing() {
    let all = std::env::temp_dir().join(format!("impinge-evidence-least-{}", std::process::id()));
    let go = AtomicBool::new(false);
    let mut summaries = Vec::new();
    for paper in Paper::ALL {
        let order = order(paper, paper.folder(&all));
        let mut told = 0;
        let first = reproduce(&order, &go, &mut |progress| {
            assert!((0.0..=1.0).contains(&progress.share), "{progress:?}");
            told += 1;
        });
        let first = first.unwrap_or_else(|stop| panic!("{}: {stop:?}", paper.name()));
        let expected = parts(paper, Effort::Least).len();
        assert!(first.measured == expected && told >= expected, "{first:?}");
        let page = fs::read_to_string(&first.page).expect("a page");
        for claim in claims(paper) {
            assert!(page.contains(&format!("<tr id=\"{}\">", claim.id)), "{}", claim.id);
        }
        assert_eq!(page.matches("<figure id=").count(), first.figures);
        // The list of misprints, at the end, speaks of NaN.
        let measured = page.split("<table>\n<caption>Misprints").next().unwrap_or_default();
        assert!(measured.len() > page.len() / 2, "{}", paper.name());
        assert!(!measured.contains("NaN") && !page.contains("src="), "{}", paper.name());
        let again = reproduce(&order, &go, &mut |_| ()).expect("all is there");
        assert_eq!((again.measured, again.kept, again.figures), (0, first.measured, first.figures));
        assert_eq!(fs::read_to_string(&first.page).expect("a page"), page);
        summaries.push(again);
    }
    let front = write_front_page(&all, "impinge reproduce all", &summaries).expect("a front page");
    assert!(fs::read_to_string(front).expect("a page").contains("thesis/index.html"));
    assert!(summaries.iter().map(|summary| summary.figures).sum::<usize>() >= 30);

    // Stopped before it began; and a part that is not there.
    let other = order(Paper::Thesis, all.join("other"));
    assert_eq!(reproduce(&other, &AtomicBool::new(true), &mut |_| ()), Err(Stop::Interrupted));
    let wrong = Order { only: Some("nonsense".into()), ..other };
    let said = reproduce(&wrong, &go, &mut |_| ());
    assert!(matches!(said, Err(Stop::Failed(why)) if why.contains("nonsense") && why.contains("boxes")));
    fs::remove_dir_all(all).expect("the folder goes away");
}
