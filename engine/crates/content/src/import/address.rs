//! Replaces addresses in an answer: each one gets a name in links.yaml, and the text links to it by that name.

use std::collections::HashMap;

use regex::Captures;
use url::Url;

use super::names::{self, TakenNames};
use super::terms::Losses;
use super::text;
use crate::content::model;
use callguide_search::text::Expression;
use callguide_search::text::{address, links, plain};

/// A link or a picture in Markdown. Group 1 is the picture's exclamation mark, group 2 the words, and group 3
/// the address, which may contain one pair of parentheses.
static LINK: Expression = Expression::new(
    r#"(!?)\[((?:\\.|[^\[\]\\])*)\]\(\s*<?((?:[^\s<>()\\]|\\.|\([^\s<>()]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)"#,
);
/// A web or email address in angle brackets.
static ANGLE: Expression =
    Expression::new(r"(?i)<((?:https?://|mailto:|tel:)[^\s<>]+|[\w.+-]+@[\w.-]+\.\w+)>");
/// Words that don't describe the link's target.
static SAYS_NOTHING: Expression = Expression::new(
    r"(?i)^(?:please )?(?:click |see |read |go )*(?:here|this|link|this link|this page|page|website|more|read more|learn more)$",
);

/// Two common slips: a link with a space between its words and address, and one with the two swapped.
static MENDED: [(Expression, &str); 2] = [
    (Expression::new(r"(\[[^\[\]\n]+\])[ \t]+(\((?:https?://|www\.)[^\s()]+\))"), "$1$2"),
    (Expression::new(r"\(([^()\n]+)\)\[((?:https?://|www\.)[^\s\[\]]+)\]"), "[$1]($2)"),
];
/// Group 1 is text that people take for an address but that isn't linked automatically, since few sites have such
/// endings. The other alternatives skip links by name, which are already correct, and full web or email addresses.
static SHORT: Expression = Expression::new(
    r"(?i)\[(?:\\.|[^\[\]\\])*\]\(link:[^)]*\)|[\w@/:.-]*(?:@|//)\S*|\b((?:www\.[a-z0-9.-]+[a-z0-9]|(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>()\[\]]*))",
);

/// A page that only redirects to the address in its query, as mail programs and search engines write it.
static REDIRECT: Expression = Expression::new(
    r"(?i)^https?://(?:[a-z0-9.-]+\.safelinks\.protection\.outlook\.com/|(?:www\.)?(?:google\.[a-z]{2,3}(?:\.[a-z]{2})?/url|youtube\.com/redirect)|l\.(?:facebook|instagram)\.com/)[^?#]*\?",
);

/// A link to add to links.yaml.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewLink {
    pub name: String,
    pub url: String,
    pub label: String,
}

/// Link names by URL, for both existing and new links.
#[derive(Debug, Default)]
pub(super) struct NamedLinks {
    names: HashMap<String, String>,
    taken: TakenNames,
    pub new: Vec<NewLink>,
}

impl NamedLinks {
    pub fn of(links: &model::Links) -> Self {
        let mut all = Self::default();
        for (name, link) in links.links.iter() {
            if let Ok(url) = address::parse(&link.url) {
                all.names.entry(key(&url)).or_insert_with(|| name.to_owned());
            }
            all.taken.take(name);
        }
        all
    }

