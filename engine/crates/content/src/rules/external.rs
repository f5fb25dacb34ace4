//! Every external URL in the content, with the places that use it, for the network check, which isn't part of lint.

use std::collections::BTreeMap;

use serde_json::Value;

use super::addresses::is_address;
use super::context::Context;
use crate::content::Kind;
use crate::readings::Readings;
use callguide_search::diagnostics::Place;
use callguide_search::text::links;

/// A URL and where it's used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The URL without its fragment, which is never sent to the site.
    pub url: String,
    /// Where the URL is first written: in its definition, if it has a name.
    pub place: Place,
    /// Every other place that contains the URL or refers to it by name.
    pub uses: Vec<Place>,
    /// Whether only staff can open the URL, according to links.yaml.
    pub staff: bool,
}

/// Returns every URL once, sorted.
pub fn addresses(readings: &Readings<'_>) -> Vec<Address> {
    let context = Context::new(readings, None, &[]);
    let mut found: BTreeMap<String, Address> = BTreeMap::new();
    let mut add = |url: &str, place: Place, staff: bool| {
        let url = url.split('#').next().unwrap_or(url).to_owned();
        let new = Address { url: url.clone(), place, uses: Vec::new(), staff: false };
        let entry = found.entry(url).and_modify(|known| known.uses.push(new.place.clone()));
        entry.or_insert(new).staff |= staff;
    };
    // Definitions come first, because that's where a URL is changed.
    let mut texts: Vec<_> = context.texts().collect();
    texts.sort_by_key(|text| !matches!(text.kind, Kind::Links | Kind::States));
    let named = &context.names().links;
    for text in texts {
        let document = text.document;
        if is_address(text.kind, &text.pointer) {
            let entry = text.pointer.trim_end_matches("/url");
            let staff = document.value.pointer(&format!("{entry}/staff")) == Some(&Value::Bool(true));
            add(text.read, document.value_at(&text.pointer), staff);
            let name = entry.rsplit('/').next().unwrap_or_default();
            let of_this = named.iter().filter(|(_, _, used, _)| text.kind == Kind::Links && *used == name);
            of_this.for_each(|(_, _, _, place)| add(text.read, place.clone(), staff));
        } else if matches!(text.kind, Kind::Faq | Kind::Elsewhere) {
            let bare = text.addresses().iter().map(|link| (link.url.clone(), link.range.clone()));
            let targets = links::targets(text.read).into_iter().map(|target| (target.address, target.range));
            for (url, range) in bare.chain(targets.filter(|(url, _)| url.contains("://"))) {
                add(&url, document.part_at(&text.pointer, &text.read[range], 0), false);
            }
        }
    }
    found.into_values().collect()
}
