//! Buffers of a glTF file: in the file, in a URI or in a file beside it; and the numbers in them.

use std::collections::HashMap;
use std::rc::Rc;

use super::document::Document;
use crate::{Folders, Reason, Source};

/// The bytes of all buffers.
pub struct Buffers(Vec<Rc<Vec<u8>>>);

impl Buffers {
    /// Reads all buffers. `binary` is the chunk of a GLB file, which is the first buffer if that has no URI.
    pub fn read(document: &Document, binary: Option<Vec<u8>>, source: &Source) -> Result<Self, Reason> {
        let mut binary = binary.map(Rc::new);
        let mut known: HashMap<&str, Rc<Vec<u8>>> = HashMap::new();
        let mut buffers = Vec::new();
        for (i, buffer) in document.buffers.iter().enumerate() {
            let bytes = match buffer.uri.as_deref() {
                None => binary.take().filter(|_| i == 0),
                Some(uri) if known.contains_key(uri) => known.get(uri).cloned(),
                Some(uri) => {
                    let bytes = Rc::new(match uri.strip_prefix("data:") {
                        Some(data) => in_uri(data).map_err(|what| told(i, what))?,
                        None => beside(uri, i, source)?,
                    });
                    known.insert(uri, bytes.clone());
                    Some(bytes)
                }
            };
            let bytes = bytes.ok_or_else(|| told(i, "it has no URI, and the file has no bytes for it"))?;
            if (bytes.len() as u64) < buffer.byte_length {
                let what = format!("it declares {} bytes, but there are {}", buffer.byte_length, bytes.len());
                return Err(told(i, what));
            }
            buffers.push(bytes);
        }
        Ok(Self(buffers))
    }

    /// The numbers of an accessor, `N` for each element.
    pub fn numbers<const N: usize>(
        &self,
        document: &Document,
        index: usize,
    ) -> Result<Vec<[f64; N]>, Reason> {
        let wrong = |what: String| Reason::Damaged(format!("accessor {index}: {what}"));
        let accessor = document.accessors.get(index).ok_or_else(|| wrong("there is none".into()))?;
        let kind = if N == 1 { "SCALAR" } else { "VEC3" };
        if accessor.kind != kind {
            return Err(wrong(format!("its type must be {kind}")));
        }
        let component = Component::of(accessor.component_type, accessor.normalized).map_err(wrong)?;
        let mut numbers = match (accessor.buffer_view, &accessor.sparse) {
            (Some(view), _) => {
                let list = List { view, offset: accessor.byte_offset, count: accessor.count };
                self.list(document, &list, &component).map_err(wrong)?
            }
            // Zeros take no bytes, so that their number must be bounded by something else.
            (None, Some(_)) => {
                let most = self.0.iter().map(|bytes| bytes.len() as u64).sum::<u64>();
                if accessor.count > most {
                    return Err(wrong(format!(
                        "{} elements are zero, more than the file has bytes",
                        accessor.count
                    )));
                }
                vec![[0.0; N]; accessor.count as usize]
            }
            (None, None) => return Err(wrong("it has no buffer view".into())),
        };
        if let Some(sparse) = &accessor.sparse {
            let kind = Component::of(sparse.indices.component_type, false).map_err(wrong)?;
            let list = |view, offset| List { view, offset, count: sparse.count };
            let indices = list(sparse.indices.buffer_view, sparse.indices.byte_offset);
            let values = list(sparse.values.buffer_view, sparse.values.byte_offset);
            let indices: Vec<[f64; 1]> = self.list(document, &indices, &kind).map_err(wrong)?;
            let values: Vec<[f64; N]> = self.list(document, &values, &component).map_err(wrong)?;
            for ([index], value) in indices.into_iter().zip(values) {
                let place = Some(index).filter(|i| *i >= 0.0 && i.fract() == 0.0);
                let place = place.and_then(|i| numbers.get_mut(i as usize));
                let place = place
                    .ok_or_else(|| wrong(format!("a sparse element is {index} of {}", accessor.count)))?;
                *place = value;
            }
        }
        Ok(numbers)
    }

