//! Description of a file, as text.

use std::io::{self, Write};

use super::Content;
use super::map::MapInfo;
use super::mesh::MeshInfo;
use super::robot::{JointInfo, RobotInfo};
use super::scene::SceneInfo;
use crate::failure::on_one_line;
use crate::table::{self, Align, number};

/// Most rows of a table; the JSON has the rest.
const MOST_ROWS: usize = 40;

/// Prints the contents of a file.
pub fn text(out: &mut impl Write, file: &str, content: &Content) -> io::Result<()> {
    writeln!(out, "{}", on_one_line(file))?;
    match content {
        Content::Map(info) => map(out, info),
        Content::Mesh(info) => mesh(out, info),
        Content::Robot(info) => robot(out, info),
        Content::Scene(info) => scene(out, info),
    }
}

fn mesh(out: &mut impl Write, info: &MeshInfo) -> io::Result<()> {
    let MeshInfo { vertices, faces, triangles, pieces, .. } = info;
    writeln!(out, "  mesh      {vertices} vertices, {faces} faces, {triangles} triangles, pieces: {pieces}")?;
    writeln!(out, "  bounds    {} to {}", point(info.min), point(info.max))?;
    match info.volume {
        Some(volume) if info.inside_out => {
            writeln!(out, "  closed    inside out: its faces face inward, volume {}", number(volume))?;
        }
        Some(volume) => writeln!(out, "  closed    volume {}", number(volume))?,
        None => writeln!(
            out,
            "  open      no volume: {} edges with one face, {} faces at edges that do not close",
            info.open_edges, info.crowded_edges
        )?,
    }
    let unit = if info.unit == "file" { "not stated: units of the file" } else { info.unit };
    writeln!(out, "  lengths   {unit}")?;
    if info.welded > 0 {
        let distance = info.weld_distance;
        writeln!(out, "  welded    {} points at open edges, {distance:.1e} apart at most", info.welded)?;
    }
    if info.gaps_closed > 0 {
        writeln!(out, "  gaps      {} closed", info.gaps_closed)?;
    }
    let repairs: Vec<String> = info.repairs.iter().map(|(what, count)| format!("{count} {what}")).collect();
    let repairs = if repairs.is_empty() { "none".into() } else { repairs.join("; ") };
    writeln!(out, "  repairs   {repairs}")?;
    let rows: Vec<[String; 4]> = info
        .parts
        .iter()
        .map(|part| {
            let state = match (part.closed, part.inside_out) {
                (true, true) => "inside out",
                (true, false) => "closed",
                (false, _) => "open",
            };
            [on_one_line(&part.name), part.vertices.to_string(), part.faces.to_string(), state.into()]
        })
        .collect();
    let columns = [
        ("part", Align::Left),
        ("vertices", Align::Right),
        ("faces", Align::Right),
        ("surface", Align::Left),
    ];
    rows_of(out, columns, &rows)
}

/// Prints the contents of a map.
pub fn map(out: &mut impl Write, info: &MapInfo) -> io::Result<()> {
    let [x, y, z] = info.cells;
    writeln!(
        out,
        "  map       {x} x {y} x {z} cells of {}, {} blocks with values",
        number(info.spacing),
        info.blocks
    )?;
    writeln!(
        out,
        "  mesh      {} to {}, {}",
        point(info.min),
        point(info.max),
        if info.closed { "closed" } else { "open" }
    )?;
    writeln!(out, "  band      {} to each side of the surface; {} bytes", number(info.band), info.bytes)?;
    writeln!(out, "  made      distances by {}, signs by {}", info.method, info.sign.replace('_', " "))?;
    let beyond = info.beyond_error_bound.map_or("unbounded".into(), number);
    let sure = if info.closed { "" } else { " if the sign is not in doubt" };
    writeln!(
        out,
        "  error     at most {} in the band{sure}, {} in the box of the map, {beyond} beyond it; {} at nodes",
        number(info.band_error_bound),
        number(info.box_error_bound),
        number(info.node_error)
    )
}

fn robot(out: &mut impl Write, info: &RobotInfo) -> io::Result<()> {
    let RobotInfo { name, root, links, joints, free, visuals_left_out } = info;
    let (links_count, joints_count) = (links.len(), joints.len());
    let [name, root] = [name, root].map(|text| on_one_line(text));
    writeln!(out, "  robot     {name}: {links_count} links from {root}, {joints_count} joints, {free} free")?;
    if *visuals_left_out > 0 {
        writeln!(out, "  visuals   {visuals_left_out} left out: their meshes are not there or not read")?;
    }
    let columns = [("link", Align::Left), ("collides as", Align::Left), ("triangles", Align::Right)];
    let rows: Vec<[String; 3]> = links
        .iter()
        .map(|link| [on_one_line(&link.name), counted(&link.collision), link.triangles.to_string()])
        .collect();
    rows_of(out, columns, &rows)?;
    let columns = [
        ("joint", Align::Left),
        ("type", Align::Left),
        ("from", Align::Left),
        ("to", Align::Left),
        ("values", Align::Left),
    ];
    let row = |joint: &JointInfo| {
        let values = match (&joint.follows, joint.limits) {
            (Some(other), _) => format!("follows {}", on_one_line(other)),
            (None, Some([lower, upper])) => format!("{} to {}", number(lower), number(upper)),
            (None, None) => String::new(),
        };
        [
            on_one_line(&joint.name),
            joint.kind.into(),
            on_one_line(&joint.parent),
            on_one_line(&joint.child),
            values,
        ]
    };
    rows_of(out, columns, &joints.iter().map(row).collect::<Vec<_>>())
}

fn scene(out: &mut impl Write, info: &SceneInfo) -> io::Result<()> {
    let SceneInfo { unit, margin, bodies, allowed_rules } = info;
    let margin = margin.map_or_else(|| "none".into(), number);
    let count = bodies.len();
    writeln!(
        out,
        "  scene     {count} bodies, in {unit}, margin {margin}; rules for pairs that may meet: {allowed_rules}"
    )?;
    let columns = [
        ("body", Align::Left),
        ("made of", Align::Left),
        ("groups", Align::Left),
        ("from", Align::Right),
        ("to", Align::Right),
    ];
    let rows: Vec<[String; 5]> = bodies
        .iter()
        .map(|body| {
            let groups = on_one_line(&body.groups.join(", "));
            [on_one_line(&body.name), on_one_line(&body.made_of), groups, point(body.min), point(body.max)]
        })
        .collect();
    rows_of(out, columns, &rows)
}

/// A table, if it has rows, truncated if it is too long.
fn rows_of<const N: usize>(
    out: &mut impl Write,
    columns: [(&str, Align); N],
    rows: &[[String; N]],
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let shown = &rows[..rows.len().min(MOST_ROWS)];
    writeln!(out)?;
    table::write(out, columns, shown)?;
    let left = rows.len() - shown.len();
    if left > 0 { writeln!(out, "  and {left} more; `--json` has them all") } else { Ok(()) }
}

/// Names with their counts, such as "2 Sphere, base.stl".
fn counted(names: &[String]) -> String {
    let mut told: Vec<(&str, usize)> = Vec::new();
    for name in names {
        match told.iter_mut().find(|(other, _)| other == name) {
            Some((_, count)) => *count += 1,
            None => told.push((name, 1)),
        }
    }
    let one = |(name, count): &(&str, usize)| match count {
        1 => on_one_line(name),
        _ => format!("{count} {}", on_one_line(name)),
    };
    told.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn point(xyz: [f64; 3]) -> String {
    format!("({})", xyz.map(number).join(", "))
}
