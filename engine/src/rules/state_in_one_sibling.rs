//! `state-in-one-sibling`: the wording of one question has a case for a state that the wording of
//! another question about the same subject doesn't have.
//!
//! Two questions are siblings where an answer of one leads to the other and both name the same
//! thing: two words that carry meaning and stand side by side, such as the name of a document.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::{Context, error_at, few};
use crate::content::model::States;
use crate::content::{Document, Kind};
use crate::diagnostics::{Diagnostic, Severity};
use crate::readings::{Entry, EntryBody};

const RULE: &str = "state-in-one-sibling";

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(tree), Some(states)) = (&context.draft.tree, &context.draft.states) else { return };
    if context.broken(Kind::DecisionTree, |_| true) || context.broken(Kind::States, |_| true) {
        return;
    }
    let readings = context.readings;
    let document = &tree.document;
    let entries = readings.guidance.iter().flat_map(|guidance| &guidance.entries);
    let all: HashMap<&str, Wording<'_>> =
        entries.filter_map(|entry| Some((entry.key, Wording::of(entry)?))).collect();
    for (id, _) in tree.questions.iter() {
        let Some(wording) = all.get(id) else { continue };
        within(document, states, wording, found);
        for other in wording.leads_to.iter().filter_map(|go| all.get(go)).filter(|other| other.id != id) {
            let Some(subject) = wording.subject_shared_with(other) else { continue };
            for (one, two) in [(wording, other), (other, wording)] {
                let reached = readings.readers.regions_of(&readings.comes_to(one.id));
                let reached: Vec<&str> =
                    reached.into_iter().map(|region| context.draft.regions[region].code.as_str()).collect();
                let lacks = |code: &&str| !one.codes.contains(code) && reached.contains(code);
                let lacking: Vec<&str> = two.codes.iter().copied().filter(lacks).collect();
                if !lacking.is_empty() {
                    found.push(across(document, states, (one, two), &lacking, subject));
                }
            }
        }
    }
}

/// Cases in one question that have some states in common, but not all.
fn within(document: &Document, states: &States, wording: &Wording<'_>, found: &mut Vec<Diagnostic>) {
    for (pointer, codes) in &wording.lists {
        let fuller =
            wording.lists.iter().find(|(_, more)| !codes.is_disjoint(more) && !more.is_subset(codes));
        let Some((there, more)) = fuller else { continue };
        let lacking: Vec<&str> = more.difference(codes).copied().collect();
        let message =
            format!("another text of this question has a case for {} as well", names(states, &lacking));
        found.push(
            warning(document, pointer, &message)
                .related(document.value_at(there), "there")
                .help(help(document, pointer, &lacking))
                .guess(document.add_item(pointer, &lacking)),
        );
    }
}

/// The first question lacks what the second has.
fn across(
    document: &Document,
    states: &States,
    (one, two): (&Wording<'_>, &Wording<'_>),
    lacking: &[&str],
    subject: &str,
) -> Diagnostic {
    let first = |wording: &Wording<'_>| wording.lists.first().map(|(pointer, _)| pointer.clone());
    let at = first(one).unwrap_or_else(|| format!("/questions/{}/text", one.id));
    let message = format!(
        "the wording of question {} has a case for {}, and this question, also about \"{subject}\", has none",
        two.id,
        names(states, lacking)
    );
    let mut finding = warning(document, &at, &message)
        .help(help(document, &at, lacking))
        .guess(document.add_item(&at, lacking));
    if let Some(there) = first(two) {
        finding = finding.related(document.value_at(&there), "there");
    }
    finding
}

/// The fix as it is typed: in the list of codes that is there, or as a case of its own.
fn help(document: &Document, at: &str, lacking: &[&str]) -> String {
    let lacking = lacking.join(", ");
    match document.value.pointer(at) {
        Some(Value::Array(codes)) => {
            let there: Vec<&str> = codes.iter().filter_map(Value::as_str).collect();
            format!(
                "write `state: [{}, {lacking}]` here, or take {lacking} out of the other",
                there.join(", ")
            )
        }
        _ => format!(
            "add a case above this text, `- when: {{ state: [{lacking}] }}` with its own `text:`, or take {lacking} out of the other"
        ),
    }
}

fn names(states: &States, codes: &[&str]) -> String {
    few(states.states.iter().filter(|s| codes.contains(&s.code.as_str())).map(|s| s.name.as_str()))
}

fn warning(document: &Document, pointer: &str, message: &str) -> Diagnostic {
    let mut finding = error_at(RULE, document, pointer, message);
    finding.severity = Severity::Warning;
    // A text over several lines is pointed to by its key.
    if document.text.get(finding.place.span.clone()).is_some_and(|text| text.contains('\n')) {
        finding.place = document.key_at(pointer);
    }
    finding
}

/// How a question is worded: which states it names, and what it is about.
struct Wording<'a> {
    id: &'a str,
    codes: BTreeSet<&'a str>,
    /// Pointers of the lists of codes, with their codes.
    lists: Vec<(String, BTreeSet<&'a str>)>,
    /// Words of its text that stand side by side, as `two words`.
    pairs: Vec<String>,
    leads_to: BTreeSet<&'a str>,
}

impl<'a> Wording<'a> {
    /// Of a question's texts and scripts; where its answers lead is no wording.
    fn of(entry: &'a Entry<'a>) -> Option<Self> {
        let EntryBody::Question { short, answers, .. } = &entry.body else { return None };
        let mut out = Self {
            id: entry.key,
            codes: BTreeSet::new(),
            lists: Vec::new(),
            pairs: Vec::new(),
            leads_to: BTreeSet::new(),
        };
        for own in answers {
            out.leads_to.extend(entry.slots[own.route].choices.iter().map(|choice| choice.value));
        }
        // What a script says beside the question isn't what the question is about.
        let asked: Vec<usize> = [entry.text].into_iter().chain(*short).collect();
        let said = entry.scripts.iter().flat_map(|script| script.note.into_iter().chain([script.say]));
        for slot in asked.iter().copied().chain(said) {
            let choices = &entry.slots[slot].choices;
            for choice in choices {
                let Some(codes) = choice.states() else { continue };
                let codes: BTreeSet<&str> = codes.iter().map(String::as_str).collect();
                out.codes.extend(&codes);
                out.lists.push((format!("{}/when/state", choice.pointer), codes));
            }
            if asked.contains(&slot) {
                choices.iter().for_each(|choice| out.pairs.extend(pairs(choice.value)));
            }
        }
        Some(out)
    }

    /// Two words side by side that both questions have.
    fn subject_shared_with(&self, other: &Self) -> Option<&str> {
        self.pairs.iter().find(|pair| other.pairs.contains(pair)).map(String::as_str)
    }
}

/// Words that a question about anything may have, beside those of three letters and less.
const LIGHT: [&str; 18] = [
    "does", "have", "need", "needs", "needed", "that", "this", "with", "without", "from", "coming", "their",
    "there", "them", "will", "what", "which", "just",
];

/// The words of a text that carry meaning and stand side by side, two by two.
fn pairs(text: &str) -> Vec<String> {
    let words: Vec<String> = super::prose::words_alone(text)
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let heavy = |word: &String| word.chars().count() > 3 && !LIGHT.contains(&word.as_str());
    words.windows(2).filter(|two| two.iter().all(heavy)).map(|two| two.join(" ")).collect()
}
