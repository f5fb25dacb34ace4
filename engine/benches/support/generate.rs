//! Many entries out of few, to measure with: each is a shipped one of which some words were
//! exchanged. Seeded, so that every run measures the same.

use callguide::faq::Entry;

/// Of a hundred words, how many are exchanged for another of the collection…
const EXCHANGED: u64 = 18;

/// …and how many for one that no other entry need have (a place, a form's name).
const INVENTED: u64 = 2;

/// Different invented words.
const INVENTIONS: u64 = 20_000;

/// A small generator of numbers (SplitMix64): enough to vary words, and no dependency.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % bound.max(1)
    }
}

/// `count` entries made from `sources`; the first are the sources themselves.
pub fn entries(sources: &[Entry], count: usize, seed: u64) -> Vec<Entry> {
    let mut random = Random::new(seed);
    let texts = sources.iter().flat_map(|entry| [&entry.question, &entry.answer_text]);
    let mut words: Vec<String> = texts.flat_map(|text| text.split(' ')).map(str::to_owned).collect();
    words.retain(|word| word.len() > 3 && word.chars().all(char::is_alphabetic));
    let mut all: Vec<Entry> = sources.iter().take(count).cloned().collect();
    while all.len() < count {
        let source = &sources[all.len() % sources.len()];
        let mut exchange = |text: &str| exchange(text, &words, &mut random);
        let answer = exchange(&source.answer_text);
        all.push(Entry {
            id: format!("{}-{}", source.id, all.len()),
            question: exchange(&source.question),
            answer: answer.clone(),
            answer_text: answer,
            tags: source.tags.iter().map(|tag| exchange(tag)).collect(),
            category: source.category.clone(),
        });
    }
    all
}

fn exchange(text: &str, words: &[String], random: &mut Random) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (number, word) in text.split(' ').enumerate() {
        if number > 0 {
            out.push(' ');
        }
        match random.below(100) {
            chance if chance < INVENTED => out.push_str(&invented(random.below(INVENTIONS))),
            chance if chance < INVENTED + EXCHANGED && !words.is_empty() => {
                out.push_str(&words[random.below(words.len() as u64) as usize]);
            }
            _ => out.push_str(word),
        }
    }
    out
}

/// A word of syllables that could be a name.
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
