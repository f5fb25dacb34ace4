//! Renders the organization, the page frame and the texts of the pages.

use super::Links;
use crate::content::model;
use callguide_search::api::site::{Footer, Link, NotServed, Pages, RegionNames, Site};

pub(super) fn site(site: &model::Site, links: Links<'_>) -> Site {
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

/// Returns a link that leads nowhere, for an unknown name. Lint rejects such content before it's served.
pub(super) fn dead_link(name: &str) -> Link {
    Link { id: name.to_owned(), label: name.to_owned(), url: "#".to_owned() }
}

/// Returns the copyright line with the year filled in.
pub fn copyright(site: &model::Site) -> String {
    site.copyright.replace("{year}", &site.copyright_year.to_string())
}
