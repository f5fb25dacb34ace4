//! Path checks as they have to read now that the tree asks other questions, and which of them only a person can decide.
//!
//! A check is rewritten only where the same people end at the same place: an answer that nobody is asked for any more goes,
//! and a new question on the way makes one check for each of its answers. Whoever ends elsewhere keeps the old end, so that
//! lint goes on saying so, until someone accepts it.

use std::collections::{BTreeMap, BTreeSet};

use super::path_checks::{meant, pairs, stopped_at};
use super::rewritten_check::{New, Said, rewritten};
use super::{few, whom};
use crate::content::document::item;
use crate::diagnostics::{Edit, Place};
use crate::readings::{Guidance, ReaderSet, Readings, Step};

/// A check that more ways lead on from is left to a person.
const MOST: usize = 50;

/// What comes of the checks of a content folder.
#[derive(Debug, Default)]
pub struct Updated {
    /// One for each check that is rewritten.
    pub edits: Vec<Edit>,
    /// How many checks come of those.
    pub made: usize,
    /// The checks that don't hold and aren't made to, in the order of the file.
    pub left: Vec<Left>,
}

/// A check that a person has to look at.
#[derive(Debug)]
pub struct Left {
    /// Place of the check in the list.
    pub check: usize,
    pub place: Place,
    pub message: String,
    /// Whether it only ends elsewhere, which can be accepted.
    pub moved: bool,
}

/// Where the answers of a check lead some readers.
struct Way {
    answers: Vec<String>,
    /// Where it ends, if that isn't where the check says.
    moved: Option<String>,
    readers: ReaderSet,
}

/// What may come of a check.
struct Candidate {
    /// Place of the check in the list.
    check: usize,
    said: Said,
    holds: bool,
    readers: ReaderSet,
    /// Whether the check says it already.
    own: bool,
}

/// Looks at all checks. Those that are `accepted`, by their places in the list, get their new ends. The content must have
/// no errors but those of its path checks.
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
        let left = match Walk::all(readings, guidance, &given, &own.ends, &among) {
            Ok(ways) => {
                let left = moved(readings, &ways, &own.ends).filter(|_| !accept);
                add_candidates(readings, check, &own, &ways, accept, &mut candidates);
                left.map(|message| (message, true))
            }
            Err(why) => {
                let (said, holds) = (own, false);
                candidates.push(Candidate { check, said, holds, readers: among, own: true });
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
            New { said, states: some.map(|some| some.into_iter().map(code).collect()) }
        });
        let new: Vec<New<'_>> = new.collect();
        updated.made += new.len();
        updated.edits.push(rewritten(&checks.document, of_check[0].0.check, &new));
    }
    updated
}

/// What a check's ways come to for each region. Nothing changes for one of which nobody ends where the check says, unless
/// that is accepted.
fn add_candidates(
    readings: &Readings<'_>,
    check: usize,
    own: &Said,
    ways: &[Way],
    accept: bool,
    candidates: &mut Vec<Candidate>,
) {
    let first = candidates.len();
    let everyone = ReaderSet::union(readings.readers.count(), ways.iter().map(|way| &way.readers));
    for region in readings.readers.regions_of(&everyone) {
        let all = readings.readers.all_of_region(region).and(&everyone);
        let here: Vec<&Way> = ways.iter().filter(|way| way.readers.meets(&all)).collect();
        let some_hold = here.iter().any(|way| way.moved.is_none());
        for way in here {
            let answers = if accept || some_hold { &way.answers } else { &own.answers };
            let ends = way.moved.as_ref().filter(|_| accept).map(|end| vec![end.clone()]);
            let said = Said { answers: answers.clone(), ends: ends.unwrap_or_else(|| own.ends.clone()) };
            let holds = accept || way.moved.is_none();
            match candidates[first..].iter_mut().find(|known| known.holds == holds && known.said == said) {
                Some(known) => known.readers.add(&all),
                None => {
                    let (own, readers) = (said == *own, all.clone());
                    candidates.push(Candidate { check, said, holds, readers, own });
                }
            }
        }
    }
}

