//! Dates and their time zones: implausible days, answers without a current review, periods that end before they begin,
//! and zones that are unknown or missing.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;

use super::context::Context;
use super::days;
use super::expired;
use super::findings::{error, error_at, suggest_near, warning, warning_at, whom};
use super::texts::FileText;
use crate::content::document::{child, item};
use crate::content::model::State;
use crate::content::{Document, Kind};
use crate::due::{WhyDue, due};
use crate::readings::{ReaderSet, is_reversed, next_year, zone, zone_names};
use callguide_search::diagnostics::{Diagnostic, meant, shown};

/// `odd-day`, `stale-review`, `no-review`: dates that can't be right, and answers without a current review.
pub fn check_days(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(today) = context.today else { return };
    odd(context, today, found);
    if let Some(file) = &context.draft.announcements {
        found.extend(out_of_order(&file.document, today));
    }
    for (kind, document) in context.documents() {
        named_days(context, kind, document, found);
    }
    due_for_review(context, today, found);
    without_review(context, today, found);
}

/// `no-review`: answers without a review date, if the helpline reviews its answers. Errands don't need a review,
/// because they only tell people where to go.
fn without_review(context: &Context<'_>, today: Date, found: &mut Vec<Diagnostic>) {
    if context.draft.site.as_ref().is_none_or(|site| site.review_after_days.is_none()) {
        return;
    }
    for file in &context.draft.faq {
        for (index, _) in file.entries.indexed() {
            let (document, at) = (&file.document, item("/entries", index));
            let has = document.value.pointer(&child(&at, "reviewed")).is_some();
            // A review date whose key is misspelled has its own finding.
            if !has && !context.told_at(document, &at) && !context.copies().has(&document.name, &at) {
                let place = document.value_at(&child(&at, "id"));
                let help = "read the answer, fix anything that isn't right, and add the line: reviewed:";
                warning("no-review", document, &at, place, "this answer has no review date")
                    .help(format!("{help} \"{today}\""))
                    .report(found);
            }
        }
    }
}

/// Whether a date's year is so far from today's that it must be a typo.
fn is_odd(day: Date, today: Date) -> bool {
    !(-20..=5).contains(&(day.year() - today.year()))
}

fn day(document: &Document, pointer: &str) -> Option<Date> {
    document.value.pointer(pointer)?.as_str()?.parse().ok()
}

/// Reports implausible dates of reviews, periods and announcements.
fn odd(context: &Context<'_>, today: Date, found: &mut Vec<Diagnostic>) {
    // East of Greenwich, it may already be tomorrow.
    let is_ahead = |day: Date| today.tomorrow().is_ok_and(|next| day > next);
    for (kind, document) in context.documents() {
        let keys = ["reviewed", "review_by", "from", "until", "date"].into_iter();
        for (pointer, _) in keys.flat_map(|key| document.behind(key)) {
            let given = day(document, &pointer).filter(|_| !context.told_at(document, &pointer));
            let (Some(given), Some((entry, key))) = (given, pointer.rsplit_once('/')) else { continue };
            let beside = |other: &str| day(document, &child(entry, other)).filter(|day| !is_odd(*day, today));
            let is_news = || kind == Kind::Announcements && beside("from").is_none_or(|from| from < given);
            let ahead = || format!("this date is in the future: today is {today}");
            let (message, help) = match key {
                _ if is_odd(given, today) => {
                    (format!("this year looks like a typo: today is {today}"), CHECK_YEAR)
                }
                "review_by" if beside("reviewed").is_some_and(|last| last > given) => {
                    ("this date is before the answer's last review".to_owned(), REVIEW_BY)
                }
                "reviewed" if is_ahead(given) => (ahead(), REVIEWED),
                "date" if is_ahead(given) && is_news() => (ahead(), NEWS),
                "until" if beside("date").is_some_and(|date| date > given) => (
                    "this is before the announcement's own date, so nobody ever saw it".to_owned(),
                    CHECK_YEAR,
                ),
                _ => continue,
            };
            found.push(warning_at("odd-day", document, &pointer, &message).help(help));
        }
    }
}

const CHECK_YEAR: &str = "check the year, and correct the date";
const REVIEW_BY: &str = "check the year, and write the last day by which the answer has to be reviewed";
const REVIEWED: &str = "write the day someone last read the answer and found it correct";
const NEWS: &str = "check the date; if the change hasn't happened yet, start the announcement on the same day: add `from:` with that date";

