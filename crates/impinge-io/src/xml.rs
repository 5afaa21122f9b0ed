//! XML, as far as robots, 3MF and Collada need it: elements and attributes, with their lines.
//!
//! `quick-xml` splits a file into tags; what is refused is decided here, since files are not trusted: document types, so that only the
//! predefined entities of XML exist, other encodings than UTF-8, deep nesting, many attributes, and what the crate lets pass, such as
//! malformed names and elements without an end. Time and memory are linear in the length of the file. Entities in the text inside elements
//! are left out, and namespace prefixes are ignored.
//!
//! Source: "Extensible Markup Language (XML) 1.0", fifth edition.

use std::borrow::Cow;

use quick_xml::XmlVersion;
use quick_xml::errors::{Error, IllFormedError, SyntaxError};
use quick_xml::escape::EscapeError;
use quick_xml::events::attributes::{AttrError, Attribute, Attributes};
use quick_xml::events::{BytesDecl, Event as Piece};

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
    /// The text directly in it, as it is written; empty if it is blank.
    pub text: Cow<'a, str>,
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

/// Adds text behind a space, in time that is linear in what is added.
fn add<'a>(to: &mut Cow<'a, str>, more: Cow<'a, str>) {
    if to.is_empty() {
        *to = more;
    } else if !more.is_empty() {
        let all = to.to_mut();
        all.push(' ');
        all.push_str(&more);
    }
}

