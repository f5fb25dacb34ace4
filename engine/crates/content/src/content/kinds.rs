//! The kinds of content file: their names and their schemas.

/// A kind of content file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Site,
    Links,
    Snippets,
    States,
    DecisionTree,
    Agreement,
    Emergency,
    Guides,
    Flows,
    Support,
    Announcements,
    Faq,
    Elsewhere,
    Search,
    Style,
    ChecksPaths,
    ChecksSearches,
}

impl Kind {
    /// Every kind, in the order that readers encounter them.
    pub const ALL: [Self; 17] = [
        Self::Site,
        Self::Links,
        Self::Snippets,
        Self::States,
        Self::DecisionTree,
        Self::Agreement,
        Self::Emergency,
        Self::Guides,
        Self::Flows,
        Self::Support,
        Self::Announcements,
        Self::Faq,
        Self::Elsewhere,
        Self::Search,
        Self::Style,
        Self::ChecksPaths,
        Self::ChecksSearches,
    ];

    /// Returns the kind of a file from its name within the content folder.
    pub fn of(name: &str) -> Option<Self> {
        if let Some(kind) = Self::ALL.into_iter().find(|kind| kind.file() == Some(name)) {
            return Some(kind);
        }
        match name.split_once('/') {
            Some((_, file)) if file.contains('/') || !file.ends_with(".yaml") => None,
            Some(("support", _)) => Some(Self::Support),
            Some(("faq", _)) => Some(Self::Faq),
            _ => None,
        }
    }

    /// Returns this kind's file name; `None` if it has a folder of files instead.
    pub fn file(self) -> Option<&'static str> {
        Some(match self {
            Self::Site => "site.yaml",
            Self::Links => "links.yaml",
            Self::Snippets => "snippets.yaml",
            Self::States => "states.yaml",
            Self::DecisionTree => "decision-tree.yaml",
            Self::Agreement => "agreement.yaml",
            Self::Emergency => "emergency.yaml",
            Self::Guides => "guides.yaml",
            Self::Flows => "flows.yaml",
            Self::Announcements => "announcements.yaml",
            Self::Elsewhere => "elsewhere.yaml",
            Self::Search => "search.yaml",
            Self::Style => "style.yaml",
            Self::ChecksPaths => "checks/paths.yaml",
            Self::ChecksSearches => "checks/searches.yaml",
            Self::Support | Self::Faq => return None,
        })
    }

    /// Returns whether content always needs this file; some of the others are needed only if another file uses them.
    pub fn required(self) -> bool {
        !matches!(
            self,
            Self::Snippets
                | Self::States
                | Self::Agreement
                | Self::Emergency
                | Self::Guides
                | Self::Support
                | Self::Faq
                | Self::Elsewhere
                | Self::Search
                | Self::Style
                | Self::ChecksPaths
                | Self::ChecksSearches
        )
    }

    /// Returns whether it's served: only lint uses the style guide and the checks.
    pub fn served(self) -> bool {
        !matches!(self, Self::Style | Self::ChecksPaths | Self::ChecksSearches)
    }

    /// Returns the text of its schema, which is compiled in.
    pub fn schema(self) -> &'static str {
        macro_rules! schema {
            ($name:literal) => {
                include_str!(concat!("../../../../../schemas/", $name, ".schema.json"))
            };
        }
        match self {
            Self::Site => schema!("site"),
            Self::Links => schema!("links"),
            Self::Snippets => schema!("snippets"),
            Self::States => schema!("states"),
            Self::DecisionTree => schema!("decision-tree"),
            Self::Agreement => schema!("agreement"),
            Self::Emergency => schema!("emergency"),
            Self::Guides => schema!("guides"),
            Self::Flows => schema!("flows"),
            Self::Support => schema!("support"),
            Self::Announcements => schema!("announcements"),
            Self::Faq => schema!("faq"),
            Self::Elsewhere => schema!("elsewhere"),
            Self::Search => schema!("search"),
            Self::Style => schema!("style"),
            Self::ChecksPaths => schema!("checks-paths"),
            Self::ChecksSearches => schema!("checks-searches"),
        }
    }

    /// Returns the file name of its schema: the last segment of the schema's `$id`.
    pub fn schema_file(self) -> &'static str {
        let id = self.schema().split("\"$id\": \"").nth(1).and_then(|rest| rest.split('"').next());
        id.and_then(|id| id.rsplit('/').next()).expect("every schema has an address: a test reads each")
    }
}
