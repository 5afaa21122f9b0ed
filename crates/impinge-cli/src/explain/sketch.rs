//! Drawing of a step, around the origin of B − A and on the bodies.

use std::collections::BTreeSet;

use impinge::Vec3;
use impinge_page::{Body, Lines, Point, Role, Step};

use super::canvas::{Canvas, extra};
use super::moment::Moment;
use super::regions::{Cut, region};
use super::world::World;

/// Most corners drawn as dots: those of a simplex; a polytope with more would be all dots.
const DOTS: usize = 6;
/// Half the side of the square that represents a plane, and the length of an arrow, relative to the size.
const PLANE: f64 = 0.4;
const ARROW: f64 = 0.3;
/// Margin of a drawn Voronoi region around the simplex and the origin.
const REGION: f64 = 0.25;
/// Distance from the origin at which cells of directions are drawn.
const DIRECTIONS: f64 = 0.25;

/// Draws everything in a moment.
pub fn draw<W: World>(canvas: &mut Canvas<W>, step: &mut Step, moment: &Moment<W>) {
    bodies(canvas, step, moment);
    if !canvas.difference {
        return;
    }
    let sketch = &moment.sketch;
    let at: Vec<_> = sketch.vertices.iter().map(|v| canvas.layout.beside(*v)).collect();
    if sketch.cells.is_empty() {
        let name = match (sketch.faces.is_empty(), sketch.base) {
            (false, _) => "polytope",
            (_, Some(_)) => "portal",
            _ => "simplex",
        };
        polytope(canvas, step, name, &at, &sketch.faces);
    } else {
        at.iter().for_each(|p| _ = step.point(Point::new(*p).role(Role::Accent)));
    }
    cells(canvas, step, &sketch.cells);
    if !sketch.chosen_from.is_empty() {
        voronoi(canvas, step, &sketch.chosen_from, &sketch.vertices);
    }
    if let Some(base) = sketch.base {
        let from = canvas.layout.beside(base);
        step.lines(Lines::segments(at.iter().map(|corner| (from, *corner))).role(Role::Accent));
        let beyond = canvas.layout.beside(-base * 0.5);
        step.lines(Lines::segments([(from, beyond)]).role(Role::Warn));
        step.point(Point::new(from).role(Role::Warn).label("base"));
    }
    let origin = canvas.layout.beside(W::ZERO);
    if let Some(nearest) = sketch.nearest {
        let to = canvas.layout.beside(nearest);
        if nearest.norm() > canvas.layout.length(1e-6) {
            step.lines(Lines::segments([(origin, to)]).role(Role::Accent));
            step.point(Point::new(to).role(Role::Accent).label("v"));
        }
    }
    if let Some((from, direction)) = sketch.direction {
        let length = canvas.layout.length(ARROW);
        let to = canvas.layout.beside(from + direction * length);
        step.lines(Lines::arrows([(canvas.layout.beside(from), to)]).role(Role::Warn));
    }
    if let Some((point, normal)) = sketch.plane {
        let place = canvas.layout.beside(point);
        plane(canvas, step, place, normal);
    }
    if let Some(found) = sketch.found {
        step.point(Point::new(canvas.layout.beside(found)).role(Role::Good).label("w"));
    }
    // Last, so that nothing is written over it.
    step.point(Point::new(origin).role(Role::Bad).label("O"));
}

/// Points of A and B, the line between them, and a plane between the bodies.
fn bodies<W: World>(canvas: &mut Canvas<W>, step: &mut Step, moment: &Moment<W>) {
    if let Some((point, normal)) = moment.between {
        plane(canvas, step, point.on_page(), normal);
    }
    for outline in &moment.outlines {
        let at: Vec<_> = outline.iter().map(|corner| corner.on_page()).collect();
        step.lines(Lines::segments((0..at.len()).map(|i| (at[i], at[(i + 1) % at.len()]))).role(Role::Warn));
        at.iter().take(DOTS).for_each(|p| _ = step.point(Point::new(*p).role(Role::Warn)));
    }
    if let Some([a, b]) = moment.points {
        step.lines(Lines::segments([(a.on_page(), b.on_page())]).role(Role::Good));
        step.point(Point::new(a.on_page()).role(Role::Good).label("a"));
        step.point(Point::new(b.on_page()).role(Role::Good).label("b"));
    }
}

/// A square of the plane through a point; in the plane, a segment of the line.
fn plane<W: World>(canvas: &mut Canvas<W>, step: &mut Step, place: [f64; 3], normal: W) {
    let half = canvas.layout.length(PLANE);
    let across: Vec<_> = W::sideways(normal).into_iter().map(|a| (a * half).on_page()).collect();
    let corner = |s: f64, t: f64| {
        [0, 1, 2].map(|k| place[k] + s * across[0][k] + across.get(1).map_or(0.0, |second| t * second[k]))
    };
    if across.len() == 1 {
        step.lines(Lines::segments([(corner(-1.0, 0.0), corner(1.0, 0.0))]).role(Role::Good));
        return;
    }
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    if let Some(geometry) = extra(canvas, &corners, &[[0, 1, 2], [0, 2, 3]]) {
        step.body(Body::new("plane", geometry).role(Role::Good).opacity(0.16).group("step"));
    }
    let rim = (0..4).map(|i| (corners[i], corners[(i + 1) % 4]));
    step.lines(Lines::segments(rim).role(Role::Good));
}

