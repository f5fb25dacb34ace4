//! `staff-only-link`: a link that only staff can open, in words that a voter is given.

use super::context::Context;
use super::findings::warning;
use super::texts::{is_answer, is_spoken};
use crate::content::{Document, Kind};
use callguide_search::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(links) = &context.draft.links else { return };
    for (document, pointer, name, place) in context.links() {
        if !links.links.get(name).is_some_and(|link| link.staff) || !given(document, pointer) {
            continue;
        }
        let mark = links.document.key_at(&format!("/links/{name}/staff"));
        let message = format!("voters are given the link \"{name}\", but only staff can open it");
        let public: Vec<&str> =
            links.links.iter().filter(|(_, link)| !link.staff).map(|(name, _)| name).collect();
        let example = public.first().map(|name| format!(", such as link:{name}")).unwrap_or_default();
        found.push(
            warning("staff-only-link", document, pointer, place.clone(), &message)
                .related(mark, "marked here")
                .help(format!(
                    "use a public page{example}; or, if everyone can open it, remove `staff: true` there"
                )),
        );
    }
}

/// Whether a voter gets to see the text or value at `pointer`.
fn given(document: &Document, pointer: &str) -> bool {
    let say = is_spoken(pointer);
    match Kind::of(&document.name) {
        Some(kind @ (Kind::Faq | Kind::Elsewhere)) => say || is_answer(kind, pointer),
        Some(Kind::Agreement) => say || pointer == "/link",
        _ => say,
    }
}
