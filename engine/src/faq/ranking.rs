//! Every weight of the ranking, in one place.
//!
//! Ranking is for FAQs, not for one FAQ: what stands here holds for any collection.

use super::light::StopWord;

/// Fields of an entry that are searched, in this order: question, tags, answer.
pub const FIELDS: usize = 3;

/// The weights by which entries are ranked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking {
    /// What a grammatical word weighs beside one that carries meaning.
    pub grammatical: f32,
    /// The same of a word that people use to ask, whatever they ask about.
    pub conversational: f32,
    /// Question over tags over answer.
    pub field_weights: [f32; FIELDS],
    /// What a word in a second field adds to the best one.
    pub other_fields: f32,
    /// k1 of BM25 for each field: how soon a word's repetition stops counting.
    pub k1: [f32; FIELDS],
    /// b of BM25 for each field: how much its length matters.
    pub b: [f32; FIELDS],
    /// How strongly IDF counts: in a small collection chance makes words rare.
    pub idf: f32,
    /// How strongly the covered share of the query counts.
    pub coverage: f32,
    /// What a word that nothing matches weighs of what a rare one does.
    pub unmatched: f32,
    /// What a stem is worth beside the word itself.
    pub stem: f32,
    /// What another stem of the family is.
    pub family: f32,
    pub synonym: f32,
    /// What people say for it in everyday English is.
    pub thesaurus: f32,
    pub joined: f32,
    pub skeleton: f32,
    /// A word in the middle of a query is less likely to be unfinished than the last, and so is a stop word.
    pub half_word: f32,
    /// What a question or tag that is the whole query adds to the score.
    pub whole: f32,
    /// What words add that stand together as in the query.
    pub together: f32,
}

impl Default for Ranking {
    fn default() -> Self {
        Self {
            grammatical: 0.12,
            conversational: 0.25,
            field_weights: [1.0, 0.9, 0.5],
            other_fields: 0.2,
            k1: [0.35, 0.3, 0.9],
            b: [0.4, 0.0, 0.5],
            idf: 0.75,
            coverage: 0.4,
            unmatched: 0.5,
            stem: 0.9,
            family: 0.6,
            synonym: 0.85,
            thesaurus: 0.5,
            joined: 0.9,
            skeleton: 0.6,
            half_word: 0.5,
            whole: 0.35,
            together: 0.15,
        }
    }
}

impl Ranking {
    pub const IDEAS: &[(&str, fn(&mut Ranking))] = &[];

    /// What a word weighs beside others: 1 for most.
    pub fn weight(&self, stop: Option<StopWord>) -> f32 {
        match stop {
            None => 1.0,
            Some(StopWord::Grammatical) => self.grammatical,
            Some(StopWord::Conversational) => self.conversational,
        }
    }
}
