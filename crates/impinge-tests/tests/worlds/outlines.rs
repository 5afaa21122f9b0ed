//! Regions and chains of the plane against brute force: every side by the convex front door, insides by a winding number counted
//! another way. Convex parts leave no gap. What is refused.

use impinge::body::{Chain, Compound, ConvexPartsError, Region};
use impinge::manifolds::ManifoldSettings;
use impinge::mesh::Position;
use impinge::nonconvex::contacts_into;
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{PLANARS, planar};

mod joints;
mod limits;

type Ring = Vec<[i64; 2]>;

/// Winding number of integer rings around a point, on the ray along +x; `None` on a side. In integers throughout.
fn winding(rings: &[Ring], [x, y]: [i64; 2]) -> Option<i32> {
    let mut around = 0;
    for ring in rings {
        for (k, &[ax, ay]) in ring.iter().enumerate() {
            let [bx, by] = ring[(k + 1) % ring.len()];
            let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
            let between = ax.min(bx) <= x && x <= ax.max(bx) && ay.min(by) <= y && y <= ay.max(by);
            if turn == 0 && between {
                return None;
            }
            if ay <= y && by > y && turn > 0 {
                around += 1;
            } else if ay > y && by <= y && turn < 0 {
                around -= 1;
            }
        }
    }
    Some(around)
}

/// A ring around a place that is seen from it all over, of whole numbers.
fn star(rng: &mut Rng, [x, y]: [f64; 2], size: f64, count: usize, clockwise: bool) -> Ring {
    let mut ring: Ring = (0..count)
        .map(|k| {
            let (sin, cos) =
                ((k as f64 + 0.5 * rng.uniform()) / count as f64 * core::f64::consts::TAU).sin_cos();
            let r = size * rng.between(0.3, 1.0);
            [(x + r * cos).round() as i64, (y + r * sin).round() as i64]
        })
        .collect();
    if clockwise {
        ring.reverse();
    }
    ring
}

/// Rings of all sorts, some 200 wide: stars with holes, letters, rings that cross.
fn outlines() -> Vec<Vec<Ring>> {
    let mut rng = Rng::new(8);
    let mut all: Vec<Vec<Ring>> = vec![
        vec![vec![[-90, -90], [90, -90], [90, 90], [-90, 90]]],
        // The letter E, with sides in line with one another.
        vec![vec![
            [-80, -100],
            [80, -100],
            [80, -60],
            [-40, -60],
            [-40, -20],
            [60, -20],
            [60, 20],
            [-40, 20],
            [-40, 60],
            [80, 60],
            [80, 100],
            [-80, 100],
        ]],
        // A frame in a frame, and a ring that changes nothing.
        vec![
            vec![[-100, -100], [100, -100], [100, 100], [-100, 100]],
            vec![[-80, -80], [-80, 80], [80, 80], [80, -80]],
            vec![[-60, -60], [60, -60], [60, 60], [-60, 60]],
            vec![[-40, -40], [-40, 40], [40, 40], [40, -40]],
            vec![[-95, -95], [95, -95], [95, 95], [-95, 95]],
        ],
        // Clockwise outside, with two holes side by side on one height.
        vec![
            vec![[-100, -50], [-100, 50], [100, 50], [100, -50]],
            vec![[-70, -20], [-30, -20], [-30, 20], [-70, 20]],
            vec![[30, -20], [70, -20], [70, 20], [30, 20]],
        ],
        // Five-pointed star that crosses itself, and one beside it.
        vec![
            vec![[-60, -80], [-10, 80], [40, -80], [-90, 20], [70, 20]],
            vec![[80, -20], [100, 0], [80, 20], [85, 0]],
        ],
    ];
    for k in 0..12 {
        let mut rings = vec![star(&mut rng, [0.0, 0.0], 100.0, 5 + 3 * k, false)];
        if k % 2 == 0 {
            rings.push(star(&mut rng, [0.0, 0.0], 25.0, 4 + k, true));
        }
        all.push(rings);
    }
    // Many small holes.
    let holes = (0..16).map(|k| {
        star(&mut rng, [f64::from(k % 4) * 45.0 - 68.0, f64::from(k / 4) * 45.0 - 68.0], 20.0, 7, true)
    });
    all.push(
        core::iter::once(vec![[-100, -100], [100, -100], [100, 100], [-100, 100]]).chain(holes).collect(),
    );
    all
}

