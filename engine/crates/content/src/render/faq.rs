//! Renders the FAQ for the index and for clients.

use std::collections::HashMap;

use super::links::NamedLinks;
use crate::content::Draft;
use crate::content::model::{self, Search, Synonym};
use crate::readings::{FaqReading, Readings};
use callguide_search::api::faq::{FaqAnswer, FaqErrand, FaqHit, FaqList};
use callguide_search::faq::{
    DocumentList, Entry, ErrandEntry, FilledAnswer, Index, PlaceNames, Reader, Regions, SearchAnswer,
    SynonymRule, Synonyms,
};
use callguide_search::text::{links, placeholders, plain};

/// Replaces a placeholder in the index; it doesn't contain a word.
const BLANK: &str = "…";

/// Returns every entry that's currently shown, as read without a region, in content order, with links resolved.
pub fn entries(readings: &Readings<'_>) -> Vec<Entry> {
    let draft = readings.draft();
    let now = readings.readers.now(readings.readers.general());
    let shown = readings.faq.iter().filter_map(|read| Some((read, read.words(now)?)));
    let entries =
        shown.map(|(read, words)| entry(readings, read, linked(&words.join("\n\n"), draft.links.as_deref())));
    entries.collect()
}

/// Returns the regions' names and the answers that they currently read in a different variant. Variants differ in their
/// cases, with placeholders unfilled: a region's name doesn't create a variant, but only fills one differently.
pub fn regions(readings: &Readings<'_>) -> Regions {
    let draft = readings.draft();
    let general = readings.readers.now(readings.readers.general());
    let mut count = 0;
    let places: Vec<Option<u32>> = readings
        .faq
        .iter()
        .map(|read| {
            let place = read.words(general).map(|_| count);
            count += u32::from(place.is_some());
            place
        })
        .collect();
    let mut regions = Regions::named(region_names(draft));
    let mut numbers: HashMap<(usize, Vec<&str>), u32> = HashMap::new();
    for (region, state) in draft.regions.iter().enumerate() {
        let now = readings.readers.now(region);
        let filled = readings.filled(region);
        let mut reading = DocumentList::default();
        for (at, read) in readings.faq.iter().enumerate() {
            if read.is_the_same_for_all() {
                reading.documents.extend(places[at]);
                continue;
            }
            let Some(words) = read.words(now) else { continue };
            if let Some(place) = places[at].filter(|_| read.words(general).as_ref() == Some(&words)) {
                reading.documents.push(place);
                continue;
            }
            let own = links::link_addresses(&filled.markdown(&words));
            let next = count + u32::try_from(regions.variants.len()).unwrap_or(u32::MAX);
            let number = *numbers.entry((at, words.clone())).or_insert_with(|| {
                let open = placeholders::fill(&words.join("\n\n"), |name| {
                    name.starts_with("state.").then(|| BLANK.to_owned())
                });
                regions.variants.push(entry(readings, read, linked(&open, draft.links.as_deref())));
                next
            });
            reading.documents.push(number);
            if own != regions.variants[(number - count) as usize].answer {
                reading.filled.insert(number, FilledAnswer { answer_text: plain::words(&own), answer: own });
            }
        }
        regions.add(&state.code, reading);
    }
    regions
}

/// Returns an entry with this answer.
fn entry(readings: &Readings<'_>, read: &FaqReading<'_>, answer: String) -> Entry {
    let draft = readings.draft();
    Entry {
        id: read.entry.id.clone(),
        question: read.entry.question.clone(),
        answer_text: plain::words(&answer),
        answer,
        note: read.entry.note.as_ref().map(|note| linked(note, draft.links.as_deref())),
        tags: read.entry.tags.clone(),
        category: draft.faq[read.category].category.clone(),
    }
}

/// Returns an answer as Markdown, with link names resolved and bare addresses linked.
fn linked(text: &str, links: Option<&model::Links>) -> String {
    let text = text.trim_end();
    let named = match links {
        Some(links) => NamedLinks(links).markdown(text),
        None => callguide_search::text::links::resolve_markdown(text, |_| None),
    };
    links::link_addresses(&named)
}

/// Returns the names that people may use for each region, and the places that aren't served.
pub fn region_names(draft: &Draft) -> Vec<PlaceNames> {
    let regions = draft.regions.iter().map(|state| PlaceNames {
        code: Some(state.code.clone()),
        names: [&state.name].into_iter().chain(state.also.iter()).cloned().collect(),
    });
    let elsewhere = draft.site.iter().flat_map(|site| site.region.not_served.iter());
    let elsewhere = elsewhere.map(|place| PlaceNames { code: None, names: place.names.clone() });
    regions.chain(elsewhere).collect()
}

/// Returns the synonym table for the search.
pub fn synonyms(search: Option<&Search>) -> Synonyms {
    let rules = search.into_iter().flat_map(|search| search.synonyms.iter());
    let rules = rules.map(|synonym| match synonym.clone() {
        Synonym::TwoWay { both } => SynonymRule::Both(both),
        Synonym::OneWay { words, finds } => SynonymRule::OneWay { words, finds },
    });
    Synonyms { rules: rules.collect() }
}

/// Returns the errands, that is, questions that this helpline doesn't answer, with links resolved.
pub fn errands(draft: &Draft) -> Vec<ErrandEntry> {
    let links = draft.links.as_deref();
    let errands = draft.elsewhere.iter().flat_map(|file| file.errands.iter());
    let errands = errands.map(|errand| ErrandEntry {
        entry: Entry {
            id: errand.id.clone(),
            question: errand.question.clone(),
            answer: linked(&errand.text, links),
            tags: errand.words.clone(),
            ..Entry::default()
        },
        say: errand.say.as_ref().map(|say| say.trim_end().to_owned()),
    });
    errands.collect()
}

/// Returns the search index; `regions` contains the answers that regions read differently.
pub fn index(readings: &Readings<'_>, regions: Regions) -> Index {
    let draft = readings.draft();
    let synonyms = synonyms(draft.search.as_deref());
    Index::of_regions(entries(readings), regions, errands(draft), &synonyms)
}

/// Returns the body of the whole FAQ for a reader; `version` is the content's version.
pub fn faq_list(faq: &Index, reader: Reader, version: &str) -> FaqList {
    FaqList { version: version.to_owned(), entries: faq.entries_for(reader).collect() }
}

/// Returns the response body of a search; `version` is the version of the content searched.
pub fn found(answer: SearchAnswer, version: &str) -> FaqAnswer {
    let hits = answer.hits.into_iter().map(|hit| FaqHit {
        id: hit.id,
        score: rounded(hit.score),
        weak: hit.weak,
        highlights: hit.highlights,
        snippet: hit.snippet,
    });
    FaqAnswer {
        version: version.to_owned(),
        total: answer.total,
        strong: answer.strong,
        region: answer.region,
        categories: answer.categories,
        entries: hits.collect(),
        elsewhere: answer
            .elsewhere
            .into_iter()
            .map(|errand| FaqErrand { score: rounded(errand.score), ..errand })
            .collect(),
    }
}

/// Rounds a score to two decimals: more digits aren't meaningful and don't compress well.
fn rounded(score: f32) -> f32 {
    (score * 100.0).round() / 100.0
}
