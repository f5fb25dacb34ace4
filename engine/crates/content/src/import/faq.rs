//! Imports an FAQ into content files: new categories into new files, entries of existing categories at the end of their
//! files, and addresses at the end of links.yaml.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::address::NamedLinks;
use super::faq_source::Raw;
use super::names::{self, Tags, TakenNames};
use super::terms::{Addition, Import, ImportSettings, ImportSource, Losses, Refused};
use super::{dates, faq_source, html, text, yaml};
use crate::content::yaml::MAX_BYTES;
use crate::content::{Document, Draft};
use crate::rules::tag_words;
use callguide_search::text::Expression;
use callguide_search::text::{links, plain};

/// The category for entries without one.
pub const GENERAL: &str = "General";

/// The format of an ID (`schemas/faq.schema.json`).
static ID: Expression = Expression::new(r"^[a-z][a-z0-9-]{0,79}$");
/// The numbering that people put in front of questions and answers.
static NUMBER: Expression =
    Expression::new(r"(?i)^(?:(?:q|question|a|answer)\s*[0-9]*\s*[.:)]|[0-9]{1,3}\s*[.:)])\s+");

/// An entry to be written.
#[derive(Debug)]
struct NewEntry {
    id: String,
    question: String,
    /// Markdown.
    answer: String,
    tags: Vec<String>,
    reviewed: String,
    review_by: String,
    owner: String,
}

/// The entries to be added to one file.
#[derive(Debug)]
struct Group<'a> {
    category: String,
    /// The file, if the category already exists.
    file: Option<&'a Document>,
    entries: Vec<NewEntry>,
}

/// Imports the FAQ in `source` into the content of `draft`.
///
/// # Errors
/// If the source can't be read, or an existing file's structure doesn't allow entries to be appended.
pub fn import(source: &ImportSource, settings: ImportSettings<'_>, draft: &Draft) -> Result<Import, Refused> {
    let mut losses = Losses::default();
    let mut raw = match source {
        ImportSource::Markdown(text) => faq_source::of_document(text, &mut losses)?,
        _ => faq_source::of_table(source.rows(settings, faq_source::is_header, &mut losses)?, &mut losses)?,
    };
    days(&mut raw, |raw| &mut raw.reviewed, settings, &mut losses)?;
    days(&mut raw, |raw| &mut raw.review_by, settings, &mut losses)?;
    let mut reader = EntryReader::of(draft, matches!(source, ImportSource::Markdown(_)))?;
    // Reserve all given IDs before generating new ones.
    raw.iter().map(|raw| raw.id.trim()).filter(|id| ID.is_match(id)).for_each(|id| reader.taken.take(id));
    let due = settings.today.yesterday().unwrap_or(settings.today).to_string();
    let mut undated = 0;
    for mut raw in raw {
        // The entry's age is unknown, so its review is due.
        let unknown = raw.reviewed.is_empty() && raw.review_by.is_empty();
        if unknown {
            raw.review_by.clone_from(&due);
        }
        losses.line = raw.line;
        match reader.entry(raw, &mut losses) {
            Ok(()) => undated += usize::from(unknown),
            Err(what) => losses.add(what),
        }
    }
    let mut losses = losses.all;
    losses.sort();
    losses.dedup();
    let EntryReader { links, groups, .. } = reader;
    let entries = groups.iter().map(|group| group.entries.len()).sum();
    let count = links.new.len();
    let mut additions = files(groups, draft)?;
    additions.extend(new_links(&links, draft)?);
    Ok(Import { additions, losses, entries, links: count, undated })
}

/// The state while entries are read: the existing content and the additions.
#[derive(Default)]
struct EntryReader<'a> {
    is_markdown: bool,
    links: NamedLinks,
    tags: Tags,
    /// The place where each question is already answered, by the question's normalized words.
    questions: HashMap<String, String>,
    ids: HashSet<String>,
    taken: TakenNames,
    groups: Vec<Group<'a>>,
    /// Indices of groups by their names, ignoring case and plurals.
    places: HashMap<String, usize>,
}

/// Returns a key that is the same for texts that differ only in case, plurals, and punctuation.
fn same(text: &str) -> String {
    tag_words(text).join(" ")
}

