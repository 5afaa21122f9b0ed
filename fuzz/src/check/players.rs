//! Convex players in a scene.

use std::fmt;

use impinge::body::{AnyBody, Chain, Compound, HeightField};
use impinge::mesh::TriangleMesh;
use impinge::nonconvex::AnySpace;
use impinge::scene::{Scene, SceneSlide, SceneSlideSettings, SlideHit, SlideMemory, Step};
use impinge::shape::Widen;
use impinge::{
    AnyShape, AnyShape2, At, Capsule, Capsule2, Circle, Cuboid, Cylinder, Dimension, HalfSpace, Pose, Real,
    Rectangle, Segment2, Sphere, Vec2, Vec3, Vector, contact,
};

use super::{Case, Findings};
use crate::Target;
use crate::body::Named;
use crate::bytes::Bytes;

/// Slides in a row.
const CALLS: u8 = 12;

/// Half the extent of ground that is vast.
const VAST: f64 = 1e5;

/// Contents of the world.
struct Item<V: AnySpace> {
    name: &'static str,
    body: AnyBody<V>,
    pose: Pose<V>,
}

/// Model of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Level ground at height 0, and nothing else: no bumps.
    Flat,
    /// One segment with one side: who is not in front of it goes where it is pushed.
    Ledge,
    /// Chains with one side among other things: no more than the promises of all worlds.
    Chains,
    Other,
}

pub struct Players<S: Named<V: AnySpace>> {
    player: S,
    items: Vec<Item<S::V>>,
    /// The points of the last chain with one side.
    ledge: Vec<S::V>,
    kind: Kind,
    /// Whether ground is larger than [`VAST`].
    vast: bool,
    /// Start of the player: its height and place.
    start: S::V,
    pushes: Vec<S::V>,
    step: f64,
    free: f64,
    clearance: Option<f64>,
}

