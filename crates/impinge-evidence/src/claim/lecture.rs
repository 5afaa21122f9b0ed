//! What the lecture says about V-Clip, distance maps and contacts.

use super::Claim;

pub(super) const CLAIMS: &[Claim] = &[];
