//! Files, as they are written and damaged.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use impinge::Vec3;
use impinge_io::cases::{self, CasePose, CaseSet, CaseShape, LIST, Truth};
use impinge_io::ccd::{self, CcdQuery};
use impinge_io::{Error, Mesh, MeshFormat, Source, clouds, obj, read_mesh, stl};

use super::{Case, Findings};
use crate::Target;
use crate::bytes::Bytes;

/// Damage put into files: numbers at the ends of their types, words of the formats, and words that belong to none.
const WORDS: [&[u8]; 28] = [
    b"9223372036854775807",
    b"-9223372036854775808",
    b"18446744073709551615",
    b"4294967296",
    b"0",
    b"-1",
    b"1e999",
    b"nan",
    b"-inf",
    b" ",
    b"\n",
    b"\r\n",
    b"\\\n",
    b"\xef\xbb\xbf",
    b"\0",
    b"\xff",
    b"/",
    b"//",
    b"\nvn 0 0 1\nf 1//9223372036854775806 1//1 1//1\n",
    b"\nf 1/1/1 2/2/2 3/3/3\n",
    b"\nv 1 2\n",
    b"\nl 1 2\np 1\n",
    b"solid ",
    b"endfacet\n",
    b"vertex 1 2 3\n",
    b"\"",
    b"\\n",
    b"{[",
];

pub struct File {
    sound: Sound,
    damage: Vec<Damage>,
    /// Which file of a folder is damaged.
    which: u8,
}

/// A sound file's contents.
#[derive(Clone, Debug)]
enum Sound {
    /// The library's form; or that of others, with normals and no comment before the first vertex.
    Obj(Mesh, bool),
    StlText(Vec<[Vec3<f64>; 3]>),
    StlBinary(Vec<[Vec3<f64>; 3]>),
    Clouds(Vec<Vec<Vec3<f32>>>),
    Ccd(Vec<CcdQuery>),
    Cases(Vec<CaseSet>),
}

#[derive(Clone, Copy, Debug)]
enum Damage {
    Cut(u16),
    Drop(u16, u8),
    Set(u16, u8),
    Twice(u16, u8),
    Insert(u16, u8),
    Mark,
}

impl Damage {
    fn read(bytes: &mut Bytes<'_>) -> Self {
        let kind = bytes.pick(8);
        let at = u16::from_le_bytes([bytes.byte(), bytes.byte()]);
        match kind {
            0 => Self::Cut(at),
            1 => Self::Drop(at, bytes.byte()),
            2 => Self::Set(at, bytes.byte()),
            3 => Self::Twice(at, bytes.byte()),
            4 => Self::Mark,
            _ => Self::Insert(at, bytes.byte()),
        }
    }

    fn apply(self, data: &mut Vec<u8>) {
        let place = |at: u16| usize::from(at) % (data.len() + 1);
        match self {
            Self::Cut(at) => data.truncate(place(at)),
            Self::Drop(at, n) => {
                let from = place(at);
                let to = (from + usize::from(n)).min(data.len());
                data.drain(from..to);
            }
            Self::Set(at, byte) => {
                let at = place(at);
                if let Some(old) = data.get_mut(at) {
                    *old = byte;
                }
            }
            Self::Twice(at, n) => {
                let from = place(at);
                let to = (from + usize::from(n)).min(data.len());
                let again = data[from..to].to_vec();
                data.splice(from..from, again);
            }
            Self::Insert(at, word) => {
                let at = place(at);
                let word = WORDS[usize::from(word) % WORDS.len()];
                data.splice(at..at, word.iter().copied());
            }
            Self::Mark => {
                data.splice(0..0, *b"\xef\xbb\xbf");
            }
        }
    }
}

