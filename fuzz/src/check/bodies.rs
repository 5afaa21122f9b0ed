//! Bodies of any form: compounds, closed and open meshes, half-spaces and convex shapes against one another.
//!
//! The oracle takes each as the convex pieces that it was made of, and holds all pairs of pieces against one another. A closed mesh
//! is made from a hull, so that the hull is its solid, or from blocks: the letter L, and a block with a cavity, whose walls they are.

use std::fmt;

use impinge::answer::default_gap;
use impinge::body::{AnyBody, Compound, Placed};
use impinge::casting::default_tolerance;
use impinge::hull::solid_hull;
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::way_out;
use impinge::{
    AnyShape, HalfSpace, Motion, Pose, Real, Scene, Settings, Vec3, cast, contact, contact_with,
    contact_within, contacts, distance, intersects,
};

use super::{Case, Findings};
use crate::Rng;
use crate::Target;
use crate::body::{Named, cloud, v3};
use crate::bytes::Bytes;
use crate::oracle::{Dd, Known, Place, Solid, Unit, from_point, nearest};

/// Most parts of a compound, and triangles of an open mesh.
const PARTS: u8 = 4;

/// Error of a point, and largest distance of bodies that count as touching: this many ε of the precision × the size.
const ULPS: f64 = 256.0;

/// Bodies that are this much of their size in one another have a contact.
const TOUCH: f64 = 1e-3;

/// Bodies this much of their size apart meet, by the oracle: it has 31 digits, and stops at 22.
const MEET: f64 = 1e-18;

/// Lengths below this are not known to the oracle.
const LEAST: f64 = 1e-150;

/// Times at which a cast is compared with the truth.
const TIMES: u32 = 6;

/// A body, and the pieces that the oracle takes it for, both in its own frame.
struct Form<T: Real> {
    name: &'static str,
    body: AnyBody<Vec3<T>>,
    pieces: Vec<Solid>,
    text: String,
}

impl<T: Real> Form<T> {
    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let unit = Unit(0);
        let stretched = |bytes: &mut Bytes<'_>| -> Vec<Vec3<T>> {
            let points = cloud(bytes, 3);
            let [x, y, z] = [bytes.size(), bytes.size(), bytes.size()];
            points.iter().map(|p| v3(p[0] * x, p[1] * y, p[2] * z)).collect()
        };
        match bytes.pick(6) {
            0 => {
                let shape = AnyShape::<T>::read(bytes)?;
                let (text, pieces) = (shape.text(), vec![shape.solid(unit)]);
                Some(Self { name: "Convex", body: shape.into(), pieces, text })
            }
            1 => {
                let count = 1 + bytes.pick(PARTS);
                let parts =
                    (0..count).map(|_| Some((AnyShape::<T>::read(bytes)?, AnyShape::<T>::pose(bytes))));
                let parts: Vec<_> = parts.collect::<Option<_>>()?;
                let pieces =
                    parts.iter().map(|(s, pose)| s.solid(unit).at(AnyShape::place(pose, unit))).collect();
                let text = parts.iter().map(|(s, pose)| format!("{} at {pose:?}; ", s.text())).collect();
                Some(Self { name: "Compound", body: Compound::new(parts).into(), pieces, text })
            }
            2 => {
                // The hull is taken in `f64`: needles of `f32` have faces of many corners that are flat up to rounding only, and the
                // triangles that they are cut into leave some of the corners outside.
                let points: Vec<Vec3<f64>> = stretched(bytes).iter().map(|p| p.cast()).collect();
                let hull = solid_hull(&points).ok()?;
                let (mesh, _) = {
                    let faces: Vec<&[u32]> = (0..hull.topology().face_count() as u32)
                        .map(|f| hull.topology().face_vertices(f))
                        .collect();
                    let corners: Vec<Vec3<T>> = hull.vertices().iter().map(|p| p.cast()).collect();
                    TriangleMesh::from_polygons(&corners, &faces).ok()?
                };
                let corners = mesh.vertices().iter().map(|v| unit.vector(*v)).collect();
                let pieces = if mesh.is_closed() { vec![Solid::Points(corners)] } else { return None };
                Some(Self {
                    name: "Closed",
                    text: format!("{:?}", mesh.vertices()),
                    body: mesh.into(),
                    pieces,
                })
            }
            3 => {
                let points = stretched(bytes);
                let mut rng = Rng::xorshift(bytes.seed());
                let mut corner = || (rng.bits() % points.len() as u64) as u32;
                let triangles: Vec<[u32; 3]> =
                    (0..=bytes.pick(PARTS)).map(|_| [0; 3].map(|_| corner())).collect();
                let mesh = TriangleMesh::new(&points, &triangles).ok()?.0.into_surface();
                let solid = |t: [u32; 3]| {
                    Solid::Points(t.iter().map(|&v| unit.vector(mesh.vertices()[v as usize])).collect())
                };
                let pieces = mesh.triangles().map(|(_, t)| solid(t)).collect();
                Some(Self {
                    name: "Open",
                    text: format!("{points:?} {triangles:?}"),
                    body: mesh.into(),
                    pieces,
                })
            }
            which => {
                let size = [bytes.size(), bytes.size(), bytes.size()];
                let (mesh, blocks) = of_blocks::<T>(which == 4, size)?;
                let pieces = blocks.into_iter().map(|points| {
                    Solid::Points(points.iter().map(|&[x, y, z]| unit.vector(v3::<T>(x, y, z))).collect())
                });
                Some(Self {
                    name: if which == 4 { "Letter" } else { "Hollow" },
                    text: format!("{:?}", mesh.vertices()),
                    body: mesh.into(),
                    pieces: pieces.collect(),
                })
            }
        }
    }
}

