//! Meshes that are empty, open, inside out, huge, or not meshes.

use impinge::decompose::{DecomposeError, DecomposeSettings, DecomposeStatus, decompose};
use impinge::mesh::MeshError;
use impinge::{Real, Vec3};
use impinge_scenes::rooms::{self, Faces};

use super::{no_gap, parts, with};

#[track_caller]
fn refused(faces: &Faces, settings: &DecomposeSettings) -> DecomposeError {
    decompose::<f64, _>(&faces.points, &faces.polygons, settings).unwrap_err()
}

#[test]
fn meshes_without_a_solid_are_refused_with_the_reason() {
    let settings = DecomposeSettings::default();
    let empty = Faces::default();
    assert_eq!(refused(&empty, &settings), DecomposeError::Mesh(MeshError::Empty));
    let triangle = rooms::single_polygon(3);
    assert_eq!(refused(&triangle, &settings), DecomposeError::Open { dangling: 3, crowded: 0 });
    let floor = rooms::floor(4.0, 3);
    assert!(matches!(refused(&floor, &settings), DecomposeError::Open { .. }));
    let mut open = rooms::cuboid([1.0; 3], 1);
    open.polygons.pop();
    let text = refused(&open, &settings).to_string();
    assert!(
        text.contains("not closed") && text.contains("4 edges") && text.contains("close its holes"),
        "{text}"
    );
    // One polygon turned: its edges are run twice the same way.
    let mut turned = rooms::cuboid([1.0; 3], 1);
    turned.polygons[0].reverse();
    assert!(matches!(refused(&turned, &settings), DecomposeError::Open { crowded, .. } if crowded > 0));
    let sheet = rooms::single_polygon(5).and(&rooms::single_polygon(5).flipped());
    assert_eq!(refused(&sheet, &settings), DecomposeError::NoVolume);
    let nan = rooms::cuboid([1.0; 3], 1).map(|p| if p.x > 0.0 { Vec3::splat(f64::NAN) } else { p });
    assert!(matches!(refused(&nan, &settings), DecomposeError::Mesh(MeshError::NotFinite { .. })));
    let mut lost = rooms::cuboid([1.0; 3], 1);
    lost.polygons[2][1] = 99;
    assert!(matches!(refused(&lost, &settings), DecomposeError::Mesh(MeshError::NoSuchPoint { .. })));
}

#[test]
fn settings_that_make_no_sense_are_named() {
    let cube = rooms::cuboid([1.0; 3], 1);
    for concavity in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let text = refused(&cube, &with(concavity)).to_string();
        assert!(text.contains("concavity is") && text.contains("above 0"), "{text}");
    }
    let parts = DecomposeSettings { max_parts: Some(0), ..with(0.1) };
    assert!(refused(&cube, &parts).to_string().contains("max_parts is 0 but must be at least 1"));
    let vertices = DecomposeSettings { max_vertices: Some(3), ..with(0.1) };
    assert!(refused(&cube, &vertices).to_string().contains("max_vertices is 3 but must be at least 4"));
}

#[test]
fn shells_that_are_inside_out_are_turned() {
    let letter = rooms::letter('U');
    let plain = parts::<f64>(&letter, &with(0.05));
    let turned = parts::<f64>(&letter.clone().flipped(), &with(0.05));
    assert_eq!((plain.turned, turned.turned), (0, 1));
    assert_eq!(turned.parts.len(), plain.parts.len());
    assert!((turned.volume_ratio - plain.volume_ratio).abs() < 1e-12);
    // One of two; a cavity stays one, and of a hollow body that is inside out both are turned.
    let beside = letter.clone().and(&rooms::cuboid([1.0; 3], 1).map(|p| p + Vec3::splat(9.0)).flipped());
    let found = parts::<f64>(&beside, &with(0.05));
    assert_eq!((found.turned, found.parts.len()), (1, plain.parts.len() + 1));
    let hollow = rooms::cuboid([1.0; 3], 1).and(&rooms::cuboid([0.5; 3], 1).flipped());
    let (a, b) = (parts::<f64>(&hollow, &with(0.1)), parts::<f64>(&hollow.clone().flipped(), &with(0.1)));
    assert_eq!((a.turned, b.turned, a.parts.len() == b.parts.len()), (0, 2, true));
}

/// Points that files with few digits hold twice; soups; T-junctions; duplicates.
#[test]
fn repairs_are_counted() {
    let mut random = crate::common::Random::new(3);
    let torn = rooms::letter('L').soup().map(|p| p + random.in_cube() * 1e-9);
    let found = parts::<f64>(&torn, &with(0.05));
    assert_eq!(found.status, DecomposeStatus::Reached);
    assert!(
        found.parts.len() < 10 && found.volume_ratio < 1.05,
        "{} {}",
        found.parts.len(),
        found.volume_ratio
    );
    assert!(found.report.welded > 10, "{:?}", found.report);
    let soup = rooms::letter('L').soup();
    let twice =
        Faces { polygons: [soup.polygons.clone(), soup.polygons.clone()].concat(), points: soup.points };
    assert_eq!(parts::<f64>(&twice, &with(0.05)).report.duplicate, twice.polygons.len() / 2);
}

fn huge_and_tiny<T: Real>(scales: &[f64]) {
    for &scale in scales {
        let letter = rooms::letter('U').map(|p| p * scale);
        let found = parts::<T>(&letter, &with(0.05));
        assert_eq!((found.parts.len(), found.status), (3, DecomposeStatus::Reached), "{scale:e}");
        assert!(found.volume_ratio.is_finite() && found.hausdorff.is_finite());
        assert!(no_gap(&letter, &found, 1) > 300);
    }
}

#[test]
fn coordinates_may_be_huge_and_tiny() {
    huge_and_tiny::<f32>(&[1e30, 1e-30]);
    huge_and_tiny::<f64>(&[1e80, 1e-80]);
    // Far from the origin, where few digits are left.
    let far = rooms::letter('U').map(|p| p + Vec3::splat(1e9));
    let found = parts::<f64>(&far, &with(0.05));
    assert_eq!(found.parts.len(), 3);
    assert!(no_gap(&far, &found, 1) > 300);
    let above = rooms::cuboid([1e37; 3], 1);
    let points = above.points_in::<f32>();
    assert_eq!(
        decompose::<f32, _>(&points, &above.polygons, &with(0.1)).unwrap_err(),
        DecomposeError::TooLarge { point: 0 }
    );
    for size in [1e150, 1e300] {
        let beyond = rooms::cuboid([size; 3], 1);
        assert_eq!(refused(&beyond, &with(0.1)), DecomposeError::Mesh(MeshError::TooLarge { point: 0 }));
    }
}
