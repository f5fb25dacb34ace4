//! Makes sure that the search doesn't get worse on six sets of queries: it checks the figures for each kind of query,
//! how often the right answer isn't strong, and how often a wrong one is. Each ranking technique must also improve a
//! metric.
//!
//! The floors are in `data/search/floors.yaml`; `UPDATE_FLOORS=1 cargo test --test content search_quality` sets them
//! slightly below the current figures. Read the difference before you commit it: a lower floor means that the search
//! got worse.

#[path = "../../benches/support/files.rs"]
mod files;
#[expect(dead_code, reason = "the test looks at some of the figures")]
#[path = "../../examples/evaluate_search/measure.rs"]
mod measure;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use crate::lint_support::{Content, data, printed};
use callguide::content::Kind;
use callguide::content::model::{Lenient, SearchCheck};
use callguide::diagnostics::{Diagnostic, Severity};
use callguide::faq::{Index, Ranking, Regions};
use files::Set;
use measure::{Figures, Outcome};
use serde::{Deserialize, Serialize};

const FLOORS: &str = "search/floors.yaml";

/// How far below the current figure a floor is set.
const MARGIN: f64 = 0.02;

/// The same for text that staff may change at any time.
const MARGIN_OF_CONTENT: f64 = 0.05;

/// A query set, ready to run.
struct Ready {
    set: Set,
    index: Index,
    searches: Lenient<SearchCheck>,
}

impl Ready {
    /// Returns the outcomes of the queries that aren't held back.
    fn ask(&self, ranking: &Ranking) -> Vec<Outcome<'_>> {
        let open: Vec<&SearchCheck> = self.searches.iter().filter(|search| !search.held_back).collect();
        measure::ask(&self.index, ranking, &open, false)
    }

    fn is_content(&self) -> bool {
        self.set.content.ends_with("content")
    }
}

static SETS: LazyLock<Vec<Ready>> = LazyLock::new(|| {
    let ready = |set: Set| {
        let faq = files::read_set(&set).unwrap();
        let index = Index::of_regions(faq.entries, Regions::named(faq.names), faq.errands, &faq.synonyms);
        Ready { set, index, searches: faq.searches }
    };
    files::sets().into_iter().map(ready).collect()
});

/// A set's floors.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Floors {
    /// The lowest MRR@10, by kind and overall.
    mrr: BTreeMap<String, f64>,
    /// The highest share of queries where the right entry isn't strong.
    not_strong: f64,
    /// The highest share of queries that get a strong result although no entry answers them.
    #[serde(skip_serializing_if = "Option::is_none")]
    unanswerable_strong: Option<f64>,
}

