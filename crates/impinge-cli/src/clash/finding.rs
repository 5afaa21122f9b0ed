//! Findings about two parts.

use impinge::mesh::Volume;
use serde::{Deserialize, Serialize};

/// Kinds of findings, from the worst to the mildest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// They share space, deeper than the tolerance.
    Hard,
    /// One is inside the other.
    Contained,
    /// They are the same, in the same place.
    Duplicate,
    /// They are apart, but closer than the requested clearance.
    Clearance,
    /// They are apart or overlap by no more than the tolerance.
    Touching,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] =
        [Self::Hard, Self::Contained, Self::Duplicate, Self::Clearance, Self::Touching];

    /// Whether it is a collision, so that the program exits with 1.
    pub fn is_collision(self) -> bool {
        matches!(self, Self::Hard | Self::Contained | Self::Duplicate)
    }

    /// Name in files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Contained => "contained",
            Self::Duplicate => "duplicate",
            Self::Clearance => "clearance",
            Self::Touching => "touching",
        }
    }

    /// Name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Hard => "hard clash",
            Self::Contained => "contained part",
            Self::Duplicate => "duplicate",
            Self::Clearance => "too little clearance",
            Self::Touching => "touching",
        }
    }
}

/// Finding about two parts, by their numbers, the smaller one first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub kind: Kind,
    pub a: u32,
    pub b: u32,
    pub measures: Measures,
}

/// Measures of a finding. Lengths are in the unit of the files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Distance; 0 if they meet.
    pub distance: f64,
    /// Bound on the error of the distance.
    pub error: f64,
    /// The requested clearance; for other kinds, the tolerance.
    pub limit: f64,
    /// The nearest points; a common point if they meet.
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    /// Unit vector from A to B.
    pub normal: [f64; 3],
    /// A separating translation.
    pub way_out: Option<WayOut>,
    /// The common volume; none if a surface is open.
    pub volume: Option<Volume>,
    /// For contained parts: whether A is the inner one.
    pub a_is_inside: Option<bool>,
    /// For duplicates: no point of one is farther than this from the other. 0 if they are equal.
    pub deviation: Option<f64>,
}

/// A translation that separates two overlapping parts, with its proof.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WayOut {
    /// Translation after which B is apart from A.
    pub by: [f64; 3],
    /// Its length: they are at most this deep.
    pub depth: f64,
    /// No shorter translation than this separates them.
    pub at_least: f64,
    /// Distance after the translation and its error: the proof.
    pub then: f64,
    pub then_error: f64,
}

impl Finding {
    /// Severity within its kind: the depth, the missing clearance, the contained or duplicated volume.
    pub fn severity(&self) -> f64 {
        let Measures { distance, limit, way_out, volume, .. } = &self.measures;
        let volume = volume.map_or(0.0, |v| v.value);
        match self.kind {
            Kind::Hard => way_out.map_or(f64::INFINITY, |out| out.depth),
            Kind::Contained | Kind::Duplicate => volume,
            Kind::Clearance => limit - distance,
            Kind::Touching => way_out.map_or(-distance, |out| out.depth),
        }
    }

    /// The proof in words.
    pub fn proof(&self) -> String {
        let Measures { distance, error, limit, way_out, volume, a_is_inside, deviation, .. } = &self.measures;
        let mut said = match self.kind {
            Kind::Hard => "they have space in common".to_owned(),
            Kind::Contained if *a_is_inside == Some(true) => "A is all inside B".to_owned(),
            Kind::Contained => "B is all inside A".to_owned(),
            Kind::Duplicate => match deviation {
                Some(0.0) => "both have the same surface".to_owned(),
                off => format!("both have the same surface within {}", digits(off.unwrap_or(0.0))),
            },
            Kind::Clearance => {
                format!("{} apart, give or take {error:.0e}, where {limit} is required", digits(*distance))
            }
            Kind::Touching if *distance > 0.0 => {
                format!("{} apart, give or take {error:.0e}", digits(*distance))
            }
            Kind::Touching => "their surfaces meet".to_owned(),
        };
        if let Some(WayOut { by, depth, at_least, then, .. }) = way_out {
            let [x, y, z] = by.map(digits);
            let (depth, at_least) = (digits(*depth), digits(*at_least));
            said += &format!("; B moved by ({x}, {y}, {z}), a length of {depth}, is {then:.0e} apart");
            said += &format!(", and no length below {at_least} is enough");
        } else if matches!(self.kind, Kind::Hard | Kind::Contained) {
            said += "; no translation that parts them was found";
        }
        if let Some(Volume { value, error }) = volume {
            said += &format!("; volume in common {}, give or take {error:.0e}", digits(*value));
        }
        said
    }
}

/// A number with six digits.
fn digits(x: f64) -> String {
    let rounded: f64 = format!("{x:.5e}").parse().unwrap_or(x);
    let text = format!("{rounded:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// Worst first: by kind, severity, and then by number.
pub fn by_severity(findings: &[Finding]) -> Vec<&Finding> {
    let mut sorted: Vec<&Finding> = findings.iter().collect();
    sorted.sort_by(|x, y| {
        let by_kind = x.kind.cmp(&y.kind);
        by_kind.then(y.severity().total_cmp(&x.severity())).then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    sorted
}
