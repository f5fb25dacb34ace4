//! Filling the blanks of a text with what is one region's own.

use super::calendar::in_words;
use super::dates::day;
use super::slots::{Entry, EntryBody};
use crate::content::model::{Attribute, AttributeType, Links, Named, State};
use crate::text::links::{self, STATE_PREFIX};
use crate::text::placeholders::{self, readable};

/// The values with which a region fills the blanks of its texts.
#[derive(Debug, Clone, Copy)]
pub struct Filled<'a> {
    pub state: &'a State,
    /// The declarations of its attributes.
    pub attributes: &'a Named<Attribute>,
    pub links: Option<&'a Links>,
}

impl Filled<'_> {
    /// Parts of a text, as Markdown: placeholders filled and names of links replaced.
    pub fn markdown(&self, parts: &[&str]) -> String {
        links::resolve_markdown(&self.fill(parts, "\n\n"), |name| self.address(name))
    }

    /// Parts of words to say or to send: placeholders filled and links written out, as plain text.
    pub fn plain(&self, parts: &[&str]) -> String {
        links::write_out(&self.fill(parts, "\n\n"), |name| self.address(name))
    }

    /// The same of a text of one line.
    pub fn line(&self, parts: &[&str]) -> String {
        links::write_out(&self.fill(parts, " "), |name| self.address(name))
    }

    /// An attribute's value as it reads in a text, by its dotted path; `None` where it has none.
    pub fn value(&self, path: &str) -> Option<String> {
        in_a_text(self.state, self.attributes, path)
    }

    /// What a node is named by in paths, checks and addresses; `None` where this region has no id for it.
    pub fn id_of(&self, entry: &Entry<'_>) -> Option<String> {
        match &entry.body {
            EntryBody::Solution { solution, .. } if solution.id_from.is_some() => {
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

/// What stands in the blanks of a text.
#[derive(Debug, Clone, Copy)]
pub enum Blanks<'a> {
    /// Nothing: texts as content writes them, for all regions that read the same.
    Open,
    /// The addresses of links alone: for whoever has chosen no region.
    Links(&'a Links),
    /// What is this region's own.
    Filled(Filled<'a>),
}

impl Blanks<'_> {
    /// Parts of a text, as Markdown.
    pub fn markdown(self, parts: &[&str]) -> String {
        match self {
            Self::Open => parts.join("\n\n"),
            Self::Links(links) => links::resolve_markdown(&parts.join("\n\n"), |name| links.url(name)),
            Self::Filled(region) => region.markdown(parts),
        }
    }

    /// Parts of words to say or to send.
    pub fn plain(self, parts: &[&str]) -> String {
        match self {
            Self::Open => parts.join("\n\n"),
            Self::Links(links) => links::write_out(&parts.join("\n\n"), |name| links.url(name)),
            Self::Filled(region) => region.plain(parts),
        }
    }

    /// Parts of a text of one line.
    pub fn line(self, parts: &[&str]) -> String {
        match self {
            Self::Open => parts.join(" "),
            Self::Links(links) => links::write_out(&parts.join(" "), |name| links.url(name)),
            Self::Filled(region) => region.line(parts),
        }
    }

    /// What a node is named by: its key in the content where no region is meant, `None` where a region has no id for it.
    pub fn id_of(self, entry: &Entry<'_>) -> Option<String> {
        if let Self::Filled(region) = self { region.id_of(entry) } else { Some(entry.key.to_owned()) }
    }

    /// The address of an official page, empty where no region is meant; `None` where a region has no such page.
    pub fn page(self, name: &str) -> Option<String> {
        if let Self::Filled(region) = self {
            region.state.links.get(name).cloned()
        } else {
            Some(String::new())
        }
    }
}

/// The value of a region's attribute as it reads in a text: a date in words.
pub fn in_a_text(state: &State, attributes: &Named<Attribute>, path: &str) -> Option<String> {
    let value = state.attribute(path)?;
    match (declaration(attributes, path).map(|attribute| attribute.kind), value) {
        (Some(AttributeType::Date), value) => day(value).map(in_words),
        _ => readable(value),
    }
}

/// The declaration of a dotted path.
pub fn declaration<'a>(attributes: &'a Named<Attribute>, path: &str) -> Option<&'a Attribute> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let found = attributes.get(first)?;
    if rest.is_empty() { Some(found) } else { declaration(&found.fields, rest) }
}