/// Returns the figures by kind, including `all`.
fn by_kind(outcomes: &[Outcome<'_>]) -> BTreeMap<String, Figures> {
    let kind = |outcome: &Outcome<'_>| outcome.search.kind.clone().unwrap();
    let kinds: BTreeSet<String> = outcomes.iter().map(kind).collect();
    let of = |wanted: &String| Figures::of(outcomes.iter().filter(|outcome| kind(outcome) == *wanted));
    let mut all: BTreeMap<String, Figures> = kinds.iter().map(|kind| (kind.clone(), of(kind))).collect();
    all.insert("all".to_owned(), Figures::of(outcomes));
    all
}

/// Rounds down to two decimal places, so that differences are easy to see.
fn rounded_down(figure: f64) -> f64 {
    (figure.max(0.0) * 100.0).floor() / 100.0
}

fn reached(ready: &Ready, figures: &BTreeMap<String, Figures>) -> Floors {
    let margin = if ready.is_content() { MARGIN_OF_CONTENT } else { MARGIN };
    let at_most = |share: f64| 1.0 - rounded_down(1.0 - share - margin);
    let at_most = |share: f64| (at_most(share) * 100.0).round() / 100.0;
    let all = &figures["all"];
    let answerable = figures.iter().filter(|(_, of)| of.answerable > 0);
    Floors {
        mrr: answerable.map(|(kind, of)| (kind.clone(), rounded_down(of.mrr() - margin))).collect(),
        not_strong: at_most(all.not_strong()),
        unanswerable_strong: (all.unanswerable > 0).then(|| at_most(all.unanswerable_strong())),
    }
}

#[test]
fn each_set_is_answered_at_least_as_well_as_before() {
    let path = data(FLOORS);
    let mut now: BTreeMap<String, Floors> = BTreeMap::new();
    let held: BTreeMap<String, Floors> =
        fs::read_to_string(&path).map(|text| serde_yaml::from_str(&text).unwrap()).unwrap_or_default();
    let mut wrong = Vec::new();
    for ready in SETS.iter() {
        let name = &ready.set.name;
        let figures = by_kind(&ready.ask(&Ranking::default()));
        now.insert(name.clone(), reached(ready, &figures));
        let floors = held.get(name).cloned().unwrap_or_default();
        for (kind, of) in figures.iter().filter(|(_, of)| of.answerable > 0) {
            match floors.mrr.get(kind) {
                Some(floor) if of.mrr() >= *floor => {}
                floor => wrong.push(format!("{name}, {kind}: MRR@10 {:.3}, held {floor:?}", of.mrr())),
            }
        }
        let all = &figures["all"];
        if all.not_strong() > floors.not_strong {
            wrong.push(format!(
                "{name}: {:.3} of the right entries aren't strong, at most {}",
                all.not_strong(),
                floors.not_strong
            ));
        }
        if all.unanswerable_strong() > floors.unanswerable_strong.unwrap_or(0.0) {
            wrong.push(format!(
                "{name}: {:.3} of the queries that nothing answers get a strong result, at most {:?}",
                all.unanswerable_strong(),
                floors.unanswerable_strong
            ));
        }
    }
    if std::env::var_os("UPDATE_FLOORS").is_some() {
        let text = serde_yaml::to_string(&now).unwrap();
        fs::write(&path, format!("# What the search must reach: `UPDATE_FLOORS=1 cargo test --test content search_quality` writes this.\n{text}")).unwrap();
        return;
    }
    assert!(
        wrong.is_empty(),
        "the search got worse (`evaluate_search -- --without-held-back --misses` says where):\n{}",
        wrong.join("\n")
    );
    assert_eq!(held.keys().collect::<Vec<_>>(), now.keys().collect::<Vec<_>>(), "floors of each set");
}

/// Ideas that aren't needed by any query in the sets, but that are rules of the search: `faq/tests/ideas.rs` shows
/// each at work.
const BY_RULE: [&str; 1] = ["beside the best"];

/// An idea that doesn't improve any figure is only more code to read.
#[test]
fn every_ranking_idea_improves_a_figure() {
    assert!(!Ranking::IDEAS.is_empty());
    let figures = |ready: &Ready, ranking: &Ranking| Figures::of(&ready.ask(ranking));
    let with: Vec<Figures> = SETS.iter().map(|ready| figures(ready, &Ranking::default())).collect();
    let idle = Ranking::IDEAS.iter().filter(|(_, turn_off)| {
        let mut ranking = Ranking::default();
        turn_off(&mut ranking);
        !SETS.iter().zip(&with).any(|(ready, with)| {
            let without = figures(ready, &ranking);
            with.mrr() > without.mrr()
                || with.not_strong() < without.not_strong()
                || with.unanswerable_strong() < without.unanswerable_strong()
        })
    });
    let idle: Vec<&str> = idle.map(|(name, _)| *name).filter(|name| !BY_RULE.contains(name)).collect();
    assert!(idle.is_empty(), "worth nothing on any set: {}", idle.join(", "));
}

/// The sets pass the schemas and the rules, so no query is silently skipped. Entries that the search doesn't find are
/// allowed, because that's what the sets measure.
#[test]
fn the_query_sets_are_valid() {
    let is_set = |name: &str| matches!(Kind::of(name), Some(Kind::Faq | Kind::Search | Kind::ChecksSearches));
    for ready in SETS.iter().filter(|ready| ready.set.name != "shipped") {
        let mut content =
            if ready.is_content() { Content::read(&ready.set.content) } else { Content::base() };
        if let Some(file) = &ready.set.searches {
            content.0.insert("checks/searches.yaml".to_owned(), fs::read(file).unwrap());
        } else {
            content.0.retain(|name, _| !is_set(name));
            content.0.extend(Content::read(&ready.set.content).0);
        }
        let mut examined = content.examine();
        let counts = |d: &Diagnostic| {
            d.severity == Severity::Error && is_set(&d.place.file) && d.rule != "search-check"
        };
        examined.findings.retain(counts);
        assert!(examined.findings.is_empty(), "{}:\n{}", ready.set.name, printed(&examined));
        let answerable = ready.searches.iter().filter(|search| !search.expect.is_empty()).count();
        assert!(answerable >= 120, "{}: {answerable} queries that an entry answers", ready.set.name);
        assert!(ready.searches.len() > answerable, "{}: queries that none answers", ready.set.name);
    }
}
