//! Tests facts about the repository that the compiler can't check: nothing in the source is specific to one program,
//! dependencies run in one direction, files stay small, and an editor can show the schemas as help.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::source_support::without_tests;
use callguide::content::{Kind, folder};
use callguide::examine::{Examined, examine_files};
use callguide::rules::catalogue::RULES;
use regex::Regex;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn files(under: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(under) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else {
            out.push(path);
        }
    }
}

/// Returns the folders of the crates, from top to bottom.
fn crates() -> [PathBuf; 4] {
    ["engine", "engine/crates/service", "engine/crates/content", "engine/crates/search"]
        .map(|at| root().join(at))
}

/// Returns the engine's Rust files by their names in their crate's `src`.
fn engine() -> Vec<(String, String)> {
    let of = |folder: PathBuf| {
        let folder = folder.join("src");
        let mut found = Vec::new();
        files(&folder, &mut found);
        found.retain(|path| path.extension().is_some_and(|end| end == "rs"));
        let name = |path: &Path| path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
        found.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect::<Vec<_>>()
    };
    crates().into_iter().flat_map(of).collect()
}

/// Returns a file without its tests and without comment-only lines.
fn code(text: &str) -> String {
    without_tests(text)
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns whether a file is only for tests: it's declared that way, or it's in the folder of such a module.
fn is_tests(name: &str) -> bool {
    static TESTS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let declared = Regex::new(r"(?m)^#\[cfg\(test\)\]\s+mod (\w+);").unwrap();
        let mut found = Vec::new();
        for (name, text) in engine() {
            let folder = name.trim_end_matches(".rs").trim_end_matches("mod").trim_end_matches('/');
            found.extend(declared.captures_iter(&text).map(|hit| format!("{folder}/{}", &hit[1])));
        }
        found
    });
    TESTS
        .iter()
        .any(|of| name.strip_prefix(of.as_str()).is_some_and(|rest| rest == ".rs" || rest.starts_with('/')))
}

/// Returns the module that a file of a crate belongs to.
fn module(name: &str) -> &str {
    name.split('/').next().unwrap().trim_end_matches(".rs")
}

fn lint(folder: &Path) -> Examined {
    examine_files(
        folder::read(folder).unwrap(),
        "content",
        callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)),
    )
}

/// Returns the names that belong to the shipped program, each with a pattern to find it in source code.
fn names_of_this_program() -> Vec<(String, Regex)> {
    let examined = lint(&root().join("content"));
    let content = examined.draft.complete().unwrap();
    let mut words: Vec<String> = Vec::new();
    let mut quoted: Vec<String> = Vec::new();
    for state in content.states.states.iter() {
        words.push(state.name.clone());
        quoted.push(state.code.clone());
    }
    words.extend(content.faq.iter().map(|file| file.category.clone()).filter(|name| name.contains(' ')));
    quoted.extend(content.faq.iter().map(|file| file.category.clone()));
    words.push(content.site.organisation.name.clone());
    words.push(content.site.organisation.short_name.clone());
    words.push(content.site.organisation.support_email.clone());
    // Single letters are words in every language, so they count only in quotes.
    let ids = content.tree.questions.names().chain(content.tree.solutions.names());
    for id in ids.map(str::to_owned).chain((1..=8).map(|n| format!("K{n}"))) {
        if id.len() > 1 { words.push(id) } else { quoted.push(id) }
    }
    quoted.extend(content.links.links.names().map(str::to_owned));
    quoted.extend(content.states.link_labels.names().map(str::to_owned));
    quoted.extend(content.states.attributes.names().map(str::to_owned));
    quoted.extend(content.flows.steps.names().map(str::to_owned));
    quoted.extend(content.guides.guides.names().map(str::to_owned));
    // Words of the format itself, which any program's content may use as names too.
    quoted.retain(|name| !["faq", "agreement", "decision-tree", "focus"].contains(&name.as_str()));
    let addresses = content.links.links.iter().map(|(_, link)| link.url.clone());
    let any = addresses.map(|url| (url.clone(), regex::escape(&url)));
    let words = words.into_iter().map(|word| (word.clone(), format!(r"\b{}\b", regex::escape(&word))));
    let quoted =
        quoted.into_iter().map(|name| (name.clone(), format!("[\"'`]{}[\"'`]", regex::escape(&name))));
    words.chain(quoted).chain(any).map(|(name, pattern)| (name, Regex::new(&pattern).unwrap())).collect()
}

