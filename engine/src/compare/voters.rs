//! Which of the words that differ a voter hears or reads: scripts, questions, the agreement and the answers of the FAQ. A
//! reviewer looks at these first.

use super::ChangeKind;
use super::values::Leaf;
use crate::content::Kind;

/// Whether a difference in a file of this kind, by its key path, is in such words.
pub fn file(kind: Option<Kind>, leaf: &Leaf) -> bool {
    let agreement = kind == Some(Kind::Agreement) && leaf.at.first().is_none_or(|key| key != "without");
    leaf.kind != ChangeKind::Order && (agreement || script(&leaf.at))
}

/// Whether a difference of a question or solution is. Of a whole one `asks` says whether it is a question.
pub fn node(leaf: &Leaf, asks: bool) -> bool {
    let whole = leaf.at.is_empty() && leaf.kind != ChangeKind::Order;
    let question = asks && (whole || leaf.at == ["text"]);
    let text = leaf.new.as_ref().or(leaf.old.as_ref());
    let speaks =
        whole && text.is_some_and(|text| text.lines().any(|line| line.trim_start().starts_with(SAY)));
    question || speaks || leaf.kind != ChangeKind::Order && script(&leaf.at)
}

/// Whether a difference of an entry of the FAQ is: of what is sent, and not of how it is found.
pub fn entry(leaf: &Leaf) -> bool {
    leaf.kind != ChangeKind::Order && (leaf.at.is_empty() || leaf.at == ["answer"])
}

/// How the words of a script begin where a whole is written out.
const SAY: &str = "say:";

/// Whether a key path leads to a script, or to the words of one.
fn script(at: &[String]) -> bool {
    let list = |key: &String| key == "scripts";
    at.iter().any(|key| key == "say")
        || at.last().is_some_and(list)
        || at.iter().rev().nth(1).is_some_and(list)
}
