//! Tags: several in one cell, each with the spelling that's already in use.

use std::collections::HashMap;

use super::Loss;
use crate::rules::tag_words;

/// The maximum number of tags of an entry (`schemas/faq.schema.json`).
const MOST: usize = 20;

/// All spellings so far, keyed by their words without case and plural, which lint treats as one tag (`tag-variant`).
#[derive(Debug, Default)]
pub(super) struct Tags(HashMap<String, String>);

impl Tags {
    /// Adds an existing spelling.
    pub fn know(&mut self, tag: &str) {
        self.0.entry(tag_words(tag).join(" ")).or_insert_with(|| tag.to_owned());
    }

    /// Returns the tags in `cell`, separated by commas, semicolons, vertical bars, or line breaks. Tags over
    /// the limit are reported as a loss.
    pub fn read(&mut self, cell: &str, line: usize, losses: &mut Vec<Loss>) -> Vec<String> {
        let mut tags: Vec<String> = Vec::new();
        for part in cell.split([',', ';', '|', '\n']) {
            let part = part.split_whitespace().collect::<Vec<_>>().join(" ");
            let tag = part.trim_start_matches('#').trim().to_owned();
            let key = tag_words(&tag).join(" ");
            if key.is_empty() {
                continue;
            }
            let tag = self.0.entry(key).or_insert(tag).clone();
            if !tags.contains(&tag) {
                tags.push(tag);
            }
        }
        if tags.len() > MOST {
            let what = format!("the tags {}: an entry can have only {MOST}", tags[MOST..].join(", "));
            losses.push(Loss { line, what });
            tags.truncate(MOST);
        }
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_has_one_spelling() {
        let (mut tags, mut losses) = (Tags::default(), Vec::new());
        tags.know("opening hours");
        let mut read = |cell: &str| tags.read(cell, 2, &mut losses);
        assert_eq!(read("#Cost; Opening  Hour, cost;;"), ["Cost", "opening hours"]);
        assert_eq!(read("costs|new\nCOST"), ["Cost", "new"]);
        let many: Vec<String> = ('a'..='w').map(String::from).collect();
        assert_eq!(read(&many.join(",")).len(), 20);
        assert_eq!(losses, [Loss { line: 2, what: "the tags u, v, w: an entry can have only 20".into() }]);
    }
}
