//! Formats a comparison for a pull request comment or a job summary.

use std::fmt::Write as _;

use super::change::Change;
use super::comparison::Comparison;
use super::paths::End;
use super::phrase::{self, count};
use super::words::{around, words};
use callguide_search::api::changes::Piece;
use callguide_search::diagnostics::invisible;

/// The most characters to write. GitHub allows 65,536 in a comment; the difference is left for text that the workflow
/// adds.
pub const MAX_MARKDOWN: usize = 60_000;
/// The most characters to show of an added or removed text.
const MAX_TEXT: usize = 1_500;
/// The most paths to list per group.
const PATHS: usize = 12;

/// Formats the comparison as Markdown of at most [`MAX_MARKDOWN`] characters, with a note about anything left out.
pub fn markdown(comparison: &Comparison) -> String {
    let summary = phrase::summary(comparison);
    let mut lines = summary.iter().map(|line| format!("**{}**", escaped(line)));
    let text = lines.next().filter(|_| summary.len() == 1).map_or_else(
        || summary.iter().map(|line| format!("- **{}**\n", escaped(line))).collect(),
        |only| format!("{only}\n"),
    );
    let mut page = MarkdownPage { text, left_out: 0 };
    if !comparison.paths.is_empty() {
        page.add("\n### Paths\n");
    }
    for change in &comparison.paths {
        let mut item = format!("\n{}\n", escaped(&phrase::walkers(change, comparison)));
        for path in change.paths.iter().take(PATHS) {
            let _ = write!(item, "\n- {}", escaped(&phrase::path(path)));
        }
        if change.paths.len() > PATHS {
            let _ = write!(item, "\n- … and {}", count(change.paths.len() - PATHS, "more path"));
        }
        let end = |end: &End| format!("**{}**", escaped(&phrase::end(end)));
        let ends = match (&change.old, &change.new) {
            (Some(old), Some(new)) => format!("ended at {}, now at {}", end(old), end(new)),
            (None, Some(new)) => format!("new: ends at {}", end(new)),
            (Some(old), None) => format!("gone: ended at {}", end(old)),
            (None, None) => String::new(),
        };
        let _ = write!(item, "\n\n{ends}\n");
        page.item(&item);
    }
    for (title, changes) in phrase::sections(comparison) {
        let mut head = format!("\n### {title}\n");
        for file in changes.chunk_by(|a, b| a.file == b.file) {
            let _ = write!(head, "\n#### {}\n", escaped(file.first().map_or("", |change| &change.file)));
            for subject in file.chunk_by(|a, b| a.subject == b.subject) {
                let name = escaped(subject.first().map_or("", |change| change.subject.as_str()));
                let (moves, rest): (Vec<&Change>, Vec<&Change>) =
                    subject.iter().partition(|change| phrase::is_move(change));
                for moved in moves {
                    page.item(&format!("{head}\n**{name}** {}\n", headline(moved, comparison)));
                    head.clear();
                }
                if !rest.is_empty() {
                    let _ = write!(head, "\n**{name}**\n");
                }
                for change in rest {
                    page.item(&format!("{head}{}", one(change, comparison)));
                    head.clear();
                }
            }
        }
    }
    let links = comparison.links.iter().map(|link| (link.link.as_str(), phrase::link_use(link)));
    page.list("Links", links);
    let dates = comparison.dates.iter().map(|change| (change.place.as_str(), phrase::dates(change)));
    page.list("Dates", dates);
    if !comparison.rewritten.is_empty() {
        let files = escaped(&comparison.rewritten.join(", "));
        page.item(&format!("\nRewritten, but reads the same: {files}\n"));
    }
    page.end()
}

/// The text so far, and the amount that didn't fit.
struct MarkdownPage {
    text: String,
    left_out: usize,
}

impl MarkdownPage {
    /// Room for the note at the end.
    const NOTE: usize = 300;

