//! `callguide links`: asks the sites whether the content's addresses still answer.
//!
//! For a job that runs now and then, never part of lint: what a site does today says nothing about
//! a change of the content, and must not hold it up.

mod answer;
mod cache;
mod check;
mod gate;
mod report;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use jiff::Timestamp;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use url::{Host, Url};

use super::folder::Folder;
use crate::content::{self, Draft};
use crate::readings::{Now, Readings};
use crate::rules::external::{Address, addresses};
use answer::Answer;
use cache::Cache;
use check::{Checker, Settings};
use report::{Checked, Source};

/// Ask the sites whether the content's links still work
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 every address answers, 1 some don't, 2 couldn't run.")]
pub struct LinksArgs {
    #[command(flatten)]
    folder: Folder,
    /// How findings are printed
    #[arg(long, value_enum, env = "CALLGUIDE_LINKS_FORMAT", default_value_t = Format::Human)]
    format: Format,
    /// Remember in this file which addresses answered, and don't ask them again soon
    #[arg(long, env = "CALLGUIDE_LINKS_CACHE", value_name = "FILE")]
    cache: Option<PathBuf>,
    /// For how many hours an address that answered isn't asked again
    #[arg(long, env = "CALLGUIDE_LINKS_MAX_AGE", value_name = "HOURS", default_value_t = 20)]
    max_age: u32,
    /// How many addresses to ask at the same time, each on a different site
    #[arg(long, env = "CALLGUIDE_LINKS_PARALLEL", value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(1..=64))]
    parallel: u32,
    /// How long to leave a site alone between two requests
    #[arg(long, env = "CALLGUIDE_LINKS_PAUSE", value_name = "MILLISECONDS", default_value_t = 1_000)]
    pause: u64,
    /// How long to wait for an answer
    #[arg(long, env = "CALLGUIDE_LINKS_TIMEOUT", value_name = "SECONDS", default_value_t = 20.0)]
    timeout: f64,
    /// How many times to ask again after a failure that may be temporary
    #[arg(long, env = "CALLGUIDE_LINKS_RETRIES", value_name = "N", default_value_t = 3)]
    retries: u32,
    /// How long to wait before the first retry; each one after it waits twice as long
    #[arg(long, env = "CALLGUIDE_LINKS_BACKOFF", value_name = "MILLISECONDS", default_value_t = 2_000)]
    backoff: u64,
    /// How long to wait at most when a site says to come back later
    #[arg(long, env = "CALLGUIDE_LINKS_MAX_WAIT", value_name = "SECONDS", default_value_t = 120)]
    max_wait: u64,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    /// For a person
    Human,
    /// For a program
    Json,
    /// Annotations on the lines of the content
    Github,
}

/// Runs the command.
///
/// # Errors
/// Where the folder can't be read, or no connection can be made at all.
pub fn run(args: &LinksArgs) -> anyhow::Result<ExitCode> {
    let files = content::folder::read(args.folder.path()).with_context(|| {
        format!(
            "{} can't be read; name the content folder: callguide links --content DIR",
            args.folder.path().display()
        )
    })?;
    let (draft, sources, _) = content::draft(files, &args.folder.path().to_string_lossy());
    let now = Timestamp::now();
    let mut cache = args.cache.as_deref().map(Cache::read).unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let checked = runtime.block_on(check_all(args, &draft, &cache, now))?;
    if let Some(path) = &args.cache {
        cache.keep(&checked, now);
        cache.write(path)?;
    }
    let report = report::Report::new(&checked);
    let text = match args.format {
        Format::Human => report.human(&sources),
        Format::Json => serde_json::to_string_pretty(&report.json(&sources))? + "\n",
        Format::Github => report.github(&sources),
    };
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(if report.broken() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Asks about every address that the cache knows nothing fresh of. In the addresses' order.
async fn check_all(
    args: &LinksArgs,
    draft: &Draft,
    cache: &Cache,
    now: Timestamp,
) -> anyhow::Result<Vec<Checked>> {
    let checker = Arc::new(Checker::new(settings(args, draft))?);
    let places = Arc::new(Semaphore::new(args.parallel as usize));
    let mut done: BTreeMap<usize, Checked> = BTreeMap::new();
    let mut asked = JoinSet::new();
    let readings = Readings::of(draft, Now::At(now));
    for (nth, address) in addresses(&readings).into_iter().enumerate() {
        if reserved(&address.url) {
            done.insert(nth, Checked { address, answer: Answer::Skipped, source: Source::Skipped });
        } else if let Some(answer) = cache.fresh(&address.url, now, args.max_age) {
            done.insert(nth, Checked { address, answer, source: Source::Cache });
        } else {
            let (checker, places) = (checker.clone(), places.clone());
            asked.spawn(async move {
                let answer = checker.ask(&address.url, address.staff, &places).await;
                (nth, Checked { address, answer, source: Source::Network })
            });
        }
    }
    while let Some(finished) = asked.join_next().await {
        let (nth, checked) = finished.context("an address couldn't be checked")?;
        done.insert(nth, checked);
    }
    Ok(done.into_values().collect())
}

fn settings(args: &LinksArgs, draft: &Draft) -> Settings {
    let site = draft.site.as_ref().map(|site| &site.organisation);
    let whose = site.map_or_else(String::new, |o| format!(" of {}; {}", o.short_name, o.support_email));
    let agent = format!("callguide-links/{} (checks the links{whose})", env!("CARGO_PKG_VERSION"));
    Settings {
        agent: agent.chars().filter(|c| c.is_ascii() && !c.is_ascii_control()).collect(),
        timeout: Duration::try_from_secs_f64(args.timeout).unwrap_or(Duration::from_secs(20)),
        retries: args.retries,
        backoff: Duration::from_millis(args.backoff),
        pause: Duration::from_millis(args.pause),
        max_wait: Duration::from_secs(args.max_wait),
    }
}

/// Names that are set aside for examples and belong to nobody (RFC 2606, RFC 6761).
fn reserved(url: &str) -> bool {
    const ENDINGS: [&str; 6] = ["example", "invalid", "test", "example.org", "example.com", "example.net"];
    let Ok(url) = Url::parse(url) else { return false };
    let Some(Host::Domain(host)) = url.host() else { return false };
    let inside = |ending: &&str| host.strip_suffix(*ending).is_some_and(|r| r.is_empty() || r.ends_with('.'));
    ENDINGS.iter().any(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_for_examples_are_asked_nothing() {
        for url in
            ["https://example.org", "https://a.b.example.com/x", "https://x.test/", "https://a.example"]
        {
            assert!(reserved(url), "{url}");
        }
        for url in ["https://myexample.org", "https://vote.gov", "http://127.0.0.1:1/", "nothing"] {
            assert!(!reserved(url), "{url}");
        }
    }
}
