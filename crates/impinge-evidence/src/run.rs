//! Runs the parts of a study in order: finished ones are read, the rest is measured, and the page is written.

use std::cell::{Cell, RefCell};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::claim::Paper;
use crate::order::{Order, Summary};
use crate::record::Record;
use crate::study::{Effort, Out, Part, Stop, Task};
use crate::{contact, doom, lecture, report, signed_volumes, thesis};

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Paper.
    pub paper: Paper,
    /// Part.
    pub part: &'static str,
    /// Finished share of the paper, in expected seconds.
    pub done: f64,
    /// The whole paper.
    pub all: f64,
    /// Part measured in this run, in expected seconds, and its time: the rest is expected to deviate by the same factor.
    pub measured: [f64; 2],
}

/// Parts of a paper's study, for this many random configurations.
pub fn parts(paper: Paper, effort: Effort, configurations: usize) -> Vec<Part> {
    match paper {
        Paper::Thesis => thesis::parts(effort, configurations),
        Paper::SignedVolumes => signed_volumes::parts(effort),
        Paper::Doom => doom::parts(effort),
        Paper::Lecture => lecture::parts(effort),
        Paper::Contact => contact::parts(effort),
    }
}

/// Runs the study of a paper and writes its folder. `tell` is called regularly.
///
/// # Errors
/// [`Stop::Interrupted`] if `stop` became true: finished parts are kept. [`Stop::Failed`] if the requested part does not exist, the
/// folder cannot be written, or a part failed.
pub fn reproduce(order: &Order, stop: &AtomicBool, tell: &mut dyn FnMut(&Progress)) -> Result<Summary, Stop> {
    let start = Instant::now();
    let parts = parts(order.paper, order.effort, order.configurations());
    if let Some(only) = &order.only
        && parts.iter().all(|part| part.name != only)
    {
        let names: Vec<_> = parts.iter().map(|part| part.name).collect();
        let paper = order.paper.name();
        return Err(Stop::Failed(format!(
            "`{paper}` has no part `{only}`; its parts are {}",
            names.join(", ")
        )));
    }
    fs::create_dir_all(&order.folder).map_err(|e| {
        Stop::Failed(format!("{}: {e}; it must be a folder to write to", order.folder.display()))
    })?;
    let key = order.key();
    let is_wanted = |part: &Part| order.only.as_deref().is_none_or(|only| only == part.name);
    let all: f64 = parts.iter().filter(|part| is_wanted(part)).map(|part| part.seconds).sum();
    // Expected seconds of the finished parts and of those measured now, and the time that those took.
    let (mut done, mut expected, mut took) = (0.0, 0.0, 0.0);
    let (mut measured, mut kept) = (0, 0);
    let mut records: Vec<Record> = Vec::new();
    let tell = RefCell::new(tell);
    for part in &parts {
        let wanted = is_wanted(part);
        // A part requested by name is measured again.
        let found =
            if wanted && order.only.is_some() { None } else { Record::read(&order.folder, part.name, &key) };
        match found {
            Some(record) => {
                kept += 1;
                records.push(record);
            }
            None if wanted => {
                if stop.load(Ordering::Relaxed) {
                    return Err(Stop::Interrupted);
                }
                let began = Instant::now();
                let share = Cell::new(0.0);
                let report = || {
                    let here = share.get() * part.seconds;
                    (tell.borrow_mut())(&Progress {
                        paper: order.paper,
                        part: part.name,
                        done: done + here,
                        all,
                        measured: [expected + here, took + began.elapsed().as_secs_f64()],
                    });
                };
                let earlier: Vec<_> =
                    records.iter().map(|record| (record.part.as_str(), &record.out)).collect();
                let task = Task {
                    effort: order.effort,
                    configurations: order.configurations(),
                    seed: order.seed,
                    stop,
                    share: &share,
                    tell: &report,
                    earlier: &earlier,
                };
                let mut out = Out::default();
                task.reached(0.0)?;
                (part.run)(&task, &mut out)?;
                let seconds = began.elapsed().as_secs_f64();
                let record = Record { key: key.clone(), part: part.name.into(), seconds, out };
                record.write(&order.folder)?;
                records.push(record);
                measured += 1;
                (expected, took) = (expected + part.seconds, took + seconds);
            }
            None => {}
        }
        if wanted {
            done += part.seconds;
        }
    }
    let (page, made) = report::write(order, &parts, &records)?;
    Ok(Summary {
        paper: order.paper,
        page,
        figures: made.figures,
        tables: made.tables,
        tally: made.tally(),
        measured,
        kept,
        seconds: start.elapsed().as_secs_f64(),
    })
}
