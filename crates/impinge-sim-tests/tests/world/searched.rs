//! Seeded searches, a few cases of each; the example `searches` of `impinge-sim` runs any number.

use impinge_scenes::searches::ALL;

fn holds(name: &str, cases: usize) {
    let search = ALL.iter().find(|search| search.name == name).unwrap();
    let mut all = 0;
    for row in (search.run)(1, cases) {
        println!("{}: {} cases, {}", row.name, row.cases, row.worst);
        assert_eq!(row.faults, 0, "{}, {}: {}", search.name, row.name, row.first.unwrap_or_default());
        all += row.cases;
    }
    // Not all yards fall asleep.
    assert!(all >= cases * 3 / 4, "{all} cases");
}

#[test]
fn worlds_with_edits_stay_finite_and_deterministic() {
    holds("edits", 60);
}

#[test]
fn snapshots_continue_or_are_refused() {
    holds("snapshots", 400);
}

/// Bodies fell asleep while an overlap pushed them apart, without a velocity.
#[test]
fn what_sleeps_was_at_rest_and_wakes_when_it_must() {
    holds("sleep", 100);
}
