//! Replays the audit trail, which must produce the current list.

use std::collections::{BTreeMap, BTreeSet};

use callguide::api::access::{AllowedDocument, AuditLine};

/// Addresses, and whether each is an admin.
pub type List = BTreeMap<String, bool>;

pub fn list(documents: &[AllowedDocument]) -> List {
    let admin = |d: &AllowedDocument| d.is_admin || d.roles.iter().any(|role| role == "admin");
    documents.iter().map(|document| (document.id.clone(), admin(document))).collect()
}

/// Applies `lines`, which are newest first, to `start`. Each must continue where the previous one ended.
pub fn replay(start: List, lines: &[AuditLine]) -> List {
    let mut list = start;
    let mut etag: Option<&str> = None;
    for line in lines.iter().rev() {
        assert!(etag.is_none_or(|etag| etag == line.etag_before), "a line is missing before {line:?}");
        etag = Some(&line.etag_after);
        for email in &line.removed {
            assert!(list.remove(email).is_some(), "{email} wasn't there: {line:?}");
        }
        for email in &line.added {
            assert!(list.insert(email.clone(), false).is_none(), "{email} was there: {line:?}");
        }
        for email in &line.granted {
            assert_eq!(list.insert(email.clone(), true), Some(false), "{line:?}");
        }
        for email in &line.revoked {
            assert_eq!(list.insert(email.clone(), false), Some(true), "{line:?}");
        }
    }
    list
}

/// Returns who is blocked after `lines`, which are newest first, if nobody was blocked before.
pub fn blocked(lines: &[AuditLine]) -> BTreeSet<String> {
    let mut blocked = BTreeSet::new();
    for line in lines.iter().rev() {
        for email in &line.unblocked {
            assert!(blocked.remove(email), "{email} wasn't blocked: {line:?}");
        }
        for email in &line.blocked {
            assert!(blocked.insert(email.clone()), "{email} was blocked: {line:?}");
        }
    }
    blocked
}
