//! Examines a content folder: returns the content as far as it could be read, its findings, and, if no error gates it,
//! a snapshot to serve.

use std::io;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use jiff::civil::Date;

use crate::content::folder::Files;
use crate::content::{self, Draft, Kind};
use crate::readings::{Now, Readings};
use crate::render;
use crate::rules;
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
    /// The moment as of which the content was examined.
    pub now: Now,
}

/// Reads and checks the content in `folder`, whose path is printed as given. Errors are searched for in every period
/// from `now` on. Doubts that depend only on the date are left to lint: content being served must not fail by itself.
///
/// # Errors
/// If the folder can't be listed.
pub fn examine(folder: &Path, now: Now) -> io::Result<Examined> {
    let files = content::folder::read(folder)?;
    Ok(examine_files(files, &folder.to_string_lossy(), now))
}

/// Checks content that has been read; `folder` is printed before file names.
pub fn examine_files(files: Files, folder: &str, now: Now) -> Examined {
    let (draft, sources, findings) = read(files, folder);
    let findings = beyond(&draft, &Readings::of(&draft, now), findings, None);
    Examined { draft, sources, findings, now }
}

/// Checks content that is to be served, and builds a snapshot of it: `None` if an error gates it; warnings never do.
///
/// The snapshot is built in parallel with the checks, since most saved content is sound; if it isn't, the snapshot is
/// dropped.
pub fn examine_to_serve(files: Files, folder: &str, preview: bool, now: Now) -> (Examined, Option<Snapshot>) {
    let (draft, sources, findings) = read(files, folder);
    let readings = Readings::of(&draft, now);
    // Errors are never suppressed, so an error found at this point will remain.
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

/// Builds a snapshot of files that have been served before, as of another moment. Rules aren't checked: errors in every
/// future period were searched for when the files were first served, and a finding now must not leave the previous
/// day's snapshot in place.
pub fn served_again(texts: &Texts, preview: bool, now: Now) -> Option<Snapshot> {
    let files = texts.iter().map(|(name, text)| (name.clone(), text.as_bytes().to_vec())).collect();
    let (draft, ..) = read(Files { files, ..Files::default() }, "content");
    Snapshot::build(&draft, &Readings::of(&draft, now), preview)
}

/// Parses and checks the files. In parallel, compiles the schemas, which takes as long and doesn't depend on the
/// files; this happens once per process.
fn read(files: Files, folder: &str) -> (Draft, Sources, Vec<Diagnostic>) {
    thread::scope(|scope| {
        scope.spawn(content::compile_schemas);
        content::draft(files, folder)
    })
}

/// Returns all findings: those of the loader and the schemas, and what the rules add.
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
    rules::catalogue::explain(&mut findings);
    findings
}

/// Returns everything that lint reports about content that has been read, including what depends on the date and on
/// search results. Neither of these ever keeps content from being served.
pub fn lint_files(files: Files, folder: &str, now: Now) -> Examined {
    let (draft, sources, findings) = read(files, folder);
    let readings = Readings::of(&draft, now);
    // The searches depend on no other finding and take about as long as all rules, so they run in parallel.
    let (mut findings, tried) = thread::scope(|scope| {
        let tried = scope.spawn(|| rules::try_searches(&draft, &index(&readings)));
        let findings = beyond(&draft, &readings, findings, Some(readings.today()));
        (findings, tried.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    findings.extend(rules::check_searches(&draft, &readings, &findings));
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
    /// Builds a snapshot to serve; `None` if an error gates it. Warnings never do.
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

/// Reads the FAQ of a content folder as far as possible, and returns its index for all readers, with the content's
/// version and the findings in its files. The rest of the content doesn't matter to a search.
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

/// Builds the search index of a draft: the entries as read with no region chosen.
pub fn index(readings: &Readings<'_>) -> Index {
    render::index(readings, Regions::named(render::region_names(readings.draft())))
}
