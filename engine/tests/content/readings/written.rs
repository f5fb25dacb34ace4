//! Content as it's written: a small helpline's files around a random tree, through the real loader.

use std::sync::LazyLock;

use callguide::content::folder::{self, Files};
use callguide::content::{self, Draft};
use callguide::diagnostics::Diagnostic;
use serde_json::{Value, json};

use crate::lint_support::Content;

/// The files of a helpline whose conditions, dates and regions are random.
#[derive(Debug, Clone)]
pub struct Written {
    pub zone: Option<&'static str>,
    pub states: Value,
    pub tree: Value,
    pub entries: Value,
    pub announcements: Value,
}

/// Everything else.
static AROUND: LazyLock<Content> = LazyLock::new(Content::base);

impl Written {
    /// The files as the loader takes them.
    pub fn files(&self) -> Files {
        let mut files: Vec<(String, Vec<u8>)> = AROUND
            .0
            .iter()
            .filter(|(name, _)| !name.starts_with("checks/") && !name.starts_with("faq/"))
            .map(|(name, bytes)| (name.clone(), bytes.clone()))
            .collect();
        let own = [
            ("states.yaml", &self.states),
            ("decision-tree.yaml", &self.tree),
            ("faq/random.yaml", &json!({ "category": "Random", "order": 1, "entries": self.entries })),
            ("announcements.yaml", &json!({ "announcements": self.announcements })),
        ]
        .map(|(name, value)| (name.to_owned(), serde_json::to_vec_pretty(value).unwrap()));
        for (name, bytes) in own {
            files.retain(|(other, _)| *other != name);
            files.push((name, bytes));
        }
        let site = files.iter_mut().find(|(name, _)| name == "site.yaml").unwrap();
        if let Some(zone) = self.zone {
            site.1.extend(format!("\ntime_zone: {zone}\n").bytes());
        }
        folder::from_bytes(files)
    }

    /// What the loader makes of them, and what it finds.
    pub fn draft(&self) -> (Draft, Vec<Diagnostic>) {
        let (draft, _, found) = content::draft(self.files(), "content");
        (draft, found)
    }

    /// The draft of files that the loader and the schemas have nothing against.
    pub fn sound(&self) -> Draft {
        let (draft, found) = self.draft();
        assert!(found.is_empty(), "{found:#?} in {self:#?}");
        draft
    }
}
