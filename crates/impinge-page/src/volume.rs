//! Values at the points of a grid, shown as slices.

/// Values at the points of a grid in a box, such as distances: negative inside, 0 on a surface, positive outside.
///
/// The page shows one slice of it, at the section plane of the view, and the value under the pointer.
#[derive(Clone, Debug)]
pub struct Volume {
    pub(crate) name: String,
    pub(crate) low: [f64; 3],
    pub(crate) high: [f64; 3],
    pub(crate) counts: [u32; 3],
    pub(crate) values: Vec<f32>,
}

impl Volume {
    /// A grid of `counts` points from one corner of a box to the other, with the `value` at each.
    ///
    /// # Panics
    /// If there are fewer than two points along an axis, or the corners are not finite or not in order.
    pub fn new(
        name: impl Into<String>,
        [low, high]: [[f64; 3]; 2],
        counts: [u32; 3],
        mut value: impl FnMut([f64; 3]) -> f64,
    ) -> Self {
        let sound = |k: usize| counts[k] >= 2 && low[k] < high[k] && (high[k] - low[k]).is_finite();
        assert!((0..3).all(sound), "a volume needs a box, and two points or more along each axis");
        let place = |k: usize, i: u32| low[k] + (high[k] - low[k]) * f64::from(i) / f64::from(counts[k] - 1);
        let mut values = Vec::with_capacity(counts.iter().map(|n| *n as usize).product());
        for k in 0..counts[2] {
            for j in 0..counts[1] {
                for i in 0..counts[0] {
                    #[expect(clippy::cast_possible_truncation, reason = "pages store single precision")]
                    values.push(value([place(0, i), place(1, j), place(2, k)]) as f32);
                }
            }
        }
        Self { name: name.into(), low, high, counts, values }
    }
}

#[cfg(test)]
mod tests {
    use super::Volume;

    #[test]
    fn points_run_along_x_first_and_reach_both_corners() {
        let volume =
            Volume::new("v", [[0.0; 3], [1.0, 2.0, 4.0]], [2, 3, 2], |[x, y, z]| x + 10.0 * y + 100.0 * z);
        assert_eq!(
            volume.values,
            [0.0, 1.0, 10.0, 11.0, 20.0, 21.0, 400.0, 401.0, 410.0, 411.0, 420.0, 421.0]
        );
    }
}
