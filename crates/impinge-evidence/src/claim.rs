//! The statements of the papers, one table each, and what was found about them.

mod contact;
mod doom;
mod lecture;
mod signed_volumes;
mod thesis;

use serde::{Deserialize, Serialize};

use crate::timed::Timed;

/// A document whose results are made again.
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
    /// All, in the order of the report.
    pub const ALL: [Self; 5] = [Self::Thesis, Self::SignedVolumes, Self::Doom, Self::Lecture, Self::Contact];

    /// As the command line and folders have it.
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

    /// Where it was published.
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
    /// Its name, which no other claim has.
    pub id: &'static str,
    /// Who says it.
    pub source: Paper,
    /// Where: section, figure or table.
    pub section: &'static str,
    /// What it says, in our words.
    pub says: &'static str,
    /// By which of our numbers it is judged, and how; what words like "about" mean everywhere, [`RULES`](crate::RULES) says.
    pub judged_by: &'static str,
    /// Whether no sentence says so: it is read off the paper's tables and figures, or asked by us beside what the paper teaches.
    pub derived: bool,
    /// By which rule it was judged before, if that was changed with results at hand.
    pub before: Option<Before>,
}

/// A rule that was changed after something had been measured by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// How it was judged.
    pub rule: &'static str,
    /// The verdict of the last whole run by it.
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

    /// Said by no sentence of the paper.
    const fn derived(mut self) -> Self {
        self.derived = true;
        self
    }

    /// Judged otherwise before.
    const fn was(mut self, rule: &'static str, verdict: Verdict) -> Self {
        self.before = Some(Before { rule, verdict });
        self
    }
}

/// All statements of a paper, in its order.
pub fn claims(paper: Paper) -> &'static [Claim] {
    match paper {
        Paper::Thesis => thesis::CLAIMS,
        Paper::SignedVolumes => signed_volumes::CLAIMS,
        Paper::Doom => doom::CLAIMS,
        Paper::Lecture => lecture::CLAIMS,
        Paper::Contact => contact::CLAIMS,
    }
}

/// Whether what was found is what a paper says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// It is.
    Agrees,
    /// A part of it is, or only sometimes.
    Partly,
    /// It is not.
    Differs,
    /// Too little was measured to tell, or the verdict depends on an input that the paper does not give.
    Open,
    /// Nothing was put to the test: both sides are zero, or equal by construction. It is not counted as agreed.
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

    /// The verdict of a share: it agrees if all hold, in part if at least half do, and is open if there are none.
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

    /// The same for an input that the paper does not give: a verdict that does not agree is open.
    pub fn unless_unknown(self) -> Self {
        match self {
            Self::Partly | Self::Differs => Self::Open,
            other => other,
        }
    }
}

/// How many claims of a paper have each verdict. A derived claim counts as derived, whatever was found about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// It is as the paper says.
    pub agrees: usize,
    /// At least half of it is.
    pub partly: usize,
    /// It is not.
    pub differs: usize,
    /// Too little was measured, or the paper says too little.
    pub open: usize,
    /// Nothing was put to the test.
    pub vacuous: usize,
    /// No sentence says so.
    pub derived: usize,
}

impl Tally {
    /// Counts over claims, each with whether it is derived and what was found; a claim that was not measured is open.
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

    /// Both together.
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

/// What was found about a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The id of the claim.
    pub claim: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// What was found, with its numbers.
    pub found: String,
    /// Why it differs, or what the comparison leaves out; empty where nothing is to be said.
    pub why: String,
    /// The ratios of times that decide the verdict; empty where no clock does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timed: Vec<Timed>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Paper, Tally, Verdict, claims};

    #[test]
    fn every_claim_has_a_name_of_its_own_and_says_where_it_is_from() {
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

    /// In part is half of it at least, and nothing agrees where nothing was asked.
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
    fn what_is_derived_or_vacuous_is_not_agreed() {
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
