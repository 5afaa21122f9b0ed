//! A run that is stopped, one with an unknown part, and one that resumes. The output of all studies is tested
//! with the program, in `crates/impinge-cli/tests/reproduce.rs`.

use std::fs;
use std::sync::atomic::AtomicBool;

use impinge_evidence::{Effort, Order, Paper, Stop, claims, parts, reproduce};

#[test]
fn a_run_can_be_stopped_refused_and_gone_on_with() {
    let folder = std::env::temp_dir().join(format!("impinge-evidence-run-{}", std::process::id()));
    let order = Order {
        paper: Paper::Contact,
        effort: Effort::Quick,
        configurations: None,
        seed: 1,
        only: Some("features".into()),
        folder: folder.clone(),
        command: "impinge reproduce contact --quick --only features".into(),
    };
    let go = AtomicBool::new(false);
    assert_eq!(reproduce(&order, &AtomicBool::new(true), &mut |_| ()), Err(Stop::Interrupted));
    let wrong = Order { only: Some("nonsense".into()), ..order.clone() };
    let said = reproduce(&wrong, &go, &mut |_| ());
    assert!(matches!(said, Err(Stop::Failed(why)) if why.contains("nonsense") && why.contains("features")));

    let expected = parts(Paper::Contact, Effort::Quick, 300)
        .iter()
        .find(|part| part.name == "features")
        .unwrap()
        .seconds;
    let mut told = 0;
    let first = reproduce(&order, &go, &mut |progress| {
        assert!(progress.done <= progress.all && progress.all == expected, "{progress:?}");
        told += 1;
    });
    let first = first.unwrap();
    assert!(told > 0 && (first.measured, first.kept) == (1, 0), "{first:?}");
    // One claim is judged; the others are open.
    let numbers = first.tally.numbers();
    assert_eq!(numbers.iter().sum::<usize>(), claims(Paper::Contact).len(), "{numbers:?}");
    assert_eq!(first.tally.open + 1, claims(Paper::Contact).len(), "{numbers:?}");

    // Another part, which keeps the first one on the page.
    let rest = Order { only: Some("misprints".into()), ..order };
    let second = reproduce(&rest, &go, &mut |_| ()).unwrap();
    assert_eq!((second.measured, second.kept, second.figures), (1, 1, first.figures));
    assert!(fs::read_to_string(&second.page).unwrap().contains("id=\"figure-4\""));
    fs::remove_dir_all(folder).unwrap();
}
