//! Which content is served, how edits are noticed, and how long versions are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use clap::{Args, ValueEnum};
use jiff::civil::Date;
use tokio::runtime::Runtime;

use super::super::input::{day, duration, moment, secret};
use crate::api::status::{Attempt, ContentSource};
use crate::clock::Clock;
use crate::content::Kind;
use crate::diagnostics::Severity;
use crate::examine::examine_to_serve;
use crate::fetch::{self, ArchiveSource};
use crate::metrics::Metrics;
use crate::readings::Now;
use crate::reload::{
    Current, Digest, ExaminedFolder, FolderBytes, Kept, Loader, Report, Shelf, VersionLimits, attempt,
    failed, read,
};
use crate::snapshot::{Snapshot, Texts};
use crate::stamp;
use crate::watch::{Watch, WatchSettings};

/// The variable that can hold the token.
pub(super) const TOKEN: &str = "CALLGUIDE_CONTENT_TOKEN";

/// Options about the content.
#[derive(Debug, Args)]
#[command(next_help_heading = "Content")]
pub struct ContentOptions {
    /// The content folder
    #[arg(long, env = "CALLGUIDE_CONTENT", default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// Fetch the content instead of reading --content: the address of a branch's archive (tar.gz) on a code host, such
    /// as https://codeload.github.com/OWNER/REPOSITORY/tar.gz/refs/heads/main. It's requested every --content-poll
    // Hidden because the URL's query may contain a secret.
    #[arg(long, env = "CALLGUIDE_CONTENT_URL", value_name = "ADDRESS", hide_env_values = true)]
    content_url: Option<String>,
    /// With --content-url: the content folder in the archive, below the single folder at its top; `.` if that folder
    /// itself is the content folder
    #[arg(long, env = "CALLGUIDE_CONTENT_PATH", default_value = "content", value_name = "FOLDER")]
    content_path: String,
    /// With --content-url: a file with the token for its host; no other host gets it. The variable
    /// CALLGUIDE_CONTENT_TOKEN can hold the token instead; no option takes the token itself
    #[arg(long, env = "CALLGUIDE_CONTENT_TOKEN_FILE", value_name = "FILE", requires = "content_url")]
    content_token_file: Option<PathBuf>,
    /// What to serve if the content is broken when the engine starts: another content folder, or none to refuse
    /// to start. By default, it's the last good version, which the engine keeps in the --data folder
    #[arg(long, env = "CALLGUIDE_CONTENT_FALLBACK", value_name = "DIR|none")]
    content_fallback: Option<PathBuf>,
    /// How the engine learns about edits
    #[arg(long, value_enum, env = "CALLGUIDE_CONTENT_WATCH", default_value_t = WatchMode::Events)]
    content_watch: WatchMode,
    /// How often to check the content if no event triggers a check, such as 500ms or 10s
    /// [default: 10s; 60s with --content-url]
    #[arg(long, env = "CALLGUIDE_CONTENT_POLL", value_parser = duration, value_name = "TIME")]
    content_poll: Option<Duration>,
    /// A file outside of the content folder that your own job touches each time it has pulled the content, changed or
    /// not. The engine then shows admins how old the content may be
    #[arg(long, env = "CALLGUIDE_CONTENT_STAMP", value_name = "FILE")]
    content_stamp: Option<PathBuf>,
    /// Show content before it's live; every screen says so
    #[arg(long, env = "CALLGUIDE_PREVIEW")]
    preview: bool,
    /// With --preview: show the content as it reads on this day, in every time zone
    #[arg(long, env = "CALLGUIDE_ON", value_name = "YYYY-MM-DD", value_parser = day)]
    pub on: Option<Date>,
    /// How long to keep a version after it was last requested, for contacts that began with it, such as 90m or 12h.
    /// It survives restarts, in the --data folder
    #[arg(long, env = "CALLGUIDE_VERSIONS_TIME", default_value = "12h", value_parser = duration, value_name = "TIME")]
    versions_time: Duration,
    /// How many versions to keep at most; the least recently used is dropped first
    #[arg(long, env = "CALLGUIDE_VERSIONS", default_value_t = 20, value_name = "N")]
    versions: usize,
    /// How many MiB these versions may take, in memory and compressed on disk
    #[arg(long, env = "CALLGUIDE_VERSIONS_MEMORY", default_value_t = 256, value_name = "MIB")]
    versions_memory: usize,
}

/// How edits are noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WatchMode {
    /// From file-system events, and by checking from time to time
    Events,
    /// Only by checking from time to time, for file systems without events
    Poll,
}

/// The default time between two checks of a folder.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// The default time between two requests to a URL.
const FETCH_EVERY: Duration = Duration::from_secs(60);

/// The content that the engine starts with.
#[derive(Debug)]
pub struct First {
    snapshot: Snapshot,
    report: Report,
    /// The content folder as read, with or without errors; `None` if it couldn't be read.
    reading: Option<ExaminedFolder>,
    /// The digest of the served files.
    served: Digest,
    /// The fallback's text if the fallback is served, to be kept for contacts that begin with it.
    fallback: Option<Texts>,
    /// Where the content is fetched from, and the result of the first fetch.
    fetched: Option<(ArchiveSource, Result<(), String>)>,
}

