//! `bad-address`: an address that is incomplete, malformed or not encrypted.

use url::Url;

use super::{Context, error};
use crate::content::{Document, Kind};
use crate::diagnostics::Diagnostic;
use crate::text::autolink;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, document) in context.documents() {
        for (pointer, text) in document.strings() {
            if is_address(kind, &pointer) {
                address(document, &pointer, text, text, found);
            } else {
                for link in
                    autolink::addresses(text).iter().filter(|link| text[link.range.clone()].contains("://"))
                {
                    address(document, &pointer, &link.url, &link.url, found);
                }
            }
        }
    }
}

/// Whether the text at `pointer` is an address.
fn is_address(kind: Kind, pointer: &str) -> bool {
    match kind {
        Kind::Links => pointer.ends_with("/url"),
        Kind::States => pointer.starts_with("/states/") && pointer.contains("/links/"),
        _ => false,
    }
}

fn address(document: &Document, pointer: &str, text: &str, part: &str, found: &mut Vec<Diagnostic>) {
    let place = || document.part_at(pointer, part, 0);
    if let Some(rest) = text.strip_prefix("http://") {
        found.push(
            error("bad-address", document, pointer, place(), "the address is not encrypted")
                .help(format!("write https://{rest}, if the site answers there")),
        );
        return;
    }
    let problem = match Url::parse(text) {
        Err(error) => Some(format!("this is no complete address: {error}")),
        Ok(url) if url.scheme() != "https" => {
            Some(format!("an address can't begin with \"{}:\"", url.scheme()))
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
