//! Lines in the wrong column, and multi-line text that needs a `|`.

use std::ops::Range;

use super::trial::{Lines, Mend, Replacement};
use callguide_search::text::Expression;

/// Matches the first line of keys, or of a list whose entries have keys, as opposed to text. Braces may also be those
/// of a placeholder.
static KEYS: Expression = Expression::new(r"^(?:- )*(?:[a-z_-]+: |\S+:$|\{[\w.-]*(?:[^\w.}-]|$))");

/// How many lines above to search for the column that a line may belong in.
const LOOKED_AT: usize = 12;
/// How many columns text or a list is indented beyond its key in the content we ship.
const STEP: usize = 2;

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
    let key = key_of(line).unwrap_or("");
    // Keys come after the hyphens of the other entries; braces start in the same column as those hyphens.
    let column = if braces { Some(own) } else { own.checked_sub(STEP).filter(|_| !key.is_empty()) };
    let beside = |other: Range<usize>| {
        Some(lines.indent(&other)) == column && text[other].trim_start().starts_with("- ")
    };
    let mut above = std::iter::successors(lines.above(line), |above| lines.above(above));
    let above = above.find(|above| Some(lines.indent(above)) <= column).is_some_and(beside);
    // One extra `say:` is a repeated key; if the next key is repeated as well, both belong to another entry.
    let entry: Vec<&str> = std::iter::successors(lines.above(line), |above| lines.above(above))
        .take_while(|above| Some(lines.indent(above)) > column)
        .filter(|above| lines.indent(above) == own)
        .filter_map(|above| key_of(&above))
        .collect();
    let is_there = |line: &Range<usize>| key_of(line).is_some_and(|key| entry.contains(&key));
    let mut below = lines.below(line).filter(|below| !text[below.clone()].trim().is_empty());
    let next = below.find(|below| lines.indent(below) <= own);
    let repeated = is_there(line) && !next.is_some_and(|next| lines.indent(&next) == own && is_there(&next));
    let mut below = lines.below(line).filter(|below| !text[below.clone()].trim().is_empty());
    let starts = above || below.find(|below| Some(lines.indent(below)) <= column).is_some_and(beside);
    if words.starts_with("- ") || repeated || !starts {
        return;
    }
    let begin = line.start + own;
    let shown = if braces { "{" } else { key };
    let message = "a list entry begins here without a hyphen";
    let dash = " ".repeat(column.unwrap_or(own)) + "- ";
    let help = format!("begin the line like the other entries: `{dash}{shown} …`");
    let edit = (line.start..begin, dash);
    out.push(Mend::new(begin..begin + shown.len(), message, help).by([edit]));
}

/// Adds the missing hyphen of a list's first entry, given the line of the second.
pub(super) fn first_hyphen(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let above = std::iter::successors(lines.above(line), |above| lines.above(above));
    let entry = above.take_while(|above| lines.indent(above) > lines.indent(line));
    entry.last().into_iter().for_each(|first| hyphen(lines, &first, out));
}

/// Adds a `|` to a key that the text in `line` may belong to, however far up that key is.
pub(super) fn bar_above(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let mut column = lines.indent(line);
    for above in std::iter::successors(lines.above(line), |line| lines.above(line)) {
        if lines.indent(&above) < column {
            column = lines.indent(&above);
            bar(lines, &above, out);
        }
    }
}

/// Adds a `|` to text that continues below its key.
fn bar(lines: &Lines<'_>, line: &Range<usize>, out: &mut Vec<Mend>) {
    let Some(end) = lines.key_end(line) else { return };
    let text = lines.text;
    let own = lines.indent(line) + text[line.clone()].matches("- ").take(1).count() * STEP;
    let deeper: Vec<Range<usize>> = lines
        .below(line)
        .take_while(|below| text[below.clone()].trim().is_empty() || lines.indent(below) > own)
        .collect();
    let first = deeper.iter().map(|below| text[below.clone()].trim()).find(|words| !words.is_empty());
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
            let column = deeper.iter().filter(|below| !text[(*below).clone()].trim().is_empty());
            let column = column.map(|below| lines.indent(below)).min().unwrap_or(own + STEP);
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
    let own = lines.indent(line) + text[line.clone()].matches("- ").take(1).count() * STEP;
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
    let above = std::iter::successors(lines.above(line), |above| lines.above(above));
    let Some(key) = above.take_while(|above| lines.indent(above) <= own).find(|above| !entry(above)) else {
        return;
    };
    let Some(end) = lines.key_end(&key).filter(|end| text[*end..key.end].trim().is_empty()) else { return };
    let entries: Vec<Range<usize>> = lines.below(&key).take_while(entry).collect();
    let name = text[key.start..end].trim_start_matches([' ', '-']);
    let deep = lines.indent(&key) + text[key.clone()].matches("- ").take(1).count() * STEP + STEP;
    // In a text that's read aloud, hyphens mean nothing; elsewhere, they make a bulleted list.
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
    for above in std::iter::successors(lines.above(line), |above| lines.above(above)).take(LOOKED_AT) {
        let column = lines.indent(&above);
        let entry = text[above.clone()].trim_start().starts_with("- ");
        let opens = text[above.clone()].trim_end().ends_with(':');
        let mut columns = vec![column];
        columns.extend(entry.then_some(column + STEP));
        columns.extend(opens.then_some(column + STEP));
        for column in columns {
            if column != own && !wanted.iter().any(|(known, _)| *known == column) {
                wanted.push((column, above.clone()));
            }
        }
    }
    wanted.sort_by_key(|(column, _)| column.abs_diff(own));
    for (column, above) in wanted {
        let span = line.start + own..line.end;
        let message = if column < own {
            "this line is indented too far"
        } else {
            "this line isn't indented far enough"
        };
        let spaces = match column {
            0 => "begin it in the first column".to_owned(),
            1 => "begin it with 1 space".to_owned(),
            _ => format!("begin it with {column} spaces"),
        };
        let help = match lines.indent(&above) == column {
            true => format!("{spaces}, the same as line {}", lines.number(&above)),
            false => format!("{spaces}: it belongs to line {}", lines.number(&above)),
        };
        let alone = Mend::new(span, message, help);
        let block = moved(lines, line, own, column);
        let with_all = (block.len() > 1).then(|| {
            let mut mend = alone.clone().by(block);
            mend.help.push_str("; move the lines that belong to it along with it");
            mend
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
    let text = lines.text;
    let says = |below: &Range<usize>| !text[below.clone()].trim().is_empty();
    let deeper = lines.below(line).take_while(|below| !says(below) || lines.indent(below) > from);
    std::iter::once(moved_line(line, from, to))
        .chain(deeper.filter(says).map(|below| {
            let own = lines.indent(&below);
            moved_line(&below, own, (own + to).saturating_sub(from))
        }))
        .collect()
}
