//! Motion of a polyhedron: how far B gets before A stops it, and the features that meet.
//!
//! The sweep of features has no observer. The steps show B along its path, with the proven clearance at each place.

use impinge::Status;
use impinge::expel::{MotionSettings, Mover, Start, Trace};
use impinge::hull::solid_hull;
use impinge::mesh::polygon::{MeshFeature, PlacedMesh, PolygonMesh};
use impinge::shape::Shape;
use impinge::{AnyShape, Pose, Support, Vec3};

use super::cast::wanted;
use super::moment::{Answer, Moment, Run, State};
use super::subject::{Given, Subject};
use super::words::{coordinates, few};
use crate::drawn::support_points;
use crate::failure::Failure;

type V = Vec3<f64>;

const NAME: &str = "expel";
/// Number of places of B that are shown, from the start to the end.
const PLACES: u32 = 12;

/// Runs the motion of B.
pub fn run(subject: &Subject<V>) -> Result<Run<V>, Failure> {
    let motion = wanted(subject)?;
    let (a, b) = (polyhedron(&subject.a)?, polyhedron(&subject.b)?);
    let (from, settings) = (*subject.b.body.pose(), MotionSettings::default());
    let standing = PlacedMesh::new(&a, *subject.a.body.pose());
    let failed = |e: impinge::expel::MotionError| Failure::Usage(format!("`--motion`: {e}"));
    let mut mover = Mover::new();
    let trace = mover.move_by(&PlacedMesh::new(&b, from), motion, &standing, &settings).map_err(failed)?;
    let mut steps = Vec::new();
    let places = if trace.fraction > 0.0 { PLACES } else { 0 };
    for place in 0..=places {
        let time = trace.fraction * f64::from(place) / f64::from(PLACES);
        let pose = if place == PLACES { trace.pose } else { motion.pose(time) * from };
        let far = (subject.b.body.pose().translation() - subject.a.body.pose().translation()).norm()
            + reach(&a)
            + reach(&b);
        let clearance = mover.clearance(&PlacedMesh::new(&b, pose), &standing, far).map_err(failed)?;
        let nearest = clearance.nearest.map(|hit| [hit.point, hit.point + hit.normal * hit.distance]);
        steps.push(step(time, pose, clearance.distance, nearest));
    }
    let answer = answer(&trace);
    let last = last(&trace);
    Ok(Run { opening: None, steps, last, answer, on_cores: false })
}

/// Largest distance of a vertex from the origin of its frame.
fn reach(mesh: &PolygonMesh<f64>) -> f64 {
    mesh.vertices().iter().map(|v| v.norm()).fold(0.0, f64::max)
}

/// Polygons of a shape, if it has any.
fn polyhedron(given: &Given<V>) -> Result<PolygonMesh<f64>, Failure> {
    let shape: &AnyShape<f64> = given.body.shape();
    let parts = shape.parts();
    let refused = || {
        Failure::Usage(format!(
            "`expel` moves polyhedra: box, frustum, convex-polyhedron or a mesh file, and not `{}`; \
             `--algorithm cast` takes all shapes",
            given.text
        ))
    };
    let is_flat = parts.radius == 0.0 && impinge::shape::CoreShape::is_polytope(&parts.core);
    if !is_flat {
        return Err(refused());
    }
    let points = match shape {
        AnyShape::ConvexPolyhedron(polyhedron) => polyhedron.vertices().to_vec(),
        _ => support_points(|direction| shape.support(direction)),
    };
    solid_hull(&points).map(|solid| PolygonMesh::from_solid(&solid)).map_err(|_| refused())
}

fn step(time: f64, pose: Pose<V>, clearance: f64, nearest: Option<[V; 2]>) -> Moment<V> {
    let text = format!("After {} % of its way B is at least {} from A.", few(time * 100.0), few(clearance));
    let mut moment = Moment::new(NAME, text);
    moment.time = Some(time);
    moment.numbers.push(("clearance", clearance));
    moment.pose_b = Some(pose);
    moment.points = nearest;
    moment
}

fn answer(trace: &Trace<f64>) -> Answer<V> {
    let state = match (trace.start, &trace.hit) {
        (Start::Overlapping, _) => State::Overlapping,
        (_, Some(_)) => State::Touching,
        (_, None) => State::Apart,
    };
    Answer {
        state,
        signed_distance: trace.hit.map(|hit| hit.distance),
        bounds: match state {
            State::Overlapping => [f64::NEG_INFINITY, 0.0],
            _ => [f64::NEG_INFINITY, f64::INFINITY],
        },
        // From A, which is at rest, to B.
        normal: trace.hit.map(|hit| hit.normal),
        points: trace.hit.map(|hit| [hit.point, hit.point + hit.normal * hit.distance]),
        time: Some([trace.fraction, f64::INFINITY]),
        calls: u32::try_from(trace.steps).unwrap_or(u32::MAX),
        status: Status::Converged,
    }
}

fn last(trace: &Trace<f64>) -> Moment<V> {
    let counts = format!("{} pairs of features were looked at, in {} steps", trace.pairs, trace.steps);
    let kept = if trace.clear { "; all of the way and the pose at its end are proven clear" } else { "" };
    let text = match (trace.start, &trace.hit) {
        (Start::Overlapping, _) => "B starts in A, so it does not move; nothing is proven of it.".into(),
        (_, Some(hit)) => format!(
            "B stops after {} % of its way: {} of B meets {} of A at {}, with the normal {}. {counts}{kept}.",
            few(trace.fraction * 100.0),
            feature(hit.moving),
            feature(hit.standing),
            coordinates(hit.point),
            coordinates(hit.normal)
        ),
        (_, None) => format!("Nothing is in the way: B makes its whole motion. {counts}{kept}."),
    };
    let mut moment = Moment::new(NAME, text);
    moment.time = Some(trace.fraction);
    moment.pose_b = Some(trace.pose);
    if let Some(hit) = trace.hit {
        let point_b = hit.point + hit.normal * hit.distance;
        moment.points = Some([hit.point, point_b]);
        moment.between = Some(((hit.point + point_b) * 0.5, hit.normal));
    }
    moment
}

fn feature(feature: MeshFeature) -> String {
    match feature {
        MeshFeature::Vertex(i) => format!("vertex {i}"),
        MeshFeature::Edge(i) => format!("edge {i}"),
        MeshFeature::Polygon(i) => format!("face {i}"),
    }
}
