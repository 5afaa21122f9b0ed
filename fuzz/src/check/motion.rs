//! Meshes that move and turn, and meshes at rest.

use std::fmt;

use impinge::expel::zone::zone_for;
use impinge::expel::{MotionSettings, Mover, Start, Trace, shrunk};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh, is_in_solid};
use impinge::{AnyShape, Motion, Pose, Real, Rotation, Vec3};

use super::{Case, Findings, UNIT_ULPS};
use crate::Target;
use crate::body::Named;
use crate::bytes::Bytes;
use crate::meshes::{Mesh, cubes, poses, voxels};
use crate::oracle::{Dd, Faces, Known, Place, Unit, direction};

/// Points of an answer are on their surfaces within this many ε of the precision × the size of the scene.
const ON_SURFACE_ULPS: f64 = 64.0;

/// Bodies in one another by less than this many [`Zone::error`] touch: vertices of both are off by as much where they are
/// placed, whatever the precision of the bodies.
const ROUNDING_ERRORS: f64 = 2.0;

pub struct Moved<T: Real> {
    moving: Mesh<T>,
    standing: Mesh<T>,
    poses: [Pose<Vec3<T>>; 2],
    question: Question<T>,
    settings: MotionSettings,
}

#[derive(Clone, Debug)]
enum Question<T: Real> {
    Translate(Vec3<T>),
    Both([Vec3<T>; 2]),
    /// A turn or a screw.
    Turn(Motion<Vec3<T>>),
    /// A translation and then a turn.
    InARow([Motion<Vec3<T>>; 2]),
    Clearance(f64),
    Contacts(f64),
    /// Bodies of cubes on a grid, the first moved by this many cells.
    Voxels([Vec<[i32; 3]>; 2], [i32; 3]),
    Shrink(f64),
}

