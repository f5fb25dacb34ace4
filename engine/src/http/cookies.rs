//! The session cookie: an opaque token and nothing else.

use axum::http::{HeaderMap, HeaderValue, header};

/// How the cookie is named and protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionCookie {
    /// Over https: the `__Host-` prefix makes the browser insist on `Secure`, this host and `/`.
    Secure,
    /// Over plain http on loopback, where a browser takes no secure cookie.
    Loopback,
}

impl SessionCookie {
    fn name(self) -> &'static str {
        match self {
            Self::Secure => "__Host-callguide_session",
            Self::Loopback => "callguide_session",
        }
    }

    fn attributes(self) -> &'static str {
        match self {
            Self::Secure => "; Path=/; HttpOnly; SameSite=Lax; Secure",
            Self::Loopback => "; Path=/; HttpOnly; SameSite=Lax",
        }
    }

    /// The token that a request carries, if it carries one.
    pub fn token(self, headers: &HeaderMap) -> Option<&str> {
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, _)| *name == self.name())
            .map(|(_, token)| token)
    }

    /// Sets the token. It lasts as long as the browser is open; the server ends it sooner.
    pub fn set(self, token: &str) -> HeaderValue {
        HeaderValue::from_str(&format!("{}={token}{}", self.name(), self.attributes()))
            .expect("a token is hexadecimal")
    }

    /// Takes the cookie away.
    pub fn clear(self) -> HeaderValue {
        HeaderValue::from_str(&format!("{}={}; Max-Age=0", self.name(), self.attributes()))
            .expect("constant text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_its_own_cookie_among_others() {
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
