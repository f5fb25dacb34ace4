//! `unfilled-placeholder`: a state's attribute in a text that's read for states without that attribute, or where no
//! state is known.

use super::context::Context;
use super::findings::whom;
use super::unknown_state::in_words;
use crate::content::Kind;
use crate::content::model::ID_RULE;
use crate::readings::{ReaderSet, declaration};
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::placeholders::places;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(states) = &context.draft.states else { return };
    let own_id = |rule: &str| rule == "no-own-id";
    if context.broken(Kind::States, |_| true) || context.broken(Kind::DecisionTree, own_id) {
        return;
    }
    for text in context.texts().filter(|text| text.read.contains("{state.")) {
        let Some(readers) = context.readers_of(text.kind, text.document, &text.pointer) else { continue };
        for (range, name) in places(text.read) {
            let Some(path) = name.strip_prefix("state.") else { continue };
            let of_all = matches!(path, "name" | "code");
            if !of_all && path != ID_RULE && !declaration(&states.attributes, path).is_some_and(in_words) {
                continue;
            }
            let general = context.readings.readers.general();
            let lacks = |region: usize| {
                region == general || !of_all && context.readings.filled(region).value(path).is_none()
            };
            let Some((without, otherwise)) = lacking(context, &readers, lacks) else { continue };
            let whom = whom(context.readings, &without);
            let message = format!("there is no text or number to fill in {{{name}}} for {whom}");
            let add = || {
                format!("put it into a case `when: {{ has: {path} }}`, or add the attribute to these states")
            };
            found.push(
                text.error("unfilled-placeholder", text.part(&range), &message)
                    .help(otherwise.map_or_else(add, str::to_owned)),
            );
        }
    }
}

/// The `readers` whose region `lacks` something; each region is asked once. Also returns what to do about it, if some
/// of them have no region.
pub(super) fn lacking(
    context: &Context<'_>,
    readers: &ReaderSet,
    lacks: impl Fn(usize) -> bool,
) -> Option<(ReaderSet, Option<&'static str>)> {
    let all = &context.readings.readers;
    let readers = readers.and(all.coming());
    let mut without = all.none();
    for region in all.regions_of(&readers).into_iter().filter(|region| lacks(*region)) {
        without.add(&all.all_of_region(region).and(&readers));
    }
    let general = without.meets(&all.everybody().but(all.in_regions()));
    let otherwise = "put it into a case with a `when` that only states match; when no state is known, a case or part without `when` is read";
    (!without.is_empty()).then_some((without, general.then_some(otherwise)))
}
