//! A shape as seen along a line, and the obstacles that GJK walks on: its shadow, and its Minkowski difference with an interval of
//! the line. See [`super::front`] for the symbols.

use super::line::Line;
use super::portal::Spot;
use crate::climb::Tangents;
use crate::math::{Real, Vec2, Vector};
use crate::pair::{Obstacle, Vertex};
use crate::shape::{Id, Support};

/// The maximum number of support calls of one refinement. Rounded edges need up to 140 for the full accuracy of `f64`.
pub(super) const MAX_CALLS: u32 = 160;

/// Newton's method is tried once the bounds are this near, relative to the reach. Earlier it often fails.
pub(super) const COARSE: f64 = 1.0 / 64.0;

/// A shape as seen along a line, or against it if the sign is −1.
pub(super) struct Front<'a, W: Vector<Scalar = f64>, C> {
    pub(super) core: &'a C,
    pub(super) radius: f64,
    pub(super) foot: W,
    pub(super) ahead: W,
    pub(super) beside: [W; 2],
    pub(super) grain: f64,
    pub(super) rounding: f64,
    pub(super) reach: f64,
    /// Whether Newton's method may help.
    pub(super) curved: bool,
}

impl<'a, W: Tangents + Vector<Scalar = f64>, C: Support<W>> Front<'a, W, C> {
    pub(super) fn new(core: &'a C, radius: f64, line: &Line<W>, sign: f64) -> Self {
        Self {
            core,
            radius,
            foot: line.foot,
            ahead: line.direction * sign,
            beside: line.direction.tangents(),
            grain: line.grain,
            rounding: line.rounding,
            reach: line.reach,
            curved: true,
        }
    }

    /// Outward unit normal of a plane of this slope.
    pub(super) fn normal(&self, slope: Vec2<f64>) -> W {
        (-self.ahead - self.across(slope)).unit()
    }

    #[inline(always)]
    pub(super) fn across(&self, y: Vec2<f64>) -> W {
        self.beside[0] * y.x + self.beside[1] * y.y
    }

    /// The point farthest along a direction.
    #[inline(always)]
    pub(super) fn farthest(&self, direction: W, near: &mut Id) -> Spot {
        let (mut p, id) = self.core.support_from(direction, *near);
        *near = id;
        if self.radius > 0.0 {
            p += direction.unit() * self.radius;
        }
        p -= self.foot;
        let beside = Vec2::new(p.dot(self.beside[0]), p.dot(self.beside[1]));
        Spot { beside, depth: p.dot(self.ahead), id }
    }

    /// The point that gives L(u).
    #[inline(always)]
    pub(super) fn support(&self, slope: Vec2<f64>, near: &mut Id) -> Spot {
        self.farthest(-self.ahead - self.across(slope), near)
    }
}

/// The shadow of a shape as an obstacle for GJK. The depth is stored in `a`.
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

/// The Minkowski difference of a core and an interval of a line.
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
