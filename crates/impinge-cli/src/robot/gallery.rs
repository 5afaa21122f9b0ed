//! Page of random poses: the collision rate of each pair, and for each pair a pose at which it collides.

use std::path::Path;

use impinge_page::{Cell, Column, Page, Role, Row, Step, Table, View};

use super::configuration::Configuration;
use super::counts::PairCount;
use super::model::Model;
use super::shown::{Shown, add_joints, doubt};
use crate::failure::Failure;

/// Most pairs shown with a pose, by frequency. Nobody steps through more.
const MOST_POSES: usize = 60;

/// Contents of the page.
pub struct Gallery<'a> {
    pub model: &'a Model,
    /// Number of poses, and of those at which some pair collides.
    pub poses: usize,
    pub colliding: usize,
    /// Pairs by falling frequency.
    pub pairs: &'a [PairCount<'a>],
    /// The default pose.
    pub start: &'a Configuration,
    /// Pose with the most colliding pairs, if any collide.
    pub worst: Option<usize>,
}

impl Gallery<'_> {
    /// Writes the page; `pose` returns a pose by its number.
    pub fn save(&self, path: &Path, pose: &dyn Fn(usize) -> Configuration) -> Result<(), Failure> {
        let model = self.model;
        let mut view = View::space();
        let shown = Shown::new(&mut view, model, &model.poses(self.start)?);
        view.step(self.step(&shown, "Default pose", self.start)?);
        // Several pairs may share a pose.
        let examples = self.pairs.iter().filter_map(|pair| pair.first_pose).take(MOST_POSES);
        let mut numbers: Vec<usize> = Vec::new();
        for number in self.worst.into_iter().chain(examples) {
            if !numbers.contains(&number) {
                let most = if numbers.is_empty() { ", with the most colliding pairs" } else { "" };
                view.step(self.step(&shown, &format!("Pose {number}{most}"), &pose(number))?);
                numbers.push(number);
            }
        }
        // At the pose with the most colliding pairs.
        view.start(1);
        let place = |number: usize| numbers.iter().position(|known| *known == number).map(|k| k + 1);
        let mut page = Page::new(format!("{}: {} random poses", model.robot.name, self.poses));
        page.intro(format!(
            "{} of {} random poses collide ({} %). The slider goes through poses that do; a row of the table goes to one at which its \
             pair collides.",
            self.colliding,
            self.poses,
            percent(self.colliding, self.poses)
        ));
        if let Some(doubt) = doubt(model) {
            page.intro(doubt);
        }
        page.view(view).table(self.table(&shown, &place));
        page.save(path)
            .map_err(|e| Failure::Said(format!("{}: {e}; the page was not written", path.display())))
    }

    /// The robot at a pose, with its colliding pairs.
    fn step(&self, shown: &Shown<'_>, name: &str, at: &Configuration) -> Result<Step, Failure> {
        let model = self.model;
        let poses = model.poses(at)?;
        let boxes = model.boxes(&poses);
        let met: Vec<[usize; 2]> = self
            .pairs
            .iter()
            .map(|pair| pair.nodes)
            .filter(|nodes| model.meet(*nodes, &poses, &boxes))
            .collect();
        let said: Vec<String> = met.iter().map(|pair| model.names(*pair).join(" and ")).collect();
        let said = if said.is_empty() { "nothing collides".into() } else { said.join(", ") + " collide" };
        let mut step = Step::new(format!("{name}: {said}."));
        shown.place(&mut step, model, &poses);
        let bodies: Vec<_> = met.into_iter().flatten().flat_map(|node| shown.of(node)).collect();
        for body in &bodies {
            step.role(*body, Role::Bad);
        }
        step.focus(bodies);
        add_joints(&mut step, at, &model.robot);
        Ok(step)
    }

    fn table(&self, shown: &Shown<'_>, place: &dyn Fn(usize) -> Option<usize>) -> Table {
        let columns = [Column::text("pair"), Column::number("rate, %"), Column::text("verdict")];
        let mut table = Table::new("Pairs", columns);
        for pair in self.pairs {
            let at_start = if pair.at_start { ", and at the start" } else { "" };
            let cells: [Cell; 3] = [
                format!("{}, {}", pair.a, pair.b).into(),
                percent(pair.collisions, self.poses).into(),
                format!("{}{at_start}", pair.verdict.word()).into(),
            ];
            let row = Row::new(cells).pair(shown.of(pair.nodes[0]), shown.of(pair.nodes[1]));
            table.row(match pair.first_pose.and_then(place) {
                Some(step) => row.step(step),
                None => row,
            });
        }
        table
    }
}

/// With two decimals.
fn percent(count: usize, of: usize) -> f64 {
    (10_000.0 * count as f64 / of as f64).round() / 100.0
}
