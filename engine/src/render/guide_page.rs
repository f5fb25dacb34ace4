//! A guide whose steps are content, as a page of its own.

use pulldown_cmark::{Event, Options, Parser, html};

use super::Links;
use crate::content::model;

/// The HTML page of a guide; `None` for one that is embedded from elsewhere. The stylesheet is
/// served beside it, since the policy of the page allows no inline style.
pub fn guide_page(guide: &model::Guide, links: &model::Links) -> Option<String> {
    let steps = guide.steps.as_ref()?;
    let links = Links(links);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"/guides/guide.css\">\n<article>\n<h1>{title}</h1>\n",
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

/// Markdown as HTML; HTML inside it stays text, and only addresses that may be followed are links.
fn markdown(text: &str) -> String {
    let events = Parser::new_ext(text, Options::empty()).map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    // Links inside a frame open beside it: the helpdesk may refuse to be framed.
    out.replace("<a href=", "<a target=\"_blank\" rel=\"noopener\" href=")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
