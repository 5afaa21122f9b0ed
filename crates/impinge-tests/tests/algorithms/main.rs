//! The algorithms alone: GJK and its sub-algorithms, MPR, EPA, climb, certify, closed forms.

mod certify;
mod closed;
mod epa;
mod gjk;
mod mpr;
mod native;
mod sub_algorithms;
mod vclip;
