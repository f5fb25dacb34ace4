//! `bad-address`: an address that isn't plain https; `lookalike-address`: one with letters that look like others;
//! `inline-address`: one that's written in a text instead of in links.yaml.

use std::sync::LazyLock;

use regex::Regex;

use super::texts::Text;
use super::{Context, offer, pattern};
use crate::content::Kind;
use callguide_search::diagnostics::{Diagnostic, Fix, Place, invisible};
use callguide_search::text::{address, links};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.texts() {
        if is_address(text.kind, &text.pointer) {
            found.extend(plain(text, text.read, text.read, text.part(&(0..text.read.len()))));
            continue;
        }
        if text.kind == Kind::Site && text.pointer.starts_with("/repository/") {
            if matches!(text.pointer.as_str(), "/repository/edit" | "/repository/report") {
                found.extend(template(text));
            }
            continue;
        }
        for link in text.addresses() {
            let part = &text.read[link.range.clone()];
            // Leaves out the link's label, if there is one.
            let start = part.find(&link.url).map_or(link.range.clone(), |at| {
                link.range.start + at..link.range.start + at + link.url.len()
            });
            found.extend(plain(text, &link.url, &text.read[start.clone()], text.part(&start)));
        }
        for target in links::targets(text.read) {
            found.extend(inline(context, text, &target));
        }
    }
}

/// Checks an address with placeholders. The values that fill them contain no character that's invalid in an address.
fn template(text: &Text<'_>) -> Option<Diagnostic> {
    let behind = |address: &str| address.split_once("://").map_or(String::new(), |(_, rest)| rest.to_owned());
    let filled = BLANK.replace_all(text.read, "x");
    let mut finding = plain(text, &filled, text.read, text.part(&(0..text.read.len())))?;
    // The suggestion keeps the placeholders.
    let unfilled = |words: &str| words.replace(&behind(&filled), &behind(text.read));
    finding.help = finding.help.map(|help| unfilled(&help));
    let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
    edits.for_each(|edit| edit.text = unfilled(&edit.text));
    Some(finding)
}

/// A placeholder of a template.
static BLANK: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{[A-Za-z0-9_]*\}"));

/// Whether the text at `pointer` is an address.
pub(super) fn is_address(kind: Kind, pointer: &str) -> bool {
    match kind {
        Kind::Links => pointer.ends_with("/url"),
        Kind::Elsewhere => pointer.ends_with("/source"),
        Kind::States => pointer.starts_with("/states/") && pointer.contains("/links/"),
        _ => false,
    }
}

/// Checks the target of a link in a text: a name, an address to write to, or a number to call. FAQ answers and
/// errands may contain a whole address.
fn inline(context: &Context<'_>, text: &Text<'_>, target: &links::LinkTarget) -> Option<Diagnostic> {
    let (address, written) = (&target.address, &text.read[target.range.clone()]);
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("link" | "links") => None,
        Some("mailto" | "tel") => {
            let hidden = address.chars().find_map(invisible::named)?;
            let message = format!("the address contains {hidden}");
            Some(text.error("bad-address", text.part(&target.range), &message).help("retype the address"))
        }
        Some("http" | "https") if !matches!(text.kind, Kind::Faq | Kind::Elsewhere) => {
            let place = text.part(&target.range);
            let named = words_before(&text.read[..target.range.start]).and_then(|words| {
                let (name, added) = offer::link_to(context, address, words)?;
                let link = format!("link:{name}");
                let named = text.document.write_part(&text.pointer, &place, written, &link)?;
                Some(Fix::guess(std::iter::once(named).chain(added)))
            });
            let finding = text.error("inline-address", place, "addresses belong in links.yaml");
            Some(finding.maybe_fix(named).help(format!("add `NAME: {{ url: \"{address}\", label: What it is }}` to links.yaml, and write [words](link:NAME) here")))
        }
        _ => plain(text, address, written, text.part(&target.range)),
    }
}

/// Reports an address that isn't plain https; `as_written` is the text at `place`.
fn plain(text: &Text<'_>, address: &str, as_written: &str, place: Place) -> Option<Diagnostic> {
    let flaw = address::parse(address).err()?;
    let rule = match flaw {
        address::UrlFlaw::Mixed { .. } | address::UrlFlaw::Lookalike { .. } => "lookalike-address",
        _ => "bad-address",
    };
    let mended = matches!(flaw, address::UrlFlaw::NotEncrypted).then(|| format!("https://{}", &address[7..]));
    let mended = mended.filter(|mended| address::parse(mended).is_ok());
    let edit = mended.and_then(|new| text.document.write_part(&text.pointer, &place, as_written, &new));
    Some(text.error(rule, place, &flaw.to_string()).help(flaw.help(address)).guess(edit))
}

/// The label of the link whose address begins at the end of `text`.
fn words_before(text: &str) -> Option<&str> {
    let words = text.strip_suffix("](")?;
    Some(&words[words.rfind('[')? + 1..]).filter(|words| !words.trim().is_empty())
}
