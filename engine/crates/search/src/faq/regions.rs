//! The regions' names. Knows only words, no index.

use super::tokenizer;

/// The names of a region, with its code; or, without a code, of a place that contains a region's name but isn't that
/// region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceNames {
    pub code: Option<String>,
    /// Including its adjectives and short forms.
    pub names: Vec<String>,
}

/// The names of all regions.
#[derive(Debug, Default)]
pub struct Names {
    /// The words of each name, longest first, with the region's number, which is its position in `codes`.
    pub names: Vec<(Vec<String>, Option<usize>)>,
    pub codes: Vec<String>,
}

impl Names {
    /// Splits the names into words. Each is also known when written as one word.
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

    /// Returns a region's code.
    pub fn code(&self, region: usize) -> &str {
        &self.codes[region]
    }
}
