//! Pairs of meshes with poses: near, far, one through the other, one inside the other; and pairs whose truth is known by hand.

use impinge::{Pose, Rot3, Vec3};

use crate::Rng;
use crate::meshes::{
    Triangles, cells, cube, cubes_sharing_a_corner, cubes_sharing_an_edge, letter, nested_shells,
};
use crate::oracle::meshes::State;

type Point = Vec3<f64>;

/// Poses of two meshes, A first.
pub type Poses = [Pose<Vec3<f64>>; 2];

/// Support point along a direction, which need not be unit.
fn farthest(mesh: &Triangles, pose: &Pose<Point>, along: Point) -> Point {
    let reach = |p: &Point| p.dot(along);
    let points = mesh.points.iter().map(|p| pose.transform(*p));
    points.max_by(|p, q| reach(p).total_cmp(&reach(q))).unwrap_or_default()
}

/// Largest distance of a point from the middle of the box around a mesh, and that middle.
pub fn radius(mesh: &Triangles) -> (f64, Point) {
    let Some(&first) = mesh.points.first() else { return (0.0, Vec3::ZERO) };
    let low = mesh.points.iter().fold(first, |m, p| m.min(*p));
    let high = mesh.points.iter().fold(first, |m, p| m.max(*p));
    let middle = (low + high) * 0.5;
    (mesh.points.iter().map(|p| (*p - middle).norm()).fold(0.0, f64::max), middle)
}

/// Random rotations, and B beyond A along a random direction, so that their nearest points, two corners, are `gap` apart (up to rounding;
/// below 0 they overlap a little, or reach past one another).
pub fn gap_apart(a: &Triangles, b: &Triangles, gap: f64, rng: &mut Rng) -> Poses {
    let [pose_a, turned] = [(); 2].map(|()| rng.pose3::<f64>(1.0));
    let along = rng.unit3::<f64>();
    let (end, begin) = (farthest(a, &pose_a, along), farthest(b, &turned, -along));
    let by = end + along * gap - begin;
    [pose_a, Pose::new(turned.translation() + by, turned.rotation())]
}

/// Random rotations, and centers no farther apart than the sum of the radii: near, through one another or one inside the other.
pub fn mingled(a: &Triangles, b: &Triangles, rng: &mut Rng) -> Poses {
    let ((ra, ma), (rb, mb)) = (radius(a), radius(b));
    let mut pose = |middle: Point, at: Point| {
        let rotation = rng.rotation3::<f64>();
        Pose::new(at - Pose::turned(rotation).transform(middle), rotation)
    };
    let pose_a = pose(ma, Vec3::ZERO);
    let pose_b = pose(mb, Vec3::ZERO);
    let at = rng.in_ball::<f64>() * (ra + rb);
    [pose_a, Pose::new(pose_b.translation() + at, pose_b.rotation())]
}

/// Random rotations, and B scaled down to lie within a ball of radius `room` around a point of A: returns the scale of B.
pub fn within(b: &Triangles, place: Point, room: f64, rng: &mut Rng) -> (f64, Poses) {
    let (rb, middle) = radius(b);
    let factor = if rb > 0.0 { 0.9 * room / rb } else { 1.0 };
    let [pose_a, turned] = [(); 2].map(|()| rng.pose3::<f64>(1.0));
    let turned = Pose::turned(turned.rotation());
    let at = pose_a.transform(place) - turned.transform(middle * factor);
    (factor, [pose_a, Pose::new(at, turned.rotation())])
}

/// The twelve rotations of a tetrahedron: half turns about the axes and thirds of turns about the diagonals. Their quaternions consist of
/// halves and ones, so that they map integer points to integer points without rounding.
pub fn exact_rotations() -> Vec<Rot3<f64>> {
    let signs = [[1., 1., 1.], [-1., 1., 1.], [1., -1., 1.], [1., 1., -1.]];
    let thirds = signs.into_iter().flat_map(|[x, y, z]| [0.5, -0.5].map(|h| [h * x, h * y, h * z, 0.5]));
    let halves = [[0., 0., 0., 1.], [1., 0., 0., 0.], [0., 1., 0., 0.], [0., 0., 1., 0.]];
    halves.into_iter().chain(thirds).map(Rot3::from_xyzw).collect()
}