    /// Returns `text` with its addresses replaced by links by name. Anything that can't be a link is reported
    /// as a loss.
    pub fn named(&mut self, text: &str, losses: &mut Losses) -> String {
        let mut text = text.to_owned();
        for (slip, mended) in MENDED.iter() {
            text = slip.replace_all(&text, *mended).into_owned();
        }
        let text = LINK.replace_all(&text, |hit: &Captures<'_>| {
            if hit[1].is_empty() {
                return self.link(&hit[2], &hit[3].replace('\\', ""), &hit[0], losses);
            }
            let what = if hit[2].is_empty() {
                "a picture".to_owned()
            } else {
                format!("the picture \"{}\"", &hit[2])
            };
            losses.add(format!("{what}: content can't have pictures"));
            String::new()
        });
        let text = ANGLE.replace_all(&text, |hit: &Captures<'_>| self.link("", &hit[1], &hit[1], losses));
        let text = SHORT.replace_all(&text, |hit: &Captures<'_>| match hit.get(1) {
            Some(short) => format!("https://{}", short.as_str()),
            None => hit[0].to_owned(),
        });
        let mut out = text.clone().into_owned();
        for found in links::bare_addresses(&text).into_iter().rev() {
            let words = if found.url.ends_with(&found.label) { "" } else { &found.label };
            let link = self.link(words, &found.url, &text[found.range.clone()], losses);
            out.replace_range(found.range, &link);
        }
        out
    }

    /// Returns the replacement for a link to `to` with these `words`.
    fn link(&mut self, words: &str, to: &str, as_written: &str, losses: &mut Losses) -> String {
        let words = text::one_line(words);
        let words = if direct(&words) == words { words } else { String::new() };
        let to = &direct(to);
        if to.starts_with("link:") {
            return as_written.to_owned();
        }
        let lower = to.to_ascii_lowercase();
        if let Some(other) = ["mailto:", "tel:"].iter().find(|scheme| lower.starts_with(**scheme)) {
            return beside(&words, &to[other.len()..]);
        }
        if to.contains('@') && !to.contains('/') {
            return beside(&words, to);
        }
        let plain = lower.starts_with("http://");
        match self.name(to, &words) {
            Ok((name, shown)) => {
                if plain {
                    losses.add(format!("{to} now starts with https://; open it to check that it works"));
                }
                let words = if words.is_empty() { shown } else { words };
                format!("[{words}](link:{name})")
            }
            Err(why) => {
                losses.add(format!("the link to {to}, which is no longer a link: {why}"));
                match words.as_str() {
                    // As code, it won't be linked automatically.
                    "" => format!("`{to}`"),
                    _ => words,
                }
            }
        }
    }

    /// Returns the link name for an address, and the text to use if nothing else describes the link.
    fn name(&mut self, to: &str, words: &str) -> Result<(String, String), String> {
        let rest = to.split_once("://").map_or(to, |(_, rest)| rest);
        // Characters that are only allowed in a URL when escaped.
        let mut url = format!("https://{rest}");
        for (sign, code) in [("'", "%27"), (";", "%3B"), ("\"", "%22"), ("\\", "%5C")] {
            url = url.replace(sign, code);
        }
        let read =
            if to.starts_with(['#', '/']) { Err(address::UrlFlaw::NotWhole) } else { address::parse(&url) };
        let read = read.map_err(|flaw| flaw.to_string())?;
        let shown = rest.trim_end_matches('/').to_owned();
        if let Some(name) = self.names.get(&key(&read)) {
            return Ok((name.clone(), shown));
        }
        let host = read.host_str().unwrap_or_default();
        let place = format!("{}{}", host.strip_prefix("www.").unwrap_or(host), read.path());
        let name = self.taken.free(&names::of(&place, "link"));
        let words = plain::words(words);
        let label = if words.is_empty() || SAYS_NOTHING.is_match(words.trim_end_matches(['.', '!'])) {
            shown.clone()
        } else {
            words
        };
        self.names.insert(key(&read), name.clone());
        self.new.push(NewLink { name: name.clone(), url, label });
        Ok((name, shown))
    }
}

/// Follows redirects that contain their target in the URL itself.
pub(super) fn direct(address: &str) -> String {
    let mut address = address.to_owned();
    while let Some(url) = Url::parse(&address).ok().filter(|_| REDIRECT.is_match(&address))
        && let Some((_, to)) = url.query_pairs().find(|(name, to)| {
            // Each target is shorter than the URL that contains it, so this terminates.
            ["q", "u", "url"].contains(&name.as_ref()) && to.starts_with("http") && to.len() < address.len()
        })
    {
        address = to.into_owned();
    }
    address
}

