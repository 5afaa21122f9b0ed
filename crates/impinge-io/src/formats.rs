//! Mesh files of any format, selected by the extension, joined or part by part.

use std::path::Path;

use impinge::Vec3;

use crate::mesh::stem;
use crate::{Error, Mesh, Part, Reason, Source, Unit, collada, gltf, obj, off, pcd, ply, stl, threemf, xyz};

/// A format of mesh files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// glTF, written as GLB.
    Gltf,
    /// Wavefront OBJ.
    Obj,
    /// OFF.
    Off,
    /// PLY, written as binary.
    Ply,
    /// STL, written as binary.
    Stl,
    /// 3MF.
    ThreeMf,
    /// Collada; read only.
    Collada,
    /// PCD, points only; read only.
    Pcd,
    /// XYZ, points only; read only.
    Xyz,
}

impl MeshFormat {
    /// All formats.
    pub const ALL: &'static [Self] = &[
        Self::Gltf,
        Self::Obj,
        Self::Off,
        Self::Ply,
        Self::Stl,
        Self::ThreeMf,
        Self::Collada,
        Self::Pcd,
        Self::Xyz,
    ];

    /// Extensions of the format, in lower case.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Gltf => &["glb", "gltf"],
            Self::Obj => &["obj"],
            Self::Off => &["off"],
            Self::Ply => &["ply"],
            Self::Stl => &["stl"],
            Self::ThreeMf => &["3mf"],
            Self::Collada => &["dae"],
            Self::Pcd => &["pcd"],
            Self::Xyz => &["xyz"],
        }
    }

    /// The unit that coordinates in all files of this format are read in.
    pub const fn unit(self) -> Option<Unit> {
        match self {
            Self::Gltf => Some(Unit::Meter),
            Self::ThreeMf => Some(Unit::Millimeter),
            Self::Obj | Self::Off | Self::Ply | Self::Stl | Self::Collada | Self::Pcd | Self::Xyz => None,
        }
    }

    /// Whether a file of this format can have several named parts.
    pub const fn has_parts(self) -> bool {
        match self {
            Self::Gltf | Self::Obj | Self::Stl | Self::ThreeMf | Self::Collada => true,
            Self::Off | Self::Ply | Self::Pcd | Self::Xyz => false,
        }
    }

    /// Whether a file of this format can have faces, and not only points.
    pub const fn has_faces(self) -> bool {
        !matches!(self, Self::Pcd | Self::Xyz)
    }

    /// Whether files of this format can be written.
    pub const fn is_written(self) -> bool {
        !matches!(self, Self::Collada | Self::Pcd | Self::Xyz)
    }

    /// The format with the extension of a name, in lower or upper case.
    ///
    /// # Errors
    /// If no format has the extension, or there is none.
    pub fn of(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let has = |format: &&Self| extension.as_deref().is_some_and(|e| format.extensions().contains(&e));
        let found = Self::ALL.iter().find(has).copied();
        found.ok_or_else(|| Error::new(path, Reason::UnknownExtension(extension)))
    }

    /// The format in which a file of this name is written.
    ///
    /// # Errors
    /// If files with this extension are not written.
    pub fn to_write(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let is_text_gltf = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gltf"));
        match Self::of(path) {
            Ok(format) if format.is_written() && !is_text_gltf => Ok(format),
            _ => Err(Error::new(path, Reason::NotWritten)),
        }
    }
}

/// Reads vertices and polygons of a mesh file, all parts joined, in the format of its extension.
///
/// # Errors
/// If the extension is unknown, the file cannot be read or is damaged, or it has no polygons.
pub fn read_mesh(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    let mesh = read(source.clone())?;
    if mesh.faces.is_empty() { Err(source.error(Reason::NoFaces)) } else { Ok(mesh) }
}

/// Reads the vertices of a mesh file, in the format of its extension.
///
/// # Errors
/// If the extension is unknown, or the file cannot be read or is damaged.
pub fn read_points(source: impl Into<Source>) -> Result<Vec<Vec3<f64>>, Error> {
    Ok(read(source.into())?.vertices)
}

/// Reads the parts of a mesh file that have polygons, each with the vertices that it uses: the objects or groups of OBJ, the nodes of
/// glTF, the items of 3MF, the solids of STL as text. In other formats the whole mesh is one part.
///
/// # Errors
/// The same as [`read_mesh`].
pub fn read_parts(source: impl Into<Source>) -> Result<Vec<Part>, Error> {
    let source = source.into();
    let parts = match MeshFormat::of(&source.path)? {
        MeshFormat::Gltf => gltf::read_parts(source.clone())?,
        MeshFormat::Obj => obj::read_parts(source.clone())?,
        MeshFormat::ThreeMf => threemf::read_parts(source.clone())?,
        MeshFormat::Collada => collada::read_parts(source.clone())?,
        MeshFormat::Stl => stl::read_parts(source.clone())?,
        MeshFormat::Off | MeshFormat::Ply | MeshFormat::Pcd | MeshFormat::Xyz => {
            vec![Part { name: stem(&source.path), mesh: read_mesh(source.clone())?, color: None }]
        }
    };
    if parts.is_empty() { Err(source.error(Reason::NoFaces)) } else { Ok(parts) }
}

