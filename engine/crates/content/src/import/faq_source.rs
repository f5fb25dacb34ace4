//! Imports a FAQ from a text document saved as Markdown: headings are categories and questions, and the text
//! below a question is its answer.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::rows::Raw;
use super::{Loss, Refused};
use callguide_search::text::plain;

/// A heading. Group 1 is its level, group 2 its words, without the anchor that some programs append.
static HEADING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\{#[^}]*\})?[ \t]*$"));
/// The underline of a heading without leading number signs.
static UNDERLINE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^ {0,3}(=+|-{2,})[ \t]*$"));
/// The line in an answer that lists its tags.
static TAGS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^\s*[*_]*tags?\s*:\s*[*_]*\s*(.*?)[*_\\]*\s*$"));
/// The definition of a reference link; group 1 is its label, group 2 its target.
static DEFINITION: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^ {0,3}\[([^\]\n]+)\]:[ \t]*<?([^\s>]+)>?(?:[ \t]+.*)?$"));
/// A reference link or picture. Group 1 is the picture's exclamation mark, group 2 the words, and group 3 the label.
static REFERENCE: LazyLock<Regex> = LazyLock::new(|| pattern(r"(!?)\[([^\[\]\n]*)\]\[([^\[\]\n]*)\]"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

/// A heading, or a line below one.
struct Line<'a> {
    number: usize,
    /// The level of a heading, or 0 for other lines.
    level: usize,
    /// The words of a heading, or else the whole line.
    text: &'a str,
    /// The line as written.
    raw: &'a str,
}

/// Returns the document's entries. First-level headings are categories, and second-level ones questions. A
/// single title above both is neither. If there is only one level, every heading is a question.
pub(super) fn entries(text: &str, losses: &mut Vec<Loss>) -> Result<Vec<Raw>, Refused> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (lines, definitions) = lines(&text);
    let mut levels: Vec<usize> = lines.iter().map(|line| line.level).filter(|level| *level > 0).collect();
    let first = levels.first().copied();
    let alone = first.is_some_and(|first| levels.iter().filter(|level| **level == first).count() == 1);
    levels.sort_unstable();
    levels.dedup();
    if levels.len() > 2 && alone && first == levels.first().copied() {
        levels.remove(0);
    }
    let (category, question) = match levels[..] {
        [] => {
            return Err(Refused::all(
                "the document has no headings: put ## in front of each question, and # in front of each category",
            ));
        }
        [only] => (0, only),
        [category, question, ..] => (category, question),
    };
    let mut entries: Vec<Raw> = Vec::new();
    let (mut current, mut open) = (String::new(), false);
    for line in lines {
        match line.level {
            level if level > 0 && level < question => {
                open = false;
                if level == category {
                    current = plain::words(line.text);
                }
            }
            level if level == question => {
                open = true;
                let question = plain::words(line.text);
                entries.push(Raw {
                    line: line.number,
                    question,
                    category: current.clone(),
                    ..Raw::default()
                });
            }
            _ => match entries.last_mut().filter(|_| open) {
                Some(entry) => add(entry, line.raw, &definitions),
                None if line.text.trim().is_empty() => {}
                None => {
                    let words: String = line.text.trim().chars().take(60).collect();
                    losses.push(Loss {
                        line: line.number,
                        what: format!("\"{words}\": it isn't below a question"),
                    });
                }
            },
        }
    }
    Ok(entries)
}

/// Adds a line to an entry's answer, or to its tags if it's a line of tags.
fn add(entry: &mut Raw, line: &str, definitions: &HashMap<String, String>) {
    if let Some(tags) = TAGS.captures(line) {
        if !entry.tags.is_empty() {
            entry.tags.push_str(", ");
        }
        entry.tags.push_str(&tags[1]);
        return;
    }
    let line = REFERENCE.replace_all(line, |hit: &Captures<'_>| {
        let mark = if hit[3].is_empty() { &hit[2] } else { &hit[3] };
        match definitions.get(&mark.to_lowercase()) {
            Some(address) => format!("{}[{}](<{address}>)", &hit[1], &hit[2]),
            None => hit[0].to_owned(),
        }
    });
    entry.answer.push_str(&line);
    entry.answer.push('\n');
}

/// Returns the document's lines without its link definitions, and the targets of those by label.
fn lines(text: &str) -> (Vec<Line<'_>>, HashMap<String, String>) {
    let (mut lines, mut definitions, mut fenced) = (Vec::<Line<'_>>::new(), HashMap::new(), false);
    for (at, raw) in text.lines().enumerate() {
        let (number, text) = (at + 1, raw);
        fenced ^= text.trim_start().starts_with("```");
        if fenced {
            lines.push(Line { number, level: 0, text, raw });
        } else if let Some(definition) = DEFINITION.captures(text) {
            definitions.insert(definition[1].to_lowercase(), definition[2].to_owned());
        } else if let Some(heading) = HEADING.captures(text) {
            let words = heading.get(2).map_or("", |words| words.as_str());
            lines.push(Line { number, level: heading[1].len(), text: words, raw });
        } else if let Some(under) = UNDERLINE.captures(text)
            && let [before @ .., above] = &mut lines[..]
            && above.level == 0
            && !above.text.trim().is_empty()
            && before.last().is_none_or(|line| line.level > 0 || line.text.trim().is_empty())
        {
            above.level = if under[1].starts_with('=') { 1 } else { 2 };
        } else {
            lines.push(Line { number, level: 0, text, raw });
        }
    }
    (lines, definitions)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Category, question, answer, and tags.
    type Entry = (String, String, String, String);

    fn read(text: &str) -> (Vec<Entry>, Vec<usize>) {
        let mut losses = Vec::new();
        let entries = entries(text, &mut losses).unwrap();
        let entries =
            entries.into_iter().map(|e| (e.category, e.question, e.answer.trim().to_owned(), e.tags));
        (entries.collect(), losses.into_iter().map(|loss| loss.line).collect())
    }

    fn entry(category: &str, question: &str, answer: &str, tags: &str) -> Entry {
        (category.to_owned(), question.to_owned(), answer.to_owned(), tags.to_owned())
    }

    #[test]
    fn headings_are_categories_and_questions() {
        let text = "# Cost\nintro\n## **What** does it cost\\? {#cost}\nNothing.\n\n### Really\nYes.\n**Tags:** a, b\n# Time\n## When?\nNow.\n";
        let expected = [
            entry("Cost", "What does it cost?", "Nothing.\n\n### Really\nYes.", "a, b"),
            entry("Time", "When?", "Now.", ""),
        ];
        assert_eq!(read(text), (expected.to_vec(), vec![2]));
    }

    #[test]
    fn a_title_is_no_category_and_one_level_is_questions() {
        let text = "Our FAQ\n=======\n\n## Cost\n### What?\nThat.\n### Why?\nSo.\n";
        assert_eq!(read(text).0, [entry("Cost", "What?", "That.", ""), entry("Cost", "Why?", "So.", "")]);
        assert_eq!(read("## What?\nThat.\n\nWhy?\n---\nSo.\n").0.len(), 2);
        assert_eq!(
            read("# What?\n[Here][1] and ![][map].\n\n[1]: https://a.org/x \"t\"\n[map]: <data:x>\n").0,
            [entry("", "What?", "[Here](<https://a.org/x>) and ![](<data:x>).", "")]
        );
        assert!(entries("What?\nThat.\n", &mut Vec::new()).unwrap_err().why.contains("no headings"));
    }
}
