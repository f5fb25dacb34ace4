//! Turns the text of a cell or document into the content's Markdown: first removes characters that would interfere with
//! later steps (invisible characters, and braces, which would be placeholders), and then formats the lines.

use regex::Captures;

use super::terms::Losses;
use callguide_search::diagnostics::invisible;
use callguide_search::text::Expression;
use callguide_search::text::placeholders;

/// Letters of right-to-left alphabets, which need directional marks.
static RIGHT_TO_LEFT: Expression = Expression::new(r"[\p{Arabic}\p{Hebrew}\p{Syriac}\p{Thaana}]");

/// Returns `text` with plain spaces and line breaks, and without control characters or misleading characters.
pub(super) fn seen(text: &str) -> String {
    let turned = RIGHT_TO_LEFT.is_match(text);
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2029}' => out.push_str("\n\n"),
            // Line breaks within a paragraph, as word processors write them.
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            c if c.is_whitespace() => out.push(' '),
            c if c.is_control() => {}
            c if invisible::misleads(c) && !(turned && invisible::is_directional(c)) => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns `text` on one line, with single spaces.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The prefixes of placeholders that the content itself declares.
const OWN: [&str; 2] = ["state.", "snippet."];

/// Replaces braces with parentheses if they would form an undeclared placeholder.
pub(super) fn without_braces(text: &str, losses: &mut Losses) -> String {
    let mut out = text.to_owned();
    for name in placeholders::names(text).filter(|name| !OWN.iter().any(|own| name.starts_with(own))) {
        losses.add(format!("{{{name}}} is now ({name}): braces are for words that the app fills in"));
        out = out.replace(&format!("{{{name}}}"), &format!("({name})"));
    }
    out
}

/// A list item with a bullet, as people type it or word processors paste it; group 1 is the words.
static BULLET: Expression = Expression::new(r"^(?:[•▪▫◦‣●○■□➢►✓✔]\s*|[·§–—*+-][ \t]+|o\t\s*)(\S.*)$");
/// A step's number followed by words.
static NUMBERED: Expression = Expression::new(r"^\(?([0-9]{1,2})[.)][ \t]+(\S.*)$");
/// A line of punctuation that serves as a rule.
static RULE: Expression = Expression::new(r"^(?:-{3,}|={3,}|\*{3,}|_{3,}|[–—]{2,})$");
/// Characters that would begin a heading, a quotation, or a code block in Markdown but were meant literally;
/// group 1 is the characters.
static BEGINS: Expression = Expression::new(r"^(#{1,6}(?:\s|$)|>|~{3}|=)");
/// A longer number such as a year, which would begin a list at that number.
static LONG_NUMBER: Expression = Expression::new(r"^([0-9]{3,9})([.)])(\s|$)");
/// A backslash that Markdown would remove.
static BACKSLASH: Expression = Expression::new(r"\\([[:punct:]])");
/// Text that Markdown would take for HTML.
static TAG_LIKE: Expression = Expression::new(r"(\\?)<([A-Za-z/!?])");
/// A heading; group 1 is its text.
static HEADING: Expression = Expression::new(r"^#{1,6}\s+(.*?)\s*#*$");
/// The line between a table's header and its rows.
static TABLE_RULE: Expression = Expression::new(r"^\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?\s*)?$");

/// The widths that programs wrap lines at.
const CUT: std::ops::RangeInclusive<usize> = 50..=120;

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Blank,
    Words,
    Item,
}

/// Unwraps text that was wrapped at one width, the way mail programs and PDF files wrap it: each such paragraph becomes
/// one line.
pub(super) fn unwrapped(text: &str, losses: &mut Losses) -> String {
    let mut cut = false;
    let paragraphs = text.split("\n\n").map(|paragraph| {
        let lines: Vec<&str> = paragraph.lines().map(str::trim_end).collect();
        let is_cut = is_cut(&lines);
        cut |= is_cut;
        if is_cut { lines.join(" ") } else { paragraph.to_owned() }
    });
    let text = paragraphs.collect::<Vec<_>>().join("\n\n");
    if cut {
        let what =
            "line breaks in the middle of sentences, all at the same width: each paragraph is now one line";
        losses.add(what);
    }
    text
}

