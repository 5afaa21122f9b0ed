use std::path::PathBuf;

use impinge::{Pose, Real, Support, Vec3};

use super::*;

/// A temporary folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        Self(std::env::temp_dir().join(format!("impinge-cases-{test}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn shapes() -> Vec<CaseShape> {
    let points = (0..8).map(|i| [f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)]).collect();
    vec![
        CaseShape::Box { half: [1.0, 2.0, 1.0 / 3.0] },
        CaseShape::Ellipsoid { radii: [0.5, 1.0, 0.1 + 0.2] },
        CaseShape::RoundBox { half: [1.0, 1.0, 1.0], r: 0.5 },
        CaseShape::Hull { points },
        CaseShape::Cone { radius: 1.0, height: 2.0 },
        CaseShape::Sphere { r: 1000.0 },
        CaseShape::Capsule { half: 1.0, r: 0.4 },
        CaseShape::Cylinder { half: 1.0, r: 0.6 },
    ]
}

fn set(name: &str, a: CaseShape, b: CaseShape) -> CaseSet {
    let pose = |x: f64| CasePose { translation: [x, 0.1, -7.0], quaternion: [0.1, 0.2, -0.3, x] };
    let truth = |i: usize| Truth { signed_distance: i as f64 - 1.0, normal: [0.0, 0.6, 0.8], error: 1e-13 };
    CaseSet {
        name: name.into(),
        family: "test".into(),
        a,
        b,
        side: Some(3.0),
        poses: (0..3).map(|i| [pose(f64::from(i)), pose(-0.5)]).collect(),
        truth: Some((0..3).map(truth).collect()),
    }
}

fn sample() -> Vec<CaseSet> {
    let mut sets: Vec<CaseSet> = shapes()
        .into_iter()
        .enumerate()
        .map(|(i, s)| set(&format!("set-{i}"), s, CaseShape::Sphere { r: 1.0 }))
        .collect();
    sets[1].truth = None;
    sets[1].side = None;
    sets
}

#[test]
fn written_data_reads_back_to_the_bit() {
    let folder = Folder::new("written");
    write(&folder.0, &sample()).unwrap();
    assert_eq!(read(&folder.0).unwrap(), sample());
    let some = read_named(&folder.0, &["set-4", "set-1"]).unwrap();
    assert_eq!(some.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["set-1", "set-4"]);
    let text = read_named(&folder.0, &["set-9"]).unwrap_err().to_string();
    assert!(
        text.contains("sets.json") && text.contains("`set-9`") && text.contains("set-0, set-1"),
        "{text}"
    );
}

#[test]
fn every_cut_is_noticed() {
    let folder = Folder::new("cut");
    write(&folder.0, &sample()[..1]).unwrap();
    for (name, size) in [("set-0.f64", 3 * POSES * 8), ("set-0.truth.f64", 3 * TRUTH * 8)] {
        let path = folder.0.join(name);
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes.len(), size);
        for length in 0..size {
            fs::write(&path, &bytes[..length]).unwrap();
            let error = read(&folder.0).unwrap_err();
            assert!(matches!(error.reason, Reason::CaseLength { .. }), "{error}");
        }
        let text = read(&folder.0).unwrap_err().to_string();
        for part in [name, &format!("{} bytes", size - 1), &format!("need {size}"), "cut off"] {
            assert!(text.contains(part), "`{part}` is not in: {text}");
        }
        fs::write(&path, &bytes).unwrap();
    }
    assert!(read(&folder.0).is_ok());
}

#[test]
fn numbers_that_mean_nothing_are_named() {
    let folder = Folder::new("numbers");
    let spoilt = |change: &dyn Fn(&mut CaseSet)| {
        let mut set = sample().swap_remove(0);
        change(&mut set);
        write(&folder.0, &[set]).unwrap();
        read(&folder.0).unwrap_err().to_string()
    };
    let text = spoilt(&|s| s.poses[1][1].quaternion[3] = f64::NAN);
    assert!(text.contains("pair 1: qB w at byte 216 is NaN"), "{text}");
    let text = spoilt(&|s| s.poses[2][0].translation[0] = f64::INFINITY);
    assert!(text.contains("pair 2: tA x at byte 224 is inf"), "{text}");
    let text = spoilt(&|s| s.poses[0][1].quaternion = [0.0, -0.0, 0.0, 0.0]);
    assert!(text.contains("pair 0: quaternion qB at byte 80 is zero"), "{text}");
    let text = spoilt(&|s| s.truth.as_mut().unwrap()[2].error = f64::NAN);
    assert!(text.contains("truth.f64") && text.contains("pair 2: err at byte 112 is NaN"), "{text}");
}

