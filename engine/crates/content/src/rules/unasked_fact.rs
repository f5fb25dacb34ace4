//! `unasked-fact`: text with a fact that some readers may hear without having been asked for it, on one of the paths
//! through a flow.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use super::asked_facts::{AskedFact, asked};
use super::context::Context;
use super::findings::{error, whom};
use crate::content::document::{child, item};
use crate::content::model::{Flow, Flows, Script, Step, StepKind, Window};
use crate::content::{Document, Kind};
use crate::readings::{Guidance, Past, ReaderSet};
use callguide_search::diagnostics::{Diagnostic, shown};
use callguide_search::text::placeholders::{SAID, names};

/// Text that names a fact, and where it's said.
struct FactWords<'a> {
    document: &'a Document,
    pointer: String,
    text: &'a str,
    said: SaidIn<'a>,
}

/// Where a text is said.
enum SaidIn<'a> {
    /// In a node of the tree: the indexes of the entry, of the text's slot, of the slot of its script's gate, and of
    /// the choice.
    Node { entry: usize, say: usize, gate: usize, choice: usize },
    /// In a step, during this window.
    Step(&'a str, Window),
    /// In the steps that present the agreement, during this window.
    Agreement(Window),
}

/// A path that reaches a text without passing anything that asks for its fact.
struct Missed {
    flow: String,
    path: Vec<String>,
    who: ReaderSet,
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(flows) = &context.draft.flows else { return };
    let words = words(context);
    // Mistakes that only affect wording don't change any path.
    let counts = |rule: &str| !matches!(rule, "unknown-placeholder" | "unfilled-placeholder" | "fact-clash");
    let parts = [Kind::Flows, Kind::DecisionTree, Kind::States, Kind::Agreement];
    let guidance = context.readings.guidance.as_ref();
    if words.is_empty()
        || parts.into_iter().any(|kind| context.broken(kind, counts))
        || context.readings.readers.too_many.is_some()
        || guidance.is_some_and(|guidance| guidance.too_many.is_some())
    {
        return;
    }
    let all = asked(context);
    let named: BTreeSet<&str> = words.iter().flat_map(|words| facts(words.text)).collect();
    for fact in named {
        let own: Vec<&AskedFact<'_>> = all.iter().filter(|asked| asked.id == fact).collect();
        // A fact that's never asked for is reported as unknown.
        let Some(first) = own.first() else { continue };
        let by = |kind: Kind| own.iter().filter(move |asked| asked.kind == kind);
        let steps: HashSet<&str> = by(Kind::Flows).map(|asked| asked.by).collect();
        let asking: HashSet<(usize, Option<usize>)> =
            by(Kind::DecisionTree).filter_map(|asked| place(guidance?, asked)).collect();
        let step = |id: &str| steps.contains(id);
        let in_tree = |question: usize, answer: Option<usize>| asking.contains(&(question, answer));
        let clear = Clear { step: &step, in_tree: &in_tree };
        let searched = Searched::of(context, flows, guidance, &clear);
        for words in words.iter().filter(|words| facts(words.text).any(|named| named == fact)) {
            if let Some(missed) = searched.missed(words) {
                found.push(finding(context, words, fact, &missed, &searched.start, first));
            }
        }
    }
}

/// The question that asks for the fact, with the index of the answer if it's the answer that asks, in the form that
/// [`Past`](crate::readings::Past) uses.
fn place(guidance: &Guidance<'_>, asked: &AskedFact<'_>) -> Option<(usize, Option<usize>)> {
    let question = guidance.entry(asked.by)?;
    let Some(answer) = asked.answer else { return Some((question, None)) };
    let at = guidance.entries[question].answers().iter().position(|own| own.answer.id == answer)?;
    Some((question, Some(at)))
}

/// The facts that a text names.
fn facts(text: &str) -> impl Iterator<Item = &str> {
    names(text).filter_map(|name| name.strip_prefix(SAID))
}

