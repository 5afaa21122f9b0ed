//! Forces that push only, or that are bounded: a linear complementarity problem with a box.
//!
//! Answers: x within its bounds with w = A x + b, where w = 0 unless x is at a bound, w ≥ 0 at its lower one and w ≤ 0 at its
//! upper one. Use it for contacts, limits and friction; rows without bounds are equations.
//!
//! **Source.** Baraff, "Fast Contact Force Computation for Nonpenetrating Rigid Bodies", SIGGRAPH 1994: the pivoting method of Cottle and
//! Dantzig, one row after the other. Our choice; the report names none. The box, of which the paper has the lower side, is ours.
//!
//! | symbol | meaning |
//! |---|---|
//! | A, b | symmetric positive definite; how w depends on x, and w without x |
//! | F | rows that are free: within their bounds, w = 0 |
//! | s | how far x of the driven row goes until something happens |
//!
//! **Steps.** Row i is driven: x_i goes where w_i comes nearer to 0, and x of F changes by −A_FF⁻¹ A_Fi so that their w stay 0. The first
//! of four events ends the step: w_i is 0, and i is free; x_i is at its bound; a free row is at its bound, and leaves F; a row at its bound
//! has w = 0, and joins F. After the first two the next row is driven.
//!
//! **Guarantees.** Rows that were driven keep their conditions, up to rounding. [`Solution::complete`] is false if a row took more than
//! [`STEPS`] steps, which for a definite A only rounding does; x is then within its bounds all the same.
//!
//! **Cost.** O(m²) for each step with m free rows, where one leaves F O(m³); O(n) steps in practice.
//!
//! **Failure.** [`Dependent`]: an equation whose row is one of the others, up to rounding. It is reported, not solved.

use super::block::SINGULAR;

/// Most events for each row, in multiples of the number of rows and at least 16: far beyond what a definite matrix takes, so that the loop
/// always ends.
const STEPS: usize = 4;

/// The row that depends on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dependent(pub usize);

/// x.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solution {
    pub x: Vec<f64>,
    /// Whether all conditions hold.
    pub complete: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// Not driven yet, or with equal bounds: not considered.
    Out,
    Low,
    High,
    Free,
}

/// Solves for `n` = `b.len()` rows, A row by row.
///
/// # Errors
/// If an equation depends on others.
pub(crate) fn solve(a: &[f64], b: &[f64], bounds: &[[f64; 2]]) -> Result<Solution, Dependent> {
    let n = b.len();
    let mut x = vec![0.0; n];
    let mut w = b.to_vec();
    let mut side = vec![Side::Out; n];
    let mut free = Free::new(n);
    let mut complete = true;
    for i in 0..n {
        if bounds[i][0] < bounds[i][1] {
            complete &= drive(a, bounds, i, &mut x, &mut w, &mut side, &mut free)?;
        }
    }
    // Once more for F from its equations, so that the rounding of all steps is gone.
    let mut sums: Vec<f64> = Vec::with_capacity(free.list.len());
    for &k in &free.list {
        let others = (0..n).filter(|&j| side[j] != Side::Free).map(|j| a[k * n + j] * x[j]);
        sums.push(-b[k] - others.sum::<f64>());
    }
    free.solve(&mut sums);
    for (&k, sum) in free.list.iter().zip(sums) {
        x[k] = sum.clamp(bounds[k][0], bounds[k][1]);
    }
    Ok(Solution { x, complete })
}

/// Event that ends a step.
#[derive(Clone, Copy)]
enum Event {
    /// w of the driven row is 0.
    Solved,
    /// The driven row is at its bound.
    Bounded(Side),
    /// The free row of this place in F is at its bound.
    Leaves(usize, Side),
    /// This row at its bound has w = 0.
    Joins(usize),
}

