//! List of items: all of them are tested, or named here with a reason.
//!
//! Functions, structs and enums come from `docs/public-items.txt`, methods that take more than `self` from the source: `pub fn` in an
//! `impl` of a public type, and the functions of the traits that shapes are made of. A type counts as asked about where one of its
//! methods is. An entry stands for every module that shows the item: `contact` for `query::contact` too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{algorithms, doors, front_door, maps, meshes, outlines, rooms, shapes};

/// Items that each file claims to test, and the file.
const FILES: &[(&str, &[&str], &str)] = &[
    ("algorithms.rs", algorithms::COVERS, include_str!("algorithms.rs")),
    ("doors.rs", doors::COVERS, include_str!("doors.rs")),
    ("front_door.rs", front_door::COVERS, include_str!("front_door.rs")),
    ("maps.rs", maps::COVERS, include_str!("maps.rs")),
    ("meshes.rs", meshes::COVERS, include_str!("meshes.rs")),
    ("outlines.rs", outlines::COVERS, include_str!("outlines.rs")),
    ("rooms.rs", rooms::COVERS, include_str!("rooms.rs")),
    ("shapes.rs", shapes::COVERS, include_str!("shapes.rs")),
];

/// Items that are not tested, and the reasons.
const EXEMPT: &[(&str, &[&str])] = &[
    (
        "an answer, or a part of one: made by the library, its numbers are looked at where it is asked for",
        &[
            "Contact",
            "Distance",
            "Impact",
            "RayHit",
            "Verdict",
            "nonconvex::Crossing",
            "nonconvex::Exit",
            "nonconvex::PieceContact",
            "nonconvex::Relation",
            "feature::ContactType",
            "feature::Feature",
            "feature::State",
            "manifolds::ContactPatch",
            "feature::Features",
            "manifolds::Manifold",
            "manifolds::ManifoldPoint",
            "perturbation::Clip",
            "decompose::DecomposeProgress",
            "decompose::DecomposeStatus",
            "decompose::Decomposition",
            "gjk::Proximity",
            "gjk::swept::Depth",
            "gjk::swept::Swept",
            "mesh::polygon::Edge",
            "mesh::polygon::EdgeKind",
            "mesh::polygon::Evidence",
            "mesh::polygon::InSolid",
            "mesh::polygon::MeshFeature",
            "mesh::MeshReport",
            "mesh::polygon::Polygon",
            "mesh::Position",
            "mesh::polygon::Side",
            "mesh::SurfaceFeature",
            "mesh::SurfacePoint",
            "mesh::polygon::TraceHit",
            "mesh::Volume",
            "mesh::polygon::WayOut",
            "expel::Clearance",
            "expel::Freed",
            "expel::Hit",
            "scene::SlideStatus",
            "expel::SlideTrace",
            "scene::Start",
            "scene::Step",
            "expel::Trace",
            "expel::zone::Zone",
            "Zone::of",
            "mpr::Decided",
            "mpr::Penetration",
            "observe::CastStep",
            "observe::Decision",
            "observe::Details",
            "observe::Interval",
            "Rung",
            "Status",
            "observe::Step",
            "pair::Vertex",
            "persist::CachedContact",
            "persist::ContactBrief",
            "persist::ContactDetails",
            "persist::PlacedContact",
            "persist::PlacedPoint",
            "scene::NearObject",
            "scene::NearPair",
            "scene::ObjectHandle",
            "scene::SceneContact",
            "scene::SceneHit",
            "scene::SceneImpact",
            "scene::SceneManifold",
            "scene::SceneSlide",
            "scene::ShapeHandle",
            "scene::SlideHit",
            "scene::Touched",
            "sdf::Deepest",
            "sdf::MapContact",
            "sdf::MapHit",
            "sdf::MapProgress",
            "sdf::MapRay",
            "sdf::MapReport",
            "sdf::Sample",
            "sdf::SampleName",
            "sdf::Sign",
            "vclip::Ending",
            "vclip::Move",
            "vclip::Nearest",
            "vclip::Reason",
            "vclip::Walk",
            "body::Placed",
            "soft::FeatureImpact",
            "hull::HullFault",
            "hull::HullReport",
            "hull::Polygon",
            "broad::Leaf",
            "broad::PairTask",
        ],
    ),
    (
        "made by a function that is asked about: `plus`, `minus`, `hull_with`, `entrance_block`, `parts`",
        &["Sum", "Difference", "Hull", "shape::EntranceBlock", "sdf::MapParts"],
    ),
    (
        "why something was refused: looked at where a constructor refuses",
        &[
            "Extent",
            "Problem",
            "ShapeError",
            "PoseError",
            "batch::BatchError",
            "body::ConvexPartsError",
            "broad::BroadError",
            "decompose::DecomposeError",
            "mesh::MeshError",
            "expel::MotionError",
            "scene::SceneError",
            "sdf::MapError",
            "$name::push",
            "$name::or_ok",
        ],
    ),
    (
        "plain arithmetic: what goes in comes out, by the rules of IEEE 754; tests of their own in `shapes/math`",
        &[
            "Vec2",
            "Vec3",
            "Mat3",
            "$v::new",
            "$v::splat",
            "$v::axis",
            "$v::dot",
            "$v::min",
            "$v::max",
            "$v::map",
            "Vec2::perp_dot",
            "Vec3::cross",
            "Mat3::from_columns",
            "Mat3::from_rows",
            "Mat3::diagonal",
            "Mat3::row",
            "Mat3::column",
            "Mat3::transpose_mul",
            "Mat3::point_inertia",
            "Measure::exact",
            "Measure::flat",
        ],
    ),
    (
        "a number, a list or a name without a number of the caller's",
        &[
            "Id",
            "AnyShape",
            "AnyShape2",
            "ShapeKind",
            "ShapeKind2",
            "answer::default_gap",
            "casting::default_tolerance",
            "shape::scan_limit",
            "batch::Batch",
            "batch::Poses",
            "batch::ContactArrays",
            "batch::DistanceArrays",
        ],
    ),
    (
        "a step inside an algorithm that is asked about here as a whole: its input is what the steps before it made",
        &[
            "gjk::Simplex",
            "gjk::SignedVolumesExact",
            "gjk::swept::swept_gjk",
            "Gjk::run_on",
            "Gjk::resume",
            "Simplex::new",
            "Simplex::point",
            "Simplex::push",
            "Simplex::keep",
            "Simplex::keep_set",
            "Simplex::holds",
            "pair::Pair",
            "$core::scaled",
        ],
    ),
];

