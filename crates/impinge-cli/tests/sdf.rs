//! `impinge sdf` as a user meets it.

mod common;

use std::fs;
use std::process::{Command, Output};

use common::Folder;
use impinge_scenes::Rng;
use serde_json::Value;

/// With JSON, of what has text by default.
fn impinge(args: &[&str]) -> Output {
    let json = (args[0] == "sdf").then_some("--json");
    Command::new(env!("CARGO_BIN_EXE_impinge")).args(args).args(json).output().unwrap()
}

/// The line of a run that ended well.
#[track_caller]
fn line(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A refusal: exit code 2 and one line on stderr.
#[track_caller]
fn refused(args: &[&str], parts: &[&str]) {
    let output = impinge(args);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{output:?}");
    assert!(said.starts_with("impinge: ") && parts.iter().all(|part| said.contains(part)), "{said}");
}

/// A cube from -1 to 1.
const CUBE: &str = "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n\
                    f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";

/// Signed distance from that cube.
fn distance([x, y, z]: [f64; 3]) -> f64 {
    let off = [x, y, z].map(|c| c.abs() - 1.0);
    let outside = off.iter().map(|o| o.max(0.0).powi(2)).sum::<f64>().sqrt();
    outside + off.into_iter().fold(f64::NEG_INFINITY, f64::max).min(0.0)
}

/// Some points in and around the cube.
fn points() -> Vec<[f64; 3]> {
    let mut rng = Rng::new(1);
    (0..20_000).map(|_| [(); 3].map(|()| rng.between(-1.2, 1.2))).collect()
}

fn bytes_of(points: &[[f64; 3]]) -> Vec<u8> {
    points.iter().flatten().flat_map(|x| x.to_le_bytes()).collect()
}

#[test]
fn every_method_makes_a_map_within_its_bound() {
    let folder = Folder::new("sdf", "methods");
    let cube = folder.file("cube.obj", CUBE);
    let points = points();
    let asked = folder.file("points.f64", bytes_of(&points));
    for method in ["exact", "brute", "csc", "chamfer", "vector", "marching"] {
        let map = folder.path(&format!("{method}.isdf"));
        let made = line(&impinge(&["sdf", &cube, "--cells", "24", "--method", method, "--out", &map]));
        for key in ["cells", "band", "bytes", "seconds", "sign", "worst_error_bound"] {
            assert!(!made[key].is_null(), "{key}: {made}");
        }
        assert_eq!((&made["cells"], &made["method"]), (&Value::from(24), &Value::from(method)));
        let [band, in_box, beyond, reach] =
            ["band_error_bound", "box_error_bound", "beyond_error_bound", "band"]
                .map(|key| made[key].as_f64().unwrap());
        assert!(0.0 < band && band < 0.5 && band <= in_box && in_box < beyond && beyond < 4.0, "{made}");
        assert_eq!(made["worst_error_bound"], made["box_error_bound"]);
        let values = folder.path("values.f64");
        line(&impinge(&["sdf", &map, "--points", &asked, "--out", &values]));
        let answers = fs::read(&values).unwrap();
        let (rows, rest) = answers.as_chunks::<32>();
        assert_eq!((rows.len(), rest.len()), (points.len(), 0));
        let mut turned = 0;
        for (row, point) in rows.iter().zip(&points) {
            let [value, x, y, z] =
                [0, 1, 2, 3].map(|i| f64::from_le_bytes(*row[8 * i..].first_chunk().unwrap()));
            let truth = distance(*point);
            // The box of the map is larger than that of the points.
            let bound = if truth.abs() <= reach { band } else { in_box };
            assert!((value - truth).abs() <= bound, "{method} at {point:?}: {value}, {truth}");
            assert!((x * x + y * y + z * z).sqrt() < 1.5, "{method} at {point:?}");
            // Outside above the middle of the upper face: straight up.
            turned += usize::from(point[2] > 1.0 && point[0].abs() < 0.8 && point[1].abs() < 0.8 && z > 0.99);
        }
        assert!(turned > 300, "{method}: {turned}");
        assert_eq!(fs::read_dir(&folder.0).unwrap().flatten().filter(|f| is_part(&f.path())).count(), 0);
    }
}

/// One number was said to be the largest error, and values beyond the band were off by up to six times that. Every point has its own error, if
/// in the command, and the three bounds hold where they say, in the file that is written.
#[test]
fn errors_were_larger_than_said() {
    let folder = Folder::new("sdf", "errors");
    let cube = folder.file("cube.obj", CUBE);
    let map = folder.path("cube.isdf");
    // The inside is beyond the band, so that blocks there are coarse.
    let made = line(&impinge(&["sdf", &cube, "--cells", "96", "--band", "1", "--out", &map]));
    let number = |made: &Value, key: &str| made[key].as_f64().unwrap();
    let mut rng = Rng::new(2);
    let points: Vec<[f64; 3]> = (0..30_000)
        .map(|k| [(); 3].map(|()| rng.between(-1.0, 1.0) * [1.05, 1.05, 2.0, 50.0][k % 4]))
        .collect();
    let asked = folder.file("points.f64", bytes_of(&points));
    let [plain, full] = ["plain.f64", "full.f64"].map(|name| folder.path(name));
    line(&impinge(&["sdf", &map, "--points", &asked, "--out", &plain]));
    let told = line(&impinge(&["sdf", &map, "--points", &asked, "--errors", "--out", &full]));
    let [plain, full] = [plain, full].map(|file| fs::read(file).unwrap());
    let (mut band, mut coarse, mut beyond, mut largest) = (0, 0, 0, 0.0_f64);
    for ((four, six), &point) in plain.as_chunks::<32>().0.iter().zip(full.as_chunks::<48>().0).zip(&points) {
        assert_eq!(four[..], six[..32]);
        let [value, error, gradient_error] =
            [0, 4, 5].map(|i| f64::from_le_bytes(*six[8 * i..].first_chunk().unwrap()));
        let truth = distance(point);
        assert!((value - truth).abs() <= error, "{point:?}: {value} +- {error}, {truth}");
        assert!((0.0..=2.0).contains(&gradient_error));
        largest = largest.max(error);
        let in_box = point.iter().all(|x| x.abs() <= 1.05);
        let bound = match in_box {
            true if truth.abs() <= number(&made, "band") => {
                band += 1;
                number(&made, "band_error_bound")
            }
            true => {
                coarse += usize::from((value - truth).abs() > number(&made, "band_error_bound"));
                number(&made, "box_error_bound")
            }
            false => {
                beyond += 1;
                number(&made, "beyond_error_bound") + 1e-12
            }
        };
        assert!(error <= bound, "{point:?}: {error}, but the bound is {bound}");
    }
    assert_eq!((told["points"].as_u64(), number(&told, "points_error_bound")), (Some(30_000), largest));
    assert!(band > 500 && coarse > 50 && beyond > 10_000, "{band} {coarse} {beyond}");
    let text = String::from_utf8(impinge(&["info", &map]).stdout).unwrap();
    assert!(
        text.contains("in the band") && text.contains("in the box of the map") && text.contains("beyond it"),
        "{text}"
    );
    refused(&["sdf", &map, "--errors", "--out", "v.f64"], &["--points"]);
    // In the hole of an open surface the sign is in doubt: the bound of the box holds there, that of the band does not.
    let bowl = folder.file("bowl.obj", CUBE.replace("f 5 6 8 7\n", ""));
    let open = impinge(&["sdf", &bowl, "--cells", "24", "--out", &folder.path("bowl.isdf")]);
    let open: Value = serde_json::from_slice(&open.stdout).unwrap();
    assert!(number(&open, "box_error_bound") > 2.0 * number(&open, "band_error_bound"), "{open}");
}

fn is_part(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|e| e == "part")
}