/// Parses a document; returns its root element.
pub(crate) fn document(text: &str) -> Result<Element<'_>, Reason> {
    let mut reader = Reader::new(text);
    let mut open: Vec<Element<'_>> = Vec::new();
    let mut root = None;
    while let Some(event) = reader.next()? {
        let said = std::mem::take(&mut reader.said);
        if let Some(around) = open.last_mut() {
            add(&mut around.text, said);
        }
        match event {
            Event::Open(tag) => open.push(Element { tag, text: Cow::default(), children: Vec::new() }),
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
    pieces: quick_xml::Reader<&'a [u8]>,
    /// End of the last tag.
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
    /// Text since the last tag that somebody took, unless it is blank.
    said: Cow<'a, str>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        // The crate skips a byte order mark without counting its bytes.
        let text = text.trim_start_matches('\u{feff}');
        let mut pieces = quick_xml::Reader::from_str(text);
        // Text is ignored.
        pieces.config_mut().allow_dangling_amp = true;
        Self {
            text,
            pieces,
            at: 0,
            line: 1,
            counted: 0,
            open: Vec::new(),
            empty: false,
            begun: false,
            said: Cow::default(),
        }
    }

    /// Reads the next start or end of an element; `None` after the end of the root element.
    pub fn next(&mut self) -> Result<Option<Event<'a>>, Reason> {
        if std::mem::take(&mut self.empty) {
            self.open.pop();
            return Ok(Some(Event::Close));
        }
        loop {
            let start = self.pieces.buffer_position() as usize;
            if is_type(&self.text[start..]) {
                return Err(self.wrong_at(
                    start,
                    "document types are not supported: they can refer to other files and entities",
                ));
            }
            let piece = self.pieces.read_event().map_err(|error| self.broken(&error))?;
            let end = self.pieces.buffer_position() as usize;
            let whole = &self.text[start..end];
            let inside = match &piece {
                Piece::Text(_) => whole.trim_ascii(),
                Piece::CData(_) => whole["<![CDATA[".len()..whole.len() - "]]>".len()].trim_ascii(),
                _ => "",
            };
            add(&mut self.said, Cow::Borrowed(inside));
            match piece {
                Piece::Start(tag) => return self.open(start, end, tag.name().0.len(), false).map(Some),
                Piece::Empty(tag) => return self.open(start, end, tag.name().0.len(), true).map(Some),
                Piece::End(_) => {
                    self.open.pop();
                    self.at = end;
                    return Ok(Some(Event::Close));
                }
                Piece::Eof => {
                    return match self.open.last() {
                        Some(name) => Err(self.wrong(format!("the file ends within <{}>", short(name)))),
                        None if !self.begun => Err(self.wrong("the file has no elements")),
                        None => Ok(None),
                    };
                }
                Piece::Decl(declaration) => self.encoding(start, &declaration)?,
                Piece::Text(_) | Piece::CData(_) | Piece::GeneralRef(_) => {
                    if self.open.is_empty() && !whole.trim_ascii().is_empty() {
                        let place = start + whole.len() - whole.trim_ascii_start().len();
                        return Err(self.wrong_at(place, "there is text outside of the outermost element"));
                    }
                }
                Piece::Comment(_) | Piece::PI(_) | Piece::DocType(_) => {}
            }
        }
    }

    /// An error after the last tag.
    pub fn wrong(&self, what: impl AsRef<str>) -> Reason {
        self.wrong_at(self.at, what)
    }

    /// An error at a byte.
    fn wrong_at(&self, place: usize, what: impl AsRef<str>) -> Reason {
        Reason::Line { what: shortened(what.as_ref()), line: 1 + breaks(&self.text[..place]) }
    }

    /// An error of the crate.
    fn broken(&self, error: &Error) -> Reason {
        let place = self.pieces.error_position() as usize;
        let what = match error {
            Error::Syntax(SyntaxError::UnclosedComment) => "`<!--` has no end, `-->`".into(),
            Error::Syntax(SyntaxError::UnclosedCData) => "`<![CDATA[` has no end, `]]>`".into(),
            Error::Syntax(SyntaxError::UnclosedPI | SyntaxError::UnclosedXmlDecl) => {
                "`<?` has no end, `?>`".into()
            }
            Error::Syntax(SyntaxError::UnclosedTag) => {
                format!("the file ends within <{}>", begun(&self.text[place + 1..]))
            }
            Error::Syntax(
                SyntaxError::UnclosedSingleQuotedAttributeValue
                | SyntaxError::UnclosedDoubleQuotedAttributeValue,
            ) => format!("a value in <{}> has no end", begun(&self.text[place + 1..])),
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                format!("</{}> where <{}> must end", short(found), short(expected))
            }
            Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
                format!("</{}> closes an element that is not open", short(found))
            }
            other => other.to_string(),
        };
        self.wrong_at(place, what)
    }

    /// Checks that the file declares the encoding that it is read in. Files of ASCII are the same in most others.
    fn encoding(&self, start: usize, declaration: &BytesDecl<'_>) -> Result<(), Reason> {
        match declaration.encoding() {
            Some(Ok(name)) if !name.eq_ignore_ascii_case("utf-8") && !self.text.is_ascii() => {
                Err(self
                    .wrong_at(start, format!("the encoding `{}` is not supported: use UTF-8", short(&name))))
            }
            _ => Ok(()),
        }
    }

    /// A start tag; `length` is that of its name.
    fn open(&mut self, start: usize, end: usize, length: usize, empty: bool) -> Result<Event<'a>, Reason> {
        if self.open.is_empty() && self.begun {
            return Err(self.wrong_at(start, "there is a second outermost element"));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(self.wrong_at(start, format!("elements are nested more than {MAX_DEPTH} deep")));
        }
        self.line += breaks(&self.text[self.counted..start]);
        self.counted = start;
        let inside = start + 1;
        let content = &self.text[inside..end - 1 - usize::from(empty)];
        let whole = &content[..length];
        self.named(whole, inside)?;
        let has_angle = content.contains('<');
        let mut attributes: Vec<(&'a str, Cow<'a, str>)> = Vec::new();
        for attribute in Attributes::new(content, length).with_checks(false) {
            let attribute = attribute.map_err(|error| self.unread(&error, content, inside))?;
            let Attribute { key: quick_xml::name::QName(name), value } = &attribute;
            // The name is a part of the content.
            let before = name.as_ptr().addr() - content.as_ptr().addr();
            let wrong = |what: String| self.wrong_at(inside + before, what);
            self.named(name, inside + before)?;
            if !content.as_bytes()[before - 1].is_ascii_whitespace() {
                return Err(wrong(format!("a space is missing before `{}`", short(name))));
            }
            if attributes.iter().any(|(other, _)| other == name) {
                return Err(wrong(format!("the attribute `{}` is given twice", short(name))));
            }
            if attributes.len() == MAX_ATTRIBUTES {
                return Err(wrong(format!("an element has more than {MAX_ATTRIBUTES} attributes")));
            }
            if has_angle && value.contains('<') {
                return Err(wrong(format!("the value of `{}` contains `<`", short(name))));
            }
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            attributes.push((name, value.map_err(|error| wrong(unescaped(&error)))?));
        }
        self.begun = true;
        self.empty = empty;
        self.at = end;
        self.open.push(whole);
        let name = whole.rsplit(':').next().unwrap_or(whole);
        Ok(Event::Open(Tag { name, attributes, line: self.line }))
    }

    /// Checks that `name`, at a byte, is a name.
    fn named(&self, name: &str, place: usize) -> Result<(), Reason> {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.');
        let is_start = |c: char| !(c.is_numeric() || matches!(c, '-' | '.'));
        // Most names are small letters.
        let is_plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase());
        if is_plain || name.starts_with(is_start) && name.chars().all(is_name) {
            return Ok(());
        }
        let found: String = self.text[place..].chars().take(20).collect();
        Err(self.wrong_at(place, format!("expected a name at `{}`", found.escape_debug())))
    }

    /// An error of the crate in the attributes of a tag.
    fn unread(&self, error: &AttrError, content: &str, inside: usize) -> Reason {
        let (AttrError::ExpectedEq(place)
        | AttrError::ExpectedValue(place)
        | AttrError::UnquotedValue(place)
        | AttrError::ExpectedQuote(place, _)
        | AttrError::Duplicated(place, _)) = *error;
        let before = content[..place].trim_end().trim_end_matches('=').trim_end();
        let name = before.split_ascii_whitespace().next_back().unwrap_or_default();
        self.wrong_at(inside + before.len(), format!("`{}` has no value in quotes", short(name)))
    }
}

