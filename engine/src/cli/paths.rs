//! `callguide paths`: every path of the decision tree and where it ends.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::api::tree::SolutionType;
use crate::content::model::State;
use crate::diagnostics::{has_errors, human};
use crate::examine::examine;
use crate::tree::{self, Path, ResolvedBody};

/// List every path of the decision tree and where it ends
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 listed, 2 could not run.")]
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
    kind: SolutionType,
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
    let examined = examine(&args.content, None).with_context(|| {
        format!("{} can't be read; name the content folder with --content", args.content.display())
    })?;
    if has_errors(&examined.findings) {
        eprint!("{}", human::render(&examined.findings, &examined.sources));
        bail!("the content has errors; correct what is printed above first");
    }
    let content = examined.draft.complete().context("the content is incomplete")?;
    let mut rows = Vec::new();
    for state in content.states.states.iter() {
        if args.state.as_ref().is_some_and(|code| !code.eq_ignore_ascii_case(&state.code)) {
            continue;
        }
        let resolved = tree::resolve(content.tree, state, Some(content.links))
            .map_err(|flaws| anyhow::anyhow!("{}: {flaws:?}", state.code))?;
        rows.extend(tree::paths(&resolved).iter().filter_map(|path| row(state, path)));
    }
    if let (Some(code), true) = (&args.state, rows.is_empty()) {
        let codes = content.states.states.iter().map(|s| s.code.as_str());
        let near = crate::diagnostics::nearest(code, codes)
            .map_or(String::new(), |c| format!("; did you mean {c}?"));
        bail!("there is no {} with the code {code}{near}", content.site.region.singular);
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
        kind: solution.kind,
    })
}

fn print(rows: &[Row], format: Format) -> anyhow::Result<()> {
    let mut out = String::new();
    match format {
        Format::Json => out = serde_json::to_string_pretty(rows)? + "\n",
        Format::Csv => {
            out.push_str("state,answers,solution,type\n");
            for row in rows {
                let _ =
                    writeln!(out, "{},{},{},{}", row.state, trail(row, " "), row.solution, kind(row.kind)?);
            }
        }
        Format::Human => {
            for row in rows {
                let trail = trail(row, " → ");
                let arrow = if trail.is_empty() { "" } else { " → " };
                let _ = writeln!(out, "{}: {trail}{arrow}{} ({})", row.state, row.solution, kind(row.kind)?);
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

/// The type's name as it is served.
fn kind(kind: SolutionType) -> anyhow::Result<String> {
    Ok(serde_json::to_value(kind)?.as_str().unwrap_or_default().to_owned())
}
