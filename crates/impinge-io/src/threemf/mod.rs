//! 3MF: a ZIP archive with an XML model.
//!
//! Reads the items that the model builds, each with its objects, transformed. Each item is a part. Coordinates are in millimeters, the
//! unit of the format; a model in another unit is scaled to it. An object may have a color, of its own or of a material; other materials,
//! colors of triangles and everything else that does not belong to a mesh are ignored. Components in other files of the archive, of the production extension, are rejected.
//!
//! An archive that unpacks to more than 64 times its size is rejected, and so is a model whose components expand to far more than its
//! size.
//!
//! Source: the 3MF Consortium, "3D Manufacturing Format, Core Specification" 1.3.

mod model;

use std::fmt::Write;
use std::path::Path;

use crate::affine::Budget;
use crate::mesh::stem;
use crate::write::write_file;
use crate::xml::{document, text};
use crate::zip::{Archive, archive};
use crate::{Error, Mesh, Part, Reason, Source};

/// Path of the model, if the archive does not give it.
const MODEL: &str = "3D/3dmodel.model";
/// The file that gives the path of the model.
const RELATIONS: &str = "_rels/.rels";
/// Relation type of a model.
const MODEL_TYPE: &str = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel";
/// XML namespace of the core specification.
const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";

/// Reads vertices and triangles of a file, all items joined.
///
/// # Errors
/// If the file cannot be read, is damaged or has no meshes.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    Mesh::joined(read_parts(source.clone())?, &source)
}

/// Reads the items of a file that have triangles, each as a part.
///
/// # Errors
/// If the file cannot be read or is damaged; lines are those of the model in the archive.
pub fn read_parts(source: impl Into<Source>) -> Result<Vec<Part>, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| parse(&bytes, &source));
    parsed.map_err(|reason| source.error(reason))
}

/// Writes a file with one item; numbers are written so that reading them gives the same bits. Polygons become fans of triangles. The
/// archive is not compressed.
///
/// # Errors
/// If the file would exceed the range of 32-bit lengths, or cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    let path = path.as_ref();
    let bytes = to_bytes(mesh).map_err(|reason| Error::new(path, reason))?;
    write_file(path, &bytes)
}

fn parse(bytes: &[u8], source: &Source) -> Result<Vec<Part>, Reason> {
    let archive = Archive::new(bytes)?;
    let limit = source.limit();
    let place = match archive.read(RELATIONS, limit)? {
        Some(relations) => related(text(&relations)?)?,
        None => None,
    };
    let place = place.unwrap_or_else(|| MODEL.into());
    let Some(model) = archive.read(&place, limit)? else {
        return Err(Reason::Damaged(format!("the archive has no model `{place}`")));
    };
    let model = model::parse(text(&model)?)?;
    model.parts(&mut Budget::of(bytes.len() as u64), &stem(&source.path))
}

/// Path of the model, from the relations.
fn related(relations: &str) -> Result<Option<String>, Reason> {
    let root = document(relations)?;
    let model = root.all("Relationship").find(|r| r.tag.get("Type") == Some(MODEL_TYPE));
    Ok(model
        .and_then(|r| r.tag.get("Target"))
        .map(|target| target.trim_start_matches('/').chars().take(200).collect()))
}

fn to_bytes(mesh: &Mesh) -> Result<Vec<u8>, Reason> {
    // Writing to a string cannot fail.
    let mut model = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"millimeter\" xmlns=\"{CORE}\">\n<resources>\n\
         <object id=\"1\" type=\"model\"><mesh>\n<vertices>\n"
    );
    for v in &mesh.vertices {
        let _ = writeln!(model, "<vertex x=\"{}\" y=\"{}\" z=\"{}\"/>", v.x, v.y, v.z);
    }
    model.push_str("</vertices>\n<triangles>\n");
    for face in &mesh.faces {
        for i in 2..face.len() {
            let _ =
                writeln!(model, "<triangle v1=\"{}\" v2=\"{}\" v3=\"{}\"/>", face[0], face[i - 1], face[i]);
        }
    }
    model.push_str(
        "</triangles>\n</mesh></object>\n</resources>\n<build><item objectid=\"1\"/></build>\n</model>\n",
    );
    let types = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
                 <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Default Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>\n";
    let relations = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"rel0\" Target=\"/{MODEL}\" Type=\"{MODEL_TYPE}\"/></Relationships>\n"
    );
    archive(&[
        ("[Content_Types].xml", types.into()),
        (RELATIONS, relations.into_bytes()),
        (MODEL, model.into_bytes()),
    ])
}

#[cfg(test)]
mod tests;
