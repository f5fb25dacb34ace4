//! Building a snapshot from content that lint found free of errors.

use std::collections::BTreeMap;

use super::{Prepared, PublicTexts, Snapshot};
use crate::content::Draft;
use crate::faq::Index;
use crate::render;
use crate::tree;

impl Snapshot {
    /// Renders and compresses everything that is served of `draft`.
    ///
    /// `None` where a required file or a region's tree is missing: such content has findings, and
    /// is never served.
    pub fn build(draft: &Draft) -> Option<Self> {
        let content = draft.complete()?;
        let version = draft.version();
        let mut trees = BTreeMap::new();
        for state in content.states.states.iter() {
            let resolved = tree::resolve(content.tree, state, Some(content.links)).ok()?;
            let body = render::tree(&content, state, &resolved, &version);
            trees.insert(state.code.clone(), Prepared::json(&body));
        }
        let guides = content
            .guides
            .guides
            .iter()
            .filter_map(|(id, guide)| {
                let page = render::guide_page(guide, content.links)?;
                Some((id.to_owned(), Prepared::new("text/html; charset=utf-8", page.into_bytes())))
            })
            .collect();
        let site = content.site;
        Some(Self {
            login: PublicTexts {
                organisation: site.organisation.name.clone(),
                product: site.product.name.clone(),
                tagline: site.organisation.tagline.clone(),
                copyright: render::copyright(site),
                login: site.pages.login.clone(),
            },
            content: Prepared::json(&render::content(&content, &version)),
            trees,
            guides,
            faq: Index::build(
                render::entries(content.faq, Some(content.links)),
                &render::synonyms(draft.search.as_deref()),
            ),
            frame_origins: frame_origins(&content),
            version,
        })
    }
}

/// Origins of the guides that are embedded from elsewhere.
fn frame_origins(content: &crate::content::Complete<'_>) -> Vec<String> {
    let mut origins: Vec<String> = content
        .guides
        .guides
        .iter()
        .filter_map(|(_, guide)| content.links.links.get(guide.embed.as_deref()?))
        .filter_map(|link| Some(url::Url::parse(&link.url).ok()?.origin().ascii_serialization()))
        .collect();
    origins.sort();
    origins.dedup();
    origins
}