impl First {
    /// Returns the version that's served first.
    pub fn version(&self) -> &str {
        self.snapshot.version()
    }
}

impl ContentOptions {
    /// Returns the content as a snapshot to serve. On a cold start with broken content, this prints the
    /// findings as lint does, and fails unless there's something else to serve: the last good version, kept
    /// in `data`, or the fallback.
    ///
    /// # Errors
    /// If the folder can't be read or its content has errors, and there's nothing else to serve.
    pub fn first(&self, data: &Path, runtime: &Runtime) -> anyhow::Result<First> {
        if let Some(day) = self.on.filter(|_| !self.preview) {
            bail!(
                "--on {day} (CALLGUIDE_ON) is for a preview: start with --preview, or leave out --on to \
                 serve today's content"
            );
        }
        let mut source = self.source()?;
        let shelf = Shelf::within(data);
        // If there's a last good version, it can be served while we wait.
        let patience = if shelf.last_good().is_some() { fetch::PATIENCE / 6 } else { fetch::PATIENCE };
        let (named, read) = runtime.block_on(self.read(source.as_mut(), patience));
        let fetched = source.map(|source| (source, read.as_ref().map(drop).map_err(ToString::to_string)));
        let (why, reading) = match read {
            Ok(mut reading) => {
                if let Some(snapshot) = reading.snapshot.take() {
                    let report = Report::started(ContentSource::Content, attempt(&reading, Vec::new(), true));
                    let (served, reading, fallback) = (reading.digest.clone(), Some(reading), None);
                    return Ok(First { snapshot, report, served, reading, fallback, fetched });
                }
                eprint!("{}", reading.text());
                let why = anyhow!(
                    "the content in {named} has errors; fix those printed above, then start again{}",
                    self.meant()
                );
                (why, Some(reading))
            }
            Err(why) => (why, None),
        };
        let first = match &self.content_fallback {
            // Someone previewing an edit wants to see that edit, not an earlier version.
            _ if self.preview => Err(why),
            Some(none) if none == Path::new("none") => Err(why),
            Some(folder) => self.fall_back(folder, &why, reading),
            None => last_good(&shelf, why, reading),
        };
        Ok(First { fetched, ..first? })
    }

    /// Describes the content that an engine would find now, without serving or keeping anything.
    ///
    /// # Errors
    /// If the content can't be read or has errors, in which case an engine wouldn't serve it.
    pub async fn look(&self) -> anyhow::Result<String> {
        let (named, read) = self.read(self.source()?.as_mut(), fetch::PATIENCE).await;
        let reading = read?;
        let findings = &reading.examined.findings;
        let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        if let Some(first) = errors.next() {
            let (file, count) = (&first.place.file, 1 + errors.count());
            bail!(
                "{named} has errors ({count}), the first in {file}: {}; run `callguide lint` in a checkout to see \
                 where{}",
                first.message,
                self.meant()
            );
        }
        Ok(format!("{named}, version {}, has no errors", reading.version))
    }

    /// Reads the folder, or fetches from `source`. Returns the name of the folder or source along with the result.
    async fn read(
        &self,
        source: Option<&mut ArchiveSource>,
        patience: Duration,
    ) -> (String, anyhow::Result<ExaminedFolder>) {
        let Some(source) = source else {
            let named = self.content.display().to_string();
            let why =
                format!("{named} can't be read; specify the content folder with --content{}", self.meant());
            return (named, settled(&self.content, self.preview, self.now()).context(why));
        };
        let files = source.fetch(patience).await.map(Option::unwrap_or_default);
        let folder = Path::new(source.folder());
        let examine =
            |files| ExaminedFolder::examine(FolderBytes::of(files), folder, self.preview, self.now());
        let read =
            files.map(examine).map_err(|why| anyhow!("the content can't be fetched from {source}: {why}"));
        (source.to_string(), read)
    }

    /// Returns a suggestion to append to an error if the folder has no content itself but contains the
    /// content folder, like the repository's root.
    fn meant(&self) -> String {
        let (folder, below) = (&self.content, self.content.join("content"));
        let has_content = |folder: &Path| {
            let mut files = Kind::ALL.into_iter().filter(|kind| kind.required()).filter_map(Kind::file);
            files.any(|file| folder.join(file).exists())
        };
        if !has_content(folder) && has_content(&below) {
            format!("; did you mean {}?", below.display())
        } else {
            String::new()
        }
    }

    fn now(&self) -> Now {
        moment(self.on)
    }

