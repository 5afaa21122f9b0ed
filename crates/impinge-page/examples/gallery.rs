//! A page with everything on it: `cargo run -p impinge-page --example gallery -- FOLDER` writes `gallery.html`, `plane.html`,
//! `volume.html` and `many.html` (20,000 bodies) there; without a folder, into the folder of temporary files.

use std::f64::consts::{PI, TAU};
use std::path::PathBuf;

use impinge_page::{
    Body, BodyId, Column, Geometry, Lines, Page, Plot, Point, Pose, Role, Row, Section, Step, Table, View,
    Volume,
};

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let pages = [
        ("gallery.html", gallery()),
        ("plane.html", plane()),
        ("volume.html", volume()),
        ("many.html", many(20_000)),
    ];
    for (name, page) in pages {
        let path = folder.join(name);
        page.save(&path)?;
        println!("{} ({} kB)", path.display(), std::fs::metadata(&path)?.len() / 1000);
    }
    Ok(())
}

/// The distances around a ring.
fn volume() -> Page {
    let mut view = View::space();
    let ring = view.geometry(turned(|t| [0.8 + 0.3 * (TAU * t).cos(), 0.3 * (TAU * t).sin()], 32, 64));
    view.body(Body::new("ring", ring).role(Role::First));
    let distance = |[x, y, z]: [f64; 3]| (x.hypot(y) - 0.8).hypot(z) - 0.3;
    view.volume(Volume::new(
        "Signed distance",
        [[-1.3, -1.3, -0.5], [1.3, 1.3, 0.5]],
        [64, 64, 26],
        distance,
    ));
    let mut page = Page::new("Distances around a ring");
    page.intro("The slice is where the section plane is.").view(view);
    page
}

