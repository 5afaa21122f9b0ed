use super::*;

/// A file with these nodes, and a geometry with these polygons over the corners of a tetrahedron.
fn with(asset: &str, polygons: &str, nodes: &str) -> String {
    format!(
        "<?xml version='1.0'?>\n<COLLADA xmlns='x' version='1.4.1'>\n<asset>{asset}</asset>\n\
         <library_effects><effect id='e'><profile_COMMON><technique sid='c'><phong><diffuse><color>1 0.5 0 1</color></diffuse></phong>\
         </technique></profile_COMMON></effect></library_effects>\n\
         <library_materials><material id='m'><instance_effect url='#e'/></material></library_materials>\n\
         <library_geometries><geometry id='g' name='tetra'><mesh>\n\
         <source id='p'><float_array id='a' count='12'>0 0 0  1 0 0\n0 1 0 <!-- z --> 0 0 1</float_array><technique_common>\
         <accessor source='#a' count='4' stride='3'/></technique_common></source>\n\
         <vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n{polygons}\n</mesh></geometry></library_geometries>\n\
         <library_nodes><node id='n'><translate>0 0 5</translate><instance_geometry url='#g'/></node></library_nodes>\n\
         <library_visual_scenes><visual_scene id='s'>{nodes}</visual_scene></library_visual_scenes>\n\
         <scene><instance_visual_scene url='#s'/></scene>\n</COLLADA>"
    )
}

const TRIANGLES: &str = "<triangles count='4' material='red'><input semantic='VERTEX' source='#v' offset='0'/>\
                         <input semantic='NORMAL' source='#q' offset='1'/><p>0 9 2 9 1 9  0 9 1 9 3 9 1 9 2 9 3 9 0 9 3 9 2 9</p></triangles>";
const NODE: &str = "<node id='one'><instance_geometry url='#g'/></node>";

fn of(text: &str) -> Result<Vec<Part>, Reason> {
    parse(text.as_bytes(), "file")
}

#[test]
fn every_kind_of_polygon_is_read() {
    let input = "<input semantic='VERTEX' source='#v' offset='0'/>";
    for (polygons, faces) in [
        (TRIANGLES.to_owned(), vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![0, 3, 2]]),
        (
            format!("<polylist count='3'>{input}<vcount>4 2 3</vcount><p>0 1 2 3 0 1 3 2 1</p></polylist>"),
            vec![vec![0, 1, 2, 3], vec![3, 2, 1]],
        ),
        (
            format!("<polygons count='2'>{input}<p>0 1 2 3</p><p>3 2 1</p></polygons>"),
            vec![vec![0, 1, 2, 3], vec![3, 2, 1]],
        ),
        (
            format!("<tristrips count='1'>{input}<p>0 1 2 3</p></tristrips>"),
            vec![vec![0, 1, 2], vec![2, 1, 3]],
        ),
        (
            format!(
                "<trifans count='1'>{input}<p>0 1 2 3</p></trifans><lines count='1'>{input}<p>0 1</p></lines>"
            ),
            vec![vec![0, 1, 2], vec![0, 2, 3]],
        ),
    ] {
        let parts = of(&with("", &polygons, NODE)).unwrap();
        assert_eq!(
            (parts.len(), parts[0].name.as_str(), &parts[0].mesh.faces),
            (1, "one", &faces),
            "{polygons}"
        );
        assert_eq!(parts[0].mesh.vertices[3], Vec3::axis(2));
    }
}