fn read(source: Source) -> Result<Mesh, Error> {
    match MeshFormat::of(&source.path)? {
        MeshFormat::Gltf => gltf::read(source),
        MeshFormat::Obj => obj::read(source),
        MeshFormat::Off => off::read(source),
        MeshFormat::Ply => ply::read(source),
        MeshFormat::Stl => stl::read(source),
        MeshFormat::ThreeMf => threemf::read(source),
        MeshFormat::Collada => collada::read(source),
        MeshFormat::Pcd => Ok(Mesh::new(pcd::read(source)?, Vec::new())),
        MeshFormat::Xyz => Ok(Mesh::new(xyz::read(source)?, Vec::new())),
    }
}

/// Writes a mesh in the format of the extension.
///
/// # Errors
/// If files with the extension are not written, or this one cannot be; for STL and glTF, if a coordinate is beyond the largest `f32`.
pub fn write_mesh(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    match MeshFormat::to_write(&path)? {
        MeshFormat::Gltf => gltf::write(path, mesh),
        MeshFormat::Obj => obj::write(path, mesh),
        MeshFormat::Off => off::write(path, mesh),
        MeshFormat::Ply => ply::write(path, mesh),
        MeshFormat::Stl => stl::write(path, mesh),
        MeshFormat::ThreeMf => threemf::write(path, mesh),
        MeshFormat::Collada | MeshFormat::Pcd | MeshFormat::Xyz => {
            Err(Error::new(path.as_ref(), Reason::NotWritten))
        }
    }
}

