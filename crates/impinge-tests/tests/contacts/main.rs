//! Contacts: features, manifolds, sampled contacts, contacts that persist.

mod contact_cache;
mod features;
mod manifold;
mod persistence;
mod perturbation;
