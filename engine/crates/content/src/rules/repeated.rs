//! Text that's written in more than one place and could become inconsistent: paragraphs, facts, and quoted titles.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::context::Context;
use super::faq_entries;
use super::findings::pattern;
use super::phone_numbers::{self, digits};
use super::texts::{FileText, whole_word};
use crate::content::{Kind, facts};
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;
use callguide_search::text::english::stop_word;

/// The number of other places to show.
const SHOWN: usize = 4;

/// `repeated-text`: a longer paragraph that appears in several entries.
pub fn check_texts(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(from) = context.draft.style.as_ref().and_then(|style| style.repeated_text_from) else { return };
    // A copy is reported as a whole.
    let copies = context.copies();
    let mut seen: BTreeMap<String, Vec<(&FileText<'_>, &str)>> = BTreeMap::new();
    for text in context.prose() {
        let (file, at) = (&text.document.name, &text.pointer);
        if copies.has(file, at) || text.is_answer() && copies.has_answer(file, at) {
            continue;
        }
        // Uses the text as written, because text that's already shared is written only once, in snippets.yaml.
        for paragraph in text.written.lines() {
            let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
            if words.chars().count() < from {
                continue;
            }
            let places = seen.entry(words).or_default();
            // Cases and scripts of one entry are next to each other, so anyone who changes one sees the other.
            if places.len() <= SHOWN && places.iter().all(|(other, _)| entry(other) != entry(text)) {
                places.push((text, paragraph.trim()));
            }
        }
    }
    let several = seen.values().filter(|places| places.len() > 1);
    found.extend(several.map(|places| finding(places[0], &places[1..])));
}

/// The file and the entry that contain the text.
fn entry<'a>(text: &'a FileText<'_>) -> (&'a str, String) {
    let depth = if text.pointer.starts_with("/guides/") { 4 } else { 2 };
    (&text.document.name, text.pointer.split('/').skip(1).take(depth).collect::<Vec<_>>().join("/"))
}

fn finding((first, paragraph): (&FileText<'_>, &str), others: &[(&FileText<'_>, &str)]) -> Diagnostic {
    let place = |text: &FileText<'_>, part: &str| {
        let nearest = text.document.part_at(&text.pointer, part, 0);
        let whole = nearest == text.document.value_at(&text.pointer);
        if whole { text.document.key_at(&text.pointer) } else { nearest }
    };
    let message = match others.len() {
        1 => "this text is repeated in another place".to_owned(),
        SHOWN => format!("this text is repeated in {SHOWN} or more other places"),
        n => format!("this text is repeated in {n} other places"),
    };
    let finding = first.warning("repeated-text", place(first, paragraph), &message).help(
        "give it a name in snippets.yaml and write {snippet.NAME} in each place, or keep it in one place and link to it from the others; if each place needs its own words, write this above the text's key: # lint: allow repeated-text because …",
    );
    others.iter().fold(finding, |finding, (other, part)| finding.related(place(other, part), "and here"))
}

/// Two hours and the words between them: `8am to 8pm`, `8 a.m.–8 p.m.`, `noon or 6:00pm`.
static HOURS: LazyLock<Regex> = LazyLock::new(|| {
    let hour = r"(?:[0-9]{1,2}(?::00)?[ \x{a0}]?(?:am\b|pm\b|a\.m\.|p\.m\.)|noon\b|midnight\b)";
    pattern(&format!(
        r"(?i)(?:\b(?P<from>{hour})|\{{hours\.from\}})(?P<between>\s?[-–—]\s?|\s+(?:to|until|till|and|or|through)\s+)(?:(?P<until>{hour})|\{{hours\.until\}})"
    ))
});

/// A fact: its placeholder's name, its text, its digits if it's a phone number, and the file that defines it.
struct KnownFact {
    name: String,
    words: String,
    number: Option<String>,
    home: &'static str,
}

impl KnownFact {
    fn new(name: String, words: String, home: &'static str) -> Self {
        let number = phone_numbers::numbers(&words).next().map(|range| digits(&words[range]));
        let number = number.filter(|_| name.starts_with("phone."));
        Self { name, words, number, home }
    }
}

/// `repeated-fact`: a number, an address or hours from site.yaml or links.yaml, written out in text.
pub fn check_facts(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let facts: Vec<KnownFact> = context
        .documents()
        .flat_map(|(kind, document)| facts::of(kind, document).into_iter().map(move |fact| (kind, fact)))
        .map(|(kind, (name, words))| KnownFact::new(name, words, kind.file().unwrap_or_default()))
        .collect();
    for text in context.prose() {
        for (range, new, home) in repeated(text.written, &facts) {
            let part = &text.written[range.clone()];
            let reads =
                facts.iter().fold(new.clone(), |new, f| new.replace(&format!("{{{}}}", f.name), &f.words));
            let message = match part.contains("{hours.") {
                true => format!("one end of these hours is typed by hand, so it can differ from {home}"),
                false => format!("{home} already has \"{part}\", and this copy wouldn't change with it"),
            };
            let help = match reads == part {
                _ if part.contains("{hours.") => {
                    format!(
                        "if you mean the usual hours, write {new}, which reads \"{reads}\"; otherwise, type both ends"
                    )
                }
                true => format!("write {new} here: it reads the same"),
                false => format!("write {new} here, which reads \"{reads}\""),
            };
            text.warning("repeated-fact", text.place(&range), &message)
                .help(help)
                .maybe_fix(text.exchange(&range, &new, reads == part).filter(|_| !part.contains("{hours.")))
                .report(found);
        }
    }
}