/// Writes parts in the format of the extension: with their names and colors as nodes of glTF, objects of 3MF or objects of OBJ; joined in
/// other formats.
///
/// # Errors
/// The same as [`write_mesh`].
pub fn write_parts(path: impl AsRef<Path>, parts: &[Part]) -> Result<(), Error> {
    match MeshFormat::to_write(&path)? {
        MeshFormat::Gltf => gltf::write_parts(path, parts),
        MeshFormat::Obj => obj::write_parts(path, parts),
        MeshFormat::ThreeMf => threemf::write_parts(path, parts),
        _ => write_mesh(&path, &Mesh::joined(parts.to_vec(), &Source::new(path.as_ref()))?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EXTENSIONS;

    #[test]
    fn an_unknown_extension_lists_the_known_ones() {
        for (name, found) in [("a.foo", "`.foo`"), ("a", "no extension")] {
            let text = read_points(name).unwrap_err().to_string();
            assert!(text.contains(name) && text.contains(found), "{text}");
            for known in EXTENSIONS {
                assert!(text.contains(&format!(".{known}")), "{text}");
            }
        }
        for (name, wanted) in [("a.STEP", "export"), ("a.igs", "export"), ("a.drc", "Draco")] {
            let text = read_mesh(name).unwrap_err().to_string();
            assert!(text.contains(name) && text.contains(wanted), "{text}");
        }
        let meshes = MeshFormat::ALL.iter().filter(|format| format.has_faces());
        assert_eq!(meshes.flat_map(|f| f.extensions()).copied().collect::<Vec<_>>(), EXTENSIONS);
        assert!(matches!(
            read_mesh(Source::from_bytes("a.xyz", &b"1 2 3"[..])).unwrap_err().reason,
            Reason::NoFaces
        ));
    }

    #[test]
    fn formats_that_are_not_written_name_those_that_are() {
        for name in ["a.dae", "a.gltf", "a.xyz", "a.step", "a"] {
            let text = MeshFormat::to_write(name).unwrap_err().to_string();
            assert!(text.contains("cannot write"), "{text}");
            for format in MeshFormat::ALL.iter().filter(|format| format.is_written()) {
                assert!(text.contains(&format!(".{}", format.extensions()[0])), "{text}");
            }
        }
        assert_eq!(MeshFormat::to_write("a.3MF").unwrap(), MeshFormat::ThreeMf);
    }

    #[test]
    fn a_missing_file_is_named() {
        for name in ["missing.obj", "missing.STL", "missing.Ply", "missing.off"] {
            for error in
                [read_points(name).unwrap_err(), read_mesh(name).unwrap_err(), read_parts(name).unwrap_err()]
            {
                assert!(matches!(error.reason, Reason::Io(_)) && error.to_string().contains(name), "{error}");
            }
        }
    }

    #[test]
    fn a_mesh_needs_polygons() {
        let path = std::env::temp_dir().join(format!("impinge-io-polygons-{}.obj", std::process::id()));
        std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\n").unwrap();
        let (points, error) = (read_points(&path).unwrap(), read_mesh(&path).unwrap_err());
        assert!(matches!(read_parts(&path).unwrap_err().reason, Reason::NoFaces));
        std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n").unwrap();
        let mesh = read_mesh(&path).unwrap();
        let parts = read_parts(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(points.len(), 3);
        assert!(
            error.to_string().ends_with("the file has no faces: its vertices alone bound nothing"),
            "{error}"
        );
        assert_eq!((mesh.vertices.len(), &mesh.faces), (4, &vec![vec![0, 1, 2, 3]]));
        assert!(parts.len() == 1 && parts[0].name.starts_with("impinge-io-polygons"));
        assert_eq!(parts[0].mesh, mesh);
    }

    #[test]
    fn parts_keep_names_and_colors_where_the_format_has_them() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.5]].map(Vec3::from);
        let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
        let mesh = Mesh { unit: Some(crate::Unit::Meter), ..Mesh::new(vertices.to_vec(), faces) };
        let part = |name: &str, color| Part { name: name.into(), mesh: mesh.clone(), color };
        let parts = [
            part("left <&\"> side", Some([255, 1, 128, 255])),
            part("right", None),
            part("top", Some([255, 1, 128, 255])),
            part("glass", Some([7, 250, 40, 255])),
        ];
        for extension in EXTENSIONS.iter().filter(|e| MeshFormat::of(format!("a.{e}")).unwrap().is_written())
        {
            if *extension == "gltf" {
                continue;
            }
            let path =
                std::env::temp_dir().join(format!("impinge-io-named-{}.{extension}", std::process::id()));
            write_parts(&path, &parts).unwrap();
            let read = read_parts(&path).unwrap();
            let points = read_points(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            // Meters of glTF are those of the parts; those of 3MF are read as millimeters.
            let scale = if *extension == "3mf" { 1000.0 } else { 1.0 };
            assert!(points.iter().any(|p| *p == Vec3::new(0.0, 0.0, 1.5) * scale), "{extension}");
            if MeshFormat::of(&path).unwrap().has_parts() && *extension != "stl" {
                assert_eq!(read.len(), 4);
                for (read, written) in read.iter().zip(&parts) {
                    assert_eq!((&read.name, read.color), (&written.name, written.color), "{extension}");
                    assert_eq!(read.mesh.faces, written.mesh.faces);
                }
            } else {
                assert_eq!((read.len(), read[0].mesh.faces.len()), (1, 16), "{extension}");
            }
        }
    }

    /// Regression: a polygon that is not convex had another volume after it was written as triangles, which were fans.
    #[test]
    fn polygons_are_cut_alike_in_every_format() {
        // A prism over a chevron, listed so that a fan from the first corner leaves it.
        let outline = [[2.0, 0.0], [1.0, 0.5], [2.0, 2.0], [0.0, 0.0]];
        let at = |z: f64| outline.map(|[x, y]| Vec3::new(x, y, z + 0.3 * x * y));
        let faces = vec![
            vec![3, 2, 1, 0],
            vec![4, 5, 6, 7],
            vec![0, 1, 5, 4],
            vec![1, 2, 6, 5],
            vec![2, 3, 7, 6],
            vec![3, 0, 4, 7],
        ];
        let mesh = Mesh::new([at(0.0), at(1.0)].concat(), faces);
        let (solid, _) = mesh.triangles::<f64>().unwrap();
        for extension in EXTENSIONS.iter().filter(|e| MeshFormat::of(format!("a.{e}")).unwrap().is_written())
        {
            if *extension == "gltf" {
                continue;
            }
            let path =
                std::env::temp_dir().join(format!("impinge-io-cut-{}.{extension}", std::process::id()));
            write_mesh(&path, &mesh).unwrap();
            let (read, _) = read_mesh(&path).unwrap().triangles::<f64>().unwrap();
            std::fs::remove_file(&path).unwrap();
            assert!(
                read.is_closed() && (read.volume() - solid.volume()).abs() < 1e-6,
                "{extension}: {} {}",
                read.volume(),
                solid.volume()
            );
        }
    }

    #[test]
    fn every_format_round_trips() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.5]].map(Vec3::from);
        let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
        let mesh = Mesh::new(vertices.to_vec(), faces);
        for extension in EXTENSIONS.iter().filter(|e| MeshFormat::of(format!("a.{e}")).unwrap().is_written())
        {
            if *extension == "gltf" {
                continue;
            }
            let name = format!("impinge-io-round-{}.{extension}", std::process::id());
            let path = std::env::temp_dir().join(name);
            write_mesh(&path, &mesh).unwrap();
            let read = read_mesh(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            let corners = |m: &Mesh| -> Vec<Vec<_>> {
                m.faces.iter().map(|f| f.iter().map(|&v| m.vertices[v as usize]).collect()).collect()
            };
            assert_eq!(corners(&read), corners(&mesh), "{extension}");
        }
    }
}
