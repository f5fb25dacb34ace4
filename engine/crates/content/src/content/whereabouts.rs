//! Describes which entry in a file something is in: `question B, answer "no": `.

use serde_json::Value;

use super::document::Document;
use callguide_search::diagnostics::invisible;

/// The singular noun for the entries of each key. Entries of any other list or mapping aren't named.
const NOUNS: [(&str, &str); 23] = [
    ("outcomes", "outcome"),
    ("questions", "question"),
    ("solutions", "solution"),
    ("answers", "answer"),
    ("ask_for", "fact"),
    ("scripts", "script"),
    ("states", "state"),
    ("entries", "entry"),
    ("errands", "errand"),
    ("steps", "step"),
    ("flows", "flow"),
    ("buttons", "button"),
    ("links", "link"),
    ("guides", "guide"),
    ("modes", "mode"),
    ("announcements", "announcement"),
    ("paths", "path"),
    ("searches", "search"),
    ("synonyms", "synonym"),
    ("attributes", "attribute"),
    ("badges", "badge"),
    ("body", "paragraph"),
    ("parts", "part"),
];

/// Returns the entries around `pointer`, outermost first, followed by a colon; empty at the top level.
pub fn whereabouts(document: &Document, pointer: &str) -> String {
    let mut parts = Vec::new();
    // The start of the tree is a separate entry, with no list around it.
    if pointer == "/start" || pointer.starts_with("/start/") {
        parts.push("start".to_owned());
    }
    let mut value = &document.value;
    let mut noun = None;
    for segment in pointer.split('/').skip(1) {
        let segment = segment.replace("~1", "/").replace("~0", "~");
        let next = match value {
            Value::Array(items) => {
                let index: usize = segment.parse().unwrap_or(0);
                let item = items.get(index);
                if let Some(noun) = noun {
                    parts.push(format!("{noun} {}", label(item, index)));
                }
                noun = None;
                item
            }
            Value::Object(entries) => {
                if let Some(noun) = noun
                    && entries.get(&segment).is_some_and(Value::is_object)
                {
                    parts.push(format!("{noun} {}", invisible::written_out(&segment)));
                }
                noun = NOUNS.iter().find(|(key, _)| *key == segment).map(|(_, noun)| *noun);
                entries.get(&segment)
            }
            _ => None,
        };
        match next {
            Some(next) => value = next,
            None => break,
        }
    }
    if parts.is_empty() { String::new() } else { format!("{}: ", parts.join(", ")) }
}

/// Returns the label of a list item: its id, code, name or query, or else its position, from 1.
fn label(item: Option<&Value>, index: usize) -> String {
    ["id", "code", "name", "query"]
        .iter()
        .find_map(|key| item?.get(key)?.as_str())
        .filter(|text| text.len() <= 60)
        .map_or_else(|| (index + 1).to_string(), |text| format!("\"{}\"", invisible::written_out(text)))
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    #[test]
    fn names_the_entries_around_a_value() {
        let text = "questions:\n  B:\n    answers:\n      - id: 'no'\n        go: C\n      - go: D\n";
        let document = parse(&"a.yaml".into(), &text.into()).0.unwrap();
        assert_eq!(whereabouts(&document, "/questions/B/answers/0/go"), "question B, answer \"no\": ");
        assert_eq!(whereabouts(&document, "/questions/B/answers/1"), "question B, answer 2: ");
        assert_eq!(whereabouts(&document, "/questions"), "");
        assert_eq!(whereabouts(&document, "/start/0/go"), "start: ");
        let text = "questions:\n  B:\n    text:\n      parts:\n        - text: One.\n        - text: Two.\n";
        let document = parse(&"a.yaml".into(), &text.into()).0.unwrap();
        assert_eq!(whereabouts(&document, "/questions/B/text/parts/1/text"), "question B, part 2: ");
    }
}
