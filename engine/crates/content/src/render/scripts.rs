//! Renders scripts to say or to send, with links written out.

use super::Links;
use crate::content::model;
use callguide_search::api::tree::Script;

pub(super) fn script(script: &model::Script, links: Links<'_>) -> Script {
    Script {
        title: None,
        note: script.note.as_ref().map(|note| links.plain(note)),
        say: links.plain(&script.say),
        channel: script.channel,
    }
}

pub(super) fn titled(part: &model::TitledScript, links: Links<'_>) -> Script {
    Script { title: part.title.clone(), ..script(&part.script, links) }
}

pub(super) fn scripts<'a>(list: impl Iterator<Item = &'a model::Script>, links: Links<'_>) -> Vec<Script> {
    list.map(|s| script(s, links)).collect()
}
