//! A FAQ into files of content: new categories into new files, entries of a category that is there at the end of its file,
//! and addresses at the end of links.yaml.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use regex::Regex;

use super::address::Links;
use super::rows::Raw;
use super::tags::Tags;
use super::{Addition, Import, Loss, Refused, append, clean, document, html, lines, rows, slug, yaml};
use crate::content::{Document, Draft};
use crate::rules::tag_words;
use crate::text::{autolink, plain};

/// What is imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A spreadsheet.
    Csv,
    /// A text document.
    Markdown,
}

/// The category of entries that name none.
pub const GENERAL: &str = "General";

/// How an id has to be written (`schemas/faq.schema.json`).
static ID: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[a-z][a-z0-9-]{0,79}$"));
/// A day.
static DAY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})$"));
/// What people number questions and answers with.
static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(?:(?:q|question|a|answer)\s*[0-9]*\s*[.:)]|[0-9]{1,3}\s*[.:)])\s+"));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a constant pattern")
}

/// An entry that is written.
#[derive(Debug)]
struct Entry {
    id: String,
    question: String,
    /// Markdown.
    answer: String,
    tags: Vec<String>,
    reviewed: Option<String>,
    review_by: Option<String>,
    owner: String,
}

/// What comes into one file.
#[derive(Debug)]
struct Group<'a> {
    category: String,
    /// The file of a category that is there.
    file: Option<&'a Document>,
    entries: Vec<Entry>,
}

/// The FAQ in `text`, as it comes into the content of `draft`.
///
/// # Errors
/// Where it can't be read, or the files that are there have a shape that nothing can be added to.
pub fn import(format: Format, text: &str, draft: &Draft) -> Result<Import, Refused> {
    let mut losses = Vec::new();
    let raw = match format {
        Format::Csv => rows::of_table(text, &mut losses)?,
        Format::Markdown => document::entries(text, &mut losses)?,
    };
    let mut reader = Reader::of(draft, format)?;
    // What is named is kept before names are made.
    let named = raw.iter().map(|raw| raw.id.trim()).filter(|id| ID.is_match(id));
    let mut reserved: HashSet<String> = named.map(str::to_owned).collect();
    for raw in raw {
        reader.entry(raw, &mut reserved, &mut losses);
    }
    losses.sort();
    losses.dedup();
    let Reader { links, groups, .. } = reader;
    let entries = groups.iter().map(|group| group.entries.len()).sum();
    let count = links.new.len();
    let mut additions = files(groups, draft)?;
    additions.extend(new_links(&links, draft)?);
    Ok(Import { additions, losses, entries, links: count })
}

/// What is known of the content while entries come in.
struct Reader<'a> {
    format: Format,
    links: Links,
    tags: Tags,
    /// The place of each entry by what its question asks.
    questions: HashMap<String, String>,
    ids: HashSet<String>,
    /// By their names without case and plural.
    groups: Vec<Group<'a>>,
}

/// What two texts have in common that say the same but for case, plural and signs.
fn same(text: &str) -> String {
    tag_words(text).join(" ")
}

impl<'a> Reader<'a> {
    fn of(draft: &'a Draft, format: Format) -> Result<Self, Refused> {
        let links = draft.links.as_deref().ok_or_else(|| Refused::all("links.yaml can't be read"))?;
        let mut reader = Self {
            format,
            links: Links::of(links),
            tags: Tags::default(),
            questions: HashMap::new(),
            ids: HashSet::new(),
            groups: Vec::new(),
        };
        for file in &draft.faq {
            let name = &file.document.name;
            for entry in file.entries.iter() {
                entry.tags.iter().for_each(|tag| reader.tags.know(tag));
                let place = format!("the entry {} of {name}", entry.id);
                reader.questions.entry(same(&entry.question)).or_insert(place);
                reader.ids.insert(entry.id.clone());
            }
            reader.groups.push(Group {
                category: file.category.clone(),
                file: Some(&file.document),
                entries: Vec::new(),
            });
        }
        Ok(reader)
    }

