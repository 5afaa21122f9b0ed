//! A file to read from, with a limit on its size.
//!
//! A reader reads at most the limit, [`MAX_BYTES`] by default, and does not block: anything except a regular file (a folder, a device, a
//! pipe) is rejected before it is opened, since it may have no end.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Error, Reason};

/// Limit on the bytes that are read of a file, unless [`Source::at_most`] sets another: 1 GiB.
pub const MAX_BYTES: u64 = 1 << 30;

/// Limit on the bytes of a line of text: 16 MiB, enough for a polygon of more than a million corners.
pub(crate) const MAX_LINE: usize = 1 << 24;

/// The byte-order mark that some editors put before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A file (for cases, a folder) to read from. Every path is one, with the limit [`MAX_BYTES`].
///
/// ```no_run
/// use impinge_io::{Source, obj};
///
/// let mesh = obj::read("part.obj")?;
/// let large = obj::read(Source::new("scan.obj").at_most(8 << 30))?;
/// # Ok::<(), impinge_io::Error>(())
/// ```
///
/// Bytes in memory are one too, under a name whose extension gives the format; files that they refer to are not looked for.
///
/// ```
/// use impinge_io::{Source, read_mesh};
///
/// let text = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
/// let mesh = read_mesh(Source::from_bytes("part.off", text.as_bytes()))?;
/// assert_eq!(mesh.faces.len(), 4);
/// # Ok::<(), impinge_io::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub(crate) path: PathBuf,
    limit: u64,
    content: Option<Content>,
}

/// Bytes in memory.
#[derive(Clone, PartialEq, Eq)]
struct Content(Arc<[u8]>);

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

impl AsRef<[u8]> for Content {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Source {
    /// A source with the limit [`MAX_BYTES`].
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), limit: MAX_BYTES, content: None }
    }

    /// Bytes in memory, under a name for messages and for the format.
    pub fn from_bytes(name: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { content: Some(Content(bytes.into())), ..Self::new(name) }
    }

    /// Reads everything from a reader, at most [`MAX_BYTES`], under a name for messages and for the format.
    ///
    /// # Errors
    /// If the reader has an error, or more bytes.
    pub fn from_reader(name: impl Into<PathBuf>, reader: impl Read) -> Result<Self, Error> {
        let named = Self::new(name);
        let mut bytes = Vec::new();
        let read = reader.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| named.error(error))?;
        match bytes.len() as u64 > MAX_BYTES {
            true => Err(named.error(Reason::TooLarge { limit: MAX_BYTES })),
            false => Ok(Self { content: Some(Content(bytes.into())), ..named }),
        }
    }

    /// Whether the bytes are in memory, so that there is no folder around them.
    pub(crate) fn is_in_memory(&self) -> bool {
        self.content.is_some()
    }

    /// The same source with another limit; for a folder it applies to each file.
    #[must_use]
    pub fn at_most(self, bytes: u64) -> Self {
        Self { limit: bytes, ..self }
    }

    /// A file in this folder, with the same limit.
    pub(crate) fn file(&self, name: &str) -> Self {
        Self { path: self.path.join(name), limit: self.limit, content: None }
    }

    /// Another file, with the same limit.
    pub(crate) fn beside(&self, path: PathBuf) -> Self {
        Self { path, limit: self.limit, content: None }
    }

    /// Limit on the bytes that are read.
    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn error(&self, reason: impl Into<Reason>) -> Error {
        Error::new(&self.path, reason)
    }

    /// Opens the file for reading at most one byte beyond the limit; returns its length as well.
    pub(crate) fn open(&self) -> Result<(impl Read + use<>, u64), Reason> {
        if let Some(content) = &self.content {
            let length = content.0.len() as u64;
            return match length > self.limit {
                true => Err(Reason::TooLarge { limit: self.limit }),
                false => Ok((Opened::Memory(Cursor::new(content.clone())), length)),
            };
        }
        let about = fs::metadata(&self.path)?;
        if !about.is_file() {
            return Err(Reason::NotAFile { what: kind(&about) });
        }
        if about.len() > self.limit {
            return Err(Reason::TooLarge { limit: self.limit });
        }
        Ok((Opened::File(File::open(&self.path)?.take(self.limit.saturating_add(1))), about.len()))
    }

    /// All bytes of the file.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Reason> {
        let (file, length) = self.open()?;
        self.rest(file, length)
    }

    /// Reads the rest of an open file, of which `length` bytes are expected.
    pub(crate) fn rest(&self, mut file: impl Read, length: u64) -> Result<Vec<u8>, Reason> {
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        file.read_to_end(&mut bytes)?;
        // Some files report that they are empty, but are not.
        if bytes.len() as u64 > self.limit { Err(Reason::TooLarge { limit: self.limit }) } else { Ok(bytes) }
    }
}

