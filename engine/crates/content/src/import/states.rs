//! Imports a table of states, or other regions, into `states.yaml`. Every column without a predefined meaning
//! becomes an attribute that content can test.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::address::direct;
use super::terms::{Addition, Import, ImportSettings, ImportSource, Losses, Refused, TableRow};
use super::{dates, names, text, yaml};
use crate::content::model::WORDS;
use crate::content::written_days;
use crate::readings::zone;
use callguide_search::text::Expression;
use callguide_search::text::address;

/// The file that a table is written to.
pub const FILE: &str = "states.yaml";

/// The possible names of the columns that every state has; the content's own name comes first.
const COLUMNS: [&[&str]; 3] = [
    &["code", "abbreviation", "abbr", "state code", "region code", "short"],
    &["name", "state", "state name", "region", "region name", "county", "district"],
    &["time zones", "time zone", "timezones", "timezone", "tz", "zones"],
];

/// The format of a code (`schemas/states.schema.json`).
static CODE: Expression = Expression::new(r"^[A-Za-z][A-Za-z0-9_-]*$");
static NUMBER: Expression = Expression::new(r"^-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?$");
static ADDRESS: Expression = Expression::new(r"(?i)^https?://\S+$");

/// The type of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Boolean,
    Number,
    Date,
    List,
    Text,
    /// Official pages.
    Link,
}

/// A column that becomes an attribute or a link.
#[derive(Debug)]
struct FactColumn {
    at: usize,
    name: String,
    title: String,
    kind: Type,
    required: bool,
}

/// Imports the states in the table `source` as a new file.
///
/// # Errors
/// If the table can't be read, or lacks the columns that every state needs.
pub fn import(source: &ImportSource, settings: ImportSettings<'_>) -> Result<Import, Refused> {
    let mut losses = Losses::default();
    let is_header =
        |cells: &[String]| [0, 1].iter().all(|of| cells.iter().any(|cell| column(cell) == Some(*of)));
    let mut rows = source.rows(settings, is_header, &mut losses)?.into_iter();
    let header = rows.next().ok_or_else(|| Refused::all("the file is empty"))?;
    let place = |of: usize| header.cells.iter().position(|cell| column(cell) == Some(of));
    let (code, name) = match (place(0), place(1)) {
        (Some(code), Some(name)) => (code, name),
        (code, _) => {
            let lacks = COLUMNS[usize::from(code.is_some())][0];
            let why = format!(
                "the first row has to contain the column names, but \"{lacks}\" is missing; add it above the {lacks}s"
            );
            return Err(Refused::at(header.line, why));
        }
    };
    let zones = place(2);
    let mut states = sound(rows.collect(), &header, code, name, &mut losses);
    if states.is_empty() {
        return Err(Refused::all("no row has both a code and a name"));
    }
    let own: Vec<usize> = [Some(code), Some(name), zones].into_iter().flatten().collect();
    let facts = facts(&header, &mut states, &own, settings, &mut losses)?;
    let mut text = declared(&facts);
    text.push_str("states:\n");
    for (number, row) in states.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        losses.line = row.line;
        let cell = |at: usize| text::one_line(&text::seen(row.cells.get(at).map_or("", String::as_str)));
        let _ = writeln!(text, "  - code: {}", yaml::scalar(&cell(code)));
        let _ = writeln!(text, "    name: {}", yaml::scalar(&cell(name)));
        let zones = zones.map_or(Vec::new(), |at| time_zones(&cell(at), &mut losses));
        if !zones.is_empty() {
            let _ = writeln!(text, "    time_zones: [{}]", zones.join(", "));
        }
        let links: Vec<String> = facts
            .iter()
            .filter(|fact| fact.kind == Type::Link && !cell(fact.at).is_empty())
            .filter_map(|fact| Some(format!("{}: {}", fact.name, link(&cell(fact.at), &mut losses)?)))
            .collect();
        if !links.is_empty() {
            let _ = writeln!(text, "    links: {{ {} }}", links.join(", "));
        }
        for fact in facts.iter().filter(|fact| fact.kind != Type::Link) {
            let value = cell(fact.at);
            if !value.is_empty() {
                let _ = writeln!(text, "    {}: {}", fact.name, written(&value, fact.kind));
            }
        }
    }
    let mut losses = losses.all;
    losses.sort();
    let entries = states.len();
    let additions = vec![Addition { file: FILE.to_owned(), stands: None, text }];
    Ok(Import { additions, losses, entries, links: 0, undated: 0 })
}

