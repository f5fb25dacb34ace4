//! `empty-text`: a text that says nothing.

use super::{Context, error_at};
use crate::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (_, document) in context.documents() {
        for (pointer, text) in context.strings(document) {
            if text.trim().is_empty() {
                found.push(
                    error_at("empty-text", document, pointer, "the text is empty").help(
                        "write the text between the quotes or behind the colon, or remove the whole line",
                    ),
                );
            }
        }
    }
}
