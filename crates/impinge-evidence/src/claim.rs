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
    /// By which of our numbers it is judged, and how.
    pub judged_by: &'static str,
}

impl Claim {
    const fn new(
        source: Paper,
        id: &'static str,
        section: &'static str,
        says: &'static str,
        judged_by: &'static str,
    ) -> Self {
        Self { id, source, section, says, judged_by }
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
    /// What was measured is too little to tell.
    Open,
}

impl Verdict {
    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Partly => "partly",
            Self::Differs => "differs",
            Self::Open => "open",
        }
    }

    /// Agrees where all hold, differs where none does.
    pub fn of(holds: usize, of: usize) -> Self {
        match holds {
            _ if holds == of => Self::Agrees,
            0 => Self::Differs,
            _ => Self::Partly,
        }
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

    use super::{Paper, Verdict, claims};

    #[test]
    fn every_claim_has_a_name_of_its_own_and_says_where_it_is_from() {
        let mut names = BTreeSet::new();
        for claim in Paper::ALL.into_iter().flat_map(claims) {
            assert!(names.insert(claim.id), "{} is there twice", claim.id);
            assert!(claim.id.starts_with(claim.source.name()), "{}", claim.id);
            for text in [claim.section, claim.says, claim.judged_by] {
                assert!(!text.is_empty(), "{}", claim.id);
            }
        }
        for paper in Paper::ALL {
            assert!(claims(paper).iter().all(|claim| claim.source == paper));
        }
        assert!(names.len() > 20, "{}", names.len());
    }

    #[test]
    fn all_none_and_some() {
        assert_eq!(
            [0, 1, 2].map(|n| Verdict::of(n, 2)),
            [Verdict::Differs, Verdict::Partly, Verdict::Agrees]
        );
    }
}
