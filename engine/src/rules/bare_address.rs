//! `bare-address`: an address in running text that would not become a link.

use std::sync::LazyLock;

use regex::Regex;

use super::prose::is_answer;
use super::{Context, error};
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
            // A value of one word is an id, an e-mail address or the like, and no running text.
            if !text.trim().contains(char::is_whitespace) {
                continue;
            }
            let linked = autolink::addresses(text);
            let answer = is_answer(kind, pointer);
            if !answer {
                // Outside answers nothing becomes a link by itself: an address has its one home.
                for address in &linked {
                    let part = &text[address.range.clone()];
                    found.push(
                        error(
                            "bare-address",
                            document,
                            pointer,
                            document.part_at(pointer, part, 0),
                            &format!("{part} would not become a link here"),
                        )
                        .help(format!("add `NAME: {{ url: \"{}\", label: What it is }}` to links.yaml, and write [what it is](link:NAME) here", address.url)),
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
                found.push(
                    error(
                        "bare-address",
                        document,
                        pointer,
                        document.part_at(pointer, part, 0),
                        &format!("{part} would not become a link"),
                    )
                    .help(format!(
                        "write the whole address: https://{}",
                        part.trim_start_matches("https:").trim_start_matches("http:").trim_start_matches('/')
                    )),
                );
            }
        }
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
