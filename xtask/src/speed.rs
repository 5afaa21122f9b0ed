//! Figure of `docs/results/peers.csv`: the speedup over each peer, one dot for each set of pairs.

use std::fmt::Write as _;

/// Width of the figure, narrow enough that a phone shows it unscaled; heights of a row and of a heading; start of the rows and position of
/// the axis, in pixels.
const WIDTH: f64 = 460.0;
const ROW: f64 = 34.0;
const HEADING: f64 = 26.0;
const TOP: f64 = 84.0;
const AXIS: (f64, f64) = (112.0, 440.0);
/// Ratios at the ends of the logarithmic axis; values beyond are drawn at the end.
const RANGE: (f64, f64) = (0.25, 128.0);
const TICKS: [f64; 10] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
/// The thesis' pairs, and colors that can be distinguished, also by people who do not see all of them.
const FAMILIES: [(&str, &str, &str); 6] = [
    ("box-box", "boxes", "#0072b2"),
    ("ell-ell", "ellipsoids", "#d55e00"),
    ("box-ell", "box, ellipsoid", "#009e73"),
    ("rbox-rbox", "round boxes", "#cc79a7"),
    ("poly-poly", "hulls", "#e69f00"),
    ("cone-cone", "cones", "#56b4e9"),
];

/// A row of the figure: the peer; the query and the precision; and its dots: the ratio and the color.
struct Row {
    peer: String,
    name: String,
    dots: Vec<(f64, &'static str)>,
}

/// The figure from rows that begin with `peer,algorithm,precision,query,set,n,peer_ns,impinge_ns`.
pub fn figure(text: &str) -> Result<String, String> {
    let rows = rows(text)?;
    let is_first = |i: usize| i == 0 || rows[i - 1].peer != rows[i].peer;
    let headings = (0..rows.len()).filter(|&i| is_first(i)).count();
    let bottom = TOP + ROW * rows.len() as f64 + HEADING * headings as f64;
    let height = bottom + 44.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"16\">impinge answers this many times as fast</text>\n"
    );
    for (i, (_, name, color)) in FAMILIES.into_iter().enumerate() {
        let (x, y) = (18.0 + 145.0 * (i % 3) as f64, 42.0 + 20.0 * (i / 3) as f64);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{color}\"/><text x=\"{}\" y=\"{}\">{name}</text>",
            x + 9.0,
            y + 4.0
        );
    }
    for tick in TICKS {
        let (at, color) = (place(tick), if tick == 1.0 { "#444" } else { "#ddd" });
        let _ = writeln!(
            svg,
            "<path d=\"M{at:.1} {TOP}V{bottom}\" stroke=\"{color}\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{tick}×</text>",
            bottom + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#444\">as fast</text>",
        place(1.0),
        bottom + 34.0
    );
    let mut top = TOP;
    for (i, row) in rows.iter().enumerate() {
        if is_first(i) {
            // A band behind the name, over the lines of the axis.
            let _ = writeln!(
                svg,
                "<rect y=\"{top}\" width=\"{WIDTH}\" height=\"{HEADING}\" fill=\"#f2f2f2\"/>\
                 <text x=\"12\" y=\"{}\" font-weight=\"bold\">{}</text>",
                top + 18.0,
                row.peer
            );
            top += HEADING;
        }
        let y = top + 0.5 * ROW;
        top += ROW;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            AXIS.0 - 8.0,
            y + 4.0,
            row.name
        );
        for (k, (ratio, color)) in row.dots.iter().enumerate() {
            // Side by side across the row, so that equal ratios do not hide one another.
            let y = y + (k % 5) as f64 * 4.0 - 8.0;
            let _ = writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{color}\" fill-opacity=\"0.8\"/>",
                place(*ratio)
            );
        }
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// Position of a ratio on the axis.
fn place(ratio: f64) -> f64 {
    let ratio = ratio.clamp(RANGE.0, RANGE.1);
    AXIS.0 + (AXIS.1 - AXIS.0) * (ratio / RANGE.0).ln() / (RANGE.1 / RANGE.0).ln()
}

fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let wrong = |what: &str| format!("peers.csv:{}: {what}", number + 1);
        let [peer, _, precision, query, set, _, theirs, ours, ..] = line.split(',').collect::<Vec<_>>()[..]
        else {
            return Err(wrong("eight columns are expected"));
        };
        let time = |field: &str| field.parse::<f64>().map_err(|e| wrong(&format!("{field}: {e}")));
        let (theirs, ours) = (time(theirs)?, time(ours)?);
        let family = set.rsplit_once("-L").map_or("", |(family, _)| family);
        let Some((_, _, color)) = FAMILIES.iter().find(|(name, ..)| *name == family) else { continue };
        let name = format!("{query}, {precision}");
        let last = match rows.last_mut() {
            Some(row) if row.peer == peer && row.name == name => row,
            _ => {
                rows.push(Row { peer: peer.to_owned(), name, dots: Vec::new() });
                rows.last_mut().expect("one was pushed")
            }
        };
        last.dots.push((theirs / ours, color));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_for_each_query_and_a_dot_for_each_set_of_the_thesis() {
        let text = "peer,algorithm,precision,query,set,n,peer_ns,impinge_ns\n\
                    p,a,f64,distance,box-box-L1,9,200,100\np,a,f64,distance,box-box-L4.5,9,300,100\n\
                    p,a,f64,distance,needles,9,1,1\np,a,f64,contact,cone-cone-L7,9,100,100\n";
        let rows = rows(text).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].dots, [(2.0, "#0072b2"), (3.0, "#0072b2")]);
        assert_eq!(figure(text).unwrap().matches("fill-opacity").count(), 3);
        assert!(
            figure("peer\np,a,f64,distance,box-box-L1,9,2x0,100\n")
                .unwrap_err()
                .starts_with("peers.csv:2: 2x0")
        );
    }
}
