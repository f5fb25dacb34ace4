//! The parts of a report on a comparison, in order, whatever its format.

use super::change::Change;
use super::comparison::Comparison;
use super::paths::PathChange;
use super::phrase::{self, section};
use super::words::{around, words};
use callguide_search::api::changes::{ChangeKind, Piece};

/// One part of a report.
#[derive(Debug)]
pub enum Part<'a> {
    Section(&'static str),
    File(&'a str),
    /// The subject of the changes that follow.
    Subject(&'a str),
    Paths(&'a PathChange),
    /// A move, reported in one line together with its subject.
    Move(&'a Change),
    Change(&'a Change),
    /// The name of an item and what's said about it.
    Item(&'a str, String),
    Rewritten(String),
}

impl Part<'_> {
    /// Whether this part is only a title for the ones that follow.
    pub fn is_title(&self) -> bool {
        matches!(self, Self::Section(_) | Self::File(_) | Self::Subject(_))
    }
}

/// Returns the parts of a report after its summary, the most important changes first.
pub fn parts(comparison: &Comparison) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    out.extend((!comparison.paths.is_empty()).then_some(Part::Section("Paths")));
    out.extend(comparison.paths.iter().map(Part::Paths));
    let said = comparison.changes.iter().any(|change| change.said_to_voters);
    for changes in comparison.changes.chunk_by(|a, b| section(a) == section(b)) {
        out.push(Part::Section(match section(&changes[0]) {
            (true, _) => "Said to voters",
            (_, true) => "Checks",
            _ if said => "Everything else",
            _ => "Changes",
        }));
        for file in changes.chunk_by(|a, b| a.file == b.file) {
            out.extend(file.first().map(|first| Part::File(&first.file)));
            for subject in file.chunk_by(|a, b| a.subject == b.subject) {
                let is_move = |change: &&Change| change.kind == ChangeKind::Order && change.field.is_empty();
                let (moves, rest): (Vec<&Change>, Vec<&Change>) = subject.iter().partition(is_move);
                out.extend(moves.into_iter().map(Part::Move));
                out.extend(rest.first().map(|first| Part::Subject(&first.subject)));
                out.extend(rest.into_iter().map(Part::Change));
            }
        }
    }
    out.extend((!comparison.links.is_empty()).then_some(Part::Section("Links")));
    out.extend(comparison.links.iter().map(|link| Part::Item(&link.link, phrase::link_use(link))));
    out.extend((!comparison.dates.is_empty()).then_some(Part::Section("Dates")));
    out.extend(comparison.dates.iter().map(|change| Part::Item(&change.place, phrase::dates(change))));
    let rewritten = comparison.rewritten.join(", ");
    out.extend((!rewritten.is_empty()).then_some(Part::Rewritten(rewritten)));
    out
}

/// Returns the text of a change: both versions woven together, or the only one there is.
pub fn pieces(change: &Change) -> Vec<Piece> {
    let (old, new) = (change.old.clone(), change.new.clone());
    match (&old, &new) {
        (Some(old), Some(new)) => around(words(old, new)),
        _ => old.map(Piece::Removed).into_iter().chain(new.map(Piece::Added)).collect(),
    }
}
