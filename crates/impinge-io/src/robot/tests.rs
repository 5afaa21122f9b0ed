use std::f64::consts::{FRAC_PI_2, PI};

use impinge::{Cuboid, Cylinder, Sphere};

use super::*;
use crate::Reason;

/// Two revolute joints, a prismatic one and mimic joints, computed by hand in the test of their poses.
const ARM: &str = "<?xml version='1.0'?>
<robot name='arm'>
  <link name='hand'><visual><geometry><mesh filename='package://none/hand.dae'/></geometry></visual></link>
  <link name='base'>
    <collision name='foot'><origin xyz='0 0 0.5'/><geometry><box size='2 4 1'/></geometry></collision>
    <collision><geometry><cylinder length='3' radius='0.25'/></geometry></collision>
  </link>
  <link name='upper'><collision><origin rpy='0 1.5707963267948966 0'/><geometry><sphere radius='1'/></geometry></collision></link>
  <link name='lower'><collision><geometry><capsule length='3' radius='0.25'/></geometry></collision></link>
  <link name='finger'/><link name='thumb'/>
  <joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/>
    <origin xyz='0 0 1'/><axis xyz='0 0 2'/><limit lower='-1' upper='2' effort='1' velocity='1'/></joint>
  <joint name='elbow' type='continuous'><parent link='upper'/><child link='lower'/>
    <origin xyz='2 0 0' rpy='1.5707963267948966 0 0'/><axis xyz='0 0 1'/></joint>
  <joint name='wrist' type='fixed'><parent link='lower'/><child link='hand'/><origin xyz='1 0 0'/></joint>
  <joint name='grip' type='prismatic'><parent link='hand'/><child link='finger'/>
    <axis xyz='0 -1 0'/><limit upper='0.5'/></joint>
  <joint name='other' type='prismatic'><parent link='hand'/><child link='thumb'/>
    <axis xyz='0 1 0'/><limit upper='4'/><mimic joint='grip' multiplier='2' offset='0.25'/></joint>
</robot>";

pub(super) fn of(text: &str) -> Result<Robot, Reason> {
    urdf::parse(text, &Source::new("arm.urdf"), &Folders::new())
}

pub(super) fn arm() -> Robot {
    of(ARM).unwrap()
}

#[test]
fn links_and_joints_are_read() {
    let arm = arm();
    assert_eq!((arm.name.as_str(), arm.links.len(), arm.joints.len()), ("arm", 6, 5));
    assert_eq!((arm.root(), arm.visuals_left_out), (arm.link("base").unwrap(), 1));
    let base = &arm.links[arm.root()];
    assert_eq!(base.collision[0].name.as_deref(), Some("foot"));
    assert_eq!(base.collision[0].pose, Pose::at([0.0, 0.0, 0.5]));
    assert_eq!(base.collision[0].geometry, Geometry::Shape(Cuboid::new([1.0, 2.0, 0.5]).into()));
    assert_eq!(base.collision[1].geometry, Geometry::Shape(Cylinder::new(1.5, 0.25).into()));
    let upper = &arm.links[arm.link("upper").unwrap()].collision[0];
    assert_eq!(upper.geometry, Geometry::Shape(Sphere::new(1.0).into()));
    assert!((upper.pose.transform(Vec3::axis(0)) + Vec3::axis(2)).norm() < 1e-15);
    let shoulder = &arm.joints[arm.joint("shoulder").unwrap()];
    assert_eq!((shoulder.axis, shoulder.limits), (Vec3::axis(2), Some([-1.0, 2.0])));
    let names: Vec<_> = arm.free_joints().map(|i| arm.joints[i].name.as_str()).collect();
    assert_eq!(names, ["shoulder", "elbow", "grip"]);
}