impl<T: Real> Case for Moved<T> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let choice = bytes.pick(16);
        let moving = Mesh::read(&mut bytes)?;
        let standing = Mesh::read(&mut bytes)?;
        let poses = poses(&mut bytes, [&moving, &standing])?;
        let towards = poses[1].translation() - poses[0].translation();
        let vector = |bytes: &mut Bytes<'_>| match bytes.pick(4) {
            0 => towards * T::of(4.0 * bytes.fraction()),
            1 => Vec3::axis(usize::from(bytes.byte())) * T::of(bytes.coordinate()),
            _ => AnyShape::<T>::vector(bytes),
        };
        let turning = |bytes: &mut Bytes<'_>| {
            let motion = AnyShape::<T>::turning(bytes);
            Motion::rotation(motion.center(), motion.axis(), motion.angle())
        };
        let question = match choice {
            0..=3 => Question::Translate(vector(&mut bytes)),
            4 => Question::Both([vector(&mut bytes), vector(&mut bytes)]),
            5..=7 => Question::Turn(turning(&mut bytes)),
            8 | 9 => {
                let (by, turn) = (vector(&mut bytes), turning(&mut bytes));
                let carried = Motion::try_rotation(turn.center() + by, turn.axis(), turn.angle()).ok()?;
                Question::InARow([Motion::try_translation(by).ok()?, carried])
            }
            10 | 11 => {
                let turn = turning(&mut bytes);
                Question::Turn(turn.try_moving(turn.axis() * T::of(bytes.coordinate())).ok()?)
            }
            12 => Question::Clearance(bytes.size()),
            13 => Question::Contacts(bytes.size()),
            14 => {
                let by = [0; 3].map(|_| i32::from(bytes.byte() % 5) - 2);
                Question::Voxels([cubes(bytes.seed()), cubes(bytes.seed())], by)
            }
            _ => Question::Shrink(match bytes.pick(6) {
                0 => -1e-3 * bytes.fraction(),
                1 => f64::NAN,
                2 => 0.0,
                _ => 1e-9 * bytes.size(),
            }),
        };
        let settings = MotionSettings { culling: bytes.byte() % 4 != 1, ..MotionSettings::default() };
        Some(Self { moving, standing, poses, question, settings })
    }

    fn kinds(&self) -> String {
        let question = format!("{:?}", self.question);
        let question = question.split(['(', ' ']).next().unwrap_or_default();
        format!("{question} {} {}", self.moving.name, self.standing.name)
    }

    fn check(&self, findings: &mut Findings) {
        let scene = Scene::of([&self.moving.mesh, &self.standing.mesh], self.poses);
        let [moving, standing] = scene.bodies();
        let settings = &self.settings;
        let mut mover = Mover::new();
        let (start, from) = (&self.poses[0], AnyShape::<T>::place(&self.poses[0], Unit(0)));
        match &self.question {
            Question::Translate(by) => {
                let Ok(trace) = mover.translate(&moving, *by, &standing, settings) else { return };
                let by = direction(*by);
                scene.trace(findings, &trace, start, |f| Place { at: from.at + by * f, ..from });
            }
            Question::Both(by) => {
                let Ok((trace, other)) = mover.translate_both([&moving, &standing], *by, settings) else {
                    return;
                };
                let end = Scene::of(scene.meshes, [trace.pose, other]);
                end.end(findings, &trace, scene.starts_apart(&trace));
            }
            Question::Turn(motion) => {
                let Ok(trace) = mover.move_by(&moving, motion, &standing, settings) else { return };
                scene.trace(findings, &trace, start, moved(motion, from));
            }
            Question::InARow(motions) => {
                let Ok([first, second]) = mover.move_in_a_row(&moving, motions, &standing, settings) else {
                    return;
                };
                scene.trace(findings, &first, start, moved(&motions[0], from));
                let halfway = Scene::of(scene.meshes, [first.pose, self.poses[1]]);
                let from = AnyShape::<T>::place(&first.pose, Unit(0));
                halfway.trace(findings, &second, &first.pose, moved(&motions[1], from));
            }
            Question::Clearance(reach) => {
                let Ok(found) = mover.clearance(&moving, &standing, *reach) else { return };
                let text = || format!("{found:?}");
                findings.hold(!found.distance.is_nan(), "finite", text);
                if scene.overlap {
                    findings.hold(found.distance <= 0.0, "bodies in one another have no clearance", text);
                }
                let truth = scene.distance(*reach);
                let text = || format!("{found:?}, truth at most {truth:e}");
                findings.hold(found.distance <= truth, "the clearance is a lower bound", text);
                if let Some(hit) = found.nearest {
                    scene.on_standing(findings, hit.point, hit.normal);
                }
            }
            Question::Contacts(reach) => {
                let mut contacts = Vec::new();
                let Ok(start) = mover.contacts(&moving, &standing, *reach, &mut contacts) else { return };
                let [a, b] = &scene.faces;
                let least = a.distance_in_front(b, 2.0 * reach);
                for contact in &contacts {
                    let text = || format!("{contact:?}, truth at most {least:e}");
                    let within = contact.distance <= reach + scene.slack();
                    findings.hold(within, "no contact beyond the reach", text);
                    scene.on_standing(findings, contact.point, contact.normal);
                }
                let text = || format!("truth at most {least:e}, {start:?}");
                let told = least > reach - scene.slack() || !contacts.is_empty();
                findings.hold(told, "bodies that are near have a contact", text);
                let crossed = start == Start::Overlapping && contacts.len() == 1;
                findings.hold(
                    crossed || !scene.overlap,
                    "bodies in one another have a contact that says so",
                    text,
                );
            }
            Question::Voxels(bodies, by) => check_voxels::<T>(findings, bodies, *by),
            Question::Shrink(amount) => check_shrunk(findings, &self.moving.mesh, *amount),
        }
    }
}

impl<T: Real> fmt::Display for Moved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, mesh, pose) in
            [("moving", &self.moving, &self.poses[0]), ("standing", &self.standing, &self.poses[1])]
        {
            writeln!(f, "  {name} ({}): {} {:?}", T::NAME, mesh.name, mesh.mesh.vertices())?;
            writeln!(f, "     at {:?} {:?}", pose.translation(), pose.rotation())?;
        }
        writeln!(f, "  {:?} {:?}", self.question, self.settings)
    }
}