    fn fall_back(
        &self,
        folder: &Path,
        why: &anyhow::Error,
        reading: Option<ExaminedFolder>,
    ) -> anyhow::Result<First> {
        let named = folder.display();
        let mut fallback = settled(folder, self.preview, self.now())
            .with_context(|| format!("{why:#}; and the fallback {named} can't be read"))?;
        let Some(snapshot) = fallback.snapshot.take() else {
            eprint!("{}", fallback.text());
            bail!("{why:#}; and the fallback {named} has errors too");
        };
        tracing::warn!(
            fallback = %named, version = snapshot.version(), why = format!("{why:#}"),
            "THE FALLBACK IS SERVED, not the content: fix the content, and it will be served right away"
        );
        let report = Report::started(ContentSource::Fallback, refused(reading.as_ref(), &fallback.digest));
        let texts = fallback.texts();
        Ok(First { snapshot, report, served: fallback.digest, reading, fallback: Some(texts), fetched: None })
    }

    /// Serves `first` and starts watching the content. Versions that contacts began with are kept in `data`.
    ///
    /// # Errors
    /// If the watching thread can't be started.
    pub fn watch(
        &self,
        first: First,
        data: &Path,
        metrics: Metrics,
    ) -> anyhow::Result<(Arc<Current>, Option<Watch>)> {
        let limits = VersionLimits {
            time: self.versions_time,
            number: self.versions,
            memory: self.versions_memory.saturating_mul(1 << 20),
        };
        let First { snapshot, mut report, reading, served, fallback, fetched } = first;
        if let Some((source, _)) = &fetched {
            report.status.address = Some(source.to_string());
            report.status.fetched_at = stamp::touched(&stamp::of_fetch(data));
        }
        let current = Current::with(snapshot, report, limits, Clock::machine(), metrics);
        let mut current = current.stamped_by(self.content_stamp.clone().filter(|_| fetched.is_none()));
        // Nobody uses a preview on a call, and its versions don't belong in the data folder of the engine that
        // volunteers use.
        if !self.preview {
            current = current.keeping(Kept::new(Shelf::within(data), limits));
        }
        if let Some(texts) = fallback {
            current.keep(&texts);
        }
        let current = Arc::new(current);
        if reading.is_some() {
            current.looked();
        }
        let folder = fetched.as_ref().map_or(&*self.content, |(source, _)| source.folder().as_ref());
        let loader = Loader::new(folder, self.preview, reading.as_ref(), served, current.clone()).on(self.on);
        if let Some((source, fetched)) = fetched {
            let noted = stamp::of_fetch(data);
            current.fetched(fetched);
            tokio::spawn(fetch::keep(source, loader, self.content_poll.unwrap_or(FETCH_EVERY), noted));
            return Ok((current, None));
        }
        let poll = self.content_poll.unwrap_or(LOOK_EVERY);
        let settings = WatchSettings { events: self.content_watch == WatchMode::Events, poll };
        let watch = Watch::start(loader, settings).context("the content can't be watched")?;
        Ok((current, Some(watch)))
    }

    /// Returns the source to fetch the content from, or `None` if it's in a folder.
    ///
    /// # Errors
    /// If the URL or the token can't be used.
    fn source(&self) -> anyhow::Result<Option<ArchiveSource>> {
        let Some(address) = &self.content_url else { return Ok(None) };
        let token = secret("the token", TOKEN, "--content-token-file", self.content_token_file.as_deref())?;
        let source = ArchiveSource::new(address, &self.content_path, token.as_deref());
        source.context("the address in --content-url (CALLGUIDE_CONTENT_URL) can't be used").map(Some)
    }
}

/// Returns the last good version from `shelf`, to serve if the content can't be served.
fn last_good(shelf: &Shelf, why: anyhow::Error, reading: Option<ExaminedFolder>) -> anyhow::Result<First> {
    let Some((version, (_, files))) =
        shelf.last_good().and_then(|name| Some((name.clone(), shelf.read(&name)?)))
    else {
        return Err(why);
    };
    let served = Digest::of(&files);
    let (_, snapshot) = examine_to_serve(files, "content", false, moment(None));
    let Some(snapshot) = snapshot else {
        bail!("{why:#}; and the last good version {version} can't be read by this version of Callguide");
    };
    tracing::warn!(
        version,
        why = format!("{why:#}"),
        "THE LAST GOOD VERSION IS SERVED, not the content: fix the content, and it will be served right away"
    );
    let report = Report::started(ContentSource::LastGood, refused(reading.as_ref(), &served));
    Ok(First { snapshot, report, served, reading, fallback: None, fetched: None })
}

/// Returns the report on the content folder while something else is served.
fn refused(reading: Option<&ExaminedFolder>, served: &Digest) -> Attempt {
    reading.map_or_else(
        || failed("the content couldn't be read".to_owned()),
        |reading| attempt(reading, reading.digest.changed_since(served), false),
    )
}

/// Reads the content of a folder that someone may be writing to right now.
fn settled(folder: &Path, preview: bool, now: Now) -> std::io::Result<ExaminedFolder> {
    for _ in 0..PATIENCE {
        if let Some(read) = read(folder)? {
            return Ok(ExaminedFolder::examine(read, folder, preview, now));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Err(std::io::Error::other("its files keep changing"))
}

/// How many times the engine tries to read a folder that keeps changing when it starts, ten times per second.
const PATIENCE: usize = 50;
