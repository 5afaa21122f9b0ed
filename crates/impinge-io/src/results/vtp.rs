//! VTP: contacts as points with arrays, in the XML of VTK.
//!
//! Each contact is the point halfway between its two points, with the normal, the signed distance, its error, the vector from
//! A's point to B's, and the number of the row. Arrays are text. Names are not written, as most viewers take numbers only: the row
//! is that of [`to_csv`](super::to_csv).
//!
//! Source: Kitware, "VTK File Formats", the XML formats, PolyData.

use std::fmt::Write;

use super::ContactRow;

/// A document of VTK with one point for each contact.
pub fn to_vtp(rows: &[ContactRow]) -> String {
    let count = rows.len();
    let each = |numbers: &dyn Fn(usize) -> Vec<f64>| -> Vec<f64> { (0..count).flat_map(numbers).collect() };
    let middle = |i: usize| (0..3).map(|k| 0.5 * rows[i].point_a[k] + 0.5 * rows[i].point_b[k]).collect();
    let between = |i: usize| (0..3).map(|k| rows[i].point_b[k] - rows[i].point_a[k]).collect();
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\">\n<PolyData>\n\
         <Piece NumberOfPoints=\"{count}\" NumberOfVerts=\"{count}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n\
         <PointData Scalars=\"signed_distance\" Normals=\"normal\">\n"
    );
    array(&mut text, "Float64", "signed_distance", 1, &each(&|i| vec![rows[i].signed_distance]));
    array(&mut text, "Float64", "error", 1, &each(&|i| vec![rows[i].error]));
    array(&mut text, "Float64", "normal", 3, &each(&|i| rows[i].normal.to_vec()));
    array(&mut text, "Float64", "a_to_b", 3, &each(&between));
    array(&mut text, "Int64", "row", 1, &each(&|i| vec![i as f64]));
    text.push_str("</PointData>\n<Points>\n");
    array(&mut text, "Float64", "points", 3, &each(&middle));
    text.push_str("</Points>\n<Verts>\n");
    array(&mut text, "Int64", "connectivity", 1, &each(&|i| vec![i as f64]));
    array(&mut text, "Int64", "offsets", 1, &each(&|i| vec![i as f64 + 1.0]));
    text.push_str("</Verts>\n</Piece>\n</PolyData>\n</VTKFile>\n");
    text
}

fn array(text: &mut String, kind: &str, name: &str, components: usize, numbers: &[f64]) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"ascii\">"
    );
    for row in numbers.chunks(components) {
        let row: Vec<String> = row.iter().map(f64::to_string).collect();
        let _ = writeln!(text, "{}", row.join(" "));
    }
    text.push_str("</DataArray>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::tests::rows;
    use crate::xml::document;

    #[test]
    fn points_and_arrays_stand_where_vtk_looks_for_them() {
        let text = to_vtp(&rows());
        let root = document(&text).unwrap();
        assert_eq!((root.tag.name, root.tag.get("type")), ("VTKFile", Some("PolyData")));
        let piece = root.first("PolyData").unwrap().first("Piece").unwrap();
        assert_eq!((piece.tag.get("NumberOfPoints"), piece.tag.get("NumberOfVerts")), (Some("2"), Some("2")));
        let names: Vec<_> =
            piece.first("PointData").unwrap().all("DataArray").filter_map(|a| a.tag.get("Name")).collect();
        assert_eq!(names, ["signed_distance", "error", "normal", "a_to_b", "row"]);
        let points = text.split("Name=\"points\"").nth(1).unwrap().lines().nth(1).unwrap();
        let numbers: Vec<f64> = points.split(' ').map(|n| n.parse().unwrap()).collect();
        assert_eq!(numbers, [0.1, 0.0, 0.5 / 3.0 + 0.25]);
        assert!(!text.contains("<c>"));
        assert!(to_vtp(&[]).contains("NumberOfPoints=\"0\""));
    }
}
