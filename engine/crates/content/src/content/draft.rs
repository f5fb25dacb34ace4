//! All of the content that could be read, which is what the lint rules run on.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::conditions::NamedConditions;
use super::document::Document;
use super::folder::Files;
use super::kinds::Kind;
use super::parse::{misread, parse};
use super::version::version_of;
use super::without::Without;
use super::{facts, model, snippets, violations};
use callguide_search::diagnostics::{Diagnostic, Place, Severity, Sources};

/// A file and its typed value. Derefs to the value.
#[derive(Debug, Clone)]
pub struct File<T> {
    pub document: Arc<Document>,
    pub value: T,
}

impl<T> std::ops::Deref for File<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

/// Help for a file that isn't UTF-8.
const SAVE_AS_UTF8: &str = "save it as UTF-8 in the program that last saved it; if you see \u{fffd} where a letter should be, close it without saving";

/// Every file that could be read, typed if its structure allows.
#[derive(Debug, Default)]
pub struct Draft {
    /// What the helpline doesn't have, read before any file is typed.
    pub without: Without,
    pub documents: BTreeMap<Arc<str>, (Kind, Arc<Document>)>,
    pub site: Option<File<model::Site>>,
    pub links: Option<File<model::Links>>,
    pub snippets: Option<File<model::Snippets>>,
    pub states: Option<File<model::States>>,
    /// The regions of `states`; for a helpline without regions, the single region that represents everyone.
    pub regions: Vec<model::State>,
    pub tree: Option<File<model::DecisionTree>>,
    /// The named conditions of `tree`.
    pub conditions: NamedConditions,
    pub agreement: Option<File<model::Agreement>>,
    pub emergency: Option<File<model::Emergency>>,
    pub guides: Option<File<model::Guides>>,
    pub flows: Option<File<model::Flows>>,
    pub support: Vec<File<model::Section>>,
    pub announcements: Option<File<model::Announcements>>,
    /// Sorted by `order`, then by name.
    pub faq: Vec<File<model::Category>>,
    pub elsewhere: Option<File<model::Elsewhere>>,
    pub search: Option<File<model::Search>>,
    pub style: Option<File<model::Style>>,
    pub path_checks: Option<File<model::PathChecks>>,
    pub search_checks: Option<File<model::SearchChecks>>,
    /// The files that weren't read but have a finding, under the names that they should have.
    pub accounted_for: Vec<String>,
}

/// Parses every file, checks it against its schema, and types it.
pub fn draft(files: Files, folder: &str) -> (Draft, Sources, Vec<Diagnostic>) {
    let Files { files, mut found, accounted_for } = files;
    let mut draft = Draft { accounted_for, ..Draft::default() };
    let mut sources = Sources::new(folder);
    let mut present = Vec::new();
    let mut parsed = Vec::new();
    for (name, bytes) in files {
        let Some(kind) = Kind::of(&name) else { continue };
        present.push(kind);
        let length = bytes.len();
        let (text, valid) = text(bytes);
        // The length of a byte order mark that was stripped from the beginning.
        let before = if valid.is_none() { length - text.len() } else { 0 };
        sources.insert(before, name.clone(), text.clone());
        if let Some(at) = valid {
            found.push(
                Diagnostic::error(
                    "encoding",
                    Place { file: name, span: at..at + char::REPLACEMENT_CHARACTER.len_utf8() },
                    "this character can't be read: the file wasn't saved as UTF-8",
                )
                .help(SAVE_AS_UTF8),
            );
            continue;
        }
        if text.trim().is_empty() {
            found.push(empty(name, "the file is empty"));
            continue;
        }
        let (document, problems) = parse(&name, &text);
        if document.is_none() && problems.is_empty() {
            found.push(empty(name, "the file has only comments"));
            continue;
        }
        found.extend(problems);
        parsed.extend(document.map(|document| (kind, document)));
    }
    draft.without = Without::of(parsed.iter().map(|(kind, document)| (*kind, document)));
    let mut words = facts::of_all(parsed.iter().map(|(kind, document)| (*kind, document)));
    // A snippet may use facts, but not other snippets.
    for (_, document) in parsed.iter_mut().filter(|(kind, _)| *kind == Kind::Snippets) {
        found.extend(snippets::fill(document, Kind::Snippets, &words));
        words.extend(snippets::of(document));
    }
    let tree = parsed.iter().find(|(kind, _)| *kind == Kind::DecisionTree);
    let (mut named, too_much) = tree.map(|(_, document)| NamedConditions::of(document)).unwrap_or_default();
    found.extend(too_much);
    for (kind, mut document) in parsed {
        if kind != Kind::Snippets {
            found.extend(snippets::fill(&mut document, kind, &words));
        }
        draft.add(kind, document, &mut named, &mut found);
    }
    draft.conditions = named;
    draft.regions = draft.regions_of_all();
    for kind in Kind::ALL.into_iter().filter(|kind| draft.needs(*kind) && !present.contains(kind)) {
        let file = kind.file().expect("required kinds have one file");
        if draft.accounted_for.iter().any(|name| name == file) {
            continue;
        }
        found.push(
            Diagnostic::error("missing-file", Place::file(file), "the file is missing")
                .help("restore the file; the folder can't be used without it"),
        );
    }
    draft.faq.sort_by(|a, b| (a.order, &a.document.name).cmp(&(b.order, &b.document.name)));
    (draft, sources, found)
}

