//! Validates URLs in content: plain https, a named site, and letters that can't be mistaken for others.
//!
//! Browsers repair URLs with a missing slash, a number as the host, or full-width letters. This module doesn't, so a
//! reader, a browser, and an HTTP header all understand the same site.

use std::borrow::Cow;

use unicode_script::{Script, UnicodeScript as _};
use unicode_security::{MixedScript as _, skeleton};
use url::{Host, Url};

use crate::diagnostics::invisible;

/// The required beginning of a URL.
const BEGINS: &str = "https://";

/// Characters that must be percent-encoded in a URL (RFC 3986, section 2.2 and appendix A), because elsewhere they
/// end part of a header, an attribute, or a URL.
const ENCODED_ONLY: [char; 12] = ['"', '\'', ';', '\\', '`', '<', '>', '{', '}', '|', '^', '\u{7f}'];

/// Why a string isn't a plain https URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlFlaw {
    #[error("the address begins with http://, which isn't encrypted")]
    NotEncrypted,
    #[error("the address begins with {0}, not https://")]
    Mistyped(String),
    #[error("this isn't a complete web address")]
    NotWhole,
    #[error("a web address can't begin with \"{0}:\"")]
    Scheme(String),
    #[error("the address contains {0}")]
    Invisible(String),
    #[error("the address has a space in it")]
    Space,
    #[error("the address contains {0}")]
    Sign(String),
    #[error("the address contains a username")]
    UserName,
    #[error("the address doesn't name a site")]
    NoSite,
    #[error("the address has a number instead of a site's name")]
    Number,
    #[error("the site's name is written in an unusual way: browsers open {0}")]
    Spelling(String),
    #[error("the site's name mixes {first} and {second} letters: \"{letter}\" (U+{code:04X}) is {second}", code = u32::from(*letter))]
    Mixed { first: &'static str, second: &'static str, letter: char },
    #[error("the site's name is {script}, but its letters look like the Latin \"{reads}\"")]
    Lookalike { script: &'static str, reads: String },
}

impl UrlFlaw {
    /// Returns what to do about the flaw; `text` is the URL in question.
    pub fn help(&self, text: &str) -> String {
        match self {
            Self::NotEncrypted => format!("write {}, if the site answers there", begun(text)),
            Self::Mistyped(_) => format!("write {}", begun(text)),
            Self::Sign(_) => "copy the address from the browser's address bar, which encodes such a character with a % \
                              (as %3B for a semicolon)"
                .to_owned(),
            Self::Number => "write the site's name".to_owned(),
            Self::Spelling(site) => format!("write {site}, if that's the site you mean"),
            Self::Mixed { .. } | Self::Lookalike { .. } => {
                "retype the site's name, and open it: a name like this may lead to someone else's copy of the site"
                    .to_owned()
            }
            _ => "copy the whole address from the browser's address bar, including https://".to_owned(),
        }
    }
}

/// Splits `text` after a scheme and its slashes that are nearly `https://`, such as `http://`, `https//` or `htps://`.
fn split(text: &str) -> Option<(&str, &str)> {
    let rest = text[text.find('/')?..].trim_start_matches('/');
    let begin = &text[..text.len() - rest.len()];
    let is_near = strsim::damerau_levenshtein(&begin.to_lowercase(), BEGINS) < 3;
    (is_near && rest.contains('.')).then_some((begin, rest))
}

/// Returns `text` with the beginning that it should have.
pub fn begun(text: &str) -> String {
    format!("{BEGINS}{}", split(text).map_or(text, |(_, rest)| rest))
}

