//! `bad-suppression` and `unused-suppression`: comments that allow findings.
//!
//! `# lint: allow RULE because REASON`, on the line above or at the end of the line. The comment applies to that line
//! and to the text that begins on it. Only warnings can be allowed.

use std::ops::Range;

use jiff::civil::Date;

use super::catalogue::{RULES, Rule};
use crate::content::{Document, Draft};
use callguide_search::diagnostics::{Diagnostic, Edit, Fix, Place, Severity, meant, shown};
use callguide_search::text::Expression;

/// The rules about suppressions themselves.
const OWN: [&str; 2] = ["bad-suppression", "unused-suppression"];

static MEANT: Expression = Expression::new(r"(?i)^#+\s*lint(?:\s*:|\s+allow\b)");
static WELL: Expression = Expression::new(
    r"^#+\s*lint:\s*allow\s+(?P<rule>[A-Za-z0-9_-]+)(?:\s+because\b[\s:]*(?P<reason>.*))?\s*$",
);

/// A comment that allows findings of a rule.
struct Suppression {
    rule: &'static Rule,
    place: Place,
    /// The span in which a finding must begin to be allowed.
    covers: Range<usize>,
}

impl Suppression {
    fn allows(&self, finding: &Diagnostic) -> bool {
        finding.severity == Severity::Warning
            && self.rule.name == finding.rule
            && self.place.file == finding.place.file
            && self.covers.contains(&finding.place.span.start)
    }
}

/// Removes the findings that comments allow, and adds findings about the comments themselves. If any finding hides
/// content, no comment is reported as unused, because some checks didn't run.
pub fn apply(draft: &Draft, today: Option<Date>, findings: &mut Vec<Diagnostic>) {
    let mut all = Vec::new();
    let mut own = Vec::new();
    for (_, document) in draft.documents.values() {
        for comment in &document.comments {
            let text = document.text.get(comment.clone()).unwrap_or_default().trim_end();
            if !MEANT.is_match(text) {
                continue;
            }
            match suppression(document, comment.start, text) {
                Ok(suppression) => all.push(suppression),
                Err(finding) => own.push(*finding),
            }
        }
    }
    let (used, idle): (Vec<Suppression>, Vec<Suppression>) =
        all.into_iter().partition(|suppression| findings.iter().any(|finding| suppression.allows(finding)));
    findings.retain(|finding| !used.iter().any(|suppression| suppression.allows(finding)));
    let gated = findings.iter().any(super::context::hides_content);
    for suppression in idle.iter().filter(|_| !gated) {
        // Rules by date don't find anything without a date, so a comment that allows one isn't unused.
        if today.is_some() || !suppression.rule.by_date {
            let message = format!("there is no {} finding here to allow", suppression.rule.name);
            Diagnostic::warning("unused-suppression", suppression.place.clone(), message)
                .help("remove this comment, or move it to the line above the one it's meant for")
                .fix(Fix::safe([without(draft, &suppression.place)]))
                .report(&mut own);
        }
    }
    findings.extend(own);
}

/// An edit that removes a comment, with its line if the line is otherwise empty.
fn without(draft: &Draft, comment: &Place) -> Edit {
    let text = draft.documents.get(&comment.file).map_or("", |(_, document)| &*document.text);
    let (before, after) = (&text[..comment.span.start], &text[comment.span.end..]);
    let begins = before.trim_end_matches([' ', '\t']).len();
    let ends = text.len() - after.trim_start_matches([' ', '\t']).len();
    let alone = begins == 0 || before[..begins].ends_with('\n');
    let feed = text[ends..].find('\n').map_or(text.len(), |feed| ends + feed + 1);
    let span = if alone { begins..feed } else { begins..comment.span.end };
    Edit { place: Place { file: comment.file.clone(), span }, text: String::new() }
}

fn can_be_allowed(rule: &Rule) -> bool {
    rule.severity == Severity::Warning && !OWN.contains(&rule.name)
}

/// Parses the comment `text`, which begins at `start` and is addressed to lint.
fn suppression(document: &Document, start: usize, text: &str) -> Result<Suppression, Box<Diagnostic>> {
    let place = Place { file: document.name.clone(), span: start..start + text.len() };
    let bad = |message: &str, help: &str, edit: Option<Edit>| {
        Box::new(Diagnostic::warning("bad-suppression", place.clone(), message).help(help).guess(edit))
    };
    let Some(parts) = WELL.captures(text) else {
        let message = "this lint comment isn't written correctly";
        return Err(bad(message, "write it as # lint: allow RULE because REASON", None));
    };
    let rule = &parts["rule"];
    let Some(known) = RULES.iter().find(|known| known.name == rule) else {
        let near = meant(rule, RULES.iter().filter(|rule| can_be_allowed(rule)).map(|rule| rule.name));
        let help = near.map_or_else(|| LOOK_UP.to_owned(), |name| format!("did you mean {name}?"));
        let at = parts.name("rule").map_or(0..0, |part| start + part.start()..start + part.end());
        let edit = near.map(|name| document.edit(at, name));
        return Err(bad(&format!("lint has no rule {}", shown(rule)), &help, edit));
    };
    if !can_be_allowed(known) {
        let message = format!("{rule} can't be allowed: only warnings about the content can");
        return Err(bad(&message, "fix what it finds, and remove this comment", None));
    }
    if !parts.name("reason").is_some_and(|reason| reason.as_str().contains(char::is_alphabetic)) {
        let help = format!("say why: # lint: allow {rule} because …");
        return Err(bad("the reason is missing, so this allows nothing", &help, None));
    }
    Ok(Suppression { rule: known, place, covers: covers(document, start) })
}

const LOOK_UP: &str =
    "write the name in square brackets at the end of the finding; `callguide lint --explain` lists them all";

/// The span of the line that a comment applies to, and of the text that begins there. A comment on its own line applies
/// to the next line that isn't empty or a comment.
fn covers(document: &Document, at: usize) -> Range<usize> {
    let mut next = 0;
    let lines = document.text.split_inclusive('\n').map(|line| {
        next += line.len();
        (next - line.len()..next, line.trim())
    });
    let mut below = lines.skip_while(|(line, _)| line.end <= at);
    let line = below.find(|(_, said)| !said.is_empty() && !said.starts_with('#'));
    line.map_or(at..at, |(line, _)| line.start..document.texts_from(&line).max(line.end))
}
