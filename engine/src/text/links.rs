//! Links by name in Markdown: `[label](link:NAME)`.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// A Markdown link whose target is a name. Group 1 is the label, group 2 the name.
static NAMED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\[((?:[^\]\\]|\\.)*)\]\(link:([^)\s]*)\)").expect("a constant pattern"));

/// What a region's official links are named by, before the dot.
pub const STATE_PREFIX: &str = "state.";

/// A link by name in a text.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedLink<'a> {
    pub label: &'a str,
    pub name: &'a str,
}

/// The links by name, in order.
pub fn named(text: &str) -> impl Iterator<Item = NamedLink<'_>> {
    NAMED
        .captures_iter(text)
        .filter_map(|c| Some(NamedLink { label: c.get(1)?.as_str(), name: c.get(2)?.as_str() }))
}

/// Markdown with every name replaced by its address. An unknown name loses its link and keeps its
/// label; lint has refused it before.
pub fn resolve_markdown<'a>(text: &str, address: impl Fn(&str) -> Option<&'a str>) -> String {
    NAMED
        .replace_all(text, |c: &Captures<'_>| match address(&c[2]) {
            Some(url) => format!("[{}](<{url}>)", &c[1]),
            None => c[1].to_owned(),
        })
        .into_owned()
}

/// Plain words with every link written out, for what is read aloud or pasted into a message:
/// `label (https://…)`.
pub fn write_out<'a>(text: &str, address: impl Fn(&str) -> Option<&'a str>) -> String {
    NAMED
        .replace_all(text, |c: &Captures<'_>| match address(&c[2]) {
            Some(url) => format!("{} ({url})", &c[1]),
            None => c[1].to_owned(),
        })
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(name: &str) -> Option<&'static str> {
        (name == "a").then_some("https://a.example")
    }

    #[test]
    fn names_become_addresses() {
        assert_eq!(resolve_markdown("see [A](link:a).", address), "see [A](<https://a.example>).");
        assert_eq!(write_out("see [A](link:a).", address), "see A (https://a.example).");
        assert_eq!(resolve_markdown("[B](link:b)", address), "B");
        assert_eq!(
            named("[A](link:a) [x](https://x) [B](link:state.b)").map(|l| l.name).collect::<Vec<_>>(),
            ["a", "state.b"]
        );
    }
}
