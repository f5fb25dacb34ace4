//! Generates many entries from a few, to measure with. Each has its own question. Its words come from the sources, with
//! some replaced by others from the same collection and some invented, and its answer consists of sentences from
//! several sources, so that word frequencies are as uneven as in natural text. The generator is seeded, so that every
//! run measures the same entries.

use std::collections::HashSet;

use callguide::faq::Entry;

/// The percentage of a question's words that are replaced by others.
const EXCHANGED: u64 = 40;

/// The percentage of an answer's words that are replaced by others.
const EXCHANGED_IN_ANSWERS: u64 = 12;

/// The percentage of words that are replaced by one that few entries contain (such as a place or a form's name).
const INVENTED: u64 = 2;

/// A question with fewer words than this gets a place name, because it might otherwise equal another question.
const FEW: usize = 6;

/// The number of different invented words.
const INVENTIONS: u64 = 20_000;

/// The minimum and maximum number of sentences in an answer.
const SENTENCES: [u64; 2] = [4, 9];

/// A small random number generator (SplitMix64): enough to vary words, without a dependency.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    fn chance(&mut self, of_hundred: u64) -> bool {
        (self.below(100) as u64) < of_hundred
    }

    fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

/// Returns `count` entries made from `sources`, which come first; no two have the same question.
///
/// # Panics
/// If `sources` is empty.
pub fn entries(sources: &[Entry], count: usize, seed: u64) -> Vec<Entry> {
    let mut random = Random::new(seed);
    let words: Vec<&str> =
        sources.iter().flat_map(|entry| words(&entry.question).chain(words(&entry.answer_text))).collect();
    let sentences: Vec<&str> = sources.iter().flat_map(|entry| sentences(&entry.answer_text)).collect();
    let mut all: Vec<Entry> = sources.iter().take(count).cloned().collect();
    let mut asked: HashSet<String> = all.iter().map(|entry| entry.question.clone()).collect();
    while all.len() < count {
        let source = &sources[all.len() % sources.len()];
        let question = exchange(&source.question, EXCHANGED, &words, &mut random);
        let question = if self::words(&question).count() < FEW {
            let place = invented(random.below(INVENTIONS as usize) as u64);
            format!("{} in {place}?", question.trim_end_matches('?'))
        } else {
            question
        };
        if !asked.insert(question.clone()) {
            continue;
        }
        let answer = answer(source, &sentences, &words, &mut random);
        all.push(Entry {
            id: format!("{}-{}", source.id, all.len()),
            tags: tags(source, &question, &mut random),
            question,
            answer: answer.clone(),
            answer_text: answer,
            note: None,
            category: source.category.clone(),
        });
    }
    all
}

/// Returns the words in `text` that carry meaning.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| word.len() > 3 && word.chars().all(char::is_alphabetic))
}

/// Splits text into sentences, at line ends and at periods that are followed by a space, which a period in a URL
/// isn't.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split_inclusive(". ")).map(str::trim).filter(|one| one.contains(' '))
}

/// Composes an answer: half of its sentences come from the source, the others from any entry.
fn answer(source: &Entry, sentences: &[&str], words: &[&str], random: &mut Random) -> String {
    let own: Vec<&str> = self::sentences(&source.answer_text).collect();
    let count = SENTENCES[0] as usize + random.below((SENTENCES[1] - SENTENCES[0]) as usize);
    let mut out: Vec<String> = Vec::new();
    for _ in 0..count {
        let from = if own.is_empty() || random.chance(50) { sentences } else { own.as_slice() };
        out.push(exchange(random.one(from), EXCHANGED_IN_ANSWERS, words, random));
    }
    out.join("\n")
}

/// Returns some of the source's tags, and some words from the question.
fn tags(source: &Entry, question: &str, random: &mut Random) -> Vec<String> {
    let own = source.tags.iter().filter(|_| random.chance(50)).cloned();
    let mut tags: Vec<String> = own.collect();
    for word in words(question).map(str::to_lowercase) {
        if tags.len() < 5 && random.chance(40) && !tags.contains(&word) {
            tags.push(word);
        }
    }
    tags
}

/// Returns `text` with `many` percent of its meaningful words replaced.
fn exchange(text: &str, many: u64, words: &[&str], random: &mut Random) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for word in text.split_inclusive(char::is_whitespace) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let says_something = bare.len() > 3 && bare.chars().all(char::is_alphabetic);
        let other = if random.chance(INVENTED) {
            invented(random.below(INVENTIONS as usize) as u64)
        } else if says_something && random.chance(many) {
            random.one(words).to_owned()
        } else {
            bare.to_owned()
        };
        out.push_str(&if bare.is_empty() { word.to_owned() } else { word.replacen(bare, &other, 1) });
    }
    out
}

/// Returns a word made of syllables that could be a name.
fn invented(number: u64) -> String {
    const SYLLABLES: [&str; 16] = [
        "ka", "lo", "mer", "tin", "sa", "vo", "ber", "dun", "hol", "ri", "wes", "nor", "fel", "ga", "pi",
        "ston",
    ];
    let mut rest = number.wrapping_mul(7_919) + 16;
    let mut word = String::new();
    while rest > 0 {
        word.push_str(SYLLABLES[(rest % 16) as usize]);
        rest /= 16;
    }
    word
}
