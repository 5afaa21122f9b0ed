//! Convex shapes: what they are made of and made into, and the queries that take nothing else.

use super::Net;
use super::bodies::{half_spaces, planars, poses, poses2, solids};
use super::numbers::{all, flat, places, wild};
use impinge::batch::{self, Batch, ContactArrays, DistanceArrays, Poses};
use impinge::feature::{ContactType, Tolerances};
use impinge::manifolds::ManifoldSettings;
use impinge::query::{self, FeatureSettings, any};
use impinge::study::perturbation::Perturbation;
use impinge::study::perturbation::PerturbationSettings;
use impinge::study::ray::{RayMethod, ray_cast_by};
use impinge::*;
use impinge_scenes::Rng;

pub const COVERS: &[&str] = &[
    "Support::support",
    "Support::support_from",
    "Support::is_curved",
    "Bounded::aabb",
    "Shape::at",
    "Shape::rounded",
    "Shape::try_rounded",
    "Shape::swept",
    "Shape::try_swept",
    "Shape::plus",
    "Shape::minus",
    "Shape::hull_with",
    "Measured",
    "At::new",
    "Measure::placed",
    "HalfSpace::signed_distance",
    "HalfSpace::at",
    "intersection",
    "manifold",
    "manifold_with",
    "features",
    "half_space_contact",
    "half_space_manifold",
    "query::features_with",
    "query::half_space_manifold_with",
    "perturbation::perturbed_manifold",
    "ray::ray_cast_by",
    "ray::RayMethod",
    "casting::advance",
    "casting::advance_watched",
    "query::FeatureSettings",
    "perturbation::PerturbationSettings",
    "feature::Tolerances",
    "perturbation::Perturbation",
    "query::any::contact",
    "query::any::contact_within",
    "query::any::distance",
    "query::any::intersection",
    "query::any::intersects",
    "query::any::intersects_with",
    "query::any::ray_cast",
    "batch::contact",
    "batch::distance",
    "batch::intersects",
    "$arrays::get",
    "Warm::intersects",
    "Warm::intersects_with",
    "Warm::intersection",
    "Warm::distance",
    "Warm::distance_with",
    "Warm::contact",
    "Warm::contact_with",
    "Manifold::reduced",
    "ContactType::of",
    "Feature::edge",
];

/// Queries of one shape: support points in every direction, boxes at every pose, and conversions.
fn alone<V: Dimension, S: Shape<V = V> + Clone>(
    net: &mut Net,
    name: &str,
    shape: &S,
    poses: &[Pose<V>],
    wild: &[V],
    rng: &mut Rng,
) {
    for _ in 0..4 {
        let direction = wild[rng.below(wild.len())];
        let told = |what: &'static str| move || format!("{what} of {name} along {direction:?}");
        net.finite(told("support"), || shape.support(direction));
        net.finite(told("support_from"), || shape.support_from(direction, Id(rng.below(9) as u32)));
        net.finite(told("is_curved"), || shape.is_curved(direction));
        let pose = poses[rng.below(poses.len())];
        let placed = shape.clone().at(pose);
        net.finite(told("aabb"), || placed.aabb(&pose));
        net.finite(told("support placed"), || At::new(shape, pose).support(direction));
        // Shapes from this one: what is taken is answered about.
        let radius = V::Scalar::of(direction.get(0).f64());
        let other = Point::new(pose.translation());
        macro_rules! combined {
            ($made:expr, $what:literal) => {
                net.finite(told($what), || ($made.support(direction), $made.center()));
                net.finite(told($what), || contact(&$made, &other));
                net.finite(told($what), || intersects(&other, &$made.at(pose)));
            };
        }
        let made = net.make(told("rounded"), || shape.try_rounded(radius), || shape.rounded(radius));
        if let Some(made) = made {
            combined!((&made), "rounded");
        }
        let made = net.make(told("swept"), || shape.try_swept(direction), || shape.swept(direction));
        if let Some(made) = made {
            combined!((&made), "swept");
        }
        combined!((&shape.plus(&placed)), "plus");
        combined!((&shape.minus(&placed)), "minus");
        combined!((&shape.hull_with(&placed)), "hull_with");
    }
}

