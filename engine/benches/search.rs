//! Measures the FAQ search: the time per keystroke while whole queries are typed, the size of each response on the
//! wire, and the time and memory to build the index, with 40, 1,000, and 10,000 entries.
//!
//! `cargo bench --bench search -- [--sizes 40,1000] [--export DIR]`.
//! With `--export`, it writes the same entries, keystrokes, and times as JSON for `bench/minisearch.mjs`, and each
//! generated collection as YAML that the engine can serve.

use std::path::PathBuf;
use std::time::Instant;

use callguide::content::model::{Lenient, SearchCheck};
use callguide::faq::{Entry, Index, Query, Regions, SearchAnswer};
use callguide::render;
use callguide::snapshot::{Encoding, quickly};
use serde_json::json;

#[path = "support/export.rs"]
mod export;
#[path = "support/files.rs"]
mod files;
#[path = "support/generate.rs"]
mod generate;

const SIZES: [usize; 3] = [40, 1_000, 10_000];
const SEED: u64 = 20_261_103;

/// The number of queries that are measured at every keystroke.
const QUERIES: usize = 60;

/// The number of times that each keystroke is measured; the median counts. Large collections get fewer rounds.
const ROUNDS: [usize; 2] = [3, 21];

/// The number of entries in a response: as many as the app requests.
const LIMIT: usize = 16;

fn main() -> anyhow::Result<()> {
    let (sizes, folder) = arguments()?;
    // `voters` also uses the shipped entries.
    let sets = files::sets().into_iter().filter(|set| set.name != "voters");
    let sets = sets.map(|set| files::read_set(&set)).collect::<anyhow::Result<Vec<_>>>()?;
    let shipped = &sets[0];
    let keystrokes = keystrokes(&shipped.searches);
    let mut sources: Vec<Entry> = Vec::new();
    for entry in sets.iter().flat_map(|faq| &faq.entries) {
        let id = match sources.iter().any(|other| other.id == entry.id) {
            true => format!("{}-too-{}", entry.id, sources.len()),
            false => entry.id.clone(),
        };
        sources.push(Entry { id, ..entry.clone() });
    }
    println!(
        "{} keystrokes of {QUERIES} queries; times in milliseconds, an answer in bytes of gzip",
        keystrokes.len()
    );
    println!(
        "{:>8}{:>9}{:>9}{:>9}{:>9}{:>11}{:>12}{:>14}{:>8}",
        "entries", "p50", "p95", "p99", "max", "build ms", "memory MB", "answer p50", "p95"
    );
    for size in sizes {
        let entries = generate::entries(&sources, size, SEED);
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder)?;
            export::write(folder, &entries)?;
        }
        let before = resident();
        let copy = entries.clone();
        let text = resident().saturating_sub(before);
        let started = Instant::now();
        let errands = shipped.errands.clone();
        let regions = Regions::named(shipped.names.clone());
        let index = Index::of_regions(copy, regions, errands, &shipped.synonyms);
        let build = started.elapsed().as_secs_f64() * 1e3;
        let memory = resident().saturating_sub(before + text) as f64 / 1e6;

        let rounds = (200_000 / size).clamp(ROUNDS[0], ROUNDS[1]);
        let mut measured = vec![Vec::with_capacity(rounds); keystrokes.len()];
        let mut answers = Vec::with_capacity(keystrokes.len());
        for round in 0..rounds {
            for (keystroke, times) in keystrokes.iter().zip(&mut measured) {
                let query = Query { limit: LIMIT, ..Query::new(keystroke) };
                let started = Instant::now();
                let answer = std::hint::black_box(index.search(&query));
                times.push(started.elapsed().as_secs_f64() * 1e3);
                if round == 0 {
                    answers.push(bytes(answer)?);
                }
            }
        }
        let times: Vec<f64> = measured.into_iter().map(|times| at(times, 0.5)).collect();
        let time = |share| at(times.clone(), share);
        let answer = |share| at(answers.clone(), share);
        println!(
            "{size:>8}{:>9.3}{:>9.3}{:>9.3}{:>9.3}{build:>11.0}{memory:>12.1}{:>14}{:>8}",
            time(0.5),
            time(0.95),
            time(0.99),
            time(1.0),
            answer(0.5),
            answer(0.95)
        );
        if let Some(folder) = &folder {
            let result = json!({ "size": size, "build_ms": build, "keystrokes": keystrokes, "ms": times });
            std::fs::write(folder.join(format!("engine-{size}.json")), result.to_string())?;
        }
    }
    Ok(())
}

/// Returns the size of a response as it's sent, in bytes.
fn bytes(answer: SearchAnswer) -> anyhow::Result<f64> {
    let body = serde_json::to_vec(&render::found(answer, "0123456789abcdef"))?;
    Ok(quickly(&body, Encoding::Gzip).len() as f64)
}

/// Returns the value at the given quantile.
fn at(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share) as usize]
}

/// Returns the sizes to measure and the folder to export to.
fn arguments() -> anyhow::Result<(Vec<usize>, Option<PathBuf>)> {
    let (mut sizes, mut folder) = (SIZES.to_vec(), None);
    let mut given = std::env::args().skip(1);
    while let Some(argument) = given.next() {
        let mut value = || given.next().ok_or_else(|| anyhow::anyhow!("{argument} needs a value"));
        match argument.as_str() {
            "--export" => folder = Some(value()?.into()),
            "--sizes" => sizes = value()?.split(',').map(str::parse).collect::<Result<_, _>>()?,
            // Cargo adds this argument.
            "--bench" => {}
            other => anyhow::bail!("unknown argument {other}"),
        }
    }
    Ok((sizes, folder))
}

/// Returns every prefix of some of the queries, chosen evenly across all kinds.
fn keystrokes(searches: &Lenient<SearchCheck>) -> Vec<String> {
    let step = (searches.len() / QUERIES).max(1);
    let chosen = searches.iter().step_by(step).take(QUERIES);
    let typed = chosen.flat_map(|search| {
        let chars: Vec<char> = search.query.chars().collect();
        (1..=chars.len()).map(move |length| chars[..length].iter().collect())
    });
    typed.collect()
}

/// Returns the process's resident memory in bytes; 0 if the system doesn't report it.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * 4096
}
