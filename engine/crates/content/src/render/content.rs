//! Renders the trees and the content that every volunteer's browser stores: the site with its pages, the regions, the
//! agreement, the emergency text, guides, support sections and announcements.

use std::collections::BTreeMap;

use serde_json::Value;

use super::flows::flows;
use super::links::{NamedLinks, Shown, dead_link, script, scripts, titled};
use crate::content::Complete;
use crate::content::model::{self, State};
use crate::readings::{Blanks, Filled, Readings, Tree};
use callguide_search::api;
use callguide_search::api::content::Emergency;
use callguide_search::api::site::{Footer, Link, NotServed, Pages, RegionNames, Site};

/// Returns the current body of `GET /api/content`.
pub fn content(content: &Complete<'_>, readings: &Readings<'_>, version: &str) -> api::content::Content {
    let links = NamedLinks(content.links);
    let shown = |window| readings.shown(window);
    let announcements = content.announcements.announcements.iter();
    let mut announcements: Vec<_> = announcements.filter(|item| shown(item.window)).collect();
    // The newest is at the top, even if it was added elsewhere in the file.
    announcements.sort_by(|one, other| other.date.cmp(&one.date));
    api::content::Content {
        version: version.to_owned(),
        preview: false,
        site: site(content.site, links),
        states: (0..content.regions.len()).map(|region| state_body(content, readings, region)).collect(),
        flows: flows(content.flows, links, &shown),
        agreement: content.agreement.map(|read| agreement(read, links, &shown)),
        emergency: emergency(content, readings),
        guides: content.guides.guides.iter().map(|(id, guide)| guide_body(id, guide, links)).collect(),
        support: content
            .support
            .iter()
            .filter(|section| shown(section.window))
            .map(|section| support(section, links, &shown))
            .collect(),
        announcements: announcements.into_iter().map(|item| announcement(item, links)).collect(),
    }
}

/// Returns a region's tree as served; `region` is its index.
pub fn tree(
    content: &Complete<'_>,
    readings: &Readings<'_>,
    region: usize,
    tree: &Tree<'_>,
    version: &str,
) -> api::tree::Tree {
    let keys = tree.keys();
    let nodes = tree.served(&keys);
    api::tree::Tree {
        version: version.to_owned(),
        state: state_body(content, readings, region),
        start: keys[tree.start].clone(),
        nodes: keys.into_iter().zip(nodes).collect(),
        decision_note: content.tree.decision_note.clone(),
        outcomes: outcomes(content),
    }
}

/// Returns the outcomes that solutions can have, by name.
pub fn outcomes(content: &Complete<'_>) -> BTreeMap<String, api::tree::Outcome> {
    content.tree.outcomes.iter().map(|(name, outcome)| (name.to_owned(), outcome.clone())).collect()
}

/// Returns a region as currently served.
pub fn state_body(content: &Complete<'_>, readings: &Readings<'_>, region: usize) -> api::tree::State {
    let states = content.states;
    let state: &State = &content.regions[region];
    let api::tree::Beside { badges, links, scripts } = readings.beside(readings.readers.now(region));
    api::tree::State {
        code: state.code.clone(),
        name: state.name.clone(),
        badges,
        time_zones: state.time_zones.clone(),
        time_zone_parts: state
            .time_zone_parts
            .iter()
            .map(|(zone, part)| (zone.to_owned(), part.clone()))
            .collect(),
        id_rule: state
            .attribute(model::ID_RULE)
            .and_then(Value::as_str)
            .map(|rule| NamedLinks(content.links).markdown(rule)),
        links,
        scripts,
        attributes: state
            .attributes
            .iter()
            .filter(|(name, _)| states.attributes.contains(name) && *name != model::ID_RULE)
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect::<serde_json::Map<String, Value>>(),
    }
}

fn agreement(
    agreement: &model::Agreement,
    links: NamedLinks<'_>,
    shown: Shown<'_>,
) -> api::content::Agreement {
    api::content::Agreement {
        title: agreement.title.clone(),
        link: links.named(&agreement.link).unwrap_or_else(|| dead_link(&agreement.link)),
        modes: agreement
            .modes
            .iter()
            .map(|mode| api::content::AgreementMode {
                id: mode.id.clone(),
                label: mode.label.clone(),
                intro: script(&mode.intro, links),
                body: mode
                    .body
                    .iter()
                    .filter(|part| shown(part.script.window))
                    .map(|part| titled(part, links))
                    .collect(),
                closing: script(&mode.closing, links),
            })
            .collect(),
        confirmation: agreement.confirmation.clone(),
        not_required: agreement.not_required.clone(),
        without: agreement.without.as_ref().map(|read| without(read, links)),
    }
}

