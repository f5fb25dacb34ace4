//! Variants in the index: a small index of their own behind that of the entries, scored by the entries' statistics.
//!
//! How rare a word is, and how long a field usually is, say the general texts alone: so what a region reads otherwise
//! changes the score of nothing else. Blanks are open: a region's name and its like are filled in only where something
//! is shown, and found in no answer. What a query's words may mean is looked up among the words of all variants.

use std::collections::BTreeMap;

use super::collection::Collection;
use super::entry::Entry;
use super::reader::{Reading, Shelf};
use super::texts::{Text, Texts};

/// The collection of the entries with the variants behind them, the variants' texts, and what everyone reads, cut.
///
/// # Errors
/// Those of tantivy; in memory there are none.
pub fn index(
    general: &Collection,
    variants: &[Entry],
    readings: Vec<Reading>,
) -> tantivy::Result<(Collection, Vec<Texts>, Vec<Shelf>)> {
    let mut vocabulary = general.vocabulary.clone();
    let mut own: Vec<Texts> = variants.iter().map(|entry| Texts::learn(entry, &mut vocabulary)).collect();
    let mut cuts: Vec<BTreeMap<u32, Text>> = Vec::new();
    for reading in &readings {
        let filled = reading.filled.iter();
        let cut =
            filled.map(|(document, words)| (*document, Text::learn(&words.answer_text, &mut vocabulary)));
        cuts.push(cut.collect());
    }
    let phrases = general.phrases(&mut vocabulary);
    own.iter_mut().for_each(|texts| phrases.find_in(texts, &vocabulary));
    for text in cuts.iter_mut().flat_map(BTreeMap::values_mut) {
        phrases.find_in_answer(text, &vocabulary);
    }
    let collection = general.followed_by(vocabulary, &own)?;
    let shelves =
        readings.into_iter().zip(cuts).map(|(reading, cut)| Shelf::new(reading, general.counted, cut));
    Ok((collection, own, shelves.collect()))
}
