//! Rewrites path checks for a tree that now asks different questions, and lists the checks that need a person's
//! decision.
//!
//! A check is rewritten only if the same readers still end at the same node: an answer to a question that's no longer
//! asked is removed, and a new question on the path splits the check into one for each of its answers. For readers who
//! now end at a different node, the check keeps the old end, so lint keeps reporting it until someone accepts the new
//! one.

use std::collections::{BTreeMap, BTreeSet};

use super::findings::{few, whom};
use super::path_checks::{pairs, stopped_at};
use super::pieces::meant;
use super::rewritten_check::{NewCheck, Said, rewritten};
use crate::content::document::item;
use crate::readings::{Guidance, Reached, ReaderSet, Readings};
use callguide_search::diagnostics::{Edit, Place};

/// If more paths than this continue a check, the check is left to a person.
const MOST: usize = 50;

/// The result of updating a content folder's checks.
#[derive(Debug, Default)]
pub struct Updated {
    /// One edit for each check that's rewritten.
    pub edits: Vec<Edit>,
    /// The number of checks that those edits produce.
    pub made: usize,
    /// The checks that fail and aren't rewritten to pass, in file order.
    pub left: Vec<Left>,
}

/// A check that a person has to review.
#[derive(Debug)]
pub struct Left {
    /// Index of the check in the list.
    pub check: usize,
    pub place: Place,
    pub message: String,
    /// Whether the only change is a different end, which can be accepted.
    pub moved: bool,
}

/// Where a check's answers lead some of its readers.
struct CheckWay {
    answers: Vec<String>,
    /// The actual end, if it isn't the one in the check.
    moved: Option<String>,
    readers: ReaderSet,
}

/// A check that an existing one may be rewritten to.
struct Candidate {
    /// Index of the check in the list.
    check: usize,
    said: Said,
    holds: bool,
    readers: ReaderSet,
    /// Whether it's identical to the existing check.
    own: bool,
}

/// Updates all checks. The `accepted` ones, by their indexes in the list, get their new ends. Precondition: the
/// content has no errors other than in its path checks.
pub fn update(readings: &Readings<'_>, accepted: &BTreeSet<usize>) -> Updated {
    let mut updated = Updated::default();
    let (Some(checks), Some(guidance)) = (&readings.draft().path_checks, &readings.guidance) else {
        return updated;
    };
    let whole = readings.whole();
    let mut candidates: Vec<Candidate> = Vec::new();
    for (check, written) in checks.paths.indexed() {
        let Some(given) = pairs(written) else { continue };
        let ahead = readings.conditions().ahead(written.window);
        let among = meant(readings, written).and(&ahead).and(&whole);
        let own = Said::of(written);
        let accept = accepted.contains(&check);
        let left = match CheckWalk::all(readings, guidance, &given, &own.ends, &among) {
            Ok(ways) => {
                let left = moved(readings, &ways, &own.ends).filter(|_| !accept);
                add_candidates(readings, check, &own, &ways, accept, &mut candidates);
                left.map(|message| (message, true))
            }
            Err(why) => {
                candidates.push(Candidate { check, said: own, holds: false, readers: among, own: true });
                Some((why, false))
            }
        };
        if let Some((message, moved)) = left {
            let place = checks.document.value_at(&item("/paths", check));
            updated.left.push(Left { check, place, message, moved });
        }
    }
    let news = without_known(&candidates);
    let mut all = candidates.iter().zip(news).collect::<Vec<_>>();
    for of_check in all.chunk_by_mut(|(a, _), (b, _)| a.check == b.check) {
        if of_check.iter().all(|(candidate, _)| candidate.own) {
            continue;
        }
        let whole = ReaderSet::union(readings.readers.count(), of_check.iter().map(|(old, _)| &old.readers));
        let mut new: Vec<(&Said, ReaderSet)> = Vec::new();
        for (candidate, readers) in of_check.iter().filter(|(_, readers)| !readers.is_empty()) {
            match new.iter_mut().find(|(said, _)| **said == candidate.said) {
                Some((_, known)) => known.add(readers),
                None => new.push((&candidate.said, readers.clone())),
            }
        }
        let regions = readings.readers.regions_of(&whole);
        let new = new.into_iter().map(|(said, readers)| {
            let some = Some(readings.readers.regions_of(&readers)).filter(|some| *some != regions);
            let code = |region: usize| readings.draft().regions[region].code.clone();
            NewCheck { said, states: some.map(|some| some.into_iter().map(code).collect()) }
        });
        let new: Vec<NewCheck<'_>> = new.collect();
        updated.made += new.len();
        updated.edits.push(rewritten(&checks.document, of_check[0].0.check, &new));
    }
    updated
}