/// The corners of a block.
type Block = [[f64; 3]; 8];

/// A solid mesh that is not convex, and the blocks that it is made of: the letter L, or a block with a cavity.
fn of_blocks<T: Real>(letter: bool, size: [f64; 3]) -> Option<(TriangleMesh<T>, Vec<Block>)> {
    let scaled = |p: [f64; 3]| [0, 1, 2].map(|k| T::of(p[k] * size[k]).f64());
    let block = |low: [f64; 3], high: [f64; 3]| -> Block {
        std::array::from_fn(|i| scaled([0, 1, 2].map(|k| if i >> k & 1 == 0 { low[k] } else { high[k] })))
    };
    // Over a ring of corners, from one height to another.
    let prism = |ring: &[[f64; 2]], [low, high]: [f64; 2], caps: &[[u32; 3]]| {
        let n = ring.len() as u32;
        let corners: Vec<_> =
            [low, high].iter().flat_map(|&z| ring.iter().map(move |p| scaled([p[0], p[1], z]))).collect();
        let sides = (0..n).flat_map(|i| {
            let j = (i + 1) % n;
            [[i, j, n + j], [i, n + j, n + i]]
        });
        let caps = caps.iter().flat_map(|&[a, b, c]| [[a, c, b], [n + a, n + b, n + c]]);
        (corners, sides.chain(caps).collect::<Vec<_>>())
    };
    let (corners, faces, blocks) = if letter {
        let ring = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 4.0], [0.0, 4.0]];
        let (corners, faces) = prism(&ring, [0.0, 2.0], &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]);
        (corners, faces, vec![block([0.0; 3], [3.0, 1.0, 2.0]), block([0.0; 3], [1.0, 4.0, 2.0])])
    } else {
        let ring = |low: f64, high: f64| [[low, low], [high, low], [high, high], [low, high]];
        let caps = [[0, 1, 2], [0, 2, 3]];
        let (mut corners, mut faces) = prism(&ring(0.0, 4.0), [0.0, 4.0], &caps);
        let (cavity, inward) = prism(&ring(1.0, 3.0), [1.0, 3.0], &caps);
        corners.extend(cavity);
        faces.extend(inward.iter().map(|&[a, b, c]| [a + 8, c + 8, b + 8]));
        let walls = (0..3).flat_map(|k| {
            let wall = |low: f64, high: f64| {
                let [mut from, mut to] = [[0.0; 3], [4.0; 3]];
                (from[k], to[k]) = (low, high);
                block(from, to)
            };
            [wall(0.0, 1.0), wall(3.0, 4.0)]
        });
        (corners, faces, walls.collect())
    };
    let points: Vec<Vec3<T>> = corners.iter().map(|&[x, y, z]| v3(x, y, z)).collect();
    let (mesh, _) = TriangleMesh::new(&points, &faces).ok()?;
    mesh.is_closed().then_some((mesh, blocks))
}

