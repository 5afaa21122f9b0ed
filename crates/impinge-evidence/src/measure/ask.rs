//! Queries about pairs and moving features, as on the command line.

use clap::ValueEnum;

/// Query about a pair.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Query {
    /// Whether they meet: -inf if so, +inf if not
    Intersect,
    /// Distance: 0 if they meet
    Distance,
    /// The distance, or minus the depth
    Contact,
}

/// Algorithm that answers.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Algorithm {
    /// The library's own choice
    Auto,
    /// GJK with Johnson's sub-algorithm
    GjkJohnson,
    /// GJK with the Backup procedure
    GjkBackup,
    /// GJK with Johnson's sub-algorithm, and the Backup procedure if that fails
    GjkJohnsonBackup,
    /// GJK by Voronoi regions
    GjkVoronoi,
    /// GJK with Signed Volumes
    GjkSignedVolumes,
    /// GJK that stops at a separating axis
    SaGjk,
    /// The same, from the axis of the last pair
    IsaGjk,
    /// GJK on shapes grown by balls
    Swept,
    /// Minkowski portal refinement
    Mpr,
    /// The expanding polytope
    Epa,
    /// Branch and bound on the sphere of directions
    Certify,
    /// A walk over the features of two polyhedra
    Vclip,
}

/// Pair of features that the four points of a query form.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Kind {
    /// Two edges: a0 a1 b0 b1
    Ee,
    /// A vertex and a face: v f0 f1 f2
    Vf,
}

impl Query {
    /// Name on the command line.
    pub fn name(self) -> String {
        name(self)
    }
}

impl Algorithm {
    /// Name on the command line.
    pub fn name(self) -> String {
        name(self)
    }
}

fn name(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|v| v.get_name().to_owned()).unwrap_or_default()
}
