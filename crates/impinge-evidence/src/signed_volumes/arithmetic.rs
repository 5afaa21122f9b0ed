//! Section 4.3: the origin of the error of Signed Volumes. Determinants with exact signs, and without any error, in place of those
//! printed, on simplexes whose nearest point is known to twice the digits; and simplexes of no volume (section 5.1).
//!
//! The gear teeth of section 5.1 are tested, too: the distance that they reach with and without exact signs.
//!
//! With determinants without error, the rest is the error of the projected origin: |v − v_0| with v_0 the true point. The printed determinants
//! add the distance between both answers.
//!
//! | symbol | meaning |
//! |---|---|
//! | h | height of a simplex whose other lengths are about 1 |
//! | ε | 2.2e-16 |

use impinge::Vec3;
use impinge_scenes::Rng;

use super::bodies::tooth;
use super::teeth::{Approach, MESHES, OUT_OF_LINE, SHOWN, TOLERANCE, reach};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::{Sub, nearest_point, point_of};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, change, shown};

const FORMS: [Sub; 3] = [Sub::SignedVolumesPrinted, Sub::SignedVolumesExact, Sub::SignedVolumesDoubled];

/// h of triangles and of tetrahedra: from round ones to needles whose squared height is still above rounding, and to a few ε.
const HEIGHTS: [[f64; 2]; 7] =
    [[1.0, 1.0], [0.1, 1e-3], [1e-2, 1e-6], [1e-3, 1e-9], [1e-4, 1e-12], [1e-5, 1e-14], [1e-6, 1e-15]];

/// Distances of the origin from a triangle: up to 1, down to this.
const NEAREST: f64 = 1e-4;

/// Least weight of the nearest point, so that it stays inside however corners are rounded.
const INSIDE: f64 = 0.1;

/// A right-handed frame in a random direction.
fn frame(rng: &mut Rng) -> [Vec3<f64>; 3] {
    let u = rng.unit3::<f64>();
    let other = rng.unit3::<f64>();
    let v = (other - u * other.dot(u)).unit();
    [u, v, u.cross(v)]
}

/// Weights of a point inside a simplex with this many vertices.
fn weights<const N: usize>(rng: &mut Rng) -> [f64; N] {
    let drawn: [f64; N] = std::array::from_fn(|_| rng.between(INSIDE, 1.0));
    let sum: f64 = drawn.iter().sum();
    drawn.map(|w| w / sum)
}

/// A triangle of height h whose point nearest to the origin is inside it.
fn triangle(h: f64, rng: &mut Rng) -> [Vec3<f64>; 3] {
    let [u, v, n] = frame(rng);
    let corners = [Vec3::ZERO, u, u * rng.between(0.2, 0.8) + v * h];
    let [a, b, c] = weights::<3>(rng);
    let away = n * f64::exp(rng.between(f64::ln(NEAREST), 0.0));
    let origin = corners[0] * a + corners[1] * b + corners[2] * c + away;
    corners.map(|corner| corner - origin)
}

/// A tetrahedron of height h that holds the origin.
fn tetrahedron(h: f64, rng: &mut Rng) -> [Vec3<f64>; 4] {
    let [u, v, n] = frame(rng);
    let flat = [Vec3::ZERO, u, u * rng.between(0.2, 0.8) + v];
    let [a, b, c] = weights::<3>(rng);
    let corners = [flat[0], flat[1], flat[2], flat[0] * a + flat[1] * b + flat[2] * c + n * h];
    let [a, b, c, d] = weights::<4>(rng);
    let origin = corners[0] * a + corners[1] * b + corners[2] * c + corners[3] * d;
    corners.map(|corner| corner - origin)
}

/// Results for one height.
struct Row {
    heights: [f64; 2],
    /// Mean errors on triangles, in ε, by form.
    errors: [f64; 3],
    /// Numbers of tetrahedra not recognized to hold the origin, by form.
    missed: [usize; 3],
    /// Mean distance between the points found with the printed determinants and with those without error, on triangles.
    by_determinants: f64,
}

