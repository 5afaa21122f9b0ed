//! The same accelerations and multipliers by a dense matrix: the textbook's J M⁻¹ Jᵀ λ = c − J M⁻¹ F over all joints at once.
//!
//! The oracle of [`super::system`], with which it shares the rows and no step of the solution, and the reference of the figure of times:
//! O(m³) for m rows. Loops are rows like any others here.

use super::block::SINGULAR;
use super::rigid::{Rigid, Six};
use super::row::{Row, Rows};
use super::system::Singular;

/// λ of each joint's rows, one after the other, where the rows shall accelerate by `wanted`.
///
/// # Errors
/// If a joint's rows depend on those before it.
pub(crate) fn multipliers(
    bodies: &[Rigid],
    rows: &[Rows],
    forces: &[Six],
    wanted: &[f64],
) -> Result<Vec<f64>, Singular> {
    let list: Vec<(usize, Row)> = rows
        .iter()
        .enumerate()
        .flat_map(|(joint, rows)| rows.as_slice().iter().map(move |&row| (joint, row)))
        .collect();
    let n = list.len();
    let halves = |(joint, row): &(usize, Row)| {
        let (a, b) = rows[*joint].bodies;
        [(a, row.on_a), (Some(b), row.on_b)]
    };
    let mut matrix = vec![0.0; n * n];
    let mut x = vec![0.0; n];
    for (l, right) in list.iter().enumerate() {
        let answers = halves(right).map(|(body, half)| (body, body.map(|body| bodies[body].response(&half))));
        for (k, left) in list.iter().enumerate() {
            for (body, half) in halves(left) {
                for (other, answer) in &answers {
                    if let (true, Some(answer)) = (body == *other, answer) {
                        matrix[k * n + l] += half.dot(answer);
                    }
                }
            }
        }
        x[l] = wanted[l];
        for (body, half) in halves(right) {
            if let Some(body) = body {
                x[l] -= half.dot(&bodies[body].response(&forces[body]));
            }
        }
    }
    // Cholesky, in place.
    for i in 0..n {
        let own = matrix[i * n + i];
        for j in 0..=i {
            let mut sum = matrix[i * n + j];
            for k in 0..j {
                sum -= matrix[i * n + k] * matrix[j * n + k];
            }
            if j < i {
                matrix[i * n + j] = sum / matrix[j * n + j];
            } else if sum > SINGULAR * own {
                matrix[i * n + i] = sum.sqrt();
            } else {
                return Err(Singular::Joint(list[i].0));
            }
        }
    }
    for i in 0..n {
        for k in 0..i {
            x[i] -= matrix[i * n + k] * x[k];
        }
        x[i] /= matrix[i * n + i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            x[i] -= matrix[k * n + i] * x[k];
        }
        x[i] /= matrix[i * n + i];
    }
    Ok(x)
}