/// The parts of `text` that spell out a fact, each with its replacement and the file that defines the fact.
fn repeated(text: &str, facts: &[KnownFact]) -> Vec<(Range<usize>, String, &'static str)> {
    let mut out: Vec<(Range<usize>, String, &'static str)> = Vec::new();
    let numbers: Vec<(Range<usize>, String)> =
        phone_numbers::numbers(text).map(|range| (range.clone(), digits(&text[range]))).collect();
    for fact in facts {
        let new = format!("{{{}}}", fact.name);
        let is_phone = fact.name.starts_with("phone.");
        if is_phone || matches!(fact.name.as_str(), "organisation.tax_id" | "organisation.support_email") {
            let hits = text.match_indices(&fact.words).map(|(at, part)| at..at + part.len());
            let hits = hits.filter(|range| is_phone || whole_word(text, range));
            out.extend(hits.map(|hit| (hit, new.clone(), fact.home)));
        }
        // A number may also be written without its letters.
        for (range, _) in numbers.iter().filter(|(_, number)| fact.number.as_ref() == Some(number)) {
            if !out.iter().any(|(other, ..)| other.start <= range.start && range.end <= other.end) {
                out.push((range.clone(), new.clone(), fact.home));
            }
        }
    }
    let hour = |name: &str| facts.iter().find(|fact| fact.name == name);
    if let (Some(from), Some(until)) = (hour("hours.from"), hour("hours.until")) {
        for hit in HOURS.captures_iter(text) {
            let typed = ["from", "until"].map(|end| hit.name(end).map(|end| plain(end.as_str())));
            let is_ours = match &typed {
                [Some(first), Some(last)] => *first == from.words && *last == until.words,
                // Whoever left one placeholder probably meant the hours that it belongs to.
                [Some(one), None] | [None, Some(one)] => one.ends_with('m'),
                [None, None] => false,
            };
            if is_ours {
                let new = format!("{{{}}}{}{{{}}}", from.name, &hit["between"], until.name);
                out.push((hit.get_match().range(), new, from.home));
            }
        }
    }
    out
}

/// An hour in the form used to fill placeholders.
fn plain(hour: &str) -> String {
    let small = hour.to_lowercase().replace(":00", "");
    let signs: String = small.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    match signs.as_str() {
        "12pm" => "noon".to_owned(),
        "12am" => "midnight".to_owned(),
        _ => signs.trim_start_matches('0').to_owned(),
    }
}

/// A quote with fewer words than this is seldom a title.
const WORDS: usize = 4;
/// Quotes with more characters than this are whole sentences.
const LONG: usize = 151;
/// The share of words that a quote and a title must have in common, as a percentage of all words in both. "Which
/// hotline can I call about a problem?" and "Which hotline can a voter call about a problem?" share 70 percent.
const NEAR: usize = 60;

static QUOTE: Expression = Expression::new("[\"“](?P<title>\\p{Lu}[^\"“”\n]+)[\"”]");

/// The titles that text refers to.
struct Titles<'a> {
    all: Vec<(&'a str, BTreeSet<String>)>,
    /// Indexes into `all`, by the words that carry a title's meaning.
    by_word: HashMap<String, Vec<usize>>,
}

impl<'a> Titles<'a> {
    fn of(context: &Context<'a>) -> Self {
        let mut all = Vec::new();
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for text in context.texts().filter(|text| is_title(text)) {
            let words: BTreeSet<String> = faq_entries::words(text.read).into_iter().collect();
            for word in words.iter().filter(|word| stop_word(word).is_none()) {
                by_word.entry(word.clone()).or_default().push(all.len());
            }
            all.push((text.read, words));
        }
        Self { all, by_word }
    }

    /// The title closest to `quote`, if exactly one is closest and none is an exact match.
    fn meant(&self, quote: &str) -> Option<&'a str> {
        let bare = |text: &str| text.trim_end_matches(['.', ',', '?', '!']).to_lowercase();
        let words: BTreeSet<String> = faq_entries::words(quote).into_iter().collect();
        let carrying = words.iter().filter(|word| stop_word(word).is_none());
        let near: BTreeSet<usize> =
            carrying.filter_map(|word| self.by_word.get(word)).flatten().copied().collect();
        if near.iter().any(|at| bare(self.all[*at].0) == bare(quote)) {
            return None;
        }
        let share = |other: &BTreeSet<String>| {
            100 * words.intersection(other).count() / words.union(other).count().max(1)
        };
        let mut near: Vec<_> = near.into_iter().map(|at| (share(&self.all[at].1), self.all[at].0)).collect();
        near.sort_unstable_by(|a, b| b.cmp(a));
        near.dedup_by_key(|(_, title)| *title);
        match near.as_slice() {
            [(best, _), (second, _), ..] if best == second => None,
            [(best, title), ..] if *best >= NEAR => Some(title),
            _ => None,
        }
    }
}

