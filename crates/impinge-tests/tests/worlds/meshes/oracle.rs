//! Two meshes against exact arithmetic.

use impinge::{Pose, Real, Rot3, Vec3, distance};
use impinge_scenes::Rng;
use impinge_scenes::mesh_pairs::{gap_apart, known, mingled, within};
use impinge_scenes::meshes::all;
use impinge_scenes::oracle::judge::{Faults, Subject, Truth, as_relation, judge, reversed, rounded};

use impinge::nonconvex::{Relation, relation};

/// Pairs that touch at corners, edges and faces, lie in one plane, or hold one another.
fn known_pairs<T: Real>() {
    let mut rng = Rng::new(3);
    for pair in known() {
        let (a, b) = (Subject::<T>::new(&pair.a), Subject::<T>::new(&pair.b));
        let all = pair.poses(&mut rng);
        let exact = rounded::<T>(&all[rng.below(all.len())]);
        let truth = Truth::new(&a, &b, &exact);
        assert_eq!(truth.relation, as_relation(pair.state), "{}", pair.name);
        let faults = judge(&a, &b, &exact, &truth);
        assert_eq!(faults, Faults::default(), "{}: {:?}", pair.name, truth.relation);
    }
}

#[test]
fn known_pairs_are_right() {
    known_pairs::<f64>();
    known_pairs::<f32>();
}

/// The same pairs turned in any way: what touched is off by some units in the last place, which is touching.
#[test]
fn known_pairs_keep_their_relation_within_rounding() {
    let mut rng = Rng::new(4);
    for pair in known() {
        let (a, b) = (Subject::<f64>::new(&pair.a), Subject::<f64>::new(&pair.b));
        for _ in 0..8 {
            let moved = rng.pose3::<f64>(10.0);
            let [one, two] = [a.mesh.at(moved), b.mesh.at(moved.compose(&Pose::at(pair.at)))];
            let said = relation(&one, &two);
            assert_eq!(said, as_relation(pair.state), "{} at {moved:?}", pair.name);
            assert_eq!(relation(&two, &one), reversed(said), "{} at {moved:?}", pair.name);
            let apart = if said == Relation::Apart { pair.squared.sqrt() } else { 0.0 };
            let found = distance(&one, &two);
            assert!((found.distance - apart).abs() <= 2.0 * found.error, "{}: {found:?}", pair.name);
        }
    }
}

/// All generated meshes, near, far, mingled and inside one another.
fn any_poses<T: Real>() {
    let mut rng = Rng::new(9);
    let meshes = all(2, 5);
    let subjects: Vec<Subject<T>> = meshes.iter().map(|named| Subject::new(&named.mesh)).collect();
    let mut seen = [0; 5];
    for k in 0..6 * meshes.len() {
        let (i, j) = (k % meshes.len(), rng.below(meshes.len()));
        let (a, b) = (&meshes[i].mesh, &meshes[j].mesh);
        let mut smaller = None;
        let poses = match k / meshes.len() {
            0 => gap_apart(a, b, 1e-9, &mut rng),
            1 => gap_apart(a, b, 0.25, &mut rng),
            2 => gap_apart(a, b, -1e-3, &mut rng),
            3 | 4 => mingled(a, b, &mut rng),
            _ => {
                let t = a.triangles[0].map(|v| a.points[v as usize]);
                let (middle, out) =
                    ((t[0] + t[1] + t[2]) * (1.0 / 3.0), (t[1] - t[0]).cross(t[2] - t[0]).unit());
                let room = 0.3 * (middle - t[0]).norm();
                let (factor, poses) = within(b, middle - out * room, room, &mut rng);
                smaller = Some(Subject::<T>::new(&b.clone().scaled(factor)));
                poses
            }
        };
        let (a, b) = (&subjects[i], smaller.as_ref().unwrap_or(&subjects[j]));
        let poses = rounded::<T>(&poses);
        let truth = Truth::new(a, b, &poses);
        seen[truth.relation as usize] += 1;
        let faults = judge(a, b, &poses, &truth);
        assert_eq!(faults, Faults::default(), "{k}: {} and {}", meshes[i].name, meshes[j].name);
    }
    let [apart, _, overlapping, contains, inside] = seen;
    assert!(apart >= 30 && overlapping >= 20 && contains + inside >= 8, "{seen:?}");
}

