//! `review-in-future`, `no-review`: days of review that can't be right, and answers without one.

use jiff::civil::Date;

use super::{Context, warning};
use crate::content::document::{child, item};
use crate::diagnostics::Diagnostic;

pub fn check(context: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(today) = context.today else { return };
    let wanted = context.draft.site.as_ref().is_some_and(|site| site.review_after_days.is_some());
    for file in &context.draft.faq {
        for (index, entry) in file.entries.indexed() {
            let at = item("/entries", index);
            if context.copies().has(&file.document.name, &at) {
                continue;
            }
            let pointer = child(&at, "reviewed");
            match &entry.reviewed {
                // Far from Greenwich it may be tomorrow already.
                Some(day)
                    if day.parse::<Date>().is_ok_and(|day| today.tomorrow().is_ok_and(|next| day > next)) =>
                {
                    let message = format!("this day is still to come: today is {today}");
                    found.push(
                        warning(
                            "review-in-future",
                            &file.document,
                            &pointer,
                            file.document.value_at(&pointer),
                            &message,
                        )
                        .help("write the day on which someone read the answer and found it right"),
                    );
                }
                None if wanted && file.document.value.pointer(&pointer).is_none() => {
                    let place = file.document.value_at(&child(&at, "id"));
                    found.push(
                        warning(
                            "no-review",
                            &file.document,
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
}
