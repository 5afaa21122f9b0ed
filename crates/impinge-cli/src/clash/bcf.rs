//! Findings as topics in the BIM Collaboration Format, BCF 3.0 (buildingSMART, schemas of the release `release_3_0`).
//!
//! One zip: `bcf.version`, `extensions.xml`, and for each finding a folder named after its GUID with `markup.bcf` and
//! `viewpoint.bcfv`, and, of the worst ones, `snapshot.png`, which viewers show in their list of topics. The GUID is derived from the names of the two parts, so that a topic is the same one in every run. Elements
//! are in the order of the schemas. BCF uses meters: lengths are converted if their unit is known, and those of the files otherwise.
//!
//! The date of a topic, which the schema requires, is that of the newest file: the same files give the same bytes.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use impinge::Vec3;
use impinge_io::{Unit, ZipWriter};

use super::finding::{Finding, Kind};
use super::frame::{Frame, frame};
use super::picture::Painter;
use super::report::Report;
use crate::failure::{Failure, on_one_line};
use crate::hash::of_texts;

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Aspect ratio of a view.
const ASPECT: f64 = 1.5;

/// Distance of the camera from what it shows, in radii: in front of everything near.
const STAND: f64 = 4.0;

/// Most topics with a picture: about 10 kB and some milliseconds each.
const MOST_PICTURES: usize = 2000;

/// Writes the archive.
pub fn write(out: &mut impl Write, report: &Report<'_>) -> Result<(), Failure> {
    let mut archive = ZipWriter::new(out);
    archive.add("bcf.version", format!("{XML}<Version VersionId=\"3.0\"/>\n").as_bytes())?;
    archive.add("extensions.xml", extensions().as_bytes())?;
    let date = date(report.parts.newest.unwrap_or(UNIX_EPOCH));
    let painter = Painter::new(report.parts);
    let meters = report.parts.units.key().parse::<Unit>().map_or(1.0, |unit| unit.factor_to(Unit::Meter));
    for (index, finding) in report.worst_first().into_iter().enumerate() {
        let names = [report.name(finding.a), report.name(finding.b)];
        let guid = of_texts(&["topic", names[0], names[1]]).guid();
        let view = of_texts(&["viewpoint", names[0], names[1]]).guid();
        let topic =
            Topic { finding, names: names.map(text), guid: &guid, view: &view, index, date: &date, meters };
        archive.add(&format!("{guid}/markup.bcf"), topic.markup().as_bytes())?;
        let frame = frame(report.parts, finding);
        archive.add(&format!("{guid}/viewpoint.bcfv"), topic.viewpoint(&frame).as_bytes())?;
        if topic.has_picture() {
            archive.add(&format!("{guid}/snapshot.png"), &painter.png(finding, &frame, mark(finding)))?;
        }
    }
    Ok(archive.end()?)
}

/// The vocabulary of topics.
fn extensions() -> String {
    let list = |all: &str, one: &str, words: &[&str]| {
        let words: String = words.iter().map(|word| format!("<{one}>{word}</{one}>")).collect();
        format!("<{all}>{words}</{all}>")
    };
    let labels: Vec<&str> = Kind::ALL.iter().map(|kind| kind.word()).collect();
    let lists = [
        list("TopicTypes", "TopicType", &["Clash"]),
        list("TopicStatuses", "TopicStatus", &["Open", "Closed"]),
        list("Priorities", "Priority", &["High", "Normal", "Low"]),
        list("TopicLabels", "TopicLabel", &labels),
        list("Users", "User", &["impinge"]),
    ];
    format!("{XML}<Extensions>{}</Extensions>\n", lists.concat())
}

/// A finding with everything in its files; names are escaped.
struct Topic<'a> {
    finding: &'a Finding,
    names: [String; 2],
    guid: &'a str,
    view: &'a str,
    index: usize,
    date: &'a str,
    /// Factor from lengths to meters; 1 if their unit is not known.
    meters: f64,
}

