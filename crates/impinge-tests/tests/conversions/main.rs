//! Types of other libraries, and reading and writing.

mod glam_types;
mod hostile;
mod json;
mod mint_types;
mod nalgebra_types;
mod reading;
mod worlds;
