//! The cookie of one attempt: its secret, and what to tell whom when it ends.
//!
//! One cookie for each attempt, named by it, so that several tabs don't break one another's. What
//! the page said of itself stays in the browser: a path may hold what a volunteer searched for.

use axum::http::{HeaderMap, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::{Attempt, Mode};
use crate::auth::Secret;
use crate::http::cookies::SessionCookie;

const NAME: &str = "callguide_sign_in_";
/// How long a browser keeps it, in seconds; the store's bound is the same.
const MAX_AGE: u32 = 600;
/// A longer name of a channel is none that our page makes.
const MAX_ATTEMPT: usize = 64;
/// A longer path is left: a cookie has 4096 bytes.
const MAX_BACK: usize = 2048;
/// A browser with more attempts under way begins anew, before its cookies are too much for a request.
const MAX_PENDING: usize = 12;

/// An attempt under way in this browser.
#[derive(Debug)]
pub struct Pending {
    pub secret: Secret,
    pub attempt: Attempt,
}

impl Pending {
    /// The attempt that the provider's answer with `state` belongs to, if this browser began it.
    pub fn find(cookie: SessionCookie, headers: &HeaderMap, state: &str) -> Option<Self> {
        let value = cookie.named(headers, &name(state))?;
        let mut parts = value.split('.');
        let secret = Secret::decode(parts.next()?)?;
        if secret.state() != state {
            return None;
        }
        let mode = if parts.next()? == Mode::Popup.name() { Mode::Popup } else { Mode::Window };
        let text = |part: &str| String::from_utf8(URL_SAFE_NO_PAD.decode(part).ok()?).ok();
        let (attempt, back) = (text(parts.next()?)?, text(parts.next()?)?);
        Some(Self { secret, attempt: Attempt { attempt, mode, back } })
    }

    /// Sets it.
    pub fn set(&self, cookie: SessionCookie) -> HeaderValue {
        let bounded = |text: &str, most: usize| {
            URL_SAFE_NO_PAD.encode(if text.len() <= most { text } else { Default::default() })
        };
        let Attempt { attempt, mode, back } = &self.attempt;
        let value = format!(
            "{}.{}.{}.{}",
            self.secret.encode(),
            mode.name(),
            bounded(attempt, MAX_ATTEMPT),
            bounded(back, MAX_BACK)
        );
        cookie.set_named(&name(&self.secret.state()), &value, MAX_AGE)
    }
}

/// Takes the cookie of an attempt away.
pub fn clear(cookie: SessionCookie, secret: &Secret) -> HeaderValue {
    cookie.set_named(&name(&secret.state()), "", 0)
}

/// What takes away the cookies of a browser that has too many attempts under way.
pub fn surplus(cookie: SessionCookie, headers: &HeaderMap) -> Vec<HeaderValue> {
    let names = cookie.names(headers, NAME);
    if names.len() < MAX_PENDING {
        return Vec::new();
    }
    names.into_iter().map(|name| cookie.set_named(name, "", 0)).collect()
}

fn name(state: &str) -> String {
    format!("{NAME}{}", hex::encode(&Sha256::digest(state)[..8]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header;

    fn secret() -> Secret {
        Secret::decode(&"A".repeat(43)).unwrap()
    }

    fn carried(set: &HeaderValue) -> HeaderMap {
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(pair).unwrap())])
    }

    #[test]
    fn an_attempt_comes_back_by_its_state_alone() {
        let back = "/walk?state=XY&answers=B.yes".to_owned();
        let attempt = Attempt { attempt: "a1".to_owned(), mode: Mode::Popup, back };
        let set = Pending { secret: secret(), attempt: attempt.clone() }.set(SessionCookie::Secure);
        let headers = carried(&set);
        let found = Pending::find(SessionCookie::Secure, &headers, &secret().state()).unwrap();
        assert_eq!((found.attempt.attempt, found.attempt.back), (attempt.attempt, attempt.back));
        assert_eq!(found.attempt.mode, Mode::Popup);
        assert!(Pending::find(SessionCookie::Secure, &headers, "another").is_none());
        assert!(Pending::find(SessionCookie::Loopback, &headers, &secret().state()).is_none());
        assert!(set.to_str().unwrap().starts_with("__Host-callguide_sign_in_"));
        assert!(set.to_str().unwrap().contains("; HttpOnly; SameSite=Lax; Secure"));
    }

    #[test]
    fn a_cookie_of_another_secret_under_the_name_is_none() {
        let other = Secret::decode(&"E".repeat(43)).unwrap();
        let set = Pending { secret: other, attempt: Attempt::default() }.set(SessionCookie::Loopback);
        let value = set.to_str().unwrap().split(['=', ';']).nth(1).unwrap().to_owned();
        let forged = format!("{}={value}", name(&secret().state()));
        let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&forged).unwrap())]);
        assert!(Pending::find(SessionCookie::Loopback, &headers, &secret().state()).is_none());
    }

    #[test]
    fn what_is_too_long_is_left_so_that_the_cookie_is_kept() {
        let attempt = Attempt { attempt: "a".repeat(65), mode: Mode::Window, back: "/".repeat(2049) };
        let set = Pending { secret: secret(), attempt }.set(SessionCookie::Secure);
        let found = Pending::find(SessionCookie::Secure, &carried(&set), &secret().state()).unwrap();
        assert_eq!((found.attempt.attempt.as_str(), found.attempt.back.as_str()), ("", ""));
        let full = Attempt { attempt: "a".repeat(64), mode: Mode::Window, back: "/".repeat(2048) };
        assert!(Pending { secret: secret(), attempt: full }.set(SessionCookie::Secure).len() < 4096);
    }

    #[test]
    fn a_browser_never_carries_more_than_a_request_can() {
        let many: Vec<_> = (0..12).map(|n| format!("callguide_sign_in_{n}=x")).collect();
        let headers = |pairs: &[String]| {
            HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&pairs.join("; ")).unwrap())])
        };
        assert_eq!(surplus(SessionCookie::Loopback, &headers(&many)).len(), 12);
        assert_eq!(surplus(SessionCookie::Loopback, &headers(&many[..11])).len(), 0);
    }
}
