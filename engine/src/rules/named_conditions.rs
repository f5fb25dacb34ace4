//! `unknown-condition`, `circular-condition`: the conditions that have a name. That nothing asks for one is told with the
//! other unused pieces.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::when::{Says, Word};
use super::{Context, error, error_at};
use crate::content::Kind;
use crate::content::conditions::CONDITIONS;
use crate::content::document::child;
use crate::diagnostics::{Diagnostic, meant, shown, suggestion};

/// What each condition says, by its name.
struct Named<'a>(BTreeMap<&'a str, Vec<Says<'a>>>);

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(file) = &context.draft.tree else { return };
    let named = Named::of(context, &file.document.value);
    for name in named.0.keys().filter(|name| named.behind(name).contains(*name)) {
        let pointer = child(CONDITIONS, name);
        let message = format!("the condition {} stands for itself", shown(name));
        found.push(
            error("circular-condition", &file.document, &pointer, file.document.key_at(&pointer), &message)
                .help("say in it what it's about, without a name that leads back to it"),
        );
    }
    for Word { document, kind, pointer, says } in context.words() {
        let Says::Is(name) = says else { continue };
        let names = || named.0.keys().copied();
        let (message, help, edit) = if !named.0.contains_key(name) {
            let near = meant(name, names());
            let help = near.map(|near| format!("did you mean {}?", shown(near)));
            (
                format!("decision-tree.yaml has no condition {}", shown(name)),
                help.or_else(|| suggestion(name, names())),
                near.and_then(|near| document.write(pointer, near)),
            )
        } else if !matches!(kind, Kind::DecisionTree | Kind::States) && named.asks_for_answers(name) {
            let message =
                format!("the condition {} asks for earlier answers; here nothing was answered", shown(name));
            (message, None, None)
        } else {
            continue;
        };
        let help = help.unwrap_or_else(|| "say here what it's about, without the name".to_owned());
        found.push(error_at("unknown-condition", document, pointer, &message).help(help).guess(edit));
    }
}

impl<'a> Named<'a> {
    fn of(context: &'a Context<'_>, tree: &'a Value) -> Self {
        let names = tree.pointer(CONDITIONS).and_then(Value::as_object).into_iter().flatten();
        let mut named: BTreeMap<_, _> = names.map(|(name, _)| (name.as_str(), Vec::new())).collect();
        for Word { kind, pointer, says, .. } in context.words() {
            let name = pointer.strip_prefix(CONDITIONS).and_then(|rest| rest.split('/').nth(1));
            let says_of = name.filter(|_| *kind == Kind::DecisionTree).and_then(|name| named.get_mut(name));
            says_of.into_iter().for_each(|all| all.push(*says));
        }
        Self(named)
    }

    /// The names that one stands for, and those that these stand for.
    fn behind(&self, name: &str) -> BTreeSet<&'a str> {
        let mut behind = BTreeSet::new();
        let mut waiting = vec![name];
        while let Some(next) = waiting.pop() {
            for says in self.0.get(next).into_iter().flatten() {
                if let Says::Is(other) = says
                    && behind.insert(*other)
                {
                    waiting.push(other);
                }
            }
        }
        behind
    }

    fn asks_for_answers(&self, name: &str) -> bool {
        let mut all =
            self.behind(name).into_iter().chain([name]).filter_map(|name| self.0.get(name)).flatten();
        all.any(|says| matches!(says, Says::Answered(_)))
    }
}
