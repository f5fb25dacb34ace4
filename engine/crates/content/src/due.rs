//! Finds the FAQ answers and errands that are due for review, with the first day that each was late and who is
//! responsible for it. Lint warns about the same ones.

use jiff::ToSpan as _;
use jiff::civil::Date;

use crate::content::document::item;
use crate::content::model::Review;
use crate::content::{Document, Draft};

/// An answer or errand that is due.
#[derive(Debug)]
pub struct Due<'a> {
    pub document: &'a Document,
    pub id: &'a str,
    pub question: &'a str,
    pub review: &'a Review,
    /// The JSON pointer to the entry or errand in its file.
    pub pointer: String,
    pub cause: WhyDue,
    /// The first day that the review was late.
    pub since: Date,
}

/// Why a review is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyDue {
    /// The entry's own `review_by` date has passed.
    ReviewBy(Date),
    /// More time has passed since the last review than the site's review period allows.
    Age { reviewed: Date, days: u32 },
}

impl WhyDue {
    /// Returns the name of the key in the entry that makes the review due.
    pub fn key(self) -> &'static str {
        match self {
            Self::ReviewBy(_) => "review_by",
            Self::Age { .. } => "reviewed",
        }
    }
}

/// Returns everything that is due on `today`, in content order.
pub fn due<'a>(draft: &'a Draft, today: Date) -> Vec<Due<'a>> {
    let days = draft.site.as_ref().and_then(|site| site.review_after_days);
    let mut out = Vec::new();
    let mut add =
        |document: &'a Document, pointer, (id, question, review): (&'a str, &'a str, &'a Review)| {
            if let Some((cause, since)) = cause(review, days).filter(|(_, since)| *since <= today) {
                out.push(Due { document, id, question, review, pointer, cause, since });
            }
        };
    for file in &draft.faq {
        // Entries that are no longer shown don't need a review.
        for (index, entry) in file.entries.indexed().filter(|(_, entry)| !entry.window.is_over(today)) {
            let pointer = item("/entries", index);
            add(&file.document, pointer, (&entry.id, &entry.question, &entry.review));
        }
    }
    if let Some(file) = &draft.elsewhere {
        for (index, errand) in file.errands.indexed() {
            let pointer = item("/errands", index);
            add(&file.document, pointer, (&errand.id, &errand.question, &errand.review));
        }
    }
    out
}

/// Returns why a review is due and the first day that it's late. The entry's own date takes precedence over the site's
/// review period, unless the entry was reviewed after that date.
fn cause(review: &Review, days: Option<u32>) -> Option<(WhyDue, Date)> {
    let reviewed = day(review.reviewed.as_deref());
    if let Some(by) = day(review.review_by.as_deref())
        && reviewed.is_none_or(|reviewed| reviewed <= by)
    {
        return Some((WhyDue::ReviewBy(by), by.tomorrow().ok()?));
    }
    let (reviewed, days) = (reviewed?, days?);
    let late = reviewed.checked_add((i64::from(days) + 1).days()).ok()?;
    Some((WhyDue::Age { reviewed, days }, late))
}

fn day(text: Option<&str>) -> Option<Date> {
    text?.parse().ok()
}
