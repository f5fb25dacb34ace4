//! `callguide checks`: after a change to the questions, the path checks still say the same things about the same
//! people. If a person has to decide something, the check is left unchanged and reported.

mod regions;

use std::collections::BTreeSet;

use callguide::diagnostics::{Fix, Severity};
use callguide::examine::{Examined, examine_files};
use callguide::rules::updated_checks::{Updated, update};
use tempfile::TempDir;

use crate::edit_support::callguide;
use crate::lint_support::{Content, NOW, data, printed, side_by_side};

const TREE: &str = "decision-tree.yaml";
const CHECKS: &str = "checks/paths.yaml";

/// A content folder on disk.
struct Folder(TempDir);

impl Folder {
    /// Creates the guidance that edits are tested on, with these replacements in its tree.
    fn of(edits: &[(&str, &str)]) -> Self {
        let mut content = Content::read(&data("guidance"));
        for (old, new) in edits {
            content.replace(TREE, old, new.as_bytes());
        }
        Self::new(&content)
    }

    fn new(content: &Content) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        content.write_to(&folder.0.path().join("content"));
        folder
    }

    fn content(&self) -> Content {
        Content::read(&self.0.path().join("content"))
    }

    fn checks(&self) -> String {
        String::from_utf8(self.content().0.remove(CHECKS).unwrap()).unwrap()
    }

    /// Runs the command as of a fixed day, and returns its exit status and output.
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        callguide(self.0.path(), &[&["checks", "--on", "2026-11-23"], args].concat())
    }

    /// Returns lint's output.
    fn lint(&self) -> String {
        printed(&self.content().lint())
    }

    /// Returns the line, counted from 1, of the check that contains this text.
    fn line(&self, text: &str) -> String {
        let checks = self.checks();
        assert_eq!(checks.matches(text).count(), 1, "{text}:\n{checks}");
        (checks[..checks.find(text).unwrap()].matches('\n').count() + 1).to_string()
    }
}

/// Returns a question with these answers, to insert before another one.
fn question(id: &str, yes: &str, no: &str, before: &str) -> String {
    format!(
        "\n  {id}:\n    text: Did the voter move in the last {id} months?\n    answers:\n      - {{ id: \"yes\", text: \"Yes\", go: {yes} }}\n      - {{ id: \"no\", text: \"No\", go: {no} }}\n\n  {before}:\n"
    )
}

const TO_C: &str = "id: \"yes\", text: \"Yes\", shortcut: \"y\", go: C }";
const TO_Q: &str = "id: \"yes\", text: \"Yes\", shortcut: \"y\", go: Q }";
const D_NO: &str = "shortcut: \"n\", go: F }";

/// Inserts a new question that nearly every check passes through.
fn inserted() -> Folder {
    Folder::of(&[(TO_C, TO_Q), ("\n  C:\n", &question("Q", "C", "C", "C"))])
}

#[test]
fn nothing_is_updated_if_nothing_changed() {
    let folder = Folder::of(&[]);
    for args in [&[][..], &["--update"]] {
        assert_eq!(folder.run(args), (Some(0), "all path checks pass\n".to_owned()));
    }
    assert_eq!(folder.content().0, Content::read(&data("guidance")).0);
}

#[test]
fn a_new_question_makes_one_check_for_each_of_its_answers() {
    let folder = inserted();
    let before = folder.content();
    assert!(folder.lint().contains("[path-check]"));
    let (status, told) = folder.run(&[]);
    assert_eq!(status, Some(1));
    insta::assert_snapshot!(told);
    assert_eq!(folder.content().0, before.0, "without --update nothing is written");

    assert_eq!(
        folder.run(&["--update"]),
        (Some(0), "content/checks/paths.yaml: 10 checks became 20 checks\n".to_owned())
    );
    assert_eq!(folder.lint(), "no findings\n");
    let mut after = folder.content();
    after.0.insert(CHECKS.to_owned(), before.0[CHECKS].clone());
    assert_eq!(after.0, before.0, "no other file is touched");
    assert_eq!(folder.run(&["--update"]), (Some(0), "all path checks pass\n".to_owned()));
}

