//! Contacts that last: what is the same contact in the next step, and what is carried with it.

mod bodies;

use impinge::feature::Feature;
use impinge::manifolds::ManifoldPoint;
use impinge::persist::{Persistence, Persistent};
use impinge::{Id, Pose, Real, Rotation, Vec2, Vec3, Vector};
use impinge_scenes::{Rng, Space};

/// A point on the plane across the last axis, `deep` below it.
fn point<V: Space>(x: f64, y: f64, deep: f64, a: Feature, b: Feature) -> ManifoldPoint<V> {
    let at = if V::DIM == 3 { [x, y, 0.0] } else { [x, 0.0, 0.0] };
    let point_a = V::from_coordinates(at);
    let signed_distance = V::Scalar::of(-deep);
    let point_b = point_a + V::axis(V::DIM - 1) * signed_distance;
    ManifoldPoint { point_a, point_b, signed_distance, feature_a: a, feature_b: b }
}

fn corner(i: u32) -> Feature {
    Feature::Vertex(Id(i))
}

fn face() -> Feature {
    Feature::Face(Id(4))
}

/// Both bodies at rest in the common frame.
fn step<V: Vector>(
    contacts: &mut Persistent<V, u32>,
    points: &[ManifoldPoint<V>],
    settings: &Persistence<V::Scalar>,
) {
    let rest = Pose::IDENTITY;
    contacts.update_points(V::axis(V::DIM - 1), points, &rest, &rest, settings);
}

fn ids<V: Vector, D>(contacts: &Persistent<V, D>) -> Vec<u32> {
    contacts.contacts().iter().map(|c| c.id).collect()
}

/// Features that identify a point make it the same wherever it is; the data goes with it; removed points are reported.
fn by_features<V: Space>() {
    let settings = Persistence { distance: V::Scalar::of(0.01), deeper: V::Scalar::ZERO, limit: 4 };
    let mut contacts = Persistent::<V, u32>::new();
    let at = |i: u32, x: f64| point::<V>(x, 0.0, 0.1, corner(i), face());
    step(&mut contacts, &[at(7, 0.0), at(8, 1.0)], &settings);
    assert_eq!((ids(&contacts), contacts.began().len(), contacts.ended().len()), (vec![0, 1], 2, 0));
    for c in contacts.contacts_mut() {
        c.data = 10 + c.id;
    }
    // Far away and in another order; one is new.
    step(&mut contacts, &[at(8, 50.0), at(9, 0.0), at(7, -3.0)], &settings);
    let found: Vec<_> =
        contacts.contacts().iter().map(|c| (c.id, c.age, c.data, c.point.feature_a)).collect();
    assert_eq!(found, [(0, 1, 10, corner(7)), (1, 1, 11, corner(8)), (2, 0, 0, corner(9))]);
    assert_eq!(contacts.began().iter().map(|c| c.id).collect::<Vec<_>>(), [2]);
    assert_eq!(contacts.contacts()[0].first_a.get(0).f64(), 0.0);
    assert_eq!(contacts.contacts()[0].local_a.get(0).f64(), -3.0);
    // One leaves, with what was kept of it.
    step(&mut contacts, &[at(9, 0.0), at(7, -3.0)], &settings);
    assert_eq!(ids(&contacts), [0, 2]);
    assert_eq!(contacts.ended().iter().map(|c| (c.id, c.data)).collect::<Vec<_>>(), [(1, 11)]);
    // It comes back as another.
    step(&mut contacts, &[at(8, 50.0), at(9, 0.0), at(7, -3.0)], &settings);
    assert_eq!((ids(&contacts), contacts.ended().len()), (vec![0, 2, 3], 0));
    assert_eq!(contacts.contacts()[2].data, 0);
    // A corner of B, or edges that cross, or places on a rim, pin it down as well; a face or an odd end does not.
    let rim = |place: u32| Feature::Rim { face: Id(1), place: Id(place) };
    let edge = |a: u32, b: u32| Feature::edge(Id(a), Id(b));
    let cases = [
        (face(), corner(3), true),
        (corner(3), Feature::Curved, true),
        (edge(1, 2), edge(3, 4), true),
        (rim(4), face(), true),
        (rim(5), edge(3, 4), true),
        (rim(5), face(), false),
        (rim(Id::NONE.0), face(), false),
        (edge(1, 2), face(), false),
        (edge(1, Id::NONE.0), edge(3, 4), false),
        (Feature::Curved, Feature::Curved, false),
        (face(), face(), false),
    ];
    for (a, b, pinned) in cases {
        contacts.reset();
        step(&mut contacts, &[point(0.0, 0.0, 0.1, a, b)], &settings);
        step(&mut contacts, &[point(5.0, 0.0, 0.1, a, b)], &settings);
        assert_eq!(ids(&contacts), [u32::from(!pinned)], "{a} {b}");
    }
}

