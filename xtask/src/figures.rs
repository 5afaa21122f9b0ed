//! Pictures from the measured tables in `docs/results`: the first half of `cargo xtask figures`. Those of the book are
//! drawn by an example of the library, which this crate may not use.
//!
//! A figure is an SVG with two logarithmic axes and one line for each series, drawn by hand: a few lines and words
//! need no library, and the file can be read in a diff.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::speed;

/// Width, height and margins of a figure, in pixels.
const SIZE: (f64, f64) = (760.0, 460.0);
const MARGIN: (f64, f64, f64, f64) = (70.0, 40.0, 150.0, 60.0);
/// Lines that can be distinguished, also by people who do not see all colors.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// One line of a figure.
struct Series {
    name: String,
    dashed: bool,
    color: usize,
    points: Vec<(f64, f64)>,
}

/// Draws every figure again from its table.
pub fn draw(root: &Path) -> Result<(), String> {
    let results = root.join("docs/results");
    let text = table(&results, "support")?;
    for precision in ["f32", "f64"] {
        let series = support_series(&text, precision)?;
        let title = format!("Cost of a support call, {precision}");
        let svg = plot(&title, "vertices of the hull", "nanoseconds per call", &series);
        write(&results.join(format!("support-{precision}.svg")), &svg)?;
    }
    write(&results.join("peers.svg"), &speed::figure(&table(&results, "peers")?)?)?;
    let svg = plot(
        "Contacts after all objects moved, f64, on one thread and two",
        "objects",
        "microseconds per object, busiest thread",
        &scene_series(&table(&results, "scene")?)?,
    );
    write(&results.join("scene.svg"), &svg)?;
    let text = table(&results, "broad")?;
    let series = broad_series(&text, 3)?;
    let svg = plot("Broad phase: move all boxes, find all pairs", "boxes", "nanoseconds per box", &series);
    write(&results.join("broad-time.svg"), &svg)?;
    let series = broad_series(&text, 7)?;
    let svg = plot("Broad phase: memory", "boxes", "bytes per box", &series);
    write(&results.join("broad-memory.svg"), &svg)?;
    let text = table(&results, "vclip")?;
    for (name, title, y_label, columns) in [
        ("iterations", "Features looked at, or support calls", "per query", [2, 4, 5]),
        ("time", "Time of a query", "nanoseconds", [6, 7, 8]),
    ] {
        let series = vclip_series(&text, columns)?;
        let svg = plot(&format!("{title}, f64"), "degrees turned per step", y_label, &series);
        write(&results.join(format!("vclip-{name}.svg")), &svg)?;
    }
    Ok(())
}

/// A measured table.
fn table(results: &Path, name: &str) -> Result<String, String> {
    let file = results.join(format!("{name}.csv"));
    std::fs::read_to_string(&file)
        .map_err(|e| format!("{}: {e}; docs/results/{name}.md says which command writes it", file.display()))
}

fn write(file: &Path, svg: &str) -> Result<(), String> {
    std::fs::write(file, svg).map_err(|e| format!("{}: {e}", file.display()))?;
    println!("{}", file.display());
    Ok(())
}

/// The lines from the rows `kind,density,objects,contacts,move,one,two,ratio,clock,few,bytes`: one thread full, two dashed.
fn scene_series(text: &str) -> Result<Vec<Series>, String> {
    let mut lines: BTreeMap<String, [Vec<(f64, f64)>; 2]> = BTreeMap::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let value = |i: usize| -> Result<f64, String> {
            let field = fields.get(i).ok_or_else(|| format!("scene.csv:{}: no column {i}", number + 1))?;
            field.parse().map_err(|e| format!("scene.csv:{}: {field}: {e}", number + 1))
        };
        let [kind, density, ..] = fields[..] else {
            return Err(format!("scene.csv:{}: too few columns", number + 1));
        };
        let objects = value(2)?;
        let [one, two] = lines.entry(format!("{density} {kind}")).or_default();
        one.push((objects, value(5)? / 1e3));
        two.push((objects, value(6)? / 1e3));
    }
    let mut series = Vec::new();
    for (color, (name, [one, two])) in lines.into_iter().enumerate() {
        series.push(Series { name: format!("{name}, two"), dashed: true, color, points: two });
        series.push(Series { name, dashed: false, color, points: one });
    }
    Ok(series)
}

