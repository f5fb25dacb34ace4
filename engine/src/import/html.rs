//! HTML in a cell, as help desks and web forms export it, into Markdown.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Loss;
use crate::text::plain;

/// An element's tag: group 1 is the slash of an end, group 2 the name, group 3 the attributes.
static TAG: LazyLock<Regex> = LazyLock::new(|| pattern(r"<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*)?)/?>"));
/// What isn't shown: comments, and elements that are no text.
static UNSEEN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?is)<!--.*?-->|<script\b.*?</script>|<style\b.*?</style>|<head\b.*?</head>"));
/// Where a link leads to.
static HREF: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?i)\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"#));
/// A character by its name or number.
static ENTITY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"&(?:#(\d{1,6})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,30}));"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

/// Elements whose words stay, and whose look is nothing that Markdown has.
const LOOKS: [&str; 12] =
    ["u", "span", "font", "small", "big", "mark", "sub", "sup", "s", "center", "section", "article"];

/// `text` with its elements as Markdown. What isn't an element, such as `<your name>`, stays.
pub(super) fn to_markdown(text: &str, line: usize, losses: &mut Vec<Loss>) -> String {
    if !text.contains(['<', '&']) {
        return text.to_owned();
    }
    let text = UNSEEN.replace_all(text, "");
    let mut made = Made { out: String::new(), open: Vec::new(), lists: Vec::new() };
    let mut lost: Vec<String> = Vec::new();
    let mut from = 0;
    for tag in TAG.captures_iter(&text) {
        let Some(whole) = tag.get(0) else { continue };
        let (ends, name) = (!tag[1].is_empty(), tag[2].to_ascii_lowercase());
        let before = &text[from..whole.start()];
        match made.element(before, &name, ends, &tag[3]) {
            Element::Kept => from = whole.end(),
            Element::Lost => {
                from = whole.end();
                if !ends && !lost.contains(&name) {
                    lost.push(name);
                }
            }
            Element::Text => {}
        }
    }
    made.out.push_str(&text[from..]);
    while let Some(open) = made.open.pop() {
        made.close(&open);
    }
    for name in lost {
        let what = match name.as_str() {
            "img" => "a picture: content has none".to_owned(),
            "table" => "a table: its rows are lines now".to_owned(),
            _ => format!("the formatting <{name}>; its words are kept"),
        };
        losses.push(Loss { line, what });
    }
    decoded(&made.out)
}

/// What became of an element.
enum Element {
    Kept,
    Lost,
    /// It's no element.
    Text,
}

/// Something that is closed later: the element, where its words begin, and the address of a link.
struct Open {
    name: String,
    start: usize,
    address: String,
}

struct Made {
    out: String,
    open: Vec<Open>,
    /// The lists that are open: of an ordered one the number of its last item.
    lists: Vec<Option<usize>>,
}

impl Made {
    /// Writes `before` and what an element is in Markdown; nothing where it's no element.
    fn element(&mut self, before: &str, name: &str, ends: bool, attributes: &str) -> Element {
        let (kind, breaks) = match name {
            "b" | "strong" | "i" | "em" | "a" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                (Element::Kept, "")
            }
            "br" => (Element::Kept, "\n"),
            "p" | "hr" | "blockquote" | "body" | "html" => (Element::Kept, "\n\n"),
            "div" | "ul" | "ol" | "li" => (Element::Kept, ""),
            "table" | "img" => (Element::Lost, "\n"),
            "tbody" | "thead" | "tr" => (Element::Kept, "\n"),
            "td" | "th" => (Element::Kept, if ends { " " } else { "" }),
            _ if LOOKS.contains(&name) => (Element::Lost, ""),
            _ => return Element::Text,
        };
        self.out.push_str(before);
        self.out.push_str(breaks);
        match (name, ends) {
            ("ul" | "ol", false) => self.lists.push((name == "ol").then_some(0)),
            ("ul" | "ol", true) => {
                self.lists.pop();
                self.out.push_str(if self.lists.is_empty() { "\n\n" } else { "\n" });
            }
            ("li", false) => {
                let indent = "  ".repeat(self.lists.len().saturating_sub(1));
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{number}.")
                    }
                    _ => "-".to_owned(),
                };
                self.out.push_str(&format!("\n{indent}{mark} "));
            }
            ("div", _) if !self.out.ends_with('\n') => self.out.push('\n'),
            ("b" | "strong" | "i" | "em" | "a", false) | ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", false) => {
                if name.starts_with('h') {
                    self.out.push_str("\n\n");
                }
                let address = HREF.captures(attributes).map(|hit| {
                    hit.iter().skip(1).flatten().next().map_or(String::new(), |hit| decoded(hit.as_str()))
                });
                let address = address.unwrap_or_default();
                self.open.push(Open { name: name.to_owned(), start: self.out.len(), address });
            }
            (_, true) => {
                if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
                    let open = self.open.remove(at);
                    self.close(&open);
                }
            }
            _ => {}
        }
        kind
    }

    /// Marks the words since `open`, line by line, without the spaces around them.
    fn close(&mut self, open: &Open) {
        let words = self.out.split_off(open.start.min(self.out.len()));
        let (begin, end) = match open.name.as_str() {
            "b" | "strong" => ("**", "**".to_owned()),
            "i" | "em" => ("*", "*".to_owned()),
            "a" if open.address.is_empty() => ("", String::new()),
            "a" => ("[", format!("](<{}>)", open.address.trim())),
            _ => ("**", "**\n\n".to_owned()),
        };
        let lines: Vec<String> = words
            .split('\n')
            .map(|line| match line.trim() {
                "" => line.to_owned(),
                inner => {
                    let (before, after) = line.split_once(inner).unwrap_or_default();
                    let bold = inner.len() > 4 && inner.starts_with("**") && inner.ends_with("**");
                    // Bold in bold would close it.
                    let inner = if bold && begin == "**" { &inner[2..inner.len() - 2] } else { inner };
                    format!("{before}{begin}{inner}{end}{after}")
                }
            })
            .collect();
        self.out.push_str(&lines.join("\n"));
    }
}

