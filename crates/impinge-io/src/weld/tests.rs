use super::*;
use crate::{read_mesh, write_mesh};

/// Corners of triangles, each with its own vertices, as in STL.
type Soup = Vec<[[f64; 3]; 3]>;

/// A closed prism of this many sides: a tessellated cylinder. Each side is built on its own, and the last one ends at the full turn, where
/// the sine is not 0.
fn cylinder(sides: usize, radius: f64) -> Soup {
    let at = |k: usize, z: f64| {
        let turn = std::f64::consts::TAU * k as f64 / sides as f64;
        [radius * turn.cos(), radius * turn.sin(), z]
    };
    (0..sides)
        .flat_map(|k| {
            let [a, b, c, d] = [at(k, 0.0), at(k + 1, 0.0), at(k + 1, 2.0), at(k, 2.0)];
            [[a, b, c], [a, c, d], [[0.0; 3], b, a], [[0.0, 0.0, 2.0], d, c]]
        })
        .collect()
}

/// A mesh in which every triangle has its own vertices.
fn apart(soup: &Soup) -> Mesh {
    let vertices = soup.iter().flatten().map(|p| Vec3::from(*p)).collect();
    Mesh::new(vertices, (0..soup.len() as u32).map(|t| vec![3 * t, 3 * t + 1, 3 * t + 2]).collect())
}

fn rounded(soup: &Soup) -> Soup {
    soup.iter().map(|t| t.map(|p| p.map(|c| f64::from(c as f32)))).collect()
}

