//! Functions of a precision that are compiled with the crate that defines them.
//!
//! A generic function is compiled in each program that calls it, at that program's optimization level, which is zero in
//! a debug build. A function with a long body instead calls one of two functions without type parameters, through
//! [`Real::asked`](super::Real::asked): these are compiled once, with the crate. See
//! `docs/decisions/0016-functions-of-a-precision.md`.

/// A function of a precision that calls one of two functions compiled with the crate: `$of`, in `f32` and in `f64`.
///
/// Lifetimes are written out, since both types of arguments have them.
#[doc(hidden)]
#[macro_export]
macro_rules! built_with_the_crate {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident<$($life:lifetime $(: $outlived:lifetime)?,)* $t:ident: Real>($($argument:ident: $type:ty),* $(,)?) -> $answer:ty = $of:path;
    ) => {
        $(#[$meta])*
        #[inline]
        $vis fn $name<$($life $(: $outlived)?,)* $t: $crate::math::Real>($($argument: $type),*) -> $answer {
            struct Asked<$($life $(: $outlived)?),*>(::core::marker::PhantomData<($(&$life (),)*)>);
            impl<$($life $(: $outlived)?),*> $crate::math::ByPrecision for Asked<$($life),*> {
                type Of<$t: $crate::math::Real> = ($($type,)*);
            }
            struct Answer<$($life $(: $outlived)?),*>(::core::marker::PhantomData<($(&$life (),)*)>);
            impl<$($life $(: $outlived)?),*> $crate::math::ByPrecision for Answer<$($life),*> {
                type Of<$t: $crate::math::Real> = $answer;
            }
            type In<A, P> = <A as $crate::math::ByPrecision>::Of<P>;
            #[inline(never)]
            fn single<$($life $(: $outlived)?),*>(($($argument,)*): In<Asked<$($life),*>, f32>) -> In<Answer<$($life),*>, f32> {
                $of($($argument),*)
            }
            #[inline(never)]
            fn double<$($life $(: $outlived)?),*>(($($argument,)*): In<Asked<$($life),*>, f64>) -> In<Answer<$($life),*>, f64> {
                $of($($argument),*)
            }
            $t::asked::<Asked<$($life),*>, Answer<$($life),*>>(
                ($($argument,)*),
                |asked| single(asked),
                |asked| double(asked),
            )
        }
    };
}

#[doc(hidden)]
pub use built_with_the_crate;
