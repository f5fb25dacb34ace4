//! A shared text that was renamed in snippets.yaml and not in the texts that use it: one finding, where the new name stands.

use std::collections::{BTreeMap, HashMap};

use super::Context;
use crate::content::document::child;
use crate::content::model::Snippets;
use crate::content::{File, Kind, snippets};
use crate::diagnostics::{Cause, Edit, meant, shown};

/// What all findings of one old name have in common.
pub(super) struct Renamed {
    pub cause: Cause,
    pub help: String,
    pub edit: Option<Edit>,
}

/// Names that aren't there and that several texts use, each with the shared text that nobody uses and that probably had
/// this name.
pub(super) fn find(context: &Context<'_>, file: &File<Snippets>) -> HashMap<String, Renamed> {
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    for text in context.prose().filter(|text| text.kind != Kind::Snippets) {
        snippets::names(text.written).for_each(|name| *uses.entry(name).or_default() += 1);
    }
    let unused: Vec<&str> = file.snippets.names().filter(|name| !uses.contains_key(name)).collect();
    let missing = uses.iter().filter(|(name, count)| **count > 1 && !file.snippets.contains(name));
    let pairs = missing.filter_map(|(name, _)| Some((*name, meant(name, unused.iter().copied())?)));
    pairs
        .map(|(name, own)| {
            let at = child("/snippets", own);
            let cause = Cause {
                message: format!(
                    "no text uses {}, and texts use {}, which isn't there",
                    shown(own),
                    shown(name)
                ),
                counted: "places",
                place: Some(file.document.key_at(&at)),
                alone: false,
                help: None,
            };
            let help =
                format!("write `{name}` here; or, if the new name is right, write it in each of these texts");
            (name.to_owned(), Renamed { cause, help, edit: file.document.rename(&at, name) })
        })
        .collect()
}
