//! `invisible-in-name`: an invisible character in a name, a link or an address, which makes it a different one;
//! `invisible-in-text`: one in other text, where it usually comes from pasting.

use std::collections::BTreeSet;
use std::ops::Range;

use super::consequences::{ABOUT_NAMES, INVISIBLE_IN_NAME};
use super::context::Context;
use super::findings::{error, few, warning};
use crate::content::document::Scalar;
use crate::content::{Document, Kind};
use callguide_search::diagnostics::{Diagnostic, Fix, Place, invisible};
use callguide_search::text::Expression;
use callguide_search::text::links;

/// An escape in a double-quoted string, with the character's digits in one of groups 1 to 3.
static ESCAPE: Expression = Expression::new(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.)");

/// An invisible character, and where it's written.
#[derive(Debug, Clone)]
struct InvisibleSign {
    at: Range<usize>,
    sign: char,
}

/// Checks every file. `earlier` holds the findings of the loader and the schemas and `found` those of the other rules;
/// they show which parts of a file are names. A name that seems to be missing only because its definition contains an
/// invisible character isn't a separate mistake.
pub(super) fn check(context: &Context<'_>, earlier: &[Diagnostic], found: &mut Vec<Diagnostic>) {
    let mut own = Vec::new();
    let mut defined: Vec<String> = Vec::new();
    for (kind, document) in context.documents() {
        let hits = hits(document);
        if hits.is_empty() {
            continue;
        }
        let scalars = document.scalars();
        let keys = scalars.iter().filter(|scalar| scalar.is_key);
        let keys = keys.filter_map(|key| document.text.get(key.span.clone()));
        let keys = keys.filter(|key| key.contains(invisible::is));
        defined.extend(keys.map(|key| visible(key.trim_matches(['"', '\'']))));
        let about_names: Vec<&Place> = earlier
            .iter()
            .chain(&*found)
            .filter(|d| ABOUT_NAMES.contains(&d.rule) && d.place.file == document.name)
            .map(|d| &d.place)
            .collect();
        in_document((kind, document), &scalars, &hits, &about_names, &mut own);
    }
    found.retain(|finding| {
        let document = context.draft.documents.get(&finding.place.file);
        let name = document.and_then(|(_, document)| document.text.get(finding.place.span.clone()));
        let name = name.map(|name| name.strip_prefix("link:").unwrap_or(name));
        !finding.rule.starts_with("unknown-")
            || !name.is_some_and(|name| defined.iter().any(|key| key == name))
    });
    found.extend(own);
}

/// `text` as people see it.
fn visible(text: &str) -> String {
    text.chars().filter(|c| !invisible::is(*c)).collect()
}