fn empty(name: Arc<str>, message: &str) -> Diagnostic {
    Diagnostic::error("empty-file", Place::file(name), message)
        .help("restore the earlier text, or delete the file if the content doesn't need it")
}

/// Decodes a file. Also returns the position of the first byte that isn't UTF-8, if there is one.
fn text(bytes: Vec<u8>) -> (Arc<str>, Option<usize>) {
    let (text, broken) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(at))
        }
    };
    // Editors on Windows start a file with a byte order mark, which isn't part of the text.
    match text.strip_prefix('\u{feff}') {
        Some(rest) => (rest.into(), broken.map(|at| at.saturating_sub('\u{feff}'.len_utf8()))),
        None => (text.into(), broken),
    }
}

impl Draft {
    /// Returns whether a file of this kind must exist; some are needed only if another file uses them.
    fn needs(&self, kind: Kind) -> bool {
        match kind {
            Kind::States => !self.without.regions,
            Kind::Agreement => !self.without.agreement,
            Kind::Guides => !self.without.guides,
            kind => kind.required(),
        }
    }

    fn regions_of_all(&self) -> Vec<model::State> {
        if self.without.regions {
            return vec![model::State::everybody()];
        }
        self.states.iter().flat_map(|states| states.states.iter().cloned()).collect()
    }

    fn add(
        &mut self,
        kind: Kind,
        document: Document,
        named: &mut NamedConditions,
        found: &mut Vec<Diagnostic>,
    ) {
        let document = Arc::new(document);
        let mut broken = violations::check(kind, &document, self.without);
        // If a slip made YAML read the file as something other than intended, the other schema errors are
        // meaningless.
        let slips = if broken.is_empty() { Vec::new() } else { misread(&document, &broken) };
        if !slips.is_empty() {
            found.extend(slips);
            return;
        }
        let other =
            |other: &Kind| *other != kind && violations::check(*other, &document, self.without).is_empty();
        if let Some(other) = (broken.len() > 1).then(|| Kind::ALL.into_iter().find(other)).flatten() {
            let file = document.name.rsplit('/').next().unwrap_or_default();
            let right = other.file().map_or_else(
                || format!("{}/{file}", if other == Kind::Faq { "faq" } else { "support" }),
                str::to_owned,
            );
            let message = "this file's content belongs somewhere else";
            let place = Place::file(document.name.clone());
            found.push(Diagnostic::error("unknown-file", place, message).help(format!("move it to {right}")));
            return;
        }
        let clean = broken.is_empty();
        // Drop schema errors for values already reported as syntax errors: the slip caused their wrong shape.
        let told: HashSet<Range<usize>> = found
            .iter()
            .filter(|d| d.severity == Severity::Error && d.place.file == document.name)
            .map(|d| d.place.span.clone())
            .collect();
        broken.retain(|d| !told.contains(&d.place.span));
        found.extend(broken);
        self.documents.insert(document.name.clone(), (kind, document.clone()));
        let asks = matches!(
            kind,
            Kind::DecisionTree | Kind::States | Kind::Faq | Kind::Emergency | Kind::ChecksPaths
        );
        let (written, too_much) = asks.then(|| named.write_out(&document)).flatten().unzip();
        found.extend(too_much.into_iter().flatten());
        let document = (&document, written.as_ref());
        let typed = match kind {
            Kind::Site => store(&mut self.site, document),
            Kind::Links => store(&mut self.links, document),
            Kind::Snippets => store(&mut self.snippets, document),
            Kind::States => store(&mut self.states, document),
            Kind::DecisionTree => store(&mut self.tree, document),
            Kind::Agreement => store(&mut self.agreement, document),
            Kind::Emergency => store(&mut self.emergency, document),
            Kind::Guides => store(&mut self.guides, document),
            Kind::Flows => store(&mut self.flows, document),
            Kind::Announcements => store(&mut self.announcements, document),
            Kind::Elsewhere => store(&mut self.elsewhere, document),
            Kind::Search => store(&mut self.search, document),
            Kind::Style => store(&mut self.style, document),
            Kind::ChecksPaths => store(&mut self.path_checks, document),
            Kind::ChecksSearches => store(&mut self.search_checks, document),
            Kind::Support => push(&mut self.support, document),
            Kind::Faq => push(&mut self.faq, document),
        };
        let (document, _) = document;
        if let Err(error) = typed
            && clean
        {
            // The schema accepts something that the types don't. That's a bug in Callguide, and it's reported as one.
            found.push(Diagnostic::error(
                "wrong-form",
                Place::file(document.name.clone()),
                format!("the file fits its schema but can't be used: {error}"),
            ));
        }
    }
}

