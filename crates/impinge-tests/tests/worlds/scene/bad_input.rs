//! Bad input: an error or an empty answer, never a panic, and the scene stays as it was.

use impinge::scene::{Layers, Scene, SceneError};
use impinge::*;
use impinge_tests::everywhere;

use super::world::Flat;

fn stale<V: Flat>() {
    let mut scene = Scene::<V>::new();
    let shape = scene.add_shape(V::cube(1.0));
    let a = scene.add(shape, Pose::IDENTITY).unwrap();
    let b = scene.add(shape, Pose::IDENTITY).unwrap();
    assert_eq!(scene.contacts(V::Scalar::ZERO).len(), 1);
    scene.remove(b).unwrap();
    let gone = SceneError::StaleObject(b);
    assert_eq!(gone.to_string(), "object 1 was removed from the scene");
    for _ in 0..2 {
        assert_eq!(scene.remove(b), Err(gone.clone()));
        assert_eq!(scene.move_object(b, Pose::IDENTITY), Err(gone.clone()));
        assert_eq!(scene.pose(b), Err(gone.clone()));
        assert_eq!(scene.shape_of(b).err(), Some(gone.clone()));
        assert_eq!(scene.layers(b), Err(gone.clone()));
        assert_eq!(scene.set_layers(b, Layers::NONE), Err(gone.clone()));
        for (p, q) in [(a, b), (b, a), (b, b)] {
            assert_eq!(scene.ignore_pair(p, q), Err(gone.clone()));
            assert_eq!(scene.watch_pair(p, q), Err(gone.clone()));
            assert_eq!(scene.is_ignored(p, q), Err(gone.clone()));
            assert_eq!(scene.distance_between(p, q), Err(gone.clone()));
            assert_eq!(scene.contact_between(p, q), Err(gone.clone()));
        }
        assert_eq!(scene.nearest(b, 3), Err(gone.clone()));
        assert!(scene.contains(a) && !scene.contains(b));
        assert!(scene.contacts(V::Scalar::ZERO).is_empty());
        assert_eq!(scene.len(), 1);
    }
    // The place is used again, the handle is not.
    let c = scene.add(shape, Pose::IDENTITY).unwrap();
    assert_eq!((c.index(), scene.places()), (b.index(), 2));
    assert_eq!(scene.remove(b), Err(gone));
    assert_eq!(scene.contacts(V::Scalar::ZERO).len(), 1);

    // Shapes: in use, then not, then gone.
    assert_eq!(scene.remove_shape(shape), Err(SceneError::ShapeInUse { objects: 2 }));
    scene.remove(a).unwrap();
    scene.remove(c).unwrap();
    assert!(scene.is_empty());
    scene.remove_shape(shape).unwrap();
    let gone = SceneError::StaleShape(shape);
    assert_eq!(scene.remove_shape(shape), Err(gone.clone()));
    assert_eq!(scene.shape(shape).err(), Some(gone.clone()));
    assert_eq!(scene.add(shape, Pose::IDENTITY), Err(gone));
}

#[test]
fn stale_handles_are_refused() {
    everywhere!(stale());
}

