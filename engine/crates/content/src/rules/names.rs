//! The table of names: where each is defined, and what refers to it. The schemas say which keys and values are names;
//! names in conditions, links in Markdown, and placeholders are added here, because a schema can't describe them.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Mutex, PoisonError};

use super::findings::{error_at, suggest_near};
use super::texts::FileText;
use super::when::{ConditionWord, Says, words};
use crate::content::document::child;
use crate::content::{Document, Kind, PlacedName, names_in};
use callguide_search::diagnostics::{Cause, Diagnostic, Edit, Place, meant, nearest, shown};
use callguide_search::text::links::{self, STATE_PREFIX};
use callguide_search::text::placeholders::names;

#[derive(Debug)]
pub(super) struct Names<'a> {
    all: Vec<PlacedName<'a>>,
    /// Every word of every condition.
    pub words: Vec<ConditionWord<'a>>,
    /// Every place that names a link.
    pub links: Vec<PlacedLink<'a>>,
    /// The unknown names that have been compared with all others.
    compared: Mutex<HashSet<String>>,
}

/// A file, the pointer to text in it, the name of a link in that text, and the name's place.
pub(super) type PlacedLink<'a> = (&'a Document, String, &'a str, Place);

impl<'a> Names<'a> {
    /// Builds the table from every file and the text in it.
    pub fn of<'t>(documents: &[(Kind, &'a Document)], texts: impl Iterator<Item = &'t FileText<'a>>) -> Self
    where
        'a: 't,
    {
        let files = documents.iter().flat_map(|(kind, document)| names_in(*kind, document));
        let mut all: Vec<_> = files.collect();
        let words = words(&all);
        all.extend(words.iter().filter_map(in_condition));
        let named = all.iter().filter(|own| own.of == "link" && !own.is_definition);
        let mut links: Vec<PlacedLink<'a>> =
            named.map(|own| (own.document, own.pointer.clone(), own.name, own.place())).collect();
        for text in texts {
            for (range, name) in links::named(text.read) {
                all.push(used("link", text.document, &text.pointer, name));
                links.push((text.document, text.pointer.clone(), name, text.part(&range)));
            }
            all.extend(names(text.written).filter_map(|name| {
                let (prefix, of) = PREFIXES.into_iter().find(|(prefix, _)| name.starts_with(prefix))?;
                Some(used(of, text.document, &text.pointer, &name[prefix.len()..]))
            }));
        }
        // A state's own links have separate names.
        all.retain(|own| own.of != "link" || !own.name.starts_with(STATE_PREFIX));
        Self { all, words, links, compared: Mutex::default() }
    }

    /// The definitions of this kind of name.
    pub fn defined(&self, of: &str) -> impl Iterator<Item = &PlacedName<'a>> {
        self.all.iter().filter(move |name| name.is_definition && name.of == of)
    }

    /// Everything that refers to this kind of name.
    pub fn used(&self, of: &str) -> impl Iterator<Item = &PlacedName<'a>> {
        self.all.iter().filter(move |name| !name.is_definition && name.of == of)
    }

    /// The defined names of this kind.
    pub fn known(&self, of: &str) -> Vec<&'a str> {
        self.defined(of).map(|own| own.name).collect()
    }

    /// The definitions that nothing refers to; a misspelled name refers to the one it's meant to be. None if an unknown
    /// name could mean any of them.
    pub fn unused(&self, of: &str) -> impl Iterator<Item = &PlacedName<'a>> {
        let known: BTreeSet<&str> = self.known(of).into_iter().collect();
        let own = |name| known.get(name).copied().or_else(|| meant(name, known.iter().copied()));
        let used: BTreeSet<&str> = self.used(of).map(|used| used.name).collect();
        let is_crowded = used.iter().filter(|name| !known.contains(*name)).count() > MOST;
        let all = || used.into_iter().map(own).collect::<Option<BTreeSet<&str>>>();
        let used = (!is_crowded).then(all).flatten();
        self.defined(of).filter(move |own| used.as_ref().is_some_and(|used| !used.contains(own.name)))
    }

    /// Reports a value that isn't the name of anything. The message is `problem` and the name.
    pub fn unknown(&self, rule: &'static str, problem: &str, used: &PlacedName<'_>) -> Diagnostic {
        let PlacedName { of, document, pointer, name, .. } = used;
        let message = format!("{problem} {}", shown(name));
        let finding = error_at(rule, document, pointer, &message).because(message);
        self.suggest(of, finding, name, |near| document.write(pointer, near))
    }

    /// Suggests the name most likely meant by an unknown one, with `edit` to write it. Unless a name is spelled almost
    /// like it, that's the one that nothing uses: its definition has been renamed. The finding's own help comes last.
    pub fn suggest(
        &self,
        of: &str,
        mut finding: Diagnostic,
        given: &str,
        edit: impl FnOnce(&str) -> Option<Edit>,
    ) -> Diagnostic {
        let mut compared = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        if compared.len() >= MOST && !compared.contains(given) {
            return finding;
        }
        compared.insert(given.to_owned());
        drop(compared);
        let known = self.known(of);
        let used: BTreeSet<&str> = self.used(of).map(|used| used.name).collect();
        let mut unused: Vec<_> = self.defined(of).filter(|own| !used.contains(own.name)).collect();
        if unused.len() > MANY {
            unused.clear();
        }
        let typo = meant(given, known.iter().copied());
        let like = typo.or_else(|| nearest(given, unused.iter().map(|own| own.name)));
        let is_only = || used.iter().all(|used| *used == given || known.contains(used));
        let own = match (like, unused.as_slice()) {
            (Some(like), all) => all.iter().find(|own| own.name == like),
            (None, [only]) => Some(only).filter(|_| is_only()),
            (None, _) => None,
        };
        let is_repeated = || self.used(of).filter(|used| used.name == given).nth(1).is_some();
        // The name may have been changed in another place that's for the same people.
        let when = |used: &PlacedName<'a>| {
            used.document.value.pointer(&child(used.pointer.rsplit_once('/')?.0, "when"))
        };
        let first = |name: &str| name.find(['-', '_']).unwrap_or(name.len());
        let is_alike = |name: &str| name[..first(name)] == given[..first(given)] && known.contains(&name);
        let own_when = self.used(of).find(|used| used.name == given).and_then(when);
        let alike = self.used(of).filter(|other| own_when.is_some() && is_alike(other.name));
        let alike: BTreeSet<&str> =
            alike.filter(|other| when(other) == own_when).map(|other| other.name).collect();
        let otherwise = finding.help.take();
        let mut finding = match own {
            Some(own) if like.is_some() && is_repeated() => return renamed(finding, own, given),
            Some(own) if typo.is_none() => {
                let question = format!("did you mean {}, which nothing uses?", shown(own.name));
                finding.help(question).guess(like.and_then(edit))
            }
            None if typo.is_none() && alike.len() == 1 => {
                let near = alike.first().copied();
                let name = near.map(shown).unwrap_or_default();
                let question = format!("did you mean {name}, which is used under the same `when`?");
                finding.help(question).guess(near.and_then(edit))
            }
            _ => suggest_near(finding, given, typo, known, edit),
        };
        let help = match (finding.help.take(), otherwise.filter(|_| typo.is_none())) {
            (Some(question), Some(otherwise)) if question.ends_with('?') => {
                Some(format!("{question} Otherwise, {otherwise}"))
            }
            (Some(names), Some(otherwise)) => Some(format!("{names}; {otherwise}")),
            (help, otherwise) => help.or(otherwise),
        };
        finding.maybe_help(help)
    }
}

