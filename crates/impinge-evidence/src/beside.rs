//! Runs beside the published one, with other seeds and of a quick look: their findings, and the verdicts on which all of them agree.
//!
//! **Guarantee.** A claim on which a run beside has another verdict is open, and says which run found what. A run beside makes no statement about a
//! claim that it did not measure, or on which it is open itself: a quick look often measures too little to decide.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::claim::{Paper, Verdict, claims};
use crate::made::{FILE, Made};
use crate::study::{Effort, Stop};

/// Its name beside the folders of the papers.
pub(crate) const BESIDE: &str = "beside.json";

/// Data kept of a run beside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Beside {
    pub seed: u64,
    pub effort: Effort,
    pub configurations: usize,
    pub date: String,
    pub machine: String,
    pub command: String,
    /// Claims that it measured, and their verdicts.
    pub verdicts: Vec<(String, Verdict)>,
}

impl Beside {
    /// From the folder of a run of one seed and effort.
    ///
    /// # Errors
    /// If there is no run, its papers have several seeds or efforts, or it judged by rules that are not today's.
    pub fn read(run: &Path) -> Result<Self, Stop> {
        let made = papers(run)?;
        Self::of(&made).map_err(|why| Stop::Failed(format!("{}: {why}", run.display())))
    }

    fn of(made: &[Made]) -> Result<Self, String> {
        let first = made.first().ok_or("no run; `impinge reproduce all --out` makes one")?;
        let kind = |made: &Made| (made.seed, made.effort, made.configurations);
        if made.iter().any(|other| kind(other) != kind(first)) {
            return Err("its papers have several seeds or efforts".into());
        }
        let mut verdicts = Vec::new();
        for made in made {
            for judged in &made.claims {
                let (Some(verdict), Some(claim)) =
                    (judged.verdict, claims(made.paper).iter().find(|claim| claim.id == judged.id))
                else {
                    continue;
                };
                if claim.judged_by != judged.rule {
                    return Err(format!("{}: its rule is not today's; measure again", judged.id));
                }
                verdicts.push((judged.id.clone(), verdict));
            }
        }
        Ok(Self {
            seed: first.seed,
            effort: first.effort,
            configurations: first.configurations,
            date: first.date.clone(),
            machine: first.machine.clone(),
            command: first.command.clone(),
            verdicts,
        })
    }

    /// Its statement about a claim, if it makes one.
    fn verdict(&self, claim: &str) -> Option<Verdict> {
        let found = self.verdicts.iter().find(|(id, _)| id == claim).map(|(_, verdict)| *verdict);
        found.filter(|verdict| *verdict != Verdict::Open)
    }

    /// Number of the published run's claims on which it makes a statement, and of those with another verdict.
    pub fn compared(&self, made: &[Made]) -> [usize; 2] {
        let published = made.iter().flat_map(|made| &made.claims);
        let both = published.filter_map(|judged| Some((judged.verdict?, self.verdict(&judged.id)?)));
        both.fold([0, 0], |[all, other], (a, b)| [all + 1, other + usize::from(a != b)])
    }
}

/// The papers that a folder of runs has.
pub(crate) fn papers(folder: &Path) -> Result<Vec<Made>, Stop> {
    let there = Paper::ALL.into_iter().map(|paper| paper.folder(folder)).filter(|of| of.join(FILE).exists());
    there.map(|of| Made::read(&of)).collect()
}

