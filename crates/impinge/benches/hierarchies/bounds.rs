//! Bounding spheres over a long list of vertices: the highest of thousands of neighbors in few steps.
//!
//! Eight consecutive entries share a sphere, eight spheres a larger one, and so on. Neighbors of a vertex come in
//! order around it, so consecutive ones are near one another. Branch and bound: a sphere that does not reach above the
//! best so far is left out. Right for any list, logarithmic where few spheres reach up.

use impinge::{Real, Vec3};

use super::nested::Entry;

/// Entries or spheres under one sphere.
const FAN: usize = 8;
/// Room for rounding, in ε × radius.
const SLACK: f64 = 8.0;

struct Sphere<T> {
    center: Vec3<T>,
    radius: T,
}

/// Spheres by layer, from the few that hold all to those of [`FAN`] entries.
pub struct Bounds<T> {
    layers: Vec<Vec<Sphere<T>>>,
}

impl<T: Real> Bounds<T> {
    /// Over this list.
    pub fn new(list: &[Entry<T>]) -> Self {
        let mut layers = Vec::new();
        let mut span = FAN;
        while layers.last().is_none_or(|l: &Vec<Sphere<T>>| l.len() > FAN) {
            layers.push(list.chunks(span).map(sphere).collect());
            span *= FAN;
        }
        layers.reverse();
        Self { layers }
    }

    /// The highest entry, if it is higher than `from`.
    pub fn highest(&self, list: &[Entry<T>], from: Vec3<T>, d: Vec3<T>) -> Option<Entry<T>> {
        let reach = d.dot(d).sqrt();
        let (mut gain, mut found) = (T::ZERO, usize::MAX);
        // What is still to be looked into: layer and index, children of one sphere as a range.
        let mut stack = [(0, 0, 0); 16];
        stack[0] = (0, 0, self.layers[0].len());
        let mut height = 1;
        while height > 0 {
            let (layer, i, end) = stack[height - 1];
            if i == end {
                height -= 1;
                continue;
            }
            stack[height - 1].1 = i + 1;
            let s = &self.layers[layer][i];
            if d.dot(s.center - from) + s.radius * reach <= gain {
                continue;
            }
            if let Some(below) = self.layers.get(layer + 1) {
                stack[height] = (layer + 1, i * FAN, (i * FAN + FAN).min(below.len()));
                height += 1;
                continue;
            }
            let first = i * FAN;
            for (k, e) in list[first..].iter().take(FAN).enumerate() {
                let rise = d.dot(e.point - from);
                if rise > gain {
                    (gain, found) = (rise, first + k);
                }
            }
        }
        list.get(found).copied()
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.layers.iter().map(|l| l.len() * size_of::<Sphere<T>>()).sum()
    }
}

/// A sphere around these, about the middle of their box.
fn sphere<T: Real>(list: &[Entry<T>]) -> Sphere<T> {
    let (low, high) =
        list.iter().fold((list[0].point, list[0].point), |(l, h), e| (l.min(e.point), h.max(e.point)));
    let center = (low + high) * T::HALF;
    let largest = list.iter().fold(T::ZERO, |m, e| m.max((e.point - center).dot(e.point - center)));
    let size = center.max_abs() + largest.sqrt();
    Sphere { center, radius: largest.sqrt() + T::of(SLACK) * T::EPSILON * size }
}
