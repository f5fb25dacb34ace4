//! Every weight of the ranking, in one place, and the ideas behind them, each with a switch.
//!
//! Ranking is for FAQs, not for one FAQ: what stands here holds for any collection. What each is worth was measured on
//! the six sets of `evaluate_search`, open and held back: the mean of their MRR@10 without it, which is 0.816 with all; or,
//! where it tells strong from weak, the share of unanswerable queries that get a strong match and of the others whose right
//! entry isn't strong, which are 0.27 and 0.20 with all. Differences below 0.003 are chance.
//!
//! How much the coverage, an unmatched word and the heaviest words count, and from which score a match is strong, were
//! chosen together on the open queries, with staff's synonyms and without: of the choices that were tried none had fewer of
//! both errors and as good an order. From which score one is where errands are listed was chosen later, on the open
//! queries of voters: between 1.2 and 2.0 as many that nothing answers get a strong match.

use crate::text::english::StopWord;

/// Fields of an entry that are searched, in this order: question, tags, answer.
pub const FIELDS: usize = 3;

/// An idea of the ranking by its name, and what turns it off.
pub type Idea = (&'static str, fn(&mut Ranking));

/// The weights by which entries are ranked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranking {
    /// What a grammatical word weighs beside one that carries meaning.
    /// Worth: without it and `conversational` 0.796.
    pub grammatical: f32,
    /// The same of a word that carries the question: where, when, who, how long.
    /// Worth: as light as a grammatical word 0.813.
    pub question: f32,
    /// The same of what people say whatever they talk about.
    pub conversational: f32,
    /// Question over tags over answer.
    /// Worth: all alike 0.813, and 0.38 for 0.27 of the unanswerable get a strong result.
    pub field_weights: [f32; FIELDS],
    /// What a word in a second field adds to the best one.
    /// Worth: 0.795.
    pub other_fields: f32,
    /// k1 of BM25 for each field: how soon a word's repetition stops counting.
    /// Worth: 0.811, and 0.46 for 0.27 of the unanswerable get a strong result.
    pub k1: [f32; FIELDS],
    /// How strongly IDF counts: in a small collection chance makes words rare.
    /// Worth: without IDF 0.797, with all of it 0.812.
    pub idf: f32,
    /// How strongly the covered share of the query counts.
    /// Worth: 0.812, and 0.38 and 0.16 for 0.27 and 0.20.
    pub coverage: f32,
    /// What a word that nothing matches weighs of what a rare one does.
    /// Worth: 0.61 and 0.12 for 0.27 and 0.20.
    pub unmatched: f32,
    /// The score, on a scale on which a perfect match has about ten, from which the best match is strong.
    /// Worth: without it and the next 0.70 and 0.08 for 0.27 and 0.20.
    pub strong_score: f32,
    /// The same where staff list errands: what isn't ours is then told by them, and what none of them beats is sooner ours.
    /// Worth: like the other 0.25 and 0.22 for 0.27 and 0.20.
    pub strong_beside_errands: f32,
    /// The share of a strong best score from which another match is strong beside it: "lost ID" has its few answers, not all
    /// that name an ID, and a best match that hardly is one has others beside it.
    /// Worth: without it 0.18 for 0.20 aren't strong, but "expired license" has 38 strong answers for one.
    pub beside_best: f32,
    /// So many words of a query, the heaviest, an entry is expected to have: who says more doesn't ask for more.
    /// Worth: 0.21 and 0.25 for 0.27 and 0.20.
    pub heaviest: usize,
    /// What a stem is worth beside the word itself.
    /// Worth: 0.782.
    pub stem: f32,
    /// What another stem of the family is.
    /// Worth: 0.815, and 0.21 for 0.20 aren't strong.
    pub family: f32,
    /// What a synonym is worth beside the word itself.
    /// Worth: without synonyms 0.703; as good as the word itself 0.815, and 0.30 for 0.27.
    pub synonym: f32,
    /// What people say for it in everyday English is.
    /// Worth: 0.777.
    pub thesaurus: f32,
    /// What two words are worth that are one elsewhere.
    /// Worth: none over all; without it what is written as one word isn't found by two, nor the other way round.
    pub joined: f32,
    /// How far a word that is spelled right is taken for a mistake.
    /// Worth: corrected like any other 0.812, and 0.31 for 0.27 of the unanswerable get a strong result.
    pub spelled_right: f32,
    /// A word in the middle of a query is less likely to be unfinished than the last, and so is a stop word.
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
    /// All of them: for measuring what each is worth, and for the tests that are red without it.
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

    /// What a word weighs beside others: 1 for most.
    pub fn weight(&self, stop: Option<StopWord>) -> f32 {
        match stop {
            None => 1.0,
            Some(StopWord::Grammatical | StopWord::Name) => self.grammatical,
            Some(StopWord::Question) => self.question,
            Some(StopWord::Conversational) => self.conversational,
        }
    }
}
