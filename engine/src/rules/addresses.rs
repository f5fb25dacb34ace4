//! `bad-address`: an address that is incomplete, malformed or not encrypted; `inline-address`: one
//! that stands in a text and not in links.yaml.

use std::sync::LazyLock;

use regex::Regex;

use url::Url;

use super::{Context, error};
use crate::content::{Document, Kind};
use crate::diagnostics::Diagnostic;
use crate::text::autolink;

/// The target of a Markdown link, group 1.
static TARGET: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\]\(\s*<?([^()\s<>]+)").expect("a constant pattern"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            if is_address(kind, pointer) {
                address(document, pointer, text, 0, found);
            } else {
                for link in
                    autolink::addresses(text).iter().filter(|link| text[link.range.clone()].contains("://"))
                {
                    let nth = text[..link.range.start].matches(&link.url).count();
                    address(document, pointer, &link.url, nth, found);
                }
                for target in TARGET.captures_iter(text).filter_map(|c| c.get(1)) {
                    let nth = text[..target.start()].matches(target.as_str()).count();
                    inline(kind, document, pointer, target.as_str(), nth, found);
                }
            }
        }
    }
}

/// The targets of the Markdown links in a text.
pub(super) fn targets(text: &str) -> impl Iterator<Item = &str> {
    TARGET.captures_iter(text).filter_map(|captures| Some(captures.get(1)?.as_str()))
}

/// Whether the text at `pointer` is an address.
fn is_address(kind: Kind, pointer: &str) -> bool {
    match kind {
        Kind::Links => pointer.ends_with("/url"),
        Kind::States => pointer.starts_with("/states/") && pointer.contains("/links/"),
        _ => false,
    }
}

/// The target of a link in a text: a name, or something to write or call. Answers of the FAQ may
/// hold a whole address.
fn inline(
    kind: Kind,
    document: &Document,
    pointer: &str,
    target: &str,
    nth: usize,
    found: &mut Vec<Diagnostic>,
) {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("link" | "links" | "mailto" | "tel") => {}
        Some("http" | "https") if kind != Kind::Faq => found.push(
            error(
                "inline-address",
                document,
                pointer,
                document.part_at(pointer, target, nth),
                "an address has its one place in links.yaml",
            )
            .help(format!("add `NAME: {{ url: \"{target}\", label: What it is }}` to links.yaml, and write [words](link:NAME) here")),
        ),
        _ => address(document, pointer, target, nth, found),
    }
}

fn address(document: &Document, pointer: &str, text: &str, nth: usize, found: &mut Vec<Diagnostic>) {
    let place = || document.part_at(pointer, text, nth);
    if let Some(rest) = text.strip_prefix("http://") {
        found.push(
            error(
                "bad-address",
                document,
                pointer,
                place(),
                "the address begins with http://, which is not encrypted",
            )
            .help(format!("write https://{rest}, if the site answers there")),
        );
        return;
    }
    let problem = match Url::parse(text) {
        Err(_) => Some("this is no whole web address".to_owned()),
        Ok(url) if url.scheme() != "https" => {
            Some(format!("a web address can't begin with \"{}:\"", url.scheme()))
        }
        Ok(url) if !url.host_str().is_some_and(|host| host.contains('.')) => {
            Some("the address names no site".to_owned())
        }
        Ok(_) if text.contains(char::is_whitespace) => Some("the address has a space in it".to_owned()),
        Ok(url) if !url.username().is_empty() => Some("the address carries a user name".to_owned()),
        Ok(_) => None,
    };
    if let Some(problem) = problem {
        found.push(
            error("bad-address", document, pointer, place(), &problem)
                .help("copy the whole address from the browser's bar, beginning with https://"),
        );
    }
}