    fn add(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a paragraph if it fits. After the first paragraph that doesn't fit, no more are added, so readers see where
    /// the text was cut.
    fn item(&mut self, text: &str) {
        let room = MAX_MARKDOWN - Self::NOTE;
        if self.left_out > 0 || self.text.chars().count() + text.chars().count() > room {
            self.left_out += 1;
        } else {
            self.add(text);
        }
    }

    /// Adds a section with one line per item.
    fn list<'a>(&mut self, title: &str, items: impl Iterator<Item = (&'a str, String)>) {
        let mut head = format!("\n### {title}\n\n");
        for (name, said) in items {
            self.item(&format!("{head}- **{}**: {}\n", escaped(name), escaped(&said)));
            head.clear();
        }
    }

    fn end(mut self) -> String {
        if self.left_out > 0 {
            let note = format!(
                "\n---\n\n{} left out to keep this page short. `callguide diff OLD NEW` prints everything.\n",
                count(self.left_out, "more paragraph")
            );
            self.add(&note);
        }
        self.text
    }
}

/// Describes what happened, and for whom.
fn headline(change: &Change, comparison: &Comparison) -> String {
    let mut head = phrase::head(change, escaped);
    if let Some(whom) = phrase::whom(change, comparison) {
        let _ = write!(head, " ({})", escaped(&whom));
    }
    head
}

fn one(change: &Change, comparison: &Comparison) -> String {
    let body = match (&change.old, &change.new) {
        (Some(old), Some(new)) => around(words(old, new)).iter().map(marked).collect(),
        (Some(old), None) => marked(&Piece::Removed(old.clone())),
        (None, Some(new)) => marked(&Piece::Added(new.clone())),
        (None, None) => String::new(),
    };
    let mut out = format!("\n{}\n", headline(change, comparison));
    if !body.is_empty() {
        let _ = write!(out, "\n> {body}\n");
    }
    for note in [phrase::checks(&change.checks), phrase::uses(&change.used_in)].into_iter().flatten() {
        let _ = write!(out, "\n<sub>{}</sub>\n", escaped(&note));
    }
    out
}

fn marked(piece: &Piece) -> String {
    match piece {
        Piece::Same(text) => escaped(text),
        Piece::Removed(text) => format!("<del>{}</del>", escaped(&cut(text))),
        Piece::Added(text) => format!("<ins>{}</ins>", escaped(&cut(text))),
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return text.to_owned();
    }
    text.chars().take(MAX_TEXT).chain(" …".chars()).collect()
}

/// Escapes text from the content so that Markdown shows it verbatim: its markup has no effect, it doesn't mention
/// anyone or link to an issue, and it stays in its paragraph.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.trim_end().chars() {
        match c {
            '\n' => out.push_str("<br>"),
            // A name or number after these would become a link.
            '@' | '#' => {
                let _ = write!(out, "&#{};<!-- -->", c as u32);
            }
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '(' | ')' | '!' | '|' | '~'
            | '&' | '+' | '$' | ':' | '"' => {
                let _ = write!(out, "&#{};", c as u32);
            }
            c if c.is_control() => out.push('\u{fffd}'),
            c if invisible::misleads(c) => {
                let _ = write!(out, "&#92;u&#123;{:x}&#125;", c as u32);
            }
            c => out.push(c),
        }
    }
    if text.ends_with([' ', '\n']) && !out.is_empty() {
        out.push(' ');
    }
    // A dash or a number at the start of a line would start a list.
    let digits = out.chars().take_while(char::is_ascii_digit).count();
    match out.chars().next() {
        Some(c @ ('-' | '=')) => format!("&#{};{}", c as u32, &out[1..]),
        Some(_) if digits > 0 && out[digits..].starts_with(['.', ')']) => {
            format!("{}&#{};{}", &out[..digits], out.as_bytes()[digits], &out[digits + 1..])
        }
        _ => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_content_is_mark_up() {
        assert_eq!(escaped("**a** <b>\n@team"), "&#42;&#42;a&#42;&#42; &#60;b&#62;<br>&#64;<!-- -->team");
        assert_eq!(escaped("- x"), "&#45; x");
        assert_eq!(escaped("1. x"), "1&#46; x");
        assert_eq!(escaped("to \u{202e}yad"), "to &#92;u&#123;202e&#125;yad");
    }
}
