//! `unasked-fact`: text with a fact that some readers may hear without having been asked for it, on one of the paths
//! through a flow.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use serde::Deserialize;

use super::asked_facts::{AskedFact, asked};
use super::context::Context;
use super::findings::whom;
use super::texts::FileText;
use crate::content::Kind;
use crate::content::document::child;
use crate::content::model::{Flow, Flows, StepKind, Window};
use crate::readings::{Guidance, ReaderSet};
use callguide_search::diagnostics::{Diagnostic, shown};
use callguide_search::text::placeholders::{SAID, names};

/// Text that names a fact.
struct FactWords<'c, 'a> {
    text: &'c FileText<'a>,
    /// The steps in which it's said.
    steps: Vec<&'c str>,
    said: Said,
}

/// Who hears text in its steps.
#[derive(Clone, Copy)]
enum Said {
    /// Everyone, during this window.
    During(Window),
    /// Those who reach a node of the tree: the indexes of the entry, of the text's slot, of the slot of its script's
    /// gate, and of the choice.
    InNode { entry: usize, say: usize, gate: usize, choice: usize },
}

/// Everything that asks for one fact.
struct Asking<'a> {
    steps: HashSet<&'a str>,
    /// The questions, each with the index of the answer if it's the answer that asks.
    in_tree: HashSet<(usize, Option<usize>)>,
}

/// The files that decide the paths.
pub(super) const PATHS: &[Kind] = &[Kind::Flows, Kind::DecisionTree, Kind::States, Kind::Agreement];

/// The rules whose findings don't change any path.
pub(super) const HARMLESS: &[&str] = &["unknown-placeholder", "unreachable-node", "fact-clash"];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(flows) = &context.draft.flows else { return };
    let words = words(context, flows);
    let (readers, guidance) = (&context.readings.readers, context.readings.guidance.as_ref());
    if readers.too_many.is_some() || guidance.is_some_and(|guidance| guidance.too_many.is_some()) {
        return;
    }
    let start = readers.coming().and(readers.in_regions());
    let all = asked(context);
    let named: BTreeSet<&str> = words.iter().flat_map(|words| facts(words.text.read)).collect();
    for fact in named {
        let own: Vec<&AskedFact<'_>> = all.iter().filter(|asked| asked.id == fact).collect();
        // A fact that's never asked for is reported as unknown.
        let Some(first) = own.first() else { continue };
        let by = |kind: Kind| own.iter().filter(move |asked| asked.kind == kind);
        let asking = Asking {
            steps: by(Kind::Flows).map(|asked| asked.by.as_str()).collect(),
            in_tree: by(Kind::DecisionTree).filter_map(|asked| place(guidance?, asked)).collect(),
        };
        let ways = |flow| FlowWays::of(context, flows, flow, &asking, &start);
        let ways: Vec<_> = flows.flows.iter().map(|(id, flow)| (id, ways(flow))).collect();
        for words in words.iter().filter(|words| facts(words.text.read).any(|named| named == fact)) {
            let missed = ways.iter().find_map(|(id, ways)| Some((*id, ways.missed(words)?)));
            if let Some((flow, (path, who))) = missed {
                // Readers are only named if not everyone takes the path.
                let of = match start.within(&who) {
                    true => String::new(),
                    false => format!(", for {}", whom(context.readings, &who)),
                };
                let asked = first.document.value_at(&child(&first.pointer, "id"));
                let finding = finding(words, fact, &format!("in the flow {flow}"), &path, &of);
                found.push(finding.related(asked, "it's asked for here"));
            }
        }
    }
}

/// The question that asks for the fact, with the index of the answer if it's the answer that asks.
fn place(guidance: &Guidance<'_>, asked: &AskedFact<'_>) -> Option<(usize, Option<usize>)> {
    let question = guidance.entry(&asked.by)?;
    let Some(answer) = asked.answer else { return Some((question, None)) };
    let at = guidance.entries[question].answers().iter().position(|own| own.answer.id == answer)?;
    Some((question, Some(at)))
}

/// The facts that `text` names.
fn facts(text: &str) -> impl Iterator<Item = &str> {
    names(text).filter_map(|name| name.strip_prefix(SAID))
}

