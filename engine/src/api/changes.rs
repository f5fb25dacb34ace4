//! What differs for one volunteer between two versions of the content.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The answer of `GET /api/changes`: everything that she reads differently. Both lists are empty where nothing differs
/// for her.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Changes {
    /// The version that was asked about.
    pub from: String,
    /// The current one.
    pub version: String,
    /// Code of the region; absent where none was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The nodes of the tree first, in the order in which they're come to.
    pub changes: Vec<TextChange>,
    pub paths: Vec<MovedPaths>,
    /// So many more paths end elsewhere than are listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_paths: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// One thing that reads differently.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct TextChange {
    pub about: About,
    /// What addresses name it by; absent where there is only one of its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it's called, in plain words; of the new version where that has it.
    pub label: String,
    /// Which of its values; empty where it's the whole.
    pub field: String,
    pub kind: ChangeKind,
    /// What happened, in the words of `callguide diff`.
    pub said: String,
    /// As it read; absent where it's new, or long and meant as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// As it reads; absent where it's gone, or long and meant as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    /// Both texts word by word; empty where one of them is absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Piece>,
}

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    Question,
    Solution,
    /// With which question a contact begins.
    Start,
    /// What is shown of the region itself, or which regions there are.
    State,
    Faq,
    Step,
    /// What a flow says beyond its steps.
    Flow,
    Agreement,
    Emergency,
    Guide,
    Support,
    Announcement,
    /// An address that something she reads leads to.
    Link,
    /// The words of the screens.
    Site,
}

/// What happened to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// It is only in the new content.
    Added,
    /// It is only in the old content.
    Removed,
    /// It reads differently.
    Changed,
    /// The same things stand in another order.
    Order,
}

/// A stretch of words.
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

/// Paths that end elsewhere, are new, or are gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MovedPaths {
    /// The paths, each the answers given as `QUESTION.ANSWER`.
    pub answers: Vec<Vec<String>>,
    /// Where they ended; absent where there were no such paths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<PathEnd>,
    /// Where they end; absent where there are no such paths any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<PathEnd>,
}

/// Where paths end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct PathEnd {
    /// Of the solution, as addresses name it.
    pub id: String,
    pub title: String,
    /// Name of its outcome.
    #[serde(rename = "type")]
    pub kind: String,
}
