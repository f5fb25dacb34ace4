//! Tests what the engine serves to show next to the steps: the region's own text and, at each node, the version that
//! depends on earlier answers.

use std::collections::BTreeSet;

use callguide::api::tree::{Beside, Channel, Node, Script, Tree};
use callguide::readings::Readings;
use callguide::render;

use crate::lint_support::{Content, NOW, root};

fn trees(content: &Content) -> Vec<Tree> {
    let draft = content.draft();
    let (complete, readings) = (draft.complete().unwrap(), Readings::of(&draft, NOW));
    let tree = |region| {
        let tree = readings.tree(readings.readers.now(region)).unwrap();
        render::tree(&complete, &readings, region, &tree, "")
    };
    (0..draft.regions.len()).map(tree).collect()
}

/// Returns what is shown next to a node: the region's own text, unless earlier answers change it.
fn shown(tree: &Tree, node: &Node) -> Beside {
    let (Node::Question(callguide::api::tree::Question { beside, .. })
    | Node::Solution(callguide::api::tree::Solution { beside, .. })) = node;
    let own = || Beside {
        badges: tree.state.badges.clone(),
        links: tree.state.links.clone(),
        scripts: tree.state.scripts.clone(),
    };
    beside.clone().unwrap_or_else(own)
}

/// Joins badges, pages, and scripts into one line.
fn words(beside: &Beside) -> String {
    let badges = beside.badges.iter().map(|badge| badge.text.as_str());
    let links = beside.links.iter().map(|link| link.label.as_str());
    let scripts = beside.scripts.iter().map(|script| script.say.as_str());
    badges.chain(links).chain(scripts).collect::<Vec<_>>().join(" | ")
}

fn district(states: &[(&str, &str)], code: &str) -> Tree {
    let mut content = Content::base();
    for (find, new) in states {
        content.replace("states.yaml", find, new.as_bytes());
    }
    trees(&content).into_iter().find(|tree| tree.state.code == code).unwrap()
}

#[test]
fn an_answer_changes_what_is_shown_next_to_all_later_steps() {
    let badge =
        ("{ has: desk }, text: Own desk", "{ has: desk, not: { answered: [topic.notice] } }, text: Own desk");
    let page =
        ("repairs: Repair reports", "repairs: { when: { answered: [topic.repair] }, text: Repair reports }");
    let tree = district(&[badge, page], "LOW");
    let at = |key: &str| words(&shown(&tree, &tree.nodes[key]));
    assert_eq!(at("topic"), "Own desk | District office");
    assert_eq!(at("deadline"), "District office");
    assert_eq!(at("broken"), "Own desk | District office | Repair reports");
    // If the answers don't change it, the region's own text isn't served again.
    let Node::Question(first) = &tree.nodes["topic"] else { panic!() };
    assert_eq!(first.beside, None);
}

#[test]
fn a_node_is_served_once_per_version_of_what_is_shown_next_to_it() {
    let badge =
        ("{ has: desk }, text: Own desk", "{ has: desk, not: { answered: [topic.other] } }, text: Own desk");
    let copies = |tree: &Tree| -> BTreeSet<String> {
        let at = |(key, node): (&String, &Node)| format!("{key}: {}", words(&shown(tree, node)));
        tree.nodes.iter().filter(|(key, _)| key.starts_with("handbook")).map(at).collect()
    };
    let before = copies(&district(&[], "LOW"));
    assert_eq!(before.len(), 1, "{before:?}");
    let after = copies(&district(&[badge], "LOW"));
    let with = |text: &str| after.iter().filter(|copy| copy.contains(text)).count();
    assert_eq!((after.len(), with("Own desk")), (2, 1), "{after:?}");
}

#[test]
fn an_id_rule_is_shown_even_without_a_script_for_it() {
    let tree =
        district(&[("    name: Low Wharf\n", "    name: Low Wharf\n    id_rule: Bring the lease.\n")], "LOW");
    assert_eq!(tree.state.id_rule.as_deref(), Some("Bring the lease."));
    assert_eq!(
        words(&shown(&tree, &tree.nodes["topic"])),
        "Own desk | District office | Repair reports | Bring the lease."
    );
}

/// Returns everything that a volunteer reads at a node, and everything that they say there.
fn texts(node: &Node) -> (String, String) {
    let said =
        |scripts: &[Script]| scripts.iter().map(|script| script.say.clone()).collect::<Vec<_>>().join("\n");
    let notes = |scripts: &[Script]| {
        scripts.iter().filter_map(|script| script.note.clone()).collect::<Vec<_>>().join("\n")
    };
    match node {
        Node::Question(question) => (notes(&question.scripts), said(&question.scripts)),
        Node::Solution(solution) => {
            (format!("{}\n{}", solution.text, notes(&solution.scripts)), said(&solution.scripts))
        }
    }
}

#[test]
fn nothing_mentions_voting_next_to_a_node_that_forbids_it() {
    let voting = ["vot", "regist", "elect", "ballot", "poll"];
    for tree in trees(&Content::read(&root().join("content"))) {
        let silent: Vec<&str> = tree
            .nodes
            .iter()
            .filter(|(_, node)| texts(node).0.contains("mention voting"))
            .map(|(key, node)| {
                let beside = shown(&tree, node);
                let urls = beside.links.iter().map(|link| link.url.as_str()).collect::<Vec<_>>().join(" ");
                let all = format!("{} {urls}", words(&beside)).to_lowercase();
                let found: Vec<_> = voting.iter().filter(|word| all.contains(**word)).collect();
                assert!(found.is_empty(), "{} {key}: {found:?} in {all}", tree.state.name);
                key.as_str()
            })
            .collect();
        // A state that doesn't ask about age and citizenship has at most one node that says not to mention
        // voting.
        let asks = tree.nodes.contains_key("B");
        assert_eq!(silent.len() > 1, asks, "{}: {silent:?}", tree.state.name);
    }
}

#[test]
fn an_id_rule_is_shown_with_its_source_or_the_states_page_instead() {
    let mut with_rule = 0;
    for tree in trees(&Content::read(&root().join("content"))) {
        let state = &tree.state;
        let source = state.attributes.get("id_rule_source").and_then(|source| source.as_str());
        assert_eq!(source.is_some(), state.id_rule.is_some(), "{} has a rule and its source", state.name);
        for channel in [Channel::Voice, Channel::Text] {
            let script = state.scripts.iter().find(|script| script.channel == channel).unwrap();
            match (&state.id_rule, source) {
                (Some(rule), Some(source)) => {
                    assert!(script.say.starts_with(rule.as_str()), "{script:?}");
                    assert!(script.note.as_ref().unwrap().contains(source), "{script:?}");
                    assert!(source.contains("202"), "{source} has a date");
                    with_rule += 1;
                }
                _ => assert!(script.say.contains("et me look at your state's page"), "{script:?}"),
            }
        }
        // A text message includes the link to the page itself.
        let page = |script: &&Script| script.channel == Channel::Text;
        assert!(state.scripts.iter().find(page).unwrap().say.contains("https://"), "{}", state.name);
    }
    assert!(with_rule > 0);
}
