//! The algorithms behind the front door, with obstacles of hostile shapes and settings of hostile numbers.

use super::Net;
use super::bodies::{planars, poses, poses2, solids};
use super::numbers::{all, wild};
use impinge::answer::Vclip;
use impinge::study::certify::{
    CertifySettings, certify, certify_about_axis, certify_about_axis_watched, certify_watched,
};
use impinge::study::epa::{Gap, epa2, epa3};
use impinge::study::gjk::separating::{isa_gjk, proximity, sa_gjk};
use impinge::study::gjk::{Backup, Gjk, Goal, Johnson, JohnsonBackup, SignedVolumes, SubAlgorithm, Voronoi};
use impinge::study::mpr::{Aim, decide, depth_along, penetration};
use impinge::study::pair::{Obstacle, Prepared, Vertex, separation};
use impinge::study::vclip::{Feature, Polyhedra};
use impinge::*;
use impinge_scenes::Rng;

pub const COVERS: &[&str] = &[
    "certify::certify",
    "certify::certify_about_axis",
    "certify::certify_about_axis_watched",
    "certify::certify_watched",
    "CertifySettings::of_size",
    "epa::epa2",
    "epa::epa3",
    "epa::Gap",
    "gjk::separating::isa_gjk",
    "gjk::separating::proximity",
    "gjk::separating::sa_gjk",
    "Gjk::from_axis",
    "Gjk::run",
    "gjk::Goal",
    "gjk::Johnson",
    "gjk::Backup",
    "gjk::JohnsonBackup",
    "gjk::SignedVolumes",
    "gjk::Voronoi",
    "mpr::decide",
    "mpr::depth_along",
    "mpr::penetration",
    "mpr::Aim",
    "pair::separation",
    "Prepared::of",
    "Vclip::from_features",
    "Vclip::distance",
    "Vclip::contact",
    "Polyhedra::of",
    "Polyhedra::have",
    "Polyhedra::walk",
    "Polyhedra::nearest",
    "vclip::Feature",
];

fn gjk<V: Vector<Scalar = f64>, S: SubAlgorithm<V>>(
    net: &mut Net,
    told: &dyn Fn() -> String,
    obstacle: &impl Obstacle<V>,
    axis: V,
    odd: f64,
) {
    let goal = Goal { far: f64::INFINITY, near: 0.0, gap: 1e-9, steps: 60 };
    net.finite(told, || Gjk::<V, S>::new().run(obstacle, &goal, &mut ()).lower);
    let goal = Goal { far: odd, near: odd, gap: odd, steps: 30 };
    net.ask(told, || Gjk::<V, S>::from_axis(axis).run(obstacle, &goal, &mut ()).lower);
    net.ask(told, || sa_gjk::<V, S>(obstacle, odd, &mut ()).meets());
    net.ask(told, || isa_gjk(&mut Gjk::<V, S>::new(), obstacle, odd, &mut ()).meets());
    net.ask(told, || proximity(&mut Gjk::<V, S>::new(), obstacle, odd).lower);
}

macro_rules! common {
    ($net:ident, $told:ident, $obstacle:ident, $v:ty, $axis:ident, $odd:ident) => {
        gjk::<$v, Voronoi>(&mut $net, &$told, $obstacle, $axis, $odd);
        gjk::<$v, Johnson<$v>>(&mut $net, &$told, $obstacle, $axis, $odd);
        gjk::<$v, Backup<$v>>(&mut $net, &$told, $obstacle, $axis, $odd);
        gjk::<$v, JohnsonBackup<$v>>(&mut $net, &$told, $obstacle, $axis, $odd);
        gjk::<$v, SignedVolumes>(&mut $net, &$told, $obstacle, $axis, $odd);
        $net.finite(&$told, || decide($obstacle, &mut ()).decision);
        for aim in [Aim { gap: 1e-6, steps: 30, descents: 3 }, Aim { gap: $odd, steps: 10, descents: 1 }] {
            $net.ask(&$told, || depth_along($obstacle, $axis, &aim));
            $net.ask(&$told, || penetration($obstacle, &aim, &mut ()));
        }
        let budget = |gap: f64| CertifySettings { gap, budget: 300 };
        $net.ask(&$told, || certify($obstacle, &budget(1e-6)));
        $net.ask(&$told, || certify_watched($obstacle, &budget($odd), &mut ()));
        $net.ask(&$told, || CertifySettings::of_size($odd).budget);
        $net.ask(&$told, || separation($obstacle, $axis.unit(), &Vertex::default()).0);
    };
}

