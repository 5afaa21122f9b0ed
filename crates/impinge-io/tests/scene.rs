//! Scene files: the example and the tables of the book's page, both formats, and the messages for mistakes.

use std::fs;
use std::path::PathBuf;

use impinge::{ShapeKind, Vec3};
use impinge_io::scene::{SceneFile, read};
use impinge_io::{Error, Folders, Geometry, Reason, Unit};

/// The page that describes the schema.
const PAGE: &str = include_str!("../../../docs/book/files.md");

/// A temporary folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("impinge-io-scene-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        fs::write(
            path.join("part.obj"),
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
        )
        .unwrap();
        Self(path)
    }

    fn read(&self, name: &str, text: &str) -> Result<SceneFile, Error> {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        read(&path, &Folders::new())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn example() -> &'static str {
    let (_, rest) = PAGE.split_once("```toml\n").unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_example_of_the_page_is_read() {
    let folder = Folder::new("page");
    let scene = folder.read("scene.toml", example()).unwrap();
    assert_eq!((scene.unit, scene.margin, scene.bodies.len()), (Unit::Millimeter, Some(5.0), 4));
    let body = |name: &str| scene.bodies.iter().position(|b| b.name == name).unwrap();
    let (floor, upper, lower, part) = (body("floor"), body("upper arm"), body("lower arm"), body("part"));
    assert!(scene.is_allowed(floor, part) && scene.is_allowed(part, floor) && scene.is_allowed(upper, lower));
    assert!(!scene.is_allowed(upper, part));
    let near = |point: Vec3<f64>, wanted: [f64; 3]| (point - Vec3::from(wanted)).norm() < 1e-12;
    // A quarter turn about y takes z to x.
    assert!(near(scene.bodies[upper].pose.transform(Vec3::axis(2)), [1.0, 0.0, 200.0]));
    // First about y, then by an eighth of a turn about z.
    let half = 0.5_f64.sqrt();
    assert!(near(scene.bodies[lower].pose.transform(Vec3::axis(2)), [150.0 + half, half, 200.0]));
    assert!(near(scene.bodies[part].pose.transform(Vec3::axis(0)), [40.0, 1.0, 60.0]));
    let Geometry::Mesh(file) = &scene.bodies[part].geometry else { panic!("a mesh") };
    assert_eq!(file.read().unwrap().vertices[1], Vec3::new(50.8, 0.0, 0.0));
}

#[test]
fn toml_and_json_have_one_schema() {
    let folder = Folder::new("both");
    let value: toml::Table = toml::from_str(example()).unwrap();
    let json = serde_json::to_string_pretty(&value).unwrap();
    let (a, b) = (folder.read("a.toml", example()).unwrap(), folder.read("b.JSON", &json).unwrap());
    assert_eq!(a, b);
    let marked = folder.read("c.json", &format!("\u{feff}{json}")).unwrap();
    assert_eq!(a, marked);
}

/// Sizes of one shape of every kind, as in the table of the page.
fn sizes(kind: ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Point => "position = [1, 2, 3]",
        ShapeKind::Segment => "half_length = 1",
        ShapeKind::RectanglePatch => "half_extents = [1, 2]",
        ShapeKind::Triangle => "corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]",
        ShapeKind::Disc | ShapeKind::Sphere => "radius = 1",
        ShapeKind::EllipticDisc => "radii = [1, 2]",
        ShapeKind::Ellipsoid => "radii = [1, 2, 3]",
        ShapeKind::Cuboid => "half_extents = [1, 2, 3]",
        ShapeKind::Frustum => "bottom = [1, 2], top = [0.5, 1], half_height = 1",
        ShapeKind::Capsule => "half_length = 1, radius = 2",
        ShapeKind::Lozenge => "half_extents = [1, 2], radius = 1",
        ShapeKind::RoundCuboid => "half_extents = [1, 2, 3], radius = 1",
        ShapeKind::Wheel => "disc_radius = 2, round_radius = 1",
        ShapeKind::Cylinder | ShapeKind::Cone => "half_height = 1, radius = 2",
        ShapeKind::ConvexPolyhedron => "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]",
    }
}

#[test]
fn every_shape_of_the_library_is_read_and_described() {
    let folder = Folder::new("kinds");
    let of = |kind: &str, sizes: &str| {
        let text = format!("[[body]]\nname = \"b\"\nshape = {{ kind = \"{kind}\", {sizes} }}\n");
        folder.read("kind.toml", &text).map(|scene| scene.bodies[0].geometry.clone())
    };
    for kind in ShapeKind::ALL {
        match of(kind.name(), sizes(*kind)) {
            Ok(Geometry::Shape(shape)) => assert_eq!(shape.kind(), *kind),
            other => panic!("{kind}: {other:?}"),
        }
        let row = PAGE.lines().find(|line| line.starts_with(&format!("| `{kind}` |"))).unwrap();
        for size in sizes(*kind).split(", ").filter_map(|part| part.split_once(" = ")) {
            assert!(row.contains(&format!("`{}`", size.0)), "{kind}: {row}");
        }
        let first = sizes(*kind).split(" = ").next().unwrap();
        let text = of(kind.name(), &format!("{}, half_width = 1", sizes(*kind))).unwrap_err().to_string();
        assert!(text.contains("half_width") && text.contains("line 3"), "{text}");
        let none = of(kind.name(), "").unwrap_err().to_string();
        assert!(none.contains(&format!("body `b`: a {kind} needs `")), "{first}: {none}");
    }
    assert!(
        of("Sphere", "radius = 1, top = [1, 1]").unwrap_err().to_string().contains("a Sphere has no `top`")
    );
    assert!(of("Sphere", "radius = -1").unwrap_err().to_string().contains("body `b`: "));
    assert!(
        of("Cuboid", "half_extents = [1, 2]").unwrap_err().to_string().contains("needs 3 numbers; found 2")
    );
    assert!(
        of("Torus", "radius = 1")
            .unwrap_err()
            .to_string()
            .contains("`Torus` is not a shape; the shapes are Point")
    );
}