/// Rings in another precision, 1/32 as large.
fn rings_of<T: Real>(rings: &[Ring]) -> Vec<Vec<Vec2<T>>> {
    let point = |p: &[i64; 2]| Vec2::new(T::of(p[0] as f64 / 32.0), T::of(p[1] as f64 / 32.0));
    rings.iter().map(|ring| ring.iter().map(point).collect()).collect()
}

/// The sides of rings as convex shapes.
fn sides_of<T: Real>(rings: &[Vec<Vec2<T>>], closed: bool) -> Vec<At<Segment2<T>>> {
    let side = |ring: &[Vec2<T>], k: usize| {
        let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
        (a != b).then(|| Segment2::between(a, b))
    };
    let ends = |ring: &Vec<Vec2<T>>| if closed { ring.len() } else { ring.len() - 1 };
    rings.iter().flat_map(|ring| (0..ends(ring)).filter_map(|k| side(ring, k)).collect::<Vec<_>>()).collect()
}

/// Values computed in two ways may differ by some roundings of coordinates up to 10.
fn rounding<T: Real>() -> f64 {
    100.0 * T::EPSILON.f64()
}

/// Holds all answers about a body and a convex shape against those of all its sides. `inside` is whether the shape's center is in the
/// solid. True if they meet.
fn compare<T: Real, B: Body<V = Vec2<T>>, S: Shape<V = Vec2<T>>>(
    body: &B,
    sides: &[impl Shape<V = Vec2<T>>],
    inside: bool,
    shape: &S,
) -> bool
where
    Vec2<T>: Dimension<Scalar = T>,
{
    let near = sides
        .iter()
        .map(|side| contact(side, shape))
        .min_by(|a, b| a.signed_distance.partial_cmp(&b.signed_distance).unwrap());
    let near = near.unwrap();
    let signed = near.signed_distance.f64();
    let (c, back) = (contact(body, shape), contact(shape, body));
    let truth = if inside && signed > 0.0 { -signed } else { signed };
    let tolerance = near.error.f64() + rounding::<T>();
    for c in [&c, &back] {
        assert!(
            (c.signed_distance.f64() - truth).abs() <= c.error.f64() + tolerance,
            "{c:?} {near:?} {inside}"
        );
    }
    for d in [distance(body, shape), distance(shape, body)] {
        assert!((d.distance.f64() - truth.max(0.0)).abs() <= d.error.f64() + tolerance, "{d:?} {truth}");
    }
    let meet = intersects(body, shape);
    assert_eq!(meet, intersects(shape, body));
    if truth.abs() > tolerance {
        assert_eq!(meet, truth < 0.0);
    }
    meet
}

fn shapes<T: Real>() {
    let mut rng = Rng::new(9);
    let (mut pairs, mut hits, mut insides) = (0, 0, 0);
    for outline in &outlines() {
        let rings = rings_of::<T>(outline);
        let region = Region::new(&rings);
        let chain = Chain::new(&rings[0]);
        let (sides, links) = (sides_of(&rings, true), sides_of(&rings[..1], false));
        for kind in 0..PLANARS {
            for scale in [0.1, 0.5, 2.0] {
                let shape = planar::<T>(kind, [(); 4].map(|()| rng.uniform()), rng.bits(), scale);
                // A center on a grid of 1/64, so that where it is, is known.
                let [x, y] = [(); 2].map(|()| rng.below(480) as i64 - 240);
                let place = Vec2::new(T::of(x as f64 / 64.0), T::of(y as f64 / 64.0));
                let turned = Rot2::from_angle(T::of(rng.between(-3.0, 3.0)));
                let off = shape.center();
                let placed = shape.at(Pose::new(place - turned.rotate(off), turned));
                let fine: Vec<Ring> =
                    outline.iter().map(|ring| ring.iter().map(|p| [2 * p[0], 2 * p[1]]).collect()).collect();
                let inside = winding(&fine, [x, y]).is_some_and(|around| around != 0);
                pairs += 1;
                insides += u32::from(inside);
                hits += u32::from(compare(&region, &sides, inside, &placed));
                compare(&chain, &links, false, &placed);
                // Moved away together.
                let pose = rng.pose2::<T>(5.0);
                let moved: Vec<_> = sides.iter().map(|side| side.at(pose)).collect();
                compare(&region.at(pose), &moved, inside, &placed.at(pose));
            }
        }
    }
    assert!(hits * 4 > pairs && hits * 4 < 3 * pairs && insides * 4 > pairs, "{hits} {insides} of {pairs}");
}

