//! Depenetration: a way out of overlap, as a short translation after which a body is proven clear of all others.
//!
//! The answer is a pose where a body that starts in others, or nearer to them than the floor of the zone, is free of them.
//! Use it for bodies that were placed by hand, grew, or were moved by other means; for the general penetration depth and direction
//! see [`in_solid`](crate::mesh::polygon::in_solid).
//!
//! # Method
//! Each crossing of an edge and a polygon has a few ways out, each a direction n and a length h: along the normal of
//! the polygon, by the depth of the edge's end behind it; or over a side of the polygon, perpendicular to the
//! edge and to that side. The shortest is taken as a wall: the translation r must have n · r ≥ h. Features nearer than
//! the zone give walls in the same way. The least r that all walls allow (`math/walls.rs`) is where the body is
//! tested next, and the crossings there add walls.
//!
//! If this does not lead out, directions are tried one after the other: the normals of the walls and 26 all around, with lengths
//! that double up to the depth.
//!
//! A translation on which the middle of the body (of the bounding box of its mesh) enters a surface from the front is rejected: it
//! leads through a wall. A body whose middle has passed a thin wall already is freed on the far side of it, where most of it is.
//!
//! # Guarantees
//! A body that is reported as freed was tested at its present pose, by the same exact test that found the overlap and the same
//! distances that prove the end of a motion. The translation is no longer than was allowed, and the middle of the body goes through no
//! wall on it, up to rounding. The rest of the body may: nothing is proven between the start and the end, and parts
//! that stick through a wall are drawn back through it. If no way is found, there may still be one: between concave
//! bodies a short way may lead along a direction that no crossed feature has.
//!
//! # Cost
//! At most [`MOST_ROUNDS`] tests of all bodies, twice, and [`LENGTHS`] along each of at most [`MOST_NORMALS`] + 26
//! directions; one if the depth is 0. Poses that rounding leaves at the start are not tested. Nothing is
//! allocated once the memory has grown.

use super::error::MotionError;
use super::obstacles::{Region, Standing};
use super::overlap::{Crossing, Posed};
use super::sweep::answer::{hit_of, passable, zone};
use super::sweep::stage::Frame;
use super::sweep::still::{Asked, Pair};
use super::types::{Freed, MotionSettings};
use super::{Hit, Mover};
use crate::math::walls::{least, wall};
use crate::math::{Each, Pose, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::{MeshFeature, PlacedMesh, trace};
use crate::sliding::Start;

/// Maximum number of tests of a body on its way out. A box in a corner takes 2 or 3; a body that is deep in takes one for each edge
/// between its deepest vertex and the surface.
const MOST_ROUNDS: usize = 12;

/// Number of wall normals that are tried as directions, if the least translation did not lead out.
const MOST_NORMALS: usize = 38;

/// Number of lengths that are tried along each direction: the depth, halved repeatedly.
const LENGTHS: u32 = 8;

/// Selects among the ways out of a crossing.
#[derive(Clone, Copy, PartialEq)]
enum Choice {
    Shortest,
    /// The way along the normal of the polygon.
    Normal,
}

/// Result of testing a body.
struct Look<T: Real> {
    overlaps: bool,
    clear: bool,
    hit: Option<Hit<T>>,
}

built_with_the_crate! {
    /// [`Mover::free_among`].
    fn built_free_among<'a, T: Real>(
        mover: &'a mut Mover,
        moving: &'a PlacedMesh<'a, T>,
        standing: &'a dyn Standing<T>,
        depth: f64,
        settings: &'a MotionSettings,
    ) -> Result<Freed<T>, MotionError> = Mover::move_out;
}

