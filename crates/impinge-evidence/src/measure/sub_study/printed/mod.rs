//! The sub-algorithms of the Signed Volumes paper with its formulas as printed: its statements about accuracy and time refer to these.
//!
//! The library's own forms ([`impinge::study::gjk::Johnson`], [`impinge::study::gjk::JohnsonBackup`], [`impinge::study::gjk::Backup`],
//! [`impinge::study::gjk::SignedVolumes`]) depart from the paper where that saves digits. These do not, and are for studies only.
//!
//! **Source.** Montanari et al. 2017, sections 3.2, 4 and 5.
//!
//! | file | what it holds |
//! |---|---|
//! | `johnson.rs` | JH, JB and BK: Johnson's algorithm, the Backup procedure behind it, the procedure alone |
//! | `cofactors.rs` | the cofactors of all subsets, by equations 16 to 19; which subset passes, which is nearest |
//! | `volumes.rs` | SV: Algorithms 2 to 5 |
//! | `arithmetic.rs` | determinants of SV: as printed, with the exact predicates of section 4.3, or with twice the digits |
//! | `regions.rs` | inspected regions that SV remembers: none as printed, or each once as section 5.2 proposes; and their number |
//! | `doubled.rs` | numbers of twice the digits, and the nearest point of a simplex by them, to judge the others by |
//! | `subsets.rs` | subsets of four vertices as bits |

mod arithmetic;
mod cofactors;
mod doubled;
mod johnson;
mod regions;
mod subsets;
mod volumes;

pub use arithmetic::{AsPrinted, ExactDeterminants, ExactSigns};
pub use doubled::nearest_point;
pub use johnson::{PrintedBackup, PrintedJohnson, PrintedJohnsonBackup};
pub use regions::{Forgotten, Inspected, Kept};
pub use volumes::{PrintedSignedVolumes, inspected};