/// `text` with characters in place of their names and numbers.
fn decoded(text: &str) -> String {
    let character = |hit: &Captures<'_>| -> Option<String> {
        let number = |group: usize, radix| {
            hit.get(group).and_then(|digits| u32::from_str_radix(digits.as_str(), radix).ok())
        };
        if let Some(c) = number(1, 10).or_else(|| number(2, 16)).and_then(char::from_u32) {
            return Some(c.to_string());
        }
        // Markdown knows every name; one that it doesn't know stays as it is.
        let named = plain::words(&hit[0]);
        (named != hit[0]).then(|| if named.trim().is_empty() { " ".to_owned() } else { named })
    };
    ENTITY
        .replace_all(text, |hit: &Captures<'_>| character(hit).unwrap_or_else(|| hit[0].to_owned()))
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(text: &str) -> (String, Vec<String>) {
        let mut losses = Vec::new();
        let out = to_markdown(text, 1, &mut losses);
        (out, losses.into_iter().map(|loss| loss.what).collect())
    }

    #[test]
    fn elements_that_markdown_has_are_markdown() {
        for (html, expected) in [
            ("<b>Bring</b> your <i>lease</i>.", "**Bring** your *lease*."),
            ("<strong> Bring </strong>it", " **Bring** it"),
            ("one<br>two<br/>three<BR />four", "one\ntwo\nthree\nfour"),
            ("<p>one</p><p>two</p>", "\n\none\n\n\n\ntwo\n\n"),
            ("a<ul><li>one</li><li>two</li></ul>b", "a\n- one\n- two\n\nb"),
            ("<ol><li>one<ul><li>two</li></ul></li><li>three</li></ol>", "\n1. one\n  - two\n\n2. three\n\n"),
            (
                "See <a href=\"https://a.org/x?b=1&amp;c=2\" target=_blank>the page</a>.",
                "See [the page](<https://a.org/x?b=1&c=2>).",
            ),
            ("<a name=top>Top</a>", "Top"),
            ("a &amp; b &lt;c&gt; &#8217;&#x41;&nbsp;d &eacute; &madeup;", "a & b <c> ’A d é &madeup;"),
            ("<b>one<br>two</b>", "**one**\n**two**"),
            ("<h2><b>Head</b></h2>x", "\n\n**Head**\n\nx"),
            ("<!-- hidden -->x<script>y</script>", "x"),
        ] {
            assert_eq!(markdown(html), (expected.to_owned(), Vec::new()), "{html}");
        }
    }

    #[test]
    fn what_markdown_lacks_is_told_and_its_words_stay() {
        assert_eq!(
            markdown("<span>a</span> <u>b</u> <u>c</u><img src=x>"),
            (
                "a b c\n".to_owned(),
                vec![
                    "the formatting <span>; its words are kept".to_owned(),
                    "the formatting <u>; its words are kept".to_owned(),
                    "a picture: content has none".to_owned()
                ]
            )
        );
        assert_eq!(markdown("Dear <your name>, 3 < 4"), ("Dear <your name>, 3 < 4".to_owned(), Vec::new()));
    }
}
