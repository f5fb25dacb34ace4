//! Lines in the wrong column, and multi-line text that needs a `|`.

use std::ops::Range;

use super::trial::{Lines, Mend, Replacement, STEP};
use callguide_search::text::Expression;

/// Matches the first line of keys, or of a list whose entries have keys, as opposed to text. Braces may also belong to
/// a placeholder.
static KEYS: Expression = Expression::new(r"^(?:- )*(?:[a-z_-]+: |\S+:$|\{[\w.-]*(?:[^\w.}-]|$))");

/// How many lines above to search for the column that a line may belong in.
const LOOKED_AT: usize = 12;

pub(super) fn mends(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    hyphen(lines, line, out);
    bar(lines, line, out);
    text_behind_bar(lines, line, out);
    columns(lines, line, out);
}

/// Adds the missing hyphen of a list entry.
pub(super) fn hyphen(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let (text, own) = (lines.text, lines.indent(line));
    let words = text[line.clone()].trim();
    let braces = words.starts_with('{');
    let key_of = |line: &Range<usize>| Some(&text[line.start + lines.indent(line)..lines.key_end(line)?]);
    let shown = if braces { "{" } else { key_of(line).unwrap_or("") };
    if shown.is_empty() || words.starts_with("- ") {
        return;
    }
    let below = |column: usize| lines.below(line).find(|below| lines.indent(below) <= column);
    // Braces start in the same column as the hyphens of the other entries, and keys come after those hyphens. A key may
    // also have lost only its hyphen; in that case, other entries begin with the same key.
    let same = if braces { "- ".to_owned() } else { format!("- {shown}") };
    let begins = |column: &usize| {
        let above = lines.all_above(line).find(|above| lines.indent(above) <= *column);
        let sign = if *column == own { &same } else { "- " };
        [above, below(*column)]
            .into_iter()
            .flatten()
            .any(|other| lines.indent(&other) == *column && text[other].trim_start().starts_with(sign))
    };
    let columns = [own.checked_sub(STEP).filter(|_| !braces), Some(own)];
    let Some(column) = columns.into_iter().flatten().find(begins) else { return };
    // One extra `say:` is a repeated key; if the next key is repeated as well, both belong to another entry.
    let entry: Vec<&str> = lines
        .all_above(line)
        .take_while(|above| lines.indent(above) > column)
        .filter(|above| lines.indent(above) == own)
        .filter_map(|above| key_of(&above))
        .collect();
    let is_there = |line: &Range<usize>| key_of(line).is_some_and(|key| entry.contains(&key));
    if is_there(line) && !below(own).is_some_and(|next| lines.indent(&next) == own && is_there(&next)) {
        return;
    }
    let begin = line.start + own;
    let message = "a list entry begins here without a hyphen";
    let dash = " ".repeat(column) + "- ";
    let help = format!("begin the line like the other entries: `{dash}{shown} …`");
    let edit = (line.start..begin, dash);
    out.push(Mend::new(begin..begin + shown.len(), message, help).by([edit]));
}

/// Adds the missing hyphen of the first entry of the list that `line` belongs to, however far up that entry is.
pub(super) fn first_hyphen(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let key = lines.keys_around(line, lines.indent(line)).next();
    let first = key.and_then(|key| lines.below(&key).next());
    if let Some(first) = first {
        hyphen(lines, &first, out);
    }
}

/// Adds a `|` to a key that the text in `line` may belong to, however far up that key is.
pub(super) fn bar_above(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    lines.keys_around(line, lines.indent(line)).for_each(|key| bar(lines, &key, out));
}

/// Adds a `|` to text that continues below its key.
fn bar(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let Some(end) = lines.key_end(line) else { return };
    let text = lines.text;
    let own = lines.key_column(line);
    let deeper: Vec<Range<usize>> = lines.below(line).take_while(|below| lines.indent(below) > own).collect();
    let first = deeper.first().map(|below| text[below.clone()].trim());
    if first.is_none_or(|words| KEYS.is_match(words)) {
        return;
    }
    let key = text[line.start..end].trim_start_matches([' ', '-']);
    let span = end - key.len()..end;
    let message =
        format!("`{key}` is followed by several lines of text, but the `|` that they need is missing");
    let help = format!("write `{key} |`, and put the text on the lines below, all with the same indentation");
    let value = lines.value(line);
    let edit = match value {
        Some(value) if text[value.clone()].starts_with(['|', '>', '"', '\'', '{', '[', '#']) => return,
        Some(value) => {
            let column = deeper.iter().map(|below| lines.indent(below)).min().unwrap_or(own + STEP);
            (end..value.start, format!(" |\n{}", " ".repeat(column)))
        }
        None => (end..end, " |".to_owned()),
    };
    out.push(Mend::new(span, message, help).by([edit]));
}

/// Moves text that starts on the same line as its `|` to the next line.
fn text_behind_bar(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let Some(value) = lines.value(line) else { return };
    let text = lines.text;
    let Some(rest) = text[value.clone()].strip_prefix(['|', '>']) else { return };
    let words = rest.trim_start_matches(['-', '+']).trim_start();
    if words.is_empty() || words.starts_with('#') {
        return;
    }
    let own = lines.key_column(line);
    let gap = value.end - words.len();
    let column = " ".repeat(own + STEP);
    let edit = (gap..gap, format!("\n{column}"));
    let message = "the text after `|` or `>` has to begin on the next line";
    let help = "put it on the next line, indented further than the key; or, if the text begins with this character, put quotes around it";
    out.push(Mend::new(value, message, help).by([edit]));
}

