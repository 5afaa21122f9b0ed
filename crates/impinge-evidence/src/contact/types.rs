//! Section 4.2.2: types of contacts. The bodies of Simulation I, packed; the contacts of each stage, with the type that the paper reads
//! off the last face of EPA and the one that the library reports. And two prisms face to face, with parallel faces.

use std::f64::consts::TAU;

use impinge::feature::ContactType;
use impinge::study::pair::{Grown, Obstacle, Prepared};
use impinge::{AnyShape, At, Pose, Rot3, Scene, Shape, Vec3, features};
use impinge_scenes::Rng;

use super::expanding::{CONVERGED, Overlap, expand};
use super::packing::{Kind, Packing, pack};
use super::steps::gjk;
use crate::claim::Verdict;
use crate::figure::{BarChart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::Table;

const TYPES: [ContactType; 6] = [
    ContactType::VertexVertex,
    ContactType::VertexEdge,
    ContactType::EdgeEdge,
    ContactType::VertexFace,
    ContactType::EdgeFace,
    ContactType::FaceFace,
];

/// Types that the paper calls common in space.
const COMMON: [ContactType; 3] = [ContactType::EdgeEdge, ContactType::VertexFace, ContactType::EdgeFace];

/// Share of all contacts from which a type is common.
const PART: f64 = 0.01;

/// Overlaps beyond this, by size of a pair, are more than touch: those of the packings are a thousandth.
const TOUCH: f64 = 1e-9;

/// The density of the packing, that of the paper's tightest stage here.
const DENSITY: f64 = 0.45;

/// Depth of the prisms in one another, and their lateral offset.
const DEEP: f64 = 0.01;
const ASIDE: f64 = 0.3;

/// A placed body.
type Placed<'a> = At<&'a AnyShape<f64>>;

/// Contacts by type, in the order of TYPES.
#[derive(Clone, Copy, Default)]
struct Counts {
    of: [usize; 6],
}

impl Counts {
    fn add(&mut self, found: ContactType) {
        for (count, t) in self.of.iter_mut().zip(TYPES) {
            *count += usize::from(t == found);
        }
    }

    fn all(&self) -> usize {
        self.of.iter().sum()
    }

    fn share(&self, wanted: &[ContactType]) -> f64 {
        let of = self.of.iter().zip(TYPES).filter(|(_, t)| wanted.contains(t)).map(|(n, _)| n).sum::<usize>();
        of as f64 / self.all() as f64
    }
}

/// The overlap that EPA as printed finds, in the units of the pair, and relative to its size; `None` if the bodies do not meet.
pub(super) fn printed(a: &Placed<'_>, b: &Placed<'_>, epsilon: f64) -> Option<(Overlap, f64)> {
    let (a, b) = (a.parts(), b.parts());
    let prepared = Prepared::new(&a, &b);
    let grown = Grown { obstacle: &prepared.pair, radius_a: prepared.radius_a, radius_b: prepared.radius_b };
    let round = prepared.radius_a + prepared.radius_b > 0.0;
    let pair: &dyn Obstacle<Vec3<f64>> = if round { &grown } else { &prepared.pair };
    let (meets, _, run) = gjk(pair);
    let found = meets.then(|| expand(pair, run.simplex().vertices(), epsilon * pair.size()))??;
    Some((found, found.depth / pair.size()))
}

/// All contacts of a packing.
fn contacts(packing: &Packing) -> Result<Vec<[usize; 2]>, Stop> {
    let failed = |e: &dyn std::fmt::Display| Stop::Failed(format!("packing: {e}"));
    let mut scene = Scene::<Vec3<f64>>::new();
    let forms: Vec<_> = packing.shapes.iter().map(|shape| scene.add_shape(shape.clone())).collect();
    for body in &packing.bodies {
        scene.add(forms[body.shape], body.pose).map_err(|e| failed(&e))?;
    }
    Ok(scene.contacts(0.0).iter().map(|found| [found.a.index(), found.b.index()]).collect())
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let bodies = task.effort.of([300, 5_000, 10_000]);
    let rounds = task.effort.of([80, 200, 400]);
    let mut rng = Rng::new(task.seed.wrapping_add(422));
    let mut tell = |share: f64| task.reached(0.8 * share);
    let packing = pack(&[Kind::P5, Kind::P16, Kind::F16], bodies, DENSITY, rounds, &mut rng, &mut tell)?;
    let (mut paper, mut library) = (Counts::default(), Counts::default());
    let (mut few, mut outside, mut lost, mut touching, mut off) = (0, 0, 0, Counts::default(), 0.0_f64);
    for [i, j] in contacts(&packing)? {
        let [a, b] = [i, j].map(|k| &packing.bodies[k]);
        let (a, b) = ((&packing.shapes[a.shape]).at(a.pose), (&packing.shapes[b.shape]).at(b.pose));
        let Some((found, depth)) = printed(&a, &b, CONVERGED) else {
            lost += 1;
            continue;
        };
        paper.add(found.contact_type);
        if depth <= TOUCH {
            touching.add(found.contact_type);
        }
        few += usize::from(found.iterations <= 2);
        let [c_a, c_b] = found.points;
        off = off.max(((c_a - c_b) - found.normal * found.depth).norm());
        outside += usize::from(!found.is_inside);
        if let Some(t) = features(&a, &b).contact_type {
            library.add(t);
        }
    }
    task.reached(0.9)?;
    let (flat, flat_library) = face_to_face(task.effort.of([200, 2_000, 10_000]), &mut rng);
    show([&paper, &library, &flat, &flat_library], bodies, out);
    judge(&paper, &touching, [&flat, &flat_library], out);
    let share = 100.0 * few as f64 / paper.all() as f64;
    out.finding(
        "contact-epa-one-two",
        if share >= 90.0 { Verdict::Agrees } else if share >= 50.0 { Verdict::Partly } else { Verdict::Differs },
        format!(
            "EPA as printed takes 1 or 2 iterations in {share:.0} % of {} contacts of the tightest packing. c is outside of the last face in {outside} of them; \
             c_A − c_B is the overlap along the normal to {off:.0e} sizes (equation 15). {lost} more have no answer: their bodies only touch, or rounding breaks \
             the polytope.",
            paper.all()
        ),
        "The overlaps are a thousandth of a width in the mean.",
    );
    Ok(())
}

/// Prisms that stand on one another, turned about their axis: by EPA as printed, and by the library.
fn face_to_face(trials: usize, rng: &mut Rng) -> (Counts, Counts) {
    let body = Kind::P16.body(1.0);
    let high = impinge::Bounded::aabb(&body, &Pose::IDENTITY).half_extents().z;
    let (mut paper, mut library) = (Counts::default(), Counts::default());
    for _ in 0..trials {
        let turn = Rot3::from_axis_angle([0.0, 0.0, 1.0], rng.between(0.0, TAU));
        let at = [rng.between(-ASIDE, ASIDE), rng.between(-ASIDE, ASIDE), 2.0 * high - DEEP];
        let (a, b) = ((&body).at(Pose::IDENTITY), (&body).at(Pose::new(at, turn)));
        if let Some((found, _)) = printed(&a, &b, CONVERGED) {
            paper.add(found.contact_type);
        }
        if let Some(t) = features(&a, &b).contact_type {
            library.add(t);
        }
    }
    (paper, library)
}

fn show(counts: [&Counts; 4], bodies: usize, out: &mut Out) {
    let columns = [
        "type",
        "packing, as printed",
        "packing, library",
        "face to face, as printed",
        "face to face, library",
    ];
    let mut table = Table::new("types", "Section 4.2.2: contacts by type", columns).note(format!(
        "{bodies} pyramids, prisms and frustums that fill {:.0} % of a box; prisms face to face. As printed: by the corners of EPA's last face. The library: by the \
         features that face one another.",
        100.0 * DENSITY
    ));
    let mut bars = BarChart::new("the packing", "share of the contacts, in %", ["as printed", "library"]);
    let mut flat =
        BarChart::new("prisms face to face", "share of the contacts, in %", ["as printed", "library"]);
    for (k, t) in TYPES.into_iter().enumerate() {
        table.row([t.name().into()].into_iter().chain(counts.map(|c| c.of[k].into())));
        let percent = |c: &Counts| 100.0 * c.of[k] as f64 / c.all() as f64;
        bars = bars.row(t.name(), [percent(counts[0]), percent(counts[1])]);
        flat = flat.row(t.name(), [percent(counts[2]), percent(counts[3])]);
    }
    let said: Vec<String> =
        COMMON.map(|t| format!("{} {:.1} %", t.name(), 100.0 * counts[0].share(&[t]))).to_vec();
    out.figure(
        Figure::new("types-shares", "", "contacts by type")
            .says(
                "Three types are common in space: e-e, v-f and e-f.",
                format!("In the packing: {}.", said.join(", ")),
            )
            .panel(bars)
            .panel(flat),
    );
    out.table(table);
}

fn judge(paper: &Counts, touching: &Counts, flat: [&Counts; 2], out: &mut Out) {
    let shares = COMMON.map(|t| paper.share(&[t]));
    let together = paper.share(&COMMON);
    let holds = usize::from(together > 1.0 - PART) + usize::from(shares.iter().all(|&share| share >= PART));
    out.finding(
        "contact-types-common",
        Verdict::of(holds, 2),
        format!(
            "Of {} contacts in the tightest packing e-e {:.1} %, v-f {:.1} %, e-f {:.1} %: {:.1} % together.",
            paper.all(),
            100.0 * shares[0],
            100.0 * shares[1],
            100.0 * shares[2],
            100.0 * together
        ),
        "It takes an edge parallel to a face to make e-f, so it is as special as f-f.",
    );
    let rare = |counts: &Counts| counts.of[0] + counts.of[1];
    let beyond = rare(paper) - rare(touching);
    out.finding(
        "contact-types-touch",
        if beyond == 0 { Verdict::Agrees } else { Verdict::Differs },
        format!("{beyond} of {} contacts that overlap are v-v or v-e.", paper.all() - touching.all()),
        "",
    );
    let faces = |counts: &Counts| 100.0 * counts.share(&[ContactType::FaceFace]);
    let random = paper.of[5];
    out.finding(
        "contact-types-parallel",
        Verdict::of(usize::from(random == 0) + usize::from(faces(flat[0]) > 99.0), 2),
        format!(
            "{random} of {} contacts in the packing are f-f; of prisms face to face {:.0} % by the corners of the last face, {:.0} % by the library.",
            paper.all(),
            faces(flat[0]),
            faces(flat[1])
        ),
        "A flat face of A ⊖ B is made of several triangles, and the corners of one need not show the whole of the faces that meet.",
    );
}
