//! The shell around the kernel: the part that a program compiles for the shape types that it queries.
//!
//! It prepares the pair, answers in closed form if there is one, and otherwise calls the [`Kernel`]. All of it is inlined, so that a
//! closed form knows the kinds of the cores, and whatever it does not need is not computed.

use super::ladder::Solution;
use super::{Contact, Distance, Kernel, QuerySpace, Settings, intersects, ladder};
use crate::closed::Settled;
use crate::feature::{CoreDistance, Tolerances};
use crate::manifolds::{Manifold, ManifoldSettings};
use crate::math::Real;
use crate::pair::{Prepared, ROUNDING_ULPS};
use crate::shape::{CoreShape, HalfSpace, Parts, Widen};

/// The centers must be farther apart than the sum of the radii by this fraction. It has to cover the distance that counts as touching,
/// [`ROUNDING_ULPS`] ε × size of the pair (the size is less than 6 times the distance of the centers of balls that are
/// apart), and the few roundings of radii and squares.
const CLEAR: f64 = 1.0 / (1_u64 << 40) as f64;

const _: () = assert!(CLEAR > 2.0 * (6.0 * ROUNDING_ULPS + 16.0) * f64::EPSILON);

/// Squares below this have lost digits in the subnormal range: radii that vanish in this way are less than this × 2^-60.
/// The value is 2^-900.
const LEAST_SQUARED: f64 = f64::from_bits((1023 - 900) << 52);

/// Whether two shapes are at most the margin apart.
#[inline(always)]
pub(crate) fn meet<'a, W: Kernel>(a: &Parts<'a, W>, b: &Parts<'a, W>, settings: &Settings) -> bool {
    if far_apart(a, b, settings.margin().unwrap_or(0.0)) {
        return false;
    }
    let prepared = intersects::within(Prepared::new(a, b), settings);
    let by_formula = if W::has_formula(&a.core, &b.core) { intersects::closed_form(&prepared) } else { None };
    by_formula.unwrap_or_else(|| {
        let rounded = prepared.radius_a + prepared.radius_b > 0.0;
        if rounded { W::meet_rounded_by_kinds(&prepared) } else { W::meet_by_kinds(&prepared) }
    })
}

/// The distance of two shapes.
#[inline(always)]
pub(crate) fn distance<'a, W: Kernel>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    settings: &Settings,
) -> Distance<W> {
    let prepared = Prepared::new(a, b);
    super::distance::closed_form(&prepared).unwrap_or_else(|| W::distance_by_kinds(&prepared, settings))
}

/// The signed distance of two shapes.
#[inline(always)]
pub(crate) fn contact<'a, W: Kernel>(a: &Parts<'a, W>, b: &Parts<'a, W>, settings: &Settings) -> Contact<W> {
    let prepared = Prepared::new(a, b);
    super::contact::answer(&prepared, &solution(&prepared, settings, f64::INFINITY))
}

/// The same, or `None` if the shapes are proven to be farther apart than the margin.
#[inline(always)]
pub(crate) fn contact_within<'a, W: Kernel>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    settings: &Settings,
) -> Option<Contact<W>> {
    let prepared = Prepared::new(a, b);
    let far = super::contact::far(&prepared, settings);
    super::contact::unless_beyond(&prepared, &solution(&prepared, settings, far), far)
}

/// The signed distance of two cores. Stops early if they are farther apart than `far`.
#[inline(always)]
fn solution<W: Kernel>(prepared: &Prepared<'_, W>, settings: &Settings, far: f64) -> Solution<W> {
    // Each closed form is evaluated once: the result of the box axes is passed on.
    match W::settled(prepared) {
        Settled::Exact(found) => Solution::exact(found, 0),
        Settled::Open(boxes) => W::solve_by_kinds(prepared, boxes.as_ref(), settings, far),
    }
}

/// The signed distance of the cores, from which contact features and manifolds start. Stops early if the cores are farther apart than
/// `far`.
#[inline]
pub(crate) fn found<W: Kernel>(prepared: &Prepared<'_, W>, settings: &Settings, far: f64) -> CoreDistance<W> {
    let solution = solution(prepared, settings, far);
    CoreDistance {
        value: solution.value,
        error: ladder::error(prepared, &solution),
        normal: solution.normal,
        point_a: solution.point_a,
        point_b: solution.point_b,
        status: solution.status,
        calls: solution.calls,
    }
}

/// The contact manifold of two shapes.
#[inline]
pub(crate) fn manifold<'a, W: Kernel>(
    a: &Parts<'a, W>,
    b: &Parts<'a, W>,
    settings: &ManifoldSettings,
) -> Manifold<W> {
    let prepared = Prepared::new(a, b);
    let tolerances = settings.tolerances.unwrap_or(Tolerances::in_precision(prepared.frame.precision));
    let touch = Real::max(tolerances.touch * prepared.pair.size, prepared.pair.rounding);
    let margin = prepared.frame.length_in(Real::max(settings.margin, 0.0));
    let far = prepared.radius_a + prepared.radius_b + margin + touch;
    let found = found(&prepared, &Settings { gap: settings.gap, margin: None }, far);
    W::manifold(&prepared, &found, settings)
}

/// The contact manifold of a half-space and a shape.
pub(crate) fn half_space_manifold<V: Widen<Wide: Kernel>>(
    half_space: &HalfSpace<V>,
    shape: &Parts<'_, V::Wide>,
    settings: &ManifoldSettings,
) -> Manifold<V> {
    let (given, level) = (half_space.normal().widen(), half_space.offset().f64());
    let mut manifold = V::Wide::manifold_above(given, level, shape, settings).narrowed::<V>();
    manifold.normal = half_space.normal();
    manifold
}

/// Whether two bodies are farther apart than `margin`, as their bounding balls show; false if the balls do not decide.
///
/// For bodies whose balls are apart, the verdict needs only the two poses, not the relative pose. Those are most pairs of a scene whose
/// boxes overlap, or of a list that no broad phase has culled: about 3 ns, instead of 20 for the relative pose and a support call. The
/// balls contain the bodies, and are apart by more than the total rounding, [`CLEAR`]; so no other path to the verdict disagrees.
#[inline(always)]
fn far_apart<'a, V: QuerySpace>(a: &Parts<'a, V>, b: &Parts<'a, V>, margin: f64) -> bool {
    // Against boxes, segments and points a ball has a closed form that is as short and does not need its pose either.
    if (a.ball && b.core.is_polytope()) || (b.ball && a.core.is_polytope()) {
        return false;
    }
    let away = b.pose.translation() - a.pose.translation();
    let squared = away.norm_squared();
    let unsure = a.lost + b.lost + a.core.choice_error() + b.core.choice_error();
    let radii = a.core.around() + b.core.around() + a.radius + b.radius + (unsure + unsure + margin);
    let reach = radii * (1.0 + CLEAR);
    // Also false if a square is NaN or overflows.
    squared > reach * reach && squared > LEAST_SQUARED
}
