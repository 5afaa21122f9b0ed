//! The statements of the papers, one table each, and the findings about them.

mod contact;
mod doom;
mod lecture;
mod signed_volumes;
mod thesis;

use serde::{Deserialize, Serialize};

use crate::timed::Timed;

/// A document whose results are reproduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// Olvång's thesis: GJK, MPR and EPA on support mappings.
    Thesis,
    /// Montanari, Petrinic and Barbieri: GJK with Signed Volumes.
    SignedVolumes,
    /// Van Waveren: continuous collision of polyhedra.
    Doom,
    /// A lecture: V-Clip, distance maps, contact regions.
    Lecture,
    /// Feng and Tan: contact features of convex bodies.
    Contact,
}

impl Paper {
    /// All papers, in the order of the report.
    pub const ALL: [Self; 5] = [Self::Thesis, Self::SignedVolumes, Self::Doom, Self::Lecture, Self::Contact];

    /// Name on the command line and of folders.
    pub fn name(self) -> &'static str {
        match self {
            Self::Thesis => "thesis",
            Self::SignedVolumes => "signed-volumes",
            Self::Doom => "doom",
            Self::Lecture => "lecture",
            Self::Contact => "contact",
        }
    }

    /// The title of its page.
    pub fn title(self) -> &'static str {
        match self {
            Self::Thesis => "GJK, MPR and EPA: the thesis",
            Self::SignedVolumes => "Signed Volumes: the paper",
            Self::Doom => "Continuous collision of polyhedra: the report",
            Self::Lecture => "V-Clip, distance maps, contacts: the lecture",
            Self::Contact => "Contact features of convex bodies: Feng and Tan",
        }
    }

    /// Source of the publication.
    pub fn citation(self) -> &'static str {
        match self {
            Self::Thesis => {
                "Olvång, Real-time Collision Detection with Implicit Objects, Uppsala University 2010"
            }
            Self::SignedVolumes => {
                "Montanari, Petrinic and Barbieri, Improving the GJK Algorithm for Faster and More Reliable Distance Queries Between \
                 Convex Objects, ACM Transactions on Graphics 36, 2017"
            }
            Self::Doom => {
                "van Waveren, Robust Continuous Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization of \
                 Polyhedral Features, id Software 2005"
            }
            Self::Lecture => {
                "Narrow Phase Collision Detection, lecture 06; our copy names no author and no year"
            }
            Self::Contact => {
                "Feng and Tan, On Minkowski difference-based contact detection in discrete/discontinuous modelling of convex \
                 polygons/polyhedra, Engineering Computations 2019"
            }
        }
    }
}

/// A statement of a paper about what it measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Unique name.
    pub id: &'static str,
    /// Author of the statement.
    pub source: Paper,
    /// Place: section, figure or table.
    pub section: &'static str,
    /// The statement, in our words.
    pub says: &'static str,
    /// Number by which it is judged, and how; [`RULES`](crate::RULES) defines words like "about" everywhere.
    pub judged_by: &'static str,
    /// Whether no sentence states it: it is read off the paper's tables and figures, or is our own question about what the paper teaches.
    pub derived: bool,
    /// Earlier rule, if it was changed with results at hand.
    pub before: Option<Before>,
}

/// A rule that was changed after something had been measured by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// Earlier wording.
    pub rule: &'static str,
    /// Verdict of the last complete run by it.
    pub verdict: Verdict,
}

impl Claim {
    const fn new(
        source: Paper,
        id: &'static str,
        section: &'static str,
        says: &'static str,
        judged_by: &'static str,
    ) -> Self {
        Self { id, source, section, says, judged_by, derived: false, before: None }
    }

    /// Marks a claim that no sentence of the paper states.
    const fn derived(mut self) -> Self {
        self.derived = true;
        self
    }

    /// Records the earlier rule.
    const fn was(mut self, rule: &'static str, verdict: Verdict) -> Self {
        self.before = Some(Before { rule, verdict });
        self
    }
}

/// All statements of a paper, in order.
pub fn claims(paper: Paper) -> &'static [Claim] {
    match paper {
        Paper::Thesis => thesis::CLAIMS,
        Paper::SignedVolumes => signed_volumes::CLAIMS,
        Paper::Doom => doom::CLAIMS,
        Paper::Lecture => lecture::CLAIMS,
        Paper::Contact => contact::CLAIMS,
    }
}

/// Relation of a finding to the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// It agrees.
    Agrees,
    /// It agrees in part, or sometimes.
    Partly,
    /// It differs.
    Differs,
    /// Too little was measured to decide, or the verdict depends on an input that the paper does not give.
    Open,
    /// Nothing was tested: both sides are zero, or equal by construction. It does not count as agreement.
    Vacuous,
}

