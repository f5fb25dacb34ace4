//! Reading a FAQ, its synonyms and its search checks for measuring: a content folder, or one YAML
//! file with `synonyms`, `entries` (`id`, `q`, `a`, `tags`, `cat`) and `searches`.
//!
//! Trusts what it reads; checking content is the lint's.

use std::path::Path;

use callguide::faq::{Entry, SynonymRule, Synonyms};
use pulldown_cmark::{Event, Parser, TagEnd};
use serde::Deserialize;

/// A collection and what is asked of it.
pub struct Faq {
    pub entries: Vec<Entry>,
    pub synonyms: Synonyms,
    pub searches: Vec<Search>,
}

/// A query and the entry that must be found.
#[derive(Deserialize)]
pub struct Search {
    pub query: String,
    pub expect: OneOrMore,
    pub kind: String,
    #[serde(default)]
    pub held_back: bool,
}

/// An id, or any of several.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    pub fn has(&self, id: &str) -> bool {
        match self {
            Self::One(one) => one == id,
            Self::More(more) => more.iter().any(|one| one == id),
        }
    }
}

#[derive(Deserialize)]
struct Rule {
    #[serde(default)]
    both: Vec<String>,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    finds: Vec<String>,
}

#[derive(Deserialize)]
struct RawEntry {
    id: String,
    #[serde(alias = "q")]
    question: String,
    #[serde(alias = "a")]
    answer: String,
    tags: Vec<String>,
    #[serde(default, alias = "cat")]
    category: String,
}

#[derive(Deserialize)]
struct Category {
    category: String,
    order: u32,
    entries: Vec<RawEntry>,
}

#[derive(Deserialize)]
struct Whole {
    #[serde(default)]
    synonyms: Vec<Rule>,
    #[serde(default)]
    entries: Vec<RawEntry>,
    #[serde(default)]
    searches: Vec<Search>,
}

/// Reads a collection.
pub fn read(path: &Path) -> anyhow::Result<Faq> {
    let (entries, rules, searches) = if path.is_dir() {
        let mut categories = Vec::new();
        for file in std::fs::read_dir(path.join("faq"))? {
            let file = file?.path();
            if file.extension().is_some_and(|extension| extension == "yaml") {
                let text = std::fs::read_to_string(file)?;
                categories.push(serde_yaml::from_str::<Category>(&text)?);
            }
        }
        categories.sort_by_key(|category| category.order);
        let entries = categories.into_iter().flat_map(|category| {
            let name = category.category;
            category.entries.into_iter().map(move |mut entry| {
                entry.category.clone_from(&name);
                entry
            })
        });
        let read = |name: &str| -> anyhow::Result<Whole> {
            Ok(serde_yaml::from_str(&std::fs::read_to_string(path.join(name))?)?)
        };
        let searches = read("checks/searches.yaml")?.searches;
        (entries.collect(), read("search.yaml")?.synonyms, searches)
    } else {
        let whole: Whole = serde_yaml::from_str(&std::fs::read_to_string(path)?)?;
        (whole.entries, whole.synonyms, whole.searches)
    };
    let entries = entries.into_iter().map(|entry: RawEntry| Entry {
        answer_text: plain(&entry.answer),
        id: entry.id,
        question: entry.question,
        answer: entry.answer,
        tags: entry.tags,
        category: entry.category,
    });
    let rules = rules.into_iter().map(|rule| {
        if rule.both.is_empty() {
            SynonymRule::OneWay { words: rule.words, finds: rule.finds }
        } else {
            SynonymRule::Both(rule.both)
        }
    });
    let synonyms = Synonyms { rules: rules.collect() };
    Ok(Faq { entries: entries.collect(), synonyms, searches })
}

fn plain(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => text.push(' '),
            _ => {}
        }
    }
    text
}
