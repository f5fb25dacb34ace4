//! Dates that arrive while an engine runs, on a clock that the test sets, with a real folder.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::{Current, ExaminedFolder, Kept, Loader, Report, Shelf, VersionLimits, attempt, read};
use crate::clock::Clock;
use crate::metrics::Metrics;
use callguide_content::content;
use callguide_content::readings::{Now, Readings};
use callguide_content::snapshot::{Bodies, Encoding, Snapshot};
use callguide_search::api::status::ContentSource;

mod days;
mod kept;
mod task;
mod turns;

const HOUR: Duration = Duration::from_secs(3600);

/// A folder with dates in two regions: one is six hours behind the site's zone, and the other has two zones.
struct World {
    base: tempfile::TempDir,
    clock: Clock,
    limits: VersionLimits,
}

struct Engine {
    current: Arc<Current>,
    loader: Loader,
}

impl World {
    fn at(instant: &str) -> Self {
        let base = tempfile::tempdir().unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/helplines/deadlines");
        for (name, bytes) in content::folder::read(&folder).unwrap().files {
            let file = base.path().join("content").join(&*name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, bytes).unwrap();
        }
        let clock = Clock::set_to(instant.parse::<Timestamp>().unwrap());
        Self { base, clock, limits: VersionLimits { time: 1_000 * HOUR, ..VersionLimits::default() } }
    }

    fn start(&self) -> Engine {
        self.start_as(false, Now::At(self.clock.now()))
    }

    fn start_as(&self, preview: bool, now: Now) -> Engine {
        let folder = self.base.path().join("content");
        let found = read(&folder).unwrap().unwrap();
        let mut reading = ExaminedFolder::examine(found, &folder, preview, now);
        assert!(reading.snapshot.is_some(), "{}", reading.text());
        let snapshot = reading.snapshot.take().unwrap();
        let report = Report::started(ContentSource::Content, attempt(&reading, Vec::new(), true));
        let current = Current::with(snapshot, report, self.limits, self.clock.clone(), Metrics::default());
        let current = Arc::new(current.keeping(Kept::new(self.shelf(), self.limits)));
        current.keep(&reading.texts());
        let loader = Loader::new(&folder, preview, Some(&reading), reading.digest.clone(), current.clone());
        Engine { current, loader }
    }

    fn shelf(&self) -> Shelf {
        Shelf::within(&self.base.path().join("data"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.base.path().join("content").join(name), text).unwrap();
    }

    fn replace(&self, name: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.base.path().join("content").join(name)).unwrap();
        assert!(text.contains(old), "{old} in {name}");
        self.write(name, &text.replacen(old, new, 1));
    }

    /// Returns a snapshot of the folder at `moment` with text that isn't its source, so that no period can follow
    /// it.
    fn torn(&self, moment: &str) -> Snapshot {
        let files = || content::folder::read(&self.base.path().join("content")).unwrap();
        let mut other = files();
        for (name, bytes) in &mut other.files {
            if &**name == "site.yaml" {
                *bytes = b"oh: dear\n".to_vec();
            }
        }
        let ((mut draft, ..), (other, ..)) = (content::draft(files(), ""), content::draft(other, ""));
        draft.documents.insert("site.yaml".into(), other.documents["site.yaml"].clone());
        Snapshot::build(&draft, &Readings::of(&draft, Now::At(moment.parse().unwrap())), false).unwrap()
    }

    /// Does what the task does: waits until the next period begins, then serves it.
    fn pass_to_turn(&self, engine: &Engine) {
        let wait = engine.current.until_turn().unwrap();
        self.clock.advance(wait - Duration::from_millis(1));
        assert_ne!(engine.current.until_turn(), Some(Duration::ZERO), "not a moment too early");
        self.clock.advance(Duration::from_millis(1));
        assert_eq!(engine.current.until_turn(), Some(Duration::ZERO));
        assert!(engine.current.turn());
    }
}

impl Engine {
    /// Returns the first instant of the period being served, as written in its version.
    fn period(&self) -> String {
        self.current.get().version().split_once('-').map_or(String::new(), |(_, period)| period.to_owned())
    }
}

/// Returns the first question and the badges, as a region reads them.
fn question(bodies: &Bodies, region: &str) -> (String, Vec<String>) {
    let tree: serde_json::Value =
        serde_json::from_slice(&bodies.tree(region).unwrap().bytes(Encoding::Identity)).unwrap();
    let text = tree["nodes"][tree["start"].as_str().unwrap()]["text"].as_str().unwrap().to_owned();
    let badges = tree["state"]["badges"].as_array().unwrap().iter();
    (text, badges.map(|badge| badge["text"].as_str().unwrap().to_owned()).collect())
}
