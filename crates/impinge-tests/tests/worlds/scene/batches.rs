//! Batches against single queries.

use impinge::batch::{self, Batch, BatchError, ContactArrays, DistanceArrays, Poses};
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds;
use impinge_tests::everywhere;

use super::world::{Flat, contact_of, distance_of};

struct Table<V: Flat> {
    shapes: Vec<V::Any>,
    poses: Vec<Pose<V>>,
    pairs: Vec<(u32, u32)>,
    a: Vec<Pose<V>>,
    b: Vec<Pose<V>>,
}

fn table<V: Flat>(count: usize) -> Table<V> {
    let mut rng = Rng::new(11);
    let shapes: Vec<_> = (0..3 * V::KINDS).map(|i| kinds::random::<V>(&mut rng, i % V::KINDS)).collect();
    let mut poses = |n: usize| (0..n).map(|_| V::random_pose(&mut rng, 1.0)).collect::<Vec<_>>();
    let (of_shapes, a, b) = (poses(shapes.len()), poses(count), poses(count));
    let n = shapes.len();
    let pairs = (0..count).map(|_| (rng.below(n) as u32, rng.below(n) as u32)).collect();
    Table { shapes, poses: of_shapes, pairs, a, b }
}

fn equal_to_single_queries<V: Flat>() {
    let t = table::<V>(700);
    let of_shapes = Poses::OfShapes(&t.poses);
    let of_pairs = Poses::OfPairs { a: &t.a, b: &t.b };
    let (mut verdicts, mut distances, mut contacts) =
        (Vec::new(), DistanceArrays::default(), ContactArrays::default());
    for poses in [of_shapes, of_pairs] {
        let batch = Batch { shapes: &t.shapes, pairs: &t.pairs, poses };
        for settings in [Settings::default(), Settings { margin: Some(0.25), gap: Some(1e-3) }] {
            batch::intersects(&batch, &settings, &mut verdicts).unwrap();
            batch::distance(&batch, &settings, &mut distances).unwrap();
            batch::contact(&batch, &settings, &mut contacts).unwrap();
            assert_eq!((verdicts.len(), distances.len(), contacts.len()), (700, 700, 700));
            let mut meet = 0;
            for (i, &(p, q)) in t.pairs.iter().enumerate() {
                let (p, q) = (p as usize, q as usize);
                let (pose_a, pose_b) = match poses {
                    Poses::OfShapes(poses) => (poses[p], poses[q]),
                    Poses::OfPairs { a, b } => (a[i], b[i]),
                };
                let (a, b) = (At::new(&t.shapes[p], pose_a), At::new(&t.shapes[q], pose_b));
                let verdict = match settings.margin {
                    None => intersects(&a, &b),
                    Some(_) => intersects_with(&a, &b, &settings),
                };
                meet += usize::from(verdict);
                assert_eq!(verdicts[i], verdict);
                assert_eq!(distances.get(i), Some(distance_of::<V>(&a, &b, &settings)));
                assert_eq!(contacts.get(i), Some(contact_of::<V>(&a, &b, &settings)));
            }
            assert!(meet > 150 && meet < 650, "{meet} meet");
        }
    }
    assert_eq!((distances.get(700), contacts.get(700)), (None, None));
}

#[test]
fn a_batch_answers_as_single_queries_do() {
    everywhere!(equal_to_single_queries());
}

fn arrays_are_used_again<V: Flat>() {
    let t = table::<V>(300);
    let mut contacts = ContactArrays::default();
    let settings = Settings::default();
    for count in [300, 7, 0, 299] {
        let poses = Poses::OfPairs { a: &t.a[..count], b: &t.b[..count] };
        let batch = Batch { shapes: &t.shapes, pairs: &t.pairs[..count], poses };
        batch::contact(&batch, &settings, &mut contacts).unwrap();
        assert_eq!((contacts.len(), contacts.is_empty()), (count, count == 0));
        assert!(contacts.point_a.capacity() >= 300 && contacts.point_a.capacity() < 600);
    }
}

#[test]
fn arrays_keep_their_memory() {
    everywhere!(arrays_are_used_again());
}

#[test]
fn a_bad_batch_is_refused_and_nothing_computed() {
    let t = table::<Vec3<f64>>(10);
    let settings = Settings::default();
    let mut answers = vec![true; 3];
    let shapes = t.shapes.len();
    let mut pairs = t.pairs.clone();
    (pairs[4].1, pairs[7].0) = (shapes as u32, u32::MAX);
    let batch = Batch { shapes: &t.shapes, pairs: &pairs, poses: Poses::OfPairs { a: &t.a, b: &t.b } };
    let error = batch::intersects(&batch, &settings, &mut answers).unwrap_err();
    assert_eq!(error, BatchError::NoSuchShape { pair: 4, shape: shapes as u32, shapes });
    assert_eq!(error.to_string(), format!("pair 4 refers to shape {shapes}, but there are {shapes} shapes"));
    assert_eq!(answers, [true; 3]);

    for poses in [Poses::OfPairs { a: &t.a, b: &t.b[1..] }, Poses::OfPairs { a: &t.a[1..], b: &t.b }] {
        let batch = Batch { shapes: &t.shapes, pairs: &t.pairs, poses };
        let error = batch::distance(&batch, &settings, &mut DistanceArrays::default()).unwrap_err();
        assert_eq!(error, BatchError::WrongNumberOfPoses { given: 9, needed: 10 });
        assert_eq!(error.to_string(), "9 poses were given, but 10 are needed");
    }
    let batch = Batch { shapes: &t.shapes, pairs: &t.pairs, poses: Poses::OfShapes(&t.a) };
    let error = batch::contact(&batch, &settings, &mut ContactArrays::default()).unwrap_err();
    assert_eq!(error, BatchError::WrongNumberOfPoses { given: 10, needed: shapes });
    // Nothing to do is nothing wrong.
    let none: [AnyShape<f64>; 0] = [];
    let batch = Batch { shapes: &none, pairs: &[], poses: Poses::<Vec3<f64>>::OfShapes(&[]) };
    assert_eq!(batch::intersects(&batch, &settings, &mut answers), Ok(()));
    assert!(answers.is_empty());
}

#[cfg(feature = "parallel")]
#[test]
fn threads_do_not_change_a_batch() {
    fn run<V: Flat>(threads: usize) -> (Vec<bool>, DistanceArrays<V>, ContactArrays<V>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let t = table::<V>(1000);
        let poses = Poses::OfPairs { a: &t.a, b: &t.b };
        let batch = Batch { shapes: &t.shapes, pairs: &t.pairs, poses };
        let (mut v, mut d, mut c) = (Vec::new(), DistanceArrays::default(), ContactArrays::default());
        pool.install(|| {
            batch::intersects(&batch, &Settings::default(), &mut v).unwrap();
            batch::distance(&batch, &Settings::default(), &mut d).unwrap();
            batch::contact(&batch, &Settings::default(), &mut c).unwrap();
        });
        (v, d, c)
    }
    fn check<V: Flat>() {
        let one = run::<V>(1);
        assert_eq!(one, run(2));
        assert_eq!(one, run(3));
    }
    everywhere!(check());
}