/// Parses `text` as a URL.
///
/// # Errors
/// If it's anything but a plain https URL of a named site.
pub fn parse(text: &str) -> Result<Url, UrlFlaw> {
    if text.get(..7).is_some_and(|begin| begin.eq_ignore_ascii_case("http://")) {
        return Err(UrlFlaw::NotEncrypted);
    }
    if let Some(hidden) = text.chars().find_map(invisible::named) {
        return Err(UrlFlaw::Invisible(hidden));
    }
    if text.contains(char::is_whitespace) {
        return Err(UrlFlaw::Space);
    }
    if let Some(sign) = text.chars().find(|c| c.is_control() || ENCODED_ONLY.contains(c)) {
        return Err(UrlFlaw::Sign(sign_named(sign)));
    }
    if let Some((begin, _)) = split(text).filter(|_| !text.starts_with(BEGINS)) {
        return Err(UrlFlaw::Mistyped(begin.to_owned()));
    }
    let url = Url::parse(text).map_err(|_| UrlFlaw::NotWhole)?;
    if url.scheme() != "https" {
        return Err(UrlFlaw::Scheme(url.scheme().to_owned()));
    }
    let rest = text.strip_prefix(BEGINS).ok_or(UrlFlaw::NotWhole)?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(UrlFlaw::UserName);
    }
    match url.host() {
        Some(Host::Domain(site)) => written(site, authority)?,
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => return Err(UrlFlaw::Number),
        None => return Err(UrlFlaw::NoSite),
    }
    Ok(url)
}

/// Returns the origin of a URL in the form that headers use (RFC 6454, section 6.2): only scheme, host and
/// port, in ASCII. `None` if it isn't a plain https URL.
pub fn origin(text: &str) -> Option<String> {
    parse(text).ok().map(|url| url.origin().ascii_serialization())
}

/// Checks that a site's name, in ASCII, is valid and matches the spelling in the URL.
fn written(site: &str, authority: &str) -> Result<(), UrlFlaw> {
    let label = |label: &str| {
        let edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        edge(label.chars().next()) && edge(label.chars().next_back())
    };
    if let Some(sign) = site.chars().find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.')) {
        return Err(UrlFlaw::Sign(format!("{} in the site's name", sign_named(sign))));
    }
    if !site.contains('.') || !site.split('.').all(label) {
        return Err(UrlFlaw::NoSite);
    }
    let (read, readable) = idna::domain_to_unicode(site);
    if readable.is_err() {
        return Err(UrlFlaw::NotWhole);
    }
    let given = authority.split_once(':').map_or(authority, |(host, _)| host).to_lowercase();
    if given != site && given != read {
        return Err(UrlFlaw::Spelling(read));
    }
    let top = site.rsplit('.').next().unwrap_or_default();
    read.split('.').try_for_each(|label| letters(label, top))
}

/// Checks that the letters of one label belong to a single script and, if the top-level domain is Latin, don't
/// all look like Latin letters (Unicode Technical Standard #39, sections 4 and 5).
fn letters(label: &str, top: &str) -> Result<(), UrlFlaw> {
    if label.is_ascii() {
        return Ok(());
    }
    let own = |c: &char| !matches!(c.script(), Script::Common | Script::Inherited);
    let first = label.chars().find(own).map_or(Script::Common, |c| c.script());
    if !label.is_single_script() {
        let latin = label.chars().any(|c| c.script() == Script::Latin);
        let usual = if latin { Script::Latin } else { first };
        let letter = label.chars().filter(own).find(|c| c.script() != usual).unwrap_or_default();
        let (first, second) = (usual.full_name(), letter.script().full_name());
        return Err(UrlFlaw::Mixed { first, second, letter });
    }
    let reads: String = skeleton(label).collect();
    if first != Script::Latin && reads.is_ascii() && !top.starts_with("xn--") {
        return Err(UrlFlaw::Lookalike { script: first.full_name(), reads });
    }
    Ok(())
}

