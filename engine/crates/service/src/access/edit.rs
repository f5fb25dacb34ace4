//! Applies a change to the list, or refuses it if it breaks a rule. Does no I/O.

use std::collections::{BTreeMap, BTreeSet};

use super::email::EmailAddress;
use super::list::List;
use super::rule::{ADMIN_ROLE, IS_ADMIN, ROLES, is_admin};
use crate::store::{Fields, Value};
use callguide_search::api::access::AuditLine;

/// The maximum number of addresses in the list. The hosted database limits a commit to 10 MiB and a document, such as
/// the change's audit entry, to 1 MiB and 40,000 index entries.
pub const MAX_ADDRESSES: usize = 10_000;

/// The maximum size of the addresses in one change, in bytes, for the same reason.
const MAX_CHANGE_BYTES: usize = 900_000;

/// The author of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// An admin, according to the list that's being changed.
    Admin(EmailAddress),
    /// The command line, with its user's name if the system gives one.
    CommandLine(Option<String>),
}

impl std::fmt::Display for Actor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Admin(email) => email.fmt(f),
            Self::CommandLine(None) => f.write_str("command line"),
            Self::CommandLine(Some(user)) => write!(f, "command line ({})", user.escape_debug()),
        }
    }
}

/// A change to the list. Documents that aren't removed keep every field that the change doesn't mention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListEdit {
    /// List exactly these addresses.
    Replace(BTreeSet<EmailAddress>),
    /// Add these addresses to the list.
    Allow(BTreeSet<EmailAddress>),
    /// Remove these, all of which must be listed.
    Remove(BTreeSet<EmailAddress>),
    /// Grant listed addresses the admin right, or revoke it.
    SetAdmin { emails: BTreeSet<EmailAddress>, admin: bool },
    /// Grant the admin right, first listing any address that isn't listed.
    AllowAdmin(BTreeSet<EmailAddress>),
    /// List these people with the given rights. With `replace`, list nobody else, and clear rights that
    /// aren't given.
    Import { people: Vec<Newcomer>, replace: bool },
    /// Block these, and remove them from the list.
    Block(BTreeSet<EmailAddress>),
    /// Unblock these, all of whom must be blocked. This doesn't list them.
    Unblock(BTreeSet<EmailAddress>),
    /// Block exactly these.
    ReplaceBlocked(BTreeSet<EmailAddress>),
}

/// A person to list, and the rights to grant them, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newcomer {
    pub email: EmailAddress,
    pub is_admin: Option<bool>,
    pub roles: Option<Vec<String>>,
}

/// Why a change is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("Only administrators can do this.")]
    NotAdmin,
    #[error("This change would take away your own access. Another administrator can make it.")]
    OwnAccess,
    #[error(
        "This change would leave the list without an administrator. Make someone else an administrator first."
    )]
    LastAdmin,
    #[error("{} not on the list.", are(.0))]
    NotListed(Vec<String>),
    #[error("{} not blocked.", are(.0))]
    NotBlocked(Vec<String>),
    #[error(
        "{} blocked and can't be added to the list. Unblock first, on the admin page or with \"callguide access unblock\".",
        are(.0)
    )]
    Blocked(Vec<String>),
    #[error("The list can hold at most 10,000 addresses, and this would make {0}.")]
    TooMany(usize),
    #[error("This change is too large to record at once. Please make it in smaller parts.")]
    TooLarge,
}

fn are(emails: &[String]) -> String {
    let verb = if emails.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", emails.join(", "))
}

type ListedPeople = BTreeMap<String, Fields>;