/// Pose of a body after a part of a motion.
fn moved<T: Real>(motion: &Motion<Vec3<T>>, from: Place) -> impl Fn(Dd) -> Place {
    let (center, axis, by) =
        (direction(motion.center()), direction(motion.axis()), direction(motion.linear()));
    let (angle, straight) = (Dd::from(motion.angle().f64()), motion.is_translation());
    move |f| {
        if straight {
            return Place { at: from.at + by * f, ..from };
        }
        let turn = Place::turn(axis, angle * f);
        Place { at: center - turn.rotate(center) + by * f, ..turn }.after(&from)
    }
}

/// Two meshes at their places, and whether they are in one another.
pub struct Scene<'a, T: Real> {
    pub meshes: [&'a PolygonMesh<T>; 2],
    pub poses: [Pose<Vec3<T>>; 2],
    faces: [Faces; 2],
    /// In the frame of the moving mesh.
    still: Faces,
    /// Surely, and by more than rounding.
    pub overlap: bool,
    size: f64,
}

impl<'a, T: Real> Scene<'a, T> {
    pub fn of(meshes: [&'a PolygonMesh<T>; 2], poses: [Pose<Vec3<T>>; 2]) -> Self {
        let still = Faces::of(meshes[0]);
        let place = |i: usize| AnyShape::<T>::place(&poses[i], Unit(0));
        let faces = [still.at(&place(0)), Faces::of(meshes[1]).at(&place(1))];
        let size = faces.iter().flat_map(Faces::points).map(|p| p.norm().f64()).fold(0.0, f64::max);
        let far = poses.iter().map(|p| p.translation().norm()).fold(T::ZERO, T::max);
        let error = zone_for(meshes[0], meshes[1], far).map_or(f64::INFINITY, |zone| zone.error);
        let flatness = meshes[0].flatness() + meshes[1].flatness();
        let overlap = faces[0].overlaps_beyond(&faces[1], ROUNDING_ERRORS * error + flatness);
        Self { meshes, poses, faces, still, overlap, size }
    }

    pub fn bodies(&self) -> [PlacedMesh<'a, T>; 2] {
        [0, 1].map(|i| PlacedMesh::new(self.meshes[i], self.poses[i]))
    }

    fn slack(&self) -> f64 {
        ON_SURFACE_ULPS * T::EPSILON.f64() * self.size
    }

    /// The promises of the path hold for closed bodies.
    fn closed(&self) -> bool {
        self.meshes.iter().all(|m| m.is_closed())
    }

    pub fn distance(&self, limit: f64) -> f64 {
        self.faces[0].distance(&self.faces[1], limit)
    }

    /// Whether the bodies start at least the floor apart.
    fn starts_apart(&self, trace: &Trace<T>) -> bool {
        // What is measured is off by the error and by twice what polygons are not flat, once where it is and once in the proof.
        let flatness: f64 = self.meshes.iter().map(|m| m.flatness()).sum();
        let floor = trace.zone.floor * (1.0 + 1e-9) + 2.0 * trace.zone.error + 4.0 * flatness;
        self.closed() && !self.overlap && self.distance(2.0 * floor) >= floor
    }

    /// A motion from these poses; `way` tells where the body is after a part of it.
    fn trace(
        &self,
        findings: &mut Findings,
        trace: &Trace<T>,
        start: &Pose<Vec3<T>>,
        way: impl Fn(Dd) -> Place,
    ) {
        let fraction = trace.fraction.f64();
        let text = || format!("{trace:?}");
        findings.hold((0.0..=1.0).contains(&fraction), "the fraction is one", text);
        if self.overlap {
            findings.hold(!trace.clear, "no proof for a body in solid", text);
            findings.hold(trace.pose == *start, "a body in solid does not move", text);
            findings.hold(trace.hit.is_some(), "what a body is in is told", text);
            if let Some(hit) = trace.hit {
                self.on_standing(findings, hit.point, hit.normal);
            }
            return;
        }
        let apart = self.starts_apart(trace);
        Scene::of(self.meshes, [trace.pose, self.poses[1]]).end(findings, trace, apart);
        if fraction == 0.0 {
            findings.hold(trace.pose == *start, "nothing done, nothing moved", text);
        }
        if !apart {
            return;
        }
        for k in 1..8 {
            let f = Dd::from(fraction) * (f64::from(k) / 8.0).into();
            let there = self.still.at(&way(f));
            findings.hold(!there.overlaps(&self.faces[1]), "free all the way", || {
                format!("not at {:e}, {trace:?}", f.f64())
            });
        }
    }

    /// The end of a motion. `apart`: the bodies started at least the floor apart.
    pub fn end(&self, findings: &mut Findings, trace: &Trace<T>, apart: bool) {
        let text = || format!("{trace:?}");
        findings.hold(trace.clear || !apart, "what starts apart ends with a proof", text);
        if trace.clear || apart {
            findings.hold(!self.overlap, "the end is free", text);
            let far = self.distance(2.0 * trace.zone.floor);
            let text = || format!("{far:e} and floor {:e}, {trace:?}", trace.zone.floor);
            findings.hold(far >= trace.zone.floor, "the end keeps the floor", text);
        }
        if let Some(hit) = trace.hit {
            self.on_standing(findings, hit.point, hit.normal);
        }
    }

    /// A point of the standing surface, and a unit normal.
    fn on_standing(&self, findings: &mut Findings, point: Vec3<T>, normal: Vec3<T>) {
        let text = || format!("{point:?} {normal:?}");
        let finite = point.is_finite() && normal.is_finite();
        findings.hold(finite, "finite", text);
        if !finite {
            return;
        }
        let off = (direction(normal).norm() - Dd::ONE).abs().f64() / T::EPSILON.f64();
        findings.hold(off <= UNIT_ULPS, "normal is unit", text);
        let far = self.faces[1].from_point(direction(point));
        findings.hold(far <= self.slack(), "the point is on the standing surface", || {
            format!("off by {far:e}, {}", text())
        });
    }
}

/// Bodies of cubes on a grid share volume where they share a cube, and only there.
fn check_voxels<T: Real>(findings: &mut Findings, bodies: &[Vec<[i32; 3]>; 2], by: [i32; 3]) {
    let meshes = bodies.each_ref().map(|cubes| Mesh::<T>::of("voxels", &voxels(cubes)));
    let [Some(a), Some(b)] = meshes else { return };
    let moved = |cube: &[i32; 3]| [0, 1, 2].map(|i| cube[i] + by[i]);
    let truth = bodies[0].iter().any(|cube| bodies[1].contains(&moved(cube)));
    let pose = Pose::new(Vec3::from(by.map(|c| T::of(f64::from(c)))), Rotation::IDENTITY);
    let found = is_in_solid(&PlacedMesh::new(&a.mesh, pose), &PlacedMesh::new(&b.mesh, Pose::IDENTITY));
    findings.hold(found.is_none() || truth, "touching is not solid", || format!("{found:?}"));
    findings.hold(found.is_some() || !truth, "what shares a cube is in solid", || format!("{by:?}"));
}

/// A mesh made smaller stays closed, and invalid amounts are refused.
fn check_shrunk<T: Real>(findings: &mut Findings, mesh: &PolygonMesh<T>, amount: f64) {
    let made = shrunk(mesh, amount);
    if amount.is_nan() || amount < 0.0 {
        findings.hold(made.is_err(), "an amount that is none is refused", || format!("{amount}"));
        return;
    }
    // Far below any detail.
    let bounds = mesh.bounds();
    let small = (bounds.max - bounds.min).to_array().iter().all(|side| side.f64() > 1e3 * amount);
    if let Ok(made) = made
        && small
        && T::EPSILON.f64() <= f64::EPSILON
    {
        let text = || format!("by {amount:e}, of {:e}", mesh.volume());
        findings.hold(made.is_closed() == mesh.is_closed(), "what is closed stays closed", text);
        // A volume is summed of triangles and heights: it is off by a layer of their rounding, and of what polygons are not flat.
        let flatness = mesh.flatness() + made.flatness();
        let size = (bounds.max - bounds.min).norm().f64();
        let rounded = (32.0 * f64::EPSILON * size + 2.0 * flatness) * Faces::of(mesh).area();
        let smaller = made.volume() <= mesh.volume() + rounded || !mesh.is_closed();
        findings.hold(smaller, "what is made smaller is", text);
    }
}