#[test]
fn nothing_in_the_source_is_specific_to_one_program() {
    let mut sources: Vec<(String, String)> = engine()
        .into_iter()
        .filter(|(name, _)| !is_tests(name))
        .map(|(name, text)| (name, without_tests(&text)))
        .collect();
    let mut web = Vec::new();
    files(&root().join("web/src"), &mut web);
    for path in web {
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let source = [".ts", ".tsx", ".css"].iter().any(|end| name.ends_with(end));
        let test = name.contains(".test.") || name.contains("/test/") || name.ends_with(".d.ts");
        if source && !test {
            sources.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    let names = names_of_this_program();
    assert!(names.len() > 150, "the content has names to look for");
    let mut found = Vec::new();
    for (file, text) in &sources {
        for (name, pattern) in &names {
            if let Some(hit) = pattern.find(text) {
                let line = text[..hit.start()].lines().count().max(1);
                found.push(format!("{file}:{line}: {name}"));
            }
        }
    }
    assert!(found.is_empty(), "these belong into content:\n{}", found.join("\n"));
}

/// Returns the modules of all crates, from top to bottom, as each `lib.rs` lists them.
fn order() -> Vec<String> {
    let listed = Regex::new(r"\[`([a-z_]+)`\]").unwrap();
    let of = |folder: &PathBuf| {
        let text = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        listed.captures_iter(&head).map(|hit| hit[1].to_owned()).collect::<Vec<_>>()
    };
    crates().iter().flat_map(of).collect()
}

/// Each `lib.rs` lists its modules from top to bottom. The compiler ensures that a crate never uses one above it.
#[test]
fn dependencies_run_one_way_in_each_crate() {
    let used = Regex::new(r"\bcrate::([a-z_]+)").unwrap();
    let order = order();
    for (name, text) in engine().into_iter().filter(|(name, _)| !is_tests(name)) {
        let own = module(&name);
        if ["main", "lib"].contains(&own) {
            continue;
        }
        let place = order.iter().position(|module| module == own);
        let place = place.unwrap_or_else(|| panic!("{own}: give it a place in the list of its lib.rs"));
        for other in used.captures_iter(&code(&text)).map(|hit| hit.get(1).unwrap().as_str()) {
            let below = order.iter().position(|module| module == other);
            assert!(
                below.is_some_and(|below| below >= place),
                "{name} uses {other}, which stands above {own}"
            );
        }
    }
}

/// A room reads from top to bottom: its files don't form a dependency cycle, and none depends on the room's own
/// `mod.rs`.
#[test]
fn files_of_a_room_do_not_form_a_cycle() {
    for room in order() {
        no_cycle(&room);
    }
}

fn no_cycle(room: &str) {
    let files: Vec<(String, String)> =
        engine().into_iter().filter(|(name, _)| module(name) == room && !is_tests(name)).collect();
    assert!(!files.is_empty(), "{room} has files");
    let front = format!("{room}/mod.rs");
    let named = |path: &str| {
        let found = [format!("{path}.rs"), format!("{path}/mod.rs")];
        found.into_iter().find(|file| files.iter().any(|(name, _)| name == file))
    };
    let used = format!(r"\b(crate::{room}|super::super|super|self)::(\{{[^;]*\}}|[a-z_]+|[A-Z]\w*)");
    let used = Regex::new(&used).unwrap();
    let part = Regex::new(r"(^|[{,]\s*)(\w+)").unwrap();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, text) in files.iter().filter(|(name, _)| *name != front) {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let all = uses.entry(name.clone()).or_default();
        for hit in used.captures_iter(&code(text)) {
            let base = match &hit[1] {
                // A `mod.rs` represents its folder, so its siblings are one level up.
                "super" if name.ends_with("/mod.rs") => room,
                "super" | "self" => folder,
                _ => room,
            };
            for item in part.captures_iter(&hit[2]) {
                let file = named(&format!("{base}/{}", &item[2]));
                all.insert(file.unwrap_or_else(|| format!("{base}/mod.rs")));
            }
        }
        for line in code(text).lines().filter_map(|line| line.strip_prefix("mod ")) {
            all.extend(named(&format!("{folder}/{}", line.trim_end_matches(';'))));
        }
    }
    // Removes modules that don't use any of the remaining ones; if there's a cycle, it remains.
    while let Some(done) = uses
        .iter()
        .find(|(_, of)| of.iter().all(|used| !uses.contains_key(used)))
        .map(|(name, _)| name.clone())
    {
        let of = uses.remove(&done).unwrap();
        assert!(!of.contains(&front), "{done} uses {front}, which uses it");
    }
    assert!(uses.is_empty(), "these files use one another: {uses:#?}");
}

/// Only one room works out who reads what, and when. Other code may check whether there is a condition or a date, but
/// never whether a reader meets it.
#[test]
fn only_one_room_evaluates_a_condition() {
    let homes = ["readings", "content"];
    let evaluates = Regex::new(
        r"\.(window|from|until)\.(is_none_or|is_some_and|map_or|cmp)\b|\bwindow\.(from|until)\b|\bwhen\.(state|has|past|before|answered|equals)\b|\bCondition\s*\{|\.parts\(\)|\bnext_day\(",
    )
    .unwrap();
    for (name, text) in engine().into_iter().filter(|(name, _)| !is_tests(name)) {
        if !homes.contains(&module(&name)) {
            let text = code(&text);
            let hit = evaluates.find(&text).map(|hit| hit.as_str());
            assert_eq!(hit, None, "{name} looks into a condition or a window: that is readings' alone");
        }
    }
}

#[test]
fn removing_tests_from_a_source_removes_nothing_else() {
    let source = r##"//! A file.
#[cfg(test)]
mod tests;
fn before() { let text = "#[cfg(test)]"; }
#[cfg(test)]
#[expect(dead_code, reason = "a ] and a }")]
pub(crate) fn helper<A, B>(a: A) -> [u8; 2] {
    // An unmatched } in a comment, and '}' and "}" and r#"}"#.
    let lifetime: &'static str = "\"}";
    [0, 1]
}
#[cfg(test)]
use std::collections::{BTreeMap, BTreeSet};
struct Both {
    #[cfg(test)]
    counted: (usize, Vec<u8>),
    kept: usize,
}
/* A comment with #[cfg(test)] in it. */
#[cfg(test)]
mod inside {
    fn of_tests() {}
}
fn after() {}
"##;
    let left = without_tests(source);
    assert_eq!(left.lines().count(), source.lines().count(), "lines keep their numbers");
    for gone in ["mod tests", "helper", "lifetime", "dead_code", "BTreeSet", "counted", "of_tests"] {
        assert!(!left.contains(gone), "{gone} is there in tests alone:\n{left}");
    }
    for kept in [
        "fn before() { let text = \"#[cfg(test)]\"; }",
        "kept: usize,",
        "/* A comment with #[cfg(test)]",
        "fn after() {}",
    ] {
        assert!(left.contains(kept), "{kept} is no test:\n{left}");
    }
    assert_eq!(left.matches('{').count(), left.matches('}').count());
    assert!(is_tests("watch/tests.rs") && is_tests("faq/tests/find.rs") && !is_tests("watch/mod.rs"));
    // No line is skipped: everything that isn't a test is kept, to the last line.
    let all: usize = engine().iter().map(|(_, text)| text.lines().count()).sum();
    let looked_at: usize = engine().iter().map(|(_, text)| without_tests(text).lines().count()).sum();
    assert_eq!(all, looked_at);
}

#[test]
fn a_crate_is_named_only_in_its_module() {
    let homes: [(&str, &[&str]); 19] = [
        ("axum", &["http", "main"]),
        ("utoipa_axum", &["http"]),
        ("tantivy", &["faq"]),
        ("granit_parser", &["content"]),
        ("jsonschema", &["content"]),
        ("notify", &["watch"]),
        ("tar", &["content"]),
        ("calamine", &["import"]),
        ("csv", &["import"]),
        ("htmd", &["import"]),
        ("prometheus_client", &["metrics"]),
        ("rusqlite", &["store"]),
        ("google_cloud_auth", &["store"]),
        ("ring::aead", &["installation"]),
        ("annotate_snippets", &["diagnostics"]),
        ("openidconnect", &["auth"]),
        ("pulldown_cmark", &["text", "render", "faq"]),
        ("clap", &["cli", "main"]),
        // `serde_yaml` only writes YAML, and the parser above reads it, because two parsers interpret scalars
        // differently.
        ("serde_yaml", &["cli", "seeds", "access"]),
    ];
    for (name, text) in engine().into_iter().filter(|(name, _)| !is_tests(name)) {
        for (krate, modules) in homes {
            let named = Regex::new(&format!(r"\b{krate}(::|;)|use {krate}\b")).unwrap();
            let at_home = modules.contains(&module(&name));
            assert!(at_home || !named.is_match(&code(&text)), "{name} names {krate}");
        }
    }
}

/// A client that's created elsewhere would query a name server for names that /etc/hosts defines.
#[test]
fn http_clients_are_created_in_one_place() {
    let made = Regex::new(r"\bClient::(builder|new|default)\(").unwrap();
    let files = engine().into_iter().filter(|(name, _)| !is_tests(name));
    let making: Vec<_> = files.filter(|(_, text)| made.is_match(&code(text))).map(|(name, _)| name).collect();
    assert_eq!(making, ["outgoing.rs"]);
}

#[test]
fn the_core_does_no_input_or_output() {
    let outside = Regex::new(
        r"\bstd::(fs|net|env|process|thread|time)\b|\btokio\b|\breqwest\b|\bSystemTime\b|\bInstant\b|\bZoned\b|\bprintln!",
    )
    .unwrap();
    for (name, text) in engine().into_iter().filter(|(name, _)| !is_tests(name)) {
        let core = [
            "content",
            "readings",
            "rules",
            "text",
            "render",
            "diagnostics",
            "api",
            "snapshot",
            "graph",
            "compare",
            "import",
        ];
        if core.contains(&module(&name)) && !name.starts_with("content/folder/") {
            let hit = outside.find(&code(&text)).map(|hit| hit.as_str().to_owned());
            assert_eq!(hit, None, "{name} reaches outside");
        }
    }
}

#[test]
fn no_engine_file_is_longer_than_400_lines() {
    for (name, text) in engine() {
        let lines = text.lines().count();
        assert!(lines <= 400, "{name} has {lines} lines: is it two ideas?");
    }
}

#[test]
fn every_module_says_what_it_is_for() {
    for (name, text) in engine() {
        assert!(text.starts_with("//! "), "{name} begins with what it is for");
    }
}

/// Collects every schema in a `properties`, with its pointer. Those below an `if` are conditions and don't provide
/// help.
fn properties(schema: &Value, at: String, out: &mut Vec<(String, Value)>) {
    match schema {
        Value::Object(keys) => {
            for (key, value) in keys {
                if key == "properties"
                    && let Value::Object(all) = value
                {
                    for (name, property) in all.iter().filter(|(_, property)| property.is_object()) {
                        out.push((format!("{at}/{name}"), property.clone()));
                    }
                }
                if !["if", "examples", "default", "enum", "const"].contains(&key.as_str()) {
                    properties(value, format!("{at}/{key}"), out);
                }
            }
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| properties(item, format!("{at}/{index}"), out));
        }
        _ => {}
    }
}

