//! Bodies of Feng and Tan's kinds, packed: square pyramids, octagonal prisms, octagonal frustums and spheres in several sizes.
//!
//! They are put at random into a box, then pushed apart along the normals of their contacts, half of the overlap each, round by round, until
//! overlaps are as small as those of bodies that rest on one another. Nothing rotates and nothing falls: the paper's bodies fell for 10 s, so that its
//! stages have rising density too.

use impinge::scene::ObjectHandle;
use impinge::{AnyShape, Bounded, ConvexPolyhedron, Measured, Pose, Real, Rot3, Scene, Sphere, Vec3};
use impinge_scenes::Rng;

use crate::study::Stop;

/// Kinds of bodies, by the paper's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Square pyramid.
    P5,
    /// Octagonal prism.
    P16,
    /// Octagonal frustum.
    F16,
    /// Sphere.
    S,
}

/// Sizes of each kind, as factors.
pub const SIZES: [f64; 4] = [0.7, 0.9, 1.1, 1.3];

/// Overlaps are pushed down to this, in units of the mean width of a body, about 1.5.
const SMALL: f64 = 0.002;

/// Share of the separation made in a round: less than all, since a body is pushed by several others at once.
const EAGER: f64 = 0.7;

impl Kind {
    /// The paper's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::P5 => "P5",
            Self::P16 => "P16",
            Self::F16 => "F16",
            Self::S => "S",
        }
    }

    /// The body, about 1.5 wide, its centroid in the origin.
    pub fn body(self, size: f64) -> AnyShape<f64> {
        let ring = |radius: f64, z: f64| {
            (0..8).map(move |k| {
                let (sin, cos) = Real::sin_cos(std::f64::consts::TAU * (k as f64 + 0.5) / 8.0);
                Vec3::new(radius * cos, radius * sin, z)
            })
        };
        let points: Vec<Vec3<f64>> = match self {
            Self::S => return AnyShape::from(Sphere::new(0.75 * size)),
            Self::P5 => [
                [-0.75, -0.75, 0.0],
                [0.75, -0.75, 0.0],
                [0.75, 0.75, 0.0],
                [-0.75, 0.75, 0.0],
                [0.0, 0.0, 1.4],
            ]
            .map(Vec3::from)
            .to_vec(),
            Self::P16 => ring(0.75, -0.6).chain(ring(0.75, 0.6)).collect(),
            Self::F16 => ring(0.85, -0.55).chain(ring(0.5, 0.55)).collect(),
        };
        let middle = ConvexPolyhedron::new(&points).measure().centroid;
        let moved: Vec<Vec3<f64>> = points.iter().map(|&p| (p - middle) * size).collect();
        AnyShape::from(ConvexPolyhedron::new(&moved))
    }
}

/// A body of a packing.
pub struct Packed {
    /// Its kind.
    pub kind: Kind,
    /// Index in the shapes of the packing.
    pub shape: usize,
    /// Its pose.
    pub pose: Pose<Vec3<f64>>,
}

/// Bodies that hardly overlap.
pub struct Packing {
    /// Shapes of the bodies.
    pub shapes: Vec<AnyShape<f64>>,
    /// The bodies.
    pub bodies: Vec<Packed>,
    /// Edge of the box.
    pub edge: f64,
    /// Rounds of pushing.
    pub rounds: usize,
    /// Mean and largest overlap, by the mean width of a body.
    pub overlap: [f64; 2],
    /// Pairs that overlap.
    pub contacts: usize,
}

/// Packs `count` bodies of these kinds to a share of the box that they fill. `tell` is called in each round, and may stop it.
pub fn pack(
    kinds: &[Kind],
    count: usize,
    density: f64,
    most_rounds: usize,
    rng: &mut Rng,
    tell: &mut dyn FnMut(f64) -> Result<(), Stop>,
) -> Result<Packing, Stop> {
    let mut shapes = Vec::new();
    for kind in kinds {
        shapes.extend(SIZES.map(|size| kind.body(size)));
    }
    let chosen: Vec<(usize, Rot3<f64>)> =
        (0..count).map(|_| (rng.below(shapes.len()), rng.rotation3())).collect();
    let volume: f64 = chosen.iter().map(|(shape, _)| shapes[*shape].measure().volume).sum();
    let edge = cube_root(volume / density);
    let mut scene = Scene::<Vec3<f64>>::new();
    let forms: Vec<_> = shapes.iter().map(|shape| scene.add_shape(shape.clone())).collect();
    let failed = |e: &dyn std::fmt::Display| Stop::Failed(format!("packing: {e}"));
    let mut handles: Vec<ObjectHandle> = Vec::with_capacity(count);
    let mut halves: Vec<Vec3<f64>> = Vec::with_capacity(count);
    for (shape, turn) in &chosen {
        let half = shapes[*shape].aabb(&Pose::new([0.0; 3], *turn)).half_extents();
        let mut inside = |half: f64| rng.between(half, (edge - half).max(half + f64::EPSILON));
        let at = Vec3::new(inside(half.x), inside(half.y), inside(half.z));
        handles.push(scene.add(forms[*shape], Pose::new(at, *turn)).map_err(|e| failed(&e))?);
        halves.push(half);
    }
    let width = 1.5;
    let (mut rounds, mut overlap, mut contacts) = (0, [0.0; 2], 0);
    while rounds < most_rounds {
        tell(rounds as f64 / most_rounds as f64)?;
        let mut pushes = vec![Vec3::ZERO; count];
        let (mut sum, mut most, mut met) = (0.0, 0.0_f64, 0);
        for found in scene.contacts(0.0) {
            let depth = -found.contact.signed_distance;
            (sum, most, met) = (sum + depth, most.max(depth), met + 1);
            // Half of what is small stays, so that bodies go on touching.
            let apart = depth - 0.5 * SMALL * width;
            if apart > 0.0 {
                let push = found.contact.normal * (0.5 * EAGER * apart);
                pushes[found.a.index()] -= push;
                pushes[found.b.index()] += push;
            }
        }
        (overlap, contacts) = ([sum / met.max(1) as f64 / width, most / width], met);
        if overlap[1] <= SMALL {
            break;
        }
        rounds += 1;
        for ((handle, push), half) in handles.iter().zip(pushes).zip(&halves) {
            if push == Vec3::ZERO {
                continue;
            }
            let pose = scene.pose(*handle).map_err(|e| failed(&e))?;
            let inside = |x: f64, half: f64| Real::max(Real::min(x, edge - half), half);
            let at = pose.translation() + push;
            let at = Vec3::new(inside(at.x, half.x), inside(at.y, half.y), inside(at.z, half.z));
            scene.move_object(*handle, Pose::new(at, pose.rotation())).map_err(|e| failed(&e))?;
        }
    }
    let mut bodies = Vec::with_capacity(count);
    for (handle, (shape, _)) in handles.iter().zip(&chosen) {
        let pose = *scene.pose(*handle).map_err(|e| failed(&e))?;
        bodies.push(Packed { kind: kinds[shape / SIZES.len()], shape: *shape, pose });
    }
    Ok(Packing { shapes, bodies, edge, rounds, overlap, contacts })
}

/// The cube root, by Newton's method from above: the same on every machine.
fn cube_root(x: f64) -> f64 {
    let mut root = Real::max(x, 1.0);
    for _ in 0..200 {
        let next = (2.0 * root + x / (root * root)) / 3.0;
        if next >= root {
            break;
        }
        root = next;
    }
    root
}
