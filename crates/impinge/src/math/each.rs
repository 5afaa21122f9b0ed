//! Applies one function to each item of a short array.
//!
//! The standard library's `map` does this for arrays of any length, through four functions that are compiled again for
//! each call site: with `from_fn` that was a seventh of all code that this library, the simulation and the program's
//! own loops gave LLVM. Here each length has a line of its own, and only the calls remain of it.

/// Arrays the length of a simplex, a box or a block of numbers.
pub(crate) trait Each<T> {
    /// An array of the same length.
    type Of<U>;

    /// Applies `function` to each item, first to last.
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
