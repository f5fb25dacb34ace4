//! Formats a comparison for a terminal.

use super::change::Change;
use super::comparison::Comparison;
use super::phrase;
use super::report::{Part, parts, pieces};
use callguide_search::api::changes::Piece;
use callguide_search::diagnostics::invisible;

/// Formats the comparison as plain text, with the most important changes first and a paragraph per change.
pub fn human(comparison: &Comparison) -> String {
    let mut out = phrase::summary(comparison).join("\n") + "\n";
    let head = |change: &Change| phrase::headline(change, comparison, str::to_owned);
    for part in parts(comparison) {
        out += &match part {
            Part::Section(title) => format!("\n{title}\n"),
            Part::File(name) => format!("  {name}\n"),
            Part::Subject(name) => format!("    {name}\n"),
            Part::Paths(change) => {
                let paths: String =
                    phrase::paths(change).iter().map(|path| format!("    {path}\n")).collect();
                let (who, ends) = (phrase::walkers(change, comparison), phrase::ends(change, str::to_owned));
                format!("  {who}\n{paths}      {ends}\n")
            }
            Part::Move(change) => format!("    {} {}\n{}", change.subject, head(change), noted(change)),
            Part::Change(change) => {
                let body: String = pieces(change).iter().map(marked).collect();
                format!("      {}\n{}{}", head(change), indented(body.lines()), noted(change))
            }
            Part::Item(name, said) => format!("  {name}: {said}\n"),
            Part::Rewritten(files) => format!("\nRewritten, but reads the same: {files}\n"),
        };
    }
    out.lines().map(|line| visible(line) + "\n").collect()
}

fn noted(change: &Change) -> String {
    indented(phrase::notes(change).iter().map(String::as_str))
}

fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.map(|line| format!("        {}\n", line.trim_end())).collect()
}

/// Replaces terminal control characters, and writes out misleading invisible characters so that a reviewer sees them.
fn visible(line: &str) -> String {
    let written = |c: char| match c {
        c if c.is_control() => "\u{fffd}".to_owned(),
        c if invisible::misleads(c) => c.escape_unicode().to_string(),
        c => c.to_string(),
    };
    line.chars().map(written).collect()
}

fn marked(piece: &Piece) -> String {
    match piece {
        Piece::Same(text) => text.clone(),
        Piece::Removed(text) => format!("[-{text}-]"),
        Piece::Added(text) => format!("{{+{text}+}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_made_visible() {
        assert_eq!(
            visible("to \u{202e}yad\u{202c}, re\u{200b}fuse"),
            r"to \u{202e}yad\u{202c}, re\u{200b}fuse"
        );
        assert_eq!(visible("\u{1b}[8mhidden"), "\u{fffd}[8mhidden");
        assert_eq!(visible("👩\u{200d}💻 zażółć"), "👩\u{200d}💻 zażółć", "writing stays as it is");
    }
}
