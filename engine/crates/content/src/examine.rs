//! Examines a content folder: returns as much of the content as could be read, its findings, and, unless an error
//! prevents it, a snapshot to serve.

use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use crate::content::folder::Files;
use crate::content::{self, Draft, Kind};
use crate::readings::{Now, Readings};
use crate::render;
use crate::rules::catalogue::FIRST;
use crate::rules::{self, Context};
use crate::snapshot::{Snapshot, Texts};
use callguide_search::diagnostics::{self, Diagnostic, Severity, Sources};
use callguide_search::faq::{Index, Regions};

/// The results of examining a content folder.
#[derive(Debug)]
pub struct Examined {
    pub draft: Draft,
    pub sources: Sources,
    /// Ordered by file and line.
    pub findings: Vec<Diagnostic>,
    /// The moment that the content was examined for.
    pub now: Now,
}

/// Reads and checks the content in `folder`. Messages print its path as given. Looks for errors in every period from
/// `now` on. Warnings that depend only on the date are left to lint: content that's already being served must not start
/// to fail without an edit.
///
/// # Errors
/// If the folder can't be listed.
pub fn examine(folder: &Path, now: Now) -> io::Result<Examined> {
    let files = content::folder::read(folder)?;
    Ok(examine_files(files, &folder.to_string_lossy(), now))
}

/// Checks content that has already been read; `folder` is printed before file names.
pub fn examine_files(files: Files, folder: &str, now: Now) -> Examined {
    let (draft, sources, findings) = read(files, folder);
    let readings = Readings::of(&draft, now);
    let findings = beyond(&mut Context::new(&readings, None, &findings), findings);
    Examined { draft, sources, findings, now }
}

/// Checks content that is to be served, and builds a snapshot of it: `None` if there's an error. Warnings never prevent
/// a snapshot.
///
/// The snapshot is built in parallel with the checks, since most saved content has no errors; if it has one, the
/// snapshot is dropped.
pub fn examine_to_serve(files: Files, folder: &str, preview: bool, now: Now) -> (Examined, Option<Snapshot>) {
    let (draft, sources, findings) = read(files, folder);
    let readings = Readings::of(&draft, now);
    // Errors are never suppressed, so an error found at this point will remain.
    let may_be_served = !diagnostics::has_errors(&findings);
    let (findings, made) = thread::scope(|scope| {
        let made = may_be_served.then(|| scope.spawn(|| Snapshot::build(&draft, &readings, preview)));
        let findings = beyond(&mut Context::new(&readings, None, &findings), findings);
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

/// Builds a snapshot, for a different moment, of files that have been served before. Doesn't check the rules: every
/// future period was checked for errors when the files were first served, and a finding now must not leave the previous
/// day's snapshot in place.
pub fn served_again(texts: &Texts, preview: bool, now: Now) -> Option<Snapshot> {
    let files = texts.iter().map(|(name, text)| (name.clone(), text.as_bytes().to_vec())).collect();
    let (draft, ..) = read(Files { files, ..Files::default() }, "content");
    Snapshot::build(&draft, &Readings::of(&draft, now), preview)
}

/// Parses and checks the files. The schemas, which are compiled once per process, are compiled in parallel, since
/// compiling takes as long as parsing and doesn't depend on the files.
fn read(files: Files, folder: &str) -> (Draft, Sources, Vec<Diagnostic>) {
    thread::scope(|scope| {
        scope.spawn(content::compile_schemas);
        content::draft(files, folder)
    })
}

/// Returns all findings: those of the loader and the schemas, plus those of the rules.
fn beyond(context: &mut Context<'_>, mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut found = first(context);
    rules::check(context, &findings, &mut found);
    findings.extend(found);
    rules::suppressions::apply(context.draft, context.today, &mut findings);
    rules::consequences::leave_out(&mut findings);
    diagnostics::sort(&mut findings);
    diagnostics::settle(&mut findings);
    rules::catalogue::explain(&mut findings);
    findings
}

/// Runs the checks that don't depend on each other, half of them on another thread: together they take longer than
/// anything that runs alongside them.
fn first(context: &Context<'_>) -> Vec<Diagnostic> {
    let (there, here) = FIRST.split_at(FIRST.len() / 2);
    thread::scope(|scope| {
        let there = scope.spawn(|| rules::run(there, context));
        let here = rules::run(here, context);
        let there = there.join().unwrap_or_else(|panic| resume_unwind(panic));
        there.into_iter().chain(here).collect()
    })
}

/// Returns everything that lint reports about content that has been read, including findings that depend on the date
/// and on search results. These two kinds of findings never keep content from being served.
pub fn lint_files(files: Files, folder: &str, now: Now) -> Examined {
    let (draft, sources, findings) = read(files, folder);
    let readings = Readings::of(&draft, now);
    let mut context = Context::new(&readings, Some(readings.today()), &findings);
    // The searches don't depend on any other finding and take about as long as all rules together, so they run in
    // parallel.
    let (mut findings, tried) = thread::scope(|scope| {
        let tried = scope.spawn(|| rules::try_searches(&draft, &index(&readings)));
        let findings = beyond(&mut context, findings);
        (findings, tried.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    findings.extend(rules::check_searches(&mut context, &findings));
    // An FAQ with an error gives misleading search results: a copy ranks above its original, or an entry is missing.
    let of_search =
        |d: &Diagnostic| matches!(Kind::of(&d.place.file), Some(Kind::Faq | Kind::Elsewhere | Kind::Search));
    if !findings.iter().any(|d| d.severity == Severity::Error && of_search(d)) {
        findings.extend(tried);
    }
    rules::consequences::leave_out(&mut findings);
    diagnostics::sort(&mut findings);
    rules::catalogue::explain(&mut findings);
    Examined { draft, sources, findings, now }
}

impl Examined {
    /// Builds a snapshot to serve; `None` if there's an error. Warnings never prevent a snapshot.
    pub fn snapshot(&self) -> Option<Snapshot> {
        if diagnostics::has_errors(&self.findings) {
            return None;
        }
        Snapshot::build(&self.draft, &self.readings(), false)
    }

    /// Returns the content as each region reads it.
    pub fn readings(&self) -> Readings<'_> {
        Readings::of(&self.draft, self.now)
    }
}

/// Reads as much of a content folder's FAQ as possible, and returns its index for all readers, with the content's
/// version and the findings in the FAQ files. The rest of the content doesn't matter to a search.
///
/// # Errors
/// If the folder can't be listed.
pub fn faq(folder: &Path, now: Now) -> io::Result<(Index, Examined)> {
    let files = content::folder::read(folder)?;
    let (draft, sources, mut findings) = content::draft(files, &folder.to_string_lossy());
    findings.retain(|d| matches!(Kind::of(&d.place.file), Some(Kind::Faq | Kind::Elsewhere | Kind::Search)));
    diagnostics::sort(&mut findings);
    rules::catalogue::explain(&mut findings);
    let readings = Readings::of(&draft, now);
    let index = render::index(&readings, render::regions(&readings));
    Ok((index, Examined { draft, sources, findings, now }))
}

/// Builds the search index of a draft: the entries as read without a region.
pub fn index(readings: &Readings<'_>) -> Index {
    render::index(readings, Regions::named(render::region_names(readings.draft())))
}