fn without(without: &model::Without, links: NamedLinks<'_>) -> api::content::Without {
    let way = |way: &model::Way| api::content::Way {
        id: way.id.clone(),
        kind: way.kind,
        label: way.label.clone(),
        note: way.note.clone(),
        text: way.text.as_ref().map(|text| links.markdown(text)),
        scripts: scripts(way.scripts.iter(), links),
    };
    api::content::Without {
        title: without.title.clone(),
        ways: without.ways.iter().map(way).collect(),
        text: links.markdown(&without.text),
        outcome: without.outcome.clone(),
        guide: without.guide.clone(),
    }
}

fn guide_body(id: &str, guide: &model::Guide, links: NamedLinks<'_>) -> api::content::Guide {
    let embedded = guide.embed.as_ref().and_then(|name| links.url(name)).map(str::to_owned);
    api::content::Guide {
        id: id.to_owned(),
        title: guide.title.clone(),
        text: guide.text.as_ref().map(|text| links.markdown(text)),
        src: embedded.unwrap_or_else(|| format!("/guides/{id}")),
    }
}

fn support(
    section: &model::Section,
    links: NamedLinks<'_>,
    shown: Shown<'_>,
) -> api::content::SupportSection {
    api::content::SupportSection {
        id: section.id.clone(),
        title: section.title.clone(),
        open: section.open,
        text: links.markdown(&section.text),
        links: links.all(section.links.iter()),
        scripts: scripts(section.scripts.iter().filter(|script| shown(script.window)), links),
    }
}

fn announcement(a: &model::Announcement, links: NamedLinks<'_>) -> api::content::Announcement {
    api::content::Announcement {
        id: a.id.clone(),
        date: a.date.clone(),
        title: a.title.clone(),
        text: links.markdown(&a.text),
        link: a.link.as_ref().and_then(|name| links.named(name)),
    }
}

/// Returns the emergency text: the version for readers without a region, and the ones that regions read instead.
fn emergency(content: &Complete<'_>, readings: &Readings<'_>) -> Option<Emergency> {
    let read = readings.emergency.as_ref()?;
    let readers = &readings.readers;
    let general = read.words(readers.now(readers.general()), Blanks::Links(content.links));
    let own = |(place, state)| {
        let region = Filled { state, links: Some(content.links), ..readings.filled(place) };
        let own = read.words(readers.now(place), Blanks::Filled(region));
        (own != general).then(|| (state.code.clone(), own))
    };
    let regions = content.regions.iter().enumerate().filter_map(own).collect();
    let emergency = read.emergency;
    Some(Emergency {
        button: emergency.button.clone(),
        title: emergency.title.clone(),
        note: emergency.note.clone(),
        regions,
        words: general,
    })
}

/// Returns the organization, the page frame and the text of the pages.
fn site(site: &model::Site, links: NamedLinks<'_>) -> Site {
    let pages = &site.pages;
    Site {
        organisation: site.organisation.clone(),
        product: site.product.name.clone(),
        brand_link: links
            .named(&site.product.brand_link)
            .unwrap_or_else(|| dead_link(&site.product.brand_link)),
        badges: site.badges.clone(),
        copyright: copyright(site),
        navigation: site.navigation.clone(),
        footer: Footer {
            text: links.markdown(&site.footer.text),
            links: site
                .footer
                .links
                .iter()
                .filter_map(|item| {
                    links.named(&item.link).map(|link| Link { label: item.text.clone(), ..link })
                })
                .collect(),
        },
        region: RegionNames {
            not_served: site
                .region
                .not_served
                .iter()
                .map(|place| NotServed { say: links.markdown(&place.say), ..place.clone() })
                .collect(),
            ..site.region.clone()
        },
        calling_hours: site.calling_hours.clone(),
        issues: site.repository.as_ref().is_some_and(|repository| repository.report.is_some()),
        pages: Pages {
            home: pages.home.clone(),
            tree: pages.tree.clone(),
            agreement: pages.agreement.clone(),
            support: pages.support.clone(),
            finish: pages.finish.clone(),
            faq: pages.faq.clone(),
            admin: pages.admin.clone(),
            review: pages.review.clone(),
        },
    }
}

/// Returns the copyright line with the year filled in.
pub fn copyright(site: &model::Site) -> String {
    site.copyright.replace("{year}", &site.copyright_year.to_string())
}
