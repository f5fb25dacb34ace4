//! Tests the vocabulary of the shipped search: it's short enough to read, and doesn't repeat what everyday
//! English already covers.

use std::collections::HashSet;
use std::path::Path;

use callguide::content::model::Synonym;
use callguide::content::{self, folder};
use callguide::faq::words;

/// The maximum number of words and phrases in one line.
const IN_A_LINE: usize = 12;

/// The maximum size of the file in bytes: a file that's too long to read through doesn't get maintained.
const BYTES: usize = 15 * 1024;

const THESAURUS: &str = include_str!("../../crates/search/src/text/english/thesaurus.txt");

/// Returns the typed words on each line of `content/search.yaml`, and the words that they expand to.
fn lines() -> Vec<(Vec<String>, Vec<String>)> {
    let files = folder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")).unwrap();
    let (draft, _, _) = content::draft(files, "content");
    let line = |synonym: &Synonym| match synonym.clone() {
        Synonym::TwoWay { both } => (both.clone(), both),
        Synonym::OneWay { words, finds } => (words, finds),
    };
    draft.search.unwrap().value.synonyms.iter().map(line).collect()
}

/// Returns every pair of a typed word and a word that it expands to.
fn pairs<'a>(typed: &'a [String], finds: &'a [String]) -> impl Iterator<Item = (String, String)> + 'a {
    let written = |text: &str| words(text).join(" ");
    let all =
        typed.iter().flat_map(move |word| finds.iter().map(move |found| (written(word), written(found))));
    all.filter(|(word, found)| word != found)
}

#[test]
fn no_line_of_the_shipped_vocabulary_has_too_many_words() {
    for (typed, finds) in lines() {
        assert!(typed.len() <= IN_A_LINE, "{} words find {finds:?}: split or shorten the line", typed.len());
    }
}

#[test]
fn the_shipped_vocabulary_is_short_enough_to_read() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/search.yaml");
    let bytes = std::fs::read(path).unwrap().len();
    assert!(bytes <= BYTES, "search.yaml has {bytes} bytes: take out words that change nothing");
}

#[test]
fn the_vocabulary_does_not_repeat_everyday_english() {
    let members = |list: &str| list.split(',').map(|member| member.trim().to_owned()).collect::<Vec<_>>();
    let english: HashSet<(String, String)> = THESAURUS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .flat_map(|line| {
            let (typed, finds) = line.split_once('>').unwrap_or((line, line));
            pairs(&members(typed), &members(finds)).collect::<Vec<_>>()
        })
        .collect();
    assert!(english.len() > 1000, "the thesaurus was read");
    let twice: Vec<_> = lines()
        .iter()
        .flat_map(|(typed, finds)| pairs(typed, finds).collect::<Vec<_>>())
        .filter(|pair| english.contains(pair))
        .collect();
    assert!(twice.is_empty(), "in search.yaml and in the thesaurus: {twice:?}");
}
