//! Rows as points with arrays, in the XML of VTK: PolyData (`.vtp`) or an UnstructuredGrid (`.vtu`); triangles as PolyData, and a
//! collection of such files as an animation (`.pvd`).
//!
//! Each row is the midpoint of its `point_a` and `point_b`, with its columns of numbers, the vector from A's point to B's (`a_to_b`), and
//! the index of the row, from 0. Arrays are text. Text columns are not written, since most viewers only support numbers: the row index
//! refers to the CSV file. VTK has no missing values: rows without points are left out, and then columns with missing values.
//!
//! Source: Kitware, "VTK File Formats", the XML formats, PolyData and UnstructuredGrid.

use std::fmt::{Display, Write};

use super::table::{Table, Values};

/// Cell type of a point in VTK.
const VERTEX: i64 = 1;

/// A document with one point for each row; `None` if the rows have no positions.
pub fn poly_data(table: &Table) -> Option<String> {
    document(
        table,
        "PolyData",
        "NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\" NumberOfVerts",
        "Verts",
    )
}

/// The same as an unstructured grid, with a cell for each point.
pub fn unstructured_grid(table: &Table) -> Option<String> {
    document(table, "UnstructuredGrid", "NumberOfCells", "Cells")
}

fn document(table: &Table, kind: &str, counts: &str, cells: &str) -> Option<String> {
    let (Some(Values::Points(a)), Some(Values::Points(b))) = (table.get("point_a"), table.get("point_b"))
    else {
        return None;
    };
    let rows: Vec<usize> = (0..table.rows()).filter(|row| a[*row].is_some() && b[*row].is_some()).collect();
    let (a, b) = (of_rows(a, &rows)?, of_rows(b, &rows)?);
    let count = rows.len();
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"{kind}\" version=\"0.1\" byte_order=\"LittleEndian\">\n<{kind}>\n\
         <Piece NumberOfPoints=\"{count}\" {counts}=\"{count}\">\n<PointData>\n"
    );
    columns(&mut text, table, &rows);
    let both = || a.iter().zip(&b);
    let between: Vec<f64> = both().flat_map(|(a, b)| [0, 1, 2].map(|k| b[k] - a[k])).collect();
    let middle: Vec<f64> = both().flat_map(|(a, b)| [0, 1, 2].map(|k| 0.5 * a[k] + 0.5 * b[k])).collect();
    let integers = |all: &mut dyn Iterator<Item = usize>| -> Vec<i64> { all.map(|k| k as i64).collect() };
    array(&mut text, "Float64", "a_to_b", 3, &between);
    array(&mut text, "Int64", "row", 1, &integers(&mut rows.iter().copied()));
    text.push_str("</PointData>\n<Points>\n");
    array(&mut text, "Float64", "points", 3, &middle);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "</Points>\n<{cells}>");
    array(&mut text, "Int64", "connectivity", 1, &integers(&mut (0..count)));
    array(&mut text, "Int64", "offsets", 1, &integers(&mut (1..=count)));
    if kind == "UnstructuredGrid" {
        array(&mut text, "UInt8", "types", 1, &vec![VERTEX; count]);
    }
    let _ = writeln!(text, "</{cells}>\n</Piece>\n</{kind}>\n</VTKFile>");
    Some(text)
}

/// Triangles, with data for each of them.
#[derive(Clone, Debug, Default)]
pub struct Surfaces {
    /// Vertices.
    pub points: Vec<[f64; 3]>,
    /// Triangles, by the indices of their corners.
    pub triangles: Vec<[u32; 3]>,
    /// A row for each triangle; columns of text and those with missing values are left out.
    pub table: Table,
}

/// A document with all triangles.
pub fn surfaces(surfaces: &Surfaces) -> String {
    let Surfaces { points, triangles, table } = surfaces;
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\">\n<PolyData>\n\
         <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n\
         <CellData>\n",
        points.len(),
        triangles.len()
    );
    let all: Vec<usize> = (0..table.rows()).collect();
    columns(&mut text, table, &all);
    text.push_str("</CellData>\n<Points>\n");
    array(&mut text, "Float64", "points", 3, points.as_flattened());
    text.push_str("</Points>\n<Polys>\n");
    array(&mut text, "Int64", "connectivity", 3, triangles.as_flattened());
    let ends: Vec<usize> = (1..=triangles.len()).map(|k| 3 * k).collect();
    array(&mut text, "Int64", "offsets", 1, &ends);
    text.push_str("</Polys>\n</Piece>\n</PolyData>\n</VTKFile>\n");
    text
}

/// A document that lists files, each with its time. Names are written verbatim, so they must not contain quotes and the like.
pub fn collection(files: &[(f64, String)]) -> String {
    let mut text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n\
                    <Collection>\n"
        .to_owned();
    for (time, file) in files {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<DataSet timestep=\"{time}\" part=\"0\" file=\"{file}\"/>");
    }
    text.push_str("</Collection>\n</VTKFile>\n");
    text
}