/// Returns the index in [`COLUMNS`] of the column called `name`.
fn column(name: &str) -> Option<usize> {
    let name = names::of(name, "").replace('-', " ");
    COLUMNS.iter().position(|names| names.contains(&name.as_str()))
}

/// Returns the rows that are valid states, with unique codes and names.
fn sound(
    rows: Vec<TableRow>,
    header: &TableRow,
    code: usize,
    name: usize,
    losses: &mut Losses,
) -> Vec<TableRow> {
    let mut seen = HashSet::new();
    let mut keep = |row: &TableRow| {
        let cell = |at: usize| row.cells.get(at).map_or("", |cell| cell.trim()).to_owned();
        let (code, name) = (cell(code), cell(name));
        let why = if row.cells.len() != header.cells.len() {
            format!("it has {} cells, but the first row has {}", row.cells.len(), header.cells.len())
        } else if name.is_empty() {
            "it has no name".to_owned()
        } else if code.is_empty() {
            "it has no code".to_owned()
        } else if !CODE.is_match(&code) {
            format!(
                "\"{code}\" can't be a code: a code begins with a letter and has only letters, digits, -, and _"
            )
        } else if !seen.insert(code.clone()) {
            format!("the code {code} is used twice")
        } else if !seen.insert(format!("name {name}")) {
            format!("the name {name} is used twice")
        } else {
            return true;
        };
        losses.add_at(row.line, format!("the whole row: {why}"));
        false
    };
    rows.into_iter().filter(|row| keep(row)).collect()
}

/// Determines the names and types of the columns without a predefined meaning.
fn facts(
    header: &TableRow,
    states: &mut [TableRow],
    own: &[usize],
    settings: ImportSettings<'_>,
    losses: &mut Losses,
) -> Result<Vec<FactColumn>, Refused> {
    let mut taken: HashSet<String> = WORDS
        .iter()
        .chain(&["when", "from", "until", "code", "name", "also", "time_zones", "time_zone_parts", "links"])
        .map(|word| (*word).to_owned())
        .collect();
    let mut facts = Vec::new();
    for (at, title) in header.cells.iter().enumerate().filter(|(at, _)| !own.contains(at)) {
        let filled =
            || states.iter().map(|row| (row.line, row.cells[at].trim())).filter(|(_, cell)| !cell.is_empty());
        let cells = || filled().map(|(_, cell)| cell);
        if cells().next().is_none() {
            continue;
        }
        let title = text::one_line(title);
        if title.is_empty() {
            losses.add_at(header.line, format!("column {}: it has no name in the first row", at + 1));
            continue;
        }
        let name = names::of(&title, "fact").replace('-', "_");
        let free = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}_{number}")));
        let name = free.into_iter().find(|name| taken.insert(name.clone())).unwrap_or(name);
        let required = cells().count() == states.len();
        let mut kind = kind(cells());
        if matches!(kind, Type::List | Type::Text)
            && cells().all(|cell| written_days::is_day(cell, settings.dates.is_some()))
            && let Some(days) =
                dates::column(filled(), settings.dates)?.into_iter().collect::<Option<Vec<_>>>()
        {
            kind = Type::Date;
            let cells =
                states.iter_mut().map(|row| &mut row.cells[at]).filter(|cell| !cell.trim().is_empty());
            cells.zip(days).for_each(|(cell, day)| *cell = day.to_string());
        }
        facts.push(FactColumn { at, name, title, kind, required });
    }
    Ok(facts)
}

