//! What a visitor sees before signing in, and the texts of every page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The response of `GET /api/site`. It's open to everyone, so it has only what the login screen shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicSite {
    /// The organization's name.
    pub organisation: String,
    /// The product's name, shown beside the brand mark.
    pub product: String,
    /// The organization's tagline.
    pub tagline: String,
    /// The copyright line, with the year filled in.
    pub copyright: String,
    /// Texts of the login screen.
    pub login: LoginTexts,
    /// Whether this engine shows content before it's live; every screen must say so.
    #[serde(default)]
    pub preview: bool,
    /// The ways to sign in, in the order in which to show them.
    pub sign_in: Vec<SignInMethod>,
}

/// Texts of the login screen (`spec §2`, `§4`, `§8`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LoginTexts {
    pub heading: String,
    pub text: String,
    pub button: String,
    pub busy: String,
    pub note: String,
    pub access_denied: String,
    pub failed: String,
}

/// One way to sign in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SignInMethod {
    /// `oidc` or `development`.
    pub kind: SignInKind,
    /// Where the popup (or the whole window) starts: a path on this origin.
    pub start: String,
    /// The people of the development sign-in; empty for every other kind.
    #[serde(default)]
    pub people: Vec<DevelopmentPerson>,
}

/// The kinds of sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignInKind {
    /// A real OpenID Connect provider.
    Oidc,
    /// Three sample people, on a machine that hasn't been configured; loopback only.
    Development,
}

/// A person of the development sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DevelopmentPerson {
    /// The address to name in the `POST` to the sign-in.
    pub email: String,
    pub display_name: String,
    /// Who this is, in a few words: "an admin".
    pub description: String,
}

/// The signed-in part of `site.yaml`, with links resolved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Site {
    pub organisation: Organisation,
    pub product: String,
    /// Where the brand in the header leads (in a new tab).
    pub brand_link: Link,
    pub badges: Vec<SiteBadge>,
    /// The copyright line, with the year filled in.
    pub copyright: String,
    pub navigation: Vec<NavigationItem>,
    pub footer: Footer,
    pub region: RegionNames,
    /// When volunteers may call or text; absent if the content sets no hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calling_hours: Option<CallingHours>,
    pub pages: Pages,
    /// Whether `GET /api/report` takes admins to a new issue about a text.
    #[serde(default)]
    pub issues: bool,
}

/// When volunteers may call or text a voter, in the voter's local time (`spec §9`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CallingHours {
    /// The first full hour when they may call or text, from 0 to 12.
    pub from: u8,
    /// The first full hour that's too late, from 13 to 24.
    pub to: u8,
    pub advice: CallingAdvice,
}

/// The advice outside of these hours, by the contact's channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CallingAdvice {
    pub voice: String,
    pub text: String,
}

/// The organization that runs the helpline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Organisation {
    pub name: String,
    pub short_name: String,
    pub tagline: String,
    pub tax_id: String,
    /// Where to report problems with a text or the tool.
    pub support_email: String,
}

/// An address with its label, ready to follow.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub struct Link {
    /// Its name in `links.yaml`, or that of a region's official link.
    pub id: String,
    pub label: String,
    pub url: String,
}

/// A badge on the home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteBadge {
    pub text: String,
    pub icon: Icon,
}

/// The icons that the content can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Icon {
    Clock,
    Shield,
    Heart,
    Phone,
    Globe,
    Star,
    Info,
}

/// An entry in the header's navigation, or a button that leads to a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NavigationItem {
    pub text: String,
    /// A path in the app.
    pub to: String,
    /// Whether it's left out of the bar on a phone; the mobile menu has it.
    #[serde(default)]
    pub desktop_only: bool,
}

/// The footer of every signed-in page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Footer {
    pub text: String,
    pub links: Vec<Link>,
}

/// What the regions of `states.yaml` are called, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RegionNames {
    #[serde(default)]
    pub singular: String,
    #[serde(default)]
    pub plural: String,
    #[serde(default)]
    pub ask: Ask,
    /// Places that people ask for but that aren't regions here. Typing one into the list of regions selects nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_served: Vec<NotServed>,
}

/// Places that aren't served, and what to say when one of them is typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotServed {
    /// Names and codes, in any case and with or without periods and commas.
    pub names: Vec<String>,
    /// Markdown.
    pub say: String,
}

