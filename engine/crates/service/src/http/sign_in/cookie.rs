//! The cookies of the sign-in attempts in progress in a browser.
//!
//! Each attempt has its own cookie, named after it, so that several tabs don't interfere with one another.

use axum::http::{HeaderMap, HeaderValue};
use sha2::{Digest as _, Sha256};

use crate::http::cookies::SessionCookie;

const NAME: &str = "callguide_sign_in_";
/// How long a browser keeps the cookie, in seconds: as long as the attempt is valid.
const MAX_AGE: u32 = 600;
/// The maximum number of pending attempts. Beyond it, the browser starts over before its cookies become too
/// large for a request.
const MAX_PENDING: usize = 12;
/// The same limit in bytes of names and values. With the longest additional one (3 KB) they fit into the
/// 8 KiB that common proxies accept for a header.
const MAX_BYTES: usize = 4096;

/// Returns what this browser stores for the attempt with this state.
pub fn find<'a>(cookie: SessionCookie, headers: &'a HeaderMap, state: &str) -> Option<&'a str> {
    cookie.named(headers, &name(state))
}

/// Stores `sealed`, which consists of URL-safe characters.
pub fn set(cookie: SessionCookie, state: &str, sealed: &str) -> HeaderValue {
    cookie.set_named(&name(state), sealed, MAX_AGE)
}

/// Deletes the cookie of an attempt.
pub fn clear(cookie: SessionCookie, state: &str) -> HeaderValue {
    cookie.set_named(&name(state), "", 0)
}

/// Returns the headers that delete all attempts of a browser with too many in progress.
pub fn surplus(cookie: SessionCookie, headers: &HeaderMap) -> Vec<HeaderValue> {
    let own = cookie.beginning(headers, NAME);
    let bytes: usize = own.iter().map(|(name, value)| name.len() + value.len()).sum();
    if own.len() < MAX_PENDING && bytes < MAX_BYTES {
        return Vec::new();
    }
    own.into_iter().map(|(name, _)| cookie.set_named(name, "", 0)).collect()
}

fn name(state: &str) -> String {
    format!("{NAME}{}", hex::encode(&Sha256::digest(state)[..8]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    fn carrying(pairs: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(pairs).unwrap())])
    }

    #[test]
    fn an_attempt_comes_back_by_its_state_alone() {
        let set = set(SessionCookie::Secure, "state", "sealed");
        let set = set.to_str().unwrap();
        assert!(set.starts_with("__Host-callguide_sign_in_"), "{set}");
        assert!(set.contains("; HttpOnly; SameSite=Lax; Secure"), "{set}");
        let headers = carrying(set.split(';').next().unwrap());
        assert_eq!(find(SessionCookie::Secure, &headers, "state"), Some("sealed"));
        assert_eq!(find(SessionCookie::Secure, &headers, "another"), None);
        assert_eq!(find(SessionCookie::Loopback, &headers, "state"), None);
    }

    #[test]
    fn a_browser_never_carries_more_than_a_request_can() {
        let many: Vec<_> = (0..12).map(|n| format!("callguide_sign_in_{n}=x")).collect();
        assert_eq!(surplus(SessionCookie::Loopback, &carrying(&many.join("; "))).len(), 12);
        assert_eq!(surplus(SessionCookie::Loopback, &carrying(&many[..11].join("; "))).len(), 0);
        // A page that starts attempts with long addresses must not lock the browser out behind a proxy.
        let long: Vec<_> = (0..3).map(|n| format!("callguide_sign_in_{n}={}", "x".repeat(2000))).collect();
        assert_eq!(surplus(SessionCookie::Loopback, &carrying(&long.join("; "))).len(), 3);
        assert_eq!(surplus(SessionCookie::Loopback, &carrying(&long[..2].join("; "))).len(), 0);
    }
}