/// A line for each structure and scene from the rows `structure,scene,boxes,step,query,build,pairs,bytes`; `column` is the
/// height. Sparse scenes are dashed.
fn broad_series(text: &str, column: usize) -> Result<Vec<Series>, String> {
    let mut series: Vec<Series> = Vec::new();
    let mut structures: Vec<&str> = Vec::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let value = |i: usize| -> Result<f64, String> {
            let field = fields.get(i).ok_or_else(|| format!("broad.csv:{}: no column {i}", number + 1))?;
            field.parse().map_err(|e| format!("broad.csv:{}: {field}: {e}", number + 1))
        };
        let point = (value(2)?, value(column)?);
        let (structure, scene) = (fields[0], fields[1]);
        let color = structures.iter().position(|&s| s == structure).unwrap_or_else(|| {
            structures.push(structure);
            structures.len() - 1
        });
        let name = format!("{structure}, {scene}");
        match series.iter_mut().find(|s| s.name == name) {
            Some(s) => s.points.push(point),
            None => series.push(Series { name, dashed: scene == "sparse", color, points: vec![point] }),
        }
    }
    Ok(series)
}

/// Lines for V-Clip, `Warm` and GJK from the rows
/// `vertices,turn,vclip_steps,vclip_calls,warm_calls,cold_calls,vclip_ns,warm_ns,cold_ns`: dashed for the smallest bodies, solid for the
/// largest.
fn vclip_series(text: &str, columns: [usize; 3]) -> Result<Vec<Series>, String> {
    let mut rows: Vec<(f64, f64, [f64; 3])> = Vec::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let value = |i: usize| -> Result<f64, String> {
            let field = fields.get(i).ok_or_else(|| format!("vclip.csv:{}: no column {i}", number + 1))?;
            field.parse().map_err(|e| format!("vclip.csv:{}: {field}: {e}", number + 1))
        };
        let [a, b, c] = columns;
        rows.push((value(0)?, value(1)?, [value(a)?, value(b)?, value(c)?]));
    }
    let sizes = rows.iter().map(|row| row.0);
    let ends = [sizes.clone().fold(f64::INFINITY, f64::min), sizes.fold(0.0, f64::max)];
    let mut series = Vec::new();
    for (vertices, dashed) in ends.into_iter().zip([true, false]) {
        for (i, name) in ["V-Clip", "Warm", "GJK"].into_iter().enumerate() {
            let points = rows.iter().filter(|row| row.0 == vertices).map(|row| (row.1, row.2[i])).collect();
            series.push(Series { name: format!("{name}, {vertices} vertices"), dashed, color: i, points });
        }
    }
    Ok(series)
}

/// The lines for one precision from the rows `hull,precision,points,vertices,cold,scan,near,degree,bytes`.
fn support_series(text: &str, precision: &str) -> Result<Vec<Series>, String> {
    let mut cold: BTreeMap<String, Vec<(f64, f64)>> = BTreeMap::new();
    let mut scan = Vec::new();
    let mut near = Vec::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let value = |i: usize| -> Result<f64, String> {
            let field = fields.get(i).ok_or_else(|| format!("support.csv:{}: no column {i}", number + 1))?;
            field.parse().map_err(|e| format!("support.csv:{}: {field}: {e}", number + 1))
        };
        if fields.get(1) != Some(&precision) {
            continue;
        }
        let vertices = value(3)?;
        cold.entry(fields[0].to_string()).or_default().push((vertices, value(4)?));
        if fields[0] == "sphere" {
            scan.push((vertices, value(5)?));
            near.push((vertices, value(6)?));
        }
    }
    let mut series: Vec<Series> = cold
        .into_iter()
        .rev()
        .enumerate()
        .map(|(i, (name, points))| Series { name: format!("{name}, cold"), dashed: false, color: i, points })
        .collect();
    series.push(Series { name: "sphere, from a hint".into(), dashed: true, color: 0, points: near });
    series.push(Series { name: "sphere, plain scan".into(), dashed: false, color: 3, points: scan });
    Ok(series)
}

