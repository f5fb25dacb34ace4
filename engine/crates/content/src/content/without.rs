//! The features a helpline doesn't have, so that no text for them is required.

use serde_json::Value;

use super::document::Document;
use super::kinds::Kind;

/// The schema keyword that lists required keys by feature: a helpline without the feature can leave them out.
pub(super) const REQUIRED_WITH: &str = "x-required-with";

/// The features a helpline doesn't have. By default, it has them all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Without {
    /// It never asks for a region.
    pub regions: bool,
    /// No step shows an agreement.
    pub agreement: bool,
    /// No step shows a guide.
    pub guides: bool,
    /// No step shows a guide, and there's no text for copying a decision: nobody writes a ticket.
    tickets: bool,
    /// It may call at any hour.
    calling_hours: bool,
}

impl Without {
    /// Finds them in the files as written, so that a mistake elsewhere in a file doesn't matter.
    pub(super) fn of<'a>(files: impl Iterator<Item = (Kind, &'a Document)> + Clone) -> Self {
        let value = |kind, pointer| {
            files.clone().find(|(other, _)| *other == kind).and_then(|(_, file)| file.value.pointer(pointer))
        };
        let steps = value(Kind::Flows, "/steps").and_then(Value::as_object);
        let no_step = |kind| steps.is_none_or(|steps| steps.values().all(|step| step["kind"] != kind));
        let guides = no_step("guide");
        Self {
            regions: value(Kind::Site, "/region/ask").is_some_and(|ask| ask == "never"),
            agreement: no_step("agreement"),
            guides,
            tickets: guides && value(Kind::DecisionTree, "/decision_note").is_none(),
            calling_hours: value(Kind::Site, "/calling_hours").is_none(),
        }
    }

    /// Returns whether `key`, which is missing from a mapping with this schema, can be left out.
    pub(super) fn spares(self, schema: &Value, key: &str) -> bool {
        let absent = [
            ("regions", self.regions),
            ("agreement", self.agreement),
            ("tickets", self.tickets),
            ("calling_hours", self.calling_hours),
        ];
        absent
            .into_iter()
            .any(|(name, absent)| absent && listed(&schema[REQUIRED_WITH][name]).any(|one| one == key))
    }
}

/// Makes every key listed under `x-required-with` required, throughout a schema.
pub(super) fn require_all(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            let with = keywords.get(REQUIRED_WITH).and_then(Value::as_object).cloned().unwrap_or_default();
            let more = with.values().flat_map(listed).map(Value::from);
            if let Some(Value::Array(required)) = keywords.get_mut("required") {
                required.extend(more);
            }
            keywords.values_mut().for_each(require_all);
        }
        Value::Array(items) => items.iter_mut().for_each(require_all),
        _ => {}
    }
}

fn listed(keys: &Value) -> impl Iterator<Item = &str> {
    keys.as_array().into_iter().flatten().filter_map(Value::as_str)
}