/// Adds the candidates that a check's paths produce for each region. The check stays the same for a region in which no
/// reader ends where the check says, unless the new end is accepted.
fn add_candidates(
    readings: &Readings<'_>,
    check: usize,
    own: &Said,
    ways: &[CheckWay],
    accept: bool,
    candidates: &mut Vec<Candidate>,
) {
    let first = candidates.len();
    let everyone = ReaderSet::union(readings.readers.count(), ways.iter().map(|way| &way.readers));
    for region in readings.readers.regions_of(&everyone) {
        let all = readings.readers.all_of_region(region).and(&everyone);
        let here: Vec<&CheckWay> = ways.iter().filter(|way| way.readers.meets(&all)).collect();
        let some_hold = here.iter().any(|way| way.moved.is_none());
        for way in here {
            let answers = if accept || some_hold { &way.answers } else { &own.answers };
            let ends = way.moved.as_ref().filter(|_| accept).map(|end| vec![end.clone()]);
            let said = Said { answers: answers.clone(), ends: ends.unwrap_or_else(|| own.ends.clone()) };
            let holds = accept || way.moved.is_none();
            match candidates[first..].iter_mut().find(|known| known.holds == holds && known.said == said) {
                Some(known) => known.readers.add(&all),
                None => {
                    let own = said == *own;
                    candidates.push(Candidate { check, said, holds, readers: all.clone(), own });
                }
            }
        }
    }
}

/// For each candidate, the readers for whom no other candidate is the same. If several failing checks have the same
/// answers, only one is kept, or none if an existing check already has those answers.
fn without_known(candidates: &[Candidate]) -> Vec<ReaderSet> {
    let mut news: Vec<ReaderSet> = candidates.iter().map(|candidate| candidate.readers.clone()).collect();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|at| (!candidates[*at].own, !candidates[*at].holds));
    for (nth, at) in order.iter().enumerate().filter(|(_, at)| !candidates[**at].own) {
        let new = &candidates[*at];
        for other in &order[..nth] {
            let old = &candidates[*other];
            let same = if new.holds {
                old.holds && old.said == new.said
            } else {
                (old.own || !old.holds) && old.said.answers == new.said.answers
            };
            if same {
                let there = news[*other].clone();
                news[*at].remove(&there);
            }
        }
    }
    news
}

/// Describes the actual ends of the readers who don't end where the check says; `None` if all do.
fn moved(readings: &Readings<'_>, ways: &[CheckWay], ends: &[String]) -> Option<String> {
    let ids: BTreeSet<&str> = ways.iter().filter_map(|way| way.moved.as_deref()).collect();
    let who = ways.iter().filter(|way| way.moved.is_some()).map(|way| &way.readers);
    let who = ReaderSet::union(readings.readers.count(), who);
    let (ids, ends) = (few(ids), few(ends));
    (!who.is_empty()).then(|| format!("the path ends at {ids}, not at {ends}, for {}", whom(readings, &who)))
}

/// Follows a check's answers in whatever order the questions are asked, and tries every answer to any other question on
/// the path.
struct CheckWalk<'a, 'c> {
    readings: &'c Readings<'a>,
    guidance: &'c Guidance<'a>,
    given: &'c [(&'c str, &'c str)],
    ends: &'c [String],
    ways: Vec<CheckWay>,
    trail: Vec<String>,
}

