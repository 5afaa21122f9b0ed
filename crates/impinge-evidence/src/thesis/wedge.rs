//! The cube on the wedge of section 4.2.3, in one precision throughout.
//!
//! The thesis saw EPA in single precision give normals near the top of a wedge by which a cube was projected up the slope, and MPR not. Cubes
//! of side 2 are placed at many points near the upper edge of a slope and slide for half a second, without friction and without rotation:
//! gravity, the normal and the depth of one algorithm, the speed against the normal taken away, a fifth of the depth projected, as in steps 1
//! to 4 of section 4.2. The whole loop of the thesis, in which cubes turn too, is the example `wedge` of the simulation.

use impinge::answer::Settings;
use impinge::query::any;
use impinge::{AnyShape, At, ConvexPolyhedron, Cuboid, Pose, Real, Rot3, Vec3};

use super::precision::Contestant;
use crate::claim::Verdict;
use crate::measure::Said;
use crate::study::{Out, Stop, Task};
use crate::table::Table;

/// The slope falls by 3 on a length of 4; its upper edge is the z axis.
const DOWN: [f64; 3] = [0.8, -0.6, 0.0];
const OUT: [f64; 3] = [0.6, 0.8, 0.0];

/// Half a second at 200 Hz.
const STEPS: usize = 100;
const RATE: f64 = 200.0;

const GRAVITY: f64 = 9.81;

/// Fraction of a depth that is projected in a step, as in the stacks.
const FRACTION: f64 = 0.2;

/// Distance below which a cube that is lifted out of an overlap by rounding has not slid, in units.
const NOTHING: f64 = 1e-4;

/// Cosine of the angle from the front door's normal beyond which a normal is wrong: 10 degrees.
const ASTRAY: f64 = 0.985;

/// Initial depth of a cube.
const DEEP: f64 = 1e-3;

/// Algorithms that give normals.
const CONTESTANTS: [Contestant; 5] = [
    Contestant::PrintedEpa,
    Contestant::PrintedSwept,
    Contestant::PrintedMprDepth,
    Contestant::Epa,
    Contestant::MprDepth,
];

/// Results of one algorithm in all slides.
#[derive(Clone, Copy, Debug, Default)]
struct Slides {
    queries: usize,
    /// Steps without an answer.
    missing: usize,
    /// Normals far from the front door's, and those of them that point up the slope.
    wrong: usize,
    upwards: usize,
    /// Slides in which the cube rose above its start.
    up: usize,
    farthest: f64,
}

impl Slides {
    fn and(self, other: Self) -> Self {
        Self {
            queries: self.queries + other.queries,
            missing: self.missing + other.missing,
            wrong: self.wrong + other.wrong,
            upwards: self.upwards + other.upwards,
            up: self.up + other.up,
            farthest: self.farthest.max(other.farthest),
        }
    }
}

/// Lets all cubes slide.
pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let places = task.effort.of([10, 20, 40]);
    // A job for each algorithm, precision and place along the slope.
    let jobs = 2 * CONTESTANTS.len() * places;
    let found = task.on_all_cores(jobs, |k| {
        let (row, place) = (k / places, k % places);
        let contestant = CONTESTANTS[row / 2];
        if row % 2 == 0 {
            along::<f64>(contestant, place, places)
        } else {
            along::<f32>(contestant, place, places)
        }
    })?;
    let rows: Vec<Slides> = found
        .chunks(places)
        .map(|slides| slides.iter().fold(Slides::default(), |sum, slide| sum.and(*slide)))
        .collect();
    let columns = [
        "algorithm",
        "precision",
        "slides",
        "queries",
        "without an answer",
        "normals astray",
        "of these up the slope",
        "slides that went up",
        "farthest up, units",
    ];
    let note = "A normal is astray where it is more than 10 degrees from the front door's. Cubes that went up by more than 0.0001 count.";
    let mut table = Table::new("wedge", "Section 4.2.3: a cube near the top of a wedge", columns).note(note);
    for (k, slides) in rows.iter().enumerate() {
        table.row([
            CONTESTANTS[k / 2].name().into(),
            ["f64", "f32"][k % 2].into(),
            (places * places).into(),
            slides.queries.into(),
            slides.missing.into(),
            slides.wrong.into(),
            slides.upwards.into(),
            slides.up.into(),
            slides.farthest.into(),
        ]);
    }
    out.table(table);
    let [epa_double, epa_single, .., mpr_double, mpr_single] = [rows[0], rows[1], rows[4], rows[5]];
    let others = epa_double.up + mpr_double.up + mpr_single.up;
    out.finding(
        "thesis-wedge",
        match epa_single.up {
            0 => Verdict::Differs,
            _ if others == 0 => Verdict::Agrees,
            _ => Verdict::Partly,
        },
        format!(
            "of {} slides went up: EPA as printed {} in f64, {} in f32; MPR {} and {}; normals astray: {}, {}, {} and {}",
            places * places,
            epa_double.up,
            epa_single.up,
            mpr_double.up,
            mpr_single.up,
            epa_double.wrong,
            epa_single.wrong,
            mpr_double.wrong,
            mpr_single.wrong
        ),
        "The thesis does not give the wedge, the cube, or where it was.",
    );
    Ok(())
}

