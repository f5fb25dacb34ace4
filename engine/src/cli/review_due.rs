//! `callguide review-due`: lists the answers that are due for review, by owner.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use jiff::civil::Date;
use serde::Serialize;

use super::input::{self, Folder, Moment};
use crate::compare::escaped;
use crate::due::{Due, due};
use crate::examine::Examined;

/// List the FAQ answers that are due for review, by owner
#[derive(Debug, Args)]
#[command(
    after_help = "An answer is due when its `review_by` day is over or, if it has none, when its last review is \
                  older than `review_after_days` in site.yaml allows.\n\nExit status: 0 nothing \
                  is due, 1 something is, 2 couldn't run."
)]
pub struct ReviewDueArgs {
    #[command(flatten)]
    folder: Folder,
    /// How the list is printed
    #[arg(long, value_enum, env = "CALLGUIDE_REVIEW_DUE_FORMAT", default_value_t = DueFormat::Human)]
    format: DueFormat,
    /// Only answers that this person or team owns; an empty name selects answers without an owner
    #[arg(long, env = "CALLGUIDE_REVIEW_DUE_OWNER", value_name = "NAME")]
    owner: Option<String>,
    #[command(flatten)]
    moment: Moment,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum DueFormat {
    /// For a person at a terminal
    Human,
    /// For a program
    Json,
    /// For an issue
    Markdown,
}

/// The list of due answers, as output for programs.
#[derive(Debug, Serialize)]
struct DueList {
    due: usize,
    /// Sorted by name, with answers without an owner last.
    owners: Vec<Owner>,
}

#[derive(Debug, Serialize)]
struct Owner {
    /// Absent for answers without an owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    entries: Vec<DueAnswer>,
}

#[derive(Debug, Serialize)]
struct DueAnswer {
    id: String,
    question: String,
    file: String,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    reviewed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review_by: Option<String>,
    /// The first day on which the review was overdue.
    due_since: Date,
    /// The URL for editing it, if site.yaml names the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    edit: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// If the content can't be read or has errors.
pub fn run(args: &ReviewDueArgs) -> anyhow::Result<ExitCode> {
    let examined = input::content(args.folder.path(), args.moment.now())?;
    let list = list(&examined, args.owner.as_deref());
    let text = match args.format {
        DueFormat::Human => human(&list),
        DueFormat::Markdown => markdown(&list),
        DueFormat::Json => input::pretty(&list)?,
    };
    input::print(&text)?;
    Ok(if list.due == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn list(examined: &Examined, only: Option<&str>) -> DueList {
    let today = examined.readings().today();
    let repository = examined.draft.site.as_ref().and_then(|site| site.repository.as_ref());
    let row = |due: &Due<'_>| {
        let place = due.document.opening(&due.pointer);
        let (start, _) = examined.sources.positions(&place);
        DueAnswer {
            id: due.id.to_owned(),
            question: due.question.to_owned(),
            file: examined.sources.path(&place.file),
            line: start.line,
            reviewed: due.review.reviewed.clone(),
            review_by: due.review.review_by.clone(),
            due_since: due.since,
            edit: repository.and_then(|repository| repository.edit_address(&place.file, start.line)),
        }
    };
    // Answers without an owner sort last.
    let mut owners: BTreeMap<(bool, String), Vec<DueAnswer>> = BTreeMap::new();
    for due in due(&examined.draft, today) {
        let owner = due.review.owner.clone().unwrap_or_default();
        if only.is_none_or(|only| only.trim() == owner) {
            owners.entry((owner.is_empty(), owner)).or_default().push(row(&due));
        }
    }
    DueList {
        due: owners.values().map(Vec::len).sum(),
        owners: owners
            .into_iter()
            .map(|((nobody, owner), entries)| Owner { owner: (!nobody).then_some(owner), entries })
            .collect(),
    }
}

/// The maximum number of answers per owner in an issue, which is limited to 65,536 characters.
const MOST: usize = 100;

/// Shown instead of an owner's name.
const NOBODY: &str = "no owner";

fn summary(list: &DueList) -> String {
    match list.due {
        0 => "No answers are due for review.".to_owned(),
        1 => "1 answer is due for review.".to_owned(),
        n => format!("{n} answers are due for review."),
    }
}

/// Describes when an answer was reviewed, and when it became due.
fn since(row: &DueAnswer) -> String {
    let reviewed =
        row.reviewed.as_ref().map_or_else(|| "never reviewed".to_owned(), |day| format!("reviewed {day}"));
    let by = row.review_by.as_ref().map_or_else(String::new, |day| format!(", review by {day}"));
    format!("{reviewed}{by}; due since {}", row.due_since)
}

fn human(list: &DueList) -> String {
    let mut out = summary(list) + "\n";
    for owner in &list.owners {
        let _ = writeln!(out, "\n{}", owner.owner.as_deref().unwrap_or(NOBODY));
        for row in &owner.entries {
            let _ = writeln!(out, "  {}:{}: {}", row.file, row.line, row.question);
            let _ = writeln!(out, "    {}", since(row));
        }
    }
    out
}

fn markdown(list: &DueList) -> String {
    let mut out = format!("{}\n", escaped(&summary(list)));
    for owner in &list.owners {
        let _ = writeln!(out, "\n### {}\n", escaped(owner.owner.as_deref().unwrap_or(NOBODY)));
        for row in owner.entries.iter().take(MOST) {
            let place = escaped(&format!("{}:{}", row.file, row.line));
            let place =
                row.edit.as_ref().map_or_else(|| place.clone(), |edit| format!("[{place}](<{edit}>)"));
            let _ =
                writeln!(out, "- [ ] **{}**<br>{place}: {}", escaped(&row.question), escaped(&since(row)));
        }
        if let Some(more) = owner.entries.len().checked_sub(MOST).filter(|more| *more > 0) {
            let _ = writeln!(out, "\n… and {more} more: run `callguide review-due` to list them all.");
        }
    }
    out
}
