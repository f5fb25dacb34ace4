//! Slips in pasted text: blanks, dashes and quotes from word processors and websites, merge conflict markers, and the
//! `+` and `-` of a diff.

use std::ops::Range;

use super::trial::{Lines, Mend, trimmed};
use callguide_search::diagnostics::invisible;
use callguide_search::text::Expression;

pub(super) fn mends(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    let all: Vec<Range<usize>> = lines.all().collect();
    merge(lines, &all, out);
    difference(lines, &all, out);
    control(lines, out);
    odd_blanks(lines, out);
    tabs(lines, out);
    dashes(lines, out);
    curly_quotes(lines, out);
}

/// The markers that git writes into a file it couldn't merge.
const OF_A_MERGE: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// Removes markers left over after a merge. If both versions are still there, a person has to choose.
fn merge(lines: &Lines<'_>, all: &[Range<usize>], out: &mut Vec<Mend>) {
    let text = lines.text;
    let marks = |sign: &str| all.iter().filter(|line| text[(*line).clone()].starts_with(sign)).count();
    if marks("<<<<<<<") > 0 && marks(">>>>>>>") > 0 {
        return;
    }
    let left: Vec<_> = all
        .iter()
        .filter(|line| OF_A_MERGE.iter().any(|sign| text[(*line).clone()].starts_with(sign)))
        .collect();
    let Some(first) = left.first() else { return };
    let edits = left.iter().map(|line| (with_end(text, line), String::new()));
    let help = if left.len() == 1 { "remove it".to_owned() } else { format!("remove all {}", left.len()) };
    let message = "this line is left over from a git merge and isn't content";
    out.push(Mend::new(trimmed(text, (*first).clone()), message, help).by(edits));
}

/// Cleans up lines copied from a diff, as git or a website shows it, where each added line starts with `+`.
fn difference(lines: &Lines<'_>, all: &[Range<usize>], out: &mut Vec<Mend>) {
    let text = lines.text;
    let starts = |line: &Range<usize>, sign: &str| text[line.clone()].starts_with(sign);
    let added: Vec<_> = all.iter().filter(|line| starts(line, "+")).collect();
    let Some(first) = added.first() else { return };
    let mut edits = Vec::new();
    for line in all {
        let words = &text[line.clone()];
        if ["+++ ", "--- a/", "@@ ", "diff --git ", "index "].iter().any(|head| words.starts_with(head)) {
            edits.push((with_end(text, line), String::new()));
        } else if starts(line, "+") {
            edits.push((line.start..line.start + 1, String::new()));
        }
    }
    let count = added.len();
    let help = match count {
        1 => "remove the `+` and leave the rest of the line as it is".to_owned(),
        _ => format!(
            "remove the `+` from the beginning of these {count} lines, and leave the rest of each as it is"
        ),
    };
    let message = "this was copied from a diff, where a `+` marks a new line";
    out.push(Mend::new(first.start..first.start + 1, message, help).by(edits));
}

/// Extends a line to include its line break.
fn with_end(text: &str, line: &Range<usize>) -> Range<usize> {
    let end = text[line.end..].find('\n').map_or(text.len(), |at| line.end + at + 1);
    line.start..end
}

/// Replaces blanks other than spaces, and removes invisible characters, at the start of lines.
fn odd_blanks(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    let text = lines.text;
    let odd = |c: char| is_wide_blank(c) || invisible::is(c);
    let mut edits = Vec::new();
    let mut first = None;
    let mut count = 0;
    for line in lines.all() {
        let before = edits.len();
        let front = text[line.clone()].char_indices().take_while(|(_, c)| matches!(c, ' ' | '-') || odd(*c));
        for (at, c) in front.filter(|(_, c)| odd(*c)) {
            let range = line.start + at..line.start + at + c.len_utf8();
            first.get_or_insert((range.clone(), c));
            edits.push((range, if is_wide_blank(c) { " ".to_owned() } else { String::new() }));
        }
        count += usize::from(edits.len() > before);
    }
    let Some((span, c)) = first else { return };
    let name =
        invisible::named(c).unwrap_or_else(|| format!("an unusual space character (U+{:04X})", u32::from(c)));
    let also = also(count);
    let help = match is_wide_blank(c) {
        true => format!("replace it with a space{also}"),
        false => format!("delete it{also}: put the cursor after it and press Backspace once"),
    };
    out.push(Mend::new(span, format!("{name} is at the start of this line"), help).by(edits).plain());
}

/// Says how many other lines need the same change.
fn also(lines: usize) -> String {
    match lines {
        0 | 1 => String::new(),
        2 => ", here and on 1 more line".to_owned(),
        _ => format!(", here and on {} more lines", lines - 1),
    }
}

