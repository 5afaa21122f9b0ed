//! Output during a run, in one folder.
//!
//! | file | what it holds |
//! |---|---|
//! | `bodies.jsonl` | a line for each body: its name and what moves it |
//! | `steps.csv` | a row for each step: energy, momentum, deepest overlap, contacts, iterations |
//! | `poses.jsonl` | a line for each picture: poses of all bodies, and contacts with their forces |
//! | `run.pvd`, `paraview/` | the pictures for ParaView: open `run.pvd` |
//! | `checkpoint.json` | state from which the run resumes (`checkpoint.rs`) |
//!
//! The first three grow. A checkpoint records their lengths: a resumed run truncates what was written after it.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use impinge::{Pose, Rot3, Vec3};
use impinge_io::results::{self, Surfaces, Table, Values};
use impinge_sim::StepReport;
use impinge_sim::generic::World;
use serde::Serialize;

use super::looks::Gallery;
use super::picture::Picture;
use super::space::Drawn;
use super::subject::Subject;
use crate::aside::write_aside;
use crate::failure::Failure;

/// Names of the files in the folder.
pub const CHECKPOINT: &str = "checkpoint.json";
const BODIES: &str = "bodies.jsonl";
pub const POSES: &str = "poses.jsonl";
const STEPS: &str = "steps.csv";
const FILM: &str = "run.pvd";
const PARAVIEW: &str = "paraview";

/// The header of `steps.csv`.
const COLUMNS: &str = "step,time,energy,momentum_x,momentum_y,momentum_z,angular_momentum_x,angular_momentum_y,\
                       angular_momentum_z,deepest,deepest_error,least_gap,contacts,points,iterations\r\n";

/// Lengths of the files that grow.
pub type Lengths = [u64; 2];

/// Open files of a run.
pub struct Records {
    folder: PathBuf,
    steps: Growing,
    poses: Growing,
    gallery: Gallery,
    /// Triangles of each body.
    drawn: Vec<Option<usize>>,
}

impl Records {
    /// Opens the files of a folder, truncated to their length at a checkpoint, or empty.
    pub fn open<V: Drawn>(
        folder: &Path,
        subject: &Subject<V>,
        kept: Option<Lengths>,
    ) -> Result<Self, Failure> {
        let cannot =
            |e: std::io::Error| Failure::Said(format!("{}: {e}; cannot use the folder", folder.display()));
        fs::create_dir_all(folder.join(PARAVIEW)).map_err(cannot)?;
        let [steps, poses] = kept.unwrap_or_default();
        let mut gallery = Gallery::default();
        let drawn = subject.bodies.iter().map(|body| gallery.of(&body.looks)).collect();
        let mut records = Self {
            folder: folder.into(),
            steps: Growing::open(folder.join(STEPS), steps)?,
            poses: Growing::open(folder.join(POSES), poses)?,
            gallery,
            drawn,
        };
        if kept.is_none() {
            records.steps.write(COLUMNS)?;
            write_bodies(&folder.join(BODIES), subject)?;
        }
        Ok(records)
    }

    /// Writes the row of a step.
    pub fn row<V: Drawn>(
        &mut self,
        world: &World<V>,
        time: f64,
        report: &StepReport<f64>,
    ) -> Result<(), Failure> {
        let momentum = world.momentum();
        let mut row = world.steps().to_string();
        let vectors = [momentum.linear.lift(), V::lift_angular(momentum.angular)]
            .into_iter()
            .flat_map(|v| v.to_array());
        // Unlike `{}`, this writes small and large numbers with an exponent.
        for x in
            [time, world.energy()].into_iter().chain(vectors).chain([report.deepest, report.deepest_error])
        {
            row += &format!(",{x:?}");
        }
        // Only a solver that proves it reports the distance of all bodies.
        row += &report.least_gap.map_or_else(|| ",".into(), |gap| format!(",{gap:?}"));
        row += &format!(",{},{},{}\r\n", report.contacts, report.points, report.iterations);
        self.steps.write(&row)
    }

