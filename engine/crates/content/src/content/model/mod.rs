//! The content as types, one file per kind.
//!
//! A value that doesn't match its schema is skipped ([`Lenient`]) instead of rejecting the whole file: the
//! schema's diagnostic says what's wrong with it, and the rules still see everything else.

mod agreement;
mod announcements;
mod checks;
mod condition;
mod elsewhere;
mod emergency;
mod faq;
mod flows;
mod guides;
mod lenient;
mod links;
mod repository;
mod script;
mod search;
mod site;
mod snippets;
mod states;
mod style;
mod support;
mod tree;
mod window;

pub use agreement::{Agreement, Mode, Way, Without};
pub use announcements::{Announcement, Announcements};
pub use checks::{OneOrMore, PathCheck, PathChecks, SearchCheck, SearchChecks};
pub use condition::{Answered, Condition, WORDS};
pub use elsewhere::{Elsewhere, Errand};
pub use emergency::{DangerChoice, Emergency, Upset};
pub use faq::{Category, Entry, Review};
pub use flows::{Button, Flow, Flows, Step, StepKind, StepUse};
pub use guides::{Guide, GuideStep, Guides};
pub use lenient::{Lenient, Named};
pub use links::{Link, Links};
pub use repository::{EDIT_PLACEHOLDERS, REPORT_PLACEHOLDERS, Repository};
pub use script::{Case, Script, Text, TitledScript};
pub use search::{Search, Synonym};
pub use site::{Footer, FooterLink, Pages, Product, Site};
pub use snippets::Snippets;
pub use states::{Attribute, AttributeType, BadgeRule, ID_RULE, LinkLabel, State, States};
pub use style::{Sensitive, Style, Wording};
pub use support::Section;
pub use tree::{Answer, DecisionTree, NoteLine, Question, Route, RouteCase, Solution, TreeScript};
pub use window::Window;
