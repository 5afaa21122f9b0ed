//! A library behind a shared object with the functions of `peer.h`.

use std::ffi::{CStr, c_char, c_void};
use std::ops::Range;
use std::path::Path;

use impinge::{ConvexPolyhedron, Vec3};
use impinge_io::cases::{CasePose, CaseSet, CaseShape};
use impinge_peers_common::Query;

/// Layout of `peer.h`.
#[repr(C)]
struct Shape {
    kind: u32,
    count: u32,
    size: [f64; 4],
    points: *const f64,
    face_count: u32,
    face_words: u32,
    faces: *const u32,
}

/// Layout of `peer.h`.
#[repr(C)]
struct Pose {
    position: [f64; 3],
    turn: [f64; 4],
    matrix: [f64; 9],
}

type Name = unsafe extern "C" fn() -> *const c_char;
type Bytes = unsafe extern "C" fn() -> u32;
type Algorithm = unsafe extern "C" fn(u32) -> *const c_char;
type Open = unsafe extern "C" fn(
    *const Shape,
    *const Shape,
    *const Pose,
    *const Pose,
    usize,
    u32,
    u32,
) -> *mut c_void;
type Run = unsafe extern "C" fn(*mut c_void, usize, usize, *mut f64);
type Close = unsafe extern "C" fn(*mut c_void);

/// The functions of a library.
pub struct Library {
    name: Name,
    bytes: Bytes,
    algorithm: Algorithm,
    open: Open,
    run: Run,
    close: Close,
    /// Keeps them where they are.
    _object: libloading::Library,
}

impl Library {
    /// From a shared object.
    pub fn load(path: &Path) -> Result<Self, libloading::Error> {
        // SAFETY: the object is one of those in `libs`, whose functions are those of `peer.h`; it stays loaded as long as they.
        unsafe {
            let object = libloading::Library::new(path)?;
            Ok(Self {
                name: *object.get::<Name>(b"peer_name\0")?,
                bytes: *object.get::<Bytes>(b"peer_bytes\0")?,
                algorithm: *object.get::<Algorithm>(b"peer_algorithm\0")?,
                open: *object.get::<Open>(b"peer_open\0")?,
                run: *object.get::<Run>(b"peer_run\0")?,
                close: *object.get::<Close>(b"peer_close\0")?,
                _object: object,
            })
        }
    }

    /// Name and version.
    pub fn name(&self) -> String {
        // SAFETY: a string that lives as long as the library.
        unsafe { CStr::from_ptr((self.name)()) }.to_string_lossy().into_owned()
    }

    /// Bytes of its numbers.
    pub fn bytes(&self) -> u32 {
        // SAFETY: it takes nothing and returns a constant.
        unsafe { (self.bytes)() }
    }

    /// Its algorithms: numbers and names.
    pub fn algorithms(&self) -> Vec<(u32, String)> {
        let name = |i: u32| {
            // SAFETY: a string that lives as long as the library, or NULL behind the last.
            let name = unsafe { (self.algorithm)(i) };
            (!name.is_null()).then(|| (i, unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()))
        };
        (0..).map_while(name).collect()
    }

    /// A set made ready; `None` where the library lacks the shapes or the query.
    pub fn open(&self, set: &CaseSet, algorithm: u32, query: Query) -> Option<Opened<'_>> {
        let points = [&set.a, &set.b].map(points);
        let faces = [faces(&set.a), faces(&set.b)];
        let shapes = [shape(&set.a, &points[0], &faces[0]), shape(&set.b, &points[1], &faces[1])];
        let poses = [0, 1].map(|which| set.poses.iter().map(|pair| pose(&pair[which])).collect::<Vec<_>>());
        let query = match query {
            Query::Intersect => 0,
            Query::Distance => 1,
            Query::Contact => 2,
        };
        let n = set.poses.len();
        // SAFETY: shapes have kinds of `peer.h`, there are n poses each, and what is pointed to is kept beside the handle.
        let handle = unsafe {
            let [a, b] = [poses[0].as_ptr(), poses[1].as_ptr()];
            (self.open)(&shapes[0], &shapes[1], a, b, n, algorithm, query)
        };
        (!handle.is_null()).then(|| Opened {
            library: self,
            handle,
            n,
            _points: points,
            _faces: faces,
            _poses: poses,
        })
    }
}

