//! The page of the results: `docs/results/peers.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::list::Peer;
use super::rows::{Outcome, Row, fastest};

/// Text of the page about ourselves.
const BIAS: &str = "\
- The authors of impinge wrote one of the contestants, its drivers and this page.
- We chose the sets. Most shapes are support mappings of the thesis, for which impinge was made; scenes, meshes and motion are other pages.
- Every pair starts cold. Libraries that keep what they know of a pair from step to step are faster in a simulation, and so is impinge.
- Tolerances are those that each library ships with. impinge answers to about 1e-10 of the size with a proven bound; a library that stops
  earlier does less work, and one that is asked for more might be right more often.
- A pair of shapes that a library lacks has no row; it does not count for or against it.
- In `f32` impinge computes in `f64` inside.
";

/// Kinds of rows that impinge loses, and the reasons.
const LOSSES: [(&str, &str); 4] = [
    (
        "Spheres and capsules",
        "Closed forms on both sides, most of tens of nanoseconds. What differs is the work around them: in impinge the bound of the error that\n\
         an answer carries, and in `distance`, where bodies meet (L1, L2), a point that is in both.",
    ),
    (
        "Depths",
        "The least depth is closed in on from both sides. impinge goes on until its bound proves the depth to about 1e-10 of the size; the\n\
         others stop at their tolerances, with the worst errors of the last column. FCL's `libccd` answers the depth along one direction (MPR),\n\
         which need not be the least: hence its errors of 1e-1 and more.",
    ),
    (
        "Distances",
        "The same walk on both sides, which the others end earlier: see their worst errors. Where bodies meet, impinge also finds a point that is\n\
         in both. openGJK's points are moved into the frame of the world before the timing, which others do\n\
         within it. Jolt and Box3D compute in `f32`, impinge in `f64` also where it answers in `f32`.",
    ),
    (
        "Verdicts",
        "impinge's verdict is proven, also where bodies touch exactly (`grid-touch`), where it has to look longest and the others stop at a\n\
         tolerance. libccd's MPR starts between the centers and needs no closest points: pairs far apart cost it a support or two.",
    ),
];

/// Families of sets in the table, by prefixes of their names.
const FAMILIES: [&str; 6] = ["box-box", "ell-ell", "box-ell", "rbox-rbox", "poly-poly", "cone-cone"];

/// Other contents of the page.
pub struct About<'a> {
    pub date: &'a str,
    pub machine: &'a str,
    pub command: &'a str,
    /// Peers that were not run, and the reasons.
    pub skipped: &'a [(String, String)],
    /// Peers that print text, and have a record.
    pub texts: &'a [&'a Peer],
}

/// The page.
pub fn page(peers: &[Peer], all: &[Row], about: &About<'_>) -> String {
    let rows = fastest(all);
    let mut text = format!(
        "# Beside other libraries\n\n\
         Measured on {}: the same pairs by impinge and by another library in turn, in one process on one thread; the best time of each on\n\
         each block of 250 pairs counts. A ratio is the other's time over impinge's: above 1, impinge is faster. Each library has its\n\
         fastest algorithm on each set. Wrong answers are those that certified truth contradicts, by `impinge judge`. The records, with\n\
         machine and versions, are in [records/{}](records/{}).\n\n```sh\n{}\n```\n\n{}\n\n",
        about.date, about.date, about.date, about.command, about.machine
    );
    lost(&mut text, &rows);
    even(&mut text, &rows);
    let _ = writeln!(
        text,
        "\n![Each dot is a set of pairs: how many times as fast impinge answers](peers.svg)\n"
    );
    ratios(&mut text, &rows);
    answers(&mut text, all);
    if !about.texts.is_empty() {
        let _ = writeln!(
            text,
            "\n## Other work\n\nWhat these print is kept as it is; `cargo xtask peers --only NAME` makes it again. Rows with a ratio below 1 are lost here too.\n\n\
             | driver | what it compares | record |\n|---|---|---|"
        );
        for peer in about.texts {
            let file = peer.record();
            let _ = writeln!(
                text,
                "| {} | {} | [{file}](records/{}/{file}) |",
                peer.name, peer.about, about.date
            );
        }
    }
    let _ = writeln!(text, "\n## How each driver prepares its poses\n");
    for peer in peers.iter().filter(|peer| !peer.text) {
        let _ = writeln!(text, "- **{}** ({}). {}", peer.name, peer.about, peer.poses);
    }
    let _ = writeln!(
        text,
        "- **impinge**: shapes of known types, placed before the timing; `intersects`, `distance` and `contact` with default settings."
    );
    if !about.skipped.is_empty() {
        let _ = writeln!(text, "\n## Not run here\n");
        for (name, why) in about.skipped {
            let _ = writeln!(text, "- {name}: {why}.");
        }
    }
    let _ = write!(text, "\n## Bias\n\n{BIAS}");
    text
}

/// Entry of [`LOSSES`] for a row.
fn kind(row: &Row) -> usize {
    if ["sph-", "cap-", "planet-"].iter().any(|start| row.set.starts_with(start)) {
        return 0;
    }
    match row.query.as_str() {
        "contact" => 1,
        "distance" => 2,
        _ => 3,
    }
}

