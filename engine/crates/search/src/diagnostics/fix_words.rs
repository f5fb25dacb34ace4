//! Describes a fix in words, so that a person can make the change by hand or reject it.

use super::{Edit, Fix, Place, Sources, invisible};

/// How many edits of a fix to list.
const SHOWN: usize = 3;
/// How much of a text to show, in characters.
const WIDE: usize = 60;

/// Returns, for a diagnostic at `here`, a description such as `` replace `that` with `this` ``.
pub fn words(fix: &Fix, here: &Place, sources: &Sources) -> String {
    let mut told: Vec<String> = fix.edits.iter().take(SHOWN).map(|edit| one(edit, here, sources)).collect();
    match fix.edits.len().saturating_sub(SHOWN) {
        0 => {}
        1 => told.push("and one more".to_owned()),
        more => told.push(format!("and {more} more")),
    }
    told.join("; ")
}

fn one(edit: &Edit, here: &Place, sources: &Sources) -> String {
    let text = sources.text(&edit.place.file);
    let span = &edit.place.span;
    let old = text.get(span.clone()).unwrap_or_default();
    let (start, end) = sources.positions(&edit.place);
    let other_file = edit.place.file != here.file;
    let file = if other_file { format!(" of {}", sources.path(&edit.place.file)) } else { String::new() };
    let whole = start.column == 1 && (old.ends_with('\n') || span.end == text.len());
    if edit.text.is_empty() && whole && !old.is_empty() {
        let last = if old.ends_with('\n') { end.line - 1 } else { end.line };
        return match last > start.line {
            true => format!("remove lines {} to {last}{file}", start.line),
            false => format!("remove line {}{file}", start.line),
        };
    }
    let at_here = !other_file && sources.positions(here).0.line == start.line;
    let line = if at_here { String::new() } else { format!(" on line {}{file}", start.line) };
    match (old.is_empty(), edit.text.is_empty()) {
        (true, _) if edit.text.ends_with('\n') => {
            format!("add {} above line {}{file}", shown(&edit.text), start.line)
        }
        (true, _) if edit.text.starts_with(['\r', '\n']) && !edit.text.trim().is_empty() => {
            format!("add {} below line {}{file}", shown(&edit.text), start.line)
        }
        (true, _) => format!("add {}{line}", shown(&edit.text)),
        (false, true) => format!("remove {}{line}", shown(old)),
        (false, false) if begins_elsewhere(old, &edit.text) => {
            let (lead, was) = (lead(&edit.text), lead(old));
            format!("begin {}{line} with {lead}, not {was}", shown(first(old)))
        }
        (false, false) => format!("replace {}{line} with {}", shown(old), shown(&edit.text)),
    }
}

/// Whether only the indentation of a line changes.
fn begins_elsewhere(old: &str, new: &str) -> bool {
    !first(old).is_empty() && first(old) == first(new) && lead(old) != lead(new)
}

/// Returns the first line of a text, without surrounding blanks.
fn first(text: &str) -> &str {
    text.trim_start().lines().next().unwrap_or_default().trim_end()
}

/// Describes the blanks at the start of a text.
fn lead(text: &str) -> String {
    match text.len() - text.trim_start().len() {
        0 => "none".to_owned(),
        count => blanks(&text[..count]),
    }
}

/// Formats a text as it's typed, on one line, and shortened.
fn shown(text: &str) -> String {
    if !text.is_empty() && text.trim().is_empty() {
        return blanks(text);
    }
    let mut out = String::from("`");
    for (count, c) in text.trim().chars().enumerate() {
        if count == WIDE {
            out.push('…');
            break;
        }
        if c.is_control() || invisible::is(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out.push('`');
    out
}

/// Describes blanks by counting them, since they can't be seen.
fn blanks(text: &str) -> String {
    let (count, all) = (text.chars().count(), |c: char| text.chars().all(|other| other == c));
    match (count, all(' '), all('\t')) {
        _ if text.contains('\n') => "a line break".to_owned(),
        (1, true, _) => "a space".to_owned(),
        (_, true, _) => format!("{count} spaces"),
        (1, _, true) => "a tab".to_owned(),
        (_, _, true) => format!("{count} tabs"),
        (1, ..) => "a different kind of blank".to_owned(),
        _ => format!("{count} blanks of different kinds"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_counted() {
        assert_eq!(told("a.yaml", " ", "   "), "replace a space with 3 spaces");
        assert_eq!(blanks("\t\t"), "2 tabs");
        assert_eq!(blanks("\u{a0}"), "a different kind of blank");
        assert_eq!(blanks(" \u{a0}"), "2 blanks of different kinds");
    }

    fn told(file: &str, find: &str, text: &str) -> String {
        let mut sources = Sources::new("content");
        sources.insert("a.yaml".into(), "one: x\ntwo: y\nthree: z\n".into());
        sources.insert("b.yaml".into(), "four: v\n".into());
        let start = sources.text(file).find(find).unwrap();
        let edit = Edit {
            place: Place { file: file.into(), span: start..start + find.len() },
            text: text.to_owned(),
        };
        let here = Place { file: "a.yaml".into(), span: 0..3 };
        words(&Fix { safe: false, edits: vec![edit] }, &here, &sources)
    }

    #[test]
    fn a_change_is_told_as_it_is_typed() {
        assert_eq!(told("a.yaml", "x", "\"x\""), "replace `x` with `\"x\"`");
        assert_eq!(told("a.yaml", "y", "q"), "replace `y` on line 2 with `q`");
        assert_eq!(told("a.yaml", "two: y\n", ""), "remove line 2");
        assert_eq!(told("a.yaml", "two: y\nthree: z\n", ""), "remove lines 2 to 3");
        assert_eq!(told("a.yaml", "two: y", "  two: y"), "begin `two: y` on line 2 with 2 spaces, not none");
        assert_eq!(told("a.yaml", "x", ""), "remove `x`");
        assert_eq!(told("b.yaml", "four: v\n", ""), "remove line 1 of content/b.yaml");
        assert_eq!(told("b.yaml", "v", "w"), "replace `v` on line 1 of content/b.yaml with `w`");
    }

    #[test]
    fn many_changes_are_counted() {
        let edit = Edit { place: Place { file: "a.yaml".into(), span: 0..0 }, text: "x".to_owned() };
        let fix = Fix { safe: false, edits: vec![edit; 5] };
        let words = words(&fix, &Place::file("a.yaml"), &Sources::new(""));
        assert!(words.ends_with("; and 2 more"), "{words}");
    }
}