#[test]
fn a_bad_list_names_the_set_and_the_error() {
    let good = r#"{"name": "s", "a": {"type": "sphere", "r": 1}, "b": {"type": "box", "half": [1, 1, 1]},
                  "n": 1, "file": "s.f64", "L": null, "seed": 7}"#;
    assert_eq!(parse_list(format!("[{good}]").as_bytes()).unwrap().len(), 1);
    let pairs: [(String, &[&str]); 13] = [
        ("".into(), &["EOF", "line 1"]),
        ("{}".into(), &["list"]),
        ("[]".into(), &["no sets"]),
        (format!("[{good}"), &["EOF"]),
        (format!("[{good}, {good}]"), &["set `s`", "earlier"]),
        (format!("[{}]", good.replace("sphere", "torus")), &["set `s`", "`torus`", "`ellipsoid`"]),
        (format!("[{}]", good.replace("half", "side")), &["set `s`", "`side`"]),
        // Regression: the name of a field with a line break made two lines of the error.
        (format!("[{}]", good.replace("half", "ha\\nlf")), &["set `s`", "`ha lf`"]),
        (format!("[{}]", good.replace("\"r\": 1", "\"r\": \"one\"")), &["set `s`", "\"one\""]),
        (format!("[{}]", good.replace("\"n\": 1", "\"n\": -1")), &["set `s`", "-1"]),
        (format!("[{}]", good.replace("\"n\": 1", "\"n\": 0")), &["set `s`", "needs pairs"]),
        (format!("[{}]", good.replace("\"name\": \"s\", ", "")), &["set `number 0`", "`name`"]),
        (format!("[{}]", good.replace("s.f64", "../s.f64")), &["set `s`", "plain file name"]),
    ];
    for (text, parts) in pairs {
        let error = parse_list(text.as_bytes()).map(|l| l.len()).unwrap_err().to_string();
        for part in parts {
            assert!(error.contains(part), "`{part}` is not in: {error}");
        }
    }
    // A count of more pairs than fit into memory is rejected by the length of the file.
    let huge =
        &parse_list(format!("[{}]", good.replace("\"n\": 1", "\"n\": 18446744073709551615")).as_bytes());
    assert!(matches!(parse_poses(&[0; 112], &huge.as_ref().unwrap()[0]), Err(Reason::CaseLength { .. })));
}

#[test]
fn a_missing_file_is_named() {
    let folder = Folder::new("missing");
    let text = read(&folder.0).unwrap_err().to_string();
    assert!(text.contains(LIST), "{text}");
    write(&folder.0, &sample()).unwrap();
    fs::remove_file(folder.0.join("set-2.f64")).unwrap();
    let text = read(&folder.0).unwrap_err().to_string();
    assert!(text.contains("set-2.f64") && text.contains("set `set-2`"), "{text}");
    assert!(read_named(&folder.0, &["set-1"]).is_ok());
}

fn built<T: Real>() {
    let place = CasePose { translation: [1.0, 2.0, 3.0], quaternion: [0.0, 0.0, 0.0, 2.0] };
    for shape in shapes() {
        let any = shape.build::<T>().unwrap();
        let pose: Pose<Vec3<T>> = shape.pose(&place).unwrap();
        // No corner is farther out than the bounding radius, and some shape reaches it.
        let radius = shape.bounding_radius();
        for d in [[1.0, 2.0, 3.0], [-1.0, 0.5, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1.0, 0.0, -0.01]] {
            let p =
                pose.transform(any.support(Vec3::from(d.map(T::of)))) - Vec3::from(place.translation).cast();
            assert!(p.norm().f64() <= radius * (1.0 + 4.0 * T::EPSILON.f64()), "{shape:?} {d:?} {p:?}");
        }
    }
    // The apex and the base of a cone are where the file means them.
    let cone = CaseShape::Cone { radius: 1.0, height: 2.0 };
    let (any, pose) = (cone.build::<T>().unwrap(), cone.pose::<T>(&place).unwrap());
    let z = |s: f64| pose.transform(any.support(Vec3::new(T::ZERO, T::ZERO, T::of(s)))).z.f64();
    assert_eq!((z(1.0), z(-1.0)), (4.0, 2.0));
    // Upside down: a half turn about x.
    let turned = CasePose { quaternion: [3.0, 0.0, 0.0, 0.0], ..place };
    let pose = cone.pose::<T>(&turned).unwrap();
    assert_eq!(pose.transform(any.support(Vec3::new(T::ZERO, T::ZERO, T::ONE))).z.f64(), 2.0);
}

#[test]
fn shapes_are_built_in_their_poses() {
    built::<f32>();
    built::<f64>();
    let too_large = CaseShape::Sphere { r: 1e300 };
    assert!(too_large.build::<f64>().is_ok() && too_large.build::<f32>().is_err());
}

#[test]
fn answers_are_written_whole() {
    let folder = Folder::new("answers");
    fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("a.f64");
    write_answers(&path, &[1.0, f64::NEG_INFINITY]).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes_of([1.0, f64::NEG_INFINITY].into_iter()));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    assert!(write_answers(folder.0.join("no/a.f64"), &[]).is_err());
}

#[test]
fn answers_are_found_by_set_and_query() {
    let folder = Folder::new("answered");
    fs::create_dir_all(&folder.0).unwrap();
    let given = [0.5, f64::NEG_INFINITY, f64::NAN];
    write_answers(folder.0.join(answers_name("a.b", "contact")), &given).unwrap();
    let read = |set: &str, query: &str, n: usize| read_answers(&folder.0, set, query, n);
    let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&read("a.b", "contact", 3).unwrap().unwrap()), bits(&given));
    assert!(read("a.b", "distance", 3).unwrap().is_none() && read("a", "contact", 3).unwrap().is_none());
    let text = read("a.b", "contact", 4).unwrap_err().to_string();
    assert!(
        text.contains("a.b.contact.f64") && text.contains("24 bytes") && text.contains("need 32"),
        "{text}"
    );
    fs::write(folder.0.join("notes.txt"), "").unwrap();
    fs::write(folder.0.join("c.truth.f64"), "").unwrap();
    assert_eq!(answered_sets(&folder.0, &["intersect", "contact"]).unwrap(), ["a.b"]);
    assert!(answered_sets(&folder.0, &["distance"]).unwrap().is_empty());
    assert!(answered_sets(folder.0.join("none"), &["contact"]).is_err());
}
