//! Origin of a folder, and the findings by their rules: `run.json`. With the CSV files beside it, whose checksums it lists, it is all that
//! pages of verdicts are made from.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::claim::{Finding, Paper, Tally, Verdict, claims};
use crate::measure::{BUILD, COMPILER};
use crate::order::Order;
use crate::record::Record;
use crate::study::{Effort, Stop};
use crate::timed::Timed;

/// Its name in the folder of a paper.
pub(crate) const FILE: &str = "run.json";

/// Origin of the files of a folder, and its findings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Made {
    pub command: String,
    /// Version of impinge.
    pub version: String,
    pub compiler: String,
    pub paper: Paper,
    pub effort: Effort,
    pub configurations: usize,
    pub seed: u64,
    pub machine: String,
    pub build: String,
    /// Date on which it was written, in UTC.
    pub date: String,
    /// Number of figures on its page.
    pub figures: usize,
    /// Number of tables on its page.
    pub tables: usize,
    /// Parts and their times in seconds.
    pub parts: Vec<(String, f64)>,
    /// Claims of the paper, in order, with their verdicts.
    pub claims: Vec<Judged>,
    /// CSV files and their checksums.
    pub files: Vec<(String, String)>,
    /// Claims that depend on ratios of times.
    pub timed: Vec<Decided>,
}

/// A claim, its rule, and the finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Judged {
    pub id: String,
    pub section: String,
    pub says: String,
    pub rule: String,
    pub derived: bool,
    /// Earlier rule and its verdict.
    pub before: Option<(String, Verdict)>,
    /// None if it was not measured.
    pub verdict: Option<Verdict>,
    pub found: String,
    pub why: String,
    /// Open because runs beside disagree; set when a page is written, and not stored in the file.
    #[serde(skip)]
    pub unsteady: bool,
}

/// A claim that depends on ratios of times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Decided {
    pub claim: String,
    pub verdict: String,
    pub by: Vec<Timed>,
}

impl Made {
    /// From a run with these records.
    pub fn of(order: &Order, machine: String, date: String, records: &[Record]) -> Self {
        let findings: Vec<&Finding> = records.iter().flat_map(|record| &record.out.findings).collect();
        let judged = claims(order.paper).iter().map(|claim| {
            let finding = findings.iter().find(|finding| finding.claim == claim.id);
            let text = |of: fn(&Finding) -> &String| finding.map_or(String::new(), |f| of(f).clone());
            Judged {
                id: claim.id.into(),
                section: claim.section.into(),
                says: claim.says.into(),
                rule: claim.judged_by.into(),
                derived: claim.derived,
                before: claim.before.map(|before| (before.rule.into(), before.verdict)),
                verdict: finding.map(|finding| finding.verdict),
                found: text(|finding| &finding.found),
                why: text(|finding| &finding.why),
                unsteady: false,
            }
        });
        let decided = |finding: &&Finding| {
            let Finding { claim, verdict, timed, .. } = *finding;
            let (claim, verdict) = (claim.clone(), verdict.name().into());
            (!timed.is_empty()).then(|| Decided { claim, verdict, by: timed.clone() })
        };
        let tables = records.iter().flat_map(|record| &record.out.tables);
        Self {
            command: order.command.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            compiler: COMPILER.into(),
            paper: order.paper,
            effort: order.effort,
            configurations: order.configurations(),
            seed: order.seed,
            machine,
            build: BUILD.into(),
            date,
            figures: records.iter().map(|record| record.out.figures.len()).sum(),
            tables: tables.filter(|table| !table.hidden).count(),
            parts: records.iter().map(|record| (record.part.clone(), record.seconds)).collect(),
            claims: judged.collect(),
            files: records
                .iter()
                .flat_map(Record::csv_files)
                .map(|(name, text)| (name, checksum(&text)))
                .collect(),
            timed: findings.iter().filter_map(decided).collect(),
        }
    }

    /// From the folder of a paper.
    ///
    /// # Errors
    /// If it is missing or cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Stop> {
        let path = folder.join(FILE);
        let cannot = |e: &dyn std::fmt::Display| Stop::Failed(format!("{}: {e}", path.display()));
        let bytes = fs::read(&path).map_err(|e| cannot(&e))?;
        serde_json::from_slice(&bytes).map_err(|e| cannot(&e))
    }

    /// Text of its file.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn json(&self) -> Result<String, Stop> {
        serde_json::to_string_pretty(self).map_err(|e| Stop::Failed(format!("{FILE}: {e}")))
    }

    /// Claims by verdict.
    pub fn tally(&self) -> Tally {
        Tally::of(self.claims.iter().map(|judged| (judged.derived, judged.verdict)))
    }

    /// Seconds of all parts, whichever run measured them.
    pub fn measuring(&self) -> f64 {
        self.parts.iter().map(|(_, seconds)| seconds).sum()
    }
}

/// Checksum of a file: FNV with 64 bits, in hexadecimal. It detects accidental changes.
pub(crate) fn checksum(text: &str) -> String {
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{sum:016x}")
}

#[cfg(test)]
mod tests {
    use super::checksum;

    /// The authors' own values.
    #[test]
    fn checksums_are_fowlers() {
        assert_eq!(checksum(""), "cbf29ce484222325");
        assert_eq!(checksum("a"), "af63dc4c8601ec8c");
        assert_eq!(checksum("foobar"), "85944171f73967e8");
    }
}