impl Mover {
    /// Frees a body that overlaps others, or is nearer to them than the floor of the zone: moves it to where it is proven clear of
    /// them all, by a translation no longer than `depth`. Only the settings of the thickness of the zone matter.
    ///
    /// A body that is clear already stays where it is, as does one for which no way out is found; [`Freed::start`] tells which.
    /// The end is proven, not the way to it: only the middle of the body (of the bounding box of its mesh) is kept from being pushed
    /// through a wall. If the middle has passed a thin wall already, the body comes out on the far side; a body whose overlap is less
    /// than half its width comes out where it went in, or not at all. Motions do this first if [`MotionSettings::free`]
    /// is set. For a body among several others call it once with all of them and then move with `free: None`, so that freeing
    /// it from one does not push it into the next.
    ///
    /// ```
    /// use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
    /// use impinge::expel::{Mover, MotionSettings, Start};
    /// use impinge::{Pose, Vec3, hull::solid_hull};
    ///
    /// let corner = |i: i32| Vec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    /// let cube = PolygonMesh::from_solid(&solid_hull(&(0..8).map(corner).collect::<Vec<_>>()).unwrap());
    /// // A thousandth deep in a cube below, and as much in one beside.
    /// let world = [PlacedMesh::new(&cube, Pose::IDENTITY), PlacedMesh::new(&cube, Pose::at([0.999, 0.0, 1.0]))];
    /// let deep = PlacedMesh::new(&cube, Pose::at([0.0, 0.1, 0.999]));
    /// let mut mover = Mover::new();
    /// let freed = mover.free(&deep, &world, 0.01, &MotionSettings::default())?;
    /// assert!(freed.start == Start::Freed && freed.clear);
    /// let [x, _, z] = freed.pose.translation().to_array();
    /// assert!(z > 1.0 && z < 1.0 + 1e-9 && x < -0.001 && x > -0.001 - 1e-9);
    /// // Half as far is not enough.
    /// let stuck = mover.free(&deep, &world, 0.001, &MotionSettings::default())?;
    /// assert!(stuck.start == Start::Overlapping && !stuck.clear && stuck.pose == deep.pose);
    /// # Ok::<(), impinge::expel::MotionError>(())
    /// ```
    ///
    /// # Errors
    /// If the depth is not finite or negative, or the requested zone is too thin.
    pub fn free<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &(impl Standing<T> + ?Sized),
        depth: f64,
        settings: &MotionSettings,
    ) -> Result<Freed<T>, MotionError> {
        self.free_among(moving, &standing, depth, settings)
    }

    /// [`Mover::free`], the same code for all implementations of [`Standing`].
    pub(crate) fn free_among<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &dyn Standing<T>,
        depth: f64,
        settings: &MotionSettings,
    ) -> Result<Freed<T>, MotionError> {
        built_free_among(self, moving, standing, depth, settings)
    }

    fn move_out<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &dyn Standing<T>,
        depth: f64,
        settings: &MotionSettings,
    ) -> Result<Freed<T>, MotionError> {
        if !(depth >= 0.0 && depth.is_finite()) {
            return Err(MotionError::NotFinite);
        }
        let settings = &standing.settings(&Region::around(moving, depth, settings));
        self.stage.everywhere = !settings.tree;
        self.walls.clear();
        let first = self.look(moving, standing, settings, (Choice::Shortest, depth), Vec3::ZERO)?;
        let start = if first.overlaps { Start::Overlapping } else { Start::Apart };
        let stays = Freed { start, pose: moving.pose, clear: first.clear, hit: first.hit };
        if first.clear || depth == 0.0 {
            return Ok(stays);
        }
        for choice in [Choice::Shortest, Choice::Normal] {
            if choice == Choice::Normal {
                self.walls.clear();
                self.look(moving, standing, settings, (choice, depth), Vec3::ZERO)?;
            }
            for _ in 0..MOST_ROUNDS {
                let Some(push) = least(&mut self.walls) else { break };
                let Some((body, push)) = pushed(moving, push, depth) else { break };
                if self.look(&body, standing, settings, (choice, depth), push)?.clear {
                    if self.enters(moving, standing, settings, push)? {
                        break;
                    }
                    return Ok(Freed { start: Start::Freed, pose: body.pose, clear: true, hit: first.hit });
                }
            }
        }
        // Several directions in turn, the walls' normals among them, with lengths that double.
        self.walls.truncate(MOST_NORMALS);
        for k in (0..LENGTHS).rev() {
            let length = depth / f64::from(1_u32 << k);
            let normals = self.walls.len();
            for i in 0..normals + 26 {
                let direction = if i < normals { self.walls[i].normal } else { around(i - normals) };
                let Some((body, push)) = pushed(moving, direction * length, depth) else { continue };
                self.walls.truncate(normals);
                if self.look(&body, standing, settings, (Choice::Shortest, depth), push)?.clear
                    && !self.enters(moving, standing, settings, push)?
                {
                    return Ok(Freed { start: Start::Freed, pose: body.pose, clear: true, hit: first.hit });
                }
            }
        }
        Ok(stays)
    }

    /// The body at the start of a motion, and whether it was freed for it.
    pub(super) fn begin<'a, T: Real>(
        &mut self,
        moving: &PlacedMesh<'a, T>,
        standing: &PlacedMesh<'_, T>,
        settings: &MotionSettings,
    ) -> Result<(PlacedMesh<'a, T>, bool), MotionError> {
        let Some(depth) = settings.free else { return Ok((*moving, false)) };
        let freed = self.free_among(moving, standing, depth, settings)?;
        Ok((PlacedMesh::new(moving.mesh, freed.pose), freed.start == Start::Freed))
    }

    /// Whether the middle of a body enters a surface from the front on its way, that is, whether it is pushed through a wall.
    fn enters<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        world: &dyn Standing<T>,
        settings: &MotionSettings,
        push: Vec3<f64>,
    ) -> Result<bool, MotionError> {
        let middle = Frame::of(&moving.pose).point_out(moving.mesh.bounds().center().cast());
        let region = Region::around(moving, push.norm(), settings);
        let mut enters = false;
        self.each_near(world, &region, |_, _, standing| {
            let frame = Frame::of(&standing.pose);
            let [from, to] = [middle, middle + push].each(|x| frame.point_in(x));
            enters |= trace(standing.mesh, from, to).is_some();
            Ok(())
        })?;
        Ok(enters)
    }

    /// Tests a body that was pushed from its start, and adds the walls that it is behind.
    fn look<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        world: &dyn Standing<T>,
        settings: &MotionSettings,
        (choice, depth): (Choice, f64),
        push: Vec3<f64>,
    ) -> Result<Look<T>, MotionError> {
        let mut look = Look { overlaps: false, clear: true, hit: None };
        let region = Region::around(moving, depth, settings);
        self.each_near(world, &region, |mover, number, standing| {
            let zone = zone(moving, standing, 0.0, 0.0, settings)?;
            let frame = Frame::of(&standing.pose);
            // A body that comes to rest is this far away.
            let reach = zone.thickness + zone.error;
            let proof = zone.proof([moving.mesh, standing.mesh]);
            // The list below omits what is behind open meshes; the proof does not.
            let (surfaces, nearest) = if passable(moving.mesh) || passable(standing.mesh) {
                mover.still(moving, standing, &frame, &zone, proof, Asked::Distance)
            } else {
                (proof, None)
            };
            let (least, best) = mover.still(moving, standing, &frame, &zone, reach, Asked::Contacts);
            let crossed = mover.overlap(moving, standing, &frame, &zone, false);
            let proven = least >= proof && surfaces >= proof;
            let worst = crossed.or(best.or(nearest).filter(|_| !proven));
            let hit = worst.map(|pair| hit_of(&pair, &frame).of_body(number));
            look.overlaps |= crossed.is_some();
            look.clear &= crossed.is_none() && proven;
            look.hit = look.hit.or(hit);
            let Self { stage, overlap, walls, list, .. } = mover;
            let mut add = |normal: Vec3<f64>, height: f64| {
                let normal = frame.vector_out(normal);
                wall(walls, normal, height + normal.dot(push));
            };
            let Some(crossed) = crossed else {
                let rest = zone.thickness;
                for pair in list.iter().chain(&best) {
                    if pair.nearest.separation < rest {
                        add(pair.nearest.direction, rest - pair.nearest.separation);
                    }
                }
                return Ok(());
            };
            let posed = Posed { moving, standing, stage, frame: &frame, zone: &zone };
            let mut some = false;
            overlap.crossings(&posed, |moving, standing| {
                some = true;
                if let Some((normal, height)) = out_of_crossing(&posed, moving, standing, choice, depth) {
                    add(normal, height);
                }
                true
            });
            if !some {
                out_of_solid(&posed, &crossed, choice, depth, add);
            }
            Ok(())
        })?;
        Ok(look)
    }
}

