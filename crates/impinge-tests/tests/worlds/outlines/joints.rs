//! Points, segments and rays through the joints of chains and the corners of regions, where every number is whole and the truth
//! with it.

use impinge::body::{Chain, Region};
use impinge::*;
use impinge_scenes::Rng;

/// Scale of the integers to 1.
const GRID: f64 = 64.0;

type P = [i64; 2];

fn cross(a: P, b: P) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1]]
}

fn on_grid<T: Real>(p: P) -> Vec2<T> {
    Vec2::new(T::of(p[0] as f64 / GRID), T::of(p[1] as f64 / GRID))
}

fn any(rng: &mut Rng, most: i64) -> P {
    [(); 2].map(|()| rng.below(2 * most as usize + 1) as i64 - most)
}

/// The moving body: a point, or a segment of integer half length along +y or −y. It starts where its leading end is at `start`.
fn along<T: Real>(half: i64, start: P, by: P) -> At<AnyShape2<T>> {
    let length = T::of(half as f64 / GRID);
    let shape: AnyShape2<T> =
        if half == 0 { Point::new(Vec2::ZERO).into() } else { Segment2::new(length).into() };
    shape.at(Pose::at(on_grid::<T>([start[0], start[1] - half * by[1].signum()])))
}

/// An impact is not late, and its error covers when they touch, `truth` of the way.
fn check_time<T: Real>(found: Option<Impact<Vec2<T>>>, truth: f64, what: &dyn Fn() -> String) {
    let found = found.unwrap_or_else(|| panic!("passed through, {}", what()));
    let (time, late) = (found.time.f64(), found.time_error.f64());
    let ulps = 4.0 * f64::EPSILON;
    assert!(time <= truth * (1.0 + ulps), "late: {found:?}, true {truth}, {}", what());
    assert!(
        (time + late) * (1.0 + ulps) >= truth,
        "touches after its error: {found:?}, true {truth}, {}",
        what()
    );
}

/// Half lengths of sides were rounded to the precision of the body, which the way of translations did not count: a quarter of all
/// points went through joints, and casts were late, or said that bodies had touched before they did.
fn joints<T: Real>() {
    let mut rng = Rng::new(34);
    let (mut through, mut corners, mut lengthwise) = (0, 0, 0);
    while through < 1500 {
        let (joint, way) = (any(&mut rng, 256), any(&mut rng, 40));
        let vertical = rng.below(3) == 0;
        let way = if vertical { [0, way[1]] } else { way };
        let [before, beyond] = [(); 2].map(|()| 1 + rng.below(20) as i64);
        let [p, n] = [(); 2].map(|()| any(&mut rng, 400));
        let sides = [sub(p, joint), sub(n, joint)].map(|v| cross(way, v));
        if way == [0, 0] || sides.contains(&0) {
            continue;
        }
        through += 1;
        let start = [joint[0] - before * way[0], joint[1] - before * way[1]];
        let by = [way[0] * (before + beyond), way[1] * (before + beyond)];
        let truth = before as f64 / (before + beyond) as f64;
        let motion = Motion::translation(on_grid::<T>(by));
        let half = if way[0] == 0 { rng.below(100) as i64 } else { 0 };
        lengthwise += u32::from(half > 0);
        let moving = along::<T>(half, start, by);
        let chain = Chain::new(&[p, joint, n].map(on_grid::<T>));
        let what = || format!("{p:?} {joint:?} {n:?} from {start:?} by {by:?}, half {half}");
        check_time(cast(&moving, &chain, &motion, &Motion::still()), truth, &what);
        check_time(cast(&chain, &moving, &Motion::still(), &motion), truth, &what);
        let back = Motion::translation(-on_grid::<T>(by));
        check_time(cast(&moving, &chain, &Motion::still(), &back), truth, &what);
        let ray = Ray::new(on_grid::<T>(start), on_grid::<T>(way));
        let distance = on_grid::<f64>(sub(joint, start)).norm();
        let hit = ray_cast(&chain, &ray).unwrap_or_else(|| panic!("a ray passes, {}", what()));
        assert!(
            (hit.distance.f64() - distance).abs() <= hit.error.f64(),
            "{hit:?}, true {distance}, {}",
            what()
        );
        // A corner of a solid: both neighbors beyond it, one on either side.
        let ahead = [p, n].iter().all(|&v| {
            let v = sub(v, joint);
            v[0] * way[0] + v[1] * way[1] > 0
        });
        if ahead && sides[0].signum() != sides[1].signum() {
            corners += 1;
            let region = Region::new(&[[joint, p, n].map(on_grid::<T>)]);
            check_time(cast(&moving, &region, &motion, &Motion::still()), truth, &what);
            let hit = ray_cast(&region, &ray).unwrap_or_else(|| panic!("a ray passes a corner, {}", what()));
            assert!((hit.distance.f64() - distance).abs() <= hit.error.f64(), "{hit:?}, {}", what());
        }
    }
    assert!(corners > 100 && lengthwise > 200, "{corners} {lengthwise}");
}

#[test]
fn casts_and_rays_passed_through_joints() {
    let chain = Chain::<f32>::new(&[[0.5, 2.0], [0.0, 0.3], [0.7, -1.0]]);
    let point = Point::new(Vec2::ZERO).at(Pose::at([-4.0, 0.3]));
    let found = cast(&point, &chain, &Motion::translation([10.0, 0.0]), &Motion::still()).unwrap();
    assert!(found.time <= 0.4 && found.time + found.time_error >= 0.4, "{found:?}");
    joints::<f32>();
    joints::<f64>();
}

/// Across one segment, and along it against its end: there its length counts.
fn segments<T: Real>() {
    let mut rng = Rng::new(35);
    let (mut met, mut ends) = (0, 0);
    while met < 4000 {
        let [a, b, start, by] = [400, 400, 400, 800].map(|most| any(&mut rng, most));
        let along = sub(b, a);
        let against_end = rng.below(2) == 0;
        let (start, by, time) = if against_end {
            let [before, beyond] = [(); 2].map(|()| 1 + rng.below(5) as i64);
            let [back, whole] = [before, before + beyond].map(|k| along.map(|c| c * k));
            (sub(a, back), whole, before as f64 / (before + beyond) as f64)
        } else {
            let down = cross(by, along) as f64;
            let share = cross(sub(a, start), by) as f64 / down;
            if !(0.0..=1.0).contains(&share) {
                continue;
            }
            (start, by, cross(sub(a, start), along) as f64 / down)
        };
        if !(0.02..0.98).contains(&time) || along == [0, 0] {
            continue;
        }
        met += 1;
        ends += u32::from(against_end);
        let (chain, motion) = (Chain::new(&[a, b].map(on_grid::<T>)), Motion::translation(on_grid::<T>(by)));
        let what = || format!("{a:?} {b:?} from {start:?} by {by:?}");
        let point = Point::new(Vec2::ZERO).at(Pose::at(on_grid::<T>(start)));
        check_time(cast(&point, &chain, &motion, &Motion::still()), time, &what);
    }
    assert!(ends > 1000 && ends < 3900, "{ends}");
}

#[test]
fn times_of_a_single_segment_were_late() {
    segments::<f32>();
    segments::<f64>();
}
