//! A geometry of Collada: vertices from a source of numbers, and polygons of several kinds.

use std::collections::HashMap;

use impinge::Vec3;

use crate::precision::{Precision, digits};
use crate::words::{number, shown};
use crate::xml::Element;
use crate::{Mesh, Reason};

/// A geometry that was read.
#[derive(Default)]
pub struct Geometry {
    pub mesh: Mesh,
    /// Symbol of the material, if all polygons have the same.
    pub material: Option<String>,
}

impl Geometry {
    /// Reads the mesh of a `<geometry>`.
    pub fn read<'a>(
        element: &'a Element<'a>,
        by_id: &HashMap<&'a str, &'a Element<'a>>,
    ) -> Result<Self, Reason> {
        let Some(content) = element.first("mesh") else {
            return match element.children().iter().find(|e| matches!(e.tag.name, "convex_mesh" | "spline")) {
                Some(other) => Err(other.tag.wrong(format!("<{}> is not supported", other.tag.name))),
                None => Ok(Self::default()),
            };
        };
        let mut geometry = Self::default();
        // The source of the vertices, which all polygons share; then the mesh.
        let mut positions: Option<&str> = None;
        let mut materials = Vec::new();
        for polygons in content.children() {
            let kind = polygons.tag.name;
            if !matches!(kind, "triangles" | "polylist" | "polygons" | "tristrips" | "trifans") {
                continue;
            }
            let inputs = || polygons.all("input");
            let vertex = inputs().find(|input| input.tag.get("semantic") == Some("VERTEX"));
            let Some(vertex) = vertex else { continue };
            let vertices = found(vertex, by_id, "vertices")?;
            let input = vertices.all("input").find(|input| input.tag.get("semantic") == Some("POSITION"));
            let input = input.ok_or_else(|| vertices.tag.wrong("<vertices> have no POSITION"))?;
            let source = input.tag.need("source")?;
            if positions.is_none() {
                (geometry.mesh.vertices, geometry.mesh.resolution) =
                    points(found(input, by_id, "source")?, by_id)?;
                positions = Some(source);
            } else if positions != Some(source) {
                return Err(vertex.tag.wrong("the polygons of a mesh use several lists of positions"));
            }
            let offset = offset(vertex)?;
            let stride = inputs().map(self::offset).try_fold(0, |most, o| Ok::<_, Reason>(o?.max(most)))? + 1;
            let count = geometry.mesh.vertices.len();
            let lists = Lists { polygons, offset, stride, count };
            lists.read(&mut geometry.mesh.faces)?;
            materials.push(polygons.tag.get("material"));
        }
        if let Some(first) = materials.first().copied().flatten()
            && materials.iter().all(|m| *m == Some(first))
        {
            geometry.material = Some(first.to_owned());
        }
        Ok(geometry)
    }
}

/// Numbers of an element, exactly `N`.
pub fn numbers<const N: usize>(element: &Element<'_>) -> Result<[f64; N], Reason> {
    let numbers: Vec<f64> = words(element).map_while(|word| number(word.as_bytes())).take(N + 1).collect();
    match <[f64; N]>::try_from(numbers) {
        Ok(numbers) if numbers.iter().all(|n| n.is_finite()) && words(element).count() == N => Ok(numbers),
        _ => Err(element.tag.wrong(format!("<{}> must hold {N} finite numbers", element.tag.name))),
    }
}

fn words<'s>(element: &'s Element<'_>) -> impl Iterator<Item = &'s str> {
    element.text.split_ascii_whitespace()
}

/// The element that an input refers to.
fn found<'a>(
    input: &Element<'_>,
    by_id: &HashMap<&'a str, &'a Element<'a>>,
    kind: &str,
) -> Result<&'a Element<'a>, Reason> {
    let url = input.tag.need("source")?;
    let found = url.strip_prefix('#').and_then(|id| by_id.get(id)).copied();
    let found = found.filter(|element| element.tag.name == kind);
    found.ok_or_else(|| input.tag.wrong(format!("there is no <{kind}> with the id `{url}`")))
}

fn offset(input: &Element<'_>) -> Result<usize, Reason> {
    /// Inputs of a corner: position, normal, colors, coordinates of textures.
    const MOST: usize = 64;
    let text = input.tag.get("offset").unwrap_or("0");
    let offset = text.parse().ok().filter(|offset| *offset < MOST);
    offset
        .ok_or_else(|| input.tag.wrong(format!("`{}` is not an offset below {MOST}", shown(text.as_bytes()))))
}

