//! Conversions to and from other libraries' types, each behind a feature of its name. What may break a promise (a
//! quaternion that is not unit, a pose that is not finite) converts by `TryFrom`.

#[cfg(feature = "glam")]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "nalgebra")]
mod nalgebra;
