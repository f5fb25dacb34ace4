//! Checks two admins who change the list in any order against a model: no change is lost, fields are kept, there is
//! always an admin, and replaying the audit trail produces the current list.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use callguide::access::{AccessRules, Actor, ChangeError, EmailAddress, ListEdit, Refusal, document_of};
use callguide::store::{DocumentStore, Fields, SqliteStore, Value, Write};
use proptest::prelude::*;

use crate::replay;

/// Two admins and some others.
const PEOPLE: [&str; 6] = [
    "ann@example.org",
    "bob@example.org",
    "cid@example.org",
    "dee@example.org",
    "eve@example.org",
    "fay@example.org",
];

#[derive(Debug, Clone, Copy)]
enum Seen {
    /// The list's current tag.
    Now,
    /// An earlier tag.
    Before,
    /// Doesn't send a tag.
    Nothing,
}

#[derive(Debug, Clone)]
struct Step {
    by: usize,
    seen: Seen,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    /// Lists exactly the people with these bits.
    Save(u8),
    Admin(usize, bool),
    Block(usize),
    Unblock(usize),
    /// Blocks exactly the people with these bits.
    SaveBlocked(u8),
}

fn step() -> impl Strategy<Value = Step> {
    let seen = prop_oneof![3 => Just(Seen::Now), 1 => Just(Seen::Before), 2 => Just(Seen::Nothing)];
    let what = prop_oneof![
        3 => (0..64u8).prop_map(What::Save),
        2 => (0..PEOPLE.len(), any::<bool>()).prop_map(|(who, admin)| What::Admin(who, admin)),
        2 => (0..PEOPLE.len()).prop_map(What::Block),
        2 => (0..PEOPLE.len()).prop_map(What::Unblock),
        1 => (0..64u8).prop_map(What::SaveBlocked),
    ];
    (0..2usize, seen, what).prop_map(|(by, seen, what)| Step { by, seen, what })
}

fn email(index: usize) -> EmailAddress {
    PEOPLE[index].parse().unwrap()
}

/// The expected list: for each address, whether it's an admin, and the note in its document.
type Listed = BTreeMap<EmailAddress, (bool, Option<String>)>;

/// The list, the blocked addresses, and how often each address's sessions were ended.
#[derive(Debug, Clone, PartialEq, Default)]
struct Model {
    listed: Listed,
    blocked: BTreeSet<EmailAddress>,
    ended: BTreeMap<EmailAddress, usize>,
}

fn people(bits: u8) -> BTreeSet<EmailAddress> {
    (0..PEOPLE.len()).filter(|i| bits & (1 << i) != 0).map(email).collect()
}

/// Returns the model after the step, or an error if the step must be refused.
fn expected(before: &Model, step: &Step) -> Result<Model, ()> {
    let is_admin = |model: &Model, who: &EmailAddress| model.listed.get(who).is_some_and(|(admin, _)| *admin);
    let by = email(step.by);
    let mut after = before.clone();
    match step.what {
        What::Save(bits) => {
            let wanted = people(bits);
            after.listed.retain(|email, _| wanted.contains(email));
            for email in wanted {
                after.listed.entry(email).or_insert((false, None));
            }
        }
        What::Admin(who, admin) => after.listed.get_mut(&email(who)).ok_or(())?.0 = admin,
        What::Block(who) => {
            after.blocked.insert(email(who));
        }
        What::Unblock(who) => after.blocked.remove(&email(who)).then_some(()).ok_or(())?,
        What::SaveBlocked(bits) => after.blocked = people(bits),
    }
    if !matches!(step.what, What::Save(_) | What::Admin(..)) {
        after.listed.retain(|email, _| !after.blocked.contains(email));
    }
    for email in (0..PEOPLE.len()).map(email) {
        let was_taken_off = before.listed.contains_key(&email) && !after.listed.contains_key(&email);
        let changed = before.blocked.contains(&email) != after.blocked.contains(&email);
        if was_taken_off || changed {
            *after.ended.entry(email).or_default() += 1;
        }
    }
    let ok = is_admin(before, &by)
        && is_admin(&after, &by)
        && after.listed.keys().all(|email| !after.blocked.contains(email));
    if ok { Ok(after) } else { Err(()) }
}

fn edit(what: &What) -> ListEdit {
    match *what {
        What::Save(bits) => ListEdit::Replace(people(bits)),
        What::Admin(who, admin) => ListEdit::SetAdmin { emails: [email(who)].into(), admin },
        What::Block(who) => ListEdit::Block([email(who)].into()),
        What::Unblock(who) => ListEdit::Unblock([email(who)].into()),
        What::SaveBlocked(bits) => ListEdit::ReplaceBlocked(people(bits)),
    }
}

fn first_documents() -> (Model, Vec<Write>) {
    let mut model = Model::default();
    let mut writes = Vec::new();
    for (index, role) in [(0, false), (1, true), (2, false)] {
        let note = format!("note {index}");
        let mut fields = Fields::from([("note".to_owned(), note.as_str().into())]);
        if role {
            fields.insert("roles".to_owned(), Value::Array(vec!["admin".into(), "lead".into()]));
        } else if index == 0 {
            fields.insert("isAdmin".to_owned(), true.into());
        }
        writes.push(Write::set(document_of(&email(index)), fields));
        model.listed.insert(email(index), (index < 2, Some(note)));
    }
    (model, writes)
}

