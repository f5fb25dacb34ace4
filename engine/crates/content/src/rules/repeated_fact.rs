//! `repeated-fact`: a number, an address or hours from site.yaml or links.yaml, written out in a text.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::findings::pattern;
use super::phone_numbers::{digits, numbers};
use crate::content::facts;
use callguide_search::diagnostics::{Diagnostic, Fix, Related};

/// Two hours and the words between them: `8am to 8pm`, `8 a.m.–8 p.m.`, `noon or 6:00pm`.
static HOURS: LazyLock<Regex> = LazyLock::new(|| {
    let hour = r"(?:[0-9]{1,2}(?::00)?[ \x{a0}]?(?:am\b|pm\b|a\.m\.|p\.m\.)|noon\b|midnight\b)";
    pattern(&format!(
        r"(?i)\b(?P<from>{hour})(?P<between>\s?[-–—]\s?|\s+(?:to|until|till|and|or|through)\s+)(?P<until>{hour})"
    ))
});

/// A fact with its placeholder's name, its words, and the file that defines it.
struct Fact {
    name: String,
    words: String,
    home: &'static str,
}

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let facts: Vec<Fact> = context
        .documents()
        .flat_map(|(kind, document)| facts::of(kind, document).into_iter().map(move |fact| (kind, fact)))
        .map(|(kind, (name, words))| Fact { name, words, home: kind.file().unwrap_or_default() })
        .collect();
    if facts.is_empty() {
        return;
    }
    for text in context.prose() {
        let mut told: Vec<(String, usize)> = Vec::new();
        for (range, new, home) in repeated(text.written, &facts) {
            let part = &text.written[range.clone()];
            let reads =
                facts.iter().fold(new.clone(), |new, f| new.replace(&format!("{{{}}}", f.name), &f.words));
            let same = reads == part;
            let message = format!("{home} already has \"{part}\", and this copy wouldn't change with it");
            let help = match same {
                true => format!("write {new} here: it reads the same"),
                false => format!("write {new} here, which reads \"{reads}\""),
            };
            let finding = text
                .warning("repeated-fact", text.place(&range), &message)
                .help(help)
                .maybe_fix(text.exchange(&range, &new, same));
            // `[a@b](mailto:a@b)` contains one address twice, which is reported once.
            let before = told.iter().find(|(other, _)| *other == new).map(|(_, at)| *at);
            match before.and_then(|at| found.get_mut(at)) {
                Some(first) => {
                    first.related.push(Related { place: finding.place, message: "and here".to_owned() });
                    first.fix = first.fix.take().zip(finding.fix).map(|(one, other)| Fix {
                        safe: one.safe && other.safe,
                        edits: one.edits.into_iter().chain(other.edits).collect(),
                    });
                }
                None => {
                    told.push((new, found.len()));
                    found.push(finding);
                }
            }
        }
    }
}

/// The parts of a text that write out a fact, each with its replacement and the file that defines the fact.
fn repeated(text: &str, facts: &[Fact]) -> Vec<(Range<usize>, String, &'static str)> {
    let mut out: Vec<(Range<usize>, String, &'static str)> = Vec::new();
    for fact in facts {
        let name = format!("{{{}}}", fact.name);
        if fact.name.starts_with("phone.") {
            phone(text, fact, &name, &mut out);
        } else if matches!(fact.name.as_str(), "organisation.tax_id" | "organisation.support_email") {
            let whole = |range: &Range<usize>| {
                let word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '@');
                !text[..range.start].ends_with(word) && !text[range.end..].starts_with(word)
            };
            let hits = text.match_indices(&fact.words).map(|(at, part)| at..at + part.len()).filter(whole);
            out.extend(hits.map(|hit| (hit, name.clone(), fact.home)));
        }
    }
    let hour = |name: &str| facts.iter().find(|fact| fact.name == name);
    if let (Some(from), Some(until)) = (hour("hours.from"), hour("hours.until")) {
        for hit in HOURS.captures_iter(text) {
            if plain(&hit["from"]) == from.words && plain(&hit["until"]) == until.words {
                let new = format!("{{{}}}{}{{{}}}", from.name, &hit["between"], until.name);
                out.extend(hit.get(0).map(|hit| (hit.range(), new, from.home)));
            }
        }
    }
    out.sort_by_key(|(range, ..)| range.start);
    out
}

/// Finds the number of this phone, including its letters if they're next to it.
fn phone(text: &str, fact: &Fact, name: &str, out: &mut Vec<(Range<usize>, String, &'static str)>) {
    for (at, whole) in text.match_indices(&fact.words) {
        out.push((at..at + whole.len(), name.to_owned(), fact.home));
    }
    let own = numbers(&fact.words).next().map(|range| digits(&fact.words[range]));
    for range in numbers(text) {
        let told = out.iter().any(|(other, ..)| other.start <= range.start && range.end <= other.end);
        if !told && Some(digits(&text[range.clone()])) == own {
            out.push((range, name.to_owned(), fact.home));
        }
    }
}

/// An hour in the form that placeholders use.
fn plain(hour: &str) -> String {
    let small = hour.to_lowercase().replace(":00", "");
    let signs: String = small.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    match signs.as_str() {
        "12pm" => "noon".to_owned(),
        "12am" => "midnight".to_owned(),
        _ => signs.trim_start_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, String)> {
        let fact = |name: &str, words: &str| Fact {
            name: name.to_owned(),
            words: words.to_owned(),
            home: "site.yaml",
        };
        let facts = [
            fact("organisation.tax_id", "00-0000000"),
            fact("hours.from", "8am"),
            fact("hours.until", "8pm"),
            fact("phone.desk", "555-OUR-FLAT (555-687-3528)"),
        ];
        repeated(text, &facts).into_iter().map(|(range, new, _)| (text[range].to_owned(), new)).collect()
    }

    #[test]
    fn hours_are_found_however_they_are_written_and_others_are_not() {
        for text in ["8am to 8pm", "8 a.m. to 8 p.m.", "8:00 am – 8:00 pm", "8AM-8PM", "8am or 8pm"] {
            assert_eq!(told(&format!("From {text}."))[0].0, text, "{text}");
        }
        assert_eq!(told("8am to 8pm")[0].1, "{hours.from} to {hours.until}");
        for text in ["9am to 8pm", "8am", "8 to 8", "8pm to 8am", "18am to 8pm"] {
            assert_eq!(told(text), [], "{text}");
        }
    }

    #[test]
    fn a_number_is_found_with_and_without_its_letters() {
        assert_eq!(told("Call 555-OUR-FLAT (555-687-3528).")[0].0, "555-OUR-FLAT (555-687-3528)");
        assert_eq!(told("Call (555) 687-3528.")[0].0, "(555) 687-3528");
        assert_eq!(told("Call 1-555-687-3528.")[0].0, "1-555-687-3528");
        assert_eq!(told("Call 555-687-3529 or {phone.desk}."), []);
        assert_eq!(told("Tax ID: 00-0000000.").len(), 1);
        assert_eq!(told("100-0000000"), []);
    }
}
