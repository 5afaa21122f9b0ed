//! Pages in a real browser: what a reader does with one, at both widths; and how soon a large one is there.

#[path = "browser/harness.rs"]
mod harness;

use harness::Browser;
use impinge_page::{
    Body, Cell, Column, Geometry, Lines, Page, Plot, Point, Pose, Role, Row, Section, Step, Table, View,
    Volume,
};
use serde_json::Value;

/// A name that would do harm if it were taken for HTML.
const HOSTILE: &str = "</script><img src=x onerror=console.error('hurt')>\"'&amp;";

/// Promised for 20,000 bodies, on a machine that draws by its processor alone.
const FIRST_PICTURE_MS: f64 = 2000.0;
/// The most that 20,000 bodies may take longer than 3, on a machine too busy to keep the promise for either.
const MANY_TO_FEW: f64 = 4.0;

/// All in one test: a machine with few cores runs one browser at a time.
#[test]
fn pages_in_a_browser() {
    let Some(browser) = Browser::find("impinge-page/tests/browser.rs") else { return };
    for width in [1280, 400] {
        let found = browser.drive(&html(&page()), include_str!("browser/drive.js"), (width, 850));
        check_driven(&found, width);
    }
    for width in [1400, 420] {
        check_pair(&browser.drive(&html(&crowd()), include_str!("browser/pair.js"), (width, 900)), width);
    }
    for width in [1400, 420] {
        check_story(&browser.drive(&html(&story()), include_str!("browser/story.js"), (width, 900)), width);
    }
    check_missing(&browser.open(&html(&page()), include_str!("browser/missing.js"), "--disable-3d-apis"));
    for odd in odd_pages() {
        let found = browser.open(&html(&odd), include_str!("browser/sign.js"), "--mute-audio");
        assert_eq!((&found["errors"], &found["title"]), (&serde_json::json!([]), &"odd".into()));
    }
    check_many(&browser, HALVES.map(Geometry::cuboid), 12);
    check_many(&browser, HALVES.map(ellipsoid), 168);
    check_volume(&browser.open(&html(&volume()), include_str!("browser/volume.js"), "--mute-audio"));
}

fn html(page: &Page) -> String {
    let mut html = Vec::new();
    page.write_to(&mut html).expect("memory takes all");
    String::from_utf8(html).expect("a page is text")
}

