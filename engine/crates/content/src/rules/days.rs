//! `no-such-day`: text with a date that doesn't exist or has the wrong weekday; `past-date`: text with a date that has
//! passed; `odd-day`: a date whose weekday fits no year around this one. The last two depend on the date of the run,
//! so `--deny` doesn't accept them.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;

use super::context::Context;
use super::expired;
use super::findings::pattern;
use super::texts::{FileText, TextHit};
use crate::content::Kind;
use callguide_search::diagnostics::Diagnostic;
use callguide_search::text::Expression;

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// `November 31`, `Nov. 31, 2026`, `31 November 2026`; `2026-11-31`; `11/31/2026`.
static DAY: LazyLock<Regex> = LazyLock::new(|| {
    let month = "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
    let day = "[0-9]{1,2}(?:st|nd|rd|th)?";
    pattern(&format!(
        r"(?i)\b(?:(?P<m1>{month})\.?\s+(?P<d1>{day})\b(?:,?\s+(?P<y1>[12][0-9]{{3}})\b)?|(?P<d2>{day})\s+(?P<m2>{month})\b(?:\.?,?\s+(?P<y2>[12][0-9]{{3}})\b)?|(?P<y3>[12][0-9]{{3}})-(?P<m3>[0-9]{{2}})-(?P<d3>[0-9]{{2}})\b|(?P<m4>[0-9]{{1,2}})/(?P<d4>[0-9]{{1,2}})/(?P<y4>[12][0-9]{{3}})\b)"
    ))
});

/// A date as written in text; it may not exist.
struct NamedDay {
    range: Range<usize>,
    year: Option<i16>,
    month: i8,
    day: i8,
    /// The index of its form among the four in [`DAY`].
    form: usize,
}

impl NamedDay {
    fn date(&self) -> Option<Date> {
        Date::new(self.year?, self.month, self.day).ok()
    }
}

fn days(text: &str) -> impl Iterator<Item = NamedDay> {
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    DAY.captures_iter(if has_digit { text } else { "" }).filter_map(|hit| {
        let form = (1..=4).find(|form| hit.name(&format!("d{form}")).is_some())?;
        let part = |name: &str| hit.name(&format!("{name}{form}")).map(|part| part.as_str());
        let (month, day) = (part("m")?.to_lowercase(), part("d")?);
        let named = MONTHS.iter().position(|name| month.starts_with(name)).map(|at| at as i8 + 1);
        Some(NamedDay {
            range: hit.get_match().range(),
            year: part("y").and_then(|year| year.parse().ok()),
            month: month.parse().ok().or(named)?,
            day: day.trim_end_matches(char::is_alphabetic).parse().ok()?,
            form,
        })
    })
}

/// Finds dates that don't exist, or that have the wrong weekday.
pub(super) fn impossible(text: &str) -> Vec<TextHit> {
    let mut out = Vec::new();
    for named in days(text) {
        let NamedDay { range, year, month, day, form } = &named;
        let date = named.date().filter(|_| *form < 3);
        if let Some((from, name)) = date.and_then(|date| misnamed(text, range.start, date)) {
            let message = format!("{} is a {name}", &text[from..range.end]);
            let help = "check a calendar: either the weekday or the date is wrong";
            out.push(TextHit::new(from..range.end, message, help));
        }
        // If no year is given, it may be a leap year; a high number may count something else ("In May 45 people").
        let is_day = |month: i8, day: i8| Date::new(year.unwrap_or(2024), month, day).is_ok();
        let counts = year.is_none() && *day > 31;
        // Digits that can't be a month or a day may be, say, the number of a form. In the form with slashes, the day
        // may come first.
        let number = *form == 3 && (!(1..=12).contains(month) || *day > 31);
        if !(counts || number || is_day(*month, *day) || *form == 4 && is_day(*day, *month)) {
            let message = format!("the date {} doesn't exist", &text[range.clone()]);
            out.push(TextHit::new(range.clone(), message, "look up the right date and write it"));
        }
    }
    out
}

/// Where the wrong weekday before a date at `start` begins, and the right weekday.
fn misnamed(text: &str, start: usize, date: Date) -> Option<(usize, &'static str)> {
    let before = text[..start].trim_end().trim_end_matches(',');
    let is = |name: &str| {
        let given = before.len().checked_sub(name.len()).and_then(|at| before.get(at..));
        given.is_some_and(|given| given.eq_ignore_ascii_case(name))
    };
    let given = WEEKDAYS.iter().find(|name| is(name))?;
    let right = WEEKDAYS[usize::try_from(date.weekday().to_monday_zero_offset()).ok()?];
    (*given != right).then_some((before.len() - given.len(), right))
}

/// The word before a date, skipping any weekday.
fn word_before(text: &str, named: &NamedDay) -> String {
    let is_weekday = |word: &&str| WEEKDAYS.contains(&word.trim_end_matches(','));
    let before = text[..named.range.start].split_whitespace().rev().find(|word| !is_weekday(word));
    before.unwrap_or_default().to_lowercase()
}

/// Words before a last day.
const LAST: [&str; 2] = ["through", "until"];

/// Words before the day on which something changes.
static CHANGES: Expression = Expression::new(r"(?i)\b(?:changes?|takes? effect) on (?:\w+day, )?$");

