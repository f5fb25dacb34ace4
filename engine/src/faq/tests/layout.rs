//! Stretches that are laid out side by side are as if laid out one after the other.

use super::super::layout::Layout;
use super::super::stretch::lay_out_in;
use super::super::synonyms::Table;
use super::super::vocabulary::Stemmer;
use super::*;

/// All of a layout that is read later.
fn read(mut layout: Layout<'_>) -> String {
    let lists = layout.write().unwrap();
    let mut all = String::new();
    for (copy, reader) in lists.iter().flatten().enumerate() {
        let mut terms = reader.terms().stream().unwrap();
        while terms.advance() {
            let text = std::str::from_utf8(terms.key()).unwrap();
            let block = reader
                .read_block_postings_from_terminfo(
                    terms.value(),
                    tantivy::schema::IndexRecordOption::WithFreqs,
                )
                .unwrap();
            all += &format!("{copy} {text} {:?} {:?}\n", block.docs(), block.freqs());
        }
    }
    let [words, stems] = layout.vocabulary.counts();
    for word in 0..words as u32 {
        let vocabulary = &layout.vocabulary;
        let stem = vocabulary.stem_text(vocabulary.stem_of(word));
        let relatives: Vec<&str> = vocabulary.relatives(stem, 9).collect();
        let of_stem = vocabulary.words_of(stem);
        all += &format!("{word} {} {stem} {of_stem:?} {relatives:?}\n", vocabulary.text_of(word));
    }
    assert_eq!(layout.table_stems.len(), stems);
    all + &format!(
        "{:?}\n{:?}\n{:#?}{:#?}",
        layout.table_stems, layout.lengths, layout.shorts, layout.answers
    )
}

#[test]
fn stretches_side_by_side_change_nothing() {
    // Every entry twice and in another order, so that most words are known from before.
    let entries: Vec<Entry> = entries().into_iter().chain(entries().into_iter().rev()).collect();
    let table = Table::new(&synonyms(), &mut Stemmer::default());
    let at_once = read(lay_out_in(entries.len(), &entries, &table, true));
    assert!(at_once.contains("driver_licens"), "phrases are terms");
    for stretch in 1..entries.len() {
        assert_eq!(read(lay_out_in(stretch, &entries, &table, true)), at_once, "stretches of {stretch}");
    }
}