fn check_driven(found: &Value, width: u64) {
    println!("{width} pixels wide: {found}");
    assert_eq!(found["errors"], serde_json::json!([]), "the console stays empty");
    assert_eq!(found["done"], true);
    assert_eq!(found["innerWidth"], width);
    assert!(found["scrollWidth"].as_u64() <= Some(width), "nothing sticks out to the side: {found}");
    assert!(found["colors"].as_u64() > Some(20), "lit bodies have many shades");
    for changed in [
        "drawn",
        "slider",
        "arrow key",
        "play",
        "pointer orbit",
        "pan",
        "wheel",
        "pinch",
        "pinch picks nothing",
        "fit",
        "pick",
        "pick nothing",
        "card closed",
        "hide",
        "show",
        "section",
        "half is cut away",
        "section moved",
        "section off",
        "table row",
        "row marked",
        "row with a step",
        "theme",
        "no WebGL error",
        "restored",
    ] {
        assert_eq!(found[changed], true, "{changed}");
    }
    assert_eq!(found["caption"], "third <b>step</b>");
    assert_eq!(found["numbers"], serde_json::json!(["−0.25", "∞", "fine"]));
    assert_eq!(found["step"], "Step 2 of 3");
    assert_eq!((&found["played"], &found["play button"]), (&"Step 3 of 3".into(), &"Play".into()));
    assert_eq!(found["picked"], HOSTILE);
    assert!(
        found["facts"].as_str().is_some_and(|facts| facts.contains("volume8 <m³>")),
        "{}",
        found["facts"]
    );
    assert_eq!(found["row picked"], "part 10");
    assert_eq!(found["row step"], "Step 3 of 3");
    assert_eq!(found["rising"], serde_json::json!(["−0.5", "0.25", "3", "∞"]));
    assert_eq!(found["falling"], serde_json::json!(["∞", "3", "0.25", "−0.5"]));
    let names = [HOSTILE, "part 2", "part 10", "unknown"];
    let mut sorted: Vec<_> =
        found["names"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
    assert_eq!(
        sorted.iter().position(|name| *name == "part 2").map(|i| i + 1),
        sorted.iter().position(|name| *name == "part 10")
    );
    sorted.sort_unstable();
    let mut expected = names.to_vec();
    expected.sort_unstable();
    assert_eq!(sorted, expected);
    assert_eq!(found["labels"], serde_json::json!(["<i>label</i>"]));
}

/// A row shows its pair alone in two colors, and all again; numbers are as exact as their errors; nothing is cut off.
fn check_pair(found: &Value, width: u64) {
    println!("{width} pixels wide: {found}");
    assert_eq!((&found["errors"], &found["done"]), (&serde_json::json!([]), &true.into()));
    assert_eq!(found["cut"], serde_json::json!([]), "nothing is cut off");
    assert!(width > 500 || found["cards"] == 1, "a narrow table is a list of cards");
    let usual = serde_json::json!(["in a collision: 216", "ways out: 1"]);
    let pair = serde_json::json!(["part 1", "part 2", "all others, as ghosts"]);
    for (when, expected) in [
        ("legend", &usual),
        ("pair", &pair),
        ("back", &usual),
        ("byKey", &pair),
        ("keyAgain", &usual),
        ("escaped", &usual),
        ("shown", &usual),
    ] {
        assert_eq!(&found[when], expected, "{when}");
    }
    assert_eq!((&found["marked"], &found["unmarked"]), (&true.into(), &true.into()));
    // All are red before and after; alone, the pair is blue and pink, and no ghost is red.
    let count = |when: &str, color: &str| found[when][color].as_u64().expect("a count");
    for when in ["before", "after"] {
        assert!(
            count(when, "red") > 1000 && count(when, "blue") + count(when, "pink") < 50,
            "{when}: {found}"
        );
    }
    assert!(count("alone", "blue") > 200 && count("alone", "pink") > 200, "{found}");
    assert!(count("alone", "red") < 50, "{found}");
    assert_eq!(found["cells"][2], "−0.123457");
    assert_eq!(found["titles"][2], "-0.123456789 ± 0.000001");
    assert_eq!((&found["cells"][3], &found["titles"][3]), (&"2e−6".into(), &"0.0000012".into()));
    assert!(found["facts"].as_str().is_some_and(|facts| facts.contains("0, 0, 0 mm")), "{found}");
    assert!(found["foot"].as_str().is_some_and(|foot| foot.contains(" mm of their place")), "{found}");
}

/// Names and numbers have room, and are broken only where their words part; the text of a step is above the fold; the camera goes along.
fn check_story(found: &Value, width: u64) {
    println!("{width} pixels wide: {found}");
    assert_eq!((&found["errors"], &found["done"]), (&serde_json::json!([]), &true.into()));
    assert!(found["scrollWidth"].as_u64() <= Some(width), "nothing sticks out to the side: {found}");
    let number = |name: &str| found[name].as_f64().unwrap_or_else(|| panic!("{name}: {found}"));
    if width > 500 {
        assert_eq!(found["cards"], 0, "all columns are side by side");
        assert!(number("spare") < 20.0, "no empty line in the head");
    } else {
        assert_eq!(found["cards"], 1, "a narrow table is a list of cards");
    }
    assert!(number("lines") <= 3.0, "no text is in shreds");
    assert_eq!(found["numberLines"], 1, "a number is in one line");
    let proof = "a plane across (0.335, 0, -0.942) parts them; ± 4e−15";
    let pieces =
        ["cylinder-", "003840.stl", "cylinder-", "004885.stl", "1.30566", "0.00819113", "2.90296", proof];
    assert_eq!(found["pieces"], serde_json::json!(pieces));
    assert_eq!(found["steady"], true, "the mark of a sorted column takes no room");
    assert!(number("toldAt") <= 900.0, "the text of a step is above the fold: {found}");
    assert_eq!(
        (&found["labels"], &found["overlaps"]),
        (&3.into(), &0.into()),
        "labels do not cover one another"
    );
    assert_eq!(found["legend"], serde_json::json!(["in a collision: 1", "clear: 1"]));
    assert!(number("near") > 8.0 * number("all"), "the page opens at its focus: {found}");
    assert_eq!(found["near"], found["nearAgain"]);
    assert_eq!(found["playing"], found["all"], "while it plays, all is in sight");
    assert_eq!(found["paused"], found["near"]);
    assert_eq!(found["kept"], true, "the reader's own place is kept");
}

fn check_missing(found: &Value) {
    assert!(found["notice"].as_str().is_some_and(|notice| notice.contains("WebGL2")), "{found}");
    assert_eq!(found["rows"], 7, "tables are there without a view");
    assert_eq!(found["errors"], serde_json::json!([]));
}

fn check_volume(found: &Value) {
    assert_eq!((&found["errors"], &found["shown"]), (&serde_json::json!([]), &true.into()), "{found}");
    assert_eq!((&found["name"], &found["axis"]), (&HOSTILE.into(), &"z".into()));
    assert_eq!(found["middle"], "−1 mm inside, at (0, 0, 0)");
    assert_eq!(found["corner"], "1 mm outside, at (2, 2, 0)");
    assert_eq!((&found["moved"], &found["wide"]), (&true.into(), &2.into()), "{found}");
    for said in ["first", "left"] {
        assert!(found[said].as_str().is_some_and(|text| text.contains("Point at the slice")), "{found}");
    }
    assert_eq!(found["scale"], "In mm; negative inside, 0 on the surface; lines every 0.2.");
    assert_eq!(found["numbers"], serde_json::json!(["−1", "−0.5", "0", "0.5", "1"]));
    assert_eq!(found["sides"], serde_json::json!([true, true]), "orange inside, blue outside");
}

/// The first picture of 20,000 bodies in time, also where they have three million triangles. The least of a few runs; where all are late,
/// a page with three bodies shows whether the machine is busy, or the page slow.
fn check_many(browser: &Browser, shapes: [Geometry; 3], triangles: usize) {
    let html_of_many = html(&many(shapes));
    let html_of_few = html(&page());
    let (mut many, mut few) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..5 {
        let found = browser.open(&html_of_many, include_str!("browser/clock.js"), "--mute-audio");
        assert_eq!(found["errors"], serde_json::json!([]));
        assert_eq!(found["bodies"], "20000");
        assert!(found["rows"].as_u64() < Some(300), "long tables are drawn piece by piece: {found}");
        many = many.min(found["first"].as_f64().expect("a time"));
        let found = browser.open(&html_of_few, include_str!("browser/clock.js"), "--mute-audio");
        few = few.min(found["first"].as_f64().expect("a time"));
        if many < FIRST_PICTURE_MS {
            break;
        }
    }
    let size = html_of_many.len();
    let told = format!(
        "first picture of 20,000 bodies of {triangles} triangles after {many:.0} ms, of 3 after {few:.0} ms; {size} bytes"
    );
    println!("{told}");
    assert!(many < FIRST_PICTURE_MS || many < MANY_TO_FEW * few, "{told}");
    assert!(size < 4_000_000, "{told}");
}

/// A body in the middle that hides the others, three steps, two tables.
fn page() -> Page {
    let mut view = View::space();
    let cube = view.geometry(Geometry::cuboid([1.0, 1.0, 1.0]));
    let middle = view.body(Body::new(HOSTILE, cube).fact("volume", "8 <m³>").group("<group>"));
    let two = view.body(Body::new("part 2", cube).role(Role::Warn).at(Pose::position([-3.0, 0.0, 0.0])));
    let ten = view
        .body(Body::new("part 10", cube).role(Role::Bad).at(Pose::position([3.0, 0.0, 0.0])).opacity(0.5));
    view.lines(Lines::arrows([([0.0, 0.0, 1.0], [0.0, 0.0, 2.0])]));
    view.point(Point::new([0.0, 0.0, 1.5]).label("<i>label</i>"));
    for (i, caption) in ["first step", "second step", "third <b>step</b>"].into_iter().enumerate() {
        let mut step = Step::new(caption);
        step.pose(two, Pose::position([-3.0, 0.5 * i as f64, 0.0]));
        step.number("signed", -0.25).number("far", f64::INFINITY).number("state", "fine");
        step.lines(Lines::segments([([-1.0, -1.0, 1.5], [i as f64, 1.0, 1.5])]));
        view.step(step);
    }
    let mut pairs = Table::new("<Pairs>", [Column::text("name"), Column::number("number")]);
    pairs
        .row(Row::new(["part 10".into(), 3.0.into()]).bodies([ten]))
        .row(Row::new([HOSTILE.into(), f64::INFINITY.into()]).bodies([middle]))
        .row(Row::new(["part 2".into(), (-0.5).into()]).frame([-4.0, -1.0, -1.0], [-2.0, 1.0, 1.0]))
        .row(Row::new(["unknown".into(), 0.25.into()]));
    let mut steps = Table::new("Steps", [Column::text("step")]);
    steps.row(Row::new(["last".into()]).step(2));
    let mut plot = Plot::new("<caption>", "step", "y");
    plot.series("s", [(0.0, 1.0), (2.0, 3.0)]).follows_steps();
    let mut section = Section::new("<heading>");
    section.text("A word without a break: ".to_owned() + &"long".repeat(60)).plot(plot);
    let mut page = Page::new(HOSTILE);
    page.intro("x".repeat(300)).view(view).table(pairs).table(steps).section(section);
    page
}

/// A small red body far from a large one, at which one of two steps looks; labels in one place; long texts; a table with much in a row.
fn story() -> Page {
    let mut view = View::space();
    let cube = view.geometry(Geometry::cuboid([1.0; 3]));
    let small = view.body(Body::new("small", cube).role(Role::Bad));
    view.body(Body::new("large", cube).at(Pose::position([30.0, 0.0, 0.0])).opacity(0.5));
    for label in ["A", "a", "w"] {
        view.point(Point::new([30.0, 0.0, 0.0]).label(label));
    }
    view.legend(Role::Bad, "in a collision: 1").legend(Role::Neutral, "clear: 1");
    let caption = "From the center of B − A towards the origin, w is the farthest point of B − A, and past the origin: \
                   the direction does not separate. It is the first simplex: they are at most 1.648 apart.";
    for has_focus in [true, false] {
        let mut step = Step::new(caption);
        for name in ["lower bound", "upper bound", "|v|", "corners kept"] {
            step.number(name, -0.587_015);
        }
        step.number("w", "(−0.2851, −0.8213, −1.4)").number("v", "(−0.2851, −0.8213, −1.4)");
        view.step(step.focus(has_focus.then_some(small)).clone());
    }
    let columns = [
        Column::text("A"),
        Column::text("B"),
        Column::number("depth, mm"),
        Column::number("at least, mm"),
        Column::number("volume, mm³"),
    ];
    let mut table = Table::new("Hard clash", columns);
    let cells: [Cell; 5] = [
        "cylinder-003840.stl".into(),
        "cylinder-004885.stl".into(),
        1.30566.into(),
        0.008_191_13.into(),
        2.90296.into(),
    ];
    table.row(Row::new(cells));
    let mut proofs = Table::new("Proofs", [Column::text("proof")]);
    proofs.row(Row::new(["a plane across (0.335, 0, -0.942) parts them; ± 4e-15".into()]));
    let mut proofs = Table::new("Proofs", [Column::text("proof")]);
    proofs.row(Row::new(["a plane across (0.335, 0, -0.942) parts them; ± 4e-15".into()]));
    let mut page = Page::new("A title of a usual length");
    page.intro("EPA grows a polytope inside B − A until its nearest face is the shortest way out. A and B overlap by 0.3 ± 9.6e−14.");
    page.view(view).table(table).table(proofs);
    page
}

/// A block of 216 parts, with a pair in its middle, and a table too wide for a phone.
fn crowd() -> Page {
    let mut view = View::space();
    view.unit("mm");
    let cube = view.geometry(Geometry::cuboid([0.4; 3]));
    let bodies: Vec<_> = (0..216_u32)
        .map(|i| {
            let at = [i / 36, i / 6 % 6, i % 6].map(f64::from);
            view.body(Body::new(format!("part {}", i + 1), cube).role(Role::Bad).at(Pose::position(at)))
        })
        .collect();
    let pair = [bodies[0], bodies[1]];
    view.lines(Lines::arrows([([0.0; 3], [0.0, 0.0, 1.0])]).role(Role::Good).between(pair));
    view.legend(Role::Bad, "in a collision: 216").legend(Role::Good, "ways out: 1");
    let columns = [
        Column::text("first"),
        Column::text("second"),
        Column::number("distance, mm"),
        Column::number("error, mm"),
        Column::text("proof"),
    ];
    let mut pairs = Table::new("Pairs", columns);
    for (a, b) in [(0, 1), (86, 87)] {
        let names = [a, b].map(|k: usize| format!("assembly/sub-assembly_{k}/housing.part_{k}.stl").into());
        let [first, second] = names;
        let cells = [
            first,
            second,
            Cell::Measured { value: -0.123_456_789, error: 1e-6 },
            Cell::Measured { value: 1.2e-6, error: 1.2e-6 },
            "a translation, at the end of which a plane is between the two parts".into(),
        ];
        pairs.row(Row::new(cells).pair([bodies[a]], [bodies[b]]));
    }
    let mut page = Page::new("A block of parts");
    page.view(view).table(pairs);
    page
}

/// Half extents of the shapes of many bodies.
const HALVES: [[f64; 3]; 3] = [[0.3, 0.3, 0.3], [0.4, 0.2, 0.3], [0.1, 0.4, 0.4]];

/// An ellipsoid of 168 triangles.
fn ellipsoid([a, b, c]: [f64; 3]) -> Geometry {
    let around = |k: u32| (f64::from(k) * std::f64::consts::PI / 7.0).sin_cos();
    let corner = |k: u32| {
        let ((sin_i, cos_i), (sin_j, cos_j)) = (around(k / 14), around(k % 14));
        [a * sin_i * cos_j, b * sin_i * sin_j, c * cos_i]
    };
    let at = |i: u32, j: u32| 14 * i + j % 14;
    let upper = (1..7).flat_map(|i| (0..14).map(move |j| [at(i, j), at(i + 1, j), at(i, j + 1)]));
    let lower = (0..6).flat_map(|i| (0..14).map(move |j| [at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)]));
    Geometry::new((0..14 * 8).map(corner), upper.chain(lower))
}

