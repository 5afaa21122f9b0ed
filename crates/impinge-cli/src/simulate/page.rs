//! Page of a run: bodies, contacts with their forces, and the energy under the slider.

use std::path::Path;

use impinge::{Rot3, Vec3};
use impinge_page::{
    Body, BodyId, Geometry, GeometryId, Lines, Page, Plot, Point, Pose as PagePose, Role, Section, Step, View,
};
use impinge_sim::{BodyKind, DebugLineKind};

use super::film::Film;
use super::looks::{Gallery, Looks, plate};
use super::picture::{Picture, Press};
use super::run::{Done, Plan};
use super::space::{Drawn, in_space, numbers};
use super::subject::{Subject, SubjectBody};
use crate::failure::Failure;
use crate::table::number;

/// Most contacts drawn in a picture, the strongest first; contacts without force are not drawn.
const CONTACTS: usize = 1000;
/// Most contacts of a picture in the plane, where nothing hides them, up to which they are points; of more, only the forces are drawn.
const POINTS: usize = 100;
/// Length of the longest arrow of a force, relative to the size of the scene.
const ARROW: f64 = 0.25;
/// Forces below this fraction of the strongest are not drawn as arrows.
const FAINT: f64 = 0.01;

/// Debug lines: kinds, role, and what the legend says.
const LINES: &[(&[DebugLineKind], Role, &str)] = &[
    (&[DebugLineKind::Box], Role::Quiet, "boxes of bodies"),
    (&[DebugLineKind::Asleep], Role::Second, "boxes of bodies that sleep"),
    (&[DebugLineKind::Sensor, DebugLineKind::JointLimit], Role::Warn, "sensors, limits of joints"),
    (&[DebugLineKind::Contact, DebugLineKind::Normal], Role::Accent, "contacts and their normals"),
    (&[DebugLineKind::Joint, DebugLineKind::JointFrame], Role::First, "joints and their frames"),
    (&[DebugLineKind::Island], Role::Good, "bodies of one island"),
];

/// Writes the page.
pub fn save<V: Drawn>(path: &Path, plan: &Plan<V>, subject: &Subject<V>, done: &Done) -> Result<(), Failure> {
    let pictures = done.film.as_ref().map_or(&[][..], Film::pictures);
    let mut view = if V::PLANE { View::plane() } else { View::space() };
    view.unit("m");
    let size = Size::of(subject, pictures);
    let drawn = bodies(&mut view, subject, &size);
    let strongest = pictures.iter().flat_map(|p| &p.contacts).map(|c| c.force).fold(0.0, f64::max);
    let are_few = pictures.iter().all(|picture| pressing(picture).count() <= POINTS);
    let marks = Marks { strongest, are_points: !V::PLANE || are_few };
    for picture in pictures {
        view.step(step(subject, &drawn, picture, &size, &marks));
    }
    add_kinds(&mut view, subject);
    let contacts = if marks.are_points { "contacts, and with which force" } else { "force with which" };
    view.legend(Role::Accent, format!("{contacts} one body presses on the other"));
    for (kinds, role, meaning) in LINES {
        let are_shown = |p: &Picture| p.lines.iter().any(|line| kinds.contains(&line.0));
        if pictures.iter().any(are_shown) && *role != Role::Accent {
            view.legend(*role, *meaning);
        }
    }
    let summary = &done.summary;
    let mut page = Page::new(format!("Simulation: {}", summary.scene));
    page.intro(format!(
        "{} {} steps at {} Hz with the solver {}; {} bodies.",
        subject.about, summary.steps, plan.rate, summary.solver, summary.bodies
    ));
    page.intro(if summary.deepest > 0.0 {
        format!(
            "The deepest overlap of all steps is {} ± {} m, at the start of step {}. The end has the hash {}.",
            number(summary.deepest),
            number(summary.deepest_error),
            summary.deepest_step,
            summary.hash
        )
    } else {
        format!("Nothing overlapped in any step. The end has the hash {}.", summary.hash)
    });
    page.view(view).section(energy(pictures));
    page.save(path).map_err(|e| Failure::Said(format!("{}: {e}; the page was not written", path.display())))
}

