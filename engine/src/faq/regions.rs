//! What regions are called. Knows words only, no index.

use super::tokenizer;

/// A region by its code, and what it's called; or a place that's none, so that a region's name within its own isn't the region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceNames {
    pub code: Option<String>,
    /// Also its adjectives and short forms.
    pub names: Vec<String>,
}

/// The names of all regions.
#[derive(Debug, Default)]
pub struct Names {
    /// Their words, with the region's number, which is its place in `codes`; the longest first.
    pub names: Vec<(Vec<String>, Option<usize>)>,
    pub codes: Vec<String>,
}

impl Names {
    /// Cuts the names. They're also known written as one word.
    pub fn new(regions: Vec<PlaceNames>) -> Self {
        let mut all = Self::default();
        for region in regions {
            let number = region.code.is_some().then_some(all.codes.len());
            for name in region.names.iter().map(|name| tokenizer::words(name)).filter(|name| !name.is_empty())
            {
                if name.len() > 1 {
                    all.names.push((vec![name.concat()], number));
                }
                all.names.push((name, number));
            }
            all.codes.extend(region.code);
        }
        all.names.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        all
    }

    /// The code of a region.
    pub fn code(&self, region: usize) -> &str {
        &self.codes[region]
    }
}