#[test]
fn removing_a_question_restores_the_checks_from_before_it() {
    let folder = inserted();
    folder.run(&["--update"]);
    let mut content = Content::read(&data("guidance"));
    let before = content.0.insert(CHECKS.to_owned(), folder.checks().into_bytes());
    let folder = Folder::new(&content);
    assert_eq!(
        folder.run(&["--update"]),
        (Some(0), "content/checks/paths.yaml: 20 checks became 10 checks\n".to_owned())
    );
    assert_eq!(folder.checks(), String::from_utf8(before.unwrap()).unwrap());
}

#[test]
fn a_changed_end_is_reported_until_it_is_accepted() {
    let folder = Folder::of(&[(D_NO, "shortcut: \"n\", go: L }")]);
    let before = folder.content();
    let line = folder.line("- states: [AZ, CO, GA, KS, NH, TX]\n    answers: [B.yes, C.yes, D.no]");
    let told = format!(
        "content/checks/paths.yaml:{line}: the path ends at L, not at F, for Arizona, Colorado, Georgia, Kansas and 2 more\n  = if that's now correct, run: callguide checks content --update --accept {line}\n"
    );
    for args in [&[][..], &["--update"]] {
        assert_eq!(folder.run(args), (Some(1), told.clone()));
    }
    assert!(folder.lint().contains("[path-check]"));
    for line in ["1", "10"] {
        let (status, told) = folder.run(&["--update", "--accept", line]);
        assert_eq!(status, Some(2));
        assert!(told.contains(&format!("no check on line {line} ends elsewhere now")), "{told}");
    }
    assert_eq!(folder.run(&["--accept", &line]).0, Some(2), "only with --update");
    assert_eq!(folder.content().0, before.0);

    assert_eq!(
        folder.run(&["--update", "--accept", &line]),
        (Some(0), "content/checks/paths.yaml: 1 check became 1 check\n".to_owned())
    );
    let mut after = before.clone();
    after.replace(CHECKS, "D.no]\n    ends: F\n", b"D.no]\n    ends: L\n");
    assert_eq!(folder.content().0, after.0);
}

#[test]
fn only_the_answer_that_leads_elsewhere_is_left_to_a_person() {
    let folder =
        Folder::of(&[(D_NO, "shortcut: \"n\", go: Q }"), ("\n  D:\n", &question("Q", "F", "L", "D"))]);
    let (status, told) = folder.run(&["--update"]);
    assert_eq!(status, Some(1));
    let line = folder
        .line("- states: [AZ, CO, GA, KS, NH, TX]\n    answers: [B.yes, C.yes, D.no, Q.no]\n    ends: F\n");
    assert!(told.contains(&format!("{line}: the path ends at L, not at F")), "{told}");
    assert!(folder.checks().contains("answers: [B.yes, C.yes, D.no, Q.yes]\n    ends: F\n"));
    assert_eq!(folder.lint().matches("[path-check]").count(), 1);

    assert_eq!(folder.run(&["--update", "--accept", &line]).0, Some(0));
    assert!(folder.checks().contains("answers: [B.yes, C.yes, D.no, Q.no]\n    ends: L\n"));
    assert_eq!(folder.lint(), "no findings\n");
}

#[test]
fn an_answer_that_already_has_a_check_gets_no_second_one() {
    let mut content =
        Folder::of(&[(D_NO, "shortcut: \"n\", go: Q }"), ("\n  D:\n", &question("Q", "F", "L", "D"))])
            .content();
    let said = "paths:
  - { states: [TX, CO], answers: [B.yes, C.yes, D.no], ends: F }
  - { states: [TX], answers: [B.yes, C.yes, D.no, Q.no], ends: L }
";
    content.0.insert(CHECKS.to_owned(), said.into());
    let folder = Folder::new(&content);
    assert_eq!(folder.run(&["--update"]).0, Some(1));
    assert_eq!(
        folder.checks(),
        "paths:
  - { states: [TX, CO], answers: [B.yes, C.yes, D.no, Q.yes], ends: F }
  - { states: [CO], answers: [B.yes, C.yes, D.no, Q.no], ends: F }
  - { states: [TX], answers: [B.yes, C.yes, D.no, Q.no], ends: L }
"
    );
}

