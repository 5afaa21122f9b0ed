//! Rays and bodies of any form.

use super::FormSpace;
use crate::body::{Body, Chain, Compound, Form, HeightField, Placed, Region};
use crate::broad::still::each_on_ray;
use crate::math::{Pose, Real, Rotation, Turn, Vec2, Vec3, Vector};
use crate::mesh::TriangleMesh;
use crate::observe::Status;
use crate::query::ray::{inside, of_parts};
use crate::query::{Ray, RayHit, RayTarget, ray_cast_within};
use crate::sdf::SampledMap;
use crate::shape::{Relative, Shape, Space};

/// Where a ray first meets a body, if no farther away than `max`. A ray that begins in a solid meets it at once.
#[inline(never)]
pub(crate) fn ray_cast<V: FormSpace>(form: &Form<'_, V>, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
    let (pieces, pose) = match form {
        Form::Convex(parts) => return of_parts(parts, ray, max),
        Form::HalfSpace(half_space) => return ray_cast_within(half_space, ray, max),
        Form::Pieces(pieces, pose) => (pieces, pose),
        Form::Map(map, pose) => return map_ray::<V>(map, pose, ray, max),
    };
    let wanted = max >= V::Scalar::ZERO;
    if !wanted {
        return None;
    }
    let (seen, direction) = seen_from(pose, ray);
    if pieces.is_solid() && pieces.holds(seen.offset) {
        return Some(inside(ray, 0));
    }
    let mut best: Option<RayHit<V>> = None;
    let limit = Real::min(max.f64(), f64::MAX);
    each_on_ray(&pieces.tree(), V::lifted(seen.offset), V::lifted(direction), limit, |item| {
        let least = best.map_or(max, |best| best.distance);
        if let Some(hit) = of_parts(&pieces.piece(item).placed(pose), ray, least) {
            let hit = RayHit { part: Some(pieces.name(item)), ..hit };
            let nearer = |best: RayHit<V>| (hit.distance, hit.part) < (best.distance, best.part);
            if best.is_none_or(nearer) {
                best = Some(hit);
            }
        }
        // A hit is off by its error at most, and another one may be nearer by as much.
        best.map_or(limit, |best| (best.distance + best.error).f64().min(limit))
    });
    best
}

/// The origin of a ray as a body sees it that stands at a pose, and the unit vector along it.
fn seen_from<V: FormSpace>(pose: &Pose<V>, ray: &Ray<V>) -> (Relative<V::Wide>, V::Wide) {
    let to_origin = Pose::of(ray.origin().widen(), Rotation::IDENTITY);
    let seen = <V::Wide as Space>::relative(&V::widen_pose(pose), &to_origin);
    let along = seen.turn_a.unturn(ray.direction().widen().unit());
    (seen, along)
}

/// Where a ray meets a map.
fn map_ray<V: FormSpace>(map: &V::Map, pose: &Pose<V>, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
    let (seen, along) = seen_from(pose, ray);
    let hit = V::map_ray(map, seen.offset, along, max.f64())?;
    let epsilon = V::Scalar::EPSILON.f64();
    let distance = V::Scalar::of(hit.distance);
    let off = Real::max(hit.distance - hit.nearest, hit.farthest - hit.distance);
    let direction = ray.direction().unit();
    let inside = hit.proven && hit.farthest == 0.0;
    Some(RayHit {
        distance,
        error: V::Scalar::of(off * (1.0 + epsilon) + 4.0 * epsilon * hit.farthest.abs()),
        point: if inside { ray.origin() } else { ray.origin() + direction * distance },
        normal: if inside { -direction } else { V::narrow(seen.turn_a.turn(hit.normal)).unit() },
        status: if hit.proven { Status::Converged } else { Status::Stalled },
        iterations: hit.lookups,
        part: None,
    })
}

macro_rules! ray_target {
    ($($v:ident, $body:ident);+) => {$(
        impl<T: Real> RayTarget<$v<T>> for $body<T> {
            fn cast(&self, ray: &Ray<$v<T>>, max: T) -> Option<RayHit<$v<T>>> {
                ray_cast(&self.form(), ray, max)
            }
        }
    )+};
}
ray_target!(Vec3, TriangleMesh; Vec3, SampledMap; Vec3, HeightField; Vec2, Region; Vec2, Chain);

impl<S: Shape<V: FormSpace>> RayTarget<S::V> for Compound<S> {
    fn cast(&self, ray: &Ray<S::V>, max: <S::V as Vector>::Scalar) -> Option<RayHit<S::V>> {
        ray_cast(&self.form(), ray, max)
    }
}

impl<B, V: FormSpace> RayTarget<V> for Placed<'_, B, V>
where
    Self: Body<V = V>,
{
    fn cast(&self, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
        ray_cast(&self.form(), ray, max)
    }
}
