//! Distance of two convex bodies, from both sides: points that they have prove that they are no farther apart, a
//! direction that separates them proves that they are no nearer. Gilbert's iteration with the nearest point of at most four
//! support points, which is found by trying all their subsets.

use super::dd::Dd;
use super::solid::Solid;
use super::space::V;

/// Most steps. Polytopes take a dozen, round bodies that are nearly touching take the most.
const STEPS: usize = 120;

/// Bounds that are nearer to one another than this part of the size are not improved.
const CLOSE: f64 = 1e-22;

/// The distance of two bodies is at least `lower` and at most `upper`.
#[derive(Clone, Copy, Debug)]
pub struct Nearest {
    pub lower: Dd,
    pub upper: Dd,
    /// Unit, from A to B: separates them by `lower`, if that is more than 0.
    pub normal: V,
}

/// Distance of two bodies.
pub fn nearest(a: &Solid, b: &Solid) -> Nearest {
    let support = |d: V| b.support(d) - a.support(-d);
    from_origin(&support, b.support(V::axis(0)) - a.support(V::axis(0)))
}

/// Distance of a point from a body; the normal leads from the body to the point.
pub fn from_point(body: &Solid, p: V) -> Nearest {
    let support = |d: V| p - body.support(-d);
    from_origin(&support, p - body.support(V::axis(0)))
}

/// Distance of the origin from a convex set that has the point `first`.
fn from_origin(support: &dyn Fn(V) -> V, first: V) -> Nearest {
    let mut simplex = vec![first];
    let mut v = first;
    let mut found = Nearest { lower: Dd::ZERO, upper: v.norm(), normal: v.unit() };
    let mut size = v.max_abs();
    for _ in 0..STEPS {
        if found.upper.f64() <= CLOSE * size.f64() {
            break;
        }
        let n = v.unit();
        let w = support(-n);
        size = size.max(w.max_abs());
        let along = w.dot(n);
        if along > found.lower {
            (found.lower, found.normal) = (along, n);
        }
        if (found.upper - found.lower).f64() <= CLOSE * size.f64() || simplex.contains(&w) {
            break;
        }
        simplex.push(w);
        let Some((kept, next)) = reduced(&simplex) else { break };
        (simplex, v) = (kept, next);
        let length = v.norm();
        // Rounding has the last word.
        if length >= found.upper {
            break;
        }
        found.upper = length;
    }
    if found.lower <= Dd::ZERO {
        found.normal = v.unit();
    }
    found
}

/// The point nearest to the origin of the hull of up to four points, and the least of them that have it. The last point is
/// one of these: it is nearer than all of the others.
fn reduced(simplex: &[V]) -> Option<(Vec<V>, V)> {
    let (&last, others) = simplex.split_last()?;
    let mut best: Option<(Dd, Vec<V>, V)> = None;
    for choice in 0..1_u32 << others.len() {
        let chosen: Vec<V> =
            others.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, p)| *p).collect();
        let Some(v) = foot(last, &chosen) else { continue };
        let squared = v.dot(v);
        if best.as_ref().is_none_or(|b| squared < b.0) {
            let mut all = chosen;
            all.push(last);
            best = Some((squared, all, v));
        }
    }
    best.map(|(_, all, v)| (all, v))
}

/// The foot of the origin on the flat through `p` and others, if it lies between all of them.
fn foot(p: V, others: &[V]) -> Option<V> {
    let edges: Vec<V> = others.iter().map(|q| *q - p).collect();
    let weights: Vec<Dd> = match edges[..] {
        [] => vec![],
        [e] => {
            let squared = e.dot(e);
            if squared <= Dd::ZERO {
                return None;
            }
            vec![-(p.dot(e)) / squared]
        }
        [e, f] => {
            let n = e.cross(f);
            let squared = n.dot(n);
            if squared <= Dd::ZERO {
                return None;
            }
            vec![f.cross(p).dot(n) / squared, p.cross(e).dot(n) / squared]
        }
        [e, f, g] => {
            let volume = e.dot(f.cross(g));
            if volume == Dd::ZERO {
                return None;
            }
            let weight = |x: V, y: V| -(p.dot(x.cross(y))) / volume;
            vec![weight(f, g), weight(g, e), weight(e, f)]
        }
        _ => return None,
    };
    let total = weights.iter().fold(Dd::ZERO, |s, w| s + *w);
    if total > Dd::ONE || weights.iter().any(|w| *w < Dd::ZERO) {
        return None;
    }
    // Where the points are nearly flat the weights are not exact, but what they give is a point of the hull all the same.
    Some(edges.iter().zip(&weights).fold(p, |v, (e, w)| v + *e * *w))
}

#[cfg(test)]
mod tests {
    use super::super::space::Place;
    use super::*;

    #[test]
    fn distances_that_are_known() {
        let cube = Solid::cuboid(V::of([1.0; 3]));
        let ball =
            |r: f64, at: [f64; 3]| Solid::ball(r.into()).at(Place::new([0.0, 0.0, 0.0, 1.0], V::of(at)));
        for (b, expected) in [
            (ball(1.0, [4.0, 0.0, 0.0]), 2.0),
            (ball(0.5, [4.0, 5.0, 1.0]), 4.5),
            (ball(1.0, [1.0 + 3.0, 1.0 + 4.0, 1.0 + 12.0]), 12.0),
            (ball(1.0, [0.5, 0.5, 0.5]), 0.0),
        ] {
            let found = nearest(&cube, &b);
            assert!(found.lower.f64() <= expected && expected <= found.upper.f64() + 1e-25, "{found:?}");
            // Round bodies are approached step by step.
            assert!((found.upper - found.lower).f64() < 1e-16, "{found:?}");
        }
        let outside = from_point(&cube, V::of([2.0, 0.0, 0.0]));
        assert!((outside.lower.f64() - 1.0).abs() < 1e-25 && outside.normal.0[0].f64() == 1.0);
    }
}