impl Topic<'_> {
    fn has_picture(&self) -> bool {
        self.index < MOST_PICTURES
    }

    fn markup(&self) -> String {
        let Self { finding, names: [a, b], guid, view, index, date, .. } = self;
        let kind = finding.kind;
        let priority = match kind {
            kind if kind.is_collision() => "High",
            Kind::Clearance => "Normal",
            _ => "Low",
        };
        let picture = if self.has_picture() { "<Snapshot>snapshot.png</Snapshot>" } else { "" };
        let file = |name: &str| format!("<File IsExternal=\"true\"><Filename>{name}</Filename></File>");
        format!(
            "{XML}<Markup><Header><Files>{}{}</Files></Header>\
             <Topic Guid=\"{guid}\" TopicType=\"Clash\" TopicStatus=\"Open\">\
             <Title>{}: {a} / {b}</Title><Priority>{priority}</Priority><Index>{index}</Index>\
             <Labels><Label>{}</Label></Labels>\
             <CreationDate>{date}</CreationDate><CreationAuthor>impinge</CreationAuthor>\
             <Description>A: {a}; B: {b}; {}</Description>\
             <Viewpoints><ViewPoint Guid=\"{view}\"><Viewpoint>viewpoint.bcfv</Viewpoint>{picture}</ViewPoint></Viewpoints>\
             </Topic></Markup>\n",
            file(a),
            file(b),
            kind.title(),
            kind.word(),
            text(&finding.proof()),
        )
    }

    fn viewpoint(&self, frame: &Frame) -> String {
        let Self { finding, names, view, meters, .. } = self;
        let Frame { center, radius, direction, up } = *frame;
        let component = |name: &String| {
            format!(
                "<Component><OriginatingSystem>impinge</OriginatingSystem>\
                 <AuthoringToolId>{name}</AuthoringToolId></Component>"
            )
        };
        let selection: String = names.iter().map(component).collect();
        let [from, to] = mark(finding).map(|end| end * *meters);
        let lines = if from == to {
            String::new()
        } else {
            let ends = format!("{}{}", point("StartPoint", from), point("EndPoint", to));
            format!("<Lines><Line>{ends}</Line></Lines>")
        };
        format!(
            "{XML}<VisualizationInfo Guid=\"{view}\"><Components><Selection>{selection}</Selection>\
             <Visibility DefaultVisibility=\"true\"/></Components><OrthogonalCamera>{}{}{}\
             <ViewToWorldScale>{:?}</ViewToWorldScale><AspectRatio>{ASPECT:?}</AspectRatio></OrthogonalCamera>\
             {lines}</VisualizationInfo>\n",
            point("CameraViewPoint", (center - direction * (STAND * radius)) * *meters),
            point("CameraDirection", direction),
            point("CameraUpVector", up),
            2.0 * radius * meters,
        )
    }
}

/// Ends of the line of a finding: the way out of the second part, or the gap.
fn mark(finding: &Finding) -> [Vec3<f64>; 2] {
    let measures = &finding.measures;
    let (a, b) = (Vec3::from(measures.point_a), Vec3::from(measures.point_b));
    measures.way_out.map_or([a, b], |out| [b, b + Vec3::from(out.by)])
}

/// Three coordinates in an element. Numbers as `1e-7` are what the schema calls a double.
fn point(name: &str, p: Vec3<f64>) -> String {
    format!("<{name}><X>{:?}</X><Y>{:?}</Y><Z>{:?}</Z></{name}>", p.x, p.y, p.z)
}

/// Text in XML, on one line.
fn text(text: &str) -> String {
    impinge_page::html(&on_one_line(text))
}

/// A time as `xs:dateTime`, to the second. Days to dates as in Hinnant, "chrono-compatible low-level date algorithms".
fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day is the last one; eras have 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3_600, rest / 60 % 60, rest % 60)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_000_000_000, "2001-09-09T01:46:40Z"),
        ] {
            assert_eq!(date(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(text("<a href=\"'\">&\n\u{1}"), "&lt;a href=&quot;&#39;&quot;&gt;&amp;\\n\\u{1}");
    }
}
