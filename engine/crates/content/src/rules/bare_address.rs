//! `bare-address`: an address in running text that wouldn't become a link.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use super::linked_address;
use crate::content::Kind;
use callguide_search::diagnostics::Diagnostic;

/// Dotted words that a reader takes for an address: they begin with `www.` or have a path.
static LOOKS_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?:https?:/?/?)?(?:www\.[a-z0-9.-]+[a-z0-9]|(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>()\[\]]*)")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let skipped = [Kind::Links, Kind::States, Kind::Search, Kind::ChecksPaths, Kind::ChecksSearches];
    // A one-word value is an id, an email address or the like, not running text.
    let running = |read: &str| read.contains(['.', ':']) && read.trim().contains(char::is_whitespace);
    for text in context.texts().filter(|text| !skipped.contains(&text.kind) && running(text.read)) {
        let linked = text.addresses();
        let answer = text.is_answer();
        // Only answers turn addresses into links by themselves; everywhere else, the address belongs in links.yaml.
        for address in linked.iter().filter(|_| !answer) {
            let part = &text.read[address.range.clone()];
            let place = text.document.part_at(&text.pointer, part, 0);
            let known = linked_address::home(context, &address.url);
            let (help, edit) = match known.map(|(name, label)| format!("[{label}](link:{name})")) {
                Some(link) => (
                    format!("it's already in links.yaml: write {link} here"),
                    text.document.write_part(&text.pointer, &place, part, &link),
                ),
                None => (
                    format!(
                        "add `NAME: {{ url: \"{}\", label: What it is }}` to links.yaml, and write [what it is](link:NAME) here",
                        address.url
                    ),
                    None,
                ),
            };
            let message = format!("{part} wouldn't become a link here");
            found.push(text.error("bare-address", place, &message).help(help).guess(edit));
        }
        for hit in LOOKS_LIKE.find_iter(text.read) {
            let inside = linked.iter().any(|l| l.range.start < hit.end() && hit.start() < l.range.end);
            let before = text.read[..hit.start()].ends_with(['@', '/', ':', '.']);
            if inside || before || in_link(text.read, hit.start()) {
                continue;
            }
            let part = hit.as_str();
            let place = text.document.part_at(&text.pointer, part, 0);
            let bare = part.trim_start_matches("https:").trim_start_matches("http:").trim_start_matches('/');
            let whole = format!("https://{bare}");
            let edit = text.document.write_part(&text.pointer, &place, part, &whole).filter(|_| answer);
            found.push(
                text.error("bare-address", place, &format!("{part} wouldn't become a link"))
                    .help(format!("write the full address: {whole}"))
                    .guess(edit),
            );
        }
    }
}

/// Whether the byte at `at` is in the label or the target of a Markdown link.
fn in_link(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let in_target = before.rfind("](").is_some_and(|open| !before[open..].contains(')'));
    let in_label = before.rfind('[').is_some_and(|open| !before[open..].contains(']'))
        && after.find(']').is_some_and(|close| after[close..].starts_with("]("));
    in_target || in_label
}