/// A file or bytes, open for reading.
enum Opened {
    File(io::Take<File>),
    Memory(Cursor<Content>),
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Memory(bytes) => bytes.read(buffer),
        }
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Source {
    fn from(path: &P) -> Self {
        Self::new(path.as_ref())
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Self {
        Self::new(path)
    }
}

/// Name of the kind of object that is in place of a file.
fn kind(about: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = about.file_type();
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    if about.is_dir() { "a folder" } else { "no regular file" }
}

/// Text without a byte-order mark.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Reads the next line, with its end, if there is one; `number` counts lines.
pub(crate) fn next_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    number: &mut usize,
) -> Result<bool, Reason> {
    line.clear();
    let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(false);
    }
    *number += 1;
    if line.len() > MAX_LINE {
        return Err(Reason::LongLine { line: *number, limit: MAX_LINE });
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, ccd, clouds, obj, stl};

    /// A temporary folder for one test, removed at its end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(test: &str) -> Self {
            let path = std::env::temp_dir().join(format!("impinge-io-{test}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// The error of every single-file reader for this source.
    fn told(source: &Source) -> Vec<Error> {
        let source = || source.clone();
        vec![
            obj::read(source()).unwrap_err(),
            stl::read(source()).unwrap_err(),
            clouds::read(source()).unwrap_err(),
            ccd::read(source()).unwrap_err(),
        ]
    }

    /// Regression: a device or a pipe without an end was read until memory was exhausted, and a pipe without a writer blocked.
    #[test]
    fn anything_but_a_regular_file_is_refused_at_once() {
        let folder = Folder::new("irregular");
        let mut irregular = vec![(folder.0.clone(), "a folder")];
        if cfg!(unix) {
            irregular.push(("/dev/zero".into(), "a device"));
            let pipe = folder.0.join("pipe.obj");
            if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|s| s.success()) {
                irregular.push((pipe, "a pipe"));
            }
        }
        for (path, what) in irregular {
            for error in told(&Source::new(&path)) {
                let text = error.to_string();
                assert!(text.contains(what) && text.contains(path.to_str().unwrap()), "{text}");
            }
        }
        // The same in place of the files of a folder of cases.
        fs::create_dir(folder.0.join(cases::LIST)).unwrap();
        let text = cases::read(&folder.0).unwrap_err().to_string();
        assert!(text.contains("sets.json") && text.contains("a folder"), "{text}");
    }

    #[test]
    fn bytes_in_memory_are_read_as_files_are() {
        let folder = Folder::new("memory");
        let mesh =
            obj::read(Source::from_bytes("a.obj", &b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"[..])).unwrap();
        for extension in crate::EXTENSIONS {
            let name = format!("a.{extension}");
            let path = folder.0.join(&name);
            if !crate::MeshFormat::of(&path).unwrap().is_written() || *extension == "gltf" {
                continue;
            }
            crate::write_mesh(&path, &mesh).unwrap();
            let bytes = fs::read(&path).unwrap();
            let wanted = crate::read_mesh(&path).unwrap();
            assert_eq!(crate::read_mesh(Source::from_bytes(&name, bytes.clone())).unwrap(), wanted, "{name}");
            let source = Source::from_reader(&name, &bytes[..]).unwrap();
            assert_eq!(crate::read_parts(source.clone()).unwrap()[0].mesh, wanted);
            let error = crate::read_mesh(source.at_most(10)).unwrap_err();
            assert!(matches!(error.reason, Reason::TooLarge { limit: 10 }) && error.path == Path::new(&name));
            for length in 0..bytes.len() {
                if let Err(error) = crate::read_mesh(Source::from_bytes(&name, &bytes[..length])) {
                    assert!(error.to_string().starts_with(&name), "{error}");
                }
            }
        }
        let outside = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "b.bin", "byteLength": 1}]}"#;
        let text =
            crate::read_mesh(Source::from_bytes("a.gltf", outside.as_bytes())).unwrap_err().to_string();
        assert!(text.contains("`b.bin`") && text.contains("memory"), "{text}");
    }

    #[test]
    fn at_most_the_limit_is_read() {
        let folder = Folder::new("limit");
        let path = folder.0.join("file");
        // A sparse file: it takes no disk space, but would take that much memory.
        File::create(&path).unwrap().set_len(MAX_BYTES + 1).unwrap();
        for error in told(&Source::new(&path)) {
            assert!(matches!(error.reason, Reason::TooLarge { limit: MAX_BYTES }), "{error}");
        }
        let text = "v 0 0 0\nv 1 0 0\n";
        fs::write(&path, text).unwrap();
        let within = |bytes: usize| obj::read(Source::new(&path).at_most(bytes as u64));
        assert_eq!(within(text.len()).unwrap().vertices.len(), 2);
        assert!(matches!(within(text.len() - 1).unwrap_err().reason, Reason::TooLarge { .. }));
        let list = folder.0.join(cases::LIST);
        fs::write(&list, " ".repeat(100)).unwrap();
        let error = cases::read(Source::new(&folder.0).at_most(99)).unwrap_err();
        assert!(matches!(error.reason, Reason::TooLarge { limit: 99 }), "{error}");
    }

    #[test]
    fn missing_empty_and_forbidden_files_are_named() {
        let folder = Folder::new("named");
        let path = folder.0.join("file");
        for error in told(&Source::new(&path)) {
            assert!(matches!(error.reason, Reason::Io(_)) && error.path == path, "{error}");
        }
        fs::write(&path, "").unwrap();
        assert!(obj::read(&path).is_err() && stl::read(&path).is_err() && ccd::read(&path).is_err());
        assert_eq!(clouds::read(&path).unwrap(), Vec::<Vec<_>>::new());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
            // Nothing is forbidden to the administrator.
            if File::open(&path).is_err() {
                for error in told(&Source::new(&path)) {
                    assert!(matches!(error.reason, Reason::Io(_)), "{error}");
                }
            }
        }
    }

    #[test]
    fn a_list_of_cases_may_begin_with_a_byte_order_mark() {
        let folder = Folder::new("mark");
        fs::write(folder.0.join(cases::LIST), "\u{feff}[]").unwrap();
        let text = cases::read(&folder.0).unwrap_err().to_string();
        assert!(text.contains("it has no sets"), "{text}");
    }

    #[test]
    fn an_stl_file_whose_header_lies_is_not_read() {
        let folder = Folder::new("lies");
        let path = folder.0.join("lies.stl");
        let mut bytes = vec![0; 80];
        bytes.extend(u32::MAX.to_le_bytes());
        fs::write(&path, bytes).unwrap();
        let text = stl::read(&path).unwrap_err().to_string();
        assert!(text.contains("4294967295 triangles") && text.contains("this one has 84"), "{text}");
        // A file that announces fewer triangles than it has: the rest is not read.
        File::create(&path).unwrap().set_len(MAX_BYTES).unwrap();
        let text = stl::read(&path).unwrap_err().to_string();
        assert!(text.contains("0 triangles"), "{text}");
    }
}
