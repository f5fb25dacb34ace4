//! The FAQ as it is indexed and served.

use super::Links;
use crate::api::faq::{FaqAnswer, FaqHit, FaqList};
use crate::content::model::{self, Search, Synonym};
use crate::faq::{Answer, Entry, Index, SynonymRule, Synonyms};
use crate::readings::Readings;
use crate::text::{autolink, plain};

/// Every entry that is shown, in content's order, as whoever has chosen no region reads it, links resolved.
pub fn entries(readings: &Readings<'_>) -> Vec<Entry> {
    let draft = readings.draft();
    let now = readings.readers.now(readings.readers.general());
    let shown = readings.faq.iter().filter_map(|read| Some((read, read.words(now)?)));
    let entries = shown.map(|(read, words)| {
        let answer = answer(&words.join("\n\n"), draft.links.as_deref());
        Entry {
            id: read.entry.id.clone(),
            question: read.entry.question.clone(),
            answer_text: plain::words(&answer),
            answer,
            tags: read.entry.tags.clone(),
            category: draft.faq[read.category].category.clone(),
        }
    });
    entries.collect()
}

/// An answer's Markdown: names of links replaced, bare addresses linked.
fn answer(text: &str, links: Option<&model::Links>) -> String {
    let text = text.trim_end();
    let named = match links {
        Some(links) => Links(links).markdown(text),
        None => crate::text::links::resolve_markdown(text, |_| None),
    };
    autolink::link(&named)
}

/// The synonym table as the search takes it.
pub fn synonyms(search: Option<&Search>) -> Synonyms {
    let rules = search.into_iter().flat_map(|search| search.synonyms.iter());
    let rules = rules.map(|synonym| match synonym.clone() {
        Synonym::TwoWay { both } => SynonymRule::Both(both),
        Synonym::OneWay { words, finds } => SynonymRule::OneWay { words, finds },
    });
    Synonyms { rules: rules.collect() }
}

/// The body of the whole FAQ, `version` being that of its content.
pub fn faq_list(faq: &Index, version: &str) -> FaqList {
    FaqList { version: version.to_owned(), entries: faq.entries().collect() }
}

/// The body that answers a search, `version` being that of the content that was searched.
pub fn found(answer: Answer, version: &str) -> FaqAnswer {
    let hits = answer.hits.into_iter().map(|hit| FaqHit {
        id: hit.id,
        // More digits tell nobody anything, and are the part that no compression makes smaller.
        score: (hit.score * 100.0).round() / 100.0,
        weak: hit.weak,
        highlights: hit.highlights,
        snippet: hit.snippet,
    });
    FaqAnswer {
        version: version.to_owned(),
        total: answer.total,
        strong: answer.strong,
        categories: answer.categories,
        entries: hits.collect(),
    }
}
