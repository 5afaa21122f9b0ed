//! Joints: what holds two bodies together, one file per kind.