    /// Elements of `N` numbers in a view.
    fn list<const N: usize>(
        &self,
        document: &Document,
        list: &List,
        component: &Component,
    ) -> Result<Vec<[f64; N]>, String> {
        let view = document.buffer_views.get(list.view).ok_or("it has no buffer view")?;
        let buffer = self.0.get(view.buffer).ok_or("its view has no buffer")?;
        let size = component.size() as u64 * N as u64;
        let stride = view.byte_stride.unwrap_or(size);
        if stride < size {
            return Err(format!("elements of {size} bytes lie {stride} bytes apart"));
        }
        // From the first byte of the first element to the last byte of the last one.
        let needed = match list.count {
            0 => Some(0),
            count => (count - 1).checked_mul(stride).and_then(|n| n.checked_add(size)),
        };
        let end = needed.and_then(|n| n.checked_add(list.offset));
        let start = view.byte_offset.checked_add(list.offset);
        let fits = end.is_some_and(|end| end <= view.byte_length)
            && view.byte_offset.checked_add(view.byte_length).is_some_and(|end| end <= buffer.len() as u64);
        let Some(start) = start.filter(|_| fits) else {
            return Err(format!("{} elements do not fit into its view and buffer", list.count));
        };
        // All within the buffer, whose length is a `usize`.
        let element = |i: u64| {
            let at = (start + i * stride) as usize;
            std::array::from_fn(|k| component.read(&buffer[at + k * component.size()..]))
        };
        Ok((0..list.count).map(element).collect())
    }
}

/// A list of elements in a view.
struct List {
    view: usize,
    offset: u64,
    count: u64,
}

fn told(buffer: usize, what: impl Into<String>) -> Reason {
    Reason::Damaged(format!("buffer {buffer}: {}", what.into()))
}

/// Encoding of a number.
struct Component {
    code: u32,
    normalized: bool,
}

impl Component {
    fn of(component_type: u32, normalized: bool) -> Result<Self, String> {
        match component_type {
            code @ (5120..=5123 | 5125 | 5126) => Ok(Self { code, normalized }),
            other => Err(format!("{other} is not a number type")),
        }
    }

    fn size(&self) -> usize {
        match self.code {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            _ => 4,
        }
    }

    fn read(&self, bytes: &[u8]) -> f64 {
        let two = || [bytes[0], bytes[1]];
        let four = || [bytes[0], bytes[1], bytes[2], bytes[3]];
        let (value, largest) = match self.code {
            5120 => (f64::from(bytes[0].cast_signed()), 127.0),
            5121 => (f64::from(bytes[0]), 255.0),
            5122 => (f64::from(i16::from_le_bytes(two())), 32767.0),
            5123 => (f64::from(u16::from_le_bytes(two())), 65535.0),
            5125 => (f64::from(u32::from_le_bytes(four())), 1.0),
            _ => (f64::from(f32::from_le_bytes(four())), 1.0),
        };
        if self.normalized { (value / largest).max(-1.0) } else { value }
    }
}

/// Reads the bytes of a file beside this one.
fn beside(uri: &str, buffer: usize, source: &Source) -> Result<Vec<u8>, Reason> {
    let name = unescaped(uri);
    if source.is_in_memory() {
        let name = crate::words::shown(name.as_bytes());
        return Err(told(
            buffer,
            format!("it is in another file, `{name}`, but this one was read from memory; use .glb"),
        ));
    }
    let path = Folders::new().find(&source.path, &name);
    let path = path.map_err(|lost| lost.reason(&name, format!("buffer {buffer}")))?;
    source.beside(path).bytes()
}

/// Decodes percent escapes such as `%20`.
fn unescaped(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = rest.get(1..3).and_then(|hex| str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| first == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &rest[3..];
            }
            None => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Decodes the base64 bytes of a `data:` URI.
fn in_uri(data: &str) -> Result<Vec<u8>, String> {
    let (_, text) = data.split_once(";base64,").ok_or("its URI holds data, but not in base64")?;
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for c in text.trim_end_matches('=').bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return Err(format!("byte {c} of its URI is not base64")),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_in_a_uri_is_decoded() {
        for (text, wanted) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmE", "fooba")]
        {
            let uri = format!("application/octet-stream;base64,{text}");
            assert_eq!(in_uri(&uri).unwrap(), wanted.as_bytes(), "{text}");
        }
        assert!(in_uri("text/plain,foo").is_err() && in_uri(";base64,a b").is_err());
    }

    #[test]
    fn names_in_uris_are_unescaped() {
        for (uri, wanted) in
            [("a.bin", "a.bin"), ("a%20b.bin", "a b.bin"), ("100%", "100%"), ("%zz%4", "%zz%4")]
        {
            assert_eq!(unescaped(uri), wanted);
        }
    }
}
