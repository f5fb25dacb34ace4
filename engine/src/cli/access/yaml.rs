//! The list as YAML: writes everyone on it, and reads a list, returning either all its entries or every problem with
//! its line number.
//!
//! A file is read by the content's parser, so mistakes are shown the way lint shows them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::{Map, Value};

use super::super::input;
use crate::access::{AddressFlaw, EmailAddress, InvalidEmail, List, Newcomer};
use crate::api::access::AllowedDocument;
use crate::content;
use crate::content::document::{Document, child, item};
use crate::diagnostics::{self, Diagnostic, Place, Sources, print, shown, suggestion};

const RULE: &str = "allow-list";

/// Returns everyone on the list, with the fields that the rules use.
///
/// # Errors
/// If the list can't be written as YAML.
pub(super) fn written(list: &List) -> anyhow::Result<String> {
    let entry = |AllowedDocument { id, is_admin, roles }| ListEntry { email: id, is_admin, roles };
    let file = ListFile { allowed_emails: list.people().map(entry).collect() };
    serde_yaml::to_string(&file).context("the list can't be written as YAML")
}

#[derive(Serialize)]
struct ListFile {
    #[serde(rename = "allowedEmails")]
    allowed_emails: Vec<ListEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListEntry {
    email: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_admin: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    roles: Vec<String>,
}

/// Returns the people in the file, or everything that's wrong with it, ready to print.
///
/// # Errors
/// If the file can't be read at all.
pub(super) fn read(path: &Path) -> anyhow::Result<Result<Vec<Newcomer>, String>> {
    let text = String::from_utf8(input::read(path)?)
        .with_context(|| format!("{} isn't UTF-8 text", path.display()))?;
    Ok(people(&path.to_string_lossy(), &text))
}

fn people(name: &str, text: &str) -> Result<Vec<Newcomer>, String> {
    let (name, text): (Arc<str>, Arc<str>) = (name.into(), text.into());
    let (document, mut findings) = content::parse(&name, &text);
    let mut people = Vec::new();
    match &document {
        Some(document) => {
            let mut reader = ListReader { document, findings: Vec::new(), seen: HashMap::new() };
            people = reader.file();
            findings.append(&mut reader.findings);
        }
        None if findings.is_empty() => {
            findings.push(Diagnostic::error(RULE, Place::file(name.clone()), "the file is empty"));
        }
        None => {}
    }
    if !diagnostics::has_errors(&findings) {
        return Ok(people);
    }
    diagnostics::sort(&mut findings);
    diagnostics::settle(&mut findings);
    let mut sources = Sources::new("");
    sources.insert(0, name, text);
    Err(print::human(&findings, &sources))
}

struct ListReader<'a> {
    document: &'a Document,
    findings: Vec<Diagnostic>,
    /// Where each address first appears.
    seen: HashMap<EmailAddress, Place>,
}