    /// Takes an entry in; what of it can't be kept is told.
    fn entry(&mut self, raw: Raw, reserved: &mut HashSet<String>, losses: &mut Vec<Loss>) {
        let line = raw.line;
        let lose = |losses: &mut Vec<Loss>, what: String| losses.push(Loss { line, what });
        let question = self.words(&raw.question, line, losses);
        let question = NUMBER.replace(&question, "").into_owned();
        let answer = self.answer(&raw.answer, line, losses);
        match (question.is_empty(), answer.is_empty()) {
            (false, false) => {}
            (true, true) => {
                return lose(losses, "the whole row: it has no question and no answer".to_owned());
            }
            (true, _) => return lose(losses, "the whole row: it has no question".to_owned()),
            (_, true) => return lose(losses, format!("\"{question}\": it has no answer")),
        }
        for address in autolink::addresses(&question) {
            let address = &question[address.range];
            lose(
                losses,
                format!("{address} in the question: it becomes no link there, so write what it is instead"),
            );
        }
        let asks = same(&question);
        if let Some(there) = self.questions.get(&asks) {
            return lose(losses, format!("\"{question}\": {there} asks that already, and stays as it is"));
        }
        let id = match raw.id.trim() {
            "" => {
                let mut taken: HashSet<String> = self.ids.union(reserved).cloned().collect();
                slug::free(&slug::of_question(&question), &mut taken)
            }
            id if ID.is_match(id) => id.to_owned(),
            other => {
                let mut taken: HashSet<String> = self.ids.union(reserved).cloned().collect();
                let id = slug::free(&slug::of(other, "entry"), &mut taken);
                lose(
                    losses,
                    format!("the id {other} is {id} now: an id has small letters, digits and hyphens"),
                );
                id
            }
        };
        if !self.ids.insert(id.clone()) {
            return lose(
                losses,
                format!("\"{question}\": there is an entry with the id {id} already, which stays as it is"),
            );
        }
        self.questions.insert(asks, format!("the entry of line {line}"));
        let tags = clean::without_braces(&clean::seen(&raw.tags), line, losses);
        let tags = self.tags.read(&tags, line, losses);
        let reviewed = day(&raw.reviewed, line, losses);
        let review_by = day(&raw.review_by, line, losses);
        let owner = self.words(&raw.owner, line, losses);
        let category = self.words(&raw.category, line, losses);
        let category = if category.is_empty() { GENERAL.to_owned() } else { category };
        let entry = Entry { id, question, answer, tags, reviewed, review_by, owner };
        match self.groups.iter_mut().find(|group| same(&group.category) == same(&category)) {
            Some(group) => group.entries.push(entry),
            None => self.groups.push(Group { category, file: None, entries: vec![entry] }),
        }
    }

    /// A text of one line, in plain words.
    fn words(&self, text: &str, line: usize, losses: &mut Vec<Loss>) -> String {
        let text = html::to_markdown(&clean::seen(text), line, losses);
        let text = if text.contains(['*', '[']) { plain::words(&text) } else { text };
        clean::without_braces(&clean::one_line(&text), line, losses)
    }

    /// An answer as Markdown, its addresses by name.
    fn answer(&mut self, text: &str, line: usize, losses: &mut Vec<Loss>) -> String {
        let text = clean::without_braces(&clean::seen(text), line, losses);
        let text = match self.format {
            Format::Csv => {
                let text = html::to_markdown(&lines::backslashes(text.trim()), line, losses);
                lines::plain(
                    NUMBER
                        .replace(&text, |hit: &regex::Captures<'_>| {
                            // "A:" goes; the number of a first step stays.
                            if hit[0].starts_with(|c: char| c.is_ascii_digit()) {
                                hit[0].to_owned()
                            } else {
                                String::new()
                            }
                        })
                        .as_ref(),
                )
            }
            Format::Markdown => lines::of_document(&html::to_markdown(&text, line, losses), line, losses),
        };
        let text = self.links.named(&text, line, losses);
        lines::without_tags(&text).trim().to_owned()
    }
}

