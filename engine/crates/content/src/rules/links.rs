//! Links by name: links that don't exist, are written wrong, or can only be opened by staff. Also checks
//! written-out addresses: ones that wouldn't become a link, and ones that are in links.yaml or should be.

use std::collections::BTreeMap;

use super::context::Context;
use super::findings::{error, suggest, warning, whom};
use super::placeholders::lacking;
use super::texts::{FileText, is_given, overlap};
use crate::content::model::Links;
use crate::content::{Document, File, Kind};
use callguide_search::diagnostics::{Diagnostic, Edit, Place, shown};
use callguide_search::text::Expression;
use callguide_search::text::address::origin;
use callguide_search::text::links::{self, BareAddress, STATE_PREFIX};

/// `unknown-link`: a link name that's neither in links.yaml nor among a state's official links. `staff-only-link`: a
/// link that only staff can open, in text that a voter is given.
pub fn check_names(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(links) = &context.draft.links else { return };
    unmarked(links, found);
    for (document, pointer, name, place) in &context.names().links {
        if let Some(own) = name.strip_prefix(STATE_PREFIX) {
            found.extend(state_link(context, (document, pointer, own, place)));
        } else if links.links.contains(name) {
            let is_staff = links.links.get(name).is_some_and(|link| link.staff);
            let kind = Kind::of(&document.name);
            let is_copied = kind == Some(Kind::Agreement) && pointer == "/link";
            if is_staff && (is_copied || kind.is_some_and(|kind| is_given(kind, pointer))) {
                let message = format!("voters are given the link \"{name}\", but only staff can open it");
                let finding = warning("staff-only-link", document, pointer, place.clone(), &message);
                let mark = links.document.key_at(&format!("/links/{name}/staff"));
                let help = "use a page that everyone can open, or take the link out; if everyone can open this one, remove `staff: true` in links.yaml";
                found.push(finding.related(mark, "marked here").help(help));
            }
        } else {
            let report = |message: &str| error("unknown-link", document, pointer, place.clone(), message);
            let named = home(context, name).map(|(named, _)| named);
            let edit = |near: &str| renamed(document, pointer, place, name, near);
            if named.is_some() || name.contains("://") {
                let help = named.map_or_else(
                    || "give it a name in links.yaml, and write that name here".to_owned(),
                    |named| format!("write the link's name: {named}"),
                );
                let finding = report("this is an address, not the name of a link").help(help);
                found.push(finding.guess(named.and_then(edit)));
            } else {
                let message = format!("there is no link named {}", shown(name));
                let help = "if the page isn't in links.yaml yet, add it there";
                let finding = report(&message).because(message).help(help);
                found.push(context.names().suggest("link", finding, name, edit));
            }
        }
    }
}

/// Reports pages that aren't marked as staff's own, although another page of the site is.
fn unmarked(file: &File<Links>, found: &mut Vec<Diagnostic>) {
    const HELP: &str = "if only staff can open it, add `staff: true`; if everyone can, write on the line above: # lint: allow staff-only-link because …";
    // The pages of each site: those for everyone, and those for staff.
    let mut sites: BTreeMap<String, [Vec<&str>; 2]> = BTreeMap::new();
    for (name, link) in file.links.iter() {
        if let Some(site) = origin(&link.url) {
            sites.entry(site).or_default()[usize::from(link.staff)].push(name);
        }
    }
    for [open, staff] in sites.values() {
        // A site with several pages for everyone isn't the staff's own.
        let ([name], [other, ..]) = (open.as_slice(), staff.as_slice()) else { continue };
        let at = format!("/links/{name}");
        let message = format!("{other}, on the same site, is only for staff, but this page isn't marked");
        warning("staff-only-link", &file.document, &at, file.document.key_at(&at), &message)
            .related(file.document.key_at(&format!("/links/{other}")), "the other page")
            .help(HELP)
            .report(found);
    }
}