#[test]
fn any_poses_are_right() {
    any_poses::<f64>();
    any_poses::<f32>();
}

/// Sizes and places times a power of two: answers are the same times it, to the bit.
fn scaled<T: Real>() {
    let mut rng = Rng::new(12);
    let meshes = all(2, 6);
    let mut apart = 0;
    for (k, exponent) in [(4, 20), (7, -20), (13, 31), (18, -17), (20, 3)] {
        let factor = f64::power_of_two(exponent);
        let (a, b) = (&meshes[k].mesh, &meshes[(k * 5) % meshes.len()].mesh);
        let build = |factor: f64| [a, b].map(|mesh| Subject::<T>::new(&mesh.clone().scaled(factor)).mesh);
        let ([a, b], [large_a, large_b]) = (build(1.0), build(factor));
        for gap in [0.5, 1e-3, -0.1] {
            let poses = rounded::<T>(&gap_apart(
                &meshes[k].mesh,
                &meshes[(k * 5) % meshes.len()].mesh,
                gap,
                &mut rng,
            ));
            let moved = poses.map(|pose| Pose::new(pose.translation() * T::of(factor), pose.rotation()));
            let small = distance(&a.at(poses[0]), &b.at(poses[1]));
            let large = distance(&large_a.at(moved[0]), &large_b.at(moved[1]));
            assert_eq!(small.distance * T::of(factor), large.distance, "{k} {gap}");
            assert_eq!(small.point_a * T::of(factor), large.point_a, "{k} {gap}");
            assert_eq!((small.part_a, small.part_b), (large.part_a, large.part_b), "{k} {gap}");
            assert_eq!(
                relation(&a.at(poses[0]), &b.at(poses[1])),
                relation(&large_a.at(moved[0]), &large_b.at(moved[1])),
                "{k} {gap}"
            );
            apart += u32::from(small.distance > T::ZERO);
        }
    }
    assert!(apart >= 8, "{apart}");
}

#[test]
fn scaling_changes_nothing() {
    scaled::<f64>();
    scaled::<f32>();
}

/// A mesh built again, and its triangles given in another order: the same distance to the bit, and the same faces where they
/// are the only ones.
#[test]
fn answers_do_not_depend_on_the_order_of_triangles() {
    let mut rng = Rng::new(13);
    for named in all(3, 8) {
        let mesh = &named.mesh;
        let mut other = mesh.clone();
        for k in (1..other.triangles.len()).rev() {
            other.triangles.swap(k, rng.below(k + 1));
        }
        let (one, again, two) = (
            Subject::<f64>::new(mesh).mesh,
            Subject::<f64>::new(mesh).mesh,
            Subject::<f64>::new(&other).mesh,
        );
        let still = Subject::<f64>::new(&impinge_scenes::meshes::letter('H')).mesh;
        let pose = Pose::new(rng.unit3::<f64>() * 6.0, Rot3::from_axis_angle(rng.unit3::<f64>(), 1.0));
        let at = |mesh: &impinge::mesh::TriangleMesh<f64>| distance(&still, &mesh.at(pose));
        assert_eq!(at(&one), at(&again), "{}", named.name);
        assert_eq!(at(&one).distance, at(&two).distance, "{}", named.name);
        let points: [Vec3<f64>; 2] = [at(&one).point_b, at(&two).point_b];
        let relations = [&one, &two].map(|mesh| relation(&still.at(Pose::IDENTITY), &mesh.at(pose)));
        assert_eq!(relations[0], relations[1], "{}: {points:?}", named.name);
    }
}
