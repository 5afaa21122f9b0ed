//! Valid bodies of hostile numbers, in space and in the plane.

use std::sync::Arc;

use super::numbers::{least, places, small, triples, turns, turns2};
use impinge::body::{AnyBody, Chain, Compound, HeightField, Region};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::PolygonMesh;
use impinge::sdf::{MapSettings, SampledMap};
use impinge::*;

/// A shape of space of three sizes; `None` where they are refused, such as hulls without volume.
pub fn solid<T: Real>(kind: ShapeKind, [a, b, c]: [T; 3]) -> Option<AnyShape<T>> {
    let corner = |x: T, y: T, z: T| Vec3::new(a * x, b * y, c * z);
    let (o, one) = (T::ZERO, T::ONE);
    Some(match kind {
        ShapeKind::Point => Point::try_new(Vec3::new(a, b, c)).ok()?.into(),
        ShapeKind::Segment => Segment::try_new(a).ok()?.into(),
        ShapeKind::RectanglePatch => RectanglePatch::try_new([a, b]).ok()?.into(),
        ShapeKind::Triangle => Triangle::try_new([a, o, o], [o, b, o], [-a, -b, c]).ok()?.into(),
        ShapeKind::Disc => Disc::try_new(a).ok()?.into(),
        ShapeKind::EllipticDisc => EllipticDisc::try_new([a, b]).ok()?.into(),
        ShapeKind::Sphere => Sphere::try_new(a).ok()?.into(),
        ShapeKind::Ellipsoid => Ellipsoid::try_new([a, b, c]).ok()?.into(),
        ShapeKind::Cuboid => Cuboid::try_new([a, b, c]).ok()?.into(),
        ShapeKind::Frustum => Frustum::try_new([a, b], [b, a], c).ok()?.into(),
        ShapeKind::Capsule => Capsule::try_new(a, b).ok()?.into(),
        ShapeKind::Lozenge => Lozenge::try_new([a, b], c).ok()?.into(),
        ShapeKind::RoundCuboid => RoundCuboid::try_new([a, b, c], b).ok()?.into(),
        ShapeKind::Wheel => Wheel::try_new(a, b).ok()?.into(),
        ShapeKind::Cylinder => Cylinder::try_new(a, b).ok()?.into(),
        ShapeKind::Cone => Cone::try_new(a, b).ok()?.into(),
        ShapeKind::ConvexPolyhedron => {
            let points = [corner(-one, -one, -one), corner(one, o, o), corner(o, one, o), corner(o, o, one)];
            ConvexPolyhedron::try_new(&points).ok()?.into()
        }
    })
}

/// A shape of the plane of two sizes.
pub fn planar<T: Real>(kind: ShapeKind2, [a, b, _]: [T; 3]) -> Option<AnyShape2<T>> {
    let o = T::ZERO;
    Some(match kind {
        ShapeKind2::Point => Point::try_new(Vec2::new(a, b)).ok()?.into(),
        ShapeKind2::Segment2 => Segment2::try_new(a).ok()?.into(),
        ShapeKind2::Circle => Circle::try_new(a).ok()?.into(),
        ShapeKind2::Ellipse => Ellipse::try_new([a, b]).ok()?.into(),
        ShapeKind2::Rectangle => Rectangle::try_new([a, b]).ok()?.into(),
        ShapeKind2::Capsule2 => Capsule2::try_new(a, b).ok()?.into(),
        ShapeKind2::ConvexPolygon => ConvexPolygon::try_new(&[[-a, -b], [a, o], [o, b]]).ok()?.into(),
    })
}

/// All named shapes of space.
pub fn solids<T: Real>() -> Vec<(String, AnyShape<T>)> {
    let made = |sizes| {
        let name = move |kind: ShapeKind| format!("{kind:?} of {sizes:?}");
        ShapeKind::ALL.iter().copied().filter_map(move |kind| Some((name(kind), solid(kind, sizes)?)))
    };
    triples::<T>().into_iter().flat_map(made).collect()
}

/// All named shapes of the plane.
pub fn planars<T: Real>() -> Vec<(String, AnyShape2<T>)> {
    let made = |sizes| {
        let name = move |kind: ShapeKind2| format!("{kind:?} of {sizes:?}");
        ShapeKind2::ALL.iter().copied().filter_map(move |kind| Some((name(kind), planar(kind, sizes)?)))
    };
    triples::<T>().into_iter().flat_map(made).collect()
}