#[test]
fn the_same_features_are_the_same_contact() {
    by_features::<Vec2<f32>>();
    by_features::<Vec3<f32>>();
    by_features::<Vec2<f64>>();
    by_features::<Vec3<f64>>();
}

/// Others are the same where they are near, one to one, and those with equal features first.
fn by_place<V: Space>() {
    let settings = Persistence { distance: V::Scalar::of(0.25), deeper: V::Scalar::ZERO, limit: 4 };
    let mut contacts = Persistent::<V, u32>::new();
    let curved = |x: f64| point::<V>(x, 0.0, 0.1, Feature::Curved, Feature::Curved);
    step(&mut contacts, &[curved(0.0), curved(1.0)], &settings);
    step(&mut contacts, &[curved(1.125), curved(-0.125)], &settings);
    assert_eq!(ids(&contacts), [0, 1]);
    assert_eq!(contacts.contacts()[0].point.point_a.get(0).f64(), -0.125);
    // Just within the distance, and just beyond.
    step(&mut contacts, &[curved(0.125), curved(1.5)], &settings);
    assert_eq!((ids(&contacts), contacts.ended()[0].id), (vec![0, 2], 1));
    // Two near one: the nearest is it, the other begins. One near two: the nearest again.
    step(&mut contacts, &[curved(0.25), curved(0.1875), curved(1.5)], &settings);
    assert_eq!((ids(&contacts), contacts.contacts()[0].point.point_a.get(0).f64()), (vec![0, 2, 3], 0.1875));
    step(&mut contacts, &[curved(0.2421875)], &settings);
    assert_eq!(ids(&contacts), [3]);
    // Equally near: the older one.
    contacts.reset();
    step(&mut contacts, &[curved(0.0), curved(0.25)], &settings);
    step(&mut contacts, &[curved(0.125)], &settings);
    assert_eq!(ids(&contacts), [0]);
    // A corner slides over an edge: its features change, the contact does not.
    contacts.reset();
    step(&mut contacts, &[point(0.0, 0.0, 0.1, corner(7), face())], &settings);
    let crossing = point(0.1, 0.0, 0.1, Feature::edge(Id(7), Id(8)), Feature::edge(Id(1), Id(2)));
    step(&mut contacts, &[crossing], &settings);
    assert_eq!(
        (ids(&contacts), contacts.contacts()[0].point.feature_a),
        (vec![0], Feature::edge(Id(7), Id(8)))
    );
    // Equal features beat a nearer place.
    contacts.reset();
    let named = |i: u32, x: f64| point::<V>(x, 0.0, 0.1, Feature::Curved, Feature::Face(Id(i)));
    step(&mut contacts, &[named(1, 0.0), named(2, 0.2)], &settings);
    step(&mut contacts, &[named(2, 0.0), named(1, 0.2)], &settings);
    let kept: Vec<_> = contacts.contacts().iter().map(|c| (c.id, c.point.feature_b)).collect();
    assert_eq!(kept, [(0, Feature::Face(Id(1))), (1, Feature::Face(Id(2)))]);
    // The normal turned round: nothing is the same.
    let rest = Pose::IDENTITY;
    let named = [named(1, 0.2), named(2, 0.0)];
    contacts.update_points(-V::axis(V::DIM - 1), &named, &rest, &rest, &settings);
    assert_eq!((ids(&contacts), contacts.ended().len()), (vec![2, 3], 2));
    step(&mut contacts, &[], &settings);
    assert_eq!((contacts.contacts().len(), contacts.began().len(), contacts.ended().len()), (0, 0, 2));
}