/// Two bodies that stand somewhere, and a motion of the second one.
pub struct Forms<T: Real> {
    forms: [Form<T>; 2],
    poses: [Pose<Vec3<T>>; 2],
    by: Vec3<T>,
    floor: Option<HalfSpace<Vec3<T>>>,
    /// Size of a margin.
    part: f64,
}

impl<T: Real> Case for Forms<T> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let forms = [Form::read(&mut bytes)?, Form::read(&mut bytes)?];
        let poses = [AnyShape::<T>::pose(&mut bytes), AnyShape::<T>::pose(&mut bytes)];
        let by = AnyShape::<T>::vector(&mut bytes);
        let floor = HalfSpace::try_new(AnyShape::<T>::vector(&mut bytes), T::of(bytes.fraction())).ok();
        let part = bytes.fraction();
        Some(Self { forms, poses, by, floor, part })
    }

    fn kinds(&self) -> String {
        let mut names = [self.forms[0].name, self.forms[1].name];
        names.sort_unstable();
        names.join(" ")
    }

    fn check(&self, findings: &mut Findings) {
        let truth = Truth::new([self.solids(0, Vec3::ZERO), self.solids(1, Vec3::ZERO)]);
        let [a, b] = [self.placed(0, Vec3::ZERO), self.placed(1, Vec3::ZERO)];
        self.pair(findings, &truth, &a, &b);
        self.margins(findings, &truth, &a, &b);
        self.exit(findings, &truth, &a, &b);
        self.moving(findings, &truth, &a, &b);
        if let Some(floor) = &self.floor {
            self.on_floor(findings, floor, &b);
        }
    }
}