/// Reports the one announcement that breaks the order, newest first. The one below it may be scheduled; a date that's
/// odd or ahead has its own finding.
fn out_of_order(document: &Document, today: Date) -> Option<Diagnostic> {
    let at = |nth: usize| child(&item("/announcements", nth), "date");
    let count = document.value.pointer("/announcements")?.as_array()?.len();
    let dates: Vec<Date> = (0..count).map(|nth| day(document, &at(nth))).collect::<Option<_>>()?;
    let mut breaks = (1..count).filter(|nth| count > 2 && dates[*nth] > dates[nth - 1]);
    let (nth, tomorrow) = (breaks.next()?, today.tomorrow().ok()?);
    let (above, below) = (dates[nth - 1], dates[nth]);
    let is_scheduled = document.value.pointer(&child(&item("/announcements", nth), "from")).is_some();
    if breaks.next().is_some() || below > tomorrow || is_scheduled || is_odd(above, today) {
        return None;
    }
    if nth > 1 {
        let message = "this announcement is newer than the one above it, but they're listed newest first";
        let finding = warning_at("odd-day", document, &at(nth), message);
        return Some(
            finding.help("move it above the older ones; if one of the two dates is wrong, correct it"),
        );
    }
    let meant = above.checked_add(1.year()).ok().filter(|day| (below..=tomorrow).contains(day));
    let message = "this announcement is on top, but it's older than the next one";
    let finding = warning_at("odd-day", document, &at(0), message)
        .related(document.value_at(&at(1)), "the next one")
        .help("correct the date; only if it's right, move the announcement below the newer ones");
    Some(finding.guess(meant.and_then(|day| document.write(&at(0), &day.to_string()))))
}

/// Reports a `from` or `until` that the text beside it names with another year, an announcement whose text names a last
/// day other than its `until`, and other text that's shown beyond the day on which it says that something changes.
fn named_days(context: &Context<'_>, kind: Kind, document: &Document, found: &mut Vec<Diagnostic>) {
    let mut texts: BTreeMap<&str, Vec<&FileText<'_>>> = BTreeMap::new();
    for text in context.texts_of(document).iter().filter(|text| text.for_people) {
        let entry = text.pointer.rsplit_once('/').map_or("", |(entry, _)| entry);
        texts.entry(entry).or_default().push(text);
    }
    for (pointer, given) in ["from", "until"].into_iter().flat_map(|key| document.behind(key)) {
        let (Some(given), Some((entry, key))) = (given.as_str(), pointer.rsplit_once('/')) else { continue };
        let (Some(beside), Some(date)) = (texts.get(entry), day(document, &pointer)) else { continue };
        let year = days::other_year(beside, date);
        let is_year = year.is_some();
        let end = || days::other_end(beside, date, kind == Kind::Announcements).filter(|_| key == "until");
        let Some((text, range, last)) = year.map(|(text, range)| (text, range, None)).or_else(end) else {
            continue;
        };
        let named = &text.read[range.clone()];
        let (message, help) = match last {
            _ if is_year => (
                format!("this is {given}, but the text says {named}"),
                "find out which of the two years is right, and correct the other one".to_owned(),
            ),
            Some(last) => (
                format!("the text says that this changes on {named}, but it's shown until {given}"),
                format!("write {last}, the last day before that; if {given} is right, correct the text"),
            ),
            None => (
                format!("it's shown until {given}, but the last day in its text is {named}"),
                format!(
                    "if {named} is the announcement's last day, write that here; if {given} is, correct the text; if they're about two different things, write above this line: # lint: allow odd-day because …"
                ),
            ),
        };
        let edit = last.and_then(|last| document.write(&pointer, &last.to_string()));
        let finding = warning_at("odd-day", document, &pointer, &message);
        found.push(finding.related(text.part(&range), "in the text").help(help).guess(edit));
    }
}

/// `stale-review`: answers that are due for review.
fn due_for_review(context: &Context<'_>, today: Date, found: &mut Vec<Diagnostic>) {
    for due in due(context.draft, today) {
        let pointer = child(&due.pointer, due.cause.key());
        // Expired and copied entries are reported as a whole.
        let is_copy = context.copies().has(&due.document.name, &pointer);
        if is_copy || expired::is_over(context, due.document, &pointer) {
            continue;
        }
        let (message, help) = match due.cause {
            WhyDue::ReviewBy(day) => {
                let help = format!(
                    "read the answer, update what has changed, write `reviewed: {today}`, and put the date of the next review here"
                );
                (format!("the answer was due for review by {day}"), help)
            }
            WhyDue::Age { reviewed, days } => {
                let age = (today - reviewed).get_days();
                let help = format!("read the answer, update what has changed, and write \"{today}\" here");
                (format!("the answer was last reviewed {age} days ago; the limit is {days}"), help)
            }
        };
        found.push(warning_at("stale-review", due.document, &pointer, &message).help(help));
    }
}