/// A document, and its value with named conditions expanded, if it has any.
type Untyped<'a> = (&'a Arc<Document>, Option<&'a Value>);

fn typed<T: DeserializeOwned>((document, written): Untyped<'_>) -> serde_json::Result<File<T>> {
    let value = T::deserialize(written.unwrap_or(&document.value))?;
    Ok(File { document: document.clone(), value })
}

fn store<T: DeserializeOwned>(slot: &mut Option<File<T>>, read: Untyped<'_>) -> serde_json::Result<()> {
    *slot = Some(typed(read)?);
    Ok(())
}

fn push<T: DeserializeOwned>(list: &mut Vec<File<T>>, read: Untyped<'_>) -> serde_json::Result<()> {
    list.push(typed(read)?);
    Ok(())
}

/// Content with nothing missing: every required file exists and is typed.
#[derive(Debug, Clone, Copy)]
pub struct Complete<'a> {
    pub site: &'a model::Site,
    pub links: &'a model::Links,
    /// As written in the file; empty if there's no file.
    pub states: &'a model::States,
    /// The regions a volunteer can choose from, or the single region that represents everyone.
    pub regions: &'a [model::State],
    pub tree: &'a model::DecisionTree,
    /// `None` if no step uses an agreement.
    pub agreement: Option<&'a model::Agreement>,
    /// `None` if the content has no emergency file.
    pub emergency: Option<&'a model::Emergency>,
    /// Empty if no step uses a guide.
    pub guides: &'a model::Guides,
    pub flows: &'a model::Flows,
    pub support: &'a [File<model::Section>],
    pub announcements: &'a model::Announcements,
    pub faq: &'a [File<model::Category>],
}

impl Draft {
    /// Returns the content to serve, or `None` if any of it is missing.
    pub fn complete(&self) -> Option<Complete<'_>> {
        static NO_STATES: LazyLock<model::States> = LazyLock::new(model::States::default);
        static NO_GUIDES: LazyLock<model::Guides> = LazyLock::new(model::Guides::default);
        let needed = |kind: Kind, is_there: bool| is_there || !self.needs(kind);
        if !needed(Kind::States, self.states.is_some())
            || !needed(Kind::Agreement, self.agreement.is_some())
            || !needed(Kind::Guides, self.guides.is_some())
        {
            return None;
        }
        Some(Complete {
            site: self.site.as_deref()?,
            links: self.links.as_deref()?,
            states: self.states.as_deref().unwrap_or(&NO_STATES),
            regions: &self.regions,
            tree: self.tree.as_deref()?,
            agreement: self.agreement.as_deref(),
            emergency: self.emergency.as_deref(),
            guides: self.guides.as_deref().unwrap_or(&NO_GUIDES),
            flows: self.flows.as_deref()?,
            support: &self.support,
            announcements: self.announcements.as_deref()?,
            faq: &self.faq,
        })
    }

    /// Returns the hash of everything that is served: the same files have the same version on every machine.
    pub fn version(&self) -> String {
        let served = self.documents.iter().filter(|(_, (kind, _))| kind.served());
        version_of(served.map(|(name, (_, document))| (&**name, &*document.text)))
    }
}
