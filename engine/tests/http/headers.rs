//! What every answer carries.

use crate::harness::Service;

#[tokio::test]
async fn every_answer_is_hardened() {
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
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin-allow-popups", "{path}");
        assert!(answer.header("server-timing").starts_with("app;dur="), "{path}");
    }
}

#[tokio::test]
async fn a_guide_may_be_framed_by_this_origin_alone() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let answer = service.get("/guides/easy-ticket", &cookie, &[]).await;
    assert!(answer.header("content-security-policy").contains("frame-ancestors 'self'"));
    assert!(!answer.header("content-security-policy").contains("script-src"));
    assert_eq!(answer.header("x-frame-options"), "SAMEORIGIN");
    assert!(answer.text().contains("<ol>"));
    assert!(!answer.text().contains("<script"));
}
