//! Speed of the FAQ search: time per keystroke over whole typed queries, time and memory to build,
//! at 40, 1,000, 10,000 and 100,000 entries.
//!
//! `cargo bench --bench search -- [--content DIR] [--sizes 40,1000] [--export DIR]`.
//! With `--export` it leaves the same entries, keystrokes and times as JSON for
//! `bench/minisearch.mjs`, and each generated collection as YAML that the engine can serve.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use callguide::content::model::{Lenient, SearchCheck};
use callguide::faq::{Entry, Index, Query};
use serde_json::json;

#[path = "support/files.rs"]
mod files;
#[path = "support/generate.rs"]
mod generate;

const SIZES: [usize; 4] = [40, 1_000, 10_000, 100_000];
const SEED: u64 = 20_261_103;

/// Queries whose every keystroke is measured.
const QUERIES: usize = 60;

/// Times that each keystroke is measured, of which the median counts; fewer in large collections.
const ROUNDS: [usize; 2] = [3, 21];

struct Arguments {
    content: PathBuf,
    sizes: Vec<usize>,
    export: Option<PathBuf>,
}

fn main() -> anyhow::Result<()> {
    let arguments = arguments()?;
    let faq = files::read(&arguments.content)?;
    let keystrokes = keystrokes(&faq.searches);
    println!("{} keystrokes of {QUERIES} queries, times in milliseconds", keystrokes.len());
    println!(
        "{:>8}{:>9}{:>9}{:>9}{:>9}{:>11}{:>12}",
        "entries", "p50", "p95", "p99", "max", "build ms", "memory MB"
    );
    for size in arguments.sizes {
        let entries = generate::entries(&faq.entries, size, SEED);
        if let Some(folder) = &arguments.export {
            export(folder, size, &entries)?;
        }
        let before = resident();
        let copy = entries.clone();
        let text = resident().saturating_sub(before);
        let started = Instant::now();
        let index = Index::build(copy, &faq.synonyms);
        let build = started.elapsed().as_secs_f64() * 1e3;
        let memory = resident().saturating_sub(before + text) as f64 / 1e6;

        let rounds = (200_000 / size).clamp(ROUNDS[0], ROUNDS[1]);
        let mut measured = vec![Vec::with_capacity(rounds); keystrokes.len()];
        for _ in 0..rounds {
            for (keystroke, times) in keystrokes.iter().zip(&mut measured) {
                let query = Query::new(keystroke);
                let started = Instant::now();
                std::hint::black_box(index.search(&query));
                times.push(started.elapsed().as_secs_f64() * 1e3);
            }
        }
        let times: Vec<f64> = measured.into_iter().map(median).collect();
        let mut sorted = times.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share) as usize];
        println!(
            "{size:>8}{:>9.3}{:>9.3}{:>9.3}{:>9.3}{build:>11.0}{memory:>12.1}",
            at(0.5),
            at(0.95),
            at(0.99),
            at(1.0)
        );
        if let Some(folder) = &arguments.export {
            let result = json!({ "size": size, "build_ms": build, "keystrokes": keystrokes, "ms": times });
            std::fs::write(folder.join(format!("engine-{size}.json")), result.to_string())?;
        }
    }
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn arguments() -> anyhow::Result<Arguments> {
    let mut arguments = Arguments {
        content: Path::new(env!("CARGO_MANIFEST_DIR")).join("../content"),
        sizes: SIZES.to_vec(),
        export: None,
    };
    let mut given = std::env::args().skip(1);
    while let Some(argument) = given.next() {
        let mut value = || given.next().ok_or_else(|| anyhow::anyhow!("{argument} needs a value"));
        match argument.as_str() {
            "--content" => arguments.content = value()?.into(),
            "--export" => arguments.export = Some(value()?.into()),
            "--sizes" => {
                let sizes: Result<_, _> = value()?.split(',').map(str::parse).collect();
                arguments.sizes = sizes?;
            }
            // What cargo adds.
            "--bench" => {}
            other => anyhow::bail!("unknown argument {other}"),
        }
    }
    Ok(arguments)
}

/// Every beginning of some of the queries, spread over all kinds.
fn keystrokes(searches: &Lenient<SearchCheck>) -> Vec<String> {
    let step = (searches.len() / QUERIES).max(1);
    let chosen = searches.iter().step_by(step).take(QUERIES);
    let typed = chosen.flat_map(|search| {
        let chars: Vec<char> = search.query.chars().collect();
        (1..=chars.len()).map(move |length| chars[..length].iter().collect())
    });
    typed.collect()
}

/// Bytes of memory that the process has in use; 0 where the system does not tell.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * 4096
}

/// Writes a collection as JSON for other engines and as YAML for this one.
fn export(folder: &Path, size: usize, entries: &[Entry]) -> anyhow::Result<()> {
    let faq = folder.join(format!("content-{size}/faq"));
    std::fs::create_dir_all(&faq)?;
    let mut categories: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in entries {
        categories.entry(&entry.category).or_default().push(entry);
    }
    let mut order: Vec<(&str, Vec<&Entry>)> = categories.into_iter().collect();
    order.sort_by_key(|(_, of)| entries.iter().position(|entry| entry.id == of[0].id));
    for (number, (category, of)) in order.into_iter().enumerate() {
        let entries: Vec<_> = of.iter().map(|entry| plain(entry)).collect();
        let file = json!({ "category": category, "order": number + 1, "entries": entries });
        std::fs::write(faq.join(format!("{number:02}.yaml")), serde_yaml::to_string(&file)?)?;
    }
    let all: Vec<_> = entries.iter().map(plain).collect();
    std::fs::write(folder.join(format!("entries-{size}.json")), serde_json::to_string(&all)?)?;
    Ok(())
}

fn plain(entry: &Entry) -> serde_json::Value {
    json!({
        "id": entry.id,
        "question": entry.question,
        "answer": entry.answer_text,
        "tags": entry.tags,
    })
}