fn row(heights: [f64; 2], trials: usize, rng: &mut Rng) -> Row {
    let (mut errors, mut missed, mut by_determinants) = ([0.0; 3], [0; 3], 0.0);
    let share = 1.0 / (f64::EPSILON * trials as f64);
    for _ in 0..trials {
        let corners = triangle(heights[0], rng);
        let truth = nearest_point(&corners);
        let found = FORMS.map(|sub| point_of(sub, &corners).0);
        let around = tetrahedron(heights[1], rng);
        for (k, sub) in FORMS.into_iter().enumerate() {
            errors[k] += (found[k] - truth).norm() * share;
            missed[k] += usize::from(point_of(sub, &around).1 < 4);
        }
        by_determinants += (found[0] - found[2]).norm() * share;
    }
    Row { heights, errors, missed, by_determinants }
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let trials = task.effort.of([300, 10_000, 50_000]);
    let mut rng = Rng::new(task.seed.wrapping_add(43));
    let mut rows = Vec::new();
    for (k, heights) in HEIGHTS.into_iter().enumerate() {
        task.reached(k as f64 / (HEIGHTS.len() + 1) as f64)?;
        rows.push(row(heights, trials, &mut rng));
    }
    let shares = Shares::of(&rows);
    draw(&rows, trials, &shares, out);
    judge(&shares, reached(task), out);
    dependent(trials, &mut rng, out);
    Ok(())
}

/// The last right distance of the gear teeth, median over some tilts: as printed and with exact signs.
fn reached(task: &Task<'_>) -> [f64; 2] {
    let [rows, slices] = MESHES[SHOWN];
    let tooth = tooth(rows, slices);
    let mut rng = Rng::new(task.seed.wrapping_add(44));
    let mut all = [Vec::new(), Vec::new()];
    for _ in 0..task.effort.of([8, 64, 256]) {
        let approach = Approach::new(&tooth, [(); 2].map(|()| rng.between(-OUT_OF_LINE, OUT_OF_LINE)));
        for (reached, sub) in all.iter_mut().zip(FORMS) {
            reached.push(reach(&approach, sub, TOLERANCE));
        }
    }
    all.map(|mut reached| {
        reached.sort_by(f64::total_cmp);
        reached[reached.len() / 2]
    })
}

/// Averages over heights, in percent of the mean error as printed.
struct Shares {
    /// Reduction by exact signs, on triangles.
    signs: f64,
    /// Remaining error with exact determinants, on triangles: that of the projections.
    projections: f64,
    /// Error of the determinants.
    determinants: f64,
}

impl Shares {
    fn of(rows: &[Row]) -> Self {
        let mean =
            |share: &dyn Fn(&Row) -> f64| 100.0 * rows.iter().map(share).sum::<f64>() / rows.len() as f64;
        Self {
            signs: 100.0 - mean(&|row| row.errors[1] / row.errors[0]),
            projections: mean(&|row| row.errors[2] / row.errors[0]),
            determinants: mean(&|row| row.by_determinants / row.errors[0]),
        }
    }

    fn said(&self) -> String {
        format!(
            "On triangles exact signs take {} % off the mean error; the projections lose {:.0} % of it, the determinants {:.0} %.",
            change(self.signs, 1),
            self.projections,
            self.determinants
        )
    }
}

fn draw(rows: &[Row], trials: usize, shares: &Shares, out: &mut Out) {
    let mut chart =
        Chart::new("triangles", "height h", "mean error of the nearest point, in ε").log_x().log_y();
    for (k, sub) in FORMS.into_iter().enumerate() {
        chart = chart.line(sub.name(), rows.iter().map(|row| (row.heights[0], row.errors[k])));
    }
    let mut table = Table::new(
        "arithmetic-errors",
        "Section 4.3 in numbers: mean errors on triangles, in ε, and tetrahedra that hold the origin and were not seen to",
        [
            "height of triangles",
            "error, as printed",
            "with exact signs",
            "with exact determinants",
            "by the determinants",
            "height of tetrahedra",
            "missed, as printed",
            "missed with exact signs",
            "missed with exact determinants",
        ],
    )
    .note(format!("{trials} triangles and as many tetrahedra for each height. The truth is that of numbers of twice the digits."));
    for row in rows {
        let first = [row.heights[0].into()].into_iter().chain(row.errors.map(Into::into));
        let second = [row.by_determinants.into(), row.heights[1].into()].into_iter();
        table.row(first.chain(second).chain(row.missed.map(Into::into)));
    }
    out.figure(
        Figure::new("arithmetic", "", "where the error of Signed Volumes comes from")
            .says(
                "Exact determinants help a little; most of the error comes from projecting the origin.",
                shares.said(),
            )
            .panel(chart),
    );
    out.table(table);
}

