//! Links in Markdown: links by name, `[label](link:NAME)`, and links in every other form that Markdown allows; also
//! bare URLs in running text, which become links: `https://a.org/x`, `usa.gov/x`, `label(usa.gov/x)`.

use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
use regex::{Captures, Regex};

use super::expression::Expression;

/// Matches the beginnings of URLs that may be links, as in the web app (`web/src/ui/MarkdownBody.tsx`).
static FOLLOWED: Expression = Expression::new(r"(?i)^(?:https?|mailto|tel):");

/// Returns whether a link to `address` is allowed.
pub fn may_be_followed(address: &str) -> bool {
    FOLLOWED.is_match(address)
}

/// The target of a link or image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTarget {
    /// The address as Markdown parses it, without escapes.
    pub address: String,
    /// The range of the address, or of the whole link if the address isn't found.
    pub range: Range<usize>,
    /// Whether it's in the parentheses after the link's text.
    pub inline: bool,
}

/// Returns the targets of the links and images in the Markdown `text`, in every form: inline, by reference, in
/// angle brackets. An email address in angle brackets doesn't count.
pub fn targets(text: &str) -> Vec<LinkTarget> {
    if !text.contains(['[', '<']) {
        return Vec::new();
    }
    let parser = Parser::new_ext(text, Options::empty());
    let written = |range: Range<usize>, address: &str| {
        // Use the last occurrence, because the link's text may contain the same string.
        let found = text.get(range.clone()).and_then(|part| part.rfind(address));
        found
            .filter(|_| !address.is_empty())
            .map_or(range.clone(), |at| range.start + at..range.start + at + address.len())
    };
    let mut found: Vec<LinkTarget> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| LinkTarget {
            address: definition.dest.to_string(),
            range: written(definition.span.clone(), &definition.dest),
            inline: false,
        })
        .collect();
    for (event, range) in parser.into_offset_iter() {
        let (Event::Start(Tag::Link { link_type, dest_url, .. })
        | Event::Start(Tag::Image { link_type, dest_url, .. })) = event
        else {
            continue;
        };
        if matches!(link_type, LinkType::Inline | LinkType::Autolink) {
            let inline = link_type == LinkType::Inline;
            found.push(LinkTarget {
                range: written(range, &dest_url),
                address: dest_url.into_string(),
                inline,
            });
        }
    }
    found.sort_by_key(|target| target.range.start);
    found
}

/// Matches a Markdown link whose target is a name. Group 1 is the label, group 2 the name.
static NAMED: Expression = Expression::new(r"\[((?:[^\]\\]|\\.)*)\]\(link:([^)\s]*)\)");

/// Prefix of the names of a region's official links.
pub const STATE_PREFIX: &str = "state.";

/// Returns the names of the links by name, in order, each with the range of its `link:NAME`.
pub fn named(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let names = NAMED.captures_iter(text).filter_map(|c| c.get(2));
    names.map(|name| (name.start() - "link:".len()..name.end(), name.as_str()))
}

/// Replaces the name in every Markdown link with its URL. A link with an unknown name, which lint rejects, is reduced
/// to its label.
pub fn resolve_markdown<'a>(text: &str, address: impl Fn(&str) -> Option<&'a str>) -> String {
    NAMED
        .replace_all(text, |c: &Captures<'_>| match address(&c[2]) {
            Some(url) => format!("[{}](<{url}>)", &c[1]),
            None => c[1].to_owned(),
        })
        .into_owned()
}

/// Returns plain text with every link written out as `label (https://…)`, to be read aloud or pasted into a message.
pub fn write_out<'a>(text: &str, address: impl Fn(&str) -> Option<&'a str>) -> String {
    NAMED
        .replace_all(text, |c: &Captures<'_>| match address(&c[2]) {
            Some(url) => format!("{} ({url})", &c[1]),
            None => c[1].to_owned(),
        })
        .into_owned()
}

/// Top-level domains that make a dotted word a URL. The list is closed so that `e.g.` and a missing space after a
/// period don't count.
const ENDINGS: &str = "gov|org|com|net|edu|mil|int|info|us|uk|ca|au|nz|ie|eu";