/// A body pushed, with its pose rounded, and the resulting translation. `None` if that is more than the depth, or zero.
fn pushed<'a, T: Real>(
    moving: &PlacedMesh<'a, T>,
    push: Vec3<f64>,
    depth: f64,
) -> Option<(PlacedMesh<'a, T>, Vec3<f64>)> {
    let from: Vec3<f64> = moving.pose.translation().cast();
    // A length that equals the depth may be rounded up.
    let to: Vec3<T> = (from + push * (1.0 - 4.0 * f64::EPSILON)).cast();
    let push = to.cast() - from;
    let pose = Pose::try_new(to, moving.pose.rotation()).ok()?;
    (push != Vec3::ZERO && push.norm() <= depth).then(|| (PlacedMesh::new(moving.mesh, pose), push))
}

/// One of the 26 directions from the middle of a cube to its faces, edges and corners.
fn around(i: usize) -> Vec3<f64> {
    // The middle itself is excluded.
    let i = if i < 13 { i } else { i + 1 };
    let part = |i: usize| (i % 3) as f64 - 1.0;
    Vec3::new(part(i), part(i / 3), part(i / 9)).unit()
}

/// The shortest translation that separates an edge and a polygon that cross, in the standing frame. `None` if all are longer than
/// `depth`.
fn out_of_crossing<T: Real>(
    posed: &Posed<'_, T>,
    moving: MeshFeature,
    standing: MeshFeature,
    choice: Choice,
    depth: f64,
) -> Option<(Vec3<f64>, f64)> {
    let rest = posed.zone.thickness;
    let mut best: Option<(Vec3<f64>, f64)> = None;
    let mut offer = |normal: Vec3<f64>, height: f64| {
        if height <= depth && best.is_none_or(|(_, least)| height < least) {
            best = Some((normal, height));
        }
    };
    let Crossing { ends: edge, plane: (normal, offset), two_sided, sign } =
        posed.crossing(moving, standing)?;
    let [a, b] = edge.each(|x| normal.dot(x) - offset);
    offer(normal * sign, rest - Real::min(a, b));
    if two_sided {
        offer(normal * -sign, rest + Real::max(a, b));
    }
    if choice == Choice::Shortest {
        let mut over = |from: Vec3<f64>, to: Vec3<f64>| {
            let Some(n) = (edge[1] - edge[0]).cross(to - from).normalized() else { return };
            // Out of the polygon, and over this side of it.
            let outer = (to - from).cross(normal);
            for n in [n, -n] {
                if n.dot(outer) > 0.0 || n.dot(normal) > 0.0 {
                    offer(n * sign, rest - n.dot(edge[0] - from));
                }
            }
        };
        match (moving, standing) {
            (_, MeshFeature::Polygon(q)) => sides(posed.standing_ring(q), &mut over),
            (MeshFeature::Polygon(p), _) => sides(posed.moving_ring(p), &mut over),
            _ => {}
        }
    }
    best
}

