//! Addresses that are wrong: not plain https, mistyped, or a person's own.

use std::collections::BTreeMap;
use std::ops::Range;

use super::context::Context;
use super::findings::warning_at;
use super::links::same;
use super::texts::{FileText, TextHit};
use crate::content::Kind;
use crate::content::document::child;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;
use callguide_search::text::links::BareAddress;
use callguide_search::text::{address, links};

/// `bad-address`: a URL that isn't plain https; `lookalike-address`: one with letters that look like others.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.texts() {
        let at = text.pointer.as_str();
        let of_repository = matches!(at, "/repository/edit" | "/repository/report");
        match text.kind {
            kind if is_address(kind, at) || kind == Kind::Site && of_repository => {
                found.extend(plain(text, text.read, &(0..text.read.len())));
            }
            Kind::Site if at.starts_with("/repository/") => {}
            _ => {
                for BareAddress { url, range, .. } in text.addresses() {
                    // Leaves out the link's label, if any.
                    let at = text.read[range.clone()].find(url).map(|at| range.start + at);
                    let range = at.map_or(range.clone(), |at| at..at + url.len());
                    found.extend(plain(text, url, &range));
                }
                let targets = links::targets(text.read);
                found.extend(targets.iter().filter_map(|target| inline(text, target)));
            }
        }
    }
}

/// A placeholder in a URL of site.yaml.
static BLANK: Expression = Expression::new(r"\{[A-Za-z0-9_]*\}");

/// Whether the text at `pointer` is a URL.
pub(super) fn is_address(kind: Kind, pointer: &str) -> bool {
    match kind {
        Kind::Links => pointer.ends_with("/url"),
        Kind::Elsewhere => pointer.ends_with("/source"),
        Kind::States => pointer.starts_with("/states/") && pointer.contains("/links/"),
        _ => false,
    }
}

/// Checks the target of a link in text, unless it's a name, an email address, or a phone number. FAQ answers and
/// errands may contain a whole URL.
fn inline(text: &FileText<'_>, target: &links::LinkTarget) -> Option<Diagnostic> {
    let address = &target.address;
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("link" | "links" | "mailto" | "tel") => None,
        // Elsewhere, addresses belong in links.yaml.
        Some("http" | "https") if !matches!(text.kind, Kind::Faq | Kind::Elsewhere) => None,
        _ => plain(text, address, &target.range),
    }
}

/// Reports a URL that isn't plain https, at its `range` in the text.
fn plain(text: &FileText<'_>, address: &str, range: &Range<usize>) -> Option<Diagnostic> {
    let parse = |address: &str| match text.kind {
        // The values of these placeholders never contain a character that's invalid in a URL.
        Kind::Site => address::parse(&BLANK.replace_all(address, "x")),
        _ => address::parse(address),
    };
    let flaw = parse(address).err()?;
    let place = text.part(range);
    let rule = match flaw {
        address::UrlFlaw::Mixed { .. } | address::UrlFlaw::Lookalike { .. } => "lookalike-address",
        _ => "bad-address",
    };
    let mended = matches!(flaw, address::UrlFlaw::NotEncrypted | address::UrlFlaw::Mistyped(_))
        .then(|| address::begun(address))
        .filter(|mended| parse(mended).is_ok());
    let edit = mended
        .and_then(|new| text.document.write_part(&text.pointer, &place, &text.read[range.clone()], &new));
    Some(text.error(rule, place, &flaw.to_string()).help(flaw.help(address)).guess(edit))
}

/// A URL that appears at least this many times is assumed to be right.
const KNOWN: usize = 2;
/// A site that appears at least this many times is assumed to be right.
const OFTEN: usize = 5;

