//! The parts of an assembly: files read, their parts, equal shapes built once.
//!
//! Two parts share a shape if their faces are equal and a translation maps all vertices of one to those of the other
//! without rounding, to the last bit. So answers do not depend on it, and a thousand bolts take the memory of one.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use impinge::body::Placed;
use impinge::mesh::TriangleMesh;
use impinge::{Aabb, Pose, Vec3};
use impinge_evidence::spread;
use impinge_io::{Mesh, Unit, Welded};

use super::files::{PartFile, Unreadable};
use crate::Limit;
use crate::bodies::meshes::{self, Loaded};
use crate::failure::on_one_line;
use crate::hash::Digest;
use crate::progress;
use crate::units::Units;
use crate::weld::WeldArgs;

type Point = Vec3<f64>;

/// Everything that was read.
pub struct Parts {
    /// By name.
    pub parts: Vec<Part>,
    /// Shapes of the parts, each once.
    pub shapes: Vec<TriangleMesh<f64>>,
    /// Files and parts of files that could not be read, by name.
    pub unreadable: Vec<Unreadable>,
    /// Hash of names and contents.
    pub digest: Digest,
    /// Time when the newest file was changed.
    pub newest: Option<SystemTime>,
    /// Unit of all lengths.
    pub units: Units,
}

/// A part.
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its number among the shapes.
    pub shape: usize,
    /// Translation from the shape to the part.
    pub at: Point,
    /// Its bounding box.
    pub bounds: Aabb<Point>,
    /// Welded seams.
    pub welded: Welded,
}

