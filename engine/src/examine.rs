//! From a content folder to what is known of it: the content as far as it could be read, its
//! findings, and, where none of them gates, a snapshot to serve.

use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use jiff::civil::Date;

use crate::content::folder::Files;
use crate::content::{self, Draft, Kind};
use crate::diagnostics::{self, Diagnostic, Severity, Sources};
use crate::faq::{Index, Regions};
use crate::readings::{Now, Readings};
use crate::render;
use crate::rules;
use crate::snapshot::{Snapshot, Texts};

/// What is known of a content folder.
#[derive(Debug)]
pub struct Examined {
    pub draft: Draft,
    pub sources: Sources,
    /// In the order of the files and their lines.
    pub findings: Vec<Diagnostic>,
    /// The moment that it was seen from.
    pub now: Now,
}

/// Reads and checks the content in `folder`, which is printed as it is named here. Errors are looked for in every period
/// from `now` on. What only a date makes doubtful is left to lint: what is served must not fail by itself.
///
/// # Errors
/// Where the folder can't be listed.
pub fn examine(folder: &Path, now: Now) -> io::Result<Examined> {
    let files = content::folder::read(folder)?;
    Ok(examine_files(files, &folder.to_string_lossy(), now))
}

/// Checks content that has been read; `folder` is what stands before a file's name when printed.
pub fn examine_files(files: Files, folder: &str, now: Now) -> Examined {
    let (draft, sources, findings) = read(files, folder);
    let findings = beyond(&draft, &Readings::of(&draft, now), findings, None);
    Examined { draft, sources, findings, now }
}

/// Checks content that is to be served, and makes a snapshot of it: `None` where an error gates; warnings never do.
///
/// The snapshot is made beside the checks, since most content that is saved is sound; where it isn't, the snapshot is
/// dropped.
pub fn examine_to_serve(files: Files, folder: &str, preview: bool, now: Now) -> (Examined, Option<Snapshot>) {
    let (draft, sources, findings) = read(files, folder);
    let readings = Readings::of(&draft, now);
    // An error is never suppressed: what has one now goes on having it.
    let may_be_served = !diagnostics::has_errors(&findings);
    let (findings, made) = thread::scope(|scope| {
        let made = may_be_served.then(|| scope.spawn(|| Snapshot::build(&draft, &readings, preview)));
        let findings = beyond(&draft, &readings, findings, None);
        (findings, made.map(|made| made.join()))
    });
    let snapshot = match made {
        Some(made) if !diagnostics::has_errors(&findings) => {
            made.unwrap_or_else(|panic| resume_unwind(panic))
        }
        _ => None,
    };
    (Examined { draft, sources, findings, now }, snapshot)
}

/// A snapshot of files that have been served, as of another moment. No rule is asked: errors were looked for in every
/// period to come when they were served first, and what a rule says now must not keep callers on the day before.
pub fn served_again(texts: &Texts, preview: bool, now: Now) -> Option<Snapshot> {
    let files = texts.iter().map(|(name, text)| (name.clone(), text.as_bytes().to_vec())).collect();
    let (draft, ..) = read(Files { files, ..Files::default() }, "content");
    Snapshot::build(&draft, &Readings::of(&draft, now), preview)
}

/// Parses and checks the files. What doesn't depend on them and takes as long is done beside it, once in a process: the
/// schemas are compiled.
fn read(files: Files, folder: &str) -> (Draft, Sources, Vec<Diagnostic>) {
    thread::scope(|scope| {
        scope.spawn(content::compile_schemas);
        content::draft(files, folder)
    })
}

/// What the loader and the schemas found, and all that the rules find beyond.
fn beyond(
    draft: &Draft,
    readings: &Readings<'_>,
    mut findings: Vec<Diagnostic>,
    today: Option<Date>,
) -> Vec<Diagnostic> {
    findings.extend(rules::check(draft, readings, &findings, today));
    rules::suppressions::apply(draft, today, &mut findings);
    rules::consequences::leave_out(&mut findings);
    diagnostics::sort(&mut findings);
    diagnostics::settle(&mut findings);
    rules::manual::explain(&mut findings);
    findings
}

/// Everything that lint says of content that has been read: also what depends on the date, and what
/// the search answers. None of these two ever keeps content from being served.
pub fn lint_files(files: Files, folder: &str, now: Now) -> Examined {
    let (draft, sources, findings) = read(files, folder);
    let readings = Readings::of(&draft, now);
    // The searches depend on no other finding and take about as long as all rules: they run beside them.
    let (mut findings, tried) = thread::scope(|scope| {
        let tried = scope.spawn(|| rules::try_searches(&draft, &index(&readings)));
        let findings = beyond(&draft, &readings, findings, Some(readings.today()));
        (findings, tried.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    findings.extend(rules::check_searches(&draft, &readings, &findings));
    // What a FAQ with a mistake in it finds is no news: a copy stands before its original, an entry is missing.
    let of_search =
        |d: &Diagnostic| matches!(Kind::of(&d.place.file), Some(Kind::Faq | Kind::Elsewhere | Kind::Search));
    if !findings.iter().any(|d| d.severity == Severity::Error && of_search(d)) {
        findings.extend(tried);
    }
    rules::consequences::leave_out(&mut findings);
    diagnostics::sort(&mut findings);
    rules::manual::explain(&mut findings);
    Examined { draft, sources, findings, now }
}

impl Examined {
    /// A snapshot to serve; `None` where an error gates. Warnings never do.
    pub fn snapshot(&self) -> Option<Snapshot> {
        if diagnostics::has_errors(&self.findings) {
            return None;
        }
        Snapshot::build(&self.draft, &self.readings(), false)
    }

    /// Who reads what of it.
    pub fn readings(&self) -> Readings<'_> {
        Readings::of(&self.draft, self.now)
    }
}

/// The FAQ of a content folder, as far as it can be read: its index, whoever reads it, the content's version, and the
/// findings in its files. The rest of the content doesn't matter to a search.
///
/// # Errors
/// Where the folder can't be listed.
pub fn faq(folder: &Path, now: Now) -> io::Result<(Index, Examined)> {
    let files = content::folder::read(folder)?;
    let (draft, sources, mut findings) = content::draft(files, &folder.to_string_lossy());
    findings.retain(|d| matches!(Kind::of(&d.place.file), Some(Kind::Faq | Kind::Elsewhere | Kind::Search)));
    diagnostics::sort(&mut findings);
    rules::manual::explain(&mut findings);
    let readings = Readings::of(&draft, now);
    let index = render::index(&readings, render::regions(&readings));
    Ok((index, Examined { draft, sources, findings, now }))
}

/// The search index of a draft: the entries as whoever has chosen no region reads them.
pub fn index(readings: &Readings<'_>) -> Index {
    render::index(readings, Regions::named(render::region_names(readings.draft())))
}
