//! Explicit Minkowski sums, and the entrance block: two polygons meet where one point meets one polygon.
//!
//! After Feng and Tan, section 2, and Shi's contact theory: a reference point v stands for A. It lies outside, on or
//! inside the entrance block E(A, B) = { b − a + v } as A and B are apart, touch or overlap.

use impinge::{ConvexPolygon, Vec2};

/// Distance of a point outside of a polygon, negative inside: the largest distance from the line of an edge.
fn outside(polygon: &ConvexPolygon<f64>, p: Vec2<f64>) -> f64 {
    let v = polygon.vertices();
    let ends = v.iter().zip(v.iter().cycle().skip(1));
    ends.map(|(&a, &b)| (p - a).perp_dot((b - a).unit())).fold(f64::NEG_INFINITY, f64::max)
}

fn polygon(corners: &[[f64; 2]]) -> ConvexPolygon<f64> {
    ConvexPolygon::new(&corners.iter().copied().map(Vec2::from).collect::<Vec<_>>())
}

fn main() {
    let quadrilateral = |x: f64| polygon(&[[x, 0.0], [x + 2.0, 0.0], [x + 2.0, 2.0], [x, 1.0]]);
    let triangle = polygon(&[[4.0, 0.0], [6.0, 0.5], [4.0, 2.0]]);

    let sum = quadrilateral(0.0).minkowski_sum(&triangle).expect("moderate sizes");
    println!("sum: {} corners, from 4 + 3 with one direction in common", sum.vertices().len());
    assert_eq!(sum.vertices().len(), 6);

    let mut blocks = Vec::new();
    for (x, expected) in [(0.0, "apart"), (2.0, "touching"), (2.5, "overlapping")] {
        let a = quadrilateral(x);
        let reference = Vec2::new(x + 1.0, 0.75);
        let entrance = a.entrance_block(&triangle, reference).expect("moderate sizes");
        let out = outside(&entrance.block, entrance.reference);
        let state = match out {
            _ if out > 0.0 => "apart",
            _ if out < 0.0 => "overlapping",
            _ => "touching",
        };
        println!("A moved by {x}: its reference point is {out:+.2} from the block, so A and B are {state}");
        assert_eq!(state, expected);

        // The same by the origin in the difference { a − b }.
        let difference = a.minkowski_difference(&triangle).expect("moderate sizes");
        assert_eq!(outside(&difference, Vec2::ZERO), out);
        blocks.push(entrance.block.vertices().to_vec());
    }

    println!("the block of all three: {:?}", blocks[0].iter().map(|v| v.to_array()).collect::<Vec<_>>());
    assert!(blocks.iter().all(|b| *b == blocks[0]), "it does not depend on where A stands");
}
