//! Formats a comparison for a terminal.

use std::fmt::Write as _;

use super::change::Change;
use super::comparison::Comparison;
use super::phrase::{self, count};
use super::words::{around, words};
use callguide_search::api::changes::Piece;
use callguide_search::diagnostics::invisible;

/// The most paths to list per group.
const PATHS: usize = 12;

/// Formats the comparison as plain text, with the most important changes first and a paragraph per change.
pub fn human(comparison: &Comparison) -> String {
    let mut out = phrase::summary(comparison).join("\n") + "\n";
    if !comparison.paths.is_empty() {
        out.push_str("\nPaths\n");
    }
    for change in &comparison.paths {
        let _ = writeln!(out, "  {}", phrase::walkers(change, comparison));
        for path in change.paths.iter().take(PATHS) {
            let _ = writeln!(out, "    {}", phrase::path(path));
        }
        if change.paths.len() > PATHS {
            let _ = writeln!(out, "    … and {}", count(change.paths.len() - PATHS, "more path"));
        }
        let ends = match (&change.old, &change.new) {
            (Some(old), Some(new)) => format!("ended at {}, now at {}", phrase::end(old), phrase::end(new)),
            (None, Some(new)) => format!("new: ends at {}", phrase::end(new)),
            (Some(old), None) => format!("gone: ended at {}", phrase::end(old)),
            (None, None) => continue,
        };
        let _ = writeln!(out, "      {ends}");
    }
    for (title, changes) in phrase::sections(comparison) {
        let _ = writeln!(out, "\n{title}");
        files(changes, comparison, &mut out);
    }
    let links = comparison.links.iter().map(|link| format!("{}: {}", link.link, phrase::link_use(link)));
    list("Links", links, &mut out);
    let dates = comparison.dates.iter().map(|change| format!("{}: {}", change.place, phrase::dates(change)));
    list("Dates", dates, &mut out);
    if !comparison.rewritten.is_empty() {
        let _ = writeln!(out, "\nRewritten, but reads the same: {}", comparison.rewritten.join(", "));
    }
    out
}

fn list(title: &str, lines: impl Iterator<Item = String>, out: &mut String) {
    let lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        let _ = writeln!(out, "\n{title}");
    }
    for line in lines {
        let _ = writeln!(out, "  {}", visible(&line));
    }
}

fn files(changes: &[Change], comparison: &Comparison, out: &mut String) {
    for file in changes.chunk_by(|a, b| a.file == b.file) {
        let name = file.first().map_or("", |change| change.file.as_str());
        let _ = writeln!(out, "  {name}");
        for subject in file.chunk_by(|a, b| a.subject == b.subject) {
            let name = subject.first().map_or("", |change| change.subject.as_str());
            let (moves, rest): (Vec<&Change>, Vec<&Change>) =
                subject.iter().partition(|change| phrase::is_move(change));
            for moved in moves {
                let _ = writeln!(out, "    {name} {}", head(moved, comparison));
            }
            if !rest.is_empty() {
                let _ = writeln!(out, "    {name}");
            }
            rest.into_iter().for_each(|change| one(change, comparison, out));
        }
    }
}

/// Describes what happened, and for whom.
fn head(change: &Change, comparison: &Comparison) -> String {
    let mut head = phrase::head(change, str::to_owned);
    if let Some(whom) = phrase::whom(change, comparison) {
        let _ = write!(head, " ({whom})");
    }
    head
}

fn one(change: &Change, comparison: &Comparison, out: &mut String) {
    let _ = writeln!(out, "      {}", head(change, comparison));
    let body = match (&change.old, &change.new) {
        (Some(old), Some(new)) => around(words(old, new)).iter().map(marked).collect(),
        (Some(old), None) => format!("[-{old}-]"),
        (None, Some(new)) => format!("{{+{new}+}}"),
        (None, None) => String::new(),
    };
    for line in body.lines() {
        let _ = writeln!(out, "        {}", visible(line));
    }
    for note in [phrase::checks(&change.checks), phrase::uses(&change.used_in)].into_iter().flatten() {
        let _ = writeln!(out, "        {}", visible(&note));
    }
}

/// Replaces terminal control characters, and writes out misleading invisible characters so that a reviewer sees them.
fn visible(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.trim_end().chars() {
        match c {
            c if c.is_control() => out.push('\u{fffd}'),
            c if invisible::misleads(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
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
    fn a_review_sees_what_nobody_sees() {
        assert_eq!(
            visible("to \u{202e}yad\u{202c}, re\u{200b}fuse"),
            r"to \u{202e}yad\u{202c}, re\u{200b}fuse"
        );
        assert_eq!(visible("\u{1b}[8mhidden"), "\u{fffd}[8mhidden");
        assert_eq!(visible("👩\u{200d}💻 zażółć"), "👩\u{200d}💻 zażółć", "writing stays as it is");
    }
}