/// An SVG with logarithmic axes.
fn plot(title: &str, x_label: &str, y_label: &str, series: &[Series]) -> String {
    let all = || series.iter().flat_map(|s| &s.points);
    let x = Axis::around(all().map(|p| p.0), MARGIN.0, SIZE.0 - MARGIN.2);
    let y = Axis::around(all().map(|p| p.1), SIZE.1 - MARGIN.3, MARGIN.1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{}\" y=\"24\" font-size=\"16\">{title}</text>\n",
        SIZE.0, SIZE.1, MARGIN.0
    );
    for power in x.powers() {
        let at = x.place(power);
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {:.1}V{:.1}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            y.high,
            y.low,
            y.low + 18.0,
            short(power)
        );
    }
    for power in y.powers() {
        let at = y.place(power);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {at:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            x.low,
            x.high,
            x.low - 6.0,
            at + 4.0,
            short(power)
        );
    }
    let middle = (x.low + x.high) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x_label}</text>",
        y.low + 42.0
    );
    let _ = writeln!(
        svg,
        "<text transform=\"translate(18 {:.1}) rotate(-90)\" text-anchor=\"middle\">{y_label}</text>",
        (y.low + y.high) / 2.0
    );
    for s in series {
        let color = COLOURS[s.color % COLOURS.len()];
        let path: Vec<String> =
            s.points.iter().map(|p| format!("{:.1} {:.1}", x.place(p.0), y.place(p.1))).collect();
        let dash = if s.dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        let _ = writeln!(
            svg,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"{dash}/>",
            path.join("L")
        );
        for p in &s.points {
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{color}\"/>",
                x.place(p.0),
                y.place(p.1)
            );
        }
    }
    for (s, at) in series.iter().zip(label_heights(series, &y)) {
        let color = COLOURS[s.color % COLOURS.len()];
        let _ =
            writeln!(svg, "<text x=\"{:.1}\" y=\"{at:.1}\" fill=\"{color}\">{}</text>", x.high + 8.0, s.name);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Positions of the names: beside the ends of their lines, moved apart so that none covers another.
fn label_heights(series: &[Series], y: &Axis) -> Vec<f64> {
    const LINE: f64 = 17.0;
    let mut order: Vec<usize> = (0..series.len()).collect();
    let end = |i: usize| series[i].points.last().map_or(y.low, |p| y.place(p.1) + 4.0);
    order.sort_by(|&a, &b| end(a).total_cmp(&end(b)));
    let mut heights = vec![0.0; series.len()];
    let mut free = f64::NEG_INFINITY;
    for i in order {
        heights[i] = end(i).max(free);
        free = heights[i] + LINE;
    }
    heights
}

/// A logarithmic axis from pixel `low` to pixel `high`.
struct Axis {
    low: f64,
    high: f64,
    first: f64,
    last: f64,
}

impl Axis {
    fn around(values: impl Iterator<Item = f64> + Clone, low: f64, high: f64) -> Self {
        let first = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let last = values.fold(f64::NEG_INFINITY, f64::max).log10().ceil();
        Self { low, high, first, last: last.max(first + 1.0) }
    }

    fn place(&self, value: f64) -> f64 {
        self.low + (self.high - self.low) * (value.log10() - self.first) / (self.last - self.first)
    }

    fn powers(&self) -> impl Iterator<Item = f64> {
        (self.first as i32..=self.last as i32).map(|e| 10_f64.powi(e))
    }
}

/// 1000 as 1k, 1000000 as 1M.
fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{}M", v / 1e6),
        v if v >= 1e3 => format!("{}k", v / 1e3),
        v => format!("{v}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "hull,precision,points,vertices,cold,scan,near,degree,bytes\n\
        sphere,f32,8,8,10,10,10,10,16\nsphere,f32,1000,1000,50,400,40,40,60\nrims,f32,1000,990,45,400,40,40,60\n\
        sphere,f64,8,8,12,12,12,12,28\n";

    #[test]
    fn a_line_for_every_series_of_the_precision() {
        let series = support_series(TABLE, "f32").unwrap();
        let names: Vec<&str> = series.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["sphere, cold", "rims, cold", "sphere, from a hint", "sphere, plain scan"]);
        assert_eq!(series[0].points, [(8.0, 10.0), (1000.0, 50.0)]);
        let svg = plot("t", "x", "y", &series);
        assert_eq!(svg.matches("stroke-width").count(), 4);
        assert_eq!(svg.matches("<circle").count(), 7);
        assert!(svg.contains(">1k</text>") && !svg.contains("NaN"));
    }

    #[test]
    fn a_line_for_every_structure_and_scene() {
        let text = "head\ntree,sparse,1000,33.0,87,350,251,62\nbsp,sparse,1000,270,236,1160,251,36\n\
            tree,sparse,10000,54,145,478,2330,60\ntree,dense,1000,120,300,350,4179,63\n";
        let series = broad_series(text, 3).unwrap();
        let names: Vec<(&str, usize, bool)> =
            series.iter().map(|s| (s.name.as_str(), s.color, s.dashed)).collect();
        assert_eq!(names, [("tree, sparse", 0, true), ("bsp, sparse", 1, true), ("tree, dense", 0, false)]);
        assert_eq!(series[0].points, [(1000.0, 33.0), (10000.0, 54.0)]);
        assert_eq!(broad_series(text, 7).unwrap()[1].points, [(1000.0, 36.0)]);
        let error = broad_series("head\ntree,sparse,many,1,1,1,1,1\n", 3).err().unwrap();
        assert!(error.starts_with("broad.csv:2: many"), "{error}");
    }

    #[test]
    fn a_line_for_every_algorithm_at_both_sizes() {
        let text =
            "head\n8,0.1,1,1,1,2,600,500,200\n8,90,6,1,4,4,2000,1400,700\n5000,0.1,1,1,1,8,1000,800,1800\n";
        let series = vclip_series(text, [2, 4, 5]).unwrap();
        let names: Vec<(&str, bool)> = series.iter().map(|s| (s.name.as_str(), s.dashed)).collect();
        assert_eq!(names.len(), 6);
        assert_eq!((names[0], names[5]), (("V-Clip, 8 vertices", true), ("GJK, 5000 vertices", false)));
        assert_eq!(series[0].points, [(0.1, 1.0), (90.0, 6.0)]);
        let error = vclip_series("head\n8,0.1,1,1,1,two,6,5,2\n", [2, 4, 5]).err().unwrap();
        assert!(error.starts_with("vclip.csv:2: two"), "{error}");
    }

    #[test]
    fn a_damaged_row_is_named() {
        let error = support_series("head\nsphere,f32,8,eight,10,10,10,10,16\n", "f32").err().unwrap();
        assert!(error.starts_with("support.csv:2: eight"), "{error}");
    }

    #[test]
    fn a_full_and_a_dashed_line_for_every_scene() {
        let table = "kind,density,objects,contacts,move,one,two,clock,few,bytes\n\
            boxes,dense,1000,5,60,3000,1600,1.8,90,2000\nboxes,dense,10000,6,70,3500,1800,1.9,90,2000\n\
            hulls,sparse,1000,1,60,700,400,1.7,20,400\n";
        let series = scene_series(table).unwrap();
        let names: Vec<(&str, bool)> = series.iter().map(|s| (s.name.as_str(), s.dashed)).collect();
        let expected = [
            ("dense boxes, two", true),
            ("dense boxes", false),
            ("sparse hulls, two", true),
            ("sparse hulls", false),
        ];
        assert_eq!(names, expected);
        assert_eq!(series[0].points, [(1000.0, 1.6), (10000.0, 1.8)]);
        let error = scene_series("head\nboxes,dense,many,5,60,1,2,3,4\n").err().unwrap();
        assert!(error.starts_with("scene.csv:2: many"), "{error}");
    }

    #[test]
    fn names_do_not_cover_one_another() {
        let y = Axis { low: 400.0, high: 40.0, first: 0.0, last: 3.0 };
        let line = |v: f64| Series { name: String::new(), dashed: false, color: 0, points: vec![(1.0, v)] };
        let heights = label_heights(&[line(100.0), line(101.0), line(10.0)], &y);
        assert!(heights.iter().enumerate().all(|(i, a)| heights[..i].iter().all(|b| (a - b).abs() >= 17.0)));
    }
}
