//! `unknown-zone` and `missing-zone`: in which time zone a day begins.

use super::{Context, error, error_at};
use crate::content::document::{child, item};
use crate::content::model::Window;
use crate::diagnostics::{Diagnostic, shown, suggestion};
use crate::readings::{zone, zone_names};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if let Some(site) = &context.draft.site
        && let Some(name) = &site.time_zone
    {
        known(&site.document, "/time_zone", name, found);
    }
    let Some(states) = &context.draft.states else { return };
    for (index, state) in states.states.indexed() {
        let list = child(&item("/states", index), "time_zones");
        for (place, name) in state.time_zones.iter().enumerate() {
            known(&states.document, &item(&list, place), name, found);
        }
    }
}

fn known(document: &crate::content::Document, pointer: &str, name: &str, found: &mut Vec<Diagnostic>) {
    if zone(name).is_some() {
        return;
    }
    let names = zone_names();
    // What follows the area is what was misspelled.
    let place = |name: &str| name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let same = names.iter().find(|known| place(known) == place(name));
    let help = same
        .map(|known| format!("did you mean {}?", shown(known)))
        .or_else(|| suggestion(name, names.iter().map(String::as_str)));
    let message = format!("there is no time zone {}", shown(name));
    found.push(error_at("unknown-zone", document, pointer, &message).maybe_help(help));
}

/// Zones that are needed: for calling hours, and where dates matter.
pub fn check_missing(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(site) = &context.draft.site else { return };
    if site.calling_hours.is_some()
        && let Some(states) = &context.draft.states
    {
        for (index, state) in states.states.indexed() {
            let pointer = item("/states", index);
            if state.time_zones.is_empty()
                && states.document.value.pointer(&child(&pointer, "time_zones")).is_none()
            {
                let message = "the key \"time_zones\" is missing: without it nobody knows when the calling hours of site.yaml are";
                found.push(
                    error(
                        "missing-zone",
                        &states.document,
                        &pointer,
                        first_line(&states.document, &pointer),
                        message,
                    )
                    .help("add a line with the zone where most people live: `time_zones: [America/Chicago]`"),
                );
            }
        }
    }
    let readers = &context.readings.readers;
    let has_dates = |region: usize| readers.of_region(region).len() > 1;
    let mut regions = context.draft.regions.iter().enumerate();
    let lacking = regions.any(|(region, state)| state.time_zones.is_empty() && has_dates(region));
    if site.time_zone.is_none() && (lacking || has_dates(readers.general())) {
        let message = "the content names days, and nothing says in which time zone they begin";
        found.push(
            Diagnostic::error(
                "missing-zone",
                crate::diagnostics::Place::file(site.document.name.clone()),
                message,
            )
            .help("add a line `time_zone: America/New_York` with the zone of your office"),
        );
    }
}

fn first_line(document: &crate::content::Document, pointer: &str) -> crate::diagnostics::Place {
    let mut place = document.value_at(pointer);
    let text = document.text.get(place.span.clone()).unwrap_or("");
    place.span.end = place.span.start + text.find('\n').unwrap_or(text.len());
    place
}

/// Days in the wrong order.
pub fn check_windows(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (_, document) in context.documents() {
        for (pointer, value) in document.values() {
            let day = |key: &str| value.get(key)?.as_str()?.parse().ok();
            let window = Window { from: day("from"), until: day("until") };
            if let (Some(from), Some(until)) = (window.from, window.until)
                && from > until
            {
                let message = format!("this is from {from} until {until}, so it is never shown");
                found.push(
                    error_at("wrong-window", document, &child(&pointer, "until"), &message)
                        .help("write the first day behind `from:` and the last one behind `until:`"),
                );
            }
        }
    }
    if context.readings.readers.too_many
        && let Some(site) = &context.draft.site
    {
        let message = format!(
            "the content names too many days for too many states: together more than {} periods",
            crate::readings::MAX_READERS
        );
        found.push(
            Diagnostic::error(
                "too-many-readings",
                crate::diagnostics::Place::file(site.document.name.clone()),
                message,
            )
            .help("remove what is over, or use fewer different days"),
        );
    }
}
