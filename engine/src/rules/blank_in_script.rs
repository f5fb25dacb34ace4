//! `blank-in-script`: a gap in words to say or send that nothing fills.

use std::sync::LazyLock;

use regex::Regex;

use super::prose::prose;
use super::{Context, warning};
use crate::diagnostics::Diagnostic;
use crate::text::placeholders;

/// Lines to write on, dots, and words in brackets that are no link; a brace without its partner.
/// Brackets around capitals are told as leftovers, and whole braces as placeholders.
static BLANK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\{\{[^{}\n]*\}\}|_{2,}|\.{4,}|…{2,}|\[[^\[\]\n]*\]|<[A-Za-z][A-Za-z _-]*>|\{[^{}\n]*\}|[{}]")
        .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context).iter().filter(|text| text.spoken()) {
        for hit in BLANK.find_iter(text.text) {
            let part = hit.as_str();
            let braces = part.len() > 1 && part.starts_with('{') && !part.starts_with("{{");
            let link = part.starts_with('[') && text.text[hit.end()..].starts_with('(');
            let capitals = part.starts_with('[') && !part.contains(char::is_lowercase);
            if braces || link || capitals {
                continue;
            }
            let nth = text.text[..hit.start()].matches(part).count();
            let place = text.document.part_at(&text.pointer, part, nth);
            let message = format!("\"{part}\" is a blank that nothing fills");
            found.push(
                warning("blank-in-script", text.document, &text.pointer, place, &message).help(help(part)),
            );
        }
    }
}

fn help(part: &str) -> String {
    if part.starts_with("{{") {
        return format!("write the placeholder with one brace on each side: {}", &part[1..part.len() - 1]);
    }
    if matches!(part, "{" | "}") {
        return "write the placeholder with both braces, such as {voter.name}, or remove the brace"
            .to_owned();
    }
    let meant = match placeholders::meant_by(part).as_slice() {
        [] => format!("a placeholder such as {{{}}}", placeholders::VOTER),
        names => {
            let names: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
            format!("the placeholder that is meant: {}", names.join(", "))
        }
    };
    format!("write the words themselves, or {meant}")
}
