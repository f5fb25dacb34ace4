//! `callguide graph`: draws the decision tree.

use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use super::input::{self, Folder, Moment};
use crate::graph;

/// Draw the decision tree, with answers on the arrows and outcomes shown by shape and color
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 drawn, 2 couldn't run.")]
pub struct GraphArgs {
    #[command(flatten)]
    folder: Folder,
    /// Only the region with this code; without it, all regions in one picture
    #[arg(long, env = "CALLGUIDE_GRAPH_STATE", value_name = "CODE")]
    state: Option<String>,
    /// The picture's format
    #[arg(long, value_enum, env = "CALLGUIDE_GRAPH_FORMAT", default_value_t = GraphFormat::Mermaid)]
    format: GraphFormat,
    #[command(flatten)]
    moment: Moment,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum GraphFormat {
    /// For Markdown, as shown by GitHub and many editors
    Mermaid,
    /// For Graphviz
    Dot,
    /// For a browser
    Svg,
}

/// Runs the command.
///
/// # Errors
/// If the content can't be read or has errors, or no region has the code.
pub fn run(args: &GraphArgs) -> anyhow::Result<ExitCode> {
    let examined = input::content(args.folder.path(), args.moment.now())?;
    let content = examined.draft.complete().context("the content is incomplete")?;
    let readings = examined.readings();
    let drawing = match &args.state {
        None => graph::merged(&content, &readings),
        Some(code) => {
            let region = input::region(&examined.draft, code)?;
            graph::of_region(&readings, region).context("this region has no tree")?
        }
    };
    let text = match args.format {
        GraphFormat::Mermaid => graph::mermaid(&drawing),
        GraphFormat::Dot => graph::dot(&drawing),
        GraphFormat::Svg => graph::svg(&drawing),
    };
    input::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