fn finding(words: &FactWords<'_, '_>, fact: &str, flow: &str, path: &[String], of: &str) -> Diagnostic {
    let (text, name) = (words.text, shown(fact));
    let message = match path {
        [] => format!("the fact {name} isn't asked for before these words, {flow}{of}"),
        path => format!(
            "the fact {name} isn't asked for on every path to these words: {flow}, it's missing on the path {}{of}",
            path.join(", ")
        ),
    };
    let without = match words.said {
        Said::InNode { .. } => "say these words only to people who were asked, in a case with `answered`",
        Said::During(_) => "remove it from this text",
    };
    let place = text.document.part_at(&text.pointer, &format!("{{{SAID}{fact}}}"), 0);
    text.error("unasked-fact", place, &message).help(format!(
        "ask for it on that path, too, in an earlier question, answer, or step (`ask_for`, with the same id, label, and kind); or {without}"
    ))
}

/// All text that contains a fact.
fn words<'c, 'a>(context: &'c Context<'a>, flows: &'c Flows) -> Vec<FactWords<'c, 'a>> {
    let of_kind = |kind: StepKind| {
        let steps = flows.steps.iter().filter(|(_, step)| step.kind == kind);
        steps.map(|(id, _)| id).collect::<Vec<_>>()
    };
    let with_facts = context.prose().filter(|text| text.is_spoken() && facts(text.read).next().is_some());
    let placed = with_facts.filter_map(|text| {
        let pointer = text.pointer.as_str();
        let script = || Window::deserialize(text.document.value.pointer(pointer.strip_suffix("/say")?)?).ok();
        let (steps, said) = match text.kind {
            Kind::Flows => (vec![pointer.split('/').nth(2)?], Said::During(script()?)),
            Kind::Agreement => (of_kind(StepKind::Agreement), Said::During(script()?)),
            Kind::DecisionTree => {
                (of_kind(StepKind::Tree), in_tree(context.readings.guidance.as_ref()?, pointer)?)
            }
            _ => return None,
        };
        Some(FactWords { text, steps, said })
    });
    placed.collect()
}

/// Where in the tree the text at a pointer is said.
fn in_tree(guidance: &Guidance<'_>, pointer: &str) -> Option<Said> {
    let entry = guidance.entry(pointer.split('/').nth(2)?)?;
    guidance.entries[entry].slots.iter().enumerate().find_map(|(say, slot)| {
        let choice = (0..slot.choices.len()).find(|choice| slot.text_at(*choice) == pointer)?;
        Some(Said::InNode { entry, say, gate: slot.within?, choice })
    })
}

/// A flow, and the paths through it that avoid everything that asks for a fact.
struct FlowWays<'c, 'a> {
    context: &'c Context<'a>,
    flows: &'c Flows,
    flow: &'c Flow,
    asking: &'c Asking<'c>,
    /// The readers who reach each step on such a path, even if the step itself asks, with the step and the button that
    /// lead them there first.
    come: HashMap<&'c str, Vec<(ReaderSet, Option<FlowMove<'c>>)>>,
}

/// A step, and the button that leads on from it, if it has any.
type FlowMove<'c> = (&'c str, Option<&'c str>);

/// A path in words, and everyone who takes it.
type Way = (Vec<String>, ReaderSet);

impl<'c, 'a> FlowWays<'c, 'a> {
    /// The paths that readers in `among` can take through a flow.
    fn of(
        context: &'c Context<'a>,
        flows: &'c Flows,
        flow: &'c Flow,
        asking: &'c Asking<'c>,
        among: &ReaderSet,
    ) -> Self {
        let mut this = Self { context, flows, flow, asking, come: HashMap::new() };
        let first = flow.steps.iter().next().map(|used| (used.step.as_str(), None, among.clone()));
        let mut waiting = VecDeque::from_iter(first);
        while let Some((id, from, mut new)) = waiting.pop_front() {
            let known = this.come.entry(id).or_default();
            known.iter().for_each(|(who, _)| new.remove(who));
            if new.is_empty() {
                continue;
            }
            known.push((new.clone(), from));
            if let Some(left) = this.leave(id, &new) {
                let next = this.targets(id).into_iter();
                waiting.extend(next.map(|(to, button)| (to, Some((id, button)), left.clone())));
            }
        }
        this
    }