/// The points of a source, and their resolution.
fn points<'a>(
    source: &Element<'a>,
    by_id: &HashMap<&'a str, &'a Element<'a>>,
) -> Result<(Vec<Vec3<f64>>, f64), Reason> {
    let accessor = source.first("technique_common").and_then(|technique| technique.first("accessor"));
    let array = match accessor {
        Some(accessor) => found(accessor, by_id, "float_array")?,
        None => {
            source.first("float_array").ok_or_else(|| source.tag.wrong("the source has no <float_array>"))?
        }
    };
    let whole = |name: &str, otherwise: usize| match accessor.and_then(|a| a.tag.get(name)) {
        None => Ok(otherwise),
        Some(text) => text
            .parse::<usize>()
            .map_err(|_| source.tag.wrong(format!("`{}` is not a whole number", shown(text.as_bytes())))),
    };
    let (first, stride) = (whole("offset", 0)?, whole("stride", 3)?);
    if stride < 3 {
        return Err(source.tag.wrong(format!("positions of {stride} coordinates are not points of space")));
    }
    let mut most = 0;
    let mut all = Vec::new();
    for word in words(array) {
        match number(word.as_bytes()).filter(|n| n.is_finite()) {
            Some(number) => all.push(number),
            None => {
                let what = format!("`{}` is not a coordinate", shown(word.as_bytes()));
                return Err(array.tag.wrong(what));
            }
        }
        most = digits(word.as_bytes()).max(most);
    }
    let count = whole("count", usize::MAX)?;
    let rows = all.get(first..).unwrap_or_default().chunks(stride).filter(|row| row.len() >= 3);
    let points: Vec<_> = rows.take(count).map(|row| Vec3::new(row[0], row[1], row[2])).collect();
    if accessor.is_some_and(|a| a.tag.get("count").is_some()) && points.len() < count {
        return Err(array.tag.wrong(format!("{count} points are declared, but there are {}", points.len())));
    }
    let resolution = Precision::Digits(most).resolution(&points);
    Ok((points, resolution))
}

/// Lists of indices of polygons.
struct Lists<'a> {
    polygons: &'a Element<'a>,
    /// Place of the vertex among the indices of a corner, and their number.
    offset: usize,
    stride: usize,
    /// Number of vertices.
    count: usize,
}

impl Lists<'_> {
    fn read(&self, faces: &mut Vec<Vec<u32>>) -> Result<(), Reason> {
        let polygons = self.polygons;
        if let Some(hole) = polygons.first("ph") {
            return Err(hole.tag.wrong("polygons with holes are not supported; triangulate them on export"));
        }
        let mut counts = polygons.first("vcount").map(words);
        for list in polygons.all("p") {
            let corners = self.corners(list)?;
            match polygons.tag.name {
                "triangles" => faces.extend(corners.chunks_exact(3).map(<[u32]>::to_vec)),
                // In a strip, every second triangle is flipped.
                "tristrips" => faces.extend(
                    corners
                        .windows(3)
                        .enumerate()
                        .map(|(i, w)| if i % 2 == 0 { w.to_vec() } else { vec![w[1], w[0], w[2]] }),
                ),
                "trifans" => {
                    let rim = corners.get(1..).unwrap_or_default();
                    faces.extend(rim.windows(2).map(|w| vec![corners[0], w[0], w[1]]));
                }
                "polygons" => faces.extend((corners.len() > 2).then_some(corners)),
                _ => {
                    let mut rest = &corners[..];
                    for word in counts.as_mut().into_iter().flatten() {
                        let split = word.parse().ok().and_then(|count| rest.split_at_checked(count));
                        let Some((face, more)) = split else {
                            let what = "<vcount> does not fit to the corners in <p>";
                            return Err(list.tag.wrong(what));
                        };
                        faces.extend((face.len() > 2).then(|| face.to_vec()));
                        rest = more;
                    }
                }
            }
        }
        Ok(())
    }

    /// The vertices of the corners in a list.
    fn corners(&self, list: &Element<'_>) -> Result<Vec<u32>, Reason> {
        let vertex = |word: &str| {
            let index = word.parse::<u32>().ok().filter(|v| (*v as usize) < self.count);
            index.ok_or_else(|| {
                let (word, count) = (shown(word.as_bytes()), self.count);
                list.tag.wrong(format!("`{word}` is not a vertex index; there are {count} vertices"))
            })
        };
        words(list).skip(self.offset).step_by(self.stride).map(vertex).collect()
    }
}
