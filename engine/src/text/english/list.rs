//! A list of words that is searched where it lies in the program: nothing is built, nothing allocated.

/// Words, one a line, in the order of their bytes.
#[derive(Debug, Clone, Copy)]
pub struct List(&'static str);

impl List {
    /// Of a text that ends with a line break.
    pub const fn new(lines: &'static str) -> Self {
        Self(lines)
    }

    /// Whether a word is in the list, by halves.
    pub fn has(self, word: &str) -> bool {
        let all = self.0.as_bytes();
        // Both always at the beginning of a line, or past the last.
        let (mut from, mut to) = (0, all.len());
        while from < to {
            let middle = from + (to - from) / 2;
            let start =
                all[from..middle].iter().rposition(|byte| *byte == b'\n').map_or(from, |at| from + at + 1);
            let end = all[start..].iter().position(|byte| *byte == b'\n').map_or(all.len(), |at| start + at);
            match all[start..end].cmp(word.as_bytes()) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => from = end + 1,
                std::cmp::Ordering::Greater => to = start,
            }
        }
        false
    }

    /// The words, in their order.
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        self.0.lines()
    }
}
