//! Reads a workbook (.xlsx) as rows of the text that people see in its cells, with `calamine`.
//!
//! A workbook is compressed, and a small one may expand to more than any machine can hold. So its size is measured
//! before `calamine` reads it, and its cells are counted before they become a table. The displayed text of a cell is
//! produced here, since `calamine` only provides the cell's value and format. OpenDocument (.ods) isn't supported:
//! `calamine` doesn't know which cells are merged, so answers would be missing, and it expands repeated cells before
//! they can be counted.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read as _};

use calamine::{DataRef, Dimensions, Reader as _, SheetType, SheetVisible, Xlsx};
use zip::ZipArchive;

use super::terms::{Losses, Refused, TableRow};

/// The maximum sizes of an unpacked workbook and of its styles, in bytes; both take more memory once read.
const MAX_BYTES: u64 = 128 << 20;
const MAX_STYLES: u64 = 8 << 20;
/// The maximum number of cells in a table.
const MAX_CELLS: usize = 4 << 20;

type Workbook<'a> = Xlsx<Cursor<&'a [u8]>>;

/// Returns the nonempty rows of the named sheet, or of the first sheet that has any.
///
/// # Errors
/// If the bytes aren't a workbook, or the workbook is too large or doesn't have such a sheet.
pub(super) fn rows(bytes: &[u8], named: Option<&str>, losses: &mut Losses) -> Result<Vec<TableRow>, Refused> {
    bounded(bytes)?;
    let mut workbook =
        calamine::open_workbook_from_rs::<Workbook<'_>, _>(Cursor::new(bytes)).map_err(unreadable)?;
    let sheets = workbook.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let seen = |visible| named.is_some() || visible == SheetVisible::Visible;
    let names: Vec<String> =
        sheets.filter(|sheet| seen(sheet.visible)).map(|sheet| sheet.name.clone()).collect();
    let quoted =
        |names: &[String]| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    if let Some(name) = named {
        let name = names.iter().find(|other| *other == name);
        let name = name.ok_or_else(|| {
            Refused::all(format!("no sheet has that name; the workbook has {}", quoted(&names)))
        })?;
        return of_sheet(&mut workbook, name, losses);
    }
    for (at, name) in names.iter().enumerate() {
        let rows = of_sheet(&mut workbook, name, losses)?;
        if !rows.is_empty() {
            let others = &names[at + 1..];
            if !others.is_empty() {
                let others = quoted(others);
                losses.add_at(
                    1,
                    format!("all sheets except \"{name}\" (use --sheet to read another: {others})"),
                );
            }
            return Ok(rows);
        }
    }
    Ok(Vec::new())
}

fn unreadable(flaw: impl std::fmt::Display) -> Refused {
    Refused::all(format!("it can't be read as a workbook ({flaw}); open it and save it as .xlsx or as CSV"))
}

fn too_large(what: &str) -> Refused {
    Refused::all(format!(
        "it has more {what} than an FAQ or a table of states needs; copy what you want to import into a new workbook"
    ))
}

/// Checks the size by unpacking everything once without keeping it: a workbook can lie about its own size.
fn bounded(bytes: &[u8]) -> Result<(), Refused> {
    let mut packed = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    let mut left = MAX_BYTES;
    for at in 0..packed.len() {
        let part = packed.by_index(at).map_err(unreadable)?;
        let most =
            if part.name().map_err(unreadable)?.contains("styles") { left.min(MAX_STYLES) } else { left };
        let size = io::copy(&mut part.take(most + 1), &mut io::sink()).map_err(unreadable)?;
        if size > most {
            return Err(too_large("data"));
        }
        left -= size;
    }
    Ok(())
}

/// The cells of a sheet by row and column.
#[derive(Default)]
struct Cells {
    rows: BTreeMap<u32, BTreeMap<u32, String>>,
    written: usize,
}

