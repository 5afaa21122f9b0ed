//! Clouds are what their names say, and equal for equal seeds.

use impinge::hull::solid_hull;
use impinge::{Extent, Real};
use impinge_scenes::clouds;

fn check<T: Real>() {
    for cloud in clouds::all::<T>() {
        for count in [30, 300] {
            let points = (cloud.make)(count, 3);
            assert_eq!(points, (cloud.make)(count, 3), "{}", cloud.name);
            assert!(points.len() >= count && points.len() <= 3 * count, "{}: {}", cloud.name, points.len());
            let hull = solid_hull(&points);
            match hull {
                Ok(solid) => {
                    assert!(cloud.spans_space, "{} spans space", cloud.name);
                    if cloud.name == "cube grid" {
                        assert_eq!(solid.vertices().len(), 8);
                    }
                }
                Err(error) => {
                    assert!(!cloud.spans_space, "{}: {error}", cloud.name);
                    let expected = if cloud.name == "flat" { Extent::Plane } else { Extent::Line };
                    assert_eq!(error.extent(), Some(expected), "{}", cloud.name);
                }
            }
        }
    }
}

#[test]
fn clouds_match_their_names() {
    check::<f32>();
    check::<f64>();
}
