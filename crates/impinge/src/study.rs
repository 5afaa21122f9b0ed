//! Algorithms one by one, for study: what the queries of the crate's first page are made of, with the variants of the papers.
//!
//! Each runs on an [`Obstacle`](pair::Obstacle), usually that of a [`Prepared`](pair::Prepared) pair of shapes, shows its steps to
//! an [`Observer`](observe::Observer), and answers in the frame and scale of that pair. It leaves open what it cannot prove, which a
//! query passes on to the next algorithm. Programs need none of this: they call [`distance`](crate::distance) and the other queries.
//!
//! ```
//! use impinge::study::gjk::{Gjk, Goal, Voronoi};
//! use impinge::study::observe::Step;
//! use impinge::study::pair::Prepared;
//! use impinge::{Cuboid, Pose, Shape, Sphere};
//!
//! let (a, b) = (Cuboid::new([1.0, 1.0, 1.0]), Sphere::new(0.5).at(Pose::at([3.0, 0.0, 0.0])));
//! let prepared = Prepared::of(&a, &b);
//! let goal = Goal { far: f64::INFINITY, near: 0.0, gap: prepared.pair.rounding, steps: 32 };
//! let mut calls = 0;
//! let found = Gjk::<_, Voronoi>::new().run(&prepared.pair, &goal, &mut |_: &Step<'_, _>| calls += 1);
//! assert!(calls == found.calls && found.lower <= found.upper);
//! ```
//!
//! | module | question | papers |
//! |---|---|---|
//! | [`pair`] | two shapes as one Minkowski difference | |
//! | [`gjk`] | distance; the sub-algorithms of Johnson, of Montanari et al. and by Voronoi regions | Gilbert, Johnson & Keerthi; Montanari et al. |
//! | [`gjk::separating`] | separating axis only | van den Bergen; Olvång |
//! | [`gjk::swept`] | depth from swept shapes | Olvång |
//! | [`mpr`] | intersection, and an estimate of the depth | Snethen; Olvång |
//! | [`epa`] | penetration depth | van den Bergen; Feng & Tan |
//! | [`vclip`] | nearest features of two polyhedra | Mirtich |
//! | [`certify`] | a proven interval of the signed distance | |
//! | [`perturbation`] | contact polygon from support mappings alone | Olvång |
//! | [`casting`] | time of impact by conservative advancement alone | |
//! | [`ray`] | ray casts by a prescribed method | |
//! | [`observe`] | steps of a run | |

#[path = "certify/mod.rs"]
pub mod certify;
#[doc(hidden)]
#[path = "climb/mod.rs"]
pub mod climb;
#[doc(hidden)]
#[path = "closed/mod.rs"]
pub mod closed;
#[path = "epa/mod.rs"]
pub mod epa;
#[path = "gjk/mod.rs"]
pub mod gjk;
#[path = "mpr/mod.rs"]
pub mod mpr;
#[path = "observe.rs"]
pub mod observe;
#[path = "pair/mod.rs"]
pub mod pair;
#[path = "vclip/mod.rs"]
pub mod vclip;

/// Contact polygons from support mappings alone: each surface is sampled in directions around the normal.
pub mod perturbation {
    pub use crate::manifolds::perturbation::{Clip, Perturbation};
    #[doc(hidden)]
    pub use crate::manifolds::perturbation::{
        MAX_SAMPLES, MIN_SAMPLES, SAMPLES, SIZE, perturbed_manifold as perturbed_manifold_of_cores,
    };
    pub use crate::query::touch::{PerturbationSettings, perturbed_manifold};
}

/// The time of impact by conservative advancement, also where [`cast`](crate::cast) takes one ray.
pub mod casting {
    pub use crate::query::front::{advance, advance_watched};
}

/// Ray casts by a prescribed method, for comparison.
pub mod ray {
    use crate::math::{Real, Vector};
    pub use crate::ray::types::RayMethod;
    use crate::ray::{Ray, RayHit, RaySpace, cast};
    use crate::shape::{Shape, Widen};

    /// [`ray_cast_within`](crate::ray_cast_within) by a prescribed method.
    pub fn ray_cast_by<S: Shape<V: Widen<Wide: RaySpace>>>(
        method: RayMethod,
        shape: &S,
        ray: &Ray<S::V>,
        max: <S::V as Vector>::Scalar,
    ) -> Option<RayHit<S::V>> {
        cast(&shape.parts(), &ray.widened(), max.f64(), method).map(RayHit::narrowed)
    }
}
