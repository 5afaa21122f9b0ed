//! Limits on parts and vertices, and callbacks that stop.

use std::ops::ControlFlow;

use impinge::decompose::{DecomposeSettings, DecomposeStatus, decompose_with};
use impinge_scenes::rooms;

use super::{no_gap, outside, parts, with};

#[test]
fn fewer_parts_hold_it_as_well() {
    let torus = rooms::torus(16, 8);
    let free = parts::<f64>(&torus, &with(0.05));
    for most in [1, 3, free.parts.len()] {
        let found = parts::<f64>(&torus, &DecomposeSettings { max_parts: Some(most), ..with(0.05) });
        assert!(found.parts.len() <= most);
        assert!(no_gap(&torus, &found, 1) > 300);
        let expected =
            if most < free.parts.len() { DecomposeStatus::PartLimit } else { DecomposeStatus::Reached };
        assert_eq!(found.status, expected);
        assert_eq!(found.concavity > 0.05, most < free.parts.len());
    }
    // Shells that do not touch are joined too.
    let boxes = (0..6).fold(rooms::cuboid([1.0; 3], 1), |all, i| {
        all.and(&rooms::cuboid([0.5; 3], 1).map(|p| p + impinge::Vec3::splat(3.0 * f64::from(i + 1))))
    });
    let found = parts::<f64>(&boxes, &DecomposeSettings { max_parts: Some(2), ..with(0.05) });
    assert_eq!((found.parts.len(), found.status), (2, DecomposeStatus::PartLimit));
    no_gap(&boxes, &found, 1);
}

#[test]
fn fewer_vertices_hold_it_as_well() {
    let torus = rooms::torus(24, 12);
    let free = parts::<f64>(&torus, &with(0.05));
    assert!(free.parts.iter().any(|part| part.vertices().len() > 32));
    let mut before = f64::INFINITY;
    for most in [4, 5, 8, 12, 32] {
        let found = parts::<f64>(&torus, &DecomposeSettings { max_vertices: Some(most), ..with(0.05) });
        assert_eq!(found.parts.len(), free.parts.len());
        assert!(found.volume_ratio < before || most == 5, "{most}: {}", found.volume_ratio);
        before = found.volume_ratio;
        for (part, whole) in found.parts.iter().zip(&free.parts) {
            assert!(part.vertices().len() <= most, "{} of {most}", part.vertices().len());
            for &v in whole.vertices() {
                assert!(outside(part, v) <= 1e-15, "{most}: {:e}", outside(part, v));
            }
        }
        assert!(no_gap(&torus, &found, 1) > 300);
        let too_concave = found.status == DecomposeStatus::VertexLimit;
        assert_eq!(too_concave, found.concavity > 0.05, "{most}: {}", found.concavity);
    }
}

#[test]
fn what_is_cancelled_holds_it_as_well() {
    let torus = rooms::torus(16, 8);
    let (mut cancelled, mut most) = (0, 0);
    for calls in [0, 1, 3, 6, 1000] {
        let mut left = calls;
        let found = decompose_with::<f64, _>(&torus.points, &torus.polygons, &with(0.05), |progress| {
            assert!(progress.parts > 0 && progress.concavity >= 0.05);
            most = most.max(progress.parts);
            left -= 1;
            if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap();
        assert!(no_gap(&torus, &found, 1) > 300);
        if found.status == DecomposeStatus::Cancelled {
            cancelled += 1;
            assert!(calls > 0 || found.parts.len() == 1);
        } else {
            assert_eq!(found.status, DecomposeStatus::Reached);
        }
    }
    assert!(cancelled >= 4 && most > 4, "{cancelled} {most}");
}
