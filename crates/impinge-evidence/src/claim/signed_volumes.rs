//! What Montanari, Petrinic and Barbieri say in sections 3.3 and 5.

use super::Claim;

pub(super) const CLAIMS: &[Claim] = &[];