/// Legend of the bodies: the kinds that are there, with their numbers.
fn add_kinds<V: Drawn>(view: &mut View, subject: &Subject<V>) {
    let count = |kind: BodyKind| subject.bodies.iter().filter(|body| body.kind == kind).count();
    for (kind, role, meaning) in [
        (BodyKind::Dynamic, Role::Neutral, "dynamic (in turn gray and blue)"),
        (BodyKind::Kinematic, Role::Second, "kinematic (in turn pink and green)"),
        (BodyKind::Fixed, Role::Quiet, "fixed"),
    ] {
        if count(kind) > 0 {
            view.legend(role, format!("{meaning}: {}", count(kind)));
        }
    }
}

/// Contacts with a force.
fn pressing(picture: &Picture) -> impl Iterator<Item = &Press> {
    picture.contacts.iter().filter(|contact| contact.force > 0.0)
}

/// Drawing of contacts.
struct Marks {
    /// Strongest force of all pictures.
    strongest: f64,
    /// Whether contacts are drawn as points.
    are_points: bool,
}

/// Bounds of the bodies that are drawn by their triangles.
struct Size {
    center: Vec3<f64>,
    /// Half the longest side of the box of their centers, slightly enlarged; in the plane, of the box of the bodies.
    reach: f64,
    /// Half the sides of a floor below them.
    floor: [f64; 2],
}

impl Size {
    fn of<V: Drawn>(subject: &Subject<V>, pictures: &[Picture]) -> Self {
        let is_body = |body: &SubjectBody| !matches!(body.looks, Looks::HalfSpace(_));
        let mut gallery = Gallery::default();
        let mut centers = |picture: &Picture| -> Vec<Vec3<f64>> {
            let poses = picture.poses.iter().zip(&subject.bodies).filter(|(_, body)| is_body(body));
            let mut points = Vec::new();
            for (&[x, y, z, a, b, c, w], body) in poses {
                let at = Vec3::new(x, y, z);
                points.push(at);
                if let Some(number) = V::PLANE.then(|| gallery.of(&body.looks)).flatten() {
                    let turn = Rot3::try_normalize_xyzw([a, b, c, w]).unwrap_or_default();
                    let corners = &gallery.triangles[number].points;
                    points.extend(corners.iter().map(|&p| turn.rotate(Vec3::from(p)) + at));
                }
            }
            points
        };
        let around = |points: &[Vec3<f64>]| {
            points.iter().fold((Vec3::splat(f64::MAX), Vec3::splat(f64::MIN)), |(min, max), &at| {
                (min.min(at), max.max(at))
            })
        };
        let (min, max) = around(&pictures.first().map(&mut centers).unwrap_or_default());
        if min.x > max.x {
            return Self { center: Vec3::ZERO, reach: 1.0, floor: [1.0; 2] };
        }
        // Bodies that fly away later do not enlarge the floor, those that come to rest beside the others do.
        let more = if V::PLANE { 0.0 } else { 2.0 };
        let reach = 0.6 * (max - min).max_abs() + more;
        let wide = Vec3::splat(0.5 * reach);
        let (from, to) = around(&pictures.last().map(&mut centers).unwrap_or_default());
        let (min, max) = (min.min(from.max(min - wide)), max.max(to.min(max + wide)));
        let half = (max - min) * 0.5;
        let margin = 0.1 * reach + more;
        Self { center: (min + max) * 0.5, reach, floor: [half.x + margin, half.y + margin] }
    }
}

