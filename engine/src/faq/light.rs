//! Words that say little: kept, since a query of nothing else must still find something, but light.
//!
//! General English only. Nothing about any collection stands here.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Weight of a grammatical word beside one that carries meaning.
const GRAMMATICAL: f32 = 0.12;

/// Weight of a word that people use to ask, whatever they ask about.
const CONVERSATIONAL: f32 = 0.25;

const GRAMMATICAL_WORDS: &str = "a about all also am an and any are as at be because been being both but \
by did do does doing during each for from had has have having he her here hers him his how i if im in \
into is isnt it its itself ive me more most my myself of on or our ours s she so some such t than that \
the thats their theirs them then there these they theyre this those through to too until up very was \
we were what whats when where which while who whom whos why will with would you your yours youre shall \
should could can may might must us hes shes";

const CONVERSATIONAL_WORDS: &str = "able actually after again already always another anybody anyone \
anything arent ask asked asking before cannot cant come comes couldnt didnt doesnt dont else ever \
everybody everyone find get gets getting give go goes going gone got gotta happen happens hasnt havent \
hello help hi instead just keep kind know let lets like look looking lot make many maybe mean much need \
needed needs never no nobody not now off ok okay once only other out over own people person please \
possible really right said same saw say saying says see seem show somebody someone something still sure \
take tell thanks thing things think told tried try trying under use used using wait wanna want wanted \
wants wasnt way well went whether without wont wouldnt yes yet";

static WEIGHTS: LazyLock<FxHashMap<&'static str, f32>> = LazyLock::new(|| {
    let grammatical = GRAMMATICAL_WORDS.split_whitespace().map(|word| (word, GRAMMATICAL));
    let conversational = CONVERSATIONAL_WORDS.split_whitespace().map(|word| (word, CONVERSATIONAL));
    conversational.chain(grammatical).collect()
});

/// How heavy a folded word is beside others: 1 for most.
pub fn weight(word: &str) -> f32 {
    WEIGHTS.get(word).copied().unwrap_or(1.0)
}

/// Whether a word may be left out of a phrase ("vote by mail", "vote the mail").
pub fn is_grammatical(word: &str) -> bool {
    is_grammatical_weight(weight(word))
}

/// The same of a word's weight.
pub fn is_grammatical_weight(weight: f32) -> bool {
    weight <= GRAMMATICAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammar_is_lighter_than_talk_and_talk_than_meaning() {
        assert!(weight("the") < weight("want") && weight("want") < weight("ballot"));
        assert!(is_grammatical("by") && !is_grammatical("without") && weight("id") == 1.0);
    }
}