/// Applies `edit` to the list, and returns the new list, still with the old tag, and a line for the audit trail that
/// contains only the difference between the two.
pub(super) fn apply(before: &List, edit: &ListEdit, actor: &Actor) -> Result<(List, AuditLine), Refusal> {
    let mut after = before.clone();
    let people = &mut after.people;
    match edit {
        ListEdit::Replace(emails) => {
            keep_only(people, emails.iter());
            allow(people, emails);
        }
        ListEdit::Allow(emails) => allow(people, emails),
        ListEdit::Remove(emails) => {
            expect_all(emails, |email| people.contains_key(email), Refusal::NotListed)?;
            for email in emails {
                people.remove(email.as_str());
            }
        }
        ListEdit::SetAdmin { emails, admin } => {
            expect_all(emails, |email| people.contains_key(email), Refusal::NotListed)?;
            for email in emails {
                set_admin(people.entry(email.to_string()).or_default(), *admin);
            }
        }
        ListEdit::AllowAdmin(emails) => {
            for email in emails {
                set_admin(people.entry(email.to_string()).or_default(), true);
            }
        }
        ListEdit::Import { people: newcomers, replace } => {
            if *replace {
                keep_only(people, newcomers.iter().map(|person| &person.email));
            }
            for person in newcomers {
                if *replace && let Some(fields) = people.get_mut(person.email.as_str()) {
                    fields.remove(IS_ADMIN);
                    fields.remove(ROLES);
                }
                import(people.entry(person.email.to_string()).or_default(), person);
            }
        }
        ListEdit::Block(emails) => block(&mut after, emails),
        ListEdit::Unblock(emails) => {
            expect_all(emails, |email| before.blocked.contains(email), Refusal::NotBlocked)?;
            after.blocked.retain(|id| !emails.iter().any(|email| email.as_str() == id));
        }
        ListEdit::ReplaceBlocked(emails) => {
            after.blocked.clear();
            block(&mut after, emails);
        }
    }
    let difference = difference(before, &after);
    check(before, &after, &difference, actor)?;
    Ok((after, difference))
}

fn block(list: &mut List, emails: &BTreeSet<EmailAddress>) {
    for email in emails {
        list.people.remove(email.as_str());
        list.blocked.insert(email.to_string());
    }
}

fn keep_only<'a>(people: &mut ListedPeople, emails: impl Iterator<Item = &'a EmailAddress>) {
    let kept: BTreeSet<&str> = emails.map(EmailAddress::as_str).collect();
    people.retain(|id, _| kept.contains(id.as_str()));
}

fn allow(people: &mut ListedPeople, emails: &BTreeSet<EmailAddress>) {
    for email in emails {
        people.entry(email.to_string()).or_default();
    }
}

/// Returns `refusal`, with the missing addresses, if any of `emails` are missing.
fn expect_all(
    emails: &BTreeSet<EmailAddress>,
    is_there: impl Fn(&str) -> bool,
    refusal: fn(Vec<String>) -> Refusal,
) -> Result<(), Refusal> {
    let missing: Vec<_> =
        emails.iter().filter(|email| !is_there(email.as_str())).map(ToString::to_string).collect();
    if missing.is_empty() { Ok(()) } else { Err(refusal(missing)) }
}

/// Sets the admin right. Either field makes someone an admin, so revoking the right clears both. Other roles remain.
fn set_admin(fields: &mut Fields, admin: bool) {
    if is_admin(fields) == admin {
        return;
    }
    fields.insert(IS_ADMIN.to_owned(), admin.into());
    if let (false, Some(Value::Array(roles))) = (admin, fields.get_mut(ROLES)) {
        roles.retain(|role| role.as_str() != Some(ADMIN_ROLE));
    }
}

fn import(fields: &mut Fields, person: &Newcomer) {
    if let Some(is_admin) = person.is_admin {
        fields.insert(IS_ADMIN.to_owned(), is_admin.into());
    }
    if let Some(roles) = &person.roles {
        let roles = roles.iter().map(|role| role.as_str().into()).collect();
        fields.insert(ROLES.to_owned(), Value::Array(roles));
    }
}

fn difference(before: &List, after: &List) -> AuditLine {
    let mut found = AuditLine {
        blocked: after.blocked.difference(&before.blocked).cloned().collect(),
        unblocked: before.blocked.difference(&after.blocked).cloned().collect(),
        ..AuditLine::default()
    };
    for (id, fields) in &after.people {
        let old = before.people.get(id);
        if old.is_none() {
            found.added.push(id.clone());
        }
        match (old.is_some_and(is_admin), is_admin(fields)) {
            (false, true) => found.granted.push(id.clone()),
            (true, false) => found.revoked.push(id.clone()),
            _ if old.is_some_and(|old| old != fields) => found.altered.push(id.clone()),
            _ => {}
        }
    }
    found.removed.extend(before.people.keys().filter(|id| !after.people.contains_key(*id)).cloned());
    found
}