/// All slides from one place along the slope.
fn along<T: Real>(contestant: Contestant, place: usize, places: usize) -> Slides {
    let corner = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let corners: Vec<_> = [-6.0, 6.0]
        .into_iter()
        .flat_map(|z| [corner(0.0, 0.0, z), corner(0.0, -6.0, z), corner(8.0, -6.0, z)])
        .collect();
    let shapes = [Cuboid::new([T::ONE; 3]).into(), AnyShape::from(ConvexPolyhedron::new(&corners))];
    // From half over the edge to half a cube below it.
    let from = -0.95 + 2.0 * (place as f64 + 0.37) / places as f64;
    let slides = (0..places).map(|j| slide(contestant, &shapes, from, 0.26 * j as f64 / places as f64));
    slides.fold(Slides::default(), Slides::and)
}

/// One slide, from `from` below the upper edge.
fn slide<T: Real>(contestant: Contestant, shapes: &[AnyShape<T>; 2], from: f64, across: f64) -> Slides {
    let vector = |v: [f64; 3]| Vec3::from(v.map(T::of));
    let turn = Rot3::from_axis_angle([T::ZERO, T::ZERO, T::ONE], -T::of(0.75).atan2(T::ONE));
    let time = T::of(1.0 / RATE);
    let begin = vector([0, 1, 2].map(|i| DOWN[i] * from + OUT[i] * (1.0 - DEEP) + [0.0, 0.0, across][i]));
    let (mut at, mut speed) = (begin, Vec3::ZERO);
    let mut slides = Slides::default();
    for _ in 0..STEPS {
        speed += vector([0.0, -GRAVITY, 0.0]) * time;
        at += speed * time;
        let poses = [Pose::new(at, turn), Pose::IDENTITY];
        slides.queries += 1;
        match contestant.ask(shapes.each_ref(), &poses).0 {
            Said::Nothing => slides.missing += 1,
            Said::Depth(depth) if depth.norm() > T::ZERO => {
                // The cube is A, and leaves against the vector.
                let normal = -depth.unit();
                let placed = |i: usize| At::new(&shapes[i], poses[i]);
                let truth = any::contact(&placed(0), &placed(1), &Settings::default()).normal;
                if -normal.dot(truth) < T::of(ASTRAY) {
                    slides.wrong += 1;
                    slides.upwards += usize::from(normal.dot(vector(DOWN)) < T::ZERO);
                }
                let against = speed.dot(normal).min(T::ZERO);
                speed -= normal * against;
                at += normal * (depth.norm() * T::of(FRACTION));
            }
            _ => {}
        }
        slides.farthest = slides.farthest.max(-(at - begin).dot(vector(DOWN)).f64());
    }
    slides.up = usize::from(slides.farthest > NOTHING);
    slides
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With our own algorithms no cube ever goes up, in either precision, and nearly every step has an answer.
    #[test]
    fn cubes_slide_down_with_ours() {
        for place in 0..6 {
            let found = [along::<f64>(Contestant::Epa, place, 6), along::<f32>(Contestant::Epa, place, 6)];
            for slides in found {
                assert_eq!((slides.up, slides.missing), (0, 0), "{slides:?}");
                assert!(slides.queries == 6 * STEPS && slides.wrong == 0, "{slides:?}");
            }
        }
    }
}