/// A small linear congruential generator, for numbers from 0 to 1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Regression: parts whose seams differ by rounding were judged open, so what was inside of them was reported clear.
#[test]
fn seams_that_differ_by_rounding_are_closed_in_every_format() {
    let folder = std::env::temp_dir().join(format!("impinge-io-weld-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let soup = rounded(&cylinder(12, 1.5));
    let (exact, _) = apart(&soup).triangles::<f64>().unwrap();
    assert!(!exact.is_closed(), "the flaw must be there");
    for name in ["a.stl", "a.ply", "a.obj", "a.off", "a.glb", "a.3mf"] {
        let path = folder.join(name);
        write_mesh(&path, &apart(&soup)).unwrap();
        // A copy of a copy has the same answers.
        for copy in ["b.stl", "b.obj", "b.ply", "b.3mf"] {
            // Without a unit, so that none is converted.
            let read = Mesh { unit: None, ..read_mesh(&path).unwrap() };
            assert!(read.resolution > 1e-7 && read.resolution < 3e-7, "{name}: {}", read.resolution);
            let (mesh, _, welded) = read.welded_triangles::<f64>(&Weld::default()).unwrap();
            assert!(mesh.is_closed(), "{name}");
            assert_eq!(welded.points, 2, "{name}");
            assert!(welded.distance > 0.0 && welded.distance <= read.resolution, "{name}: {welded:?}");
            let again = folder.join(copy);
            write_mesh(&again, &read).unwrap();
            let (other, _) = read_mesh(&again).unwrap().triangles::<f64>().unwrap();
            assert!(other.is_closed() && (mesh.volume() - other.volume()).abs() < 1e-12, "{name} {copy}");
            assert!(impinge::contains_point(&other, Vec3::new(0.1, 0.2, 1.0)), "{name} {copy}");
            // Without it the part is open.
            let none = Weld { length: Some(0.0), gaps: None };
            assert!(!read.welded_triangles::<f64>(&none).unwrap().0.is_closed());
        }
    }
    // Numbers of text with few digits, as `%g` prints them: 1.29904 and 1.29903 of one point.
    let text = "solid a\nfacet\nouter loop\nvertex 0 0 0\nvertex 1.29904 0 0\nvertex 0 1 0\nendloop\nendfacet\n\
                facet\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1.29903 0 0\nendloop\nendfacet\n\
                facet\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\n\
                facet\nouter loop\nvertex 1.29904 0 0\nvertex 0 0 1\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
    let path = folder.join("c.stl");
    std::fs::write(&path, text).unwrap();
    assert!(read_mesh(&path).unwrap().triangles::<f64>().unwrap().0.is_closed());
    // Two units of the last digit apart: open.
    std::fs::write(&path, text.replace("1.29903", "1.29902")).unwrap();
    assert!(!read_mesh(&path).unwrap().triangles::<f64>().unwrap().0.is_closed());
    std::fs::remove_dir_all(folder).unwrap();
}

/// Moved vertices are ends of open edges, whatever the mesh, and no group of them spans more than the resolution. Copies of the vertices of
/// a closed mesh within the resolution are joined.
#[test]
fn random_noise_is_closed_and_nothing_farther_is_joined() {
    let mut random = Random(7);
    let (mut closed, mut kept, mut moved) = (0, 0, 0);
    for round in 0..300 {
        let radius = 10.0_f64.powf(4.0 * random.next() - 2.0);
        let soup = cylinder(3 + round % 9, radius);
        let resolution = radius * 10.0_f64.powf(-7.0 + 3.0 * random.next());
        // Half of the rounds have more noise than is joined.
        let noise = resolution * if round % 2 == 0 { 0.99 } else { 4.0 };
        let mut mesh = apart(&soup);
        let before = mesh.vertices.clone();
        for vertex in &mut mesh.vertices {
            *vertex = Vec3::from(vertex.to_array().map(|c| c + noise * (random.next() - 0.5)));
        }
        // Copies of one point stay within the noise, but a sine of the full turn adds its own.
        let noisy = mesh.vertices.clone();
        mesh.resolution = resolution;
        let welded = mesh.weld(&Weld::default());
        assert_eq!(mesh.resolution, 0.0);
        let mut groups: HashMap<[u64; 3], Vec<Vec3<f64>>> = HashMap::new();
        for (now, old) in mesh.vertices.iter().zip(&noisy) {
            groups.entry(now.to_array().map(f64::to_bits)).or_default().push(*old);
            moved += usize::from(now != old);
        }
        for group in groups.values() {
            let low = group.iter().copied().reduce(Vec3::min).unwrap();
            let high = group.iter().copied().reduce(Vec3::max).unwrap();
            let sides = (high - low).to_array();
            assert!(sides.iter().all(|side| *side <= resolution), "{sides:?} of {resolution}");
        }
        assert!(welded.distance <= resolution * 3.0_f64.sqrt());
        // The order of triangles does not matter.
        let order: Vec<usize> =
            (0..before.len() / 3).rev().flat_map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        let mut turned = Mesh::new(order.iter().map(|&i| noisy[i]).collect(), mesh.faces.clone());
        turned.resolution = resolution;
        assert_eq!(turned.weld(&Weld::default()), welded);
        assert!(order.iter().zip(&turned.vertices).all(|(&i, v)| mesh.vertices[i] == *v));
        let is_closed = mesh.triangles::<f64>().unwrap().0.is_closed();
        if round % 2 == 0 {
            assert!(is_closed, "round {round}");
            closed += 1;
        } else {
            kept += usize::from(!is_closed);
        }
        let again = mesh.clone();
        assert_eq!((mesh.weld(&Weld::default()), again), (Welded::default(), mesh));
    }
    assert!(closed == 150 && kept > 140 && moved > 1000, "{closed} {kept} {moved}");
}

/// Vertices within the resolution of one another that are not on open edges stay: a plate thinner than the file resolves.
#[test]
fn closed_meshes_and_edges_that_have_no_partner_stay() {
    let thin = 1e-9;
    let corner = |i: usize| {
        Vec3::from([f64::from(i as u32 & 1), f64::from(i as u32 >> 1 & 1), thin * f64::from(i as u32 >> 2)])
    };
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [1, 3, 7, 5], [3, 2, 6, 7], [2, 0, 4, 6]];
    let mut plate = Mesh::new((0..8).map(corner).collect(), faces.map(|f| f.to_vec()).to_vec());
    plate.resolution = 1e-7;
    let (mesh, _, welded) = plate.welded_triangles::<f64>(&Weld::default()).unwrap();
    assert!(mesh.is_closed() && mesh.volume() > 0.9 * thin && welded == Welded::default());
    let before = plate.clone();
    assert_eq!(plate.weld(&Weld::default()), Welded::default());
    assert_eq!(plate, before);
    // An open square, and a crease near its edge: the edge alone is open, so nothing is there to join.
    let mut square = Mesh::new(before.vertices[..4].to_vec(), vec![vec![0, 2, 3, 1]]);
    square.resolution = 1e-3;
    assert_eq!(square.weld(&Weld::default()), Welded::default());
}

/// A length joins more, by distance; gaps are closed only on request, up to their size.
#[test]
fn lengths_join_more_and_gaps_are_closed_on_request() {
    let mut soup = cylinder(8, 1.0);
    // One triangle is missing, and one corner of another is off.
    let missing = soup.pop().unwrap();
    soup[5][0][0] += 0.01;
    let mesh = apart(&soup);
    let by = |length, gaps| mesh.welded_triangles::<f64>(&Weld { length, gaps }).unwrap();
    let size = missing.iter().flat_map(|p| missing.map(|q| (Vec3::from(*p) - Vec3::from(q)).norm()));
    let size = size.fold(0.0, f64::max);
    assert!(!by(Some(0.009), None).0.is_closed());
    let (open, report, welded) = by(Some(0.011), None);
    assert_eq!((open.is_closed(), report.dangling, welded.gaps), (false, 3, 0));
    assert!(welded.distance > 0.0099 && welded.distance < 0.0101);
    assert!(!by(Some(0.011), Some(0.9 * size)).0.is_closed());
    let (whole, _, welded) = by(Some(0.011), Some(1.5 * size));
    assert!(whole.is_closed() && welded.gaps == 1);
    assert!((whole.volume() - 8.0_f64.sqrt() * 2.0).abs() < 0.02, "{}", whole.volume());
}

/// Many different points within one cell: a bound on the work, not on the answer.
#[test]
fn crowds_take_bounded_time() {
    let mut random = Random(3);
    let soup: Soup = (0..20_000).map(|_| [(); 3].map(|()| [(); 3].map(|()| random.next()))).collect();
    for resolution in [1e-300, 1e-9, 0.01, 0.3, 1e300] {
        let mut mesh = apart(&soup);
        mesh.resolution = resolution;
        let faces = mesh.faces.len();
        let welded = mesh.weld(&Weld::default());
        assert!(
            welded.distance <= resolution * 3.0_f64.sqrt() && mesh.faces.len() <= faces,
            "{resolution}: {welded:?}"
        );
    }
    let mut odd = apart(&vec![[[f64::NAN; 3], [f64::INFINITY; 3], [1e308; 3]]; 3]);
    odd.resolution = 1.0;
    assert_eq!(odd.weld(&Weld { length: None, gaps: Some(f64::NAN) }).gaps, 0);
}