/// `address-typo`: a URL that appears only once and is nearly the same as one that appears several times.
pub fn check_typos(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let texts = context.prose();
    let all: Vec<(&FileText<'_>, &BareAddress)> =
        texts.flat_map(|text| text.addresses().iter().map(move |address| (text, address))).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().for_each(|(_, address)| *counts.entry(&address.url).or_default() += 1);
    sites(context, &counts, found);
    let known: Vec<(&str, [&str; 2])> = counts
        .iter()
        .filter(|(_, count)| **count >= KNOWN)
        .filter_map(|(url, _)| Some((*url, parts(url)?)))
        .collect();
    for (text, address) in all.iter().filter(|(_, address)| counts[address.url.as_str()] == 1) {
        let Some(own) = parts(&address.url) else { continue };
        let Some((near, _)) = known.iter().find(|(_, right)| is_slip(own, *right)) else { continue };
        let written = &text.read[address.range.clone()];
        let count = counts[near];
        let message =
            format!("this address appears only here, but a nearly identical one appears {count} times");
        let near = near.trim_start_matches("https://");
        let near = if written.starts_with("https://") { format!("https://{near}") } else { near.to_owned() };
        let fix = text.exchange(&address.range, &near, false);
        text.warning("address-typo", text.part(&address.range), &message)
            .help(format!("did you mean {near}? If it's a different page, write above it: # lint: allow address-typo because …"))
            .maybe_fix(fix)
            .report(found);
    }
}

/// Reports sites in links.yaml whose top-level domain differs by a typo from the one used in text.
fn sites(context: &Context<'_>, counts: &BTreeMap<&str, usize>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.links else { return };
    let host = |url: &str| same(url).split('/').next().unwrap_or_default().to_owned();
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    counts.iter().for_each(|(url, count)| *named.entry(host(url)).or_default() += count);
    for (name, link) in file.links.iter() {
        let own = host(&link.url);
        // Short names resemble other sites' names, but a top-level domain that's one letter off can hardly be a
        // different site.
        let Some((given, ending)) = own.rsplit_once('.').filter(|_| !named.contains_key(&own)) else {
            continue;
        };
        let near = named.iter().filter(|(_, count)| **count >= OFTEN).find(|(other, _)| {
            other.rsplit_once('.').is_some_and(|(name, right)| {
                name == given && right != ending && strsim::damerau_levenshtein(right, ending) <= 1
            })
        });
        let Some((near, count)) = near else { continue };
        let at = child(&child("/links", name), "url");
        let message = format!("{own} appears only here, but {near} appears {count} times");
        warning_at("address-typo", &file.document, &at, &message)
            .help(format!("did you mean {near}? If it's a different site, write above it: # lint: allow address-typo because …"))
            .guess(file.document.write(&at, &link.url.replace(&own, near)))
            .report(found);
    }
}

/// The site and the path of a URL.
fn parts(url: &str) -> Option<[&str; 2]> {
    let (host, path) = url.split_once("://")?.1.split_once('/')?;
    Some([host, path.trim_end_matches('/')])
}

/// Whether two paths on the same site differ by a typo, rather than by a digit or a plural.
fn is_slip([host, path]: [&str; 2], [there, right]: [&str; 2]) -> bool {
    let letters = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let allowed = if right.len() < 12 { 1 } else { 2 };
    // The cheapest test comes first, because each URL is compared with every known one.
    path.len().abs_diff(right.len()) <= 2 * allowed
        && host == there
        && right.len() >= 6
        && path.trim_end_matches('s') != right.trim_end_matches('s')
        && letters(path) != letters(right)
        && strsim::damerau_levenshtein(path, right) <= allowed
}

/// Two parts that look like a first and a last name, or an initial and a last name.
static PERSON: Expression =
    Expression::new(r"\b(?P<first>\p{L}+)[._](?P<last>\p{L}{2,})@(?P<host>[\w-]+(?:\.[\w-]+)+)");

/// Words that show that an email address belongs to a role, not a person: general English words, not specific to one
/// helpline.
const ROLES: &str = "access account accounts admin administration advice agency alerts appeals application applications \
    assistance ballot ballots billing board bureau care center chat city clerk community complaints contact contacts \
    coordinator county customer data department desk director do donate donations editor education election elections \
    email emergency events family federal feedback finance front general give group headquarters hello help helpdesk \
    helpline hotline housing hr id info information intake internal it jobs language lead leads legal local mail \
    main manager media member members national network news newsletter no noreply notifications office officer \
    online operations our outreach partner partners people press privacy problem program programs project public \
    question questions records referral region registrar registration reply report reports request requests response \
    rights safety sales schedule secretary security service services shift site social staff state states \
    student students support supervisor system task team tech technical tenant tenants text the ticket tickets \
    training vote voter voters voting volunteer volunteering volunteers web webmaster your youth";

/// Whether text may contain a person's address. Nearly all addresses have one word before the @, and the regular
/// expression is one of the largest, so this test comes first.
pub(super) fn may_be_personal(text: &FileText<'_>) -> bool {
    let before = |at: usize| text.written[..at].trim_end_matches(char::is_alphabetic);
    !matches!(text.kind, Kind::Search | Kind::Style | Kind::ChecksPaths | Kind::ChecksSearches)
        && text.written.match_indices('@').any(|(at, _)| before(at).ends_with(['.', '_']))
}

/// `personal-address`: a person's own email address in content.
pub(super) fn personal(text: &str) -> Vec<TextHit> {
    let mut told = "";
    let hits = PERSON.captures_iter(text).filter_map(|hit| {
        let host = hit["host"].to_lowercase();
        let of_task = |part: &str| {
            let part = part.to_lowercase();
            ROLES.split_whitespace().any(|role| role == part) || host.contains(&part) && part.len() > 2
        };
        let address = hit.get_match();
        // `[a.b@c](mailto:a.b@c)` contains one address twice.
        if told == address.as_str() || of_task(&hit["first"]) || of_task(&hit["last"]) {
            return None;
        }
        told = address.as_str();
        let message = format!("\"{told}\" looks like one person's address");
        let help =
            "use a role address, such as support@…: it keeps working when the person is away or has left";
        Some(TextHit::new(address.range(), message, help))
    });
    hits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_letter_is_a_typo_but_a_different_page_is_not() {
        let right = "https://usa.example/election-office";
        let is_slip = |one, other| is_slip(parts(one).unwrap(), parts(other).unwrap());
        assert!(is_slip("https://usa.example/elecion-office", right));
        assert!(is_slip("https://usa.example/election-offcie", right));
        for other in [
            "https://usa.example/election-offices",
            "https://us.example/election-office",
            "https://usa.example/",
            "https://usa.example/voting-office",
        ] {
            assert!(!is_slip(other, right), "{other}");
        }
        assert!(!is_slip("https://usa.example/form-12a", "https://usa.example/form-13a"));
    }
}
