//! Outcomes of the tree: the types and titles by which solutions refer to them.

use std::collections::BTreeSet;

use super::context::Context;
use super::findings::{few, warning_at};
use super::texts::{FileText, sentence, whole_word};
use super::wording::capitalised;
use crate::content::Kind;
use crate::content::document::child;
use crate::content::model::DecisionTree;
use crate::content::snippets::PREFIX;
use callguide_search::api::tree::Outcome;
use callguide_search::diagnostics::{Diagnostic, Place, shown};
use callguide_search::text::Expression;
use callguide_search::text::placeholders::places;

/// `agreement-not-required`: a solution that doesn't require the agreement, but whose text asks for it, or the reverse.
/// `wrong-outcome`: a solution whose title begins with the name of a different outcome, or whose text marks the ticket
/// as one.
/// `unknown-priority`: a guide with a priority that no outcome has.
pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let document = &*file.document;
    let name = context.draft.agreement.as_ref().map(|file| name_of(&file.title)).unwrap_or_default();
    // The solutions that require the agreement, by whether their text asks for it.
    let (mut asking, mut silent) = (Vec::new(), Vec::new());
    for (id, solution) in file.solutions.iter() {
        let at = child("/solutions", id);
        let kind = child(&at, "type");
        let inside = format!("{at}/");
        let texts = context.texts_of(document).iter().filter(|text| text.pointer.starts_with(&inside));
        let (titles, others): (Vec<_>, Vec<_>) = texts
            .clone()
            .filter(|text| text.for_people)
            .partition(|text| is_title(&text.pointer[at.len()..]));
        let own = &*solution.kind;
        let before = found.len();
        found.extend(titles.into_iter().filter_map(|text| title(file, own, &kind, text, &others)));
        let mut marked = others.iter().filter_map(|text| marked(file, own, &kind, text));
        if let Some(first) = marked.next().filter(|_| found.len() == before) {
            let more = marked.map(|other| (other.place, "here, too".to_owned()));
            let borrowed = others.iter().filter_map(|text| borrowed(context, id, text));
            found.push(more.chain(borrowed).fold(first, |first, (place, why)| first.related(place, why)));
        }
        let asks = |text: &FileText<'_>| {
            let mut hits = text.read.match_indices(name).map(|(at, name)| at..at + name.len());
            let hit =
                hits.find(|hit| !hit.is_empty() && !NOT.is_match(&text.read[sentence(text.read, hit)]))?;
            Some(text.part(&hit))
        };
        let there = texts.clone().find_map(asks);
        if solution.agreement_required == Some(true) {
            if there.is_some() { asking.push(id) } else { silent.push(id) }
        }
        if let Some(there) = there.filter(|_| solution.agreement_required == Some(false)) {
            let key = child(&at, "agreement_required");
            let message =
                format!("the text of this solution asks for the {name}, but the agreement isn't required");
            warning_at("agreement-not-required", document, &key, &message)
                .related(there, "for example, here")
                .help("find out whether this solution needs it: if it doesn't, take it out of the text; if it does, write `agreement_required: true`")
                .report(found);
        }
    }
    if let ([id], true) = (silent.as_slice(), asking.len() >= ENOUGH) {
        let at = child(&child("/solutions", id), "agreement_required");
        let message = format!(
            "the agreement is required, but no text of this solution asks for it, unlike {}",
            few(asking)
        );
        warning_at("agreement-not-required", document, &at, &message)
            .help("find out whether this solution needs it: if it does, say so in the text and the scripts; if it doesn't, write `agreement_required: false`")
            .report(found);
    }
    found.extend(unknown_priority(context, file));
}

/// At least this many other solutions show what a snippet is for.
const ENOUGH: usize = 3;

/// The first place where text in solution `id` uses a snippet, if all other solutions using it are of one other type.
fn borrowed(context: &Context<'_>, id: &str, text: &FileText<'_>) -> Option<(Place, String)> {
    let tree = context.draft.tree.as_ref()?;
    let kind_of = |id: &str| tree.solutions.get(id).map(|solution| &*solution.kind);
    places(text.written).find_map(|(range, name)| {
        let name = name.strip_prefix(PREFIX)?;
        let used = context.names().used("snippet").filter(|used| used.name == name);
        let others = used.filter_map(|used| used.pointer.strip_prefix("/solutions/")?.split('/').next());
        let others: BTreeSet<&str> = others.filter(|other| *other != id).collect();
        let kinds: BTreeSet<&str> = others.iter().filter_map(|other| kind_of(other)).collect();
        let is_odd = others.len() >= ENOUGH && kinds.len() == 1;
        let kind = kinds.first().filter(|kind| is_odd && Some(**kind) != kind_of(id))?;
        Some((text.place(&range), format!("all other solutions with this have the type {kind}")))
    })
}