impl Parts {
    /// The shape of a part, in its place.
    pub fn placed(&self, part: u32) -> Placed<'_, TriangleMesh<f64>, Point> {
        let Part { shape, at, .. } = self.parts[part as usize];
        self.shapes[shape].at(Pose::at(at))
    }

    /// The shape of a part.
    pub fn shape(&self, part: u32) -> &TriangleMesh<f64> {
        &self.shapes[self.parts[part as usize].shape]
    }

    /// The shape of a part, and its translation.
    pub fn standing(&self, part: u32) -> (&TriangleMesh<f64>, Point) {
        (self.shape(part), self.parts[part as usize].at)
    }

    /// The vertices of a part, in its place.
    pub fn vertices(&self, part: u32) -> impl ExactSizeIterator<Item = Point> + '_ {
        let at = self.parts[part as usize].at;
        self.shape(part).vertices().iter().map(move |v| *v + at)
    }

    /// Whether a part is solid.
    pub fn is_solid(&self, part: u32) -> bool {
        self.shape(part).is_closed()
    }

    /// Whether the faces of a part face inward.
    pub fn is_inside_out(&self, part: u32) -> bool {
        meshes::is_inside_out(self.shape(part))
    }

    /// Reads all files; some may be missing if it is stopped.
    pub fn read(files: &[PartFile], reading: Reading<'_>) -> Self {
        let Reading { limit, mut units, weld, whole, threads, stop } = reading;
        let bar = progress::bar(files.len(), "files read");
        let mut shapes = Shapes::default();
        let mut read: Vec<Option<Result<Vec<Known>, String>>> = files.iter().map(|_| None).collect();
        let expected = units.expected();
        let load = |i: usize| {
            let PartFile { name, path } = &files[i];
            let loaded = Loaded::read(limit.of(path), whole).map_err(|e| on_one_line(&e.to_string()))?;
            let names = loaded.names(name);
            let factor = expected(loaded.unit);
            let meshes = loaded.parts.into_iter().map(|part| {
                let mut mesh = part.mesh.scaled(factor);
                let welded = weld.apply(&mut mesh);
                let key = key(&mesh);
                Read { mesh, key, welded }
            });
            Ok(File { unit: loaded.unit, factor, parts: names.into_iter().zip(meshes).collect() })
        };
        // Taken in order of names, so that a shared shape is placed at the first of its parts, whichever thread was first.
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        spread(threads, files.len(), load, |i, loaded: Result<File, String>| {
            waiting.insert(i, loaded);
            while let Some(loaded) = waiting.remove(&next) {
                read[next] = Some(loaded.map(|file| {
                    // Files before it say what the unit is.
                    let by = units.mesh(file.unit, &files[next].name) / file.factor;
                    file.parts.into_iter().map(|(name, mesh)| shapes.add(name, in_unit(mesh, by))).collect()
                }));
                next += 1;
            }
            bar.inc(1);
            !stop.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        Self::build(files, shapes, read, units, threads)
    }

    fn build(
        files: &[PartFile],
        shapes: Shapes,
        read: Vec<Option<Result<Vec<Known>, String>>>,
        units: Units,
        threads: usize,
    ) -> Self {
        let firsts: Vec<[f64; 3]> = shapes.meshes.iter().map(first).collect();
        let bar = progress::bar(firsts.len(), "shapes built");
        // The input of a shape is dropped as soon as it is built.
        let waiting: Vec<Mutex<Mesh>> = shapes.meshes.into_iter().map(Mutex::new).collect();
        let mut built: Vec<Option<Result<TriangleMesh<f64>, String>>> = firsts.iter().map(|_| None).collect();
        let build = |i: usize| {
            let mesh = waiting[i].lock().map(|mut mesh| std::mem::take(&mut *mesh)).unwrap_or_default();
            mesh.triangles().map(|(mesh, _)| mesh).map_err(|e| e.to_string())
        };
        spread(threads, firsts.len(), build, |i, mesh| {
            built[i] = Some(mesh);
            bar.inc(1);
            true
        });
        bar.finish_and_clear();
        let mut all = Self {
            parts: Vec::new(),
            shapes: Vec::new(),
            unreadable: Vec::new(),
            digest: Digest::new(),
            newest: None,
            units,
        };
        // Shapes that could be built, by their numbers so far.
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for (file, read) in files.iter().zip(read) {
            let changed = std::fs::metadata(&file.path).and_then(|about| about.modified()).ok();
            all.newest = all.newest.max(changed);
            match read.unwrap_or_else(|| Err("was not read".into())) {
                Ok(parts) => parts
                    .into_iter()
                    .for_each(|known| all.add(known, file, &firsts, &mut built, &mut numbers)),
                Err(reason) => {
                    all.digest.bytes(file.name.as_bytes());
                    all.digest.bytes(reason.as_bytes());
                    all.unreadable.push(Unreadable { name: file.name.clone(), reason });
                }
            }
        }
        all
    }

    /// Adds a part of a file, or the reason why its shape was not built.
    fn add(
        &mut self,
        part: Known,
        file: &PartFile,
        firsts: &[[f64; 3]],
        built: &mut [Option<Result<TriangleMesh<f64>, String>>],
        numbers: &mut HashMap<usize, usize>,
    ) {
        let Known { name, shape, at, key, welded } = part;
        self.digest.bytes(name.as_bytes());
        self.digest.word(key as u64);
        self.digest.word((key >> 64) as u64);
        firsts[shape].iter().for_each(|x| self.digest.number(*x));
        at.to_array().iter().for_each(|x| self.digest.number(*x));
        if let Some(Ok(_)) = built[shape]
            && let Some(Ok(mesh)) = built[shape].take()
        {
            numbers.insert(shape, self.shapes.len());
            self.shapes.push(mesh);
        }
        let Some(&number) = numbers.get(&shape) else {
            let why = match &built[shape] {
                Some(Err(why)) => why,
                _ => "was not built",
            };
            let inner = name.strip_prefix(&file.name).unwrap_or_default().trim_start_matches('/');
            let place = if inner.is_empty() { String::new() } else { format!(" {inner}:") };
            let reason = on_one_line(&format!("{}:{place} {why}; check the file", file.path.display()));
            self.unreadable.push(Unreadable { name, reason });
            return;
        };
        let bounds = self.shapes[number].bounds();
        let bounds = Aabb { min: bounds.min + at, max: bounds.max + at };
        self.parts.push(Part { name, shape: number, at, bounds, welded });
    }
}

/// Settings for reading files.
pub struct Reading<'a> {
    pub limit: &'a Limit,
    pub units: Units,
    pub weld: WeldArgs,
    /// Whether each file is one part.
    pub whole: bool,
    pub threads: usize,
    /// Set to end the run early.
    pub stop: &'a AtomicBool,
}

