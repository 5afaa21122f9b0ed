//! That bodies have touched by the end of the time error, judged by the separating axes of tetrahedra in `f64`.

use impinge::*;
use impinge_scenes::Rng;

type P = Vec3<f64>;

/// A tetrahedron in motion.
struct Body {
    corners: [P; 4],
    hull: ConvexPolyhedron<f32>,
    pose: Pose<Vec3<f32>>,
    motion: Motion<Vec3<f32>>,
}

impl Body {
    fn random(rng: &mut Rng) -> Self {
        let size = rng.unit3::<f64>();
        let corners = [(); 4].map(|()| rng.unit3::<f64>().zip(size, |x, s| x * s).cast::<f32>());
        let pose = rng.pose3::<f32>(1.5);
        let center = pose.translation() + rng.in_ball::<f32>();
        let motion = Motion::rotation(center, rng.unit3::<f32>(), rng.between(-4.0, 4.0) as f32)
            .moving((rng.in_ball::<f32>() - center) * 1.5);
        Self { corners: corners.map(|c| c.cast()), hull: ConvexPolyhedron::new(&corners), pose, motion }
    }

    /// The corners at a time: as the motion says, in `f64`.
    fn at(&self, time: f64) -> [P; 4] {
        let unit = |q: Rot3<f32>| {
            let q = q.to_xyzw().map(f64::from);
            let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            Rot3::from_xyzw(q.map(|x| x / length))
        };
        let stands = Pose::new(self.pose.translation().cast::<f64>(), unit(self.pose.rotation()));
        let m = &self.motion;
        let turns = Motion::rotation(m.center().cast::<f64>(), m.axis().cast::<f64>(), f64::from(m.angle()))
            .moving(m.linear().cast::<f64>());
        self.corners.map(|c| turns.pose(time).transform(stands.transform(c)))
    }
}

/// The largest separation along the axes that can separate two tetrahedra: positive only if they are apart.
fn separation(a: &[P; 4], b: &[P; 4]) -> f64 {
    let edges = |t: &[P; 4]| [t[1] - t[0], t[2] - t[0], t[3] - t[0], t[2] - t[1], t[3] - t[1], t[3] - t[2]];
    let normals = |e: [P; 6]| [e[0].cross(e[1]), e[0].cross(e[2]), e[1].cross(e[2]), e[3].cross(e[4])];
    let (ea, eb) = (edges(a), edges(b));
    let crossed = ea.iter().flat_map(|x| eb.iter().map(|y| x.cross(*y)));
    let along = |t: &[P; 4], n: P| t.iter().fold(f64::NEG_INFINITY, |m, p| m.max((*p - a[0]).dot(n)));
    normals(ea)
        .into_iter()
        .chain(normals(eb))
        .chain(crossed)
        .filter(|n| n.norm() > 1e-9)
        .map(|n| n.unit())
        .fold(f64::NEG_INFINITY, |m, n| m.max(-along(b, -n) - along(a, n)).max(-along(a, -n) - along(b, n)))
}

/// In `f32` the vertices of a polyhedron are chosen to within a few ε of `f32`, so that GJK sees an overlap where there is still
/// a gap of that size; `time` + `time_error` was before the touch (58 of 17,623 such hits). They must have touched by then.
#[test]
fn polyhedra_in_f32_have_touched_by_the_end_of_the_error() {
    let mut rng = Rng::new(31);
    let mut bounded = 0;
    for round in 0..12_000 {
        let (a, b) = (Body::random(&mut rng), Body::random(&mut rng));
        let found = cast(&(&a.hull).at(a.pose), &(&b.hull).at(b.pose), &a.motion, &b.motion);
        let Some(impact) = found.filter(|i| !i.at_start && i.time_error.is_finite()) else { continue };
        bounded += 1;
        let [from, error] = [impact.time, impact.time_error].map(f64::from);
        let gap = |part: f64| separation(&a.at(from + error * part), &b.at(from + error * part));
        // They may have parted again.
        let least = (0..=16).map(|k| gap(f64::from(16 - k) / 16.0)).fold(f64::INFINITY, f64::min);
        assert!(least <= 1e-12, "{round}: apart by {least:e} to the end {impact:?}");
        assert!(gap(0.0) >= -1e-12, "{round}: overlap at the time of impact {impact:?}");
    }
    assert!(bounded > 1000, "{bounded}");
}