    /// Whether a question, or one of its answers, asks for the fact.
    fn asks(&self) -> impl Fn(usize, Option<usize>) -> bool {
        |question, answer| self.asking.in_tree.contains(&(question, answer))
    }

    /// The readers in `who` who can continue from a step; `None` if the step asks for the fact.
    fn leave(&self, id: &str, who: &ReaderSet) -> Option<ReaderSet> {
        let step = self.flows.steps.get(id).filter(|_| !self.asking.steps.contains(id))?;
        match &self.context.readings.guidance {
            Some(guidance) if step.kind == StepKind::Tree => {
                guidance.ended(&guidance.past(&self.asks(), who)).filter(|left| !left.is_empty())
            }
            _ => Some(who.clone()),
        }
    }

    /// The first path on which someone hears these words without having been asked.
    fn missed(&self, words: &FactWords<'_, '_>) -> Option<Way> {
        let own = self.flow.steps.iter().map(|used| used.step.as_str());
        own.filter(|step| words.steps.contains(step)).find_map(|step| self.way_to(step, words.said))
    }

    fn way_to(&self, step: &'c str, said: Said) -> Option<Way> {
        let come = self.come.get(step).filter(|_| !self.asking.steps.contains(step))?;
        let here = &ReaderSet::union(come[0].0.capacity(), come.iter().map(|(who, _)| who));
        let (entry, say, gate, choice) = match said {
            Said::InNode { entry, say, gate, choice } => (entry, say, gate, choice),
            Said::During(window) => {
                let who = here.and(&self.context.readings.conditions().holds(None, window, &|_| false));
                return Some(self.way(step, who.iter().next()?, &who));
            }
        };
        let guidance = self.context.readings.guidance.as_ref()?;
        let come: BTreeMap<usize, ReaderSet> = guidance.past(&self.asks(), here);
        guidance.copies_of(entry).find_map(|(at, _)| {
            let shown = guidance.taken(at, gate).iter().map(|taken| &taken.takes);
            let shown = ReaderSet::union(here.capacity(), shown);
            let who = come.get(&at)?.and(&guidance.taken(at, say)[choice].takes).and(&shown);
            let reader = who.iter().next()?;
            let (mut path, who) = self.way(step, reader, &who);
            let (answers, who) = guidance.way_past(&self.asks(), reader, &who, |to| to == at)?;
            path.extend(in_words(&answers));
            Some((path, who))
        })
    }

    /// A shortest path to a step for a reader, as `STEP.BUTTON` and, through the tree, `QUESTION.ANSWER`, with the
    /// readers in `among` who take it.
    fn way(&self, to: &'c str, reader: usize, among: &ReaderSet) -> Way {
        let (mut said, mut who) = (Vec::new(), among.clone());
        let from = |at| self.come.get(at)?.iter().find(|(who, _)| who.contains(reader))?.1;
        let moves: Vec<_> = std::iter::successors(from(to), |(step, _)| from(step)).collect();
        for (step, button) in moves.into_iter().rev() {
            let kind = self.flows.steps.get(step).map(|step| step.kind);
            let guidance = self.context.readings.guidance.as_ref().filter(|_| kind == Some(StepKind::Tree));
            let through = guidance
                .and_then(|guidance| guidance.way_past(&self.asks(), reader, &who, |at| guidance.is_end(at)));
            if let Some((path, walked)) = through {
                said.extend(in_words(&path));
                who = walked;
            } else {
                said.push(button.map_or_else(|| step.to_owned(), |button| format!("{step}.{button}")));
            }
        }
        (said, who)
    }

    /// The steps of the flow that a step leads to, each with the button that leads there.
    fn targets(&self, id: &str) -> Vec<FlowMove<'c>> {
        let Some(step) = self.flows.steps.get(id) else { return Vec::new() };
        let buttons = step.buttons.iter().map(|button| (button.go.as_str(), Some(button.id.as_str())));
        let all = buttons.chain(step.next.as_deref().map(|next| (next, None)));
        all.filter(|(to, _)| self.flow.steps.iter().any(|used| used.step == *to)).collect()
    }
}

/// A path through the tree as people read it.
pub(super) fn in_words(path: &[(&str, &str)]) -> impl Iterator<Item = String> {
    path.iter().map(|(question, answer)| format!("{question}.{answer}"))
}
