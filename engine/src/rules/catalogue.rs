//! The one list of what is checked: every rule's name with what it says, and every check.

use super::Context;
use crate::diagnostics::{Diagnostic, Severity};

/// A check; it may find breaches of several rules that look at the same thing.
pub type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);

/// The checks that stand on nothing but what could be read.
pub const FIRST: &[Check] = &[
    super::address_typo::check,
    super::addresses::check,
    super::answers::check,
    super::attributes::check,
    super::bare_address::check,
    super::blanks::check,
    super::copies::check,
    super::cut_text::check,
    super::duplicate_ids::check,
    super::empty_text::check,
    super::everyday_synonym::check,
    super::fact_clash::check,
    super::faq_entries::check,
    super::flow_steps::check,
    super::linked_address::check,
    super::long_answer::check,
    super::lost_lines::check,
    super::malformed_link::check,
    super::missing_promise::check,
    super::old_title::check,
    super::outcome_titles::check,
    super::outcomes::check,
    super::paths::check,
    super::patterns::check,
    super::personal_address::check,
    super::phone_numbers::check,
    super::placeholders::check,
    super::repeated_fact::check,
    super::repeated_text::check,
    super::reviews::check,
    super::same_order::check,
    super::sensitive_request::check,
    super::snippets::check,
    super::staff_only_link::check,
    super::state_names::check,
    super::states_alike::check,
    super::style_clash::check,
    super::swallowed_entry::check,
    super::tag_typo::check,
    super::too_many::check,
    super::named_conditions::check,
    super::unknown_answer::check,
    super::unknown_guide::check,
    super::unknown_link::check,
    super::unknown_node::check,
    super::unknown_state::check,
    super::unknown_value::check,
    super::unknown_zone::check,
    super::vanity_number::check,
    super::wording::check,
    super::wrong_window::check,
];

/// Lists of cases, once it is known which conditions mean something.
pub const CASES: &[Check] = &[super::cases::check];

/// The shape of the tree, once its routes and cases are known to be right.
pub const SHAPE: &[Check] = &[super::tree_shape::check];

/// The checks whose findings may follow from any earlier one.
pub const THEN: &[Check] = &[
    super::days::check,
    super::expired::check,
    super::long_text_message::check,
    super::path_checks::check,
    super::unasked_fact::check,
    super::uncarried_fact::check,
    super::uncovered_path::check,
    super::unfilled_placeholder::check,
    super::unreachable_node::check,
    super::unused_link::check,
    super::unused_piece::check,
    super::snippets::check_unused,
];

/// A rule that lint can name.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Stable, kebab-case.
    pub name: &'static str,
    pub severity: Severity,
    /// What holds where the rule is kept, in one sentence.
    pub summary: &'static str,
    /// Whether a day or a review that is missing brings the finding, and no edit: nothing may fail by that.
    pub by_date: bool,
}

const fn error(name: &'static str, summary: &'static str) -> Rule {
    Rule { name, severity: Severity::Error, summary, by_date: false }
}

const fn warning(name: &'static str, summary: &'static str) -> Rule {
    Rule { name, severity: Severity::Warning, summary, by_date: false }
}

/// A warning that comes on a day on which nobody has edited anything.
const fn by_date(name: &'static str, summary: &'static str) -> Rule {
    Rule { by_date: true, ..warning(name, summary) }
}

