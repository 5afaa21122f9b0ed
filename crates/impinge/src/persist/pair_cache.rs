//! Cache of per-pair data from step to step.
//!
//! **Answers** what was known of a pair in the last step: the separating axis or the normal, for the warm start of a
//! query, and its [`Persistent`](super::Persistent) contacts. Keep one cache for a world of bodies, look up each pair
//! that the broad phase finds, and end the step: pairs that were not looked up are dropped.
//!
//! **Guarantee.** Pairs are visited in insertion order, so the same calls give the same order on every machine. A step
//! with no more pairs than an earlier one allocates nothing, except what the values themselves allocate; values of
//! dropped pairs are reset and reused.
//!
//! **Cost.** One probe of a table for a pair on average, for any number of pairs: a hash table of slots, half empty,
//! with linear probing (Knuth, volume 3, section 6.4). Ending a step visits every pair, and rebuilds the table if one
//! was dropped.
//!
//! **Failure.** (a, b) and (b, a) are two pairs: the data of a pair depends on which body is A. Pass the keys in a
//! consistent order. Keys made to collide would make the table slow, as the hash function is fixed.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

/// A value that can be reset.
pub trait Reset: Default {
    /// Resets the value, keeping any memory it has.
    fn reset(&mut self) {
        *self = Self::default();
    }
}

/// Marks an empty slot of the table.
const EMPTY: u32 = u32::MAX;

/// Smallest size of a table, a power of two.
const LEAST: usize = 16;

/// A map from pairs of bodies to their cached data.
///
/// `K` identifies a body: a [`scene::ObjectHandle`](crate::scene::ObjectHandle), a [`broad::Leaf`](crate::broad::Leaf),
/// or a number of your own. Handles carry a generation, so a body that replaces a removed one does not get the data of
/// the old one; with only the index of a handle, or a reused number, it would.
///
/// ```
/// use impinge::persist::{PairCache, Persistent, Reset};
/// use impinge::Vec3;
///
/// #[derive(Default)]
/// struct Kept {
///     axis: Option<Vec3<f64>>,
///     contacts: Persistent<Vec3<f64>, f64>,
/// }
/// impl Reset for Kept {
///     fn reset(&mut self) {
///         self.axis = None;
///         self.contacts.reset();
///     }
/// }
///
/// let mut pairs = PairCache::<Kept>::new();
/// pairs.get_or_insert((3, 7)).axis = Some(Vec3::new(0.0, 0.0, 1.0));
/// pairs.end_step();
/// assert!(pairs.get_or_insert((3, 7)).axis.is_some());
/// pairs.end_step();
/// // In the next step it is not asked for.
/// pairs.end_step();
/// assert!(pairs.is_empty() && pairs.ended().count() == 1);
/// ```
#[derive(Clone, Debug)]
pub struct PairCache<X, K = u32> {
    entries: Vec<Entry<X, K>>,
    /// Indices into `entries`, by the hash of the pair; their number is a power of two, more than twice the entries, or zero.
    table: Vec<u32>,
    /// Entries dropped at the end of the last step.
    ended: Vec<Entry<X, K>>,
    /// Values to reuse.
    spare: Vec<X>,
    step: u64,
}

#[derive(Clone, Debug)]
struct Entry<X, K> {
    pair: (K, K),
    /// The last step in which the pair was looked up.
    step: u64,
    value: X,
}

impl<X, K> Default for PairCache<X, K> {
    fn default() -> Self {
        Self::new()
    }
}

/// A hasher that mixes the bits of its input: two multiplications and shifts for each number, like the final step of splitmix64.
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            self.write_u64(part.iter().fold(0, |word, &byte| (word << 8) | u64::from(byte)));
        }
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }
    fn write_u64(&mut self, value: u64) {
        let mut z = self.0.rotate_left(32) ^ value;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = z ^ (z >> 31);
    }
}

fn hash<K: Hash>(pair: (K, K)) -> u64 {
    let mut spread = Spread(0);
    pair.hash(&mut spread);
    spread.finish()
}

