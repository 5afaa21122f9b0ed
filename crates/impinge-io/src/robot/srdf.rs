//! SRDF: pairs of links whose collisions are disabled.
//!
//! The elements `disable_collisions` with their links and reason are read; groups, states and the rest are ignored.

use std::fmt::Write;
use std::path::Path;

use super::{Remark, Robot};
use crate::words::shortened;
use crate::write::write_file;
use crate::xml::{document, text};
use crate::{Error, Reason, Source};

/// Two links whose collisions are disabled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedPair {
    /// The links, the smaller index first.
    pub links: [usize; 2],
    /// The reason, such as `Adjacent`, `Never` or `Always`; may be empty.
    pub reason: String,
}

/// Pairs of an SRDF file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Pairs of links of the robot, in the order of the file and each once.
    pub pairs: Vec<AllowedPair>,
    /// Elements that were ignored: the robot has no such link. Files often are for several variants of a robot.
    pub remarks: Vec<Remark>,
}

/// Reads the pairs of an SRDF file for a robot.
///
/// # Errors
/// If the file cannot be read or is damaged; the error gives the line.
pub fn read_allowed(source: impl Into<Source>, robot: &Robot) -> Result<Allowed, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| parse(text(&bytes)?, robot));
    parsed.map_err(|reason| source.error(reason))
}

/// Writes an SRDF file that disables collisions of these pairs. Pairs that refer to no links of the robot are left out.
///
/// # Errors
/// If the file cannot be written.
pub fn write_allowed(path: impl AsRef<Path>, robot: &Robot, pairs: &[AllowedPair]) -> Result<(), Error> {
    write_file(path.as_ref(), to_text(robot, pairs).as_bytes())
}

fn parse(text: &str, robot: &Robot) -> Result<Allowed, Reason> {
    let root = document(text)?;
    if root.tag.name != "robot" {
        return Err(root.tag.wrong(format!("the outermost element is <{}>, not <robot>", root.tag.name)));
    }
    let mut allowed = Allowed::default();
    let mut seen = std::collections::HashSet::new();
    let links: std::collections::HashMap<&str, usize> =
        robot.links.iter().enumerate().map(|(i, link)| (link.name.as_str(), i)).collect();
    for element in root.all("disable_collisions") {
        let tag = &element.tag;
        let names = [tag.need("link1")?, tag.need("link2")?];
        let [Some(&one), Some(&two)] = names.map(|name| links.get(name)) else {
            let unknown = names.into_iter().filter(|name| !links.contains_key(name));
            let unknown: Vec<String> = unknown.map(|name| format!("`{}`", shortened(name))).collect();
            let (unknown, robot) = (unknown.join(" and no "), shortened(&robot.name));
            let what = format!("a pair is ignored: the robot `{robot}` has no link {unknown}");
            allowed.remarks.push(Remark { what, line: tag.line });
            continue;
        };
        if one == two {
            return Err(tag.wrong(format!("both links are `{}`", robot.links[one].name)));
        }
        let links = [one.min(two), one.max(two)];
        if seen.insert(links) {
            let reason = tag.get("reason").unwrap_or_default().to_owned();
            allowed.pairs.push(AllowedPair { links, reason });
        }
    }
    Ok(allowed)
}

fn to_text(robot: &Robot, pairs: &[AllowedPair]) -> String {
    // Writing to a string cannot fail.
    let mut text =
        format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot name=\"{}\">\n", escaped(&robot.name));
    for pair in pairs {
        let [Some(one), Some(two)] = pair.links.map(|i| robot.links.get(i)) else { continue };
        let [one, two, reason] = [&one.name, &two.name, &pair.reason].map(|text| escaped(text));
        let _ = writeln!(text, "  <disable_collisions link1=\"{one}\" link2=\"{two}\" reason=\"{reason}\"/>");
    }
    text + "</robot>\n"
}

/// Escapes text as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => {
                let _ = write!(escaped, "&#{};", u32::from(c));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::tests::arm;

    #[test]
    fn pairs_are_read_once_and_written_back() {
        let robot = arm();
        let text = "<robot name='arm'><group name='g'><link name='nobody'/></group>\n\
                    <disable_collisions link1='hand' link2='base' reason='Never &amp; so on'/>\n\
                    <disable_collisions link1='base' link2='hand'/>\n<disable_collisions link1='upper' link2='hand'/></robot>";
        let pairs = parse(text, &robot).unwrap().pairs;
        let link = |name| robot.link(name).unwrap();
        let sorted = |a: usize, b: usize| [a.min(b), a.max(b)];
        assert_eq!(pairs.len(), 2);
        assert_eq!(pairs[0].links, sorted(link("base"), link("hand")));
        assert_eq!((pairs[0].reason.as_str(), pairs[1].reason.as_str()), ("Never & so on", ""));
        assert_eq!(pairs[1].links, sorted(link("upper"), link("hand")));
        assert_eq!(parse(&to_text(&robot, &pairs), &robot).unwrap().pairs, pairs);
        let odd = AllowedPair { reason: "\"<\n>'".into(), ..pairs[0].clone() };
        assert_eq!(parse(&to_text(&robot, std::slice::from_ref(&odd)), &robot).unwrap().pairs, [odd]);
    }

    /// A single pair of a link that the robot does not have refused the file: files for several variants of a robot could not be used.
    #[test]
    fn unknown_links_are_remarks_with_their_line() {
        let text = "<robot>\n<disable_collisions link1='base' link2='nose'/>\n<disable_collisions link1='base' link2='hand'/>\n\
                    <disable_collisions link1='ear' link2='nose'/></robot>";
        let allowed = parse(text, &arm()).unwrap();
        assert_eq!(allowed.pairs.len(), 1);
        let told: Vec<String> = allowed.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "a pair is ignored: the robot `arm` has no link `nose` (line 2)",
                "a pair is ignored: the robot `arm` has no link `ear` and no `nose` (line 4)"
            ]
        );
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let robot = arm();
        for (text, wanted) in [
            ("<robot>\n<disable_collisions link1='base'/></robot>", "needs the attribute `link2` (line 2)"),
            (
                "<robot>\n\n<disable_collisions link1='base' link2='base'/></robot>",
                "both links are `base` (line 3)",
            ),
            ("<sdf/>", "the outermost element is <sdf>, not <robot> (line 1)"),
        ] {
            let told = parse(text, &robot).unwrap_err().to_string();
            assert!(told.contains(wanted), "{told}");
        }
    }
}
