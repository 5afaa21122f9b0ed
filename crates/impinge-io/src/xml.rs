//! XML, as far as robots and 3MF need it: elements and attributes, with their lines.
//!
//! The reader is our own since it reads untrusted files: its time is linear in the length of the file, regardless of the content, and its
//! depth is bounded. A document type is rejected, so only the predefined entities of XML exist. Text between elements is ignored, and so
//! are namespace prefixes.
//!
//! Source: "Extensible Markup Language (XML) 1.0", fifth edition.

use std::borrow::Cow;

use crate::Reason;
use crate::source::without_mark;
use crate::words::shortened;

/// Limit on the depth of nested elements. Robots need six.
pub(crate) const MAX_DEPTH: usize = 64;

/// Limit on the attributes of an element. Each new one is compared with the previous ones.
const MAX_ATTRIBUTES: usize = 64;

/// An event of the reader.
pub(crate) enum Event<'a> {
    /// Start of an element.
    Open(Tag<'a>),
    /// End of the innermost open element.
    Close,
}

/// Start tag of an element.
#[derive(Clone, Debug)]
pub(crate) struct Tag<'a> {
    /// Name without its prefix.
    pub name: &'a str,
    attributes: Vec<(&'a str, Cow<'a, str>)>,
    /// Line of its start, from 1.
    pub line: usize,
}

impl<'a> Tag<'a> {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| *n == name).map(|(_, value)| value.as_ref())
    }

    /// The names of its attributes, with their prefixes.
    pub fn attribute_names(&self) -> impl Iterator<Item = &'a str> {
        self.attributes.iter().map(|(name, _)| *name)
    }

    /// The value of a required attribute.
    pub fn need(&self, name: &str) -> Result<&str, Reason> {
        self.get(name).ok_or_else(|| self.wrong(format!("<{}> needs the attribute `{name}`", self.name)))
    }

    /// The numbers of an attribute, exactly `N`, if it is present.
    pub fn numbers<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, Reason> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let numbers: Vec<f64> = value.split_ascii_whitespace().map_while(|word| word.parse().ok()).collect();
        let read = <[f64; N]>::try_from(numbers).ok().filter(|_| value.split_ascii_whitespace().count() == N);
        match read {
            Some(numbers) if numbers.iter().all(|n| n.is_finite()) => Ok(Some(numbers)),
            _ => {
                let found: String = value.chars().take(60).collect();
                let what = format!("`{name}` of <{}> is `{found}` but must be {N} finite numbers", self.name);
                Err(self.wrong(what))
            }
        }
    }

    /// The number of an attribute, if it is present.
    pub fn number(&self, name: &str) -> Result<Option<f64>, Reason> {
        Ok(self.numbers::<1>(name)?.map(|[number]| number))
    }

    /// An error in the element.
    pub fn wrong(&self, what: impl AsRef<str>) -> Reason {
        Reason::Line { what: shortened(what.as_ref()), line: self.line }
    }
}

/// An element with its children.
#[derive(Clone, Debug)]
pub(crate) struct Element<'a> {
    /// Its name and attributes.
    pub tag: Tag<'a>,
    children: Vec<Element<'a>>,
}

impl<'a> Element<'a> {
    /// The children with a name.
    pub fn all<'s>(&'s self, name: &'static str) -> impl Iterator<Item = &'s Element<'a>> {
        self.children.iter().filter(move |child| child.tag.name == name)
    }

    /// All children.
    pub fn children(&self) -> &[Element<'a>] {
        &self.children
    }

    /// The first child with a name.
    pub fn first(&self, name: &'static str) -> Option<&Element<'a>> {
        self.all(name).next()
    }
}

/// Parses a document; returns its root element.
pub(crate) fn document(text: &str) -> Result<Element<'_>, Reason> {
    let mut reader = Reader::new(text);
    let mut open: Vec<Element<'_>> = Vec::new();
    let mut root = None;
    while let Some(event) = reader.next()? {
        match event {
            Event::Open(tag) => open.push(Element { tag, children: Vec::new() }),
            Event::Close => {
                let Some(element) = open.pop() else { break };
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => root = Some(element),
                }
            }
        }
    }
    root.ok_or_else(|| reader.wrong("the file has no elements"))
}

/// The text of a file.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Reason> {
    let bytes = without_mark(bytes);
    str::from_utf8(bytes).map_err(|e| {
        let line = 1 + bytes[..e.valid_up_to()].iter().filter(|&&b| b == b'\n').count();
        Reason::Line { what: "the file is not UTF-8 text".into(), line }
    })
}

