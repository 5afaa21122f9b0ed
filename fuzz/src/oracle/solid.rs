//! Convex bodies by their support mappings, written from what the shapes are: hulls of points, ellipsoids, sums and hulls of
//! bodies, at places.

use super::dd::Dd;
use super::space::{Place, V};

/// A convex body.
#[derive(Clone, Debug)]
pub enum Solid {
    /// The hull of points.
    Points(Vec<V>),
    /// With these radii along the axes, of which some may be 0: also a ball, a disc.
    Ellipsoid(V),
    /// All a + b.
    Sum(Box<[Solid; 2]>),
    /// The hull of both.
    Hull(Box<[Solid; 2]>),
    /// All −a.
    Mirror(Box<Solid>),
    At(Box<Solid>, Place),
}

impl Solid {
    pub fn point(p: V) -> Self {
        Self::Points(vec![p])
    }

    pub fn ball(radius: Dd) -> Self {
        Self::Ellipsoid(V([radius; 3]))
    }

    /// From −half to half along z, in space.
    pub fn segment(half: Dd) -> Self {
        Self::cuboid(V([Dd::ZERO, Dd::ZERO, half]))
    }

    /// A box of these half sides, of which some may be 0.
    pub fn cuboid(half: V) -> Self {
        let sign = |i: i32, k: i32, c: Dd| if i >> k & 1 == 0 { -c } else { c };
        let [x, y, z] = half.0;
        Self::Points((0..8).map(|i| V([sign(i, 0, x), sign(i, 1, y), sign(i, 2, z)])).collect())
    }

    pub fn plus(self, other: Self) -> Self {
        Self::Sum(Box::new([self, other]))
    }

    pub fn hull_with(self, other: Self) -> Self {
        Self::Hull(Box::new([self, other]))
    }

    pub fn mirrored(self) -> Self {
        Self::Mirror(Box::new(self))
    }

    pub fn at(self, place: Place) -> Self {
        Self::At(Box::new(self), place)
    }

    /// A point that is farthest along a direction.
    pub fn support(&self, d: V) -> V {
        match self {
            Self::Points(points) => {
                let mut best = (points[0].dot(d), points[0]);
                for p in &points[1..] {
                    let along = p.dot(d);
                    if along > best.0 {
                        best = (along, *p);
                    }
                }
                best.1
            }
            Self::Ellipsoid(radii) => {
                let stretched = V([0, 1, 2].map(|i| radii.0[i] * d.0[i]));
                if stretched.max_abs() <= Dd::ZERO {
                    return V::ZERO;
                }
                let unit = stretched.unit();
                V([0, 1, 2].map(|i| radii.0[i] * unit.0[i]))
            }
            Self::Sum(parts) => parts[0].support(d) + parts[1].support(d),
            Self::Hull(parts) => {
                let (a, b) = (parts[0].support(d), parts[1].support(d));
                if a.dot(d) > b.dot(d) { a } else { b }
            }
            Self::Mirror(inner) => -inner.support(-d),
            Self::At(inner, place) => place.apply(inner.support(place.unrotate(d))),
        }
    }

    /// Reach of the body along a unit direction.
    pub fn reach(&self, n: V) -> Dd {
        self.support(n).dot(n)
    }

    /// The largest length met where it is composed: it may reach much less far where large ones cancel.
    pub fn largest(&self) -> f64 {
        let reach = self.radius_about(V::ZERO);
        match self {
            Self::Points(_) | Self::Ellipsoid(_) => reach,
            Self::Sum(parts) | Self::Hull(parts) => parts.iter().fold(reach, |m, p| m.max(p.largest())),
            Self::Mirror(inner) => reach.max(inner.largest()),
            Self::At(inner, place) => reach.max(inner.largest()).max(place.at.norm().f64()),
        }
    }

    /// No point of it is farther from `center`: half the diagonal of a box around it.
    pub fn radius_about(&self, center: V) -> f64 {
        let far = [0, 1, 2].map(|i| {
            let n = V::axis(i);
            let c = center.dot(n);
            (self.reach(n) - c).abs().max((self.reach(-n) + c).abs())
        });
        V(far).norm().f64()
    }
}