/// Drives row `i` until its condition holds. False if that took too long.
fn drive(
    a: &[f64],
    bounds: &[[f64; 2]],
    i: usize,
    x: &mut [f64],
    w: &mut [f64],
    side: &mut [Side],
    free: &mut Free,
) -> Result<bool, Dependent> {
    let n = w.len();
    let [low, high] = bounds[i];
    for _ in 0..(STEPS * n).max(16) {
        if x[i] <= low && w[i] >= 0.0 {
            side[i] = Side::Low;
            return Ok(true);
        }
        if x[i] >= high && w[i] <= 0.0 {
            side[i] = Side::High;
            return Ok(true);
        }
        let way = if w[i] < 0.0 { 1.0 } else { -1.0 };
        // Changes of F and of w as x_i goes by one.
        let mut of_free: Vec<f64> = free.list.iter().map(|&k| -way * a[k * n + i]).collect();
        free.solve(&mut of_free);
        let rate = |k: usize| {
            let along = free.list.iter().zip(&of_free).map(|(&j, change)| a[k * n + j] * change);
            way * a[k * n + i] + along.sum::<f64>()
        };
        let own = way * rate(i);
        if own <= SINGULAR * a[i * n + i] || own.is_nan() {
            return if low == f64::NEG_INFINITY && high == f64::INFINITY {
                Err(Dependent(i))
            } else {
                Ok(false)
            };
        }
        let (mut s, mut event) = ((w[i] / own).abs(), Event::Solved);
        let mut first = |at: f64, what: Event| {
            if at < s {
                (s, event) = (at.max(0.0), what);
            }
        };
        let edge = if way > 0.0 { high } else { low };
        first((edge - x[i]) * way, Event::Bounded(if way > 0.0 { Side::High } else { Side::Low }));
        for (place, (&k, &change)) in free.list.iter().zip(&of_free).enumerate() {
            if change < 0.0 {
                first((bounds[k][0] - x[k]) / change, Event::Leaves(place, Side::Low));
            } else if change > 0.0 {
                first((bounds[k][1] - x[k]) / change, Event::Leaves(place, Side::High));
            }
        }
        let rates: Vec<f64> = (0..n).map(rate).collect();
        for k in (0..n).filter(|&k| k != i) {
            match side[k] {
                Side::Low if rates[k] < 0.0 => first(-w[k] / rates[k], Event::Joins(k)),
                Side::High if rates[k] > 0.0 => first(-w[k] / rates[k], Event::Joins(k)),
                _ => {}
            }
        }
        for (&k, change) in free.list.iter().zip(&of_free) {
            x[k] += s * change;
        }
        x[i] += s * way;
        for (w, rate) in w.iter_mut().zip(&rates) {
            *w += s * rate;
        }
        for &k in &free.list {
            w[k] = 0.0;
        }
        let joins = match event {
            Event::Solved => Some(i),
            Event::Bounded(at) => {
                x[i] = edge;
                side[i] = at;
                None
            }
            Event::Leaves(place, at) => {
                let k = free.list[place];
                x[k] = bounds[k][usize::from(at == Side::High)];
                side[k] = at;
                free.remove(a, n, place);
                continue;
            }
            Event::Joins(k) => Some(k),
        };
        let Some(k) = joins else { return Ok(true) };
        if !free.append(a, n, k) {
            return Ok(false);
        }
        side[k] = Side::Free;
        w[k] = 0.0;
        if k == i {
            return Ok(true);
        }
    }
    Ok(false)
}

/// F, with the Cholesky factor of A_FF.
struct Free {
    list: Vec<usize>,
    /// Row by row, each `stride` long.
    factor: Vec<f64>,
    stride: usize,
}

impl Free {
    fn new(stride: usize) -> Self {
        Self { list: Vec::new(), factor: vec![0.0; stride * stride], stride }
    }

