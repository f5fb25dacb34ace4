//! Text that contradicts another text about the same thing: `other-number`, a phrase with another number than
//! everywhere else, and `other-question`, a question whose short form asks the opposite.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::context::Context;
use super::missing_promise::carrying;
use super::texts::{FileText, sentence};
use crate::content::Kind;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;

/// Two words, a number of up to three digits, and perhaps the word after it: "in the next **30 days**".
static PHRASE: Expression = Expression::new(
    r"(?i)\b(?P<before>[a-z]+\s+[a-z]+)\s+\**(?P<number>[0-9]{1,3})\b\**(?:\s+(?P<unit>[a-z]+))?",
);

/// This many places show which number is right.
const ENOUGH: usize = 5;

/// A phrase with more numbers than this isn't compared.
const MANY: usize = 200;
/// A snippet with more words than this isn't only a fact.
const FEW: usize = 8;

/// A number in a phrase.
struct Counted<'c> {
    number: String,
    unit: String,
    text: &'c FileText<'c>,
    range: Range<usize>,
}

/// `other-number`: one place has another number in a phrase than a snippet, or than many places about the same thing.
pub fn check_numbers(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut phrases: BTreeMap<String, Vec<Counted<'_>>> = BTreeMap::new();
    for text in context.prose().filter(|text| text.written.contains(|c: char| c.is_ascii_digit())) {
        for hit in PHRASE.captures_iter(text.written) {
            let Some(number) = hit.name("number") else { continue };
            // "1,000", "10:30", and "800-555" are other numbers.
            let mut rest = text.written[number.end()..].chars();
            let goes_on = rest.next().is_some_and(|c| ",:.-/".contains(c));
            if goes_on && rest.next().is_some_and(|c| c.is_ascii_digit()) {
                continue;
            }
            let before = hit["before"].to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
            let unit = hit.name("unit").map(|unit| unit.as_str().to_lowercase()).unwrap_or_default();
            let own = Counted { number: number.as_str().to_owned(), unit, text, range: number.range() };
            phrases.entry(before).or_default().push(own);
        }
    }
    for (phrase, all) in &phrases {
        if all.len() > MANY {
            continue;
        }
        // A snippet of a few words is a fact; a longer one is about something else, too.
        let is_shared = |own: &&Counted<'_>| {
            own.text.kind == Kind::Snippets && own.text.written.split_whitespace().count() <= FEW
        };
        let count = |number: &str| all.iter().filter(|own| own.number == number).count();
        let Some(usual) =
            all.iter().find(is_shared).or_else(|| all.iter().find(|own| count(&own.number) >= ENOUGH))
        else {
            continue;
        };
        let others: Vec<_> = all.iter().filter(|own| own.number != usual.number).collect();
        let alike = |odd: &&Counted<'_>| match is_shared(&usual) {
            true => odd.unit == usual.unit && !is_conditional(odd.text),
            false => same_topic(phrase, odd, all),
        };
        let mut odd = others.iter().copied().filter(|odd| others.len() < ENOUGH && alike(odd));
        let (Some(odd), None) = (odd.next(), odd.next()) else { continue };
        let message = format!("\"{phrase} {}\" is \"{phrase} {}\" elsewhere", odd.number, usual.number);
        odd.text
            .warning("other-number", odd.text.place(&odd.range), &message)
            .related(usual.text.place(&usual.range), "for example, here")
            .help("find out which number is right, and write it in every place; if this is about something else, write above the text's key: # lint: allow other-number because …")
            .report(found);
    }
}

/// Whether the text is a case or a part: another number may be right for other people.
fn is_conditional(text: &FileText<'_>) -> bool {
    let case = text.pointer.strip_suffix("/text").and_then(|case| text.document.value.pointer(case));
    text.kind == Kind::States || case.is_some_and(|case| case.get("when").is_some())
}

/// Whether a number's sentence shares a word outside the phrase, one that carries meaning, with most of the others.
fn same_topic(phrase: &str, odd: &Counted<'_>, all: &[Counted<'_>]) -> bool {
    let carrying = |own: &Counted<'_>| carrying(&own.text.written[sentence(own.text.written, &own.range)]);
    let is_own = |word: &&String| !phrase.contains(word.as_str()) && word.parse::<u16>().is_err();
    let own = carrying(odd);
    let others: Vec<BTreeSet<String>> =
        all.iter().filter(|other| other.number != odd.number).map(carrying).collect();
    own.iter()
        .filter(is_own)
        .any(|word| 2 * others.iter().filter(|other| other.contains(word)).count() > others.len())
}

static NEGATION: Expression = Expression::new(r"(?i)\b(?:without|not|never|lack(?:s|ing)?|\w+n['’]t)\b");

/// `other-question`: a question whose short form has a negation that the question itself doesn't have.
pub fn check_questions(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let texts = context.texts_of(&file.document);
    for short in texts.iter().filter(|text| text.pointer.ends_with("/short")) {
        let Some(question) = short.pointer.strip_suffix("short").map(|at| format!("{at}text")) else {
            continue;
        };
        let Some(text) = texts.iter().find(|text| text.pointer == question) else { continue };
        let asked = text.read.split_once('?').map_or(text.read, |(asked, _)| asked);
        if let Some(hit) =
            NEGATION.find(short.read).filter(|_| !NEGATION.is_match(asked) && !short.read.ends_with("not?"))
        {
            let message = format!("the short form says \"{}\", but the question doesn't", hit.as_str());
            short
                .warning("other-question", short.part(&hit.range()), &message)
                .related(text.document.value_at(&text.pointer), "the question")
                .help("if the question was turned around, turn the short form, the answers, and the scripts around, too; otherwise, restore the question")
                .report(found);
        }
    }
}