    /// Writes a picture.
    pub fn picture(&mut self, picture: &Picture) -> Result<(), Failure> {
        let line = serde_json::to_string(picture)?;
        self.poses.write(&line)?;
        self.poses.write("\n")?;
        let path = self.folder.join(scene_name(picture.step));
        Ok(results::write_surfaces(path, &self.surfaces(picture))?)
    }

    /// All bodies as triangles in their poses.
    fn surfaces(&self, picture: &Picture) -> Surfaces {
        let mut all = Surfaces::default();
        let mut bodies = Vec::new();
        for (k, (drawn, pose)) in self.drawn.iter().zip(&picture.poses).enumerate() {
            let Some(form) = drawn.map(|number| &self.gallery.triangles[number]) else { continue };
            let [x, y, z, a, b, c, w] = *pose;
            let pose =
                Pose::new(Vec3::new(x, y, z), Rot3::try_normalize_xyzw([a, b, c, w]).unwrap_or_default());
            let first = u32::try_from(all.points.len()).unwrap_or(u32::MAX);
            all.points.extend(form.points.iter().map(|p| pose.transform(Vec3::from(*p)).to_array()));
            all.triangles.extend(form.triangles.iter().map(|t| t.map(|corner| corner + first)));
            bodies.extend(form.triangles.iter().map(|_| Some(k as i64)));
        }
        all.table = Table::new().with("body", Values::Integers(bodies));
        all
    }

    /// Syncs everything to disk and returns the lengths of the files that grow. The film has the pictures up to a step.
    pub fn sync(&mut self, pictures: &[(u64, f64)]) -> Result<Lengths, Failure> {
        let files: Vec<(f64, String)> =
            pictures.iter().map(|(step, time)| (*time, scene_name(*step))).collect();
        results::write_collection(self.folder.join(FILM), &files)?;
        Ok([self.steps.sync()?, self.poses.sync()?])
    }
}

/// Path of a picture for ParaView, from the folder of the run.
fn scene_name(step: u64) -> String {
    format!("{PARAVIEW}/step-{step:09}.vtp")
}

/// Removes the pictures for ParaView of an earlier run.
pub fn remove_pictures(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder.join(PARAVIEW)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("step-") && name.ends_with(".vtp") {
            // The film does not refer to what is left.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn write_bodies<V: Drawn>(path: &Path, subject: &Subject<V>) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Line<'a> {
        body: usize,
        name: &'a str,
        kind: impinge_sim::BodyKind,
    }
    write_aside(path, &mut |file| {
        for (k, body) in subject.bodies.iter().enumerate() {
            let line = serde_json::to_string(&Line { body: k, name: &body.name, kind: body.kind })?;
            writeln!(file, "{line}")?;
        }
        Ok(())
    })
}

/// A file that grows.
struct Growing {
    path: PathBuf,
    out: BufWriter<File>,
    length: u64,
}

impl Growing {
    fn open(path: PathBuf, length: u64) -> Result<Self, Failure> {
        let cannot = |e: std::io::Error| Failure::of(&path, e);
        let mut file =
            OpenOptions::new().create(true).write(true).truncate(false).open(&path).map_err(cannot)?;
        if file.metadata().map_err(cannot)?.len() < length {
            return Err(Failure::Said(format!(
                "{}: shorter than it was at the checkpoint; pass `--force` to start over",
                path.display()
            )));
        }
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        Ok(Self { path, out: BufWriter::new(file), length })
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.length += text.len() as u64;
        let written = self.out.write_all(text.as_bytes());
        written.map_err(|e| Failure::Said(format!("{}: cannot write the file: {e}", self.path.display())))
    }

    fn sync(&mut self) -> Result<u64, Failure> {
        let synced = self.out.flush().and_then(|()| self.out.get_ref().sync_data());
        synced.map_err(|e| Failure::Said(format!("{}: cannot write the file: {e}", self.path.display())))?;
        Ok(self.length)
    }
}