#[test]
fn regions_and_chains_answer_as_their_sides() {
    shapes::<f32>();
    shapes::<f64>();
}

/// Two bodies of many pieces each: the least of all pairs of sides, and 0 where one is in the other.
fn bodies<T: Real>() {
    let mut rng = Rng::new(10);
    let all = outlines();
    let (mut hits, mut holds, mut pairs) = (0, 0, 0);
    for round in 0..120 {
        let (a, b) = (&all[round % all.len()], &all[(round * 7 + 3) % all.len()]);
        // The second half as large as the first, or a twentieth.
        let (rings_a, small) = (rings_of::<T>(a), T::of(if round % 2 == 0 { 0.5 } else { 0.05 }));
        let rings_b: Vec<Vec<Vec2<T>>> =
            rings_of::<T>(b).iter().map(|ring| ring.iter().map(|&p| p * small).collect()).collect();
        let region = Region::new(&rings_a);
        let pose = Pose::new(
            Vec2::new(T::of(rng.between(-4.0, 4.0)), T::of(rng.between(-4.0, 4.0))),
            Rot2::from_angle(T::of(rng.between(-3.0, 3.0))),
        );
        let (sides_a, sides_b) = (sides_of(&rings_a, true), sides_of(&rings_b, true));
        let sides_b: Vec<_> = sides_b.iter().map(|side| side.at(pose)).collect();
        let mut least = f64::INFINITY;
        for s in &sides_a {
            for t in &sides_b {
                least = least.min(distance(s, t).distance.f64());
            }
        }
        let is_in = |region: &Region<T>, p: Vec2<T>| region.position(p) == Some(Position::Inside);
        let other = Region::new(&rings_b);
        let in_a = rings_b.iter().any(|ring| is_in(&region, pose * ring[0]));
        let in_b = rings_a.iter().any(|ring| is_in(&other, pose.inverse() * ring[0]));
        let links = Chain::closed(&rings_b[0]);
        let parts = other.convex_parts().ok();
        let truth = if in_a || in_b { 0.0 } else { least };
        let check = |found: [Distance<Vec2<T>>; 2], meet: bool, truth: f64| {
            for d in found {
                assert!((d.distance.f64() - truth).abs() <= d.error.f64() + rounding::<T>(), "{d:?} {truth}");
            }
            if truth > rounding::<T>() || truth == 0.0 {
                assert_eq!(meet, truth == 0.0);
            }
        };
        let placed = other.at(pose);
        check([distance(&region, &placed), distance(&placed, &region)], intersects(&region, &placed), truth);
        if let Some(parts) = parts {
            let placed = parts.at(pose);
            check(
                [distance(&region, &placed), distance(&placed, &region)],
                intersects(&region, &placed),
                truth,
            );
        }
        let placed = links.at(pose);
        let (d, back) = (distance(&region, &placed), distance(&placed, &region));
        assert!((d.distance - back.distance).abs() <= d.error + back.error);
        if rings_b.len() == 1 {
            check([d, back], intersects(&region, &placed), if in_a { 0.0 } else { least });
        }
        // A half-space knows the lowest point.
        let wall = HalfSpace::<Vec2<T>>::new(rng.unit2(), T::of(rng.between(-4.0, 4.0)));
        let lowest = rings_b
            .iter()
            .flatten()
            .fold(f64::INFINITY, |least, &p| least.min((wall.normal().dot(pose * p) - wall.offset()).f64()));
        let c = contact(&wall, &other.at(pose));
        assert!(
            (c.signed_distance.f64() - lowest).abs() <= c.error.f64() + rounding::<T>(),
            "{c:?} {lowest}"
        );
        pairs += 1;
        hits += u32::from(truth == 0.0);
        holds += u32::from(truth == 0.0 && least > 0.01);
    }
    assert!(hits * 4 > pairs && hits * 6 < 5 * pairs && holds > 5, "{hits} {holds} of {pairs}");
}