/// Calls `visit` with the ends of each side of a ring.
fn sides(ring: impl Iterator<Item = Vec3<f64>> + Clone, mut visit: impl FnMut(Vec3<f64>, Vec3<f64>)) {
    ring.clone().zip(ring.cycle().skip(1)).for_each(|(from, to)| visit(from, to));
}

/// Adds the translations by which a body leaves another one that it is wholly inside of: the shortest out through one polygon, or out
/// of all the planes near it, as behind the corner of a room. None is longer than `depth`.
fn out_of_solid<T: Real>(
    posed: &Posed<'_, T>,
    held: &Pair,
    choice: Choice,
    depth: f64,
    mut add: impl FnMut(Vec3<f64>, f64),
) {
    let rest = posed.zone.thickness;
    let mut best: Option<(Vec3<f64>, f64)> = None;
    let mut offer = |under: bool, normal: Vec3<f64>, height: f64| {
        if height <= rest || height > depth {
        } else if choice == Choice::Normal {
            add(normal, height);
        } else if under && best.is_none_or(|(_, least)| height < least) {
            best = Some((normal, height));
        }
    };
    if let MeshFeature::Polygon(_) = held.standing {
        let x = match held.moving {
            MeshFeature::Vertex(v) => posed.stage.placed[v as usize],
            MeshFeature::Edge(e) => posed.moving_ends(e)[0],
            MeshFeature::Polygon(p) => posed.moving_ring(p).next().unwrap_or(Vec3::ZERO),
        };
        posed.standing.mesh.near(&posed.whole().grown(depth), |q| {
            let (normal, offset) = posed.standing_plane(q);
            let heights = posed.stage.placed.iter().map(|&x| normal.dot(x) - offset);
            let under = is_under(x, posed.standing_ring(q), normal);
            offer(under, normal, rest - heights.fold(f64::INFINITY, f64::min));
        });
    } else {
        // The reverse case: the inner body leaves through a polygon of the moving body.
        let y = held.nearest.point;
        for p in 0..posed.moving.mesh.polygons().len() as u32 {
            let (normal, offset) = posed.moving_plane(p);
            let under = is_under(y, posed.moving_ring(p), normal);
            offer(under, -normal, rest - (normal.dot(y) - offset));
        }
    }
    if let Some((normal, height)) = best {
        add(normal, height);
    }
}

/// Whether a point is behind a polygon, within its sides.
fn is_under(x: Vec3<f64>, ring: impl Iterator<Item = Vec3<f64>> + Clone, normal: Vec3<f64>) -> bool {
    let mut under = true;
    sides(ring, |from, to| {
        under &= (to - from).cross(normal).dot(x - from) <= 0.0 && normal.dot(x - from) <= 0.0;
    });
    under
}