impl<'a, 'c> CheckWalk<'a, 'c> {
    /// Returns all paths, each with its readers, or the reason why no check can describe them.
    fn all(
        readings: &'c Readings<'a>,
        guidance: &'c Guidance<'a>,
        given: &'c [(&'c str, &'c str)],
        ends: &'c [String],
        among: &ReaderSet,
    ) -> Result<Vec<CheckWay>, String> {
        let mut walk = Self { readings, guidance, given, ends, ways: Vec::new(), trail: Vec::new() };
        walk.from(&guidance.begin(among), 0)?;
        for region in readings.readers.regions_of(among) {
            let all = readings.readers.all_of_region(region).and(among);
            let mut parts = walk.ways.iter().map(|way| way.readers.and(&all)).filter(|part| !part.is_empty());
            if parts.any(|part| part != all) {
                let whom = whom(readings, &all);
                return Err(format!(
                    "for {whom}, the end of the path depends on the date; write one check for each period, with from and until"
                ));
            }
        }
        Ok(walk.ways)
    }

    /// Continues from `steps`; `next` is the index of the check's next answer.
    fn from(&mut self, steps: &[Reached], next: usize) -> Result<(), String> {
        let mut by_node: BTreeMap<usize, Vec<Reached>> = BTreeMap::new();
        for step in steps {
            by_node.entry(self.guidance.copies[step.copy].entry).or_default().push(step.clone());
        }
        for (node, steps) in by_node {
            let node = &self.guidance.entries[node];
            if let Some(at) = self.given.iter().position(|(question, _)| *question == node.key) {
                let answer = self.given[at].1;
                for step in &steps {
                    if let Some((problem, who)) = stopped_at(self.guidance, step, node.key, answer) {
                        return Err(format!("{problem}, for {}", whom(self.readings, &who)));
                    }
                }
                self.answer(&steps, node.key, answer, at + 1)?;
                continue;
            }
            let on = self.settle(steps)?;
            if on.is_empty() {
                continue;
            }
            // This may be the same question under a new name.
            let gone = self.given.get(next).filter(|(question, _)| self.guidance.entry(question).is_none());
            if let Some((gone, _)) = gone {
                return Err(format!(
                    "the tree asks {} where the check says {gone}, which no longer exists; if it was only renamed, write the new name",
                    node.key
                ));
            }
            for own in node.answers() {
                self.answer(&on, node.key, &own.answer.id, next)?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, steps: &[Reached], question: &str, answer: &str, next: usize) -> Result<(), String> {
        self.trail.push(format!("{question}.{answer}"));
        self.from(&self.guidance.next(steps, question, answer), next)?;
        self.trail.pop();
        Ok(())
    }

    /// Records the ends of the readers for whom the answers so far determine the end, and returns the steps of the
    /// other readers.
    fn settle(&mut self, mut steps: Vec<Reached>) -> Result<Vec<Reached>, String> {
        let mut asked = self.readings.readers.none();
        // The ids of possible ends, by reader.
        let mut ids: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for (node, who) in self.guidance.ahead(&steps) {
            let node = &self.guidance.entries[node];
            if self.given.iter().any(|(question, _)| *question == node.key) {
                asked.add(&who);
            }
            for reader in who.iter().filter(|_| node.answers().is_empty()) {
                let region = self.readings.readers.reader(reader).region;
                ids.entry(reader).or_default().extend(self.readings.filled(region).id_of(node));
            }
        }
        let mut settled = self.readings.readers.none();
        for (reader, ids) in ids {
            let others: Vec<&String> = ids.iter().filter(|id| !self.ends.contains(id)).collect();
            if !asked.contains(reader) && (others.is_empty() || ids.len() == 1) {
                settled.insert(reader);
                self.note(reader, others.first().copied().cloned());
            }
        }
        steps.iter_mut().for_each(|step| step.readers.remove(&settled));
        steps.retain(|step| !step.readers.is_empty());
        let ways = self.ways.chunk_by(|a, b| a.answers == b.answers).count();
        if ways > MOST {
            return Err(format!(
                "more than {MOST} paths continue from here; decide what the check should say"
            ));
        }
        Ok(steps)
    }

    fn note(&mut self, reader: usize, moved: Option<String>) {
        let known = self.ways.iter().position(|way| way.answers == self.trail && way.moved == moved);
        let at = known.unwrap_or_else(|| {
            let readers = self.readings.readers.none();
            self.ways.push(CheckWay { answers: self.trail.clone(), moved, readers });
            self.ways.len() - 1
        });
        self.ways[at].readers.insert(reader);
    }
}
