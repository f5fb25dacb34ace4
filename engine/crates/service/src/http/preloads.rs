//! Preloads: what a page of the app will request first, named in the page's headers. The browser fetches it
//! while it's still parsing the page, instead of one after the other as the app's code asks for it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use serde::Deserialize;
use url::form_urlencoded;

use super::assets;

/// The files that each screen needs besides the entry, as written by the web app's build (`web/scripts/preloads.ts`).
#[derive(Debug, Default, Deserialize)]
struct Preloads {
    /// By path, for the app's own pages.
    screens: BTreeMap<String, Vec<String>>,
    /// For every other path: a step in a flow.
    step: Vec<String>,
    signed_out: Vec<String>,
}

/// Returns the `Link` header for the page at `uri`. `has_session` says whether the request carries a session
/// cookie, valid or not: a wrong guess costs one response.
pub fn link(uri: &Uri, has_session: bool) -> Option<HeaderValue> {
    static BUILT: LazyLock<Preloads> = LazyLock::new(|| {
        let written = assets::read("preloads.json");
        written.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default()
    });
    HeaderValue::from_str(&BUILT.links(uri, has_session).join(", ")).ok()
}

/// Returns whether the browser still has a sign-out to report (`web/src/api/signOut.ts`). That must come
/// before anything else, so nothing is preloaded.
pub fn is_sign_out_due(headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut names =
        cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split('=').next());
    names.any(|name| name == "callguide_sign_out_due")
}

impl Preloads {
    fn links(&self, uri: &Uri, has_session: bool) -> Vec<String> {
        let mut links = vec![fetched("/api/session")];
        if !has_session {
            links.push(fetched("/api/site"));
            links.extend_from_slice(&self.signed_out);
            return links;
        }
        // The same request that the app will make: for the version named in the address, or for the current one.
        links.push(fetched(&match version(uri) {
            Some(version) => {
                let encoded: String = form_urlencoded::byte_serialize(version.as_bytes()).collect();
                format!("/api/content?version={encoded}")
            }
            None => "/api/content".to_owned(),
        }));
        // The root path leads to the home screen, whose code is in the entry.
        if uri.path() != "/" {
            links.extend_from_slice(self.screens.get(uri.path()).unwrap_or(&self.step));
        }
        links
    }
}

fn fetched(path: &str) -> String {
    format!("<{path}>; rel=preload; as=fetch; crossorigin")
}

fn version(uri: &Uri) -> Option<String> {
    let query = uri.query()?;
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(name, value)| name == "version" && !value.is_empty()).map(|(_, value)| value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preloads() -> Preloads {
        serde_json::from_str(
            r#"{ "screens": { "/home": [], "/own": ["own"] }, "step": ["step"], "signed_out": ["login"] }"#,
        )
        .unwrap()
    }

    fn links(address: &str, has_session: bool) -> String {
        preloads().links(&address.parse().unwrap(), has_session).join("\n")
    }

    #[test]
    fn a_screen_names_the_session_the_content_and_its_own_files() {
        insta::assert_snapshot!(links("/own", true), @r"
        </api/session>; rel=preload; as=fetch; crossorigin
        </api/content>; rel=preload; as=fetch; crossorigin
        own
        ");
        assert!(links("/any/step?a=b", true).ends_with("\nstep"));
        assert!(links("/", true).ends_with("</api/content>; rel=preload; as=fetch; crossorigin"));
    }

    #[test]
    fn content_is_of_the_version_in_the_address_and_nothing_else_of_it_reaches_the_header() {
        assert!(links("/own?version=0a1b&x=y", true).contains("</api/content?version=0a1b>;"));
        assert!(links("/own?version=", true).contains("</api/content>;"));
        assert!(
            links("/own?version=a%3E%3B%20rel%3Dx%0D%0A", true)
                .contains("</api/content?version=a%3E%3B+rel%3Dx%0D%0A>;")
        );
    }

    #[test]
    fn without_a_session_nothing_is_asked_for_that_would_be_refused() {
        insta::assert_snapshot!(links("/own?version=0a1b", false), @r"
        </api/session>; rel=preload; as=fetch; crossorigin
        </api/site>; rel=preload; as=fetch; crossorigin
        login
        ");
    }
}
