//! Reads the entries of an FAQ as they appear in the source: the rows of a table, or the headings of a text document
//! saved as Markdown, with the text below them.

use std::collections::HashMap;

use regex::Captures;

use super::terms::{Losses, Refused, TableRow};
use callguide_search::text::Expression;
use callguide_search::text::plain;

/// An entry as it appears in the source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Raw {
    pub line: usize,
    pub question: String,
    pub answer: String,
    pub category: String,
    pub tags: String,
    pub id: String,
    pub reviewed: String,
    pub owner: String,
    pub review_by: String,
}

/// The possible names of a column, in lowercase; the content's own name comes first.
const COLUMNS: [&[&str]; 8] = [
    &["question", "questions", "q", "faq", "title"],
    &["answer", "answers", "a", "response", "reply", "text"],
    &["category", "categories", "topic", "topics", "section", "group", "theme"],
    &["tags", "tag", "keywords", "keyword", "labels", "label"],
    &["id", "key", "slug"],
    &["reviewed", "last reviewed", "reviewed on", "review date", "date reviewed"],
    &["owner", "owned by", "responsible"],
    &["review by", "next review", "review due"],
];

impl Raw {
    /// Returns the fields in the order of [`COLUMNS`].
    fn places(&mut self) -> [&mut String; COLUMNS.len()] {
        [
            &mut self.question,
            &mut self.answer,
            &mut self.category,
            &mut self.tags,
            &mut self.id,
            &mut self.reviewed,
            &mut self.owner,
            &mut self.review_by,
        ]
    }
}

/// Returns whether a row names the columns that every entry needs.
pub(super) fn is_header(cells: &[String]) -> bool {
    [0, 1].iter().all(|of| cells.iter().any(|cell| column(cell) == Some(*of)))
}

/// Returns the entries of a table. Each unknown column is reported as a loss, once.
pub(super) fn of_table(rows: Vec<TableRow>, losses: &mut Losses) -> Result<Vec<Raw>, Refused> {
    let mut rows = rows.into_iter();
    let header = rows.next().ok_or_else(|| Refused::all("the file is empty"))?;
    let mut places: Vec<Option<usize>> = header.cells.iter().map(|cell| column(cell)).collect();
    for at in 0..places.len() {
        // If two columns have the same meaning, the first one is used.
        if places[at].is_some() && places[..at].contains(&places[at]) {
            places[at] = None;
        }
    }
    for (of, names) in COLUMNS.iter().enumerate().take(2) {
        if !places.contains(&Some(of)) {
            let there: Vec<String> = header.cells.iter().map(|cell| format!("\"{}\"", cell.trim())).collect();
            return Err(Refused::at(
                header.line,
                format!(
                    "the first row has to contain the column names, but \"{0}\" is missing (found {1}); \
                     add it above the {0}s",
                    names[0],
                    there.join(", ")
                ),
            ));
        }
    }
    let rows: Vec<TableRow> = rows.collect();
    for (at, _) in places.iter().enumerate().filter(|(_, place)| place.is_none()) {
        let filled =
            rows.iter().filter(|row| row.cells.get(at).is_some_and(|cell| !cell.trim().is_empty())).count();
        if filled > 0 {
            losses.add_at(
                header.line,
                format!(
                    "the column \"{}\" ({filled} {}): an FAQ entry has no place for it",
                    header.cells[at].trim(),
                    if filled == 1 { "cell" } else { "cells" }
                ),
            );
        }
    }
    Ok(rows.into_iter().filter_map(|row| entry(row, &places, losses)).collect())
}

/// Returns the index in [`COLUMNS`] of the column called `name`.
fn column(name: &str) -> Option<usize> {
    let name = name.to_lowercase();
    let words: Vec<&str> =
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name = words.join(" ");
    COLUMNS.iter().position(|names| names.contains(&name.as_str()))
}

fn entry(row: TableRow, places: &[Option<usize>], losses: &mut Losses) -> Option<Raw> {
    let TableRow { line, cells } = row;
    // An unquoted comma in text shifts everything after it into the wrong column. Spreadsheets write every
    // cell of a row, even empty ones.
    if cells.len() != places.len() {
        losses.add_at(line, format!(
            "the whole row: it has {} cells, but the first row has {}; put any text that contains the separator in quotation marks, and include every separator",
            cells.len(),
            places.len()
        ));
        return None;
    }
    let mut raw = Raw { line, ..Raw::default() };
    for (cell, place) in cells.into_iter().zip(places) {
        if let Some(place) = place {
            *raw.places()[*place] = cell;
        }
    }
    Some(raw)
}

/// A heading. Group 1 is its level, group 2 its words, without the anchor that some programs append.
static HEADING: Expression =
    Expression::new(r"^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*(?:\{#[^}]*\})?[ \t]*$");
/// The underline of a heading without leading number signs.
static UNDERLINE: Expression = Expression::new(r"^ {0,3}(=+|-{2,})[ \t]*$");
/// The line in an answer that lists its tags.
static TAGS: Expression = Expression::new(r"(?i)^\s*[*_]*tags?\s*:\s*[*_]*\s*(.*?)[*_\\]*\s*$");
/// The definition of a reference link; group 1 is its label, group 2 its target.
static DEFINITION: Expression = Expression::new(r"^ {0,3}\[([^\]\n]+)\]:[ \t]*<?([^\s>]+)>?(?:[ \t]+.*)?$");
/// A reference link or picture. Group 1 is the picture's exclamation mark, group 2 the words, and group 3 the label.
static REFERENCE: Expression = Expression::new(r"(!?)\[([^\[\]\n]*)\]\[([^\[\]\n]*)\]");