#[test]
fn algorithms_end_on_any_obstacle() {
    fn check<T: Real>(seed: u64) {
        let (mut net, mut rng) = (Net::default(), Rng::new(seed));
        let (wild, numbers) = (wild::<f64>(), all::<f64>());
        let (solids, poses) = (solids::<T>(), poses::<T>());
        for _ in 0..60 {
            let [(name_a, a), (name_b, b)] = [(); 2].map(|()| &solids[rng.below(solids.len())]);
            let [p, q] = [(); 2].map(|()| poses[rng.below(poses.len())]);
            let (axis, odd) = (wild[rng.below(wild.len())], numbers[rng.below(numbers.len())]);
            let told = || format!("{name_a} at {p:?}, {name_b} at {q:?}, {axis:?}, {odd}");
            let (a, b) = (a.at(p), b.at(q));
            let prepared = Prepared::of(&a, &b);
            let obstacle = &prepared.pair;
            common!(net, told, obstacle, Vec3<f64>, axis, odd);
            let mut gjk = Gjk::<Vec3<f64>>::new();
            gjk.run(obstacle, &Goal { far: f64::INFINITY, near: 0.0, gap: 1e-9, steps: 60 }, &mut ());
            net.ask(told, || epa3(obstacle, gjk.simplex(), &Gap { bound: 1e-6, value: 1e-6 }, &mut ()));
            net.ask(told, || epa3(obstacle, gjk.simplex(), &Gap { bound: odd, value: odd }, &mut ()));
            let settings = CertifySettings { budget: 200, ..CertifySettings::of_size(1.0) };
            net.ask(told, || certify_about_axis(obstacle, axis, &settings));
            net.ask(told, || certify_about_axis_watched(obstacle, axis, &settings, &mut ()));
        }
        let (planars, poses) = (planars::<T>(), poses2::<T>());
        for _ in 0..60 {
            let [(name_a, a), (name_b, b)] = [(); 2].map(|()| &planars[rng.below(planars.len())]);
            let [p, q] = [(); 2].map(|()| poses[rng.below(poses.len())]);
            let axis = super::numbers::flat(wild[rng.below(wild.len())]);
            let odd = numbers[rng.below(numbers.len())];
            let told = || format!("{name_a} at {p:?}, {name_b} at {q:?}, {axis:?}, {odd}");
            let (a, b) = (a.at(p), b.at(q));
            let prepared = Prepared::of(&a, &b);
            let obstacle = &prepared.pair;
            common!(net, told, obstacle, Vec2<f64>, axis, odd);
            let mut gjk = Gjk::<Vec2<f64>>::new();
            gjk.run(obstacle, &Goal { far: f64::INFINITY, near: 0.0, gap: 1e-9, steps: 60 }, &mut ());
            net.ask(told, || epa2(obstacle, gjk.simplex(), odd, 40, &mut ()));
        }
        net.done(4_000);
    }
    check::<f32>(381);
    check::<f64>(382);
}

#[test]
fn walks_over_features_end() {
    fn check<T: Real>(seed: u64) {
        let (mut net, mut rng) = (Net::default(), Rng::new(seed));
        let hulls: Vec<std::sync::Arc<ConvexPolyhedron<T>>> = solids::<T>()
            .into_iter()
            .filter_map(
                |(_, shape)| if let AnyShape::ConvexPolyhedron(hull) = shape { Some(hull) } else { None },
            )
            .collect();
        let poses = poses::<T>();
        for _ in 0..300 {
            let [a, b] = [(); 2].map(|()| &*hulls[rng.below(hulls.len())]);
            let [p, q] = [(); 2].map(|()| poses[rng.below(poses.len())]);
            let told = || format!("{a:?} at {p:?}, {b:?} at {q:?}");
            let (a, b) = (At::new(a, p), At::new(b, q));
            let names = [Feature::Vertex(0), Feature::Vertex(u32::MAX), Feature::Edge(9), Feature::Face(7)];
            let features = [names[rng.below(4)], names[rng.below(4)]];
            let mut vclip = if rng.below(2) == 0 { Vclip::new() } else { Vclip::from_features(features) };
            net.finite(told, || vclip.distance(&a, &b));
            net.finite(told, || vclip.contact(&a, &b));
            let prepared = Prepared::of(&a, &b);
            if let Some(polyhedra) = net.returns(told, || Polyhedra::of(&prepared)).flatten() {
                let start = if polyhedra.have(features) { features } else { [Feature::Vertex(0); 2] };
                let walk = net.ask(told, || polyhedra.walk(start, &mut |_| {}));
                net.ask(told, || polyhedra.nearest(walk.map_or(start, |walk| walk.features)));
            }
        }
        net.done(1_000);
    }
    check::<f32>(383);
    check::<f64>(384);
}