/// A ball falls past a ring onto a floor.
fn gallery() -> Page {
    let mut view = View::space();
    let slab = view.geometry(Geometry::cuboid([3.0, 2.0, 0.1]));
    let cube = view.geometry(Geometry::cuboid([0.4, 0.4, 0.4]));
    let ball = view.geometry(turned(|t| [0.5 * (PI * t).sin(), -0.5 * (PI * t).cos()], 24, 48));
    let ring = view.geometry(turned(|t| [0.8 + 0.2 * (TAU * t).cos(), 0.2 * (TAU * t).sin()], 24, 64));
    let pin = view.geometry(turned(
        |t| match t {
            t if t < 0.34 => [0.9 * t, -0.6],
            t if t < 0.67 => [0.3, -0.6 + 3.6 * (t - 0.34)],
            t => [0.9 * (1.0 - t), 0.6],
        },
        3,
        40,
    ));

    view.body(Body::new("floor", slab).role(Role::Quiet).at(Pose::position([0.0, 0.0, -0.1])).group("room"));
    let ball = view.body(
        Body::new("ball", ball)
            .role(Role::First)
            .at(Pose::position([-1.2, 0.0, 2.2]))
            .group("moving")
            .fact("volume", "0.524 m³"),
    );
    let ring = view.body(Body::new("ring", ring).at(Pose::position([-1.2, 0.0, 0.9])).group("room"));
    let first = view
        .body(Body::new("cube 1", cube).role(Role::Bad).at(Pose::position([1.0, -0.3, 0.4])).group("cubes"));
    let tilt = Pose::new([1.5, 0.1, 0.55], [0.0, 0.0, (PI / 8.0).sin(), (PI / 8.0).cos()]);
    let second = view.body(Body::new("cube 2", cube).role(Role::Bad).at(tilt).group("cubes").opacity(0.6));
    let third = view
        .body(Body::new("cube 3", cube).role(Role::Warn).at(Pose::position([2.3, 1.2, 0.4])).group("cubes"));
    let pin =
        view.body(Body::new("pin", pin).role(Role::Second).at(Pose::position([0.2, 1.1, 0.8])).group("room"));
    view.body(
        Body::new("spare <part> & \"more\"", cube)
            .at(Pose::position([-2.3, -1.2, 0.5]))
            .group("cubes")
            .hidden(),
    );
    view.lines(Lines::arrows([([1.25, -0.1, 0.5], [1.25, -0.1, 1.6])]));
    view.point(Point::new([1.25, -0.1, 0.5]).label("deepest point"));

    view.legend(Role::Bad, "overlapping").legend(Role::Warn, "touching").legend(Role::Accent, "proof");

    let mut heights = Vec::new();
    for i in 0..25 {
        let gap = 1.7 * (1.0 - (f64::from(i) / 24.0).powi(2));
        let z = gap + 0.5;
        heights.push((f64::from(i), gap));
        let mut step = Step::new(if gap > 0.0 {
            format!(
                "Step {i}: the ball is {gap:.3} above the floor, and the direction straight down proves it."
            )
        } else {
            "The ball touches the floor.".into()
        });
        step.pose(ball, Pose::position([-1.2, 0.0, z]))
            .lines(Lines::segments([([-1.2, 0.0, z - 0.5], [-1.2, 0.0, 0.0])]))
            .point(Point::new([-1.2, 0.0, 0.0]).label("nearest"))
            .number("distance", gap)
            .number("error", 1.2e-15)
            .number("state", if gap > 0.0 { "apart" } else { "touching" });
        if gap <= 0.0 {
            step.role(ball, Role::Warn);
        }
        view.step(step);
    }

    let mut pairs = Table::new(
        "Pairs",
        [
            Column::text("pair"),
            Column::text("state"),
            Column::number("distance"),
            Column::number("± error"),
            Column::text("proof"),
        ],
    );
    let mut pair = |names: &str, state: &str, distance: f64, proof: &str, bodies: [BodyId; 2]| {
        let cells = [names.into(), state.into(), distance.into(), 2.2e-16.into(), proof.into()];
        pairs.row(Row::new(cells).bodies(bodies));
    };
    pair("cube 1, cube 2", "overlap", -0.2513, "a point inside both; no way out is shorter", [first, second]);
    pair("cube 2, cube 3", "apart", 0.4567, "a plane between them", [second, third]);
    pair("ball, ring", "apart", 0.1, "a bound for each triangle of the ring", [ball, ring]);
    pair("pin, ring", "apart", 0.9132, "a bound for each triangle of the ring", [pin, ring]);

    let mut moments = Table::new("Moments", [Column::text("what"), Column::number("step")]);
    moments.row(Row::new(["the ball starts".into(), 1.0.into()]).step(0));
    moments.row(Row::new(["the ball touches the floor".into(), 25.0.into()]).step(24).bodies([ball]));
    moments.row(
        Row::new(["the corner behind".into(), f64::INFINITY.into()]).frame([1.5, 1.0, 0.0], [3.0, 2.0, 1.0]),
    );

    let mut plot = Plot::new("Distance of ball and floor by step.", "step", "distance");
    plot.series("distance", heights.iter().copied())
        .series("bound", heights.iter().map(|&(x, y)| (x, y * 0.8)))
        .follows_steps();
    let mut errors = Plot::new("Two algorithms, error by iteration.", "iterations", "relative error");
    errors
        .series("GJK", (1..20).map(|i| (f64::from(i), 10f64.powf(-0.8 * f64::from(i)))))
        .series("Frank–Wolfe", (1..60).map(|i| (f64::from(i), 1.0 / f64::from(i))))
        .log_y();
    let mut section = Section::new("How it went");
    section.text("Every number on this page has a bound that anyone can check.").plot(plot).plot(errors);
    let mut summary = Table::new("Summary", [Column::text("kind"), Column::number("count")]);
    summary.row(Row::new(["apart".into(), 3.0.into()])).row(Row::new(["overlapping".into(), 1.0.into()]));
    section.table(summary);

    let mut page = Page::new("Gallery: a ball, a ring & <some> cubes");
    page.intro("A ball falls through a ring onto the floor. Two cubes overlap; the arrow is the way out.")
        .view(view)
        .table(pairs)
        .table(moments)
        .section(section);
    page
}