/// Rows of an outcome, the lowest ratio first.
fn of(rows: &[Row], outcome: Outcome) -> Vec<&Row> {
    let mut found: Vec<&Row> = rows.iter().filter(|row| row.outcome() == outcome).collect();
    found.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    found
}

/// Rows where the other library is faster.
fn lost(text: &mut String, rows: &[Row]) {
    let lost = of(rows, Outcome::Lost);
    let _ = writeln!(
        text,
        "## Where impinge loses\n\nOf {} rows {} are lost, {} even and {} won. A row is even where its ratio is between 0.95 and 1.05, or where it would\n\
         be lost by one half of the rounds and won by the other: that is how much noise is left.",
        rows.len(),
        lost.len(),
        of(rows, Outcome::Even).len(),
        of(rows, Outcome::Won).len()
    );
    for (i, (name, why)) in LOSSES.iter().enumerate() {
        let lost: Vec<&Row> = lost.iter().copied().filter(|row| kind(row) == i).collect();
        if lost.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "\n### {name}\n\n{why}\n\n\
             | sets | query | library | its ns | impinge ns | ratio | wrong | worst error |\n|---|---|---|---|---|---|---|---|"
        );
        for group in sides(&lost) {
            lost_row(text, &group);
        }
    }
    if !lost.is_empty() {
        let _ = writeln!(
            text,
            "\n\"Wrong\" and \"worst error\" (relative to size) are of the other library, on the same pairs. L1 to L7 are the sides of the cube that the\n\
             bodies are in: the larger, the farther apart."
        );
    }
}

/// Name of a set without the side of its cube, and the side.
fn family(set: &str) -> (&str, Option<&str>) {
    set.rsplit_once("-L").map_or((set, None), |(family, side)| (family, Some(side)))
}

/// Rows that differ only in the side of the cube and the algorithm, combined; the lowest ratio first.
fn sides<'a>(rows: &[&'a Row]) -> Vec<Vec<&'a Row>> {
    let mut found: Vec<Vec<&Row>> = Vec::new();
    let key = |r: &Row| {
        [family(&r.set).0, r.query.as_str(), r.precision.as_str(), r.peer.as_str()].map(str::to_owned)
    };
    for row in rows {
        match found.iter_mut().find(|group| key(group[0]) == key(row)) {
            Some(group) => group.push(row),
            None => found.push(vec![row]),
        }
    }
    found
}

/// A row of the table for rows of [`sides`].
fn lost_row(text: &mut String, group: &[&Row]) {
    let first = group[0];
    let (name, side) = family(&first.set);
    let mut sides: Vec<&str> = group.iter().filter_map(|r| family(&r.set).1).collect();
    let length = |side: &str| side.parse().unwrap_or(f64::INFINITY);
    sides.sort_by(|a, b| length(a).total_cmp(&length(b)));
    let sets = if side.is_some() { format!("{name}-L{}", sides.join(", L")) } else { name.to_owned() };
    let mut algorithms: Vec<&str> = group.iter().map(|r| r.algorithm.as_str()).collect();
    algorithms.sort_unstable();
    algorithms.dedup();
    let range = |of: &dyn Fn(&Row) -> f64, digits: usize| {
        let least = group.iter().map(|r| of(r)).fold(f64::INFINITY, f64::min);
        let most = group.iter().map(|r| of(r)).fold(0.0, f64::max);
        let [least, most] = [least, most].map(|x| format!("{x:.digits$}"));
        if least == most { least } else { format!("{least} to {most}") }
    };
    let missing = match group.iter().map(|r| r.peer_wrong[1]).sum() {
        0 => String::new(),
        n => format!(", {n} without answer"),
    };
    let worst = group.iter().flat_map(|r| r.worst).flatten().reduce(f64::max);
    let _ = writeln!(
        text,
        "| {sets} | {}, {} | {}, {} | {} | {} | {} | {}{missing} | {} |",
        first.query,
        first.precision,
        first.peer,
        algorithms.join(" or "),
        range(&|r| r.peer_ns, 0),
        range(&|r| r.impinge_ns, 0),
        range(&|r| r.ratio(), 2),
        group.iter().map(|r| r.peer_wrong[0]).sum::<usize>(),
        worst.map_or_else(|| "–".to_owned(), |e| format!("{e:.0e}"))
    );
}

/// Rows where neither is faster.
fn even(text: &mut String, rows: &[Row]) {
    let even = of(rows, Outcome::Even);
    if even.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\n## Even\n\n| set | query | library | ratio | by each half of the rounds |\n|---|---|---|---|---|"
    );
    for r in even {
        let halves = r.halves.map_or_else(|| "–".to_owned(), |[a, b]| format!("{a:.2}, {b:.2}"));
        let _ = writeln!(
            text,
            "| {} | {}, {} | {}, {} | {:.2} | {halves} |",
            r.set,
            r.query,
            r.precision,
            r.peer,
            r.algorithm,
            r.ratio()
        );
    }
}

