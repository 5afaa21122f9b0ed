//! In the plane.

use super::*;

/// Like Figure 4 of Feng & Tan: a quadrilateral and a triangle in four positions.
fn figure_4<T: Real>() {
    let a = ConvexPolygon::new(&[v2::<T>(0.0, 0.0), v2(4.0, 0.0), v2(4.5, 3.0), v2(0.0, 2.5)]);
    let corner = |p: &ConvexPolygon<T>, x: f64, y: f64| {
        Id(p.vertices().iter().position(|&v| v == v2(x, y)).unwrap() as u32)
    };
    let (origin, right, up) = (corner(&a, 0.0, 0.0), corner(&a, 4.0, 0.0), corner(&a, 0.0, 2.5));
    // (a) The top of B is nearer to A's left edge, (b) a little to the right, to its bottom edge.
    let b = ConvexPolygon::new(&[v2::<T>(0.375, 0.5), v2(-2.0, -2.0), v2(0.0, -3.0)]);
    let f = check(&a, &b);
    assert_eq!((f.state, f.contact_type), (State::Overlapping, Some(VertexEdge)));
    assert_eq!(f.feature_a, Feature::edge(origin, up));
    assert_eq!(f.feature_b, Feature::Vertex(corner(&b, 0.375, 0.5)));
    near(f.normal, v2(-1.0, 0.0));
    near(f.point_a, v2(0.0, 0.5));
    near(f.point_b, v2(0.375, 0.5));
    near(f.point, v2(0.1875, 0.5));
    let moved = (&b).at(Pose::at(v2(0.25, 0.0)));
    let f = check(&a, &moved);
    assert_eq!((f.feature_a, f.contact_type), (Feature::edge(origin, right), Some(VertexEdge)));
    near(f.normal, v2(0.0, -1.0));
    near(f.point_a, v2(0.625, 0.0));
    assert!(!f.ambiguous);
    // Halfway between, both are equally deep: A's first face in order is used, and this is reported.
    let between = (&b).at(Pose::at(v2(0.125, 0.0)));
    let f = check(&a, &between);
    assert!(f.ambiguous);
    assert_eq!(f.feature_a, Feature::edge(origin, right));
    // (c) B's top edge is parallel to A's bottom edge: the middle of the common part, from 0 to 1.5.
    let b = ConvexPolygon::new(&[v2::<T>(-1.0, 0.25), v2(1.5, 0.25), v2(0.0, -2.0)]);
    let f = check(&a, &b);
    assert_eq!(f.contact_type, Some(EdgeEdge));
    near(f.point_a, v2(0.75, 0.0));
    near(f.point_b, v2(0.75, 0.25));
    assert_eq!(f.feature_b, Feature::edge(corner(&b, -1.0, 0.25), corner(&b, 1.5, 0.25)));
    assert!(!f.ambiguous);
    // A longer edge moves the point smoothly, not to another corner.
    let longer = ConvexPolygon::new(&[v2::<T>(-1.0, 0.25), v2(1.5078125, 0.25), v2(0.0, -2.0)]);
    near(check(&a, &longer).point_a, v2(0.75390625, 0.0));
    // (d) Turned on clockwise: a corner of A in an edge of B.
    let turned = (&b).at(Pose::new(v2(0.0, 0.0), Rot2::from_angle(T::of(-0.2))));
    let f = check(&a, &turned);
    assert_eq!((f.feature_a, f.contact_type), (Feature::Vertex(origin), Some(VertexEdge)));
}

#[test]
fn the_figure_of_the_paper_has_the_papers_types() {
    both(figure_4::<f32>, figure_4::<f64>);
}

fn planar<T: Real>() {
    let a = Rectangle::new(v2::<T>(1.0, 1.0));
    let unit = |x, y| Rectangle::new(v2::<T>(1.0, 1.0)).at(Pose::at(v2(x, y)));
    // Apart, touching, overlapping along an edge.
    for (y, state) in [(2.5, State::Apart), (2.0, State::Touching), (1.75, State::Overlapping)] {
        let f = check(&a, &unit(0.5, y));
        assert_eq!((f.state, f.contact_type, f.ambiguous), (state, Some(EdgeEdge), false), "{f}");
        assert_eq!(f.feature_a, Feature::Edge([Id(2), Id(3)]));
        assert_eq!(f.feature_b, Feature::Edge([Id(0), Id(1)]));
        near(f.point, v2(0.25, 0.5 * y));
    }
    // Corner to corner: apart, and touching, where the normal is free.
    let f = check(&a, &unit(3.0, 3.0));
    assert_eq!((f.contact_type, f.ambiguous), (Some(VertexVertex), false));
    assert_eq!((f.feature_a, f.feature_b), (Feature::Vertex(Id(3)), Feature::Vertex(Id(0))));
    let f = check(&a, &unit(2.0, 2.0));
    assert_eq!((f.state, f.contact_type, f.ambiguous), (State::Touching, Some(VertexVertex), true));
    near(f.point, v2(1.0, 1.0));
    // Equal depth in two directions: the first face of A in order, along x.
    let f = check(&a, &unit(1.75, 1.75));
    assert!(f.ambiguous);
    near(f.normal, v2(1.0, 0.0));
    near(f.point_a, v2(1.0, 0.875));
    // A corner above an edge; round ones are moved out.
    let turned = Pose::new(v2::<T>(0.25, 3.0), Rot2::from_angle(T::PI * T::of(0.25)));
    let f = check(&a, &Rectangle::new(v2::<T>(1.0, 1.0)).at(turned));
    assert_eq!((f.contact_type, f.feature_b), (Some(VertexEdge), Feature::Vertex(Id(0))));
    near(f.point_a, v2(0.25, 1.0));
    let f = check(&a, &Circle::new(T::ONE).at(Pose::at(v2(0.5, 1.75))));
    assert_eq!((f.contact_type, f.feature_b), (Some(VertexEdge), Feature::Vertex(Id(0))));
    near(f.point_b, v2(0.5, 0.75));
    let capsule = Segment2::new(T::ONE).rounded(T::of(0.5));
    let lying = Pose::new(v2::<T>(1.0, 1.5), Rot2::from_angle(T::PI * T::HALF));
    let f = check(&a, &capsule.at(lying));
    assert_eq!((f.state, f.contact_type), (State::Touching, Some(EdgeEdge)));
    near(f.point, v2(0.5, 1.0));
    // Segments that cross, one on its other's end.
    let s = Segment2::new(T::ONE);
    let f = check(&s, &Segment2::new(T::ONE).at(Pose::new(v2(1.0, 0.0), Rot2::from_angle(T::PI * T::HALF))));
    assert_eq!((f.state, f.contact_type), (State::Touching, Some(VertexEdge)));
    near(f.point, v2(0.0, 0.0));
    // A polygon with many sides, and its neighbor.
    let many: Vec<Vec2<T>> = (0..200).map(|i| Rng::new(i).unit2::<f64>().cast::<T>()).collect();
    let p = ConvexPolygon::new(&many);
    let f = check(&p, &(&p).at(Pose::at(v2(2.5, 0.3))));
    assert_eq!(f.state, State::Apart);
    assert!(f.contact_type.is_some());
}

#[test]
fn features_in_the_plane_are_named_and_placed() {
    both(planar::<f32>, planar::<f64>);
}