#[test]
fn near_points_are_the_same_contact() {
    by_place::<Vec2<f32>>();
    by_place::<Vec3<f32>>();
    by_place::<Vec2<f64>>();
    by_place::<Vec3<f64>>();
}

/// Points that move less than half their distance from one another are never mistaken, in whatever order they come and
/// however the bodies move; each point says in its second feature which one it is.
fn random_walks<V: Space>() {
    let mut rng = Rng::new(11);
    let (mut carried, mut began) = (0, 0);
    for _ in 0..40 {
        let settings = Persistence { distance: V::Scalar::of(0.2), deeper: V::Scalar::ZERO, limit: 16 };
        let mut contacts = Persistent::<V, u32>::new();
        let mut names: Vec<u32> = (0..rng.below(16) as u32).collect();
        let mut next = 16;
        let in_a = rng.uniform() < 0.5;
        for _ in 0..25 {
            // Some leave, some come, and all are shuffled.
            names.retain(|_| rng.uniform() < 0.9);
            while names.len() < 12 && rng.uniform() < 0.4 {
                names.push(next);
                next += 1;
            }
            for i in (1..names.len()).rev() {
                names.swap(i, rng.below(i + 1));
            }
            // Both bodies are anywhere in each step; in one of them the points are nearly at rest.
            let (moved, other) = (V::random_pose(&mut rng, 3.0), V::random_pose(&mut rng, 3.0));
            let points: Vec<ManifoldPoint<V>> = names
                .iter()
                .map(|&name| {
                    let off = V::random_unit(&mut rng) * V::Scalar::of(0.09 * rng.uniform());
                    let spot = V::axis(0) * V::Scalar::of(f64::from(name)) + off;
                    let at = moved.transform(spot);
                    ManifoldPoint {
                        point_a: at,
                        point_b: at,
                        feature_a: Feature::Curved,
                        feature_b: Feature::Curved,
                        signed_distance: V::Scalar::of(-f64::from(name)),
                    }
                })
                .collect();
            let normal = moved.rotation().rotate(V::axis(V::DIM - 1));
            let poses = if in_a { [moved, other] } else { [other, moved] };
            contacts.update_points(normal, &points, &poses[0], &poses[1], &settings);
            assert_eq!(contacts.contacts().len(), points.len());
            assert!(contacts.contacts().windows(2).all(|c| c[0].id < c[1].id));
            for c in contacts.contacts_mut() {
                let name = -c.point.signed_distance.f64() as u32;
                if c.age > 0 {
                    assert_eq!(c.data, name);
                    carried += 1;
                } else {
                    began += 1;
                }
                c.data = name;
            }
            assert!(contacts.ended().iter().all(|c| !names.contains(&c.data)));
        }
    }
    assert!(carried > 3000 && began > 500, "{carried} {began}");
}

#[test]
fn points_that_move_little_are_never_mistaken() {
    random_walks::<Vec2<f32>>();
    random_walks::<Vec3<f32>>();
    random_walks::<Vec2<f64>>();
    random_walks::<Vec3<f64>>();
}

