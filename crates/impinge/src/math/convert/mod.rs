//! Conversions to and from other libraries' types, each behind a feature of its name. What may break a promise (a
//! quaternion that is not unit, a matrix that is not a rotation, a pose that is not finite) converts by `TryFrom`.
//! Versions without a feature of their own convert by way of `mint`.

#[cfg(any(feature = "glam", feature = "glam033"))]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;
