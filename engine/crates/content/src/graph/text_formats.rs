//! Writes a drawing as text for other programs to render: as Mermaid, which GitHub shows as a picture, or as DOT, the
//! language of Graphviz.

use std::fmt::Write as _;

use super::drawing::{Drawing, Shape, TEXT, wrapped};
use callguide_search::api::tree::Look;

/// Characters per line in a box.
const WIDTH: usize = 32;
/// Characters per line beside an arrow.
const EDGE_WIDTH: usize = 24;

/// Returns the drawing as a Mermaid flowchart. Every label is quoted, and every character that could have a special
/// meaning in a label is written as a number.
pub fn mermaid(drawing: &Drawing) -> String {
    let mut out = String::from("flowchart TD\n");
    for (index, node) in drawing.boxes.iter().enumerate() {
        let (open, close) = match node.shape {
            Shape::Start => ("((", "))"),
            Shape::Question => ("[", "]"),
            Shape::Solution(Look::Stop) => ("{{", "}}"),
            Shape::Solution(Look::Caution) => ("[/", "/]"),
            Shape::Solution(Look::Go) => ("([", "])"),
            Shape::Solution(Look::Quiet) => ("[[", "]]"),
        };
        let label = joined(&node.lines(WIDTH));
        let _ = writeln!(out, "  n{index}{open}\"{label}\"{close}:::{}", class(node.shape));
    }
    for edge in &drawing.edges {
        let label = joined(&wrapped(&edge.label, EDGE_WIDTH));
        let arrow = if label.trim().is_empty() { "-->".to_owned() } else { format!("-->|\"{label}\"|") };
        let _ = writeln!(out, "  n{} {arrow} n{}", edge.from, edge.to);
    }
    for shape in Shape::ALL {
        let (area, border) = shape.colours();
        let width = if shape == Shape::Solution(Look::Stop) { "3px" } else { "1px" };
        let _ = writeln!(
            out,
            "  classDef {} fill:{area},stroke:{border},stroke-width:{width},color:{TEXT}",
            class(shape)
        );
    }
    out
}

/// Returns the shape's class name in a form that doesn't clash with Mermaid's own.
fn class(shape: Shape) -> String {
    format!("is-{}", shape.class())
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("<br/>")
}

/// Escapes text so that Mermaid shows it verbatim: the text can't end the label, and markup and Markdown in it have no
/// effect. At the start of a line, also escapes characters that would start a list.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut number = true;
    for (index, c) in text.chars().enumerate() {
        let plain = c.is_alphanumeric()
            || matches!(c, ' ' | ',' | '?' | '\'' | '’' | '“' | '”' | '…' | '→' | '/')
            || matches!(c, '.' | '-' | ':' | '(' | ')') && index > 0 && !number;
        number &= c.is_ascii_digit();
        if plain {
            out.push(c);
        } else if c.is_control() {
            out.push(' ');
        } else {
            let _ = write!(out, "#{};", c as u32);
        }
    }
    out
}

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
    fn characters_special_to_mermaid_are_escaped() {
        assert_eq!(escaped("a \"b\" <c> #d `e`;"), "a #34;b#34; #60;c#62; #35;d #96;e#96;#59;");
        assert_eq!(escaped("1. x"), "1#46; x");
        assert_eq!(escaped("1) x"), "1#41; x");
        assert_eq!(escaped("- x - y. z"), "#45; x - y. z");
    }

    #[test]
    fn quotes_and_backslashes_are_escaped_in_dot() {
        assert_eq!(quoted(&["a \"b\"".to_owned(), "\\N".to_owned()]), r#""a \"b\"\n\\N""#);
    }
}
