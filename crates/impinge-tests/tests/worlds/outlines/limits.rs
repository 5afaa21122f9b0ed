//! Rings in any order, and outlines at the ends of the number line.

use super::{Ring, winding};
use impinge::body::{Chain, Region};
use impinge::mesh::Position;
use impinge::*;
use impinge_scenes::Rng;

/// A ring about a place: a square or a diamond, from any of its corners.
fn four(rng: &mut Rng, [x, y]: [i64; 2], size: i64, diamond: bool, clockwise: bool) -> Ring {
    let s = size;
    let mut ring = if diamond {
        vec![[x + s, y], [x, y + s], [x - s, y], [x, y - s]]
    } else {
        vec![[x + s, y + s], [x - s, y + s], [x - s, y - s], [x + s, y - s]]
    };
    if clockwise {
        ring.reverse();
    }
    ring.rotate_left(rng.below(4));
    ring
}

/// Rings in one another about one place, from the outside in, some with neighbors: islands with holes with islands.
fn islands(rng: &mut Rng, at: [i64; 2], mut size: i64, rings: &mut Vec<Ring>) {
    // A ring may run either way; those below it run the other way, so that land and holes take turns.
    let mut clockwise = rng.below(2) == 0;
    while size >= 4 && rng.below(5) > 0 {
        let diamond = rng.below(2) == 0;
        rings.push(four(rng, at, size, diamond, clockwise));
        let room = if diamond { size / 2 } else { size };
        if room >= 24 && rng.below(3) == 0 {
            // Two side by side in place of one.
            let part = room / 2 - 2;
            for side in [-1, 1] {
                let mut inner = Vec::new();
                islands(rng, [at[0] + side * (room / 2), at[1]], part, &mut inner);
                // They begin with whatever turns against the ring around them.
                let turn = inner.first().is_some_and(|first| is_clockwise(first) == clockwise);
                inner.iter_mut().filter(|_| turn).for_each(|ring| ring.reverse());
                rings.append(&mut inner);
            }
            return;
        }
        (size, clockwise) = (room - 2, !clockwise);
    }
}

fn is_clockwise(ring: &Ring) -> bool {
    let n = ring.len();
    (0..n).map(|k| ring[k][0] * ring[(k + 1) % n][1] - ring[k][1] * ring[(k + 1) % n][0]).sum::<i64>() < 0
}

fn points<T: Real>(ring: &Ring, f: f64) -> Vec<Vec2<T>> {
    ring.iter().map(|p| Vec2::new(T::of(p[0] as f64 * f), T::of(p[1] as f64 * f))).collect()
}

/// Parts have the area of the region: those of a valid region are never refused, whatever the order of its rings is.
fn shuffled<T: Real>(f: f64) {
    let mut rng = Rng::new(36);
    let (mut many, mut total) = (0, 0);
    while total < 100 {
        let mut rings = Vec::new();
        islands(&mut rng, [0, 0], 200, &mut rings);
        if rings.is_empty() {
            continue;
        }
        total += 1;
        many += u32::from(rings.len() > 3);
        for k in (1..rings.len()).rev() {
            rings.swap(k, rng.below(k + 1));
        }
        let region = Region::new(&rings.iter().map(|ring| points::<T>(ring, f)).collect::<Vec<_>>());
        let parts = region.convex_parts().unwrap_or_else(|error| panic!("{error}: {rings:?}"));
        for _ in 0..20 {
            let p = [(); 2].map(|()| rng.below(401) as i64 - 200);
            let truth = winding(&rings, p);
            let at = points::<T>(&vec![p], f)[0];
            let position = match truth {
                None => Position::Surface,
                Some(0) => Position::Outside,
                Some(_) => Position::Inside,
            };
            assert_eq!(region.position(at), Some(position), "{p:?} {rings:?}");
            let dot = Point::new(Vec2::ZERO).at(Pose::at(at));
            if let Some(around) = truth {
                assert_eq!(intersects(&region, &dot), around != 0, "{p:?} {rings:?}");
                assert_eq!(intersects(&parts, &dot), around != 0, "parts, {f:e} {p:?} {rings:?}");
            }
        }
    }
    assert!(many > 40, "{many}");
}

