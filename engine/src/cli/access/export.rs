//! Exports the list as the YAML that `import` reads.

use anyhow::Context as _;
use serde::Serialize;

use crate::access::{List, ListedPerson};

#[derive(Serialize)]
struct File {
    #[serde(rename = "allowedEmails")]
    allowed_emails: Vec<Entry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    email: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_admin: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    roles: Vec<String>,
}

/// Returns everyone on the list, with the fields that the rules use.
///
/// # Errors
/// If the list can't be written as YAML.
pub(super) fn yaml(list: &List) -> anyhow::Result<String> {
    let entry =
        |person: ListedPerson| Entry { email: person.email, is_admin: person.is_admin, roles: person.roles };
    let file = File { allowed_emails: list.people().map(entry).collect() };
    serde_yaml::to_string(&file).context("the list can't be written as YAML")
}
