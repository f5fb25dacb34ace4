//! `site.yaml`: the organization, the page frame, and the texts of every page.

use serde::Deserialize;

use super::Repository;

use callguide_search::api::site::{
    AdminTexts, AgreementTexts, CallingHours, FaqTexts, FinishTexts, HomeTexts, LoginTexts, NavigationItem,
    Organisation, RegionNames, ReviewTexts, SiteBadge, SupportTexts, TreeTexts,
};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Site {
    pub organisation: Organisation,
    pub product: Product,
    pub badges: Vec<SiteBadge>,
    pub copyright_year: u32,
    /// Contains `{year}`.
    pub copyright: String,
    pub navigation: Vec<NavigationItem>,
    pub footer: Footer,
    pub region: RegionNames,
    /// IANA name of the time zone that applies where a region doesn't set its own.
    pub time_zone: Option<String>,
    pub calling_hours: Option<CallingHours>,
    pub pages: Pages,
    /// The git repository that hosts the content.
    pub repository: Option<Repository>,
    /// How many days after its last review an FAQ answer is due for another.
    pub review_after_days: Option<u32>,
}

/// The product's name, and where it links to.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Product {
    pub name: String,
    pub brand_link: String,
}

/// The footer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Footer {
    pub text: String,
    pub links: Vec<FooterLink>,
}

/// A link of the footer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FooterLink {
    pub text: String,
    pub link: String,
}

/// Texts of every page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Pages {
    pub login: LoginTexts,
    pub home: HomeTexts,
    pub tree: TreeTexts,
    pub agreement: AgreementTexts,
    pub support: SupportTexts,
    pub finish: FinishTexts,
    pub faq: FaqTexts,
    pub admin: AdminTexts,
    pub review: ReviewTexts,
}