/// Returns whether a program wrapped these lines: the next word never fit, and most breaks are in the middle
/// of a sentence.
fn is_cut(lines: &[&str]) -> bool {
    let long = |text: &str| text.chars().count();
    let width = lines.iter().map(|line| long(line)).max().unwrap_or_default();
    let breaks = || lines.windows(2).map(|pair| (pair[0], pair[1]));
    let goes_on = |(line, next): &(&str, &str)| {
        next.starts_with(char::is_lowercase) && !line.ends_with(['.', '!', '?', ':', ';'])
    };
    CUT.contains(&width)
        && lines.iter().all(|line| !line.starts_with(char::is_whitespace) && !BULLET.is_match(line))
        && breaks()
            .all(|(line, next)| long(line) + 1 + long(next.split(' ').next().unwrap_or_default()) > width)
        && breaks().filter(goes_on).count() * 2 > breaks().count()
}

/// Formats plain text, assuming that all its line breaks are intended.
pub(super) fn plain(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut before = LineKind::Blank;
    for raw in text.lines() {
        let indent = raw.len() - raw.trim_start().len();
        let body = raw.trim();
        if body.is_empty() || RULE.is_match(body) {
            if before != LineKind::Blank {
                out.push(String::new());
            }
            before = LineKind::Blank;
            continue;
        }
        let nested =
            before == LineKind::Item && (indent > 1 || body.starts_with("o\t") || body.starts_with('◦'));
        let item = match (BULLET.captures(body), NUMBERED.captures(body)) {
            (Some(bullet), _) => Some(format!("- {}", &bullet[1])),
            (_, Some(numbered)) => Some(format!("{}. {}", &numbered[1], &numbered[2])),
            _ => None,
        };
        let line = if item.is_some() { LineKind::Item } else { LineKind::Words };
        match (before, line) {
            // Indented lines below an item belong to it.
            (LineKind::Item, LineKind::Words) if indent > 1 => {
                kept(&mut out);
                out.push(format!("  {body}"));
                continue;
            }
            (LineKind::Words, LineKind::Words) => kept(&mut out),
            (LineKind::Words, LineKind::Item) | (LineKind::Item, LineKind::Words) => out.push(String::new()),
            _ => {}
        }
        let words = item
            .unwrap_or_else(|| LONG_NUMBER.replace(&BEGINS.replace(body, r"\$1"), r"$1\$2$3").into_owned());
        out.push(if nested { format!("  {words}") } else { words });
        before = line;
    }
    out.join("\n").trim_matches('\n').to_owned()
}

/// Adds a hard break to the last line, with a backslash because editors strip trailing spaces.
fn kept(out: &mut [String]) {
    if let Some(last) = out.last_mut() {
        last.push('\\');
    }
}

/// Formats the lines of a Markdown document, where single line breaks mean nothing. Headings in an answer become bold,
/// and table rows become list items.
pub(super) fn of_document(text: &str, losses: &mut Losses) -> String {
    let mut out: Vec<String> = Vec::new();
    let (mut fenced, mut table) = (false, false);
    let lines: Vec<&str> = text.lines().collect();
    for (at, raw) in lines.iter().enumerate() {
        let body = raw.trim();
        fenced ^= body.starts_with("```");
        if fenced || body.starts_with("```") {
            out.push((*raw).to_owned());
            continue;
        }
        if body.len() > 1 && body.starts_with('|') {
            if !table {
                losses.add("a table: its rows are now items in a list");
                out.push(String::new());
            }
            table = true;
            if !TABLE_RULE.is_match(body) {
                let cells = body.trim_matches('|').split('|').map(str::trim).filter(|cell| !cell.is_empty());
                out.push(format!("- {}", cells.collect::<Vec<_>>().join("; ")));
            }
            continue;
        }
        if std::mem::take(&mut table) && !body.is_empty() {
            out.push(String::new());
        }
        if let Some(heading) = HEADING.captures(body) {
            let words = heading[1].replace("**", "");
            out.extend([String::new(), format!("**{words}**"), String::new()]);
            continue;
        }
        let broken = raw.ends_with("  ") && lines.get(at + 1).is_some_and(|next| !next.trim().is_empty());
        let indent = &raw[..raw.len() - raw.trim_start().len()];
        let words = match BULLET.captures(body).filter(|_| !body.starts_with(['*', '+', '-'])) {
            Some(bullet) => format!("- {}", &bullet[1]),
            None => body.to_owned(),
        };
        let indent = indent.replace('\t', "  ");
        out.push(format!("{indent}{words}{}", if broken { "\\" } else { "" }));
    }
    let mut text = out.join("\n");
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text.trim_matches('\n').to_owned()
}