/// A set made ready.
pub struct Opened<'a> {
    library: &'a Library,
    handle: *mut c_void,
    n: usize,
    _points: [Vec<f64>; 2],
    _faces: [Faces; 2],
    _poses: [Vec<Pose>; 2],
}

impl Opened<'_> {
    /// Answers a block of pairs.
    pub fn run(&self, block: Range<usize>, answers: &mut [f64]) {
        assert!(block.end <= self.n && answers.len() == self.n);
        // SAFETY: the block lies in the poses and in the answers.
        unsafe { (self.library.run)(self.handle, block.start, block.end, answers.as_mut_ptr()) }
    }
}

impl Drop for Opened<'_> {
    fn drop(&mut self) {
        // SAFETY: it was opened by this library, and is closed once.
        unsafe { (self.library.close)(self.handle) }
    }
}

fn points(shape: &CaseShape) -> Vec<f64> {
    match shape {
        CaseShape::Hull { points } => points.concat(),
        _ => Vec::new(),
    }
}

/// The faces of a hull, as `peer.h` has them: how many, and their words.
type Faces = (u32, Vec<u32>);

fn faces(shape: &CaseShape) -> Faces {
    let CaseShape::Hull { points } = shape else { return (0, Vec::new()) };
    let points: Vec<Vec3<f64>> = points.iter().map(|&[x, y, z]| Vec3::new(x, y, z)).collect();
    let Ok(hull) = ConvexPolyhedron::try_new(&points) else { return (0, Vec::new()) };
    // The corners of the hull are some of the points.
    let index = |corner: &Vec3<f64>| points.iter().position(|point| point == corner).map(|i| i as u32);
    let Some(indices) = hull.vertices().iter().map(index).collect::<Option<Vec<u32>>>() else {
        return (0, Vec::new());
    };
    let topology = hull.topology();
    let mut words = Vec::new();
    for face in 0..topology.face_count() as u32 {
        let corners = topology.face_vertices(face);
        words.push(corners.len() as u32);
        words.extend(corners.iter().map(|&corner| indices[corner as usize]));
    }
    (topology.face_count() as u32, words)
}

fn shape(shape: &CaseShape, points: &[f64], (face_count, faces): &Faces) -> Shape {
    let (kind, size) = match *shape {
        CaseShape::Box { half: [x, y, z] } => (0, [x, y, z, 0.0]),
        CaseShape::Ellipsoid { radii: [x, y, z] } => (1, [x, y, z, 0.0]),
        CaseShape::RoundBox { half: [x, y, z], r } => (2, [x, y, z, r]),
        CaseShape::Hull { .. } => (3, [0.0; 4]),
        CaseShape::Cone { radius, height } => (4, [radius, 0.5 * height, 0.0, 0.0]),
        CaseShape::Sphere { r } => (5, [r, 0.0, 0.0, 0.0]),
        CaseShape::Capsule { half, r } => (6, [half, r, 0.0, 0.0]),
        CaseShape::Cylinder { half, r } => (7, [half, r, 0.0, 0.0]),
    };
    Shape {
        kind,
        count: (points.len() / 3) as u32,
        size,
        points: points.as_ptr(),
        face_count: *face_count,
        face_words: faces.len() as u32,
        faces: faces.as_ptr(),
    }
}

fn pose(pose: &CasePose) -> Pose {
    let length = pose.quaternion.iter().map(|c| c * c).sum::<f64>().sqrt();
    let turn @ [x, y, z, w] = pose.quaternion.map(|c| c / length);
    let matrix = [
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    ];
    Pose { position: pose.translation, turn, matrix }
}