#[test]
fn two_bodies_of_the_plane() {
    bodies::<f32>();
    bodies::<f64>();
}

/// Every point of a grid is where whole numbers say, on sides and corners too.
fn positions<T: Real>() {
    let (mut on, mut inside, mut outside) = (0, 0, 0);
    for outline in &outlines() {
        let region = Region::new(&rings_of::<T>(outline));
        for x in (-110..=110).step_by(5) {
            for y in (-110..=110).step_by(5) {
                let p = Vec2::new(T::of(x as f64 / 32.0), T::of(y as f64 / 32.0));
                let truth = match winding(outline, [x, y]) {
                    None => Position::Surface,
                    Some(0) => Position::Outside,
                    Some(_) => Position::Inside,
                };
                assert_eq!(region.position(p), Some(truth), "{x} {y} {outline:?}");
                match truth {
                    Position::Surface => on += 1,
                    Position::Inside => inside += 1,
                    Position::Outside => outside += 1,
                }
            }
        }
        assert_eq!(region.position(Vec2::new(T::of(f64::NAN), T::ZERO)), None);
    }
    assert!(on > 500 && inside > 5000 && outside > 5000, "{on} {inside} {outside}");
}

#[test]
fn insides_are_exact() {
    positions::<f32>();
    positions::<f64>();
}

/// Convex parts hold what the region holds, at all points of a grid, share no inside, and have its area.
fn parts<T: Real>() {
    let (mut cut, mut refused, mut count) = (0, 0, 0);
    for outline in &outlines() {
        let region = Region::new(&rings_of::<T>(outline));
        let compound = match region.convex_parts() {
            Ok(compound) => compound,
            Err(ConvexPartsError::Crossing { sides }) => {
                refused += 1;
                assert!(sides[0] < sides[1] && (sides[1] as usize) < region.points().len());
                continue;
            }
            Err(error) => panic!("{error}: {outline:?}"),
        };
        cut += 1;
        count += compound.parts().len();
        let whole = |x: T| (x.f64() * 32.0) as i64;
        let rings: Vec<Ring> = compound
            .parts()
            .iter()
            .map(|part| match part.shape() {
                AnyShape2::ConvexPolygon(polygon) => {
                    polygon.vertices().iter().map(|p| [whole(p.x), whole(p.y)]).collect()
                }
                other => panic!("{other:?}"),
            })
            .collect();
        for ring in &rings {
            // Convex, and counter-clockwise.
            for k in 0..ring.len() {
                let ([a, b], [c, d], [e, f]) =
                    (ring[k], ring[(k + 1) % ring.len()], ring[(k + 2) % ring.len()]);
                assert!((c - a) * (f - d) - (d - b) * (e - c) > 0);
            }
        }
        for x in (-110..=110).step_by(3) {
            for y in (-110..=110).step_by(3) {
                let of_parts: Vec<Option<i32>> =
                    rings.iter().map(|ring| winding(core::slice::from_ref(ring), [x, y])).collect();
                let within = of_parts.iter().filter(|&&around| around == Some(1)).count();
                let on = of_parts.iter().filter(|around| around.is_none()).count();
                match winding(outline, [x, y]) {
                    None => assert!(within == 0 || on == 0, "{x} {y}"),
                    Some(0) => assert_eq!((within, on), (0, 0), "{x} {y} {outline:?}"),
                    Some(_) => {
                        assert!(within == 1 && on == 0 || within == 0 && on >= 2, "{x} {y} {outline:?}")
                    }
                }
            }
        }
    }
    println!("{count} parts of {cut} outlines, {refused} refused");
    assert!(cut >= 14 && refused >= 1 && count < 250, "{cut} {refused} {count}");
}

#[test]
fn convex_parts_leave_no_gap() {
    parts::<f32>();
    parts::<f64>();
}

#[test]
fn few_parts_are_enough() {
    let count =
        |k: usize| Region::<f64>::new(&rings_of::<f64>(&outlines()[k])).convex_parts().unwrap().parts().len();
    assert_eq!(count(0), 1);
    assert!(count(1) <= 5, "{}", count(1)); // an E: its back and three arms are enough
    assert!(count(3) <= 8, "{}", count(3));
}

