//! Texts that need quotes and have none, or have too few or too many.

use std::ops::Range;

use super::Mend;
use super::lines::Lines;

pub(super) fn mends(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let Some(span) = lines.value(line) else { return };
    let text = &lines.text[span.clone()];
    inside(text, &span, out);
    if let Some(what) = needs_quotes(text) {
        let (shown, quoted) = (in_quotes(&short(text)), in_quotes(text));
        let help = format!("put quotes around the whole text: {shown}");
        out.push(Mend::new(span.clone(), what, help).by([(span, quoted)]).plain());
    }
}

/// What is wrong with a value that YAML takes for something else.
fn needs_quotes(value: &str) -> Option<String> {
    let begins = |what: &str| Some(format!("a text that begins with {what} needs quotes around it"));
    if value.starts_with('{') && value.find('}').is_some_and(|end| !value[..end].contains([':', ','])) {
        return begins("a placeholder");
    }
    if value.starts_with('[') && value.contains("](") {
        return begins("a link");
    }
    if let Some(sign) = value.chars().next().filter(|c| "@`%*&!".contains(*c)) {
        return begins(&if sign == '`' { "a backtick".to_owned() } else { format!("`{sign}`") });
    }
    if !value.starts_with(['"', '\'', '{', '[', '|', '>']) && (value.contains(": ") || value.ends_with(':')) {
        return Some("a text with a colon in it needs quotes around it".to_owned());
    }
    None
}

/// A quote inside a text that stands in the same quotes, or a backslash that means nothing.
fn inside(text: &str, span: &Range<usize>, out: &mut Vec<Mend>) {
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return };
    let closes = text[1..].find(quote).map(|at| span.start + 1 + at);
    if let Some(at) = closes.filter(|at| at + 1 < span.end) {
        let words = text[1..].strip_suffix(quote).unwrap_or(&text[1..]);
        let whole = if text.len() > 1 && text.ends_with(quote) { words } else { text };
        let new = if quote == '"' && whole.contains('\'') {
            format!("\"{}\"", whole.replace('"', "\\\""))
        } else if quote == '"' {
            format!("'{whole}'")
        } else if whole.contains('"') {
            format!("'{}'", whole.replace('\'', "''"))
        } else {
            format!("\"{whole}\"")
        };
        let (message, help) = match quote {
            '"' => (
                "the text goes on after the quote that ends it",
                "write \\\" for a quote inside the text, or put the whole text in single quotes (')",
            ),
            _ => (
                "the text goes on after the apostrophe that ends it",
                "put the whole text in double quotes (\"): an apostrophe may stand in them",
            ),
        };
        out.push(Mend::new(at + 1..span.end, message, help).by([(span.clone(), new)]));
    }
    if quote == '"'
        && let Some(at) = text.find('\\')
    {
        let at = span.start + at;
        let end = at + 1 + text[at + 1 - span.start..].chars().next().map_or(0, char::len_utf8);
        let message = "a backslash in double quotes begins a sign of its own, and this is none";
        let help = "write \\\\ for a backslash, or put the text in single quotes (')";
        let doubled = text.replace('\\', "\\\\");
        out.push(Mend::new(at..end, message, help).by([(span.clone(), doubled)]));
    }
}

/// The quote that opens on the last line that has an odd number of them.
pub(super) fn open(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    let mut line = Some(lines.here());
    while let Some(at) = line {
        if let Some(value) = lines.value(&at) {
            let text = &lines.text[value.clone()];
            let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
            if let Some(quote) = quote.filter(|quote| text.matches(*quote).count() % 2 == 1) {
                let mend = Mend::new(
                    value.start..value.start + 1,
                    "the quote that opens here isn't closed",
                    "put the same quote at the end of the text",
                );
                out.push(mend.by([(value.end..value.end, quote.to_string())]));
                return;
            }
        }
        line = lines.above(&at);
    }
}

/// The text as it would be typed with quotes around it.
pub(super) fn in_quotes(text: &str) -> String {
    let quote = if text.contains(['"', '\\']) { '\'' } else { '"' };
    let inside = if quote == '\'' { text.replace('\'', "''") } else { text.to_owned() };
    format!("{quote}{inside}{quote}")
}

/// The beginning of a longer text.
fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    shown
}