/// The readers of each candidate for whom no other one says the same. What isn't true is said once of the same answers, and
/// not at all where a check that was there before says what is.
fn without_known(candidates: &[Candidate]) -> Vec<ReaderSet> {
    let mut news: Vec<ReaderSet> = candidates.iter().map(|candidate| candidate.readers.clone()).collect();
    let (own, mut order): (Vec<usize>, Vec<usize>) =
        (0..candidates.len()).partition(|at| candidates[*at].own);
    order.sort_by_key(|at| !candidates[*at].holds);
    let mut known = own;
    for at in order {
        let new = &candidates[at];
        for other in &known {
            let old = &candidates[*other];
            let same = if new.holds {
                old.holds && old.said == new.said
            } else {
                (old.own || !old.holds) && old.said.answers == new.said.answers
            };
            if same {
                let there = news[*other].clone();
                news[at].remove(&there);
            }
        }
        known.push(at);
    }
    news
}

/// Where those end who don't end where the check says; `None` where all do.
fn moved(readings: &Readings<'_>, ways: &[Way], ends: &[String]) -> Option<String> {
    let ids: BTreeSet<&str> = ways.iter().filter_map(|way| way.moved.as_deref()).collect();
    let who = ways.iter().filter(|way| way.moved.is_some()).map(|way| &way.readers);
    let who = ReaderSet::union(readings.readers.count(), who);
    let (ids, ends) = (few(ids), few(ends));
    (!who.is_empty()).then(|| format!("the path ends at {ids}, not at {ends}, for {}", whom(readings, &who)))
}

/// Follows a check's answers in whatever order they're asked for, and every answer of a question on the way that isn't
/// among them.
struct Walk<'a, 'c> {
    readings: &'c Readings<'a>,
    guidance: &'c Guidance<'a>,
    given: &'c [(&'c str, &'c str)],
    ends: &'c [String],
    ways: Vec<Way>,
    trail: Vec<String>,
}

impl<'a, 'c> Walk<'a, 'c> {
    /// All ways, each with everyone whose it is; or why no check can say them.
    fn all(
        readings: &'c Readings<'a>,
        guidance: &'c Guidance<'a>,
        given: &'c [(&'c str, &'c str)],
        ends: &'c [String],
        among: &ReaderSet,
    ) -> Result<Vec<Way>, String> {
        let mut walk = Self { readings, guidance, given, ends, ways: Vec::new(), trail: Vec::new() };
        walk.from(&guidance.begin(among), 0)?;
        for region in readings.readers.regions_of(among) {
            let all = readings.readers.all_of_region(region).and(among);
            let mut parts = walk.ways.iter().map(|way| way.readers.and(&all)).filter(|part| !part.is_empty());
            if parts.any(|part| part != all) {
                let whom = whom(readings, &all);
                return Err(format!(
                    "for {whom}, where the path leads depends on the day; write one check for each period, with from and until"
                ));
            }
        }
        Ok(walk.ways)
    }

    /// Goes on from where some have come; `next` is the place of the answer that the check has next.
    fn from(&mut self, steps: &[Step], next: usize) -> Result<(), String> {
        let mut by_node: BTreeMap<usize, Vec<Step>> = BTreeMap::new();
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
            // It may be the same question under another name.
            let gone = self.given.get(next).filter(|(question, _)| self.guidance.entry(question).is_none());
            if let Some((gone, _)) = gone {
                return Err(format!(
                    "the tree asks {} where the check says {gone}, which is gone; if it was only renamed, write the new name",
                    node.key
                ));
            }
            for own in node.answers() {
                self.answer(&on, node.key, &own.answer.id, next)?;
            }
        }
        Ok(())
    }

    fn answer(&mut self, steps: &[Step], question: &str, answer: &str, next: usize) -> Result<(), String> {
        self.trail.push(format!("{question}.{answer}"));
        self.from(&self.guidance.next(steps, question, answer), next)?;
        self.trail.pop();
        Ok(())
    }

    /// Notes where those end for whom the answers so far decide it, and gives back the others.
    fn settle(&mut self, mut steps: Vec<Step>) -> Result<Vec<Step>, String> {
        let mut asked = self.readings.readers.none();
        // By reader.
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
            return Err(format!("more than {MOST} ways lead on from here; decide what the check should say"));
        }
        Ok(steps)
    }

    fn note(&mut self, reader: usize, moved: Option<String>) {
        let known = self.ways.iter().position(|way| way.answers == self.trail && way.moved == moved);
        let at = known.unwrap_or_else(|| {
            let readers = self.readings.readers.none();
            self.ways.push(Way { answers: self.trail.clone(), moved, readers });
            self.ways.len() - 1
        });
        self.ways[at].readers.insert(reader);
    }
}