impl Cells {
    fn get(&self, (row, column): (u32, u32)) -> Option<&String> {
        self.rows.get(&row)?.get(&column)
    }

    fn set(&mut self, (row, column): (u32, u32), text: String) -> Result<(), Refused> {
        self.written += 1;
        if self.written > MAX_CELLS {
            return Err(too_large("cells"));
        }
        self.rows.entry(row).or_default().insert(column, text);
        Ok(())
    }

    /// Returns the nonempty rows, all padded to the same width. Every cell of a merged region gets the region's value.
    fn table(mut self, merged: &[Dimensions]) -> Result<Vec<TableRow>, Refused> {
        let width =
            self.rows.values().filter_map(|row| row.keys().next_back()).max().map_or(0, |last| last + 1);
        if self.rows.len().saturating_mul(width as usize) > MAX_CELLS {
            return Err(too_large("cells"));
        }
        for Dimensions { start, end } in merged {
            let Some(text) = self.get(*start).cloned() else { continue };
            let rows: Vec<u32> = self.rows.range(start.0..=end.0.max(start.0)).map(|(row, _)| *row).collect();
            for row in rows {
                for column in start.1..=end.1.min(width - 1) {
                    self.set((row, column), text.clone())?;
                }
            }
        }
        let row = |(row, mut cells): (u32, BTreeMap<u32, String>)| TableRow {
            line: row as usize + 1,
            cells: (0..width).map(|column| cells.remove(&column).unwrap_or_default()).collect(),
        };
        Ok(self.rows.into_iter().map(row).collect())
    }
}

/// Returns the displayed text of a sheet's cells.
fn values(workbook: &mut Workbook<'_>, name: &str, losses: &mut Losses) -> Result<Cells, Refused> {
    let mut cells = Cells::default();
    // Number formats that are lost, by column: the first row, the count, and a sample number.
    let mut formats: BTreeMap<(u32, String), (u32, usize, String)> = BTreeMap::new();
    let mut lose = |row: u32, what: String| losses.add_at(row as usize + 1, what);
    let mut reader = workbook.worksheet_cells_reader(name).map_err(unreadable)?;
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(unreadable)? {
        let at = cell.get_position();
        let style = reader.styles().get(style).and_then(|style| style.number_format.as_ref());
        let format = style.map_or("General", |format| &format.format_code);
        let text = match cell.get_value() {
            DataRef::Empty => continue,
            DataRef::String(text) => text.clone(),
            DataRef::SharedString(text) => (*text).to_owned(),
            DataRef::Bool(is) => is.to_string().to_uppercase(),
            DataRef::Int(number) => number.to_string(),
            DataRef::Float(number) => formatted(*number, format).unwrap_or_else(|| {
                let plain = plain(*number);
                let group = formats.entry((at.1, format.to_owned())).or_insert((at.0, 0, plain.clone()));
                group.1 += 1;
                plain
            }),
            DataRef::DateTime(day) if day.is_datetime() => {
                let (year, month, day_of_month, hour, minute, second, _) = day.to_ymd_hms_milli();
                let time = format!("{hour}:{minute:02}");
                if day.as_f64() < 1.0 {
                    time
                } else {
                    if (hour, minute, second) != (0, 0, 0) {
                        lose(at.0, format!("the time of day ({time}) in {}", place(at)));
                    }
                    format!("{year:04}-{month:02}-{day_of_month:02}")
                }
            }
            DataRef::DateTime(time) => {
                let minutes = (time.as_f64() * 24.0 * 60.0).round();
                format!("{}:{:02}", (minutes / 60.0).floor(), minutes % 60.0)
            }
            DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
                text.trim_end_matches("Z").trim_end_matches("T00:00:00").to_owned()
            }
            DataRef::Error(error) => {
                lose(at.0, format!("{}: it shows {error}, so it was treated as empty", place(at)));
                continue;
            }
        };
        if !text.trim().is_empty() {
            cells.set(at, text)?;
        }
    }
    for ((column, format), (row, count, number)) in formats {
        let what = format!(
            "the format of the numbers in column {} ({format}; {count} of them): {number} was written like this",
            letters(column)
        );
        lose(row, what);
    }
    Ok(cells)
}