/// The runs beside that are kept in a folder; none where there is no file of them.
pub(crate) fn read(folder: &Path) -> Result<Vec<Beside>, Stop> {
    let path = folder.join(BESIDE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let cannot = |e: &dyn std::fmt::Display| Stop::Failed(format!("{}: {e}", path.display()));
    let bytes = fs::read(&path).map_err(|e| cannot(&e))?;
    serde_json::from_slice(&bytes).map_err(|e| cannot(&e))
}

/// Text of its file.
pub(crate) fn json(beside: &[Beside]) -> Result<String, Stop> {
    serde_json::to_string_pretty(beside).map_err(|e| Stop::Failed(format!("{BESIDE}: {e}")))
}

/// The papers with the verdicts on which all runs agree: the others are open, with the finding of each run before the numbers.
pub(crate) fn steady(made: &[Made], beside: &[Beside]) -> Vec<Made> {
    let mut made = made.to_vec();
    for made in &mut made {
        let here = named(made.effort, made.seed);
        for judged in &mut made.claims {
            let Some(verdict) = judged.verdict else { continue };
            let there: Vec<(Verdict, String)> = beside
                .iter()
                .filter_map(|run| Some((run.verdict(&judged.id)?, named(run.effort, run.seed))))
                .collect();
            if there.iter().all(|(other, _)| *other == verdict) {
                continue;
            }
            let all = std::iter::once((verdict, here.clone())).chain(there);
            let found: Vec<String> = all.map(|(verdict, run)| format!("{} {run}", verdict.name())).collect();
            judged.found = format!("{}. In the first of them: {}", found.join("; "), judged.found);
            judged.verdict = Some(Verdict::Open);
            judged.unsteady = true;
        }
    }
    made
}

/// Description of a run, in a sentence.
fn named(effort: Effort, seed: u64) -> String {
    match effort {
        Effort::Quick => format!("in a quick look with seed {seed}"),
        Effort::Usual => format!("with seed {seed}"),
        Effort::Full => format!("in full with seed {seed}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made::Judged;
    use Verdict::{Agrees, Differs, Open, Partly};

    const IDS: [&str; 4] =
        ["contact-apart-4", "contact-apart-shape", "contact-coherence", "contact-consistent"];

    /// A run of four claims, the last of which is taken for derived.
    fn run(seed: u64, effort: Effort, verdicts: [Option<Verdict>; 4]) -> Made {
        let judged = IDS.iter().zip(verdicts).enumerate().map(|(k, (id, verdict))| {
            let claim = claims(Paper::Contact).iter().find(|claim| claim.id == *id).unwrap();
            Judged {
                id: (*id).into(),
                section: String::new(),
                says: String::new(),
                rule: claim.judged_by.into(),
                derived: k == 3,
                before: None,
                verdict,
                found: format!("number {k}"),
                why: String::new(),
                unsteady: false,
            }
        });
        Made {
            command: String::new(),
            version: String::new(),
            compiler: String::new(),
            paper: Paper::Contact,
            effort,
            configurations: 8,
            seed,
            machine: String::new(),
            build: String::new(),
            date: "2026-11-18".into(),
            figures: 0,
            tables: 0,
            parts: Vec::new(),
            claims: judged.collect(),
            files: Vec::new(),
            timed: Vec::new(),
        }
    }

    fn beside(made: Made) -> Beside {
        Beside::of(&[made]).unwrap()
    }

    #[test]
    fn verdicts_that_differ_are_open_and_others_stay() {
        let published = run(1, Effort::Usual, [Some(Agrees), Some(Agrees), Some(Differs), Some(Partly)]);
        let same = beside(run(2, Effort::Usual, [Some(Agrees), Some(Agrees), Some(Differs), Some(Partly)]));
        let look = beside(run(3, Effort::Quick, [Some(Open), Some(Partly), None, Some(Agrees)]));
        assert_eq!(same.compared(std::slice::from_ref(&published)), [4, 0]);
        assert_eq!(look.compared(std::slice::from_ref(&published)), [2, 2]);
        let unchanged = steady(std::slice::from_ref(&published), std::slice::from_ref(&same));
        assert_eq!(unchanged[0], published);

        let steadied = &steady(std::slice::from_ref(&published), &[same, look])[0];
        let verdicts: Vec<_> = steadied.claims.iter().map(|judged| judged.verdict.unwrap()).collect();
        assert_eq!(verdicts, [Agrees, Open, Differs, Open]);
        assert_eq!(steadied.claims[0], published.claims[0]);
        // Not measured in the look: no statement.
        assert_eq!(steadied.claims[2], published.claims[2]);
        assert_eq!(
            steadied.claims[1].found,
            "agrees with seed 1; agrees with seed 2; partly in a quick look with seed 3. In the first of them: number 1"
        );
        assert!(steadied.claims[3].derived && steadied.claims[3].unsteady);
        assert_eq!(steadied.tally().numbers(), [1, 0, 1, 1, 0, 1]);
    }

    /// Unmeasured claims of the published run stay so, and a run with fewer papers says nothing about the others.
    #[test]
    fn missing_claims_have_no_verdict() {
        let published = run(1, Effort::Usual, [None, Some(Agrees), Some(Agrees), Some(Agrees)]);
        let found = beside(run(2, Effort::Usual, [Some(Agrees), None, None, None]));
        assert_eq!(found.compared(std::slice::from_ref(&published)), [0, 0]);
        assert_eq!(steady(std::slice::from_ref(&published), &[found]), [published]);
    }

    #[test]
    fn runs_that_cannot_be_compared_are_refused() {
        assert!(Beside::of(&[]).is_err());
        let verdicts = [Some(Agrees); 4];
        let two = [run(1, Effort::Usual, verdicts), run(2, Effort::Usual, verdicts)];
        assert!(Beside::of(&two).unwrap_err().contains("several seeds"));
        let mut other = run(1, Effort::Usual, verdicts);
        other.claims[0].rule.push_str(", or so");
        assert!(Beside::of(&[other]).unwrap_err().contains("contact-apart-4: its rule is not today's"));
        let mut gone = run(1, Effort::Usual, verdicts);
        gone.claims[0].id = "contact-gone".into();
        assert_eq!(beside(gone).verdicts.len(), 3);
    }
}
