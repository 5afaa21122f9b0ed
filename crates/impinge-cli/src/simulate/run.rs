//! The loop over the steps.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use impinge_sim::generic::World;
use indicatif::ProgressBar;

use super::args::SimulateArgs;
use super::checkpoint::{Checkpoint, Identity, Written};
use super::film::Film;
use super::picture::Picture;
use super::records::{self, CHECKPOINT, POSES, Records};
use super::solver;
use super::space::Drawn;
use super::subject::Subject;
use super::summary::Summary;
use super::tally::Tally;
use crate::failure::Failure;
use crate::hash::Digest;
use crate::progress;

/// Default pictures per second of simulated time.
const PICTURES_A_SECOND: f64 = 30.0;

/// Parameters of a run.
pub struct Plan<V: Drawn> {
    pub rate: f64,
    pub steps: u64,
    pub step_time: f64,
    /// Steps between pictures.
    pub every: u64,
    /// Steps between checkpoints.
    checkpoint: u64,
    run: Identity<V>,
}

/// Outcome of a run.
pub enum Ended {
    Done(Box<Done>),
    /// Interrupted after this step.
    Stopped {
        step: u64,
        resumable: bool,
    },
}

/// A completed run.
pub struct Done {
    pub summary: Summary,
    /// Film for a page.
    pub film: Option<Film>,
}

impl<V: Drawn> Plan<V> {
    /// Parameters from the command line.
    pub fn new(args: &SimulateArgs, subject: &Subject<V>) -> Result<Self, Failure> {
        let rate = args.rate.unwrap_or(subject.rate);
        let usual = (rate / PICTURES_A_SECOND).round().clamp(1.0, 1e9);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, whole")]
        let every = args.every.unwrap_or(usual as u64);
        let run = Identity {
            program: format!("impinge {}", env!("CARGO_PKG_VERSION")),
            scene: subject.title.clone(),
            plane: V::PLANE,
            digest: subject.digest.short(),
            settings: *subject.world.settings(),
            rate,
            every,
        };
        let steps = args.steps.unwrap_or(subject.steps);
        Ok(Self { rate, steps, step_time: 1.0 / rate, every, checkpoint: args.checkpoint, run })
    }

    fn time(&self, step: u64) -> f64 {
        step as f64 / self.rate
    }

    /// Steps and times of all pictures up to a step.
    fn pictures(&self, until: u64) -> Vec<(u64, f64)> {
        (0..=until / self.every).map(|k| (k * self.every, self.time(k * self.every))).collect()
    }
}

/// A run in progress.
struct Run<'a, V: Drawn> {
    plan: &'a Plan<V>,
    subject: &'a Subject<V>,
    folder: Option<&'a Path>,
    world: World<V>,
    tally: Tally,
    records: Option<Records>,
    film: Option<Film>,
    /// Length of normals and axes among the debug lines of pictures; none without `--lines`.
    size_of_lines: Option<f64>,
    /// Time spent in steps.
    spent: Duration,
    /// Steps taken by this call of the program.
    taken: u64,
}

/// Runs the simulation on the requested threads.
pub fn run<V: Drawn>(
    args: &SimulateArgs,
    plan: &Plan<V>,
    subject: &Subject<V>,
    stop: &AtomicBool,
) -> Result<Ended, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads()).build();
    let pool = pool.map_err(|e| Failure::Said(format!("cannot start {} threads: {e}", args.threads())))?;
    pool.install(|| {
        let mut run = Run::start(args, plan, subject)?;
        let bar = progress::bar(usize::try_from(plan.steps).unwrap_or(usize::MAX), "steps");
        bar.set_position(run.tally.steps);
        bar.reset_eta();
        let whole = run.steps(stop, &bar)?;
        bar.finish_and_clear();
        run.checkpoint()?;
        if !whole {
            return Ok(Ended::Stopped { step: run.tally.steps, resumable: run.folder.is_some() });
        }
        let summary = run.summary(args.threads());
        Ok(Ended::Done(Box::new(Done { summary, film: run.film })))
    })
}

impl<'a, V: Drawn> Run<'a, V> {
    /// State at the first step, or at a checkpoint.
    fn start(args: &'a SimulateArgs, plan: &'a Plan<V>, subject: &'a Subject<V>) -> Result<Self, Failure> {
        let folder = args.out.as_deref();
        let found = folder.map(|folder| found(folder, args, plan)).transpose()?.flatten();
        let world = subject.world.clone();
        let mut run = Self {
            plan,
            subject,
            folder,
            tally: Tally::new(world.energy()),
            world,
            records: None,
            film: args.page.is_some().then(Film::default),
            size_of_lines: args.lines,
            spent: Duration::ZERO,
            taken: 0,
        };
        let kept = found.as_ref().map(|found| found.lengths);
        run.records = folder.map(|folder| Records::open(folder, subject, kept)).transpose()?;
        match found {
            Some(found) => {
                (run.world, run.tally) = (found.world, found.tally);
                run.recall()?;
            }
            None => {
                run.picture()?;
                run.checkpoint()?;
            }
        }
        Ok(run)
    }

