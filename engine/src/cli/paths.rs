//! `callguide paths`: every path of the decision tree and where it ends.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::moment::Moment;
use super::sound;
use crate::content::model::State;
use crate::readings::{self, Path, ResolvedBody};

/// List every path of the decision tree and where it ends
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 listed, 2 couldn't run.")]
pub struct PathsArgs {
    /// The content folder
    #[arg(long, env = "CALLGUIDE_CONTENT", default_value = "content", value_name = "DIR")]
    content: PathBuf,
    /// Only this region, by its code
    #[arg(long, env = "CALLGUIDE_PATHS_STATE", value_name = "CODE")]
    state: Option<String>,
    /// How paths are printed
    #[arg(long, value_enum, env = "CALLGUIDE_PATHS_FORMAT", default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    moment: Moment,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Human,
    Json,
    Csv,
}

/// A path as programs read it (`api.md`, "The program").
#[derive(Debug, Serialize)]
struct Row {
    state: String,
    answers: Vec<Given>,
    solution: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Debug, Serialize)]
struct Given {
    node: String,
    id: String,
    text: String,
}

/// Runs the command.
///
/// # Errors
/// Where the content can't be read or has errors, or no region has the code.
pub fn run(args: &PathsArgs) -> anyhow::Result<ExitCode> {
    let examined = sound::content(&args.content, args.moment.now())?;
    let content = examined.draft.complete().context("the content is incomplete")?;
    let regions = match &args.state {
        Some(code) => {
            let region = sound::region(&content, code)?;
            region..region + 1
        }
        None => 0..content.regions.len(),
    };
    let readings = examined.readings();
    let mut rows = Vec::new();
    for region in regions {
        let resolved = sound::tree(&readings, region)?;
        rows.extend(readings::paths(&resolved).iter().filter_map(|path| row(&content.regions[region], path)));
    }
    print(&rows, args.format)?;
    Ok(ExitCode::SUCCESS)
}

fn row(state: &State, path: &Path<'_>) -> Option<Row> {
    let ResolvedBody::Solution(solution) = &path.end.body else { return None };
    let answers = path.answers.iter().filter_map(|(node, index)| {
        let ResolvedBody::Question { answers, .. } = &node.body else { return None };
        let answer = answers.get(*index)?;
        Some(Given { node: node.id.clone(), id: answer.id.clone(), text: answer.text.clone() })
    });
    Some(Row {
        state: state.code.clone(),
        answers: answers.collect(),
        solution: path.end.id.clone(),
        kind: solution.kind.clone(),
    })
}

fn print(rows: &[Row], format: Format) -> anyhow::Result<()> {
    let mut out = String::new();
    match format {
        Format::Json => out = serde_json::to_string_pretty(rows)? + "\n",
        Format::Csv => {
            out.push_str("state,answers,solution,type\n");
            for row in rows {
                let _ = writeln!(out, "{},{},{},{}", row.state, trail(row, " "), row.solution, row.kind);
            }
        }
        Format::Human => {
            for row in rows {
                let trail = trail(row, " → ");
                let arrow = if trail.is_empty() { "" } else { " → " };
                let _ = writeln!(out, "{}: {trail}{arrow}{} ({})", row.state, row.solution, row.kind);
            }
            let _ = writeln!(out, "{} path{}", rows.len(), if rows.len() == 1 { "" } else { "s" });
        }
    }
    std::io::stdout().lock().write_all(out.as_bytes())?;
    Ok(())
}

fn trail(row: &Row, between: &str) -> String {
    row.answers.iter().map(|a| format!("{}.{}", a.node, a.id)).collect::<Vec<_>>().join(between)
}