#[test]
fn mistakes_are_reported_with_line_or_body() {
    let folder = Folder::new("mistakes");
    for (from, to, wanted) in [
        ("unit = \"mm\"", "unit = \"yard\"", "`yard` is not a unit"),
        ("unit = \"mm\"", "unit = 7", "(line 1)"),
        ("unit = \"mm\"", "unit = ", "(line 1)"),
        ("unit = \"mm\"", "color = \"red\"", "unknown field `color`"),
        ("margin = 5.0", "margin = -5.0", "`margin` is -5"),
        ("margin = 5.0", "margin = nan", "`margin` is NaN"),
        ("name = \"floor\"", "name = \"part\"", "body `part`: an earlier body already has this name"),
        ("name = \"floor\"", "name = \"\"", "the name is empty"),
        ("name = \"floor\"\n", "", "missing field `name`"),
        ("half_extents = [500, 500, 10]", "half_extents = [500, nan, 10]", "body `floor`: "),
        ("mesh = {", "shape = { kind = \"Disc\", radius = 1 }\nmesh = {", "either a `shape` or a `mesh`"),
        ("part.obj", "none.obj", "there is no file `none.obj`"),
        ("part.obj", "../none.obj", "there is no file"),
        ("part.obj", "scene.toml", "unknown extension `.toml`"),
        ("scale = 2", "scale = 0", "scaled by 0"),
        ("euler = [0, 90, 45]", "euler = [0, inf, 45]", "an Euler angle is inf"),
        ("euler = [0, 90, 45]", "euler = [0, 90]", "(line 21)"),
        ("euler = [0, 90, 45]", "euler = [0, 90, 45], quaternion = [0, 0, 0, 1]", "several rotations"),
        (
            "quaternion = [0, 0.7071067811865476, 0, 0.7071067811865476]",
            "quaternion = [0, 0, 0, 0]",
            "body `upper arm`",
        ),
        ("[0, 0, 0, 1]]", "[0, 0, 1, 1]]", "the last row"),
        ("[0, 0, 1, 60]", "[0, 0, 2, 60]", "body `part`: "),
        ("pose = { matrix", "pose = { position = [0, 0, 0], matrix", "a position and a matrix"),
    ] {
        assert!(example().contains(from), "{from}");
        let told = folder.read("scene.toml", &example().replacen(from, to, 1));
        let told = told.map(|_| ()).unwrap_err().to_string();
        assert!(told.contains(wanted) && !told.contains('\n'), "{from} to {to}: {told}");
    }
    let inner = Folder(folder.0.join("inner"));
    fs::create_dir_all(&inner.0).unwrap();
    let outside = inner.read("scene.toml", &example().replacen("part.obj", "../part.obj", 1));
    assert!(matches!(outside.unwrap_err().reason, Reason::Outside { .. }));
    for (name, text, wanted) in [
        ("a.json", "{\"body\": [\n{\"name\": 1}]}", "(line 2)"),
        ("a.json", "{}", "the scene has no bodies"),
        ("a.toml", "", "the scene has no bodies"),
        ("a.yaml", "", "unknown extension `.yaml`; scenes have .toml or .json"),
        ("a.toml", "\u{0}", "(line 1)"),
    ] {
        let told = folder.read(name, text).unwrap_err().to_string();
        assert!(told.contains(wanted), "{text}: {told}");
    }
}

/// Meshes of 3MF and glTF had their raw coordinates in scenes, whatever the unit of the scene.
#[test]
fn meshes_are_converted_from_the_unit_of_their_format() {
    let folder = Folder::new("formats");
    let mesh = impinge_io::read_mesh(folder.0.join("part.obj")).unwrap();
    for (name, factor) in [("a.3mf", 0.1), ("a.glb", 100.0), ("a.ply", 1.0)] {
        impinge_io::write_mesh(folder.0.join(name), &mesh).unwrap();
        for (more, factor) in [("", factor), (", unit = \"m\", scale = 2", 200.0)] {
            let text =
                format!("unit = \"cm\"\n[[body]]\nname = \"a\"\nmesh = {{ file = \"{name}\"{more} }}\n");
            let scene = folder.read("scene.toml", &text).unwrap();
            let Geometry::Mesh(file) = &scene.bodies[0].geometry else { panic!("a mesh") };
            let longest = file.read().unwrap().vertices.iter().fold(0.0, |m: f64, v| m.max(v.max_abs()));
            assert!((longest / factor - 1.0).abs() < 1e-12, "{name}{more}: {longest}");
        }
    }
}
