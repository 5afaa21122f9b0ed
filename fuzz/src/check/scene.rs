//! Many placed shapes.

use std::fmt;

use impinge::Status;
use impinge::body::AnyBody;
use impinge::nonconvex::AnySpace;
use impinge::scene::{Layers, ObjectHandle, Scene};
use impinge::{At, Dimension, Pose, Ray, RayHit, Real, Shape, Vector, contact, distance, ray_cast};

use super::{Case, Findings};
use crate::Target;
use crate::body::Named;
use crate::bytes::Bytes;
use crate::oracle::{Solid, Unit, nearest, placed};

/// Most objects.
const OBJECTS: u8 = 8;

#[derive(Clone, Debug)]
enum Change<V: Vector> {
    Add(usize, Pose<V>),
    Move(usize, Pose<V>),
    Remove(usize),
}

pub struct Crowd<S: Named> {
    shapes: Vec<S>,
    changes: Vec<Change<S::V>>,
    margin: f64,
    ray: Option<Ray<S::V>>,
}

impl<S: Named<V: AnySpace<Any = S> + Dimension>> Case for Crowd<S> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let choice = bytes.byte();
        let shapes: Vec<S> = (0..1 + choice % 4).map(|_| S::read(&mut bytes)).collect::<Option<_>>()?;
        let which = |bytes: &mut Bytes<'_>| usize::from(bytes.byte());
        let changes = (0..2 + bytes.pick(OBJECTS)).map(|i| match bytes.pick(8) {
            n if i < 2 || n < 5 => Change::Add(which(&mut bytes), S::pose(&mut bytes)),
            5 | 6 => Change::Move(which(&mut bytes), S::pose(&mut bytes)),
            _ => Change::Remove(which(&mut bytes)),
        });
        let changes = changes.collect();
        let margin = match bytes.pick(4) {
            0 => 0.0,
            1 => bytes.size(),
            2 => -bytes.size() / 16.0,
            _ => bytes.fraction(),
        };
        let ray = Ray::try_new(S::vector(&mut bytes), S::vector(&mut bytes)).ok();
        Some(Self { shapes, changes, margin, ray })
    }

    fn kinds(&self) -> String {
        let mut names: Vec<&str> = self.shapes.iter().map(Named::name).collect();
        names.sort_unstable();
        names.dedup();
        names.join(" ")
    }

    fn check(&self, findings: &mut Findings) {
        let mut scene = Scene::<S::V>::new();
        let handles: Vec<_> =
            self.shapes.iter().map(|s| scene.add_shape(AnyBody::Convex(s.clone()))).collect();
        let mut objects: Vec<(ObjectHandle, usize, Pose<S::V>)> = Vec::new();
        for (i, change) in self.changes.iter().enumerate() {
            match change {
                Change::Add(shape, pose) => {
                    let shape = shape % handles.len();
                    if let Ok(object) = scene.add(handles[shape], *pose) {
                        objects.push((object, shape, *pose));
                    }
                }
                Change::Move(which, pose) if !objects.is_empty() => {
                    let at = which % objects.len();
                    if scene.move_object(objects[at].0, *pose).is_ok() {
                        objects[at].2 = *pose;
                    }
                }
                Change::Remove(which) if !objects.is_empty() => {
                    let (gone, ..) = objects.remove(which % objects.len());
                    findings.hold(scene.remove(gone).is_ok(), "an object is removed", || format!("{gone:?}"));
                    findings.hold(scene.remove(gone).is_err(), "a stale handle is refused", || {
                        format!("{gone:?}")
                    });
                }
                _ => {}
            }
            // In between too, so that what is kept is used.
            if i % 3 == 2 {
                self.compare(findings, &mut scene, &objects);
            }
        }
        self.compare(findings, &mut scene, &objects);
    }
}