#[test]
fn a_check_that_is_entirely_wrong_is_rewritten_only_if_accepted() {
    let folder = Folder::of(&[
        (D_NO, "shortcut: \"n\", go: Q }"),
        ("\n  D:\n", &question("Q", "BC_REGULAR", "L", "D")),
    ]);
    let before = folder.content();
    let line = folder.line(NO_DEADLINE);
    let (status, told) = folder.run(&["--update"]);
    assert_eq!(status, Some(1));
    assert!(told.contains(&format!("{line}: the path ends at BC_REGULAR and L, not at F, for ")), "{told}");
    assert_eq!(folder.content().0, before.0);
    assert_eq!(folder.run(&["--update", "--accept", &line]).0, Some(0));
    let check = NO_DEADLINE.trim_end_matches(']');
    for (answer, end) in [("yes", "BC_REGULAR"), ("no", "L")] {
        assert!(folder.checks().contains(&format!("{check}, Q.{answer}]\n    ends: {end}\n")));
    }
}

#[test]
fn an_updated_check_keeps_its_answers_even_if_it_passes_without_them() {
    let mut content =
        Folder::of(&[("go: D\n", "go: Q\n"), ("\n  D:\n", &question("Q", "D", "D", "D"))]).content();
    let said = "paths:
  - { states: [TX], answers: [B.yes, C.yes, D.no], ends: [F, K7] }
  # Over, and not looked at.
  - { states: [TX], until: 2026-10-05, answers: [B.yes, C.yes, D.no], ends: I }
";
    content.0.insert(CHECKS.to_owned(), said.into());
    let folder = Folder::new(&content);
    assert_eq!(folder.run(&["--update"]).0, Some(0));
    assert_eq!(
        folder.checks(),
        said.replacen(
            "C.yes, D.no], ends: [F, K7] }",
            "C.yes, Q.yes, D.no], ends: [F, K7] }\n  - { states: [TX], answers: [B.yes, C.yes, Q.no, D.no], ends: [F, K7] }",
            1
        )
    );
}

#[test]
fn a_change_that_breaks_many_checks_is_left_once_per_state() {
    let folder = Folder::of(&[(TO_C, TO_Q), ("\n  C:\n", &question("Q", "C", "BC_REGULAR", "C"))]);
    let (status, _) = folder.run(&["--update"]);
    assert_eq!(status, Some(1));
    let mut away = Vec::new();
    let checks = folder.checks();
    for (at, _) in checks.match_indices("Q.no]") {
        let line = checks[..at].rfind("states: ").unwrap();
        let states = &checks[line + "states: [".len()..];
        away.extend(states[..states.find(']').unwrap()].split(", ").map(str::to_owned));
    }
    away.sort();
    let (again, told) = folder.run(&[]);
    // One of the checks already ends there.
    assert_eq!(away, ["AZ", "AZ", "CO", "CO", "GA", "GA", "KS", "KS", "NH", "NH", "NV", "TX", "TX"]);
    assert_eq!(again, Some(1));

    let accept: Vec<&str> =
        told.lines().filter_map(|line| line.rsplit_once("--accept ")).map(|(_, line)| line).collect();
    assert_eq!(accept.len(), 5, "{told}");
    assert_eq!(folder.run(&["--update", "--accept", &accept.join(",")]).0, Some(0));
    assert_eq!(folder.lint(), "no findings\n");
    assert_eq!(folder.checks().matches("Q.no").count(), 2, "nothing is said twice:\n{}", folder.checks());
}