/// Eight points around a circle, of which four are kept: noise in place and depth does not swap them, but a point that
/// is clearly deeper comes in.
fn hysteresis<T: Real>() {
    let mut rng = Rng::new(5);
    let settings = Persistence { distance: T::of(0.1), deeper: T::of(1e-3), limit: 4 };
    let mut contacts = Persistent::<Vec3<T>, u32>::new();
    let octagon = |rng: &mut Rng, deep: [f64; 8]| -> Vec<ManifoldPoint<Vec3<T>>> {
        (0..8)
            .map(|i| {
                let (sin, cos) = Real::sin_cos(f64::from(i) * std::f64::consts::FRAC_PI_4 + 0.1);
                let [dx, dy, dz] = [(); 3].map(|()| 4e-4 * (rng.uniform() - 0.5));
                point(cos + dx, sin + dy, deep[i as usize] + dz, Feature::Curved, face())
            })
            .collect()
    };
    for i in 0..1000 {
        step(&mut contacts, &octagon(&mut rng, [0.01; 8]), &settings);
        assert_eq!((ids(&contacts), contacts.left_out()), (vec![0, 1, 2, 3], 4), "step {i}");
    }
    // They span the circle: no two neighbors.
    let kept: Vec<Vec3<T>> = contacts.contacts().iter().map(|c| c.point.point()).collect();
    for i in 0..4 {
        for j in 0..i {
            assert!((kept[i] - kept[j]).norm().f64() > 1.4);
        }
    }
    // Now a point that was left out is deeper.
    let out = (0..8).find(|&i| {
        let (sin, cos) = Real::sin_cos(f64::from(i) * std::f64::consts::FRAC_PI_4 + 0.1);
        kept.iter().all(|p| (p.cast::<f64>() - Vec3::new(cos, sin, 0.0)).norm() > 0.1)
    });
    let mut deep = [0.01; 8];
    deep[out.unwrap() as usize] = 0.013;
    step(&mut contacts, &octagon(&mut rng, deep), &settings);
    assert_eq!((contacts.began().len(), contacts.ended().len()), (1, 1));
    let deepest = contacts.contacts().iter().map(|c| c.point.depth().f64()).fold(0.0, f64::max);
    assert!(deepest > 0.0125);
}

#[test]
fn few_of_many_do_not_flicker() {
    hysteresis::<f32>();
    hysteresis::<f64>();
}

/// Corners that span the area are kept, points on its sides are not; of a segment its ends; never without the deepest.
#[test]
fn points_that_span_most_are_kept() {
    let mut rng = Rng::new(8);
    let settings = |limit| Persistence { distance: 0.01, deeper: 0.0, limit };
    let at = |x: f64, y: f64, deep: f64| point::<Vec3<f64>>(x, y, deep, Feature::Curved, Feature::Curved);
    // A long rectangle with points along its sides.
    let mut points = vec![at(0.0, 0.0, 0.2)];
    points.extend((1..5).map(|i| at(f64::from(i), 0.0, 0.1)));
    points.extend([at(5.0, 0.0, 0.1), at(5.0, 0.1, 0.1)]);
    points.extend((1..5).rev().map(|i| at(f64::from(i), 0.1, 0.1)));
    points.push(at(0.0, 0.1, 0.1));
    let mut contacts = Persistent::new();
    step(&mut contacts, &points, &settings(4));
    let xs: Vec<f64> = contacts.contacts().iter().map(|c| c.point.point_a.x).collect();
    assert_eq!(xs, [0.0, 5.0, 5.0, 0.0]);
    // A segment.
    contacts.reset();
    let line: Vec<_> = (0..9).map(|i| at(f64::from(i), f64::from(i), 0.1 + 0.01 * f64::from(i))).collect();
    step(&mut contacts, &line, &settings(2));
    assert_eq!(contacts.contacts().iter().map(|c| c.point.point_a.x).collect::<Vec<_>>(), [0.0, 8.0]);
    // Any points, any limit.
    for _ in 0..300 {
        let points: Vec<_> = (0..rng.below(40))
            .map(|_| at(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), rng.uniform()))
            .collect();
        let limit = rng.below(20);
        contacts.reset();
        step(&mut contacts, &points, &settings(limit));
        assert_eq!(contacts.contacts().len(), points.len().min(limit.clamp(1, 16)));
        let deepest = |ps: &mut dyn Iterator<Item = f64>| ps.fold(0.0, f64::max);
        let all = deepest(&mut points.iter().map(|p| p.depth()));
        assert_eq!(deepest(&mut contacts.contacts().iter().map(|c| c.point.depth())), all);
    }
}

