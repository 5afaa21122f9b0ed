//! The data of a page as JSON. Arrays are base64 of little-endian numbers, texts are strings.

use std::io;

use crate::body::{Body, BodyId, Role};
use crate::coded::Coded;
use crate::encode::Json;
use crate::page::{Block, Page};
use crate::table::{Cell, Table};
use crate::view::View;

/// Writes all data that the viewer needs. Tables are in the order of the page: those beside the view, then those of the sections.
pub(crate) fn write(page: &Page, json: &mut Json<'_>) -> io::Result<()> {
    let below = page.sections.iter().flat_map(|section| &section.blocks);
    let below = below.filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None });
    json.object(|json| {
        if let Some(view) = &page.view {
            json.key("view")?.object(|json| scene(view, json))?;
        }
        json.key("tables")?.list(page.tables.iter().chain(below), table)
    })
}

fn scene(view: &View, json: &mut Json<'_>) -> io::Result<()> {
    // Objects of a step carry its index plus one, objects of all steps 0.
    let marked = |step: usize| u32::try_from(step + 1).unwrap_or(u32::MAX);
    let steps = || view.steps.iter().enumerate();
    let bodies = || view.bodies.iter().chain(view.steps.iter().flat_map(|step| &step.bodies));
    let body_steps = view
        .bodies
        .iter()
        .map(|_| 0)
        .chain(steps().flat_map(|(i, s)| s.bodies.iter().map(move |_| marked(i))));
    let lines = || {
        let all = view.lines.iter().map(|lines| (0, lines));
        all.chain(steps().flat_map(move |(i, step)| step.lines.iter().map(move |lines| (marked(i), lines))))
    };
    let points = || {
        let all = view.points.iter().map(|point| (0, point));
        all.chain(steps().flat_map(move |(i, step)| step.points.iter().map(move |point| (marked(i), point))))
    };
    let mut groups: Vec<&str> = bodies().map(|body| body.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let group = |body: &Body| groups.binary_search(&body.group.as_str()).unwrap_or(0);

    json.key("flat")?.flag(view.flat)?;
    json.key("unit")?.text(&view.unit)?;
    json.key("start")?.whole(view.start)?;
    json.key("focus")?.words(view.focus.iter().map(|body| body.0))?;
    json.key("geometries")?.object(|json| {
        let Coded { size, rounding, bytes } = Coded::new(&view.geometries);
        json.key("count")?.whole(view.geometries.len())?;
        json.key("size")?.whole(size)?;
        json.key("rounding")?.number(rounding)?;
        json.key("bytes")?.bytes(bytes)
    })?;
    json.key("legend")?.list(&view.legend, |json, (meant, meaning)| {
        json.array(|json| {
            json.whole(role(*meant).into())?;
            json.text(meaning)
        })
    })?;
    if let Some(volume) = view.volume.as_ref().filter(|_| !view.flat) {
        json.key("volume")?.object(|json| {
            json.key("name")?.text(&volume.name)?;
            json.key("low")?.list(volume.low, Json::number)?;
            json.key("high")?.list(volume.high, Json::number)?;
            json.key("counts")?.list(volume.counts, |json, count| json.whole(count as usize))?;
            json.key("values")?.floats(volume.values.iter().copied())
        })?;
    }
    json.key("groups")?.list(&groups, |json, group| json.text(group))?;
    json.key("bodies")?.object(|json| {
        json.key("names")?.list(bodies(), |json, body| json.text(&body.name))?;
        json.key("geometries")?.words(bodies().map(|body| body.geometry.0))?;
        json.key("groups")?.words(bodies().map(|body| u32::try_from(group(body)).unwrap_or(0)))?;
        json.key("steps")?.words(body_steps)?;
        json.key("poses")?.floats(bodies().flat_map(|body| body.pose.numbers()))?;
        json.key("roles")?.bytes(bodies().map(|body| role(body.role)))?;
        json.key("opacities")?.bytes(bodies().map(|body| opacity(body.opacity)))?;
        json.key("hidden")?.bytes(bodies().map(|body| u8::from(body.hidden)))?;
        json.key("facts")?.object(|json| {
            let told = bodies().enumerate().filter(|(_, body)| !body.facts.is_empty());
            told.into_iter().try_for_each(|(i, body)| {
                json.key(&i.to_string())?.list(&body.facts, |json, (name, value)| {
                    json.list([name, value], |json, text| json.text(text))
                })
            })
        })
    })?;
    json.key("lines")?.object(|json| {
        let each = || lines().flat_map(|(step, l)| l.segments.iter().map(move |_| (step, l)));
        json.key("ends")?
            .floats(lines().flat_map(|(_, l)| l.segments.iter().flatten().flatten().copied()))?;
        json.key("roles")?.bytes(each().map(|(_, l)| role(l.role)))?;
        json.key("arrows")?.bytes(each().map(|(_, l)| u8::from(l.arrows)))?;
        json.key("pairs")?.words(each().flat_map(|(_, l)| between(l.between)))?;
        json.key("steps")?.words(each().map(|(step, _)| step))
    })?;
    json.key("points")?.object(|json| {
        json.key("positions")?.floats(points().flat_map(|(_, point)| point.position))?;
        json.key("roles")?.bytes(points().map(|(_, point)| role(point.role)))?;
        json.key("pairs")?.words(points().flat_map(|(_, point)| between(point.between)))?;
        json.key("steps")?.words(points().map(|(step, _)| step))?;
        json.key("labels")?.list(points(), |json, (_, point)| json.text(&point.label))
    })?;
    json.key("steps")?.list(&view.steps, |json, step| {
        json.object(|json| {
            json.key("caption")?.text(&step.caption)?;
            json.key("moved")?.words(step.poses.iter().map(|(body, _)| body.0))?;
            json.key("poses")?.floats(step.poses.iter().flat_map(|(_, pose)| pose.numbers()))?;
            json.key("colored")?.words(step.roles.iter().map(|(body, _)| body.0))?;
            json.key("roles")?.bytes(step.roles.iter().map(|(_, r)| role(*r)))?;
            json.key("hidden")?.words(step.hidden.iter().map(|body| body.0))?;
            json.key("focus")?.words(step.focus.iter().map(|body| body.0))?;
            json.key("numbers")?.list(&step.numbers, |json, (name, value)| {
                json.array(|json| {
                    json.text(name)?;
                    cell(json, value)
                })
            })
        })
    })
}

/// Numbers of the two bodies of marks, from 1; 0 for marks that belong to no pair.
fn between(pair: Option<[BodyId; 2]>) -> [u32; 2] {
    pair.map_or([0, 0], |pair| pair.map(|body| body.0 + 1))
}

/// Index of the role's color in the palette of the viewer.
fn role(role: Role) -> u8 {
    match role {
        Role::Neutral => 0,
        Role::Quiet => 1,
        Role::First => 2,
        Role::Second => 3,
        Role::Good => 4,
        Role::Warn => 5,
        Role::Bad => 6,
        Role::Accent => 7,
        Role::Unproven => 8,
    }
}

/// An opacity from 0 to 255; NaN is solid.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the range of a byte")]
fn opacity(opacity: f64) -> u8 {
    if opacity.is_nan() { 255 } else { (opacity.clamp(0.0, 1.0) * 255.0).round() as u8 }
}

fn table(json: &mut Json<'_>, table: &Table) -> io::Result<()> {
    json.object(|json| {
        json.key("title")?.text(&table.title)?;
        json.key("columns")?.list(&table.columns, |json, column| {
            json.object(|json| {
                json.key("name")?.text(&column.name)?;
                json.key("numeric")?.flag(column.numeric)
            })
        })?;
        json.key("rows")?.list(&table.rows, |json, row| {
            json.object(|json| {
                json.key("cells")?.list(&row.cells, cell)?;
                if !row.bodies.is_empty() {
                    json.key("bodies")?.list(&row.bodies, |json, body| json.whole(body.0 as usize))?;
                }
                if let Some(first) = row.pair {
                    json.key("pair")?.whole(first)?;
                }
                if let Some(frame) = &row.frame {
                    json.key("frame")?.floats(frame.iter().flatten().copied())?;
                }
                if let Some(step) = row.step {
                    json.key("step")?.whole(step)?;
                }
                Ok(())
            })
        })
    })
}

fn cell(json: &mut Json<'_>, cell: &Cell) -> io::Result<()> {
    match cell {
        Cell::Text(text) => json.text(text),
        Cell::Number(number) => json.number(*number),
        Cell::Measured { value, error } => json.list([value, error], |json, x| json.number(*x)),
    }
}
