//! Renders the emergency texts: those read without a region, and what regions read instead.

use crate::content::Complete;
use crate::readings::{Blanks, Filled, Readings};
use callguide_search::api::content::Emergency;

pub(super) fn emergency(content: &Complete<'_>, readings: &Readings<'_>) -> Option<Emergency> {
    let read = readings.emergency.as_ref()?;
    let readers = &readings.readers;
    let general = read.words(readers.now(readers.general()), Blanks::Links(content.links));
    let own = |(place, state)| {
        let region = Filled { state, links: Some(content.links), ..readings.filled(place) };
        let own = read.words(readers.now(place), Blanks::Filled(region));
        (own != general).then(|| (state.code.clone(), own))
    };
    let regions = content.regions.iter().enumerate().filter_map(own).collect();
    let emergency = read.emergency;
    Some(Emergency {
        button: emergency.button.clone(),
        title: emergency.title.clone(),
        note: emergency.note.clone(),
        regions,
        words: general,
    })
}
