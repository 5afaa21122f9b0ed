//! The form of the reports, even with hostile names.

use std::collections::BTreeMap;
use std::fs;

use crate::{Folder, clash};

/// The files of a zip whose entries are stored as they are, from their local headers.
fn unzipped(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut rest = bytes;
    while rest.starts_with(b"PK\x03\x04") {
        let short = |at: usize| usize::from(u16::from_le_bytes([rest[at], rest[at + 1]]));
        let long = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(short(8), 0, "stored");
        let (name, size) = (short(26), long(18));
        let start = 30 + name + short(28);
        let name = String::from_utf8(rest[30..30 + name].to_vec()).unwrap();
        assert!(files.insert(name, rest[start..start + size].to_vec()).is_none());
        rest = &rest[start + size..];
    }
    assert!(rest.starts_with(b"PK\x01\x02"));
    files
}

/// A file of a zip as text.
fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    std::str::from_utf8(&files[name]).unwrap()
}

/// The names of the elements in the order in which they open; panics unless they are nested as they should be.
fn elements(xml: &str) -> Vec<String> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag is closed");
        assert!(!text.contains('>'), "a sign that is not escaped in {text}");
        let name = tag.trim_matches('/').split(' ').next().unwrap().to_owned();
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(closed));
        } else {
            all.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty());
    all
}

/// BCF 3.0 as its schemas have it: elements that must be there, in their order, and GUIDs in their form.
#[test]
fn topics_follow_the_schemas() {
    let folder = Folder::new("bcf");
    folder.cube("parts/a.obj", [0.0; 3]);
    folder.cube("parts/b.obj", [0.5, 0.0, 0.0]);
    folder.cube("parts/c.obj", [0.0, 0.0, 1.25]);
    let bcf = folder.path("clash.bcf");
    let output = clash(&[&folder.path("parts"), "--clearance", "0.5", "--bcf", &bcf]);
    assert_eq!(output.status.code(), Some(1));
    let files = unzipped(&fs::read(&bcf).unwrap());
    assert_eq!(elements(text(&files, "bcf.version")), ["Version"]);
    assert!(text(&files, "bcf.version").contains("VersionId=\"3.0\""));
    assert_eq!(elements(text(&files, "extensions.xml"))[0], "Extensions");
    let topics: Vec<&String> = files.keys().filter(|name| name.ends_with("/markup.bcf")).collect();
    assert_eq!((topics.len(), files.len()), (3, 2 + 3 * 3));
    for name in topics {
        let guid = name.strip_suffix("/markup.bcf").unwrap();
        let is_digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c) || c == '-';
        assert!(guid.len() == 36 && guid.chars().all(is_digit), "{guid}");
        let markup = text(&files, name);
        assert!(
            markup.contains(&format!("<Topic Guid=\"{guid}\" TopicType=\"Clash\" TopicStatus=\"Open\">"))
        );
        #[rustfmt::skip]
        let expected = [
            "Markup", "Header", "Files", "File", "Filename", "File", "Filename", "Topic", "Title", "Priority", "Index",
            "Labels", "Label", "CreationDate", "CreationAuthor", "Description", "Viewpoints", "ViewPoint", "Viewpoint",
            "Snapshot",
        ];
        assert_eq!(elements(markup), expected);
        let view = text(&files, &format!("{guid}/viewpoint.bcfv"));
        let point = |name: &'static str| [name, "X", "Y", "Z"];
        let component = ["Component", "OriginatingSystem", "AuthoringToolId"];
        let mut expected = vec!["VisualizationInfo", "Components", "Selection"];
        expected.extend(component.iter().chain(&component));
        expected.extend(["Visibility", "OrthogonalCamera"]);
        expected.extend(point("CameraViewPoint").iter().chain(&point("CameraDirection")));
        expected.extend(point("CameraUpVector").iter().chain(&["ViewToWorldScale", "AspectRatio"]));
        expected.extend(["Lines", "Line"]);
        expected.extend(point("StartPoint").iter().chain(&point("EndPoint")));
        assert_eq!(elements(view), expected);
        let seen = view.split("Guid=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(markup.contains(&format!("<ViewPoint Guid=\"{seen}\">")));
    }
}

/// BIM viewers list topics with a picture; every topic has one, of its own, and the same in every run.
#[test]
fn every_topic_has_a_picture() {
    let folder = Folder::new("pictures");
    folder.cube("parts/a.obj", [0.0; 3]);
    folder.cube("parts/b.obj", [0.5, 0.0, 0.0]);
    folder.cube("parts/c.obj", [0.0, 0.75, 0.75]);
    let bcf = folder.path("clash.bcf");
    let pictures = || -> Vec<Vec<u8>> {
        assert_eq!(clash(&[&folder.path("parts"), "--bcf", &bcf]).status.code(), Some(1));
        let files = unzipped(&fs::read(&bcf).unwrap());
        let topics = files.keys().filter(|name| name.ends_with("/markup.bcf")).count();
        let pictures = files.into_iter().filter(|(name, _)| name.ends_with("/snapshot.png"));
        let pictures: Vec<_> = pictures.map(|(_, bytes)| bytes).collect();
        assert_eq!((topics, pictures.len()), (3, 3));
        pictures
    };
    let first = pictures();
    assert_eq!(first, pictures());
    for (k, picture) in first.iter().enumerate() {
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x58\0\0\x01\x90"), "600 × 400");
        assert!(picture.len() > 1000 && picture.len() < 100_000, "{}", picture.len());
        assert!(first[k + 1..].iter().all(|other| other != picture));
    }
}

