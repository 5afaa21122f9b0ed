//! Restitution of contacts in the plane.

use impinge::Real;

use super::super::bounce::{ROUNDS, part};
use super::{Four, FourBodies, PlaneContacts};

impl<T: Real> PlaneContacts<T> {
    /// Whether any of the four has restitution.
    #[inline(always)]
    pub(super) fn may_bounce(&self) -> bool {
        self.restitution.any_positive()
    }

    /// Counts the energy that impulses along the normal took, with the speeds before and after them; see `push_points` for the sums.
    #[inline(never)]
    pub(super) fn absorb(&mut self, sums: [Four<T>; 2], before: [Four<T>; 2], after: [Four<T>; 2]) {
        self.absorbed = self.absorbed - (power(sums, before) + power(sums, after)) * Four::all(T::HALF);
    }

    /// Restitution, after all sub-steps, for impacts faster than `slowest`.
    #[inline(never)]
    pub(super) fn bounce(&mut self, slowest: T, a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        if !self.may_bounce() {
            return;
        }
        let (before, restitution) = (self.speeds(a, b), self.restitution);
        let (mut speeds, mut sums) = (before, [Four::ZERO; 2]);
        let mut given = [Four::ZERO; super::MAX_POINTS];
        for _ in 0..ROUNDS {
            for (p, given) in self.points[..self.count].iter().zip(&mut given) {
                let new = (*given - p.mass * (p.sees(speeds) + restitution * p.approach)).max(-p.impulse);
                let faster = -(p.approach + Four::all(slowest));
                let new = faster.min(p.total).min(restitution).if_positive(new, Four::ZERO);
                let change = new - *given;
                *given = new;
                let [sum, xs] = &mut sums;
                *sum += change;
                *xs += p.x * change;
                for (speed, response) in speeds.iter_mut().zip(p.response) {
                    *speed += response * change;
                }
            }
        }
        let most = restitution * restitution * self.absorbed;
        let part = part(power(sums, before), power(sums, speeds), most);
        for (p, given) in self.points[..self.count].iter_mut().zip(given) {
            let given = given * part;
            p.total += given;
            p.impulse = given.if_positive(Four::ZERO, p.impulse);
        }
        self.push_points(sums.map(|sum| sum * part), a, b);
    }
}

/// Power of impulses along the normal, given by their sums, at the speeds u and w.
#[inline(always)]
fn power<T: Real>([sum, xs]: [Four<T>; 2], [u, w]: [Four<T>; 2]) -> Four<T> {
    sum * u + xs * w
}
