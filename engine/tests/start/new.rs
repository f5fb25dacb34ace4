//! Tests that a new helpline is complete: free of findings, servable, and with the schemas that its files name.
//! Existing files are never overwritten.

use std::fs;
use std::path::Path;

use callguide::content::{Kind, folder};
use callguide::examine::examine_to_serve;
use callguide::readings::Now;
use serde_json::Value;

use crate::folder::{all, callguide, new_helpline, printed, refused};

/// Checks that lint finds nothing and that an engine would serve the content.
fn expect_whole(line: &Path) {
    let lint = callguide(line, &["lint", "content", "--deny-warnings"]);
    assert_eq!(printed(&lint, 0), "no findings\n");
    let files = folder::read(&line.join("content")).unwrap();
    let (_, snapshot) = examine_to_serve(files, "content", false, Now::On(jiff::civil::date(2026, 11, 23)));
    assert!(snapshot.is_some(), "it is served");
}

/// Checks that each content file names the schema of its kind, and that the schema exists.
fn expect_schemas(line: &Path) {
    let content = line.join("content");
    let mut seen = 0;
    for (path, bytes) in all(&content) {
        let name = path.strip_prefix(&content).unwrap().to_str().unwrap();
        let kind = Kind::of(name).unwrap_or_else(|| panic!("{name} is no content file"));
        let text = String::from_utf8(bytes).unwrap();
        let schema = text.lines().next().unwrap().strip_prefix("# yaml-language-server: $schema=");
        let schema = schema.unwrap_or_else(|| panic!("{name} names its schema in its first line"));
        let schema = fs::read_to_string(path.parent().unwrap().join(schema)).unwrap();
        assert_eq!(schema, kind.schema(), "{name}");
        seen += 1;
    }
    assert!(seen > 10, "there are content files");
}

#[test]
fn a_new_helpline_has_no_findings_and_can_be_served() {
    let folder = new_helpline();
    let line = folder.path().join("line");
    expect_whole(&line);
    expect_schemas(&line);
    let paths = callguide(&line, &["paths", "--format", "json"]);
    let paths: Vec<Value> = serde_json::from_str(printed(&paths, 0)).unwrap();
    let kinds: Vec<&str> = paths.iter().map(|path| path["type"].as_str().unwrap()).collect();
    for kind in ["urgent", "regular", "no-assistance"] {
        assert!(kinds.contains(&kind), "{kind} is an end");
    }
    for file in ["README.md", ".github/workflows/content.yml", ".vscode/extensions.json"] {
        assert!(line.join(file).is_file(), "{file}");
    }
}

#[test]
fn the_readme_names_every_file_and_only_existing_commands() {
    let folder = new_helpline();
    let line = folder.path().join("line");
    let readme = fs::read_to_string(line.join("README.md")).unwrap();
    for kind in Kind::ALL {
        let name = kind.file().map_or("", |file| file.split('/').next().unwrap());
        let name = match kind {
            Kind::Faq => "faq/",
            Kind::Support => "support/",
            Kind::ChecksPaths | Kind::ChecksSearches => "checks/",
            _ => name,
        };
        assert!(readme.contains(&format!("| `{name}`")), "{name} has a line in the table");
    }
    let commands = readme.split("callguide ").skip(1).filter_map(|rest| rest.split([' ', '`']).next());
    let mut known = 0;
    for command in commands.filter(|word| word.chars().all(|c| c.is_ascii_lowercase())) {
        printed(&callguide(&line, &[command, "--help"]), 0);
        known += 1;
    }
    assert!(known > 5, "commands were found");
}

#[test]
fn the_example_is_the_shipped_content() {
    let folder = tempfile::tempdir().unwrap();
    let line = folder.path().join("made/of/folders");
    printed(&callguide(folder.path(), &["new", "made/of/folders", "--example", "voter-id"]), 0);
    expect_whole(&line);
    expect_schemas(&line);
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let written = all(&line.join("content"));
    for (path, bytes) in &written {
        let name = path.strip_prefix(line.join("content")).unwrap();
        assert_eq!(&fs::read(shipped.join(name)).unwrap(), bytes, "{}", name.display());
    }
    let yaml = all(&shipped).into_keys().filter(|path| path.extension().is_some_and(|end| end == "yaml"));
    assert_eq!(
        yaml.count(),
        written.len(),
        "what is new in content/ is embedded once main.rs is built anew: touch it"
    );
}

