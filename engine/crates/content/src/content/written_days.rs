//! Dates as people write them, in one of the usual orders or with the month's name.

use jiff::civil::Date;

/// The possible orders of day, month, and year.
pub const ORDERS: [&str; 3] = ["mdy", "dmy", "ymd"];

/// Date formats with the month's name.
const NAMED: [&str; 10] = [
    "%B %d, %Y",
    "%b %d, %Y",
    "%b. %d, %Y",
    "%B %d %Y",
    "%b %d %Y",
    "%d %B %Y",
    "%d %b %Y",
    "%d. %B %Y",
    "%d-%b-%Y",
    "%A, %B %d, %Y",
];

/// Parses `cell` as a date in the given order. A two-digit year is accepted only if the order was specified (`said`).
pub fn day(cell: &str, order: &str, said: bool) -> Option<Date> {
    let whole = cell.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() == 4);
    let year = if whole { "%Y" } else { "%y" };
    if !whole && !said {
        return None;
    }
    if cell.contains(char::is_alphabetic) {
        return NAMED.iter().find_map(|format| Date::strptime(format.replace("%Y", year), cell).ok());
    }
    let cell = cell.replace(' ', "");
    let sign = cell.chars().find(|c| !c.is_ascii_digit()).filter(|c| "/-.".contains(*c))?;
    let part = |part| match part {
        'm' => "%m",
        'd' => "%d",
        _ => year,
    };
    let format = order.chars().map(part).collect::<Vec<_>>().join(&sign.to_string());
    Date::strptime(format, cell).ok()
}

/// Returns whether `cell` is a date in any order; `said` is whether the order was specified.
pub fn is_day(cell: &str, said: bool) -> bool {
    ORDERS.iter().any(|order| day(cell, order, said).is_some())
}

/// Returns the dates that `text` can be, the American reading first. Two digits at the end can be a year.
pub fn possible(text: &str) -> Vec<Date> {
    let mut days: Vec<Date> =
        ORDERS.iter().filter_map(|order| day(text.trim(), order, *order != "ymd")).collect();
    days.dedup();
    days
}
