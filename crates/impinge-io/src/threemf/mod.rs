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
use crate::mesh::{Piece, stem};
use crate::write::write_file;
use crate::xml::{document, text};
use crate::zip::{Archive, archive};
use crate::{Error, Mesh, Part, Reason, Source, Unit};

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

/// Writes a file with one item; numbers are written so that reading them gives the same bits, in millimeters if the mesh states no unit.
/// Polygons are cut into triangles. The archive is not compressed.
///
/// # Errors
/// If the file would exceed the range of 32-bit lengths, or cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    write_pieces(path.as_ref(), &[Piece { name: "", mesh, color: None }])
}

/// Writes parts, each as an object with its name and color, and as an item. Like [`write()`]; the unit is that of the first part.
///
/// # Errors
/// The same as [`write()`].
pub fn write_parts(path: impl AsRef<Path>, parts: &[Part]) -> Result<(), Error> {
    write_pieces(path.as_ref(), &parts.iter().map(Piece::from).collect::<Vec<_>>())
}

fn write_pieces(path: &Path, pieces: &[Piece<'_>]) -> Result<(), Error> {
    let bytes = to_bytes(pieces).map_err(|reason| Error::new(path, reason))?;
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

fn to_bytes(pieces: &[Piece<'_>]) -> Result<Vec<u8>, Reason> {
    let stated = pieces.first().and_then(|piece| piece.mesh.unit);
    let unit = match stated.unwrap_or(Unit::Millimeter) {
        Unit::Millimeter => "millimeter",
        Unit::Centimeter => "centimeter",
        Unit::Meter => "meter",
        Unit::Inch => "inch",
        Unit::Foot => "foot",
    };
    // Writing to a string cannot fail.
    let mut model = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model unit=\"{unit}\" xmlns=\"{CORE}\">\n<resources>\n"
    );
    let mut colors: Vec<[u8; 4]> = pieces.iter().filter_map(|piece| piece.color).collect();
    colors.sort_unstable();
    colors.dedup();
    let group = pieces.len() + 1;
    if !colors.is_empty() {
        let _ = writeln!(model, "<basematerials id=\"{group}\">");
        for [r, g, b, a] in &colors {
            let color = format!("#{r:02X}{g:02X}{b:02X}{a:02X}");
            let _ = writeln!(model, "<base name=\"{color}\" displaycolor=\"{color}\"/>");
        }
        model.push_str("</basematerials>\n");
    }
    for (id, Piece { name, mesh, color }) in (1..).zip(pieces) {
        let _ = write!(model, "<object id=\"{id}\" type=\"model\"");
        if !name.is_empty() {
            let _ = write!(model, " name=\"{}\"", escaped(name));
        }
        if let Some(index) = color.and_then(|color| colors.binary_search(&color).ok()) {
            let _ = write!(model, " pid=\"{group}\" pindex=\"{index}\"");
        }
        let factor = match (mesh.unit, stated) {
            (Some(own), Some(stated)) if own != stated => own.factor_to(stated),
            _ => 1.0,
        };
        model.push_str("><mesh>\n<vertices>\n");
        for v in mesh.vertices.iter().map(|v| *v * factor) {
            let _ = writeln!(model, "<vertex x=\"{}\" y=\"{}\" z=\"{}\"/>", v.x, v.y, v.z);
        }
        model.push_str("</vertices>\n<triangles>\n");
        for [a, b, c] in mesh.cut_faces().map_err(Reason::Damaged)? {
            let _ = writeln!(model, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
        }
        model.push_str("</triangles>\n</mesh></object>\n");
    }
    model.push_str("</resources>\n<build>\n");
    for id in 1..=pieces.len() {
        let _ = writeln!(model, "<item objectid=\"{id}\"/>");
    }
    model.push_str("</build>\n</model>\n");
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

/// Text as the value of an attribute; characters that XML does not have become spaces.
fn escaped(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => found.push_str("&amp;"),
            '<' => found.push_str("&lt;"),
            '"' => found.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => found.push(' '),
            c => found.push(c),
        }
    }
    found
}

#[cfg(test)]
mod tests;
