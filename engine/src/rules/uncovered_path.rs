//! `uncovered-path`: where `checks/paths.yaml` says that it is complete, a path that none of its checks covers.

use std::collections::BTreeMap;

use super::path_checks::{meant, pairs};
use super::{Context, whom};
use crate::content::Kind;
use crate::diagnostics::Diagnostic;
use crate::readings::{Outline, OutlineBody, ReaderSet};

/// How many of the paths are named.
const SHOWN: usize = 3;

/// A check, with what its paths begin with and whom it is about.
type Check<'a> = (Vec<(&'a str, &'a str)>, ReaderSet);

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = context.draft.path_checks.as_ref().filter(|file| file.complete) else { return };
    let kinds = [Kind::DecisionTree, Kind::States, Kind::ChecksPaths];
    if kinds.into_iter().any(|kind| context.broken(kind, |rule| rule != "path-check")) {
        return;
    }
    let readings = context.readings;
    let checks: Vec<Check<'_>> =
        file.paths.iter().filter_map(|check| Some((pairs(check)?, meant(readings, check)))).collect();
    let mut uncovered: BTreeMap<Vec<(&str, &str)>, ReaderSet> = BTreeMap::new();
    for class in readings.classes(&readings.readers.coming().and(readings.readers.in_regions())) {
        let readers: Vec<usize> = class.iter().collect();
        let outline = readers.first().and_then(|first| readings.outline(*first));
        let Some(Ok(outline)) = outline else { continue };
        let mut walk = Walk { outline: &outline, trail: Vec::new(), uncovered: Vec::new() };
        walk.descend(outline.start, checks.iter().collect(), readers);
        for (path, readers) in walk.uncovered {
            let whom = uncovered.entry(path).or_insert_with(|| readings.readers.none());
            readers.into_iter().for_each(|reader| whom.insert(reader));
        }
    }
    if uncovered.is_empty() {
        return;
    }
    let ways: Vec<String> = uncovered.keys().take(SHOWN).map(|path| in_words(path)).collect();
    let more = match uncovered.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let all = uncovered.values().fold(readings.readers.none(), |mut all, readers| {
        all.add(readers);
        all
    });
    let message = format!("no check covers {}{more}, for {}", ways.join("; "), whom(readings, &all));
    let place = file.document.key_at("/complete");
    found.push(
        Diagnostic::warning("uncovered-path", place, message)
            .help("add a check for each of them, or remove `complete: true` if some are enough"),
    );
}

fn in_words(path: &[(&str, &str)]) -> String {
    match path {
        [] => "any path".to_owned(),
        path => path.iter().map(|(question, answer)| format!("{question}.{answer}")).collect::<Vec<_>>().join(" → "),
    }
}

struct Walk<'o, 'r> {
    outline: &'o Outline<'r>,
    trail: Vec<(&'r str, &'r str)>,
    /// What paths begin with that nothing covers, and for whom.
    uncovered: Vec<(Vec<(&'r str, &'r str)>, Vec<usize>)>,
}

impl Walk<'_, '_> {
    /// Goes on only where a check does, so that the work is that of following the checks.
    fn descend(&mut self, at: usize, checks: Vec<&Check<'_>>, mut readers: Vec<usize>) {
        let depth = self.trail.len();
        let (ended, longer): (Vec<&Check<'_>>, Vec<&Check<'_>>) =
            checks.into_iter().partition(|(answers, _)| answers.len() == depth);
        readers.retain(|reader| !ended.iter().any(|(_, meant)| meant.contains(*reader)));
        let longer: Vec<&Check<'_>> = longer
            .into_iter()
            .filter(|(_, meant)| readers.iter().any(|reader| meant.contains(*reader)))
            .collect();
        if readers.is_empty() {
            return;
        }
        match &self.outline.node(at).body {
            OutlineBody::Question { answers, .. } if !longer.is_empty() => {
                let key = self.outline.node(at).key;
                for answer in answers {
                    let given = (key, answer.id);
                    let on = longer.iter().copied().filter(|(answers, _)| answers[depth] == given).collect();
                    self.trail.push(given);
                    self.descend(answer.next, on, readers.clone());
                    self.trail.pop();
                }
            }
            _ => self.uncovered.push((self.trail.clone(), readers)),
        }
    }
}
