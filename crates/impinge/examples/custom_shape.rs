//! A shape of your own: give its farthest point in a direction, and everything else follows.

use std::sync::Arc;

use impinge::body::AnyBody;
use impinge::scene::SceneError;
use impinge::{
    Bounded, Cuboid, Measured, Pose, Rot3, Scene, Shape, Support, Vec3, Vector, closest_point, contacts,
};

/// A superellipsoid, between an ellipsoid and a box: (x/a)⁴ + (y/b)⁴ + (z/c)⁴ <= 1.
struct Superellipsoid {
    radii: Vec3<f64>,
}

impl Support<Vec3<f64>> for Superellipsoid {
    fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        // By Hölder's inequality with 1/4 + 3/4 = 1. `unit` makes sense of any direction, even of zero and NaN.
        let d = direction.unit().zip(self.radii, |d, r| d * r);
        let length = d.to_array().map(|x| x.abs().powf(4.0 / 3.0)).iter().sum::<f64>().powf(0.25);
        d.zip(self.radii, |x, r| r * x.cbrt() / length)
    }
}

// Both can stay empty: the box comes from support points, the combinators from `Shape`.
impl Bounded<Vec3<f64>> for Superellipsoid {}
impl Shape for Superellipsoid {
    type V = Vec3<f64>;
}

fn main() -> Result<(), SceneError> {
    let soap = Superellipsoid { radii: Vec3::new(2.0, 1.0, 0.5) };
    let corner = soap.support(Vec3::new(1.0, 2.0, 4.0));
    println!("farthest towards (1, 2, 4): {:.3?}", corner.to_array());
    let [x, y, z] = [corner.x / 2.0, corner.y, corner.z / 0.5];
    assert!((x.powi(4) + y.powi(4) + z.powi(4) - 1.0).abs() < 1e-12, "the point lies on the surface");

    // A quarter turn about z, then one step up.
    let pose =
        Pose::new([0.0, 0.0, 1.0], Rot3::from_axis_angle([0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_2));
    let aabb = (&soap).at(pose).aabb(&Pose::IDENTITY);
    println!("turned and moved, its box is {:.3?} to {:.3?}", aabb.min.to_array(), aabb.max.to_array());
    assert!((aabb.max - Vec3::new(1.0, 2.0, 1.5)).max_abs() < 1e-12);

    let thick = (&soap).rounded(0.25);
    let reach = thick.support(Vec3::new(1.0, 0.0, 0.0)).x;
    println!("rounded by 0.25 it reaches x = {reach}");
    assert_eq!(reach, 2.25);

    let sum = (&soap).plus(Cuboid::new([1.0, 1.0, 1.0]));
    let reach = sum.support(Vec3::new(0.0, 0.0, 1.0)).z;
    println!("its Minkowski sum with a cube of side 2 reaches z = {reach}");
    assert_eq!(reach, 1.5);

    // The volume of a combination is bracketed from support points alone: an interval that holds the truth.
    let measure = (&soap).rounded(0.0).measure();
    let truth = 6.481_987_351_786 * 2.0 * 1.0 * 0.5; // 8 Γ(5/4)³ / Γ(7/4) times the radii
    println!("volume {:.3} ± {:.3}, in truth {truth:.3}", measure.volume, measure.volume_error);
    assert!((measure.volume - truth).abs() <= measure.volume_error);

    // All queries take it: the nearest point of its surface, and its contacts with a table that it has sunk into.
    let nearest = closest_point(&soap, Vec3::new(0.0, 3.0, 0.0)).expect("the point is finite");
    println!("nearest to (0, 3, 0): {:.3?}", nearest.point_a.to_array());
    assert!((nearest.signed_distance - 2.0).abs() <= nearest.error);
    let (top, table) = (Pose::at([0.0, 0.0, -0.99]), Cuboid::new([3.0, 3.0, 0.5]));
    let found = contacts(&soap, &table.at(top));
    let depth = found[0].manifold.points().iter().map(|point| -point.signed_distance).fold(0.0, f64::max);
    println!("sunk into the table by {depth:.3}");
    assert!((depth - 0.01).abs() < 1e-9);

    // A scene shares it as a custom body.
    let mut scene = Scene::new();
    let (soap, table) = (scene.add_shape(AnyBody::Custom(Arc::new(soap))), scene.add_shape(table));
    let on_table = [scene.add(soap, Pose::IDENTITY)?, scene.add(table, top)?];
    let met = scene.contacts(0.0);
    assert_eq!((met.len(), [met[0].a, met[0].b]), (1, on_table));
    println!("in a scene they meet, {:.3} deep", -met[0].contact.signed_distance);
    Ok(())
}
