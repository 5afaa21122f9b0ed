//! The same function of each item of a short array.
//!
//! `map` of the standard library does this for arrays of any length, through four functions that are built anew for each place where
//! it is used: with `from_fn` a seventh of all that this library, the simulation and the program's own loops gave LLVM to work on. Here
//! each length has a line of its own, and nothing is left of it but the calls.

/// Arrays as long as a simplex, a box or a block of numbers.
pub(crate) trait Each<T> {
    /// An array of the same length.
    type Of<U>;

    /// What `function` makes of each item, first to last.
    fn each<U>(self, function: impl FnMut(T) -> U) -> Self::Of<U>;
}

macro_rules! each {
    ($($length:literal: $($item:ident)+);+ $(;)?) => {$(
        impl<T> Each<T> for [T; $length] {
            type Of<U> = [U; $length];

            #[inline(always)]
            fn each<U>(self, mut function: impl FnMut(T) -> U) -> [U; $length] {
                let [$($item),+] = self;
                [$(function($item)),+]
            }
        }
    )+};
}

each! {
    2: a b;
    3: a b c;
    4: a b c d;
    5: a b c d e;
    6: a b c d e f;
    8: a b c d e f g h;
}