/// The prefixes of the placeholders that refer to a name, and what it's the name of.
const PREFIXES: [(&str, &str); 3] = [("snippet.", "snippet"), ("phone.", "phone"), ("state.", "value")];

/// The most unknown names that are compared with all others, which takes long. Nobody mends more at once.
const MOST: usize = 200;

/// If more definitions than this are unused, it isn't clear that any of them is meant.
const MANY: usize = 20;

/// Reports a name that several places use, at the unused definition that was probably renamed from it.
fn renamed(finding: Diagnostic, own: &PlacedName<'_>, name: &str) -> Diagnostic {
    let problem = format!("nothing uses {}, but other places use", shown(own.name));
    let message = format!("{problem} {}, which doesn't exist", shown(name));
    let cause = Some(Cause { message, counted: "places", place: Some(own.place()), alone: true, help: None });
    let help = format!("write `{name}` here; or, if the new name is right, write it in each of these places");
    Diagnostic { cause, ..finding.help(help).guess(own.document.rename(&own.pointer, name)) }
}

/// A reference to a name in the text at `pointer`.
fn used<'a>(of: &'static str, document: &'a Document, pointer: &str, name: &'a str) -> PlacedName<'a> {
    PlacedName { of, is_definition: false, document, pointer: pointer.to_owned(), name, is_key: false }
}

fn in_condition<'a>(word: &ConditionWord<'a>) -> Option<PlacedName<'a>> {
    let (of, name) = match word.says {
        Says::Is(name) => ("condition", name),
        Says::State(code) => ("state", code),
        says => ("attribute", says.attribute()?),
    };
    let is_key = matches!(word.says, Says::Equals(..));
    Some(PlacedName { is_key, ..used(of, word.document, &word.pointer, name) })
}