async fn actual(store: &dyn DocumentStore) -> Listed {
    let mut model = Listed::new();
    for index in 0..PEOPLE.len() {
        let Some(document) = store.get(&document_of(&email(index))).await.unwrap() else { continue };
        let roles = document.fields.get("roles").and_then(Value::as_array).unwrap_or_default();
        let admin = document.fields.get("isAdmin").and_then(Value::as_bool) == Some(true)
            || roles.iter().any(|role| role.as_str() == Some("admin"));
        let note = document.fields.get("note").and_then(Value::as_str).map(str::to_owned);
        model.insert(email(index), (admin, note));
    }
    model
}

fn as_list(model: &Model) -> replay::List {
    model.listed.iter().map(|(email, (admin, _))| (email.to_string(), *admin)).collect()
}

async fn run(steps: Vec<Step>) {
    let data = tempfile::tempdir().unwrap();
    let (first, writes) = first_documents();
    let store: Arc<dyn DocumentStore> = Arc::new(SqliteStore::open(data.path(), &writes).unwrap());
    // Each admin uses a separate engine.
    let engines = [0, 1].map(|_| AccessRules::new(store.clone(), None));
    let mut model = first.clone();
    let mut marks = BTreeMap::new();
    let mut tags = vec![engines[0].list().await.unwrap().etag().to_owned()];
    for step in steps {
        let tag = match step.seen {
            Seen::Now => tags.last().cloned(),
            Seen::Before if tags.len() > 1 => Some(tags[tags.len() - 2].clone()),
            Seen::Before => Some("\"never\"".to_owned()),
            Seen::Nothing => None,
        };
        let tag = tag.map(|tag| vec![tag]);
        let actor = Actor::Admin(email(step.by));
        let result = engines[step.by].change(&actor, tag.as_deref(), &edit(&step.what)).await;
        match (expected(&model, &step), result) {
            (_, Err(ChangeError::Stale(now))) => {
                assert!(matches!(step.seen, Seen::Before), "{step:?} was stale");
                let now: Vec<_> = now.emails().map(str::to_owned).collect();
                let then: Vec<_> = model.listed.keys().map(ToString::to_string).collect();
                assert_eq!(now, then);
            }
            (Err(()), Err(ChangeError::Refused(refusal))) => {
                assert!(!matches!(refusal, Refusal::TooMany(_) | Refusal::TooLarge), "{step:?}: {refusal}");
            }
            (Ok(after), Ok(changed)) => {
                assert!(!matches!(step.seen, Seen::Before), "{step:?} was made on a list never seen");
                assert_eq!(changed.list.people().count(), after.listed.len());
                let kept_out: Vec<_> = changed.list.blocked().map(str::to_owned).collect();
                assert_eq!(kept_out, after.blocked.iter().map(ToString::to_string).collect::<Vec<_>>());
                assert_eq!(changed.entry.is_some(), after != model, "{step:?}");
                model = after;
                if changed.entry.is_some() {
                    assert!(!tags.contains(&changed.list.etag().to_owned()), "a tag came back");
                    tags.push(changed.list.etag().to_owned());
                }
            }
            (expected, result) => panic!("{step:?}: {expected:?}, but {result:?}"),
        }
        assert_eq!(actual(&*store).await, model.listed, "after {step:?}");
        assert!(model.listed.values().any(|(admin, _)| *admin), "nobody is an admin after {step:?}");
        for index in 0..PEOPLE.len() {
            let who = email(index);
            let rights = engines[step.by].rights(&who).await.unwrap();
            assert_eq!(rights.allowed, model.listed.contains_key(&who), "holds at once where it was made");
            assert_eq!(rights.blocked, model.blocked.contains(&who), "{who} after {step:?}");
            // The person gets a new mark each time their sessions are ended, and no mark is ever
            // reused.
            let marks = marks.entry(who.clone()).or_insert_with(|| vec![None]);
            if marks.last() != Some(&rights.mark) {
                assert!(!marks.contains(&rights.mark), "a mark of {who} came back after {step:?}");
                marks.push(rights.mark);
            }
            let ended = model.ended.get(&who).copied().unwrap_or_default();
            assert_eq!(marks.len(), ended + 1, "{who} after {step:?}");
        }
    }
    let trail = engines[0].audit(None, 1000).await.unwrap();
    assert_eq!(trail.entries.len(), tags.len() - 1, "a line for every change");
    assert_eq!(replay::replay(as_list(&first), &trail.entries), as_list(&model));
    let blocked = model.blocked.iter().map(ToString::to_string).collect();
    assert_eq!(replay::blocked(&trail.entries), blocked);
}

proptest! {
    #[test]
    fn any_changes_by_two_admins_produce_the_same_list_as_the_model(
        steps in proptest::collection::vec(step(), 1..16)
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run(steps));
    }
}