/// Returns whether this is a blank other than a space, such as the no-break space that websites use.
fn is_wide_blank(c: char) -> bool {
    c.is_whitespace() && !matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Replaces tabs used for indentation.
fn tabs(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    let text = lines.text;
    let fronts: Vec<Range<usize>> = lines
        .all()
        .filter_map(|line| {
            let front = text[line.clone()].trim_start_matches([' ', '\t', '-']);
            let front = line.start..line.end - front.len();
            text[front.clone()].contains('\t').then_some(front)
        })
        .collect();
    let Some(first) = fronts.first() else { return };
    let at = first.start + text[first.clone()].find('\t').unwrap_or(0);
    let span = at..at + text[at..].bytes().take_while(|byte| *byte == b'\t').count();
    let tab = if fronts.len() == 1 { "tab" } else { "tabs" };
    let help = format!("use spaces instead of the {tab}{}", also(fronts.len()));
    // A tab's width depends on the editor, so try several: the right one is whichever makes the file parse.
    for width in [2, 4, 3, 1, 6, 8, 5, 7] {
        let spaces = " ".repeat(width);
        let edits = fronts.iter().map(|front| (front.clone(), text[front.clone()].replace('\t', &spaces)));
        out.push(Mend::new(span.clone(), "there's a tab here", help.clone()).by(edits));
    }
}

/// Characters that word processors substitute for the hyphen of a list entry.
const DASHES: [char; 9] = ['–', '—', '−', '‐', '‑', '‒', '―', '•', '·'];

/// Replaces a dash or bullet at the start of a list entry with a hyphen.
fn dashes(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    let text = lines.text;
    let begins = |line: Range<usize>| {
        let words = text[line.clone()].trim_start_matches(' ');
        let c = words.chars().next().filter(|c| DASHES.contains(c))?;
        let at = line.end - words.len();
        words[c.len_utf8()..].starts_with([' ', '\u{a0}']).then_some((at..at + c.len_utf8(), c))
    };
    let found: Vec<_> = lines.all().filter_map(begins).collect();
    let Some((span, c)) = found.first() else { return };
    let name = if matches!(c, '•' | '·') { "a bullet" } else { "a dash" };
    let hyphen = "replace it with a hyphen (-), the key next to the 0";
    let help = format!("{hyphen}{}", also(found.len()));
    let edits = found.iter().map(|(range, _)| (range.clone(), "-".to_owned()));
    let message = format!("this line begins with {name} (`{c}`); a list entry begins with a hyphen");
    out.push(Mend::new(span.clone(), message, help).by(edits).plain());
    // In text introduced by `|`, these characters are fine, so also try changing only the line where the parser
    // stopped.
    for (range, _) in found.iter().filter(|(range, _)| lines.here().contains(&range.start)) {
        let message = format!("this line begins with {name}; a list entry begins with a hyphen");
        out.push(Mend::new(range.clone(), message, hyphen).by([(range.clone(), "-".to_owned())]));
    }
}

/// Replaces typographic quotes around a value.
fn curly_quotes(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    const OPEN: [char; 5] = ['"', '“', '”', '„', '‟'];
    let text = lines.text;
    for line in lines.all() {
        let Some(value) = lines.value(&line) else { continue };
        let words = &text[value.clone()];
        let (Some(first), Some(last)) = (words.chars().next(), words.chars().next_back()) else { continue };
        let curly = |c: char| c != '"' && OPEN.contains(&c);
        if !OPEN.contains(&first) || !(curly(first) || curly(last)) || value.len() < 2 {
            continue;
        }
        let end = if OPEN.contains(&last) { value.end - last.len_utf8() } else { value.end };
        let sign = if curly(first) { value.start..value.start + first.len_utf8() } else { end..value.end };
        let edits = [
            (value.start..value.start + first.len_utf8(), "\"".to_owned()),
            (end..value.end, "\"".to_owned()),
        ];
        let message = "this curly quote has to be a straight one";
        let help = "put straight quotes (\") around the text";
        out.push(Mend::new(sign, message, help).by(edits).plain());
    }
    in_braces(lines, out);
}

/// Replaces typographic quotes in a line with several values, such as `{ id: “no”, text: “No” }`.
fn in_braces(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    static CURLY: Expression = Expression::new(r"(?:[\[:,] *)(?P<open>[“”„‟])|(?P<close>[“”„‟]) *[,\]}]");
    for line in lines.all() {
        let words = &lines.text[line.clone()];
        if !words.trim_start_matches([' ', '-']).starts_with('{') && !words.contains(": [") {
            continue;
        }
        let signs =
            CURLY.captures_iter(words).filter_map(|hit| hit.name("open").or_else(|| hit.name("close")));
        let signs: Vec<Range<usize>> =
            signs.map(|sign| line.start + sign.start()..line.start + sign.end()).collect();
        let Some(first) = signs.first().cloned() else { continue };
        let message = "this curly quote has to be a straight one";
        let help = "put straight quotes (\") around each value on this line";
        let edits = signs.into_iter().map(|sign| (sign, "\"".to_owned()));
        out.push(Mend::new(first, message, help).by(edits).plain());
    }
}

/// Removes a control character.
fn control(lines: &Lines<'_>, out: &mut Vec<Mend>) {
    let rest = &lines.text[lines.at..lines.around(lines.at).end];
    let Some((found, c)) = rest.char_indices().find(|(_, c)| c.is_control() && *c != '\t') else { return };
    let span = lines.at + found..lines.at + found + c.len_utf8();
    let message = format!("there's an invisible character (U+{:04X}) here", u32::from(c));
    let help = "delete the text around it and type it again";
    out.push(Mend::new(span.clone(), message, help).by([(span, String::new())]).plain());
}