impl<S: Named<V: AnySpace<Any = S> + Dimension>> Crowd<S> {
    fn compare(
        &self,
        findings: &mut Findings,
        scene: &mut Scene<S::V>,
        objects: &[(ObjectHandle, usize, Pose<S::V>)],
    ) {
        let mut objects: Vec<(ObjectHandle, At<&S>, Solid)> = objects
            .iter()
            .map(|(handle, shape, pose)| {
                let shape = &self.shapes[*shape];
                (*handle, shape.at(*pose), placed(&shape.clone().at(*pose), Unit(0)))
            })
            .collect();
        objects.sort_by_key(|o| o.0);
        let margin = <S::V as Vector>::Scalar::of(self.margin);
        let listed: Vec<_> = scene.contacts(margin).iter().map(|c| (c.a, c.b, c.contact)).collect();
        let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
        for (i, (a, at_a, solid_a)) in objects.iter().enumerate() {
            for (b, at_b, solid_b) in &objects[i + 1..] {
                let found = listed.iter().find(|l| (l.0, l.1) == (*a, *b)).map(|l| l.2);
                let asked = contact(at_a, at_b);
                let same = scene.contact_between(*a, *b) == Ok(asked);
                let same = same && scene.distance_between(*a, *b) == Ok(distance(at_a, at_b));
                let truth = nearest(solid_a, solid_b);
                let text = || {
                    let [low, high] = [truth.lower.f64(), truth.upper.f64()];
                    format!(
                        "{a:?} {b:?} margin {margin:?}: listed {found:?}, asked {asked:?}, truth {low:e} to {high:e}"
                    )
                };
                findings.hold(same, "answers are those of the front door", text);
                let size =
                    solid_a.radius_about(Unit(0).vector(at_a.pose().translation())) + truth.upper.f64();
                // Within its error a pair may be in or out.
                let room = asked.error.f64() + 64.0 * epsilon * size;
                let (least, most) = (truth.lower.f64() - room, truth.upper.f64() + room);
                if self.margin > 0.0 || truth.lower.f64() > 0.0 {
                    findings.hold(
                        found.is_none() || least <= self.margin,
                        "no contact beyond the margin",
                        text,
                    );
                    findings.hold(
                        found.is_some() || most >= self.margin,
                        "no contact within the margin is lost",
                        text,
                    );
                }
                if let Some(c) = found {
                    let off = (c.signed_distance.f64() - asked.signed_distance.f64()).abs();
                    findings.hold(
                        off <= c.error.f64() + asked.error.f64(),
                        "contacts agree with the front door",
                        text,
                    );
                }
            }
        }
        self.compare_order(findings, scene, &objects);
    }

    /// The nearest objects, and the first that a ray meets.
    fn compare_order(
        &self,
        findings: &mut Findings,
        scene: &Scene<S::V>,
        objects: &[(ObjectHandle, At<&S>, Solid)],
    ) {
        if let Some((first, at, _)) = objects.first() {
            let mut expected: Vec<_> =
                objects[1..].iter().map(|o| (distance(at, &o.1).distance, o.0)).collect();
            expected.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
            expected.truncate(3);
            let found = scene.nearest(*first, 3).unwrap_or_default();
            let found: Vec<_> = found.iter().map(|n| (n.distance.distance, n.object)).collect();
            findings.hold(found == expected, "the nearest objects", || format!("{found:?} and {expected:?}"));
        }
        let Some(ray) = &self.ray else { return };
        // Objects that the ray merely grazes, within rounding, may be missed; nothing else, and nothing nearer may be made up.
        let hits: Vec<_> = objects
            .iter()
            .filter_map(|(handle, at, _)| ray_cast(at, ray).map(|hit| (hit, *handle)))
            .collect();
        let told = |(hit, handle): &(RayHit<S::V>, ObjectHandle)| (hit.distance, *handle);
        let is_certain = |(hit, _): &&(RayHit<S::V>, ObjectHandle)| hit.status != Status::Stalled;
        let certain = hits.iter().filter(is_certain).map(told);
        let certain = certain.reduce(|best, hit| if hit < best { hit } else { best });
        let found =
            scene.ray_cast_within(ray, Real::INFINITY, Layers::ALL).map(|h| (h.hit.distance, h.object));
        let first = match (found, certain) {
            (Some(found), certain) => {
                hits.iter().any(|hit| told(hit) == found) && certain.is_none_or(|certain| found <= certain)
            }
            (None, certain) => certain.is_none(),
        };
        findings.hold(first, "the first object on a ray", || format!("{ray:?}: {found:?} of {hits:?}"));
    }
}

impl<S: Named> fmt::Display for Crowd<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for shape in &self.shapes {
            writeln!(f, "  {}", shape.text())?;
        }
        for change in &self.changes {
            writeln!(f, "  {change:?}")?;
        }
        writeln!(f, "  margin {:?}, {:?}", self.margin, self.ray)
    }
}