/// Reports an official link that a state, or every state, doesn't have.
fn state_link(
    context: &Context<'_>,
    (document, pointer, name, place): (&Document, &str, &str, &Place),
) -> Option<Diagnostic> {
    let states = context.states()?;
    let kind = Kind::of(&document.name);
    let finding = |message: &str| error("unknown-link", document, pointer, place.clone(), message);
    // Whether the link is allowed is checked where the snippet is used.
    if kind == Some(Kind::Snippets) && states.link_labels.contains(name) {
        return None;
    }
    let of_links = "write the name of a link from links.yaml";
    let Some(readers) = kind.and_then(|kind| context.readers_of(kind, document, pointer)) else {
        let message = "a state's official link works only where the state is known (in the decision tree and the scripts in states.yaml), in FAQ answers, and in emergency.yaml";
        return Some(finding(message).help(of_links));
    };
    if !states.link_labels.contains(name) {
        let finding = finding(&format!("states have no official link named {}", shown(name))).help(of_links);
        return Some(suggest(finding, name, states.link_labels.names(), |near| {
            let [own, near] = [name, near].map(|name| format!("{STATE_PREFIX}{name}"));
            renamed(document, pointer, place, &own, &near)
        }));
    }
    let has = |region: usize| context.draft.regions.get(region).is_some_and(|own| own.links.contains(name));
    let (without, otherwise) = lacking(context.readings, &readers, |region| !has(region))?;
    let whom = whom(context.readings, &without);
    let add = format!(
        "add `{name}: https://…` under `links` for these states in states.yaml, or use it in a case for the states that have it"
    );
    let message = format!("there is no official link {} for {whom}", shown(name));
    Some(finding(&message).help(otherwise.map_or(add, str::to_owned)))
}

/// Text that an author meant as a link by name, written correctly or not.
static MEANT: Expression = Expression::new(r"(?i)(?:\[[^\[\]\n]*\]\s*)?\(\s*links?\s*:[^()\n]*\)?");
static WELL: Expression = Expression::new(r"^\[[^\[\]\n]*\]\(link:[^()\s]*\)$");

/// A link with its brackets swapped: `(words)[link:NAME]`. Group 1 is the words, group 2 the target.
static SWAPPED: Expression =
    Expression::new(r"(?i)\(([^()\[\]\n]+)\) ?\[((?:link:|https?://|mailto:|tel:)[^\[\]()\s]+)\]");

/// A link with its words in group 1 and its name in group 2, which are enough to correct it.
static WRITTEN: Expression = Expression::new(r"(?i)^\[([^\[\]\n]+)\]\s*\(\s*links?\s*:\s*([^()\s]+)\s*\)$");

/// `malformed-link`: a link by name that's written wrong, so readers would see its markup.
pub fn check_written(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let is_known = |name: &str| context.draft.links.as_ref().is_some_and(|file| file.links.contains(name));
    for text in context.texts().filter(|text| text.read.contains(['(', '[', '<'])) {
        found.extend(SWAPPED.captures_iter(text.written).map(|hit| {
            let range = hit.get_match().range();
            let right = format!("[{}]({})", &hit[1], &hit[2]);
            let message = "this link's brackets are swapped, so readers would see its markup";
            let help = "put the words in square brackets, and the rest after them in parentheses:";
            text.error("malformed-link", text.place(&range), message)
                .help(format!("{help} {right}"))
                .maybe_fix(text.exchange(&range, &right, false))
        }));
        for hit in MEANT.find_iter(text.read).filter(|hit| !WELL.is_match(hit.as_str())) {
            let place = text.part(&hit.range());
            let parts = WRITTEN.captures(hit.as_str()).filter(|parts| is_known(&parts[2]));
            let edit = parts.and_then(|parts| {
                let right = format!("[{}](link:{})", &parts[1], &parts[2]);
                text.document.write_part(&text.pointer, &place, hit.as_str(), &right)
            });
            found.push(malformed(text, place).guess(edit));
        }
        // A name is only looked up if it's in parentheses right after the words.
        let named = |target: &links::LinkTarget| target.address.to_ascii_lowercase().starts_with("link:");
        let targets = links::targets(text.read).into_iter();
        let elsewhere = targets.filter(|target| !target.inline && named(target));
        found.extend(elsewhere.map(|target| malformed(text, text.part(&target.range))));
    }
}

/// The words of a link that are a site's name, and the link's name: `[vote.gov](link:vote-gov)`.
static SITE_NAMED: Expression =
    Expression::new(r"\[(?P<site>(?i:[a-z0-9-]+\.)+(?i:[a-z]{2,}))\]\(link:(?P<name>[^()\s]+)\)");

/// File name extensions.
const FILES: [&str; 9] = [".pdf", ".doc", ".docx", ".xls", ".xlsx", ".csv", ".txt", ".html", ".png"];

/// A link whose words are an email address, and the address that it writes to.
static MAIL_NAMED: Expression =
    Expression::new(r"\[(?P<named>[^\s\[\]@]+@[^\s\[\]]+)\]\(mailto:(?P<address>[^()\s?]+)");

