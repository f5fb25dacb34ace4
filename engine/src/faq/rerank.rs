//! Re-ranking: the last look at the best entries, at how much of a question or tag the query is.
//!
//! Scores tell which words an entry has. Of entries that have the same ones, that comes first whose
//! question or tag *is* what was asked, and in which the words stand together as they were typed.

use super::collection::Collection;
use super::expansion::QueryWord;
use super::marks::{Mark, Marker};
use super::ranking::Ranking;
use super::texts::{self, Text};

/// What re-ranking an entry reads.
pub struct Reranker<'a> {
    pub collection: &'a Collection,
    pub ranking: &'a Ranking,
    pub marker: &'a Marker,
    pub words: &'a [QueryWord],
    /// What each of the words weighs.
    pub weights: &'a [f32],
}

impl Reranker<'_> {
    /// The factor, 1 or more, by which the score of an entry grows.
    pub fn factor(&self, entry: u32) -> f32 {
        let mut whole = 0.0_f32;
        let mut together = 0.0_f32;
        let mut look = |text: &Text, all: &[Mark], [start, end]: [usize; 2]| {
            let inside = all.iter().filter(|mark| mark.start >= start && mark.start < end);
            let marks: Vec<Mark> = inside.copied().collect();
            if !marks.is_empty() {
                whole = whole.max(self.share(text, [start, end], &marks) * self.covered(&marks));
                together = together.max(self.neighbors(&marks, text));
            }
        };
        let all = [0, usize::MAX];
        let texts = &self.collection.texts[entry as usize];
        let marks = self.marker.marks(&texts.question);
        if !marks.is_empty() {
            let alternatives = texts::alternatives(&self.collection.entries[entry as usize].question);
            if alternatives.len() > 1 {
                look(&texts.question, &marks, all);
            }
            for range in alternatives {
                look(&texts.question, &marks, range);
            }
        }
        for tag in &texts.tags {
            look(tag, &self.marker.marks(tag), all);
        }
        1.0 + self.ranking.whole * whole + self.ranking.together * together
    }

    /// How much of a range of the text, by weight, was matched.
    fn share(&self, text: &Text, [start, end]: [usize; 2], marks: &[Mark]) -> f32 {
        let (mut all, mut matched) = (0.0, 0.0);
        for cut in text.apart() {
            let place = [cut.start as usize, cut.end as usize];
            if place[0] < start || place[0] >= end {
                continue;
            }
            let weight = self.ranking.weight(self.collection.vocabulary.stop_of(cut.word));
            all += weight;
            if marks.iter().any(|mark| mark.start <= place[0] && place[1] <= mark.end) {
                matched += weight;
            }
        }
        if all > 0.0 { matched / all } else { 0.0 }
    }

    /// How much of the query, by weight, matched.
    fn covered(&self, marks: &[Mark]) -> f32 {
        let all_stop = self.words.iter().all(QueryWord::is_stop_word);
        let bits = marks.iter().fold(0, |bits, mark| bits | mark.words);
        let (mut all, mut matched) = (0.0, 0.0);
        for (number, (word, weight)) in self.words.iter().zip(self.weights).enumerate() {
            if word.is_stop_word() && !all_stop {
                continue;
            }
            all += weight;
            if bits & (1 << number) != 0 {
                matched += weight;
            }
        }
        if all > 0.0 { matched / all } else { 0.0 }
    }

    /// Of the neighboring words of the query, the share that are neighbors in the text.
    fn neighbors(&self, marks: &[Mark], text: &Text) -> f32 {
        let content = (0..self.words.len()).filter(|number| !self.words[*number].is_stop_word());
        let content: Vec<usize> = content.collect();
        if content.len() < 2 {
            return 0.0;
        }
        let stands = |pair: &&[usize]| {
            marks.windows(2).any(|next| {
                next[0].words & (1 << pair[0]) != 0
                    && next[1].words & (1 << pair[1]) != 0
                    && self.near(text, next[0].end, next[1].start)
            })
        };
        content.windows(2).filter(stands).count() as f32 / (content.len() - 1) as f32
    }

    /// Whether nothing but stop words stands between two places.
    fn near(&self, text: &Text, from: usize, to: usize) -> bool {
        let mut between = text.apart().filter(|cut| cut.start as usize >= from && cut.end as usize <= to);
        between.all(|cut| self.collection.vocabulary.stop_of(cut.word).is_some())
    }
}
