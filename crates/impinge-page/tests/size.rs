//! Size of the page of a large assembly, as `impinge clash` writes it.

use impinge_page::{Body, Cell, Column, Geometry, Lines, Page, Pose, Role, Row, Table, View};

/// Parts, findings, and the most bytes that their page may have.
const PARTS: u32 = 5907;
const FINDINGS: usize = 1328;
const MOST_BYTES: usize = 8_000_000;

/// Corners around a part, and rings of them: 52 vertices, 100 triangles.
const AROUND: u32 = 13;
const RINGS: u32 = 4;

/// A shape that no other part has: a turned profile, each corner moved by its own amount.
fn shape(part: u32) -> Geometry {
    let corner = |k: u32| {
        let (ring, side) = (k / AROUND, k % AROUND);
        let wave = (f64::from(part) * 12.9898 + f64::from(k) * 78.233).sin();
        let radius = 3.0 + 0.6 * wave;
        let (sin, cos) = (f64::from(side) * std::f64::consts::TAU / f64::from(AROUND)).sin_cos();
        [radius * cos, radius * sin, 2.5 * f64::from(ring) + 0.3 * wave]
    };
    let at = |ring: u32, side: u32| ring * AROUND + side % AROUND;
    let walls = (0..RINGS - 1).flat_map(|r| {
        (0..AROUND).flat_map(move |s| {
            [[at(r, s), at(r, s + 1), at(r + 1, s + 1)], [at(r, s), at(r + 1, s + 1), at(r + 1, s)]]
        })
    });
    let top = (RINGS - 1) * AROUND;
    let caps = (1..AROUND - 1).flat_map(move |s| [[0, s + 1, s], [top, top + s, top + s + 1]]);
    Geometry::new((0..RINGS * AROUND).map(corner), walls.chain(caps))
}

/// Measured: 6.38 MB. Three `f32` for each vertex and three `u32` for each triangle, in base64, would have 14.4 MB by themselves.
#[test]
fn a_page_of_thousands_of_different_shapes_is_small() {
    let mut view = View::space();
    view.unit("mm");
    let mut bodies = Vec::new();
    for part in 0..PARTS {
        let geometry = view.geometry(shape(part));
        let at = [part % 18, part / 18 % 18, part / 324].map(|k| 12.0 * f64::from(k));
        let body = Body::new(format!("assembly/part_{part:05}.obj"), geometry).at(Pose::position(at));
        let body = body.group("hard clash").fact("triangles", "100").fact("inside", "solid");
        bodies.push(view.body(body));
    }
    let columns =
        [Column::text("A"), Column::text("B"), Column::number("depth, mm"), Column::number("volume, mm³")];
    let mut table = Table::new("Hard clash", columns);
    for (k, pair) in bodies.windows(2).take(FINDINGS).enumerate() {
        let value = 1.234_567_890_123 + k as f64;
        let names = [k, k + 1].map(|part| Cell::from(format!("assembly/part_{part:05}.obj")));
        let [a, b] = names;
        let cells = [a, b, Cell::Measured { value, error: 1e-15 }, Cell::Measured { value, error: 1e-13 }];
        table.row(Row::new(cells).pair([pair[0]], [pair[1]]).frame([0.0; 3], [value; 3]));
        let way = Lines::arrows([([value; 3], [0.0; 3])]);
        view.lines(way.role(Role::Good).between([pair[0], pair[1]]));
    }
    let mut page = Page::new("Clashes");
    page.view(view).table(table);
    let mut html = Vec::new();
    page.write_to(&mut html).expect("memory takes all");
    println!("{PARTS} parts of as many shapes, {FINDINGS} findings: {} bytes", html.len());
    assert!(html.len() < MOST_BYTES, "{} bytes", html.len());
}