/// Matches a bare URL, along with the label before it if the URL is in parentheses.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let host = format!(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:{ENDINGS})\b(?::[0-9]+)?");
    let url = format!(r"(?:https?://[^\s<>()\[\]]+|{host}(?:/[^\s<>()\[\]]*)?)");
    Regex::new(&format!(r"(?i)(?:([^\s()\[\]<>]+)\(({url})\)|({url}))")).expect("a constant pattern")
});

/// A bare URL to turn into a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BareAddress {
    /// The range, including the label and parentheses.
    pub range: Range<usize>,
    pub label: String,
    /// The URL, including the scheme.
    pub url: String,
}

/// Returns every URL in the Markdown `text` that isn't a link yet.
pub fn bare_addresses(text: &str) -> Vec<BareAddress> {
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

/// Returns whether `text` has a scheme or a period inside a word; without either, it can't contain a URL.
fn may_have_address(text: &str) -> bool {
    let inside_word = |(at, _)| text[at + 1..].starts_with(char::is_alphanumeric);
    text.contains("://") || text.match_indices('.').any(inside_word)
}

fn in_text(text: &str, range: Range<usize>, found: &mut Vec<BareAddress>) {
    let Some(part) = text.get(range.clone()) else { return };
    for captures in ADDRESS.captures_iter(part) {
        let Some(whole) = captures.get(0) else { continue };
        // The domain of an email address isn't a URL on its own.
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
        found.push(BareAddress { range: range.start + whole.start()..range.start + end, label, url });
    }
}

/// Turns every bare URL in `text` into a Markdown link. Doesn't change text that is already a link, code, or HTML. An
/// underscore in a label becomes a space.
pub fn link_addresses(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut from = 0;
    for BareAddress { range, label, url } in bare_addresses(text) {
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

    fn address(name: &str) -> Option<&'static str> {
        (name == "a").then_some("https://a.example")
    }

    #[test]
    fn every_form_of_a_link_has_a_target() {
        let text = "[a](https://a.org) [b][1] [c] <https://d.org> <ann@e.org> ![f](//f.org) [g](<h i> 'j')\n\n\
                    [1]: javascript:b\n[c]: https://c.org";
        let found: Vec<_> =
            targets(text).into_iter().map(|t| (t.address, &text[t.range], t.inline)).collect();
        let expected = [
            ("https://a.org", true),
            ("https://d.org", false),
            ("//f.org", true),
            ("h i", true),
            ("javascript:b", false),
            ("https://c.org", false),
        ];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, (address, inline)) in found.iter().zip(expected) {
            assert_eq!((found.0.as_str(), found.1, found.2), (address, address, inline));
        }
    }

    #[test]
    fn names_become_addresses() {
        assert_eq!(resolve_markdown("see [A](link:a).", address), "see [A](<https://a.example>).");
        assert_eq!(write_out("see [A](link:a).", address), "see A (https://a.example).");
        assert_eq!(resolve_markdown("[B](link:b)", address), "B");
        assert_eq!(
            named("[A](link:a) [x](https://x) [B](link:state.b)").collect::<Vec<_>>(),
            [(4..10, "a"), (31..43, "state.b")]
        );
    }

    #[test]
    fn addresses_become_links_without_their_punctuation() {
        assert_eq!(
            link_addresses("Go to usa.gov/election-office."),
            "Go to [usa.gov/election-office](<https://usa.gov/election-office>)."
        );
        assert_eq!(
            link_addresses("See https://a.org/x_y, then"),
            "See [https://a.org/x_y](<https://a.org/x_y>), then"
        );
        assert_eq!(link_addresses("Election_office(usa.gov/a)"), "[Election office](<https://usa.gov/a>)");
        assert_eq!(link_addresses("(vote.gov)"), "([vote.gov](<https://vote.gov>))");
    }

    #[test]
    fn text_that_is_not_a_bare_address_stays_unchanged() {
        for text in [
            "[a](https://b.org)",
            "`usa.gov`",
            "e.g. this",
            "ann@example.org",
            "the end.Then",
            "<b>x</b>",
            "javascript:alert(1)",
        ] {
            assert_eq!(link_addresses(text), text);
        }
    }
}
