//! Meaning of the words of statements, in numbers: one rule for each kind of statement, for all papers. Claims give numbers of their own only
//! if none of these fits.

/// The rules, as pages list them: the kind of statement, and when it holds.
pub const RULES: &[[&str; 2]] = &[
    ["a number, or a range from one number to another", "each number within a quarter of what is stated"],
    ["a gain or a share in percent", "within five points of what is stated, on either side"],
    ["in the order of a number", "within a factor of ten, on either side"],
    [
        "the same, or no noticeable difference",
        "means within 2 %, highest thousandths, which are of few configurations, within 10 %",
    ],
    [
        "more or less often, of rare events",
        "apart by more than twice the standard deviation of a difference of counts a and b, √(a + b); open where they are not",
    ],
    ["slightly or marginally more", "more, and by less than half"],
    [
        "faster or slower, by no stated number",
        "the ratio of times above or below 1, unless the claim says more",
    ],
    [
        "several pairs, rows, points, numbers or halves",
        "agrees where all hold, in part where at least half do, differs below; “apart from a few exceptions” is nine of ten",
    ],
    [
        "what hangs on an input that the paper does not give",
        "agrees or is open; it is neither refuted nor in part",
    ],
    ["both sides zero, or equal by construction", "vacuous, and not counted as agreed"],
    ["said by no sentence of the paper", "derived, and counted apart, whatever was found"],
];

/// A mean that differs by less is the same.
pub(crate) const SAME_MEAN: f64 = 0.02;

/// A highest thousandth that differs by less is the same.
pub(crate) const SAME_MOST: f64 = 0.1;

/// Percentage points within which a gain in percent counts as a stated one.
const POINTS: f64 = 5.0;

/// Limits between which a number is about another one.
pub(crate) fn about(stated: f64) -> [f64; 2] {
    [0.75 * stated, 1.25 * stated]
}

/// Whether a number is about another one.
pub(crate) fn is_about(found: f64, stated: f64) -> bool {
    let [least, most] = about(stated);
    (least..=most).contains(&found)
}

/// Number of ends of a range that are about those of another one.
pub(crate) fn ends([least, most]: [f64; 2], stated: [f64; 2]) -> usize {
    usize::from(is_about(least, stated[0])) + usize::from(is_about(most, stated[1]))
}

/// Whether a number lies between two others, each end a quarter wider.
pub(crate) fn is_within(found: f64, [least, most]: [f64; 2]) -> bool {
    (about(least)[0]..=about(most)[1]).contains(&found)
}

/// Whether a share in percent is within some points of a stated range.
pub(crate) fn is_percent(found: f64, [least, most]: [f64; 2]) -> bool {
    (least - POINTS..=most + POINTS).contains(&found)
}

/// Limits of the remaining time, relative to the time before, for a stated range of gains in percent.
pub(crate) fn time_left([least, most]: [f64; 2]) -> [f64; 2] {
    [most + POINTS, least - POINTS].map(|gain| 1.0 - gain / 100.0)
}

/// Whether a number is in the order of another one.
pub(crate) fn is_in_the_order_of(found: f64, stated: f64) -> bool {
    (0.1 * stated..=10.0 * stated).contains(&found)
}

/// Whether a count is more than another one, beyond chance; `None` if chance may decide.
pub(crate) fn is_more_often(count: f64, than: f64) -> Option<bool> {
    let apart = (count - than).abs() > 2.0 * (count + than).sqrt();
    apart.then_some(count > than)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_numbers() {
        assert_eq!([2.9, 3.0, 5.0, 5.1].map(|x| is_about(x, 4.0)), [false, true, true, false]);
        assert_eq!(ends([8.2, 27.0], [10.0, 60.0]), 1);
        assert_eq!([4.4, 4.5, 8.7, 8.8].map(|x| is_within(x, [6.0, 7.0])), [false, true, true, false]);
        assert_eq!([4.9, 5.0, 30.0, 30.1].map(|x| is_percent(x, [10.0, 25.0])), [false, true, true, false]);
        let [least, most] = time_left([10.0, 25.0]);
        assert!((least - 0.7).abs() < 1e-12 && (most - 0.95).abs() < 1e-12);
        assert!(is_in_the_order_of(1.4e-7, 1.5e-8) && !is_in_the_order_of(1e-9, 1.5e-8));
    }

    /// Thirty failures against twenty-nine, and 498 of 972 against the rest, were called agreement once.
    #[test]
    fn coin_flips_tell_nothing() {
        assert_eq!(is_more_often(30.0, 29.0), None);
        assert_eq!(is_more_often(498.0, 972.0 - 498.0), None);
        assert_eq!(is_more_often(0.0, 0.0), None);
        assert_eq!(is_more_often(75.0, 0.0), Some(true));
        assert_eq!(is_more_often(5.0, 40.0), Some(false));
    }
}
