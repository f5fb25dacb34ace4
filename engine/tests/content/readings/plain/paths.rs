//! Walks the paths of the tree one at a time, and collects the flaws along them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Reader, list, text};

impl Reader<'_> {
    /// Returns the target of a route, and where it's written.
    fn leads(&self, route: &Value, at: &str, given: &[String]) -> Option<(String, String)> {
        let Value::Array(cases) = route else { return Some((text(route), at.to_owned())) };
        let (index, case) = cases.iter().enumerate().find(|(_, case)| self.meets(case, given))?;
        self.sees(case, &format!("{at}/{index}"), given);
        Some((text(&case["go"]), format!("{at}/{index}/go")))
    }

    /// Walks every path.
    pub fn walk(&self) -> Met {
        let mut met = Met::default();
        self.lead_on(&self.written.tree["start"], "/start", ("", ""), &mut Vec::new(), &mut met);
        // Two nodes may not share an id.
        let mut keys: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for Step { id, key, .. } in &met.steps {
            if let Some(id) = id {
                keys.entry(id).or_default().insert(key);
            }
        }
        for (id, keys) in keys {
            let pairs = keys.iter().flat_map(|one| keys.iter().map(move |other| [one, other]));
            let pairs = pairs.filter(|[one, other]| one < other).map(|pair| format!("same id {id} {pair:?}"));
            met.flaws.extend(pairs);
        }
        met
    }

    /// Follows the route of a node's answer, or of the start. A misspelled name is a flaw, and leads to the node that
    /// was meant.
    fn lead_on(&self, route: &Value, at: &str, from: (&str, &str), given: &mut Vec<String>, met: &mut Met) {
        let Some((key, at)) = self.leads(route, at, given) else {
            met.flaws.insert(format!("no case {at}"));
            return;
        };
        let to = meant(&self.written.tree, &key);
        met.edges.insert((from.0.to_owned(), from.1.to_owned(), to.clone()));
        if to.as_ref() != Some(&key) {
            met.flaws.insert(format!("no node {at}"));
        }
        let Some(to) = to else { return };
        // Asking the same question twice is a cycle.
        let asked: Vec<&str> = given.iter().map(|given| given.split('.').next().unwrap()).collect();
        if asked.contains(&to.as_str()) {
            met.circular.insert(to);
            return;
        }
        self.come_to(&to, given, met);
    }

    fn come_to(&self, key: &str, given: &mut Vec<String>, met: &mut Met) {
        let shown = self.node(key, given, &mut met.flaws);
        let question = &self.written.tree["questions"][key];
        let solution = &self.written.tree["solutions"][key];
        let id = match solution.get("id_from") {
            Some(path) => self.attribute(path.as_str().unwrap()).map(text),
            None => Some(key.to_owned()),
        };
        if id.is_none() {
            met.flaws.insert(format!("no id {key}"));
        }
        let beside = self.beside(given);
        let answers: Vec<String> = list(&question["answers"]).map(|answer| text(&answer["id"])).collect();
        if !answers.is_empty() && list(&shown["answers"]).next().is_none() {
            met.flaws.insert(format!("no answer /questions/{key}/answers"));
        }
        met.steps.push(Step { given: given.clone(), key: key.to_owned(), id, shown, beside, answers });
        for (index, answer) in list(&question["answers"]).enumerate() {
            if !self.meets(answer, given) {
                continue;
            }
            let (at, id) = (format!("/questions/{key}/answers/{index}/go"), text(&answer["id"]));
            // An answer counts as given when its route is taken.
            given.push(format!("{key}.{id}"));
            self.lead_on(&answer["go"], &at, (key, &id), given, met);
            given.pop();
        }
    }

    /// Returns whether a path check covers this region on this day.
    pub fn is_meant(&self, check: &Value) -> bool {
        let code = &self.region.unwrap()["code"];
        check.get("states").is_none_or(|codes| list(codes).any(|named| named == code))
            && self.meets(check, &[])
    }

    /// Returns whether a check fails for any of the paths that it covers.
    pub fn fails(&self, check: &Value, met: &Met) -> bool {
        let path: Vec<String> = list(&check["answers"]).map(text).collect();
        let behind = || met.steps.iter().filter(|step| step.given.starts_with(&path));
        let wrong =
            |step: &Step| step.is_end() && !list(&check["ends"]).any(|end| Some(text(end)) == step.id);
        behind().next().is_none() || behind().any(wrong)
    }
}

/// Returns the node that a key refers to; a misspelled key has one letter too many.
fn meant(tree: &Value, key: &str) -> Option<String> {
    let is_there = |key: &&str| tree["questions"].get(key).or(tree["solutions"].get(key)).is_some();
    [key, &key[..key.len() - 1]].into_iter().find(is_there).map(str::to_owned)
}

/// The flaws, each with its place.
pub type Flaws = BTreeSet<String>;

/// A node after the answers given so far.
#[derive(Debug, Clone)]
pub struct Step {
    pub given: Vec<String>,
    pub key: String,
    /// The ID; absent if the region doesn't have one for this node.
    pub id: Option<String>,
    /// The node as served, except for where its answers lead.
    pub shown: Value,
    pub beside: Value,
    /// The ids of all its answers, whether offered or not.
    pub answers: Vec<String>,
}

impl Step {
    pub fn is_end(&self) -> bool {
        self.shown["kind"] == "solution"
    }
}

/// Everything that one reader comes across. No flaw stops the walk, except asking a question again.
#[derive(Debug, Default)]
pub struct Met {
    /// Every path.
    pub steps: Vec<Step>,
    /// Node, answer and, if there is one, next node; for the start, the first two are empty.
    pub edges: BTreeSet<(String, String, Option<String>)>,
    /// The questions that a path asks a second time.
    pub circular: BTreeSet<String>,
    pub flaws: Flaws,
}

impl Met {
    /// Returns whether the reader has no tree because of flaws or cycles.
    pub fn is_wrong(&self) -> bool {
        !self.flaws.is_empty() || !self.circular.is_empty()
    }

    /// Returns the distinct lists of answers that can lead to a place: those that lead to its node, plus the answer
    /// itself if the place is in that answer's route. For a place outside the nodes, they include the empty list.
    pub fn after(&self, at: &str) -> Vec<Vec<String>> {
        let mut path = at.split('/').skip(1);
        let (Some("questions" | "solutions"), Some(key)) = (path.next(), path.next()) else {
            return self.steps.iter().map(|step| step.given.clone()).chain([Vec::new()]).collect();
        };
        let answer = (path.next() == Some("answers")).then(|| path.next().unwrap().parse::<usize>().unwrap());
        // An answer's own conditions are checked before it's given.
        let answer = answer.filter(|_| path.next().is_some());
        let here = self.steps.iter().filter(|step| step.key == key);
        let given = here.map(|step| {
            let mut given = step.given.clone();
            if let Some(answer) = answer {
                given.push(format!("{key}.{}", step.answers[answer]));
            }
            given
        });
        given.collect()
    }
}