/// The arm with the shoulder at a quarter turn: the upper arm points along y from (0, 0, 1), the elbow is at (0, 2, 1) and its axis, z of
/// a frame rolled by a quarter turn, is -y of the shoulder's frame, which is x of the world. An elbow at a quarter turn then points the
/// lower arm along the world's z.
#[test]
fn poses_are_those_computed_by_hand() {
    let arm = arm();
    let at = |values: [f64; 5], link: &str, point: [f64; 3]| {
        arm.link_poses(&values).unwrap()[arm.link(link).unwrap()].transform(Vec3::from(point))
    };
    let zero = [0.0; 5];
    let bent = [FRAC_PI_2, FRAC_PI_2, 0.0, 0.5, 77.0];
    for (values, link, point, wanted) in [
        (zero, "base", [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]),
        (zero, "upper", [0.0; 3], [0.0, 0.0, 1.0]),
        (zero, "hand", [0.0; 3], [3.0, 0.0, 1.0]),
        // The frame of the lower arm is rolled by a quarter turn: its y is up.
        (zero, "hand", [0.0, 1.0, 0.0], [3.0, 0.0, 2.0]),
        (zero, "finger", [0.0; 3], [3.0, 0.0, 1.0]),
        (zero, "thumb", [0.0; 3], [3.0, 0.0, 1.25]),
        (bent, "upper", [1.0, 0.0, 0.0], [0.0, 1.0, 1.0]),
        (bent, "lower", [0.0; 3], [0.0, 2.0, 1.0]),
        (bent, "hand", [0.0; 3], [0.0, 2.0, 2.0]),
        // y of the hand points back to the shoulder: the finger moves half a unit away from it, the thumb 1.25 toward it.
        (bent, "finger", [0.0; 3], [0.0, 2.5, 2.0]),
        (bent, "thumb", [0.0; 3], [0.0, 0.75, 2.0]),
        ([PI, 0.0, 0.0, 0.0, 0.0], "hand", [0.0; 3], [-3.0, 0.0, 1.0]),
    ] {
        let found = at(values, link, point);
        assert!((found - Vec3::from(wanted)).norm() < 1e-14, "{link} {point:?}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn floating_and_planar_joints_take_their_given_pose() {
    let text = "<robot><link name='a'/><link name='b'/><link name='c'/>\
                <joint name='f' type='floating'><parent link='a'/><child link='b'/><origin xyz='1 0 0'/></joint>\
                <joint name='p' type='planar'><parent link='b'/><child link='c'/><axis xyz='0 0 1'/></joint></robot>";
    let robot = of(text).unwrap();
    assert_eq!(robot.link_poses(&[0.0, 9.0]).unwrap()[2], Pose::at([1.0, 0.0, 0.0]));
    let placed = [(0, Pose::at([0.0, 5.0, 0.0])), (1, Pose::at([0.0, 0.0, 2.0]))];
    assert_eq!(robot.link_poses_with(&[0.0; 2], &placed).unwrap()[2], Pose::at([1.0, 5.0, 2.0]));
    assert_eq!(robot.free_joints().count(), 0);
}

#[test]
fn values_are_checked() {
    let arm = arm();
    let none = arm.link_poses(&[]).unwrap_err();
    assert_eq!(none.to_string(), "0 values are given for 5 joints");
    let text = arm.link_poses(&[0.0, f64::NAN, 0.0, 0.0, 0.0]).unwrap_err().to_string();
    assert!(text.contains("`elbow` is NaN"), "{text}");
    // The value of the mimic joint overflows.
    let text = arm.link_poses(&[0.0, 0.0, 0.0, f64::MAX, 0.0]).unwrap_err().to_string();
    assert!(text.contains("`other` is inf"), "{text}");
    let of_joints = |values: [f64; 5]| arm.outside_limits(&values).unwrap();
    assert!(of_joints([0.0; 5]).is_empty());
    assert_eq!(of_joints([2.5, 100.0, 0.0, -0.5, 0.0]), [0, 3, 4]);
}

#[test]
fn chains_of_followers_are_resolved() {
    let joint = |name: &str, child: &str, mimic: &str| {
        format!(
            "<joint name='{name}' type='continuous'><parent link='a'/><child link='{child}'/>{mimic}</joint>"
        )
    };
    let links = "<link name='a'/><link name='b'/><link name='c'/><link name='d'/>";
    let (one, two) = (
        joint("1", "b", "<mimic joint='2' multiplier='3' offset='1'/>"),
        joint("2", "c", "<mimic joint='3' multiplier='-2' offset='0.5'/>"),
    );
    let robot = of(&format!("<robot>{links}{one}{two}{}</robot>", joint("3", "d", ""))).unwrap();
    assert_eq!(robot.joints[0].mimic, Some(Mimic { joint: 2, multiplier: -6.0, offset: 2.5 }));
    assert_eq!(robot.free_joints().collect::<Vec<_>>(), [2]);
    let round = joint("3", "d", "<mimic joint='1'/>");
    let text = of(&format!("<robot>{links}{one}{two}{round}</robot>")).unwrap_err().to_string();
    assert!(text.contains("joint `1` mimics itself"), "{text}");
    let itself = joint("3", "d", "<mimic joint='3'/>");
    assert!(of(&format!("<robot>{links}{one}{two}{itself}</robot>")).is_err());
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (from, to, wanted) in [
        ("<robot name='arm'>", "<robot name='arm'><joint/>", "<joint> needs the attribute `name` (line 2)"),
        ("<link name='thumb'/>", "<link name='hand'/>", "there already is a link `hand` (line 10)"),
        ("name='elbow'", "name='wrist'", "there already is a joint `wrist` (line 15)"),
        ("size='2 4 1'", "size='2 -4 1'", "(line 5)"),
        ("size='2 4 1'", "size='2 4'", "`size` of <box> is `2 4` but must be 3 finite numbers (line 5)"),
        ("size='2 4 1'", "size='2 4 nan'", "3 finite numbers (line 5)"),
        ("size='2 4 1'", "", "<box> needs the attribute `size` (line 5)"),
        ("radius='0.25'", "radius='0'", "<cylinder>: "),
        ("<sphere ", "<torus ", "<torus> is not a geometry"),
        ("<geometry><sphere radius='1'/></geometry>", "", "needs a <geometry> with a shape in it (line 8)"),
        (
            "<sphere radius='1'/>",
            "<mesh filename='a.stl'/>",
            "there is no file `a.stl` in . (link `upper`, line 8)",
        ),
        ("<sphere radius='1'/>", "<mesh filename='../a.stl' scale='1 0 1'/>", "has a zero (line 8)"),
        (
            "<sphere radius='1'/>",
            "<mesh filename='package://p/a.stl'/>",
            "the package `p` is unknown (link `upper`, line 8)",
        ),
        ("type='revolute'", "type='ball'", "`ball` is not a joint type (line 11)"),
        ("type='revolute'", "", "<joint> needs the attribute `type` (line 11)"),
        ("<axis xyz='0 0 2'/>", "<axis xyz='0 0 0'/>", "the axis has length zero (line 12)"),
        ("lower='-1'", "lower='3'", "the lower limit, 3, is above the upper one, 2 (line 12)"),
        ("<limit upper='0.5'/>", "", "needs a <limit> (line 16)"),
        ("<child link='upper'/>", "<child link='nose'/>", "there is no link `nose` (line 11)"),
        ("<child link='upper'/>", "", "<joint> needs a <child> (line 11)"),
        ("<child link='upper'/>", "<child link='lower'/>", "already has the child `lower` (line 13)"),
        ("<parent link='base'/>", "<parent link='hand'/>", "is part of a loop (line 11)"),
        ("mimic joint='grip'", "mimic joint='nose'", "there is no joint `nose` (line 19)"),
        ("mimic joint='grip'", "mimic joint='wrist'", "`wrist` has no single value"),
        (
            "<link name='thumb'/>",
            "<link name='thumb'/><link name='x'/>",
            "two roots, the links `base` and `x`",
        ),
        ("<robot name='arm'>", "<!DOCTYPE robot><robot name='arm'>", "document types are not supported"),
    ] {
        assert!(ARM.contains(from), "{from}");
        let text = of(&ARM.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(text.contains(wanted), "{from} to {to}: {text}");
    }
    for (text, wanted) in [
        ("<sdf/>", "the outermost element is <sdf>, not <robot> (line 1)"),
        ("<robot/>", "the robot has no links (line 1)"),
        (
            "<robot><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child link='a'/></joint></robot>",
            "the joints form a loop",
        ),
    ] {
        let told = of(text).unwrap_err().to_string();
        assert!(told.contains(wanted), "{told}");
    }
}

/// One joint of a robot in use has it: the robot was refused, though a joint that does not move follows nothing.
#[test]
fn a_fixed_joint_that_mimics_is_a_remark() {
    let text = ARM.replace(
        "<child link='hand'/><origin xyz='1 0 0'/>",
        "<child link='hand'/><origin xyz='1 0 0'/><mimic joint='nobody'/>",
    );
    let robot = of(&text).unwrap();
    assert_eq!(robot.joints, arm().joints);
    let told: Vec<String> = robot.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["<mimic> of the fixed joint `wrist` is ignored (line 15)"]);
    assert!(arm().remarks.is_empty());
}

/// A mesh of a format that is not read was refused without its name, its link or its line; and there was no way to go on without it.
#[test]
fn a_mesh_that_is_not_there_or_not_read_is_named_and_may_be_skipped() {
    let folder = std::env::temp_dir().join(format!("impinge-io-robot-missing-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("hand.xyzzy"), "").unwrap();
    let path = folder.join("r.urdf");
    let with = |name: &str| {
        ARM.replace("<sphere radius='1'/>", &format!("<mesh filename='{name}'/>"))
            .replace("<capsule length='3' radius='0.25'/>", "<mesh filename='package://q/no.stl'/>")
    };
    let mut found = Vec::new();
    for (name, wanted) in [
        ("hand.xyzzy", &["`hand.xyzzy` cannot be read", "xyzzy", "(link `upper`, line 8)"][..]),
        ("no.stl", &["there is no file `no.stl`", "(link `upper`, line 8)"]),
    ] {
        std::fs::write(&path, with(name)).unwrap();
        let told = read(&path, &Folders::new()).unwrap_err().to_string();
        assert!(wanted.iter().all(|part| told.contains(part)), "{told}");
        found.push(read(&path, &Folders::new().skip_missing()));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    for robot in found {
        let robot = robot.unwrap();
        let [upper, lower] = ["upper", "lower"].map(|name| robot.link(name).unwrap());
        assert_eq!(robot.left_out.iter().map(|out| out.link).collect::<Vec<_>>(), [upper, lower]);
        assert!(robot.left_out[1].why.contains("`package://q/no.stl`"), "{:?}", robot.left_out);
        assert!(robot.links[upper].collision.is_empty() && robot.links[robot.root()].collision.len() == 2);
    }
}

#[test]
fn meshes_are_found_scaled_and_turned_when_mirrored() {
    let folder = std::env::temp_dir().join(format!("impinge-io-robot-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let text = "<robot name='r'><link name='l'><collision><geometry>\
                <mesh filename='package://p/deep/a.obj' scale='2 -3 1'/></geometry></collision></link></robot>";
    let path = folder.join("r.urdf");
    std::fs::write(&path, text).unwrap();
    let robot = read(&path, &Folders::new()).unwrap();
    let Geometry::Mesh(file) = &robot.links[0].collision[0].geometry else { panic!("a mesh") };
    let mesh = file.read().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(mesh.vertices[1..], [Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.0, -3.0, 0.0)]);
    assert_eq!(mesh.faces, [[2, 1, 0]]);
}