/// A streaming reader of a document.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Line of the byte `counted`.
    line: usize,
    counted: usize,
    /// Names of the open elements.
    open: Vec<&'a str>,
    /// Whether the last element was an empty-element tag.
    empty: bool,
    /// Whether the root element has begun.
    begun: bool,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, counted: 0, open: Vec::new(), empty: false, begun: false }
    }

    /// Reads the next start or end of an element; `None` after the end of the root element.
    pub fn next(&mut self) -> Result<Option<Event<'a>>, Reason> {
        if std::mem::take(&mut self.empty) {
            self.open.pop();
            return Ok(Some(Event::Close));
        }
        loop {
            let rest = &self.text[self.at..];
            let Some(start) = rest.find('<') else {
                return match self.open.last() {
                    Some(name) => Err(self.wrong(format!("the file ends within <{name}>"))),
                    None if !self.begun => Err(self.wrong("the file has no elements")),
                    None => Ok(None),
                };
            };
            self.at += start;
            let rest = &rest[start..];
            if rest.starts_with("<!--") {
                self.pass("<!--", "-->")?;
            } else if rest.starts_with("<?") {
                self.pass("<?", "?>")?;
            } else if rest.starts_with("<![CDATA[") {
                self.pass("<![CDATA[", "]]>")?;
            } else if rest.starts_with("<!") {
                return Err(self
                    .wrong("document types are not supported: they can refer to other files and entities"));
            } else if rest.starts_with("</") {
                return self.close().map(Some);
            } else {
                return self.open().map(Some);
            }
        }
    }

    /// An error at the current position.
    pub fn wrong(&mut self, what: impl AsRef<str>) -> Reason {
        Reason::Line { what: shortened(what.as_ref()), line: self.line() }
    }

    fn line(&mut self) -> usize {
        let passed = &self.text.as_bytes()[self.counted..self.at];
        self.line += passed.iter().filter(|&&b| b == b'\n').count();
        self.counted = self.at;
        self.line
    }

    /// Skips to after the next `end`.
    fn pass(&mut self, start: &'static str, end: &'static str) -> Result<(), Reason> {
        match self.text[self.at + start.len()..].find(end) {
            Some(found) => {
                self.at += start.len() + found + end.len();
                Ok(())
            }
            None => Err(self.wrong(format!("`{start}` has no end, `{end}`"))),
        }
    }

    fn close(&mut self) -> Result<Event<'a>, Reason> {
        let rest = &self.text[self.at + 2..];
        let Some(end) = rest.find('>') else { return Err(self.wrong("`</` has no end, `>`")) };
        let name = rest[..end].trim_end();
        match self.open.last() {
            Some(open) if *open == name => {
                self.open.pop();
                self.at += 2 + end + 1;
                Ok(Event::Close)
            }
            Some(open) => {
                let what = format!("</{}> where <{open}> must end", short(name));
                Err(self.wrong(what))
            }
            None => Err(self.wrong(format!("</{}> closes an element that is not open", short(name)))),
        }
    }

    fn open(&mut self) -> Result<Event<'a>, Reason> {
        if self.open.is_empty() && self.begun {
            return Err(self.wrong("there is a second outermost element"));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(self.wrong(format!("elements are nested more than {MAX_DEPTH} deep")));
        }
        let line = self.line();
        self.at += 1;
        let whole = self.name()?;
        let mut attributes: Vec<(&'a str, Cow<'a, str>)> = Vec::new();
        loop {
            let spaced = self.space();
            let rest = &self.text[self.at..];
            if rest.starts_with("/>") {
                self.at += 2;
                self.empty = true;
                break;
            }
            if rest.starts_with('>') {
                self.at += 1;
                break;
            }
            if rest.is_empty() {
                return Err(self.wrong(format!("the file ends within <{}>", short(whole))));
            }
            let name = self.name()?;
            if !spaced {
                return Err(self.wrong(format!("a space is missing before `{}`", short(name))));
            }
            if attributes.iter().any(|(other, _)| *other == name) {
                return Err(self.wrong(format!("the attribute `{}` is given twice", short(name))));
            }
            if attributes.len() == MAX_ATTRIBUTES {
                return Err(self.wrong(format!("an element has more than {MAX_ATTRIBUTES} attributes")));
            }
            let value = self.value(name)?;
            attributes.push((name, value));
        }
        self.begun = true;
        self.open.push(whole);
        let name = whole.rsplit(':').next().unwrap_or(whole);
        Ok(Event::Open(Tag { name, attributes, line }))
    }

    /// Skips white space; returns whether there was any.
    fn space(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let left = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.at += rest.len() - left.len();
        left.len() < rest.len()
    }

    fn name(&mut self) -> Result<&'a str, Reason> {
        let rest = &self.text[self.at..];
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.');
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let name = &rest[..length];
        if name.is_empty() || name.starts_with(|c: char| c.is_numeric() || matches!(c, '-' | '.')) {
            let found: String = rest.chars().take(20).collect();
            return Err(self.wrong(format!("expected a name at `{}`", found.escape_debug())));
        }
        self.at += length;
        Ok(name)
    }

    fn value(&mut self, name: &str) -> Result<Cow<'a, str>, Reason> {
        self.space();
        let has_sign = self.text[self.at..].starts_with('=');
        self.at += usize::from(has_sign);
        self.space();
        let rest = &self.text[self.at..];
        let quote = rest.chars().next().filter(|c| has_sign && matches!(c, '"' | '\''));
        let Some(quote) = quote else {
            return Err(self.wrong(format!("`{}` has no value in quotes", short(name))));
        };
        let Some(length) = rest[1..].find(quote) else {
            return Err(self.wrong(format!("the value of `{}` has no end", short(name))));
        };
        let raw = &rest[1..=length];
        if raw.contains('<') {
            return Err(self.wrong(format!("the value of `{}` contains `<`", short(name))));
        }
        let value = unescaped(raw).map_err(|what| self.wrong(what))?;
        self.at += length + 2;
        Ok(value)
    }
}

