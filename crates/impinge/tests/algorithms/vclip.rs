//! V-Clip against GJK: the same distances and depths within their errors, from every start, and what the walk itself says.

use impinge::observe::Status;
use impinge::pair::Prepared;
use impinge::query::Vclip;
use impinge::vclip::{Ending, Feature, Polyhedra, Reason};
use impinge::*;
use impinge_scenes::{Rng, clouds};

/// What a number of walks did.
#[derive(Debug, Default)]
struct Tally {
    queries: u32,
    /// Answers that say that the bodies are apart.
    apart: u32,
    /// Walks that found the nearest features, as they say.
    nearest: u32,
    /// Walks that found the bodies to meet.
    meet: u32,
    /// Walks that rounding ended.
    stalled: u32,
    /// Walks that spent their budget.
    budget: u32,
    /// Distances that the walk's features did not prove at once.
    continued: u32,
    /// Pairs of features that were looked at.
    steps: u32,
    /// Answers of the certified search, of V-Clip and of the front door.
    judged: [u32; 2],
}

fn cast<T: Real>(points: &[Vec3<f64>]) -> Vec<Vec3<T>> {
    points.iter().map(|p| p.cast()).collect()
}

/// Asks V-Clip and the front door, which must agree; points and normal must keep their promises.
#[track_caller]
fn ask<T: Real>(
    vclip: &mut Vclip,
    a: &At<&ConvexPolyhedron<T>>,
    b: &At<&ConvexPolyhedron<T>>,
    tally: &mut Tally,
) {
    let cold = vclip.features().is_none();
    let d = vclip.distance(a, b);
    tally.queries += 1;
    tally.steps += vclip.steps();
    match vclip.ending().expect("it walked") {
        Ending::Nearest => tally.nearest += 1,
        Ending::Meet => tally.meet += 1,
        Ending::Stalled => tally.stalled += 1,
        Ending::Budget => tally.budget += 1,
    }
    let e = distance(a, b);
    let off = (d.distance.f64() - e.distance.f64()).abs();
    assert!(off <= d.error.f64() + e.error.f64(), "{d:?}\n{e:?}");
    tally.judged[0] += u32::from(d.status == Status::Judged);
    tally.judged[1] += u32::from(e.status == Status::Judged);
    if d.distance > T::ZERO {
        tally.apart += 1;
        tally.continued += u32::from(d.iterations > 1 + u32::from(cold));
        // The certificate: two support calls.
        let n = d.normal;
        let proof = (b.support(-n).dot(n) - a.support(n).dot(n)).f64();
        let size = a.pose().translation().norm()
            + b.pose().translation().norm()
            + a.shape().reach()
            + b.shape().reach();
        let slack = 64.0 * T::EPSILON.f64() * size.f64();
        assert!(proof >= d.distance.f64() - d.error.f64() - slack, "{proof} {d:?}");
        assert!(((d.point_b - d.point_a).norm().f64() - d.distance.f64()).abs() <= d.error.f64() + slack);
        // As good as GJK's.
        assert!(d.error.f64() <= 5.0 * e.error.f64().max(T::EPSILON.f64() * size.f64()), "{d:?}\n{e:?}");
    }
    let mut again = *vclip;
    let c = again.contact(a, b);
    let g = contact(a, b);
    assert!(
        (c.signed_distance.f64() - g.signed_distance.f64()).abs() <= c.error.f64() + g.error.f64(),
        "{c:?}\n{g:?}"
    );
}

/// A hull of about `count` vertices, of one of several kinds.
fn hull<T: Real>(count: usize, kind: usize, seed: u64) -> ConvexPolyhedron<T> {
    let points: Vec<Vec3<f64>> = match kind % 5 {
        0 => clouds::on_sphere(count, seed),
        1 => clouds::in_ball(count, seed),
        2 => clouds::cylinder_rims(count, seed),
        3 => clouds::cone(count, seed),
        _ => clouds::on_sphere(count, seed)
            .iter()
            .map(|p: &Vec3<f64>| Vec3::new(p.x * 3.0, p.y, p.z * 0.02))
            .collect(),
    };
    ConvexPolyhedron::new(&cast(&points))
}

#[test]
fn random_hulls() {
    fn check<T: Real>() {
        let mut rng = Rng::new(71);
        let mut tally = Tally::default();
        for (count, pairs) in [(4, 400), (5, 100), (8, 400), (20, 200), (100, 60), (1000, 6), (5000, 2)] {
            for i in 0..pairs {
                let (a, b) = (hull::<T>(count, i, rng.bits()), hull::<T>(count, i / 5, rng.bits()));
                for j in 0..10 {
                    let a = (&a).at(rng.pose3(1.0));
                    let b = (&b).at(rng.pose3(if j % 2 == 0 { 4.0 } else { 1.5 }));
                    ask(&mut Vclip::new(), &a, &b, &mut tally);
                }
            }
        }
        println!("{} {tally:?}", T::NAME);
    }
    check::<f64>();
    check::<f32>();
}
