//! `unknown-zone` and `missing-zone`: the time zones that decide when days begin and end.

use super::context::Context;
use super::findings::{error_at, whom};
use crate::content::document::{child, item};
use crate::content::{Document, Kind};
use crate::readings::{zone, zone_names};
use callguide_search::diagnostics::{Diagnostic, meant, shown};

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
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
            for (zone, _) in state.time_zone_parts.iter() {
                not_its_own(&file.document, &at, zone, &state.time_zones, found);
            }
            if state.time_zones.is_empty() && site.calling_hours.is_some() {
                let message = "the key \"time_zones\" is missing";
                let mut finding = error_at("missing-key", &file.document, &at, message)
                    .help("add a line such as `time_zones: [America/Chicago, America/Denver]` (The state's time zones by IANA name, starting with the one where most people live. The calling hours in site.yaml depend on them)");
                finding.place = file.document.opening(&at);
                found.push(finding);
            }
        }
    }
    missing(context, found);
}

fn known(document: &Document, pointer: &str, name: &str, found: &mut Vec<Diagnostic>) {
    if zone(name).is_some() {
        return;
    }
    let names = zone_names();
    let near = meant(name, names.iter().map(String::as_str)).or_else(|| of_city(name, &names));
    let help = match near {
        Some(near) => format!("did you mean {}?", shown(near)),
        None => "write its IANA name, AREA/CITY, such as America/New_York".to_owned(),
    };
    let message = format!("there is no time zone {}", shown(name));
    let edit = near.and_then(|near| document.write(pointer, near));
    found.push(error_at("unknown-zone", document, pointer, &message).help(help).guess(edit));
}

/// Reports a part of a region in a zone that isn't one of the region's.
fn not_its_own(document: &Document, state: &str, zone: &str, own: &[String], found: &mut Vec<Diagnostic>) {
    if own.iter().any(|name| name == zone) {
        return;
    }
    let pointer = child(&child(state, "time_zone_parts"), zone);
    let help = match meant(zone, own.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {}?", shown(near)),
        None => {
            "add it to time_zones; remove it here only if no part of the state is in this zone".to_owned()
        }
    };
    let message = format!("{} isn't one of this state's time_zones", shown(zone));
    let added =
        crate::readings::zone(zone).and_then(|_| document.add_item(&child(state, "time_zones"), &[zone]));
    found.push(error_at("unknown-zone", document, &pointer, &message).help(help).guess(added));
}

/// The zone of a city whose area is missing or wrong.
fn of_city<'n>(name: &str, names: &'n [String]) -> Option<&'n str> {
    let city = name.rsplit('/').next()?.to_lowercase();
    names
        .iter()
        .map(String::as_str)
        .find(|known| known.rsplit('/').next().is_some_and(|own| own.to_lowercase() == city))
}

/// Reports dates that apply to readers whose time zone isn't set.
fn missing(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(site), readers) = (&context.draft.site, &context.readings.readers) else { return };
    if site.time_zone.is_some() || readers.too_many.is_some() || context.broken(Kind::States, |_| true) {
        return;
    }
    let mut without = readers.none();
    for region in 0..=readers.regions() {
        let own = context.draft.regions.get(region).is_some_and(|state| !state.time_zones.is_empty());
        let dated = readers.of_region(region).len() > 1;
        if dated && !own {
            readers.of_region(region).for_each(|reader| without.insert(reader));
        }
    }
    if without.is_empty() {
        return;
    }
    let who = whom(context.readings, &without);
    let message = format!("there are dates for {who}, but no time zone to say when their days begin");
    let mut finding = error_at("missing-zone", &site.document, "", &message)
        .help("add a line such as `time_zone: America/New_York`, with your organization's time zone");
    finding.place = site.document.opening("");
    found.push(finding);
}
