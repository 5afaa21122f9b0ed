//! The page in a real browser: a row takes the camera to its clash, and names are text.

use std::fs;

#[path = "../../../impinge-page/tests/browser/harness.rs"]
#[allow(dead_code, reason = "other tests ask more of a browser")]
mod harness;

use crate::{Folder, clash};

/// A hard clash, a touch and a gap, an open part and a file that cannot be read, one of the parts with a name that would do harm if it were taken for HTML.
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
    folder.cube("parts/g.obj", [20.0, 0.0, 0.0]);
    folder.file("parts/open.obj", "v 30 0 0\nv 31 0 0\nv 30 1 0\nf 1 2 3\n");
    folder.file("parts/z.obj", "f 1 2 3\n");
    let page = folder.path("clash.html");
    let output = clash(&[&folder.path("parts"), "--clearance", "0.5", "--unit", "mm", "--page", &page]);
    assert_eq!(output.status.code(), Some(2));
    let html = fs::read_to_string(&page).unwrap();
    for width in [1400, 420] {
        let found = browser.drive(&html, include_str!("rows.js"), (width, 900));
        println!("{width} pixels wide: {found}");
        assert_eq!(found["errors"], serde_json::json!([]), "the console stays empty");
        assert_eq!(found["done"], true);
        assert!(found["scrollWidth"].as_u64() <= Some(width), "nothing sticks out to the side");
        assert_eq!(found["cut"], serde_json::json!([]), "nothing is cut off");
        // What was not read, what is not proven, and a table for each kind that was found, the worst first.
        let titles = ["Not read1", "Not proven: open1", "Hard clash1", "Too little clearance1", "Touching1"];
        assert_eq!(found["titles"], serde_json::json!(titles));
        assert_eq!(found["tables"][0][0], "z.obj");
        assert_eq!(found["tables"][1][0], "open.obj");
        let names: Vec<_> = (2..5).map(|k| [&found["tables"][k][0], &found["tables"][k][1]]).collect();
        assert_eq!(names, [[hostile, "b.obj"], ["e.obj", "f.obj"], ["c.obj", "d.obj"]]);
        assert_eq!(found["tables"][3][2], "0.25");
        assert_eq!(
            found["columns"][2],
            serde_json::json!(["A", "B", "depth, mm", "at least, mm", "volume, mm³"])
        );
        assert_eq!(found["changed"], serde_json::json!([true, true, true, true]));
        assert!(found["picked"].as_str().unwrap().contains("c.obj"), "{found}");
        let legend = [
            "in a collision: 2",
            "not proven (open): 1",
            "touching or too near: 4",
            "clear: 1",
            "ways out (arrows): 1",
            "gaps (lines): 1",
        ];
        assert_eq!(
            (&found["legend"], &found["all"]),
            (&serde_json::json!(legend), &serde_json::json!(legend))
        );
        assert_eq!(found["pairs"][1], serde_json::json!([hostile, "b.obj", "all others, as ghosts"]));
        let intro = found["intro"].to_string();
        for said in [
            "lengths in mm",
            "Not read, so that nothing is known of them: z.obj.",
            "Not proven, as these are open",
        ] {
            assert!(intro.contains(said), "{said}: {intro}");
        }
    }
}
