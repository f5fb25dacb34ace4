//! Addresses that are wrong: not plain https, or a person's own.

use std::ops::Range;

use super::context::Context;
use super::texts::{FileText, TextHit};
use crate::content::Kind;
use callguide_search::diagnostics::{Diagnostic, invisible};
use callguide_search::text::Expression;
use callguide_search::text::links::BareAddress;
use callguide_search::text::{address, links};

/// `bad-address`: a URL that isn't plain https; `lookalike-address`: one with letters that look like others.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in context.texts() {
        let whole = 0..text.read.len();
        match text.kind {
            kind if is_address(kind, &text.pointer) => found.extend(plain(text, text.read, &whole)),
            Kind::Site if text.pointer.starts_with("/repository/") => {
                if matches!(text.pointer.as_str(), "/repository/edit" | "/repository/report") {
                    found.extend(template(text));
                }
            }
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

/// Checks a URL with placeholders. The values that fill them never contain a character that's invalid in a URL.
fn template(text: &FileText<'_>) -> Option<Diagnostic> {
    let behind = |address: &str| address.split_once("://").map_or(String::new(), |(_, rest)| rest.to_owned());
    let filled = BLANK.replace_all(text.read, "x");
    let mut finding = plain(text, &filled, &(0..text.read.len()))?;
    // The suggestion keeps the placeholders.
    let unfilled = |words: &str| words.replace(&behind(&filled), &behind(text.read));
    finding.help = finding.help.map(|help| unfilled(&help));
    let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
    edits.for_each(|edit| edit.text = unfilled(&edit.text));
    Some(finding)
}

/// A placeholder of a template.
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

/// Checks the target of a link in a text: a name, an email address, or a phone number. FAQ answers and errands may
/// contain a whole URL.
fn inline(text: &FileText<'_>, target: &links::LinkTarget) -> Option<Diagnostic> {
    let address = &target.address;
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
        _ => plain(text, address, &target.range),
    }
}

/// Reports a URL that isn't plain https, at its `range` in the text.
fn plain(text: &FileText<'_>, address: &str, range: &Range<usize>) -> Option<Diagnostic> {
    let flaw = address::parse(address).err()?;
    let place = text.part(range);
    let rule = match flaw {
        address::UrlFlaw::Mixed { .. } | address::UrlFlaw::Lookalike { .. } => "lookalike-address",
        _ => "bad-address",
    };
    let mended = matches!(flaw, address::UrlFlaw::NotEncrypted).then(|| format!("https://{}", &address[7..]));
    let mended = mended.filter(|mended| address::parse(mended).is_ok());
    let edit = mended
        .and_then(|new| text.document.write_part(&text.pointer, &place, &text.read[range.clone()], &new));
    Some(text.error(rule, place, &flaw.to_string()).help(flaw.help(address)).guess(edit))
}

/// Two parts that look like a first and a last name, or an initial and a last name.
static PERSON: Expression =
    Expression::new(r"\b(?P<first>\p{L}+)[._](?P<last>\p{L}{2,})@(?P<host>[\w-]+(?:\.[\w-]+)+)");

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

/// Whether a text may contain a person's address. Nearly all addresses have one word before the @, and the regular
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
