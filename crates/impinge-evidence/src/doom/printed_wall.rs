//! A brick wall whose bodies are moved one by one by the printed mover, with impulses where they meet: section 6 as the report has it.
//!
//! **Source.** Van Waveren 2005, sections 2 (polyhedra move separately, for short times), 2.6 (contacts) and 6 (impulses). The report
//! refers for impulses to Mirtich's thesis and gives no more; here velocities at contact points are made non-approaching, by sequential
//! impulses, without bounce and with friction, before bodies are moved; and if a motion is stopped, by one more.
//!
//! Positions are never corrected: the mover alone keeps bodies from sinking into one another. The oracle is the front door on convex
//! shapes.

use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{ConvexPolyhedron, Pose, Shape, Vec3, distance};
use impinge_scenes::rooms::{self, Faces};

use super::meshes::mesh;
use super::printed::{Fixed, PrintedMover, PrintedSettings, REPORTED_ZONE, Reading};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};

type Point = Vec3<f64>;

/// Steps for each second.
const RATES: [f64; 4] = [30.0, 60.0, 120.0, 240.0];
const HALF: [f64; 3] = [0.5, 0.25, 0.25];
const GRAVITY: f64 = 9.81;
const FRICTION: f64 = 0.5;
/// Passes over all contacts.
const PASSES: usize = 12;
/// Distance of a contact, in zones.
const TOUCHING: f64 = 1.05;
/// Most continuations of a body after a stop.
const MOST_STOPS: usize = 3;
/// Density of the ball relative to the bricks.
const DENSE: f64 = 8.0;

/// A body.
struct Part {
    mesh: PolygonMesh<f64>,
    shape: ConvexPolyhedron<f64>,
    /// Farthest vertex from the origin.
    radius: f64,
    pose: Pose<Point>,
    v: Point,
    w: Point,
    mass: f64,
    /// Principal moments.
    inertia: Point,
}

impl Part {
    fn new(faces: &Faces, at: Point, density: f64, half: [f64; 3]) -> Result<Self, Stop> {
        // The moments of the box around it; a ball is a body too, of whatever moments.
        let [x, y, z] = half.map(|h| 4.0 * h * h);
        let mass = density * 8.0 * half[0] * half[1] * half[2];
        Ok(Self {
            mesh: mesh(faces)?,
            shape: ConvexPolyhedron::new(&faces.points),
            radius: faces.points.iter().map(|p| p.norm()).fold(0.0, f64::max),
            pose: Pose::at(at),
            v: Vec3::ZERO,
            w: Vec3::ZERO,
            mass,
            inertia: Vec3::new(y + z, z + x, x + y) * (mass / 12.0),
        })
    }

    fn own(&self, x: Point) -> Point {
        self.pose.rotation().inverse().rotate(x)
    }

    /// The inverse inertia times a vector.
    fn eased(&self, x: Point) -> Point {
        let own = self.own(x);
        let eased = Vec3::new(own.x / self.inertia.x, own.y / self.inertia.y, own.z / self.inertia.z);
        self.pose.rotation().rotate(eased)
    }

    fn velocity_at(&self, point: Point) -> Point {
        self.v + self.w.cross(point - self.pose.translation())
    }

    fn push(&mut self, impulse: Point, point: Point) {
        self.v += impulse * (1.0 / self.mass);
        self.w += self.eased((point - self.pose.translation()).cross(impulse));
    }

    /// Change of the velocity at a point along a direction by a unit impulse along it.
    fn ease(&self, point: Point, n: Point) -> f64 {
        let arm = point - self.pose.translation();
        1.0 / self.mass + self.eased(arm.cross(n)).cross(arm).dot(n)
    }

    fn energy(&self) -> f64 {
        let w = self.own(self.w);
        let turning = self.inertia.x * w.x * w.x + self.inertia.y * w.y * w.y + self.inertia.z * w.z * w.z;
        0.5 * (self.mass * self.v.norm_squared() + turning) + self.mass * GRAVITY * self.pose.translation().z
    }
}

