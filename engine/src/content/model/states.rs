//! `states.yaml`: the regions, their attributes and their official pages.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Case, Condition, Lenient, Named, TreeScript, Window};
use crate::api::site::EVERYBODY;
use crate::api::tree::Tone;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct States {
    /// Every further key that a region may carry.
    #[serde(default)]
    pub attributes: Named<Attribute>,
    /// Shown with a chosen region, all whose condition holds, in order.
    #[serde(default)]
    pub badges: Lenient<BadgeRule>,
    /// The official links that a region may have, by name, with their labels, in order.
    #[serde(default)]
    pub link_labels: Named<LinkLabel>,
    /// What can be said of the region on every step; where it's absent, the region's `id_rule`.
    scripts: Option<Lenient<TreeScript>>,
    pub states: Lenient<State>,
}

/// The attribute that needs no declaration: a region's ID rule, in words that can be said.
pub const ID_RULE: &str = "id_rule";

static RULE_ALONE: LazyLock<Lenient<TreeScript>> = LazyLock::new(|| {
    let rule = json!([{ "when": { "has": ID_RULE }, "say": format!("{{state.{ID_RULE}}}") }]);
    serde_json::from_value(rule).expect("a constant script")
});

impl States {
    /// What can be said of the region beside every step.
    pub fn scripts(&self) -> &Lenient<TreeScript> {
        self.scripts.as_ref().unwrap_or(&RULE_ALONE)
    }
}

/// The label of an official link, and when the link is shown.
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

/// What an attribute may hold.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Attribute {
    #[serde(rename = "type")]
    pub kind: AttributeType,
    #[serde(default)]
    pub required: bool,
    /// All that it may be, where they are declared.
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

/// A badge and when it is shown.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BadgeRule {
    /// Always shown where this is absent.
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
    /// What else it's called: adjectives, short forms. The search knows them; nobody sees them.
    #[serde(default)]
    pub also: Lenient<String>,
    /// IANA names, the main one first.
    #[serde(default)]
    pub time_zones: Vec<String>,
    /// What the part of the region in a zone is called.
    #[serde(default)]
    pub time_zone_parts: Named<String>,
    /// Official pages by the names of `link_labels`.
    #[serde(default)]
    pub links: Named<String>,
    #[serde(flatten)]
    pub attributes: Map<String, Value>,
}

impl State {
    /// The one region of a helpline without regions.
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

    /// The attribute at a dotted path.
    pub fn attribute(&self, path: &str) -> Option<&Value> {
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let value = self.attributes.get(first)?;
        if rest.is_empty() {
            return Some(value);
        }
        rest.split('.').try_fold(value, |value, key| value.get(key))
    }
}
