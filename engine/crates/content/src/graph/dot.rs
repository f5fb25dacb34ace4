//! Writes a drawing as DOT, the language of Graphviz.

use std::fmt::Write as _;

use super::drawing::{Drawing, Shape, TEXT, wrapped};
use callguide_search::api::tree::Look;

/// Characters per line, in a box and beside an arrow.
const WIDTH: usize = 32;
const EDGE_WIDTH: usize = 24;

/// Returns the drawing as a DOT digraph.
pub fn dot(drawing: &Drawing) -> String {
    let mut out = String::from("digraph tree {\n");
    let _ = writeln!(out, "  label={};", quoted(std::slice::from_ref(&drawing.title)));
    let _ = writeln!(out, "  labelloc=t;\n  rankdir=TB;");
    let _ = writeln!(out, "  node [fontname=\"sans-serif\", style=filled, fontcolor=\"{TEXT}\"];");
    let _ = writeln!(out, "  edge [fontname=\"sans-serif\"];");
    for (index, node) in drawing.boxes.iter().enumerate() {
        let shape = match node.shape {
            Shape::Start => "oval",
            Shape::Question => "box",
            Shape::Solution(Look::Stop) => "octagon",
            Shape::Solution(Look::Caution) => "hexagon",
            Shape::Solution(Look::Go) => "box, style=\"filled,rounded\"",
            Shape::Solution(Look::Quiet) => "box, peripheries=2",
        };
        let (area, border) = node.shape.colours();
        let label = quoted(&node.lines(WIDTH));
        let _ = writeln!(
            out,
            "  n{index} [label={label}, shape={shape}, fillcolor=\"{area}\", color=\"{border}\"];"
        );
    }
    for edge in &drawing.edges {
        let label = quoted(&wrapped(&edge.label, EDGE_WIDTH));
        let _ = writeln!(out, "  n{} -> n{} [label={label}];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

/// Joins lines into one DOT string, with quotes and backslashes escaped.
fn quoted(lines: &[String]) -> String {
    let line = |line: &String| {
        line.chars()
            .map(|c| match c {
                '"' => "\\\"".to_owned(),
                '\\' => "\\\\".to_owned(),
                c if c.is_control() => " ".to_owned(),
                c => c.to_string(),
            })
            .collect::<String>()
    };
    format!("\"{}\"", lines.iter().map(line).collect::<Vec<_>>().join("\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_escapes_are_text() {
        assert_eq!(quoted(&["a \"b\"".to_owned(), "\\N".to_owned()]), r#""a \"b\"\n\\N""#);
    }
}
