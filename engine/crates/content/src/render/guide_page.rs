//! Renders a guide as its own page if its steps are content.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd, html};

use super::links::NamedLinks;
use crate::content::model;
use callguide_search::text::links;

/// The stylesheet for guide pages. It's inlined, so that a page stored by the web app is self-contained; the content
/// security policies allow it by its hash (`http/security.rs`).
pub const GUIDE_STYLE: &str = include_str!("guide.css");

/// Returns a guide's HTML page; `None` if the guide is embedded from another site.
pub fn guide_page(guide: &model::Guide, links: &model::Links) -> Option<String> {
    let steps = guide.steps.as_ref()?;
    let links = NamedLinks(links);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{GUIDE_STYLE}</style>\n<article>\n<h1>{title}</h1>\n",
        title = escape(&guide.title)
    );
    if let Some(text) = &guide.text {
        page.push_str(&markdown(&links.markdown(text)));
    }
    page.push_str("<ol>\n");
    for step in steps.iter() {
        page.push_str(&format!("<li>\n<h2>{}</h2>\n", escape(&step.title)));
        page.push_str(&markdown(&links.markdown(&step.text)));
        page.push_str("</li>\n");
    }
    page.push_str("</ol>\n</article>\n</html>\n");
    Some(page)
}

/// Renders Markdown the way the web app does: HTML in it is shown as text, an image becomes its alt text, and only URLs
/// that may be followed become links, however they're written.
fn markdown(text: &str) -> String {
    let mut dropped = Vec::new();
    let events = Parser::new_ext(text, Options::empty()).filter_map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Some(Event::Text(raw)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { link_type, ref dest_url, .. }) => {
            // An email address in angle brackets gets its scheme when the link is rendered.
            let followed = link_type == LinkType::Email || links::may_be_followed(dest_url);
            dropped.push(!followed);
            followed.then_some(event)
        }
        Event::End(TagEnd::Link) => (!dropped.pop().unwrap_or_default()).then_some(event),
        other => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    // Links inside a frame open in a new tab, since the helpdesk may refuse to be framed.
    out.replace("<a href=", "<a target=\"_blank\" rel=\"noopener noreferrer\" href=")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use regex::Regex;
    use serde::Deserialize;

    use super::*;

    /// A case in the table that the web app's test also reads.
    #[derive(Deserialize)]
    struct LinkCase {
        about: String,
        markdown: String,
        links: Vec<String>,
        text: String,
    }

    fn unescaped(html: &str) -> String {
        let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")];
        signs.into_iter().fold(html.to_owned(), |text, (entity, sign)| text.replace(entity, sign))
    }

    #[test]
    fn the_guide_page_and_the_web_app_follow_the_same_links() {
        let table = include_str!("../../../../tests/data/markdown-links.json");
        let cases: Vec<LinkCase> = serde_json::from_str(table).unwrap();
        let (tag, href) = (Regex::new("<[^>]*>").unwrap(), Regex::new("<a [^>]*href=\"([^\"]*)\"").unwrap());
        let elements = Regex::new("</?(?:p|a|em|strong|code)(?: [^>]*)?>").unwrap();
        let mut wrong = Vec::new();
        for LinkCase { about, markdown: given, links, text } in cases {
            let html = markdown(&given);
            let found: Vec<_> = href.captures_iter(&html).map(|hit| unescaped(&hit[1])).collect();
            let words = unescaped(&tag.replace_all(&html, ""));
            let other = elements.replace_all(&html, "").contains('<');
            if found != links || words.trim() != text || other {
                wrong.push(format!("{about}: {html}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
