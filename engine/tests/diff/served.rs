//! What a region's volunteers are told of two versions: nothing where nothing that they're served differs, and something
//! where anything does.

use callguide::compare::for_region;
use callguide::readings::Readings;
use callguide::render;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::edit_support::{cases, versions};
use crate::lint_support::{Content, NOW};
use crate::{BASES, apply, draft, edit};

/// All that is served to a region's volunteers, as they read it.
fn served(content: &Content, code: &str) -> Value {
    let draft = content.draft();
    let readings = Readings::of(&draft, NOW);
    let complete = draft.complete().unwrap();
    let region = complete.regions.iter().position(|state| state.code == code).unwrap();
    let tree = readings.tree(readings.readers.now(region)).unwrap();
    let mut tree = json!(render::tree(&complete, &readings, region, &tree, ""));
    let state = tree["state"].take();
    let mut rest = json!(render::content(&complete, &readings, ""));
    // Of a region its name, its badges and its pages are shown; of the others nothing.
    rest["states"] =
        ["name", "badges", "time_zones", "links"].map(|key| state[key].clone()).into_iter().collect();
    let guides = complete.guides.guides.iter();
    let guides: Vec<Option<String>> =
        guides.map(|(_, guide)| render::guide_page(guide, complete.links)).collect();
    let entries = render::entries(&readings).into_iter();
    let faq: Vec<Value> = entries.map(|e| json!([e.id, e.question, e.answer, e.tags, e.category])).collect();
    json!([tree, rest, guides, faq])
}

fn says_what_is_so(old: &Content, new: &Content, code: &str) -> Result<(), TestCaseError> {
    let drafts = [old.draft(), new.draft()];
    let [old_read, new_read] = drafts.each_ref().map(|draft| Readings::of(draft, NOW));
    let told = for_region(&old_read, &new_read, Some(code)).unwrap();
    let nothing = told.changes.is_empty() && told.paths.is_empty();
    prop_assert_eq!(nothing, served(old, code) == served(new, code), "{}: {:#?}", code, told);
    Ok(())
}

#[test]
fn nothing_is_told_exactly_where_nothing_differs() {
    for (name, case) in cases("nine-edits") {
        let [old, new] = versions(&case);
        for code in ["TX", "NV", "CA"] {
            says_what_is_so(&old, &new, code).unwrap_or_else(|error| panic!("{name}: {error}"));
            says_what_is_so(&new, &new, code).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(crate::cases(16))]

    #[test]
    fn whatever_the_edit(edits in prop::collection::vec(edit(), 1..4), place in any::<prop::sample::Index>()) {
        let old = &BASES[1];
        let mut new = old.clone();
        for edit in &edits {
            let mut next = new.clone();
            apply(&mut next, edit);
            if draft(&next).is_some() {
                new = next;
            }
        }
        let codes = |content: &Content| -> Vec<String> {
            content.draft().regions.into_iter().map(|state| state.code).collect()
        };
        let both: Vec<String> = codes(old).into_iter().filter(|code| codes(&new).contains(code)).collect();
        says_what_is_so(old, &new, &both[place.index(both.len())])?;
    }
}