#[test]
fn shapes_are_answered_about_alone() {
    fn check<T: Real>(seed: u64) {
        let (mut net, mut rng) = (Net::default(), Rng::new(seed));
        let wild3 = wild::<T>();
        for (name, shape) in solids::<T>() {
            alone(&mut net, &name, &shape, &poses(), &wild3, &mut rng);
            // The volume of what is large may be beyond all numbers.
            net.ask(
                || format!("measure of {name}"),
                || (shape.measure(), shape.measure().placed(&poses()[5])),
            );
        }
        let wild2: Vec<Vec2<T>> = wild3.iter().map(|&v| flat(v)).collect();
        for (name, shape) in planars::<T>() {
            alone(&mut net, &name, &shape, &poses2(), &wild2, &mut rng);
            net.ask(|| format!("measure of {name}"), || shape.measure());
        }
        for plane in half_spaces::<T>() {
            for place in places() {
                net.finite(|| format!("{plane:?} at {place:?}"), || plane.signed_distance(place));
                net.finite(|| format!("{plane:?} at {place:?}"), || plane.at(Pose::at(place)));
            }
        }
        net.done(20_000);
    }
    check::<f32>(351);
    check::<f64>(352);
}

/// Queries of two shapes.
fn pair<V: Dimension + impinge::study::climb::Tangents>(
    net: &mut Net,
    name: &dyn Fn() -> String,
    [a, b]: [&At<&V::Any>; 2],
    half_space: &HalfSpace<V>,
    ray: &Ray<V>,
    motion: &Motion<V>,
    odd: f64,
) {
    let told = |what: &'static str| move || format!("{what} of {}", name());
    let settings = Settings { gap: Some(odd), margin: Some(odd) };
    let plain = Settings::default();
    net.finite(told("intersection"), || intersection(a, b));
    let found = net.finite(told("manifold"), || manifold(a, b));
    if let Some(found) = found {
        net.finite(told("reduced"), || [0, 1, 3, usize::MAX].map(|most| found.clone().reduced(most)));
    }
    let tolerances = Some(Tolerances { touch: odd, angle: odd });
    let odd_manifold = ManifoldSettings {
        max_points: Some(odd as usize),
        margin: odd,
        angle: odd,
        rim_sides: (odd as usize).min(2000),
        tolerances,
        gap: Some(odd),
    };
    net.ask(told("manifold_with"), || manifold_with(a, b, &odd_manifold));
    net.finite(told("features"), || features(a, b));
    let found = net.ask(told("features_with"), || {
        query::features_with(a, b, &FeatureSettings { tolerances, query: settings })
    });
    if let Some(found) = found {
        net.ask(told("ContactType"), || ContactType::of(found.feature_a, found.feature_b));
    }
    net.finite(told("half_space_contact"), || half_space_contact(half_space, b));
    net.finite(told("half_space_manifold"), || half_space_manifold(half_space, b));
    net.ask(told("half_space_manifold_with"), || {
        query::half_space_manifold_with(half_space, b, &odd_manifold)
    });
    let perturbation = Perturbation { samples: odd as usize, size: odd, ..Perturbation::default() };
    net.ask(told("perturbed_manifold"), || {
        study::perturbation::perturbed_manifold(a, b, &PerturbationSettings { perturbation, query: settings })
    });
    for method in [RayMethod::Closed, RayMethod::General] {
        net.finite(told("ray_cast_by"), || ray_cast_by(method, a, ray, V::Scalar::of(odd)));
    }
    let of_cast = CastSettings { separation: odd, tolerance: Some(odd), max_steps: 30 };
    net.ask(told("advance"), || {
        study::casting::advance(a, b, &Motion::still(), motion, &CastSettings::default())
    });
    net.ask(told("advance_watched"), || {
        study::casting::advance_watched(a, b, motion, &Motion::still(), &of_cast, &mut ())
    });
    net.finite(told("any::contact"), || any::contact(a, b, &plain));
    net.finite(told("any::distance"), || any::distance(a, b, &plain));
    net.ask(told("any::contact with settings"), || any::contact(a, b, &settings));
    net.ask(told("any::contact_within"), || any::contact_within(a, b, &settings));
    net.finite(told("any::intersection"), || any::intersection(a, b));
    net.finite(told("any::intersects"), || any::intersects(a, b));
    net.finite(told("any::intersects_with"), || any::intersects_with(a, b, &settings));
    net.finite(told("any::ray_cast"), || any::ray_cast(a, ray, V::Scalar::of(odd)));
    let mut warm = Warm::new();
    for _ in 0..2 {
        net.finite(told("Warm::intersects"), || warm.intersects(a, b));
        net.ask(told("Warm::intersects_with"), || warm.intersects_with(a, b, &settings));
        net.finite(told("Warm::intersection"), || warm.intersection(a, b));
        net.finite(told("Warm::distance"), || warm.distance(a, b));
        net.ask(told("Warm::distance_with"), || warm.distance_with(a, b, &settings));
        net.finite(told("Warm::contact"), || warm.contact(b, a));
        net.ask(told("Warm::contact_with"), || warm.contact_with(a, b, &settings));
    }
    let shapes = [(*a.shape()).clone(), (*b.shape()).clone()];
    let both = [*a.pose(), *b.pose()];
    for pairs in [&[(0_u32, 1_u32), (1, 0), (1, 1)][..], &[(0, 7)], &[]] {
        for poses in
            [Poses::OfShapes(&both), Poses::OfShapes(&both[..1]), Poses::OfPairs { a: &both, b: &both }]
        {
            let batch = Batch { shapes: &shapes, pairs, poses };
            let (mut d, mut c, mut meet) = (DistanceArrays::default(), ContactArrays::default(), Vec::new());
            net.ask(told("batch::distance"), || {
                batch::distance(&batch, &settings, &mut d).map(|()| d.get(0))
            });
            net.ask(told("batch::contact"), || batch::contact(&batch, &settings, &mut c).map(|()| c.get(9)));
            net.ask(told("batch::intersects"), || batch::intersects(&batch, &settings, &mut meet));
        }
    }
}

