//! `old-title`: a text that quotes a question or a heading in nearly its current wording.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::faq_entries;
use super::findings::pattern;
use super::texts::Text;
use crate::content::Kind;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::english::stop_word;

/// Quotes with fewer words than this are seldom a title.
const WORDS: usize = 4;
/// Quotes with more characters than this are sentences.
const LONG: usize = 151;
/// The share of words that a quote and a title must have in common, in percent of all words of both. "Which hotline
/// can I call about a problem?" and "Which hotline can a voter call about a problem?" share 70.
const NEAR: usize = 60;

static QUOTE: LazyLock<Regex> = LazyLock::new(|| pattern("[\"“](?P<title>\\p{Lu}[^\"“”\n]+)[\"”]"));

/// The titles that texts refer to.
struct Titles<'a> {
    all: Vec<(&'a str, BTreeSet<String>)>,
    /// Indexes into `all`, by the words that carry a title's meaning.
    by_word: HashMap<String, Vec<usize>>,
}

impl<'a> Titles<'a> {
    fn of(context: &Context<'a>) -> Self {
        let mut all = Vec::new();
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for text in context.texts().filter(|text| is_title(text)) {
            let words: BTreeSet<String> = faq_entries::words(text.read).into_iter().collect();
            for word in words.iter().filter(|word| stop_word(word).is_none()) {
                by_word.entry(word.clone()).or_default().push(all.len());
            }
            all.push((text.read, words));
        }
        Self { all, by_word }
    }

    /// The title closest to `quote`, if exactly one is closest and none is an exact match.
    fn meant(&self, quote: &str) -> Option<&'a str> {
        let bare = |text: &str| text.trim_end_matches(['.', ',', '?', '!']).to_lowercase();
        let words: BTreeSet<String> = faq_entries::words(quote).into_iter().collect();
        let carrying = words.iter().filter(|word| stop_word(word).is_none());
        let near: BTreeSet<usize> =
            carrying.filter_map(|word| self.by_word.get(word)).flatten().copied().collect();
        if near.iter().any(|at| bare(self.all[*at].0) == bare(quote)) {
            return None;
        }
        let share = |other: &BTreeSet<String>| {
            100 * words.intersection(other).count() / words.union(other).count().max(1)
        };
        let mut near: Vec<_> = near.into_iter().map(|at| (share(&self.all[at].1), self.all[at].0)).collect();
        near.sort_unstable_by(|a, b| b.cmp(a));
        near.dedup_by_key(|(_, title)| *title);
        match near.as_slice() {
            [(best, _), (second, _), ..] if best == second => None,
            [(best, title), ..] if *best >= NEAR => Some(title),
            _ => None,
        }
    }
}

/// Whether a text is an FAQ question, or the heading of a step, a section or a guide.
fn is_title(text: &Text<'_>) -> bool {
    match text.kind {
        Kind::Faq => text.pointer.ends_with("/question"),
        Kind::Flows | Kind::Support | Kind::Guides => text.pointer.ends_with("/title"),
        _ => false,
    }
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let titles = OnceCell::new();
    for text in context.prose() {
        for hit in QUOTE.captures_iter(text.written) {
            let Some(quote) = hit.name("title") else { continue };
            let (words, length) = (quote.as_str().split_whitespace().count(), quote.as_str().chars().count());
            if words < WORDS || !(8..=LONG).contains(&length) {
                continue;
            }
            let titles = titles.get_or_init(|| Titles::of(context));
            let Some(title) = titles.meant(quote.as_str()) else { continue };
            let message = format!("nothing is titled \"{}\" anymore", quote.as_str());
            found.push(
                text.warning("old-title", text.place(&quote.range()), &message)
                    .help(format!("did you mean \"{title}\"?"))
                    .maybe_fix(text.exchange(&quote.range(), title, false)),
            );
        }
    }
}
