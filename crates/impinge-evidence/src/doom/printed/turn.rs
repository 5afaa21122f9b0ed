//! Times at which a turning vertex meets a plane and a turning edge a line: quadratics in the tangent of half the angle, as printed.
//!
//! **Source.** Van Waveren 2005, sections 2.4, 2.5 and 3.3. All turns are about z and clockwise, as in the report, which does not say
//! so: (x, y) goes to (x cos α + y sin α, y cos α − x sin α).
//!
//! | symbol | meaning |
//! |---|---|
//! | v₂ cos α + v₁ sin α + v₀ | height above a plane, or side of two lines, after a turn by α |
//! | r = tan(α/2) | for −π < α < π; the report has 0 < α |
//! | a r² + 2 b r + c | (1 + r²) times that: a = v₀ − v₂, b = v₁, c = v₀ + v₂ |
//! | s, d | v₁, the derivative at 0; the least positive root of the derivative |
//!
//! **Misprints.** For a = 0 the root is −c/(2b), where −c/b is printed, and it is a tangent where a time is printed.
//!
//! **Guarantees.** None: the roots are (−b ± √(b² − ac))/a as printed, which for small a loses the digits that −b and the root have in
//! common. A test shows by how much. The library's [`impinge::math::plucker::first_root`] does not.
//!
//! **Cost.** One square root for a pair, and no arc tangent (section 4).

use impinge::{Real, Vec3};

use super::plucker::Plucker;

/// v₀, v₁ and v₂.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning<T>(pub [T; 3]);

impl<T: Real> Turning<T> {
    /// Height of a turning point above p_a x + p_b y + p_c z + p_d = 0 (section 2.4).
    pub fn of_vertex(a: Vec3<T>, normal: Vec3<T>, p_d: T) -> Self {
        Self([normal.z * a.z + p_d, normal.x * a.y - normal.y * a.x, normal.x * a.x + normal.y * a.y])
    }

    /// Side of a turning line and one at rest (section 2.5).
    pub fn of_edge(p: &Plucker<T>, q: &Plucker<T>) -> Self {
        let (p, q) = (&p.0, &q.0);
        Self([
            q[0] * p[4] + q[4] * p[0],
            q[1] * p[2] - q[2] * p[1] + q[5] * p[3] - q[3] * p[5],
            q[1] * p[5] + q[2] * p[3] + q[5] * p[1] + q[3] * p[2],
        ])
    }

    /// The same with the plane moved out by e.
    pub fn lowered(self, e: T) -> Self {
        let [v0, v1, v2] = self.0;
        Self([v0 - e, v1, v2])
    }

    /// At α = 0.
    pub fn start(&self) -> T {
        self.0[0] + self.0[2]
    }

    /// The derivative at α = 0: s of section 3.3.
    pub fn rate(&self) -> T {
        self.0[1]
    }

    /// The value at r = tan(α/2).
    pub fn at(&self, r: T) -> T {
        let [v0, v1, v2] = self.0;
        let (sin, cos) = sin_cos(r);
        v2 * cos + v1 * sin + v0
    }

    /// The derivative at r = tan(α/2).
    pub fn rate_at(&self, r: T) -> T {
        let (sin, cos) = sin_cos(r);
        self.0[1] * cos - self.0[2] * sin
    }

    /// r₁ and r₂, twice the same where there is one; `None` where there is none, or all.
    pub fn roots(&self) -> Option<[T; 2]> {
        let [v0, v1, v2] = self.0;
        roots(v0 - v2, v1, v0 + v2)
    }

    /// d of section 3.3: the least positive root of the derivative, v₁ cos α − v₂ sin α.
    pub fn farthest(&self) -> Option<T> {
        let [_, v1, v2] = self.0;
        let [r1, r2] = Self([T::ZERO, -v2, v1]).roots()?;
        let positive = |r: T| if r > T::ZERO { r } else { T::INFINITY };
        let d = positive(r1).min(positive(r2));
        d.is_finite().then_some(d)
    }
}

/// Roots of a r² + 2 b r + c, as printed.
fn roots<T: Real>(a: T, b: T, c: T) -> Option<[T; 2]> {
    if a == T::ZERO {
        return (b != T::ZERO).then(|| [-c / (T::TWO * b); 2]);
    }
    let discriminant = b * b - a * c;
    // False also for NaN.
    let real = discriminant >= T::ZERO;
    let root = real.then(|| discriminant.sqrt())?;
    Some([(-b + root) / a, (-b - root) / a])
}

/// Sine and cosine of α by r = tan(α/2).
pub fn sin_cos<T: Real>(r: T) -> (T, T) {
    let square = T::ONE + r * r;
    (T::TWO * r / square, (T::ONE - r * r) / square)
}