/// Adds all bodies; bodies that are not drawn get none.
fn bodies<V: Drawn>(view: &mut View, subject: &Subject<V>, size: &Size) -> Vec<Option<BodyId>> {
    let mut gallery = Gallery::default();
    let mut geometries: Vec<GeometryId> = Vec::new();
    let mut drawn = Vec::new();
    for (k, body) in subject.bodies.iter().enumerate() {
        let pose = subject.pose(&subject.world, body);
        if let Looks::HalfSpace(half_space) = &body.looks {
            let (up, thickness) = (V::DIM - 1, if V::PLANE { 0.02 } else { 0.01 } * size.reach);
            let is_level = half_space.normal().to_array()[up] == 1.0;
            let sides = if is_level { size.floor } else { [size.reach; 2] };
            let half = view.geometry(ground::<V>(sides, thickness));
            let placed = plate(&half_space.at(in_space(&pose)), size.center, thickness, up);
            // Walls are transparent.
            let opacity = if V::PLANE || half_space.normal().z.abs() > 0.5 { 1.0 } else { 0.06 };
            let page_body = Body::new(body.name.as_str(), half).role(Role::Quiet).opacity(opacity);
            view.body(
                page_body.at(PagePose::new(placed.translation().to_array(), placed.rotation().to_xyzw())),
            );
            drawn.push(None);
            continue;
        }
        let Some(number) = gallery.of(&body.looks) else {
            drawn.push(None);
            continue;
        };
        if number == geometries.len() {
            geometries.push(view.geometry(gallery.triangles[number].geometry()));
        }
        // Bodies alternate in color, so that they can be told apart.
        let (role, group) = match (body.kind, k % 2) {
            (BodyKind::Fixed, _) => (Role::Quiet, "fixed"),
            (BodyKind::Kinematic, 0) => (Role::Second, "kinematic"),
            (BodyKind::Kinematic, _) => (Role::Good, "kinematic"),
            (BodyKind::Dynamic, 0) => (Role::Neutral, "dynamic"),
            (BodyKind::Dynamic, _) => (Role::First, "dynamic"),
        };
        let [x, y, z, a, b, c, w] = numbers(&pose);
        let pose = PagePose::new([x, y, z], [a, b, c, w]);
        let is_sensor = subject.world.is_sensor(body.handle) == Ok(true);
        let (role, group, opacity) =
            if is_sensor { (Role::Warn, "sensors", 0.15) } else { (role, group, 1.0) };
        let page_body =
            Body::new(body.name.as_str(), geometries[number]).role(role).group(group).opacity(opacity);
        drawn.push(Some(view.body(page_body.at(pose))));
    }
    drawn
}

/// Plate of a half-space, or of a half-plane; see [`plate`].
fn ground<V: Drawn>([long, wide]: [f64; 2], thickness: f64) -> Geometry {
    if V::PLANE {
        let corners = [[-long, -thickness], [long, -thickness], [long, thickness], [-long, thickness]];
        Geometry::convex_polygon(corners)
    } else {
        Geometry::cuboid([long, wide, thickness])
    }
}

fn step<V: Drawn>(
    subject: &Subject<V>,
    drawn: &[Option<BodyId>],
    picture: &Picture,
    size: &Size,
    marks: &Marks,
) -> Step {
    let strongest = marks.strongest;
    let mut step = Step::new(format!("Step {}, after {} s.", picture.step, number(picture.time)));
    for ((id, body), p) in drawn.iter().zip(&subject.bodies).zip(&picture.poses) {
        if let Some(id) = id.filter(|_| body.kind != BodyKind::Fixed) {
            let [x, y, z, a, b, c, w] = *p;
            step.pose(id, PagePose::new([x, y, z], [a, b, c, w]));
        }
    }
    let mut contacts: Vec<&Press> = pressing(picture).collect();
    contacts.sort_by(|a, b| b.force.total_cmp(&a.force));
    contacts.truncate(CONTACTS);
    contacts.iter().filter(|_| marks.are_points).for_each(|contact| {
        step.point(Point::new(contact.point));
    });
    let scale = ARROW * size.reach / strongest.max(f64::MIN_POSITIVE);
    let arrows = contacts.iter().filter(|contact| contact.force > FAINT * strongest).map(|contact| {
        let tip = [0, 1, 2].map(|k| contact.point[k] + scale * contact.force * contact.normal[k]);
        (contact.point, tip)
    });
    step.lines(Lines::arrows(arrows));
    for (kinds, role, _) in LINES {
        let lines = picture.lines.iter().filter(|line| kinds.contains(&line.0));
        step.lines(Lines::segments(lines.map(|line| (line.1, line.2))).role(*role));
    }
    let deepest = picture.contacts.iter().map(|contact| -contact.signed_distance).fold(0.0, f64::max);
    step.number("time, s", picture.time).number("energy", picture.energy);
    step.number("contact points", picture.contacts.len() as f64).number("deepest, m", deepest);
    step
}

/// Plot of the energy over the pictures.
fn energy(pictures: &[Picture]) -> Section {
    let apart = match pictures {
        [first, second, ..] => number(second.time - first.time),
        _ => "0".into(),
    };
    let mut plot = Plot::new(
        "Kinetic energy and potential energy of all bodies that forces move; the line follows the slider",
        format!("picture, {apart} s from one to the next"),
        "energy",
    );
    plot.series("energy", pictures.iter().enumerate().map(|(k, picture)| (k as f64, picture.energy)));
    plot.follows_steps();
    let mut section = Section::new("Energy");
    section.plot(plot);
    section
}
