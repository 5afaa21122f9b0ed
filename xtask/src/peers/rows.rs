//! Measurements: one row per peer, algorithm, precision, query and set.

use std::fmt::Write as _;

use serde::Deserialize;

/// The first line of a record.
pub const HEADER: &str = "peer,algorithm,precision,query,set,n,peer_ns,impinge_ns,peer_wrong,peer_missing,impinge_wrong,impinge_missing,\
                          peer_worst_distance,peer_worst_depth,ratio_1,ratio_2";

/// Range of ratios that count as equally fast.
const EVEN: (f64, f64) = (0.95, 1.05);

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub peer: String,
    pub algorithm: String,
    pub precision: String,
    pub query: String,
    pub set: String,
    pub n: usize,
    /// Nanoseconds per pair.
    pub peer_ns: f64,
    pub impinge_ns: f64,
    /// Verdicts that the truth contradicts, and pairs without an answer.
    pub peer_wrong: [usize; 2],
    pub impinge_wrong: [usize; 2],
    /// Largest errors, relative to size, of answers about pairs apart and overlapping.
    pub worst: [Option<f64>; 2],
    /// The ratio by each half of the rounds alone.
    pub halves: Option<[f64; 2]>,
}

/// Outcome of a row for impinge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Lost,
    Even,
    Won,
}

/// A line of a driver.
#[derive(Deserialize)]
struct Line {
    peer: String,
    algorithm: String,
    precision: String,
    set: String,
    query: String,
    n: usize,
    ns: f64,
    failures: usize,
    wrong: usize,
    impinge_ns: f64,
    impinge_failures: usize,
    impinge_wrong: usize,
    ratios: [f64; 2],
}

/// Score of a set by `impinge judge`.
#[derive(Deserialize)]
pub struct Judged {
    pub set: String,
    pub query: Option<String>,
    pub wrong: usize,
    pub nan: usize,
    pub worst_distance: Option<f64>,
    pub worst_depth: Option<f64>,
}

impl Row {
    /// The other's time over impinge's: above 1, impinge is faster.
    pub fn ratio(&self) -> f64 {
        self.peer_ns / self.impinge_ns
    }

    /// Even within 5 in 100, or where the halves of the rounds disagree on who is faster.
    pub fn outcome(&self) -> Outcome {
        let ratio = self.ratio();
        let is_undecided = self.halves.is_some_and(|[a, b]| (a < 1.0) != (b < 1.0));
        if is_undecided || (EVEN.0..=EVEN.1).contains(&ratio) {
            Outcome::Even
        } else if ratio < 1.0 {
            Outcome::Lost
        } else {
            Outcome::Won
        }
    }

    /// Key of a row in a record.
    fn key(&self) -> [&str; 4] {
        [&self.algorithm, &self.precision, &self.query, &self.set]
    }

    /// From a line of a driver.
    pub fn of_line(line: &str) -> Result<Self, String> {
        let line: Line = serde_json::from_str(line).map_err(|e| format!("a driver printed `{line}`: {e}"))?;
        Ok(Self {
            peer: line.peer,
            algorithm: line.algorithm,
            precision: line.precision,
            query: line.query,
            set: line.set,
            n: line.n,
            peer_ns: line.ns,
            impinge_ns: line.impinge_ns,
            peer_wrong: [line.wrong, line.failures],
            impinge_wrong: [line.impinge_wrong, line.impinge_failures],
            worst: [None, None],
            halves: Some(line.ratios),
        })
    }

    /// Takes the judge's score of the peer's answers.
    pub fn judge(&mut self, judged: &[Judged]) {
        let mut found = judged.iter().filter(|j| j.set == self.set && j.query.as_ref() == Some(&self.query));
        if let Some(found) = found.next() {
            self.peer_wrong = [found.wrong, found.nan];
            self.worst = [found.worst_distance, found.worst_depth];
        }
    }
}

/// The text of a record.
pub fn csv(rows: &[Row]) -> String {
    let mut text = format!("{HEADER}\n");
    let error = |e: Option<f64>| e.map_or_else(String::new, |e| format!("{e:.1e}"));
    let half = |r: &Row, k: usize| r.halves.map_or_else(String::new, |halves| format!("{:.3}", halves[k]));
    for r in rows {
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{:.1},{:.1},{},{},{},{},{},{},{},{}",
            r.peer,
            r.algorithm,
            r.precision,
            r.query,
            r.set,
            r.n,
            r.peer_ns,
            r.impinge_ns,
            r.peer_wrong[0],
            r.peer_wrong[1],
            r.impinge_wrong[0],
            r.impinge_wrong[1],
            error(r.worst[0]),
            error(r.worst[1]),
            half(r, 0),
            half(r, 1)
        );
    }
    text
}

