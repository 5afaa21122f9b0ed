//! Small square matrices of the system, at most 6 × 6, and their Cholesky factors.

/// The largest side.
pub(crate) const SIDE: usize = 6;

/// A pivot up to this part of the entry that it began with is rounding: 4096 ε. Rows that are independent by less than that, as a
/// millionth of a radian between two axes is, have no multipliers that mean anything.
pub(crate) const SINGULAR: f64 = 4096.0 * f64::EPSILON;

/// A matrix whose unused part is zero.
pub(crate) type Block = [[f64; SIDE]; SIDE];

/// A vector whose unused part is zero.
pub(crate) type Part = [f64; SIDE];

/// The lower factor L with L Lᵀ = A, of the first `n` rows of a symmetric matrix. None where it is not positive definite, up to
/// [`SINGULAR`]; NaN is not.
pub(crate) fn cholesky(a: &Block, n: usize) -> Option<Block> {
    let mut l = [[0.0; SIDE]; SIDE];
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = l[i].iter().zip(&l[j]).take(j).map(|(x, y)| x * y).sum();
            let sum = a[i][j] - known;
            if j < i {
                l[i][j] = sum / l[j][j];
            } else if sum > SINGULAR * a[i][i] && sum > 0.0 && sum.is_finite() {
                l[i][i] = sum.sqrt();
            } else {
                return None;
            }
        }
    }
    Some(l)
}

/// The solution of L Lᵀ x = b, in place.
pub(crate) fn substitute(l: &Block, n: usize, x: &mut Part) {
    for i in 0..n {
        for k in 0..i {
            x[i] -= l[i][k] * x[k];
        }
        x[i] /= l[i][i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            x[i] -= l[k][i] * x[k];
        }
        x[i] /= l[i][i];
    }
}

#[cfg(test)]
mod tests {
    use super::{SIDE, cholesky, substitute};

    #[test]
    fn factors_solve_and_singular_matrices_are_refused() {
        let mut a = [[0.0; SIDE]; SIDE];
        for (i, row) in a.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = 1.0 / (1 + i + j) as f64 + if i == j { 0.5 } else { 0.0 };
            }
        }
        for n in 1..=SIDE {
            let l = cholesky(&a, n).unwrap();
            let mut x = [0.0; SIDE];
            for i in 0..n {
                x[i] = (0..n).map(|j| a[i][j] * (j as f64 - 2.0)).sum();
            }
            substitute(&l, n, &mut x);
            for (j, x) in x.iter().enumerate().take(n) {
                assert!((x - (j as f64 - 2.0)).abs() < 1e-13, "{n}: {x}");
            }
        }
        assert_eq!(cholesky(&[[1.0; SIDE]; SIDE], 2), None);
        assert_eq!(cholesky(&[[f64::NAN; SIDE]; SIDE], 1), None);
        assert_eq!(cholesky(&[[0.0; SIDE]; SIDE], 1), None);
    }
}
