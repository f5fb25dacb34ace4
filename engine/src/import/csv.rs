//! Comma-separated values (RFC 4180) as spreadsheets write them, row by row.
//!
//! Own code, not a crate: readers that are made for data take whatever comes after a quotation mark that nobody closed
//! as one long cell, and say nothing. Here that is an error, with the line on which the mark stands.

use super::Refused;

/// A row, or what stands for one: its cells and the line that it begins on, from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub line: usize,
    pub cells: Vec<String>,
}

/// The separators that spreadsheets write, by the locale of who saves them.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// The rows of `text` that have something in them. The separator is the one that makes a first row which `is_header`
/// knows, or that divides it into the most cells.
pub(super) fn rows(text: &str, is_header: impl Fn(&[String]) -> bool) -> Result<Vec<Row>, Refused> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // Some spreadsheets name the separator in a line of its own.
    if let Some(rest) = text.strip_prefix("sep=")
        && let Some(separator) = rest.chars().next()
        && rest[separator.len_utf8()..].starts_with('\n')
    {
        return read(&text, separator, usize::MAX).map(|rows| rows.into_iter().skip(1).collect());
    }
    let header = |separator: char| {
        let first = read(&text, separator, 1).ok()?.into_iter().next()?;
        Some((is_header(&first.cells), first.cells.len()))
    };
    // Of equals the last is the greatest.
    let separator = SEPARATORS.into_iter().rev().max_by_key(|separator| header(*separator));
    read(&text, separator.unwrap_or(','), usize::MAX)
}

/// Where the reader stands in a cell.
enum At {
    /// Before it, or in one without quotation marks.
    Plain,
    /// Between quotation marks; the line of the first.
    Quoted(usize),
    /// Behind the second one.
    Closed(usize),
}

/// The first rows of `text`, `most` of them, that have something in them.
fn read(text: &str, separator: char, most: usize) -> Result<Vec<Row>, Refused> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut at, mut line) =
        (Row { line: 1, cells: Vec::new() }, String::new(), At::Plain, 1);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match at {
            At::Quoted(_) if c == '"' && rest.peek() == Some(&'"') => {
                rest.next();
                cell.push('"');
            }
            At::Quoted(from) if c == '"' => at = At::Closed(from),
            At::Quoted(_) => cell.push(c),
            At::Plain if c == '"' && cell.trim().is_empty() => {
                cell.clear();
                at = At::Quoted(line);
            }
            _ if c == separator || c == '\n' => {
                row.cells.push(std::mem::take(&mut cell));
                at = At::Plain;
                if c == '\n' {
                    let done = std::mem::replace(&mut row, Row { line: line + 1, cells: Vec::new() });
                    rows.extend(Some(done).filter(says_something));
                    if rows.len() == most {
                        return Ok(rows);
                    }
                }
            }
            At::Closed(from) if c != ' ' => {
                return Err(Refused::at(
                    line,
                    format!(
                        "the cell in quotation marks that begins on line {from} ends here, but \"{c}\" comes \
                         behind it; a quotation mark inside a cell is written twice"
                    ),
                ));
            }
            At::Closed(_) => {}
            At::Plain => cell.push(c),
        }
        line += usize::from(c == '\n');
    }
    if let At::Quoted(from) = at {
        return Err(Refused::at(from, "the quotation mark that opens a cell here is never closed"));
    }
    row.cells.push(cell);
    rows.extend(Some(row).filter(says_something));
    Ok(rows)
}

fn says_something(row: &Row) -> bool {
    row.cells.iter().any(|cell| !cell.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cells(text: &str) -> Vec<(usize, Vec<String>)> {
        let rows = rows(text, |cells| cells.len() > 1).unwrap();
        rows.into_iter().map(|row| (row.line, row.cells)).collect()
    }

    fn row(line: usize, cells: &[&str]) -> (usize, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn cells_of_several_lines_and_any_separator_are_read() {
        let expected = [row(1, &["q", "a"]), row(2, &["one, two", "x\n\"y\""]), row(5, &["z; w", ""])];
        assert_eq!(cells("q,a\n\"one, two\",\"x\n\"\"y\"\"\"\n\nz; w,\n"), expected);
        assert_eq!(cells("q;a\r\none, two;\"x\r\n\"\"y\"\"\" \r\n\r\n \"z; w\";"), expected);
        assert_eq!(cells("q\ta\rone, two\t\"x\r\"\"y\"\"\"\r\rz; w\t"), expected);
        assert_eq!(cells("sep=;\nq,r;a\n"), [row(2, &["q,r", "a"])]);
        assert_eq!(cells("q,a\n5\" pipe,b"), [row(1, &["q", "a"]), row(2, &["5\" pipe", "b"])]);
    }

    #[test]
    fn a_quotation_mark_that_is_never_closed_is_named_by_its_line() {
        let refused = |text: &str| rows(text, |cells| cells.len() > 1).unwrap_err();
        assert_eq!(refused("q,a\n1,2\n\"one,two\n3,4\n").line, Some(3));
        // Without the second mark, the next cell's first one would close it.
        let other = refused("q,a\n\"one,two\n\"three\",four\n");
        assert_eq!((other.line, other.why.contains("begins on line 2")), (Some(3), true), "{}", other.why);
    }

    proptest! {
        #[test]
        fn what_a_spreadsheet_writes_is_read(
            table in proptest::collection::vec(proptest::collection::vec("[a-z ,;\"\n\t']{0,12}x", 2..4), 1..5),
            separator in proptest::sample::select(SEPARATORS.to_vec()),
        ) {
            let write = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let lines: Vec<String> = table
                .iter()
                .map(|row| row.iter().map(write).collect::<Vec<_>>().join(&separator.to_string()))
                .collect();
            let header = table[0].clone();
            let read = rows(&lines.join("\n"), |cells| cells == header).unwrap();
            prop_assert_eq!(read.into_iter().map(|row| row.cells).collect::<Vec<_>>(), table);
        }
    }
}
