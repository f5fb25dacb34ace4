//! Follows each of the recipes for staff in CONTRIBUTING.md: lint accepts the edit, `diff` reports it, a forgotten
//! part is found, and a revert undoes it. The names in a recipe exist in the shipped content.
//!
//! A recipe is data, `data/recipes/`, named after its heading.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::edit_support::{cases, committed, difference, halves_are_found, versions};
use crate::git_support::git;
use crate::lint_support::{Content, printed, root};
use callguide::compare::human;
use callguide::content::{Draft, Kind, draft, folder};
use callguide::rules::catalogue::RULES;
use regex::Regex;
use serde_json::Value;

const RECIPES: &str = "recipes";

/// Returns every recipe on the page by its heading.
fn told() -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let recipes = text.split("### Recipes").nth(1).unwrap().split("\n### ").next().unwrap();
    let heading = Regex::new(r"(?m)^\*\*([^*]+)\.\*\*").unwrap();
    let at: Vec<_> = heading.captures_iter(recipes).collect();
    let end = |n: usize| at.get(n + 1).map_or(recipes.len(), |next| next.get(0).unwrap().start());
    let one = |(n, hit): (usize, &regex::Captures<'_>)| {
        (hit[1].to_owned(), recipes[hit.get(0).unwrap().end()..end(n)].to_owned())
    };
    at.iter().enumerate().map(one).collect()
}

#[test]
fn every_recipe_has_a_test_case() {
    let tried: BTreeSet<String> = cases(RECIPES).into_iter().map(|(_, case)| case.about).collect();
    assert_eq!(told().into_keys().collect::<BTreeSet<_>>(), tried);
}

#[test]
fn a_recipe_works_and_a_revert_undoes_it() {
    for (name, case) in cases(RECIPES) {
        let versions = versions(&case);
        let [before, after] = &versions;
        assert_eq!(printed(&after.examine()), "no findings\n", "{name}");
        let told = difference(before, after);
        assert!(!told.is_empty(), "{name}");
        let text = human(&told);
        for file in case.edits.iter().map(|edit| edit.file.as_str()) {
            // Changes that only affect checks are reported, too. Changes to shared text are reported in the file that
            // defines it.
            assert!(
                Kind::of(file) == Some(Kind::Snippets)
                    || text.contains(&format!("\n  {file}\n"))
                    || text.contains("\nPaths\n")
                    || told.rewritten.iter().any(|rewritten| rewritten == file),
                "{name}: {file}\n{text}"
            );
        }
        let folder = committed(&case, &versions);
        git(folder.path(), &["revert", "--no-edit", "HEAD"]);
        let reverted = Content::read(&folder.path().join("content"));
        assert!(difference(before, &reverted).is_empty(), "{name}");
    }
}

#[test]
fn a_forgotten_part_of_a_recipe_is_reported() {
    halves_are_found(RECIPES);
}

/// Returns the keys and enum values in the files' schemas: words of the format, which might not be used in any file
/// yet.
fn words_of_format(named: &BTreeSet<String>) -> BTreeSet<String> {
    fn add(schema: &Value, out: &mut BTreeSet<String>) {
        let Value::Object(keys) = schema else {
            return schema.as_array().into_iter().flatten().for_each(|item| add(item, out));
        };
        out.extend(schema["properties"].as_object().into_iter().flat_map(|all| all.keys().cloned()));
        let values = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
        out.extend(values.map(str::to_owned));
        keys.values().for_each(|value| add(value, out));
    }
    let mut out = BTreeSet::new();
    for kind in named.iter().filter_map(|name| Kind::of(name)) {
        add(&serde_json::from_str(kind.schema()).unwrap(), &mut out);
    }
    out
}

/// Returns the keys and ids of the shipped content in the files that are `named`.
fn words(shipped: &Draft, named: &BTreeSet<String>) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let of =
        |name: &str| named.iter().any(|file| name == file || file.ends_with('/') && name.starts_with(file));
    for (_, (_, document)) in shipped.documents.iter().filter(|(name, _)| of(name)) {
        for (pointer, value) in document.values() {
            let key = pointer.rsplit('/').next().unwrap();
            out.insert(key.to_owned());
            out.extend((key == "id").then(|| value.as_str().unwrap().to_owned()));
        }
    }
    out
}

/// The recipes are tested on separate guidance; this test checks that they match the content that staff edit.
#[test]
fn names_in_a_recipe_exist_in_the_shipped_content() {
    let shipped = draft(folder::read(&root().join("content")).unwrap(), "content").0;
    let files: BTreeSet<String> = shipped.documents.keys().map(ToString::to_string).collect();
    let quoted = Regex::new(r"`([^`]+)`").unwrap();
    let (is_key, is_rule) =
        (Regex::new(r"^[a-z_]{2,}:?$").unwrap(), Regex::new(r"^[a-z]+(-[a-z]+)+$").unwrap());
    let mut checked = 0;
    for (_, case) in cases(RECIPES) {
        let text = &told()[&case.about];
        let mut named: BTreeSet<String> = case.edits.iter().map(|edit| edit.file.clone()).collect();
        let codes: Vec<&str> = quoted.captures_iter(text).map(|hit| hit.get(1).unwrap().as_str()).collect();
        let paths = codes.iter().filter(|code| code.ends_with(".yaml") || code.ends_with('/'));
        named.extend(paths.map(|path| path.strip_prefix("content/").unwrap_or(path).to_owned()));
        for name in &named {
            let there =
                files.iter().any(|file| file == name || name.ends_with('/') && file.starts_with(name));
            assert!(there, "{}: the shipped content has no {name}", case.about);
        }
        let words = &words(&shipped, &named) | &words_of_format(&named);
        for code in codes {
            let key = code.trim_start_matches("- ").trim_end_matches(':');
            if is_key.is_match(code.trim_start_matches("- ")) {
                assert!(
                    words.contains(key),
                    "{}: {named:?} of the shipped content have no {key}",
                    case.about
                );
                checked += 1;
            } else if is_rule.is_match(code) {
                assert!(RULES.iter().any(|rule| rule.name == code), "{}: no rule {code}", case.about);
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}