/// Returns the type that fits all cells, unless they're dates.
fn kind<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Type {
    let all = |is: &dyn Fn(&str) -> bool| cells.clone().all(is);
    if all(&|cell| boolean(cell).is_some()) {
        Type::Boolean
    } else if all(&|cell| NUMBER.is_match(cell)) {
        Type::Number
    } else if all(&|cell| ADDRESS.is_match(cell)) {
        Type::Link
    } else if cells.clone().any(|cell| cell.contains(';')) {
        Type::List
    } else {
        Type::Text
    }
}

fn boolean(cell: &str) -> Option<bool> {
    match cell.to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" => Some(true),
        "no" | "n" | "false" => Some(false),
        _ => None,
    }
}

/// Returns the head of the file: its schema, and the declarations of attributes and links.
fn declared(facts: &[FactColumn]) -> String {
    let mut text = String::from("# yaml-language-server: $schema=../schemas/states.schema.json\n");
    let (links, facts): (Vec<&FactColumn>, Vec<&FactColumn>) =
        facts.iter().partition(|fact| fact.kind == Type::Link);
    if !facts.is_empty() {
        text.push_str("attributes:\n");
    }
    for fact in facts {
        let kind = match fact.kind {
            Type::Boolean => "boolean",
            Type::Number => "number",
            Type::Date => "date",
            Type::List => "list",
            Type::Text | Type::Link => "string",
        };
        let required = if fact.required { "    required: true\n" } else { "" };
        let title = yaml::scalar(&fact.title);
        let _ = write!(text, "  {}:\n    type: {kind}\n{required}    description: {title}\n", fact.name);
    }
    if !links.is_empty() {
        text.push_str("\nlink_labels:\n");
    }
    for link in links {
        let _ = writeln!(text, "  {}: {}", link.name, yaml::scalar(&link.title));
    }
    text.push('\n');
    text
}

/// Returns the time zones in a cell as list items.
fn time_zones(cell: &str, losses: &mut Losses) -> Vec<String> {
    let mut zones: Vec<String> = Vec::new();
    for name in cell.split([';', ',']).map(str::trim).filter(|name| !name.is_empty()) {
        // A name that differs from the database only in case is accepted.
        match zone(name) {
            Some(zone) => {
                let item = yaml::item(zone.iana_name().unwrap_or(name));
                if !zones.contains(&item) {
                    zones.push(item);
                }
            }
            None => {
                losses.add(format!(
                    "the time zone {name}: write its IANA name, AREA/CITY, such as America/New_York"
                ));
            }
        }
    }
    zones
}

/// Returns the address in a cell, in quotes and with the https:// that content requires.
fn link(cell: &str, losses: &mut Losses) -> Option<String> {
    let cell = &direct(cell);
    let rest = cell.split_once("://").map_or(cell.as_str(), |(_, rest)| rest);
    let url = format!("https://{rest}");
    match address::parse(&url) {
        Ok(_) => {
            if cell.to_ascii_lowercase().starts_with("http:") {
                losses.add(format!("{cell} now starts with https://; open it to check that it works"));
            }
            Some(yaml::quoted(&url))
        }
        Err(flaw) => {
            losses.add(format!("the address {cell}: {flaw}"));
            None
        }
    }
}

/// Formats a value as YAML.
fn written(value: &str, kind: Type) -> String {
    match kind {
        Type::Boolean => boolean(value).unwrap_or_default().to_string(),
        Type::Number => value.to_owned(),
        Type::Date => yaml::quoted(value),
        Type::List => {
            let items = value.split(';').map(str::trim).filter(|item| !item.is_empty());
            format!("[{}]", items.map(yaml::item).collect::<Vec<_>>().join(", "))
        }
        Type::Text | Type::Link => yaml::scalar(value),
    }
}
