//! `cut-text`: a text that's cut off at a `#` after a space, which YAML takes for the beginning of a comment.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use callguide_search::diagnostics::{Diagnostic, shown};

/// What looks like the rest of a text rather than a comment, since people put a space after a comment's `#`: `#12`,
/// `#Vote`.
static REST: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[ \t]+#[^\s#!].*"));

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose() {
        let document = text.document;
        let span = document.value_at(&text.pointer).span;
        let Some((source, behind)) = document.text.get(span.start..).map(|from| from.split_at(span.len()))
        else {
            continue;
        };
        let line = behind.lines().next().unwrap_or("");
        let hit = REST.find(line).filter(|_| !source.starts_with(['"', '\'']) && !text.is_block());
        let Some(hit) = hit else { continue };
        // A ` # ` after that is a real comment.
        let end = hit.as_str().find(" # ").unwrap_or(hit.end());
        let rest = hit.as_str()[..end].trim_end();
        let edit = span.start..span.end + rest.len();
        let rest = rest.trim_start();
        let whole = format!("{} {rest}", text.written);
        let quoted = match whole.contains('"') || whole.contains('\\') {
            true => format!("'{}'", whole.replace('\'', "''")),
            false => format!("\"{whole}\""),
        };
        let message = format!("the text ends before {}: a # after a space starts a comment", shown(rest));
        let edit = document.edit(edit, quoted.clone());
        found.push(
            text.warning("cut-text", edit.place.clone(), &message)
                .help(format!("if {} is part of the text, put the whole text in quotes: {quoted}; otherwise, put a space after the #", shown(rest)))
                .guess([edit]),
        );
    }
}
