//! Tests a check that covers several regions, after an edit changes where the path ends for some of them.

use super::*;

#[test]
fn a_check_stays_for_a_region_where_no_path_ends_as_it_says() {
    let yes = "[{ when: { state: [TX] }, go: BC_REGULAR }, { go: F }]";
    let mut content =
        Folder::of(&[(D_NO, "shortcut: \"n\", go: Q }"), ("\n  D:\n", &question("Q", yes, "L", "D"))])
            .content();
    let said = "paths:\n  - { states: [CO, TX], answers: [B.yes, C.yes, D.no], ends: F }\n";
    content.0.insert(CHECKS.to_owned(), said.into());
    let folder = Folder::new(&content);
    assert_eq!(folder.run(&["--update"]).0, Some(1));
    let checks = folder.checks();
    let of_texas: Vec<&str> = checks.lines().filter(|line| line.contains("TX")).map(str::trim).collect();
    assert_eq!(of_texas, ["- { states: [TX], answers: [B.yes, C.yes, D.no], ends: F }"], "{checks}");
    assert!(checks.contains("- { states: [CO], answers: [B.yes, C.yes, D.no, Q.yes], ends: F }"), "{checks}");
}