impl ListReader<'_> {
    fn file(&mut self) -> Vec<Newcomer> {
        const KEY: &str = "allowedEmails";
        let Some(root) = self.mapping("", &self.document.value, &[KEY]) else { return Vec::new() };
        let pointer = child("", KEY);
        match root.get(KEY) {
            Some(Value::Array(entries)) => {
                let entries = entries.iter().enumerate();
                entries.filter_map(|(index, entry)| self.entry(&item(&pointer, index), entry)).collect()
            }
            Some(_) => {
                self.error(self.document.value_at(&pointer), format!("{KEY} has to be a list"), None);
                Vec::new()
            }
            None => {
                self.error(self.document.value_at(""), format!("the file has no {KEY}"), None);
                Vec::new()
            }
        }
    }

    fn entry(&mut self, pointer: &str, entry: &Value) -> Option<Newcomer> {
        let fields = self.mapping(pointer, entry, &["email", "isAdmin", "roles"])?;
        let email = self.email(pointer, fields);
        let is_admin = self.is_admin(pointer, fields);
        let roles = self.roles(pointer, fields);
        Some(Newcomer { email: email?, is_admin, roles })
    }

    fn email(&mut self, pointer: &str, fields: &Map<String, Value>) -> Option<EmailAddress> {
        let at = self.document.value_at(&child(pointer, "email"));
        let Some(Value::String(text)) = fields.get("email") else {
            let lacks = fields.get("email").map_or("the entry has no email", |_| "the email has to be text");
            self.error(at, lacks, None);
            return None;
        };
        let Ok(email) = text.parse::<EmailAddress>() else {
            self.error(at, format!("{}: {}", AddressFlaw::Invalid(InvalidEmail), shown(text)), None);
            return None;
        };
        if let Some(first) = self.seen.insert(email.clone(), at.clone()) {
            let message = format!("{}: {}", AddressFlaw::Duplicate, shown(email.as_str()));
            self.findings.push(Diagnostic::error(RULE, at, message).related(first, "first here"));
            return None;
        }
        Some(email)
    }

    fn is_admin(&mut self, pointer: &str, fields: &Map<String, Value>) -> Option<bool> {
        let value = fields.get("isAdmin")?;
        if value.as_bool().is_none() {
            let help = value.as_str().and_then(diagnostics::truth);
            let help = help.map(|word| format!("write {word}, without quotes"));
            let at = self.document.value_at(&child(pointer, "isAdmin"));
            self.error(at, "isAdmin has to be true or false", help);
        }
        value.as_bool()
    }

    fn roles(&mut self, pointer: &str, fields: &Map<String, Value>) -> Option<Vec<String>> {
        let value = fields.get("roles")?;
        let texts: Option<Vec<_>> = value
            .as_array()
            .and_then(|roles| roles.iter().map(|role| role.as_str().map(str::to_owned)).collect());
        if texts.is_none() {
            let at = self.document.value_at(&child(pointer, "roles"));
            self.error(at, "roles has to be a list of text values", None);
        }
        texts
    }

    fn mapping<'v>(
        &mut self,
        pointer: &str,
        value: &'v Value,
        known: &[&str],
    ) -> Option<&'v Map<String, Value>> {
        let Value::Object(fields) = value else {
            let at = self.document.value_at(pointer);
            let message = format!("expected these keys: {}", known.join(", "));
            let address = value.as_str().filter(|text| text.parse::<EmailAddress>().is_ok());
            let help = address.map(|address| format!("write email: {address}"));
            self.error(at, message, help);
            return None;
        };
        for key in fields.keys().filter(|key| !known.contains(&key.as_str())) {
            let at = self.document.key_at(&child(pointer, key));
            let message = format!("unknown key {}", shown(key));
            let help = suggestion(key, known.iter().copied());
            self.error(at, message, help);
        }
        Some(fields)
    }

    fn error(&mut self, at: Place, message: impl Into<String>, help: Option<String>) {
        self.findings.push(Diagnostic::error(RULE, at, message).maybe_help(help));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_list_is_valid() {
        let text = include_str!("../../../../seeds/allowed-emails.example.yaml");
        let people = people("example.yaml", text).unwrap();
        let admins: Vec<_> = people.iter().map(|person| (person.is_admin, person.roles.is_some())).collect();
        assert_eq!(admins, [(Some(true), false), (None, true), (None, false)]);
    }

    #[test]
    fn every_problem_is_shown_where_it_occurs() {
        let text = "\
allowedEmails:
  - email: ann@example.org
    isAdmin: yes
  - email: ANN@example.org
  - email: no address
    role: [admin]
  - bob@example.org
  - email: cid@example.org
    roles: admin
  - isAdmin: true
";
        insta::assert_snapshot!(people("list.yaml", text).unwrap_err());
        for bad in ["", "allowedEmails: {}", "- a", "people: []", "allowedEmails: [", "allowedEmails: &a []"]
        {
            assert!(people("list.yaml", bad).is_err(), "{bad:?} was taken");
        }
    }
}