impl Verdict {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Partly => "partly",
            Self::Differs => "differs",
            Self::Open => "open",
            Self::Vacuous => "vacuous",
        }
    }

    /// Verdict of a share: it agrees if all hold, in part if at least half do, and is open if nothing was counted.
    pub fn of(holds: usize, of: usize) -> Self {
        match holds {
            _ if of == 0 => Self::Open,
            _ if holds == of => Self::Agrees,
            _ if 2 * holds >= of => Self::Partly,
            _ => Self::Differs,
        }
    }

    /// Agrees or differs.
    pub fn yes_or_no(holds: bool) -> Self {
        if holds { Self::Agrees } else { Self::Differs }
    }

    /// The same for an input that the paper does not give: a verdict other than agreement is open.
    pub fn unless_unknown(self) -> Self {
        match self {
            Self::Partly | Self::Differs => Self::Open,
            other => other,
        }
    }
}

/// Numbers of claims of a paper by verdict. A derived claim counts as derived, whatever its verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Claims that agree.
    pub agrees: usize,
    /// Claims of which at least half agrees.
    pub partly: usize,
    /// Claims that differ.
    pub differs: usize,
    /// Claims with too little measured, or stated too vaguely.
    pub open: usize,
    /// Claims that were not tested.
    pub vacuous: usize,
    /// Claims that no sentence states.
    pub derived: usize,
}

impl Tally {
    /// Counts over claims, each with whether it is derived and its verdict; a claim that was not measured is open.
    pub fn of(claims: impl IntoIterator<Item = (bool, Option<Verdict>)>) -> Self {
        let mut tally = Self::default();
        for (derived, verdict) in claims {
            let count = match verdict {
                _ if derived => &mut tally.derived,
                Some(Verdict::Agrees) => &mut tally.agrees,
                Some(Verdict::Partly) => &mut tally.partly,
                Some(Verdict::Differs) => &mut tally.differs,
                Some(Verdict::Vacuous) => &mut tally.vacuous,
                Some(Verdict::Open) | None => &mut tally.open,
            };
            *count += 1;
        }
        tally
    }

    /// Sum of both.
    pub fn and(self, other: Self) -> Self {
        let [a, b] = [self, other].map(Self::numbers);
        let [agrees, partly, differs, open, vacuous, derived] = std::array::from_fn(|k| a[k] + b[k]);
        Self { agrees, partly, differs, open, vacuous, derived }
    }

    /// In the order of the pages.
    pub fn numbers(self) -> [usize; 6] {
        [self.agrees, self.partly, self.differs, self.open, self.vacuous, self.derived]
    }
}

/// Finding about a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The id of the claim.
    pub claim: String,
    /// Its verdict.
    pub verdict: Verdict,
    /// The finding, with its numbers.
    pub found: String,
    /// Reason for a difference, or limits of the comparison; empty if there is nothing to add.
    pub why: String,
    /// Ratios of times that decide the verdict; empty if none does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timed: Vec<Timed>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Paper, Tally, Verdict, claims};

    #[test]
    fn every_claim_has_a_unique_name_and_a_source() {
        let mut names = BTreeSet::new();
        for claim in Paper::ALL.into_iter().flat_map(claims) {
            assert!(names.insert(claim.id), "{} is there twice", claim.id);
            assert!(claim.id.starts_with(claim.source.name()), "{}", claim.id);
            for text in [claim.section, claim.says, claim.judged_by] {
                assert!(!text.is_empty(), "{}", claim.id);
            }
            let other =
                claim.before.is_none_or(|before| !before.rule.is_empty() && before.rule != claim.judged_by);
            assert!(other, "{}: the rule before is the rule", claim.id);
        }
        for paper in Paper::ALL {
            assert!(claims(paper).iter().all(|claim| claim.source == paper));
        }
        assert!(names.len() > 20, "{}", names.len());
    }

    /// In part means at least half, and nothing agrees if nothing was tested.
    #[test]
    fn all_half_less_and_none() {
        use Verdict::{Agrees, Differs, Open, Partly, Vacuous};
        assert_eq!([0, 1, 2].map(|n| Verdict::of(n, 2)), [Differs, Partly, Agrees]);
        assert_eq!([0, 2, 3, 5, 6].map(|n| Verdict::of(n, 6)), [Differs, Differs, Partly, Partly, Agrees]);
        assert_eq!(Verdict::of(0, 0), Open);
        let known = [Agrees, Partly, Differs, Open, Vacuous];
        assert_eq!(known.map(Verdict::unless_unknown), [Agrees, Open, Open, Open, Vacuous]);
    }

    #[test]
    fn derived_and_vacuous_claims_do_not_count_as_agreement() {
        let claims = [
            (false, Some(Verdict::Agrees)),
            (true, Some(Verdict::Agrees)),
            (false, Some(Verdict::Vacuous)),
            (false, None),
        ];
        let tally = Tally::of(claims);
        assert_eq!(tally.numbers(), [1, 0, 0, 1, 1, 1]);
        assert_eq!(tally.and(tally).numbers(), [2, 0, 0, 2, 2, 2]);
    }
}
