//! What Feng and Tan say in section 5.

use super::Claim;

pub(super) const CLAIMS: &[Claim] = &[];
