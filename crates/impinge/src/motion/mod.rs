//! Continuous collision: when do moving things first touch?
//!
//! | you ask | take |
//! |---|---|
//! | a moving vertex and a moving triangle | [`vertex_face`] |
//! | two moving edges | [`edge_edge`] |
//! | a moving vertex and a moving edge of the plane | [`vertex_edge`] |

pub mod features;

pub use features::{CcdSettings, FeatureImpact, edge_edge, vertex_edge, vertex_face};