/// A one-sided chain lets through what comes from behind, and its ground is whole from the front.
#[test]
fn one_sided_chains() {
    let points = [[-4.0, 0.0], [-1.0, 0.0], [0.0, 0.0], [4.0, 1.0]];
    let (both, one) = (Chain::<f64>::new(&points), Chain::<f64>::new(&points).one_sided());
    for k in 0..=40 {
        let x = f64::from(k) * 0.2 - 4.0;
        let above = Circle::new(0.5).at(Pose::at([x, 1.0 + x.max(0.0) * 0.25]));
        assert_eq!(distance(&both, &above), distance(&one, &above));
        assert_eq!(contact(&above, &both), contact(&above, &one));
        let low = Circle::new(0.5).at(Pose::at([x, x.max(0.0) * 0.25 - 0.25]));
        assert!(intersects(&both, &low) && !intersects(&one, &low) && !intersects(&low, &one));
        // Only a segment whose line it is above is there.
        assert!(distance(&one, &low).distance > 0.0 && contact(&low, &one).signed_distance > 0.0);
        let below = Circle::new(0.5).at(Pose::at([x, -2.0]));
        let d = distance(&one, &below);
        assert!(d.distance == f64::INFINITY && d.error == 0.0, "{d:?}");
        assert_eq!(contact(&below, &one).signed_distance, f64::INFINITY);
        // Just above it: the way out is up.
        let high = Circle::new(0.5).at(Pose::at([x, x.max(0.0) * 0.25 + 0.125]));
        let c = contact(&one, &high);
        assert!(c.signed_distance < 0.0 && c.normal.y > 0.9, "{c:?}");
    }
    // Bodies of pieces, too: each piece by itself.
    let block = Region::<f64>::new(&[[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]]);
    let pair =
        Compound::new([(Circle::new(0.5), Pose::at([0.0, 0.0])), (Circle::new(0.5), Pose::at([0.0, 3.0]))]);
    assert!(intersects(&one, &block.at(Pose::at([-3.0, 0.5]))));
    assert!(!intersects(&one, &block.at(Pose::at([-3.0, -1.5]))));
    assert!(intersects(&pair.at(Pose::at([-3.0, 0.25])), &one));
    let d = distance(&pair.at(Pose::at([-3.0, -0.25])), &one);
    assert!((d.distance - 2.25).abs() <= d.error && d.part_a == Some(1), "{d:?}");
    // A half-space meets it from both sides.
    assert!(intersects(&one, &HalfSpace::<Vec2<f64>>::new(Vec2::new(0.0, 1.0), 0.5)));
}

/// Boxes and balls that slide along a straight chain, and the side of a region, of many segments feel a line.
#[test]
fn joints_are_not_felt() {
    let along = Vec2::new(0.8, 0.6);
    let points: Vec<Vec2<f64>> =
        (0..40).map(|k| along * (f64::from(k) * 0.3 + 0.1 * f64::from(k % 3))).collect();
    let (chain, one) = (Chain::<f64>::new(&points), Chain::<f64>::new(&points).one_sided());
    let mut ring = points.clone();
    ring.extend([along * 13.0 - along.perp() * 3.0, -along.perp() * 3.0]);
    ring.reverse(); // clockwise: it is solid all the same
    let region = Region::<f64>::new(&[ring]);
    let settings = ManifoldSettings { margin: 0.02, ..ManifoldSettings::default() };
    let shapes: [AnyShape2<f64>; 2] = [Rectangle::new([0.5, 0.4]).into(), Circle::new(0.4).into()];
    let (mut rng, mut found) = (Rng::new(11), Vec::new());
    for step in 0..600 {
        let height = if step % 4 < 2 { 0.01 } else { -0.01 };
        let place = along * rng.between(2.0, 9.0) + along.perp() * (0.4 + height);
        let turn = Rot2::try_from_cos_sin(0.8, 0.6).unwrap();
        let shape = (&shapes[step % 2]).at(Pose::new(place, turn));
        let mut check = |body: &dyn Fn(&mut Vec<_>)| {
            body(&mut found);
            assert!(!found.is_empty(), "step {step}");
            let mut most = f64::INFINITY;
            for contact in &found {
                let contact: &impinge::nonconvex::PieceContact<Vec2<f64>> = contact;
                assert!((contact.manifold.normal - along.perp()).norm() < 1e-6, "step {step}: {contact:?}");
                most = contact.manifold.points().iter().fold(most, |most, p| most.min(p.signed_distance));
            }
            assert!((most - height).abs() < 1e-6, "step {step}: {most}");
        };
        check(&|found| contacts_into(&chain, &shape, &settings, found));
        check(&|found| contacts_into(&one, &shape, &settings, found));
        check(&|found| contacts_into(&region, &shape, &settings, found));
    }
}

