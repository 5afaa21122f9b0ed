//! Cores of bodies: balls inside them that nothing else may reach.
//!
//! A convex body has one, about its center of mass (or its centroid, if a center of mass was given that is not as far inside), of half the
//! inner size: it lies inside with room to spare, since a convex body with
//! least second moment λ per mass contains the ball of radius √(5λ/3) about its center of mass (Kannan, Lovász & Simonovits, 1995), and
//! the core has at most √(3λ)/2. A compound has one for each part, a closed mesh some that were found inside of it; if these are many,
//! those that are farthest from one another. Any other body has a small one about its center of mass.
//!
//! Cores of compounds and meshes are found when a body of that shape is fast for the first time, and kept.

use core::ops::Range;

use impinge::body::{AnyBody, Compound};
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Point, Pose, Real, Support, Vec3, distance, intersects};

use crate::body::State;
use crate::mass::{Mass, inner_size};

/// Most cores of a body.
const MOST: usize = 12;

/// Number of triangles of a mesh below which cores are looked for.
const SEEDS: usize = 48;

/// Depths below a triangle at which they are looked for, relative to volume by area: half of the thickness of a plate is at 1, the center
/// of a cube at 3.
const DEPTHS: [f64; 4] = [0.5, 1.0, 2.0, 3.0];

/// Least radius of a core, relative to the largest of the same mesh.
const THINNEST: f64 = 0.125;

/// Radius of a core that is not known to be inside, relative to the reach of its body.
const SMALL: f64 = 1.0 / 64.0;

/// A ball, in the frame of the shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core<T: Real> {
    pub center: Vec3<T>,
    pub radius: T,
}

/// Cores of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum CoresOf<T: Real> {
    /// One about the center of mass, with this radius.
    Center(T),
    /// One elsewhere.
    Inside(Core<T>),
    /// A range of the list.
    Listed([u32; 2]),
}

/// Cores of shapes of many pieces.
#[derive(Clone, Debug)]
pub(super) struct Cores<T: Real> {
    list: Vec<Core<T>>,
    /// Shapes with cores in the list, by their addresses; kept alive, so that no other shape has that address.
    known: Vec<(AnyBody<Vec3<T>>, [u32; 2])>,
    /// Working memory of a search.
    found: Vec<Core<T>>,
}

impl<T: Real> Default for Cores<T> {
    fn default() -> Self {
        Self { list: Vec::new(), known: Vec::new(), found: Vec::new() }
    }
}

fn address<T: Real>(shape: &AnyBody<Vec3<T>>) -> usize {
    match shape {
        AnyBody::Pieces(pieces) => std::sync::Arc::as_ptr(pieces).cast::<()>() as usize,
        _ => 0,
    }
}

impl<T: Real> Cores<T> {
    /// The cores of a body.
    pub fn of(&mut self, shape: &AnyBody<Vec3<T>>, state: &State<T>) -> CoresOf<T> {
        let half = state.inner_size * T::HALF;
        if let (AnyBody::Convex(convex), true) = (shape, half > T::ZERO) {
            return of_convex(convex, state.mass.center, half);
        }
        if !matches!(shape, AnyBody::Pieces(_)) {
            return CoresOf::Center(small(state));
        }
        let range = match self.known.binary_search_by_key(&address(shape), |(shape, _)| address(shape)) {
            Ok(at) => self.known[at].1,
            Err(at) => {
                let range = self.find(shape);
                self.known.insert(at, (shape.clone(), range));
                range
            }
        };
        if range[0] < range[1] { CoresOf::Listed(range) } else { CoresOf::Center(small(state)) }
    }

    /// Some cores of the list.
    pub fn listed(&self, [from, until]: [u32; 2]) -> &[Core<T>] {
        &self.list[Range { start: from as usize, end: until as usize }]
    }

    /// Forgets shapes that nobody else has any more; ranges of other shapes change.
    pub fn tidy(&mut self) {
        let is_used = |shape: &AnyBody<Vec3<T>>| match shape {
            AnyBody::Pieces(pieces) => std::sync::Arc::strong_count(pieces) > 1,
            _ => false,
        };
        if self.known.iter().all(|(shape, _)| is_used(shape)) {
            return;
        }
        self.known.retain(|(shape, _)| is_used(shape));
        let before = core::mem::take(&mut self.list);
        for (_, range) in &mut self.known {
            let from = self.list.len() as u32;
            self.list.extend(&before[range[0] as usize..range[1] as usize]);
            *range = [from, self.list.len() as u32];
        }
    }

