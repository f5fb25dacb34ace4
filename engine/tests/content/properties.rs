//! Tests properties of any content, however broken: it results in findings or success, never a panic; every finding
//! points into its file; and the work, which is counted rather than timed, is bounded by the size of the input. The
//! properties of any decision tree are in `readings/`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::lint_support::{Content, cases, root};
use callguide::content::folder::Files;
use callguide::diagnostics::{Findings, MAX_FINDINGS, has_errors, print};
use callguide::examine::{Examined, examine_to_serve};
use proptest::prelude::*;
use proptest::sample::Index;

/// The shipped files, by name.
static SHIPPED: LazyLock<Content> = LazyLock::new(|| {
    let mut content = Content::read(&root().join("content"));
    content.0.retain(|name, _| name.ends_with(".yaml"));
    content
});

fn examine(content: &Content) -> Examined {
    let files = content.0.iter().map(|(name, bytes)| (Arc::from(name.as_str()), bytes.clone())).collect();
    let (examined, snapshot) = examine_to_serve(
        Files { files, ..Files::default() },
        "content",
        false,
        callguide::readings::Now::On(jiff::civil::date(2026, 11, 23)),
    );
    let gates = has_errors(&examined.findings);
    assert!(!(gates && snapshot.is_some()), "what has an error is never served");
    examined
}

/// Checks the properties of findings, whatever they're about.
fn sane(content: &Content, examined: &Examined) {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for d in &examined.findings {
        *count.entry(&d.place.file).or_default() += 1;
        for place in std::iter::once(&d.place).chain(d.related.iter().map(|r| &r.place)) {
            let text = examined.sources.text(&place.file);
            assert!(text.get(place.span.clone()).is_some(), "{d:?} points beside its file");
        }
        assert!(!d.message.is_empty() && d.message.chars().count() <= 400, "{d:?} prints a page");
        assert!(d.help.iter().all(|help| help.chars().count() <= 600), "{d:?} prints a page");
        assert!(!d.message.contains(['\n', '\u{1b}']), "{d:?} isn't one line");
    }
    assert!(count.values().all(|count| *count <= MAX_FINDINGS + 1));
    for (name, bytes) in &content.0 {
        if let Some((_, document)) = examined.draft.documents.get(name.as_str()) {
            // Every value has a position: a file of n bytes has at most n of them, plus its root.
            assert!(document.values().len() <= bytes.len() + 1, "{name}");
        }
    }
    // Printing doesn't panic, and reports nothing beyond the findings.
    let findings = Findings::new(&examined.findings, &examined.sources);
    let pages = [
        print::human(&examined.findings, &examined.sources),
        print::github(&examined.findings, &examined.sources),
    ];
    assert!(pages.iter().all(|page| page.len() <= 200 + 20_000 * examined.findings.len()));
    serde_json::to_string(&findings).unwrap();
    // Content without errors can be served completely: a file with other problems doesn't hide any content, either.
    if !has_errors(&examined.findings) {
        examined.draft.complete().expect("without an error nothing is missing");
        let readings = examined.readings();
        for reader in readings.readers.coming().and(readings.readers.in_regions()).iter() {
            readings.tree(reader).expect("without an error every tree is whole");
        }
    }
}

/// Breaks one of the shipped files.
fn spoilt(which: Index, spoil: impl FnOnce(&mut Vec<u8>)) -> (Content, String) {
    let mut content = SHIPPED.clone();
    let name = content.0.keys().nth(which.index(content.0.len())).unwrap().clone();
    spoil(content.0.get_mut(&name).unwrap());
    (content, name)
}

/// Generates text with plenty of YAML's special characters.
fn yamlish() -> impl Strategy<Value = String> {
    let sign = prop::sample::select(vec![
        "\n",
        "\n  ",
        "\n    ",
        "- ",
        ": ",
        ":",
        "{",
        "}",
        "[",
        "]",
        ", ",
        "\"",
        "'",
        "|",
        ">",
        "#",
        "&a ",
        "*a",
        "!t ",
        "<<: ",
        "---\n",
        "...\n",
        "? ",
        "%",
        "@",
        "\t",
        "\r\n",
        "\u{feff}",
        "é",
        "🗳",
        "yes",
        "no",
        "0777",
        "null",
        "states",
        "questions",
        "answers",
        "when",
        "go",
        "text",
        "id",
        "{state.name}",
        "[a](link:b)",
        "[a](link: b)",
        "https://a.org",
        "http://",
        "TODO",
        "\u{2028}",
        "\u{202e}",
        "\0",
    ]);
    prop::collection::vec(sign, 0..60).prop_map(|signs| signs.concat())
}

proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn a_truncated_file_causes_findings_or_success(which: Index, at: Index) {
        let (content, name) = spoilt(which, |bytes| bytes.truncate(at.index(bytes.len())));
        let examined = examine(&content);
        sane(&content, &examined);
        // A truncated file is never silently accepted as complete, unless the cut is after the last value.
        let cut = content.0[&name].len();
        let whole = SHIPPED.0[&name].len();
        prop_assert!(cut == whole || cut > 0 || has_errors(&examined.findings));
    }

    #[test]
    fn flipped_bits_cause_findings_or_success(which: Index, flips in prop::collection::vec((any::<Index>(), 0_u8..8), 1..8)) {
        let (content, _) = spoilt(which, |bytes| {
            for (at, bit) in flips {
                let at = at.index(bytes.len());
                bytes[at] ^= 1 << bit;
            }
        });
        sane(&content, &examine(&content));
    }

    #[test]
    fn inserted_characters_cause_findings_or_success(which: Index, at: Index, signs in yamlish()) {
        let (content, _) = spoilt(which, |bytes| {
            let at = at.index(bytes.len() + 1);
            bytes.splice(at..at, signs.bytes());
        });
        sane(&content, &examine(&content));
    }

    #[test]
    fn removed_lines_cause_findings_or_success(which: Index, from: Index, count in 1_usize..6) {
        let (content, _) = spoilt(which, |bytes| {
            let text = String::from_utf8(std::mem::take(bytes)).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let from = from.index(lines.len());
            let kept = lines.iter().enumerate().filter(|(at, _)| !(from..from + count).contains(at));
            *bytes = kept.map(|(_, line)| format!("{line}\n")).collect::<String>().into_bytes();
        });
        sane(&content, &examine(&content));
    }

    #[test]
    fn garbage_causes_findings_or_success(which: Index, bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let (content, _) = spoilt(which, |old| *old = bytes);
        sane(&content, &examine(&content));
    }

    #[test]
    fn yaml_like_garbage_causes_findings_or_success(which: Index, text in yamlish()) {
        let (content, _) = spoilt(which, |old| *old = text.into_bytes());
        sane(&content, &examine(&content));
    }
}
