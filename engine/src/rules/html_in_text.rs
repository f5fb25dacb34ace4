//! `html-in-text`: tags and entities, which people would read as they stand.

use std::sync::LazyLock;

use regex::Regex;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::diagnostics::Diagnostic;

/// A tag that people paste or type, or an entity.
static HTML: LazyLock<Regex> = LazyLock::new(|| {
    let names = "a|abbr|b|big|blockquote|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|mark|ol|p|pre|s|section|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul";
    Regex::new(&format!(
        r"(?i)</?(?P<tag>{names})(?:\s[^<>]*)?/?>|&(?P<entity>[a-z]{{2,8}}|#[0-9]{{2,5}}|#x[0-9a-f]{{2,5}});"
    ))
    .expect("a constant pattern")
});

/// Entities that are pasted from web pages, each with its sign. One that isn't here is told without it.
const ENTITIES: [(&str, &str); 20] = [
    ("nbsp", " "),
    ("#160", " "),
    ("#xa0", " "),
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("#39", "'"),
    ("#x27", "'"),
    ("rsquo", "’"),
    ("lsquo", "‘"),
    ("rdquo", "”"),
    ("ldquo", "“"),
    ("mdash", "—"),
    ("ndash", "–"),
    ("hellip", "…"),
    ("bull", "•"),
    ("eacute", "é"),
    ("ntilde", "ñ"),
];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context) {
        let written = mending::written(text.document, &text.pointer, text.text);
        if !written.contains(['<', '&']) {
            continue;
        }
        let mut told: Vec<String> = Vec::new();
        for hit in HTML.captures_iter(written) {
            let Some(range) = hit.get(0).map(|hit| hit.range()) else { continue };
            let part = &written[range.clone()];
            let name =
                hit.name("tag").or_else(|| hit.name("entity")).map_or("", |m| m.as_str()).to_lowercase();
            // What opens and what closes is one mistake.
            if hit.name("tag").is_some() && told.contains(&name) {
                continue;
            }
            let sign = ENTITIES.iter().find(|(entity, _)| *entity == name).map(|(_, sign)| *sign);
            let help = match hit.name("tag") {
                Some(_) => tag(&name).to_owned(),
                None => sign.map_or("write the sign itself".to_owned(), |sign| match sign {
                    " " => "write a blank".to_owned(),
                    sign => format!("write the sign itself: {sign}"),
                }),
            };
            told.push(name);
            let place = mending::place(text.document, &text.pointer, &range);
            let message = format!("{part} is HTML, and people would read it as it stands");
            let mut finding =
                warning("html-in-text", text.document, &text.pointer, place, &message).help(help);
            if let Some(sign) =
                sign.filter(|sign| hit.name("entity").is_some() && !matches!(*sign, "<" | ">"))
            {
                finding.fix = mending::exchange(text.document, &text.pointer, &range, sign, false);
            }
            found.push(finding);
        }
    }
}

/// What texts have in the place of a tag.
fn tag(name: &str) -> &'static str {
    match name {
        "b" | "strong" | "mark" | "u" => "write **words** for words in bold",
        "i" | "em" => "write *words* for words in italics",
        "a" => "write [words](link:NAME), with the address in links.yaml",
        "li" | "ul" | "ol" => "write each entry of the list on a line of its own that begins with \"- \"",
        "br" | "p" | "div" | "hr" => "take it out, and leave an empty line where a new paragraph begins",
        "table" | "tbody" | "thead" | "td" | "th" | "tr" => "write a list, with a line for each row",
        _ => "take it out",
    }
}
