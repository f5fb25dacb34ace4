//! Builds a rule's findings: the place, the message with the entry's name, the replacement for a name that doesn't
//! exist, and the readers affected.

use regex::Regex;

use crate::content::{Document, whereabouts};
use crate::readings::{ReaderSet, Readings};
use callguide_search::diagnostics::{
    Diagnostic, Edit, ONE_OF, ONLY, Place, Severity, meant, shown, suggestion_for,
};

/// An error about the value at `pointer`; its message names the entry.
pub(super) fn error_at(rule: &'static str, file: &Document, pointer: &str, message: &str) -> Diagnostic {
    error(rule, file, pointer, file.value_at(pointer), message)
}

/// Like [`error_at`], but about the key instead of the value.
pub(super) fn error_at_key(rule: &'static str, file: &Document, pointer: &str, message: &str) -> Diagnostic {
    error(rule, file, pointer, file.key_at(pointer), message)
}

/// A warning about the value at `pointer`; its message names the entry.
pub(super) fn warning_at(rule: &'static str, file: &Document, pointer: &str, message: &str) -> Diagnostic {
    warning(rule, file, pointer, file.value_at(pointer), message)
}

/// An error at `place`; its message names the entry that contains `pointer`.
pub(super) fn error(
    rule: &'static str,
    document: &Document,
    pointer: &str,
    place: Place,
    message: &str,
) -> Diagnostic {
    Diagnostic::error(rule, place, format!("{}{message}", whereabouts(document, pointer)))
}

/// A warning at `place`; its message names the entry that contains `pointer`.
pub(super) fn warning(
    rule: &'static str,
    document: &Document,
    pointer: &str,
    place: Place,
    message: &str,
) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..error(rule, document, pointer, place, message) }
}

/// Reports a value that names something that doesn't exist, and suggests the candidate most likely meant. The message
/// is `problem` and the name.
pub(super) fn unknown_name<'c>(
    rule: &'static str,
    problem: &str,
    (document, pointer): (&Document, &str),
    name: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    let finding = error_at(rule, document, pointer, &format!("{problem} {}", shown(name)));
    suggest(finding, name, candidates, |near| document.write(pointer, near))
}

/// Suggests the candidate most likely meant by a name, with `edit` to write it.
pub(super) fn suggest<'c>(
    finding: Diagnostic,
    given: &str,
    candidates: impl IntoIterator<Item = &'c str>,
    edit: impl FnOnce(&str) -> Option<Edit>,
) -> Diagnostic {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let near = meant(given, candidates.iter().copied());
    suggest_near(finding, given, near, candidates, edit)
}

/// Like [`suggest`], but for a caller that has already determined `near`, the candidate most likely meant.
pub(super) fn suggest_near<'c>(
    finding: Diagnostic,
    given: &str,
    near: Option<&'c str>,
    candidates: Vec<&'c str>,
    edit: impl FnOnce(&str) -> Option<Edit>,
) -> Diagnostic {
    let offered = suggestion_for(given, near, candidates);
    if let Some(near) = near {
        return finding.maybe_help(offered).guess(edit(near));
    }
    // If no name is close, the other advice comes before the list of names.
    let names = offered
        .as_deref()
        .and_then(|offered| offered.strip_prefix(ONE_OF).or_else(|| offered.strip_prefix(ONLY)));
    let help = match (&finding.help, names) {
        (Some(help), Some(names)) => Some(format!("{help}; existing names: {names}")),
        (help, _) => help.clone().or_else(|| offered.clone()),
    };
    finding.maybe_help(help)
}

/// Compiles a regular expression that's a constant in the source code.
pub(super) fn pattern(source: &str) -> Regex {
    Regex::new(source).expect("a constant pattern")
}

/// Describes `readers`: the names of their regions, and the first day if that isn't today.
pub(super) fn whom(readings: &Readings<'_>, readers: &ReaderSet) -> String {
    let who = readings.readers.who(readers);
    let names = match who.names.as_slice() {
        [] if who.on.is_some() => "people whose state isn't known,".to_owned(),
        [] => "people whose state isn't known".to_owned(),
        // A helpline without regions has a single region with an empty name.
        [""] => "everyone".to_owned(),
        names => few(names),
    };
    format!("{names}{}", who.from())
}

/// Formats names as `A`, `A and B`, or the first few and the number of others.
pub(super) fn few(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    const SHOWN: usize = 4;
    let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] if all.len() < SHOWN => format!("{} and {last}", all.join(", ")),
        all => format!("{} and {} more", all[..SHOWN].join(", "), all.len() - SHOWN),
    }
}
