//! Sums, differences, hulls, roundings and sweeps.