impl<'a> EntryReader<'a> {
    fn of(draft: &'a Draft, is_markdown: bool) -> Result<Self, Refused> {
        let links = draft.links.as_deref().ok_or_else(|| Refused::all("links.yaml can't be read"))?;
        let mut reader = Self { is_markdown, links: NamedLinks::of(links), ..Self::default() };
        for file in &draft.faq {
            let name = &file.document.name;
            for entry in file.entries.iter() {
                entry.tags.iter().for_each(|tag| reader.tags.know(tag));
                let place = format!("the entry {} in {name}", entry.id);
                reader.questions.entry(same(&entry.question)).or_insert(place);
                reader.ids.insert(entry.id.clone());
                reader.taken.take(&entry.id);
            }
            reader.places.entry(same(&file.category)).or_insert(reader.groups.len());
            reader.groups.push(Group {
                category: file.category.clone(),
                file: Some(&file.document),
                entries: Vec::new(),
            });
        }
        Ok(reader)
    }

    /// Adds an entry. Anything in it that can't be kept is reported as a loss.
    ///
    /// # Errors
    /// If the entry as a whole is lost; the error says why.
    fn entry(&mut self, raw: Raw, losses: &mut Losses) -> Result<(), String> {
        let question = self.words(&raw.question, losses);
        let question = NUMBER.replace(&question, "").into_owned();
        let answer = self.answer(&raw.answer, losses);
        match (question.is_empty(), answer.is_empty()) {
            (false, false) => {}
            (true, true) => return Err("the whole row: it has no question and no answer".to_owned()),
            (true, _) => return Err("the whole row: it has no question".to_owned()),
            (_, true) => return Err(format!("\"{question}\": it has no answer")),
        }
        for address in links::bare_addresses(&question) {
            let address = &question[address.range];
            losses.add(format!(
                "{address} in the question: a question can't contain links, so describe the page instead"
            ));
        }
        let asks = same(&question);
        if let Some(there) = self.questions.get(&asks) {
            return Err(format!("\"{question}\": {there} already asks that, and was left as is"));
        }
        let id = match raw.id.trim() {
            "" => self.taken.free(&names::of_question(&question)),
            id if ID.is_match(id) => id.to_owned(),
            other => {
                let id = self.taken.free(&names::of(other, "entry"));
                losses.add(format!(
                    "the id {other} is now {id}: an id can contain only lowercase letters, digits, and hyphens"
                ));
                id
            }
        };
        if !self.ids.insert(id.clone()) {
            return Err(format!(
                "\"{question}\": an entry with the id {id} already exists, and was left as is"
            ));
        }
        self.questions.insert(asks, format!("the entry on line {}", losses.line));
        let tags = text::without_braces(&text::seen(&raw.tags), losses);
        let tags = self.tags.read(&tags, losses);
        let owner = self.words(&raw.owner, losses);
        let category = self.words(&raw.category, losses);
        let category = if category.is_empty() { GENERAL.to_owned() } else { category };
        let Raw { reviewed, review_by, .. } = raw;
        let entry = NewEntry { id, question, answer, tags, reviewed, review_by, owner };
        let place = *self.places.entry(same(&category)).or_insert(self.groups.len());
        if place == self.groups.len() {
            self.groups.push(Group { category, file: None, entries: Vec::new() });
        }
        self.groups[place].entries.push(entry);
        Ok(())
    }

    /// Returns text as one line of plain words.
    fn words(&self, text: &str, losses: &mut Losses) -> String {
        let text = html::to_markdown(&text::seen(text), losses);
        let text = if text.contains(['*', '[']) { plain::words(&text) } else { text };
        text::without_braces(&text::one_line(&text), losses)
    }

    /// Returns an answer as Markdown, with its addresses as links by name.
    fn answer(&mut self, text: &str, losses: &mut Losses) -> String {
        let text = text::without_braces(&text::seen(text), losses);
        let text = if self.is_markdown {
            text::of_document(&html::to_markdown(&text, losses), losses)
        } else {
            let text = html::to_markdown(&text::backslashes(text.trim()), losses);
            // "A:" is removed, but the number of a first step stays.
            let is_step = |number: &str| number.starts_with(|c: char| c.is_ascii_digit());
            let text = match NUMBER.find(&text).filter(|number| !is_step(number.as_str())) {
                Some(number) => &text[number.end()..],
                None => &text,
            };
            text::plain(&text::unwrapped(text, losses))
        };
        let text = self.links.named(&text, losses);
        text::without_tags(&text).trim().to_owned()
    }
}

