//! Tests the workflows: what each is allowed to do, and that those with write access do what they claim to, using a
//! `gh` that only records its calls.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::lint_support::{Content, root};
use regex::Regex;
use serde_json::{Value, json};

/// Returns every workflow: its file name, its text, and its parsed contents.
fn workflows() -> Vec<(String, String, Value)> {
    let mut names: Vec<_> =
        fs::read_dir(root().join(".github/workflows")).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let value = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.file_name().unwrap().to_str().unwrap().to_owned(), text, value)
    };
    names.iter().map(read).collect()
}

fn workflow(name: &str) -> (String, Value) {
    let found = workflows().into_iter().find(|(own, ..)| own == name).unwrap();
    (found.1, found.2)
}

/// Returns the commands of the step with this name.
fn script(workflow: &Value, name: &str) -> String {
    let jobs = workflow["jobs"].as_object().unwrap().values();
    let steps = jobs.flat_map(|job| job["steps"].as_array().unwrap());
    steps.into_iter().find(|step| step["name"] == name).unwrap()["run"].as_str().unwrap().to_owned()
}

#[test]
fn workflows_declare_permissions_and_pin_actions_to_commits() {
    let action = Regex::new(r"uses: ([^.\s]\S+)(.*)").unwrap();
    let commit = Regex::new(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40}$").unwrap();
    let release = Regex::new(r"^ # v\d+\.\d+\.\d+$").unwrap();
    for (name, text, value) in workflows() {
        assert!(value["permissions"].is_object(), "{name}: permissions");
        for used in action.captures_iter(&text) {
            assert!(commit.is_match(&used[1]) && release.is_match(&used[2]), "{name}: {}", &used[0]);
        }
        assert!(!text.contains("secrets."), "{name}: the default token is enough");
        for job in value["jobs"].as_object().unwrap().values() {
            if let Some(other) = job["uses"].as_str() {
                assert!(root().join(other).is_file(), "{name}: {other}");
                continue;
            }
            // The runner's image is pinned to a version, and that version isn't about to be retired.
            assert_eq!(job["runs-on"], "ubuntu-24.04", "{name}");
            for run in job["steps"].as_array().unwrap().iter().filter_map(|step| step["run"].as_str()) {
                // Text from an event or from content could end a command, so it's passed in the environment.
                assert!(!run.contains("${{"), "{name}: {run}");
            }
        }
    }
}

#[test]
fn the_commenting_workflow_runs_no_code_from_the_pull_request() {
    let (text, value) = workflow("content-comment.yml");
    assert_eq!(value["permissions"], json!({ "actions": "read", "pull-requests": "write" }));
    assert_eq!(value["on"], json!({ "workflow_run": { "workflows": ["content"], "types": ["completed"] } }));
    for forbidden in ["uses:", "git ", "cargo", "npm", "make "] {
        assert!(!text.contains(forbidden), "{forbidden}");
    }
    // The workflow that it waits for exists, and produces the files that it looks for.
    let (left, content) = workflow("content.yml");
    assert_eq!(content["name"], "content");
    assert!(left.contains("name: content-summary") && left.contains("summary/number.txt"));
}

#[test]
fn the_issue_writing_workflow_may_write_nothing_else() {
    let (text, value) = workflow("review-due.yml");
    assert_eq!(value["permissions"], json!({ "contents": "read", "issues": "write" }));
    let actions = Regex::new(r"uses: (\S+)@").unwrap();
    let used: Vec<&str> = actions.captures_iter(&text).map(|hit| hit.get(1).unwrap().as_str()).collect();
    assert_eq!(used, ["actions/checkout", "actions/cache"]);
}

/// Returns the jobs that a job waits for, directly or indirectly.
fn waits_for(workflow: &Value, job: &str) -> Vec<String> {
    let needs = match &workflow["jobs"][job]["needs"] {
        Value::String(one) => vec![one.clone()],
        Value::Array(several) => several.iter().map(|one| one.as_str().unwrap().to_owned()).collect(),
        _ => Vec::new(),
    };
    let further: Vec<_> = needs.iter().flat_map(|one| waits_for(workflow, one)).collect();
    [needs, further].concat()
}

