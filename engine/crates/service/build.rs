//! Rebuilds the engine after the embedded web app is rebuilt, and records which commit the engine is built from.

use std::env;
use std::path::Path;
use std::process::Command;

/// The environment variable that names the commit if there is no repository, for example when the image is built.
const COMMIT: &str = "CALLGUIDE_COMMIT";

fn main() {
    // A missing path counts as changed in every build, so watch the folder above it.
    let dist = "../../../web/dist";
    let watched = if Path::new(dist).exists() { dist } else { "../../../web" };
    println!("cargo::rerun-if-changed={watched}");
    println!("cargo::rerun-if-env-changed={COMMIT}");

    let named = env::var(COMMIT).ok().filter(|commit| !commit.trim().is_empty());
    let commit = named.map(|commit| commit.trim().to_owned()).or_else(of_repository);
    let commit = commit.map(|commit| commit.chars().take(12).collect::<String>());
    // A debug build may contain uncommitted edits, so its version says that it's a development build.
    let kind = if env::var("PROFILE").as_deref() == Ok("release") { "" } else { ", development build" };
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = commit.as_deref().unwrap_or("unknown");
    println!("cargo::rustc-env=CALLGUIDE_COMMIT={commit}");
    println!("cargo::rustc-env=CALLGUIDE_VERSION={version} (commit {commit}{kind})");
}

/// Returns the checked-out commit; `None` without git or a repository, which is fine.
fn of_repository() -> Option<String> {
    let commit = git(&["rev-parse", "HEAD"])?;
    // HEAD changes with the branch, and its log also changes with every commit. Missing files must not be watched,
    // because they count as changed in every build.
    for file in ["HEAD", "logs/HEAD", "packed-refs"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file])
            && Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    Some(commit)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
