//! `bad-address`: an address that is no plain https one; `lookalike-address`: one whose letters are
//! taken for others; `inline-address`: one that stands in a text and not in links.yaml.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, error, offer};
use crate::content::{Document, Kind};
use crate::diagnostics::{Diagnostic, Fix, invisible};
use crate::text::{address, autolink, links};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            if is_address(kind, pointer) {
                plain(document, pointer, text, text, 0, found);
                continue;
            }
            if kind == Kind::Site && pointer.starts_with("/repository/") {
                if matches!(pointer, "/repository/edit" | "/repository/report") {
                    template(document, pointer, text, found);
                }
                continue;
            }
            for link in autolink::addresses(text) {
                let part = &text[link.range.clone()];
                let as_written = if part.contains(&link.url) { &link.url } else { part };
                let nth = text[..link.range.start].matches(as_written).count();
                plain(document, pointer, &link.url, as_written, nth, found);
            }
            for target in links::targets(text) {
                let as_written = &text[target.range.clone()];
                let nth = text[..target.range.start].matches(as_written).count();
                let before = found.len();
                inline(kind, document, pointer, &target.address, as_written, nth, found);
                for finding in found[before..].iter_mut().filter(|d| d.rule == "inline-address") {
                    let words = words_before(&text[..target.range.start]);
                    finding.fix = words.and_then(|words| {
                        let (name, added) = offer::link_to(context, &target.address, words)?;
                        let place = finding.place.clone();
                        let named =
                            document.write_part(pointer, &place, as_written, &format!("link:{name}"))?;
                        Some(Fix::guess(std::iter::once(named).chain(added)))
                    });
                }
            }
        }
    }
}

/// An address with blanks: what is filled in has no sign that an address may not have.
fn template(document: &Document, pointer: &str, text: &str, found: &mut Vec<Diagnostic>) {
    let behind = |address: &str| address.split_once("://").map_or(String::new(), |(_, rest)| rest.to_owned());
    let filled = BLANK.replace_all(text, "x");
    let before = found.len();
    plain(document, pointer, &filled, text, 0, found);
    for finding in found.iter_mut().skip(before) {
        // The blanks stay in what is to be written.
        let unfilled = |words: &str| words.replace(&behind(&filled), &behind(text));
        finding.help = finding.help.take().map(|help| unfilled(&help));
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| edit.text = unfilled(&edit.text));
    }
}

/// A placeholder of a template.
static BLANK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{\w*\}").expect("a constant pattern"));

/// Whether the text at `pointer` is an address.
fn is_address(kind: Kind, pointer: &str) -> bool {
    match kind {
        Kind::Links => pointer.ends_with("/url"),
        Kind::Elsewhere => pointer.ends_with("/source"),
        Kind::States => pointer.starts_with("/states/") && pointer.contains("/links/"),
        _ => false,
    }
}

/// The target of a link in a text: a name, or something to write or call. Answers of the FAQ and
/// errands may hold a whole address.
fn inline(
    kind: Kind,
    document: &Document,
    pointer: &str,
    target: &str,
    as_written: &str,
    nth: usize,
    found: &mut Vec<Diagnostic>,
) {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    let place = || document.part_at(pointer, as_written, nth);
    match scheme.as_deref() {
        Some("link" | "links") => {}
        Some("mailto" | "tel") => {
            if let Some(hidden) = target.chars().find_map(invisible::named) {
                let message = format!("the address has {hidden} in it");
                found.push(
                    error("bad-address", document, pointer, place(), &message).help("type the address anew"),
                );
            }
        }
        Some("http" | "https") if !matches!(kind, Kind::Faq | Kind::Elsewhere) => found.push(
            error(
                "inline-address",
                document,
                pointer,
                place(),
                "an address has its one place in links.yaml",
            )
            .help(format!("add `NAME: {{ url: \"{target}\", label: What it is }}` to links.yaml, and write [words](link:NAME) here")),
        ),
        _ => plain(document, pointer, target, as_written, nth, found),
    }
}

/// Says what is wrong with an address that is no plain one; `as_written` is what stands for it in the text.
fn plain(
    document: &Document,
    pointer: &str,
    text: &str,
    as_written: &str,
    nth: usize,
    found: &mut Vec<Diagnostic>,
) {
    let Err(flaw) = address::parse(text) else { return };
    let rule = match flaw {
        address::Flaw::Mixed { .. } | address::Flaw::Lookalike { .. } => "lookalike-address",
        _ => "bad-address",
    };
    let place = document.part_at(pointer, as_written, nth);
    let mended = matches!(flaw, address::Flaw::NotEncrypted).then(|| format!("https://{}", &text[7..]));
    let mended = mended.filter(|mended| address::parse(mended).is_ok());
    let edit = mended.and_then(|mended| document.write_part(pointer, &place, as_written, &mended));
    found.push(error(rule, document, pointer, place, &flaw.to_string()).help(flaw.help(text)).guess(edit));
}

/// The words of the link whose address comes next.
fn words_before(text: &str) -> Option<&str> {
    let words = text.strip_suffix("](")?;
    Some(&words[words.rfind('[')? + 1..]).filter(|words| !words.trim().is_empty())
}
