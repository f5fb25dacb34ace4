//! `callguide new`: writes a small but complete helpline, or one that ships as an example.
//!
//! The folder has the layout of this program's repository, so that the first line of each content file points
//! to its schema: `content/`, `schemas/`, `.github/workflows/content.yml`, `.vscode/`, `README.md`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use anyhow::{Context as _, bail};
use clap::Args;
use rust_embed::Embed;

use super::edited::create;
use crate::content::Kind;

/// Write a small, complete helpline into a new folder, as a starting point
///
/// The folder has content/ (everything that volunteers read, say, and click), schemas/ (help for the editor), a
/// workflow that checks pull requests, and README.md, which explains what's where and what to do next. Nothing is
/// ever overwritten.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 written, 2 nothing was written: the folder isn't empty, or couldn't be created."
)]
pub struct NewArgs {
    /// The folder to write to; it may already exist if it's empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Instead, write a complete helpline that ships with the program: voter-id
    #[arg(long, env = "CALLGUIDE_NEW_EXAMPLE", value_name = "NAME")]
    example: Option<String>,
}

/// The starter helpline: real files, which lint and the tests also check.
#[derive(Embed)]
#[folder = "starter"]
struct Starter;

/// An example helpline: its name, and the files of its content folder.
pub struct Example {
    pub name: &'static str,
    pub files: fn() -> Vec<NewFile>,
}

/// A file's name in its folder, and its content.
pub type NewFile = (String, Cow<'static, [u8]>);

/// The editor settings: the same as in this repository, which has the same layout.
const EDITOR: [(&str, &str); 2] = [
    (".vscode/extensions.json", include_str!("../../../.vscode/extensions.json")),
    (".vscode/settings.json", include_str!("../../../.vscode/settings.json")),
];

/// Runs the command.
///
/// # Errors
/// If the folder isn't empty or can't be written to, or no example has the name.
pub fn run(args: &NewArgs, examples: &[Example]) -> anyhow::Result<ExitCode> {
    let files = files(args.example.as_deref(), examples)?;
    expect_nothing(&args.folder)?;
    write(&args.folder, &files)?;
    let folder = args.folder.display();
    let content = args.folder.join("content");
    let content = content.display();
    println!(
        "{folder} now has a complete helpline, in {} files. Next:\n  \
         callguide serve --content {content}   shows it in the browser\n  \
         callguide lint {content}              checks it after each change\n  \
         {folder}/README.md   explains what's where, and how to import an FAQ that you already have",
        files.len()
    );
    Ok(ExitCode::SUCCESS)
}

/// Returns all files to write.
fn files(example: Option<&str>, examples: &[Example]) -> anyhow::Result<Vec<NewFile>> {
    let starter = Starter::iter().filter_map(|name| Some((name.to_string(), Starter::get(&name)?.data)));
    let mut all: Vec<NewFile> = match example {
        None => starter.collect(),
        Some(wanted) => {
            let Some(example) = examples.iter().find(|example| example.name == wanted) else {
                let names: Vec<&str> = examples.iter().map(|example| example.name).collect();
                bail!("there is no example named {wanted:?}; use --example {}", names.join(" or "));
            };
            let content = (example.files)().into_iter().filter(|(name, _)| Kind::of(name).is_some());
            starter
                .filter(|(name, _)| !name.starts_with("content/"))
                .chain(content.map(|(name, bytes)| (format!("content/{name}"), bytes)))
                .collect()
        }
    };
    let text = |text: &'static str| Cow::Borrowed(text.as_bytes());
    all.extend(EDITOR.map(|(name, bytes)| (name.to_owned(), text(bytes))));
    all.extend(Kind::ALL.map(|kind| (format!("schemas/{}", kind.schema_file()), text(kind.schema()))));
    Ok(all)
}

/// Fails unless `folder` is empty or doesn't exist.
fn expect_nothing(folder: &Path) -> anyhow::Result<()> {
    let mut there = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            bail!("{} is a file, so nothing was written; specify a new folder", folder.display())
        }
        other => other.with_context(|| format!("{} can't be read; nothing was written", folder.display()))?,
    };
    if let Some(entry) = there.next() {
        let name = entry.map(|entry| entry.file_name().to_string_lossy().into_owned()).unwrap_or_default();
        bail!(
            "{} isn't empty (it has {name}), and nothing is ever overwritten, so nothing was written; specify a new folder",
            folder.display()
        );
    }
    Ok(())
}

/// Creates the files without replacing any: a file that someone else has created in the meantime is left
/// unchanged.
fn write(folder: &Path, files: &[NewFile]) -> anyhow::Result<()> {
    for (number, (name, bytes)) in files.iter().enumerate() {
        let path = folder.join(name);
        create(&path, bytes).with_context(|| {
            let (path, folder) = (path.display(), folder.display());
            match number {
                0 => format!("{path} can't be written, so nothing was added to {folder}"),
                _ => format!(
                    "{path} can't be written, so {folder} is incomplete; remove that folder and try again"
                ),
            }
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_midway_reports_an_incomplete_folder_overwriting_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let new = |name: &str, text: &'static str| (name.to_owned(), Cow::Borrowed(text.as_bytes()));
        let files = [new("a/b", "one"), new("a/b", "two"), new("c", "three")];
        let error = format!("{:#}", write(folder.path(), &files).unwrap_err());
        assert!(error.contains("is incomplete; remove that folder and try again"), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("a/b")).unwrap(), "one");
        assert!(!folder.path().join("c").exists());
    }
}
