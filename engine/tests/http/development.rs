//! The development sign-in: plainly marked, on this machine only.

use axum::http::StatusCode;

use crate::harness::Service;

#[tokio::test]
async fn the_page_is_marked_and_lists_its_people() {
    let service = Service::new();
    let page = service.get("/auth/start?attempt=a1&mode=popup", "", &[]).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("Development sign-in"));
    assert!(page.text().contains("volunteer@example.org"));
}

#[tokio::test]
async fn what_the_address_says_can_not_break_out_of_the_page() {
    let service = Service::new();
    let page = service.get("/auth/start?attempt=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "", &[]).await;
    assert!(!page.text().contains("<script>alert"));
}

#[tokio::test]
async fn the_popup_reports_back_over_the_channel_of_its_attempt() {
    let service = Service::new();
    let page =
        service.post("/auth/development", "", &[], "email=volunteer@example.org&mode=popup&attempt=a1").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("data-attempt=\"a1\" data-result=\"done\""));
    assert!(page.header("set-cookie").contains("HttpOnly; SameSite=Lax"));
}

#[tokio::test]
async fn someone_who_is_not_on_the_list_is_refused_and_nothing_is_kept() {
    let service = Service::new();
    let page =
        service.post("/auth/development", "", &[], "email=notlisted@example.org&mode=popup&attempt=a1").await;
    assert!(page.text().contains("Access denied. This Google account is not on the approved list"));
    assert_eq!(page.header("set-cookie"), "");
}

#[tokio::test]
async fn it_is_refused_for_another_host_and_for_a_forwarded_request() {
    let service = Service::new();
    let refused: [&[(&str, &str)]; 3] = [
        &[("x-forwarded-for", "203.0.113.9")],
        &[("forwarded", "for=203.0.113.9")],
        &[("x-forwarded-host", "example.org")],
    ];
    for headers in refused {
        assert_eq!(
            service.get("/auth/start", "", headers).await.status,
            StatusCode::FORBIDDEN,
            "{headers:?}"
        );
        let posted = service.post("/auth/development", "", headers, "email=admin@example.org").await;
        assert_eq!(posted.status, StatusCode::FORBIDDEN, "{headers:?}");
    }
    let request = axum::http::Request::get("/auth/start").header("host", "callguide.example.org");
    let answer = service.send(request.body(axum::body::Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn going_back_never_leaves_this_origin() {
    let service = Service::new();
    for (back, to) in [
        ("/dtree?state=TX", "/dtree?state=TX"),
        ("//evil.example", "/home"),
        ("https://evil.example", "/home"),
    ] {
        let form = format!("email=volunteer@example.org&mode=window&return={back}");
        let answer = service.post("/auth/development", "", &[], &form).await;
        assert_eq!(answer.header("location"), to);
    }
}
