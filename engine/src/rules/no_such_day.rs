//! `no-such-day`: a text that names a day that no calendar has.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;

use super::prose::prose;
use super::{Context, mending, warning};
use crate::diagnostics::Diagnostic;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// `November 31`, `Nov. 31, 2026`, `31 November 2026`; `2026-11-31`; `11/31/2026`.
static DAY: LazyLock<Regex> = LazyLock::new(|| {
    let month = "(?:jan(?:uary|\\.)?|feb(?:ruary|\\.)?|mar(?:ch|\\.)?|apr(?:il|\\.)?|may|june?\\.?|july?\\.?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|oct(?:ober|\\.)?|nov(?:ember|\\.)?|dec(?:ember|\\.)?)";
    Regex::new(&format!(
        r"(?i)\b(?:(?P<m1>{month})[  ](?P<d1>[0-9]{{1,2}})(?:st|nd|rd|th)?\b(?:,?[  ](?P<y1>[12][0-9]{{3}})\b)?|(?P<d2>[0-9]{{1,2}})(?:st|nd|rd|th)?[  ](?P<m2>{month})\b(?:,?[  ](?P<y2>[12][0-9]{{3}})\b)?|(?P<y3>[12][0-9]{{3}})-(?P<m3>[0-9]{{2}})-(?P<d3>[0-9]{{2}})\b|(?P<m4>[0-9]{{1,2}})/(?P<d4>[0-9]{{1,2}})/(?P<y4>[12][0-9]{{3}})\b)"
    ))
    .expect("a constant pattern")
});

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for text in prose(context) {
        let written = mending::written(text.document, &text.pointer, text.text);
        for (range, name) in misnamed(written) {
            let place = mending::place(text.document, &text.pointer, &range);
            let message = format!("{} is a {name}", &written[range]);
            found.push(
                warning("no-such-day", text.document, &text.pointer, place, &message)
                    .help("check a calendar: either the weekday or the date is wrong"),
            );
        }
        for range in impossible(written) {
            let place = mending::place(text.document, &text.pointer, &range);
            let message = format!("there is no day {}", &written[range]);
            found.push(
                warning("no-such-day", text.document, &text.pointer, place, &message)
                    .help("look the day up, and write the one that is meant"),
            );
        }
    }
}

/// `Monday, December 25, 2026`, with the day's name and its date.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?P<name>monday|tuesday|wednesday|thursday|friday|saturday|sunday),?\s+(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>20[0-9]{2})\b")
        .expect("a constant pattern")
});

/// Where a day has another name than it's given, with the name that it has.
fn misnamed(text: &str) -> impl Iterator<Item = (Range<usize>, &'static str)> {
    NAMED.captures_iter(text).filter_map(|hit| {
        let month = MONTHS.iter().position(|name| hit["month"].eq_ignore_ascii_case(name))? as i8 + 1;
        let date = Date::new(hit["year"].parse().ok()?, month, hit["day"].parse().ok()?).ok()?;
        let name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            [usize::try_from(date.weekday().to_monday_zero_offset()).ok()?];
        (!hit["name"].eq_ignore_ascii_case(name)).then(|| (hit.get(0).map_or(0..0, |hit| hit.range()), name))
    })
}

/// Where days stand that aren't in the calendar.
fn impossible(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for hit in DAY.captures_iter(text) {
        let any =
            |names: [&str; 4]| names.into_iter().find_map(|name| hit.name(name)).map(|hit| hit.as_str());
        let (month, day, year) =
            (any(["m1", "m2", "m3", "m4"]), any(["d1", "d2", "d3", "d4"]), any(["y1", "y2", "y3", "y4"]));
        let (Some(month), Some(day)) = (month, day.and_then(|day| day.parse::<i8>().ok())) else { continue };
        let start = month.to_lowercase();
        let number = month.parse::<i8>().ok();
        let named = MONTHS.iter().position(|name| start.starts_with(name)).map(|at| at as i8 + 1);
        let Some(number) = number.or(named) else { continue };
        // Without a year it may be a leap year; a high number may count something else ("In May 45 people").
        let leap = 2024;
        let judged = year.and_then(|year| year.parse::<i16>().ok());
        if judged.is_none() && day > 31 {
            continue;
        }
        // Digits that are no month are no date: a number of a form. Written with slashes, the day may come first.
        let numeric = hit.name("d4").is_some();
        let is_day = |month: i8, day: i8| Date::new(judged.unwrap_or(leap), month, day).is_ok();
        if hit.name("m3").is_some() && (!(1..=12).contains(&number) || day > 31) {
            continue;
        }
        if !(is_day(number, day) || numeric && is_day(day, number)) {
            out.extend(hit.get(0).map(|hit| hit.range()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_its_own_name() {
        let names = |text: &str| misnamed(text).map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(names("until Monday, December 25, 2026"), ["Friday"]);
        assert_eq!(names("until Friday, Dec. 25, 2026, and Tuesday, November 3"), Vec::<&str>::new());
    }

    #[test]
    fn days_of_the_calendar_are_left_alone() {
        let days =
            |text: &str| impossible(text).into_iter().map(|range| text[range].to_owned()).collect::<Vec<_>>();
        for wrong in [
            "November 31",
            "February 30",
            "Feb. 29, 2026",
            "31 June 2026",
            "2026-11-31",
            "11/31/2026",
            "September 31st",
            "May 0",
        ] {
            assert_eq!(days(&format!("Until {wrong} only")), [wrong], "{wrong}");
        }
        for right in [
            "November 30",
            "February 29",
            "Feb. 29, 2028",
            "In May 45 people came",
            "31/12/2026",
            "2026-11-30",
            "may 2026",
            "Form 31 March",
            "version 12/3",
            "Form 2020-99-99",
        ] {
            assert_eq!(days(right), Vec::<String>::new(), "{right}");
        }
    }
}