    fn find(&mut self, shape: &AnyBody<Vec3<T>>) -> [u32; 2] {
        self.found.clear();
        let mut apart = false;
        if let AnyBody::Pieces(pieces) = shape {
            let pieces = pieces.itself();
            if let Some(compound) = pieces.downcast_ref::<Compound<AnyShape<T>>>() {
                self.found.extend(compound.parts().iter().filter_map(|part| {
                    let mass = Mass::of_convex(part);
                    let radius = mass.thinness() * T::HALF;
                    (mass.mass > T::ZERO && radius > T::ZERO).then_some(Core { center: mass.center, radius })
                }));
            } else if let Some(mesh) = pieces.downcast_ref::<TriangleMesh<T>>()
                && mesh.is_closed()
            {
                find_inside(mesh, shape, &mut self.found);
                apart = true;
            }
        }
        let from = self.list.len() as u32;
        choose(&mut self.found, apart, &mut self.list);
        [from, self.list.len() as u32]
    }
}

/// The core of a convex body: about its center of mass, or its centroid if a center was given that is not inside by as much.
fn of_convex<T: Real>(shape: &AnyShape<T>, center: Vec3<T>, radius: T) -> CoresOf<T> {
    let holds = |direction: Vec3<T>| (shape.support(direction) - center).dot(direction) >= radius;
    if (0..3).all(|axis| holds(Vec3::axis(axis)) && holds(-Vec3::axis(axis))) {
        CoresOf::Center(radius)
    } else {
        CoresOf::Inside(Core { center: Mass::of_convex(shape).center, radius })
    }
}

fn small<T: Real>(state: &State<T>) -> T {
    state.reach * T::of(SMALL)
}

/// Balls inside a closed mesh, of half the distance of their centers from the surface.
fn find_inside<T: Real>(mesh: &TriangleMesh<T>, shape: &AnyBody<Vec3<T>>, found: &mut Vec<Core<T>>) {
    let (surface, depth) = (mesh.clone().into_surface(), inner_size(shape));
    let mut look = |center: Vec3<T>| {
        let Ok(point) = Point::try_new(center) else { return };
        if intersects(&point, mesh) {
            let radius = distance(&point, &surface).distance * T::HALF;
            found.push(Core { center, radius });
        }
    };
    if let Ok(mass) = Mass::of_shape(shape, T::ONE) {
        look(mass.center);
    }
    // Outward is where the triangles face if the volume is positive.
    let inward = if mesh.volume() > 0.0 { -T::ONE } else { T::ONE };
    for (_, corners) in mesh.triangles().step_by(mesh.len().div_ceil(SEEDS).max(1)) {
        let [a, b, c] = corners.map(|i| mesh.vertices()[i as usize]);
        let normal = (b - a).cross(c - a);
        let length = normal.norm();
        if length <= T::ZERO {
            continue;
        }
        let middle = (a + b + c) / T::of(3.0);
        for part in DEPTHS {
            look(middle + normal * (inward * depth * T::of(part) / length));
        }
    }
    let largest = found.iter().fold(T::ZERO, |most, core| most.max(core.radius));
    found.retain(|core| core.radius > largest * T::of(THINNEST));
}

/// Adds the largest core to a list, and then again and again the one that is farthest from those chosen; if they are to be `apart`, as
/// long as it does not overlap any of them.
fn choose<T: Real>(found: &mut Vec<Core<T>>, apart: bool, list: &mut Vec<Core<T>>) {
    let from = list.len();
    let gap = |core: &Core<T>, chosen: &[Core<T>]| {
        let apart = |other: &Core<T>| (core.center - other.center).norm() - core.radius - other.radius;
        chosen.iter().map(apart).fold(T::INFINITY, Real::min)
    };
    while list.len() < from + MOST && !found.is_empty() {
        let chosen = &list[from..];
        let value = |core: &Core<T>| if chosen.is_empty() { core.radius } else { gap(core, chosen) };
        let mut best = 0;
        for (i, core) in found.iter().enumerate() {
            if value(core) > value(&found[best]) {
                best = i;
            }
        }
        if apart && value(&found[best]) < T::ZERO {
            break;
        }
        list.push(found.swap_remove(best));
    }
}

/// The pose of a ball.
pub(super) fn at<T: Real>(center: Vec3<T>) -> Pose<Vec3<T>> {
    Pose::try_new(center, impinge::Rot3::IDENTITY).unwrap_or(Pose::IDENTITY)
}