    /// Adds a row to F. If it depends on the others, returns false and adds nothing.
    fn append(&mut self, a: &[f64], n: usize, k: usize) -> bool {
        let (m, stride) = (self.list.len(), self.stride);
        let mut pivot = a[k * n + k];
        for j in 0..m {
            let mut sum = a[k * n + self.list[j]];
            for l in 0..j {
                sum -= self.factor[m * stride + l] * self.factor[j * stride + l];
            }
            let entry = sum / self.factor[j * stride + j];
            self.factor[m * stride + j] = entry;
            pivot -= entry * entry;
        }
        if pivot <= SINGULAR * a[k * n + k] || pivot.is_nan() {
            return false;
        }
        self.factor[m * stride + m] = pivot.sqrt();
        self.list.push(k);
        true
    }

    /// Removes a row; those after it are factored again, which always works for a part of a definite matrix.
    fn remove(&mut self, a: &[f64], n: usize, place: usize) {
        let later = self.list.split_off(place);
        for &k in &later[1..] {
            self.append(a, n, k);
        }
    }

    /// A_FF⁻¹, in place.
    fn solve(&self, x: &mut [f64]) {
        let (m, stride) = (self.list.len(), self.stride);
        for i in 0..m {
            for k in 0..i {
                x[i] -= self.factor[i * stride + k] * x[k];
            }
            x[i] /= self.factor[i * stride + i];
        }
        for i in (0..m).rev() {
            for k in i + 1..m {
                x[i] -= self.factor[k * stride + i] * x[k];
            }
            x[i] /= self.factor[i * stride + i];
        }
    }
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::{Dependent, solve};

    /// Bounds of all kinds on random definite matrices; all conditions hold, and all ways to meet them are met.
    #[test]
    fn conditions_hold() {
        let mut rng = Rng::new(5);
        let mut at = [0; 3];
        for n in (1..24).cycle().take(300) {
            let g: Vec<f64> = (0..n * n).map(|_| rng.between(-1.0, 1.0)).collect();
            let mut a = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..n {
                    a[i * n + j] = (0..n).map(|k| g[i * n + k] * g[j * n + k]).sum();
                }
                a[i * n + i] += 0.01;
            }
            let b: Vec<f64> = (0..n).map(|_| rng.between(-1.0, 1.0)).collect();
            let bounds: Vec<[f64; 2]> = (0..n)
                .map(|_| match rng.below(4) {
                    0 => [f64::NEG_INFINITY, f64::INFINITY],
                    1 => [0.0, f64::INFINITY],
                    2 => [-0.3, 0.3],
                    _ => [0.0, 0.0],
                })
                .collect();
            let found = solve(&a, &b, &bounds).unwrap();
            assert!(found.complete);
            for i in 0..n {
                let w = b[i] + (0..n).map(|j| a[i * n + j] * found.x[j]).sum::<f64>();
                let ([low, high], x) = (bounds[i], found.x[i]);
                assert!(low <= x && x <= high);
                if low == high {
                    continue;
                }
                let (ok, which) = match x {
                    _ if x <= low => (w > -1e-9, 0),
                    _ if x >= high => (w < 1e-9, 1),
                    _ => (w.abs() < 1e-9, 2),
                };
                assert!(ok, "row {i} of {n}: x {x}, w {w}");
                at[which] += 1;
            }
        }
        assert!(at.iter().all(|&count| count > 100), "{at:?}");
    }

    #[test]
    fn equations_that_depend_on_others_are_reported() {
        let free = [f64::NEG_INFINITY, f64::INFINITY];
        let a = [1.0, 2.0, 2.0, 4.0];
        assert_eq!(solve(&a, &[1.0, 1.0], &[free, free]), Err(Dependent(1)));
        // As a push it gives nothing, and is within its bounds.
        let found = solve(&a, &[1.0, 1.0], &[free, [0.0, f64::INFINITY]]).unwrap();
        assert_eq!((found.x[1], found.complete), (0.0, false));
        assert_eq!(solve(&[], &[], &[]).unwrap().x, Vec::<f64>::new());
    }
}
