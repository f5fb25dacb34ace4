//! Turns addresses in running text into links: `https://a.org/x`, `usa.gov/x`, `label(usa.gov/x)`.
//!
//! Leaves text alone that is already a link, code, or HTML. An underscore in a label becomes a space.

use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
use regex::Regex;

/// Top-level domains that make a dotted word an address. The list is closed so that `e.g.` and a missing space
/// after a period don't count.
const ENDINGS: &str = "gov|org|com|net|edu|mil|int|info|us|uk|ca|au|nz|ie|eu";

/// Matches an address, with a label in front if it's in parentheses.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let host = format!(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:{ENDINGS})\b(?::[0-9]+)?");
    let url = format!(r"(?:https?://[^\s<>()\[\]]+|{host}(?:/[^\s<>()\[\]]*)?)");
    Regex::new(&format!(r"(?i)(?:([^\s()\[\]<>]+)\(({url})\)|({url}))")).expect("a constant pattern")
});

/// An address to turn into a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its range, including the label and parentheses.
    pub range: Range<usize>,
    pub label: String,
    /// Including the scheme.
    pub url: String,
}

/// Returns every address in the Markdown `text` that isn't a link yet.
pub fn addresses(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    if !may_have_address(text) {
        return found;
    }
    let mut inside = 0_usize;
    for (event, range) in TextMergeWithOffset::new(Parser::new_ext(text, Options::empty()).into_offset_iter())
    {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock) => {
                inside += 1
            }
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock | TagEnd::HtmlBlock) => inside -= 1,
            Event::Text(_) if inside == 0 => in_text(text, range, &mut found),
            _ => {}
        }
    }
    found
}

/// Whether `text` has a scheme or a period inside a word; without either it can't contain an address.
fn may_have_address(text: &str) -> bool {
    let inside_word = |(at, _)| text[at + 1..].starts_with(char::is_alphanumeric);
    text.contains("://") || text.match_indices('.').any(inside_word)
}

fn in_text(text: &str, range: Range<usize>, found: &mut Vec<Found>) {
    let Some(part) = text.get(range.clone()) else { return };
    for captures in ADDRESS.captures_iter(part) {
        let Some(whole) = captures.get(0) else { continue };
        // The domain of an email address isn't an address on its own.
        let before = part[..whole.start()].chars().next_back();
        if before.is_some_and(|c| c == '@' || c == '.' || c == '-' || c == '/') {
            continue;
        }
        let (label, address, end) = match (captures.get(1), captures.get(2), captures.get(3)) {
            (Some(label), Some(address), _) => {
                (label.as_str().replace('_', " "), address.as_str(), whole.end())
            }
            (_, _, Some(address)) => {
                let kept =
                    address.as_str().trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '"', '*', '_']);
                (kept.to_owned(), kept, address.start() + kept.len())
            }
            _ => continue,
        };
        if part[end..].starts_with('@') {
            continue;
        }
        let url = if address.contains("://") { address.to_owned() } else { format!("https://{address}") };
        found.push(Found { range: range.start + whole.start()..range.start + end, label, url });
    }
}

/// Turns every address in `text` into a Markdown link.
pub fn link(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut from = 0;
    for Found { range, label, url } in addresses(text) {
        out.push_str(&text[from..range.start]);
        out.push_str(&format!("[{label}](<{url}>)"));
        from = range.end;
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_links_without_their_punctuation() {
        assert_eq!(
            link("Go to usa.gov/election-office."),
            "Go to [usa.gov/election-office](<https://usa.gov/election-office>)."
        );
        assert_eq!(link("See https://a.org/x_y, then"), "See [https://a.org/x_y](<https://a.org/x_y>), then");
        assert_eq!(link("Election_office(usa.gov/a)"), "[Election office](<https://usa.gov/a>)");
        assert_eq!(link("(vote.gov)"), "([vote.gov](<https://vote.gov>))");
    }

    #[test]
    fn what_is_no_bare_address_stays() {
        for text in [
            "[a](https://b.org)",
            "`usa.gov`",
            "e.g. this",
            "ann@example.org",
            "the end.Then",
            "<b>x</b>",
            "javascript:alert(1)",
        ] {
            assert_eq!(link(text), text);
        }
    }
}