/// A name, shortened for a message.
fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

/// A value with its entities decoded.
fn unescaped(raw: &str) -> Result<Cow<'_, str>, String> {
    if !raw.contains('&') {
        return Ok(Cow::Borrowed(raw));
    }
    let mut pieces = raw.split('&');
    let mut value = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (entity, behind) = piece.split_once(';').ok_or("`&` begins an entity that has no end, `;`")?;
        let code = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
        let character = match entity {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => entity.strip_prefix('#').and_then(|number| match number.strip_prefix('x') {
                Some(digits) => code(digits, 16),
                None => code(number, 10),
            }),
        };
        value.push(character.ok_or_else(|| format!("`&{};` is not an XML entity", short(entity)))?);
        value.push_str(behind);
    }
    Ok(Cow::Owned(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_and_attributes_are_read() {
        let text = "\u{feff}<?xml version='1.0'?>\n<!-- <no> -->\n<a:robot name = \"x &amp; &#65;&#x42;\"\n kind='\"'>\n text &any; \
                    <link/><![CDATA[<link/>]]><joint xyz=' 1 -2e-1\n.5 '><link></link ></joint>\n</a:robot>\n<!-- end -->";
        let root = document(super::text(text.as_bytes()).unwrap()).unwrap();
        assert_eq!((root.tag.name, root.tag.line), ("robot", 3));
        assert_eq!((root.tag.get("name"), root.tag.get("kind")), (Some("x & AB"), Some("\"")));
        assert_eq!((root.all("link").count(), root.children().len()), (1, 2));
        let joint = root.first("joint").unwrap();
        assert_eq!(joint.tag.numbers("xyz").unwrap(), Some([1.0, -0.2, 0.5]));
        assert_eq!(joint.tag.numbers::<3>("rpy").unwrap(), None);
        assert!(joint.tag.numbers::<2>("xyz").unwrap_err().to_string().contains("2 finite numbers"));
        assert_eq!(joint.tag.line, 5);
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        let deep = format!("{}{}", "<a>".repeat(65), "</a>".repeat(65));
        let wide = format!("<a {}/>", (0..65).map(|i| format!("x{i}=''")).collect::<Vec<_>>().join(" "));
        for (text, line, wanted) in [
            ("", 1, "no elements"),
            ("text\nonly", 1, "no elements"),
            ("<a>\n<b>\n</a>", 3, "</a> where <b> must end"),
            ("<a>\n</a>\n</a>", 3, "closes an element that is not open"),
            ("<a>\n</a>\n<b/>", 3, "a second outermost element"),
            ("<a>\n", 1, "the file ends within <a>"),
            ("<a\nx='1'", 2, "the file ends within <a>"),
            ("<a x='1\n'", 2, "the file ends within <a>"),
            ("<a x='1", 1, "the value of `x` has no end"),
            ("<a\n x=1/>", 2, "`x` has no value in quotes"),
            ("<a x/>", 1, "`x` has no value in quotes"),
            ("<a x='1'y='2'/>", 1, "a space is missing before `y`"),
            ("<a x='1' x='2'/>", 1, "`x` is given twice"),
            ("<a x='<'/>", 1, "contains `<`"),
            ("<a x='&b;'/>", 1, "`&b;` is not an XML entity"),
            ("<a x='&#xD800;'/>", 1, "is not an XML entity"),
            ("<a x='&amp'/>", 1, "has no end, `;`"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a/>", 1, "document types are not supported"),
            ("<a/>\n<!-- ", 2, "`<!--` has no end"),
            ("<3/>", 1, "expected a name at `3/>`"),
            ("< a/>", 1, "expected a name at"),
            (&deep, 1, "more than 64 deep"),
            (&wide, 1, "more than 64 attributes"),
        ] {
            match document(text) {
                Err(Reason::Line { what, line: at }) => {
                    assert!(at == line && what.contains(wanted), "{text}: {what} (line {at})");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(matches!(super::text(b"<a>\n\xff"), Err(Reason::Line { line: 2, .. })));
    }
}
