//! Choosing the case that counts for a region.

use crate::content::model::{Route, State, Text};

/// The text that counts for `state`; `None` where no case matches and the last case is missing.
pub fn chosen_text<'a>(text: &'a Text, state: &State) -> Option<&'a str> {
    match text {
        Text::Plain(text) => Some(text),
        Text::Cases(cases) => cases
            .iter()
            .find(|case| case.when.as_ref().is_none_or(|when| when.holds(state)))
            .map(|case| case.text.as_str()),
    }
}

/// The node that a route leads to for `state`, and the index of the case that said so.
pub fn chosen_route<'a>(route: &'a Route, state: &State) -> Option<(Option<usize>, &'a str)> {
    match route {
        Route::Plain(go) => Some((None, go)),
        Route::Cases(cases) => cases
            .iter()
            .enumerate()
            .find(|(_, case)| case.when.as_ref().is_none_or(|when| when.holds(state)))
            .map(|(index, case)| (Some(index), case.go.as_str())),
    }
}
