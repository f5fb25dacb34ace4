//! Converts HTML in a cell, as exported by help desks and web forms, to Markdown with `htmd`.
//!
//! This module does some of the conversion itself, since no library does: anything that isn't an element (`<your
//! name>`, `3 < 4`) stays text, and the text between elements stays as typed. The library gets only the elements, each
//! reduced to its name and link target. Their number and nesting are limited to what the stack can handle.

use std::sync::LazyLock;

use htmd::element_handler::{HandlerResult, Handlers};
use htmd::options::{BulletListMarker, Options};
use htmd::{Element, HtmlToMarkdown};
use regex::Captures;

use super::terms::Losses;
use callguide_search::text::Expression;
use callguide_search::text::plain;

/// A tag. Group 1 is the slash of an end tag, group 2 the name, and group 3 the attributes.
static TAG: Expression = Expression::new(r"<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*)?)/?>");
/// Invisible parts: comments, and elements that aren't text.
static UNSEEN: Expression =
    Expression::new(r"(?is)<!--.*?-->|<script\b.*?</script>|<style\b.*?</style>|<head\b.*?</head>");
/// A link's target.
static HREF: Expression = Expression::new(r#"(?i)\bhref\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))"#);
/// A character reference, by name or number.
static ENTITY: Expression =
    Expression::new(r"&(?:#\d{1,6}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][0-9A-Za-z]{1,30});");
/// A character that the library escaped for Markdown. In a cell, the character may be meant as Markdown; a later step
/// decides that for all text.
static ESCAPED: Expression = Expression::new(r"\\([\\*_`\[\]<>#~=+.-])");

static LIBRARY: LazyLock<HtmlToMarkdown> = LazyLock::new(|| {
    let options = Options {
        bullet_list_marker: BulletListMarker::Dash,
        ul_bullet_spacing: 1,
        ol_number_spacing: 1,
        ..Options::default()
    };
    let around = |before: &'static str, after: &'static str| {
        move |handlers: &dyn Handlers, element: Element<'_>| -> Option<HandlerResult> {
            let content = handlers.walk_children(element.node).content;
            Some(format!("{before}{}{after}", content.trim_matches('\n')).into())
        }
    };
    let heading = |handlers: &dyn Handlers, element: Element<'_>| -> Option<HandlerResult> {
        let words = handlers.walk_children(element.node).content.replace("**", "");
        Some(format!("\n\n**{}**\n\n", words.trim()).into())
    };
    HtmlToMarkdown::builder()
        .options(options)
        .skip_tags(vec!["img"])
        .add_handler(vec!["h1", "h2", "h3", "h4", "h5", "h6"], heading)
        .add_handler(vec!["table", "blockquote", "hr"], around("\n\n", "\n\n"))
        .add_handler(vec!["div", "tr", "tbody", "thead"], around("\n", "\n"))
        .add_handler(vec!["td", "th"], around("", "\u{a0}"))
        .build()
});

/// Elements that have an equivalent in Markdown.
const KEPT: &str =
    "b strong i em a h1 h2 h3 h4 h5 h6 br p hr blockquote body html div ul ol li tbody thead tr td th";
/// Elements that are reported as lost. The text of all but the first two is kept.
const TOLD: [&str; 14] = [
    "img", "table", "u", "span", "font", "small", "big", "mark", "sub", "sup", "s", "center", "section",
    "article",
];
/// Elements that end when the next one of their kind begins, closed or not.
const ENDS_ITSELF: [&str; 5] = ["p", "li", "tr", "td", "th"];
/// The maximum number of elements in one string, and the maximum nesting depth: each level uses some of the stack.
const MOST: usize = 10_000;
const DEEPEST: usize = 64;
/// Surrounds the text passed to the library, to preserve spaces at both ends.
const EDGE: char = '\u{fdd0}';

/// Converts the elements in `text` to Markdown, and keeps everything else.
pub(super) fn to_markdown(text: &str, losses: &mut Losses) -> String {
    if !text.contains(['<', '&']) {
        return text.to_owned();
    }
    let text = UNSEEN.replace_all(text, "");
    let (mut out, mut fragment, mut from) = (String::new(), String::new(), 0);
    let (mut open, mut lost): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let tags = TAG
        .captures_iter(&text)
        .map(|tag| (tag.get_match(), !tag[1].is_empty(), tag[2].to_ascii_lowercase(), tag));
    for (number, (whole, ends, name, tag)) in tags.enumerate() {
        let told = TOLD.contains(&name.as_str());
        if !told && !KEPT.split(' ').any(|kept| kept == name) {
            continue;
        }
        let before = &text[std::mem::replace(&mut from, whole.end())..whole.start()];
        if open.is_empty() {
            out.push_str(&decoded(before))
        } else {
            fragment.push_str(&escaped(before))
        }
        if told && !ends && !lost.contains(&name) {
            lost.push(name.clone());
        }
        let is_empty = ["br", "hr", "img"].contains(&name.as_str());
        match open.iter().rposition(|open| *open == name) {
            _ if is_empty && open.is_empty() => out.push_str(match name.as_str() {
                "br" => "  \n",
                "hr" => "\n\n",
                _ => "\n",
            }),
            _ if is_empty => fragment.push_str(&format!("<{name}>")),
            None if ends => {}
            Some(at) if ends => {
                open.remove(at);
                fragment.push_str(&format!("</{name}>"));
            }
            _ => {
                let href = HREF.captures(&tag[3]).filter(|_| name == "a").map_or(String::new(), |hit| {
                    let address = hit.iter().skip(1).flatten().next().map_or("", |hit| hit.as_str().trim());
                    format!(" href=\"{}\"", address.replace('"', "%22"))
                });
                fragment.push_str(&format!("<{name}{href}>"));
                open.push(name);
            }
        }
        let deep = open.iter().filter(|open| !ENDS_ITSELF.contains(&open.as_str())).count();
        if deep > DEEPEST || number > MOST {
            losses.add("all HTML: its elements are nested too deeply; its words were kept");
            return decoded(&TAG.replace_all(&text, " "));
        }
        if open.is_empty() && !fragment.is_empty() {
            out.push_str(&by_library(&std::mem::take(&mut fragment)));
        }
    }
    if open.is_empty() {
        out.push_str(&decoded(&text[from..]));
    } else {
        out.push_str(&by_library(&(fragment + &escaped(&text[from..]))));
    }
    for name in lost {
        losses.add(match name.as_str() {
            "img" => "a picture: content can't have pictures".to_owned(),
            "table" => "a table: its rows are now lines".to_owned(),
            _ => format!("the formatting <{name}>; its words were kept"),
        });
    }
    out
}

