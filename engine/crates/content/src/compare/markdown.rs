//! Formats a comparison for a pull request comment or a job summary.

use std::fmt::Write as _;

use super::change::Change;
use super::comparison::Comparison;
use super::phrase::{self, count};
use super::report::{Part, parts, pieces};
use callguide_search::api::changes::Piece;
use callguide_search::diagnostics::invisible;

/// The most characters to write. GitHub allows 65,536 in a comment; the difference is left for text that the workflow
/// adds.
pub const MAX_MARKDOWN: usize = 60_000;
/// Room for the note at the end.
const NOTE: usize = 300;
/// The most characters of added or removed text to show.
const MAX_TEXT: usize = 1_500;

/// Formats the comparison as Markdown of at most [`MAX_MARKDOWN`] characters, with a note about anything left out.
pub fn markdown(comparison: &Comparison) -> String {
    let mut out = match &phrase::summary(comparison)[..] {
        [only] => format!("**{}**\n", escaped(only)),
        lines => lines.iter().map(|line| format!("- **{}**\n", escaped(line))).collect(),
    };
    let (mut paragraph, mut left_out) = (String::new(), 0);
    for part in parts(comparison) {
        paragraph += &written(&part, comparison);
        if part.is_title() {
            continue;
        }
        // After the first paragraph that doesn't fit, no more are added, so readers see where the text was cut.
        if left_out > 0 || out.chars().count() + paragraph.chars().count() > MAX_MARKDOWN - NOTE {
            left_out += 1;
        } else {
            out += &paragraph;
        }
        paragraph.clear();
    }
    if left_out > 0 {
        let _ = write!(
            out,
            "\n---\n\n{} left out to keep this page short. `callguide diff OLD NEW` prints everything.\n",
            count(left_out, "more paragraph")
        );
    }
    out
}

fn written(part: &Part<'_>, comparison: &Comparison) -> String {
    let head = |change: &Change| phrase::headline(change, comparison, escaped);
    match part {
        Part::Section(title) => format!("\n### {title}\n"),
        Part::File(name) => format!("\n#### {}\n", escaped(name)),
        Part::Subject(name) => format!("\n**{}**\n", escaped(name)),
        Part::Paths(change) => {
            let paths: String =
                phrase::paths(change).iter().map(|path| format!("\n- {}", escaped(path))).collect();
            let ends = phrase::ends(change, |end| format!("**{}**", escaped(end)));
            format!("\n{}\n{paths}\n\n{ends}\n", escaped(&phrase::walkers(change, comparison)))
        }
        Part::Move(change) => {
            format!("\n**{}** {}\n{}", escaped(&change.subject), head(change), noted(change))
        }
        Part::Change(change) => {
            let mut out = format!("\n{}\n", head(change));
            let body: String = pieces(change).iter().map(marked).collect();
            if !body.is_empty() {
                let _ = write!(out, "\n> {body}\n");
            }
            out + &noted(change)
        }
        Part::Item(name, said) => format!("- **{}**: {}\n", escaped(name), escaped(said)),
        Part::Rewritten(files) => format!("\nRewritten, but reads the same: {}\n", escaped(files)),
    }
}

fn noted(change: &Change) -> String {
    phrase::notes(change).iter().map(|note| format!("\n<sub>{}</sub>\n", escaped(note))).collect()
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
    let written = |c: char| match c {
        '\n' => "<br>".to_owned(),
        // A name or number after these would become a link.
        '@' | '#' => format!("&#{};<!-- -->", c as u32),
        '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '<' | '>' | '(' | ')' | '!' | '|' | '~' | '&'
        | '+' | '$' | ':' | '"' => format!("&#{};", c as u32),
        c if c.is_control() => "\u{fffd}".to_owned(),
        c if invisible::misleads(c) => format!("&#92;u&#123;{:x}&#125;", c as u32),
        c => c.to_string(),
    };
    let mut out: String = text.trim_end().chars().map(written).collect();
    if text.ends_with([' ', '\n']) && !out.is_empty() {
        out.push(' ');
    }
    // A dash or a number at the start of a line would start a list.
    let at = out.bytes().take_while(u8::is_ascii_digit).count();
    let marks = if at == 0 { ['-', '='] } else { ['.', ')'] };
    match out[at..].chars().next().filter(|c| marks.contains(c)) {
        Some(c) => format!("{}&#{};{}", &out[..at], c as u32, &out[at + 1..]),
        None => out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_text_never_acts_as_markup() {
        assert_eq!(escaped("**a** <b>\n@team"), "&#42;&#42;a&#42;&#42; &#60;b&#62;<br>&#64;<!-- -->team");
        assert_eq!(escaped("- x"), "&#45; x");
        assert_eq!(escaped("1. x"), "1&#46; x");
        assert_eq!(escaped("to \u{202e}yad"), "to &#92;u&#123;202e&#125;yad");
    }
}
