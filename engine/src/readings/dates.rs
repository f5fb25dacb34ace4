//! Collects the dates in the content at which one period ends and the next begins.

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde_json::Value;

use super::calendar::next_day;
use crate::content::Draft;
use crate::content::model::{Condition, DecisionTree, Route, Script, State, Text, TreeScript, Window};

/// The days on which some text or route changes.
#[derive(Debug, Clone, Default)]
pub struct Dates {
    /// Days that apply to regions, each in its own zone.
    pub of_regions: BTreeSet<Date>,
    /// Days that apply without a region, in the site's zone.
    pub of_site: BTreeSet<Date>,
    /// Dotted paths of the date attributes that conditions compare with today.
    pub attributes: BTreeSet<String>,
    /// The number of options with a condition or days.
    pub options: usize,
}

impl Dates {
    /// The dates of everything that is served.
    pub fn served(draft: &Draft) -> Self {
        let mut dates = Self::default();
        if let Some(tree) = &draft.tree {
            dates.tree(tree);
        }
        for badge in draft.states.iter().flat_map(|states| states.badges.iter()) {
            dates.region(badge.when.as_ref(), badge.window);
        }
        if let Some(states) = &draft.states {
            for (_, label) in states.link_labels.iter() {
                dates.region(label.0.when.as_ref(), label.0.window);
            }
            dates.scripts(states.scripts().iter());
        }
        for entry in draft.faq.iter().flat_map(|file| file.entries.iter()) {
            dates.everybody(None, entry.window);
            dates.general_text(&entry.answer);
        }
        if let Some(emergency) = &draft.emergency {
            dates.general_text(&emergency.text);
            for choice in emergency.choices.iter() {
                dates.everybody(choice.when.as_ref(), choice.window);
            }
            let choices = emergency.choices.iter().flat_map(|choice| choice.scripts.iter());
            for script in choices.chain(emergency.upset.iter().flat_map(|upset| upset.scripts.iter())) {
                dates.everybody(script.when.as_ref(), script.window);
                script.note.iter().chain([&script.say]).for_each(|text| dates.general_text(text));
            }
        }
        for item in draft.announcements.iter().flat_map(|file| file.announcements.iter()) {
            dates.site(item.window);
        }
        for section in &draft.support {
            dates.site(section.window);
            section.scripts.iter().for_each(|script| dates.site(script.window));
        }
        for (_, step) in draft.flows.iter().flat_map(|file| file.steps.iter()) {
            step.scripts.iter().for_each(|script: &Script| dates.site(script.window));
        }
        for mode in draft.agreement.iter().flat_map(|file| file.modes.iter()) {
            mode.body.iter().for_each(|part| dates.site(part.script.window));
        }
        dates
    }

    /// The dates that path checks depend on. A check's own window starts no period.
    pub fn checked(draft: &Draft) -> Self {
        let mut dates = Self::default();
        for check in draft.path_checks.iter().flat_map(|file| file.paths.iter()) {
            dates.condition(check.when.as_ref());
        }
        dates
    }

    fn tree(&mut self, tree: &DecisionTree) {
        self.route(&tree.start);
        for (_, question) in tree.questions.iter() {
            self.text(&question.text);
            question.short.iter().for_each(|short| self.text(short));
            self.scripts(question.scripts.iter());
            for answer in question.answers.iter() {
                self.region(answer.when.as_ref(), answer.window);
                self.route(&answer.go);
            }
        }
        for (_, solution) in tree.solutions.iter() {
            self.text(&solution.title);
            self.text(&solution.text);
            self.scripts(solution.scripts.iter());
            for line in solution.note.iter() {
                self.region(line.when.as_ref(), line.window);
                self.text(&line.text);
            }
        }
    }

    fn scripts<'a>(&mut self, scripts: impl Iterator<Item = &'a TreeScript>) {
        for script in scripts {
            self.region(script.when.as_ref(), script.window);
            script.note.iter().for_each(|note| self.text(note));
            self.text(&script.say);
        }
    }

    fn text(&mut self, text: &Text) {
        if let Text::Cases(cases) | Text::Parts { parts: cases } = text {
            cases.iter().for_each(|case| self.region(case.when.as_ref(), case.window));
        }
    }

    /// A text that is also read without a region.
    fn general_text(&mut self, text: &Text) {
        if let Text::Cases(cases) | Text::Parts { parts: cases } = text {
            cases.iter().for_each(|case| self.everybody(case.when.as_ref(), case.window));
        }
    }

    fn route(&mut self, route: &Route) {
        if let Route::Cases(cases) = route {
            cases.iter().for_each(|case| self.region(case.when.as_ref(), case.window));
        }
    }

    fn everybody(&mut self, when: Option<&Condition>, window: Window) {
        self.region(when, window);
        // Without a region only what has no condition is read.
        if when.is_none() {
            self.site(window);
        }
    }

    fn region(&mut self, when: Option<&Condition>, window: Window) {
        self.options += usize::from(when.is_some() || !window.is_open());
        self.of_regions.extend(turns(window));
        self.condition(when);
    }

    fn site(&mut self, window: Window) {
        self.of_site.extend(turns(window));
    }

    fn condition(&mut self, when: Option<&Condition>) {
        for part in when.iter().flat_map(|when| when.parts()) {
            self.attributes.extend(part.past.iter().chain(&part.before).cloned());
        }
    }
}

/// Whether a window ends before it begins.
pub fn is_reversed(window: Window) -> bool {
    window.from.zip(window.until).is_some_and(|(from, until)| until < from)
}

/// The days at whose start a window opens and closes.
fn turns(window: Window) -> impl Iterator<Item = Date> {
    window.from.into_iter().chain(window.until.map(next_day))
}

/// The date of an attribute, by its dotted path.
pub fn date(state: &State, path: &str) -> Option<Date> {
    day(state.attribute(path)?)
}

/// The years that dates in content may have; any other year is a typo.
pub const YEARS: std::ops::Range<i16> = 2000..2200;

/// A value as a day, written year-month-day.
pub fn day(value: &Value) -> Option<Date> {
    let parts = |text: &&str| text.len() == 10 && text.split('-').map(str::len).eq([4, 2, 2]);
    let day: Date = value.as_str().filter(parts)?.parse().ok()?;
    YEARS.contains(&day.year()).then_some(day)
}
