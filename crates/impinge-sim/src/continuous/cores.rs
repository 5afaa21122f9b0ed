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

use impinge::body::AnyBody;
use impinge::{Measured, Pose, Real, Rotation, Shape, Support};

use crate::body::State;
use crate::mass::{MassSpace, compound_of};
use crate::space::Space;

/// Spaces in which bodies have cores.
pub trait CoreSpace: MassSpace {
    /// Finds cores of a body that is neither convex nor a compound.
    #[doc(hidden)]
    fn find_cores(shape: &AnyBody<Self>, found: &mut Vec<Core<Self>>);
    /// Number of pieces of a body that is neither convex nor a compound, if it is known.
    #[doc(hidden)]
    fn pieces(shape: &AnyBody<Self>) -> Option<usize>;
}

/// Most cores of a body.
const MOST: usize = 12;

/// Radius of a core that is not known to be inside, relative to the reach of its body.
const SMALL: f64 = 1.0 / 64.0;

/// A ball, in the frame of the shape.
#[derive(Clone, Copy, Debug)]
pub struct Core<V: Space> {
    pub(crate) center: V,
    pub(crate) radius: V::Scalar,
}

/// Cores of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum CoresOf<V: CoreSpace> {
    /// One about the center of mass, with this radius.
    Center(V::Scalar),
    /// One elsewhere.
    Inside(Core<V>),
    /// A range of the list.
    Listed([u32; 2]),
}

/// Cores of shapes of many pieces.
#[derive(Clone, Debug)]
pub(super) struct Cores<V: CoreSpace> {
    list: Vec<Core<V>>,
    /// Shapes with cores in the list, by their addresses; kept alive, so that no other shape has that address.
    known: Vec<(AnyBody<V>, [u32; 2])>,
    /// Working memory of a search.
    found: Vec<Core<V>>,
}

impl<V: CoreSpace> Default for Cores<V> {
    fn default() -> Self {
        Self { list: Vec::new(), known: Vec::new(), found: Vec::new() }
    }
}

fn address<V: CoreSpace>(shape: &AnyBody<V>) -> usize {
    match shape {
        AnyBody::Pieces(pieces) => std::sync::Arc::as_ptr(pieces).cast::<()>() as usize,
        _ => 0,
    }
}

impl<T: Real, V: CoreSpace<Scalar = T>> Cores<V> {
    /// The cores of a body.
    pub fn of(&mut self, shape: &AnyBody<V>, state: &State<T>) -> CoresOf<V> {
        let half = state.inner_size * T::HALF;
        if let (AnyBody::Convex(convex), true) = (shape, half > T::ZERO) {
            return of_convex(convex, V::flat(state.mass.center), half);
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
    pub fn listed(&self, [from, until]: [u32; 2]) -> &[Core<V>] {
        &self.list[Range { start: from as usize, end: until as usize }]
    }

    /// Forgets shapes that nobody else has any more; ranges of other shapes change.
    pub fn tidy(&mut self) {
        let is_used = |shape: &AnyBody<V>| match shape {
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

    fn find(&mut self, shape: &AnyBody<V>) -> [u32; 2] {
        self.found.clear();
        let mut apart = false;
        if let Some(compound) = compound_of(shape) {
            self.found.extend(compound.parts().iter().filter_map(core_of));
        } else {
            V::find_cores(shape, &mut self.found);
            apart = true;
        }
        let from = self.list.len() as u32;
        choose(&mut self.found, apart, &mut self.list);
        [from, self.list.len() as u32]
    }
}

/// The core of a convex body: about its center of mass, or its centroid if a center was given that is not inside by as much.
fn of_convex<T: Real, V: CoreSpace<Scalar = T>>(shape: &V::Any, center: V, radius: T) -> CoresOf<V> {
    let holds = |direction: V| (shape.support(direction) - center).dot(direction) >= radius;
    if (0..V::DIM).all(|axis| holds(V::axis(axis)) && holds(-V::axis(axis))) {
        CoresOf::Center(radius)
    } else {
        CoresOf::Inside(Core { center: V::convex_mass(shape).center, radius })
    }
}

/// The core of a part of a compound.
pub(super) fn core_of<V: CoreSpace, S: Shape<V = V> + Measured<V>>(part: &S) -> Option<Core<V>> {
    let (mass, radius) = (V::convex_mass(part), V::core_radius(part));
    let zero = V::Scalar::ZERO;
    (mass.mass > zero && radius > zero).then_some(Core { center: mass.center, radius })
}

fn small<T: Real>(state: &State<T>) -> T {
    state.reach * T::of(SMALL)
}

/// Adds the largest core to a list, and then again and again the one that is farthest from those chosen; if they are to be `apart`, as
/// long as it does not overlap any of them.
fn choose<T: Real, V: CoreSpace<Scalar = T>>(found: &mut Vec<Core<V>>, apart: bool, list: &mut Vec<Core<V>>) {
    let from = list.len();
    let gap = |core: &Core<V>, chosen: &[Core<V>]| {
        let apart = |other: &Core<V>| (core.center - other.center).norm() - core.radius - other.radius;
        chosen.iter().map(apart).fold(T::INFINITY, Real::min)
    };
    while list.len() < from + MOST && !found.is_empty() {
        let chosen = &list[from..];
        let value = |core: &Core<V>| if chosen.is_empty() { core.radius } else { gap(core, chosen) };
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
pub(super) fn at<V: CoreSpace>(center: V) -> Pose<V> {
    Pose::try_new(center, V::Rotation::IDENTITY).unwrap_or(Pose::IDENTITY)
}
