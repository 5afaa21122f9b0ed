use impinge::Vec3;

use super::*;
use crate::zip::tests::deflated;

fn of(bytes: &[u8]) -> Result<Vec<Part>, Reason> {
    parse(bytes, &Source::new("part.3mf"))
}

fn with(model: &str) -> Vec<u8> {
    deflated(&[(MODEL, model.as_bytes())])
}

const MESH: &str = "<mesh><vertices><vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/><vertex x='0' y='1' z='0'/>\
                    </vertices><triangles><triangle v1='0' v2='1' v3='2'/></triangles></mesh>";

fn model(resources: &str, build: &str) -> String {
    format!(
        "<?xml version='1.0'?>\n<model unit='centimeter'>\n<metadata name='x'>text</metadata>\n<resources>\n\
         <basematerials id='9'/><object id='1' name='tile'>{MESH}</object>\n{resources}\n</resources>\n\
         <build>{build}</build></model>"
    )
}

#[test]
fn written_data_reads_back_to_the_bit() {
    let vertices =
        [[0.1, 0.0, 0.0], [1.0 / 3.0, 1e-300, 0.0], [1.0, 1e9, 0.0], [0.0, 1.0, -0.5]].map(Vec3::from);
    let mesh = Mesh::new(vertices.to_vec(), vec![vec![0, 1, 2, 3], vec![0, 3, 1]]);
    let piece = Piece { name: "", mesh: &mesh, color: None };
    let parts = of(&to_bytes(&[piece]).unwrap()).unwrap();
    assert_eq!((parts.len(), parts[0].name.as_str()), (1, "part"));
    assert_eq!(parts[0].mesh.vertices, mesh.vertices);
    assert_eq!(parts[0].mesh.faces, [[3, 0, 1], [3, 1, 2], [0, 3, 1]]);
}

/// The item is translated by 10 along x; its component is rotated by a quarter turn about z, which takes x to y.
#[test]
fn components_and_items_are_where_their_transforms_put_them() {
    let resources = "<object id='2'><components><component objectid='1' transform='0 1 0 -1 0 0 0 0 1 0 0 5'/>\
                     <component objectid='1'/></components></object>";
    let build = "<item objectid='2' transform='1 0 0 0 1 0 0 0 1 10 0 0'/><item objectid='1'/>";
    let parts = of(&with(&model(resources, build))).unwrap();
    assert_eq!(parts.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["part", "tile"]);
    let [two, one] = [&parts[0].mesh, &parts[1].mesh];
    // In millimeters, from centimeters.
    assert_eq!(one.vertices[1], Vec3::new(10.0, 0.0, 0.0));
    assert_eq!(two.vertices[1], Vec3::new(100.0, 10.0, 50.0));
    assert_eq!(two.vertices[2], Vec3::new(90.0, 0.0, 50.0));
    assert_eq!(two.vertices[4], Vec3::new(110.0, 0.0, 0.0));
    assert_eq!(two.faces, [[0, 1, 2], [3, 4, 5]]);
}

#[test]
fn parts_have_the_color_of_their_object_and_are_in_millimeters() {
    let materials = "<basematerials id='7'><base displaycolor='#FF800040'/><base displaycolor='#102030'/></basematerials>";
    let objects =
        [("7", "0"), ("7", "1"), ("7", "2"), ("8", "0")].iter().enumerate().map(|(i, (group, of))| {
            format!("<object id='{}' pid='{group}' pindex='{of}'>{MESH}</object>", 20 + i)
        });
    let resources = format!("{materials}{}", objects.collect::<String>());
    let build: String = (20..24).map(|i| format!("<item objectid='{i}'/>")).collect();
    let parts = of(&with(&model(&resources, &build))).unwrap();
    let colors: Vec<_> = parts.iter().map(|part| part.color).collect();
    assert_eq!(colors, [Some([255, 128, 0, 64]), Some([16, 32, 48, 255]), None, None]);
    assert!(parts.iter().all(|part| part.mesh.unit == Some(Unit::Millimeter)));
}

#[test]
fn the_relations_give_the_place_of_the_model() {
    let text = model("", "<item objectid='1'/>");
    let relations =
        format!("<Relationships><Relationship Target='/a/b.model' Type='{MODEL_TYPE}'/></Relationships>");
    let bytes = deflated(&[("a/b.model", text.as_bytes()), (RELATIONS, relations.as_bytes())]);
    assert_eq!(of(&bytes).unwrap().len(), 1);
    let told = of(&deflated(&[(RELATIONS, relations.as_bytes())])).unwrap_err().to_string();
    assert!(told.contains("no model `a/b.model`"), "{told}");
}

#[test]
fn damage_is_reported_with_its_line() {
    let good = model("", "<item objectid='1'/>");
    for (from, to, wanted) in [
        ("unit='centimeter'", "unit='ell'", "`ell` is not a unit (line 2)"),
        ("<model ", "<robot ", "the outermost element is <robot>, not <model> (line 2)"),
        ("v3='2'", "v3='3'", "refers to vertex 3, but there are 3 (line 5)"),
        ("v3='2'", "v3='-1'", "`v3` of <triangle> is `-1`"),
        ("x='1'", "x='nan'", "`x` of <vertex> is `nan`"),
        ("x='1'", "", "<vertex> needs `x` (line 5)"),
        ("item objectid='1'", "item objectid='7'", "there is no object 7 (line 8)"),
        (
            "item objectid='1'",
            "item objectid='1' transform='1 2 3'",
            "but must be 12 finite numbers (line 8)",
        ),
        ("item objectid='1'", "item objectid='1' p:path='/3D/x.model'", "in another file of the archive"),
        ("</resources>", "<object id='1'/></resources>", "there already is an object 1 (line 7)"),
    ] {
        assert!(good.contains(from), "{from}");
        let bad = good
            .replacen(from, to, 1)
            .replace("</model>", if from == "<model " { "</robot>" } else { "</model>" });
        let told = of(&with(&bad)).map(|_| ()).unwrap_err().to_string();
        assert!(told.contains(wanted), "{from} to {to}: {told}");
    }
}

#[test]
fn cyclic_and_excessive_components_are_refused() {
    let own = "<object id='2'><components><component objectid='2'/></components></object>";
    let told = of(&with(&model(own, "<item objectid='2'/>"))).unwrap_err().to_string();
    assert!(told.contains("or of themselves"), "{told}");
    // Each object is twice the previous one: 2^40 tiles.
    let twice = |i: usize| {
        format!(
            "<object id='{i}'><components><component objectid='{0}'/><component objectid='{0}'/></components></object>",
            i - 1
        )
    };
    let resources: String = (2..42).map(twice).collect();
    let told = of(&with(&model(&resources, "<item objectid='41'/>"))).unwrap_err().to_string();
    assert!(told.contains("used so often"), "{told}");
    let empty = resources.replace("objectid='1'/>", "objectid='99'/>") + "<object id='99'/>";
    let told = of(&with(&model(&empty, "<item objectid='41'/>"))).unwrap_err().to_string();
    assert!(told.contains("used so often"), "{told}");
}