/// The rows of a record.
pub fn parse(file: &str, text: &str) -> Result<Vec<Row>, String> {
    let row = |(i, line): (usize, &str)| {
        let wrong = |what: String| format!("{file}:{}: {what}", i + 1);
        let [peer, algorithm, precision, query, set, n, theirs, ours, a, b, c, d, far, deep, first, second] =
            line.split(',').collect::<Vec<_>>()[..]
        else {
            return Err(wrong("16 columns are expected".into()));
        };
        let number = |text: &str| text.parse::<f64>().map_err(|e| wrong(format!("{text}: {e}")));
        let count = |text: &str| text.parse::<usize>().map_err(|e| wrong(format!("{text}: {e}")));
        let error = |text: &str| if text.is_empty() { Ok(None) } else { number(text).map(Some) };
        Ok(Row {
            peer: peer.into(),
            algorithm: algorithm.into(),
            precision: precision.into(),
            query: query.into(),
            set: set.into(),
            n: count(n)?,
            peer_ns: number(theirs)?,
            impinge_ns: number(ours)?,
            peer_wrong: [count(a)?, count(b)?],
            impinge_wrong: [count(c)?, count(d)?],
            worst: [error(far)?, error(deep)?],
            halves: error(first)?.zip(error(second)?).map(|(a, b)| [a, b]),
        })
    };
    text.lines().enumerate().skip(1).map(row).collect()
}

/// Rows of a record, with rows that were measured again replaced in place and new ones appended.
pub fn merge(mut old: Vec<Row>, new: Vec<Row>) -> Vec<Row> {
    for row in new {
        match old.iter_mut().find(|other| other.key() == row.key()) {
            Some(other) => *other = row,
            None => old.push(row),
        }
    }
    old
}

/// The fastest of rows that differ only in the algorithm: each peer in its best form.
pub fn fastest(rows: &[Row]) -> Vec<Row> {
    let mut best: Vec<Row> = Vec::new();
    for row in rows {
        let key = |r: &Row| [r.peer.clone(), r.precision.clone(), r.query.clone(), r.set.clone()];
        match best.iter_mut().find(|other| key(other) == key(row)) {
            Some(other) if row.peer_ns < other.peer_ns => *other = row.clone(),
            Some(_) => {}
            None => best.push(row.clone()),
        }
    }
    best
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const LINE: &str = r#"{"peer":"p 1","algorithm":"x","precision":"f64","set":"box-box-L1","query":"contact","n":10,"ns":200.0,
        "failures":1,"wrong":2,"impinge_ns":100.0,"impinge_failures":0,"impinge_wrong":0,"ratios":[1.9,2.1]}"#;

    #[test]
    fn a_row_survives_its_record_and_the_judge_has_the_last_word() {
        let mut row = Row::of_line(LINE).unwrap();
        assert_eq!((row.ratio(), row.peer_wrong), (2.0, [2, 1]));
        let judged = r#"{"set":"box-box-L1","query":"contact","wrong":3,"nan":0,"worst_distance":0.5,"worst_depth":null}"#;
        row.judge(&[serde_json::from_str(judged).unwrap()]);
        assert_eq!((row.peer_wrong, row.worst), ([3, 0], [Some(0.5), None]));
        assert_eq!(parse("r.csv", &csv(&[row.clone()])).unwrap(), [row.clone()]);
        assert!(parse("r.csv", "h\n1,2\n").unwrap_err().starts_with("r.csv:2: 16"));
        let slow = Row { algorithm: "y".into(), peer_ns: 300.0, ..row.clone() };
        assert_eq!(fastest(&[slow, row.clone()]), [row]);
    }

    #[test]
    fn rows_measured_again_take_their_places() {
        let old = Row::of_line(LINE).unwrap();
        let other = Row { set: "box-box-L2".into(), ..old.clone() };
        let again = Row { peer: "p 2".into(), peer_ns: 90.0, ..old.clone() };
        let new = Row { query: "distance".into(), ..old.clone() };
        assert_eq!(merge(vec![old, other.clone()], vec![new.clone(), again.clone()]), [again, other, new]);
    }

    #[test]
    fn near_one_or_undecided_is_even() {
        let row = |peer_ns: f64, halves| Row { peer_ns, halves, ..Row::of_line(LINE).unwrap() }.outcome();
        assert_eq!(row(94.0, None), Outcome::Lost);
        assert_eq!(row(96.0, Some([0.9, 0.99])), Outcome::Even);
        assert_eq!(row(80.0, Some([0.7, 1.1])), Outcome::Even);
        assert_eq!(row(80.0, Some([0.7, 0.9])), Outcome::Lost);
        assert_eq!(row(110.0, Some([1.2, 1.05])), Outcome::Won);
    }
}