/// Returns a key that's the same for a URL with and without a trailing slash.
fn key(url: &Url) -> String {
    url.as_str().trim_end_matches('/').to_owned()
}

/// Returns `words (contact)`, or only the contact if the words are the same.
fn beside(words: &str, contact: &str) -> String {
    let contact = contact.split('?').next().unwrap_or_default();
    if words.is_empty() || words == contact { contact.to_owned() } else { format!("{words} ({contact})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(links: &mut NamedLinks, text: &str) -> (String, usize) {
        let mut losses = Losses::default();
        (links.named(text, &mut losses), losses.all.len())
    }

    #[test]
    fn an_address_gets_the_same_name_everywhere() {
        let mut links = NamedLinks::default();
        for (text, expected, lost) in [
            ("See https://www.a.org/help/, then.", "See [www.a.org/help](link:a-org-help), then.", 0),
            ("[Our page](https://www.a.org/help \"title\")!", "[Our page](link:a-org-help)!", 0),
            ("a.org/form (a.org)", "[a.org/form](link:a-org-form) ([a.org](link:a-org))", 0),
            ("<https://a.org/form?x=1>", "[a.org/form?x=1](link:a-org-form-2)", 0),
            ("[click here](https://b.org/y_(z))", "[click here](link:b-org-y-z)", 0),
            ("[Ann](mailto:ann@a.org), <b@a.org>, c@a.org", "Ann (ann@a.org), b@a.org, c@a.org", 0),
            ("http://old.org/x", "[old.org/x](link:old-org-x)", 1),
            ("[up](#top) [x](link:mine)", "up [x](link:mine)", 1),
            ("http://10.0.0.1/x", "`http://10.0.0.1/x`", 1),
            ("![A map](https://a.org/map.png) Here", " Here", 1),
            ("https://a.org/it's", "[a.org/it's](link:a-org-it-27s)", 0),
            (
                "Watch youtu.be/x1, or www.b.io; a@b.io/x.",
                "Watch [youtu.be/x1](link:youtu-be-x1), or [www.b.io](link:b-io); a@b.io/x.",
                0,
            ),
            (
                "[Form] (https://a.org/form) (form)[https://a.org/form]",
                "[Form](link:a-org-form) [form](link:a-org-form)",
                0,
            ),
            ("e.g. and/or 24/7 at 9 a.m./p.m.", "e.g. and/or 24/7 at 9 a.m./p.m.", 0),
            (
                "https://www.google.com/url?q=https%3A%2F%2Fa.org%2Fform&sa=D [Ours](https://eu1.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fa.org%252Fform&data=x)",
                "[a.org/form](link:a-org-form) [Ours](link:a-org-form)",
                0,
            ),
            ("[up](https://www.google.com/url?q=me)", "[up](link:google-com-url)", 0),
            ("The_form(https://a.org/form)", "[The form](link:a-org-form)", 0),
        ] {
            assert_eq!(named(&mut links, text), (expected.to_owned(), lost), "{text}");
        }
        let label =
            |name: &str| links.new.iter().find(|link| link.name == name).map(|link| link.label.as_str());
        assert_eq!(label("a-org-help"), Some("www.a.org/help"));
        assert_eq!(label("b-org-y-z"), Some("b.org/y_(z)"), "\"click here\" says nothing");
    }

    #[test]
    fn an_existing_link_is_reused() {
        let there = r#"{"links": {"handbook": {"url": "https://a.org/handbook/", "label": "Handbook"}}}"#;
        let mut links = NamedLinks::of(&serde_json::from_str(there).unwrap());
        assert_eq!(named(&mut links, "a.org/handbook").0, "[a.org/handbook](link:handbook)");
        assert_eq!(links.new, []);
    }
}