fn finding(
    context: &Context<'_>,
    words: &FactWords<'_>,
    fact: &str,
    missed: &Missed,
    everybody: &ReaderSet,
    asked: &AskedFact<'_>,
) -> Diagnostic {
    let Missed { flow, path, who } = missed;
    let name = shown(fact);
    // Readers are only named if not everyone takes the path.
    let of = match everybody.within(who) {
        true => String::new(),
        false => format!(", for {}", whom(context.readings, who)),
    };
    let message = match path.as_slice() {
        [] => format!("the fact {name} isn't asked for before these words, in the flow {flow}{of}"),
        path => format!(
            "the fact {name} isn't asked for on every path to these words: in the flow {flow}, it's missing on the path {}{of}",
            path.join(", ")
        ),
    };
    let without = match words.said {
        SaidIn::Node { .. } => "say these words only to people who were asked, in a case with `answered`",
        _ => "take it out of these words",
    };
    let help = format!(
        "ask for it on that path, too, in an earlier question, answer, or step (`ask_for`, with the same id, label, and kind); or {without}"
    );
    let place = words.document.part_at(&words.pointer, &format!("{{{SAID}{fact}}}"), 0);
    error("unasked-fact", words.document, &words.pointer, place, &message)
        .related(asked.document.value_at(&child(&asked.pointer, "id")), "it's asked for here")
        .help(help)
}

/// Every flow, searched for paths that avoid everything that asks for one fact.
struct Searched<'a, 'q> {
    flows: Vec<(&'a str, &'a Flow, FlowWays<'a, 'q>)>,
    definitions: &'a Flows,
    guidance: Option<&'a Guidance<'a>>,
    clear: &'q Clear<'q>,
    context: &'q Context<'a>,
    /// The readers who can begin a contact.
    start: ReaderSet,
}

impl<'a, 'q> Searched<'a, 'q> {
    fn of(
        context: &'q Context<'a>,
        definitions: &'a Flows,
        guidance: Option<&'a Guidance<'a>>,
        clear: &'q Clear<'q>,
    ) -> Self {
        let readers = &context.readings.readers;
        let start = readers.coming().and(readers.in_regions());
        let ways = |flow| FlowWays::of(definitions, flow, guidance, clear, &start);
        let flows = definitions.flows.iter().filter_map(|(id, flow)| Some((id, flow, ways(flow)?)));
        Self { flows: flows.collect(), definitions, guidance, clear, context, start }
    }

    /// The first path that reaches this text without the fact.
    fn missed(&self, words: &FactWords<'_>) -> Option<Missed> {
        self.flows.iter().find_map(|(id, flow, ways)| {
            let (path, who) = match words.said {
                SaidIn::Node { entry, say, gate, choice } => {
                    let slots = (gate, say, choice);
                    self.of_kind(flow, StepKind::Tree)
                        .find_map(|step| self.in_node(ways, step, entry, slots))?
                }
                SaidIn::Step(step, window) => self.in_step(ways, step, window)?,
                SaidIn::Agreement(window) => self
                    .of_kind(flow, StepKind::Agreement)
                    .find_map(|step| self.in_step(ways, step, window))?,
            };
            Some(Missed { flow: (*id).to_owned(), path, who })
        })
    }