/// BCF uses meters: a camera of an assembly in millimeters stands a thousandth as far.
#[test]
fn viewpoints_are_in_meters() {
    let folder = Folder::new("meters");
    folder.cube("parts/a.obj", [0.0; 3]);
    folder.cube("parts/b.obj", [0.5, 0.0, 0.0]);
    let bcf = folder.path("clash.bcf");
    let scale = |options: &[&str]| -> f64 {
        let parts = folder.path("parts");
        let all = [&[parts.as_str(), "--bcf", bcf.as_str()], options].concat();
        assert_eq!(clash(&all).status.code(), Some(1));
        let files = unzipped(&fs::read(&bcf).unwrap());
        let view = files.keys().find(|name| name.ends_with(".bcfv")).unwrap();
        let rest = text(&files, view).split("<ViewToWorldScale>").nth(1).unwrap();
        rest.split('<').next().unwrap().parse().unwrap()
    };
    let unknown = scale(&[]);
    assert!((scale(&["--unit", "mm"]) * 1000.0 / unknown - 1.0).abs() < 1e-12);
    assert_eq!(scale(&["--unit", "m"]), unknown);
}

/// Names that try to be markup, formulas or several lines are text in every report.
#[cfg(unix)]
#[test]
fn hostile_names_come_out_harmless() {
    let folder = Folder::new("hostile");
    let names = [
        "<script>alert(1)</script>.obj",
        "=HYPERLINK(\"x\").obj",
        "a\nb\r,\u{7}\u{2028}.obj",
        "]]>&amp;'\".obj",
        "<!--.obj",
    ];
    fs::create_dir_all(folder.path("parts")).unwrap();
    for (k, name) in names.iter().enumerate() {
        // A folder cannot be in a name: `/` comes out of it.
        folder.cube(&format!("parts/{}", name.replace('/', "")), [0.25 * k as f64, 0.0, 0.0]);
    }
    let out = folder.path("report");
    let output = clash(&[&folder.path("parts"), "--out", &out]);
    assert_eq!(output.status.code(), Some(1));
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(!table.contains(['\r', '\u{7}', '\u{2028}']) && table.lines().count() < 30, "{table}");

    let read = |name: &str| fs::read_to_string(format!("{out}/{name}")).unwrap();
    let csv = read("clash.csv");
    let pairs = 10;
    assert_eq!(csv.lines().count(), 1 + pairs, "one line each: {csv}");
    assert!(
        !csv.contains(",=") && !csv.contains("\"=") && csv.contains("\"'=HYPERLINK(\"\"x\"\").obj\""),
        "{csv}"
    );

    let page = read("clash.html");
    assert!(!page.contains("<script>alert") && !page.contains("<!--.obj"));
    assert!(page.contains("alert(1)"), "the name is there, as text");

    let files = unzipped(&fs::read(format!("{out}/clash.bcf")).unwrap());
    for name in files.keys().filter(|name| !name.ends_with(".png")) {
        let xml = text(&files, name);
        elements(xml);
        assert!(!xml.contains(['\r', '\u{7}', '\u{2028}']));
    }
    let document: serde_json::Value = serde_json::from_str(&read("clash.json")).unwrap();
    let said = document["parts"].as_array().unwrap();
    let mut expected: Vec<String> = names.iter().map(|name| name.replace('/', "")).collect();
    expected.sort();
    assert_eq!(said.iter().map(|part| part["name"].as_str().unwrap()).collect::<Vec<_>>(), expected);
}

/// The table of stdout is short, whatever there is to say; the reports have all.
#[test]
fn the_table_is_short_and_names_the_written_files() {
    let folder = Folder::new("table");
    for k in 0..60 {
        folder.cube(&format!("parts/{k:02}.obj"), [0.5 * f64::from(k), 0.0, 0.0]);
    }
    let csv = folder.path("clash.csv");
    let output = clash(&[&folder.path("parts"), "--csv", &csv]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().count() <= 27, "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("written to ") && last.ends_with("clash.csv"), "{text}");
    // Neighbors overlap by half, next neighbors touch.
    assert!(text.contains("hard 59, contained 0, duplicate 0, clearance 0, touching 58"), "{text}");
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 1 + 59 + 58);
    assert_eq!(folder.names(""), ["clash.csv", "parts"], "no journal is left");
    // The same table in other forms: a line each, and a point each.
    let lines = folder.path("clash.jsonl");
    assert_eq!(clash(&[&folder.path("parts"), "--results", &lines]).status.code(), Some(1));
    let lines = fs::read_to_string(lines).unwrap();
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((lines.lines().count(), &first["kind"]), (117, &"hard".into()));
    assert!((first["depth"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{first}");
    let points = folder.path("clash.vtu");
    assert_eq!(clash(&[&folder.path("parts"), "--results", &points]).status.code(), Some(1));
    assert!(fs::read_to_string(points).unwrap().contains("NumberOfPoints=\"117\" NumberOfCells=\"117\""));
    crate::refused(&clash(&[&folder.path("parts"), "--results", "clash.xls"]), &["clash.xls", ".parquet"]);
}
