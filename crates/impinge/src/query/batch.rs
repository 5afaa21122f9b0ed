//! Batched queries: the same query for many pairs. A table of shapes, pairs of indices, poses; one array for each field of the answer.
//!
//! Use it for thousands of pairs that are known beforehand: grasps, a table of samples, a broad phase of your own. To
//! find the pairs as well, see [`scene`](crate::scene).
//!
//! **Guarantee.** Answer i is bit for bit that of [`distance_with`](super::distance_with), [`contact_with`](super::contact_with) or
//! [`intersects`](super::intersects) for pair i, regardless of the order of the pairs and of the number of threads.
//! Indices and numbers of poses are checked before anything is computed.
//!
//! **Cost.** The cost of the single queries. The arrays keep their memory, so batches no larger than an earlier one do not
//! allocate. With the feature `parallel` pairs are answered in parallel, and handing work to other threads
//! may allocate.
//!
//! ```
//! use impinge::batch::{self, Batch, DistanceArrays, Poses};
//! use impinge::{Cuboid, Pose, Settings, Sphere, Vec3};
//!
//! let shapes = [Cuboid::new([1.0, 1.0, 1.0]).into(), Sphere::new(0.5).into()];
//! let pairs = [(0, 1), (1, 1)];
//! let a = [Pose::<Vec3<f64>>::IDENTITY; 2];
//! let b = [Pose::at([3.0, 0.0, 0.0]), Pose::at([0.0, 4.0, 0.0])];
//! let batch = Batch { shapes: &shapes, pairs: &pairs, poses: Poses::OfPairs { a: &a, b: &b } };
//!
//! let mut answers = DistanceArrays::default();
//! batch::distance(&batch, &Settings::default(), &mut answers).unwrap();
//! assert_eq!(answers.distance, [1.5, 3.0]);
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::any;
use crate::answer::{Contact, Distance, Settings};
use crate::math::{Pose, Vector};
use crate::nonconvex::Dimension;
use crate::observe::{Rung, Status};
use crate::parallel::join;
use crate::shape::At;

/// Number of pairs that one thread answers in one go. A pair takes 0.1 µs or more, handing work to another thread about 1 µs:
/// with fewer pairs that overhead would show, with more the threads would not finish together.
const STRETCH: usize = 64;

/// Pairs of shapes, with their poses.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a, V: Dimension> {
    /// The shapes, each in its own frame.
    pub shapes: &'a [V::Any],
    /// A and B of each pair, as indices of shapes.
    pub pairs: &'a [(u32, u32)],
    /// Poses of the shapes.
    pub poses: Poses<'a, V>,
}

/// Poses of the shapes of a batch.
#[derive(Clone, Copy, Debug)]
pub enum Poses<'a, V: Vector> {
    /// One pose for each shape: a shape has the same pose in all its pairs.
    OfShapes(&'a [Pose<V>]),
    /// Two poses for each pair.
    OfPairs {
        /// Pose of A of each pair.
        a: &'a [Pose<V>],
        /// Pose of B of each pair.
        b: &'a [Pose<V>],
    },
}

/// Reason why a batch was rejected. Nothing was computed, and the arrays are unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// No shape has this index.
    NoSuchShape {
        /// The first pair that names it.
        pair: usize,
        /// The index.
        shape: u32,
        /// The number of shapes.
        shapes: usize,
    },
    /// The number of poses differs from the number of shapes, or of pairs.
    WrongNumberOfPoses {
        /// The number of poses given.
        given: usize,
        /// The number of poses needed.
        needed: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchShape { pair, shape, shapes } => {
                write!(f, "pair {pair} refers to shape {shape}, but there are {shapes} shapes")
            }
            Self::WrongNumberOfPoses { given, needed } => {
                write!(f, "{given} poses were given, but {needed} are needed")
            }
        }
    }
}

impl core::error::Error for BatchError {}

/// Answers of one kind as columns, one for each field; separate parts can be written in parallel.
trait Columns: Sized + Send {
    type Answer;
    fn count(&self) -> usize;
    fn split(self, at: usize) -> (Self, Self);
    fn put(&mut self, i: usize, answer: Self::Answer);
}

macro_rules! arrays {
    ($(#[$doc:meta])* $arrays:ident, $columns:ident of $answer:ident; $first:ident, $($field:ident: $type:ty,)+) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize))]
        #[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
        pub struct $arrays<V: Vector> {
            #[doc = concat!("See [`", stringify!($answer), "::", stringify!($first), "`].")]
            pub $first: Vec<V::Scalar>,
            $(
                #[doc = concat!("See [`", stringify!($answer), "::", stringify!($field), "`].")]
                pub $field: Vec<$type>,
            )+
        }

        impl<V: Vector> Default for $arrays<V> {
            fn default() -> Self {
                Self { $first: Vec::new(), $($field: Vec::new(),)+ }
            }
        }

        impl<V: Vector> $arrays<V> {
            /// Number of answers.
            pub fn len(&self) -> usize {
                self.$first.len()
            }
            /// True if there are no answers.
            pub fn is_empty(&self) -> bool {
                self.$first.is_empty()
            }
            /// Answer `i` as a whole; `None` if `i` is out of range.
            pub fn get(&self, i: usize) -> Option<$answer<V>> {
                Some($answer {
                    $first: *self.$first.get(i)?,
                    $($field: *self.$field.get(i)?,)+
                    part_a: None,
                    part_b: None,
                })
            }
            /// Columns resized to the number of pairs.
            fn columns(&mut self, count: usize) -> $columns<'_, V> {
                self.$first.resize(count, Default::default());
                $(self.$field.resize(count, Default::default());)+
                $columns { $first: &mut self.$first, $($field: &mut self.$field,)+ }
            }
        }

        struct $columns<'a, V: Vector> {
            $first: &'a mut [V::Scalar],
            $($field: &'a mut [$type],)+
        }

        impl<V: Vector> Columns for $columns<'_, V> {
            type Answer = $answer<V>;
            fn count(&self) -> usize {
                self.$first.len()
            }
            fn split(self, at: usize) -> (Self, Self) {
                let $first = self.$first.split_at_mut(at);
                $(let $field = self.$field.split_at_mut(at);)+
                (
                    Self { $first: $first.0, $($field: $field.0,)+ },
                    Self { $first: $first.1, $($field: $field.1,)+ },
                )
            }
            #[inline]
            fn put(&mut self, i: usize, answer: $answer<V>) {
                self.$first[i] = answer.$first;
                $(self.$field[i] = answer.$field;)+
            }
        }
    };
}