/// Bold text at the beginning of a list item, or after "For".
static LABEL: Expression = Expression::new(r"(?m)(?:^[-*]|\bFor) \*\*(?P<label>[^*:\n]+):?\*\*");

/// Reports a list in a guide that explains priorities but includes one that doesn't exist.
fn unknown_priority(context: &Context<'_>, tree: &DecisionTree) -> Option<Diagnostic> {
    let priorities: BTreeSet<&str> = tree.outcomes.iter().map(|(_, outcome)| &*outcome.priority).collect();
    let texts = || context.texts().filter(|text| text.kind == Kind::Guides);
    texts().find_map(|text| {
        let labels: Vec<_> = LABEL.captures_iter(text.written).filter_map(|hit| hit.name("label")).collect();
        let named: BTreeSet<&str> = labels.iter().map(|label| label.as_str()).collect();
        let strange: Vec<_> = labels.iter().filter(|label| !priorities.contains(label.as_str())).collect();
        let missing: Vec<&str> = priorities.difference(&named).copied().collect();
        // A label of several words is about something else, or about all the other priorities.
        let [label] = strange.as_slice() else { return None };
        if missing.is_empty() || missing.len() == priorities.len() || label.as_str().contains(' ') {
            return None;
        }
        let new = if missing.len() == 1 { missing[0] } else { "the new name" };
        let help = format!("write {new} here; if the helpdesk has renamed it, correct the outcome's priority in decision-tree.yaml instead, and wherever else the old name is");
        let place = text.place(&label.range());
        let (label, missing) = (label.as_str(), few(missing));
        let message = format!("no outcome has the priority {}, and this text doesn't mention {missing}", shown(label));
        let finding = text.warning("unknown-priority", place.clone(), &message).help(help);
        let all = texts().flat_map(|text| {
            let hits = LABEL.captures_iter(text.written).filter_map(|hit| hit.name("label"));
            hits.filter(|other| other.as_str() == label).map(|other| text.place(&other.range()))
        });
        Some(all.filter(|other| *other != place).fold(finding, |finding, other| finding.related(other, "here, too")))
    })
}

/// Whether a pointer, below a solution, leads to its title or to a case or part of it.
fn is_title(pointer: &str) -> bool {
    pointer.strip_prefix("/title").is_some_and(|rest| rest.is_empty() || rest.ends_with("/text"))
}

/// The name that text uses for the agreement: the last two words of its title.
fn name_of(title: &str) -> &str {
    title.rsplitn(3, ' ').nth(2).map_or(title, |rest| title[rest.len()..].trim_start())
}

static NOT: Expression = Expression::new(r"(?i)\b(?:no|not|without|never|\w+n['’]t)\b");

/// The names by which an outcome is known: its name, its label and its priority.
fn names(name: &str, outcome: &Outcome) -> [String; 3] {
    [name.replace(['-', '_'], " "), outcome.label.clone(), outcome.priority.clone()]
}

/// Whether `title` begins with `name`, ignoring case.
fn begins(title: &str, name: &str) -> bool {
    let rest = title.get(..name.len()).filter(|begin| begin.to_lowercase() == name.to_lowercase());
    rest.is_some() && !title[name.len()..].starts_with(char::is_alphanumeric)
}

/// An outcome, other than the solution's own, whose name begins the text.
struct Other<'a> {
    outcome: &'a str,
    /// The name, as written in the text.
    given: &'a str,
    /// The corresponding name of the solution's own outcome.
    right: String,
}