/// Converts the dates of a column to the content's format. Unreadable dates are reported as losses.
fn days(
    raw: &mut [Raw],
    of: fn(&mut Raw) -> &mut String,
    settings: ImportSettings<'_>,
    losses: &mut Losses,
) -> Result<(), Refused> {
    let cells: Vec<(usize, String)> = raw.iter_mut().map(|raw| (raw.line, std::mem::take(of(raw)))).collect();
    let days = dates::column(cells.iter().map(|(line, cell)| (*line, cell.as_str())), settings.dates)?;
    for ((raw, (line, cell)), day) in raw.iter_mut().zip(&cells).zip(days) {
        match day {
            Some(day) => *of(raw) = day.to_string(),
            None if cell.trim().is_empty() => {}
            None => {
                let what = "write it as year-month-day, such as 2026-11-16";
                losses.add_at(*line, format!("the date {}: {what}", cell.trim()));
            }
        }
    }
    Ok(())
}

/// Returns the additions to new and existing files.
fn files(groups: Vec<Group<'_>>, draft: &Draft) -> Result<Vec<Addition>, Refused> {
    let names = draft.documents.keys().filter_map(|name| name.strip_prefix("faq/")?.strip_suffix(".yaml"));
    let mut taken = TakenNames::default();
    names.for_each(|name| taken.take(name));
    let mut order = draft.faq.iter().map(|file| file.order).max().unwrap_or_default().max(0);
    let first_line = draft.faq.iter().filter_map(|file| file.document.text.lines().next());
    let schema = first_line.into_iter().find(|line| line.starts_with("# yaml-language-server:"));
    let schema = schema.unwrap_or("# yaml-language-server: $schema=../../schemas/faq.schema.json");
    let mut additions = Vec::new();
    for group in groups.into_iter().filter(|group| !group.entries.is_empty()) {
        if let Some(document) = group.file {
            let indent = yaml::indent(document, "entries")?;
            let text = format!("\n{}", written(&group.entries, indent));
            additions.push(yaml::addition(document, text, "entries", group.entries.len())?);
            continue;
        }
        order += 1;
        let name = taken.free(&names::of(&group.category, "category"));
        let category = yaml::scalar(&group.category);
        let entries = written(&group.entries, 2);
        let text = format!("{schema}\ncategory: {category}\norder: {order}\nentries:\n{entries}");
        additions.push(Addition { file: format!("faq/{name}.yaml"), stands: None, text });
    }
    let whole = |addition: &Addition| addition.text.len() + addition.stands.as_ref().map_or(0, String::len);
    if let Some(large) = additions.iter().find(|addition| whole(addition) > MAX_BYTES) {
        return Err(Refused::all(format!(
            "{} would have more than {MAX_BYTES} bytes; split it into several categories",
            large.file
        )));
    }
    Ok(additions)
}

/// Formats entries as YAML, indented by `indent` spaces.
fn written(entries: &[NewEntry], indent: usize) -> String {
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
        for (key, day) in [("reviewed", &entry.reviewed), ("review_by", &entry.review_by)] {
            if !day.is_empty() {
                let _ = writeln!(out, "{space}  {key}: {}", yaml::quoted(day));
            }
        }
        if !entry.owner.is_empty() {
            let _ = writeln!(out, "{space}  owner: {}", yaml::scalar(&entry.owner));
        }
    }
    out
}

/// Returns the addition to links.yaml, if any address is new.
fn new_links(links: &NamedLinks, draft: &Draft) -> Result<Option<Addition>, Refused> {
    let Some(file) = draft.links.as_ref().filter(|_| !links.new.is_empty()) else { return Ok(None) };
    let space = " ".repeat(yaml::indent(&file.document, "links")?);
    let mut text = String::new();
    for link in &links.new {
        let (url, label) = (yaml::quoted(&link.url), yaml::item(&link.label));
        let _ = writeln!(text, "{space}{}: {{ url: {url}, label: {label} }}", link.name);
    }
    yaml::addition(&file.document, text, "links", links.new.len()).map(Some)
}
