//! Everyday English synonyms, independent of any topic.
//!
//! They're listed in `thesaurus.txt`, which is this project's own. Synonyms that only one collection needs
//! belong in that collection.

/// Words and phrases, and what they find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThesaurusLine {
    pub words: Vec<&'static str>,
    /// What the words find; empty if they're synonyms of each other.
    pub finds: Vec<&'static str>,
}

const TEXT: &str = include_str!("thesaurus.txt");

/// Returns all lines, in order.
pub fn thesaurus() -> impl Iterator<Item = ThesaurusLine> {
    let lines = TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let (words, finds) = line.split_once('>').unwrap_or((line, ""));
        ThesaurusLine { words: members(words), finds: members(finds) }
    })
}

fn members(list: &'static str) -> Vec<&'static str> {
    list.split(',').map(str::trim).filter(|member| !member.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::text::english::{StopWord, stop_word};

    #[test]
    fn a_line_works_in_both_directions_or_in_one() {
        let all: Vec<ThesaurusLine> = thesaurus().collect();
        assert!(all.contains(&ThesaurusLine { words: vec!["kid", "child", "children"], finds: vec![] }));
        assert!(
            all.contains(&ThesaurusLine { words: vec!["son", "daughter"], finds: vec!["child", "children"] })
        );
    }

    #[test]
    fn lines_are_well_formed() {
        let mut seen = HashSet::new();
        for line in thesaurus() {
            assert!(!line.words.is_empty() && line.words.len() + line.finds.len() > 1, "{line:?}");
            assert!(seen.insert((line.words.clone(), line.finds.clone())), "twice: {line:?}");
            let members: Vec<&str> = line.words.iter().chain(&line.finds).copied().collect();
            assert_eq!(members.iter().collect::<HashSet<_>>().len(), members.len(), "{line:?}");
            for member in members {
                assert_eq!(member, member.to_lowercase());
                assert!(member.split(' ').count() <= 4, "{member}");
            }
        }
    }

    #[test]
    fn no_grammatical_word_is_a_synonym_by_itself() {
        for line in thesaurus() {
            for word in &line.words {
                assert_ne!(stop_word(word), Some(StopWord::Grammatical), "{line:?}");
            }
        }
    }
}