fn not_numbers<V: Flat>() {
    let mut scene = Scene::<V>::new();
    let shape = scene.add_shape(V::cube(1.0));
    let other = scene.add(shape, Pose::IDENTITY).unwrap();
    let a = scene.add(shape, Pose::IDENTITY).unwrap();
    // Poses of NaN cannot be made; the way to ask for one ends in an error of the scene's own type.
    for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        let at = V::from_coordinates([0.0, bad, 0.0]);
        let move_there = |scene: &mut Scene<V>| -> Result<(), SceneError> {
            scene.move_object(a, Pose::try_new(at, Pose::<V>::IDENTITY.rotation())?)
        };
        let error = move_there(&mut scene).unwrap_err();
        assert!(matches!(error, SceneError::Pose(_)), "{error:?}");
        assert!(error.to_string().starts_with("invalid pose: translation y is "), "{error}");
    }
    // Where composing poses went beyond the largest number, and where the box would.
    let mut far = Pose::at(V::axis(0) * V::Scalar::LIMIT);
    for _ in 0..8 {
        far = far.compose(&far);
    }
    for pose in [far, far.compose(&far), far.compose(&far).compose(&far.inverse())] {
        assert_eq!(scene.move_object(a, pose), Err(SceneError::TooFar));
        assert_eq!(scene.add(shape, pose), Err(SceneError::TooFar));
        assert_eq!(scene.touching(&V::cube(1.0), &pose, V::Scalar::ONE), Err(SceneError::TooFar));
    }
    assert_eq!(*scene.pose(a).unwrap(), Pose::IDENTITY);
    assert_eq!(scene.contacts(V::Scalar::ZERO).len(), 1);
    // Margins.
    let nan = V::Scalar::of(f64::NAN);
    assert!(scene.contacts(nan).is_empty());
    assert!(scene.touching(&V::cube(1.0), &Pose::IDENTITY, nan).unwrap().is_empty());
    let far = Pose::at(V::axis(0) * V::Scalar::of(1e15));
    scene.move_object(a, far).unwrap();
    assert_eq!(scene.contacts(V::Scalar::of(1e10)).len(), 0);
    assert_eq!(scene.contacts(V::Scalar::INFINITY).len(), 1);
    assert_eq!(scene.contacts(-V::Scalar::INFINITY).len(), 0);
    assert_eq!(scene.touching(&V::cube(1.0), &far, V::Scalar::INFINITY).unwrap().len(), 2);
    let ray = Ray::new(V::axis(0) * V::Scalar::of(3.0), V::axis(0));
    assert_eq!(scene.ray_cast(&ray).map(|hit| hit.object), Some(a));
    for max in [nan, -V::Scalar::ONE, V::Scalar::ONE] {
        assert_eq!(scene.ray_cast_within(&ray, max, Layers::ALL), None);
    }
    assert_eq!(scene.ray_cast_within(&ray, V::Scalar::INFINITY, Layers::NONE), None);
    // An object and itself.
    scene.ignore_pair(a, a).unwrap();
    assert_eq!(scene.distance_between(a, a).unwrap().distance, V::Scalar::ZERO);
    assert_eq!(scene.nearest(other, usize::MAX).unwrap().len(), 1);
}

#[test]
fn nan_is_refused_or_finds_nothing() {
    everywhere!(not_numbers());
}

/// An empty scene, points, coincident objects, settings out of range.
fn degenerate<V: Flat>() {
    let mut scene = Scene::<V>::new();
    assert!(scene.contacts(V::Scalar::ONE).is_empty() && scene.is_empty());
    assert_eq!(scene.ray_cast(&Ray::new(V::ZERO, V::axis(0))), None);
    assert!(scene.touching(&V::cube(1.0), &Pose::IDENTITY, V::Scalar::ONE).unwrap().is_empty());
    // Kind 0 is a point: no size at all.
    let point = scene.add_shape(V::any(0, [0.0; 4], 0, 1.0));
    for _ in 0..30 {
        scene.add(point, Pose::IDENTITY).unwrap();
    }
    assert_eq!(scene.contacts(V::Scalar::ZERO).len(), 30 * 29 / 2);
    let first = scene.objects().next().unwrap();
    let nearest = scene.nearest(first, 3).unwrap();
    let expected: Vec<_> = scene.objects().skip(1).take(3).collect();
    assert_eq!(nearest.iter().map(|n| n.object).collect::<Vec<_>>(), expected);
    for object in scene.objects().collect::<Vec<_>>() {
        scene.remove(object).unwrap();
    }
    assert!(scene.contacts(V::Scalar::ZERO).is_empty() && scene.is_empty());
    for gap in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e-3] {
        let mut scene = Scene::<V>::with_settings(Settings { gap: Some(gap), margin: Some(f64::NAN) });
        let shape = scene.add_shape(V::cube(1.0));
        scene.add(shape, Pose::at(V::axis(0))).unwrap();
        scene.add(shape, Pose::IDENTITY).unwrap();
        assert_eq!(scene.contacts(V::Scalar::ZERO).len(), 1, "gap {gap}");
    }
}

#[test]
fn degenerate_scenes_are_answered() {
    everywhere!(degenerate());
}