fn of_sheet(workbook: &mut Workbook<'_>, name: &str, losses: &mut Losses) -> Result<Vec<TableRow>, Refused> {
    let cells = values(workbook, name, losses)?;
    let mut lose = |row: u32, what: String| losses.add_at(row as usize + 1, what);
    let mut reader = workbook.worksheet_cells_reader(name).map_err(unreadable)?;
    while let Some(cell) = reader.next_cell_with_formula_metadata().map_err(unreadable)? {
        if cell.formula.is_some() && cell.value == DataRef::Empty {
            let what =
                "a formula whose value was never calculated; open the workbook, save it, and import again";
            lose(cell.pos.0, format!("{}: {what}", place(cell.pos)));
        }
    }
    drop(reader);
    for link in workbook.hyperlinks_by_sheet_name(name).map_err(unreadable)? {
        let Some(to) = link.target else { continue };
        let shown = cells.get(link.range.start).map_or("", String::as_str);
        let bare = to.trim_start_matches("mailto:").trim_end_matches('/');
        if !shown.contains(bare) {
            let at = link.range.start;
            lose(at.0, format!("the link in {} to {to}: put the address in the cell's text", place(at)));
        }
    }
    cells.table(&workbook.merge_cells_by_sheet_name(name).map_err(unreadable)?)
}

/// Formats a number as its cell displays it, or returns `None` if the format isn't supported.
fn formatted(number: f64, format: &str) -> Option<String> {
    let first: String = format.split(';').next()?.chars().filter(|c| !"\\\"".contains(*c)).collect();
    if ["General", "@", "#", "#,##0", "0"].contains(&first.as_str()) {
        return Some(plain(number));
    }
    let (digits, percent) = first.strip_suffix('%').map_or((first.as_str(), false), |digits| (digits, true));
    let fraction = digits
        .strip_prefix("#,##")
        .unwrap_or(digits)
        .strip_prefix('0')
        .map(|rest| rest.trim_start_matches('.'));
    if let Some(zeros) = fraction.filter(|zeros| zeros.bytes().all(|sign| sign == b'0'))
        && (percent || digits.contains('.'))
    {
        let number = if percent { number * 100.0 } else { number };
        return Some(format!("{number:.*}{}", zeros.len(), if percent { "%" } else { "" }));
    }
    // Codes, such as ZIP codes and phone numbers. Each 0 stands for a digit, filled from the right.
    let is_code = first.contains("00") && first.chars().all(|c| "0-()/ ".contains(c));
    let mut left = format!("{number:0>width$}", width = first.matches('0').count());
    if !is_code || left.len() != first.matches('0').count() || left.contains(['.', '-']) {
        return None;
    }
    let mut next = left.drain(..);
    Some(first.chars().map(|sign| if sign == '0' { next.next().unwrap_or(sign) } else { sign }).collect())
}

/// Formats a number with fifteen significant digits, as spreadsheets do.
fn plain(number: f64) -> String {
    format!("{number:.14e}").parse::<f64>().unwrap_or(number).to_string()
}

/// Returns the name of a cell.
fn place((row, column): (u32, u32)) -> String {
    format!("{}{}", letters(column), row + 1)
}