#[test]
fn every_property_of_a_schema_has_help_and_an_example() {
    for kind in Kind::ALL {
        let schema: Value = serde_json::from_str(kind.schema()).unwrap();
        let mut all = Vec::new();
        properties(&schema, String::new(), &mut all);
        assert!(!all.is_empty(), "{kind:?} has properties");
        for (pointer, property) in all {
            let target = property["$ref"].as_str().and_then(|to| schema.pointer(to.strip_prefix('#')?));
            for key in ["description", "examples"] {
                let there = property.get(key).or_else(|| target?.get(key));
                assert!(there.is_some(), "{kind:?}: {pointer} has no {key}");
            }
        }
    }
}

#[test]
fn every_example_of_a_schema_fits_it() {
    for kind in Kind::ALL {
        let schema: Value = serde_json::from_str(kind.schema()).unwrap();
        let mut all = Vec::new();
        properties(&schema, String::new(), &mut all);
        for (pointer, property) in all {
            let mut whole = property.clone();
            whole["$defs"] = schema["$defs"].clone();
            let validator = jsonschema::validator_for(&whole).unwrap();
            for example in property.get("examples").and_then(Value::as_array).into_iter().flatten() {
                let wrong = validator.validate(example).err().map(|error| error.to_string());
                assert_eq!(wrong, None, "{kind:?}: {pointer}: {example}");
            }
        }
    }
}