/// Two polygons in the plane.
fn plane() -> Page {
    let mut view = View::plane();
    let star = |corners: u32, radius: f64| {
        Geometry::convex_polygon((0..corners).map(|i| {
            let angle = TAU * f64::from(i) / f64::from(corners);
            [radius * angle.cos(), radius * angle.sin()]
        }))
    };
    let hexagon = view.geometry(star(6, 1.0));
    let triangle = view.geometry(star(3, 0.8));
    view.body(Body::new("A", hexagon).role(Role::First).opacity(0.75));
    let b = view
        .body(Body::new("B", triangle).role(Role::Second).opacity(0.75).at(Pose::position([2.0, 0.3, 0.0])));
    for i in 0..8 {
        let x = 2.2 - 0.15 * f64::from(i);
        let mut step = Step::new(format!("B stands at x = {x:.2}."));
        step.pose(b, Pose::position([x, 0.3, 0.0]))
            .lines(Lines::arrows([([0.9, 0.17, 0.0], [x - 0.4, 0.3, 0.0])]))
            .point(Point::new([0.9, 0.17, 0.0]).label("a"))
            .point(Point::new([x - 0.4, 0.3, 0.0]).label("b"))
            .number("x", x);
        view.step(step);
    }
    let mut page = Page::new("Two polygons in the plane");
    page.intro("A flat view: drag to move, pinch or use the wheel to zoom.").view(view);
    page
}

/// A hall of parts that share three geometries.
fn many(count: u32) -> Page {
    let mut view = View::space();
    let shapes = [
        view.geometry(Geometry::cuboid([0.3, 0.3, 0.3])),
        view.geometry(turned(|t| [0.35 * (PI * t).sin(), -0.35 * (PI * t).cos()], 8, 12)),
        view.geometry(turned(|t| [0.3 + 0.1 * (TAU * t).cos(), 0.1 * (TAU * t).sin()], 8, 16)),
    ];
    let side = (f64::from(count) / 8.0).sqrt().ceil();
    let mut parts = Table::new("Parts", [Column::text("part"), Column::number("height")]);
    for i in 0..count {
        let n = f64::from(i);
        let position = [n % side, (n / side).floor() % side, (n / (side * side)).floor()];
        let role = if i % 997 == 0 { Role::Bad } else { Role::Neutral };
        let body = Body::new(format!("part {i}"), shapes[i as usize % 3]).at(Pose::position(position));
        let body = view.body(body.role(role).group(format!("level {}", position[2])));
        parts.row(Row::new([format!("part {i}").into(), position[2].into()]).bodies([body]));
    }
    let mut page = Page::new(format!("{count} parts"));
    page.intro("Parts that share their geometry are drawn in one call each.").view(view).table(parts);
    page
}

/// A solid of revolution about z: `outline` gives radius and height from the lower end to the upper one.
fn turned(outline: impl Fn(f64) -> [f64; 2], rows: u32, columns: u32) -> Geometry {
    let vertex = |row: u32, column: u32| {
        let [radius, z] = outline(f64::from(row) / f64::from(rows));
        let angle = TAU * f64::from(column) / f64::from(columns);
        [radius * angle.cos(), radius * angle.sin(), z]
    };
    let positions = (0..=rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let positions: Vec<_> = positions.map(|(row, column)| vertex(row, column)).collect();
    // A ring ends where it began.
    let last = if outline(0.0)[0] == outline(1.0)[0] && outline(0.0)[0] > 0.0 { rows } else { rows + 1 };
    let corner = |row: u32, column: u32| row % last * columns + column % columns;
    let triangles = (0..rows).flat_map(|row| {
        (0..columns).flat_map(move |column| {
            let [a, b] = [corner(row, column), corner(row, column + 1)];
            let [c, d] = [corner(row + 1, column + 1), corner(row + 1, column)];
            [[a, b, c], [a, c, d]]
        })
    });
    Geometry::new(positions, triangles)
}
