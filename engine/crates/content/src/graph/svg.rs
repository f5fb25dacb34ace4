//! Writes a drawing as a self-contained SVG picture, without a stylesheet, a script or an embedded font.

use std::fmt::Write as _;

use super::drawing::{Drawing, Shape, TEXT};
use super::layout::{ArrowRoute, LINE, Placed, layout};
use callguide_search::api::tree::Look;

/// Returns the drawing as SVG, with a description in words of what the picture shows.
pub fn svg(drawing: &Drawing) -> String {
    let laid = layout(drawing);
    let (width, height) = (laid.width.ceil(), laid.height.ceil());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"13\" fill=\"{TEXT}\">\n"
    );
    let _ = writeln!(out, "<title id=\"title\">{}</title>", escaped(&drawing.title));
    let _ = writeln!(out, "<desc id=\"desc\">{}</desc>", escaped(&described(drawing)));
    let _ = writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    out.push_str(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#4b5563\"/></marker></defs>\n",
    );
    for route in &laid.routes {
        let _ = writeln!(
            out,
            "<path class=\"arrow\" d=\"{}\" fill=\"none\" stroke=\"#4b5563\" stroke-width=\"1.5\" \
             marker-end=\"url(#tip)\"/>",
            curve(route)
        );
    }
    for (node, placed) in drawing.boxes.iter().zip(&laid.boxes) {
        let _ = write!(out, "<g class=\"node {}\">{}", node.shape.class(), outline(node.shape, placed));
        text(placed, &mut out);
    }
    // Labels come last so that no arrow covers one.
    for label in laid.routes.iter().map(|route| &route.label).filter(|label| !label.lines.is_empty()) {
        let _ =
            write!(out, "<g class=\"answer\" font-size=\"12\">{}", rect(label, 0.0, 0.0, "fill=\"#ffffff\""));
        text(label, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// Returns a smooth path through the points, vertical at each of them.
fn curve(route: &ArrowRoute) -> String {
    let mut out = String::new();
    for (index, (x, y)) in route.points.iter().enumerate() {
        match index.checked_sub(1).and_then(|before| route.points.get(before)) {
            None => drop(write!(out, "M{x:.1} {y:.1}")),
            Some((from, top)) => {
                let half = top + (y - top) / 2.0;
                let _ = write!(out, "C{from:.1} {half:.1} {x:.1} {half:.1} {x:.1} {y:.1}");
            }
        }
    }
    out
}

/// Returns a box's outline; each outcome has its own shape.
fn outline(shape: Shape, placed: &Placed) -> String {
    let (area, border) = shape.colours();
    let paint = |width: f64| format!("fill=\"{area}\" stroke=\"{border}\" stroke-width=\"{width}\"");
    match shape {
        Shape::Start => rect(placed, 0.0, placed.height / 2.0, &paint(1.5)),
        Shape::Question => rect(placed, 0.0, 2.0, &paint(1.5)),
        Shape::Solution(Look::Go) => rect(placed, 0.0, 14.0, &paint(1.5)),
        Shape::Solution(Look::Caution) => cut(placed, 12.0, placed.height / 2.0, &paint(2.0)),
        Shape::Solution(Look::Stop) => cut(placed, 10.0, 10.0, &paint(3.0)),
        Shape::Solution(Look::Quiet) => {
            rect(placed, 0.0, 2.0, &paint(1.5)) + &rect(placed, 4.0, 1.0, &paint(1.0))
        }
    }
}

fn rect(placed: &Placed, inset: f64, radius: f64, paint: &str) -> String {
    let Placed { x, y, width, height, .. } = placed;
    format!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius:.1}\" {paint}/>",
        x + inset,
        y + inset,
        width - 2.0 * inset,
        height - 2.0 * inset
    )
}

/// Returns a rectangle with its corners cut off.
fn cut(placed: &Placed, across: f64, down: f64, paint: &str) -> String {
    let Placed { x, y, width, height, .. } = placed;
    let (flat, upright) = (width - 2.0 * across, height - 2.0 * down);
    format!(
        "<path d=\"M{:.1} {y:.1}h{flat:.1}l{across} {down:.1}v{upright:.1}l-{across} {down:.1}h-{flat:.1}\
         l-{across} -{down:.1}v-{upright:.1}z\" {paint}/>",
        x + across
    )
}

/// Writes the lines in the middle, and closes the group that they're in.
fn text(placed: &Placed, out: &mut String) {
    let x = placed.x + placed.width / 2.0;
    let first = placed.y + placed.height / 2.0 - LINE * (placed.lines.len() as f64 - 1.0) / 2.0 + LINE * 0.27;
    let _ = write!(out, "<text text-anchor=\"middle\" y=\"{first:.1}\">");
    for (index, line) in placed.lines.iter().enumerate() {
        let down = if index == 0 { 0.0 } else { LINE };
        let weight = if index < placed.bold { " font-weight=\"700\"" } else { "" };
        let _ = write!(out, "<tspan x=\"{x:.1}\" dy=\"{down}\"{weight}>{}</tspan>", escaped(line));
    }
    out.push_str("</text></g>\n");
}

/// Describes the drawing in words: each box, and where its answers lead.
fn described(drawing: &Drawing) -> String {
    let name = |index: usize| {
        let node = &drawing.boxes[index];
        if node.id.is_empty() { node.label.clone() } else { node.id.clone() }
    };
    let mut out = Vec::new();
    for (index, node) in drawing.boxes.iter().enumerate() {
        let ways = drawing.edges.iter().filter(|edge| edge.from == index).map(|edge| {
            let answer = if edge.label.is_empty() { "first" } else { &edge.label };
            format!("{answer} → {}", name(edge.to))
        });
        let ways = ways.collect::<Vec<_>>().join("; ");
        let head =
            if node.id.is_empty() { node.label.clone() } else { format!("{}: {}", node.id, node.label) };
        out.push(if ways.is_empty() { format!("{head}.") } else { format!("{head} ({ways}).") });
    }
    out.join(" ")
}

/// Escapes text as XML. Characters that XML doesn't allow become replacement characters.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
