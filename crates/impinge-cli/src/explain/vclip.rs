//! V-Clip's walk over features, step by step.

use impinge::hull::Topology;
use impinge::shape::Shape;
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Simplex, SubAlgorithm, Voronoi};
use impinge::study::pair::{Prepared, Vertex};
use impinge::study::vclip::{Ending, Feature, Move, Polyhedra, Reason};
use impinge::{AnyShape, ConvexPolyhedron, Pose, Vec3};

use super::gjk::{answer, gap, last};
use super::moment::{Moment, Run};
use super::subject::{Bodies, Given, Stage, Subject};
use crate::failure::Failure;
use crate::polyhedron::polyhedron;

type V = Vec3<f64>;

const NAME: &str = "vclip";

/// The nearest features, starting from the vertices farthest toward the other body.
pub fn run(subject: &Subject<V>) -> Result<Run<V>, Failure> {
    let (a, b) = (solid(&subject.a)?, solid(&subject.b)?);
    let polyhedral = Subject { a: given(&subject.a, &a), b: given(&subject.b, &b), motion: None };
    let bodies = [(&a, *subject.a.body.pose()), (&b, *subject.b.body.pose())];
    Ok(polyhedral.stage(Bodies::Cores, |stage| {
        let (a, b) = (polyhedral.a.body.parts(), polyhedral.b.body.parts());
        let prepared = Prepared::new(&a, &b);
        let polyhedra = Polyhedra::of(&prepared).expect("both were made polyhedra");
        let center = stage.obstacle.center();
        let towards = if center == V::ZERO { V::new(1.0, 0.0, 0.0) } else { -center };
        let first = stage.obstacle.support(towards, &Vertex::default());
        let start = [Feature::Vertex(first.id_a.0), Feature::Vertex(first.id_b.0)];
        let show = |features, sentence| shown(stage, &polyhedra, &bodies, features, sentence);
        let mut steps = Vec::new();
        let walk = polyhedra.walk(start, &mut |step: &Move| steps.push(show(step.to, moved(step))));
        let opening =
            format!("The walk begins with the vertices farthest towards the other body: {}.", named(start));
        let opening = Some(show(start, opening));
        // The proof: GJK's first step, or more of them if that is not enough.
        let (mut simplex, closest) = simplex(&polyhedra, walk.features);
        let goal = Goal { far: f64::INFINITY, near: stage.rounding, gap: gap(stage), steps: MAX_STEPS };
        let mut gjk = Gjk::<V, Voronoi>::new();
        let found = gjk.run_on(&stage.obstacle, &goal, simplex, closest);
        let answer = answer(stage, &found, gjk.simplex());
        let proof = if found.calls == 1 {
            " A support call each along the line between them proves it; done.".to_string()
        } else {
            format!(" GJK goes on from there, with {} support calls; done.", found.calls)
        };
        steps.push(show(walk.features, ended(walk.ending, walk.features) + &proof));
        simplex = *gjk.simplex();
        let last = last(NAME, stage, &answer, &simplex);
        Run { opening, steps, last, answer, on_cores: false }
    }))
}

/// A shape as a polyhedron, or the reason why it has none.
fn solid(given: &Given<V>) -> Result<ConvexPolyhedron<f64>, Failure> {
    polyhedron(given.body.shape()).ok_or_else(|| {
        Failure::Usage(format!(
            "`vclip` walks over polyhedra: box, frustum, convex-polyhedron or a mesh file, and not `{}`; \
             `--algorithm gjk` takes all shapes",
            given.text
        ))
    })
}

fn given(given: &Given<V>, polyhedron: &ConvexPolyhedron<f64>) -> Given<V> {
    let body = AnyShape::from(polyhedron.clone()).at(*given.body.pose());
    Given { name: given.name.clone(), text: given.text.clone(), body }
}