#[test]
fn every_content_file_names_its_schema() {
    let helplines =
        ["deadlines", "night-ferry", "no-regions", "repair-fund"].map(|name| format!("helplines/{name}"));
    let whole = ["guidance", "other-helpline"].map(str::to_owned).into_iter();
    let tests = whole.chain(helplines).map(|name| format!("engine/tests/data/{name}"));
    for folder in std::iter::once("content".to_owned()).chain(tests) {
        // The additional helplines contain only the files that they need.
        let has_every_kind = !folder.contains("/helplines/");
        let folder = root().join(folder);
        let mut found = Vec::new();
        files(&folder, &mut found);
        let mut kinds = BTreeSet::new();
        for path in found.iter().filter(|path| path.extension().is_some_and(|end| end == "yaml")) {
            let name = path.strip_prefix(&folder).unwrap().to_str().unwrap();
            let kind = Kind::of(name).unwrap_or_else(|| panic!("{name} is no content file"));
            kinds.insert(kind);
            let text = fs::read_to_string(path).unwrap();
            let line = text.lines().next().unwrap();
            let schema = line.strip_prefix("# yaml-language-server: $schema=");
            let schema = schema.unwrap_or_else(|| panic!("{name} begins with {line:?}"));
            let schema = path.parent().unwrap().join(schema);
            let schema =
                fs::read_to_string(&schema).unwrap_or_else(|_| panic!("{name}: {schema:?} isn't there"));
            assert_eq!(schema, kind.schema(), "{name} names the schema of its kind");
        }
        // The other helpline doesn't have shared text, emergency text, or errands.
        let all = Kind::ALL.len() - if folder.ends_with("other-helpline") { 3 } else { 0 };
        assert!(!has_every_kind || kinds.len() == all, "every kind is there in {}", folder.display());
    }
}

