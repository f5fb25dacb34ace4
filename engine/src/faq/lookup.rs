//! Asking the term dictionaries what a word may be a mistake for.

use rustc_hash::FxHashMap;
use tantivy::Term;
use tantivy::query::{DfaWrapper, FuzzyTermQuery};
use tantivy::schema::Field;
use tantivy::termdict::TermDictionary;

use super::beginnings::completeness;
use super::bounds::{self, Work};
use super::collection::Collection;

/// Mistakes that a word may have: none below four letters, one below eight, else two. A number
/// that is another number is no mistake.
pub fn allowed_mistakes(word: &str) -> usize {
    if word.contains(|c: char| c.is_numeric()) {
        return 0;
    }
    match word.chars().count() {
        0..4 => 0,
        4..8 => 1,
        8..=bounds::CORRECTED_CHARS => 2,
        _ => 0,
    }
}

/// How sure it is that `typed` was meant to be `word`.
pub fn correctness(typed: &str, word: &str, distance: usize) -> f32 {
    let first = typed.chars().next() == word.chars().next();
    match (distance, first) {
        (0, _) => 1.0,
        (1, true) => 0.8,
        (1, false) => 0.65,
        (_, true) => 0.6,
        (_, false) => 0.4,
    }
}

/// The words that `typed` may be a mistake for, the likeliest first; for an `open` word also those
/// whose beginning it may be a mistake for.
pub fn corrections(collection: &Collection, typed: &str, open: bool, work: &mut Work) -> Vec<(String, f32)> {
    let allowed = allowed_mistakes(typed);
    let mut ranked = Vec::new();
    for distance in 1..=allowed {
        ranked = within(collection, typed, distance, false, false, work);
        if !ranked.is_empty() {
            return ranked;
        }
    }
    if open && allowed > 0 {
        ranked = within(collection, typed, 1, true, false, work);
    }
    ranked
}

/// The stems that the stem of an unknown word may be a mistake for.
pub fn stem_corrections(collection: &Collection, stem: &str, work: &mut Work) -> Vec<(String, f32)> {
    let mut ranked = Vec::new();
    for distance in 1..=allowed_mistakes(stem) {
        ranked = within(collection, stem, distance, false, true, work);
        if !ranked.is_empty() {
            break;
        }
    }
    ranked
}

fn within(
    collection: &Collection,
    typed: &str,
    distance: usize,
    beginning: bool,
    stemmed: bool,
    work: &mut Work,
) -> Vec<(String, f32)> {
    let term = Term::from_field_text(Field::from_field_id(0), typed);
    let distance = u8::try_from(distance).unwrap_or(u8::MAX);
    let query = if beginning {
        FuzzyTermQuery::new_prefix(term, distance, true)
    } else {
        FuzzyTermQuery::new(term, distance, true)
    };
    let Ok(automaton) = query.automaton() else {
        return Vec::new();
    };
    let mut found: FxHashMap<String, u32> = FxHashMap::default();
    for fields in &collection.parts {
        let fields = if stemmed { &fields.stemmed } else { &fields.exact };
        stream_mistakes(fields.terms(), &automaton, work, &mut found);
    }
    let mut ranked: Vec<(String, f32, u32)> = found
        .into_iter()
        .filter(|(word, _)| !word.contains('_'))
        .map(|(word, entries)| {
            let quality = if beginning {
                0.8 * completeness(typed, &word)
            } else {
                correctness(typed, &word, strsim::osa_distance(typed, &word))
            };
            (word, quality, entries)
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| b.2.cmp(&a.2)).then_with(|| a.0.cmp(&b.0)));
    ranked.truncate(bounds::CORRECTIONS);
    ranked.into_iter().map(|(word, quality, _)| (word, quality)).collect()
}

fn stream_mistakes(
    dictionary: &TermDictionary,
    automaton: &DfaWrapper,
    work: &mut Work,
    found: &mut FxHashMap<String, u32>,
) {
    let Ok(mut stream) = dictionary.search(automaton).into_stream() else {
        return;
    };
    let mut examined = 0;
    while examined < bounds::EXAMINED && stream.advance() {
        examined += 1;
        if let Some(word) = read(stream.key()) {
            *found.entry(word.to_owned()).or_default() += stream.value().doc_freq;
        }
    }
    work.terms += examined;
}

fn read(key: &[u8]) -> Option<&str> {
    std::str::from_utf8(key).ok()
}