/// Two closed meshes of integer points, with the truth about them.
#[derive(Clone, Debug)]
pub struct KnownPair {
    /// Name of the pair.
    pub name: &'static str,
    /// A, at the origin.
    pub a: Triangles,
    /// B, in its own frame.
    pub b: Triangles,
    /// Position of B: an integer point.
    pub at: Point,
    /// Relation of the solids.
    pub state: State,
    /// The squared distance of the surfaces: an integer.
    pub squared: f64,
}

impl KnownPair {
    /// The same pair transformed as a whole, without rounding: by each of [`exact_rotations`] and a random integer translation.
    pub fn poses(&self, rng: &mut Rng) -> Vec<Poses> {
        let at = |rng: &mut Rng| Vec3::from([(); 3].map(|()| rng.below(2001) as f64 - 1000.0));
        let both = |rotation| {
            let motion = Pose::new(at(rng), rotation);
            [motion, Pose::new(motion.transform(self.at), rotation)]
        };
        exact_rotations().into_iter().map(both).collect()
    }

    /// B at its position.
    pub fn placed_b(&self) -> Triangles {
        self.b.clone().moved(self.at.x, self.at.y, self.at.z)
    }
}

/// Pairs of integer meshes that are apart, touch at corners, edges and faces, overlap in one plane, or contain one another.
pub fn known() -> Vec<KnownPair> {
    use State::{Apart, Contains, Inside, Overlapping, Touching};
    let pair = |name, a: &Triangles, b: &Triangles, at: [f64; 3], state, squared| KnownPair {
        name,
        a: a.clone(),
        b: b.clone(),
        at: at.into(),
        state,
        squared,
    };
    let (unit, four, six) = (cube(1.0), cube(4.0), cube(6.0));
    let (u, l, h) = (letter('U'), letter('L'), letter('H'));
    let (cavity, twice) = (nested_shells(true), nested_shells(false));
    // A spike with its tip at the origin, pointing down.
    let spike = Triangles {
        points: [[0., 0., 0.], [1., 0., 3.], [0., 1., 3.], [-1., -1., 3.]].map(Vec3::from).to_vec(),
        triangles: vec![[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]],
    };
    // A roof whose ridge runs along x at z = 0, standing on its ridge.
    let ridge = Triangles {
        points: [[0., 0., 0.], [2., 0., 0.], [0., -1., 2.], [2., -1., 2.], [0., 1., 2.], [2., 1., 2.]]
            .map(Vec3::from)
            .to_vec(),
        triangles: vec![
            [0, 2, 3],
            [0, 3, 1],
            [0, 1, 5],
            [0, 5, 4],
            [2, 4, 5],
            [2, 5, 3],
            [0, 4, 2],
            [1, 3, 5],
        ],
    };
    let across = ridge.clone().quarter_turns(1);
    let under = ridge.clone().map(|p| Vec3::new(p.x, -p.y, -p.z));
    let (edge, corner) = (cubes_sharing_an_edge(), cubes_sharing_a_corner());
    let slab = cells(&[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0]]);
    vec![
        pair("cubes, along an axis", &unit, &unit, [3., 0., 0.], Apart, 4.0),
        pair("cubes, along a diagonal", &unit, &unit, [3., 3., 3.], Apart, 12.0),
        pair("cubes, corner on corner", &unit, &unit, [1., 1., 1.], Touching, 0.0),
        pair("cubes, edge on edge", &unit, &unit, [1., 1., 0.], Touching, 0.0),
        pair("cubes, half an edge on half an edge", &four, &four, [4., 4., 2.], Touching, 0.0),
        pair("cubes, face on face", &unit, &unit, [0., 0., 1.], Touching, 0.0),
        pair("cubes, part of a face on part of a face", &four, &four, [1., 4., 2.], Touching, 0.0),
        pair("small cube on the face of a large one", &four, &unit, [1., 1., 4.], Touching, 0.0),
        pair("equal cubes", &four, &four, [0., 0., 0.], Overlapping, 0.0),
        pair("cubes shifted within the planes of two sides", &four, &four, [1., 0., 0.], Overlapping, 0.0),
        pair("cubes shifted within the plane of one side", &four, &four, [1., 2., 0.], Overlapping, 0.0),
        pair("cubes shifted along all axes", &four, &four, [1., 2., 3.], Overlapping, 0.0),
        pair("a bar through a cube", &four, &slab.clone().scaled(2.0), [-1., 1., 1.], Overlapping, 0.0),
        pair("small cube inside a large one", &six, &unit, [2., 1., 3.], Contains, 1.0),
        pair("large cube around a small one", &unit, &six, [-2., -3., -4.], Inside, 1.0),
        pair("small cube in the corner of a large one", &six, &unit, [0., 0., 0.], Contains, 0.0),
        pair("small cube inside, on a face", &six, &unit, [2., 2., 0.], Contains, 0.0),
        pair("spike on a face", &four, &spike, [1., 2., 4.], Touching, 0.0),
        pair("spike on the diagonal of a face", &four, &spike, [2., 2., 4.], Touching, 0.0),
        pair("spike on an edge", &four, &spike, [4., 1., 4.], Touching, 0.0),
        pair("spike on a corner", &four, &spike, [4., 4., 4.], Touching, 0.0),
        pair("spike above a face", &four, &spike, [1., 2., 6.], Apart, 4.0),
        pair("spike into a face", &four, &spike, [1., 2., 3.], Overlapping, 0.0),
        pair("spike inside, its tip on the bottom", &six, &spike, [3., 3., 0.], Contains, 0.0),
        pair("ridge on a face", &four, &ridge, [1., 2., 4.], Touching, 0.0),
        pair("ridge above an edge, across it", &four, &ridge, [3., 2., 4.], Touching, 0.0),
        pair("ridge on ridge, crossed", &under, &across, [1., -1., 0.], Touching, 0.0),
        pair("ridge on ridge, along", &under, &ridge, [1., 0., 0.], Touching, 0.0),
        pair("ridge over ridge, crossed", &under, &across, [1., -1., 3.], Apart, 9.0),
        pair("cube in the arms of a U", &u, &unit, [1., 2., 0.], Touching, 0.0),
        pair("cube above the arms of a U", &u, &unit, [1., 6., 0.], Apart, 4.0),
        pair("cube across the arms of a U", &u, &unit, [0., 3., 0.], Contains, 0.0),
        pair("bar across the arms of a U", &u, &slab, [0., 2., 0.], Overlapping, 0.0),
        pair("U over the arm of a U", &u, &u.clone().third_turns(1), [1., 0., 3.], Apart, 4.0),
        pair("L in L", &l, &l, [1., 1., 0.], Touching, 0.0),
        pair("H on H", &h, &h, [0., 0., 1.], Touching, 0.0),
        pair("H through H", &h, &h, [1., 0., 0.], Overlapping, 0.0),
        pair("cube in a cavity", &cavity, &unit, [2., 2., 2.], Touching, 0.0),
        pair("cube in a cavity, inside out", &cavity.clone().flipped(), &unit, [3., 2., 3.], Touching, 0.0),
        pair("cube in the wall of a cavity", &cavity, &unit, [0., 2., 2.], Contains, 0.0),
        pair("cube that fills a cavity", &cavity, &cube(2.0), [2., 2., 2.], Touching, 0.0),
        pair("cube around a cavity", &cavity, &four, [1., 1., 1.], Overlapping, 1.0),
        pair("cavity in a large cube", &cavity, &cube(10.0), [-2., -2., -2.], Inside, 4.0),
        pair("cube in a shell in a shell", &twice, &unit, [2., 3., 3.], Contains, 0.0),
        pair("cube around the inner shell", &twice, &four, [1., 1., 1.], Contains, 1.0),
        pair("cube in the gap of two that share an edge", &edge, &unit, [1., 0., 0.], Touching, 0.0),
        pair("cube in the gap of two that share a corner", &corner, &unit, [1., 0., 1.], Touching, 0.0),
        pair("cube on two that share a corner", &corner, &unit, [0., 0., 0.], Contains, 0.0),
        pair("equal pairs of cubes that share an edge", &edge, &edge, [0., 0., 0.], Overlapping, 0.0),
    ]
}
