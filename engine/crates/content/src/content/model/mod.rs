//! The content as types.
//!
//! A value that doesn't match its schema is skipped ([`Lenient`]) instead of rejecting the whole file: the
//! schema's diagnostic says what's wrong with it, and the rules still see everything else.

mod faq;
mod lenient;
mod lint;
mod pages;
mod site;
mod states;
mod tree;
mod when;

pub use faq::{Category, Elsewhere, Entry, Errand, Review, Search, Synonym};
pub use lenient::{Lenient, Named};
pub use lint::{OneOrMore, PathCheck, PathChecks, SearchCheck, SearchChecks, Sensitive, Style, Wording};
pub use pages::{
    Agreement, Announcement, Announcements, Button, DangerChoice, Emergency, Flow, Flows, Guide, GuideStep,
    Guides, Mode, Section, Step, StepKind, StepUse, Upset, Way, Without,
};
pub use site::{Footer, FooterLink, Link, Links, Pages, Product, Repository, Site, Snippets};
pub use states::{Attribute, AttributeType, BadgeRule, ID_RULE, LinkLabel, State, States};
pub use tree::{Answer, DecisionTree, NoteLine, Question, Route, RouteCase, Solution};
pub use when::{Answered, Case, Condition, Script, Text, TitledScript, TreeScript, WORDS, Window};