/// A point turned clockwise about z.
pub fn turn<T: Real>(a: Vec3<T>, (sin, cos): (T, T)) -> Vec3<T> {
    Vec3::new(a.x * cos + a.y * sin, a.y * cos - a.x * sin, a.z)
}

/// Direction in which a point moves that turns clockwise about z.
pub fn heading<T: Real>(a: Vec3<T>) -> Vec3<T> {
    Vec3::new(a.y, -a.x, T::ZERO)
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::*;

    fn check<T: Real>(tolerance: f64) {
        let mut rng = Rng::new(2);
        let mut met = 0;
        for _ in 0..500 {
            let [a, b, c, d] = [(); 4].map(|()| rng.in_ball::<T>());
            let (normal, p_d) = (rng.unit3::<T>(), T::of(rng.between(-0.5, 0.5)));
            let (p, q) = (Plucker::through(a, b), Plucker::through(c, d));
            for turning in [Turning::of_vertex(a, normal, p_d), Turning::of_edge(&p, &q)] {
                let [v0, _, v2] = turning.0;
                let small = (v0 - v2).abs().f64() < 1e-2;
                for r in turning.roots().into_iter().flatten().filter(|_| !small) {
                    met += 1;
                    assert!(turning.at(r).abs().f64() < 100.0 * tolerance, "{r}");
                }
                if let Some(d) = turning.farthest() {
                    assert!(d > T::ZERO && turning.rate_at(d).abs().f64() < 10.0 * tolerance);
                }
            }
            // The polynomial is what it says, by turning the points themselves.
            let r = T::of(rng.between(-2.0, 2.0));
            let by = sin_cos(r);
            let height = normal.dot(turn(a, by)) + p_d;
            assert!((Turning::of_vertex(a, normal, p_d).at(r) - height).abs().f64() < tolerance);
            let side = Plucker::through(turn(a, by), turn(b, by)).side(&q);
            assert!((Turning::of_edge(&p, &q).at(r) - side).abs().f64() < tolerance);
        }
        assert!(met > 800, "{met}");
    }

    #[test]
    fn heights_and_sides_vanish_at_the_roots() {
        check::<f64>(1e-13);
        check::<f32>(1e-5);
    }

    /// A point at (1, 0, 0) falls clockwise onto the plane y = −sin 30° after 30°, and leaves it after 150°.
    #[test]
    fn a_point_falls_onto_a_plane_after_thirty_degrees() {
        let up = Vec3::new(0.0, 1.0, 0.0);
        let [r1, r2] = Turning::of_vertex(Vec3::new(1.0, 0.0, 0.0), up, 0.5).roots().expect("two");
        let degrees = |r: f64| (2.0 * r.atan()).to_degrees();
        assert!((degrees(r1.min(r2)) - 30.0).abs() < 1e-12 && (degrees(r1.max(r2)) - 150.0).abs() < 1e-12);
        // −c/(2b), where the report has −c/b: at (0, 1, 0) a quarter of the way around is tan(45°) = 1.
        let right = Vec3::new(1.0, 0.0, 0.0);
        let one = Turning::of_vertex(Vec3::new(0.0, 1.0, 0.0), right, -1.0);
        assert!(one.roots().expect("twice").iter().all(|r| (r - 1.0_f64).abs() < 1e-7));
        let one = Turning([1.0, -1.0, 1.0]);
        assert_eq!((one.roots(), one.at(1.0)), (Some([1.0, 1.0]), 0.0));
    }

    /// An edge whose line is at distance 1 from the axis touches an upright edge at distance 1 after a quarter turn.
    #[test]
    fn an_edge_strikes_an_edge() {
        let (a, b) = (Vec3::new(-2.0, 1.0, 0.2), Vec3::new(2.0, 1.0, -0.2));
        let (c, d) = (Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -1.0));
        let turning = Turning::of_edge(&Plucker::through(a, b), &Plucker::through(c, d));
        let [r1, r2] = turning.roots().expect("two");
        assert!((r1 - 1.0_f64).abs() < 1e-7 && (r2 - 1.0_f64).abs() < 1e-7, "{r1} {r2}");
    }

    /// With b = 1 and c = −1 the small root is near 1/2 for every small a. In single precision the printed formula is off by the ε that
    /// −b and the root have in common, divided by a.
    #[test]
    fn the_printed_root_loses_its_digits_where_a_is_small() {
        let error = |a: f32| {
            let exact = 1.0 / ((1.0 + f64::from(a)).sqrt() + 1.0);
            let [r1, _] = roots(a, 1.0, -1.0).expect("two");
            (f64::from(r1) - exact).abs()
        };
        assert!(error(0.3) < 1e-6);
        let worst = (1..100).map(|k| error(1e-5 * (1.0 + 0.01 * k as f32))).fold(0.0, f64::max);
        assert!(worst > 1e-3, "{worst}");
    }
}