#[test]
fn a_map_is_described_and_drawn() {
    let folder = Folder::new("sdf", "drawn");
    let cube = folder.file("a <cube> & more.obj", CUBE);
    let map = folder.path("cube.isdf");
    line(&impinge(&["sdf", &cube, "--cells", "16", "--out", &map]));
    let output = impinge(&["info", &map]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("24 x 24 x 24 cells of 0.125") && text.contains("closed"), "{text}");
    let told: Value = serde_json::from_slice(&impinge(&["info", &map, "--json"]).stdout).unwrap();
    assert_eq!((&told["kind"], &told["method"]), (&Value::from("map"), &Value::from("exact")));

    let svg = folder.path("slice.svg");
    line(&impinge(&["sdf", &cube, "--cells", "16", "--slice", "z=0.25", "--out", &svg]));
    let text = fs::read_to_string(&svg).unwrap();
    assert!(
        text.starts_with("<svg") && text.ends_with("</svg>\n") && text.contains("z = 0.25"),
        "{text:.300}"
    );
    assert!(
        text.contains("a &lt;cube&gt; &amp; more.obj") && text.contains("base64,iVBORw0KGgo"),
        "{text:.300}"
    );
    let png = folder.path("slice.PNG");
    line(&impinge(&["sdf", &map, "--slice", "x=-0.5", "--out", &png]));
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"));

    let page = folder.path("page.html");
    line(&impinge(&["sdf", &cube, "--cells", "16", "--page", &page]));
    let text = fs::read_to_string(&page).unwrap();
    assert!(
        text.contains("\"volume\":{\"name\":\"Signed distance, in units of the file\"")
            && text.contains("&lt;cube&gt;")
    );
    line(&impinge(&["sdf", &map, "--page", &page]));
}