/// The day in a cell, as content writes it.
fn day(cell: &str, line: usize, losses: &mut Vec<Loss>) -> Option<String> {
    let cell = cell.trim();
    let day = DAY.captures(cell).and_then(|hit| {
        let part = |group: usize| hit[group].parse::<i16>().ok();
        jiff::civil::Date::new(part(1)?, i8::try_from(part(2)?).ok()?, i8::try_from(part(3)?).ok()?).ok()
    });
    if day.is_none() && !cell.is_empty() {
        let what = format!("the day {cell}: write it as year-month-day, such as 2026-11-16");
        losses.push(Loss { line, what });
    }
    day.map(|day| day.to_string())
}

/// The files that the entries come into.
fn files(groups: Vec<Group<'_>>, draft: &Draft) -> Result<Vec<Addition>, Refused> {
    let names = draft.documents.keys().filter_map(|name| name.strip_prefix("faq/")?.strip_suffix(".yaml"));
    let mut taken: HashSet<String> = names.map(str::to_owned).collect();
    let mut order = draft.faq.iter().map(|file| file.order).max().unwrap_or_default().max(0);
    let first_line = draft.faq.iter().filter_map(|file| file.document.text.lines().next());
    let schema = first_line.into_iter().find(|line| line.starts_with("# yaml-language-server:"));
    let schema = schema.unwrap_or("# yaml-language-server: $schema=../../schemas/faq.schema.json");
    let mut additions = Vec::new();
    for group in groups.into_iter().filter(|group| !group.entries.is_empty()) {
        if let Some(document) = group.file {
            let indent = append::indent(document, "entries")?;
            let text = format!("\n{}", written(&group.entries, indent));
            additions.push(append::addition(document, text, "entries", group.entries.len())?);
            continue;
        }
        order += 1;
        let name = slug::free(&slug::of(&group.category, "category"), &mut taken);
        let category = yaml::scalar(&group.category);
        let entries = written(&group.entries, 2);
        let text = format!("{schema}\ncategory: {category}\norder: {order}\nentries:\n{entries}");
        additions.push(Addition { file: format!("faq/{name}.yaml"), stands: None, text });
    }
    Ok(additions)
}

/// Entries as they're written in a file, `indent` spaces in.
fn written(entries: &[Entry], indent: usize) -> String {
    let space = " ".repeat(indent);
    let mut out = String::new();
    for (number, entry) in entries.iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let _ = writeln!(out, "{space}- id: {}", yaml::scalar(&entry.id));
        let _ = writeln!(out, "{space}  question: {}", yaml::scalar(&entry.question));
        let _ = writeln!(out, "{space}  answer: {}", yaml::block(&entry.answer, indent + 2));
        if !entry.tags.is_empty() {
            let tags: Vec<String> = entry.tags.iter().map(|tag| yaml::item(tag)).collect();
            let _ = writeln!(out, "{space}  tags: [{}]", tags.join(", "));
        }
        if let Some(day) = &entry.reviewed {
            let _ = writeln!(out, "{space}  reviewed: {}", yaml::quoted(day));
        }
        if let Some(day) = &entry.review_by {
            let _ = writeln!(out, "{space}  review_by: {}", yaml::quoted(day));
        }
        if !entry.owner.is_empty() {
            let _ = writeln!(out, "{space}  owner: {}", yaml::scalar(&entry.owner));
        }
    }
    out
}

/// What comes at the end of links.yaml, where an address is new.
fn new_links(links: &Links, draft: &Draft) -> Result<Option<Addition>, Refused> {
    let Some(file) = draft.links.as_ref().filter(|_| !links.new.is_empty()) else { return Ok(None) };
    let space = " ".repeat(append::indent(&file.document, "links")?);
    let mut text = String::new();
    for link in &links.new {
        let (url, label) = (yaml::quoted(&link.url), yaml::item(&link.label));
        let _ = writeln!(text, "{space}{}: {{ url: {url}, label: {label} }}", link.name);
    }
    append::addition(&file.document, text, "links", links.new.len()).map(Some)
}
