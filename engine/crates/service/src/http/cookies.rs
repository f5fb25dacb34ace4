//! The session cookie, which contains only an opaque token. The engine's other cookies are protected the same
//! way.

use axum::http::{HeaderMap, HeaderValue, header};

const SESSION: &str = "callguide_session";

/// How the cookies are named and protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionCookie {
    /// For https: the `__Host-` prefix makes the browser enforce `Secure`, this host, and `/`.
    Secure,
    /// For plain http on loopback, since browsers reject secure cookies there.
    Loopback,
}

impl SessionCookie {
    fn prefix(self) -> &'static str {
        if self == Self::Secure { "__Host-" } else { "" }
    }

    fn attributes(self) -> &'static str {
        match self {
            Self::Secure => "; Path=/; HttpOnly; SameSite=Lax; Secure",
            Self::Loopback => "; Path=/; HttpOnly; SameSite=Lax",
        }
    }

    /// Returns the request's session token, if it has one.
    pub fn token(self, headers: &HeaderMap) -> Option<&str> {
        self.named(headers, SESSION)
    }

    /// Sets the token. The cookie lasts until the browser closes, but the server ends the session sooner.
    pub fn set(self, token: &str) -> HeaderValue {
        self.write(SESSION, token, None)
    }

    /// Deletes the cookie.
    pub fn clear(self) -> HeaderValue {
        self.write(SESSION, "", Some(0))
    }

    /// Returns the value of another of our cookies.
    pub(super) fn named<'a>(self, headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
        self.all(headers).find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    /// Returns the names and values of our cookies whose names begin with `start`.
    pub(super) fn beginning<'a>(self, headers: &'a HeaderMap, start: &str) -> Vec<(&'a str, &'a str)> {
        self.all(headers).filter(|(name, _)| name.starts_with(start)).collect()
    }

    fn all(self, headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .filter_map(move |(name, value)| Some((name.strip_prefix(self.prefix())?, value)))
    }

    /// Sets another of our cookies, protected like the session cookie: for `seconds`, or until the browser closes.
    /// 0 deletes it.
    pub(super) fn write(self, name: &str, value: &str, seconds: Option<u32>) -> HeaderValue {
        let lasting = seconds.map_or_else(String::new, |seconds| format!("; Max-Age={seconds}"));
        HeaderValue::from_str(&format!("{}{name}={value}{}{lasting}", self.prefix(), self.attributes()))
            .expect("names and values are URL-safe letters")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_session_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; callguide_session=t0; c=d"));
        assert_eq!(SessionCookie::Loopback.token(&headers), Some("t0"));
        assert_eq!(SessionCookie::Secure.token(&headers), None);
    }

    #[test]
    fn off_loopback_the_cookie_is_bound_to_the_host_and_to_https() {
        let set = SessionCookie::Secure.set("t0");
        let set = set.to_str().unwrap();
        assert!(set.starts_with("__Host-callguide_session=t0;"));
        for attribute in ["Path=/", "HttpOnly", "SameSite=Lax", "Secure"] {
            assert!(set.contains(attribute), "{attribute}");
        }
    }
}