impl Case for File {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        let kind = bytes.pick(6);
        let damage = (0..bytes.pick(5)).map(|_| Damage::read(&mut bytes)).collect();
        let which = bytes.byte();
        let sound = match kind {
            0 => Sound::Obj(mesh(&mut bytes), which.is_multiple_of(2)),
            1 => Sound::StlText(triangles(&mut bytes)),
            2 => Sound::StlBinary(triangles(&mut bytes)),
            3 => Sound::Clouds(
                (0..bytes.pick(4))
                    .map(|_| (0..bytes.pick(6)).map(|_| vector(&mut bytes).cast()).collect())
                    .collect(),
            ),
            4 => Sound::Ccd((0..1 + bytes.pick(3)).map(|_| query(&mut bytes)).collect()),
            _ => Sound::Cases((0..1 + bytes.pick(3)).map(|i| set(&mut bytes, i)).collect()),
        };
        Some(Self { sound, damage, which })
    }

    fn kinds(&self) -> String {
        let text = format!("{:?}", self.sound);
        let name = text.split('(').next().unwrap_or_default();
        format!("{name}{}", if self.damage.is_empty() { "" } else { " damaged" })
    }

    fn check(&self, findings: &mut Findings) {
        let folder = Folder::new();
        let mut paths = folder.write(&self.sound);
        let text = |e: &dyn fmt::Debug| format!("{e:?}");
        let path = paths.swap_remove(usize::from(self.which) % paths.len());
        if self.damage.is_empty() {
            match self.sound.read(&folder.0) {
                Ok(same) => findings.hold(same, "what is written is read", || "something else".into()),
                Err(e) => findings.hold(false, "what is written is read", || text(&e)),
            }
            return;
        }
        let Ok(mut data) = fs::read(&path) else { return };
        self.damage.iter().for_each(|d| d.apply(&mut data));
        if fs::write(&path, &data).is_err() {
            return;
        }
        let numbers = || format!("{:?}", String::from_utf8_lossy(&data));
        let marked = matches!(self.damage[..], [Damage::Mark]);
        match self.sound.read(&folder.0) {
            Ok(same) => {
                let is_text = matches!(self.sound, Sound::Obj(..) | Sound::StlText(_) | Sound::Cases(_));
                let may = !marked || !is_text || same;
                findings.hold(may, "a byte-order mark changes nothing", numbers);
            }
            Err(e) => {
                // The name of the file may be anything; its message is one line.
                let said = e.reason.to_string();
                let one = !said.contains(['\n', '\r']) && !said.is_empty();
                findings.hold(one, "an error is one line", || format!("{said:?} of {}", numbers()));
                let text = matches!(self.sound, Sound::Obj(..));
                findings.hold(!marked || !text, "a byte-order mark changes nothing", numbers);
            }
        }
        // The same bytes as a file of any other format: no panic, and no corner without a vertex.
        let others = MeshFormat::ALL.iter().flat_map(|format| format.extensions());
        let others = others.map(|e| read_mesh(Source::from_bytes(format!("a.{e}"), data.as_slice())));
        for mesh in [obj::read(&path), stl::read(&path)].into_iter().chain(others).flatten() {
            let most = mesh.vertices.len();
            let named = mesh.faces.iter().flatten().all(|&v| (v as usize) < most);
            findings.hold(named && most > 0, "faces name vertices that are there", numbers);
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {:?}\n  damaged by {:?} in file {}", self.sound, self.damage, self.which)
    }
}

/// A folder of its own for the files of an input, removed when done.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("impinge-fuzz-{}-{:?}", std::process::id(), std::thread::current().id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::create_dir_all(&folder);
        Self(folder)
    }

    /// Writes a file, and says which there are.
    fn write(&self, sound: &Sound) -> Vec<PathBuf> {
        let path = self.0.join(sound.name());
        let done = match sound {
            Sound::Obj(mesh, false) => obj::write(&path, mesh),
            Sound::Obj(mesh, true) => plain(&path, obj_text(mesh).as_bytes()),
            Sound::Clouds(all) => clouds::write(&path, all),
            Sound::Ccd(queries) => ccd::write(&path, queries),
            Sound::Cases(sets) => cases::write(&self.0, sets),
            Sound::StlText(triangles) => plain(&path, stl_text(triangles).as_bytes()),
            Sound::StlBinary(triangles) => plain(&path, &stl_binary(triangles)),
        };
        assert!(done.is_ok(), "{done:?}");
        let mut all: Vec<PathBuf> =
            fs::read_dir(&self.0).into_iter().flatten().flatten().map(|e| e.path()).collect();
        all.sort();
        all
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plain(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|e| Error { path: path.to_path_buf(), reason: e.into() })
}

impl Sound {
    fn name(&self) -> &'static str {
        match self {
            Self::Obj(..) => "a.obj",
            Self::StlText(_) | Self::StlBinary(_) => "a.stl",
            Self::Clouds(_) => "a.clouds",
            Self::Ccd(_) => "a.ccd",
            Self::Cases(_) => LIST,
        }
    }

    /// Reads the file again: whether it holds the same.
    fn read(&self, folder: &Path) -> Result<bool, Error> {
        let path = folder.join(self.name());
        let text = |x: &dyn fmt::Debug| format!("{x:?}");
        Ok(match self {
            Self::Obj(mesh, _) => obj::read(&path)? == *mesh,
            Self::StlText(triangles) | Self::StlBinary(triangles) => {
                let mesh = stl::read(&path)?;
                let corner = |&v: &u32| mesh.vertices[v as usize];
                let found: Vec<Vec<Vec3<f64>>> =
                    mesh.faces.iter().map(|f| f.iter().map(corner).collect()).collect();
                found.len() == triangles.len() && found.iter().zip(triangles).all(|(f, t)| f[..] == t[..])
            }
            // As text, in which NaN is NaN.
            Self::Clouds(all) => text(&clouds::read(&path)?) == text(all),
            Self::Ccd(queries) => text(&ccd::read(&path)?) == text(queries),
            Self::Cases(sets) => text(&cases::read(folder)?) == text(sets),
        })
    }
}

