//! Turns lychee's report on the addresses (JSON, version 0.24) into findings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context as _;
use serde::Deserialize;
use url::Url;

use crate::diagnostics::{self, Diagnostic};
use crate::rules::external::Address;

/// The report. Each map lists the checked addresses by the file they were in.
#[derive(Debug, Deserialize)]
struct Report {
    error_map: BTreeMap<String, Vec<Answer>>,
    #[serde(default)]
    timeout_map: BTreeMap<String, Vec<Answer>>,
    #[serde(default)]
    redirect_map: BTreeMap<String, Vec<Answer>>,
}

#[derive(Debug, Deserialize)]
struct Answer {
    url: String,
    status: Status,
}

#[derive(Debug, Deserialize)]
struct Status {
    text: String,
    code: Option<u16>,
    redirects: Option<Redirects>,
}

#[derive(Debug, Deserialize)]
struct Redirects {
    origin: String,
    redirects: Vec<Redirect>,
}

#[derive(Debug, Deserialize)]
struct Redirect {
    url: String,
    code: u16,
}

/// Returns the problems with `addresses` according to the report in a file.
///
/// # Errors
/// If the file can't be read, or isn't a report from lychee.
pub fn findings(file: &Path, addresses: &[Address]) -> anyhow::Result<Vec<Diagnostic>> {
    let shown = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("{shown} can't be read"))?;
    let report: Report = serde_json::from_str(&text)
        .with_context(|| format!("{shown} isn't a report from lychee with --format json"))?;
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    let maps = [&report.error_map, &report.timeout_map, &report.redirect_map];
    for answer in maps.into_iter().flat_map(BTreeMap::values).flatten() {
        let asked = answer.status.redirects.as_ref().map_or(&answer.url, |redirects| &redirects.origin);
        let Some(address) = addresses.iter().find(|address| same(&address.url, asked)) else { continue };
        if told.insert(&address.url) {
            found.extend(finding(address, &answer.status));
        }
    }
    diagnostics::sort(&mut found);
    Ok(found)
}

/// Returns whether two addresses are the same; lychee normalizes them like browsers do.
fn same(one: &str, other: &str) -> bool {
    one == other || Url::parse(one).is_ok_and(|one| Url::parse(other).is_ok_and(|other| one == other))
}

fn finding(address: &Address, status: &Status) -> Option<Diagnostic> {
    let Address { url, place, uses, staff } = address;
    let place = place.clone();
    let finding = match (status.code, &status.redirects) {
        // A page for staff that asks for a password does exist.
        (Some(401 | 403), _) if *staff => return None,
        (Some(200..=299), Some(redirects)) => {
            // The replacement address: follow the redirects as long as they're permanent.
            let for_good = redirects.redirects.iter().take_while(|step| matches!(step.code, 301 | 308));
            let to = &for_good.last()?.url;
            let mut finding =
                Diagnostic::warning("moved-link", place, format!("{url} has moved permanently"));
            finding.why = Some("After a while, sites stop redirecting old addresses.");
            finding.help(format!("open it, and if it's the right page, change the address to {to}"))
        }
        (Some(200..=299), None) => return None,
        (Some(401 | 403 | 429 | 451), _) => {
            let message = format!("{url}: {}", words(status));
            let mut finding = Diagnostic::warning("unsure-link", place, message);
            finding.why = Some("Some sites block programs but show the page to people.");
            finding.help("open it in a browser, and check that it's the right page")
        }
        _ => {
            let mut finding = Diagnostic::error("dead-link", place, format!("{url}: {}", words(status)));
            finding.why = Some(
                "A volunteer may send it in the middle of a conversation, and then no one gets any further.",
            );
            finding.help(
                "find the page on the site and put its address here, or remove the link where it's used",
            )
        }
    };
    Some(uses.iter().fold(finding, |finding, used| finding.related(used.clone(), "used here")))
}

/// Describes a status in words.
fn words(status: &Status) -> String {
    let Some(code) = status.code else { return status.text.clone() };
    let what = match code {
        400 => "the site doesn't understand the address",
        401 => "the page asks for a password",
        403 => "the site refuses to show it",
        404 => "there's no such page",
        410 => "the page was permanently removed",
        429 => "the site got too many requests",
        451 => "the page was taken down for legal reasons",
        500..=599 => "the site has a problem",
        _ => "this isn't a page",
    };
    format!("{what} (status {code})")
}
