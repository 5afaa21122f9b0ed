//! Pages in a real browser: headless Chromium, without any driver. A script at the end of the page does what a reader would do, and
//! leaves what came of it in the document, which the browser prints.
//!
//! The browser is the program that `IMPINGE_CHROMIUM` names, or the first of [`NAMES`] that is found. Where there is none, the test
//! says so by name: on stderr, and as a line in the file that `IMPINGE_SKIPPED` names, for a summary.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use impinge_page::{
    Body, Column, Geometry, Lines, Page, Plot, Point, Pose, Role, Row, Section, Step, Table, View,
};
use serde_json::Value;

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// A name that would do harm if it were taken for HTML.
const HOSTILE: &str = "</script><img src=x onerror=console.error('hurt')>\"'&amp;";

/// Time of the page, not of the clock: enough to play all steps.
const BUDGET_MS: u32 = 30_000;
/// A browser that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// A window is at least as wide as this; a narrower page stands in a frame.
const NARROWEST: u64 = 500;
/// Promised for 20,000 bodies, on a machine that draws by its processor alone.
const FIRST_PICTURE_MS: f64 = 2000.0;

/// All in one test: a machine with few cores runs one browser at a time.
#[test]
fn pages_in_a_browser() {
    let Some(browser) = browser() else {
        return skip(
            "impinge-page/tests/browser.rs: no browser; install chromium or set IMPINGE_CHROMIUM to one",
        );
    };
    let folder = std::env::temp_dir().join(format!("impinge-page-browser-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for pages");
    for (width, height) in [(1280, 900), (400, 850)] {
        let found =
            browser.run(&folder, &page(), include_str!("browser/drive.js"), (width, height), &timed());
        check_driven(&found, width);
    }
    check_missing(&browser.run(
        &folder,
        &page(),
        include_str!("browser/missing.js"),
        (400, 850),
        &["--disable-3d-apis".into()],
    ));
    check_many(&browser, &folder);
    fs::remove_dir_all(&folder).expect("the folder goes away");
}

fn timed() -> [String; 1] {
    [format!("--virtual-time-budget={BUDGET_MS}")]
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
        "section moved",
        "section off",
        "table row",
        "row marked",
        "row with a step",
        "theme",
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

fn check_missing(found: &Value) {
    assert!(found["notice"].as_str().is_some_and(|notice| notice.contains("WebGL2")), "{found}");
    assert_eq!(found["rows"], 7, "tables are there without a view");
    assert_eq!(found["errors"], serde_json::json!([]));
}

/// The first picture of 20,000 bodies in time. The least of five runs: the machine may be busy.
fn check_many(browser: &Browser, folder: &Path) {
    let page = many();
    let mut bytes = Vec::new();
    page.write_to(&mut bytes).expect("memory takes all");
    let mut least = f64::INFINITY;
    for _ in 0..5 {
        let found = browser.run(folder, &page, include_str!("browser/clock.js"), (1280, 900), &[]);
        assert_eq!(found["errors"], serde_json::json!([]));
        assert_eq!(found["bodies"], "20000");
        assert!(found["rows"].as_u64() < Some(300), "long tables are drawn piece by piece: {found}");
        least = least.min(found["first"].as_f64().expect("a time"));
        if least < FIRST_PICTURE_MS {
            break;
        }
    }
    println!("20,000 bodies: first picture after {least:.0} ms, {} kB", bytes.len() / 1000);
    assert!(least < FIRST_PICTURE_MS, "first picture after {least:.0} ms");
    assert!(bytes.len() < 4_000_000, "{} bytes", bytes.len());
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

fn many() -> Page {
    let mut view = View::space();
    let shapes =
        [[0.3, 0.3, 0.3], [0.4, 0.2, 0.3], [0.1, 0.4, 0.4]].map(|half| view.geometry(Geometry::cuboid(half)));
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

fn skip(why: &str) {
    eprintln!("SKIPPED: {why}");
    if let Some(list) = std::env::var_os("IMPINGE_SKIPPED") {
        let mut list =
            OpenOptions::new().create(true).append(true).open(list).expect("the list of skipped tests");
        writeln!(list, "{why}").expect("the list of skipped tests");
    }
}

struct Browser(OsString);

/// The browser that is named, or the first that starts. A name that does not start is a mistake, and no reason to skip.
fn browser() -> Option<Browser> {
    let starts = |program: &OsString| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if let Some(named) = std::env::var_os("IMPINGE_CHROMIUM") {
        assert!(starts(&named), "IMPINGE_CHROMIUM names a program that does not start: {}", named.display());
        return Some(Browser(named));
    }
    NAMES.into_iter().map(OsString::from).find(starts).map(Browser)
}

impl Browser {
    /// Opens the page with a script at its end, and gives what the script left in the document.
    fn run(
        &self,
        folder: &Path,
        page: &Page,
        script: &str,
        (width, height): (u64, u64),
        more: &[String],
    ) -> Value {
        let mut html = Vec::new();
        page.write_to(&mut html).expect("memory takes all");
        let html = String::from_utf8(html).expect("pages are text");
        let collect = format!("<head>\n<script>{}</script>", include_str!("browser/collect.js"));
        let html = html.replacen("<head>", &collect, 1);
        let (start, end) = html.rsplit_once("</body>").expect("a page has a body");
        let mut path = folder.join("page.html");
        fs::write(&path, format!("{start}<script type=\"module\">{script}</script></body>{end}"))
            .expect("a page");

        if width < NARROWEST {
            path = folder.join("frame.html");
            let frame = format!(
                "<iframe src=\"page.html\" width=\"{width}\" height=\"{height}\" style=\"border: 0\"></iframe>"
            );
            fs::write(
                &path,
                format!("<!doctype html><script>{}</script>{frame}", include_str!("browser/frame.js")),
            )
            .expect("a page around the page");
        }
        let profile = folder.join("profile");
        let mut command = Command::new(&self.0);
        // Pictures are drawn by the processor: every machine can, and all draw the same.
        command.args([
            "--headless=new",
            "--no-sandbox",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
        ]);
        command.args([
            "--no-first-run",
            "--disable-extensions",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--dump-dom",
        ]);
        command.arg(format!("--window-size={},{height}", width.max(NARROWEST))).args(more);
        command.arg({
            let mut flag = OsString::from("--user-data-dir=");
            flag.push(&profile);
            flag
        });
        let dom = output(command.arg(&path), &folder.join("dom.html"));
        let (_, rest) = dom
            .split_once("<pre id=\"result\">")
            .unwrap_or_else(|| panic!("the script did not end: {}", tail(&dom)));
        let (coded, _) = rest.split_once("</pre>").expect("an end of the result");
        let text =
            coded.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
        serde_json::from_str(&text).expect("the result is JSON")
    }
}

fn tail(text: &str) -> &str {
    let start = text.len().saturating_sub(2000);
    text.get(start..).unwrap_or(text)
}

/// What the command prints, into a file: a pipe that nobody reads while waiting would fill.
fn output(command: &mut Command, into: &PathBuf) -> String {
    let file = fs::File::create(into).expect("a file for the document");
    let mut child = command.stdout(file).stderr(Stdio::null()).spawn().expect("the browser starts");
    wait(&mut child);
    fs::read_to_string(into).expect("the document is text")
}

fn wait(child: &mut Child) {
    let start = Instant::now();
    while child.try_wait().expect("the browser can be asked").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("the browser can be stopped");
            panic!("the browser did not end in {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(20));
    }
}
