//! `callguide`: dispatches to the commands.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rust_embed::Embed;

use callguide::cli::{
    access, backup, checks, diff, doctor, graph, healthy, import, links, lint, new, paths, restore,
    review_due, search, serve, version,
};

/// After loading content, this holds on to less memory than the C library's allocator would.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Guides helpline volunteers through a contact, with content that staff own
#[derive(Debug, Parser)]
#[command(version = callguide::VERSION, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::ServeArgs>),
    Doctor(Box<doctor::DoctorArgs>),
    Healthy(healthy::HealthyArgs),
    Lint(lint::LintArgs),
    Links(links::LinksArgs),
    Search(search::SearchArgs),
    Paths(paths::PathsArgs),
    Checks(checks::ChecksArgs),
    Access(access::AccessArgs),
    Backup(backup::BackupArgs),
    Restore(restore::RestoreArgs),
    Diff(diff::DiffArgs),
    Graph(graph::GraphArgs),
    ReviewDue(review_due::ReviewDueArgs),
    Version(version::VersionArgs),
    New(new::NewArgs),
    Import(import::ImportArgs),
}

/// The shipped content. It's embedded here and not in the library, so that an edit to it recompiles only this file.
#[derive(Embed)]
#[folder = "../content"]
struct Content;

const EXAMPLES: [new::Example; 1] = [new::Example {
    name: "voter-id",
    files: || {
        let files = Content::iter().filter_map(|name| Some((name.to_string(), Content::get(&name)?.data)));
        files.collect()
    },
}];

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Healthy(args) => healthy::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Links(args) => links::run(&args),
        Command::Search(args) => search::run(&args),
        Command::Paths(args) => paths::run(&args),
        Command::Checks(args) => checks::run(&args),
        Command::Access(args) => access::run(&args),
        Command::Backup(args) => backup::run(&args),
        Command::Restore(args) => restore::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Graph(args) => graph::run(&args),
        Command::ReviewDue(args) => review_due::run(&args),
        Command::Version(args) => version::run(&args),
        Command::New(args) => new::run(&args, &EXAMPLES),
        Command::Import(args) => import::run(&args),
    };
    done.unwrap_or_else(|error| {
        // The reader of our output may stop early: `callguide paths | head`.
        let cause = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        if cause == Some(std::io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        eprintln!("callguide: {error:#}");
        ExitCode::from(2)
    })
}
