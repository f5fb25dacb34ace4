//! Reads a table row by row, either from a workbook or, with the `csv` crate, from comma-separated values as
//! spreadsheets write them.
//!
//! The crate is meant for data: after an unclosed quotation mark, it silently treats everything that follows as one
//! long cell. Therefore, each record is checked against its source text, and a record with an unclosed mark is rejected
//! with the mark's line.

use ::csv::{ReaderBuilder, StringRecord};
use regex::Regex;

use super::terms::{ImportSettings, ImportSource, Losses, Refused, TableRow};
use super::workbook;

impl ImportSource {
    /// Returns the rows of a table; the first row is a header that `is_header` accepts.
    pub(super) fn rows(
        &self,
        settings: ImportSettings<'_>,
        is_header: impl Fn(&[String]) -> bool,
        losses: &mut Losses,
    ) -> Result<Vec<TableRow>, Refused> {
        match self {
            Self::Csv(text) => separated(text, is_header),
            Self::Workbook(bytes) => workbook::rows(bytes, settings.sheet, losses),
            Self::Markdown(_) => Err(Refused::all("states come from a table: save it as .xlsx or as CSV")),
        }
    }
}

/// The separators that spreadsheets write, depending on the user's locale.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// Returns the rows of `text` that aren't empty. The separator is the one that yields a first row that
/// `is_header` accepts, or else the one that splits it into the most cells.
pub(super) fn separated(text: &str, is_header: impl Fn(&[String]) -> bool) -> Result<Vec<TableRow>, Refused> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // Some spreadsheets declare the separator on a line of its own.
    if let Some([separator, b'\n', ..]) = text.strip_prefix("sep=").map(str::as_bytes)
        && separator.is_ascii_punctuation()
    {
        return read(&text, *separator, usize::MAX).map(|rows| rows.into_iter().skip(1).collect());
    }
    let header = |separator: u8| {
        let first = read(&text, separator, 1).ok()?.into_iter().next()?;
        Some((is_header(&first.cells), first.cells.len()))
    };
    // Reversed, since `max_by_key` returns the last of several equal elements.
    let separator = SEPARATORS.into_iter().rev().max_by_key(|separator| header(*separator));
    read(&text, separator.unwrap_or(b','), usize::MAX)
}

