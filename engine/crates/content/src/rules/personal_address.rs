//! `personal-address`: a person's own email address in content.

use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use crate::content::Kind;
use callguide_search::diagnostics::Diagnostic;

/// Two parts that look like a first and a last name, or an initial and a last name.
static PERSON: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?P<first>\p{L}+)[._](?P<last>\p{L}{2,})@(?P<host>[\w-]+(?:\.[\w-]+)+)"));

/// Words in addresses that belong to a role: general English, nothing specific to one helpline.
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

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let skipped = [Kind::Search, Kind::Style, Kind::ChecksPaths, Kind::ChecksSearches];
    // Nearly all addresses have one word before the @, and the expression is one of the largest, so this test comes
    // first.
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