#[test]
fn an_unknown_example_is_rejected_with_the_known_ones() {
    let folder = tempfile::tempdir().unwrap();
    let output = callguide(folder.path(), &["new", "line", "--example", "bakery"]);
    let said = refused(&output);
    assert!(said.contains("no example named \"bakery\"") && said.contains("voter-id"), "{said}");
    assert_eq!(all(folder.path()).len(), 0);
}

#[test]
fn nothing_is_ever_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("full/content")).unwrap();
    fs::write(folder.path().join("full/content/site.yaml"), "ours\n").unwrap();
    fs::write(folder.path().join("file"), "ours\n").unwrap();
    let before = all(folder.path());
    for (line, says) in [("full", "full isn't empty (it has content)"), ("file", "file is a file")] {
        for args in [vec!["new", line], vec!["new", line, "--example", "voter-id"]] {
            let output = callguide(folder.path(), &args);
            let said = refused(&output);
            assert!(said.contains(says) && said.contains("nothing was written"), "{said}");
        }
    }
    assert_eq!(all(folder.path()), before);
    // An existing but empty folder is fine.
    fs::create_dir(folder.path().join("empty")).unwrap();
    printed(&callguide(folder.path(), &["new", "empty"]), 0);
    // The second time, it isn't empty.
    let written = all(folder.path());
    refused(&callguide(folder.path(), &["new", "empty"]));
    assert_eq!(all(folder.path()), written);
}

#[test]
fn the_new_workflow_needs_no_secrets_and_says_what_is_missing() {
    let folder = new_helpline();
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    let text = read(&folder.path().join("line/.github/workflows/content.yml"));
    let workflow: Value = serde_yaml::from_str(&text).unwrap();
    assert_eq!(workflow["permissions"], serde_json::json!({ "contents": "read" }));
    // A fork's pull request doesn't get a repository's variables or secrets.
    assert!(!text.contains("secrets.") && !text.contains("vars."));
    let steps = workflow["jobs"]["lint"]["steps"].as_array().unwrap();
    let runs: Vec<&str> = steps.iter().filter_map(|step| step["run"].as_str()).collect();
    // It fails on the same findings as our own workflow.
    let ours = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows/content.yml"));
    let (_, options) = ours.lines().find_map(|line| line.split_once("callguide lint content ")).unwrap();
    assert!(options.contains("--deny "));
    assert!(runs.contains(&format!("callguide lint content {options}").as_str()), "{options}");
    // The program is downloaded under our release's file name, and only run if its checksum matches.
    let readme = read(&folder.path().join("line/README.md"));
    let release = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows/release.yml"));
    assert!(release.contains("\"callguide-$GITHUB_REF_NAME-x86_64-linux\""));
    assert!(release.contains("for file in *.tar.gz *.cdx.json; do sha256sum \"$file\" >\"$file.sha256\""));
    for name in ["CALLGUIDE_ARCHIVE", "CALLGUIDE_SHA256"] {
        assert_eq!(workflow["env"][name], "", "it's filled in once");
        assert!(readme.contains(name) && runs[0].contains(&format!("-z \"${name}\"")), "{name}");
    }
    assert!(readme.contains("callguide-…-x86_64-linux.tar.gz.sha256"));
    assert!(runs[0].contains("| sha256sum --check"));
    // It uses the same actions as our own workflow, pinned to the same commits.
    for step in steps.iter().filter_map(|step| step["uses"].as_str()) {
        assert!(ours.contains(&format!("uses: {step} #")), "{step}");
    }
}

#[test]
fn folder_commands_accept_the_folder_as_an_argument_or_an_option() {
    let folder = new_helpline();
    let content = folder.path().join("line/content");
    let content = content.to_str().unwrap();
    for command in ["lint", "version", "checks", "paths", "graph", "review-due"] {
        let [placed, named] = [&[command, content][..], &[command, "--content", content]]
            .map(|args| callguide(folder.path(), args));
        assert!(!printed(&placed, 0).contains("can't be read"), "{command}");
        assert_eq!(placed, named, "{command}");
        // This folder doesn't contain `content`.
        assert!(
            refused(&callguide(folder.path(), &[command])).contains("content can't be read"),
            "{command}"
        );
    }
}
