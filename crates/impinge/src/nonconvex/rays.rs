//! Ray casts against bodies of any form.

use super::FormSpace;
use crate::body::{Body, Chain, Compound, Form, HeightField, Placed, Region};
use crate::broad::bvh::each_on_ray;
use crate::math::{Pose, Real, Rotation, Turn, Vec2, Vec3, Vector};
use crate::mesh::TriangleMesh;
use crate::nonconvex::Dimension;
use crate::observe::Status;
use crate::ray::{Ray, RayHit, RayTarget};
use crate::ray::{inside, of_half_space, of_parts};
use crate::sdf::SampledMap;
use crate::shape::{Relative, Shape, Wide};

/// The first hit of a ray on a body, if no farther away than `max`. A ray that starts inside a solid hits it at once.
pub(super) fn of_form<W: FormSpace>(form: &Form<'_, W>, ray: &Ray<W>, max: f64) -> Option<RayHit<W>> {
    let precision = form.precision();
    let rounded = |hit: Option<RayHit<W>>| hit.map(|hit| hit.rounded(precision));
    let (pieces, pose) = match form {
        Form::Convex(parts) => return rounded(of_parts(parts, ray, max)),
        Form::HalfSpace(half_space, precision) => {
            return rounded(of_half_space(half_space, ray, max, *precision));
        }
        Form::Pieces(pieces, pose) => (pieces, pose),
        Form::Map(map, pose) => return map_ray(*map, pose, ray, max),
    };
    let wanted = max >= 0.0;
    if !wanted {
        return None;
    }
    let (seen, direction) = seen_from(pose, ray);
    if pieces.is_solid() && pieces.holds(seen.offset) {
        return rounded(Some(inside(ray, 0)));
    }
    let mut best: Option<RayHit<W>> = None;
    let limit = Real::min(max, f64::MAX);
    each_on_ray(&pieces.tree(), W::lifted(seen.offset), W::lifted(direction), limit, |item| {
        let least = best.map_or(max, |best| best.distance);
        if let Some(hit) = rounded(of_parts(&pieces.piece(item).placed(pose), ray, least)) {
            let hit = RayHit { part: Some(pieces.name(item)), ..hit };
            let nearer = |best: RayHit<W>| (hit.distance, hit.part) < (best.distance, best.part);
            if best.is_none_or(nearer) {
                best = Some(hit);
            }
        }
        // The error of a hit is at most its bound, and another hit may be nearer by as much.
        best.map_or(limit, |best| precision.round(best.distance + best.error).min(limit))
    });
    best
}

/// The origin of a ray in the frame of a body at a pose, and the unit vector along it.
fn seen_from<W: FormSpace>(pose: &Pose<W>, ray: &Ray<W>) -> (Relative<W>, W) {
    let to_origin = Pose::of(ray.origin(), Rotation::IDENTITY);
    let seen = W::relative(pose, &to_origin);
    let along = seen.turn_a.unturn(ray.direction().unit());
    (seen, along)
}

/// The hit of a ray on a map.
fn map_ray<W: FormSpace>(map: W::Map<'_>, pose: &Pose<W>, ray: &Ray<W>, max: f64) -> Option<RayHit<W>> {
    let precision = W::precision_of_map(map);
    let (seen, along) = seen_from(pose, ray);
    let hit = W::map_ray(map, seen.offset, along, max)?;
    let epsilon = precision.epsilon();
    let distance = hit.distance;
    let off = Real::max(hit.distance - hit.nearest, hit.farthest - hit.distance);
    let direction = ray.direction().unit();
    let inside = hit.proven && hit.farthest == 0.0;
    let found = RayHit {
        distance,
        error: off * (1.0 + epsilon) + 4.0 * epsilon * hit.farthest.abs(),
        point: if inside { ray.origin() } else { ray.origin() + direction * distance },
        normal: if inside { -direction } else { seen.turn_a.turn(hit.normal).unit() },
        status: if hit.proven { Status::Converged } else { Status::Stalled },
        iterations: hit.lookups,
        part: None,
    };
    Some(found.rounded(precision))
}

/// The first hit of a ray on a body, in the body's precision.
fn ray_cast<B: Body<V: Dimension>>(
    body: &B,
    ray: &Ray<B::V>,
    max: <B::V as Vector>::Scalar,
) -> Option<RayHit<B::V>> {
    Wide::<B::V>::ray_cast_form(&body.form(), &ray.widened(), max.f64()).map(RayHit::narrowed)
}

macro_rules! ray_target {
    ($($v:ident, $body:ident);+) => {$(
        impl<T: Real> RayTarget<$v<T>> for $body<T> {
            fn cast(&self, ray: &Ray<$v<T>>, max: T) -> Option<RayHit<$v<T>>> {
                ray_cast::<Self>(self, ray, max)
            }
        }
    )+};
}
ray_target!(Vec3, TriangleMesh; Vec3, SampledMap; Vec3, HeightField; Vec2, Region; Vec2, Chain);

impl<S: Shape<V: Dimension>> RayTarget<S::V> for Compound<S> {
    fn cast(&self, ray: &Ray<S::V>, max: <S::V as Vector>::Scalar) -> Option<RayHit<S::V>> {
        ray_cast::<Self>(self, ray, max)
    }
}

impl<B, V: Dimension> RayTarget<V> for Placed<'_, B, V>
where
    Self: Body<V = V>,
{
    fn cast(&self, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
        ray_cast::<Self>(self, ray, max)
    }
}