/// Whether the text is an FAQ question, or the heading of a step, a section or a guide.
fn is_title(text: &FileText<'_>) -> bool {
    match text.kind {
        Kind::Faq => text.pointer.ends_with("/question"),
        Kind::Flows | Kind::Support | Kind::Guides => text.pointer.ends_with("/title"),
        _ => false,
    }
}

/// `old-title`: text that quotes a question or a heading in nearly its current wording.
pub fn check_titles(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let titles = LazyCell::new(|| Titles::of(context));
    for text in context.prose() {
        for quote in QUOTE.captures_iter(text.written).filter_map(|hit| hit.name("title")) {
            let (quote, range) = (quote.as_str(), quote.range());
            if quote.split_whitespace().count() < WORDS || !(8..=LONG).contains(&quote.chars().count()) {
                continue;
            }
            let Some(title) = titles.meant(quote) else { continue };
            let message = format!("nothing is titled \"{quote}\" anymore");
            text.warning("old-title", text.place(&range), &message)
                .help(format!("did you mean \"{title}\"?"))
                .maybe_fix(text.exchange(&range, title, false))
                .report(found);
        }
    }
}

/// A button that the text tells people to press, in quotation marks or bold.
static PRESSED: Expression = Expression::new(
    r#"(?i)\b(?:press(?:es|ed|ing)?\s+(?:the\s+)?(?:["“]|\*\*)|start(?:s|ing)?\s+with\s+\*\*)(?P<label>[^"“”*\n]{3,60})(?:["”]|\*\*)"#,
);

/// The app's own button labels that have several words.
const OWN_LABELS: [&str; 7] =
    ["add to ticket", "browse all", "copy note", "show more", "show older", "sign out", "try again"];

/// `unknown-button`: text that names a button by a label of several words that nothing in the content matches. A
/// label of one word, such as Submit, may be another program's.
pub fn check_buttons(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A part that can't be read may contain any label.
    if context.has_gaps() {
        return;
    }
    let labels = LazyCell::new(|| {
        context.texts().map(|text| text.read.trim().to_lowercase()).collect::<BTreeSet<String>>()
    });
    for text in context.prose() {
        for label in PRESSED.captures_iter(text.written).filter_map(|hit| hit.name("label")) {
            // American quotation marks include the punctuation.
            let words = label.as_str().trim().trim_end_matches(['.', ',', '!', '?', ';', ':']).to_lowercase();
            let is_shortcut = words.contains('+');
            if is_shortcut || !words.contains(' ') || OWN_LABELS.contains(&&*words) || labels.contains(&words)
            {
                continue;
            }
            let message = format!("no button is called \"{}\"", label.as_str());
            text.warning("unknown-button", text.place(&label.range()), &message)
                .help("write the button's current label; if it's another program's button, write above the text's key: # lint: allow unknown-button because …")
                .report(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, String)> {
        let fact = |name: &str, words: &str| KnownFact::new(name.to_owned(), words.to_owned(), "site.yaml");
        let facts = [
            fact("organisation.tax_id", "00-0000000"),
            fact("hours.from", "8am"),
            fact("hours.until", "8pm"),
            fact("phone.desk", "555-OUR-FLAT (555-687-3528)"),
        ];
        repeated(text, &facts).into_iter().map(|(range, new, _)| (text[range].to_owned(), new)).collect()
    }

    #[test]
    fn the_service_hours_are_found_in_any_notation() {
        for text in ["8am to 8pm", "8 a.m. to 8 p.m.", "8:00 am – 8:00 pm", "8AM-8PM", "8am or 8pm"] {
            assert_eq!(told(&format!("From {text}."))[0].0, text, "{text}");
        }
        for text in ["8am to 8pm", "9am to {hours.until}", "{hours.from} to 9pm"] {
            assert_eq!(told(text)[0].1, "{hours.from} to {hours.until}", "{text}");
        }
        assert_eq!(told("{hours.from} to {hours.until}"), []);
        for text in ["9am to 8pm", "8am", "8 to 8", "8pm to 8am", "18am to 8pm"] {
            assert_eq!(told(text), [], "{text}");
        }
    }

    #[test]
    fn a_phone_number_is_found_with_or_without_its_letters() {
        assert_eq!(told("Call 555-OUR-FLAT (555-687-3528).")[0].0, "555-OUR-FLAT (555-687-3528)");
        assert_eq!(told("Call (555) 687-3528.")[0].0, "(555) 687-3528");
        assert_eq!(told("Call 1-555-687-3528.")[0].0, "1-555-687-3528");
        assert_eq!(told("Call 555-687-3529 or {phone.desk}."), []);
        assert_eq!(told("Tax ID: 00-0000000.").len(), 1);
        assert_eq!(told("100-0000000"), []);
    }
}
