//! Everything in the content that isn't the same for everyone: lists of cases and parts, and pieces that are shown only
//! to some readers or only on some days. The readings determine which readers get which choice.

use serde::Deserialize;

use crate::content::document::item;
use crate::content::model::{PathCheck, Window};
use crate::content::{Document, Draft, Kind};
use crate::readings::{PlaceChoice, PlaceKind, ReaderSet, Readings, VaryingPlace};

/// A place in a file that isn't the same for everyone.
#[derive(Debug)]
pub(super) struct VaryingPiece<'a> {
    pub document: &'a Document,
    /// The noun for one of its choices in a finding.
    pub noun: &'static str,
    pub place: VaryingPlace<'a>,
}

/// Every place that isn't the same for everyone, outer ones before the ones inside them.
pub(super) fn pieces<'a>(draft: &'a Draft, readings: &'a Readings<'a>) -> Vec<VaryingPiece<'a>> {
    let mut all = Vec::new();
    let piece = |document: &'a Document, noun, place| VaryingPiece { document, noun, place };
    // Content that's shown to everyone in `among` during a window.
    let gate = |document, noun, pointer, window: Window, among: &ReaderSet| {
        let place = || VaryingPlace::of_gate(readings.conditions(), pointer, None, window, among);
        (!window.is_open()).then(|| piece(document, noun, place()))
    };
    let site = readings.readers.everybody().but(readings.readers.in_regions());
    // If the app never asks for the state, nobody reads the file, and the whole file is reported.
    if let Some(file) = draft.states.as_ref().filter(|_| !draft.without.regions) {
        for place in readings.places_beside() {
            let noun = match &place.pointer {
                at if at.starts_with("/badges/") => "badge",
                at if at.starts_with("/link_labels/") => "link",
                _ => node_noun(&place),
            };
            // A place can exist even if it doesn't contain a script.
            if file.document.value.pointer(&place.pointer).is_some() {
                all.push(piece(&file.document, noun, place));
            }
        }
    }
    if let Some(file) = &draft.tree {
        let places = readings.places().into_iter();
        all.extend(places.map(|place| piece(&file.document, node_noun(&place), place)));
    }
    for read in &readings.faq {
        let document = &draft.faq[read.category].document;
        let everybody = readings.readers.everybody();
        all.extend(gate(document, "entry", read.pointer.clone(), read.entry.window, everybody));
        let cases = read.place(&readings.readers);
        all.extend(cases.map(|place| piece(document, list_noun(place.kind), place)));
    }
    let site_wide = [Kind::Announcements, Kind::Support, Kind::Flows, Kind::Agreement];
    for (kind, document) in draft.documents.values().filter(|(kind, _)| site_wide.contains(kind)) {
        for (at, value) in document.values() {
            let noun = match kind {
                Kind::Announcements if value.get("date").is_some() => "announcement",
                Kind::Support if at.is_empty() => "section",
                Kind::Agreement if value.get("say").is_some() => "paragraph",
                _ if value.get("say").is_some() => "script",
                // Cases, for example, which don't belong in these files.
                _ => continue,
            };
            let window = Window::deserialize(value).unwrap_or_default();
            all.extend(gate(document, noun, at, window, &site));
        }
    }
    if let (Some(file), Some(read)) = (&draft.emergency, &readings.emergency) {
        for place in read.places(&readings.readers) {
            let at = place.pointer.split('/').count() - 1;
            let noun = if place.kind == PlaceKind::Gate && at == 2 { "choice" } else { node_noun(&place) };
            all.push(piece(&file.document, noun, place));
        }
    }
    if let Some(file) = &draft.path_checks {
        for (index, check) in file.paths.indexed() {
            let (when, window, at) = (check.when.as_ref(), check.window, item("/paths", index));
            if when.is_some() || !window.is_open() {
                let fits = meant(readings, check);
                let choice = PlaceChoice { pointer: at.clone(), when, window, takes: fits.clone(), fits };
                let (kind, choices, left) = (PlaceKind::Gate, vec![choice], readings.readers.none());
                let place = VaryingPlace { pointer: at, kind, choices, left };
                all.push(piece(&file.document, "check", place));
            }
        }
    }
    all
}

fn list_noun(kind: PlaceKind) -> &'static str {
    if kind == PlaceKind::Parts { "part" } else { "case" }
}

fn node_noun(place: &VaryingPlace<'_>) -> &'static str {
    match place.kind {
        PlaceKind::Gate => match place.pointer.split('/').nth(3) {
            Some("note") => "line",
            Some("answers") => "answer",
            _ => "script",
        },
        kind => list_noun(kind),
    }
}

/// The readers that a check covers.
pub(super) fn meant(readings: &Readings<'_>, check: &PathCheck) -> ReaderSet {
    let conditions = readings.conditions();
    let mut meant = conditions.holds(check.when.as_ref(), Window::default(), &|_| false);
    meant.keep(&conditions.during(check.window));
    meant.keep(readings.readers.in_regions());
    if let Some(codes) = &check.states {
        let regions = codes.iter().flat_map(|code| readings.readers.with_code(code));
        let readers = regions.map(|region| readings.readers.of_region(*region));
        meant.keep(&ReaderSet::of_ranges(readings.readers.count(), readers));
    }
    meant
}