/// Rotated by a quarter turn about z, which takes x to y, then shifted by 10 along x, in this order from the outside: as written.
#[test]
fn nodes_instances_and_units_put_parts_in_their_place() {
    let nodes = "<node id='up' name='top'><translate>10 0 0</translate><rotate>0 0 2 90</rotate><scale>2 1 1</scale>\
                 <instance_geometry url='#g'/><instance_node url='#n'/>\
                 <node id='in'><matrix>1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url='#g'/></node></node>";
    let parts =
        of(&with("<unit name='centimeter' meter='0.01'/><up_axis>Y_UP</up_axis>", TRIANGLES, nodes)).unwrap();
    assert_eq!(parts.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["top", "n", "in"]);
    let near = |part: usize, wanted: [f64; 3]| {
        let found = parts[part].mesh.vertices[1];
        assert!((found - Vec3::from(wanted)).norm() < 1e-12, "{part}: {found:?}");
    };
    near(0, [10.0, 2.0, 0.0]);
    near(1, [10.0, 2.0, 5.0]);
    near(2, [10.0, 4.0, 0.0]);
    assert!(parts.iter().all(|part| part.mesh.unit == Some(Unit::Centimeter)));
    let odd = of(&with("<unit meter='2'/>", TRIANGLES, NODE)).unwrap();
    assert_eq!((odd[0].mesh.unit, odd[0].mesh.vertices[1]), (Some(Unit::Meter), Vec3::new(2.0, 0.0, 0.0)));
    let inch = of(&with("<unit meter='0.025400000'/>", TRIANGLES, NODE)).unwrap();
    assert_eq!((inch[0].mesh.unit, inch[0].mesh.vertices[1]), (Some(Unit::Inch), Vec3::axis(0)));
}

#[test]
fn parts_have_the_diffuse_color_of_their_material() {
    let bound = |symbol: &str| {
        let bind = format!(
            "<node name='x'><instance_geometry url='#g'><bind_material><technique_common><instance_material symbol='{symbol}' \
             target='#m'/></technique_common></bind_material></instance_geometry></node>"
        );
        of(&with("", TRIANGLES, &bind)).unwrap()[0].color
    };
    assert_eq!((bound("red"), bound("blue")), (Some([255, 128, 0, 255]), None));
}

#[test]
fn damage_is_reported_with_its_line_and_loops_end() {
    let good = with("", TRIANGLES, NODE);
    assert!(of(&good).is_ok());
    for (from, to, what) in [
        ("<COLLADA", "<collada", "</COLLADA> where <collada>"),
        ("0 1 0 <", "0 one 0 <", "`one` is not a coordinate"),
        ("0 0 1</float", "</float", "4 points are declared"),
        ("<p>0", "<p>4", "`4` is not a vertex index"),
        ("source='#v'", "source='#w'", "no <vertices>"),
        ("source='#a'", "source='#p'", "no <float_array>"),
        ("offset='1'", "offset='99'", "not an offset"),
        ("url='#g'/></node></visual", "url='#h'/></node></visual", "no <geometry>"),
        ("url='#g'/></node></visual", "url='o.dae#g'/></node></visual", "another file"),
        ("url='#s'", "url='#g'", "no <visual_scene>"),
        ("<asset>", "<asset><unit meter='-1'/>", "must be positive"),
        ("<node id='one'>", "<node id='one'><scale>1 2</scale>", "3 finite numbers"),
        ("<node id='one'>", "<node id='one'><lookat>0</lookat>", "<lookat> is not supported"),
        ("<node id='one'>", "<node id='one'><instance_node url='#one'/>", "in themselves"),
        ("stride='3'", "stride='2'", "not points of space"),
    ] {
        assert!(good.contains(from), "{from}");
        let told = of(&good.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(told.contains(what) && told.contains("(line "), "{from}: {told}");
    }
    // Nodes that double: 2 to the power of 60 instances.
    let doubles: String = (0..60)
        .map(|i| {
            format!(
                "<node id='d{i}'><instance_node url='#d{}'/><instance_node url='#d{}'/></node>",
                i + 1,
                i + 1
            )
        })
        .collect();
    let bomb = good.replacen("<node id='one'>", "<node id='one'><instance_node url='#d0'/>", 1);
    let bomb = bomb.replacen("<library_nodes>", &format!("<library_nodes>{doubles}<node id='d60'/>"), 1);
    assert!(of(&bomb).unwrap_err().to_string().contains("used so often"));
    for length in 0..good.len() - 1 {
        assert!(of(&good[..length]).is_err(), "{length}");
    }
}
