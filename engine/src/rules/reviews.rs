//! `review-in-future`, `no-review`: days of review that can't be right, and answers without one. An errand needs none: it
//! only says where to go.

use jiff::civil::Date;

use super::{Context, warning};
use crate::content::document::{child, item};
use crate::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(today) = context.today else { return };
    let wanted = context.draft.site.as_ref().is_some_and(|site| site.review_after_days.is_some());
    let entries = context.draft.faq.iter().flat_map(|file| {
        let entries = file.entries.indexed();
        entries.map(|(index, entry)| (&file.document, item("/entries", index), &entry.review, wanted))
    });
    let errands = context.draft.elsewhere.iter().flat_map(|file| {
        let errands = file.errands.indexed();
        errands.map(|(index, errand)| (&file.document, item("/errands", index), &errand.review, false))
    });
    for (document, at, review, wanted) in entries.chain(errands) {
        if context.copies().has(&document.name, &at) {
            continue;
        }
        let pointer = child(&at, "reviewed");
        match &review.reviewed {
            // Far from Greenwich it may be tomorrow already.
            Some(day)
                if day.parse::<Date>().is_ok_and(|day| today.tomorrow().is_ok_and(|next| day > next)) =>
            {
                let message = format!("this day is still to come: today is {today}");
                let place = document.value_at(&pointer);
                found.push(
                    warning("review-in-future", document, &pointer, place, &message)
                        .help("write the day on which someone read the answer and found it right"),
                );
            }
            None if wanted && document.value.pointer(&pointer).is_none() => {
                let place = document.value_at(&child(&at, "id"));
                found.push(
                    warning(
                        "no-review",
                        document,
                        &at,
                        place,
                        "nobody has said when this answer was reviewed",
                    )
                    .help(format!(
                        "read the answer, mend what isn't right, and add the line: reviewed: \"{today}\""
                    )),
                );
            }
            _ => {}
        }
    }
}