/// Escapes backslashes in plain text so that Markdown keeps them.
pub(super) fn backslashes(text: &str) -> String {
    BACKSLASH.replace_all(text, r"\\$1").into_owned()
}

/// Escapes Markdown so that nothing in it is taken for HTML.
pub(super) fn without_tags(text: &str) -> String {
    TAG_LIKE
        .replace_all(
            text,
            |hit: &Captures<'_>| {
                if hit[1].is_empty() { format!("\\<{}", &hit[2]) } else { hit[0].to_owned() }
            },
        )
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed_and_line_breaks_kept() {
        assert_eq!(seen("a\u{a0}b\u{200b}c\u{feff}\u{b}d\u{7}\te\u{2029}f"), "a bc\nd\te\n\nf");
        assert_eq!(seen("שלום\u{200f}!"), "שלום\u{200f}!");
        assert_eq!(one_line(" a\n b  c "), "a b c");
    }

    #[test]
    fn undeclared_braces_become_parentheses_and_are_reported() {
        let mut losses = Losses::default();
        assert_eq!(without_braces("{name} in {state.name}", &mut losses), "(name) in {state.name}");
        assert_eq!(losses.all.len(), 1);
    }

    #[test]
    fn plain_lines_stay_lines() {
        for (text, markdown) in [
            ("one\ntwo\n\nthree", "one\\\ntwo\n\nthree"),
            ("Bring:\n• a\n•b\n– c\n* d\nThanks", "Bring:\n\n- a\n- b\n- c\n- d\n\nThanks"),
            ("1) a\n2) b\n(3) c", "1. a\n2. b\n3. c"),
            ("- a\n  - b\n  more\no\tc", "- a\n  - b\\\n  more\n  - c"),
            ("a\n---\nb", "a\n\nb"),
            ("# of people\n> 3", "\\# of people\\\n\\> 3"),
            ("2024. A year\n-5 degrees", "2024\\. A year\\\n-5 degrees"),
            ("    far in", "far in"),
        ] {
            assert_eq!(plain(text), markdown, "{text:?}");
        }
        assert_eq!(without_tags(&backslashes(r"C:\_x <your name> 3 < 4")), r"C:\\_x \<your name> 3 < 4");
    }

    #[test]
    fn hard_wrapped_lines_are_joined() {
        let cut = "You can register at your county office until the day\nbefore, or on our page. If you moved within the county,\nno new form is needed.";
        let typed =
            "You can register at your county office until the day before\nOr on our page.\nOr by mail.";
        let mut losses = Losses { line: 3, ..Losses::default() };
        let text = format!("{cut}\n\n{typed}");
        assert_eq!(unwrapped(&text, &mut losses), format!("{}\n\n{typed}", cut.replace('\n', " ")));
        assert_eq!((losses.all.len(), losses.all[0].line), (1, 3));
        let two = "Bring a letter that shows where you live, and something\nthat shows who you are.";
        assert_eq!(unwrapped(two, &mut losses), two.replace('\n', " "));
        for kept in [typed, "one\ntwo", "- an item that is longer than fifty characters, and cut\nhere"] {
            assert_eq!(unwrapped(kept, &mut losses), kept);
        }
    }

    #[test]
    fn lines_of_a_document_are_already_markdown() {
        let mut losses = Losses { line: 10, ..Losses::default() };
        let text = "one\ntwo  \nthree  \n\n### Sub **part**\n• a\n\n| x | y |\n|---|:-:|\n| 1 | 2 |\nend\n```\n# code  \n```";
        let out = of_document(text, &mut losses);
        let expected =
            "one\ntwo\\\nthree\n\n**Sub part**\n\n- a\n\n- x; y\n- 1; 2\n\nend\n```\n# code  \n```";
        assert_eq!(out, expected);
        let lost = losses.all.iter().map(|loss| (loss.line, loss.what.as_str())).collect::<Vec<_>>();
        assert_eq!(lost, [(10, "a table: its rows are now items in a list")]);
    }
}