#[test]
fn states_whose_paths_diverge_get_separate_checks() {
    let folder = Folder::of(&[
        (
            "      - { id: \"yes\", text: \"Yes\", shortcut: \"y\", go: C }",
            "      - id: \"yes\"\n        text: \"Yes\"\n        go:\n          - when: { state: [TX, CO] }\n            go: Q\n          - go: C",
        ),
        ("\n  C:\n", &question("Q", "C", "C", "C")),
    ]);
    let mut content = folder.content();
    content.0.insert(
        CHECKS.to_owned(),
        b"paths:\n  - { states: [\"CO\", AZ, TX], answers: [B.yes, C.no, H.no], ends: I } # as agreed\n  - when: { voter_id_required: true, state: [TX, GA] }\n    answers: [B.yes, C.yes, D.no]\n    ends: F\n  - { when: { state: [TX, GA] }, ends: [I, J, F, L, K3, K7, BC_URGENT, BC_REGULAR] }\n".to_vec(),
    );
    let folder = Folder::new(&content);
    assert_eq!(folder.run(&["--update"]).0, Some(0));
    assert_eq!(
        folder.checks(),
        "paths:
  - { states: [AZ], answers: [B.yes, C.no, H.no], ends: I } # as agreed
  - { states: [\"CO\", TX], answers: [B.yes, Q.yes, C.no, H.no], ends: I }
  - { states: [\"CO\", TX], answers: [B.yes, Q.no, C.no, H.no], ends: I }
  - when: { voter_id_required: true, state: [TX, GA] }
    answers: [B.yes, C.yes, D.no]
    states: [GA]
    ends: F
  - when: { voter_id_required: true, state: [TX, GA] }
    answers: [B.yes, Q.yes, C.yes, D.no]
    states: [TX]
    ends: F
  - when: { voter_id_required: true, state: [TX, GA] }
    answers: [B.yes, Q.no, C.yes, D.no]
    states: [TX]
    ends: F
  - { when: { state: [TX, GA] }, ends: [I, J, F, L, K3, K7, BC_URGENT, BC_REGULAR] }
"
    );
}

#[test]
fn an_updated_check_keeps_its_formatting_and_comments() {
    let mut content = inserted().content();
    let text = "\u{feff}# About all of them.
paths:

  # In a block.
  -
    # Who
    states:
      - \"TX\" # big
      - 'AZ'
    answers:
      - \"B.yes\" # first
      - 'C.no'
      - H.no
    # Where
    ends: I # at last

  # In one line.
  - {ends: \"F\",   answers: ['B.yes', C.yes, D.no], states: [TX]}   # why not
  # At the end.
";
    content.0.insert(CHECKS.to_owned(), text.replace('\n', "\r\n").into_bytes());
    let folder = Folder::new(&content);
    assert_eq!(folder.run(&["--update"]).0, Some(0));
    let block = |answer: &str| {
        format!(
            "  -
    # Who
    states:
      - \"TX\" # big
      - 'AZ'
    answers:
      - \"B.yes\" # first
      - \"Q.{answer}\"
      - 'C.no'
      - H.no
    # Where
    ends: I # at last
"
        )
    };
    let line = |answer: &str| {
        format!("  - {{ends: \"F\",   answers: ['B.yes', 'Q.{answer}', C.yes, D.no], states: [TX]}}")
    };
    let wanted = format!(
        "\u{feff}# About all of them.\npaths:\n\n  # In a block.\n{}{}\n  # In one line.\n{}   # why not\n{}\n  # At the end.\n",
        block("yes"),
        block("no"),
        line("yes"),
        line("no")
    );
    assert_eq!(folder.checks().replace("\r\n", "\n"), wanted);
    assert_eq!(folder.checks().matches("\r\n").count(), wanted.matches('\n').count());
}

#[test]
fn checks_in_flow_style_are_updated() {
    let mut content = inserted().content();
    let check = |answers: &str, end: &str| format!("{{ states: [TX], answers: [{answers}], ends: {end} }}");
    let text = |all: &[String], end: &str| format!("paths: [{}{end}]\n", all.join(", "));
    let before =
        [check("B.no, G.no", "I"), check("B.yes, C.yes, D.no", "F"), check("B.yes, C.no, H.no", "I")];
    content.0.insert(CHECKS.to_owned(), text(&before, "").into_bytes());
    let folder = Folder::new(&content);
    assert_eq!(folder.run(&["--update"]).0, Some(0));
    let after = [
        before[0].clone(),
        check("B.yes, Q.yes, C.yes, D.no", "F"),
        check("B.yes, Q.no, C.yes, D.no", "F"),
        check("B.yes, Q.yes, C.no, H.no", "I"),
        check("B.yes, Q.no, C.no, H.no", "I"),
    ];
    assert_eq!(folder.checks(), text(&after, ""));

    let mut back = Content::read(&data("guidance"));
    back.0.insert(CHECKS.to_owned(), folder.checks().into_bytes());
    let folder = Folder::new(&back);
    assert_eq!(folder.run(&["--update"]).0, Some(0));
    assert_eq!(folder.checks(), text(&before, ", "));
    assert_eq!(folder.run(&["--update"]), (Some(0), "all path checks pass\n".to_owned()));
}

/// Expects a check to be left to a person for this reason: it isn't rewritten, and there's no new end to accept.
fn is_left(folder: &Folder, check: &str, why: &str) {
    let (before, line) = (folder.content(), folder.line(check));
    let (status, told) = folder.run(&["--update"]);
    assert_eq!(status, Some(1));
    let line_told = format!("content/checks/paths.yaml:{line}: {why}");
    assert!(told.lines().any(|told| told == line_told), "{line_told}\n{told}");
    assert_eq!(folder.run(&["--update", "--accept", &line]).0, Some(2));
    assert_eq!(folder.content().0, before.0);
}

const NO_DEADLINE: &str = "- states: [AZ, CO, GA, KS, NH, TX]\n    answers: [B.yes, C.yes, D.no]";

#[test]
fn more_than_fifty_paths_are_left_to_a_person() {
    let chain = |length: usize| {
        let mut edits = vec![(D_NO.to_owned(), "shortcut: \"n\", go: Z1 }".to_owned())];
        let mut text = String::new();
        for n in 1..=length {
            let next = format!("Z{}", n + 1);
            let [yes, no] = if n == length { ["F", "L"] } else { [next.as_str(); 2] };
            text += question(&format!("Z{n}"), yes, no, "").trim_end_matches("\n  :\n");
        }
        edits.push(("\n  D:\n".to_owned(), format!("{text}\n\n  D:\n")));
        let edits: Vec<(&str, &str)> = edits.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
        Folder::of(&edits)
    };
    is_left(
        &chain(6),
        NO_DEADLINE,
        "more than 50 paths continue from here; decide what the check should say",
    );
    let fewer = chain(5);
    let (status, told) = fewer.run(&["--update"]);
    assert_eq!(status, Some(1));
    assert!(told.starts_with("content/checks/paths.yaml: 1 check became 32 checks\n"), "{told}");
}

#[test]
fn paths_that_depend_on_the_date_are_left_to_a_person() {
    let cases = "text: \"No\", go: [{ when: { state: [TX] }, until: 2026-12-01, go: L }, { go: F }] }";
    let folder = Folder::of(&[("text: \"No\", shortcut: \"n\", go: F }", cases)]);
    is_left(
        &folder,
        NO_DEADLINE,
        "for Texas, the end of the path depends on the date; write one check for each period, with from and until",
    );
    // A check that covers only one of the periods can be rewritten.
    let mut content = folder.content();
    content.replace(
        CHECKS,
        "    answers: [B.yes, C.yes, D.no]\n    ends: F\n",
        b"    answers: [B.yes, C.yes, D.no]\n    from: 2026-12-02\n    ends: L\n",
    );
    let folder = Folder::new(&content);
    assert_eq!(folder.run(&["--update", "--accept", &folder.line(NO_DEADLINE)]).0, Some(0));
    assert!(folder.checks().contains("    from: 2026-12-02\n    ends: F\n"));
}

#[test]
fn a_renamed_question_or_answer_is_left_to_a_person() {
    let folder = Folder::of(&[("go: D\n", "go: DD\n"), ("\n  D:\n", "\n  DD:\n")]);
    is_left(
        &folder,
        NO_DEADLINE,
        "the tree asks DD where the check says D, which no longer exists; if it was only renamed, write the new name",
    );
    let folder = Folder::of(&[(
        "{ id: \"no\", text: \"No\", shortcut: \"n\", go: F }",
        "{ id: nay, text: \"No\", shortcut: \"n\", go: F }",
    )]);
    is_left(
        &folder,
        NO_DEADLINE,
        "the question D has no answer \"no\", only yes and nay, for Arizona, Colorado, Georgia, Kansas and 2 more",
    );
}

#[test]
fn content_with_other_errors_is_left_unchanged() {
    let folder = Folder::of(&[(TO_C, TO_Q)]);
    let before = folder.content();
    let (status, told) = folder.run(&["--update"]);
    assert_eq!(status, Some(2));
    assert!(told.contains("[unknown-node]") && told.contains("fix those printed above first"), "{told}");
    assert_eq!(folder.content().0, before.0);
    let (status, told) = callguide(folder.0.path(), &["checks", "nowhere"]);
    assert_eq!(status, Some(2));
    assert!(
        told.starts_with(
            "callguide: nowhere can't be read; specify the content folder: callguide checks DIR"
        )
    );
}

#[test]
fn an_answer_not_offered_to_everyone_is_left_to_a_person() {
    let folder = Folder::of(&[(D_NO, "shortcut: \"n\", go: F, when: { state: [AZ, CO, GA, KS, NH] } }")]);
    is_left(&folder, NO_DEADLINE, "the question D doesn't offer the answer \"no\", for Texas");
}

/// Examines content and updates its path checks; also returns the number of failures. Returns `None` if the content
/// has other errors.
fn updated(content: &Content, accepted: &BTreeSet<usize>) -> Option<(Examined, usize, Updated)> {
    let examined = examine_files(content.files(), "content", NOW);
    let errors = || examined.findings.iter().filter(|found| found.severity == Severity::Error);
    let failed = errors().count();
    let updated =
        errors().all(|found| found.rule == "path-check").then(|| update(&examined.readings(), accepted))?;
    Some((examined, failed, updated))
}

fn mended(content: &Content, examined: &Examined, updated: &Updated) -> Content {
    content.mended(&[&Fix::safe(updated.edits.iter().cloned())], &examined.sources)
}

#[test]
fn wherever_an_answer_leads_lint_reports_exactly_what_is_left() {
    let content = Content::read(&data("guidance"));
    let tree = String::from_utf8(content.0[TREE].clone()).unwrap();
    let draft = content.draft();
    let tree_read = draft.tree.as_ref().unwrap();
    let ids: Vec<&str> = tree_read.questions.names().chain(tree_read.solutions.names()).collect();
    let mut edits = Vec::new();
    for (at, _) in tree.match_indices("go: ") {
        let (before, rest) = tree.split_at(at + "go: ".len());
        let (old, rest) = rest.split_at(rest.find([' ', '\n']).unwrap());
        for id in ids.iter().filter(|id| **id != old && ids.contains(&old)) {
            edits.push(format!("{before}{id}{rest}"));
            edits.push(format!("{before}Q{rest}").replace("\n  B:\n", &question("Q", old, id, "B")));
        }
    }
    // There are hundreds of edits, and each requires examining the content four times.
    let edits: Vec<String> = edits.into_iter().step_by(11).collect();
    let tried = side_by_side(&edits, |tree| {
        let mut content = content.clone();
        content.0.insert(TREE.to_owned(), tree.clone().into_bytes());
        let Some((examined, failed, first)) = updated(&content, &BTreeSet::new()) else { return [false; 2] };
        assert_eq!(failed == 0, first.edits.is_empty() && first.left.is_empty());
        let rewritten = mended(&content, &examined, &first);
        let Some((examined, failed, second)) = updated(&rewritten, &BTreeSet::new()) else {
            return [false; 2];
        };
        assert!(second.edits.is_empty(), "a second time changes nothing");
        assert_eq!(failed == 0, second.left.is_empty(), "{}\n{:?}", printed(&examined), second.left);
        // Every accepted check passes afterward.
        let moved: BTreeSet<usize> =
            second.left.iter().filter(|left| left.moved).map(|left| left.check).collect();
        let accepted = update(&examined.readings(), &moved);
        let last = mended(&rewritten, &examined, &accepted);
        if let Some((examined, failed, third)) = updated(&last, &BTreeSet::new()) {
            assert_eq!(
                (failed == 0, third.left.len()),
                (third.left.is_empty(), second.left.len() - moved.len()),
                "{}",
                printed(&examined)
            );
            assert!(third.edits.is_empty());
        }
        [!first.edits.is_empty(), !moved.is_empty()]
    });
    let counted = |which: usize| tried.iter().filter(|tried| tried[which]).count();
    assert!(counted(0) > 20 && counted(1) > 20, "{} rewritten, {} accepted", counted(0), counted(1));
}