/// The largest coordinate of a mesh.
pub fn mesh_limit<T: Real>() -> T {
    T::of(Real::min(T::LIMIT.f64(), f64::power_of_two(300)))
}

/// Corners of tetrahedra from the least to the largest that a mesh takes, of needles and slivers, and of what is nearly flat.
pub fn tetrahedra<T: Real>() -> Vec<[Vec3<T>; 4]> {
    let (o, one, far) = (T::ZERO, T::ONE, mesh_limit::<T>());
    let tiny = if far == T::LIMIT { least::<T>() } else { T::of(f64::power_of_two(-300)) };
    let legs = |[a, b, c]: [T; 3]| [Vec3::ZERO, Vec3::new(a, o, o), Vec3::new(o, b, o), Vec3::new(o, o, c)];
    let mut all: Vec<[Vec3<T>; 4]> = [
        [far; 3],
        [one; 3],
        [tiny; 3],
        [far, one, one],
        [one, one, tiny],
        [tiny, far, one],
        [far, far, tiny],
    ]
    .map(legs)
    .to_vec();
    all.push(legs([one; 3]).map(|p| p + Vec3::splat(T::ONE / small::<T>()).min(Vec3::splat(far * T::HALF))));
    all.push([
        Vec3::splat(-far),
        Vec3::new(far, far, -far),
        Vec3::new(-far, far, far),
        Vec3::new(far, -far, far),
    ]);
    // Flat: all in one plane, two corners at one place.
    all.push([Vec3::ZERO, Vec3::new(one, o, o), Vec3::new(o, one, o), Vec3::new(one, one, o)]);
    all.push([Vec3::ZERO, Vec3::new(one, o, o), Vec3::new(o, one, o), Vec3::ZERO]);
    all
}

/// Faces of a tetrahedron, outward.
pub const FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

/// Triangle meshes of these.
pub fn triangle_meshes<T: Real>() -> Vec<TriangleMesh<T>> {
    let mut all: Vec<TriangleMesh<T>> = Vec::new();
    for corners in tetrahedra::<T>() {
        all.extend(TriangleMesh::new(&corners, &FACES).map(|(mesh, _)| mesh));
        all.extend(TriangleMesh::new(&corners, &[[0, 1, 2]]).map(|(mesh, _)| mesh));
    }
    all
}

/// Polygon meshes of these, and points.
pub fn polygon_meshes<T: Real>() -> Vec<PolygonMesh<T>> {
    let mut all: Vec<PolygonMesh<T>> = Vec::new();
    for corners in tetrahedra::<T>() {
        all.extend(PolygonMesh::from_triangles(&corners, &FACES).map(|(mesh, _)| mesh));
        all.extend(PolygonMesh::from_triangles(&corners, &[[0, 1, 2]]).map(|(mesh, _)| mesh));
        all.extend(PolygonMesh::try_point(corners[1]));
    }
    all
}

/// Height fields.
pub fn fields<T: Real>() -> Vec<HeightField<T>> {
    let (one, far, tiny) = (T::ONE, T::LIMIT, least::<T>());
    let heights = |[a, b]: [f32; 2]| vec![a, b, a, b, a, b, a, a, b];
    let spacings = [
        [one, one, one],
        [far * T::HALF, far * T::HALF, one],
        [tiny, tiny, tiny],
        [far * T::HALF, tiny, one],
    ];
    let mut all = Vec::new();
    for spacing in spacings {
        for range in
            [[0.0, 0.0], [0.0, 1.0], [-f32::MAX, f32::MAX], [f32::MIN_POSITIVE, -1e-40], [1e30, -1e30]]
        {
            all.extend(HeightField::try_new(3, 3, spacing, heights(range)));
        }
    }
    all
}

/// Poses of space within the limit.
pub fn poses<T: Real>() -> Vec<Pose<Vec3<T>>> {
    places().into_iter().flat_map(|p| turns().map(|turn| Pose::new(p, turn))).collect()
}

/// Poses of the plane within the limit.
pub fn poses2<T: Real>() -> Vec<Pose<Vec2<T>>> {
    places().into_iter().flat_map(|p| turns2().map(|turn| Pose::new(super::numbers::flat(p), turn))).collect()
}