/// Ground: its name, and where it stands.
type Placed<V> = (&'static str, AnyBody<V>, Pose<V>);

/// The worlds of a space.
pub trait Ground: Named<V: AnySpace<Any = Self> + Dimension> {
    /// An upright player.
    fn player(bytes: &mut Bytes<'_>) -> Self;
    /// Level ground with its top at height 0.
    fn flat(bytes: &mut Bytes<'_>) -> Option<Placed<Self::V>>;
    /// A chain with one side, of one segment if requested, and its points; in space another body.
    fn chain(bytes: &mut Bytes<'_>, one: bool) -> (&'static str, AnyBody<Self::V>, Vec<Self::V>);
    /// A block, its half sizes.
    fn block(half: [f64; 2]) -> Self;
    fn spot(x: f64, y: f64, height: f64) -> Self::V;
    /// Distance of a player from a segment, and the sine by which the normal to it leans to the front, as `contact` has them.
    fn before(segment: &[Self::V], player: &At<&Self>) -> Option<[f64; 2]>;
}

/// Half the extent of ground, from 4 to beyond what numbers can tell from the player.
fn extent(bytes: &mut Bytes<'_>) -> f64 {
    match bytes.pick(4) {
        0 | 1 => 16.0,
        2 => 64.0 * (1.0 + bytes.fraction()),
        _ => 10_f64.powf(2.0 + 12.0 * bytes.fraction()),
    }
}

impl<T: Real> Ground for AnyShape<T> {
    fn player(bytes: &mut Bytes<'_>) -> Self {
        let t = T::of;
        match bytes.pick(4) {
            0 => Capsule::new(t(0.5), t(0.25)).into(),
            1 => Cuboid::new([t(0.25), t(0.25), t(0.75)]).into(),
            2 => Cylinder::new(t(0.75), t(0.25)).into(),
            _ => Sphere::new(t(0.5)).into(),
        }
    }

    fn flat(bytes: &mut Bytes<'_>) -> Option<Placed<Vec3<T>>> {
        let t = T::of;
        let half = extent(bytes);
        let at = |x: f64, y: f64, z: f64| Pose::at(Vec3::new(t(x), t(y), t(z)));
        Some(match bytes.pick(6) {
            0 => ("floor", Cuboid::new([t(half), t(half), T::ONE]).into(), at(0.0, 0.0, -1.0)),
            1 => ("half-space", HalfSpace::new([T::ZERO, T::ZERO, T::ONE], T::ZERO).into(), Pose::IDENTITY),
            2 => {
                // Boxes side by side, some hundred of them.
                let wide = 0.25 + bytes.fraction();
                let parts = (0..144).map(|k| {
                    let (x, y) = (f64::from(k % 12) - 5.5, f64::from(k / 12) - 5.5);
                    let cube: Self = Cuboid::new([t(wide), t(wide), t(0.5)]).into();
                    (cube, at(2.0 * wide * x, 2.0 * wide * y, -0.5))
                });
                ("boxes", Compound::<Self>::new(parts).into(), Pose::IDENTITY)
            }
            3 => {
                let cells = 2 + u32::from(bytes.pick(16));
                let wide = 2.0 * half / f64::from(cells);
                let field =
                    HeightField::from_fn(cells + 1, cells + 1, [t(wide), t(wide), T::ONE], |_, _| 0.0);
                ("field", field.into(), at(-half, -half, 0.0))
            }
            _ => {
                // A grid of triangles, its inner points moved about.
                let cells = 1 + i32::from(bytes.pick(8));
                let wide = 2.0 * half / f64::from(cells);
                let mut points = Vec::new();
                for i in 0..=cells {
                    for j in 0..=cells {
                        let inner = i > 0 && j > 0 && i < cells && j < cells;
                        let [x, y] = [(); 2].map(|()| if inner { 0.4 * bytes.signed() } else { 0.0 });
                        let [x, y] = [f64::from(i) + x, f64::from(j) + y].map(|x| t(x * wide - half));
                        points.push([x, y, T::ZERO]);
                    }
                }
                let row = cells as u32 + 1;
                let corners = (0..row - 1).flat_map(|i| (0..row - 1).map(move |j| i * row + j));
                let faces: Vec<[u32; 3]> =
                    corners.flat_map(|a| [[a, a + row, a + row + 1], [a, a + row + 1, a + 1]]).collect();
                ("mesh", TriangleMesh::new(&points, &faces).ok()?.0.into(), Pose::IDENTITY)
            }
        })
    }

    fn chain(bytes: &mut Bytes<'_>, _: bool) -> (&'static str, AnyBody<Vec3<T>>, Vec<Vec3<T>>) {
        ("ball", Sphere::new(T::of(0.25 + bytes.fraction())).into(), Vec::new())
    }
    fn block([x, z]: [f64; 2]) -> Self {
        Cuboid::new([T::of(x), T::of(x), T::of(z)]).into()
    }
    fn spot(x: f64, y: f64, height: f64) -> Vec3<T> {
        Vec3::new(T::of(x), T::of(y), T::of(height))
    }
    fn before(_: &[Vec3<T>], _: &At<&Self>) -> Option<[f64; 2]> {
        None
    }
}

impl<T: Real> Ground for AnyShape2<T> {
    fn player(bytes: &mut Bytes<'_>) -> Self {
        let t = T::of;
        match bytes.pick(3) {
            0 => Rectangle::new([t(0.25), t(0.75)]).into(),
            1 => Capsule2::new(t(0.5), t(0.25)).into(),
            _ => Circle::new(t(0.5)).into(),
        }
    }

    fn flat(bytes: &mut Bytes<'_>) -> Option<Placed<Vec2<T>>> {
        let t = T::of;
        let half = extent(bytes);
        let choice = bytes.pick(4);
        Some(match choice {
            0 => ("floor", Rectangle::new([t(half), T::ONE]).into(), Pose::at(Vec2::new(T::ZERO, -T::ONE))),
            1 => ("half-space", HalfSpace::new([T::ZERO, T::ONE], T::ZERO).into(), Pose::IDENTITY),
            _ => {
                // The left side of what runs to the right is up.
                let mut points = vec![[t(-half), T::ZERO]];
                let mut at = -8.0;
                for _ in 0..bytes.pick(24) {
                    at += 0.01 + bytes.fraction();
                    points.push([t(at), T::ZERO]);
                }
                points.push([t(Real::max(half, at + 8.0)), T::ZERO]);
                let chain = Chain::try_new(&points).ok()?;
                let (name, chain) =
                    if choice == 2 { ("chain", chain) } else { ("one-sided", chain.one_sided()) };
                (name, chain.into(), Pose::IDENTITY)
            }
        })
    }

    fn chain(bytes: &mut Bytes<'_>, one: bool) -> (&'static str, AnyBody<Vec2<T>>, Vec<Vec2<T>>) {
        let mut at = [2.0 * bytes.signed(), 1.0 + bytes.fraction()];
        let mut points = vec![Vec2::from(at.map(T::of))];
        for _ in 0..if one { 1 } else { 1 + bytes.pick(5) } {
            let step = if one { 3.0 } else { 2.0 };
            at = [at[0] + step * (0.1 + bytes.fraction()), at[1] + 1.5 * bytes.signed()];
            points.push(Vec2::from(at.map(T::of)));
        }
        if bytes.pick(4) == 3 {
            points.reverse();
        }
        ("ledge", Chain::new(&points).one_sided().into(), points)
    }
    fn block([x, y]: [f64; 2]) -> Self {
        Rectangle::new([T::of(x), T::of(y)]).into()
    }
    fn spot(x: f64, _: f64, height: f64) -> Vec2<T> {
        Vec2::new(T::of(x), T::of(height))
    }
    fn before(segment: &[Vec2<T>], player: &At<&Self>) -> Option<[f64; 2]> {
        let [a, b] = segment else { return None };
        let found = contact(&Segment2::between(*a, *b), player);
        let left = (*b - *a).normalized()?.perp();
        let distance = (found.signed_distance - found.error).f64();
        Some([distance, found.normal.dot(left).f64()])
    }
}

impl<S: Ground> Case for Players<S> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        let choice = bytes.byte() >> 1;
        let plane = bytes.byte() & 0x80 != 0;
        let player = S::player(&mut bytes);
        let kind = match choice % 4 {
            0 => Kind::Flat,
            1 if plane => Kind::Ledge,
            2 if plane => Kind::Chains,
            _ => Kind::Other,
        };
        let (mut items, mut ledge, mut vast) = (Vec::new(), Vec::new(), false);
        if kind != Kind::Ledge {
            let (name, body, pose) = S::flat(&mut bytes)?;
            let bounds = body.aabb(&pose);
            vast = name != "half-space" && (bounds.max - bounds.min).widen().max_abs() > 2.0 * VAST;
            items.push(Item { name, body, pose });
        }
        if kind == Kind::Ledge || kind == Kind::Chains {
            for _ in 0..if kind == Kind::Ledge { 1 } else { 1 + bytes.pick(3) } {
                let (name, body, points) = S::chain(&mut bytes, kind == Kind::Ledge);
                ledge = points;
                items.push(Item { name, body, pose: Pose::IDENTITY });
            }
        }
        if kind == Kind::Other || kind == Kind::Chains {
            // Stairs and walls, on a grid as a rule, so that there are ties.
            for k in 0..bytes.pick(8) {
                let half = [0.5, 0.125 * f64::from(1 + bytes.pick(8))];
                let off = if bytes.pick(4) == 0 { bytes.signed() } else { 0.0 };
                let (x, y) = (1.0 + 0.5 * f64::from(k) + off, f64::from(bytes.pick(5)) - 2.0);
                let pose = Pose::at(S::spot(x, y, half[1]));
                items.push(Item { name: "block", body: AnyBody::Convex(S::block(half)), pose });
            }
        }
        let height = if kind == Kind::Flat { 0.8 } else { 0.8 + 3.0 * bytes.fraction() };
        let height = if kind == Kind::Ledge { height - 1.5 } else { height };
        let start = S::spot(bytes.signed(), bytes.signed(), height);
        let mut pushes = Vec::new();
        for _ in 0..1 + bytes.pick(CALLS) {
            let [x, y, z] = [(); 3].map(|()| bytes.signed());
            pushes.push(match (kind, bytes.pick(4)) {
                (Kind::Flat, _) => S::spot(0.5 * x, 0.5 * y, -0.3 * z.abs()),
                (_, 0) => S::spot(0.25, 0.0, -0.25),
                (_, 1) => S::spot(0.0, 0.0, z),
                _ => S::spot(x, y, z),
            });
        }
        if kind == Kind::Flat {
            pushes.insert(0, S::spot(0.0, 0.0, -2.0));
        }
        let step = [0.0, 0.3, 0.5][usize::from(bytes.pick(3))];
        let free = [0.0, 0.0, 0.25][usize::from(bytes.pick(3))];
        let clearance = [None, None, Some(0.0), Some(0.01)][usize::from(bytes.pick(4))];
        Some(Self { player, items, ledge, kind, vast, start, pushes, step, free, clearance })
    }

    fn kinds(&self) -> String {
        let mut names: Vec<&str> = self.items.iter().map(|item| item.name).collect();
        names.sort_unstable();
        names.dedup();
        format!("{} {}", self.player.name(), names.join(" "))
    }

    fn check(&self, findings: &mut Findings) {
        let (Some(scene), Some(other)) = (self.scene(false), self.scene(true)) else { return };
        let of = <S::V as Vector>::Scalar::of;
        let settings = SceneSlideSettings {
            step: of(self.step),
            free: of(self.free),
            clearance: self.clearance.map(of),
            ..SceneSlideSettings::default()
        };
        let mut memory = SlideMemory::new();
        let mut pose = Pose::at(self.start);
        // The clearance that the player is known to keep from all objects; none where it is on its way through one.
        let mut kept = 0.0;
        for push in &self.pushes {
            let Ok(slid) = scene.slide(&self.player, &pose, *push, &settings, &mut memory) else { return };
            let text = || format!("{slid:?} from {:?} by {push:?}", pose.translation());
            let again = other.slide(&self.player, &pose, *push, &settings, &mut memory);
            let same = again.as_ref().is_ok_and(|again| told(again) == told(&slid));
            findings.hold(same, "the order of adding does not matter", || format!("{again:?} {}", text()));
            let to = slid.pose.translation();
            findings.hold(to.is_finite() && slid.left.is_finite(), "finite", text);
            let moved = slid.pose != pose;
            findings.hold(moved || slid.left == S::V::ZERO, "it moves, or nothing is left", text);
            if slid.clear {
                self.keeps(findings, &slid);
            }
            // What is met is larger where a push is longer, and so may the clearance be.
            let good = kept >= slid.clearance.f64() * (1.0 - 1e-6);
            if good {
                findings.hold(slid.clear, "who starts clear ends clear", text);
            }
            self.by_kind(findings, &pose, *push, &slid, good);
            kept = if slid.clear && !slid.passing { slid.clearance.f64() } else { 0.0 };
            pose = slid.pose;
        }
    }
}

/// Result of a slide without the names of objects.
fn told<V: Vector>(slid: &SceneSlide<V>) -> impl PartialEq + use<V> {
    let of = |hit: Option<SlideHit<V>>| hit.map(|hit| (hit.point, hit.normal, hit.distance));
    (
        (slid.pose, slid.status, slid.start, slid.from, slid.clear, slid.passing, slid.distance),
        (slid.clearance, of(slid.ground), of(slid.wall), slid.left, slid.step, slid.traces, slid.casts),
    )
}

impl<S: Ground> Players<S> {
    fn scene(&self, backwards: bool) -> Option<Scene<S::V>> {
        let mut scene = Scene::new();
        let mut items: Vec<&Item<S::V>> = self.items.iter().collect();
        if backwards {
            items.reverse();
        }
        for item in items {
            let shape = scene.add_shape(item.body.clone());
            scene.add(shape, item.pose).ok()?;
        }
        Some(scene)
    }

    /// A clear end is at the promised distance from everything with two sides, by the front door.
    fn keeps(&self, findings: &mut Findings, slid: &SceneSlide<S::V>) {
        let player = At::new(&self.player, slid.pose);
        for item in &self.items {
            if item.name == "ledge" || item.name == "one-sided" {
                continue;
            }
            let found = contact(&player, &item.body.at(item.pose));
            let most = (found.signed_distance + found.error).f64();
            let least = slid.clearance.f64() * (1.0 - 1e-6);
            findings.hold(most >= least, "the end keeps the clearance", || format!("{found:?} {slid:?}"));
        }
    }

    /// Whether a player is over the middle of the ledge at both poses, with all of its width and some more.
    fn stays_over(&self, from: &Pose<S::V>, to: &Pose<S::V>) -> bool {
        let [a, b] = &self.ledge[..] else { return false };
        let (a, b) = (a.widen(), b.widen());
        let along = (b - a) * (1.0 / (b - a).norm());
        [from, to].into_iter().all(|pose| {
            let at = along.dot(pose.translation().widen() - a);
            at >= 1.0 && at <= (b - a).norm() - 1.0
        })
    }

    fn by_kind(
        &self,
        findings: &mut Findings,
        from: &Pose<S::V>,
        push: S::V,
        slid: &SceneSlide<S::V>,
        good: bool,
    ) {
        let up = S::V::DIM - 1;
        let gone = (slid.pose.translation() - from.translation()).widen();
        let text = || format!("{slid:?} from {:?} by {push:?}", from.translation());
        // A few roundings of what a player is, where it is and what it rests on; normals are off by less than a solver notices.
        let length = push.widen().norm();
        let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
        let off = 0.5 * slid.clearance.f64() + 64.0 * epsilon * (4.0 + length) + length / 16384.0;
        match self.kind {
            Kind::Flat if good => {
                let level = (0..up).all(|axis| (gone.get(axis) - push.get(axis).f64()).abs() <= off);
                let flat = gone.get(up) <= 2.0 * slid.clearance.f64() + off
                    && gone.get(up) >= push.get(up).f64() - off;
                let even = slid.step != Step::Up && slid.wall.is_none();
                // Of triangles a million times as large as the player a cast may say less than it could.
                if self.vast {
                    findings.wish(level && flat && even, "no bump on vast ground", text);
                } else {
                    findings.hold(level && flat && even, "no bump on flat ground", text);
                }
            }
            Kind::Ledge => {
                let [start, end] =
                    [from, &slid.pose].map(|pose| S::before(&self.ledge, &At::new(&self.player, *pose)));
                let (Some([start, rise]), Some(_)) = (start, end) else { return };
                let near = 4.0 * slid.clearance.f64();
                // Neither stopped nor pushed; from beside an end it may come round to the front.
                let passes = start <= 0.0 || rise < -0.999;
                if passes && (self.free == 0.0 || start < -self.free - near || start > near) {
                    let went = (gone - push.widen()).norm() <= off;
                    findings.hold(went && slid.clear, "who is not in front passes", text);
                }
                if start >= slid.clearance.f64() && rise > 0.5 {
                    findings.hold(slid.clear, "who is in front stays clear", text);
                    // From the front it may go round an end, or beside it, but not through the middle.
                    let through = end.is_some_and(|[distance, _]| distance <= 0.0) && rise > 0.999;
                    findings.hold(
                        !through || !self.stays_over(from, &slid.pose),
                        "who is in front lands",
                        text,
                    );
                }
            }
            _ => {}
        }
    }
}

impl<S: Ground> fmt::Display for Players<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = <S::V as Vector>::Scalar::NAME;
        writeln!(f, "  player ({name}): {} at {:?}, {:?}", self.player.text(), self.start, self.kind)?;
        for item in &self.items {
            writeln!(f, "  {} at {:?} {:?}", item.name, item.pose.translation(), item.body)?;
        }
        let (step, free, clearance) = (self.step, self.free, self.clearance);
        writeln!(f, "  pushed by {:?}, step {step}, free {free}, clearance {clearance:?}", self.pushes)
    }
}
