//! Stems of English words, and which stems belong to one family.
//!
//! Families ("educate", "education") are derived from English endings, not from a word list.

use frostem::{Algorithm, Stemmer};

/// Endings that make another word of the same family, by how many letters must remain ("station" isn't related to
/// "state"). Where one ending is the end of another, the longer one comes first.
const ENDINGS: [(usize, &[&str]); 3] = [
    (
        4,
        &[
            "ational", "ation", "ship", "ness", "able", "ance", "ence", "anc", "enc", "er", "or", "r", "i",
            "e", "y",
        ],
    ),
    (3, &["ment"]),
    (5, &["ion", "al", "ic", "c"]),
];

/// How many endings may follow one another ("member" + "ship").
const MAX_ENDINGS: usize = 2;

/// Returns the stem of a folded word.
pub fn stem(word: &str) -> String {
    Stemmer::new(Algorithm::English).stem(word).into_owned()
}

/// Returns the root that a family's stems share.
pub fn root(stem: &str) -> &str {
    let mut root = stem;
    for _ in 0..MAX_ENDINGS {
        let mut all =
            ENDINGS.iter().flat_map(|(left, endings)| endings.iter().map(move |ending| (left, ending)));
        root = all
            .find_map(|(left, ending)| root.strip_suffix(ending).filter(|rest| rest.len() >= *left))
            .unwrap_or(root);
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_share_a_root() {
        for [one, other] in [
            ["register", "registration"],
            ["vote", "voter"],
            ["pay", "payment"],
            ["drive", "driver"],
            ["member", "membership"],
            ["apply", "application"],
            ["citizen", "citizenship"],
        ] {
            assert_eq!(root(&stem(one)), root(&stem(other)), "{one}, {other}");
        }
        assert_ne!(root(&stem("station")), root(&stem("state")));
    }
}
