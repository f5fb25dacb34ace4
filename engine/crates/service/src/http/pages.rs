//! The few pages that the engine itself writes, all for signing in.

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};

/// Returns a page with `body` in its card; `data` are attributes on the body element for the script.
pub fn page(title: &str, body: &str, data: &str) -> Response {
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"/auth/pages.css\">\n<script src=\"/auth/report.js\" defer></script>\n\
         <body {data}>\n<main>\n{body}</main>\n</body>\n</html>\n",
        escape(title)
    );
    ([(header::CACHE_CONTROL, "no-store")], Html(html)).into_response()
}

/// Escapes text for HTML, including attribute values.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
