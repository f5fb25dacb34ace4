//! Words that say little: kept, since a query of nothing else must still find something, but light.
//!
//! General English only. Nothing about any collection stands here.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Why a word says little.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopWord {
    Grammatical,
    Conversational,
}

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

static STOP_WORDS: LazyLock<FxHashMap<&'static str, StopWord>> = LazyLock::new(|| {
    let grammatical = GRAMMATICAL_WORDS.split_whitespace().map(|word| (word, StopWord::Grammatical));
    let conversational = CONVERSATIONAL_WORDS.split_whitespace().map(|word| (word, StopWord::Conversational));
    conversational.chain(grammatical).collect()
});

/// Why a folded word says little; nothing for most.
pub fn stop_word(word: &str) -> Option<StopWord> {
    STOP_WORDS.get(word).copied()
}
