//! Fills the placeholders in text with one region's values.

use super::calendar::{day, in_words};
use super::slots::{NodeBody, NodeSlots};
use crate::content::model::{Attribute, AttributeType, Links, Named, State};
use callguide_search::text::links::{self, STATE_PREFIX};
use callguide_search::text::placeholders::{self, readable};

/// The values that fill a region's placeholders.
#[derive(Debug, Clone, Copy)]
pub struct Filled<'a> {
    pub state: &'a State,
    /// How the attributes are declared.
    pub attributes: &'a Named<Attribute>,
    pub links: Option<&'a Links>,
}

impl Filled<'_> {
    /// Joins parts of text as Markdown, with placeholders filled and link names replaced by URLs.
    pub fn markdown(&self, parts: &[&str]) -> String {
        links::resolve_markdown(&self.fill(parts, "\n\n"), |name| self.address(name))
    }

    /// Joins the parts of a script as plain text, with placeholders filled and links spelled out.
    pub fn plain(&self, parts: &[&str]) -> String {
        links::write_out(&self.fill(parts, "\n\n"), |name| self.address(name))
    }

    /// Joins the parts of one line of text, with placeholders filled and links spelled out.
    pub fn line(&self, parts: &[&str]) -> String {
        links::write_out(&self.fill(parts, " "), |name| self.address(name))
    }

    /// Returns an attribute's value as it appears in text, by dotted path; `None` if the region doesn't have it.
    pub fn value(&self, path: &str) -> Option<String> {
        in_a_text(self.state, self.attributes, path)
    }

    /// Returns the node's id in paths, checks and URLs; `None` if this region doesn't have an id for it.
    pub fn id_of(&self, entry: &NodeSlots<'_>) -> Option<String> {
        match &entry.body {
            NodeBody::Solution { solution, .. } if solution.id_from.is_some() => {
                self.value(solution.id_from.as_deref()?)
            }
            _ => Some(entry.key.to_owned()),
        }
    }

    fn fill(&self, parts: &[&str], between: &str) -> String {
        let text = parts.join(between);
        placeholders::fill(&text, |name| match name.strip_prefix("state.")? {
            "name" => Some(self.state.name.clone()),
            "code" => Some(self.state.code.clone()),
            path => self.value(path),
        })
    }

    fn address(&self, name: &str) -> Option<&str> {
        match name.strip_prefix(STATE_PREFIX) {
            Some(own) => self.state.links.get(own).map(String::as_str),
            None => self.links?.url(name),
        }
    }
}

/// How to fill the placeholders in text.
#[derive(Debug, Clone, Copy)]
pub enum Blanks<'a> {
    /// Nothing: text stays as written, the same for all regions.
    Open,
    /// Only link URLs, for someone who hasn't chosen a region.
    Links(&'a Links),
    /// This region's values.
    Filled(Filled<'a>),
}

impl Blanks<'_> {
    /// Joins parts of text as Markdown.
    pub fn markdown(self, parts: &[&str]) -> String {
        match self {
            Self::Open => parts.join("\n\n"),
            Self::Links(links) => links::resolve_markdown(&parts.join("\n\n"), |name| links.url(name)),
            Self::Filled(region) => region.markdown(parts),
        }
    }

    /// Joins the parts of a script.
    pub fn plain(self, parts: &[&str]) -> String {
        match self {
            Self::Open => parts.join("\n\n"),
            Self::Links(links) => links::write_out(&parts.join("\n\n"), |name| links.url(name)),
            Self::Filled(region) => region.plain(parts),
        }
    }

    /// Joins the parts of one line of text.
    pub fn line(self, parts: &[&str]) -> String {
        match self {
            Self::Open => parts.join(" "),
            Self::Links(links) => links::write_out(&parts.join(" "), |name| links.url(name)),
            Self::Filled(region) => region.line(parts),
        }
    }

    /// Returns the node's id, or its key in the content if there's no region; `None` if the region doesn't have an id
    /// for it.
    pub fn id_of(self, entry: &NodeSlots<'_>) -> Option<String> {
        if let Self::Filled(region) = self { region.id_of(entry) } else { Some(entry.key.to_owned()) }
    }

    /// Returns the URL of an official page: empty if there's no region, `None` if the region doesn't have such a page.
    pub fn page(self, name: &str) -> Option<String> {
        if let Self::Filled(region) = self {
            region.state.links.get(name).cloned()
        } else {
            Some(String::new())
        }
    }
}

/// Returns a region's attribute as it appears in text, with dates in words.
pub fn in_a_text(state: &State, attributes: &Named<Attribute>, path: &str) -> Option<String> {
    let value = state.attribute(path)?;
    match (declaration(attributes, path).map(|attribute| attribute.kind), value) {
        (Some(AttributeType::Date), value) => day(value).map(in_words),
        _ => readable(value),
    }
}

/// Returns the declaration of the attribute at a dotted path.
pub fn declaration<'a>(attributes: &'a Named<Attribute>, path: &str) -> Option<&'a Attribute> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let found = attributes.get(first)?;
    if rest.is_empty() { Some(found) } else { declaration(&found.fields, rest) }
}
