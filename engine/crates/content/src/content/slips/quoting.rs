//! Strings that need quotes, or that have too few or too many of them.

use std::ops::Range;

use super::trial::{Lines, Mend, trimmed};
use callguide_search::text::Expression;

/// Matches what could be another key within text; only the author knows whether it is one.
static KEY: Expression = Expression::new(r" ([a-z_]+:) ");

pub(super) fn mends(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    out.extend(cut(lines, line));
    let Some(span) = lines.value(line) else { return };
    if let Some(what) = needs_quotes(&lines.text[span.clone()]) {
        let begins = lines.text[line.clone()].find(|c: char| !matches!(c, ' ' | '-')).unwrap_or(0);
        let own_line = format!("\n{}", " ".repeat(begins));
        out.push(quoted(lines, span, what, (&own_line, "put it on its own line")).plain());
    }
}

/// Puts quotes around text. If the text may contain another key, the alternative is to insert `key` before it.
fn quoted(lines: &Lines<'_>, span: Range<usize>, what: String, (key, how): (&str, &str)) -> Mend {
    let text = &lines.text[span.clone()];
    let help = format!("put quotes around the whole text: {}", in_quotes(&short(text, 60)));
    let mend = Mend::new(span.clone(), what, help).by([(span.clone(), in_quotes(text))]);
    let rival = KEY.captures(text).and_then(|found| found.get(1)).map(|name| {
        let at = span.start + name.start();
        ((at - 1..at, key.to_owned()), format!("; or, if `{}` is a separate key, {how}", name.as_str()))
    });
    Mend { rival, ..mend }
}

/// Quotes a list item, or text in brackets, that a comma or colon splits. Returns every candidate, the shortest
/// with a colon first.
fn cut(lines: &Lines<'_>, line: &Range<usize>) -> Vec<Mend> {
    const TRIED: usize = 24;
    let words = &lines.text[line.clone()];
    if !words.contains(['{', '[']) && !words.trim_start().starts_with("- ") {
        return Vec::new();
    }
    let ends = |sign: &str| words.match_indices(sign).map(|(at, sign)| at + sign.len()).collect::<Vec<_>>();
    let begins: Vec<usize> = ["{", "[", ", ", ": ", "- "].into_iter().flat_map(ends).collect();
    let mut spans = Vec::new();
    for begin in begins {
        let stops = words[begin..].match_indices([',', '}', ']']).map(|(at, _)| begin + at);
        for end in stops.chain([words.len()]) {
            let span = trimmed(lines.text, line.start + begin..line.start + end);
            let text = &lines.text[span.clone()];
            // A comma between the items of a list is correct.
            let cut = text.contains(": ") || text.contains(", ") && words[..begin].ends_with(": ");
            let plain = !text.contains(['"', '{', '}', '[', ']']) && !text.contains(",,");
            if cut && plain && !text.starts_with(['\'', '|', '>', '-', ',']) {
                spans.push(span);
            }
        }
    }
    spans.sort_by_key(|span| (!lines.text[span.clone()].contains(": "), span.len()));
    spans.dedup();
    let mend = |span: Range<usize>| {
        let sign = if lines.text[span.clone()].contains(": ") { "colon" } else { "comma" };
        let what = format!("text with a {sign} in it needs quotes around it");
        quoted(lines, span, what, (", ", "put a comma in front of it"))
    };
    spans.into_iter().take(TRIED).map(mend).collect()
}

/// Quotes text that was read as keys, or as a string followed by a key without a value, at `place`.
pub(super) fn misread(lines: &Lines<'_>, place: &Range<usize>, out: &mut Vec<Mend>) {
    let last = |span: &Range<usize>| {
        let text = &lines.text[span.clone()];
        span.start + if text.contains(": ") { 0 } else { text.rfind(", ").map_or(0, |at| at + 2) }
    };
    let all = cut(lines, &lines.here()).into_iter();
    out.extend(all.filter(|mend| mend.span.end == place.end && last(&mend.span) == place.start));
}

/// Returns the message for a value that YAML mistakes for something else.
fn needs_quotes(value: &str) -> Option<String> {
    let begins = |what: &str| Some(format!("text that begins with {what} needs quotes around it"));
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
        return Some("text with a colon in it needs quotes around it".to_owned());
    }
    None
}

/// Fixes a string that contains its own quote character, or a backslash that isn't a valid escape.
pub(super) fn inside(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let Some(span) = lines.value(line) else { return };
    let text = &lines.text[span.clone()];
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return };
    let (escaped, other) = if quote == '"' { ("\\\"", '\'') } else { ("''", '"') };
    let closes = text[1..].replace(escaped, "  ").find(quote).map(|at| span.start + 1 + at);
    if let Some(at) = closes.filter(|at| at + 1 < span.end) {
        let words = text[1..].strip_suffix(quote).filter(|words| !words.is_empty()).unwrap_or(text);
        let meant = words.replace(escaped, &quote.to_string());
        let (message, each, around) = match quote {
            '"' => ("there's more text after the closing quote", "quote", "single quotes (')"),
            _ => {
                ("the apostrophe closes the quote, but more text follows", "apostrophe", "double quotes (\")")
            }
        };
        let escape = format!("write {escaped} for each {each} inside the text");
        let (help, new) = match meant.contains([other, '\\']) {
            true => (escape, format!("{quote}{}{quote}", meant.replace(quote, escaped))),
            false => {
                (format!("put the whole text in {around}, or {escape}"), format!("{other}{meant}{other}"))
            }
        };
        out.push(Mend::new(at + 1..span.end, message, help).by([(span.clone(), new)]));
    }
    if quote == '"'
        && let Some(at) = text.find('\\')
    {
        let at = span.start + at;
        let end = at + 1 + text[at + 1 - span.start..].chars().next().map_or(0, char::len_utf8);
        let message = "a backslash in double quotes begins a special character, and this isn't one";
        let help = "write \\\\ for a backslash, or put the text in single quotes (')";
        let doubled = text.replace('\\', "\\\\");
        out.push(Mend::new(at..end, message, help).by([(span.clone(), doubled)]));
    }
}

/// Closes the quote on the last line that has an odd number of them.
pub(super) fn open(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    let mut line = Some(lines.here());
    while let Some(at) = line {
        if let Some(value) = lines.value(&at) {
            let text = &lines.text[value.clone()];
            let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
            if let Some(quote) = quote.filter(|quote| text.matches(*quote).count() % 2 == 1) {
                let mend = Mend::new(
                    value.start..value.start + 1,
                    "the quote that opens here is never closed",
                    "put the same quote at the end of the text",
                );
                out.push(mend.by([(value.end..value.end, quote.to_string())]));
                return;
            }
        }
        line = lines.above(&at);
    }
}

/// Returns the text as it would be typed in quotes.
pub fn in_quotes(text: &str) -> String {
    let quote = if text.contains(['"', '\\']) { '\'' } else { '"' };
    let inside = if quote == '\'' { text.replace('\'', "''") } else { text.to_owned() };
    format!("{quote}{inside}{quote}")
}

/// Shortens text to `count` characters, for a message.
pub(super) fn short(text: &str, count: usize) -> String {
    let end = text.char_indices().nth(count).map(|(end, _)| end);
    end.map_or_else(|| text.to_owned(), |end| format!("{}…", &text[..end]))
}