#[test]
fn mistakes_are_reported_in_one_line() {
    let folder = Folder::new("sdf", "mistakes");
    let cube = folder.file("cube.obj", CUBE);
    let map = folder.path("cube.isdf");
    refused(&["sdf", &cube], &["--out", "--page"]);
    refused(&["sdf", &cube, "--out", "cube.stl"], &["cube.stl", ".isdf"]);
    refused(&["sdf", &cube, "--cells", "0", "--out", &map], &["cells is 0", "at least 1"]);
    refused(
        &["sdf", &cube, "--cells", "100000", "--out", &map],
        &["100008 x 100008", "bytes", "--max-memory"],
    );
    let too_much =
        ["sdf", &cube, "--cells", "600", "--method", "vector", "--max-memory", "1000000000", "--out", &map];
    refused(&too_much, &["needs at least", "--max-memory"]);
    refused(&["sdf", &cube, "--band", "-1", "--out", &map], &["band is -1"]);
    refused(&["sdf", &cube, "--method", "best", "--out", &map], &["best", "marching"]);
    refused(&["sdf", &cube, "--slice", "w=1", "--out", "a.svg"], &["z=0.2"]);
    refused(&["sdf", &cube, "--slice", "z=9", "--out", "a.svg"], &["z=9", "outside the map"]);
    refused(&["sdf", &cube, "--slice", "z=0", "--out", "a.bmp"], &["a.bmp", ".svg or .png"]);
    let nan = folder.file("nan.obj", CUBE.replace("v 1 1 1", "v 1 nan 1"));
    refused(&["sdf", &nan, "--out", &map], &["nan.obj", "line 8"]);
    let empty = folder.file("empty.obj", "");
    refused(&["sdf", &empty, "--out", &map], &["empty.obj", "no"]);
    refused(&["sdf", &folder.path("missing.obj"), "--out", &map], &["missing.obj"]);
    assert!(!fs::exists(&map).unwrap());

    line(&impinge(&["sdf", &cube, "--cells", "8", "--out", &map]));
    refused(&["sdf", &map, "--out", "other.isdf"], &["already a map"]);
    let odd = folder.file("odd.f64", [0; 25]);
    refused(&["sdf", &map, "--points", &odd, "--out", "v.f64"], &["odd.f64", "25 bytes", "3 doubles"]);
    let nowhere = folder.path("no/such/folder.isdf");
    refused(&["sdf", &cube, "--cells", "8", "--out", &nowhere], &["folder.isdf"]);
    // A damaged file is refused by whoever reads it.
    let mut bytes = fs::read(&map).unwrap();
    let half = folder.file("half.isdf", &bytes[..bytes.len() / 2]);
    *bytes.last_mut().unwrap() ^= 1;
    let flipped = folder.file("flipped.isdf", bytes);
    let foreign = folder.file("foreign.isdf", CUBE);
    let asked = folder.file("points.f64", [0; 24]);
    for (file, part) in [(&half, "cut off"), (&flipped, "checksum"), (&foreign, "not a distance map")] {
        refused(&["sdf", file, "--points", &asked, "--out", &folder.path("v.f64")], &[file, part]);
        refused(&["info", file], &[file, part]);
    }
    assert!(!fs::exists(folder.path("v.f64")).unwrap());
}

/// An interruption ends it with 3, and leaves nothing.
#[cfg(unix)]
#[test]
fn an_interruption_leaves_no_file() {
    use std::time::Duration;
    let folder = Folder::new("sdf", "stop");
    let cube = folder.file("cube.obj", CUBE);
    let map = folder.path("cube.isdf");
    let mut child = Command::new(env!("CARGO_BIN_EXE_impinge"))
        .args(["sdf", &cube, "--cells", "700", "--method", "brute", "--band", "40", "--out", &map])
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(600));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

/// Points that are not finite are answered, not refused.
#[test]
fn points_that_are_nowhere() {
    let folder = Folder::new("sdf", "nowhere");
    let cube = folder.file("cube.obj", CUBE);
    let asked =
        folder.file("points.f64", bytes_of(&[[f64::NAN, 0.0, 0.0], [1e300, 0.0, 0.0], [0.0, 0.0, 0.0]]));
    let values = folder.path("values.f64");
    line(&impinge(&["sdf", &cube, "--cells", "8", "--points", &asked, "--out", &values]));
    let answers = fs::read(&values).unwrap();
    let value = |row: usize| f64::from_le_bytes(*answers[32 * row..].first_chunk().unwrap());
    assert!(
        value(0).is_nan() && value(1) > 1e299 && value(2) < 0.0,
        "{} {} {}",
        value(0),
        value(1),
        value(2)
    );
}