fn many(shapes: [Geometry; 3]) -> Page {
    let mut view = View::space();
    let shapes = shapes.map(|shape| view.geometry(shape));
    let mut table = Table::new("Parts", [Column::text("part"), Column::number("height")]);
    for i in 0..20_000_u32 {
        let position = [f64::from(i % 50), f64::from(i / 50 % 50), f64::from(i / 2500)];
        let body = Body::new(format!("part {i}"), shapes[i as usize % 3]).at(Pose::position(position));
        let body = view.body(body.group(format!("level {}", i / 2500)));
        table.row(Row::new([format!("part {i}").into(), position[2].into()]).bodies([body]));
    }
    let mut page = Page::new("20,000 parts");
    page.view(view).table(table);
    page
}

/// A box, and how far a point is beyond it along one axis.
fn volume() -> Page {
    let mut view = View::space();
    view.unit("mm");
    let cube = view.geometry(Geometry::cuboid([1.0, 1.0, 0.5]));
    view.body(Body::new("cube", cube));
    let value = |[x, y, z]: [f64; 3]| x.abs().max(y.abs()).max(2.0 * z.abs()) - 1.0;
    view.volume(Volume::new(HOSTILE, [[-2.0, -2.0, -1.0], [2.0, 2.0, 1.0]], [9, 9, 5], value));
    let mut page = Page::new("volume");
    page.view(view);
    page
}

/// Pages that have little to show, or numbers that cannot be drawn.
fn odd_pages() -> [Page; 3] {
    let mut nothing = Page::new("odd");
    nothing.view(View::space()).table(Table::new("", [Column::number("")]));
    let mut view = View::plane();
    let none = view.geometry(Geometry::new([], []));
    let huge =
        view.geometry(Geometry::new([[3e38; 3], [-3e38; 3], [3e38, 0.0, 0.0]], [[0, 1, 2], [0, 0, 0]]));
    view.body(Body::new("", none).opacity(f64::NAN));
    view.body(Body::new("", huge).at(Pose::position([f64::NAN, f64::INFINITY, 0.0])).opacity(-1.0));
    view.body(Body::new("", huge).at(Pose::rows([[0.0; 4]; 3])));
    view.lines(Lines::segments([([f64::NAN; 3], [0.0; 3]), ([1.0; 3], [1.0; 3])]));
    view.point(Point::new([f64::INFINITY; 3]).label("far"));
    view.step(Step::new(""));
    let mut numbers = Page::new("odd");
    numbers.view(view);
    [Page::new("odd"), nothing, numbers]
}