fn in_document(
    (kind, document): (Kind, &Document),
    scalars: &[Scalar<'_>],
    hits: &[InvisibleSign],
    about_names: &[&Place],
    found: &mut Vec<Diagnostic>,
) {
    for group in hits.chunk_by(|a, b| owner(scalars, a) == owner(scalars, b) && same_line(document, a, b)) {
        let scalar = owner(scalars, &group[0]).map(|at| &scalars[at]);
        let pointer = scalar.map_or("", |scalar| scalar.pointer);
        let in_name = |hit: &&InvisibleSign| {
            scalar.is_some_and(|scalar| scalar.is_key)
                || about_names.iter().any(|name| name.contains(&place(document, hit)))
                || matches!(kind, Kind::Faq | Kind::Elsewhere)
                    && scalar.is_some_and(|scalar| in_address(document, scalar, hit))
        };
        let (names, words): (Vec<&InvisibleSign>, Vec<&InvisibleSign>) = group.iter().partition(in_name);
        if !names.is_empty() {
            let message = format!(
                "this name or address contains {}: invisible, but enough to make it a different name",
                list(&names)
            );
            error(INVISIBLE_IN_NAME, document, pointer, place(document, names[0]), &message)
                .help("delete it, or retype the whole name")
                .fix(Fix::safe(names.iter().map(|hit| document.edit(hit.at.clone(), ""))))
                .report(found);
        }
        // Emoji and some scripts need joiners.
        let words: Vec<&InvisibleSign> =
            words.into_iter().filter(|hit| !matches!(hit.sign, '\u{200c}' | '\u{200d}')).collect();
        let Some(first) = words.first() else { continue };
        let what = if pointer.is_empty() { "comment" } else { "text" };
        let message = format!("the {what} contains {}, which nobody sees", list(&words));
        warning("invisible-in-text", document, pointer, place(document, first), &message)
            .help("delete what's invisible, and read the text again: it may look different without it")
            .guess(words.iter().map(|hit| document.edit(hit.at.clone(), "")))
            .report(found);
    }
}

/// Every invisible character in a file, written literally or as an escape.
fn hits(document: &Document) -> Vec<InvisibleSign> {
    let text = &*document.text;
    let mut hits = Vec::new();
    if !text.is_ascii() {
        let seen = text.char_indices().filter(|(_, sign)| invisible::is(*sign));
        hits.extend(seen.map(|(at, sign)| InvisibleSign { at: at..at + sign.len_utf8(), sign }));
    }
    if [r"\u", r"\U", r"\x"].iter().any(|begin| text.contains(begin)) {
        for Scalar { span, .. } in document.scalars() {
            let quoted = |part: &&str| part.starts_with('"') && part.contains('\\');
            let Some(part) = text.get(span.clone()).filter(quoted) else { continue };
            for escape in ESCAPE.captures_iter(part) {
                let digits = (1..=3).find_map(|group| escape.get(group));
                let sign =
                    digits.and_then(|digits| char::from_u32(u32::from_str_radix(digits.as_str(), 16).ok()?));
                if let (Some(sign), Some(whole)) = (sign.filter(|sign| invisible::is(*sign)), escape.get(0)) {
                    let at = span.start + whole.start()..span.start + whole.end();
                    hits.push(InvisibleSign { at, sign });
                }
            }
        }
        hits.sort_by_key(|hit| hit.at.start);
    }
    hits
}

/// The index of the key or text that contains a character; `None` for a comment.
fn owner(scalars: &[Scalar<'_>], hit: &InvisibleSign) -> Option<usize> {
    let at = scalars.partition_point(|scalar| scalar.span.start <= hit.at.start).checked_sub(1)?;
    (hit.at.end <= scalars[at].span.end).then_some(at)
}

/// Whether two characters are on the same line. Long text is reported line by line, since people search for invisible
/// characters line by line.
fn same_line(document: &Document, a: &InvisibleSign, b: &InvisibleSign) -> bool {
    !document.text[a.at.end..b.at.start].contains('\n')
}

/// Whether a character is in a word that's linked automatically, or that would be without the character.
fn in_address(document: &Document, scalar: &Scalar<'_>, hit: &InvisibleSign) -> bool {
    let text = &document.text[scalar.span.clone()];
    let at = hit.at.start - scalar.span.start;
    // A whitespace character takes one to three bytes, so this finds where the first character after it begins.
    let start =
        at - text[..at].chars().rev().take_while(|c| !c.is_whitespace()).map(char::len_utf8).sum::<usize>();
    let end = text[at..].find(char::is_whitespace).map_or(text.len(), |blank| at + blank);
    let word = &text[start..end];
    let without = visible(word);
    let before = visible(&text[start..at]).len();
    links::bare_addresses(word).iter().any(|link| link.range.contains(&(at - start)))
        || links::bare_addresses(&without)
            .iter()
            .any(|link| link.range.start < before && before < link.range.end)
}

/// The distinct names of the characters.
fn list(hits: &[&InvisibleSign]) -> String {
    let mut seen = BTreeSet::new();
    let names = hits.iter().filter_map(|hit| invisible::named(hit.sign));
    few(names.filter(|name| seen.insert(name.clone())))
}

fn place(document: &Document, hit: &InvisibleSign) -> Place {
    Place { file: document.name.clone(), span: hit.at.clone() }
}