fn sign_named(sign: char) -> String {
    let shown: Cow<'static, str> = match sign {
        '"' => "a quotation mark".into(),
        '\'' => "an apostrophe".into(),
        ';' => "a semicolon".into(),
        '\\' => "a backslash".into(),
        c if c.is_control() => format!("a control character (U+{:04X})", u32::from(c)).into(),
        c => format!("the character {c}").into(),
    };
    shown.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaw(text: &str) -> String {
        parse(text).map_or_else(|flaw| flaw.to_string(), |url| format!("is {url}"))
    }

    #[test]
    fn a_plain_https_address_is_accepted() {
        for (text, origin_of) in [
            ("https://vote.gov", "https://vote.gov"),
            ("https://www.example.org/a-b/c_d?e=f&g=%3B#h,i", "https://www.example.org"),
            ("https://example.org:8443/x", "https://example.org:8443"),
            ("https://example.org:443/x", "https://example.org"),
            ("https://Example.ORG/X", "https://example.org"),
            ("https://bücher.example.org/", "https://xn--bcher-kva.example.org"),
            ("https://xn--bcher-kva.example.org/", "https://xn--bcher-kva.example.org"),
            ("https://пример.example.org/", "https://xn--e1afmkfd.example.org"),
            ("https://сахар.рф/", "https://xn--80aa2cbv.xn--p1ai"),
            ("https://læse.example.org/", "https://xn--lse-yla.example.org"),
            ("https://例え.example.org/é", "https://xn--r8jz45g.example.org"),
        ] {
            assert_eq!(origin(text).as_deref(), Some(origin_of), "{text}: {}", flaw(text));
        }
    }

    #[test]
    fn any_other_address_is_rejected_and_never_reaches_a_header() {
        for (text, says) in [
            ("http://example.org", "isn't encrypted"),
            ("HTTP://example.org", "isn't encrypted"),
            ("javascript:alert(1)//.", "can't begin with \"javascript:\""),
            ("data:text/html,x", "can't begin with \"data:\""),
            ("//evil.example/x", "isn't a complete web address"),
            ("example.org/x", "isn't a complete web address"),
            ("https:example.org", "isn't a complete web address"),
            ("https:/example.org", "begins with https:/, not https://"),
            ("https//example.org", "begins with https//, not https://"),
            ("htps://example.org", "begins with htps://, not https://"),
            ("https:///example.org", "unusual way"),
            ("HTTPS://example.org", "begins with HTTPS://, not https://"),
            ("https://", "isn't a complete web address"),
            ("https://example", "doesn't name a site"),
            ("https://example.org.", "doesn't name a site"),
            ("https://-example.org", "doesn't name a site"),
            ("https://ann@example.org/", "username"),
            ("https://example.org:secret@evil.example/", "username"),
            ("https://example.org/a b", "a space"),
            ("https://example.org\u{a0}/", "a space"),
            ("https://example.org/\ta", "a space"),
            ("https://example.org/\u{1}", "a control character (U+0001)"),
            ("https://example.org\\@evil.example", "a backslash"),
            ("https://example.org;sandbox", "a semicolon"),
            ("https://example.org/a;b", "a semicolon"),
            ("https://example.org,evil.example/", "the character , in the site's name"),
            ("https://*.example.org/", "the character * in the site's name"),
            ("https://exam_ple.org/", "the character _ in the site's name"),
            ("https://'unsafe-inline'.example/", "an apostrophe"),
            ("https://example.org/\"", "a quotation mark"),
            ("https://2130706433/", "a number instead"),
            ("https://0x7f.1/", "a number instead"),
            ("https://127.0.0.1/", "a number instead"),
            ("https://[::1]/", "a number instead"),
            ("https://ｅxample.org/", "browsers open example.org"),
            ("https://ex%61mple.org/", "browsers open example.org"),
            ("https://example。org/", "browsers open example.org"),
            ("https://ex\u{200b}ample.org/", "a zero-width space (U+200B)"),
            ("https://example.org/\u{202e}gro", "a right-to-left override (U+202E)"),
            ("https://ex\u{ad}ample.org/", "a soft hyphen (U+00AD)"),
            (
                "https://ex\u{430}mple.org/",
                "mixes Latin and Cyrillic letters: \"\u{430}\" (U+0430) is Cyrillic",
            ),
            ("https://xn--exmple-4nf.org/", "mixes Latin and Cyrillic letters"),
            ("https://\u{440}\u{430}\u{443}\u{440}\u{430}.example.org/", "look like the Latin \"paypa\""),
        ] {
            assert!(flaw(text).contains(says), "{text:?}: {}", flaw(text));
            assert_eq!(origin(text), None, "{text:?}");
        }
    }
}
