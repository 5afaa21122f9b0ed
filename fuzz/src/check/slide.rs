//! Player movement.

use std::fmt;

use impinge::expel::{Mover, SlideSettings, Step};
use impinge::hull::solid_hull;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{AnyShape, Pose, Real, Rotation, Vec3};
use impinge_scenes::rooms;

use super::motion::Scene;
use super::{Case, Findings};
use crate::Target;
use crate::body::{Named, v3};
use crate::bytes::Bytes;
use crate::meshes::Mesh;

/// Slides in a row.
const CALLS: usize = 3;

/// A body of the world is touched within this many thicknesses of the zone.
const TOUCH: f64 = 8.0;

pub struct Walk<T: Real> {
    player: Mesh<T>,
    world: Vec<(Mesh<T>, Pose<Vec3<T>>)>,
    start: Pose<Vec3<T>>,
    pushes: Vec<Vec3<T>>,
    settings: SlideSettings<T>,
    /// Nothing in the world is a step.
    smooth: bool,
}

impl<T: Real> Case for Walk<T> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let choice = bytes.byte();
        let player: Mesh<T> = player(&mut bytes)?;
        let floor = rooms::cuboid([16.0, 16.0, 1.0], 1);
        let at = |x: f64, y: f64, z: f64| Pose::at(v3(x, y, z));
        let mut world = vec![(Mesh::of("ground", &floor)?, at(0.0, 0.0, -1.0))];
        let smooth = choice.is_multiple_of(4);
        if smooth {
            // A slope, and a wall beside it.
            let tilt = Rotation::inverse(&impinge::Rot3::from_axis_angle(
                Vec3::new(T::ZERO, T::ONE, T::ZERO),
                T::of(0.6 * bytes.fraction()),
            ));
            world[0].1 = Pose::new(v3::<T>(0.0, 0.0, -1.0), tilt);
            let wall = rooms::cuboid([1.0, 16.0, 16.0], 1);
            world.push((Mesh::of("wall", &wall)?, at(2.0, 0.0, 0.0)));
        }
        for _ in 0..if smooth { 0 } else { choice % 4 } {
            let (name, faces) = match bytes.pick(4) {
                0 => ("box", rooms::cuboid([bytes.size(), bytes.size(), bytes.size()], 1)),
                1 => ("stairs", rooms::stairs(4, 0.5, 0.25, 3.0)),
                2 => ("letter", rooms::letter('U')),
                _ => ("needles", rooms::needles(2, 0.05, 2.0, bytes.seed())),
            };
            let turn = AnyShape::<T>::rotation(&mut bytes, &Rotation::IDENTITY);
            let place: Vec3<T> = v3(1.5 + 3.0 * bytes.fraction(), 4.0 * bytes.signed(), bytes.tiny());
            world.push((Mesh::of(name, &faces)?, Pose::new(place, turn)));
        }
        // On the ground, a little in it, or above it.
        let low = player.mesh.bounds().min.z.f64();
        let height = match bytes.pick(6) {
            0 => 1e-6,
            1 => bytes.tiny(),
            2 => -1e-6,
            _ => bytes.fraction(),
        };
        let height = if smooth { 2.0 } else { height };
        let start = at(-2.0 * bytes.fraction(), 3.0 * bytes.signed(), height - low);
        let mut pushes: Vec<Vec3<T>> = (0..CALLS).map(|_| push(&mut bytes)).collect();
        if smooth {
            // Down onto the slope first.
            pushes.insert(0, v3(0.0, 0.0, -6.0));
        }
        let settings = SlideSettings {
            step: T::of([0.0, 0.3, 0.5, 1.0][usize::from(choice >> 4 & 3)]),
            ..SlideSettings::default()
        };
        Some(Self { player, world, start, pushes, settings, smooth })
    }

    fn kinds(&self) -> String {
        let mut names: Vec<&str> = self.world.iter().map(|(mesh, _)| mesh.name).collect();
        names.sort_unstable();
        names.dedup();
        format!("{} {}", self.player.name, names.join(" "))
    }

    fn check(&self, findings: &mut Findings) {
        let world: Vec<PlacedMesh<'_, T>> =
            self.world.iter().map(|(m, p)| PlacedMesh::new(&m.mesh, *p)).collect();
        let mut mover = Mover::new();
        let mut pose = self.start;
        let up = Vec3::new(T::ZERO, T::ZERO, T::ONE);
        for push in &self.pushes {
            let body = PlacedMesh::new(&self.player.mesh, pose);
            let Ok(slid) = mover.slide(&body, *push, &world, &self.settings) else { return };
            let text = || format!("{slid:?} from {pose:?} by {push:?}");
            let finite = slid.pose.translation().is_finite() && slid.left.is_finite();
            findings.hold(finite, "finite", text);
            let moved = slid.pose != pose;
            findings.hold(moved || slid.left == Vec3::ZERO, "it moves, or nothing is left", text);
            let mut apart = true;
            let mut touched = false;
            for (mesh, place) in &self.world {
                let meshes = [&self.player.mesh, &mesh.mesh];
                let before = Scene::of(meshes, [pose, *place]);
                let after = Scene::of(meshes, [slid.pose, *place]);
                let [a, b] = before.bodies();
                let Ok(zone) = mover.translate(&a, Vec3::ZERO, &b, &self.settings.motion).map(|t| t.zone)
                else {
                    return;
                };
                let clear = !before.overlap && before.distance(2.0 * zone.floor) >= zone.floor * (1.0 + 1e-9);
                apart &= clear;
                if before.overlap {
                    let same = slid.pose == pose;
                    findings.hold(same, "a body in solid does not move", text);
                    findings.hold(slid.ground.is_none(), "a body in solid does not stand", text);
                }
                if clear {
                    findings.hold(!after.overlap, "the end is free", text);
                    let far = after.distance(2.0 * zone.floor);
                    let text = || format!("{far:e}, floor {:e}, {}", zone.floor, text());
                    findings.hold(far >= zone.floor, "the end keeps the floor", text);
                }
                let reach = TOUCH * zone.thickness;
                touched |= after.distance(reach) < reach;
            }
            if let Some(ground) = slid.ground
                && apart
            {
                findings.hold(touched, "what stands touches", text);
                let level = self.settings.slope.f64().cos() - 1e-6;
                findings.hold(ground.normal.dot(up).f64() >= level, "ground is not too steep", text);
            }
            if self.smooth && apart {
                findings.hold(slid.step != Step::Up, "no step where there is none", text);
            }
            pose = slid.pose;
        }
    }
}

