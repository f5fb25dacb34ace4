//! What differs for one volunteer between two versions of the content.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The response of `GET /api/changes`: everything that reads differently for the volunteer. If nothing does, both lists
/// are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Changes {
    /// The version that the current one is compared with.
    pub from: String,
    /// The current version.
    pub version: String,
    /// The region's code; absent if none was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The nodes of the tree come first, in the order in which they're reached.
    pub changes: Vec<TextChange>,
    pub paths: Vec<MovedPaths>,
    /// The number of further paths that end elsewhere but aren't listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_paths: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Something that reads differently.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct TextChange {
    pub about: About,
    /// Its ID, as in URLs; absent if there is only one of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its name in plain words, from the new version if it's still there.
    pub label: String,
    /// Which of its values changed; empty if it's the whole thing.
    pub field: String,
    pub kind: ChangeKind,
    /// What happened, in the wording of `callguide diff`.
    pub said: String,
    /// The old text; absent if it's new, if it's long and removed as a whole, or if only the order changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// The new text; absent if it's gone, if it's long and added as a whole, or if only the order changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    /// Both texts compared word by word; empty if either is absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Piece>,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    Question,
    Solution,
    /// Which question a contact begins with.
    Start,
    /// What's shown about the region itself, or which regions there are.
    State,
    Faq,
    Step,
    /// A flow's texts outside of its steps.
    Flow,
    Agreement,
    Emergency,
    Guide,
    Support,
    Announcement,
    /// An address that a text links to.
    Link,
    /// The texts of the screens.
    Site,
}

/// What happened to a value.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It's only in the new content.
    Added,
    /// It's only in the old content.
    Removed,
    /// It reads differently.
    #[default]
    Changed,
    /// The same things are in a different order.
    Order,
}

/// A run of words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// In both texts.
    Same(String),
    /// In the old text only.
    Removed(String),
    /// In the new text only.
    Added(String),
}

/// Paths that now end elsewhere, are new, or are gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MovedPaths {
    /// The paths, each as a list of the answers given, as `QUESTION.ANSWER`.
    pub answers: Vec<Vec<String>>,
    /// Where they used to end; absent if the paths are new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<PathEnd>,
    /// Where they end now; absent if the paths are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<PathEnd>,
}

/// Where paths end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct PathEnd {
    /// The solution's ID, as in URLs.
    pub id: String,
    pub title: String,
    /// The name of its outcome.
    #[serde(rename = "type")]
    pub kind: String,
}
