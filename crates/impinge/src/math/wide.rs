//! Integers of hundreds or thousands of bits, for signs that must be exact.
//!
//! A number is an array of 64-bit words, the lowest first, in two's complement. Nothing is allocated and nothing is
//! rounded; the caller ensures that results fit, by counting bits.

/// An integer of `N` × 64 bits.
pub(crate) type Wide<const N: usize> = [u64; N];

/// A number as mantissa × 2^exponent, with the mantissa odd or zero.
pub(crate) fn parts(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let field = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let mantissa = if field == 0 { fraction } else { fraction | (1 << 52) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros() as i32;
    let odd = (mantissa >> zeros) as i64;
    (if x < 0.0 { -odd } else { odd }, field.max(1) - 1075 + zeros)
}

/// `mantissa` × 2^`shift`; a negative shift drops bits, towards minus infinity. The result must fit.
pub(crate) fn shifted<const N: usize>(mantissa: i64, shift: i32) -> Wide<N> {
    let fill = if mantissa < 0 { u64::MAX } else { 0 };
    if shift < 0 {
        let mut x = [fill; N];
        x[0] = (mantissa >> (-shift).min(63)) as u64;
        return x;
    }
    let (word, bits) = (shift as usize / 64, shift % 64);
    let wide = i128::from(mantissa) << bits;
    let mut x = [fill; N];
    x[..word].fill(0);
    x[word] = wide as u64;
    if word + 1 < N {
        x[word + 1] = (wide >> 64) as u64;
    }
    x
}

/// Whether the number is negative.
#[inline]
pub(crate) fn negative<const N: usize>(x: &Wide<N>) -> bool {
    x[N - 1] >> 63 == 1
}

/// a + b.
#[inline]
pub(crate) fn add<const N: usize>(a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
    let (mut sum, mut carry) = ([0; N], false);
    for i in 0..N {
        let (x, over) = a[i].overflowing_add(b[i]);
        let (x, again) = x.overflowing_add(u64::from(carry));
        (sum[i], carry) = (x, over | again);
    }
    sum
}

/// −a.
#[inline]
pub(crate) fn negated<const N: usize>(a: &Wide<N>) -> Wide<N> {
    let (mut x, mut carry) = ([0; N], true);
    for i in 0..N {
        (x[i], carry) = (!a[i]).overflowing_add(u64::from(carry));
    }
    x
}

/// a − b.
#[inline]
pub(crate) fn sub<const N: usize>(a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
    add(a, &negated(b))
}

/// |a|.
#[inline]
fn magnitude<const N: usize>(a: &Wide<N>) -> Wide<N> {
    if negative(a) { negated(a) } else { *a }
}

/// Number of words up to the highest that is not zero.
#[inline]
fn length<const N: usize>(x: &Wide<N>) -> usize {
    N - x.iter().rev().take_while(|&&word| word == 0).count()
}

/// a × b in `C` words, which must hold it.
#[inline]
pub(crate) fn mul<const A: usize, const B: usize, const C: usize>(a: &Wide<A>, b: &Wide<B>) -> Wide<C> {
    let (x, y) = (magnitude(a), magnitude(b));
    let (x, y) = (&x[..length(&x)], &y[..length(&y)]);
    let mut product = [0; C];
    for (i, &factor) in x.iter().enumerate() {
        let mut carry = 0;
        for (slot, &other) in product[i..].iter_mut().zip(y) {
            let sum = u128::from(factor) * u128::from(other) + u128::from(*slot) + u128::from(carry);
            (*slot, carry) = (sum as u64, (sum >> 64) as u64);
        }
        if let Some(slot) = product.get_mut(i + y.len()) {
            *slot = carry;
        }
    }
    if negative(a) == negative(b) { product } else { negated(&product) }
}

/// The sign: −1, 0 or 1; 0 for every number of magnitude below 2^`doubt`.
pub(crate) fn sign<const N: usize>(x: &Wide<N>, doubt: usize) -> i8 {
    let size = magnitude(x);
    let (word, bit) = (doubt / 64, doubt % 64);
    if size[word] >> bit == 0 && size[word + 1..].iter().all(|&w| w == 0) {
        return 0;
    }
    if negative(x) { -1 } else { 1 }
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::*;

    fn wide(x: i128) -> Wide<4> {
        let fill = if x < 0 { u64::MAX } else { 0 };
        [x as u64, (x >> 64) as u64, fill, fill]
    }

    fn narrow(x: &[u64]) -> i128 {
        (i128::from(x[1]) << 64) | i128::from(x[0])
    }

    /// Numbers of all sizes up to 2^62, of both signs.
    fn numbers() -> impl Iterator<Item = i128> {
        let mut rng = Rng::linear(7);
        (0..2000).map(move |i| i128::from((rng.bits() as i64) >> (1 + (i * 7) % 63)))
    }

    #[test]
    fn arithmetic_is_that_of_i128() {
        let mut last = 1_i128;
        for x in numbers() {
            let (a, b) = (wide(x), wide(last));
            assert_eq!(narrow(&add(&a, &b)), x + last);
            assert_eq!(narrow(&sub(&a, &b)), x - last);
            let product: Wide<8> = mul(&a, &b);
            assert_eq!((narrow(&product), negative(&product)), (x * last, x * last < 0));
            assert_eq!(i128::from(sign(&product, 0)), (x * last).signum());
            assert_eq!(sign(&a, 20) == 0, x.unsigned_abs() < 1 << 20);
            last = x;
        }
    }

    #[test]
    fn long_products_are_exact() {
        // (2^200 − 1)² × (2^200 − 1) = 2^600 − 3×2^400 + 3×2^200 − 1, by shifts of the terms.
        let one: Wide<12> = shifted(1, 0);
        let a: Wide<4> = sub(&shifted(1, 200), &shifted(1, 0));
        let square: Wide<8> = mul(&a, &a);
        let cube: Wide<12> = mul(&square, &negated(&a));
        let three = |shift| shifted::<12>(3, shift);
        let right = sub(&add(&sub(&shifted(1, 600), &three(400)), &three(200)), &one);
        assert_eq!(cube, negated(&right));
        assert_eq!((sign(&cube, 0), sign(&cube, 599), sign(&cube, 600)), (-1, -1, 0));
    }

    #[test]
    fn shifts_go_both_ways() {
        assert_eq!(shifted::<4>(-5, -1), wide(-3));
        assert_eq!(shifted::<4>(5, -1), wide(2));
        assert_eq!(shifted::<4>(-1, -4000), wide(-1));
        assert_eq!(shifted::<4>(-3, 60), wide(-3 << 60));
        let high = shifted::<4>(-1, 200);
        assert!(negative(&high) && sign(&high, 200) == -1 && sign(&high, 201) == 0);
    }
}
