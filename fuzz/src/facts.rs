//! What can be known of a pair without any of the algorithms: how far a direction separates, and whether a point is in a
//! body. Support calls only.

use impinge::pair::{Prepared, Vertex, separation};
use impinge::query::QuerySpace;
use impinge::shape::Space;
use impinge::{At, Real, Shape, Support, Vector};

use crate::body::{Body, Named};
use crate::bytes::Rng;
use crate::scene::Scene;

/// Tolerances of the checks, in ε of the precision of the answers × the extent of the scene: for numbers that were
/// rounded to that precision, and for support points in it.
pub const NARROW_ULPS: f64 = 24.0;

/// How often [`Facts::climb`] halves its step.
const HALVINGS: u32 = 30;

pub struct Facts<'a, S: Named> {
    pub prepared: Prepared<'a, S::V>,
    radii: f64,
    /// What a computed g may be off, in the scene's units.
    pub rounding: f64,
    /// Reach of B − A.
    pub size: f64,
    /// What a point may be off, in the precision of the answers.
    pub narrow: f64,
    a: &'a At<Body<S>>,
    b: &'a At<Body<S>>,
    rng: std::cell::RefCell<Rng>,
}

type Wide<S> = <<S as Shape>::V as Space>::Wide;

impl<'a, S: Named<V: QuerySpace>> Facts<'a, S> {
    pub fn new(scene: &'a Scene<S>) -> Self {
        let prepared = Prepared::new(&scene.a.parts(), &scene.b.parts());
        let length = |l: f64| prepared.frame.length(l);
        let size = length(prepared.pair.size);
        let far = [&scene.a, &scene.b].map(|s| {
            let poses = [s.shape().parts().pose, s.parts().pose];
            poses.iter().fold(s.pose().translation().norm().f64(), |sum, p| sum + p.translation().norm())
        });
        let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
        Self {
            radii: prepared.radius_a + prepared.radius_b,
            rounding: length(prepared.rounding()),
            size,
            narrow: NARROW_ULPS * epsilon * (size + far[0] + far[1]),
            a: &scene.a,
            b: &scene.b,
            prepared,
            rng: Rng::new(scene.seed).into(),
        }
    }

    /// How far a unit direction of the pair's frame separates the bodies.
    pub fn g(&self, n: Wide<S>) -> f64 {
        let (g, _) = separation(&self.prepared.pair, n, &Vertex::default());
        self.prepared.frame.length(g - self.radii)
    }

    /// The same for a direction of the scene.
    pub fn g_of(&self, n: S::V) -> f64 {
        self.g(self.prepared.frame.direction_in(n))
    }

    /// The same without the prepared pair, in the precision of the answers.
    pub fn g_plain(&self, n: S::V) -> f64 {
        (self.b.support(-n).dot(n) - self.a.support(n).dot(n)).f64()
    }

    pub fn random(&self) -> Wide<S> {
        let mut rng = self.rng.borrow_mut();
        Wide::<S>::ZERO.map(|_| rng.signed()).unit()
    }

    /// Directions worth a look: the axes of both bodies, between the bodies, random ones.
    pub fn directions(&self) -> Vec<Wide<S>> {
        use impinge::math::Turn;
        let pair = &self.prepared.pair;
        let mut all = vec![pair.offset.unit()];
        for i in 0..Wide::<S>::DIM {
            all.extend([Wide::<S>::axis(i), pair.turn.turn(Wide::<S>::axis(i))]);
        }
        for _ in 0..12 {
            all.push(self.random());
        }
        for i in 0..all.len() {
            all.push(-all[i]);
        }
        all
    }

    /// The largest g that steps from `n` reach, and where: a lower bound of the signed distance.
    pub fn climb(&self, mut n: Wide<S>) -> (f64, Wide<S>) {
        let mut best = self.g(n);
        let mut step = 0.25;
        for _ in 0..HALVINGS {
            for _ in 0..3 {
                let turned = (n + self.random() * step).unit();
                let g = self.g(turned);
                if g > best {
                    (best, n) = (g, turned);
                }
            }
            step *= 0.5;
        }
        (best, n)
    }

    /// How far outside of a body a point is seen to be; 0 or less where nothing is seen.
    pub fn outside(&self, body: &At<Body<S>>, p: S::V) -> f64 {
        let mut worst = f64::NEG_INFINITY;
        for n in self.directions() {
            let n: S::V = self.prepared.frame.direction(n);
            let off = (p - body.support(n)).dot(n).f64();
            worst = worst.max(off);
        }
        worst
    }
}