impl<T: Real> Forms<T> {
    fn placed(&self, which: usize, by: Vec3<T>) -> Placed<'_, AnyBody<Vec3<T>>, Vec3<T>> {
        let pose = self.poses[which];
        self.forms[which].body.at(Pose::try_new(pose.translation() + by, pose.rotation()).unwrap_or(pose))
    }

    /// The pieces of a body at a pose that was moved and rounded.
    fn solids(&self, which: usize, by: Vec3<T>) -> Vec<Solid> {
        self.solids_at(which, AnyShape::<T>::place(self.placed(which, by).pose(), Unit(0)))
    }

    /// The pieces of the second body at a time of its motion. No pose of the precision is on its way, which may be finer.
    fn solids_on_the_way(&self, time: T) -> Vec<Solid> {
        let mut place = AnyShape::<T>::place(&self.poses[1], Unit(0));
        place.at = place.at + Unit(0).vector(self.by) * Dd::from(time.f64());
        self.solids_at(1, place)
    }

    fn solids_at(&self, which: usize, place: Place) -> Vec<Solid> {
        self.forms[which].pieces.iter().map(|piece| piece.clone().at(place)).collect()
    }

    /// Verdict, distance and signed distance, in both orders.
    fn pair(
        &self,
        findings: &mut Findings,
        truth: &Truth,
        a: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
        b: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
    ) {
        let room = truth.room::<T>();
        let (near, back) = (distance(a, b), distance(b, a));
        let (deep, meet) = (contact(a, b), intersects(a, b));
        let text = || format!("{:e} to {:e}: {near:?}, {deep:?}, {meet}", truth.lower, truth.upper);
        for found in [&near, &back] {
            let (value, error) = (found.distance.f64(), found.error.f64() + room);
            findings.hold(value.is_finite() && found.error.is_finite(), "distances are numbers", text);
            findings.hold(value <= truth.upper + error, "distances are not too large", text);
            findings.hold(value >= truth.lower - error, "distances are not too small", text);
        }
        for meet in [meet, intersects(b, a)] {
            findings.hold(meet || !truth.meets(), "bodies that meet do", text);
            findings.hold(!meet || truth.lower <= near.error.f64() + room, "bodies that are apart are", text);
        }
        let signed = deep.signed_distance.f64();
        let error = deep.error.f64() + room;
        findings.hold(signed <= truth.upper + error, "signed distances are not too large", text);
        let apart = truth.lower > error;
        findings.hold(!apart || signed >= truth.lower - error, "signed distances are not too small", text);
        for (which, point) in [(0, near.point_a), (1, near.point_b)] {
            let off = truth.off(which, point);
            findings.hold(off <= near.error.f64() + room, "witnesses are on their bodies", || {
                format!("{off:e} off: {near:?}")
            });
        }
        let touched = contacts(a, b);
        findings.hold(
            touched.is_empty() || truth.lower <= 1e-3 * truth.size,
            "contacts are where bodies touch",
            text,
        );
        let is_deep = signed + error < -TOUCH * truth.size;
        findings.hold(!touched.is_empty() || !is_deep, "bodies that overlap have contacts", text);
    }

    /// No margin hides bodies that meet, from a query or from a scene, and none makes an answer rough.
    fn margins(
        &self,
        findings: &mut Findings,
        truth: &Truth,
        a: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
        b: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
    ) {
        let room = truth.room::<T>();
        let exact = contact(a, b);
        let [value, error] = [exact.signed_distance.f64(), exact.error.f64()];
        let mut scene = Scene::<Vec3<T>>::new();
        let shapes = [a, b].map(|body| scene.add_shape(body.body().clone()));
        let added = shapes.iter().zip([a, b]).all(|(&shape, body)| scene.add(shape, *body.pose()).is_ok());
        let around = value.abs() * (0.5 + self.part);
        for margin in [0.0, self.part, around, value.abs(), 1e-3 * truth.size, 8.0 * truth.size] {
            let margin = T::of(margin);
            let settings = Settings { margin: Some(margin.f64()), ..Settings::default() };
            let text = || format!("{margin:?}, {:e} to {:e}: {exact:?}", truth.lower, truth.upper);
            findings.hold(contact_with(a, b, &settings) == exact, "signed distances know no margin", text);
            let found = contact_within(a, b, &settings);
            let text = || format!("{found:?}, {}", text());
            let is_near = truth.meets() || truth.upper + room < margin.f64();
            findings.hold(found.is_some() || !is_near, "no margin hides a pair", text);
            findings.hold(
                found.is_none() || truth.lower <= margin.f64() + error + room,
                "nothing beyond a margin",
                text,
            );
            if let Some(found) = found {
                let [s, e] = [found.signed_distance, found.error].map(Real::f64);
                findings.hold((s - value).abs() <= e + error, "a margin changes no answer", text);
                let gap = default_gap::<T>() * 2.0 * truth.size;
                findings.hold(e <= 2.0 * error + gap + room, "a margin makes no answer rough", text);
            }
            let listed = scene.contacts(margin).first().map(|listed| listed.contact);
            let text = || format!("listed {listed:?}, {}", text());
            // Boxes are in the way of what is beyond the margin by less than an error.
            let same = listed == found || (listed.is_none() && value + error > margin.f64());
            findings.hold(same || !added, "a scene finds what is asked for", text);
        }
    }

    /// At the end of the way out they are apart.
    fn exit(
        &self,
        findings: &mut Findings,
        truth: &Truth,
        a: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
        b: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
    ) {
        let exit = way_out(a, b);
        findings.hold(exit.is_some(), "there is a way out", || format!("{:e}", truth.upper));
        let Some(exit) = exit else { return };
        let then = Truth::new([self.solids(0, Vec3::ZERO), self.solids(1, exit.by)]);
        let text = || format!("{:e} to {:e}: {exit:?}", then.lower, then.upper);
        // The oracle does not cover lengths whose squares overflow.
        let known = exit.by == Vec3::ZERO || exit.by.max_abs().f64() > LEAST;
        findings.hold(!then.meets() || !known, "the way out leads out", text);
        let length = exit.by.norm().f64();
        findings.hold(
            exit.at_least.f64() <= length * (1.0 + 4.0 * T::EPSILON.f64()),
            "no way is too short",
            text,
        );
        findings.hold(
            length == 0.0 || truth.lower <= truth.room::<T>(),
            "no way out where bodies are apart",
            text,
        );
    }

    /// Before the impact they are apart. Bodies that touch at the start, within the tolerance of casts, may slide on.
    fn moving(
        &self,
        findings: &mut Findings,
        truth: &Truth,
        a: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
        b: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
    ) {
        let Ok(motion) = Motion::try_translation(self.by) else { return };
        if truth.lower <= 16.0 * default_tolerance::<T>() * truth.size {
            return;
        }
        let found = cast(a, b, &Motion::still(), &motion);
        let until = found.map_or(T::ONE, |impact| impact.time);
        for k in 0..TIMES {
            let time = until * T::of(f64::from(k) / f64::from(TIMES));
            let then = Truth::new([self.solids(0, Vec3::ZERO), self.solids_on_the_way(time)]);
            findings.hold(!then.meets(), "free before the impact", || format!("not at {time:?}: {found:?}"));
        }
    }

    /// A half-space as A.
    fn on_floor(
        &self,
        findings: &mut Findings,
        floor: &HalfSpace<Vec3<T>>,
        body: &Placed<'_, AnyBody<Vec3<T>>, Vec3<T>>,
    ) {
        let solids = self.solids(1, Vec3::ZERO);
        let up = crate::oracle::direction(floor.normal());
        let lowest = solids.iter().map(|s| -s.reach(-up).f64()).fold(f64::INFINITY, f64::min);
        let expected = lowest / up.norm().f64() - floor.offset().f64() / up.norm().f64();
        let found = contact(floor, body);
        let size = solids.iter().map(Solid::largest).fold(floor.offset().f64().abs(), f64::max);
        let room = found.error.f64() + ULPS * T::EPSILON.f64() * size;
        findings.hold(
            (found.signed_distance.f64() - expected).abs() <= room,
            "a half-space is as far as the lowest point is above it",
            || format!("{expected:e}: {found:?}"),
        );
        findings.hold(
            contact(body, floor).signed_distance == found.signed_distance,
            "a half-space in either order",
            || format!("{found:?}"),
        );
    }
}