/// `wrong-window`: a period that ends before it begins.
pub fn check_windows(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for piece in context.pieces() {
        for choice in piece.place.choices.iter().filter(|choice| is_reversed(choice.window)) {
            let [from, until] = ["from", "until"].map(|key| child(&choice.pointer, key));
            let message = format!("this {} ends before it begins", piece.noun);
            let finding = error_at("wrong-window", piece.document, &until, &message)
                .related(piece.document.value_at(&from), "it begins here");
            found.push(match next_year(choice.window) {
                Some(day) => finding
                    .help(format!(
                        "if it ends the following year, write {day}; otherwise, correct the date that's wrong"
                    ))
                    .guess(piece.document.write(&until, &day.to_string())),
                None => finding.help("correct the date that's wrong; if both are right, swap them"),
            });
        }
    }
}

/// `unknown-zone` and `missing-zone`: the time zones that decide when days begin and end.
pub fn check_zones(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(site) = &context.draft.site else { return };
    if let Some(name) = &site.time_zone {
        known(&site.document, "/time_zone", name, found);
    }
    if let Some(file) = &context.draft.states {
        for (index, state) in file.states.indexed() {
            let at = item("/states", index);
            for (nth, name) in state.time_zones.iter().enumerate() {
                known(&file.document, &item(&child(&at, "time_zones"), nth), name, found);
            }
            parts(&file.document, &at, state, found);
        }
    }
    missing(context, found);
}

fn known(document: &Document, pointer: &str, name: &str, found: &mut Vec<Diagnostic>) {
    if zone(name).is_some() {
        return;
    }
    let names = zone_names();
    let near = meant(name, names.iter().map(String::as_str));
    let help = "write its IANA name, AREA/CITY, such as America/New_York (Eastern), America/Chicago (Central), America/Denver (Mountain), or America/Los_Angeles (Pacific)";
    let message = format!("there is no time zone {}", shown(name));
    let finding = error_at("unknown-zone", document, pointer, &message).help(help);
    found.push(suggest_near(finding, name, near, Vec::new(), |near| document.write(pointer, near)));
}

/// Reports the parts of a region whose zones aren't among the region's own. A misspelled zone has its own finding.
fn parts(document: &Document, at: &str, state: &State, found: &mut Vec<Diagnostic>) {
    let (own, parts, all) = (&state.time_zones, &state.time_zone_parts, child(at, "time_zone_parts"));
    if own.iter().any(|name| zone(name).is_none()) {
        return;
    }
    let lacking: Vec<&String> = own.iter().filter(|zone| !parts.contains(zone)).collect();
    for name in parts.names().filter(|name| !own.iter().any(|zone| zone == name)) {
        let pointer = child(&all, name);
        let only = <[_; 1]>::try_from(lacking.as_slice()).ok().map(|[other]| other.as_str());
        let near = meant(name, own.iter().map(String::as_str)).or(only).filter(|_| zone(name).is_none());
        let (help, edit) = match (near, only) {
            (Some(near), _) => (format!("did you mean {}?", shown(near)), document.rename(&pointer, near)),
            (None, Some(other)) => (
                format!(
                    "if this should match {other} in time_zones, correct whichever is wrong; if the state has both zones, add {name} to time_zones, and a part for {other} here"
                ),
                None,
            ),
            (None, None) => (
                "add it to time_zones; remove it here only if no part of the state is in this zone"
                    .to_owned(),
                document.add_item(&child(at, "time_zones"), &[name]).filter(|_| zone(name).is_some()),
            ),
        };
        let message = format!("{} isn't one of this state's time_zones", shown(name));
        found.push(error_at("unknown-zone", document, &pointer, &message).help(help).guess(edit));
    }
}

/// Reports dates that apply to readers whose time zone isn't set.
fn missing(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(site), readers) = (&context.draft.site, &context.readings.readers) else { return };
    if site.time_zone.is_some() || readers.too_many.is_some() || context.broken(Kind::States, |_| true) {
        return;
    }
    let is_dated = |region: &usize| readers.of_region(*region).len() > 1;
    let has_zone =
        |region: &usize| context.draft.regions.get(*region).is_some_and(|state| !state.time_zones.is_empty());
    let without = (0..=readers.regions()).filter(|region| is_dated(region) && !has_zone(region));
    let without = ReaderSet::union(readers.count(), without.map(|region| readers.all_of_region(region)));
    if without.is_empty() {
        return;
    }
    let who = whom(context.readings, &without);
    let message = format!("there are dates for {who}, but no time zone to say when their days begin");
    let help = "add a line such as `time_zone: America/New_York`, with your organization's time zone";
    found.push(error("missing-zone", &site.document, "", site.document.opening(""), &message).help(help));
}
