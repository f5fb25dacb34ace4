//! Addresses written out in a text: ones that wouldn't become a link, and ones that are, or belong, in links.yaml.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use crate::content::Kind;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::links;

/// Dotted words that a reader takes for an address: they begin with `www.` or have a path.
static LOOKS_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?:https?:/?/?)?(?:www\.[a-z0-9.-]+[a-z0-9]|(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>()\[\]]*)")
});

/// `inline-address`: an address in a text that belongs in links.yaml; `bare-address`: one that wouldn't become a link.
pub fn check_bare(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let skipped = [Kind::Links, Kind::States, Kind::Search, Kind::ChecksPaths, Kind::ChecksSearches];
    // A one-word value is an id, an email address or the like, not running text.
    let running = |read: &str| read.contains(['.', ':']) && read.trim().contains(char::is_whitespace);
    for text in context.texts().filter(|text| !skipped.contains(&text.kind) && running(text.read)) {
        let answer = text.is_answer();
        let linked = addresses(text.read);
        // Only in answers are addresses linked automatically. The FAQ may also spell them out in a link.
        let in_faq = matches!(text.kind, Kind::Faq | Kind::Elsewhere);
        let is_link = |address: &WrittenAddress| text.read[address.range.clone()].starts_with('[');
        for address in linked.iter().filter(|address| !(answer || in_faq && is_link(address))) {
            let part = &text.read[address.range.clone()];
            let place = text.part(&address.range);
            let known = home(context, &address.url);
            let words = address.label.as_deref().filter(|label| *label != part);
            let edit = known.and_then(|(name, label)| {
                let link = format!("[{}](link:{name})", words.unwrap_or(label));
                text.document.write_part(&text.pointer, &place, part, &link)
            });
            let help = match known {
                Some((name, _)) => format!("it's already in links.yaml: write [words](link:{name}) here"),
                None => format!(
                    "add `NAME: {{ url: \"{}\", label: What it is }}` to links.yaml, and write [words](link:NAME) here",
                    address.url
                ),
            };
            let finding = text.error("inline-address", place, "addresses belong in links.yaml");
            found.push(finding.help(help).guess(edit));
        }
        for hit in LOOKS_LIKE.find_iter(text.read) {
            let inside = linked.iter().any(|a| a.range.start < hit.end() && hit.start() < a.range.end);
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

/// An address in a text, with its label if it has one.
struct WrittenAddress {
    range: Range<usize>,
    url: String,
    label: Option<String>,
}

/// `linked-address`: an answer that spells out an address that's in links.yaml.
pub fn check_linked(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose().filter(|text| text.is_answer()) {
        if context.copies().has(&text.document.name, &text.pointer) {
            continue;
        }
        for address in addresses(text.written) {
            let Some((name, label)) = home(context, &address.url) else { continue };
            let words = address.label.as_deref().unwrap_or(label);
            let new = format!("[{words}](link:{name})");
            let message =
                format!("links.yaml has this address as {name}, and this copy wouldn't change with it");
            let reads_the_same = address.label.is_some();
            found.push(
                text.warning("linked-address", text.place(&address.range), &message)
                    .help(format!("write {new} here"))
                    .maybe_fix(text.exchange(&address.range, &new, reads_the_same)),
            );
        }
    }
}

fn addresses(text: &str) -> Vec<WrittenAddress> {
    let linked = links::bare_addresses(text).into_iter().map(|found| {
        let part = &text[found.range.clone()];
        let labelled = part.ends_with(')') && part.contains('(');
        WrittenAddress {
            // An address without a label is shown as written.
            label: labelled
                .then(|| found.label.clone())
                .or_else(|| (!part.contains("://")).then(|| part.to_owned())),
            range: found.range,
            url: found.url,
        }
    });
    let inline = links::targets(text).into_iter().filter(|target| target.inline).filter_map(|target| {
        // The range includes the label: `[words](…)`.
        let open = text[..target.range.start].rfind("](")?;
        let from = text[..open].rfind('[')?;
        let end = target.range.end + text[target.range.end..].find(')')? + 1;
        target.address.starts_with("http").then(|| WrittenAddress {
            range: from..end,
            label: Some(text[from + 1..open].to_owned()),
            url: target.address,
        })
    });
    linked.chain(inline).collect()
}

/// The name and the label of the link in links.yaml with this address.
fn home<'a>(context: &Context<'a>, url: &str) -> Option<(&'a str, &'a str)> {
    let file = context.draft.links.as_ref()?;
    let own = same(url);
    file.links.iter().find(|(_, link)| same(&link.url) == own).map(|(name, link)| (name, link.label.as_str()))
}

/// The part of an address that's the same in all spellings.
fn same(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest).trim_end_matches('/');
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("{}{path}", host.to_lowercase().trim_start_matches("www."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_the_same_in_every_spelling() {
        assert_eq!(same("https://www.Pages.org/"), same("pages.org"));
        assert_ne!(same("https://pages.org/x"), same("pages.org"));
        assert_ne!(same("https://pages.org/A"), same("pages.org/a"));
    }

    #[test]
    fn addresses_in_links_keep_their_label() {
        let text = "See [the page](https://a.org/x) or https://b.org or c.gov/d.";
        let found: Vec<_> =
            addresses(text).into_iter().map(|a| (text[a.range].to_owned(), a.label)).collect();
        assert_eq!(found.len(), 3);
        assert!(found.contains(&("[the page](https://a.org/x)".to_owned(), Some("the page".to_owned()))));
        assert!(found.contains(&("https://b.org".to_owned(), None)));
        assert!(found.contains(&("c.gov/d".to_owned(), Some("c.gov/d".to_owned()))));
    }
}