/// Nearest points of two features, as a simplex of B − A with its nearest point.
fn simplex(polyhedra: &Polyhedra<'_>, features: [Feature; 2]) -> (Simplex<V>, V) {
    let nearest = polyhedra.nearest(features);
    let mut simplex = Simplex::new(nearest.vertices()[0]);
    nearest.vertices()[1..].iter().for_each(|vertex| simplex.push(*vertex));
    let closest = Voronoi.closest(&mut simplex);
    (simplex, closest)
}

/// A pair of features: outlined on the bodies, with their nearest points.
fn shown(
    stage: &Stage<'_, V>,
    polyhedra: &Polyhedra<'_>,
    bodies: &[(&ConvexPolyhedron<f64>, Pose<V>); 2],
    features: [Feature; 2],
    sentence: String,
) -> Moment<V> {
    let (simplex, closest) = simplex(polyhedra, features);
    let mut moment = Moment::new(NAME, sentence);
    moment.bounds = Some([f64::NEG_INFINITY, stage.lens.distance(closest.norm())]);
    let (a, b) = simplex.witnesses();
    moment.points = Some([stage.lens.point(a), stage.lens.point(b)]);
    moment.sketch.vertices = simplex.vertices().iter().map(|v| stage.lens.difference(v.point)).collect();
    moment.sketch.nearest = Some(stage.lens.difference(closest));
    for ((body, pose), feature) in bodies.iter().zip(features) {
        let corners = corners(body.topology(), feature);
        moment.outlines.push(corners.iter().map(|v| pose.transform(body.vertices()[*v as usize])).collect());
    }
    moment
}

fn corners(topology: &Topology, feature: Feature) -> Vec<u32> {
    match feature {
        Feature::Vertex(v) => vec![v],
        Feature::Edge(h) => vec![topology.origin(h), topology.target(h)],
        Feature::Face(f) => topology.face_vertices(f).to_vec(),
    }
}

fn word(feature: Feature) -> String {
    match feature {
        Feature::Vertex(i) => format!("vertex {i}"),
        Feature::Edge(i) => format!("edge {i}"),
        Feature::Face(i) => format!("face {i}"),
    }
}

fn named([a, b]: [Feature; 2]) -> String {
    format!("{} of A and {} of B", word(a), word(b))
}

fn moved(step: &Move) -> String {
    let side = usize::from(step.from[0] == step.to[0]);
    let (name, other) = (["A", "B"][side], ["A", "B"][1 - side]);
    let (left, taken, still) = (word(step.from[side]), word(step.to[side]), word(step.from[1 - side]));
    match step.reason {
        Reason::Vertex => {
            format!(
                "The {still} of {other} is beyond a Voronoi plane of the {left} of {name}: on to the {taken}."
            )
        }
        Reason::Edge if step.to[side].dimension() < step.from[side].dimension() => {
            format!("The {left} and the {still} are nearest in the {taken} of {name}: on to it.")
        }
        Reason::Edge => {
            format!(
                "The {still} of {other} is nearest beyond a Voronoi plane of the {left} of {name}: on to the {taken}."
            )
        }
        Reason::Face => {
            format!(
                "From the {left} of {name} the {taken} leads on towards the {still} of {other}: on to it."
            )
        }
        Reason::Escape => format!(
            "The {still} of {other} is below the {left} of {name}, and no edge leads back: through the {taken} it is \
             nearer."
        ),
        Reason::Boundary => {
            format!(
                "The {still} of {other} passes by the {left} of {name}: of its edges the {taken} is nearest."
            )
        }
    }
}

fn ended(ending: Ending, features: [Feature; 2]) -> String {
    let named = named(features);
    match ending {
        Ending::Nearest => {
            format!("Each is nearest in the region of the other: {named} are the nearest features.")
        }
        Ending::Meet => format!("{named} have a point in common, or one is inside: A and B meet."),
        Ending::Stalled => format!("Rounding leaves nothing to gain at {named}."),
        Ending::Budget => format!("As many steps as there are features were taken, up to {named}."),
    }
}