/// The Voronoi region that contains the origin, of the simplex that the step reduced.
fn voronoi<W: World>(canvas: &mut Canvas<W>, step: &mut Step, simplex: &[W], kept: &[W]) {
    let points = |all: &[W]| all.iter().map(|p| Vec3::from(canvas.layout.beside(*p))).collect::<Vec<_>>();
    let (simplex, kept) = (points(simplex), points(kept));
    let origin = Vec3::from(canvas.layout.beside(W::ZERO));
    let room = Vec3::from((0..W::DIM).fold([0.0; 3], |mut room, k| {
        room[k] = canvas.layout.length(REGION);
        room
    }));
    let cut = Cut {
        min: simplex.iter().fold(origin, |least, p| least.min(*p)) - room,
        max: simplex.iter().fold(origin, |most, p| most.max(*p)) + room,
    };
    // Corners that were dropped from the simplex.
    let left_out = simplex.iter().filter(|p| !kept.contains(p));
    let gone = left_out.flat_map(|p| simplex.iter().map(|q| (p.to_array(), q.to_array())));
    step.lines(Lines::segments(gone).role(Role::Quiet));
    let (mut corners, mut triangles, mut rims) = (Vec::new(), Vec::new(), Vec::new());
    for polygon in region(&simplex, &kept, cut) {
        let first = corners.len() as u32;
        corners.extend(polygon.iter().map(|p| p.to_array()));
        triangles.extend((1..polygon.len() as u32 - 1).map(|k| [first, first + k, first + k + 1]));
        rims.extend(
            (0..polygon.len()).map(|k| (polygon[k].to_array(), polygon[(k + 1) % polygon.len()].to_array())),
        );
    }
    if let Some(geometry) = extra(canvas, &corners, &triangles) {
        let name = [
            "",
            "Voronoi region of a corner",
            "Voronoi region of an edge",
            "Voronoi region of a face",
            "inside",
        ];
        let name = if kept.len() > W::DIM { "inside" } else { name[kept.len().min(4)] };
        step.body(Body::new(name, geometry).role(Role::Second).opacity(0.2).group("step"));
    }
    step.lines(Lines::segments(rims).role(Role::Second));
}

/// Cells of directions as a net around the origin, with the last one filled.
fn cells<W: World>(canvas: &mut Canvas<W>, step: &mut Step, cells: &[Vec<W>]) {
    let radius = canvas.layout.length(DIRECTIONS);
    let corners = |cell: &[W]| cell.iter().map(|n| canvas.layout.beside(*n * radius)).collect::<Vec<_>>();
    let sides =
        |at: Vec<[f64; 3]>| (0..at.len()).map(|i| (at[i], at[(i + 1) % at.len()])).collect::<Vec<_>>();
    let net = cells.iter().flat_map(|cell| sides(corners(cell)));
    step.lines(Lines::segments(net).role(Role::Neutral));
    let Some(now) = cells.last().map(|cell| corners(cell)) else { return };
    step.lines(Lines::segments(sides(now.clone())).role(Role::Warn));
    if now.len() == 3
        && let Some(geometry) = extra(canvas, &now, &[[0, 1, 2]])
    {
        step.body(Body::new("cell", geometry).role(Role::Warn).opacity(0.5).group("step"));
    }
}

/// A simplex, a portal or a polytope.
fn polytope<W: World>(
    canvas: &mut Canvas<W>,
    step: &mut Step,
    name: &str,
    at: &[[f64; 3]],
    faces: &[[u32; 3]],
) {
    let triangles = match (faces.is_empty(), at.len()) {
        (false, _) => faces.to_vec(),
        (true, 3) => vec![[0, 1, 2]],
        (true, 4) => tetrahedron(at),
        _ => Vec::new(),
    };
    let sides = triangles.iter().flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
    // An edge of the plane comes as a triangle with two corners in one place.
    let mut edges: BTreeSet<_> = sides.filter(|(a, b)| a != b).map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    if at.len() == 2 {
        edges.insert((0, 1));
    }
    let solid: Vec<_> = triangles.into_iter().filter(|[a, b, c]| a != b && b != c && c != a).collect();
    if !solid.is_empty()
        && let Some(geometry) = extra(canvas, at, &solid)
    {
        step.body(Body::new(name, geometry).role(Role::Accent).opacity(0.4).group("step"));
    }
    let edges = edges.into_iter().map(|(a, b)| (at[a as usize], at[b as usize]));
    step.lines(Lines::segments(edges).role(Role::Accent));
    if at.len() <= DOTS {
        at.iter().for_each(|p| _ = step.point(Point::new(*p).role(Role::Accent)));
    }
}

/// The faces of a tetrahedron, counterclockwise as seen from outside.
fn tetrahedron(at: &[[f64; 3]]) -> Vec<[u32; 3]> {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| Vec3::from(at[i]));
    let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    let is_outside = (b - a).cross(c - a).dot(d - a) >= 0.0;
    if is_outside { faces } else { faces.into_iter().map(|[a, b, c]| [a, c, b]).collect() }
}
