//! The rows of a FAQ in a spreadsheet: which column is which, and which columns have no place in the content.

use super::{Loss, Refused, Row};

/// An entry as it is in the source.
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
pub(super) fn of_table(rows: Vec<Row>, losses: &mut Vec<Loss>) -> Result<Vec<Raw>, Refused> {
    let mut rows = rows.into_iter();
    let header = rows.next().ok_or_else(|| Refused::all("the file is empty"))?;
    let mut places: Vec<Option<usize>> = header.cells.iter().map(|cell| column(cell)).collect();
    for at in 0..places.len() {
        // If two columns have the same meaning, the first counts.
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
                    "the first row has to name the columns, and none is \"{}\" (found {}); write it above the {}s",
                    names[0],
                    there.join(", "),
                    names[0]
                ),
            ));
        }
    }
    let rows: Vec<Row> = rows.collect();
    for (at, _) in places.iter().enumerate().filter(|(_, place)| place.is_none()) {
        let filled =
            rows.iter().filter(|row| row.cells.get(at).is_some_and(|cell| !cell.trim().is_empty())).count();
        if filled > 0 {
            let what = format!(
                "the column \"{}\" ({filled} {}): a FAQ entry has no place for it",
                header.cells[at].trim(),
                if filled == 1 { "cell" } else { "cells" }
            );
            losses.push(Loss { line: header.line, what });
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

fn entry(row: Row, places: &[Option<usize>], losses: &mut Vec<Loss>) -> Option<Raw> {
    let Row { line, cells } = row;
    // An unquoted comma in a text shifts everything after it into the wrong column. Spreadsheets write every
    // cell of a row, even empty ones.
    if cells.len() != places.len() {
        let what = format!(
            "the whole row: it has {} cells, but the first row has {}; put any text that contains the separator in quotation marks, and write every separator",
            cells.len(),
            places.len()
        );
        losses.push(Loss { line, what });
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

#[cfg(test)]
mod tests {
    use super::super::csv;
    use super::*;

    fn table(text: &str) -> Vec<Row> {
        csv::rows(text, is_header).unwrap()
    }

    #[test]
    fn columns_go_by_many_names_and_what_has_no_place_is_told() {
        let mut losses = Vec::new();
        let text = "Notes;Q;ANSWER ;Topic;Keywords;Response\nx;What?;That.;T;a, b;\n;Why?;So.;;;\n;a;b;c;d;e;f\n;Where?;Here, or; there;T\n";
        let rows = of_table(table(text), &mut losses).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].question.as_str(), rows[0].answer.as_str()), ("What?", "That."));
        assert_eq!((rows[0].category.as_str(), rows[0].tags.as_str(), rows[1].line), ("T", "a, b", 3));
        let told: Vec<(usize, &str)> = losses.iter().map(|loss| (loss.line, &loss.what[..19])).collect();
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
    fn without_a_header_nothing_is_guessed() {
        let refused = of_table(table("What?,That.\nWhy?,So.\n"), &mut Vec::new()).unwrap_err();
        assert_eq!(refused.line, Some(1));
        assert!(refused.why.contains("none is \"question\" (found \"What?\", \"That.\")"), "{}", refused.why);
        assert_eq!(of_table(table(" \n"), &mut Vec::new()).unwrap_err().why, "the file is empty");
    }
}