/// Traits whose functions count as methods of every shape.
const TRAITS: [&str; 3] = ["Shape", "Support", "Bounded"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A path without the modules that show an item of another one again: what is named once stands for all.
fn short(path: &str) -> &str {
    let path = path.strip_prefix("query::batch::").map_or(path, |_| &path["query::".len()..]);
    let path = path.strip_prefix("study::").unwrap_or(path);
    let modules = [
        "query::",
        "answer::",
        "observe::",
        "ray::",
        "casting::",
        "nonconvex::",
        "shape::",
        "math::",
        "error::",
        "scene::",
        "body::",
    ];
    let rest = modules.iter().find_map(|module| path.strip_prefix(module)).unwrap_or(path);
    // Items that only the module shows keep it.
    if SHOWN_AT_THE_ROOT.contains(&rest) { rest } else { path }
}

/// Re-exports of the root from its modules.
const SHOWN_AT_THE_ROOT: &[&str] = &[
    "Body",
    "Extent",
    "PoseError",
    "Problem",
    "ShapeError",
    "Aabb",
    "Mat3",
    "Motion",
    "Pose",
    "Rot2",
    "Rot3",
    "Vec2",
    "Vec3",
    "CastSettings",
    "Contact",
    "Distance",
    "Impact",
    "Ray",
    "RayHit",
    "Rung",
    "Settings",
    "Status",
    "Verdict",
    "Warm",
    "cast",
    "cast_with",
    "closest_point",
    "contact",
    "contact_with",
    "contact_within",
    "contacts",
    "contains_point",
    "distance",
    "distance_with",
    "features",
    "half_space_contact",
    "half_space_manifold",
    "intersection",
    "intersects",
    "intersects_with",
    "manifold",
    "manifold_with",
    "ray_cast",
    "ray_cast_within",
    "Scene",
    "AnyShape",
    "AnyShape2",
    "At",
    "Capsule",
    "Capsule2",
    "Circle",
    "Cone",
    "ConvexPolygon",
    "ConvexPolyhedron",
    "Cuboid",
    "Cylinder",
    "Difference",
    "Disc",
    "Ellipse",
    "Ellipsoid",
    "EllipticDisc",
    "Frustum",
    "HalfSpace",
    "Hull",
    "Id",
    "Lozenge",
    "Measure",
    "Point",
    "Rectangle",
    "RectanglePatch",
    "RoundCuboid",
    "Rounded",
    "Segment",
    "Segment2",
    "ShapeKind",
    "ShapeKind2",
    "Sphere",
    "Sum",
    "Swept",
    "Triangle",
    "Wheel",
];

/// Functions and types of the list, without constants and traits.
fn listed() -> BTreeSet<String> {
    let list = fs::read_to_string(root().join("docs/public-items.txt")).unwrap();
    let asked = |line: &str| {
        let (kind, path) = line.split_once(' ')?;
        matches!(kind, "fn" | "struct" | "enum").then(|| short(path).to_owned())
    };
    list.lines().filter_map(asked).collect()
}

/// Methods that take more than `self`, as `Type::method`, each with the file it stands in.
fn methods(types: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root().join("crates/impinge/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                for name in methods_of(&text, types) {
                    found.insert(name, path.display().to_string());
                }
            }
        }
    }
    found
}