/// Every rule, in the order in which a file meets them.
pub const RULES: &[Rule] = &[
    // Files
    error("missing-file", "Every required file is there."),
    error("unknown-file", "Every YAML file has a name that content knows."),
    warning("unread-file", "Nothing lies in the content folder that nobody reads."),
    error("unreadable-file", "Every file can be read, lies in the content folder, and is read once."),
    error("empty-file", "No file is empty."),
    error("encoding", "Files are UTF-8."),
    warning("many-findings", "A file has few enough findings to tell them all."),
    warning("bad-suppression", "A comment that allows a finding names a rule that it can, and says why."),
    warning("unused-suppression", "A comment that allows a finding has one to allow."),
    // YAML
    error("yaml-syntax", "The file is valid YAML."),
    error(
        "yaml-extras",
        "Content uses plain YAML: no anchors, aliases, tags, merge keys or second documents.",
    ),
    error("yaml-bounds", "Files stay within bounds of depth and count."),
    error("duplicate-key", "A key stands once."),
    warning("surprising-value", "Words and numbers that YAML readers disagree about are in quotes."),
    // Schema
    error("unknown-key", "Keys are known where they stand."),
    error("missing-key", "Required keys are there."),
    error("wrong-type", "A text is a text, a list is a list."),
    error("wrong-value", "A value is one of those that its key can have."),
    error("wrong-form", "A value has the form that its key needs."),
    error("wrong-count", "Lists have as many entries as they need."),
    error("empty-text", "Texts say something."),
    // References
    error("unknown-node", "Routes lead to nodes that are there."),
    error("unknown-state", "States are named by codes that are there."),
    error("unknown-attribute", "Conditions and placeholders name declared attributes."),
    error("wrong-attribute", "A state's attributes have the declared type, and the required ones are there."),
    error("unknown-value", "Attributes have values that they can have, in states and in conditions."),
    error("unknown-answer", "Conditions ask for earlier answers that there are."),
    error("unknown-outcome", "The type of a solution is one of the outcomes."),
    error("unknown-zone", "Time zones have their IANA names."),
    error("missing-zone", "Where days matter, it's known in which time zone they begin."),
    error("wrong-window", "A first day isn't after the last one."),
    error("unknown-link", "Links are named as in links.yaml, or as a state's official links."),
    error(
        "unknown-condition",
        "A condition that has a name is written down in decision-tree.yaml, and means something where it's used.",
    ),
    error("circular-condition", "A condition that has a name doesn't stand for itself."),
    error("unknown-snippet", "Shared texts are named as in snippets.yaml."),
    error("nested-snippet", "A shared text has no other shared text in it."),
    error("malformed-link", "A link in a text is written [words](link:NAME)."),
    error("unknown-entry", "Search checks expect entries that are there."),
    error("unknown-guide", "Guides are named as in guides.yaml."),
    error("unknown-step", "Flows name steps that are there, and buttons lead to steps of the flow."),
    error("unknown-page", "Buttons and navigation lead to pages that the app or a flow has."),
    error("unknown-placeholder", "Placeholders are declared, and stand where they are filled."),
    error("unfilled-placeholder", "A state's placeholder has a value for every state that reads the text."),
    error("unasked-fact", "What the voter said is named only where it was asked for, on every path."),
    warning("hint-days", "A hint gives the same number of days as `within_days`."),
    error("fact-clash", "A fact is the same thing wherever it is asked for."),
    warning("uncarried-fact", "What a step asks for can be put into a note for the ticket."),
    error("duplicate-id", "Ids, codes and paths stand once."),
    error("copied-file", "No file is a copy of another one."),
    error("copied-entry", "No entry is a copy of another one."),
    error("shared-code", "No two states have one code where a solution takes its id from it."),
    warning("shared-official-link", "No two states have one address."),
    warning("other-states-name", "A state's own texts don't name another state."),
    warning("name-unlike-address", "A state's name is spelled the way its addresses spell it."),
    // Tree
    error("unreachable-node", "Every node is reached by some state."),
    error("cycle", "No path comes back to a node."),
    error("long-path", "A path has no more questions than a call can hold."),
    error("no-end", "Every state has a way to an end."),
    error("no-own-id", "Only states that have the attribute of `id_from` come to its solution."),
    error("too-many-readings", "Days and earlier answers make no more combinations than an engine can keep."),
    error("missing-last-case", "A list of cases ends with one without `when`."),
    error("dead-case", "Every case matches a state that no earlier case takes."),
    warning("unused-last-case", "The last case is needed by some state."),
    error("missing-part", "Whoever reads a text of parts reads at least one of them."),
    warning("agreement-not-required", "A solution that doesn't require the agreement doesn't ask for it."),
    warning("unknown-priority", "A list of priorities in a guide uses those of the outcomes."),
    warning("wrong-outcome-title", "The title of a solution names no outcome but its own."),
    error("few-answers", "A question has at least two answers."),
    error("no-answer", "Whoever comes to a question is offered at least one of its answers."),
    error("same-answers", "The answers that someone is offered together differ in text and shortcut."),
    // Flows
    error("unreachable-step", "Every step of a flow is reached from its first."),
    error("taken-path", "A path leads to one page only."),
    error("wrong-progress", "A step's number lies within the flow's progress bar."),
    // Texts and addresses
    error(
        "bad-address",
        "Addresses are complete, begin with https:// and have nothing in them that no address needs.",
    ),
    error("lookalike-address", "The letters of a site's name are of one alphabet."),
    error(
        crate::diagnostics::INVISIBLE_IN_NAME,
        "Names, links and addresses have no character that nobody sees.",
    ),
    warning("invisible-in-text", "Texts have no character that nobody sees."),
    error("inline-address", "Texts name a link; its address stands in links.yaml alone."),
    error("leftover", "No text has a leftover such as TODO or [STATE]."),
    warning("blank-in-script", "Scripts have no blank that nothing fills."),
    warning(
        "long-text-message",
        "A script for text messages takes no more SMS segments than style.yaml allows.",
    ),
    warning("repeated-text", "A longer text stands in one place."),
    warning("inconsistent-name", "One thing has one name, the one of style.yaml."),
    warning("partisan-word", "No text uses a word that takes a side."),
    warning("judgemental-word", "No text uses a word that judges a person."),
    warning("retired-words", "No text says what style.yaml says we no longer say."),
    warning("sensitive-request", "No words to a voter ask for what style.yaml says we never ask for."),
    by_date("expired", "Nothing stays whose last day is over."),
    by_date("past-date", "No text names a day that is over."),
    warning("unused-link", "Every link is used."),
    warning("unused-piece", "What is declared is used."),
    warning("unused-snippet", "Every shared text is used."),
    warning("staff-only-link", "Voters are given no link that only staff can open."),
    warning("staff-note-to-voter", "Voters are given no note that is meant for colleagues."),
    warning("wrong-channel-words", "A message doesn't sound like a call, nor a call like a message."),
    warning("link-in-voice-script", "Scripts for the voice have no link."),
    warning("personal-address", "Email addresses belong to a task, and to no person."),
    warning("old-title", "A question or heading is quoted as it is now."),
    warning("missing-promise", "All modes of the agreement promise the same."),
    warning(
        "style-clash",
        "What style.yaml says to write, it forbids nowhere; and a word stands in it once.",
    ),
    error("bare-address", "An address in running text becomes a link."),
    error("vanity-number", "The letters of a phone number spell its digits."),
    warning("emergency-number", "A short number to call in an emergency is a real one."),
    warning("phone-typo", "No number in a text is one of links.yaml with two digits swapped."),
    warning("phone-length", "A phone number has as many digits as it needs."),
    warning("scattered-number", "A phone number that several files need has its one place in links.yaml."),
    warning("repeated-fact", "What site.yaml or links.yaml has is named in a text, not written out."),
    warning("linked-address", "An answer names a link of links.yaml; its address isn't written out."),
    warning("address-typo", "No address is another one with a typo."),
    warning("repeated-address", "An address that several answers need has its one place in links.yaml."),
    warning("no-such-day", "Texts name days that the calendar has."),
    warning("cut-text", "No text is cut by a # behind a blank."),
    warning("swallowed-entry", "No entry or key is part of the text above it."),
    warning("html-in-text", "Texts have no HTML."),
    warning("broken-markdown", "Bold words, code and links that begin also end."),
    warning("markdown-table", "Texts have no table."),
    warning("joined-lines", "The lines of a list stay apart."),
    warning("skipped-number", "A numbered list skips no number."),
    warning("doubled-word", "No word is typed twice."),
    warning("garbled-text", "Characters are as they were typed."),
    warning("broken-off-text", "A text made of sentences ends with a complete one."),
    // FAQ
    warning("same-order", "No two files of the FAQ have one place."),
    warning("tag-variant", "No two tags differ only by case or plural."),
    warning("tag-typo", "No tag is another one with a letter wrong."),
    warning("near-duplicate", "No two questions ask nearly the same."),
    warning("copied-answer", "No two entries have one answer."),
    warning("long-answer", "An answer has no more words than style.yaml allows."),
    by_date(
        "stale-review",
        "Answers were reviewed by the day that they name or, without one, within the time that site.yaml sets.",
    ),
    by_date("odd-day", "Days of reviews, periods and announcements are ones that can be meant."),
    by_date("no-review", "Where site.yaml sets a review period, every answer says when it was reviewed."),
    warning("errand-hides-answer", "No errand has words that lead to one of our own answers."),
    warning("synonym-finds-nothing", "A line of search.yaml finds words that an answer has."),
    warning("everyday-synonym", "A word in search.yaml means its topic by itself."),
    // Checks
    error("search-check", "The searches in checks/searches.yaml find what they say."),
    error("self-search", "An entry is found by its own question, and so is an errand."),
    warning("uncovered-path", "Where the path checks are complete, they cover every path."),
    error("path-check", "The paths in checks/paths.yaml end where they say."),
];
