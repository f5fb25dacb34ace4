//! Refusing calls that another site made with a volunteer's cookie.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::ApiError;

/// Lets a call through that changes nothing, or that this site made itself. What a browser says of
/// the origin of a call can't be forged by a page; a client that isn't a browser says nothing.
pub async fn refuse_cross_site(request: Request, next: Next) -> Response {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && is_cross_site(request.headers()) {
        return ApiError::forbidden("cross_site", "This call came from another site.").into_response();
    }
    next.run(request).await
}

fn is_cross_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text("sec-fetch-site");
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return true;
    }
    match (text(header::ORIGIN.as_str()), text(header::HOST.as_str())) {
        (None, _) => false,
        // A form of a page that sends no referrer, as ours do, has the origin `null` also on its own
        // site; what the browser says of the site then decides alone.
        (Some("null"), _) => site != Some("same-origin"),
        (Some(origin), Some(host)) => origin.split_once("://").is_none_or(|(_, from)| from != host),
        (Some(_), None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_this_site_may_change_anything() {
        assert!(!is_cross_site(&headers(&[])));
        assert!(!is_cross_site(&headers(&[("sec-fetch-site", "same-origin")])));
        assert!(is_cross_site(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(is_cross_site(&headers(&[("sec-fetch-site", "same-site")])));
        assert!(!is_cross_site(&headers(&[("origin", "http://127.0.0.1:8080"), ("host", "127.0.0.1:8080")])));
        assert!(is_cross_site(&headers(&[("origin", "https://evil.example"), ("host", "127.0.0.1:8080")])));
        let mixed =
            [("sec-fetch-site", "same-origin"), ("origin", "https://evil.example"), ("host", "a.example")];
        assert!(is_cross_site(&headers(&mixed)), "either one refuses");
        assert!(is_cross_site(&headers(&[("origin", "null"), ("host", "127.0.0.1:8080")])));
        assert!(is_cross_site(&headers(&[
            ("sec-fetch-site", "none"),
            ("origin", "null"),
            ("host", "a.example")
        ])));
        let own_form = [("sec-fetch-site", "same-origin"), ("origin", "null"), ("host", "127.0.0.1:8080")];
        assert!(!is_cross_site(&headers(&own_form)), "a form of a page that sends no referrer");
    }
}