/// The type of an `impl` without a trait, or the name of a trait.
fn owner(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("pub trait ") {
        return TRAITS
            .iter()
            .copied()
            .find(|name| rest.starts_with(name) && !rest[name.len()..].starts_with(char::is_alphanumeric));
    }
    let mut rest = line.strip_prefix("impl")?;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().find_map(|(at, c)| {
            let arrow = at > 0 && rest[..at].ends_with('-');
            depth += i32::from(c == '<') - i32::from(c == '>' && !arrow);
            (depth == 0).then_some(at)
        })?;
        rest = &rest[end + 1..];
    }
    let rest = rest.trim_start();
    if rest.contains(" for ") {
        return None;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && !"_$:".contains(c)).unwrap_or(rest.len());
    Some(rest[..end].rsplit("::").next().unwrap_or(""))
}

fn methods_of(text: &str, types: &BTreeSet<String>) -> Vec<String> {
    let known =
        |name: &str| name.starts_with('$') || types.iter().any(|t| t.rsplit("::").next() == Some(name));
    let lines: Vec<&str> = text.lines().collect();
    let (mut inside, mut found): (Option<(&str, usize)>, _) = (None, Vec::new());
    for (k, line) in lines.iter().enumerate() {
        let (code, indent) = (line.trim_start(), line.len() - line.trim_start().len());
        if code.starts_with("impl") || code.starts_with("pub trait ") {
            inside =
                owner(code).filter(|&name| TRAITS.contains(&name) || known(name)).map(|name| (name, indent));
        } else if code == "}" && inside.is_some_and(|(_, at)| at == indent) {
            inside = None;
        }
        let Some((name, at)) = inside else { continue };
        let is_trait = TRAITS.contains(&name);
        let start = if is_trait { "fn " } else { "pub fn " };
        let Some(rest) = code.strip_prefix(start).or_else(|| code.strip_prefix("pub const fn ")) else {
            continue;
        };
        let hidden = lines[k.saturating_sub(3)..k].iter().any(|line| line.contains("doc(hidden)"));
        if hidden || (is_trait && indent != at + 4) {
            continue;
        }
        let signature = lines[k..].iter().take(12).map(|l| l.trim()).collect::<Vec<_>>().join(" ");
        let arguments = signature.split_once('(').map_or("", |(_, rest)| rest);
        let arguments = arguments.split(')').next().unwrap_or("").trim().trim_end_matches(',');
        if ["", "self", "&self", "&mut self", "mut self"].contains(&arguments) {
            continue;
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        found.push(format!("{name}::{}", &rest[..end]));
    }
    found
}

/// Every item is tested or named with a reason, once, and every named item exists.
#[test]
fn no_item_is_forgotten() {
    let items = listed();
    let methods = methods(&items);
    assert!(items.len() > 250 && methods.len() > 250, "{} items, {} methods", items.len(), methods.len());
    let asked: BTreeSet<&str> = FILES.iter().flat_map(|(_, covers, _)| covers.iter().copied()).collect();
    let exempt: BTreeSet<&str> = EXEMPT.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let mut wrong = Vec::new();
    for (method, file) in &methods {
        if !asked.contains(method.as_str()) && !exempt.contains(method.as_str()) {
            wrong.push(format!(
                "`{method}` of {file} is asked about nowhere in `hostile`, and has no reason in list.rs"
            ));
        }
    }
    let of_methods: BTreeSet<&str> =
        asked.iter().filter_map(|name| name.split_once("::")).map(|(of, _)| of).collect();
    for item in &items {
        let last = item.rsplit("::").next().unwrap_or(item);
        let known =
            asked.contains(item.as_str()) || exempt.contains(item.as_str()) || of_methods.contains(last);
        if !known {
            wrong.push(format!("`{item}` is asked about nowhere in `hostile`, and has no reason in list.rs"));
        }
    }
    for name in asked.iter().chain(&exempt) {
        let there =
            items.contains(*name) || methods.contains_key(*name) || name.contains('$') || *name == "Measured";
        if !there {
            wrong.push(format!("`{name}` is named, but there is no such item"));
        }
        if asked.contains(name) && exempt.contains(name) {
            wrong.push(format!("`{name}` is asked about, and has a reason not to be"));
        }
    }
    // What a file says that it asks about, it does: the name stands in its code, outside of what it says.
    for (file, covers, text) in FILES {
        let code = text.split_once("];").map_or("", |(_, rest)| rest);
        for name in *covers {
            let last = name.rsplit("::").next().unwrap_or(name);
            let used = super::has_word(code, last) || last == "Measured";
            if !used {
                wrong.push(format!("{file} says that it asks about `{name}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}