/// A contact of a body with another one, or with the floor.
struct Touch {
    of: usize,
    with: Option<usize>,
    point: Point,
    normal: Point,
    pressed: f64,
}

struct Wall {
    parts: Vec<Part>,
    floor: Fixed<f64>,
    settings: PrintedSettings,
    mover: PrintedMover<f64>,
}

impl Wall {
    /// Layers in running bond, twice as many bricks long, and a ball that flies at it. All are at the hulls of one another's zones.
    fn new(layers: usize) -> Result<Self, Stop> {
        let settings = PrintedSettings::new(Reading::Mended);
        let brick = rooms::cuboid(HALF, 1);
        let (pitch, rise) = (2.0 * HALF[0] + 1.0 / 32.0, 2.0 * HALF[2] + REPORTED_ZONE);
        let mut parts = Vec::new();
        for layer in 0..layers {
            let count = 2 * layers - layer % 2;
            for k in 0..count {
                let at = Vec3::new(
                    pitch * (k as f64 - 0.5 * (count - 1) as f64),
                    0.0,
                    rise * (layer as f64 + 0.5) + 0.5 * REPORTED_ZONE,
                );
                parts.push(Part::new(&brick, at, 1.0, HALF)?);
            }
        }
        let ball = rooms::random_hull(24, 3).map(|p| p * 0.5);
        let mut ball = Part::new(&ball, Vec3::new(0.1, -2.5, 0.6 * rise * layers as f64), DENSE, [0.4; 3])?;
        ball.v = Vec3::new(0.0, 30.0, 0.0);
        parts.push(ball);
        let floor = Fixed::new(&mesh(&rooms::floor(200.0, 1))?, &Pose::IDENTITY, &settings);
        Ok(Self { parts, floor, settings, mover: PrintedMover::new(settings) })
    }

    fn fixed(&self, k: usize) -> Fixed<f64> {
        Fixed::new(&self.parts[k].mesh, &self.parts[k].pose, &self.settings)
    }

    fn near(&self, a: usize, b: usize, reach: f64) -> bool {
        let (p, q) = (&self.parts[a], &self.parts[b]);
        (p.pose.translation() - q.pose.translation()).norm() < p.radius + q.radius + reach
    }

    fn step(&mut self, time: f64) {
        for part in &mut self.parts {
            part.v.z -= GRAVITY * time;
        }
        let mut touches = self.touches();
        for _ in 0..PASSES {
            touches.iter_mut().for_each(|touch| press(&mut self.parts, touch));
        }
        let mut standing: Vec<Fixed<f64>> = (0..self.parts.len()).map(|k| self.fixed(k)).collect();
        for k in 0..self.parts.len() {
            self.travel(k, time, &standing);
            standing[k] = self.fixed(k);
        }
    }

    fn touches(&mut self) -> Vec<Touch> {
        let within = TOUCHING * REPORTED_ZONE;
        let mut touches = Vec::new();
        for of in 0..self.parts.len() {
            let others = (0..of).filter(|with| self.near(of, *with, within)).map(Some);
            for with in std::iter::once(None).chain(others).collect::<Vec<_>>() {
                let standing = with.map_or_else(|| self.floor.clone(), |with| self.fixed(with));
                let body = PlacedMesh::new(&self.parts[of].mesh, self.parts[of].pose);
                let found = self.mover.contacts(&body, &[&standing], within);
                touches.extend(found.into_iter().map(|contact| Touch {
                    of,
                    with,
                    point: contact.point,
                    normal: contact.normal,
                    pressed: 0.0,
                }));
            }
        }
        touches
    }