/// The other outcome that `text` begins with; `None` if it begins with the solution's own.
fn other<'a>(tree: &'a DecisionTree, kind: &str, text: &'a str) -> Option<Other<'a>> {
    let own = names(kind, tree.outcomes.get(kind)?);
    if own.iter().any(|name| begins(text, name)) {
        return None;
    }
    let others = tree.outcomes.iter().filter(|(name, _)| **name != *kind);
    let said = others.flat_map(|(name, outcome)| {
        names(name, outcome).into_iter().enumerate().map(move |(which, said)| (name, which, said))
    });
    let said = said.filter(|(_, _, said)| begins(text, said));
    let (outcome, which, said) = said.max_by_key(|(_, _, said)| said.len())?;
    let given = &text[..said.len()];
    let capital = given.starts_with(char::is_uppercase);
    let right = if capital { capitalised(&own[which]) } else { own[which].to_lowercase() };
    Some(Other { outcome, given, right })
}

/// Whether the text contains one of an outcome's names as whole words, without denying it.
fn says(tree: &DecisionTree, kind: &str, text: &FileText<'_>) -> bool {
    let text = text.words_alone().to_lowercase();
    let names = tree.outcomes.get(kind).map(|outcome| names(kind, outcome));
    names.into_iter().flatten().map(|name| name.to_lowercase()).any(|name| {
        let mut hits = text.match_indices(&name).filter(|(at, _)| whole_word(&text, &(*at..at + name.len())));
        hits.any(|(at, _)| !NOT.is_match(&text[sentence(&text, &(at..at)).start..at]))
    })
}

/// Reports a title that begins with the name of a different outcome. The solution's other text, in `texts`, may show
/// whether the title or the type, at `at`, is wrong.
fn title(
    tree: &DecisionTree,
    own: &str,
    at: &str,
    text: &FileText<'_>,
    texts: &[&FileText<'_>],
) -> Option<Diagnostic> {
    let Other { outcome, given, right } = other(tree, own, text.read)?;
    let place = text.document.part_at(&text.pointer, given, 0);
    let [says_own, says_other] = [own, outcome].map(|kind| texts.iter().any(|text| says(tree, kind, text)));
    let in_title = format!("write \"{right}\" in the title");
    let help = match (says_own, says_other) {
        (true, false) => format!(
            "{in_title}, since the text says the same as the type; or, if the title is right, `type: {outcome}`"
        ),
        (false, true) => format!(
            "write `type: {outcome}`, since the text says the same as the title; or, if the type is right, correct the title and the text"
        ),
        _ => format!(
            "find out which is right: if it's the type, {in_title}; if it's the title, `type: {outcome}`"
        ),
    };
    let edit = text.document.write_part(&text.pointer, &place, given, &right);
    let edit = edit.filter(|_| says_own && !says_other);
    let message =
        format!("the title says \"{given}\", which goes with the type {outcome}, but the type is {own}");
    let finding = text.warning("wrong-outcome", place, &message);
    Some(finding.related(text.document.value_at(at), "the type").help(help).guess(edit))
}

/// Words before the outcome that a ticket is given: "marking it urgent", "mark the ticket **urgent**".
static MARK: Expression = Expression::new(
    r#"(?i)\bmark(?:ed|ing)?\s+(?:(?:it|this|that|them|(?:the|this|that|your)\s+\w+)\s+)?(?:as\s+)?(?:an?\s+)?[*_"“]*"#,
);

/// Words that make a sentence apply only in some cases.
static SOMETIMES: Expression = Expression::new(r"(?i)\b(?:if|when|unless|once|until|after|before)\b");

/// Reports the first place where the text marks the ticket as a different outcome.
fn marked(tree: &DecisionTree, own: &str, at: &str, text: &FileText<'_>) -> Option<Diagnostic> {
    MARK.find_iter(text.read).find_map(|hit| {
        let before = &text.read[sentence(text.read, &hit.range()).start..hit.start()];
        let Other { outcome, given, right } = other(tree, own, &text.read[hit.end()..])
            .filter(|_| !NOT.is_match(before) && !SOMETIMES.is_match(before))?;
        let message =
            format!("this says \"{given}\", which goes with the type {outcome}, but the type is {own}");
        let help = format!(
            "write \"{right}\", or take the wrong word out, and check the rest of this solution; or, if the text is right, write `type: {outcome}`"
        );
        let place = text.part(&(hit.start()..hit.end() + given.len()));
        let finding = text.warning("wrong-outcome", place, &message);
        Some(finding.related(text.document.value_at(at), "the type").help(help))
    })
}