#[test]
fn the_shipped_rules_of_the_hosted_database_deny_every_client() {
    let text = fs::read_to_string(root().join("deploy/firestore.rules")).unwrap();
    let rules: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with("allow")).collect();
    assert_eq!(rules, ["allow read, write: if false;"]);
    assert!(
        text.contains("match /databases/{database}/documents {") && text.contains("match /{document=**} {")
    );
}

#[test]
fn the_content_workflow_needs_no_permissions_or_secrets() {
    let text = fs::read_to_string(root().join(".github/workflows/content.yml")).unwrap();
    let workflow: Value = serde_yaml::from_str(&text).unwrap();
    assert_eq!(workflow["permissions"], serde_json::json!({ "contents": "read" }));
    // This event's token is read-only for a fork; with `pull_request_target` it wouldn't be.
    let on: Vec<&String> = workflow["on"].as_object().unwrap().keys().collect();
    assert_eq!(on, ["pull_request", "push"]);
    assert_eq!(workflow["on"]["push"]["branches"], serde_json::json!(["main"]));
    assert!(!text.contains("secrets."));
    // It fails on anything that must not reach a voter. Each denied rule exists, and none depends on the date.
    let denied = Regex::new(r"--deny (\S+)").unwrap().captures(&text).unwrap()[1].to_owned();
    for rule in
        ["staff-only-link", "staff-note-to-voter", "sensitive-request", "partisan-word", "retired-words"]
    {
        assert!(denied.split(',').any(|denied| denied == rule), "{rule}");
    }
    for rule in denied.split(',') {
        let known = RULES.iter().find(|known| known.name == rule);
        assert!(known.is_some_and(|known| !known.by_date), "{rule}");
    }
    // Changes are reported even if a warning stopped lint, and are saved for the workflow that's allowed to comment.
    let summary = workflow["jobs"]["lint"]["steps"].as_array().unwrap();
    let tells =
        summary.iter().filter(|step| step["if"].as_str().is_some_and(|when| when.contains("!cancelled()")));
    assert_eq!(tells.count(), 3);
    // The base of the comparison is the first parent of the checked-out commit.
    let steps = workflow["jobs"]["lint"]["steps"].as_array().unwrap();
    assert_eq!(steps[0]["with"]["fetch-depth"], 2);
    let runs: Vec<&str> = steps.iter().filter_map(|step| step["run"].as_str()).collect();
    let all = runs.join("\n");
    for command in [
        "lint content --format github",
        "version content",
        "diff HEAD^1 HEAD --format markdown",
        "graph --format mermaid",
    ] {
        assert!(all.contains(&format!("./target/debug/callguide {command}")), "{command}");
    }
}