    /// Moves one body as far as it gets: along its velocity, again after a stop, and then around.
    fn travel(&mut self, k: usize, time: f64, standing: &[Fixed<f64>]) {
        let reach = self.parts[k].v.norm() * time + 2.0 * REPORTED_ZONE;
        let others: Vec<usize> = (0..standing.len()).filter(|j| *j != k && self.near(k, *j, reach)).collect();
        let mut among: Vec<&Fixed<f64>> = others.iter().map(|j| &standing[*j]).collect();
        let floor = self.floor.clone();
        among.push(&floor);
        let mut left = time;
        for _ in 0..MOST_STOPS {
            let part = &self.parts[k];
            let by = part.v * left;
            let moved = self.mover.translate(&PlacedMesh::new(&part.mesh, part.pose), by, &among);
            self.parts[k].pose = moved.pose;
            let Some(met) = moved.met else { break };
            left *= 1.0 - moved.fraction;
            self.strike(k, others.get(met.body).copied(), met.point, met.normal);
        }
        let part = &self.parts[k];
        let speed = part.w.norm();
        if speed > 0.0 {
            let center = part.pose.translation();
            let body = PlacedMesh::new(&part.mesh, part.pose);
            let moved = self.mover.rotate(&body, center, part.w * (1.0 / speed), speed * time, &among);
            self.parts[k].pose = moved.pose;
            if let Some(met) = moved.met {
                self.strike(k, others.get(met.body).copied(), met.point, met.normal);
            }
        }
    }

    fn strike(&mut self, of: usize, with: Option<usize>, point: Point, normal: Point) {
        press(&mut self.parts, &mut Touch { of, with, point, normal, pressed: 0.0 });
    }

    /// Pairs in overlap, and bodies in the floor, by the front door.
    fn overlaps(&self) -> (usize, f64) {
        let (mut count, mut least) = (0, f64::INFINITY);
        for a in 0..self.parts.len() {
            let part = &self.parts[a];
            let lowest =
                part.mesh.vertices().iter().map(|v| part.pose.transform(*v).z).fold(f64::INFINITY, f64::min);
            least = least.min(lowest);
            count += usize::from(lowest <= 0.0);
            for b in (0..a).filter(|b| self.near(a, *b, 0.0)) {
                let other = &self.parts[b];
                let apart = distance(&(&part.shape).at(part.pose), &(&other.shape).at(other.pose)).distance;
                least = least.min(apart);
                count += usize::from(apart <= 0.0);
            }
        }
        (count, least)
    }

    fn energy(&self) -> f64 {
        self.parts.iter().map(Part::energy).sum()
    }
}

/// Stops two bodies from approaching at a contact, and slows them along it.
fn press(parts: &mut [Part], touch: &mut Touch) {
    let Touch { of, with, point, normal, .. } = *touch;
    let relative = |parts: &[Part]| {
        parts[of].velocity_at(point) - with.map_or(Vec3::ZERO, |with| parts[with].velocity_at(point))
    };
    let ease = |parts: &[Part], n: Point| {
        parts[of].ease(point, n) + with.map_or(0.0, |with| parts[with].ease(point, n))
    };
    let push = |parts: &mut [Part], impulse: Point| {
        parts[of].push(impulse, point);
        if let Some(with) = with {
            parts[with].push(-impulse, point);
        }
    };
    let wanted = -relative(parts).dot(normal) / ease(parts, normal);
    let pressed = (touch.pressed + wanted).max(0.0);
    push(parts, normal * (pressed - touch.pressed));
    touch.pressed = pressed;
    let sliding = relative(parts);
    let along = sliding - normal * sliding.dot(normal);
    let speed = along.norm();
    if speed > 0.0 {
        let way = along * (1.0 / speed);
        // At most what stops it, and what this pass could hold.
        let held = (speed / ease(parts, way)).min(FRICTION * pressed / PASSES as f64);
        push(parts, -way * held);
    }
}

/// Observations at a rate.
#[derive(Clone, Debug)]
struct Seen {
    rate: f64,
    steps: usize,
    bad: usize,
    least: f64,
    rise: f64,
    line: Vec<(f64, f64)>,
}

