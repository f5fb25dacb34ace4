//! Tests that a search index doesn't keep a thread. This is its own test binary, because the threads of other tests
//! would be counted, too.
#![cfg(target_os = "linux")]

use std::fs;

use callguide::faq::{Entry, Index, Query, Synonyms};

fn threads() -> usize {
    fs::read_dir("/proc/self/task").unwrap().count()
}

#[test]
fn a_search_index_keeps_no_thread() {
    let entry = |number: usize| Entry {
        id: format!("entry-{number}"),
        question: format!("What is question {number}?"),
        answer_text: "An answer.".into(),
        ..Entry::default()
    };
    let before = threads();
    let index = Index::build((0..100).map(entry).collect(), &Synonyms::default());
    assert_eq!(threads(), before, "built");
    index.search(&Query::new("question 7"));
    index.search_all(&vec![Query::new("question"); 8]);
    assert_eq!(threads(), before, "asked");
}