/// A box, or twelve-sided and rounded as a capsule is.
fn player<T: Real>(bytes: &mut Bytes<'_>) -> Option<Mesh<T>> {
    if bytes.pick(3) == 0 {
        return Mesh::of("box", &rooms::cuboid([0.4, 0.4, 0.9], 1));
    }
    let mut points = Vec::new();
    for (r, z) in [(0.2, 0.0), (0.4, 0.2), (0.4, 1.6), (0.2, 1.8)] {
        for k in 0..12 {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 12.0).sin_cos();
            points.push(v3(r * cos, r * sin, z));
        }
    }
    Some(Mesh { name: "capsule", mesh: PolygonMesh::from_solid(&solid_hull::<T>(&points).ok()?) })
}

fn push<T: Real>(bytes: &mut Bytes<'_>) -> Vec3<T> {
    match bytes.pick(4) {
        0 => v3(2.0 * bytes.signed(), 2.0 * bytes.signed(), 0.0),
        1 => v3(bytes.signed(), bytes.signed(), -bytes.fraction()),
        2 => v3(0.0, 0.0, -bytes.fraction()),
        _ => AnyShape::<T>::vector(bytes),
    }
}

impl<T: Real> fmt::Display for Walk<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  player ({}): {} at {:?}", T::NAME, self.player.name, self.start.translation())?;
        for (mesh, pose) in &self.world {
            writeln!(f, "  {} at {:?} {:?}", mesh.name, pose.translation(), pose.rotation())?;
        }
        writeln!(f, "  pushed by {:?}, {:?}", self.pushes, self.settings)
    }
}
