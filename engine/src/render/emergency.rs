//! The words for an emergency: those of whoever has chosen no region, and what regions read instead.

use super::Links;
use crate::api::content::{Emergency, EmergencyChoice, EmergencyWords, Upset};
use crate::api::tree::Script;
use crate::content::Complete;
use crate::content::model::DangerChoice;
use crate::readings::{EmergencyReading, Filled, Readings, Said};

pub(super) fn emergency(content: &Complete<'_>, readings: &Readings<'_>) -> Option<Emergency> {
    let read = readings.emergency.as_ref()?;
    let links = Links(content.links);
    let readers = &readings.readers;
    let general = words(read, readers.now(readers.general()), Fill { links, region: None });
    let own = |(place, state)| {
        let region = Filled { state, links: Some(content.links), ..readings.filled(place) };
        let own = words(read, readers.now(place), Fill { links, region: Some(region) });
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

/// What stands in the blanks: what is a region's own, if there is one.
#[derive(Clone, Copy)]
struct Fill<'a> {
    links: Links<'a>,
    region: Option<Filled<'a>>,
}

impl Fill<'_> {
    fn markdown(self, parts: &[&str]) -> String {
        let general = || self.links.markdown(&parts.join("\n\n"));
        self.region.map_or_else(general, |region| region.markdown(parts))
    }

    fn plain(self, parts: &[&str]) -> String {
        let general = || self.links.plain(&parts.join("\n\n"));
        self.region.map_or_else(general, |region| region.plain(parts))
    }

    fn line(self, parts: &[&str]) -> String {
        let general = || self.links.plain(&parts.join(" "));
        self.region.map_or_else(general, |region| region.line(parts))
    }
}

fn words(read: &EmergencyReading<'_>, reader: usize, fill: Fill<'_>) -> EmergencyWords {
    let script = |said: Said<'_>| Script {
        title: None,
        note: said.note.map(|note| fill.line(&note)),
        say: fill.plain(&said.say),
        channel: said.channel,
    };
    let scripts = |list: Vec<Said<'_>>| list.into_iter().map(script).collect();
    let choice = |(choice, said): (&DangerChoice, _)| EmergencyChoice {
        id: choice.id.clone(),
        label: choice.label.clone(),
        scripts: scripts(said),
    };
    EmergencyWords {
        choices: read.choices(reader).map(choice).collect(),
        upset: read
            .upset(reader)
            .map(|(upset, said)| Upset { title: upset.title.clone(), scripts: scripts(said) }),
        text: fill.markdown(&read.text(reader)),
    }
}
