//! Few contacts out of many, from step to step.

use std::collections::BTreeMap;

use impinge::manifolds::{ClusterSettings, Clusters};
use impinge::persist::{Persistence, Persistent};
use impinge::sdf::{MapContactSettings, MapContacts, MapSettings, SampledMap};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::fits::{self, Fit};
use impinge_scenes::meshes::Triangles;

fn mapped<T: Real>(triangles: &Triangles, cells: usize) -> SampledMap<T> {
    let points: Vec<Vec3<T>> = triangles.points.iter().map(|p| p.cast()).collect();
    let (mesh, _) = impinge::mesh::TriangleMesh::new(&points, &triangles.triangles).unwrap();
    SampledMap::new(&mesh, &MapSettings { cells, ..MapSettings::default() }, T::of(0.125)).unwrap()
}

/// A peg slides down its hole, leaning against the wall: contacts keep their ids.
fn check<T: Real>() {
    let fit = Fit::default();
    let (hole, peg) = (mapped::<T>(&fits::hole(&fit), 64), mapped::<T>(&fits::peg(&fit), 64));
    let settings = ClusterSettings { most: 2, ..ClusterSettings::of_size(T::ONE) };
    let persistence = Persistence::of_size(T::ONE);
    let mut found = MapContacts::new();
    let mut clusters = Clusters::new();
    let mut kept: BTreeMap<u32, Persistent<Vec3<T>, u32>> = BTreeMap::new();
    let (mut went_on, mut began, mut steps) = (0, 0, 0);
    let mut patches_before = Vec::new();
    let mut lost_patches = 0;
    for step in 0..60 {
        // 0.01 deep in the wall at x = 1.
        let at_peg = Pose::at([T::of(0.06), T::ZERO, T::of(1.0 - 0.01 * f64::from(step))]);
        let margin = MapContactSettings { margin: 0.02, ..MapContactSettings::default() };
        hole.contacts(&Pose::IDENTITY, &peg, &at_peg, &margin, &mut found);
        clusters.update(found.points(), &Pose::IDENTITY, &at_peg, &settings);
        let patches: Vec<u32> = clusters.patches().map(|patch| patch.id).collect();
        assert!(found.points().len() > 50 && patches.len() < 32, "{} {patches:?}", found.points().len());
        assert_eq!(clusters.patches().map(|patch| patch.contacts).sum::<usize>(), found.points().len());
        let deepest = found.deepest().unwrap().signed_distance;
        let mut least = T::INFINITY;
        for patch in clusters.patches() {
            assert!(patch.points.len() <= 2 && !patch.points.is_empty());
            assert!((patch.normal.cast::<f64>().norm() - 1.0).abs() < 1e-5);
            least = patch.points.iter().fold(least, |least, p| least.min(p.signed_distance));
            kept.entry(patch.id).or_default().update_points(
                patch.normal,
                patch.points,
                &Pose::IDENTITY,
                &at_peg,
                &persistence,
            );
        }
        assert!(least <= deepest + settings.deeper, "the deepest stays");
        kept.retain(|id, _| patches.contains(id));
        if step > 0 {
            lost_patches += patches_before.iter().filter(|id| !patches.contains(id)).count();
            steps += patches.len();
            for contact in kept.values().flat_map(|pair| pair.contacts()) {
                if contact.age > 0 { went_on += 1 } else { began += 1 }
            }
        }
        patches_before = patches;
    }
    assert!(lost_patches * 10 < steps, "{lost_patches} of {steps} patches were lost");
    assert!(began * 3 < went_on, "{began} began, {went_on} went on");
}

#[test]
fn a_sliding_peg_keeps_its_contacts() {
    check::<f64>();
    check::<f32>();
}

/// The same contacts give the same patches, and one that is not there any more is gone.
#[test]
fn nothing_is_invented() {
    let (hole, peg) =
        (mapped::<f64>(&fits::hole(&Fit::default()), 48), mapped::<f64>(&fits::peg(&Fit::default()), 48));
    let at_peg = Pose::at([0.06, 0.01, 0.3]);
    let mut found = MapContacts::new();
    hole.contacts(&Pose::IDENTITY, &peg, &at_peg, &MapContactSettings::default(), &mut found);
    let settings = ClusterSettings::of_size(1.0);
    let (mut once, mut again) = (Clusters::new(), Clusters::new());
    once.update(found.points(), &Pose::IDENTITY, &at_peg, &settings);
    // In any order, and a second time.
    let mut reversed = found.points().to_vec();
    reversed.reverse();
    again.update(&reversed, &Pose::IDENTITY, &at_peg, &settings);
    assert!(once.patches().eq(again.patches()) && once.patches().len() > 0);
    let first: Vec<_> = again.patches().map(|patch| (patch.id, patch.points.to_vec())).collect();
    again.update(found.points(), &Pose::IDENTITY, &at_peg, &settings);
    assert!(again.patches().map(|patch| (patch.id, patch.points.to_vec())).eq(first));
    // Every point is one of the contacts.
    for p in again.patches().flat_map(|patch| patch.points) {
        assert!(found.points().iter().any(|c| c.point_a == p.point_a || c.point_b == p.point_b));
    }
    again.update(&[], &Pose::IDENTITY, &at_peg, &settings);
    assert_eq!(again.patches().len(), 0);
}