impl<X, K> PairCache<X, K> {
    /// An empty cache.
    pub fn new() -> Self {
        Self { entries: Vec::new(), table: Vec::new(), ended: Vec::new(), spare: Vec::new(), step: 0 }
    }

    /// Number of pairs kept.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no pair is kept.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Number of steps that have ended.
    pub fn step(&self) -> u64 {
        self.step
    }
}

impl<X, K: Copy + Eq + Hash> PairCache<X, K> {
    /// The data of a pair; this does not count as a lookup.
    pub fn get(&self, pair: (K, K)) -> Option<&X> {
        self.find(pair).ok().map(|i| &self.entries[i].value)
    }

    /// Mutable data of a pair; this does not count as a lookup.
    pub fn get_mut(&mut self, pair: (K, K)) -> Option<&mut X> {
        self.find(pair).ok().map(|i| &mut self.entries[i].value)
    }

    /// All pairs, in insertion order.
    pub fn iter(&self) -> impl Iterator<Item = ((K, K), &X)> {
        self.entries.iter().map(|e| (e.pair, &e.value))
    }

    /// All pairs with mutable data, in insertion order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = ((K, K), &mut X)> {
        self.entries.iter_mut().map(|e| (e.pair, &mut e.value))
    }

    /// The pairs that the last [`PairCache::end_step`] dropped.
    pub fn ended(&self) -> impl Iterator<Item = ((K, K), &X)> {
        self.ended.iter().map(|e| (e.pair, &e.value))
    }

    /// The index of a pair in `entries`, or the empty slot of the table where it belongs.
    fn find(&self, pair: (K, K)) -> Result<usize, usize> {
        if self.table.is_empty() {
            return Err(0);
        }
        let mask = self.table.len() - 1;
        let mut place = hash(pair) as usize & mask;
        // More than half of the table is empty.
        loop {
            let entry = self.table[place];
            if entry == EMPTY {
                return Err(place);
            }
            if self.entries[entry as usize].pair == pair {
                return Ok(entry as usize);
            }
            place = (place + 1) & mask;
        }
    }

    /// Builds the table for the current entries, with `size` slots.
    fn rebuild(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, EMPTY);
        for i in 0..self.entries.len() {
            if let Err(place) = self.find(self.entries[i].pair) {
                self.table[place] = i as u32;
            }
        }
    }
}

impl<X: Reset, K: Copy + Eq + Hash> PairCache<X, K> {
    /// The data of a pair, new if it was not there. This counts as a lookup in this step.
    pub fn get_or_insert(&mut self, pair: (K, K)) -> &mut X {
        let index = match self.find(pair) {
            Ok(index) => index,
            Err(place) => self.insert(pair, place),
        };
        let entry = &mut self.entries[index];
        entry.step = self.step;
        &mut entry.value
    }

    #[cold]
    fn insert(&mut self, pair: (K, K), mut place: usize) -> usize {
        let index = self.entries.len();
        if 2 * (index + 1) >= self.table.len() {
            self.rebuild((2 * self.table.len()).max(LEAST));
            place = self.find(pair).err().unwrap_or(place);
        }
        self.table[place] = index as u32;
        let value = self.spare.pop().unwrap_or_default();
        self.entries.push(Entry { pair, step: self.step, value });
        index
    }

    /// Ends a step: pairs not looked up since the last one are dropped, see [`PairCache::ended`]. Returns their number.
    pub fn end_step(&mut self) -> usize {
        for mut entry in self.ended.drain(..) {
            entry.value.reset();
            self.spare.push(entry.value);
        }
        let step = self.step;
        self.ended.extend(self.entries.extract_if(.., |e| e.step != step));
        if !self.ended.is_empty() {
            self.rebuild(self.table.len());
        }
        self.step += 1;
        self.ended.len()
    }

    /// Drops all pairs at once, as if none had been looked up in a step.
    pub fn clear(&mut self) {
        self.ended.append(&mut self.entries);
        for mut entry in self.ended.drain(..) {
            entry.value.reset();
            self.spare.push(entry.value);
        }
        self.table.fill(EMPTY);
    }
}
