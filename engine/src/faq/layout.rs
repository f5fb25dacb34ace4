//! Laying entries out: their texts cut into the words and stems of which lists are made.

use super::Entry;
use super::laid::{self, Laid, Short};
use super::lists::Batch;
use super::synonyms::Table;
use super::vocabulary::{Stemmer, Vocabulary};

/// Lays entries out one after the other.
pub struct Layout<'a> {
    table: &'a Table,
    stemmer: Stemmer,
    pub vocabulary: Vocabulary,
    /// For each stem of the vocabulary its number in the table.
    pub table_stems: Vec<u32>,
    /// How many texts were laid out, and for each word the number of the last that had it.
    texts: u32,
    last_in: Vec<u32>,
    exact: Batch,
    stemmed: Batch,
}

impl<'a> Layout<'a> {
    /// A layout that knows no word yet.
    pub fn new(table: &'a Table, stemmer: Stemmer) -> Self {
        Self {
            table,
            stemmer,
            vocabulary: Vocabulary::default(),
            table_stems: Vec::new(),
            texts: 0,
            last_in: Vec::new(),
            exact: Batch::default(),
            stemmed: Batch::default(),
        }
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: &Entry) -> (Short, Laid) {
        let question = self.lay(&entry.question, true);
        self.end_part();
        let tags = entry.tags.iter().map(|tag| self.lay(tag, true)).collect();
        self.end_part();
        let answer = self.lay(&entry.answer_text, false);
        self.end_part();
        (Short { question, tags }, answer)
    }

    /// The entries that were added since it was last asked, as written and stemmed.
    pub fn take(&mut self) -> [Batch; 2] {
        [&mut self.exact, &mut self.stemmed].map(|batch| {
            let next = batch.next();
            std::mem::replace(batch, next)
        })
    }

    /// Adds a text of a part; `short` ones have phrases wherever their words are.
    fn lay(&mut self, text: &str, short: bool) -> Laid {
        let mut laid = laid::learn(text, &mut self.vocabulary, &mut self.stemmer);
        let vocabulary = &self.vocabulary;
        let [words, stems] = vocabulary.counts();
        let new = self.table_stems.len()..stems;
        self.table_stems.extend(new.map(|stem| self.table.stem_number(vocabulary.stem_text(stem as u32))));
        laid.find_phrases(vocabulary, self.table, &self.table_stems, short, |_| true);
        self.texts += 1;
        self.last_in.resize(words, 0);
        for cut in &laid.words {
            // Nearly half of an answer's words are grammatical; that it has one is enough to know.
            let counts = short || !vocabulary.is_grammatical(cut.word);
            let last_in = std::mem::replace(&mut self.last_in[cut.word as usize], self.texts);
            if counts || last_in != self.texts {
                self.exact.push(vocabulary.text_of(cut.word));
            }
            if counts {
                self.stemmed.push(vocabulary.stem_text(vocabulary.stem_of(cut.word)));
            }
        }
        for (phrase, _) in &laid.phrases {
            self.stemmed.push(&self.table.phrases[*phrase].term);
        }
        laid
    }

    fn end_part(&mut self) {
        self.exact.end_part();
        self.stemmed.end_part();
    }
}