/// Converts complete elements to Markdown.
fn by_library(html: &str) -> String {
    let markdown = LIBRARY.convert(&format!("{EDGE}{html}{EDGE}")).unwrap_or_default();
    ESCAPED.replace_all(&markdown, "$1").replace(EDGE, "").replace('\u{a0}', " ")
}

/// Escapes text so that the library doesn't find elements in it.
fn escaped(text: &str) -> String {
    text.replace('<', "&lt;")
}

/// Replaces the character references in `text` with their characters.
fn decoded(text: &str) -> String {
    let character = |hit: &Captures<'_>| {
        // The Markdown parser knows all character names; unknown ones stay as they are.
        let character = plain::words(&hit[0]);
        if character.trim().is_empty() { " ".to_owned() } else { character }
    };
    ENTITY.replace_all(text, character).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn markdown(text: &str) -> (String, Vec<String>) {
        let mut losses = Losses::default();
        let out = to_markdown(text, &mut losses);
        (out, losses.all.into_iter().map(|loss| loss.what).collect())
    }

    #[test]
    fn elements_with_a_markdown_equivalent_are_converted() {
        for (html, expected) in [
            ("<b>Bring</b> your <i>lease</i>.", "**Bring** your *lease*."),
            ("<strong> Bring </strong>it", " **Bring** it"),
            ("one<br>two<br/>three<BR />four", "one  \ntwo  \nthree  \nfour"),
            ("<p>one</p><p>two</p>", "\n\none\n\n\n\ntwo\n\n"),
            ("a<ul><li>one</li><li>two</li></ul>b", "a\n\n- one\n- two\n\nb"),
            (
                "<ol><li>one<ul><li>two</li></ul></li><li>three</li></ol>",
                "\n\n1. one\n   - two\n2. three\n\n",
            ),
            (
                "See <a href=\"https://a.org/x?b=1&amp;c=2\" target=_blank>the page</a>.",
                "See [the page](https://a.org/x?b=1&c=2).",
            ),
            ("<a name=top>Top</a>", "Top"),
            ("a &amp; b &lt;c&gt; &#8217;&#x41;&nbsp;d &eacute; &madeup;", "a & b <c> ’A d é &madeup;"),
            ("<b>one<br>two</b>", "**one  \ntwo**"),
            ("<h2><b>Head</b></h2>x", "\n\n**Head**\n\nx"),
            ("<!-- hidden -->x<script>y</script>", "x"),
        ] {
            assert_eq!(markdown(html), (expected.to_owned(), Vec::new()), "{html}");
        }
    }

    #[test]
    fn text_with_too_many_elements_is_reduced_to_its_words() {
        let deep = format!("{}words{}", "<div>".repeat(100_000), "</div>".repeat(100_000));
        // Mismatched end tags and hidden tag ends leave just as many elements open.
        let crossed = "<div><b title=\"></b>".repeat(50_000) + "words";
        let wide = format!("<p>{}words</p>", "<i>x</i>".repeat(100_000));
        for text in [deep, crossed, wide] {
            let (out, told) = markdown(&text);
            assert_eq!((out.contains("words"), out.contains('<'), told.len()), (true, false, 1), "{told:?}");
        }
        // Long lists aren't affected, even if their items are never closed.
        let (out, told) = markdown(&format!("<ul>{}</ul>", "<li>x".repeat(500)));
        assert_eq!((out.matches("- x").count(), told), (500, Vec::new()));
    }

    #[test]
    fn elements_without_a_markdown_form_are_reported_and_keep_their_words() {
        assert_eq!(
            markdown("<span>a</span> <u>b</u> <u>c</u><img src=x>"),
            (
                "a b c\n".to_owned(),
                vec![
                    "the formatting <span>; its words were kept".to_owned(),
                    "the formatting <u>; its words were kept".to_owned(),
                    "a picture: content can't have pictures".to_owned()
                ]
            )
        );
        assert_eq!(markdown("Dear <your name>, 3 < 4"), ("Dear <your name>, 3 < 4".to_owned(), Vec::new()));
    }
}