/// Reduction in percent that counts as a modest improvement: at most half, and no loss beyond the noise of the samples.
const MODEST: std::ops::RangeInclusive<f64> = -5.0..=50.0;

fn judge(shares: &Shares, [printed, signs]: [f64; 2], out: &mut Out) {
    let nearer = 100.0 * (1.0 - signs / printed);
    out.finding(
        "signed-volumes-exact-modest",
        Verdict::of([shares.signs, nearer].iter().filter(|off| MODEST.contains(off)).count(), 2),
        format!(
            "{} The last right distance of the gear teeth is {} modules as printed and {} with exact signs, in the median.",
            shares.said(),
            shown(printed),
            shown(signs)
        ),
        "The signs are those of points that were rounded before; the values behind them are no better than those printed.",
    );
    let holds = shares.projections > 50.0 && shares.projections > shares.determinants;
    out.finding(
        "signed-volumes-projection-error",
        if holds { Verdict::Agrees } else { Verdict::Differs },
        shares.said(),
        "Both shares are of mean lengths of errors that point anywhere, so that they add up to more than the whole.",
    );
}

/// Coordinates of exact planes and lines: so large that products of three of them are rounded, but sums of them are not.
const LARGE: f64 = (1_u64 << 30) as f64;

/// A random whole number.
fn whole(rng: &mut Rng) -> f64 {
    rng.between(-LARGE, LARGE).round()
}

/// Systems solved exactly for simplexes without volume or area.
fn dependent(trials: usize, rng: &mut Rng, out: &mut Out) {
    let subs = [Sub::SignedVolumesPrinted, Sub::SignedVolumesExact, Sub::SignedVolumes];
    let (mut volumes, mut areas) = ([0; 3], [0; 3]);
    for _ in 0..trials {
        let flat: [Vec3<f64>; 4] = std::array::from_fn(|_| {
            let (x, y) = (whole(rng), whole(rng));
            Vec3::new(x, y, x + 2.0 * y)
        });
        // On a line through the origin.
        let along = Vec3::new(whole(rng), whole(rng), whole(rng)) * (1.0 / 1024.0);
        let along = Vec3::new(along.x.round(), along.y.round(), along.z.round());
        let straight: [Vec3<f64>; 3] = std::array::from_fn(|_| along * rng.between(-1024.0, 1024.0).round());
        for (k, sub) in subs.into_iter().enumerate() {
            volumes[k] += usize::from(point_of(sub, &flat).1 == 4);
            areas[k] += usize::from(point_of(sub, &straight).1 == 3);
        }
    }
    out.finding(
        "signed-volumes-dependent",
        if volumes[0] + areas[0] == 0 { Verdict::Agrees } else { Verdict::Differs },
        format!(
            "Of {trials} tetrahedra in a plane through the origin, to the last digit, {} are solved for as if they had a volume, of {trials} triangles on a \
             line through it {} as if they had an area; with exact signs {} and {}, in the library {} and {}.",
            volumes[0], areas[0], volumes[1], areas[1], volumes[2], areas[2]
        ),
        "Rounding gives the printed sums a sign where there is none. Exact signs leave none for tetrahedra.",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearest point is where it was placed, and flat tetrahedra hold the origin.
    #[test]
    fn simplexes_have_their_stated_properties() {
        let mut rng = Rng::new(3);
        for [height, thickness] in HEIGHTS.into_iter().filter(|h| h[1] > 1e-7) {
            for _ in 0..100 {
                let corners = triangle(height, &mut rng);
                let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).unit();
                let truth = nearest_point(&corners);
                // Not an edge: the foot of the plane.
                assert!((truth.norm() - truth.dot(normal).abs()).abs() < 1e-9, "{corners:?}");
                let around = tetrahedron(thickness, &mut rng);
                assert!(nearest_point(&around).norm() < 1e-15, "{around:?}");
            }
        }
    }
}
