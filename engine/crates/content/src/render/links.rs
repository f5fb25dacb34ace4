//! Links by name, and scripts, to say or to send, with their links spelled out.

use crate::content::model;
use callguide_search::api::site::Link;
use callguide_search::api::tree::Script;
use callguide_search::text::links;

/// Looks up links by name.
#[derive(Clone, Copy)]
pub(super) struct NamedLinks<'a>(pub &'a model::Links);

impl<'a> NamedLinks<'a> {
    pub fn url(self, name: &str) -> Option<&'a str> {
        self.0.url(name)
    }

    pub fn named(self, name: &str) -> Option<Link> {
        let link = self.0.links.get(name)?;
        Some(Link { id: name.to_owned(), label: link.label.clone(), url: link.url.clone() })
    }

    pub fn all<'n>(self, names: impl Iterator<Item = &'n String>) -> Vec<Link> {
        names.filter_map(|name| self.named(name)).collect()
    }

    pub fn markdown(self, text: &str) -> String {
        links::resolve_markdown(text.trim_end(), |name| self.url(name))
    }

    pub fn plain(self, text: &str) -> String {
        links::write_out(text.trim_end(), |name| self.url(name))
    }
}

/// Whether content with this window is shown now.
pub(super) type Shown<'a> = &'a dyn Fn(model::Window) -> bool;

/// Returns a link without a target, for an unknown name. Lint rejects content with unknown names before it's served.
pub(super) fn dead_link(name: &str) -> Link {
    Link { id: name.to_owned(), label: name.to_owned(), url: "#".to_owned() }
}

pub(super) fn script(script: &model::Script, links: NamedLinks<'_>) -> Script {
    Script {
        title: None,
        note: script.note.as_ref().map(|note| links.plain(note)),
        say: links.plain(&script.say),
        channel: script.channel,
    }
}

pub(super) fn titled(part: &model::TitledScript, links: NamedLinks<'_>) -> Script {
    Script { title: part.title.clone(), ..script(&part.script, links) }
}

pub(super) fn scripts<'a>(
    list: impl Iterator<Item = &'a model::Script>,
    links: NamedLinks<'_>,
) -> Vec<Script> {
    list.map(|s| script(s, links)).collect()
}