/// Writes the columns of numbers for some rows; those with missing values there are left out.
fn columns(text: &mut String, table: &Table, rows: &[usize]) {
    for (name, values) in table.columns().iter().filter(|(name, _)| !name.starts_with("point_")) {
        match values {
            Values::Numbers(all) => {
                if let Some(all) = of_rows(all, rows) {
                    array(text, "Float64", name, 1, &all);
                }
            }
            Values::Integers(all) => {
                if let Some(all) = of_rows(all, rows) {
                    array(text, "Int64", name, 1, &all);
                }
            }
            Values::Points(all) => {
                if let Some(all) = of_rows(all, rows) {
                    array(text, "Float64", name, 3, all.as_flattened());
                }
            }
            Values::Texts(_) | Values::Truths(_) => {}
        }
    }
}

/// The values of some rows, if none is missing.
fn of_rows<T: Copy>(values: &[Option<T>], rows: &[usize]) -> Option<Vec<T>> {
    rows.iter().map(|row| values[*row]).collect()
}

fn array<T: Display>(text: &mut String, kind: &str, name: &str, components: usize, numbers: &[T]) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"ascii\">"
    );
    for row in numbers.chunks(components) {
        let row: Vec<String> = row.iter().map(T::to_string).collect();
        let _ = writeln!(text, "{}", row.join(" "));
    }
    text.push_str("</DataArray>\n");
}

#[cfg(test)]
mod tests {
    use super::super::tests::contacts;
    use super::*;
    use crate::xml;

    #[test]
    fn points_and_arrays_are_where_vtk_expects_them() {
        for (kind, text, cells, count) in [
            ("PolyData", poly_data(&contacts()), "Verts", "NumberOfVerts"),
            ("UnstructuredGrid", unstructured_grid(&contacts()), "Cells", "NumberOfCells"),
        ] {
            let text = text.unwrap();
            let root = xml::document(&text).unwrap();
            assert_eq!((root.tag.name, root.tag.get("type")), ("VTKFile", Some(kind)));
            let piece = root.first(kind).unwrap().first("Piece").unwrap();
            assert_eq!((piece.tag.get("NumberOfPoints"), piece.tag.get(count)), (Some("2"), Some("2")));
            let names = |part: &'static str| -> Vec<&str> {
                piece.first(part).unwrap().all("DataArray").filter_map(|a| a.tag.get("Name")).collect()
            };
            assert_eq!(names("PointData"), ["signed_distance", "a_to_b", "row"]);
            let expected = ["connectivity", "offsets", "types"];
            assert_eq!(names(cells), expected[..if cells == "Cells" { 3 } else { 2 }]);
            let points = text.split("Name=\"points\"").nth(1).unwrap().lines().nth(1).unwrap();
            let numbers: Vec<f64> = points.split(' ').map(|n| n.parse().unwrap()).collect();
            assert_eq!(numbers, [0.1, 0.0, 0.5 / 3.0 + 0.25]);
            assert!(!text.contains("<c>"));
        }
        let film = collection(&[(0.0, "a.vtp".into()), (0.5, "b.vtp".into())]);
        let root = xml::document(&film).unwrap();
        let files: Vec<_> =
            root.first("Collection").unwrap().all("DataSet").map(|d| d.tag.get("timestep")).collect();
        assert_eq!(files, [Some("0"), Some("0.5")]);
        let none = Table::new().with("point_a", Values::points([])).with("point_b", Values::points([]));
        assert!(poly_data(&none).unwrap().contains("NumberOfPoints=\"0\""));
        assert_eq!(unstructured_grid(&Table::new()), None);
        // The second row has no position, and the first has no missing value except in one column.
        let gaps = Table::new()
            .with("x", Values::Numbers(vec![Some(1.5), None]))
            .with("y", Values::Numbers(vec![None, Some(1.0)]))
            .with("point_a", Values::Points(vec![Some([0.0; 3]), None]))
            .with("point_b", Values::Points(vec![Some([0.0; 3]); 2]));
        let text = unstructured_grid(&gaps).unwrap();
        assert!(text.contains("NumberOfPoints=\"1\"") && text.contains("\"x\"") && !text.contains("\"y\""));
    }

    #[test]
    fn triangles_have_their_numbers() {
        let table = Table::new()
            .with("body", Values::Integers(vec![Some(4), Some(5)]))
            .with("name", Values::texts(["a", "b"]));
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.5]];
        let text = surfaces(&Surfaces { points, triangles: vec![[0, 1, 2], [0, 2, 3]], table });
        let root = xml::document(&text).unwrap();
        let piece = root.first("PolyData").unwrap().first("Piece").unwrap();
        assert_eq!((piece.tag.get("NumberOfPoints"), piece.tag.get("NumberOfPolys")), (Some("4"), Some("2")));
        let arrays = |part: &'static str| piece.first(part).unwrap().all("DataArray").count();
        assert_eq!((arrays("CellData"), arrays("Points"), arrays("Polys")), (1, 1, 2));
        assert!(text.contains("\n0 1 2\n0 2 3\n") && text.contains("\n3\n6\n") && text.contains("\n4\n5\n"));
    }
}