/// A file that was read: its parts with their keys.
struct File {
    unit: Option<Unit>,
    /// Factor that coordinates were multiplied by.
    factor: f64,
    parts: Vec<(String, Read)>,
}

/// A mesh that was read.
struct Read {
    mesh: Mesh,
    key: u128,
    welded: Welded,
}

/// A mesh in another unit, with its key.
fn in_unit(read: Read, by: f64) -> Read {
    if by == 1.0 {
        return read;
    }
    let mesh = read.mesh.scaled(by);
    let welded = Welded { distance: read.welded.distance * by, ..read.welded };
    Read { key: key(&mesh), mesh, welded }
}

/// A part whose shape is known.
struct Known {
    name: String,
    shape: usize,
    at: Point,
    key: u128,
    welded: Welded,
}

/// Known shapes, each with the vertices of its first part.
#[derive(Default)]
struct Shapes {
    meshes: Vec<Mesh>,
    /// Indices of shapes, by key.
    found: HashMap<u128, Vec<usize>>,
}

impl Shapes {
    /// The shape of a mesh, reused if it is known.
    fn add(&mut self, name: String, read: Read) -> Known {
        let Read { mesh, key, welded } = read;
        let same = self.found.entry(key).or_default();
        for &shape in same.iter() {
            if let Some(at) = translation(&self.meshes[shape], &mesh) {
                return Known { name, shape, at, key, welded };
            }
        }
        same.push(self.meshes.len());
        self.meshes.push(mesh);
        Known { name, shape: self.meshes.len() - 1, at: Vec3::ZERO, key, welded }
    }
}

/// The first vertex of a mesh.
fn first(mesh: &Mesh) -> [f64; 3] {
    mesh.vertices.first().copied().unwrap_or(Vec3::ZERO).to_array()
}

/// A hash that does not change if a mesh is moved without rounding: of its faces, and its vertices relative to the first one.
fn key(mesh: &Mesh) -> u128 {
    let first = Vec3::from(first(mesh));
    let is_exact = mesh.vertices.iter().all(|v| exact_difference(*v, first));
    let origin = if is_exact { first } else { Vec3::ZERO };
    let mut digest = Digest::new();
    digest.word(u64::from(is_exact));
    digest.word(mesh.vertices.len() as u64);
    for vertex in &mesh.vertices {
        (*vertex - origin).to_array().iter().for_each(|x| digest.number(*x));
    }
    for face in &mesh.faces {
        digest.word(face.len() as u64);
        face.iter().for_each(|corner| digest.word(u64::from(*corner)));
    }
    digest.value()
}

/// Translation that maps one mesh onto the other without rounding, if it exists.
fn translation(from: &Mesh, to: &Mesh) -> Option<Point> {
    let (first, second) = (*from.vertices.first()?, *to.vertices.first()?);
    let by = second - first;
    let fits = |(p, q): (&Point, &Point)| *p + by == *q && exact_difference(*q, *p);
    // Cheapest check first: most parts with equal keys may fail it.
    (by.is_finite()
        && exact_difference(second, first)
        && from.vertices.len() == to.vertices.len()
        && from.vertices.iter().zip(&to.vertices).all(fits)
        && from.faces == to.faces)
        .then_some(by)
}

/// Whether `p - q` is exact (the error of a difference by Knuth's two-sum).
fn exact_difference(p: Point, q: Point) -> bool {
    let error = |a: f64, b: f64| {
        let difference = a - b;
        let taken = a - difference;
        (a - (difference + taken)) + (taken - b)
    };
    p.to_array().iter().zip(q.to_array()).all(|(a, b)| error(*a, b) == 0.0)
}
