//! What GJK walks on behalf of [`super::front`]: the shadow of a shape, and a shape as seen from a stretch of a line.

use super::Line;
use super::front::Front;
use crate::climb::Tangents;
use crate::math::{Real, Vec2, Vector};
use crate::pair::{Obstacle, Vertex};
use crate::shape::{Id, Support};

/// The shadow of a shape as an obstacle for GJK. The depth travels in `a`.
pub(super) struct Shadow<'a, 'b, W: Vector<Scalar = f64>, C>(pub(super) &'a Front<'b, W, C>);

impl<W: Tangents + Vector<Scalar = f64>, C: Support<W>> Obstacle<Vec2<f64>> for Shadow<'_, '_, W, C> {
    #[inline(always)]
    fn support(&self, direction: Vec2<f64>, near: &Vertex<Vec2<f64>>) -> Vertex<Vec2<f64>> {
        let mut id = near.id_a;
        let spot = self.0.farthest(self.0.across(direction), &mut id);
        Vertex { point: spot.beside, a: Vec2::new(spot.depth, 0.0), id_a: id, id_b: Id::NONE }
    }
    fn center(&self) -> Vec2<f64> {
        let c = self.0.core.center() - self.0.foot;
        Vec2::new(c.dot(self.0.beside[0]), c.dot(self.0.beside[1]))
    }
    fn size(&self) -> f64 {
        self.0.reach
    }
    fn rounding(&self) -> f64 {
        self.0.rounding
    }
    fn is_polytope(&self) -> bool {
        false
    }
}

/// The difference of a core and a stretch of a line.
pub(super) struct Away<'a, W: Vector<Scalar = f64>, C> {
    pub(super) core: &'a C,
    pub(super) ends: [W; 2],
    pub(super) line: &'a Line<W>,
}

impl<W: Vector<Scalar = f64>, C: Support<W>> Obstacle<W> for Away<'_, W, C> {
    #[inline(always)]
    fn support(&self, direction: W, near: &Vertex<W>) -> Vertex<W> {
        let (p, id) = self.core.support_from(direction, near.id_a);
        let from = self.ends[usize::from(direction.dot(self.line.direction) < 0.0)];
        Vertex { point: p - from, a: W::ZERO, id_a: id, id_b: Id::NONE }
    }
    fn center(&self) -> W {
        self.core.center() - self.ends[0]
    }
    fn size(&self) -> f64 {
        self.line.reach + Real::max(self.ends[0].norm(), self.ends[1].norm())
    }
    fn rounding(&self) -> f64 {
        self.line.rounding
    }
    fn is_polytope(&self) -> bool {
        false
    }
}
