//! Content from a URL: an archive of a branch, requested periodically and sent only if it has changed.
//!
//! A fetched archive is handled like a folder that was read ([`Loader::offer`]); a failed fetch is reported and
//! changes nothing. No message from this module contains a secret: neither the token nor a URL's query, where some
//! hosts put one.

mod source;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use crate::reload::Loader;
use crate::stamp;
use callguide_content::content::folder::Files;
use callguide_search::api::status::Watching;

pub use source::{ArchiveSource, InvalidSource, PATIENCE};

/// The longest pause that a host can ask for; after that, it's contacted again.
const LONGEST_REST: Duration = Duration::from_secs(3600);

/// Fetches from `source` about once per `every` and passes new content to `loader`. Each success is recorded in the
/// file `noted`, for the next start. Never returns.
pub async fn keep(mut source: ArchiveSource, loader: Loader, every: Duration, noted: PathBuf) {
    loader.current.watched(Watching::Poll);
    let mut loader = on_a_thread(loader, Loader::copy).await;
    loop {
        tokio::time::sleep(rest(every, source.asked_to_rest())).await;
        let fetched = source.fetch(PATIENCE).await;
        let noted = noted.clone();
        loader = on_a_thread(loader, move |loader| {
            let fetched = fetched.map(|files| files.map(|files| take(loader, files)));
            if fetched.is_ok() {
                stamp::touch_or_warn(&noted);
            }
            loader.current.fetched(fetched.map(drop));
            // This counts as a check even if the fetch failed: the age of the last success shows that a host is
            // unreachable.
            loader.current.looked();
        })
        .await;
    }
}

/// Loads the files. If a bug makes the examination panic, that's reported, and the next edit is still accepted.
fn take(loader: &mut Loader, files: Files) {
    if catch_unwind(AssertUnwindSafe(|| loader.offer(files))).is_err() {
        loader.give_up();
    }
}

/// Runs blocking or slow work on a thread that no request waits for.
async fn on_a_thread(mut loader: Loader, work: impl FnOnce(&mut Loader) + Send + 'static) -> Loader {
    let worked = tokio::task::spawn_blocking(move || {
        work(&mut loader);
        loader
    });
    worked.await.expect("what may panic is caught")
}

/// Returns the time until the next request, randomized so that engines started together don't send requests at the
/// same time.
fn rest(every: Duration, asked: Option<Duration>) -> Duration {
    let random = f64::from(getrandom::u32().unwrap_or_default()) / f64::from(u32::MAX);
    every.mul_f64(0.9 + 0.2 * random).max(asked.unwrap_or_default().min(LONGEST_REST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fetches_are_spread_out_and_honor_retry_after_up_to_a_limit() {
        let minute = Duration::from_secs(60);
        let mut rests: Vec<_> = (0..100).map(|_| rest(minute, None)).collect();
        assert!(rests.iter().all(|rest| (minute * 9 / 10..=minute * 11 / 10).contains(rest)), "{rests:?}");
        rests.sort();
        rests.dedup();
        assert!(rests.len() > 10, "all ask at once");
        assert_eq!(rest(minute, Some(minute * 10)), minute * 10);
        assert!(rest(minute, Some(Duration::ZERO)) >= minute * 9 / 10);
        assert_eq!(rest(minute, Some(Duration::MAX)), LONGEST_REST);
    }
}
