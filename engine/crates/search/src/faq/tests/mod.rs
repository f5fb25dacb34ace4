//! The search as callers see it, on a small collection.

mod bounds;
mod elsewhere;
mod explain;
mod find;
mod ideas;
mod mark;
mod regions;
mod thesaurus;
mod variants;

use super::{Entry, Hit, Index, Query, Ranking, Reader, SearchAnswer, SynonymRule, Synonyms};

/// Entries with everything that matching must handle.
pub fn entries() -> Vec<Entry> {
    let entry = |id: &str, question: &str, answer: &str, tags: &[&str], category: &str| Entry {
        id: id.into(),
        question: question.into(),
        answer: answer.into(),
        answer_text: answer.into(),
        note: None,
        tags: tags.iter().map(ToString::to_string).collect(),
        category: category.into(),
    };
    vec![
        entry(
            "license",
            "What if my driver\u{2019}s license has expired?",
            "Many offices renew an expired license by mail. Bring a birth certificate where yours is too old.",
            &["renewal", "driver's license"],
            "Documents",
        ),
        entry(
            "ballot-lost",
            "What if my ballot is lost / I made a mistake on it?",
            "Ask the office for another one. The first ballot is then void.",
            &["replacement ballot", "spoiled"],
            "Voting",
        ),
        entry(
            "absentee",
            "How do I vote by mail?",
            "Ask for an absentee ballot early, fill it in at home and send it back.",
            &["absentee ballot", "postage"],
            "Voting",
        ),
        entry(
            "drop",
            "Where is the nearest drop box?",
            "Drop boxes stand before most town halls, and e-mail tells you when yours was emptied.",
            &["drop box"],
            "Voting",
        ),
        entry(
            "register",
            "How do I register?",
            "On paper or on the web, with your naïve café résumé if you must.",
            &["registration", "sign up"],
            "Registration",
        ),
        entry(
            "conviction",
            "May I vote after a felony conviction?",
            "It depends on where you live and whether the sentence is over.",
            &["rights", "records"],
            "Rights",
        ),
        entry(
            "certificate",
            "How do I get a birth certificate?",
            "From the vital records office of the place where you were born, for a small fee.",
            &["birth certificate", "documents"],
            "Documents",
        ),
    ]
}

/// Synonyms of every kind.
pub fn synonyms() -> Synonyms {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<String>>();
    Synonyms {
        rules: vec![
            SynonymRule::Both(words(&["driver's license", "dl", "driving permit"])),
            SynonymRule::Both(words(&["absentee", "vote by mail"])),
            SynonymRule::OneWay {
                words: words(&["ex con", "offender"]),
                finds: words(&["felony conviction"]),
            },
        ],
    }
}

pub fn index() -> Index {
    Index::build(entries(), &synonyms())
}

pub fn search(text: &str) -> SearchAnswer {
    index().search(&Query::new(text))
}

pub fn ids(answer: &SearchAnswer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.id.as_str()).collect()
}

/// Returns the ID of the first hit.
pub fn first(text: &str) -> String {
    let answer = search(text);
    answer.hits.first().map_or_else(String::new, |hit| hit.id.clone())
}

/// Returns the entry of a hit.
pub fn entry(hit: &Hit) -> Entry {
    entries().into_iter().find(|entry| entry.id == hit.id).unwrap()
}

/// Returns the characters in a range.
pub fn cut(text: &str, [start, end]: [usize; 2]) -> String {
    text.chars().skip(start).take(end - start).collect()
}