    /// The steps of a flow that are of this kind.
    fn of_kind(&self, flow: &'a Flow, kind: StepKind) -> impl Iterator<Item = &'a str> {
        let steps = flow.steps.iter().map(|used| used.step.as_str());
        steps.filter(move |step| self.definitions.steps.get(step).is_some_and(|step| step.kind == kind))
    }

    fn in_step(
        &self,
        ways: &FlowWays<'a, 'q>,
        step: &str,
        window: Window,
    ) -> Option<(Vec<String>, ReaderSet)> {
        let days = self.context.readings.conditions().holds(None, window, &|_| false);
        let who = ways.at(step)?.and(&days);
        Some(ways.way(step, who.iter().next()?, &who))
    }

    fn in_node(
        &self,
        ways: &FlowWays<'a, 'q>,
        step: &'a str,
        entry: usize,
        (gate, say, choice): (usize, usize, usize),
    ) -> Option<(Vec<String>, ReaderSet)> {
        let guidance = self.guidance?;
        let come = ways.in_tree(step);
        guidance.copies_of(entry).find_map(|(at, _)| {
            let mut who = come.get(&at)?.and(&guidance.taken(at, say)[choice].takes);
            let mut shown = ReaderSet::none(who.capacity());
            guidance.taken(at, gate).iter().for_each(|taken| shown.add(&taken.takes));
            who.keep(&shown);
            let reader = who.iter().next()?;
            let (mut path, who) = ways.way(step, reader, &who);
            let (answers, who) = guidance.way_past(self.clear.in_tree, reader, &who, |to| to == at)?;
            path.extend(answers.iter().map(|(question, answer)| format!("{question}.{answer}")));
            Some((path, who))
        })
    }
}

/// All texts that contain a fact.
fn words<'a>(context: &Context<'a>) -> Vec<FactWords<'a>> {
    let draft = context.draft;
    let mut all = Vec::new();
    let mut add = |document: &'a Document, pointer: String, text: &'a str, said: SaidIn<'a>| {
        if facts(text).next().is_some() {
            all.push(FactWords { document, pointer, text, said });
        }
    };
    if let Some(flows) = &draft.flows {
        for (id, step) in flows.steps.iter() {
            for (index, script) in step.scripts.indexed() {
                let at = child(&item(&format!("/steps/{id}/scripts"), index), "say");
                add(&flows.document, at, &script.say, SaidIn::Step(id, script.window));
            }
        }
    }
    if let (Some(tree), Some(guidance)) = (&draft.tree, &context.readings.guidance) {
        for (entry, node) in guidance.entries.iter().enumerate() {
            for slots in &node.scripts {
                let slot = &node.slots[slots.say];
                for (choice, option) in slot.choices.iter().enumerate() {
                    let said = SaidIn::Node { entry, say: slots.say, gate: slots.gate, choice };
                    add(&tree.document, slot.text_at(choice), option.value, said);
                }
            }
        }
    }
    if let Some(agreement) = &draft.agreement {
        for (index, mode) in agreement.modes.indexed() {
            let at = item("/modes", index);
            let mut script = |pointer: String, script: &'a Script| {
                let said = SaidIn::Agreement(script.window);
                add(&agreement.document, child(&pointer, "say"), &script.say, said);
            };
            script(child(&at, "intro"), &mode.intro);
            for (index, part) in mode.body.indexed() {
                script(item(&child(&at, "body"), index), &part.script);
            }
            script(child(&at, "closing"), &mode.closing);
        }
        let ways = agreement.without.iter().flat_map(|without| without.ways.indexed());
        for (at, way) in ways {
            for (index, script) in way.scripts.indexed() {
                let at = item(&format!("/without/ways/{at}/scripts"), index);
                let said = SaidIn::Agreement(script.window);
                add(&agreement.document, child(&at, "say"), &script.say, said);
            }
        }
    }
    all
}

/// The steps, questions and answers that a path avoids.
struct Clear<'q> {
    pub step: &'q dyn Fn(&str) -> bool,
    /// The questions and answers to avoid.
    pub in_tree: Past<'q>,
}

/// A flow, and the paths through it that avoid certain steps, questions and answers.
struct FlowWays<'a, 'q> {
    flows: &'a Flows,
    guidance: Option<&'a Guidance<'a>>,
    clear: &'q Clear<'q>,
    first: &'a str,
    listed: Vec<&'a str>,
    /// The readers who reach each step on such a path, even if the step itself is one to avoid.
    come: HashMap<&'a str, ReaderSet>,
}

impl<'a, 'q> FlowWays<'a, 'q> {
    /// The paths that readers in `among` can take through a flow; `None` if the flow has no steps.
    fn of(
        flows: &'a Flows,
        flow: &'a Flow,
        guidance: Option<&'a Guidance<'a>>,
        clear: &'q Clear<'q>,
        among: &ReaderSet,
    ) -> Option<Self> {
        let listed: Vec<&str> = flow.steps.iter().map(|used| used.step.as_str()).collect();
        let first = *listed.first()?;
        let mut this = Self { flows, guidance, clear, first, listed, come: HashMap::new() };
        let mut waiting = vec![(first, among.clone())];
        while let Some((id, mut new)) = waiting.pop() {
            let known = this.come.entry(id).or_insert_with(|| ReaderSet::none(among.capacity()));
            new.remove(known);
            if new.is_empty() {
                continue;
            }
            known.add(&new);
            if let Some(left) = this.leave(id, &new) {
                waiting.extend(this.targets(id).into_iter().map(|(to, _)| (to, left.clone())));
            }
        }
        Some(this)
    }

