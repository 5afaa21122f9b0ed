//! Serialization of a cache of contacts, with the feature `serde`: contacts and details. What an update computes again is not written.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cached_contact::{CachedContact, ContactDetails};
use super::contact_cache::ContactCache;
use crate::math::Vector;

#[derive(Serialize)]
struct Written<'c, C, F> {
    contacts: &'c [C],
    details: &'c [F],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read<C, F> {
    contacts: Vec<C>,
    details: Vec<F>,
}

impl<V: Vector, D, E> Serialize for ContactCache<V, D, E>
where
    CachedContact<V, D>: Serialize,
    ContactDetails<V, E>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { contacts: self.contacts(), details: self.details() }.serialize(serializer)
    }
}

impl<'de, V: Vector, D, E> Deserialize<'de> for ContactCache<V, D, E>
where
    CachedContact<V, D>: Deserialize<'de>,
    ContactDetails<V, E>: Deserialize<'de>,
{
    fn deserialize<S: Deserializer<'de>>(deserializer: S) -> Result<Self, S::Error> {
        let read = Read::<CachedContact<V, D>, ContactDetails<V, E>>::deserialize(deserializer)?;
        let Read { contacts, details } = read;
        if contacts.len() != details.len() {
            return Err(S::Error::custom("contacts and details do not match"));
        }
        let key = |i: usize| (contacts[i].pair(), details[i].pieces);
        let is_sorted = (1..contacts.len()).all(|i| key(i - 1) < key(i));
        if !is_sorted || !contacts.iter().all(|contact| contact.fits(usize::MAX)) {
            return Err(S::Error::custom("contacts are out of order"));
        }
        Ok(Self::of(contacts, details))
    }
}