/// Returns up to `most` rows of `text` that aren't empty.
fn read(text: &str, separator: u8, most: usize) -> Result<Vec<TableRow>, Refused> {
    let sign = regex::escape(&char::from(separator).to_string());
    let pattern = |text: &str| {
        let cell = format!(r#"(?:"(?:[^"]|"")*"|[^"{sign}\n][^{sign}\n]*|)"#);
        Regex::new(&text.replace("CELL", &cell).replace("SIGN", &sign)).expect("the separator is escaped")
    };
    let text = without_spaces(text, &pattern(r#"(?:\A|SIGN|\n) *"(?:[^"]|"")*" *"#));
    let (sound, begin) = (pattern(r"\A\n*CELL(?:SIGNCELL)*\n?\z"), pattern(r"\A\n*(?:CELLSIGN)*"));
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .has_headers(false)
        .from_reader(text.as_bytes());
    let (mut rows, mut record, mut from, mut line) = (Vec::new(), StringRecord::new(), 0, 1);
    while rows.len() < most
        && reader.read_record(&mut record).map_err(|flaw| Refused::all(flaw.to_string()))?
    {
        let to = usize::try_from(reader.position().byte()).unwrap_or(text.len());
        let raw = &text[from..to];
        if !sound.is_match(raw) {
            return Err(unclosed(raw, line, &begin));
        }
        let empty = raw.len() - raw.trim_start_matches('\n').len();
        if record.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push(TableRow { line: line + empty, cells: record.iter().map(str::to_owned).collect() });
        }
        line += breaks(raw);
        from = to;
    }
    Ok(rows)
}

fn breaks(text: &str) -> usize {
    text.matches('\n').count()
}

/// Removes spaces around quoted cells, which the crate would treat as part of the cell.
fn without_spaces(text: &str, quoted: &Regex) -> String {
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for hit in quoted.find_iter(text) {
        out.push_str(&text[from..hit.start()]);
        let (before, cell) = hit.as_str().split_at(hit.as_str().find([' ', '"']).unwrap_or_default());
        out.extend([before, cell.trim_matches(' ')]);
        from = hit.end();
    }
    out + &text[from..]
}

/// Returns the error for a record that begins on `line`; `begin` matches its valid beginning.
fn unclosed(raw: &str, line: usize, begin: &Regex) -> Refused {
    let sound = begin.find(raw).map_or(0, |hit| hit.end());
    let (from, rest) = (line + breaks(&raw[..sound]), &raw[sound..]);
    // Doubled marks don't end a cell.
    let mut marks = rest.match_indices('"').skip(1).map(|(at, _)| at).peekable();
    while let Some(mark) = marks.next() {
        let behind = rest[mark + 1..].trim_start_matches(' ').chars().next();
        if marks.next_if_eq(&(mark + 1)).is_none()
            && let Some(behind) = behind
        {
            let why = format!(
                "the quoted cell that begins on line {from} ends here, but \"{behind}\" comes after it; double any \
                 quotation mark inside a cell"
            );
            return Refused::at(from + breaks(&rest[..mark]), why);
        }
    }
    Refused::at(from, "the quotation mark that opens a cell here is never closed")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cells(text: &str) -> Vec<(usize, Vec<String>)> {
        let rows = separated(text, |cells| cells.len() > 1).unwrap();
        rows.into_iter().map(|row| (row.line, row.cells)).collect()
    }

    fn row(line: usize, cells: &[&str]) -> (usize, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn multiline_cells_and_all_separators_are_read() {
        let expected = [row(1, &["q", "a"]), row(2, &["one, two", "x\n\"y\""]), row(5, &["z; w", ""])];
        assert_eq!(cells("q,a\n\"one, two\",\"x\n\"\"y\"\"\"\n\nz; w,\n"), expected);
        assert_eq!(cells("q;a\r\none, two;\"x\r\n\"\"y\"\"\" \r\n\r\n \"z; w\";"), expected);
        assert_eq!(cells("q\ta\rone, two\t\"x\r\"\"y\"\"\"\r\rz; w\t"), expected);
        assert_eq!(cells("sep=;\nq,r;a\n"), [row(2, &["q,r", "a"])]);
        assert_eq!(cells("q,a\n5\" pipe,b"), [row(1, &["q", "a"]), row(2, &["5\" pipe", "b"])]);
    }

    #[test]
    fn an_unclosed_quotation_mark_is_reported_with_its_line() {
        let refused = |text: &str| separated(text, |cells| cells.len() > 1).unwrap_err();
        assert_eq!(refused("q,a\n1,2\n\"one,two\n3,4\n").line, Some(3));
        // Without the second mark, the next cell's first one would close it.
        let other = refused("q,a\n\"one,two\n\"three\",four\n");
        assert_eq!((other.line, other.why.contains("begins on line 2")), (Some(3), true), "{}", other.why);
    }

    proptest! {
        #[test]
        fn tables_written_by_spreadsheets_read_back_unchanged(
            table in proptest::collection::vec(proptest::collection::vec("[a-z ,;\"\n\t']{0,12}x", 2..4), 1..5),
            separator in proptest::sample::select(SEPARATORS.map(char::from).to_vec()),
        ) {
            let write = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let lines: Vec<String> = table
                .iter()
                .map(|row| row.iter().map(write).collect::<Vec<_>>().join(&separator.to_string()))
                .collect();
            let header = table[0].clone();
            let read = separated(&lines.join("\n"), |cells| cells == header).unwrap();
            prop_assert_eq!(read.into_iter().map(|row| row.cells).collect::<Vec<_>>(), table);
        }
    }
}
