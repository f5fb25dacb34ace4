//! Content as written: a small helpline's files around a random tree, read by the real loader.

use std::sync::LazyLock;

use callguide::content::folder::{self, Files};
use callguide::content::{self, Draft};
use callguide::diagnostics::Diagnostic;
use serde_json::{Value, json};

use crate::lint_support::Content;

/// The files of a helpline with random conditions, dates, and regions.
#[derive(Debug, Clone)]
pub struct Written {
    pub zone: Option<&'static str>,
    pub states: Value,
    pub tree: Value,
    pub entries: Value,
    pub announcements: Value,
    pub emergency: Value,
    /// A section of the support page, which may have dates.
    pub section: Value,
    /// Dated scripts for that section, a step, and the agreement.
    pub said: Value,
    /// The path checks.
    pub checks: Value,
}

/// The name and the URL of a page that text may link to.
pub const HANDBOOK: (&str, &str) = ("city-handbook", "https://handbook.example.org/renting");

/// The step and the mode of the agreement that have these scripts.
pub const SPOKEN_IN: (&str, &str) = ("short-note", "easy");

/// All other files.
static AROUND: LazyLock<Content> = LazyLock::new(Content::base);

impl Written {
    /// Returns files without a tree or anything conditional.
    pub fn plain() -> Self {
        let choice = json!({ "id": "now", "label": "Now", "scripts": [{ "say": "Hang up." }] });
        Self {
            zone: None,
            states: json!({ "states": [{ "code": "R0", "name": "Region 0" }] }),
            tree: json!({}),
            entries: json!([]),
            announcements: json!([]),
            emergency: json!({ "button": "Help", "title": "Danger", "choices": [choice], "text": "Do this." }),
            section: json!({ "id": "random", "title": "Random", "text": "Text." }),
            said: json!([]),
            checks: json!([]),
        }
    }

    /// Returns the files in the form that the loader takes.
    pub fn files(&self) -> Files {
        let mut files: Vec<(String, Vec<u8>)> = AROUND
            .0
            .iter()
            .filter(|(name, _)| !name.starts_with("checks/") && !name.starts_with("faq/"))
            .map(|(name, bytes)| (name.clone(), bytes.clone()))
            .collect();
        let mut section = self.section.clone();
        if self.said != json!([]) {
            section["scripts"] = self.said.clone();
        }
        let own = [
            ("emergency.yaml", &self.emergency),
            ("support/30-random.yaml", &section),
            ("checks/paths.yaml", &json!({ "paths": self.checks })),
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
        let step =
            if self.said == json!([]) { String::new() } else { format!("    scripts: {}\n", self.said) };
        // The scripts are inserted after these lines.
        for (file, line, said) in [
            ("flows.yaml", "    title: Leave a note\n", step),
            ("agreement.yaml", "      - say: We help you to understand. You decide.\n", self.points()),
        ] {
            let (_, bytes) = files.iter_mut().find(|(name, _)| name == file).unwrap();
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(text.contains(line), "{file} is another");
            *bytes = text.replace(line, &format!("{line}{said}")).into_bytes();
        }
        let site = files.iter_mut().find(|(name, _)| name == "site.yaml").unwrap();
        // With calling hours, every region would need a time zone.
        let (before, rest) = std::str::from_utf8(&site.1).unwrap().split_once("calling_hours:").unwrap();
        site.1 = format!("{before}{}", &rest[rest.find("\n\n").unwrap()..]).into_bytes();
        if let Some(zone) = self.zone {
            site.1.extend(format!("\ntime_zone: {zone}\n").bytes());
        }
        folder::from_bytes(files)
    }

    fn points(&self) -> String {
        self.said.as_array().unwrap().iter().map(|said| format!("      - {said}\n")).collect()
    }

    /// Loads the files; returns the draft and the loader's findings.
    pub fn draft(&self) -> (Draft, Vec<Diagnostic>) {
        let (draft, _, found) = content::draft(self.files(), "content");
        (draft, found)
    }

    /// Returns the draft; the loader and the schemas must not report anything.
    pub fn sound(&self) -> Draft {
        let (draft, found) = self.draft();
        assert!(found.is_empty(), "{found:#?} in {self:#?}");
        draft
    }
}