/// Whether an outer ring is in another one was also asked of itself, by a point on it, so that which ring a hole is in depended on
/// the order: one in ten valid regions was refused as tangled.
#[test]
fn the_order_of_rings_decided_whether_they_were_tangled() {
    let mut rng = Rng::new(1);
    let rings = [
        four(&mut rng, [0, 0], 4, true, false),
        four(&mut rng, [0, 0], 2, true, true),
        four(&mut rng, [0, 0], 8, false, false),
        four(&mut rng, [0, 0], 6, false, true),
    ];
    Region::<f64>::new(&rings.each_ref().map(|ring| points(ring, 1.0))).convex_parts().unwrap();
    shuffled::<f32>(1.0);
    shuffled::<f64>(1.0);
}

/// Exact signs over- or underflow in `f64` beyond 1e154 and below 1e-162, and a ball in a triangle was outside.
#[test]
fn outlines_were_wrong_at_the_ends_of_the_number_line() {
    let region = Region::<f64>::new(&[[[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]]]);
    let thrown = Circle::new(0.25).at(Pose::at([-1.0, 1.0]));
    let turned = cast(&thrown, &region, &Motion::turn([-1.0, -1.0], -1.0), &Motion::still()).unwrap().time;
    for f in [1e155, 1e300, 1e-155, 1e-163, 1e-200, 1e-300] {
        let corners = [[0.0, 0.0], [4.0 * f, 0.0], [0.0, 4.0 * f]];
        let region = Region::<f64>::new(&[corners]);
        let ball = Circle::new(0.25 * f).at(Pose::at([f, f]));
        let c = contact(&region, &ball);
        // It is as deep as its center is, and out by its radius more; the sides know the least of it.
        assert!(intersects(&region, &ball) && c.signed_distance < -0.5 * f, "{f:e}: {c:?}");
        assert_eq!(region.position(Vec2::new(f, f)), Some(Position::Inside));
        assert_eq!(region.position(Vec2::new(2.0 * f, 2.0 * f)), Some(Position::Surface));
        assert_eq!(region.position(Vec2::new(2.5 * f, 2.0 * f)), Some(Position::Outside));
        let parts = region.convex_parts().unwrap();
        assert!(contact(&parts, &ball).signed_distance < -0.5 * f);
        let ray = Ray::new([-f, f], [1.0, 0.0]);
        let hit = ray_cast(&region, &ray).unwrap();
        assert!((hit.distance - f).abs() <= hit.error && hit.error <= 1e-12 * f, "{f:e}: {hit:?}");
        let motion = Motion::translation([3.0 * f, 0.0]);
        let thrown = Circle::new(0.25 * f).at(Pose::at([-f, f]));
        let found = cast(&thrown, &region, &motion, &Motion::still()).unwrap();
        assert!((found.time - 0.25).abs() < 1e-9, "{f:e}: {found:?}");
        // The square of a turning body's arm underflowed, and with it its speed: it passed through.
        let found = cast(&thrown, &region, &Motion::turn([-f, -f], -1.0), &Motion::still()).unwrap();
        assert!((found.time - turned).abs() < 1e-9, "{f:e}: {found:?}, {turned}");
        // From behind, one-sided chains are not there.
        let chain = Chain::<f64>::new(&[[-4.0 * f, 0.0], [4.0 * f, 0.0]]);
        let [above, below] = [0.125, -0.125].map(|y| Circle::new(0.25 * f).at(Pose::at([0.0, y * f])));
        assert!(intersects(&chain, &above) && intersects(&chain, &below));
        let one = chain.one_sided();
        assert!(intersects(&one, &above) && !intersects(&one, &below), "{f:e}");
    }
    // Powers of two, so that points stay where they are.
    for exponent in [508, -548, 990, -1000] {
        shuffled::<f64>(f64::power_of_two(exponent));
    }
    // The least numbers of all.
    shuffled::<f64>(f64::power_of_two(-1000) * f64::power_of_two(-60));
    shuffled::<f32>(f64::power_of_two(110));
    shuffled::<f32>(f64::power_of_two(-140));
}