    /// Takes all steps; returns `false` if interrupted.
    fn steps(&mut self, stop: &AtomicBool, bar: &ProgressBar) -> Result<bool, Failure> {
        while self.tally.steps < self.plan.steps {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let start = Instant::now();
            let report = (self.subject.step)(&mut self.world, self.plan.step_time);
            self.spent += start.elapsed();
            self.taken += 1;
            let step = self.tally.steps + 1;
            let report = report.map_err(|e| Failure::Said(format!("step {step}: {e}")))?;
            self.tally.add(&report);
            if let Some(records) = &mut self.records {
                records.row(&self.world, self.plan.time(step), &report)?;
            }
            if step.is_multiple_of(self.plan.every) {
                self.picture()?;
            }
            if step.is_multiple_of(self.plan.checkpoint) && step < self.plan.steps {
                self.checkpoint()?;
            }
            bar.inc(1);
        }
        Ok(true)
    }

    fn picture(&mut self) -> Result<(), Failure> {
        if self.records.is_none() && self.film.is_none() {
            return Ok(());
        }
        let picture = Picture::new(self.subject, &self.world, self.plan.step_time, self.size_of_lines);
        if let Some(records) = &mut self.records {
            records.picture(&picture)?;
        }
        if let Some(film) = &mut self.film {
            film.push(picture);
        }
        Ok(())
    }

    /// Loads the pictures taken before the checkpoint, for the page.
    fn recall(&mut self) -> Result<(), Failure> {
        let (Some(film), Some(folder)) = (&mut self.film, self.folder) else { return Ok(()) };
        let path = folder.join(POSES);
        let cannot = |e: std::io::Error| Failure::of(&path, e);
        for line in BufReader::new(fs::File::open(&path).map_err(cannot)?).lines() {
            let picture = serde_json::from_str(&line.map_err(cannot)?);
            film.push(picture.map_err(|e| Failure::of(&path, e))?);
        }
        Ok(())
    }

    fn checkpoint(&mut self) -> Result<(), Failure> {
        let (Some(records), Some(folder)) = (&mut self.records, self.folder) else { return Ok(()) };
        let lengths = records.sync(&self.plan.pictures(self.tally.steps))?;
        Written { run: &self.plan.run, tally: &self.tally, lengths, world: &self.world }.write(folder)
    }

    fn summary(&self, threads: usize) -> Summary {
        let summary = Summary {
            scene: self.subject.title.clone(),
            unit: self.subject.unit.name(),
            solver: solver::name(&self.plan.run.settings.solver),
            bodies: self.subject.bodies.len(),
            steps: 0,
            rate: self.plan.rate,
            time: self.plan.time(self.tally.steps),
            threads,
            step_us: 1e6 * self.spent.as_secs_f64() / self.taken.max(1) as f64,
            energy_start: 0.0,
            energy_end: self.world.energy(),
            deepest: 0.0,
            deepest_error: 0.0,
            deepest_step: 0,
            contacts: 0,
            iterations: 0,
            hash: hash(self.subject, &self.world),
        };
        summary.counted(&self.tally)
    }
}

/// The checkpoint to resume from, if requested; otherwise prepares the folder for a new run.
fn found<V: Drawn>(
    folder: &Path,
    args: &SimulateArgs,
    plan: &Plan<V>,
) -> Result<Option<Checkpoint<V>>, Failure> {
    let shown = folder.display();
    match (args.resume, args.force) {
        (true, _) => {
            let found = Checkpoint::read(folder)?
                .ok_or_else(|| Failure::Usage(format!("{shown}: no run to resume; drop `--resume`")))?;
            found.check(folder, &plan.run)?;
            if found.tally.steps > plan.steps {
                return Err(Failure::Usage(format!(
                    "{shown}: the run already has {} steps, and `--steps` is {}",
                    found.tally.steps, plan.steps
                )));
            }
            Ok(Some(found))
        }
        (false, false) if folder.join(CHECKPOINT).exists() => Err(Failure::Usage(format!(
            "{shown}: the folder already holds a run; pass `--resume` to continue it, or `--force` to start over"
        ))),
        (false, _) => {
            // Without the checkpoint, the folder no longer holds a run.
            let _ = fs::remove_file(folder.join(CHECKPOINT));
            records::remove_pictures(folder);
            Ok(None)
        }
    }
}

/// Hash of all poses and velocities.
fn hash<V: Drawn>(subject: &Subject<V>, world: &World<V>) -> String {
    let mut digest = Digest::new();
    for body in &subject.bodies {
        let pose = subject.pose(world, body);
        // Bodies are never removed.
        let velocity = world.velocity(body.handle).unwrap_or(V::ZERO);
        let spin = world.angular_velocity(body.handle).unwrap_or_default();
        V::each_number(velocity, spin, &pose, |x| digest.word(x.to_bits()));
    }
    digest.short()
}