#[test]
fn a_schemas_url_contains_its_file_name() {
    for kind in Kind::ALL {
        let text = fs::read_to_string(root().join("schemas").join(kind.schema_file())).unwrap();
        assert_eq!(text, kind.schema(), "{kind:?}");
    }
}

#[test]
fn an_editor_knows_the_schema_of_every_content_file() {
    let settings = fs::read_to_string(root().join(".vscode/settings.json")).unwrap();
    let settings: Value = serde_json::from_str(&settings).unwrap();
    let mut known = BTreeSet::new();
    for (schema, files) in settings["yaml.schemas"].as_object().unwrap() {
        let text = fs::read_to_string(root().join(schema)).unwrap();
        let kind = Kind::ALL.into_iter().find(|kind| kind.schema() == text).unwrap();
        let name = files.as_str().unwrap().strip_prefix("content/").unwrap();
        assert_eq!(Kind::of(&name.replace('*', "any")), Some(kind), "{schema}");
        known.insert(kind);
    }
    assert_eq!(known.len(), Kind::ALL.len(), "every kind is there");
}

#[test]
fn every_schema_file_belongs_to_a_kind() {
    let mut found = Vec::new();
    files(&root().join("schemas"), &mut found);
    let known: BTreeSet<&str> = Kind::ALL.iter().map(|kind| kind.schema()).collect();
    assert_eq!(found.len(), known.len());
    for path in found {
        assert!(known.contains(fs::read_to_string(&path).unwrap().as_str()), "{path:?} is used by no kind");
    }
}

#[test]
fn visitor_pages_are_short_and_their_links_work() {
    let link = Regex::new(r"\]\(([^)#\s]+)(?:#[^)]*)?\)").unwrap();
    let mut pictures = 0;
    for page in ["README.md", "CONTRIBUTING.md", "docs/commands.md", "docs/moving-in.md", "docs/sign-in.md"] {
        let path = root().join(page);
        let text = fs::read_to_string(&path).unwrap();
        if page == "README.md" {
            let words = text.split_whitespace().count();
            assert!(words <= 1000, "{page} has {words} words: which of them are for another page?");
        }
        let links = link.captures_iter(&text).map(|hit| hit.get(1).unwrap().as_str());
        for to in links.filter(|to| !to.contains(':')) {
            let file = fs::metadata(path.parent().unwrap().join(to));
            let file = file.unwrap_or_else(|_| panic!("{page}: there is no {to}"));
            pictures += if to.ends_with(".webp") { file.len() } else { 0 };
        }
    }
    assert!((1..300_000).contains(&pictures), "the pictures have {pictures} bytes");
}
