//! Conversions to and from the types of other libraries, each behind a feature of that name. Types that may break an
//! invariant (a quaternion that is not unit, a matrix that is not a rotation, a pose that is not finite) convert by
//! `TryFrom`. Versions without a feature of their own convert through `mint`.

#[cfg(any(feature = "glam", feature = "glam033"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;