/// Returns the name of a column.
fn letters(column: u32) -> String {
    let last = char::from(b'A' + u8::try_from(column % 26).unwrap_or_default());
    if column < 26 { last.to_string() } else { format!("{}{last}", letters(column / 26 - 1)) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// Builds a workbook with one sheet made of this XML, and these styles.
    fn workbook(sheet: &str, styles: &str) -> Vec<u8> {
        let relations = |of: &str| {
            format!(
                r#"<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{of}" Target="{}"/></Relationships>"#,
                if of == "worksheet" { "worksheets/sheet1.xml" } else { "xl/workbook.xml" }
            )
        };
        let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in [
            ("_rels/.rels", relations("officeDocument").as_str()),
            ("xl/_rels/workbook.xml.rels", &relations("worksheet")),
            (
                "xl/workbook.xml",
                r#"<workbook><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>"#,
            ),
            ("xl/styles.xml", styles),
            ("xl/worksheets/sheet1.xml", &format!("<worksheet>{sheet}</worksheet>")),
        ] {
            packed.start_file(name, SimpleFileOptions::default()).unwrap();
            packed.write_all(text.as_bytes()).unwrap();
        }
        packed.finish().unwrap().into_inner()
    }

    fn cell(name: &str) -> String {
        format!(r#"<c r="{name}" t="str"><v>{name}</v></c>"#)
    }

    #[test]
    fn a_workbook_that_expands_too_far_is_rejected() {
        let small = workbook(&format!("<sheetData><row>{}</row></sheetData>", cell("B3")), "<styleSheet/>");
        let read = |bytes: &[u8]| rows(bytes, None, &mut Losses::default());
        assert_eq!(read(&small).unwrap(), [TableRow { line: 3, cells: vec![String::new(), "B3".into()] }]);
        let styles = workbook("<sheetData/>", &" ".repeat(9 << 20));
        assert!(styles.len() < 100_000, "{}", styles.len());
        assert!(read(&styles).unwrap_err().why.contains("more data than"));
        let far: String = (1..400).map(|row| format!("<row>{}</row>", cell(&format!("A{row}")))).collect();
        let far =
            workbook(&format!("<sheetData>{far}<row>{}</row></sheetData>", cell("XFD400")), "<styleSheet/>");
        assert!(read(&far).unwrap_err().why.contains("more cells than"));
        // A region may cover the whole sheet without making the table any larger.
        let merged = r#"<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>"#;
        let rows: String = (1..=3).map(|row| format!("<row>{}</row>", cell(&format!("B{row}")))).collect();
        let whole =
            workbook(&format!("<sheetData>{}{rows}</sheetData>{merged}", cell("A1")), "<styleSheet/>");
        assert_eq!(
            read(&whole).unwrap().iter().map(|row| row.cells.join(" ")).collect::<Vec<_>>(),
            ["A1 A1"; 3]
        );
        assert!(read(b"PK").unwrap_err().why.contains("save it as .xlsx or as CSV"));
    }

    #[test]
    fn a_sheet_is_chosen_by_name() {
        let one = workbook(&format!("<sheetData>{}</sheetData>", cell("A1")), "<styleSheet/>");
        assert_eq!(rows(&one, Some("One"), &mut Losses::default()).unwrap().len(), 1);
        assert_eq!(
            rows(&one, Some("Two"), &mut Losses::default()).unwrap_err().why,
            "no sheet has that name; the workbook has \"One\""
        );
    }

    #[test]
    fn a_number_is_written_as_its_cell_displays_it() {
        for (number, format, shown) in [
            (1234.0, "00000", Some("01234")),
            (5_551_234_567.0, "\\(000\\)\\ 000\\-0000", Some("(555) 123-4567")),
            (123_456_789.0, "000-00-0000;@", Some("123-45-6789")),
            (1234.0, "000", None),
            (12.5, "00000", None),
            (0.1 + 0.2, "General", Some("0.3")),
            (1234.5, "#,##0.00", Some("1234.50")),
            (0.825, "0.0%", Some("82.5%")),
            (7.0, "0", Some("7")),
            (3.5, "\"$\"0.00", None),
            (-5.0, "00", None),
        ] {
            assert_eq!(formatted(number, format).as_deref(), shown, "{number} {format}");
        }
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }
}