#[test]
fn a_release_is_published_completely_and_only_after_all_tests() {
    let (text, value) = workflow("release.yml");
    assert_eq!(value["jobs"]["test"]["uses"], "./.github/workflows/test.yml");
    assert!(workflow("test.yml").1["on"].as_object().unwrap().contains_key("workflow_call"));
    assert_eq!(value["permissions"], json!({ "contents": "read" }));
    // One job publishes, after all others, and doesn't build anything.
    for (name, job) in value["jobs"].as_object().unwrap() {
        assert!(name == "publish" || job["permissions"].is_null(), "{name}");
        assert!(name == "publish" || waits_for(&value, "publish").contains(name), "{name}");
    }
    let publish = &value["jobs"]["publish"];
    let rights =
        json!({ "contents": "write", "packages": "write", "id-token": "write", "attestations": "write" });
    assert_eq!(publish["permissions"], rights);
    let steps = publish["steps"].as_array().unwrap();
    let (last, before) = steps.split_last().unwrap();
    for forbidden in ["cargo", "npm", "make "] {
        assert!(
            steps.iter().all(|step| !step["run"].as_str().unwrap_or("").contains(forbidden)),
            "{forbidden}"
        );
    }
    // Anything that becomes visible (the image's name and the release) is published in the last step; everything else
    // happens before that.
    let names = |step: &Value| step["run"].as_str().unwrap_or("").contains("-t \"$IMAGE:$GITHUB_REF_NAME\"");
    let shows = |step: &Value| step["run"].as_str().unwrap_or("").contains("--draft=false");
    assert!(names(last) && shows(last) && !before.iter().any(|step| names(step) || shows(step)));
    let attested: Vec<_> =
        before.iter().filter(|step| step["uses"].as_str().unwrap_or("").contains("attest")).collect();
    assert_eq!(attested.len(), 2, "the files and the image");
    assert_eq!(attested[0]["with"]["subject-path"], "out/*.tar.gz\nout/*.cdx.json\n");
    // The release doesn't use the tests' caches.
    assert!(!text.contains("actions/cache"));
}

#[test]
fn release_notes_cover_only_their_own_version() {
    let script = root().join("scripts/release-notes.sh");
    let folder = tempfile::tempdir().unwrap();
    let changelog = "# Changelog\n\n## [Unreleased]\n\n## [1.10.0] - 2027-03-01\n\n### Added\n\n- New.\n\n\
                     ## [1.1.0] - 2027-02-01\n\n- Old, see [1.10.0].\n\n## 1.0.0\n\n## [0.9.0]\n\n- First.\n\n\
                     [1.10.0]: https://example.org/1.10.0\n";
    fs::write(folder.path().join("CHANGELOG.md"), changelog).unwrap();
    let notes = |version: &str| {
        let file = fs::File::open(folder.path().join("CHANGELOG.md")).unwrap();
        let done = Command::new(&script).arg(version).stdin(file).output().unwrap();
        (done.status.success(), String::from_utf8(done.stdout).unwrap().trim().to_owned())
    };
    assert_eq!(notes("1.10.0"), (true, "### Added\n\n- New.".to_owned()));
    assert_eq!(notes("1.1.0"), (true, "- Old, see [1.10.0].".to_owned()));
    assert_eq!(notes("0.9.0"), (true, "- First.".to_owned()));
    // Without release notes, the release isn't published.
    for version in ["1.1", "1.0.0", "2.0.0", "Unreleased", ""] {
        assert_eq!(notes(version), (false, String::new()), "{version}");
    }
}

