//! What was learnt about the addresses, printed as lint prints its findings.

use serde::Serialize;

use super::Address;
use super::answer::Answer;
use crate::diagnostics::json::Findings;
use crate::diagnostics::{self, Diagnostic, Sources, github, has_errors, human};

/// Where an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Network,
    Cache,
    Skipped,
}

/// An address and its answer.
#[derive(Debug, Clone)]
pub(super) struct Checked {
    pub address: Address,
    pub answer: Answer,
    pub source: Source,
}

/// How many addresses there are, by where their answer comes from.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Counts {
    addresses: usize,
    asked: usize,
    cached: usize,
    skipped: usize,
}

/// The findings as lint's, and the counts.
#[derive(Debug, Serialize)]
pub(super) struct Json {
    #[serde(flatten)]
    findings: Findings,
    #[serde(flatten)]
    counts: Counts,
}

/// Everything that is to be said.
pub(super) struct Report {
    findings: Vec<Diagnostic>,
    counts: Counts,
}

impl Report {
    pub(super) fn new(checked: &[Checked]) -> Self {
        let count = |source| checked.iter().filter(|one| one.source == source).count();
        let counts = Counts {
            addresses: checked.len(),
            asked: count(Source::Network),
            cached: count(Source::Cache),
            skipped: count(Source::Skipped),
        };
        let mut findings: Vec<Diagnostic> = checked.iter().filter_map(finding).collect();
        diagnostics::sort(&mut findings);
        Self { findings, counts }
    }

    /// Whether some address doesn't answer.
    pub(super) fn broken(&self) -> bool {
        has_errors(&self.findings)
    }

    pub(super) fn human(&self, sources: &Sources) -> String {
        let Counts { addresses, asked, cached, skipped } = self.counts;
        format!(
            "{}{addresses} addresses: {asked} asked, {cached} known from before, {skipped} not asked because they are examples\n",
            human::render(&self.findings, sources)
        )
    }

    pub(super) fn json(&self, sources: &Sources) -> Json {
        Json { findings: Findings::new(&self.findings, sources), counts: self.counts }
    }

    pub(super) fn github(&self, sources: &Sources) -> String {
        github::render(&self.findings, sources)
    }
}

fn finding(checked: &Checked) -> Option<Diagnostic> {
    let Address { url, place, uses, .. } = &checked.address;
    let place = place.clone();
    let mut finding = match &checked.answer {
        Answer::Fine | Answer::Skipped => return None,
        Answer::Moved(to) => {
            let mut finding = Diagnostic::warning("moved-link", place, format!("{url} has moved for good"));
            finding.why = Some("Sites stop leading on from old addresses after a while.");
            finding.help(format!("open it, and if it is the page that is meant, write {to}"))
        }
        Answer::Unsure(why) => {
            let mut finding = Diagnostic::warning("unsure-link", place, format!("{url}: {why}"));
            finding.why = Some("Some sites refuse programs and show the page to people.");
            finding.help("open it in a browser, and look whether it is the page that is meant")
        }
        Answer::Broken(why) => {
            let mut finding = Diagnostic::error("dead-link", place, format!("{url}: {why}"));
            finding.why =
                Some("A volunteer sends it in the middle of a conversation, and nobody gets further.");
            finding.help("look for the page on the site and write its address here; or remove the link where it is used")
        }
    };
    for used in uses {
        finding = finding.related(used.clone(), "used here");
    }
    Some(finding)
}
