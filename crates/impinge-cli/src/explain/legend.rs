//! Legend of the picture: the meaning of each color, of what the steps of this run draw.

use impinge_page::{Role, View};

use super::moment::{Moment, Run};
use super::world::World;

/// Adds the legend. `still` says that nothing moves, so that B − A is drawn.
pub fn add<W: World>(view: &mut View, run: &Run<W>, still: bool) {
    let draws =
        |what: &dyn Fn(&Moment<W>) -> bool| run.opening.iter().chain(&run.steps).chain([&run.last]).any(what);
    let has_regions = draws(&|moment| !moment.sketch.chosen_from.is_empty());
    let mut entries = vec![
        (Role::First, "A".to_owned()),
        (
            Role::Second,
            if still && has_regions { "B; around O, pale: the Voronoi region of O" } else { "B" }.into(),
        ),
    ];
    let listed = |parts: &[(bool, &str)]| {
        let drawn: Vec<&str> =
            parts.iter().filter(|(is_drawn, _)| *is_drawn).map(|(_, name)| *name).collect();
        drawn.join("; ")
    };
    let has_outlines = draws(&|moment| !moment.outlines.is_empty());
    let has_points = draws(&|moment| moment.points.is_some());
    if still {
        let sketches =
            |what: &dyn Fn(&Moment<W>) -> bool| draws(&|m| !m.sketch.vertices.is_empty() && what(m));
        let has_cells = draws(&|moment| !moment.sketch.cells.is_empty());
        let has_base = draws(&|moment| moment.sketch.base.is_some());
        let has_polytope = sketches(&|m| !m.sketch.faces.is_empty());
        let is_simplex =
            |m: &Moment<W>| m.sketch.faces.is_empty() && m.sketch.base.is_none() && m.sketch.cells.is_empty();
        entries.push((Role::Neutral, "B − A".into()));
        let accent = [
            (sketches(&is_simplex), "simplex"),
            (has_polytope, "polytope"),
            (sketches(&|m| m.sketch.base.is_some()), "portal"),
            (sketches(&|m| !m.sketch.cells.is_empty()), "support points"),
            (draws(&|moment| moment.sketch.nearest.is_some()), "v, its point nearest to O"),
        ];
        entries.push((Role::Accent, listed(&accent)));
        let warn = [
            (draws(&|moment| moment.sketch.direction.is_some()), "direction of the support call"),
            (has_base, "base and its ray through O"),
            (has_cells, "cell of directions"),
            (has_outlines, "features of A and B"),
        ];
        entries.push((Role::Warn, listed(&warn)));
        let good = [
            (draws(&|moment| moment.sketch.found.is_some()), "w, the support point"),
            (draws(&|moment| moment.sketch.plane.is_some()), "its plane"),
            (has_points, "a and b on A and B"),
        ];
        entries.push((Role::Good, listed(&good)));
        entries.push((Role::Bad, "O, the origin".into()));
    } else {
        entries.push((Role::Quiet, "way of the origin of B".into()));
        let between = format!("{} between them", W::PLANE);
        let good = [
            (has_points, "a and b, nearest to one another"),
            (draws(&|moment| moment.between.is_some()), between.as_str()),
        ];
        entries.push((Role::Good, listed(&good)));
        entries.push((Role::Warn, listed(&[(has_outlines, "features that meet")])));
    }
    for (role, meaning) in entries.into_iter().filter(|(_, meaning)| !meaning.is_empty()) {
        view.legend(role, meaning);
    }
}
