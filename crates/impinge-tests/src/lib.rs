//! What the tests of the library share; they themselves are in the folder `tests`, one program for each folder or file.
//!
//! Scenes and oracles, which examples and benches use as well, are in `impinge-scenes`.

#[cfg(doctest)]
mod book;
pub mod counting;
pub mod front;

/// Two tests of each check, which is written once: `single::check` in `f32` and `double::check` in `f64`.
#[macro_export]
macro_rules! in_both_precisions {
    ($($check:ident),+ $(,)?) => {
        mod single {
            $(#[test] fn $check() { super::$check::<f32>(); })+
        }
        mod double {
            $(#[test] fn $check() { super::$check::<f64>(); })+
        }
    };
}

/// A check, run in the plane and in space, in both precisions.
#[macro_export]
macro_rules! everywhere {
    ($check:ident($($argument:expr),*)) => {
        $check::<impinge::Vec2<f32>>($($argument),*);
        $check::<impinge::Vec2<f64>>($($argument),*);
        $check::<impinge::Vec3<f32>>($($argument),*);
        $check::<impinge::Vec3<f64>>($($argument),*);
    };
}
