//! The ways that contacts can take through a flow while avoiding certain steps, questions and answers, for all
//! readers at once.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::content::model::{Flow, Flows, Step, StepKind};
use crate::readings::{Guidance, Past, ReaderSet};

/// What a way avoids.
pub(super) struct Clear<'q> {
    pub step: &'q dyn Fn(&str) -> bool,
    /// The questions and answers to avoid.
    pub in_tree: Past<'q>,
}

/// A flow, and the ways through it.
pub(super) struct Ways<'a, 'q> {
    flows: &'a Flows,
    guidance: Option<&'a Guidance<'a>>,
    clear: &'q Clear<'q>,
    first: &'a str,
    listed: Vec<&'a str>,
    /// By step, the readers who reach it on such a way, whatever the step itself asks.
    come: HashMap<&'a str, ReaderSet>,
}

impl<'a, 'q> Ways<'a, 'q> {
    /// The ways that readers in `among` can take through a flow; `None` if the flow has no steps.
    pub fn of(
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
    pub fn come_to(&self, step: &str) -> Option<&ReaderSet> {
        self.come.get(step)
    }

    /// The readers who are still on such a way once a step is shown: `None` if the step is one to avoid.
    pub fn at(&self, step: &str) -> Option<&ReaderSet> {
        self.come_to(step).filter(|_| !(self.clear.step)(step))
    }

    /// The copies of tree nodes that readers at this tree step reach on such a way, each with its readers.
    pub fn in_tree(&self, step: &str) -> BTreeMap<usize, ReaderSet> {
        match (self.at(step), self.guidance) {
            (Some(who), Some(guidance)) => guidance.past(self.clear.in_tree, who),
            _ => BTreeMap::new(),
        }
    }

    /// The readers in `who` who go on from a step.
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

    /// A shortest way to a step for a reader, in words: `STEP.BUTTON` and, through the tree, `QUESTION.ANSWER`. Also
    /// returns the readers in `among` who take it.
    pub fn way(&self, to: &str, reader: usize, among: &ReaderSet) -> (Vec<String>, ReaderSet) {
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