    /// The readers who reach a step.
    fn come_to(&self, step: &str) -> Option<&ReaderSet> {
        self.come.get(step)
    }

    /// The readers who are still on such a path once a step is shown: `None` if the step is one to avoid.
    fn at(&self, step: &str) -> Option<&ReaderSet> {
        self.come_to(step).filter(|_| !(self.clear.step)(step))
    }

    /// The copies of tree nodes that readers at this tree step reach on such a path, each with its readers.
    fn in_tree(&self, step: &str) -> BTreeMap<usize, ReaderSet> {
        match (self.at(step), self.guidance) {
            (Some(who), Some(guidance)) => guidance.past(self.clear.in_tree, who),
            _ => BTreeMap::new(),
        }
    }

    /// The readers in `who` who can continue from a step.
    fn leave(&self, id: &str, who: &ReaderSet) -> Option<ReaderSet> {
        if (self.clear.step)(id) {
            return None;
        }
        match (self.step(id)?.kind, self.guidance) {
            (StepKind::Tree, Some(guidance)) => {
                guidance.ended(&guidance.past(self.clear.in_tree, who)).filter(|left| !left.is_empty())
            }
            _ => Some(who.clone()),
        }
    }

    /// A shortest path to a step for a reader, in words: `STEP.BUTTON` and, through the tree, `QUESTION.ANSWER`. Also
    /// returns the readers in `among` who take it.
    fn way(&self, to: &str, reader: usize, among: &ReaderSet) -> (Vec<String>, ReaderSet) {
        let mut before: HashMap<&str, Option<(&str, Option<&str>)>> = HashMap::from([(self.first, None)]);
        let mut waiting = VecDeque::from([self.first]);
        while let Some(at) = waiting.pop_front() {
            let goes_on = self
                .come_to(at)
                .is_some_and(|who| self.leave(at, who).is_some_and(|left| left.contains(reader)));
            for (next, button) in self.targets(at).into_iter().filter(|_| goes_on) {
                if !before.contains_key(next) {
                    before.insert(next, Some((at, button)));
                    waiting.push_back(next);
                }
            }
        }
        let mut steps = Vec::new();
        let mut at = to;
        while let Some(Some((from, button))) = before.get(at) {
            steps.push((*from, *button));
            at = from;
        }
        steps.reverse();
        let (mut said, mut who) = (Vec::new(), among.clone());
        for (step, button) in steps {
            let through = self.guidance.filter(|_| self.step(step).is_some_and(|s| s.kind == StepKind::Tree));
            let path = through.and_then(|guidance| {
                guidance.way_past(self.clear.in_tree, reader, &who, |at| guidance.is_end(at))
            });
            match path {
                Some((path, walked)) => {
                    said.extend(path.iter().map(|(question, answer)| format!("{question}.{answer}")));
                    who = walked;
                }
                None => {
                    said.push(button.map_or_else(|| step.to_owned(), |button| format!("{step}.{button}")))
                }
            }
        }
        (said, who)
    }

    /// The steps of the flow that a step leads to, each with the button that leads there.
    fn targets(&self, id: &str) -> Vec<(&'a str, Option<&'a str>)> {
        let Some(step) = self.step(id) else { return Vec::new() };
        let buttons = step.buttons.iter().map(|button| (button.go.as_str(), Some(button.id.as_str())));
        let all = buttons.chain(step.next.as_deref().map(|next| (next, None)));
        all.filter(|(to, _)| self.listed.contains(to)).collect()
    }

    fn step(&self, id: &str) -> Option<&'a Step> {
        self.flows.steps.get(id)
    }
}
