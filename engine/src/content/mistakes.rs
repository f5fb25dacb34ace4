//! What a person did wrong where the parser stops: a place, a sentence and a way out.
//!
//! The parser knows what it expected; whoever wrote the file wants to know which sign to mend. The
//! kind of the parser's error and the lines around it tell the mistakes that are really made.

use std::ops::Range;
use std::sync::LazyLock;

use granit_parser::ErrorKind;
use regex::Regex;

/// A mistake in the writing of a file.
pub(super) struct Mistake {
    pub span: Range<usize>,
    pub message: String,
    pub help: String,
}

/// `key: value`, also as an entry of a list. Group 1 is what the line begins with, 2 the value.
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(\s*(?:- +)*(?:[^\s:#'\x22\[{][^:#]*|'[^']*'|\x22[^\x22]*\x22):)(?:\s+(.*))?$")
        .expect("a constant pattern")
});

/// The mistake that made the parser stop at `at`.
pub(super) fn explain(text: &str, at: usize, kind: &ErrorKind) -> Mistake {
    let at = text.floor_char_boundary(at.min(text.len()));
    let lines = Lines { text, at };
    conflict(text)
        .or_else(|| tab(&lines, kind))
        .or_else(|| by_kind(&lines, kind))
        .or_else(|| unclosed(&lines))
        .or_else(|| lines.near().into_iter().find_map(|line| value(text, line)))
        .unwrap_or_else(|| layout(&lines, kind))
}

struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl Lines<'_> {
    fn around(&self, at: usize) -> Range<usize> {
        let start = self.text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = self.text[at..].find(['\n', '\r']).map_or(self.text.len(), |n| at + n);
        start..end
    }

    fn here(&self) -> Range<usize> {
        self.around(self.at)
    }

    /// The last line above that says something.
    fn above(&self) -> Option<Range<usize>> {
        let mut line = self.here();
        while line.start > 0 {
            line = self.around(line.start - 1);
            let words = self.text[line.clone()].trim();
            if !words.is_empty() && !words.starts_with('#') {
                return Some(line);
            }
        }
        None
    }

    fn near(&self) -> Vec<Range<usize>> {
        std::iter::once(self.here()).chain(self.above()).collect()
    }

    /// What stands in the line of the error, without the blanks around it.
    fn words(&self) -> Range<usize> {
        trimmed(self.text, self.here())
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}

fn indent(text: &str, line: &Range<usize>) -> usize {
    text[line.clone()].chars().take_while(|c| *c == ' ').count()
}

fn mistake(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Option<Mistake> {
    Some(Mistake { span, message: message.into(), help: help.into() })
}

/// Two versions of the file that git could not bring together.
fn conflict(text: &str) -> Option<Mistake> {
    let at =
        text.match_indices("<<<<<<<").map(|(at, _)| at).find(|at| text[..*at].ends_with('\n') || *at == 0)?;
    mistake(
        at..at + 7,
        "two versions of the file stand here, one after the other",
        "keep the lines that are right, and remove the lines that begin with <<<<<<<, ======= or >>>>>>>",
    )
}

fn tab(lines: &Lines<'_>, kind: &ErrorKind) -> Option<Mistake> {
    let by_tab = matches!(
        kind,
        ErrorKind::TabNotAllowed
            | ErrorKind::TabInBlockIndentation
            | ErrorKind::TabInIndentation
            | ErrorKind::TabAtBlockScalarStart
            | ErrorKind::InvalidMappingValueWhitespace
            | ErrorKind::InvalidBlockEntryWhitespace
            | ErrorKind::TabInPlainScalar
    );
    lines.near().into_iter().find_map(|line| {
        let part = &lines.text[line.clone()];
        let first = part.find('\t')?;
        let indents = part[..first].trim().trim_matches('-').trim().is_empty();
        let count = part[first..].chars().take_while(|c| *c == '\t').count();
        if !indents && !by_tab {
            return None;
        }
        let start = line.start + first;
        mistake(start..start + count, "a tab stands here", "use spaces in place of the tab")
    })
}

fn by_kind(lines: &Lines<'_>, kind: &ErrorKind) -> Option<Mistake> {
    let (text, at) = (lines.text, lines.at);
    let rest = at..lines.here().end.max(at);
    match kind {
        ErrorKind::UnexpectedCharacter { character } if character.is_control() => {
            let found = text[at..].find(*character).map_or(at, |n| at + n);
            mistake(
                found..found + character.len_utf8(),
                format!("an invisible character (U+{:04X}) stands here", u32::from(*character)),
                "delete the text around it and type it again",
            )
        }
        ErrorKind::InvalidTrailingDoubleQuotedScalar => mistake(
            trimmed(text, rest),
            "the text goes on after the quote that ends it",
            "write \\\" for a quote inside the text, or put the whole text in single quotes (')",
        ),
        ErrorKind::InvalidTrailingSingleQuotedScalar => mistake(
            trimmed(text, rest),
            "the text goes on after the apostrophe that ends it",
            "put the whole text in double quotes (\"): an apostrophe may stand in them",
        ),
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::DocumentIndicatorInQuotedScalar => open_quote(lines),
        ErrorKind::UnknownQuotedScalarEscape
        | ErrorKind::InvalidQuotedScalarHexEscape
        | ErrorKind::InvalidUnicodeEscape => {
            let found = text[at..].find('\\').map_or(at, |n| at + n);
            mistake(
                found..text.floor_char_boundary((found + 2).min(text.len())),
                "a backslash in double quotes begins a sign of its own, and this is none",
                "write \\\\ for a backslash, or put the text in single quotes (')",
            )
        }
        ErrorKind::UnclosedFlowCollection { open } => value(text, lines.around(at)).or_else(|| {
            mistake(at..at + 1, format!("the `{open}` that opens here is not closed"), closing(*open))
        }),
        ErrorKind::MismatchedFlowCollectionEnd { open, close } => mistake(
            at..at + 1,
            format!("the `{open}` that opens here is closed with `{close}`"),
            closing(*open),
        ),
        ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator => {
            let open = lines.near().into_iter().filter_map(|line| open_bracket(text, line)).next_back();
            match open {
                Some(found) if found < lines.here().start => {
                    let sign = if text[found..].starts_with('{') { '{' } else { '[' };
                    let message = format!("the `{sign}` that opens here is not closed");
                    mistake(found..found + 1, message, closing(sign))
                }
                _ => mistake(
                    rest,
                    "a comma or the closing bracket is missing before this",
                    "if this belongs to the text before it, put quotes around that text",
                ),
            }
        }
        ErrorKind::MisplacedFlowCollectionEnd => mistake(
            at..(at + 1).min(text.len()),
            "this bracket closes nothing",
            "remove it, or put quotes around the text",
        ),
        ErrorKind::InvalidBlockScalarHeader => mistake(
            trimmed(text, rest),
            "the text behind `|` or `>` has to begin on the next line",
            "put it on the next line, indented further than the key; or, if the text begins with this sign, put quotes around it",
        ),
        _ => None,
    }
}

fn closing(open: char) -> String {
    let close = if open == '{' { '}' } else { ']' };
    format!("close it with `{close}`; if it begins a text, put quotes around the whole text")
}

/// A bracket in the lines above that swallowed everything behind it.
fn unclosed(lines: &Lines<'_>) -> Option<Mistake> {
    let mut line = lines.here();
    for _ in 0..10 {
        let part = &lines.text[line.clone()];
        let begins = part.trim_start().trim_start_matches("- ").starts_with(['{', '[']);
        let value = LINE.captures(part).and_then(|c| c.get(2));
        if (begins || value.is_some_and(|value| value.as_str().starts_with(['{', '['])))
            && let Some(found) = open_bracket(lines.text, line.clone())
        {
            let sign = if lines.text[found..].starts_with('{') { '{' } else { '[' };
            return mistake(
                found..found + 1,
                format!("the `{sign}` that opens here is not closed"),
                closing(sign),
            );
        }
        if line.start == 0 {
            break;
        }
        line = lines.around(line.start - 1);
    }
    None
}

/// The first bracket of a line that the line doesn't close.
fn open_bracket(text: &str, line: Range<usize>) -> Option<usize> {
    let mut open = Vec::new();
    for (at, c) in text[line.clone()].char_indices() {
        match c {
            '{' | '[' => open.push(line.start + at),
            '}' | ']' => drop(open.pop()),
            _ => {}
        }
    }
    open.first().copied()
}

/// The quote that opens on the last line that has an odd number of them.
fn open_quote(lines: &Lines<'_>) -> Option<Mistake> {
    let mut line = lines.here();
    loop {
        for quote in ['"', '\''] {
            let part = &lines.text[line.clone()];
            let begins = LINE.captures(part).and_then(|c| Some(c.get(2)?.start()));
            let opens = begins.filter(|at| part[*at..].starts_with(quote));
            if let Some(found) = opens
                && part.matches(quote).count() % 2 == 1
            {
                let start = line.start + found;
                return mistake(
                    start..start + 1,
                    "the quote that opens here is not closed",
                    "put the same quote at the end of the text",
                );
            }
        }
        if line.start == 0 {
            return None;
        }
        line = lines.around(line.start - 1);
    }
}

/// The text as it would be typed with quotes around it; the beginning of a longer one.
fn in_quotes(text: &str) -> String {
    const SHOWN: usize = 60;
    let quote = if text.contains(['"', '\\']) { '\'' } else { '"' };
    let inside = if quote == '\'' { text.replace('\'', "''") } else { text.to_owned() };
    let mut shown: String = inside.chars().take(SHOWN).collect();
    if inside.chars().count() > SHOWN {
        shown.push('…');
    }
    format!("put quotes around the whole text: {quote}{shown}{quote}")
}

/// A text that needs quotes and has none.
fn value(text: &str, line: Range<usize>) -> Option<Mistake> {
    let captures = LINE.captures(&text[line.clone()])?;
    let group = captures.get(2)?;
    let span = trimmed(text, line.start + group.start()..line.start + group.end());
    let value = &text[span.clone()];
    let quotes = in_quotes(value);
    let begins = |what: &str| format!("a text that begins with {what} needs quotes around it");
    if value.starts_with('{') && value.find('}').is_some_and(|end| !value[..end].contains([':', ','])) {
        return mistake(span, begins("a placeholder"), quotes);
    }
    if value.starts_with('[') && value.contains("](") {
        return mistake(span, begins("a link"), quotes);
    }
    if let Some(sign) = value.chars().next().filter(|c| "@`%*&!".contains(*c)) {
        let sign = if sign == '`' { "a backtick".to_owned() } else { format!("`{sign}`") };
        return mistake(span, begins(&sign), quotes);
    }
    if !value.starts_with(['"', '\'', '{', '[', '|', '>']) && (value.contains(": ") || value.ends_with(':')) {
        return mistake(span, "a text with a colon in it needs quotes around it", quotes);
    }
    None
}

/// A line that stands in the wrong column, or is no key.
fn layout(lines: &Lines<'_>, kind: &ErrorKind) -> Mistake {
    let text = lines.text;
    let span = lines.words();
    let words = &text[span.clone()];
    let say = |span: Range<usize>, message: &str, help: &str| Mistake {
        span,
        message: message.to_owned(),
        help: help.to_owned(),
    };
    let columns = "put as many spaces in front of it as the line above has: keys that belong together begin in the same column";
    let keyless = |span: Range<usize>| {
        let glued = text[span.clone()].split_once(':').is_some_and(|(key, _)| !key.contains(' '));
        let help = match glued {
            true => "write a space behind the colon: `key: text`",
            false => {
                "if it is a key, write a colon and a space behind it, `key: text`; if it goes on with the text above, put more spaces in front of it than the line with the key has"
            }
        };
        say(span, "this line has no key with a colon and a space behind it", help)
    };
    if let Some(above) = lines.above() {
        let key = LINE.captures(&text[above.clone()]);
        if matches!(kind, ErrorKind::MappingValueNotAllowed) && key.is_none() {
            return keyless(trimmed(text, above));
        }
        let deeper = indent(text, &lines.here()) > indent(text, &above);
        let filled =
            key.and_then(|c| c.get(2)).is_some_and(|value| !value.as_str().starts_with(['|', '>', '#']));
        if deeper && filled {
            return say(span, "this line is indented further than the one above it", columns);
        }
    }
    if LINE.captures(words).is_none() && !words.starts_with('-') {
        return keyless(span);
    }
    if matches!(kind, ErrorKind::ExpectedBlockSequenceEntry) {
        return say(span, "this line stands where an entry of a list (`- `) is expected", columns);
    }
    if words.starts_with("- ") {
        return say(
            span,
            "an entry of a list stands where a key is expected",
            "indent it further than the key of its list",
        );
    }
    say(
        span,
        "this line does not fit the lines above it",
        "put as many spaces in front of it as the line has that it belongs beside: keys that belong together begin in the same column",
    )
}
