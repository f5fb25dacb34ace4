//! `unfilled-placeholder`: a state's attribute in a text that is read for states without it, or where no state is known.

use super::unknown_state::in_words;
use super::{Context, error, whom};
use crate::content::model::{ID_RULE, States};
use crate::content::{Document, Kind};
use crate::diagnostics::Diagnostic;
use crate::readings::{ReaderSet, declaration};
use crate::text::placeholders::names;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(states) = &context.draft.states else { return };
    let own_id = |rule: &str| rule == "no-own-id";
    if context.broken(Kind::States, |_| true) || context.broken(Kind::DecisionTree, own_id) {
        return;
    }
    if let Some(tree) = &context.draft.tree {
        for (pointer, text) in context.strings(&tree.document).filter(|(_, text)| text.contains("{state.")) {
            let readers = || context.readings.readers_at(pointer);
            in_text(context, states, &tree.document, (pointer, text), &readers, found);
        }
    }
    for (pointer, text) in context.strings(&states.document).filter(|(_, text)| text.contains("{state.")) {
        let readers = || context.readings.readers_beside(pointer);
        in_text(context, states, &states.document, (pointer, text), &readers, found);
    }
    if let Some(file) = &context.draft.emergency {
        for (pointer, text) in context.strings(&file.document).filter(|(_, text)| text.contains("{state.")) {
            let readers = || context.readings.readers_in_emergency(pointer);
            in_text(context, states, &file.document, (pointer, text), &readers, found);
        }
    }
    for read in &context.readings.faq {
        let document = &context.draft.faq[read.category].document;
        for (at, choice) in read.answer.choices.iter().enumerate() {
            if !choice.value.contains("{state.") {
                continue;
            }
            let readers = || read.readers_of(at);
            let text = read.answer.text_at(at);
            in_text(context, states, document, (&text, choice.value), &readers, found);
        }
    }
}

fn in_text(
    context: &Context<'_>,
    states: &States,
    document: &Document,
    (pointer, text): (&str, &str),
    readers: &dyn Fn() -> ReaderSet,
    found: &mut Vec<Diagnostic>,
) {
    let readings = context.readings;
    let mut reading: Option<ReaderSet> = None;
    for (index, name) in names(text).enumerate() {
        let Some(path) = name.strip_prefix("state.") else { continue };
        let of_all = matches!(path, "name" | "code");
        let in_words = path == ID_RULE || declaration(&states.attributes, path).is_some_and(in_words);
        if !of_all && !in_words {
            continue;
        }
        let reading = reading.get_or_insert_with(|| readers().and(readings.readers.coming()));
        let lacks = |region: usize| {
            region == readings.readers.general() || !of_all && readings.filled(region).value(path).is_none()
        };
        let without = of_regions(context, reading, &lacks);
        if without.is_empty() {
            continue;
        }
        let nth = names(text).take(index).filter(|other| *other == name).count();
        let place = document.part_at(pointer, &format!("{{{name}}}"), nth);
        let message =
            format!("there is no text or number to fill {{{name}}} with, for {}", whom(readings, &without));
        let general = without.meets(&readings.readers.everybody().but(readings.readers.in_regions()));
        let help = if general {
            "put it into a case that only states read, with a `when`; where no state is known, a case or part without `when` is read".to_owned()
        } else {
            format!("put it into a case `when: {{ has: {path} }}`, or add the attribute to these states")
        };
        found.push(error("unfilled-placeholder", document, pointer, place, &message).help(help));
    }
}

/// Those of `readers` who are of a region that is meant, each region asked once.
pub(super) fn of_regions(
    context: &Context<'_>,
    readers: &ReaderSet,
    is_meant: &dyn Fn(usize) -> bool,
) -> ReaderSet {
    let all = &context.readings.readers;
    let mut meant = all.none();
    for region in all.regions_of(readers).into_iter().filter(|region| is_meant(*region)) {
        all.of_region(region)
            .filter(|reader| readers.contains(*reader))
            .for_each(|reader| meant.insert(reader));
    }
    meant
}
