//! Mesh files of any format, selected by the extension, joined or part by part.

use std::path::Path;

use impinge::Vec3;

use crate::mesh::stem;
use crate::{Error, Mesh, Part, Reason, Source, gltf, obj, off, ply, stl, threemf};

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
}

impl MeshFormat {
    /// All formats.
    pub const ALL: &'static [Self] = &[Self::Gltf, Self::Obj, Self::Off, Self::Ply, Self::Stl, Self::ThreeMf];

    /// Extensions of the format, in lower case.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Gltf => &["glb", "gltf"],
            Self::Obj => &["obj"],
            Self::Off => &["off"],
            Self::Ply => &["ply"],
            Self::Stl => &["stl"],
            Self::ThreeMf => &["3mf"],
        }
    }

    /// Whether a file of this format can have several named parts.
    pub const fn has_parts(self) -> bool {
        match self {
            Self::Gltf | Self::Obj | Self::ThreeMf => true,
            Self::Off | Self::Ply | Self::Stl => false,
        }
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
/// glTF, the items of 3MF. In other formats the whole mesh is one part.
///
/// # Errors
/// The same as [`read_mesh`].
pub fn read_parts(source: impl Into<Source>) -> Result<Vec<Part>, Error> {
    let source = source.into();
    let parts = match MeshFormat::of(&source.path)? {
        MeshFormat::Gltf => gltf::read_parts(source.clone())?,
        MeshFormat::Obj => obj::read_parts(source.clone())?,
        MeshFormat::ThreeMf => threemf::read_parts(source.clone())?,
        MeshFormat::Off | MeshFormat::Ply | MeshFormat::Stl => {
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
    }
}

/// Writes a mesh in the format of the extension.
///
/// # Errors
/// If the extension is unknown, or the file cannot be written; for STL and glTF, if a coordinate is beyond the largest `f32`.
pub fn write_mesh(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    match MeshFormat::of(&path)? {
        MeshFormat::Gltf => gltf::write(path, mesh),
        MeshFormat::Obj => obj::write(path, mesh),
        MeshFormat::Off => off::write(path, mesh),
        MeshFormat::Ply => ply::write(path, mesh),
        MeshFormat::Stl => stl::write(path, mesh),
        MeshFormat::ThreeMf => threemf::write(path, mesh),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EXTENSIONS;

    #[test]
    fn an_unknown_extension_lists_the_known_ones() {
        for (name, found) in [("a.dae", "`.dae`"), ("a", "no extension")] {
            let text = read_points(name).unwrap_err().to_string();
            assert!(text.contains(name) && text.contains(found), "{text}");
            for known in EXTENSIONS {
                assert!(text.contains(&format!(".{known}")), "{text}");
            }
        }
        let all: Vec<_> = MeshFormat::ALL.iter().flat_map(|f| f.extensions()).copied().collect();
        assert_eq!(all, EXTENSIONS);
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
    fn every_format_round_trips() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.5]].map(Vec3::from);
        let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
        let mesh = Mesh::new(vertices.to_vec(), faces);
        for extension in EXTENSIONS.iter().filter(|e| **e != "gltf") {
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
