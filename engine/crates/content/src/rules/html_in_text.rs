//! `html-in-text`: HTML tags and entities, which people would see as they are.

use std::sync::LazyLock;

use regex::Regex;

use super::findings::pattern;
use super::texts::Hit;

/// A tag that people paste or type, or an entity.
static HTML: LazyLock<Regex> = LazyLock::new(|| {
    let names = "a|abbr|b|big|blockquote|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|mark|ol|p|pre|s|section|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul";
    pattern(&format!(
        r"(?i)</?(?P<tag>{names})(?:\s[^<>]*)?/?>|&(?P<entity>[a-z]{{2,8}}|#[0-9]{{2,5}}|#x[0-9a-f]{{2,5}});"
    ))
});

/// Entities that people paste from web pages, each with its character. Others are reported without a suggestion.
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

pub(super) fn find(text: &str) -> Vec<Hit> {
    let mut told: Vec<String> = Vec::new();
    let mut out = Vec::new();
    if !text.contains(['<', '&']) {
        return out;
    }
    for hit in HTML.captures_iter(text) {
        let range = hit.get_match().range();
        let message = format!("{} is HTML, and readers would see the code", &text[range.clone()]);
        if let Some(name) = hit.name("tag").map(|name| name.as_str().to_lowercase()) {
            // An opening tag and its closing tag are one mistake.
            if !told.contains(&name) {
                out.push(Hit::new(range, message, tag(&name)));
                told.push(name);
            }
            continue;
        }
        let name = hit["entity"].to_lowercase();
        let sign = ENTITIES.iter().find(|(entity, _)| *entity == name).map(|(_, sign)| *sign);
        let help = match sign {
            None => "write the character itself".to_owned(),
            Some(" ") => "write a space".to_owned(),
            Some(sign) => format!("write the character itself: {sign}"),
        };
        let found = Hit::new(range.clone(), message, help);
        out.push(match sign.filter(|sign| !matches!(*sign, "<" | ">")) {
            Some(sign) => found.meant(range, sign),
            None => found,
        });
    }
    out
}

/// What to write instead of a tag.
fn tag(name: &str) -> &'static str {
    match name {
        "b" | "strong" | "mark" | "u" => "write **words** for bold",
        "i" | "em" => "write *words* for italics",
        "a" => "write [words](link:NAME), and put the address in links.yaml",
        "li" | "ul" | "ol" => "put each list item on its own line, starting with \"- \"",
        "br" | "p" | "div" | "hr" => "remove it, and leave an empty line before each new paragraph",
        "table" | "tbody" | "thead" | "td" | "th" | "tr" => "write a list, with one line per row",
        _ => "remove it",
    }
}