/// Whether a contact begins with choosing a region.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// If there is more than one.
    #[default]
    WhenSeveral,
    /// There are no regions. The only tree is that of the region [`EVERYBODY`].
    Never,
}

/// The code of the only region of a helpline without regions. No other region may have it.
pub const EVERYBODY: &str = "all";

/// The texts of every signed-in page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pages {
    pub home: HomeTexts,
    pub tree: TreeTexts,
    /// Empty texts for a helpline without an agreement.
    #[serde(default)]
    #[schema(required)]
    pub agreement: AgreementTexts,
    pub support: SupportTexts,
    pub finish: FinishTexts,
    pub faq: FaqTexts,
    pub admin: AdminTexts,
    pub review: ReviewTexts,
}

/// Texts of the home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeTexts {
    pub badge: String,
    /// Contains `{volunteer.first_name}`.
    pub heading: String,
    /// The heading for a person without a display name.
    pub heading_without_name: String,
    pub thanks: String,
    pub buttons: Vec<HomeButton>,
}

/// A button on the home page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HomeButton {
    pub text: String,
    /// A path in the app.
    pub to: String,
    /// What it's for, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// Texts of the decision tree's screens (`spec §4`, `§8`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TreeTexts {
    pub title: String,
    pub heading: String,
    pub text: String,
    /// Empty for a helpline without regions.
    #[serde(default)]
    #[schema(required)]
    pub select_label: String,
    /// Empty for a helpline without regions.
    #[serde(default)]
    #[schema(required)]
    pub select_placeholder: String,
    /// Empty for a helpline without regions.
    #[serde(default)]
    #[schema(required)]
    pub select_first: String,
    pub start_button: String,
    /// Empty for a helpline without regions.
    #[serde(default)]
    #[schema(required)]
    pub first_entry: String,
    pub not_complete: String,
    pub step_not_found: String,
    /// Empty for a helpline without tickets.
    #[serde(default)]
    #[schema(required)]
    pub copy_button: String,
    /// Empty for a helpline without tickets.
    #[serde(default)]
    #[schema(required)]
    pub copied: String,
    /// Empty for a helpline without tickets.
    #[serde(default)]
    #[schema(required)]
    pub copy_failed: String,
    pub start_over: String,
    pub next_step: String,
    /// Shown at the agreement and at the ticket while the contact has no decision. If absent, the app uses a sentence
    /// of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_decision: Option<String>,
}

/// Texts of the agreement's controls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreementTexts {
    pub confirm_first: String,
    #[serde(rename = "continue")]
    pub continue_button: String,
    pub copy_link: String,
    pub link_copied: String,
    /// Contains `{link}`.
    pub copy_failed: String,
}

/// Texts of the support page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportTexts {
    pub title: String,
    pub text: String,
    pub expand_all: String,
    pub collapse_all: String,
    pub mark: String,
    pub marked: String,
    /// Contains `{n}` and `{total}`.
    pub counter: String,
    pub back: String,
}

/// Texts of the thank-you page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishTexts {
    pub heading: String,
    pub text: String,
    pub reminder: String,
    pub another: String,
    pub end: String,
}

/// Texts of the FAQ panel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FaqTexts {
    pub placeholder: String,
    pub empty: String,
    pub all_categories: String,
    pub clear: String,
    /// The text on the button that opens the weak matches, followed by their number.
    pub weak_heading: String,
    /// Shown if every match is weak. If absent, the app uses a sentence of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weak_only: Option<String>,
}

/// Texts of the admin page, and of the page that people who aren't admins get instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdminTexts {
    pub title: String,
    pub text: String,
    /// The heading above the list of addresses.
    pub list_heading: String,
    pub add: String,
    /// Shown beside Save while there are unsaved changes.
    pub unsaved: String,
    pub save: String,
    pub saved: String,
    pub invalid: String,
    pub duplicate: String,
    pub load_failed: String,
    /// Shown if the server's response has no message.
    pub request_failed: String,
    /// Shown if the server didn't respond.
    pub save_failed: String,
    pub restricted_heading: String,
    pub restricted_text: String,
    pub back: String,
}

/// Texts of the page for reading the guidance and signing it off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewTexts {
    pub title: String,
    pub text: String,
    /// The statement to sign.
    pub sign_off: String,
}