fn check(before: &List, after: &List, difference: &AuditLine, actor: &Actor) -> Result<(), Refusal> {
    let had = effective_admins(before);
    let has = effective_admins(after);
    if let Actor::Admin(email) = actor
        && !had.contains(email.as_str())
    {
        return Err(Refusal::NotAdmin);
    }
    let kept_out = difference.added.iter().filter(|id| after.blocked.contains(*id));
    let kept_out: Vec<_> = kept_out.cloned().collect();
    if !kept_out.is_empty() {
        return Err(Refusal::Blocked(kept_out));
    }
    if has.is_empty() && !had.is_empty() {
        return Err(Refusal::LastAdmin);
    }
    if let Actor::Admin(email) = actor
        && !has.contains(email.as_str())
    {
        return Err(Refusal::OwnAccess);
    }
    let grows = |before: usize, after: usize| after > MAX_ADDRESSES && after > before;
    for (before, after) in
        [(before.people.len(), after.people.len()), (before.blocked.len(), after.blocked.len())]
    {
        if grows(before, after) {
            return Err(Refusal::TooMany(after));
        }
    }
    let AuditLine { added, removed, granted, revoked, altered, blocked, unblocked, .. } = difference;
    let changes = [added, removed, granted, revoked, altered, blocked, unblocked].into_iter().flatten();
    let bytes: usize = changes.map(|id| id.len() + 1).sum();
    if bytes > MAX_CHANGE_BYTES { Err(Refusal::TooLarge) } else { Ok(()) }
}

/// Returns the people whose document makes them an admin and who aren't blocked.
fn effective_admins(list: &List) -> BTreeSet<&str> {
    list.admins().filter(|id| !list.blocked.contains(*id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a list of this many people and blocked people, whose ids have this many characters.
    fn list(people: usize, blocked: usize, length: usize) -> List {
        let ids = |count: usize| (0..count).map(move |n| format!("{n:0length$}"));
        List {
            people: ids(people).map(|id| (id, Fields::new())).collect(),
            blocked: ids(blocked).collect(),
            etag: String::new(),
        }
    }

    fn changed(list: &List, edit: &ListEdit) -> Result<(), Refusal> {
        apply(list, edit, &Actor::CommandLine(None)).map(|_| ())
    }

    #[test]
    fn a_list_grows_to_the_maximum_and_a_longer_one_can_only_shrink() {
        let ann = || BTreeSet::from(["ann@example.org".parse().unwrap()]);
        let (allow, block) = (ListEdit::Allow(ann()), ListEdit::Block(ann()));
        let too_many = Err(Refusal::TooMany(MAX_ADDRESSES + 1));
        assert_eq!(changed(&list(MAX_ADDRESSES - 1, 0, 5), &allow), Ok(()));
        assert_eq!(changed(&list(MAX_ADDRESSES, 0, 5), &allow), too_many);
        assert_eq!(changed(&list(0, MAX_ADDRESSES - 1, 5), &block), Ok(()));
        assert_eq!(changed(&list(0, MAX_ADDRESSES, 5), &block), too_many);
        // Someone may have made it longer directly in the store.
        let mut longer = list(MAX_ADDRESSES + 2, 0, 5);
        longer.people.insert("ann@example.org".to_owned(), Fields::new());
        assert_eq!(changed(&longer, &ListEdit::AllowAdmin(ann())), Ok(()), "it doesn't get any longer");
        assert_eq!(changed(&longer, &ListEdit::Remove(ann())), Ok(()));
    }

    #[test]
    fn a_change_is_refused_if_its_audit_entry_would_be_too_large() {
        // An id of 99 characters counts as 100 bytes.
        let nobody = ListEdit::Replace(BTreeSet::new());
        assert_eq!(changed(&list(MAX_CHANGE_BYTES / 100, 0, 99), &nobody), Ok(()));
        assert_eq!(changed(&list(MAX_CHANGE_BYTES / 100 + 1, 0, 99), &nobody), Err(Refusal::TooLarge));
    }
}
