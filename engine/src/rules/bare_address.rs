//! `bare-address`: an address in running text that wouldn't become a link.

use std::sync::LazyLock;

use regex::Regex;

use super::prose::is_answer;
use super::{Context, error, linked_address};
use crate::content::Kind;
use crate::diagnostics::Diagnostic;
use crate::text::autolink;

/// Dotted words that a reader takes for an address: they begin with `www.`, or have a path.
static LOOKS_LIKE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:https?:/?/?)?(?:www\.[a-z0-9.-]+[a-z0-9]|(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>()\[\]]*)",
    )
    .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, document) in context.documents() {
        if matches!(
            kind,
            Kind::Links | Kind::States | Kind::Search | Kind::ChecksPaths | Kind::ChecksSearches
        ) {
            continue;
        }
        for (pointer, text) in context.strings(document) {
            // A value of one word is an id, an email address or the like, and no running text.
            if !text.trim().contains(char::is_whitespace) {
                continue;
            }
            let linked = autolink::addresses(text);
            let answer = is_answer(kind, pointer);
            if !answer {
                // Outside answers nothing becomes a link by itself: an address has its one home.
                for address in &linked {
                    let part = &text[address.range.clone()];
                    let place = document.part_at(pointer, part, 0);
                    let known = context
                        .draft
                        .links
                        .as_ref()
                        .and_then(|links| links.links.iter().find(|(_, link)| link.url == address.url));
                    let edit = known.and_then(|(name, link)| {
                        document.write_part(pointer, &place, part, &format!("[{}](link:{name})", link.label))
                    });
                    found.push(
                        error(
                            "bare-address",
                            document,
                            pointer,
                            place,
                            &format!("{part} wouldn't become a link here"),
                        )
                        .guess(edit)
                        .help(at_home(context, &address.url)),
                    );
                }
            }
            for hit in LOOKS_LIKE.find_iter(text) {
                let inside = linked.iter().any(|l| l.range.start < hit.end() && hit.start() < l.range.end);
                let before = text[..hit.start()].chars().next_back();
                if inside
                    || in_link(text, hit.start())
                    || before.is_some_and(|c| matches!(c, '@' | '/' | ':' | '.'))
                {
                    continue;
                }
                let part = hit.as_str();
                let place = document.part_at(pointer, part, 0);
                let bare =
                    part.trim_start_matches("https:").trim_start_matches("http:").trim_start_matches('/');
                let whole = format!("https://{bare}");
                let edit = document.write_part(pointer, &place, part, &whole).filter(|_| answer);
                found.push(
                    error(
                        "bare-address",
                        document,
                        pointer,
                        place,
                        &format!("{part} wouldn't become a link"),
                    )
                    .help(format!("write the whole address: {whole}"))
                    .guess(edit),
                );
            }
        }
    }
}

/// What to write for an address that has its place in links.yaml, or has to get one.
fn at_home(context: &Context<'_>, url: &str) -> String {
    match linked_address::home(context, url) {
        Some((name, label)) => format!("links.yaml has it: write [{label}](link:{name}) here"),
        None => format!(
            "add `NAME: {{ url: \"{url}\", label: What it is }}` to links.yaml, and write [what it is](link:NAME) here"
        ),
    }
}

/// Whether the byte at `at` lies in the label or the target of a Markdown link.
fn in_link(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let in_target = before.rfind("](").is_some_and(|open| !before[open..].contains(')'));
    let in_label = before.rfind('[').is_some_and(|open| !before[open..].contains(']'))
        && after.find(']').is_some_and(|close| after[close..].starts_with("]("));
    in_target || in_label
}
