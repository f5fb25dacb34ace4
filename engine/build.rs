//! Rebuilds the engine when the web app that it embeds was rebuilt, records the commit that it's built from, and
//! compiles the English thesaurus and dictionary, so that neither the start nor lint pays for that.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use text::english::thesaurus;

// The part of the search that reads words and compiles synonyms.
#[path = "src/faq"]
#[expect(dead_code, reason = "what the engine alone asks for")]
mod faq {
    mod fold;
    mod stem;
    pub mod synonyms;
    mod tokenizer;
}
#[path = "src/text"]
#[expect(dead_code, reason = "what the engine alone asks for")]
mod text {
    pub mod english {
        pub mod list;
        mod stop_words;
        mod thesaurus;

        pub use stop_words::{StopWord, stop_word};
        pub use thesaurus::thesaurus;
    }
}

/// The environment variable with the commit if there is no repository, as in the image.
const COMMIT: &str = "CALLGUIDE_COMMIT";

fn main() {
    let lines = thesaurus().map(|line| (line.words, line.finds));
    let out = env::var_os("OUT_DIR").expect("cargo names it");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(Path::new(&out).join(name), bytes).expect("what cargo named can be written");
    };
    write("thesaurus.txt", faq::synonyms::compile(lines).as_bytes());
    write("words.fst", &dictionary());

    // A missing path counts as changed in every build, so watch the folder above it.
    let dist = "../web/dist";
    let watched = if Path::new(dist).exists() { dist } else { "../web" };
    println!("cargo::rerun-if-changed={watched}");
    println!("cargo::rerun-if-env-changed={COMMIT}");
    // A new file there has to be embedded too.
    println!("cargo::rerun-if-changed=starter");

    let named = env::var(COMMIT).ok().filter(|commit| !commit.trim().is_empty());
    let commit = named.map(|commit| commit.trim().to_owned()).or_else(of_repository);
    let commit = commit.map(|commit| commit.chars().take(12).collect::<String>());
    // A debug build may contain uncommitted edits, so its version says what it is.
    let kind = if env::var("PROFILE").as_deref() == Ok("release") { "" } else { ", development build" };
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let commit = commit.as_deref().unwrap_or("unknown");
    println!("cargo::rustc-env=CALLGUIDE_COMMIT={commit}");
    println!("cargo::rustc-env=CALLGUIDE_VERSION={version} (commit {commit}{kind})");
}

/// Returns every English word that the search knows, each with 1 if it's from the list of known words only, otherwise
/// 0.
fn dictionary() -> Vec<u8> {
    let mut words = BTreeMap::new();
    for list in ["grammatical", "question", "conversational", "everyday", "known"] {
        let file = format!("src/text/english/{list}.txt");
        println!("cargo::rerun-if-changed={file}");
        for word in fs::read_to_string(file).expect("it's a source").lines() {
            words.entry(word.to_owned()).or_insert(u64::from(list == "known"));
        }
    }
    let made = tantivy_fst::Map::from_iter(words).expect("they are in order");
    made.as_fst().to_vec()
}

/// Returns the commit that is checked out; `None` without git or a repository, which is fine.
fn of_repository() -> Option<String> {
    let commit = git(&["rev-parse", "HEAD"])?;
    // HEAD names the branch; if a commit changes the branch's own file, that is watched as well; the log of HEAD
    // changes with both. Missing files must not be watched: they count as changed in every build.
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
