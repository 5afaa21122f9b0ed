//! Contacts: features, manifolds, sampled contacts, contacts that persist.

mod features;
mod manifold;
mod persistence;
mod perturbation;