fn one(rate: f64, layers: usize, seconds: f64) -> Result<Seen, Stop> {
    let mut wall = Wall::new(layers)?;
    let start = wall.energy();
    let steps = (seconds * rate).round() as usize;
    let mut seen =
        Seen { rate, steps, bad: 0, least: f64::INFINITY, rise: f64::NEG_INFINITY, line: Vec::new() };
    let mut energy = start;
    for step in 0..steps {
        wall.step(1.0 / rate);
        let (count, least) = wall.overlaps();
        seen.bad += usize::from(count > 0);
        seen.least = seen.least.min(least);
        let now = wall.energy();
        seen.rise = seen.rise.max((now - energy) / start);
        energy = now;
        seen.line.push(((step + 1) as f64 / rate, now / 1000.0));
    }
    Ok(seen)
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let layers = task.effort.of([2, 4, 6]);
    let seconds = task.effort.of([0.2, 2.0, 5.0]);
    let found = task.on_all_cores(RATES.len(), |k| one(RATES[RATES.len() - 1 - k], layers, seconds))?;
    let mut seen: Vec<Seen> = found.into_iter().collect::<Result<_, _>>()?;
    seen.reverse();
    let columns =
        ["rate, Hz", "steps", "steps with an overlap", "least gap, m", "largest rise, % of the energy"];
    let mut table = Table::new("printed-wall-table", "A wall moved by the printed mover, gaps closed, at four rates", columns)
        .note(format!("{layers} layers; {} s. The gap is the front door's, of convex shapes; the zone is {REPORTED_ZONE} m.", shown(seconds)));
    let mut chart = Chart::new("", "time, in s", "energy, in kJ");
    for s in &seen {
        chart = chart.line(format!("{} Hz", s.rate), s.line.iter().copied());
        table.row([s.rate.into(), s.steps.into(), s.bad.into(), s.least.into(), (100.0 * s.rise).into()]);
    }
    let bad: usize = seen.iter().map(|s| s.bad).sum();
    let steps: usize = seen.iter().map(|s| s.steps).sum();
    let least = seen.iter().map(|s| s.least).fold(f64::INFINITY, f64::min);
    let rise = seen.iter().map(|s| s.rise).fold(f64::NEG_INFINITY, f64::max);
    out.figure(
        Figure::new("printed-wall-energy", "Figure 6", "energy of a wall that the printed mover moves")
            .says(
                "The simulation does not become unstable or blow up.",
                format!(
                    "No step adds more than {} % of the energy; after {bad} of {steps} steps bodies overlap.",
                    shown(100.0 * rise.max(0.0))
                ),
            )
            .panel(chart),
    );
    out.table(table);
    let clean = seen.iter().filter(|s| s.bad == 0).count();
    out.finding(
        "doom-printed-wall",
        Verdict::of(clean, seen.len()),
        format!("overlaps after {bad} of {steps} steps; least gap {} m", shown(least)),
        "",
    );
    out.finding(
        "doom-printed-stable",
        Verdict::of(seen.iter().filter(|s| s.rise < 0.01).count(), seen.len()),
        format!("no step adds more than {} % of the energy", shown(100.0 * rise.max(0.0))),
        "",
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall of two layers stands without the ball, in no overlap, and does not gain energy.
    #[test]
    fn a_wall_stands_and_gains_no_energy() {
        let mut wall = Wall::new(2).expect("a wall");
        wall.parts.pop();
        let (start, places) =
            (wall.energy(), wall.parts.iter().map(|p| p.pose.translation()).collect::<Vec<_>>());
        for _ in 0..10 {
            wall.step(1.0 / 60.0);
            assert_eq!(wall.overlaps().0, 0);
        }
        // Free fall within a step gains some of the energy that gravity adds in one.
        assert!(wall.energy() <= start * 1.001, "{} {start}", wall.energy());
        for (part, place) in wall.parts.iter().zip(places) {
            assert!((part.pose.translation() - place).norm() < 0.02, "{place:?}");
        }
    }
}
