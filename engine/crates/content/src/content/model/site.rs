//! The organization, its page frame, and its repository; and the links and snippets that text refers to by
//! name.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::lenient::Named;
use callguide_search::api::site::{
    AdminTexts, AgreementTexts, CallingHours, FaqTexts, FinishTexts, HomeTexts, LoginTexts, NavigationItem,
    Organisation, RegionNames, ReviewTexts, SiteBadge, SupportTexts, TreeTexts,
};

/// `site.yaml`: the organization, the page frame, and the text of every page.
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
    /// IANA name of the time zone that applies if a region doesn't set its own.
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

/// A link in the footer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FooterLink {
    pub text: String,
    pub link: String,
}

/// The text of every page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Pages {
    pub login: LoginTexts,
    pub home: HomeTexts,
    pub tree: TreeTexts,
    #[serde(default)]
    pub agreement: AgreementTexts,
    pub support: SupportTexts,
    pub finish: FinishTexts,
    pub faq: FaqTexts,
    pub admin: AdminTexts,
    pub review: ReviewTexts,
}

/// The repository: URL templates, and the values for their placeholders.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Repository {
    /// Where to edit a line of a file: `{branch}`, `{path}` and `{line}` are filled in.
    pub edit: Option<String>,
    /// Where to open an issue: `{title}` and `{body}` are filled in.
    pub report: Option<String>,
    #[serde(default = "main")]
    pub branch: String,
    /// The content folder in the repository; empty if the repository itself is the content folder.
    #[serde(default = "content")]
    pub folder: String,
}

fn main() -> String {
    "main".to_owned()
}

fn content() -> String {
    "content".to_owned()
}

/// Placeholders of [`Repository::edit`], as in its schema.
const EDIT_PLACEHOLDERS: [&str; 3] = ["branch", "path", "line"];
/// Placeholders of [`Repository::report`], as in its schema.
const REPORT_PLACEHOLDERS: [&str; 2] = ["title", "body"];

/// Escapes everything but the unreserved characters of RFC 3986, section 2.3.
const PART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
/// The same, but keeps the slash between path segments.
const PATH: &AsciiSet = &PART.remove(b'/');

impl Repository {
    /// Returns the URL for editing a line (from 1) of a file, given its name within the content folder.
    pub fn edit_address(&self, file: &str, line: usize) -> Option<String> {
        let folder = self.folder.trim_matches('/');
        let path = if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
        let value = |name: &str| match name {
            "branch" => utf8_percent_encode(&self.branch, PATH).to_string(),
            "path" => utf8_percent_encode(&path, PATH).to_string(),
            _ => line.to_string(),
        };
        self.edit.as_ref().map(|template| filled(template, &EDIT_PLACEHOLDERS, value))
    }

    /// Returns the URL for opening an issue with this title and body.
    pub fn report_address(&self, title: &str, body: &str) -> Option<String> {
        let value = |name: &str| {
            let text = if name == "title" { title } else { body };
            utf8_percent_encode(text, PART).to_string()
        };
        self.report.as_ref().map(|template| filled(template, &REPORT_PLACEHOLDERS, value))
    }
}

/// Fills in these placeholders in a template in one pass, so placeholders in the values aren't expanded.
fn filled(template: &str, names: &[&str], value: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let known = after.split_once('}').filter(|(name, _)| names.contains(name));
        rest = match known {
            Some((name, behind)) => {
                out.push_str(&value(name));
                behind
            }
            None => {
                out.push('{');
                after
            }
        };
    }
    out + rest
}

/// `links.yaml`: every external URL, once, by name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Links {
    pub links: Named<Link>,
    /// Phone numbers, by name.
    #[serde(default)]
    pub phones: Named<Phone>,
}

impl Links {
    /// Returns the URL of the link named `name`.
    pub fn url(&self, name: &str) -> Option<&str> {
        self.links.get(name).map(|link| link.url.as_str())
    }
}

/// A phone number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Phone {
    pub number: String,
    /// The same number, with letters in place of some digits.
    pub letters: Option<String>,
}

/// An external URL.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Link {
    pub url: String,
    pub label: String,
    /// Only staff can open it, so it's never given to a voter.
    #[serde(default)]
    pub staff: bool,
}

/// `snippets.yaml`: text used in several places, by name.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Snippets {
    pub snippets: Named<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> Repository {
        Repository {
            edit: Some("https://git.example/a/edit/{branch}/{path}#L{line}".to_owned()),
            report: Some("https://git.example/a/issues/new?title={title}&body={body}".to_owned()),
            branch: "release/2027".to_owned(),
            folder: "content".to_owned(),
        }
    }

    #[test]
    fn an_edit_link_leads_to_the_line_in_the_repository() {
        let edit = |repository: Repository, file| repository.edit_address(file, 7).unwrap();
        assert_eq!(
            edit(repository(), "faq/id & more (copy)#1.yaml"),
            "https://git.example/a/edit/release/2027/content/faq/id%20%26%20more%20%28copy%29%231.yaml#L7"
        );
        let root = Repository { folder: String::new(), ..repository() };
        assert_eq!(edit(root, "site.yaml"), "https://git.example/a/edit/release/2027/site.yaml#L7");
        let deep = Repository { folder: "/a/{line}/".to_owned(), ..repository() };
        assert_eq!(
            edit(deep, "site.yaml"),
            "https://git.example/a/edit/release/2027/a/%7Bline%7D/site.yaml#L7"
        );
    }

    #[test]
    fn values_in_an_issue_link_are_percent_encoded() {
        assert_eq!(
            repository().report_address("A & B?", "one\ntwo {title} ü").unwrap(),
            "https://git.example/a/issues/new?title=A%20%26%20B%3F&body=one%0Atwo%20%7Btitle%7D%20%C3%BC"
        );
        let none = Repository { edit: None, report: None, ..repository() };
        assert_eq!((none.edit_address("a.yaml", 1), none.report_address("a", "b")), (None, None));
    }
}
