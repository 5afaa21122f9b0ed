//! Two convex bodies: how far a direction separates them, how far apart they are, and whether a point is in one.

use std::cell::RefCell;

use super::dd::Dd;
use super::nearest::{Nearest, from_point, nearest};
use super::of::Unit;
use super::solid::Solid;
use super::space::V;
use crate::Rng;

/// Number of times that [`Truth::climb`] halves its step.
const HALVINGS: u32 = 30;

pub struct Truth {
    pub a: Solid,
    pub b: Solid,
    pub nearest: Nearest,
    /// Reach of both bodies from A's place.
    pub size: f64,
    /// Their distance from the origin of the frame.
    pub far: f64,
    /// Scale of all lengths.
    pub unit: Unit,
    plane: bool,
    rng: RefCell<Rng>,
}

impl Truth {
    /// `at`: where A and B stand. In the plane directions have no z.
    pub fn new([a, b]: [Solid; 2], at: [V; 2], unit: Unit, plane: bool, seed: u64) -> Self {
        Self {
            size: a.radius_about(at[0]) + b.radius_about(at[0]),
            far: at[0].norm().f64() + at[1].norm().f64(),
            nearest: nearest(&a, &b),
            a,
            b,
            unit,
            plane,
            rng: Rng::xorshift(seed).into(),
        }
    }

    /// Separation of the bodies along a direction: from the farthest point of A to the nearest one of B.
    pub fn g(&self, n: V) -> Dd {
        let n = n.unit();
        -(self.b.reach(-n) + self.a.reach(n))
    }

    /// A direction.
    pub fn random(&self) -> V {
        let mut rng = self.rng.borrow_mut();
        let [x, y, z] = [0; 3].map(|_| rng.signed());
        V::of([x, y, if self.plane { 0.0 } else { z }]).unit()
    }

    /// Directions worth a look: the best one known, the axes of the frame, random ones.
    pub fn directions(&self) -> Vec<V> {
        let mut all = vec![self.nearest.normal];
        all.extend((0..if self.plane { 2 } else { 3 }).map(V::axis));
        for _ in 0..8 {
            all.push(self.random());
        }
        for i in 0..all.len() {
            all.push(-all[i]);
        }
        all
    }

    /// The largest g that steps from `n` reach, and where: a lower bound of the signed distance.
    pub fn climb(&self, mut n: V) -> (Dd, V) {
        let mut best = self.g(n);
        let mut step = 0.25;
        for _ in 0..HALVINGS {
            for _ in 0..3 {
                let turned = (n + self.random() * step.into()).unit();
                let g = self.g(turned);
                if g > best {
                    (best, n) = (g, turned);
                }
            }
            step *= 0.5;
        }
        (best, n)
    }

    /// Distance of a point outside of a body, proven by a direction; 0 or less if nothing is.
    pub fn outside(&self, body: &Solid, p: V) -> f64 {
        from_point(body, p).lower.f64()
    }
}
