//! The weights of the ranking, and the ideas behind them. Each idea can be switched off.
//!
//! The ranking is for FAQs in general: nothing here is specific to one collection. Each "Worth" was measured on the
//! six query sets of `evaluate_search`, open and held out, with that idea switched off. It gives the mean MRR@10,
//! which is 0.816 with all ideas. For ideas that tell strong matches from weak ones, it gives two shares: how many
//! unanswerable queries get a strong match, and how many answerable queries don't have the right entry among the
//! strong ones. With all ideas, these are 0.27 and 0.20. Differences below 0.003 are noise.
//!
//! `coverage`, `unmatched`, `heaviest`, and `strong_score` were chosen together on the open queries, with staff's
//! synonyms and without: no other combination that was tried had fewer errors of both kinds and an equally good order.
//! `strong_beside_errands` was chosen later, on the voters' open queries: at any value between 1.2 and 2.0, the same
//! number of unanswerable queries get a strong match.

use crate::text::english::StopWord;

/// The number of fields in an entry that are searched: in order, question, tags, and answer.
pub const FIELDS: usize = 3;

/// An idea of the ranking: its name, and the function that turns it off.
pub type Idea = (&'static str, fn(&mut Ranking));

/// The weights used to rank entries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking {
    /// The weight of a grammatical word, relative to one that carries meaning.
    /// Worth: without it and `conversational`, 0.796.
    pub grammatical: f32,
    /// The same for a word that makes the sentence a question: where, when, who, how long.
    /// Worth: if as light as a grammatical word, 0.813.
    pub question: f32,
    /// The same for words that people say on any topic.
    pub conversational: f32,
    /// The weights of the fields: the question counts more than the tags, and the tags more than the answer.
    /// Worth: with equal weights, 0.813, and the share of unanswerable queries with a strong match rises from 0.27 to 0.38.
    pub field_weights: [f32; FIELDS],
    /// The share of the other fields' scores that is added to the best field's.
    /// Worth: 0.795.
    pub other_fields: f32,
    /// k1 of BM25 for each field: how soon repetitions of a word stop counting.
    /// Worth: 0.811, and the share of unanswerable queries with a strong match rises from 0.27 to 0.46.
    pub k1: [f32; FIELDS],
    /// How strongly IDF counts; in a small collection, words can be rare by chance.
    /// Worth: without IDF, 0.797; with full IDF, 0.812.
    pub idf: f32,
    /// How strongly the covered share of the query counts.
    /// Worth: 0.812, with 0.38 and 0.16 instead of 0.27 and 0.20.
    pub coverage: f32,
    /// The weight of a word that nothing matches, relative to that of a rare word.
    /// Worth: 0.61 and 0.12 instead of 0.27 and 0.20.
    pub unmatched: f32,
    /// The score from which the best match is strong, on a scale where a perfect match scores about ten.
    /// Worth: without it and the next, 0.70 and 0.08 instead of 0.27 and 0.20.
    pub strong_score: f32,
    /// The same if staff list errands. Errands catch queries that this helpline doesn't handle, so a query without an
    /// errand that beats the best entry is more likely to be one that it does handle.
    /// Worth: if equal to `strong_score`, 0.25 and 0.22 instead of 0.27 and 0.20.
    pub strong_beside_errands: f32,
    /// The share of a strong best score at which other matches are strong too: "lost ID" gets its few answers, not
    /// every entry that mentions an ID, and a best match that is barely strong can have others next to it.
    /// Worth: without it, 0.18 instead of 0.20 aren't strong, but "expired license" has 38 strong answers, not one.
    pub beside_best: f32,
    /// How many words of a query, counting the heaviest ones, an entry is expected to have: a longer query doesn't
    /// ask for more.
    /// Worth: 0.21 and 0.25 instead of 0.27 and 0.20.
    pub heaviest: usize,
    /// The worth of a stem, relative to the word itself.
    /// Worth: 0.782.
    pub stem: f32,
    /// The worth of another stem of the family.
    /// Worth: 0.815, and 0.21 instead of 0.20 aren't strong.
    pub family: f32,
    /// The worth of a synonym, relative to the word itself.
    /// Worth: without synonyms, 0.703; if as good as the word itself, 0.815, and 0.30 instead of 0.27.
    pub synonym: f32,
    /// The worth of an everyday English equivalent from the thesaurus.
    /// Worth: 0.777.
    pub thesaurus: f32,
    /// The worth of two words that are written as one elsewhere.
    /// Worth: nothing overall, but without it, two words don't find the compound that's written as one word, or vice
    /// versa.
    pub joined: f32,
    /// How readily a correctly spelled word is taken for a misspelling.
    /// Worth: if it's corrected as readily as any other word, 0.812, and the share of unanswerable queries with a strong
    /// match rises from 0.27 to 0.31.
    pub spelled_right: f32,
    /// How likely a word in the middle of a query, or a stop word, is to be unfinished, relative to the last word.
    /// Worth: 0.812.
    pub half_word: f32,
}

impl Default for Ranking {
    fn default() -> Self {
        Self {
            grammatical: 0.2,
            question: 0.5,
            conversational: 0.4,
            field_weights: [1.0, 0.9, 0.6],
            other_fields: 0.4,
            k1: [0.6, 0.3, 1.0],
            idf: 0.5,
            coverage: 0.2,
            unmatched: 1.5,
            heaviest: 3,
            strong_score: 2.5,
            strong_beside_errands: 1.5,
            beside_best: 0.4,
            stem: 0.9,
            family: 0.6,
            synonym: 0.8,
            thesaurus: 0.5,
            joined: 0.9,
            spelled_right: 0.0,
            half_word: 0.6,
        }
    }
}

impl Ranking {
    /// All ideas, for measuring what each one is worth and for testing that each one makes a difference.
    pub const IDEAS: &[Idea] = &[
        ("question words", |of| of.question = of.grammatical),
        ("stop words", |of| (of.grammatical, of.conversational) = (0.0, 0.0)),
        ("fields", |of| of.field_weights = [1.0; FIELDS]),
        ("other fields", |of| of.other_fields = 0.0),
        ("repetition", |of| of.k1 = [0.0; FIELDS]),
        ("IDF", |of| of.idf = 0.0),
        ("damped IDF", |of| of.idf = 1.0),
        ("coverage", |of| of.coverage = 0.0),
        ("stems", |of| of.stem = 0.0),
        ("families", |of| of.family = 0.0),
        ("synonyms", |of| of.synonym = 0.0),
        ("the word over its synonym", |of| of.synonym = 1.0),
        ("thesaurus", |of| of.thesaurus = 0.0),
        ("compounds", |of| of.joined = 0.0),
        ("spelled right", |of| of.spelled_right = 1.0),
        ("half words", |of| of.half_word = 0.0),
        ("unmatched words", |of| of.unmatched = 0.0),
        ("heaviest words", |of| of.heaviest = usize::MAX),
        ("beside the best", |of| of.beside_best = 0.0),
        ("enough score", |of| (of.strong_score, of.strong_beside_errands) = (0.0, 0.0)),
    ];

    /// Returns the weight of a word relative to others, which is 1 for most.
    pub fn weight(&self, stop: Option<StopWord>) -> f32 {
        match stop {
            None => 1.0,
            Some(StopWord::Grammatical | StopWord::Name) => self.grammatical,
            Some(StopWord::Question) => self.question,
            Some(StopWord::Conversational) => self.conversational,
        }
    }
}