/// The last day that an announcement's text names, or the day on which other text says that something changes. `None`
/// if there are several such days, or if `until` is near. Most announcements leave out the year.
pub(super) fn other_end<'t, 'a>(
    texts: &[&'t FileText<'a>],
    until: Date,
    is_news: bool,
) -> Option<(&'t FileText<'a>, Range<usize>, Option<Date>)> {
    let is_change = |read: &str, start: usize| read.contains("ntil then") || CHANGES.is_match(&read[..start]);
    let is_last = |text: &FileText<'_>, named: &NamedDay| match is_news {
        true => LAST.contains(&&*word_before(text.read, named)),
        false => is_change(text.read, named.range.start) && named.date().is_some_and(|day| day < until),
    };
    let all: Vec<_> = named_in(texts).collect();
    let mut last = all.iter().filter(|(text, named)| is_last(text, named));
    let (text, named) = last.next()?;
    let is_only = last.all(|(_, other)| (other.month, other.day) == (named.month, named.day));
    let near: Vec<Date> = [until.yesterday(), Ok(until), until.tomorrow()].into_iter().flatten().collect();
    let is_near = |named: &NamedDay| {
        let of = |day: &Date| (named.year.unwrap_or(day.year()), named.month, named.day);
        near.iter().any(|day| of(day) == (day.year(), day.month(), day.day()))
    };
    let before = named.date().and_then(|day| day.yesterday().ok()).filter(|_| !is_news);
    (is_only && !all.iter().any(|(_, named)| is_near(named))).then(|| (*text, named.range.clone(), before))
}

/// The first date in the text that's `date` in another year, if none of its dates is `date` or the day before or after.
pub(super) fn other_year<'t, 'a>(
    texts: &[&'t FileText<'a>],
    date: Date,
) -> Option<(&'t FileText<'a>, Range<usize>)> {
    let dates: Vec<_> =
        named_in(texts).filter_map(|(text, named)| Some((text, named.date()?, named.range))).collect();
    let is_near = |other: Date| (other - date).get_days().abs() <= 1;
    let is_other = |other: Date| (other.month(), other.day()) == (date.month(), date.day());
    let (text, _, range) = dates.iter().find(|(_, other, _)| is_other(*other))?;
    (!dates.iter().any(|(_, other, _)| is_near(*other))).then(|| (*text, range.clone()))
}

fn named_in<'t, 'a>(texts: &[&'t FileText<'a>]) -> impl Iterator<Item = (&'t FileText<'a>, NamedDay)> {
    texts.iter().copied().flat_map(|text| days(text.read).map(move |named| (text, named)))
}

/// `odd-day`: a date without a year whose weekday is wrong for last year, this year and next year.
fn wrong_weekday(text: &FileText<'_>, named: &NamedDay, today: Date) -> Option<Diagnostic> {
    let years = [0, -1, 1].map(|years| today.year() + years).into_iter().filter(|_| named.year.is_none());
    let dates = years.filter_map(|year| Date::new(year, named.month, named.day).ok());
    let wrong = dates.map(|date| misnamed(text.read, named.range.start, date));
    let (from, right) = wrong.collect::<Option<Vec<_>>>()?.into_iter().next()?;
    let range = from..named.range.end;
    let message = format!("this year, {} is a {right}", &text.read[named.range.clone()]);
    let help = "check a calendar: either the weekday or the date is wrong";
    Some(text.warning("odd-day", text.part(&range), &message).help(help))
}

/// Words before a date that refer to the past.
const SINCE: [&str; 4] = ["since", "from", "of", "began"];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(today) = context.today else { return };
    for text in context.prose() {
        for named in days(text.read) {
            found.extend(wrong_weekday(text, &named, today));
            let is_news = text.kind == Kind::Announcements;
            let is_over = named.date().is_some_and(|date| date.year() >= 2000 && date < today);
            let began = SINCE.contains(&&*word_before(text.read, &named));
            // Expired text is reported as a whole.
            if is_news || !is_over || began || expired::is_over(context, text.document, &text.pointer) {
                continue;
            }
            let message = format!("{} has passed", &text.read[named.range.clone()]);
            text.warning("past-date", text.part(&named.range), &message)
                .help("write the current date, or remove it; if it started then and still applies, write \"since\" before it")
                .report(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date as day;

    #[test]
    fn dates_are_read_in_the_formats_people_use() {
        let read = |text: &str| days(text).next().and_then(|named| named.date());
        for text in
            ["October 5, 2026", "5 Oct 2026", "Oct. 5th, 2026", "2026-10-05", "10/5/2026", "5 october, 2026"]
        {
            assert_eq!(read(text), Some(day(2026, 10, 5)), "{text}");
        }
        for text in ["October 2026", "room 5 in 2026", "2026-13-01", "13/40/2026", "Foo 5, 2026", "May 2026"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    fn told(text: &str) -> Vec<String> {
        impossible(text).into_iter().map(|hit| text[hit.range].to_owned()).collect()
    }

    #[test]
    fn a_date_with_the_wrong_weekday_is_reported() {
        assert_eq!(told("until Monday, December 25, 2026"), ["Monday, December 25, 2026"]);
        assert_eq!(told("until Friday, Dec. 25, 2026, and Tuesday, November 3"), [""; 0]);
    }

    #[test]
    fn only_dates_that_do_not_exist_are_reported() {
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
            assert_eq!(told(&format!("Until {wrong} only")), [wrong], "{wrong}");
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
            assert_eq!(told(right), [""; 0], "{right}");
        }
    }
}
