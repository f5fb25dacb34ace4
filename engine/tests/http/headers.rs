//! The headers of every response.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::harness::Service;

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    for path in ["/api/session", "/api/content", "/api/none", "/auth/start", "/home", "/api/tree/ZZ"] {
        let answer = service.get(path, &cookie, &[]).await;
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(policy.contains("script-src"), !path.starts_with("/api/"), "{path}: data is no page");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin-allow-popups", "{path}");
        assert!(answer.header("server-timing").starts_with("app;dur="), "{path}");
    }
}

#[tokio::test]
async fn a_guide_may_be_framed_only_by_this_origin() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.get("/guides/easy-ticket", &cookie, &[]).await;
    assert!(answer.header("content-security-policy").contains("frame-ancestors 'self'"));
    assert!(!answer.header("content-security-policy").contains("script-src"));
    assert_eq!(answer.header("x-frame-options"), "SAMEORIGIN");
    assert!(answer.text().contains("<ol>"));
    assert!(!answer.text().contains("<script"));
}

/// The web app puts the page's content into a frame, where the app's own policy applies, even offline.
#[tokio::test]
async fn a_guide_inlines_its_style_and_both_policies_allow_only_that() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let guide = service.get("/guides/easy-ticket", &cookie, &[]).await;
    let page = guide.text();
    assert!(!page.contains("<link"), "nothing else is fetched: {page}");
    assert!(!page.contains(" style="), "{page}");
    let style = page.split("<style>").nth(1).unwrap().split("</style>").next().unwrap();
    let hash = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(style)));
    let app = service.get("/home", &cookie, &[("accept", "text/html")]).await;
    for (policy, sources) in [
        (guide.header("content-security-policy"), format!("style-src {hash};")),
        (app.header("content-security-policy"), format!("style-src 'self' {hash};")),
    ] {
        assert!(policy.contains(&sources), "{sources}: {policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}

#[tokio::test]
async fn every_response_names_the_build_of_the_web_app() {
    let service = Service::new();
    let build = service.get("/healthz", "", &[]).await.header("x-app-build").to_owned();
    // If the web app wasn't built, there's nothing to preload.
    let built = service.get("/home", "", &[("accept", "text/html")]).await.status == 200;
    let hash = build.len() == 12 && build.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert_eq!((hash, build.is_empty()), (built, !built), "{build:?}");
    for (path, status) in
        [("/api/content", 401), ("/api/none", 404), ("/home", if built { 200 } else { 404 })]
    {
        let answer = service.get(path, "", &[]).await;
        assert_eq!((answer.status.as_u16(), answer.header("x-app-build")), (status, &*build), "{path}");
    }
    let foreign = [("sec-fetch-site", "cross-site")];
    let refused = service.post("/auth/logout", "", &foreign, "").await;
    assert_eq!((refused.status.as_u16(), refused.header("x-app-build")), (403, &*build));
}
