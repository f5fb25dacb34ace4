//! `past-date`: a day in a text that is over. It depends on the day of the run and never gates.

use std::sync::LazyLock;

use jiff::civil::Date;
use regex::{Captures, Regex};

use super::prose::prose;
use super::{Context, expired, warning};
use crate::content::Kind;
use crate::diagnostics::Diagnostic;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// `October 5, 2026`, `5 October 2026`, `2026-10-05` and `10/5/2026`.
static DATE: LazyLock<Regex> = LazyLock::new(|| {
    let month = format!(r"(?:{}|[a-z]{{3,4}})\.?", MONTHS.join("|"));
    let day = r"[0-9]{1,2}(?:st|nd|rd|th)?";
    Regex::new(&format!(
        r"(?i)\b(?:(?P<m1>{month})\s+(?P<d1>{day}),?\s+(?P<y1>2[0-9]{{3}})|(?P<d2>{day})\s+(?P<m2>{month}),?\s+(?P<y2>2[0-9]{{3}})|(?P<y3>2[0-9]{{3}})-(?P<m3>[0-9]{{2}})-(?P<d3>[0-9]{{2}})|(?P<m4>[0-9]{{1,2}})/(?P<d4>[0-9]{{1,2}})/(?P<y4>2[0-9]{{3}}))\b"
    ))
    .expect("a constant pattern")
});

/// Words before a date that say that it is the past one means.
const SINCE: [&str; 4] = ["since", "from", "of", "began"];

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(today) = context.today else { return };
    for text in
        prose(context).iter().filter(|text| text.kind != Kind::Announcements && text.text.contains('2'))
    {
        for captures in DATE.captures_iter(text.text) {
            let Some(whole) = captures.get(0) else { continue };
            let before = text.text[..whole.start()].split_whitespace().next_back().unwrap_or_default();
            let Some(date) = date(&captures) else { continue };
            if date >= today || SINCE.contains(&before.to_lowercase().as_str()) {
                continue;
            }
            // What has expired is told as a whole.
            if expired::is_over(context, text.document, &text.pointer) {
                continue;
            }
            let part = whole.as_str();
            let nth = text.text[..whole.start()].matches(part).count();
            let place = text.document.part_at(&text.pointer, part, nth);
            found.push(
                warning("past-date", text.document, &text.pointer, place, &format!("{part} is over"))
                    .help("write the date that holds now, or take it out; for something that lasts write \"since\" before it"),
            );
        }
    }
}

fn date(captures: &Captures<'_>) -> Option<Date> {
    (1..=4).find_map(|form| {
        let part = |name: &str| captures.name(&format!("{name}{form}")).map(|m| m.as_str());
        let (year, month, day) = (part("y")?, part("m")?, part("d")?);
        let month = month.parse().ok().or_else(|| month_of(month))?;
        let day: String = day.chars().filter(char::is_ascii_digit).collect();
        Date::new(year.parse().ok()?, month, day.parse().ok()?).ok()
    })
}

/// A month by its name or the beginning of it.
fn month_of(name: &str) -> Option<i8> {
    let name = name.trim_end_matches('.').to_lowercase();
    let at = MONTHS.iter().position(|month| name.len() >= 3 && month.starts_with(&name))?;
    i8::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date as day;

    #[test]
    fn dates_in_the_ways_that_people_write_them() {
        let read = |text: &str| DATE.captures(text).and_then(|captures| date(&captures));
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
}
