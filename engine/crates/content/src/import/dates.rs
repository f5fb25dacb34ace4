//! The dates in a column. Which number is the month depends on who wrote the dates, so it's determined from the whole
//! column, or by the person importing. Ambiguous dates are never guessed.

use jiff::civil::Date;

use super::terms::Refused;
use crate::content::written_days::{ORDERS, day};

/// Parses the cells of a column, each given with its line, as dates. The result is `None` for a cell that isn't a date
/// in any order, or isn't one in the order that all the others use.
///
/// # Errors
/// If a cell could be two different dates, and neither `order` nor another cell resolves the ambiguity.
pub(super) fn column<'a>(
    cells: impl Iterator<Item = (usize, &'a str)> + Clone,
    order: Option<&str>,
) -> Result<Vec<Option<Date>>, Refused> {
    let orders: Vec<&str> =
        ORDERS.into_iter().filter(|one| order.is_none_or(|order| order == *one)).collect();
    let days: Vec<Vec<Option<Date>>> = cells
        .clone()
        .map(|(_, cell)| orders.iter().map(|one| day(cell.trim(), one, order.is_some())).collect())
        .collect();
    let of_all = |at: usize| days.iter().all(|days| days[at].is_some() || days.iter().all(Option::is_none));
    let fits: Vec<usize> = (0..orders.len()).filter(|at| of_all(*at)).collect();
    let fits = if fits.is_empty() { (0..orders.len()).collect() } else { fits };
    cells.zip(&days).map(|((line, cell), days)| {
        let mut may_be = fits.iter().filter_map(|at| Some((orders[*at], days[*at]?)));
        let first = may_be.next();
        match (first, may_be.find(|(_, day)| first.is_some_and(|(_, first)| first != *day))) {
            (Some((one, first)), Some((other, second))) => Err(Refused::at(
                line,
                format!(
                    "\"{}\" could be {first} or {second}, and nothing else in its column shows which; import again with --dates {one} or --dates {other}",
                    cell.trim()
                ),
            )),
            _ => Ok(first.map(|(_, day)| day)),
        }
    }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cells: &[&str], order: Option<&str>) -> Result<Vec<String>, Refused> {
        let days = column(cells.iter().enumerate().map(|(at, cell)| (at + 2, *cell)), order)?;
        Ok(days.into_iter().map(|day| day.map_or("-".to_owned(), |day| day.to_string())).collect())
    }

    #[test]
    fn a_column_of_dates_is_read_in_the_only_order_that_fits_every_cell() {
        for (cells, days) in [
            (
                &["2026-03-04", "2026/3/4", "March 4, 2026", "4 Mar 2026", "4. March 2026"][..],
                &["2026-03-04"; 5][..],
            ),
            (&["3/4/2026", "3/14/2026"], &["2026-03-04", "2026-03-14"]),
            (&["3/4/2026", "14/3/2026"], &["2026-04-03", "2026-03-14"]),
            (&["4.3.2026", "16. 11. 2026"], &["2026-03-04", "2026-11-16"]),
            (&["5/5/2026", "someday", "31.2.2026"], &["2026-05-05", "-", "-"]),
            // Each cell can only be one date.
            (&["3/14/2026", "14/3/2026"], &["2026-03-14", "2026-03-14"]),
            (&["3/4/26", "12-3-4", "1.2"], &["-", "-", "-"]),
        ] {
            assert_eq!(read(cells, None).unwrap(), days, "{cells:?}");
        }
    }

    #[test]
    fn ambiguous_dates_are_rejected_naming_the_option_that_decides() {
        let refused = read(&["5/5/2026", "3/4/2026"], None).unwrap_err();
        let why = "\"3/4/2026\" could be 2026-03-04 or 2026-04-03, and nothing else in its column shows which; import again with --dates mdy or --dates dmy";
        assert_eq!((refused.line, refused.why.as_str()), (Some(3), why));
        assert!(read(&["3/14/2026", "14/3/2026", "3/4/2026"], None).is_err(), "two orders in one column");
        for (order, day) in [("mdy", "2026-03-04"), ("dmy", "2026-04-03")] {
            assert_eq!(read(&["3/4/2026", "3/4/26", "31/31/2026"], Some(order)).unwrap(), [day, day, "-"]);
        }
        assert_eq!(read(&["26-3-4"], Some("ymd")).unwrap(), ["2026-03-04"]);
    }
}
