//! Suggests a replacement for a name that doesn't exist: in words, and as an edit.

use crate::content::{Document, Kind, may_go};
use callguide_search::diagnostics::{Diagnostic, Edit, Place, meant, suggestion};

/// Suggests the candidate most likely meant by the name at `pointer`, which is a value.
pub(super) fn value<'c>(
    finding: Diagnostic,
    document: &Document,
    pointer: &str,
    given: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    with(finding, given, candidates, |near| document.write(pointer, near))
}

/// Like [`value`], but for any name, with `edit` to write the candidate.
pub(super) fn with<'c>(
    finding: Diagnostic,
    given: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    edit: impl FnOnce(&str) -> Option<Edit>,
) -> Diagnostic {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let near = meant(given, candidates.iter().copied());
    let offered = suggestion(given, candidates.iter().copied());
    // If no name is close, the other advice comes before the list of names.
    let help = match (finding.help.clone(), offered) {
        (Some(help), Some(list)) if near.is_none() && list.starts_with("it can be") => {
            Some(format!("{help}; {list}"))
        }
        (Some(help), _) if near.is_none() => Some(help),
        (help, offered) => offered.or(help),
    };
    finding.maybe_help(help).guess(near.and_then(edit))
}

/// Removes an entry, or its whole list or mapping if the entry is the only one and the list or mapping is optional.
pub(super) fn removed(kind: Kind, document: &Document, pointer: &str) -> Option<Edit> {
    document.remove(pointer).or_else(|| {
        let (parent, _) = pointer.rsplit_once('/')?;
        document.remove(parent).filter(|_| may_go(kind, document, parent))
    })
}

/// Replaces the name of a link, which is either a value or follows `link:` in a text.
pub(super) fn link(
    document: &Document,
    pointer: &str,
    place: &Place,
    name: &str,
    near: &str,
) -> Option<Edit> {
    if document.value.pointer(pointer)?.as_str() == Some(name) && *place == document.value_at(pointer) {
        return document.write(pointer, near);
    }
    document.write_part(pointer, place, &format!("link:{name}"), &format!("link:{near}"))
}
