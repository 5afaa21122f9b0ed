//! The page in a real browser: a row takes the camera to its clash, and names are text.

use std::fs;

#[path = "../../../impinge-page/tests/browser/harness.rs"]
#[allow(dead_code, reason = "other tests ask more of a browser")]
mod harness;

use crate::{Folder, clash};

/// A hard clash, a touch and a gap, one of the parts with a name that would do harm if it were taken for HTML.
#[test]
fn a_row_takes_the_camera_to_its_clash() {
    let Some(browser) = harness::Browser::find("impinge-cli/tests/clash/browser.rs") else { return };
    let folder = Folder::new("browser");
    let hostile = "<img src=x onerror=console.error('hurt')>.obj";
    folder.cube(&format!("parts/{hostile}"), [0.0; 3]);
    folder.cube("parts/b.obj", [0.5, 0.25, 0.0]);
    folder.cube("parts/c.obj", [9.0, 0.0, 0.0]);
    folder.cube("parts/d.obj", [9.0, 0.0, 1.0]);
    folder.cube("parts/e.obj", [0.0, 9.0, 0.0]);
    folder.cube("parts/f.obj", [0.0, 9.0, 1.25]);
    let page = folder.path("clash.html");
    let output = clash(&[&folder.path("parts"), "--clearance", "0.5", "--page", &page]);
    assert_eq!(output.status.code(), Some(1));
    let html = fs::read_to_string(&page).unwrap();
    for width in [1280, 400] {
        let found = browser.drive(&html, include_str!("rows.js"), (width, 850));
        println!("{width} pixels wide: {found}");
        assert_eq!(found["errors"], serde_json::json!([]), "the console stays empty");
        assert_eq!(found["done"], true);
        assert!(found["scrollWidth"].as_u64() <= Some(width), "nothing sticks out to the side");
        // One table for each kind that was found, the worst first.
        let names: Vec<_> = (0..3).map(|k| [&found["tables"][k][0], &found["tables"][k][1]]).collect();
        assert_eq!(names, [[hostile, "b.obj"], ["e.obj", "f.obj"], ["c.obj", "d.obj"]]);
        assert_eq!(found["tables"][1][2], "0.25");
        assert_eq!(found["changed"], serde_json::json!([true, true, true]));
        assert!(found["picked"].as_str().unwrap().contains("c.obj"), "{found}");
    }
}