/// Distance of two bodies of convex pieces.
struct Truth {
    solids: [Vec<Solid>; 2],
    lower: f64,
    upper: f64,
    /// Their size and distance from the origin.
    size: f64,
}

impl Truth {
    fn new(solids: [Vec<Solid>; 2]) -> Self {
        let (mut lower, mut upper) = (f64::INFINITY, f64::INFINITY);
        for (a, b) in solids[0].iter().flat_map(|a| solids[1].iter().map(move |b| (a, b))) {
            let found = nearest(a, b);
            lower = lower.min(found.lower.f64());
            upper = upper.min(found.upper.f64());
        }
        let size = solids.iter().flatten().map(Solid::largest).fold(0.0, f64::max);
        Self { solids, lower, upper, size }
    }

    fn room<T: Real>(&self) -> f64 {
        ULPS * T::EPSILON.f64() * self.size
    }

    /// Distance of a point from a body.
    fn off<T: Real>(&self, which: usize, point: Vec3<T>) -> f64 {
        let p = Unit(0).vector(point);
        self.solids[which].iter().map(|solid| from_point(solid, p).lower.f64()).fold(f64::INFINITY, f64::min)
    }

    /// Whether they meet, for certain.
    fn meets(&self) -> bool {
        self.lower <= 0.0 && self.upper <= MEET * self.size
    }
}

impl<T: Real> fmt::Display for Forms<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, form, pose) in [("A", &self.forms[0], self.poses[0]), ("B", &self.forms[1], self.poses[1])]
        {
            writeln!(f, "  {name} ({}): {} {}", T::NAME, form.name, form.text)?;
            writeln!(f, "     at {:?} {:?}", pose.translation(), pose.rotation())?;
        }
        writeln!(f, "  B moves by {:?}; floor {:?}", self.by, self.floor)
    }
}