#[test]
fn an_archive_names_its_image_where_compose_looks_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let done = Command::new(root().join("scripts/pack.sh"))
        // Any program will do here, and a small one is quick to pack.
        .args(["/bin/true", "callguide-v1.2.3-x86_64-linux", "ghcr.io/a/b:v1.2.3"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let unpacked = Command::new("tar")
        .args(["-xzf", "callguide-v1.2.3-x86_64-linux.tar.gz"])
        .current_dir(folder.path())
        .status()
        .unwrap();
    assert!(unpacked.success());
    let archive = folder.path().join("callguide-v1.2.3-x86_64-linux");
    let docker = archive.join("deploy/docker");
    assert_eq!(fs::read_to_string(docker.join(".env")).unwrap(), "CALLGUIDE_IMAGE=ghcr.io/a/b:v1.2.3\n");
    let compose = fs::read_to_string(docker.join("compose.yaml")).unwrap();
    assert!(compose.contains("image: ${CALLGUIDE_IMAGE:?") && !compose.contains("build:"));
    // The archive contains the files that compose mounts, except those that its first lines ask the operator to
    // create.
    for mounted in Regex::new(r"- (\.\./\S+?):").unwrap().captures_iter(&compose) {
        assert!(docker.join(&mounted[1]).is_file(), "{}", &mounted[1]);
    }
    assert!(Command::new(archive.join("callguide")).status().unwrap().success());
}

#[test]
fn advisories_are_checked_weekly_and_never_for_content_changes() {
    let (_, value) = workflow("advisories.yml");
    assert!(value["on"]["schedule"][0]["cron"].as_str().unwrap().ends_with("* * 2"), "once a week");
    for event in ["pull_request", "push"] {
        let paths: Vec<_> =
            value["on"][event]["paths"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
        for lock in ["Cargo.lock", "web/package-lock.json"] {
            assert!(paths.contains(&lock), "{event}: {lock}");
        }
        for path in paths {
            assert!(!path.contains('*') && root().join(path).is_file(), "{event}: {path}");
        }
    }
    // Every lock file has a bot that keeps it up to date.
    let bot: Value =
        serde_yaml::from_str(&fs::read_to_string(root().join(".github/dependabot.yml")).unwrap()).unwrap();
    let said = |update: &Value| {
        (update["package-ecosystem"].clone(), update["directory"].clone(), update["directories"].clone())
    };
    let updates: Vec<_> = bot["updates"].as_array().unwrap().iter().map(said).collect();
    assert_eq!(
        updates,
        [
            (json!("cargo"), json!("/"), Value::Null),
            (json!("npm"), Value::Null, json!(["/web", "/bench"])),
            (json!("github-actions"), json!("/"), Value::Null),
        ]
    );
}

/// Runs a script as a job would, in `folder`, with a `gh` that records its calls in `asked.txt`. Its responses come
/// from `answers`: part of the command, and the file to print.
fn run(folder: &Path, script: &str, answers: &[(&str, &str)], environment: &[(&str, &str)]) -> bool {
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let cases: String = answers
        .iter()
        .map(|(asked, file)| format!("*'{asked}'*) cat '{}' ;;\n", folder.join(file).display()))
        .collect();
    let gh = format!(
        "#!/bin/bash\nprintf '%s\\n' \"$*\" >> '{}'\ncase \"$*\" in\n{cases}esac\n",
        folder.join("asked.txt").display()
    );
    // The shell writes the file instead of this process: a process that another test is just starting would inherit
    // the open file, and a file that's open for writing can't be executed.
    let write = "printf %s \"$GH\" > gh && chmod 755 gh";
    let written = Command::new("bash").args(["-c", write]).env("GH", gh).current_dir(&bin).status().unwrap();
    assert!(written.success());
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command
        .arg("-e")
        .arg("-c")
        .arg(script)
        .current_dir(folder)
        .env("PATH", path)
        .envs(environment.iter().copied());
    command.output().unwrap().status.success()
}

fn has(program: &str) -> bool {
    let there = Command::new(program).arg("--help").output().is_ok();
    if !there {
        eprintln!("not tried: there is no {program} on this machine");
    }
    there
}

#[test]
fn a_pull_request_gets_one_comment_with_its_summary() {
    if !has("unzip") || !has("python3") {
        return;
    }
    let (_, value) = workflow("content-comment.yml");
    let script = script(&value, "Comment");
    // Returns the result for a summary: whether the job succeeded, the calls to gh, and the comment.
    let tried = |number: &str, summary: &str, head: &str, known: &str| {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        put("number.txt", number);
        put("summary.md", summary);
        put("artifact", "7\n");
        put("head", head);
        put("known", known);
        let zip = ["-m", "zipfile", "-c", "left.zip", "number.txt", "summary.md"];
        assert!(Command::new("python3").args(zip).current_dir(folder.path()).status().unwrap().success());
        let answers = [
            ("actions/runs/11/artifacts", "artifact"),
            ("actions/artifacts/7/zip", "left.zip"),
            ("/pulls/42", "head"),
            ("--paginate", "known"),
        ];
        let environment = [("GH_REPO", "a/b"), ("GH_TOKEN", "x"), ("RUN", "11"), ("HEAD", "c0ffee")];
        let well = run(folder.path(), &script, &answers, &environment);
        let asked = fs::read_to_string(folder.path().join("asked.txt")).unwrap();
        let comment = fs::read_to_string(folder.path().join("comment.md")).unwrap_or_default();
        (well, asked, comment)
    };
    let (well, asked, comment) = tried("42\n", "Two changes, says @team.\n", "c0ffee\n", "");
    assert!(well && asked.contains("pr comment 42 --body-file comment.md"), "{asked}");
    assert_eq!(comment, "<!-- callguide: what changes -->\nTwo changes, says @<!-- -->team.\n");
    // The next time, the same comment is updated.
    let (well, asked, _) = tried("42\n", "Three changes.\n", "c0ffee\n", "99\n");
    assert!(well && asked.contains("--method PATCH repos/a/b/issues/comments/99"), "{asked}");
    assert!(!asked.contains("pr comment"), "{asked}");
    // Tests another pull request's number, invalid numbers, and a summary longer than a comment may be.
    let (_, asked, comment) = tried("42\n", "x\n", "decade\n", "");
    assert!(comment.is_empty() && !asked.contains("pr comment") && !asked.contains("PATCH"), "{asked}");
    for number in ["", "0", "42; true", "-1", "../1", "42 43"] {
        let (well, asked, _) = tried(number, "x\n", "c0ffee\n", "");
        assert!(!well && !asked.contains("/pulls/") && !asked.contains("pr comment"), "{number}: {asked}");
    }
    let (well, _, comment) = tried("42", &"ä".repeat(80_000), "c0ffee\n", "");
    assert!(well && (60_000..65_536).contains(&comment.len()), "{}", comment.len());
}

#[test]
fn each_owner_gets_one_issue_and_finished_ones_are_closed() {
    if !has("jq") {
        return;
    }
    let (_, value) = workflow("review-due.yml");
    let script = script(&value, "One issue per owner");
    let folder = tempfile::tempdir().unwrap();
    let mut content = Content::read(&root().join("content"));
    content.0.retain(|name, _| name.ends_with(".yaml"));
    // Only the entries that this test makes due have a date.
    let file = content.0.get_mut("faq/id-and-documents.yaml").unwrap();
    let text = String::from_utf8(file.clone()).unwrap();
    *file = text
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("    review_by:"))
        .collect::<String>()
        .into();
    let due = |id: &str, owner: &str| {
        (format!("  - id: {id}\n"), format!("  - id: {id}\n    review_by: 2026-01-01\n{owner}"))
    };
    for (id, owner) in [
        ("no-id", "    owner: \"$(touch pwned) `id` & co\"\n"),
        ("lost-id", "    owner: Registration team\n"),
        ("real-id", ""),
    ] {
        let (old, new) = due(id, owner);
        content.replace("faq/id-and-documents.yaml", &old, new.as_bytes());
    }
    // The entries were reviewed before the date that they name.
    let file = content.0.get_mut("faq/id-and-documents.yaml").unwrap();
    *file =
        String::from_utf8(file.clone()).unwrap().replace("reviewed: \"2026", "reviewed: \"2025").into_bytes();
    content.write_to(&folder.path().join("content"));
    fs::create_dir_all(folder.path().join("target/debug")).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_callguide"), folder.path().join("target/debug/callguide"))
        .unwrap();
    let open = json!([
        { "number": 3, "title": "Due for review: Registration team" },
        { "number": 4, "title": "Due for review: someone who left" },
    ]);
    fs::write(folder.path().join("open"), open.to_string()).unwrap();
    let environment = [("GH_REPO", "a/b"), ("GH_TOKEN", "x"), ("CALLGUIDE_ON", "2026-01-10")];
    assert!(run(folder.path(), &script, &[("issue list", "open")], &environment));
    let asked = fs::read_to_string(folder.path().join("asked.txt")).unwrap();
    let issues: Vec<&str> = asked.lines().filter(|line| line.starts_with("issue ")).skip(1).collect();
    assert_eq!(
        issues,
        [
            "issue create --title Due for review: $(touch pwned) `id` & co --label review-due --body-file body.md",
            "issue edit 3 --body-file body.md",
            "issue create --title Due for review: no owner --label review-due --body-file body.md",
            "issue close 4 --comment Nothing on this list is due anymore.",
        ]
    );
    assert!(!folder.path().join("pwned").exists());
    // The list in the issue that was written last.
    let body = fs::read_to_string(folder.path().join("body.md")).unwrap();
    assert!(body.contains("REAL ID") && !body.contains("lost"), "{body}");
}
