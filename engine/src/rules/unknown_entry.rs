//! `unknown-entry`: a search check expects an entry that isn't there.

use super::{Context, error_at};
use crate::content::model::OneOrMore;
use crate::diagnostics::{Diagnostic, shown, suggestion};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.search_checks else { return };
    // An entry that could not be read, or lies in a file with a wrong name, is still there.
    if context.earlier.0.keys().any(|file| file.starts_with("faq/")) {
        return;
    }
    let ids = || context.draft.faq.iter().flat_map(|file| file.entries.iter()).map(|entry| entry.id.as_str());
    for (index, check) in file.searches.indexed() {
        let at = format!("/searches/{index}/expect");
        for (place, id) in check.expect.iter().enumerate().filter(|(_, id)| !ids().any(|known| known == *id))
        {
            let pointer = match check.expect {
                OneOrMore::One(_) => at.clone(),
                OneOrMore::More(_) => format!("{at}/{place}"),
            };
            found.push(
                error_at(
                    "unknown-entry",
                    &file.document,
                    &pointer,
                    &format!("the FAQ has no entry with the id {}", shown(id)),
                )
                .maybe_help(suggestion(id, ids())),
            );
        }
    }
}