#[test]
fn errors_of_rings_are_listed() {
    let nan = f64::NAN;
    let rings = [vec![[0.0, 0.0], [1.0, nan], [1.0, 0.0]], vec![[2.0, 2.0], [2.0, 2.0]], vec![[0.0, 1e308]]];
    let text = Region::<f64>::try_new(&rings).unwrap_err().to_string();
    for part in [
        "point 1 has a coordinate that is not finite",
        "points in a ring: 2 given, but at least 3 needed",
        "points in a ring: 1 given, but at least 3 needed",
        "point 5 has a coordinate that is too large",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let none: [Vec<[f64; 2]>; 0] = [];
    assert!(Region::<f64>::try_new(&none).unwrap_err().to_string().contains("rings: 0 given"));
    let still = Chain::<f32>::try_new(&[[1.0, 1.0], [1.0, 1.0]]).unwrap_err().to_string();
    assert!(still.contains("points in a chain: 1 given, but at least 2 needed"), "{still}");
    // Repeated points, also of the last and the first, are dropped and counted.
    let region =
        Region::<f32>::new(&[[[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]]);
    assert_eq!((region.points().len(), region.dropped()), (3, 3));
    let bow = Region::<f64>::new(&[[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]]);
    let refused = bow.convex_parts().unwrap_err();
    assert_eq!(refused, ConvexPartsError::Crossing { sides: [0, 2] });
    assert_eq!(refused.to_string(), "sides 0 and 2 cross or touch; separate them to decompose the rings");
    // It is solid on both sides of the crossing all the same.
    assert!(intersects(&bow, &Circle::new(0.1).at(Pose::at([0.3, 1.0]))));
    assert!(intersects(&bow, &Circle::new(0.1).at(Pose::at([1.7, 1.0]))));
    assert!(!intersects(&bow, &Circle::new(0.1).at(Pose::at([1.0, 0.3]))));
}

/// Written data reads back; input that no constructor accepts is refused in its words.
#[cfg(feature = "serde")]
#[test]
fn bodies_come_back_from_files() {
    use impinge::body::HeightField;
    let region = Region::<f64>::new(&rings_of::<f64>(&outlines()[2]));
    let text = serde_json::to_string(&region).unwrap();
    let back: Region<f64> = serde_json::from_str(&text).unwrap();
    assert!(back.rings().eq(region.rings()));
    let error =
        serde_json::from_str::<Region<f64>>(r#"{"rings": [[[0, 0], [1, 1]]]}"#).unwrap_err().to_string();
    assert!(error.contains("points in a ring: 2 given"), "{error}");
    let chain = Chain::<f32>::closed(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]).one_sided();
    let back: Chain<f32> = serde_json::from_str(&serde_json::to_string(&chain).unwrap()).unwrap();
    assert!(back.points() == chain.points() && back.is_closed() && back.is_one_sided());
    let field =
        HeightField::<f32>::from_fn(4, 5, [0.5, 1.0, 2.0], |r, c| (r * c) as f32).with_holes(|r, c| r == c);
    let back: HeightField<f32> = serde_json::from_str(&serde_json::to_string(&field).unwrap()).unwrap();
    assert!(back.heights() == field.heights() && back.spacing() == field.spacing());
    assert!((0..12).all(|k| back.is_hole(k / 4, k % 4) == (k / 4 == k % 4)));
    let text = r#"{"rows": 1, "columns": 2, "spacing": [1, 1, 0], "heights": [0, 1], "holes": []}"#;
    let error = serde_json::from_str::<HeightField<f32>>(text).unwrap_err().to_string();
    assert!(error.contains("rows: 1 given") && error.contains("scale of heights is zero"), "{error}");
}
