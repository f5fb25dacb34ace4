//! Addresses that are wrong: not plain https, or a person's own.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use super::texts::FileText;
use crate::content::Kind;
use callguide_search::diagnostics::{Diagnostic, Place, invisible};
use callguide_search::text::{address, links};

/// `bad-address`: a URL that isn't plain https; `lookalike-address`: one with letters that look like others.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.texts() {
        if is_address(text.kind, &text.pointer) {
            found.extend(plain(text, text.read, text.read, text.part(&(0..text.read.len()))));
            continue;
        }
        if text.kind == Kind::Site && text.pointer.starts_with("/repository/") {
            if matches!(text.pointer.as_str(), "/repository/edit" | "/repository/report") {
                found.extend(template(text));
            }
            continue;
        }
        for link in text.addresses() {
            let part = &text.read[link.range.clone()];
            // Leaves out the link's label, if any.
            let start = part.find(&link.url).map_or(link.range.clone(), |at| {
                link.range.start + at..link.range.start + at + link.url.len()
            });
            found.extend(plain(text, &link.url, &text.read[start.clone()], text.part(&start)));
        }
        for target in links::targets(text.read) {
            found.extend(inline(text, &target));
        }
    }
}

/// Checks a URL with placeholders. The values that fill them never contain a character that's invalid in a URL.
fn template(text: &FileText<'_>) -> Option<Diagnostic> {
    let behind = |address: &str| address.split_once("://").map_or(String::new(), |(_, rest)| rest.to_owned());
    let filled = BLANK.replace_all(text.read, "x");
    let mut finding = plain(text, &filled, text.read, text.part(&(0..text.read.len())))?;
    // The suggestion keeps the placeholders.
    let unfilled = |words: &str| words.replace(&behind(&filled), &behind(text.read));
    finding.help = finding.help.map(|help| unfilled(&help));
    let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
    edits.for_each(|edit| edit.text = unfilled(&edit.text));
    Some(finding)
}

/// A placeholder of a template.
static BLANK: LazyLock<Regex> = LazyLock::new(|| pattern(r"\{[A-Za-z0-9_]*\}"));

/// Whether the text at `pointer` is a URL.
pub(super) fn is_address(kind: Kind, pointer: &str) -> bool {
    match kind {
        Kind::Links => pointer.ends_with("/url"),
        Kind::Elsewhere => pointer.ends_with("/source"),
        Kind::States => pointer.starts_with("/states/") && pointer.contains("/links/"),
        _ => false,
    }
}

/// Checks the target of a link in a text: a name, an email address, or a phone number. FAQ answers and errands may
/// contain a whole URL.
fn inline(text: &FileText<'_>, target: &links::LinkTarget) -> Option<Diagnostic> {
    let (address, written) = (&target.address, &text.read[target.range.clone()]);
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        Some("link" | "links") => None,
        Some("mailto" | "tel") => {
            let hidden = address.chars().find_map(invisible::named)?;
            let message = format!("the address contains {hidden}");
            Some(text.error("bad-address", text.part(&target.range), &message).help("retype the address"))
        }
        // Elsewhere, addresses belong in links.yaml.
        Some("http" | "https") if !matches!(text.kind, Kind::Faq | Kind::Elsewhere) => None,
        _ => plain(text, address, written, text.part(&target.range)),
    }
}

/// Reports a URL that isn't plain https; `as_written` is the text at `place`.
fn plain(text: &FileText<'_>, address: &str, as_written: &str, place: Place) -> Option<Diagnostic> {
    let flaw = address::parse(address).err()?;
    let rule = match flaw {
        address::UrlFlaw::Mixed { .. } | address::UrlFlaw::Lookalike { .. } => "lookalike-address",
        _ => "bad-address",
    };
    let mended = matches!(flaw, address::UrlFlaw::NotEncrypted).then(|| format!("https://{}", &address[7..]));
    let mended = mended.filter(|mended| address::parse(mended).is_ok());
    let edit = mended.and_then(|new| text.document.write_part(&text.pointer, &place, as_written, &new));
    Some(text.error(rule, place, &flaw.to_string()).help(flaw.help(address)).guess(edit))
}

/// Two parts that look like a first and a last name, or an initial and a last name.
static PERSON: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?P<first>\p{L}+)[._](?P<last>\p{L}{2,})@(?P<host>[\w-]+(?:\.[\w-]+)+)"));

/// Words in email addresses that belong to a role: general English words, not specific to one helpline.
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

/// `personal-address`: a person's own email address in content.
pub fn check_personal(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let skipped = [Kind::Search, Kind::Style, Kind::ChecksPaths, Kind::ChecksSearches];
    // Nearly all addresses have one word before the @, and the regular expression is one of the largest, so this test
    // comes first.
    let two_words = |read: &str| {
        read.match_indices('@')
            .any(|(at, _)| read[..at].trim_end_matches(char::is_alphabetic).ends_with(['.', '_']))
    };
    for text in context.texts().filter(|text| !skipped.contains(&text.kind) && two_words(text.read)) {
        let mut told = "";
        for hit in PERSON.captures_iter(text.read) {
            let host = hit["host"].to_lowercase();
            let of_task = |part: &str| {
                let part = part.to_lowercase();
                ROLES.split_whitespace().any(|role| role == part) || host.contains(&part) && part.len() > 2
            };
            let address = hit.get_match();
            // `[a.b@c](mailto:a.b@c)` contains one address twice. An address that a placeholder fills in is reported
            // where it's written.
            if of_task(&hit["first"])
                || of_task(&hit["last"])
                || told == address.as_str()
                || !text.written.contains(address.as_str())
            {
                continue;
            }
            told = address.as_str();
            let message = format!("\"{told}\" looks like one person's address");
            found.push(text.warning("personal-address", text.part(&address.range()), &message).help(
                "use a role address, such as support@…: it keeps working when the person is away or has left",
            ));
        }
    }
}
