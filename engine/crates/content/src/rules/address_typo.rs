//! `address-typo`: an address that appears only once and is nearly the same as one that appears several times.

use std::collections::BTreeMap;

use super::texts::Text;
use super::{Context, warning_at};
use crate::content::document::child;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::links::BareAddress;

/// An address that appears at least this many times is taken to be right.
const KNOWN: usize = 2;
/// The same for a site.
const OFTEN: usize = 5;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let texts = context.prose();
    let all: Vec<(&Text<'_>, &BareAddress)> =
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
        let message = format!(
            "this address appears only here, but a nearly identical one appears {} times",
            counts[near]
        );
        let near = near.trim_start_matches("https://");
        let near = if written.starts_with("https://") { format!("https://{near}") } else { near.to_owned() };
        let fix = text.exchange(&address.range, &near, false);
        found.push(
            text.warning("address-typo", text.part(&address.range), &message)
                .help(format!("did you mean {near}? If it's a different page, write above it: # lint: allow address-typo because …"))
                .maybe_fix(fix),
        );
    }
}

/// Reports sites in links.yaml whose top-level domain differs by a typo from the one that texts use.
fn sites(context: &Context<'_>, counts: &BTreeMap<&str, usize>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.links else { return };
    let host = |url: &str| {
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        rest.split(['/', '?', '#']).next().unwrap_or("").trim_start_matches("www.").to_lowercase()
    };
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    counts.iter().for_each(|(url, count)| *named.entry(host(url)).or_default() += count);
    for (name, link) in file.links.iter() {
        let own = host(&link.url);
        // Short names resemble other sites' names, but a top-level domain that's one letter off can hardly be a
        // different site.
        let end = |host: &str| host.rsplit_once('.').map(|(name, end)| (name.to_owned(), end.to_owned()));
        let near = |(other, count): &(&String, &usize)| match (end(other.as_str()), end(&own)) {
            (Some((name, right)), Some((given, ending))) => {
                **count >= OFTEN
                    && name == given
                    && right != ending
                    && strsim::damerau_levenshtein(&right, &ending) <= 1
            }
            _ => false,
        };
        let Some((near, count)) = named.iter().find(near).filter(|_| !named.contains_key(&own)) else {
            continue;
        };
        let at = child(&child("/links", name), "url");
        let message = format!("{own} appears only here, but {near} appears {count} times");
        found.push(
            warning_at("address-typo", &file.document, &at, &message)
                .help(format!("did you mean {near}? If it's a different site, write above it: # lint: allow address-typo because …"))
                .guess(file.document.write(&at, &link.url.replace(&own, near))),
        );
    }
}

/// The site and the path of an address.
fn parts(url: &str) -> Option<[&str; 2]> {
    let (host, path) = url.split_once("://")?.1.split_once('/')?;
    Some([host, path.trim_end_matches('/')])
}

/// Whether two paths of the same site differ by a typo, rather than by a digit or a plural.
fn is_slip([host, path]: [&str; 2], [there, right]: [&str; 2]) -> bool {
    let letters = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let allowed = if right.len() < 12 { 1 } else { 2 };
    // The cheapest test comes first, because each address is compared with every known one.
    path.len().abs_diff(right.len()) <= 2 * allowed
        && host == there
        && right.len() >= 6
        && path.trim_end_matches('s') != right.trim_end_matches('s')
        && letters(path) != letters(right)
        && strsim::damerau_levenshtein(path, right) <= allowed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_is_a_slip_and_another_page_is_none() {
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