arrays! {
    /// Answers of [`distance`], one array for each field. Reuse it for the next batch to avoid allocation.
    DistanceArrays, DistanceColumns of Distance;
    distance,
    error: V::Scalar,
    point_a: V,
    point_b: V,
    normal: V,
    status: Status,
    rung: Rung,
    iterations: u32,
}

arrays! {
    /// Answers of [`contact`], one array for each field. Reuse it for the next batch to avoid allocation.
    ContactArrays, ContactColumns of Contact;
    signed_distance,
    error: V::Scalar,
    point_a: V,
    point_b: V,
    normal: V,
    status: Status,
    rung: Rung,
    iterations: u32,
}

impl Columns for &mut [bool] {
    type Answer = bool;
    fn count(&self) -> usize {
        self.len()
    }
    fn split(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
    #[inline]
    fn put(&mut self, i: usize, answer: bool) {
        self[i] = answer;
    }
}

/// Whether the shapes of each pair meet; touching counts. With a margin in `settings`, whether they are within it.
///
/// # Errors
/// See [`BatchError`].
#[inline(never)]
pub fn intersects<V: Dimension>(
    batch: &Batch<'_, V>,
    settings: &Settings,
    answers: &mut Vec<bool>,
) -> Result<(), BatchError> {
    batch.check()?;
    answers.resize(batch.pairs.len(), false);
    fill(&mut answers[..], 0, batch, &|a, b| any::intersects_with(a, b, settings));
    Ok(())
}

/// The distance of the shapes of each pair.
///
/// # Errors
/// See [`BatchError`].
#[inline(never)]
pub fn distance<V: Dimension>(
    batch: &Batch<'_, V>,
    settings: &Settings,
    answers: &mut DistanceArrays<V>,
) -> Result<(), BatchError> {
    batch.check()?;
    fill(answers.columns(batch.pairs.len()), 0, batch, &|a, b| any::distance(a, b, settings));
    Ok(())
}

/// The signed distance of the shapes of each pair, with witness points and normal.
///
/// # Errors
/// See [`BatchError`].
#[inline(never)]
pub fn contact<V: Dimension>(
    batch: &Batch<'_, V>,
    settings: &Settings,
    answers: &mut ContactArrays<V>,
) -> Result<(), BatchError> {
    batch.check()?;
    fill(answers.columns(batch.pairs.len()), 0, batch, &|a, b| any::contact(a, b, settings));
    Ok(())
}

impl<'a, V: Dimension> Batch<'a, V> {
    /// Checks that every index refers to a shape and every shape has its pose.
    ///
    /// # Errors
    /// See [`BatchError`].
    pub fn check(&self) -> Result<(), BatchError> {
        let counts = match self.poses {
            Poses::OfShapes(poses) => [(poses.len(), self.shapes.len()); 2],
            Poses::OfPairs { a, b } => [(a.len(), self.pairs.len()), (b.len(), self.pairs.len())],
        };
        for (given, needed) in counts {
            if given != needed {
                return Err(BatchError::WrongNumberOfPoses { given, needed });
            }
        }
        let shapes = self.shapes.len();
        for (pair, &(a, b)) in self.pairs.iter().enumerate() {
            for shape in [a, b] {
                if shape as usize >= shapes {
                    return Err(BatchError::NoSuchShape { pair, shape, shapes });
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn pair(&self, i: usize) -> [At<&'a V::Any>; 2] {
        let (a, b) = self.pairs[i];
        let (a, b) = (a as usize, b as usize);
        let (pose_a, pose_b) = match self.poses {
            Poses::OfShapes(poses) => (poses[a], poses[b]),
            Poses::OfPairs { a, b } => (a[i], b[i]),
        };
        [At::new(&self.shapes[a], pose_a), At::new(&self.shapes[b], pose_b)]
    }
}

/// Answers pairs from `first` on, recursively in halves until they are short enough for one thread.
fn fill<'a, V: Dimension, C: Columns>(
    mut columns: C,
    first: usize,
    batch: &Batch<'a, V>,
    query: &(impl Fn(&At<&'a V::Any>, &At<&'a V::Any>) -> C::Answer + Sync),
) {
    let count = columns.count();
    if count > STRETCH && cfg!(feature = "parallel") {
        let half = count / 2;
        let (left, right) = columns.split(half);
        join(|| fill(left, first, batch, query), || fill(right, first + half, batch, query));
        return;
    }
    for i in 0..count {
        let [a, b] = batch.pair(first + i);
        columns.put(i, query(&a, &b));
    }
}