fn vector(bytes: &mut Bytes<'_>) -> Vec3<f64> {
    // In `f32`, which all formats hold.
    Vec3::from([bytes.coordinate(), bytes.coordinate(), bytes.coordinate()].map(|c| f64::from(c as f32)))
}

/// A mesh in which every vertex is used, in the order in which it is.
fn mesh(bytes: &mut Bytes<'_>) -> Mesh {
    let faces = 1 + u32::from(bytes.pick(4));
    let vertices = (0..3 * faces).map(|_| vector(bytes)).collect();
    Mesh::new(vertices, (0..faces).map(|f| (3 * f..3 * f + 3).collect()).collect())
}

fn triangles(bytes: &mut Bytes<'_>) -> Vec<[Vec3<f64>; 3]> {
    (0..1 + bytes.pick(4)).map(|_| [vector(bytes), vector(bytes), vector(bytes)]).collect()
}

fn query(bytes: &mut Bytes<'_>) -> CcdQuery {
    let start = [0; 4].map(|_| vector(bytes));
    let end = [0; 4].map(|_| vector(bytes) + Vec3::new(2.5, 0.0, 0.0));
    let touch = bytes.pick(2) == 1;
    CcdQuery { start, end, touch, time: Some(if touch { bytes.fraction() } else { f64::INFINITY }) }
}

fn set(bytes: &mut Bytes<'_>, i: u8) -> CaseSet {
    let mut shape = || match bytes.pick(8) {
        0 => CaseShape::Sphere { r: bytes.size() },
        1 => CaseShape::Box { half: [bytes.size(), bytes.size(), bytes.size()] },
        2 => CaseShape::Ellipsoid { radii: [bytes.size(), bytes.size(), bytes.size()] },
        3 => CaseShape::RoundBox { half: [bytes.size(), bytes.size(), bytes.size()], r: bytes.size() },
        4 => CaseShape::Hull { points: (0..4).map(|_| vector(bytes).to_array()).collect() },
        5 => CaseShape::Cone { radius: bytes.size(), height: bytes.size() },
        6 => CaseShape::Capsule { half: bytes.size(), r: bytes.size() },
        _ => CaseShape::Cylinder { half: bytes.size(), r: bytes.size() },
    };
    let (a, b) = (shape(), shape());
    let n = 1 + bytes.pick(3);
    let mut pose = || CasePose { translation: vector(bytes).to_array(), quaternion: [0.0, 0.0, 0.0, 1.0] };
    let poses = (0..n).map(|_| [pose(), pose()]).collect();
    let truth = |_| Truth { signed_distance: 1.0, normal: [1.0, 0.0, 0.0], error: 1e-13 };
    let truth = (bytes.pick(2) == 1).then(|| (0..n).map(truth).collect());
    CaseSet { name: format!("set{i}"), family: String::new(), a, b, side: None, poses, truth }
}

fn obj_text(mesh: &Mesh) -> String {
    let mut text = String::new();
    for v in &mesh.vertices {
        text += &format!("v {} {} {}\n", v.x, v.y, v.z);
    }
    text += "vn 0 0 1\nvt 0 0\n";
    for face in &mesh.faces {
        let corners: Vec<String> = face.iter().map(|v| format!(" {}/1/1", v + 1)).collect();
        text += &format!("f{}\n", corners.concat());
    }
    text
}

fn stl_text(triangles: &[[Vec3<f64>; 3]]) -> String {
    let mut text = String::from("solid one\n");
    for corners in triangles {
        text += "facet normal 0 0 1\nouter loop\n";
        for c in corners {
            text += &format!("vertex {} {} {}\n", c.x, c.y, c.z);
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid one\n"
}

fn stl_binary(triangles: &[[Vec3<f64>; 3]]) -> Vec<u8> {
    let mut bytes = vec![b'x'; 80];
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for corners in triangles {
        let normal = Vec3::new(0.0, 0.0, 1.0);
        for v in [normal].iter().chain(corners) {
            bytes.extend(v.to_array().into_iter().flat_map(|c| (c as f32).to_le_bytes()));
        }
        bytes.extend([0, 0]);
    }
    bytes
}