/// `misleading-link`: a link whose text shows a different site or email address from the one it leads to.
pub fn check_sites(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.prose().filter(|text| text.written.contains("](mailto:")) {
        for hit in MAIL_NAMED.captures_iter(text.written) {
            let [named, written] = [&hit["named"], &hit["address"]];
            let filled = text.read.split_once(&format!("[{named}](mailto:"));
            let address = filled.and_then(|(_, rest)| rest.split([')', '?']).next()).unwrap_or(written);
            if named.eq_ignore_ascii_case(address) {
                continue;
            }
            let message = format!("this link says {named}, but it writes to {address}");
            let help = if address == written {
                "find out which of the two is the right address, and write it in both places"
            } else {
                "use the placeholder in both places; or, if its address is wrong, correct that in site.yaml"
            };
            let part = hit.name("named").filter(|_| address != written);
            let edit = part.and_then(|part| text.exchange(&part.range(), written, false));
            let finding = text.warning("misleading-link", text.place(&hit.get_match().range()), &message);
            found.push(finding.help(help).maybe_fix(edit));
        }
    }
    let Some(file) = &context.draft.links else { return };
    for text in context.prose().filter(|text| text.written.contains("](link:")) {
        for hit in SITE_NAMED.captures_iter(text.written) {
            let Some(link) = file.links.get(&hit["name"]) else { continue };
            let [named, address] = [same(&hit["site"]), same(&link.url)];
            let host = address.split('/').next().unwrap_or_default();
            let is_part = |long: &str, short: &str| {
                long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            };
            let is_file = FILES.iter().any(|ending| named.ends_with(ending));
            // An address that's written wrong has its own finding.
            if is_file || !host.contains('.') || is_part(host, &named) || is_part(&named, host) {
                continue;
            }
            let message = format!("this link says {}, but it leads to {host}", &hit["site"]);
            text.warning("misleading-link", text.place(&hit.get_match().range()), &message)
                .related(file.document.value_at(&format!("/links/{}/url", &hit["name"])), "it leads here")
                .help("find out which of the two is the right site, and correct the other one")
                .report(found);
        }
    }
}

fn malformed(text: &FileText<'_>, place: Place) -> Diagnostic {
    text.error("malformed-link", place, "this link isn't written correctly, so readers would see its markup")
        .help("write it as [words](link:NAME), with no spaces in between")
}

/// Replaces the name of a link, which is either a value or follows `link:` in text.
fn renamed(document: &Document, pointer: &str, place: &Place, name: &str, near: &str) -> Option<Edit> {
    if document.value.pointer(pointer)?.as_str() == Some(name) && *place == document.value_at(pointer) {
        return document.write(pointer, near);
    }
    document.write_part(pointer, place, &format!("link:{name}"), &format!("link:{near}"))
}

/// Dotted words that a reader takes for an address: they begin with `www.` or have a path.
static LOOKS_LIKE: Expression = Expression::new(
    r"(?i)\b(?:https?:/?/?)?(?:www\.[a-z0-9.-]+[a-z0-9]|(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>()\[\]]*)",
);

/// A link in Markdown.
static LINK: Expression = Expression::new(r"\[[^\]]*\]\([^)]*\)");

