//! Compiles the English thesaurus and dictionary at build time, so that neither startup nor lint has to.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use text::english::thesaurus;

// The part of the search code that parses words and compiles synonyms.
#[path = "src/faq"]
#[expect(dead_code, reason = "what the engine alone asks for")]
mod faq {
    pub mod synonyms;
    mod words;
}
#[path = "src/text"]
#[expect(dead_code, reason = "what the engine alone asks for")]
mod text {
    pub mod english {
        mod stop_words;
        mod thesaurus;

        pub use stop_words::{StopWord, lines_from, stop_word};
        pub use thesaurus::thesaurus;
    }
}

fn main() {
    let lines = thesaurus().map(|line| (line.words, line.finds));
    let out = env::var_os("OUT_DIR").expect("cargo names it");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(Path::new(&out).join(name), bytes).expect("what cargo named can be written");
    };
    write("thesaurus.txt", faq::synonyms::compile(lines).as_bytes());
    write("words.fst", &dictionary());
}

/// Returns every English word that the search knows, each with 1 if only the list of known words contains it, otherwise
/// 0.
fn dictionary() -> Vec<u8> {
    let mut words = BTreeMap::new();
    for list in ["grammatical", "question", "conversational", "everyday", "known"] {
        let file = format!("src/text/english/{list}.txt");
        println!("cargo::rerun-if-changed={file}");
        for word in fs::read_to_string(file).expect("it's a source").lines() {
            words.entry(word.to_owned()).or_insert(u64::from(list == "known"));
        }
    }
    let made = tantivy_fst::Map::from_iter(words).expect("they are in order");
    made.as_fst().to_vec()
}
