//! Decides which changed words a voter hears or reads: scripts, questions, the agreement and FAQ answers. A reviewer
//! looks at these first.

use super::ChangeKind;
use super::values::Leaf;
use crate::content::Kind;

/// Whether a difference in a file of this kind changes such words.
pub fn file(kind: Option<Kind>, leaf: &Leaf) -> bool {
    let agreement = kind == Some(Kind::Agreement) && leaf.at.first().is_none_or(|key| key != "without");
    leaf.kind != ChangeKind::Order && (agreement || script(&leaf.at))
}

/// Whether a difference in a question or solution changes such words. `asks` says whether it's a question.
pub fn node(leaf: &Leaf, asks: bool) -> bool {
    let whole = leaf.at.is_empty() && leaf.kind != ChangeKind::Order;
    let question = asks && (whole || leaf.at == ["text"]);
    let text = leaf.new.as_ref().or(leaf.old.as_ref());
    let speaks =
        whole && text.is_some_and(|text| text.lines().any(|line| line.trim_start().starts_with(SAY)));
    question || speaks || leaf.kind != ChangeKind::Order && script(&leaf.at)
}

/// Whether a difference in an FAQ entry changes such words: the answer that's sent, not how the entry is found.
pub fn entry(leaf: &Leaf) -> bool {
    leaf.kind != ChangeKind::Order && (leaf.at.is_empty() || leaf.at == ["answer"])
}

/// How a script's words begin in the text of a whole node.
const SAY: &str = "say:";

/// Whether a key path leads to a script, or to the words of one.
fn script(at: &[String]) -> bool {
    let list = |key: &String| key == "scripts";
    at.iter().any(|key| key == "say")
        || at.last().is_some_and(list)
        || at.iter().rev().nth(1).is_some_and(list)
}