/// Whether a text begins with a document type, or a part of one.
fn is_type(text: &str) -> bool {
    text.starts_with("<!") && !text.starts_with("<!--") && !text.starts_with("<![CDATA[")
}

/// Number of line breaks in a text.
fn breaks(text: &str) -> usize {
    text.bytes().filter(|&b| b == b'\n').count()
}

/// A name, shortened for a message.
fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

/// The name of a tag that has no end, from its first letter on.
fn begun(tag: &str) -> String {
    short(tag.split_ascii_whitespace().next().unwrap_or_default())
}

/// A message on a value whose entities cannot be decoded.
fn unescaped(error: &Error) -> String {
    match error {
        Error::Escape(EscapeError::UnrecognizedEntity(_, name)) => {
            format!("`&{};` is not an XML entity", short(name))
        }
        Error::Escape(EscapeError::UnterminatedEntity(_)) => {
            "`&` begins an entity that has no end, `;`".into()
        }
        other => format!("a character reference is not an XML entity: {other}"),
    }
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
        let text = "<a> 1 2 <!-- 3 --> 4 <b>x</b> <![CDATA[ 5 ]]></a>";
        let root = document(text).unwrap();
        assert_eq!((root.text.as_ref(), root.children()[0].text.as_ref()), ("1 2 4 5", "x"));
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        let deep = format!("{}{}", "<a>".repeat(65), "</a>".repeat(65));
        let wide = format!("<a {}/>", (0..65).map(|i| format!("x{i}=''")).collect::<Vec<_>>().join(" "));
        for (text, line, wanted) in [
            ("", 1, "no elements"),
            ("text\nonly", 1, "text outside of the outermost element"),
            ("<a>\n<b>\n</a>", 3, "</a> where <b> must end"),
            ("<a>\n</a>\n</a>", 3, "closes an element that is not open"),
            ("<a>\n</a>\n<b/>", 3, "a second outermost element"),
            ("<a>\n", 1, "the file ends within <a>"),
            ("<a\nx='1'", 1, "the file ends within <a>"),
            ("\n<a x='1\n'", 2, "the file ends within <a>"),
            ("<a>\n</a", 2, "the file ends within </a>"),
            ("<a>\n<", 2, "the file ends within <>"),
            ("<a x='1", 1, "a value in <a> has no end"),
            ("<a x'y=\"z'/>", 1, "has no value in quotes"),
            ("<a\n x=1/>", 2, "`x` has no value in quotes"),
            ("<a x/>", 1, "`x` has no value in quotes"),
            ("<a\n x\ny='1'/>", 2, "`x` has no value in quotes"),
            ("<a\n x = />", 2, "`x` has no value in quotes"),
            ("<a x='1'y='2'/>", 1, "a space is missing before `y`"),
            ("<a x='1' x='2'/>", 1, "`x` is given twice"),
            ("<a x='<'/>", 1, "contains `<`"),
            ("<a x='&b;'/>", 1, "`&b;` is not an XML entity"),
            ("<a x='&#xD800;'/>", 1, "is not an XML entity"),
            ("<a x='&#0;'/>", 1, "is not an XML entity"),
            ("<a x='&#x110000;'/>", 1, "is not an XML entity"),
            ("<a x='&#-1;'/>", 1, "is not an XML entity"),
            ("<a x='&;'/>", 1, "`&;` is not an XML entity"),
            ("<a x='&amp'/>", 1, "has no end, `;`"),
            ("<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a/>", 1, "document types are not supported"),
            ("<!doctype a><a/>", 1, "document types are not supported"),
            ("<a>\n<!ENTITY b 'c'></a>", 2, "document types are not supported"),
            ("<a>\n<![DATA[]]></a>", 2, "document types are not supported"),
            ("<a/>\n<!-- ", 2, "`<!--` has no end"),
            ("<a/>\n<!--->", 2, "`<!--` has no end"),
            ("<a>\n<![CDATA[]>", 2, "`<![CDATA[` has no end"),
            ("<a/>\n<?xml", 2, "`<?` has no end"),
            ("<a/>\n<?>", 2, "`<?` has no end"),
            ("<a/>\n and more", 2, "text outside of the outermost element"),
            ("<a/>\n\n&amp;", 3, "text outside of the outermost element"),
            ("<a/>\0", 1, "text outside of the outermost element"),
            ("<a></ a>", 1, "</ a> where <a> must end"),
            ("<a></a x='1'>", 1, "</a x='1'> where <a> must end"),
            ("<a></a/>", 1, "</a/> where <a> must end"),
            ("<>", 1, "expected a name at `>`"),
            ("<a\n\u{e4}=''  \u{20ac}=''/>", 2, "expected a name at `\u{20ac}="),
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

    #[test]
    fn other_encodings_are_refused_unless_they_are_the_same() {
        let file = |encoding, name| format!("\n<?xml version='1.0' encoding='{encoding}'?>\n<a x='{name}'/>");
        for (encoding, name) in [("UTF-8", "\u{e4}"), ("utf-8", "\u{e4}"), ("ISO-8859-1", "a")] {
            let text = file(encoding, name);
            assert_eq!(document(&text).unwrap().tag.get("x"), Some(name));
        }
        for encoding in ["ISO-8859-1", "UTF-16", ""] {
            let text = file(encoding, "\u{e4}");
            let Err(Reason::Line { what, line: 2 }) = document(&text) else { panic!("{encoding}") };
            assert!(what.contains("use UTF-8"), "{what}");
        }
    }

    #[test]
    fn marks_of_byte_order_move_no_line_and_no_name() {
        for marks in 0..4 {
            let text = format!("{}<a>\n<\u{e4}b/></a>", "\u{feff}".repeat(marks));
            let root = document(super::text(text.as_bytes()).unwrap()).unwrap();
            let child = &root.children()[0].tag;
            assert_eq!((root.tag.name, child.name, child.line), ("a", "\u{e4}b", 2), "{marks}");
        }
    }

    /// Every text of a few pieces of markup is read or refused: none panics, whatever the crate makes of it.
    #[test]
    fn no_arrangement_of_markup_panics() {
        const PIECES: [&str; 16] = [
            "<", ">", "/", "a", " ", "=", "'", "\"", "!", "--", "[CDATA[", "]]", "?", "&", "\u{feff}",
            "\u{20ac}",
        ];
        let mut read = 0;
        for number in 0..1 << 20 {
            let text: String = (0..5).map(|k| PIECES[number >> (4 * k) & 15]).collect();
            read += usize::from(document(&text).is_ok());
        }
        assert!(read > 0);
    }
}
