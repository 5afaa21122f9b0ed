//! Pages in a real browser, for tests: headless Chromium, without any driver. A script at the end of the page does what a reader would
//! do, and calls `finish` with what came of it; the browser prints the document, and the result is in it, with all errors and warnings
//! of the console as `errors`. Other crates may take this file in by its path.
//!
//! The browser is the program that `IMPINGE_CHROMIUM` names, or the first of [`NAMES`] that is found.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const NAMES: [&str; 5] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Pictures are drawn by the processor: every machine can, and all draw the same.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--no-first-run",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--dump-dom",
];

/// Time limit of a script, in the time of the page, which passes as fast as the machine can.
const BUDGET_MS: u32 = 30_000;
/// A browser that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// A window is at least as wide as this; a narrower page stands in a frame.
const NARROWEST: u64 = 500;

pub struct Browser {
    program: OsString,
    /// Pages and profile; gone with the browser.
    folder: PathBuf,
}

impl Browser {
    /// The browser that is named, or the first that starts. Where there is none, the test is named as skipped: on stderr, and as a
    /// line in the file that `IMPINGE_SKIPPED` names, for the summary of `cargo xtask test`.
    pub fn find(test: &str) -> Option<Self> {
        let named = std::env::var_os("IMPINGE_CHROMIUM");
        if let Some(program) = named.as_ref().filter(|program| !starts(program)) {
            panic!("IMPINGE_CHROMIUM names a program that does not start: {}", program.display());
        }
        let Some(program) = named.or_else(|| NAMES.into_iter().map(OsString::from).find(starts)) else {
            skip(&format!("{test}: no browser; install chromium, or name one by IMPINGE_CHROMIUM"));
            return None;
        };
        let folder = std::env::temp_dir().join(format!("impinge-browser-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for pages");
        Some(Self { program, folder })
    }

    /// Drives a page at a size. The script may wait for timers and frames.
    pub fn drive(&self, html: &str, script: &str, size: (u64, u64)) -> Value {
        self.run(html, script, size, &format!("--virtual-time-budget={BUDGET_MS}"))
    }

    /// Opens a page with one more flag. The script ends at once, and the clock of the page is that of the machine.
    pub fn open(&self, html: &str, script: &str, flag: &str) -> Value {
        self.run(html, script, (1280, 900), flag)
    }

    fn run(&self, html: &str, script: &str, (width, height): (u64, u64), flag: &str) -> Value {
        let collect = format!("<head>\n<script>{}</script>", include_str!("collect.js"));
        let html = html.replacen("<head>", &collect, 1);
        let (start, end) = html.rsplit_once("</body>").expect("a page has a body");
        let page = format!("{start}<script type=\"module\">{script}</script></body>{end}");
        let mut path = self.file("page.html", &page);
        if width < NARROWEST {
            let size = format!("width=\"{width}\" height=\"{height}\"");
            let frame = format!("<iframe src=\"page.html\" {size} style=\"border: 0\"></iframe>");
            let script = include_str!("frame.js");
            path = self.file("frame.html", &format!("<!doctype html><script>{script}</script>{frame}"));
        }
        let mut profile = OsString::from("--user-data-dir=");
        profile.push(self.folder.join("profile"));
        let mut command = Command::new(&self.program);
        command.args(FLAGS).arg(flag).arg(profile);
        command.arg(format!("--window-size={},{height}", width.max(NARROWEST))).arg(&path);
        let document = output(&mut command, &self.folder.join("document.html"));
        let Some((_, rest)) = document.split_once("<pre id=\"result\">") else {
            panic!("the script did not end; the document has {} bytes", document.len());
        };
        let (coded, _) = rest.split_once("</pre>").expect("an end of the result");
        let text = [("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&amp;", "&")];
        let text = text.iter().fold(coded.to_owned(), |text, (code, sign)| text.replace(code, sign));
        serde_json::from_str(&text).expect("the result is JSON")
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, text).expect("a page can be written");
        path
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // What cannot be removed lies among temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn starts(program: &OsString) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn skip(what: &str) {
    // Not by a macro: what those print is hidden where a test passes.
    writeln!(io::stderr(), "SKIPPED: {what}").expect("stderr takes a line");
    if let Some(list) = std::env::var_os("IMPINGE_SKIPPED") {
        let list = OpenOptions::new().create(true).append(true).open(list);
        writeln!(list.expect("the list of skipped tests"), "{what}").expect("the list takes a line");
    }
}

/// Output of the command, by way of a file: a pipe that nobody reads while waiting would fill.
fn output(command: &mut Command, into: &Path) -> String {
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
