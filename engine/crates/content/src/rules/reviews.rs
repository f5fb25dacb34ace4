//! `odd-day`, `no-review`: dates that can't be right, and answers without a review. Errands don't need one, because
//! they only say where to go.

use jiff::civil::Date;

use super::context::Context;
use super::findings::warning;
use crate::content::document::{child, item};
use crate::content::{Document, Kind};
use callguide_search::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(today) = context.today else { return };
    odd(context, today, found);
    let wanted = context.draft.site.as_ref().is_some_and(|site| site.review_after_days.is_some());
    let entries = context.draft.faq.iter().flat_map(|file| {
        let entries = file.entries.indexed();
        entries.map(|(index, entry)| (&file.document, item("/entries", index), &entry.review, wanted))
    });
    let errands = context.draft.elsewhere.iter().flat_map(|file| {
        let errands = file.errands.indexed();
        errands.map(|(index, errand)| (&file.document, item("/errands", index), &errand.review, false))
    });
    for (document, at, review, wanted) in entries.chain(errands) {
        if context.copies().has(&document.name, &at) {
            continue;
        }
        let pointer = child(&at, "reviewed");
        let missing = wanted && review.reviewed.is_none() && document.value.pointer(&pointer).is_none();
        if missing {
            let place = document.value_at(&child(&at, "id"));
            let message = "this answer has no review date";
            found.push(warning("no-review", document, &at, place, message).help(format!(
                "read the answer, fix anything that isn't right, and add the line: reviewed: \"{today}\""
            )));
        }
    }
}

/// Whether a date's year is so far from today's that it's a typo.
fn is_odd(day: Date, today: Date) -> bool {
    !(-20..=5).contains(&(day.year() - today.year()))
}

/// Reports implausible dates of reviews, periods and announcements.
fn odd(context: &Context<'_>, today: Date, found: &mut Vec<Diagnostic>) {
    let day = |document: &Document, pointer: &str| -> Option<Date> {
        document.value.pointer(pointer)?.as_str()?.parse().ok()
    };
    for (kind, document) in context.documents() {
        for key in ["reviewed", "review_by", "from", "until", "date"] {
            for (pointer, _) in document.behind(key) {
                let given = day(document, &pointer).filter(|_| !context.told_at(document, &pointer));
                let Some(given) = given else { continue };
                let entry = pointer.rsplit_once('/').map_or("", |(entry, _)| entry);
                let beside =
                    |other: &str| day(document, &child(entry, other)).filter(|day| !is_odd(*day, today));
                // East of Greenwich, it may already be tomorrow.
                let ahead = today.tomorrow().is_ok_and(|next| given > next);
                let (message, help) = match key {
                    _ if is_odd(given, today) => (
                        format!("this year looks like a typo: today is {today}"),
                        "check the year, and correct the date",
                    ),
                    "review_by" if beside("reviewed").is_some_and(|last| last > given) => (
                        "this date is before the answer's last review".to_owned(),
                        "check the year, and write the last day for the next review",
                    ),
                    "reviewed" if ahead => (
                        format!("this date is in the future: today is {today}"),
                        "write the day someone last read the answer and found it correct",
                    ),
                    "date"
                        if ahead
                            && kind == Kind::Announcements
                            && beside("from").is_none_or(|from| from < given) =>
                    {
                        (
                            format!("this date is in the future: today is {today}"),
                            "check the date; if the change is still ahead, have the announcement begin the same day: `from:` with that date",
                        )
                    }
                    _ => continue,
                };
                let place = document.value_at(&pointer);
                found.push(warning("odd-day", document, &pointer, place, &message).help(help));
            }
        }
    }
}
