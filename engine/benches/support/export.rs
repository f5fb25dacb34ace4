//! Exports a collection to files: JSON for another engine, YAML for this one.

use std::collections::BTreeMap;
use std::path::Path;

use callguide::faq::Entry;
use serde_json::json;

/// Writes the entries into `folder`: `entries-SIZE.json`, and `content-SIZE/faq/`.
///
/// # Errors
/// If a file can't be written.
pub fn write(folder: &Path, entries: &[Entry]) -> anyhow::Result<()> {
    let size = entries.len();
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
