//! `empty-text`: a text that says nothing.

use super::context::Context;
use super::findings::error_at;
use crate::content::may_go;
use callguide_search::diagnostics::Diagnostic;

/// How many empty texts are checked for whether they may be left out; each check validates the whole file again.
const LOOKS: usize = 20;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (look, text) in context.texts().filter(|text| text.read.trim().is_empty()).enumerate() {
        let (document, pointer) = (text.document, &text.pointer);
        let finding = error_at("empty-text", document, pointer, "the text is empty");
        let write = "write the text between the quotes or after the colon";
        let removed = document.remove(pointer).filter(|_| look < LOOKS);
        found.push(match removed.filter(|_| may_go(text.kind, document, pointer)) {
            Some(edit) => finding.help(format!("{write}, or remove it")).guess([edit]),
            None => finding.help(write),
        });
    }
}
