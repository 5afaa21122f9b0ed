//! What van Waveren says in sections 4 to 6.

use super::Claim;

pub(super) const CLAIMS: &[Claim] = &[];
