//! Encoding of text and numbers in the file: HTML, JSON and base64. No text can end the element or string that contains it.

use std::fmt::Write as _;
use std::io::{self, Write};

/// Escapes text for an element or a quoted attribute of HTML, SVG or XML. Characters that these cannot represent become the replacement
/// character.
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// Bytes as text, for a `data:` address (RFC 4648, section 4).
pub fn base64(bytes: &[u8]) -> String {
    let mut text = Vec::with_capacity(bytes.len().div_ceil(3) * 4);
    // Memory takes all, and every digit is ASCII.
    let _ = write_base64(bytes.iter().copied(), &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// A JSON writer, one value after the other; it inserts commas.
pub(crate) struct Json<'w> {
    out: &'w mut dyn Write,
    /// Whether the next value follows another one in its object or array.
    follows: bool,
}

impl<'w> Json<'w> {
    pub fn new(out: &'w mut dyn Write) -> Self {
        Self { out, follows: false }
    }

    fn separate(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.follows, true) { self.out.write_all(b",") } else { Ok(()) }
    }

    /// Writes an object; the closure writes a key before each value.
    pub fn object(&mut self, inside: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.nest(b"{", b"}", inside)
    }

    pub fn array(&mut self, inside: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.nest(b"[", b"]", inside)
    }

    fn nest(
        &mut self,
        open: &[u8],
        close: &[u8],
        inside: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        self.separate()?;
        self.out.write_all(open)?;
        self.follows = false;
        inside(self)?;
        self.follows = true;
        self.out.write_all(close)
    }

    /// Writes an array with one value for each item.
    pub fn list<I: IntoIterator>(
        &mut self,
        items: I,
        mut each: impl FnMut(&mut Self, I::Item) -> io::Result<()>,
    ) -> io::Result<()> {
        self.array(|json| items.into_iter().try_for_each(|item| each(json, item)))
    }

    pub fn key(&mut self, key: &str) -> io::Result<&mut Self> {
        self.text(key)?;
        self.out.write_all(b":")?;
        self.follows = false;
        Ok(self)
    }

    /// Writes a string. Characters that could end a script element, begin a comment in it, or break a line of JavaScript, are escaped.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.separate()?;
        let mut out = String::with_capacity(text.len() + 2);
        out.push('"');
        for c in text.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => escape(&mut out, c),
                c if c.is_control() => escape(&mut out, c),
                c => out.push(c),
            }
        }
        out.push('"');
        self.out.write_all(out.as_bytes())
    }

    pub fn whole(&mut self, number: usize) -> io::Result<()> {
        self.separate()?;
        write!(self.out, "{number}")
    }

    pub fn flag(&mut self, flag: bool) -> io::Result<()> {
        self.separate()?;
        write!(self.out, "{flag}")
    }

    /// Writes a number with all its digits. JSON has no infinity or NaN: they become text that `Number` of JavaScript reads.
    pub fn number(&mut self, number: f64) -> io::Result<()> {
        if number.is_nan() {
            return self.text("NaN");
        }
        if number.is_infinite() {
            return self.text(if number > 0.0 { "Infinity" } else { "-Infinity" });
        }
        self.separate()?;
        // Without an exponent, the largest number has 309 digits.
        let plain = number == 0.0 || (1e-5..1e15).contains(&number.abs());
        if plain { write!(self.out, "{number}") } else { write!(self.out, "{number:e}") }
    }

    /// Writes single-precision numbers as base64 of their bytes, little-endian.
    pub fn floats(&mut self, numbers: impl IntoIterator<Item = f32>) -> io::Result<()> {
        self.bytes(numbers.into_iter().flat_map(f32::to_le_bytes))
    }

    /// Writes integers as base64 of their bytes, little-endian.
    pub fn words(&mut self, numbers: impl IntoIterator<Item = u32>) -> io::Result<()> {
        self.bytes(numbers.into_iter().flat_map(u32::to_le_bytes))
    }

    pub fn bytes(&mut self, bytes: impl IntoIterator<Item = u8>) -> io::Result<()> {
        self.separate()?;
        self.out.write_all(b"\"")?;
        write_base64(bytes, self.out)?;
        self.out.write_all(b"\"")
    }
}

fn escape(out: &mut String, c: char) {
    // Every character that gets here is one UTF-16 unit.
    let _ = write!(out, "\\u{:04x}", u32::from(c));
}

/// Base64 with padding.
fn write_base64(bytes: impl IntoIterator<Item = u8>, out: &mut dyn Write) -> io::Result<()> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |bits: u32, place: u32| DIGITS[(bits >> (6 * place) & 63) as usize];
    let mut bytes = bytes.into_iter();
    // Three bytes are four digits.
    while let Some(first) = bytes.next() {
        let (second, third) = (bytes.next(), bytes.next());
        let bits = [Some(first), second, third];
        let bits = bits.iter().fold(0, |bits, byte| bits << 8 | u32::from(byte.unwrap_or(0)));
        out.write_all(&[
            digit(bits, 3),
            digit(bits, 2),
            if second.is_some() { digit(bits, 1) } else { b'=' },
            if third.is_some() { digit(bits, 0) } else { b'=' },
        ])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Json, base64, html};

    fn json(write: impl FnOnce(&mut Json<'_>) -> std::io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut Json::new(&mut out)).expect("memory takes all");
        String::from_utf8(out).expect("JSON is text")
    }

    #[test]
    fn base64_of_the_standard() {
        // RFC 4648, section 10.
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
        ] {
            assert_eq!(base64(plain.as_bytes()), coded, "{plain}");
        }
    }

    #[test]
    fn every_character_survives_json() {
        let all: String = (0..0x3000).chain([0xfffd, 0xffff, 0x1f600]).filter_map(char::from_u32).collect();
        let written = json(|j| j.text(&all));
        assert!(!written.contains(['<', '>', '&', '\n', '\u{2028}']));
        assert_eq!(serde_json::from_str::<String>(&written).expect("valid"), all);
    }

    #[test]
    fn numbers_keep_every_digit() {
        for number in [0.0, -0.0, 0.1, 1e-300, 5e-324, f64::MAX, -123.456, 1e15, 2f64.powi(60), 1e-5] {
            let written = json(|j| j.number(number));
            let read: f64 = written.parse().expect("a number");
            assert_eq!(read.to_bits(), number.to_bits(), "{written}");
            assert!(
                serde_json::from_str::<serde_json::Value>(&written).expect("valid").is_number(),
                "{written}"
            );
        }
        assert_eq!(json(|j| j.number(f64::NEG_INFINITY)), "\"-Infinity\"");
        assert_eq!(json(|j| j.number(f64::NAN)), "\"NaN\"");
    }

    #[test]
    fn commas_stand_between_values_only() {
        let written = json(|j| {
            j.object(|j| {
                j.key("a")?.list([1, 2], |j, n| j.whole(n))?;
                j.key("b")?.array(|_| Ok(()))?;
                j.key("c")?.flag(true)?;
                j.key("d")?.floats([1.0])
            })
        });
        assert_eq!(written, r#"{"a":[1,2],"b":[],"c":true,"d":"AACAPw=="}"#);
    }

    #[test]
    fn html_has_no_way_out() {
        assert_eq!(html("a<b>&\"'\u{7}"), "a&lt;b&gt;&amp;&quot;&#39;\u{fffd}");
    }
}
