//! Header of a PLY file: elements with their properties, order and types.

use std::io::BufRead;

use crate::Reason;
use crate::words::{Lines, shown, whole, words};

/// Encoding of the values after the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    fn named(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"char" | b"int8" => Kind::I8,
            b"uchar" | b"uint8" => Kind::U8,
            b"short" | b"int16" => Kind::I16,
            b"ushort" | b"uint16" => Kind::U16,
            b"int" | b"int32" => Kind::I32,
            b"uint" | b"uint32" => Kind::U32,
            b"float" | b"float32" => Kind::F32,
            b"double" | b"float64" => Kind::F64,
            _ => return None,
        })
    }

    /// Number of bytes in a binary file.
    pub fn size(self) -> usize {
        match self {
            Kind::I8 | Kind::U8 => 1,
            Kind::I16 | Kind::U16 => 2,
            Kind::I32 | Kind::U32 | Kind::F32 => 4,
            Kind::F64 => 8,
        }
    }
}

/// A property of an element: a value or a list of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub name: String,
    pub kind: Kind,
    /// The type of the length, if it is a list.
    pub list: Option<Kind>,
}

/// An element: vertices, faces or something else.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub name: String,
    pub count: u64,
    pub properties: Vec<Property>,
}

impl Element {
    /// Minimum number of bytes of one such element: lists may be empty, and a number in a text is a digit and a space.
    pub fn least_bytes(&self, encoding: Encoding) -> u64 {
        let of = |p: &Property| match encoding {
            Encoding::Text => 2,
            Encoding::LittleEndian | Encoding::BigEndian => p.list.unwrap_or(p.kind).size() as u64,
        };
        self.properties.iter().map(of).sum()
    }
}

/// Reads up to the end of the header.
pub fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<(Encoding, Vec<Element>), Reason> {
    if lines.next()?.is_none_or(|line| line.trim_ascii() != b"ply") {
        return Err(lines.wrong("the file does not begin with the line `ply`"));
    }
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    loop {
        let Some(line) = lines.next()? else {
            return Err(lines.wrong("the file ends within its header"));
        };
        let said: Vec<&[u8]> = words(line).take(5).collect();
        let wrong = match said[..] {
            [] | [b"comment" | b"obj_info", ..] => None,
            [b"format", name, b"1.0"] => {
                encoding = match name {
                    b"ascii" => Some(Encoding::Text),
                    b"binary_little_endian" => Some(Encoding::LittleEndian),
                    b"binary_big_endian" => Some(Encoding::BigEndian),
                    _ => None,
                };
                encoding.is_none().then(|| format!("`{}` is not a format of PLY 1.0", shown(name)))
            }
            [b"element", name, count] => match whole(count) {
                Some(count) => {
                    let name = String::from_utf8_lossy(name).into_owned();
                    elements.push(Element { name, count, properties: Vec::new() });
                    None
                }
                None => Some(format!("`{}` is not a number of elements", shown(count))),
            },
            [b"property", ref rest @ ..] => match (property(rest), elements.last_mut()) {
                (Ok(property), Some(element)) => {
                    element.properties.push(property);
                    None
                }
                (Ok(_), None) => Some("a property comes before the first element".into()),
                (Err(what), _) => Some(what),
            },
            [b"end_header"] => break,
            _ => Some(format!("`{}` is not a header line", shown(line.trim_ascii()))),
        };
        if let Some(what) = wrong {
            return Err(lines.wrong(what));
        }
    }
    let encoding = encoding.ok_or_else(|| lines.wrong("the header names no format"))?;
    Ok((encoding, elements))
}

fn property(said: &[&[u8]]) -> Result<Property, String> {
    let kind = |word| Kind::named(word).ok_or_else(|| format!("`{}` is not a number type", shown(word)));
    let (list, value, name) = match *said {
        [b"list", length, value, name] => (Some(kind(length)?), value, name),
        [value, name] => (None, value, name),
        _ => return Err("a property is a type and a name, or `list`, two types and a name".into()),
    };
    Ok(Property { name: String::from_utf8_lossy(name).into_owned(), kind: kind(value)?, list })
}
