//! Markup that readers would see as written: Markdown that's never closed, and HTML.

use std::sync::LazyLock;

use regex::Regex;

use super::findings::pattern;
use super::texts::TextHit;
use callguide_search::diagnostics::invisible;
use callguide_search::text::plain;

/// Symbols that are only used as Markdown, and what to do about one without a partner.
const SIGNS: [(&str, &str, &str); 4] = [
    ("**", "this **", BOLD),
    (STAR, "this *", BOLD),
    ("`", "this `", CODE),
    ("](", "the ]( of this link", "write it as [words](link:NAME), with a closing parenthesis"),
];
const STAR: &str = "*";
const BOLD: &str =
    "put ** right before and right after the words in bold, with no space in between; or remove it";
const CODE: &str = "put ` before and after the words, or write ' if you meant an apostrophe; or remove it";

/// Finds symbols that Markdown shows as text, the first of each kind in each paragraph.
pub(super) fn unclosed(text: &str) -> Vec<TextHit> {
    let mut out = Vec::new();
    if !SIGNS.iter().any(|(sign, ..)| text.contains(sign)) {
        return out;
    }
    let mut told: Vec<(usize, &str)> = Vec::new();
    for (paragraph, range) in plain::runs(text) {
        let source = text.get(range.clone()).unwrap_or("");
        for (sign, what, help) in SIGNS {
            let mut hits = source.match_indices(sign);
            let hit = hits.find(|(at, _)| {
                // A backslash means that the symbol is meant literally.
                let (before, behind) = (&text[..range.start + at], &text[range.start + at + sign.len()..]);
                let is_part = source[..*at].ends_with(STAR) || source[at + sign.len()..].starts_with(STAR);
                !before.ends_with('\\') && (sign != STAR || !is_part && is_markup(before, behind))
            });
            // Links by name are checked by their own rule.
            let by_name = |at: usize| {
                sign == "](" && source[at + sign.len()..].trim_start().to_lowercase().starts_with("link")
            };
            if let Some((at, _)) = hit.filter(|(at, _)| !told.contains(&(paragraph, sign)) && !by_name(*at)) {
                told.push((paragraph, sign));
                let at = range.start + at;
                let message = format!("{what} is never closed, so readers would see it");
                out.push(TextHit::new(at..at + sign.len(), message, help));
            }
        }
    }
    out
}

/// Whether a star between these strings was meant as markup. After a digit, it marks a footnote; with spaces around it,
/// it's an ordinary symbol.
fn is_markup(before: &str, behind: &str) -> bool {
    let touches = |c: char| c.is_alphabetic() || c == '*';
    before.ends_with(touches) || behind.starts_with(touches)
}

/// A tag that people paste or type, or an entity.
static HTML: LazyLock<Regex> = LazyLock::new(|| {
    let names = "a|abbr|b|big|blockquote|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|mark|ol|p|pre|s|section|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul";
    pattern(&format!(
        r"(?i)</?(?P<tag>{names})(?:\s[^<>]*)?/?>|&(?P<entity>[a-z]{{2,8}}|#[0-9]{{2,5}}|#x[0-9a-f]{{2,5}});"
    ))
});

/// `html-in-text`: HTML tags and entities, which readers would see as written.
pub(super) fn html(text: &str) -> Vec<TextHit> {
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
                out.push(TextHit::new(range, message, tag(&name)));
                told.push(name);
            }
            continue;
        }
        let sign = character(&hit["entity"]);
        let help = match sign.as_deref() {
            None => "write the character itself".to_owned(),
            Some(" ") => "write a space".to_owned(),
            Some(sign) => format!("write the character itself: {sign}"),
        };
        let found = TextHit::new(range.clone(), message, help);
        let plain = sign.filter(|sign| !sign.contains(['<', '>', '{', '}', '[', ']', '*', '_', '`', '\\']));
        out.push(plain.into_iter().fold(found, |found, sign| found.meant(range.clone(), sign)));
    }
    out
}

/// The character that an entity stands for; `None` if there's no such entity, or nobody sees the character.
fn character(entity: &str) -> Option<String> {
    let text = plain::words(&format!("x&{entity};x"));
    let sign =
        text.strip_prefix('x')?.strip_suffix('x').filter(|sign| !sign.starts_with('&') || *sign == "&")?;
    let sign = if sign.trim().is_empty() { " " } else { sign };
    let unseen = |c: char| c.is_control() || c == '\u{fffd}' || invisible::is(c);
    (!sign.contains(unseen)).then(|| sign.to_owned())
}

/// Describes what to write instead of a tag.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unclosed_markup_is_reported_once_and_closed_markup_is_fine() {
        for right in [
            "**a** b",
            "`a` b",
            "[a](https://b.org)",
            "2 * 3 * 4",
            r"\*\* and \`",
            "it's",
            "**a\nb** c",
            "`` a`b ``",
            "[a](link:b",
            r"\*a",
            "2*3 and 5*, *a*",
        ] {
            assert_eq!(unclosed(right), [], "{right}");
        }
        for wrong in [
            "**a b",
            "a** b",
            "a ** b ** c",
            "`a b",
            "[a](https://b.org and",
            "** a ** b",
            "**a* b",
            "**a***",
        ] {
            assert_eq!(unclosed(wrong).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn an_entity_stands_for_a_character_that_people_see() {
        for (entity, sign) in
            [("rsquo", "’"), ("#39", "'"), ("#xa0", " "), ("amp", "&"), ("times", "×"), ("Aacute", "Á")]
        {
            assert_eq!(character(entity).as_deref(), Some(sign), "{entity}");
        }
        for none in ["nosuch", "shy", "zwj", "#146", "#x1b"] {
            assert_eq!(character(none), None, "{none}");
        }
    }
}