/// Turns a list of strings under a key that needs a single string into a multi-line string.
pub(super) fn texts(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let text = lines.text;
    let plain =
        |words: &&str| !words.starts_with(['{', '[', '-']) && !words.contains(": ") && !words.ends_with(':');
    let words =
        |line: &Range<usize>| text[line.clone()].trim_start().strip_prefix("- ").map(str::trim).filter(plain);
    let own = lines.indent(line);
    let entry = |other: &Range<usize>| lines.indent(other) == own && words(other).is_some();
    if !entry(line) {
        return;
    }
    let mut above = lines.all_above(line).take_while(|above| lines.indent(above) <= own);
    let Some(key) = above.find(|above| !entry(above)) else { return };
    let Some(end) = lines.key_end(&key).filter(|end| text[*end..key.end].trim().is_empty()) else { return };
    let entries: Vec<Range<usize>> = lines.below(&key).take_while(entry).collect();
    let name = text[key.start..end].trim_start_matches([' ', '-']);
    let deep = lines.key_column(&key) + STEP;
    // In text that's read aloud, hyphens mean nothing; elsewhere, they make a bulleted list.
    let (dash, rest) = match name {
        "say:" => ("", ", and remove the hyphens from the lines below"),
        _ => ("- ", ", and the lines below become bullets in that text"),
    };
    let edits = entries.iter().filter_map(|entry| {
        let words = words(entry)?.trim_matches(['"', '\'']);
        Some((entry.clone(), format!("{}{dash}{words}", " ".repeat(deep))))
    });
    let edits = edits.filter(|(entry, new)| text[entry.clone()] != **new);
    let message = format!("there's a list under `{name}`, which needs plain text instead");
    let help = format!("write `{name} |`{rest}");
    let edits = std::iter::once((end..end, " |".to_owned())).chain(edits);
    out.push(Mend::new(end - name.len()..end, message, help).by(edits));
}

/// Unindents a line that is indented too far, alone or with the lines that belong to it.
pub(super) fn too_deep(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let mut all = Vec::new();
    columns(lines, line, &mut all);
    let left = |mend: &Mend| mend.edits.iter().all(|(range, new)| new.len() < range.len());
    out.extend(all.into_iter().filter(left));
}

/// Moves a line, alone or with the lines that belong to it, to a column where a line above begins.
fn columns(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let text = lines.text;
    let own = lines.indent(line);
    let mut wanted: Vec<(usize, Range<usize>)> = Vec::new();
    for above in lines.all_above(line).take(LOOKED_AT) {
        let column = lines.indent(&above);
        let entry = text[above.clone()].trim_start().starts_with("- ");
        let opens = text[above.clone()].trim_end().ends_with(':');
        let inner = (entry || opens).then_some(column + STEP);
        for column in std::iter::once(column).chain(inner) {
            if column != own && !wanted.iter().any(|(known, _)| *known == column) {
                wanted.push((column, above.clone()));
            }
        }
    }
    wanted.sort_by_key(|(column, _)| column.abs_diff(own));
    let is_key = KEYS.is_match(&text[line.start + own..line.end]);
    let is_block = |key| lines.value(&key).is_some_and(|value| text[value].starts_with(['|', '>']));
    let is_text = |column| lines.keys_around(line, column).any(is_block);
    for (column, above) in wanted {
        // Text would swallow the key without an error.
        if is_key && is_text(column) {
            continue;
        }
        let span = line.start + own..line.end;
        let fault = if column < own { "is indented too far" } else { "isn't indented far enough" };
        let spaces = match column {
            0 => "begin it in the first column".to_owned(),
            1 => "begin it with 1 space".to_owned(),
            _ => format!("begin it with {column} spaces"),
        };
        let like = if lines.indent(&above) == column { ", the same as" } else { ": it belongs to" };
        let help = format!("{spaces}{like} line {}", lines.number(&above));
        let alone = Mend::new(span, format!("this line {fault}"), help);
        let block = moved(lines, line, own, column);
        let with_all = (block.len() > 1).then(|| {
            let help = format!("{}; move the lines that belong to it along with it", alone.help);
            Mend { help, ..alone.clone().by(block) }
        });
        out.push(alone.by([moved_line(line, own, column)]));
        out.extend(with_all);
    }
}

fn moved_line(line: &Range<usize>, from: usize, to: usize) -> Replacement {
    (line.start..line.start + from, " ".repeat(to))
}

/// Moves the line, and the lines below it that are indented further, by the same amount.
fn moved(lines: &Lines<'_>, line: &Range<usize>, from: usize, to: usize) -> Vec<Replacement> {
    let deeper = lines.below(line).take_while(|below| lines.indent(below) > from);
    std::iter::once(moved_line(line, from, to))
        .chain(deeper.map(|below| {
            let own = lines.indent(&below);
            moved_line(&below, own, (own + to).saturating_sub(from))
        }))
        .collect()
}