/// Random pairs of shapes.
fn pairs<V: Dimension + impinge::study::climb::Tangents>(
    shapes: &[(String, V::Any)],
    poses: &[Pose<V>],
    wild: &[V],
    rounds: usize,
    seed: u64,
) {
    let (mut net, mut rng) = (Net::default(), Rng::new(seed));
    let numbers: Vec<f64> = all::<V::Scalar>().into_iter().map(Real::f64).collect();
    for _ in 0..rounds {
        let [(name_a, a), (name_b, b)] = [(); 2].map(|()| &shapes[rng.below(shapes.len())]);
        let [at_a, at_b] = [(); 2].map(|()| poses[rng.below(poses.len())]);
        let name = || format!("{name_a} at {at_a:?} and {name_b} at {at_b:?}");
        let any = |rng: &mut Rng| wild[rng.below(wild.len())];
        let ray = loop {
            if let Ok(ray) = Ray::try_new(any(&mut rng), any(&mut rng)) {
                break ray;
            }
        };
        let half_space = loop {
            if let Ok(half_space) = HalfSpace::try_new(any(&mut rng), any(&mut rng).get(0)) {
                break half_space;
            }
        };
        let motion = Motion::between(&poses[rng.below(poses.len())], &at_b);
        let odd = numbers[rng.below(numbers.len())];
        pair(&mut net, &name, [&At::new(a, at_a), &At::new(b, at_b)], &half_space, &ray, &motion, odd);
    }
    net.holds(
        || "edges are named".into(),
        feature::Feature::edge(Id(3), Id(2)) == feature::Feature::edge(Id(2), Id(3)),
    );
    net.done(40 * rounds);
}

#[test]
fn pairs_of_shapes_are_answered_about() {
    fn check<T: Real>(seed: u64) {
        pairs::<Vec3<T>>(&solids(), &poses(), &wild(), 150, seed);
        let flat: Vec<Vec2<T>> = wild().into_iter().map(flat).collect();
        pairs::<Vec2<T>>(&planars(), &poses2(), &flat, 150, seed);
    }
    check::<f32>(353);
    check::<f64>(354);
}