/// Ratios by families of the thesis, and over all their sets.
fn ratios(text: &mut String, rows: &[Row]) {
    let _ = writeln!(
        text,
        "## How many times as fast\n\nLeast and greatest ratio over the sides of the cube, and the geometric mean of all.\n"
    );
    let _ = writeln!(text, "| library | query | precision | {} | mean |", FAMILIES.join(" | "));
    let _ = writeln!(text, "|---|---|---|{}---|", "---|".repeat(FAMILIES.len()));
    for ((peer, query, precision), group) in
        groups(rows, |r| (r.peer.clone(), r.query.clone(), r.precision.clone()))
    {
        let mut all = Vec::new();
        let mut cells = Vec::new();
        for family in FAMILIES {
            let of = group
                .iter()
                .filter(|r| r.set.strip_prefix(family).is_some_and(|rest| rest.starts_with("-L")));
            let ratios: Vec<f64> = of.map(|r| r.ratio()).collect();
            let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
            let most = ratios.iter().copied().fold(0.0, f64::max);
            cells.push(match ratios.len() {
                0 => "–".to_owned(),
                1 => format!("{least:.2}"),
                _ => format!("{least:.2} to {most:.2}"),
            });
            all.extend(ratios);
        }
        let mean = (all.iter().map(|x| x.ln()).sum::<f64>() / all.len() as f64).exp();
        let mean = if all.is_empty() { "–".to_owned() } else { format!("{mean:.2}") };
        let _ = writeln!(text, "| {peer} | {query} | {precision} | {} | {mean} |", cells.join(" | "));
    }
    let _ = writeln!(
        text,
        "\nA mean hides what it is made of: some of these pairs have a closed form in one library and a loop in the other."
    );
}

/// Right and wrong answers, by algorithm.
fn answers(text: &mut String, rows: &[Row]) {
    let _ = writeln!(
        text,
        "\n## Right and wrong\n\n\
         Over all sets that a library answers. Errors are relative to the size of a pair.\n\n\
         | library | algorithm | query | precision | sets | pairs | wrong | no answer | worst distance | worst depth | impinge wrong |\n\
         |---|---|---|---|---|---|---|---|---|---|---|"
    );
    let key = |r: &Row| (r.peer.clone(), r.algorithm.clone(), r.query.clone(), r.precision.clone());
    for ((peer, algorithm, query, precision), group) in groups(rows, key) {
        let sum = |of: &dyn Fn(&Row) -> usize| group.iter().map(|r| of(r)).sum::<usize>();
        let worst = |k: usize| {
            let worst = group.iter().filter_map(|r| r.worst[k]).reduce(f64::max);
            worst.map_or_else(|| "–".to_owned(), |w| format!("{w:.0e}"))
        };
        let _ = writeln!(
            text,
            "| {peer} | {algorithm} | {query} | {precision} | {} | {} | {} | {} | {} | {} | {} |",
            group.len(),
            sum(&|r| r.n),
            sum(&|r| r.peer_wrong[0]),
            sum(&|r| r.peer_wrong[1]),
            worst(0),
            worst(1),
            sum(&|r| r.impinge_wrong[0] + r.impinge_wrong[1])
        );
    }
}

fn groups<K: Ord>(rows: &[Row], key: impl Fn(&Row) -> K) -> BTreeMap<K, Vec<&Row>> {
    let mut groups: BTreeMap<K, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(key(row)).or_default().push(row);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::LINE;
    use super::*;

    #[test]
    fn lost_rows_come_first_with_wrong_answers() {
        let won = Row::of_line(LINE).unwrap();
        let lost = Row { set: "sph-box-L3".into(), peer_ns: 50.0, halves: None, ..won.clone() };
        let other = Row { set: "sph-box-L4.5".into(), peer_ns: 60.0, algorithm: "y".into(), ..lost.clone() };
        let even = Row { set: "needles".into(), peer_ns: 90.0, halves: Some([0.8, 1.2]), ..won.clone() };
        let skipped = [("jolt".to_owned(), "there are no sources".to_owned())];
        let about = About {
            date: "2026-01-02",
            machine: "A machine.",
            command: "cargo xtask peers",
            skipped: &skipped,
            texts: &[],
        };
        let text = page(&[], &[won, other, lost, even], &about);
        assert!(text.find("## Where impinge loses").unwrap() < text.find("## How many times").unwrap());
        assert!(
            text.contains(
                "| sph-box-L3, L4.5 | contact, f64 | p 1, x or y | 50 to 60 | 100 | 0.50 to 0.60 | 4, 2 without answer | – |"
            ),
            "{text}"
        );
        assert!(
            text.contains("Of 4 rows 2 are lost, 1 even and 1 won.") && !text.contains("### Depths"),
            "{text}"
        );
        assert!(text.contains("| needles | contact, f64 | p 1, x | 0.90 | 0.80, 1.20 |"), "{text}");
        assert!(text.contains("| p 1 | contact | f64 | 2.00 | – | – | – | – | – | 2.00 |"), "{text}");
        assert!(text.contains("- jolt: there are no sources.") && text.contains("## Bias"), "{text}");
    }
}
