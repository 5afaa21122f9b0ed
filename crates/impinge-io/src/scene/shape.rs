//! Shapes, as written: a kind of the library by its name, and its named sizes.

use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipsoid, EllipticDisc, Frustum,
    Lozenge, Point, RectanglePatch, RoundCuboid, Segment, ShapeError, ShapeKind, Sphere, Triangle, Vec3,
    Wheel,
};
use serde::Deserialize;

/// A shape, as written, with all sizes of all kinds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShapeEntry {
    kind: String,
    position: Option<[f64; 3]>,
    half_length: Option<f64>,
    half_height: Option<f64>,
    half_extents: Option<Vec<f64>>,
    corners: Option<[[f64; 3]; 3]>,
    radius: Option<f64>,
    radii: Option<Vec<f64>>,
    bottom: Option<[f64; 2]>,
    top: Option<[f64; 2]>,
    disc_radius: Option<f64>,
    round_radius: Option<f64>,
    vertices: Option<Vec<[f64; 3]>>,
}

impl ShapeEntry {
    /// Builds the shape, if it has the sizes of its kind and no others.
    pub fn build(self) -> Result<AnyShape<f64>, String> {
        let Some(kind) = ShapeKind::ALL.iter().find(|kind| kind.name() == self.kind) else {
            let known: Vec<&str> = ShapeKind::ALL.iter().map(|kind| kind.name()).collect();
            let found: String = self.kind.chars().take(40).collect();
            return Err(format!("`{found}` is not a shape; the shapes are {}", known.join(", ")));
        };
        let mut sizes = Sizes { left: self };
        let shape = sizes.shape(*kind)?;
        match sizes.surplus() {
            Some(size) => Err(format!("a {kind} has no `{size}`")),
            None => Ok(shape),
        }
    }
}

/// The sizes that are not used yet.
struct Sizes {
    left: ShapeEntry,
}

impl Sizes {
    /// The sizes that the kind needs. A new kind in the library does not compile until it is handled here.
    fn shape(&mut self, kind: ShapeKind) -> Result<AnyShape<f64>, String> {
        let told = |e: ShapeError| e.to_string();
        Ok(match kind {
            ShapeKind::Point => Point::try_new(vector(self.position()?)).map_err(told)?.into(),
            ShapeKind::Segment => Segment::try_new(self.half_length()?).map_err(told)?.into(),
            ShapeKind::RectanglePatch => {
                RectanglePatch::try_new(self.half_extents::<2>()?).map_err(told)?.into()
            }
            ShapeKind::Triangle => {
                let [a, b, c] = self.corners()?;
                Triangle::try_new(a, b, c).map_err(told)?.into()
            }
            ShapeKind::Disc => Disc::try_new(self.radius()?).map_err(told)?.into(),
            ShapeKind::EllipticDisc => EllipticDisc::try_new(self.radii::<2>()?).map_err(told)?.into(),
            ShapeKind::Sphere => Sphere::try_new(self.radius()?).map_err(told)?.into(),
            ShapeKind::Ellipsoid => Ellipsoid::try_new(self.radii::<3>()?).map_err(told)?.into(),
            ShapeKind::Cuboid => Cuboid::try_new(self.half_extents::<3>()?).map_err(told)?.into(),
            ShapeKind::Frustum => {
                Frustum::try_new(self.bottom()?, self.top()?, self.half_height()?).map_err(told)?.into()
            }
            ShapeKind::Capsule => Capsule::try_new(self.half_length()?, self.radius()?).map_err(told)?.into(),
            ShapeKind::Lozenge => {
                Lozenge::try_new(self.half_extents::<2>()?, self.radius()?).map_err(told)?.into()
            }
            ShapeKind::RoundCuboid => {
                RoundCuboid::try_new(self.half_extents::<3>()?, self.radius()?).map_err(told)?.into()
            }
            ShapeKind::Wheel => {
                Wheel::try_new(self.disc_radius()?, self.round_radius()?).map_err(told)?.into()
            }
            ShapeKind::Cylinder => {
                Cylinder::try_new(self.half_height()?, self.radius()?).map_err(told)?.into()
            }
            ShapeKind::Cone => Cone::try_new(self.radius()?, self.half_height()?).map_err(told)?.into(),
            ShapeKind::ConvexPolyhedron => {
                let vertices: Vec<Vec3<f64>> = self.vertices()?.into_iter().map(vector).collect();
                ConvexPolyhedron::try_new(&vertices).map_err(|e| e.to_string())?.into()
            }
        })
    }
}

fn vector(xyz: [f64; 3]) -> Vec3<f64> {
    Vec3::from(xyz)
}

/// Each size is taken once by its name; `surplus` returns one that was not taken.
macro_rules! sizes {
    ($($name:ident: $ty:ty,)+; $($list:ident,)+) => {
        impl Sizes {
            $(fn $name(&mut self) -> Result<$ty, String> {
                self.left.$name.take().ok_or_else(|| self.needs(stringify!($name)))
            })+

            $(fn $list<const N: usize>(&mut self) -> Result<[f64; N], String> {
                let list = self.left.$list.take().ok_or_else(|| self.needs(stringify!($list)))?;
                list.try_into().map_err(|list: Vec<f64>| {
                    format!("`{}` of a {} needs {N} numbers; found {}", stringify!($list), self.left.kind, list.len())
                })
            })+

            fn surplus(&self) -> Option<&'static str> {
                $(if self.left.$name.is_some() {
                    return Some(stringify!($name));
                })+
                $(if self.left.$list.is_some() {
                    return Some(stringify!($list));
                })+
                None
            }
        }
    };
}

sizes! {
    position: [f64; 3],
    half_length: f64,
    half_height: f64,
    corners: [[f64; 3]; 3],
    radius: f64,
    bottom: [f64; 2],
    top: [f64; 2],
    disc_radius: f64,
    round_radius: f64,
    vertices: Vec<[f64; 3]>,
    ;
    half_extents,
    radii,
}

impl Sizes {
    fn needs(&self, size: &str) -> String {
        format!("a {} needs `{size}`", self.left.kind)
    }
}
