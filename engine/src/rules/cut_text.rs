//! `cut-text`: a text that ends where YAML takes a `#` behind a blank for the beginning of a comment.

use std::sync::LazyLock;

use regex::Regex;

use super::{Context, mending, warning};
use crate::content::snippets;
use crate::diagnostics::{Diagnostic, Edit, Fix, Place, shown};

/// What looks like the rest of a text, and not like a comment, behind which people leave a blank: `#12`, `#Vote`.
static REST: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[ \t]+#[^\s#!].*").expect("a constant pattern"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (kind, document) in context.documents() {
        if !document.text.contains(" #") && !document.text.contains("\t#") {
            continue;
        }
        for (pointer, text) in context.strings(document) {
            let span = document.value_at(pointer).span;
            let source = document.text.get(span.clone()).unwrap_or("");
            let quoted = source.starts_with(['"', '\'']);
            if quoted || !snippets::is_read(kind, pointer) || mending::is_block(document, pointer) {
                continue;
            }
            let line = document.text.get(span.end..).and_then(|rest| rest.lines().next()).unwrap_or("");
            let Some(hit) = REST.find(line) else { continue };
            // A comment behind it is one.
            let end = hit.as_str().find(" # ").unwrap_or(hit.end());
            let rest = hit.as_str()[..end].trim();
            let end = span.end + hit.as_str()[..end].trim_end().len();
            let place = Place { file: document.name.clone(), span: span.start..end };
            let whole = format!("{} {rest}", mending::written(document, pointer, text));
            let quoted = match whole.contains('"') || whole.contains('\\') {
                true => format!("'{}'", whole.replace('\'', "''")),
                false => format!("\"{whole}\""),
            };
            let message =
                format!("the text ends before {}: a # behind a blank begins a comment", shown(rest));
            let edits = vec![Edit { place: place.clone(), text: quoted.clone() }];
            found.push(
                warning("cut-text", document, pointer, place, &message)
                    .help(format!("if {} belongs to the text, put all of it in quotes: {quoted}; else leave a blank behind the #", shown(rest)))
                    .fix(Fix { safe: false, edits }),
            );
        }
    }
}
