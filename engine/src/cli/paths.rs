//! `callguide paths`: lists every path of the decision tree and where it ends.

use std::io::{self, BufWriter, Write as _};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde::ser::{SerializeSeq as _, Serializer as _};

use super::input::{self, Folder, Moment, counted};
use crate::content::model::State;
use crate::readings::{MAX_PATHS, Trail, TreeNode};

/// List every path of the decision tree and where it ends
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 listed, 2 couldn't run, or there are more paths than --most.")]
pub struct PathsArgs {
    #[command(flatten)]
    folder: Folder,
    /// Only the region with this code
    #[arg(long, env = "CALLGUIDE_PATHS_STATE", value_name = "CODE")]
    state: Option<String>,
    /// List at most this many paths
    #[arg(long, env = "CALLGUIDE_PATHS_MOST", default_value_t = MAX_PATHS, value_name = "N")]
    most: usize,
    /// How paths are printed
    #[arg(long, value_enum, env = "CALLGUIDE_PATHS_FORMAT", default_value_t = PathsFormat::Human)]
    format: PathsFormat,
    #[command(flatten)]
    moment: Moment,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum PathsFormat {
    Human,
    Json,
    Csv,
}

/// A path as output for programs (`api.md`, "The program").
#[derive(Debug, Serialize)]
struct PathRow {
    state: String,
    answers: Vec<GivenAnswer>,
    solution: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Debug, Serialize)]
struct GivenAnswer {
    node: String,
    id: String,
    text: String,
}

/// Runs the command.
///
/// # Errors
/// If the content can't be read or has errors, or no region has the code.
pub fn run(args: &PathsArgs) -> anyhow::Result<ExitCode> {
    let examined = input::content(args.folder.path(), args.moment.now())?;
    let content = examined.draft.complete().context("the content is incomplete")?;
    let regions = match &args.state {
        Some(code) => {
            let region = input::region(&examined.draft, code)?;
            region..region + 1
        }
        None => 0..content.regions.len(),
    };
    let readings = examined.readings();
    let mut left = args.most;
    let mut cut = false;
    // Paths are written as they're found, since there may be more than fit in memory.
    let mut walk = |write: &mut dyn FnMut(PathRow) -> anyhow::Result<()>| {
        for region in regions.clone() {
            let tree = input::tree(&readings, region)?;
            let walked = tree.walk(&mut |trail, end| {
                let Some(row) = row(&content.regions[region], trail, end) else {
                    return ControlFlow::Continue(());
                };
                if left == 0 {
                    cut = true;
                    return ControlFlow::Break(Ok(()));
                }
                left -= 1;
                write(row).map_or_else(|error| ControlFlow::Break(Err(error)), ControlFlow::Continue)
            });
            if let ControlFlow::Break(ended) = walked {
                return ended;
            }
        }
        Ok(())
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        PathsFormat::Json => {
            let mut json = serde_json::Serializer::pretty(&mut out);
            let mut rows = json.serialize_seq(None)?;
            walk(&mut |row| Ok(rows.serialize_element(&row)?))?;
            rows.end()?;
            writeln!(out)?;
        }
        PathsFormat::Csv => {
            writeln!(out, "state,answers,solution,type")?;
            walk(&mut |row| {
                Ok(writeln!(out, "{},{},{},{}", row.state, row.trail(" "), row.solution, row.kind)?)
            })?;
        }
        PathsFormat::Human => {
            walk(&mut |row| {
                let trail = row.trail(" → ");
                let arrow = if trail.is_empty() { "" } else { " → " };
                Ok(writeln!(out, "{}: {trail}{arrow}{} ({})", row.state, row.solution, row.kind)?)
            })?;
            let first = if cut { "the first " } else { "" };
            writeln!(out, "{first}{}", counted(args.most - left, "path"))?;
        }
    }
    out.flush()?;
    if cut {
        eprintln!(
            "Showing only the first {} paths. Use --most N to list more, or --state CODE for one region.",
            args.most
        );
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::SUCCESS)
}

fn row(state: &State, trail: &Trail<'_, '_>, end: &TreeNode<'_>) -> Option<PathRow> {
    let answers = trail.iter().filter_map(|(node, index)| {
        let (answer, _) = node.answers().nth(*index)?;
        Some(GivenAnswer { node: node.id.clone(), id: answer.id.clone(), text: answer.text.clone() })
    });
    Some(PathRow {
        state: state.code.clone(),
        answers: answers.collect(),
        solution: end.id.clone(),
        kind: end.solution()?.kind.clone(),
    })
}

impl PathRow {
    fn trail(&self, between: &str) -> String {
        let answers = self.answers.iter().map(|answer| format!("{}.{}", answer.node, answer.id));
        answers.collect::<Vec<_>>().join(between)
    }
}