/// Half-spaces.
pub fn half_spaces<T: Real>() -> Vec<HalfSpace<Vec3<T>>> {
    let normals = [Vec3::axis(2), Vec3::new(T::ONE, -T::ONE, T::HALF), Vec3::new(least(), T::ZERO, T::ZERO)];
    let offsets = [T::ZERO, T::ONE, -T::LIMIT, T::LIMIT, least(), small()];
    normals.into_iter().flat_map(|n| offsets.map(|offset| HalfSpace::new(n, offset))).collect()
}

/// Maps of meshes that are neither flat nor too thin for them.
pub fn maps<T: Real>() -> Vec<SampledMap<T>> {
    let settings = MapSettings { cells: 6, max_bytes: 4 << 20, ..MapSettings::default() };
    let made = |mesh: &TriangleMesh<T>| {
        let bounds = mesh.bounds();
        let size = (bounds.max.max_abs()).max(bounds.min.max_abs());
        SampledMap::new(mesh, &settings, size * T::HALF).ok()
    };
    triangle_meshes().iter().step_by(2).filter_map(made).collect()
}

/// Bodies of space of every form but convex.
pub fn forms<T: Real>() -> Vec<(String, AnyBody<Vec3<T>>)> {
    let mut all: Vec<(String, AnyBody<Vec3<T>>)> = Vec::new();
    for mesh in triangle_meshes::<T>() {
        all.push((format!("mesh {:?}", mesh.vertices()), Arc::new(mesh).into()));
    }
    for field in fields::<T>() {
        all.push((format!("field {:?} {:?}", field.spacing(), field.heights()), field.into()));
    }
    for plane in half_spaces() {
        all.push((format!("{plane:?}"), plane.into()));
    }
    for map in maps::<T>() {
        all.push((format!("map {:?}", map.map().report()), map.into()));
    }
    let (shapes, poses) = (solids::<T>(), poses::<T>());
    for k in 0..12 {
        let part =
            |i: usize| (shapes[(31 * k + 7 * i) % shapes.len()].1.clone(), poses[(5 * k + i) % poses.len()]);
        let parts: Vec<_> = (0..1 + k % 4).map(part).collect();
        all.push((format!("compound {parts:?}"), Compound::new(parts).into()));
    }
    all
}

/// Regions and chains.
pub fn outlines<T: Real>() -> (Vec<Region<T>>, Vec<Chain<T>>) {
    let (one, far, tiny) = (T::ONE, T::LIMIT, least::<T>());
    let mut rings: Vec<Vec<Vec2<T>>> = Vec::new();
    for [a, b, _] in triples::<T>() {
        rings.push(vec![Vec2::new(-a, -b), Vec2::new(a, -b), Vec2::new(a, b), Vec2::new(-a, b)]);
        rings.push(vec![Vec2::new(T::ZERO, T::ZERO), Vec2::new(a, T::ZERO), Vec2::new(T::ZERO, b)]);
    }
    rings.push(vec![
        Vec2::ZERO,
        Vec2::new(tiny, tiny),
        Vec2::new(far, one),
        Vec2::new(-far, one),
        Vec2::new(far, far),
    ]);
    let regions = rings.iter().filter_map(|ring| Region::try_new(&[ring]).ok()).collect();
    let open = rings.iter().filter_map(|ring| Chain::try_new(ring).ok());
    let closed = rings.iter().filter_map(|ring| Chain::try_closed(ring).ok());
    (regions, open.chain(closed).collect())
}

/// Bodies of the plane of every form but convex.
pub fn forms2<T: Real>() -> Vec<(String, AnyBody<Vec2<T>>)> {
    let mut all: Vec<(String, AnyBody<Vec2<T>>)> = Vec::new();
    let (regions, chains) = outlines::<T>();
    for (k, region) in regions.into_iter().enumerate() {
        all.push((format!("region {k}"), region.into()));
    }
    for (k, chain) in chains.into_iter().enumerate() {
        all.push((format!("chain {k}"), chain.into()));
    }
    for offset in [T::ZERO, T::LIMIT, -T::ONE, least()] {
        let plane = HalfSpace::new(Vec2::new(T::ONE, T::HALF), offset);
        all.push((format!("{plane:?}"), plane.into()));
    }
    let (shapes, poses) = (planars::<T>(), poses2::<T>());
    for k in 0..8 {
        let part =
            |i: usize| (shapes[(31 * k + 7 * i) % shapes.len()].1.clone(), poses[(5 * k + i) % poses.len()]);
        let parts: Vec<_> = (0..1 + k % 4).map(part).collect();
        all.push((format!("compound {parts:?}"), Compound::new(parts).into()));
    }
    all
}