/// `inline-address`: an address in text that belongs in links.yaml; `bare-address`: one that wouldn't become a link.
pub fn check_bare(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let skipped = [Kind::Links, Kind::States, Kind::Search, Kind::ChecksPaths, Kind::ChecksSearches];
    // A one-word value is an id, an email address or the like, not running text.
    let running = |read: &str| read.contains(['.', ':']) && read.trim().contains(char::is_whitespace);
    for text in context.texts().filter(|text| !skipped.contains(&text.kind) && running(text.read)) {
        let answer = text.is_answer();
        let linked = addresses(text.read);
        let links: Vec<_> = LINK.find_iter(text.read).map(|link| link.range()).collect();
        // Addresses are linked automatically only in answers. The FAQ may also spell them out in a link.
        let in_faq = matches!(text.kind, Kind::Faq | Kind::Elsewhere);
        let is_link = |address: &BareAddress| text.read[address.range.clone()].starts_with('[');
        for address in linked.iter().filter(|address| !(answer || in_faq && is_link(address))) {
            let part = &text.read[address.range.clone()];
            let place = text.part(&address.range);
            let known = home(context, &address.url);
            let words = Some(&*address.label).filter(|label| *label != part);
            let edit = known.and_then(|(name, label)| {
                let link = format!("[{}](link:{name})", words.unwrap_or(label));
                text.document.write_part(&text.pointer, &place, part, &link)
            });
            let help = match known {
                Some((name, _)) => format!("it's already in links.yaml: write [words](link:{name}) here"),
                None => format!(
                    "add `NAME: {{ url: \"{}\", label: What it is }}` to links.yaml, and write [words](link:NAME) here",
                    address.url
                ),
            };
            let finding = text.error("inline-address", place, "addresses belong in links.yaml");
            found.push(finding.help(help).guess(edit));
        }
        for hit in LOOKS_LIKE.find_iter(text.read) {
            let mut known = linked.iter().map(|address| &address.range).chain(&links);
            let before = text.read[..hit.start()].ends_with(['@', '/', ':', '.']);
            if before || known.any(|range| overlap(range, &hit.range())) {
                continue;
            }
            let part = hit.as_str();
            let place = text.document.part_at(&text.pointer, part, 0);
            let bare = part.trim_start_matches("https:").trim_start_matches("http:").trim_start_matches('/');
            let whole = format!("https://{bare}");
            let edit = text.document.write_part(&text.pointer, &place, part, &whole).filter(|_| answer);
            text.error("bare-address", place, &format!("{part} wouldn't become a link"))
                .help(format!("write the full address: {whole}"))
                .guess(edit)
                .report(found);
        }
    }
}

/// `linked-address`: an answer that spells out an address that's in links.yaml.
pub fn check_linked(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let answers = context.prose().filter(|text| text.is_answer());
    for text in answers.filter(|text| !context.copies().has(&text.document.name, &text.pointer)) {
        for address in addresses(text.written) {
            // "USA.gov" is an organization's name.
            let written = &text.written[address.range.clone()];
            let is_name = written.starts_with(char::is_uppercase) && !written.contains('/');
            let home = home(context, &address.url).filter(|_| !is_name || written.starts_with("Www."));
            let Some((name, label)) = home else { continue };
            // An address without a label is shown as written.
            let reads_the_same = address.label != address.url;
            let words = if reads_the_same { &*address.label } else { label };
            let new = format!("[{words}](link:{name})");
            let message =
                format!("links.yaml has this address as {name}, and this copy wouldn't change with it");
            text.warning("linked-address", text.place(&address.range), &message)
                .help(format!("write {new} here"))
                .maybe_fix(text.exchange(&address.range, &new, reads_the_same))
                .report(found);
        }
    }
}

/// The addresses that are spelled out in `text`, by themselves or in a link.
fn addresses(text: &str) -> Vec<BareAddress> {
    let inline = links::targets(text).into_iter().filter(|target| target.inline).filter_map(|target| {
        // The range includes the label: `[words](…)`.
        let open = text[..target.range.start].rfind("](")?;
        let from = text[..open].rfind('[')?;
        let end = target.range.end + text[target.range.end..].find(')')? + 1;
        let (label, url) = (text[from + 1..open].to_owned(), target.address);
        url.starts_with("http").then_some(BareAddress { range: from..end, label, url })
    });
    links::bare_addresses(text).into_iter().chain(inline).collect()
}

/// The name and the label of the link in links.yaml with this address.
fn home<'a>(context: &Context<'a>, url: &str) -> Option<(&'a str, &'a str)> {
    let file = context.draft.links.as_ref()?;
    let own = same(url);
    file.links.iter().find(|(_, link)| same(&link.url) == own).map(|(name, link)| (name, link.label.as_str()))
}

/// The part of an address that's the same in all spellings.
pub(super) fn same(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest).trim_end_matches('/');
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("{}{path}", host.to_lowercase().trim_start_matches("www."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_the_same_in_every_spelling() {
        assert_eq!(same("https://www.Pages.org/"), same("pages.org"));
        assert_ne!(same("https://pages.org/x"), same("pages.org"));
        assert_ne!(same("https://pages.org/A"), same("pages.org/a"));
    }

    #[test]
    fn addresses_in_links_keep_their_label() {
        let text = "See [the page](https://a.org/x) or https://b.org or c.gov/d.";
        let found: Vec<_> =
            addresses(text).into_iter().map(|a| (text[a.range].to_owned(), a.label)).collect();
        assert_eq!(found.len(), 3);
        assert!(found.contains(&("[the page](https://a.org/x)".to_owned(), "the page".to_owned())));
        assert!(found.contains(&("c.gov/d".to_owned(), "c.gov/d".to_owned())));
    }
}
