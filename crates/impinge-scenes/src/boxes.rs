//! Moving boxes, sparse or dense: scenes for the broad phase.

use impinge::{Aabb, Real};

use crate::{Rng, Space};

/// Motion of a box in a step, relative to its size, which is about 1.
pub const MOTION: f64 = 0.01;

/// Boxes of about unit size that move in a straight line, and back after some steps.
pub struct MovingBoxes<V> {
    /// Current boxes.
    pub boxes: Vec<Aabb<V>>,
    velocities: Vec<V>,
    steps: usize,
    /// Side of the square or cube that they fill.
    pub side: f64,
}

impl<V: Space> MovingBoxes<V> {
    /// Number of steps in one direction.
    const WAY: usize = 10;

    /// `count` boxes, sides between 0.6 and 1.4, in a square or cube in which each meets `neighbors` others on average, except for those
    /// at its border.
    pub fn new(count: usize, neighbors: f64, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        // Two unit boxes meet if their centers differ by less than 1 along every axis.
        let dimension = V::DIM as f64;
        let side = (2_f64.powf(dimension) * count as f64 / neighbors).powf(1.0 / dimension);
        let boxes = (0..count).map(|_| {
            let center = V::from_coordinates([(); 3].map(|()| rng.between(0.0, side)));
            let half = V::from_coordinates([(); 3].map(|()| rng.between(0.3, 0.7)));
            Aabb::around(center, half)
        });
        let boxes = boxes.collect();
        let speed = V::Scalar::of(MOTION);
        let velocities = (0..count).map(|_| V::random_unit(&mut rng) * speed).collect();
        Self { boxes, velocities, steps: 0, side }
    }

    /// Moves every box.
    pub fn step(&mut self) {
        let back = (self.steps / Self::WAY) % 2 == 1;
        self.steps += 1;
        for (aabb, &velocity) in self.boxes.iter_mut().zip(&self.velocities) {
            let by = if back { -velocity } else { velocity };
            *aabb = Aabb { min: aabb.min + by, max: aabb.max + by };
        }
    }
}
