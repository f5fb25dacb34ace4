//! `states.yaml`: the regions, their attributes and their official pages.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::lenient::{Lenient, Named};
use super::when::{Case, Condition, TreeScript, Window};
use callguide_search::api::site::EVERYBODY;
use callguide_search::api::tree::Tone;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct States {
    /// Declares every additional key that a region may have.
    #[serde(default)]
    pub attributes: Named<Attribute>,
    /// Shown for the selected region if it meets their condition, in order.
    #[serde(default)]
    pub badges: Lenient<BadgeRule>,
    /// Labels of the official links that a region may have, by link name, in order.
    #[serde(default)]
    pub link_labels: Named<LinkLabel>,
    /// Region-specific scripts offered at every step; by default, the region's `id_rule`.
    scripts: Option<Lenient<TreeScript>>,
    pub states: Lenient<State>,
}

/// The one attribute that doesn't need a declaration: a region's ID rule, worded so that it can be read aloud.
pub const ID_RULE: &str = "id_rule";

static RULE_ALONE: LazyLock<Lenient<TreeScript>> = LazyLock::new(|| {
    let rule = json!([{ "when": { "has": ID_RULE }, "say": format!("{{state.{ID_RULE}}}") }]);
    serde_json::from_value(rule).expect("a constant script")
});

impl States {
    /// Returns the scripts about the region that are offered at every step.
    pub fn scripts(&self) -> &Lenient<TreeScript> {
        self.scripts.as_ref().unwrap_or(&RULE_ALONE)
    }
}

/// The label of an official link, and when to show it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "WrittenLabel")]
pub struct LinkLabel(pub Case);

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenLabel {
    Always(String),
    Case(Box<Case>),
}

impl From<WrittenLabel> for LinkLabel {
    fn from(written: WrittenLabel) -> Self {
        match written {
            WrittenLabel::Always(text) => Self(Case { when: None, window: Window::default(), text }),
            WrittenLabel::Case(case) => Self(*case),
        }
    }
}

/// The declaration of an attribute.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Attribute {
    #[serde(rename = "type")]
    pub kind: AttributeType,
    #[serde(default)]
    pub required: bool,
    /// All allowed values, if declared.
    pub values: Option<Vec<Value>>,
    #[serde(default)]
    pub fields: Named<Attribute>,
}

/// The types of attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttributeType {
    Boolean,
    String,
    Number,
    Date,
    List,
    Object,
}

/// A badge, and when to show it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BadgeRule {
    /// Always shown if absent.
    pub when: Option<Condition>,
    #[serde(flatten)]
    pub window: Window,
    pub text: String,
    #[serde(default)]
    pub tone: Tone,
}

/// A region.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct State {
    pub code: String,
    pub name: String,
    /// Other names, such as adjectives and short forms. Used by the search, never displayed.
    #[serde(default)]
    pub also: Lenient<String>,
    /// IANA names, the main one first.
    #[serde(default)]
    pub time_zones: Vec<String>,
    /// Names for the parts of the region in each time zone.
    #[serde(default)]
    pub time_zone_parts: Named<String>,
    /// Official pages, by their name in `link_labels`.
    #[serde(default)]
    pub links: Named<String>,
    #[serde(flatten)]
    pub attributes: Map<String, Value>,
}

impl State {
    /// Returns the single region of a helpline without regions.
    pub fn everybody() -> Self {
        Self {
            code: EVERYBODY.to_owned(),
            name: String::new(),
            also: Lenient::default(),
            time_zones: Vec::new(),
            time_zone_parts: Named::default(),
            links: Named::default(),
            attributes: Map::new(),
        }
    }

    /// Returns the attribute at a dotted path.
    pub fn attribute(&self, path: &str) -> Option<&Value> {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let value = self.attributes.get(first)?;
        if rest.is_empty() {
            return Some(value);
        }
        rest.split('.').try_fold(value, |value, key| value.get(key))
    }
}
