//! The output of `callguide access`, for people and for programs.

use std::fmt::Write as _;

use clap::Args;
use jiff::Timestamp;

use super::super::input::{Format, pretty, print};
use crate::access::{Changed, List, ListEdit};
use crate::api::access::{AllowedDocuments, AuditLine, AuditLog, AuditWarning, OpenSession, OpenSessions};

#[derive(Debug, Args)]
pub(super) struct FormatOption {
    /// How the result is printed
    #[arg(long, value_enum, env = "CALLGUIDE_ACCESS_FORMAT", default_value_t = Format::Human)]
    pub(super) format: Format,
}

/// Prints everyone on the list.
pub(super) fn list(list: &List, format: Format) -> anyhow::Result<()> {
    print(&match format {
        Format::Human => human_list(list),
        Format::Json => pretty(&AllowedDocuments { documents: list.people().collect() })?,
    })
}

/// Prints who is signed in.
pub(super) fn sessions(open: &OpenSessions, format: Format) -> anyhow::Result<()> {
    print(&match format {
        Format::Human if open.sessions.is_empty() => "Nobody is signed in.\n".to_owned(),
        Format::Human => open.sessions.iter().map(human_session).collect(),
        Format::Json => pretty(open)?,
    })
}

fn human_session(session: &OpenSession) -> String {
    let moment = |at: Timestamp| at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string();
    let (since, last_used) = (moment(session.since), moment(session.last_used));
    format!("{}  since {since}  last used {last_used}\n", session.email)
}

/// Prints the audit trail's entry for one change.
pub(super) fn entry(entry: &AuditLine, format: Format) -> anyhow::Result<()> {
    print(&match format {
        Format::Human => happened(entry),
        Format::Json => pretty(entry)?,
    })
}

fn human_list(list: &List) -> String {
    let mut out = String::new();
    let admins: Vec<_> = list.admins().collect();
    for email in list.emails() {
        let mark = if admins.contains(&email) { "  admin" } else { "" };
        let _ = writeln!(out, "{email}{mark}");
    }
    if out.is_empty() {
        out.push_str("The list is empty.\n");
    }
    for email in list.blocked() {
        let _ = writeln!(out, "{email}  blocked");
    }
    out
}

/// Prints the result of a change.
pub(super) fn changed(changed: &Changed, edit: &ListEdit, format: Format) -> anyhow::Result<()> {
    print(&match format {
        Format::Human => human_change(changed, edit),
        // `null` if the list didn't need to change.
        Format::Json => pretty(&changed.entry)?,
    })
}

fn human_change(changed: &Changed, edit: &ListEdit) -> String {
    let mut out = changed.entry.as_ref().map(happened).unwrap_or_default();
    let told = |email: &str| {
        let lists = changed.entry.iter().flat_map(|e| [&e.added, &e.granted, &e.revoked, &e.blocked]);
        lists.flatten().any(|other| other == email)
    };
    let (emails, already) = match edit {
        ListEdit::Allow(emails) => (emails, "is already on the list"),
        ListEdit::AllowAdmin(emails) => (emails, "is already an admin"),
        ListEdit::Block(emails) => (emails, "is already blocked"),
        ListEdit::SetAdmin { emails, admin: false } => (emails, "isn't an admin"),
        _ => {
            if out.is_empty() {
                out.push_str("Nothing to change: the list is already up to date.\n");
            }
            return out;
        }
    };
    for email in emails.iter().map(|email| email.as_str()).filter(|email| !told(email)) {
        let _ = writeln!(out, "{email} {already}");
    }
    out
}

fn happened(entry: &AuditLine) -> String {
    let mut out = String::new();
    for (emails, what) in [
        (&entry.added, "is now on the list"),
        (&entry.removed, "was removed from the list"),
        (&entry.granted, "is now an admin"),
        (&entry.revoked, "is no longer an admin"),
        (&entry.altered, "now has different roles"),
        (&entry.blocked, "is now blocked"),
        (&entry.unblocked, "is no longer blocked"),
        (&entry.signed_out, "was signed out everywhere"),
    ] {
        for email in emails {
            let _ = writeln!(out, "{email} {what}");
        }
    }
    if let Some(AuditWarning::SubjectChanged { email }) = &entry.warning {
        let _ = writeln!(out, "warning: {email} signed in with a different account than before");
    }
    out
}

/// A printer for the audit trail, which works page by page.
pub(super) struct Log {
    format: Format,
    /// Programs get a single document, so it's collected until the end.
    entries: Vec<AuditLine>,
    empty: bool,
}

impl Log {
    pub(super) fn new(format: Format) -> Self {
        Self { format, entries: Vec::new(), empty: true }
    }

    pub(super) fn print(&mut self, entries: Vec<AuditLine>) -> anyhow::Result<()> {
        self.empty &= entries.is_empty();
        match self.format {
            Format::Human => print(&entries.iter().map(paragraph).collect::<String>()),
            Format::Json => {
                self.entries.extend(entries);
                Ok(())
            }
        }
    }

    pub(super) fn end(self) -> anyhow::Result<()> {
        match self.format {
            Format::Human if self.empty => print("The list has never been changed.\n"),
            Format::Human => Ok(()),
            Format::Json => print(&pretty(&AuditLog { entries: self.entries, next: None })?),
        }
    }
}

fn paragraph(entry: &AuditLine) -> String {
    let mut out = format!("{}  {}\n", entry.at.strftime("%Y-%m-%d %H:%M:%S UTC"), entry.by);
    for line in happened(entry).lines() {
        let _ = writeln!(out, "  {line}");
    }
    out
}