/// Points that are NaN, or as large as numbers go, and senseless settings: nothing panics, ids stay unique.
fn nonsense<T: Real>() {
    let mut rng = Rng::new(3);
    let odd = [f64::NAN, f64::INFINITY, -f64::INFINITY, 0.0, 1e300, -1e300, 1e-300, 1.0];
    let mut contacts = Persistent::<Vec3<T>, u32>::new();
    let mut last = None;
    for _ in 0..500 {
        let mut pick = || odd[rng.below(odd.len())];
        let points: Vec<_> = (0..20)
            .map(|i| {
                let feature = if i % 2 == 0 { corner(i) } else { Feature::Curved };
                point::<Vec3<T>>(pick(), pick(), pick(), feature, face())
            })
            .collect();
        let settings = Persistence { distance: T::of(pick()), deeper: T::of(pick()), limit: 5 };
        step(&mut contacts, &points, &settings);
        assert_eq!(contacts.contacts().len(), 5);
        assert!(contacts.contacts().windows(2).all(|c| c[0].id < c[1].id));
        for c in contacts.began() {
            assert!(last.is_none_or(|id| c.id > id));
            last = Some(c.id);
        }
    }
}

#[test]
fn nonsense_is_survived() {
    nonsense::<f32>();
    nonsense::<f64>();
}

/// After a few steps the lists stay where they are in memory: there are two, used in turn.
#[test]
fn no_memory_is_taken_again() {
    let mut rng = Rng::new(4);
    let settings = Persistence { distance: 0.1, deeper: 0.0, limit: 8 };
    let mut contacts = Persistent::<Vec3<f64>, u32>::new();
    let (mut lists, mut ended) = (Vec::new(), Vec::new());
    for i in 0..400 {
        let count = [8, 8, 0, 0].get(i).copied().unwrap_or_else(|| rng.below(9));
        let points: Vec<_> = (0..count)
            .map(|_| point(rng.between(-1.0, 1.0), rng.between(-1.0, 1.0), 0.1, Feature::Curved, face()))
            .collect();
        step(&mut contacts, &points, &settings);
        if i >= 4 {
            lists.push(contacts.contacts().as_ptr());
            ended.push(contacts.ended().as_ptr());
        }
    }
    for (list, count) in [(&mut lists, 2), (&mut ended, 1)] {
        list.sort_unstable();
        list.dedup();
        assert!(list.len() <= count, "{}", list.len());
    }
}

/// The drift of a contact is how far B slid over A since it began.
#[test]
fn drift_is_the_slip() {
    let settings = Persistence::of_size(1.0);
    let mut contacts = Persistent::<Vec3<f64>, u32>::new();
    for i in 0..10 {
        let slid = Pose::at([0.5 * f64::from(i), 0.0, 0.0]);
        let mut p = point(0.0, 0.0, 0.0, Feature::Curved, corner(2));
        p.point_a = slid.transform(p.point_a);
        p.point_b = slid.transform(p.point_b);
        contacts.update_points(Vec3::new(0.0, 0.0, 1.0), &[p], &Pose::IDENTITY, &slid, &settings);
        let drift = contacts.contacts()[0].drift(&Pose::IDENTITY, &slid);
        assert_eq!(drift, Vec3::new(0.5 * f64::from(i), 0.0, 0.0));
    }
    assert_eq!(contacts.contacts()[0].age, 9);
}