/// A heading, or a line below one.
struct DocumentLine<'a> {
    number: usize,
    /// The level of a heading, or 0 for other lines.
    level: usize,
    /// The words of a heading, or else the whole line.
    text: &'a str,
    /// The line as written.
    raw: &'a str,
}

/// Returns the document's entries. First-level headings are categories, and second-level headings are questions. A
/// single title above both levels is neither a category nor a question. If there is only one level, every heading is a
/// question.
pub(super) fn of_document(text: &str, losses: &mut Losses) -> Result<Vec<Raw>, Refused> {
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
                    losses.add_at(line.number, format!("\"{words}\": it isn't below a question"));
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

/// Returns the document's lines without its link definitions, and the definitions' targets by label.
fn lines(text: &str) -> (Vec<DocumentLine<'_>>, HashMap<String, String>) {
    let (mut lines, mut definitions, mut fenced) = (Vec::<DocumentLine<'_>>::new(), HashMap::new(), false);
    for (at, raw) in text.lines().enumerate() {
        let (number, text) = (at + 1, raw);
        fenced ^= text.trim_start().starts_with("```");
        if fenced {
            lines.push(DocumentLine { number, level: 0, text, raw });
        } else if let Some(definition) = DEFINITION.captures(text) {
            definitions.insert(definition[1].to_lowercase(), definition[2].to_owned());
        } else if let Some(heading) = HEADING.captures(text) {
            let words = heading.get(2).map_or("", |words| words.as_str());
            lines.push(DocumentLine { number, level: heading[1].len(), text: words, raw });
        } else if let Some(under) = UNDERLINE.captures(text)
            && let [before @ .., above] = &mut lines[..]
            && above.level == 0
            && !above.text.trim().is_empty()
            && before.last().is_none_or(|line| line.level > 0 || line.text.trim().is_empty())
        {
            above.level = if under[1].starts_with('=') { 1 } else { 2 };
        } else {
            lines.push(DocumentLine { number, level: 0, text, raw });
        }
    }
    (lines, definitions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::table;

    fn table(text: &str) -> Vec<TableRow> {
        table::separated(text, is_header).unwrap()
    }

    #[test]
    fn columns_have_many_names_and_unused_ones_are_reported() {
        let mut losses = Losses::default();
        let text = "Notes;Q;ANSWER ;Topic;Keywords;Response\nx;What?;That.;T;a, b;\n;Why?;So.;;;\n;a;b;c;d;e;f\n;Where?;Here, or; there;T\n";
        let rows = of_table(table(text), &mut losses).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].question.as_str(), rows[0].answer.as_str()), ("What?", "That."));
        assert_eq!((rows[0].category.as_str(), rows[0].tags.as_str(), rows[1].line), ("T", "a, b", 3));
        let told: Vec<(usize, &str)> = losses.all.iter().map(|loss| (loss.line, &loss.what[..19])).collect();
        assert_eq!(
            told,
            [
                (1, "the column \"Notes\" "),
                (1, "the column \"Respons"),
                (4, "the whole row: it h"),
                (5, "the whole row: it h")
            ]
        );
    }

    #[test]
    fn a_table_without_a_header_is_rejected() {
        let refused = of_table(table("What?,That.\nWhy?,So.\n"), &mut Losses::default()).unwrap_err();
        assert_eq!(refused.line, Some(1));
        assert!(
            refused.why.contains("\"question\" is missing (found \"What?\", \"That.\")"),
            "{}",
            refused.why
        );
        assert_eq!(of_table(table(" \n"), &mut Losses::default()).unwrap_err().why, "the file is empty");
    }

    /// Category, question, answer, and tags.
    type Fields = (String, String, String, String);

    fn read(text: &str) -> (Vec<Fields>, Vec<usize>) {
        let mut losses = Losses::default();
        let entries = of_document(text, &mut losses).unwrap();
        let entries =
            entries.into_iter().map(|e| (e.category, e.question, e.answer.trim().to_owned(), e.tags));
        (entries.collect(), losses.all.into_iter().map(|loss| loss.line).collect())
    }

    fn fields(category: &str, question: &str, answer: &str, tags: &str) -> Fields {
        (category.to_owned(), question.to_owned(), answer.to_owned(), tags.to_owned())
    }

    #[test]
    fn headings_become_categories_and_questions() {
        let text = "# Cost\nintro\n## **What** does it cost\\? {#cost}\nNothing.\n\n### Really\nYes.\n**Tags:** a, b\n# Time\n## When?\nNow.\n";
        let expected = [
            fields("Cost", "What does it cost?", "Nothing.\n\n### Really\nYes.", "a, b"),
            fields("Time", "When?", "Now.", ""),
        ];
        assert_eq!(read(text), (expected.to_vec(), vec![2]));
    }

    #[test]
    fn a_title_is_not_a_category_and_a_single_level_is_questions() {
        let text = "Our FAQ\n=======\n\n## Cost\n### What?\nThat.\n### Why?\nSo.\n";
        assert_eq!(read(text).0, [fields("Cost", "What?", "That.", ""), fields("Cost", "Why?", "So.", "")]);
        assert_eq!(read("## What?\nThat.\n\nWhy?\n---\nSo.\n").0.len(), 2);
        assert_eq!(
            read("# What?\n[Here][1] and ![][map].\n\n[1]: https://a.org/x \"t\"\n[map]: <data:x>\n").0,
            [fields("", "What?", "[Here](<https://a.org/x>) and ![](<data:x>).", "")]
        );
        assert!(
            of_document("What?\nThat.\n", &mut Losses::default()).unwrap_err().why.contains("no headings")
        );
    }
}
