//! The development sign-in: clearly marked, on this machine only, and only with its code.

use axum::http::StatusCode;

use crate::harness::{Answer, CODE, Service};

const PEOPLE: &str = "/auth/start?attempt=a1&mode=popup";

/// Enters the code and returns the cookie that proves it.
async fn shown(service: &Service) -> String {
    let answer = service.post("/auth/development", "", &[], &format!("code={CODE}")).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

#[track_caller]
fn assert_says_where_the_code_is(page: &Answer) {
    assert!(page.text().contains("in the terminal where <code>callguide serve</code> is running"));
    assert!(page.text().contains("name=\"code\""), "and has a field for it");
    assert!(!page.text().contains("volunteer@example.org"));
}

#[tokio::test]
async fn the_page_is_marked_and_lists_its_people() {
    let service = Service::new();
    let page = service.get(PEOPLE, &shown(&service).await, &[]).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("Development sign-in"));
    assert!(page.text().contains("volunteer@example.org"));
    // Otherwise, the browser asks for /favicon.ico, which doesn't exist.
    assert!(page.text().contains("rel=\"icon\" href=\"/favicon.svg\""));
}

#[tokio::test]
async fn parameters_in_the_url_cannot_inject_html_into_the_page() {
    let service = Service::new();
    for cookie in [String::new(), shown(&service).await] {
        let address = "/auth/start?attempt=%22%3E%3Cscript%3Ealert(1)%3C/script%3E";
        let page = service.get(address, &cookie, &[]).await;
        assert!(!page.text().contains("<script>alert"));
    }
}

#[tokio::test]
async fn the_code_is_exchanged_for_a_cookie_that_stands_in_for_it() {
    let service = Service::new();
    let answer = service.post("/auth/development", "", &[], &format!("code={CODE}")).await;
    assert_eq!((answer.status, answer.body.len()), (StatusCode::NO_CONTENT, 0));
    let set = answer.header("set-cookie");
    assert!(set.ends_with("; Path=/; HttpOnly; SameSite=Lax"), "as long as the browser is open: {set}");
    assert!(!set.contains(CODE), "{set}");
    let cookie = set.split(';').next().unwrap();
    // The same cookie works for one person after another.
    for person in ["volunteer@example.org", "admin@example.org"] {
        let page = service.post("/auth/development", cookie, &[], &format!("email={person}")).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{person}");
    }
    let elsewhere = Service::new();
    let page = elsewhere.post("/auth/development", cookie, &[], "email=admin@example.org").await;
    assert_eq!(page.status, StatusCode::FORBIDDEN, "another engine has another cookie");
}

#[tokio::test]
async fn nobody_signs_in_without_the_code_and_the_page_says_where_to_find_it() {
    let service = Service::new();
    let no_codes =
        ["", "code=", "code=wrong", "email=admin@example.org&code=wrong", "email=admin@example.org"];
    for form in no_codes {
        let answer = service.post("/auth/development", "", &[], form).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{form}");
        assert_eq!(answer.json()["code"], "development_code", "{form}");
        assert_eq!(answer.header("set-cookie"), "", "{form}");
        let page = service.post("/auth/development", "", &[("accept", "text/html")], form).await;
        assert_eq!(page.status, StatusCode::FORBIDDEN, "{form}");
        assert_says_where_the_code_is(&page);
        assert_eq!(page.header("set-cookie"), "", "{form}");
    }
    let forged = format!("callguide_development={CODE}");
    for cookie in ["", "callguide_development=", "callguide_development=x", &forged] {
        let page = service.get(PEOPLE, cookie, &[]).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_says_where_the_code_is(&page);
        let answer = service.post("/auth/development", cookie, &[], "email=admin@example.org").await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{cookie}");
    }
}

#[tokio::test]
async fn an_invalid_form_is_handled_like_one_without_a_code() {
    let service = Service::new();
    let cookie = shown(&service).await;
    for body in ["mode=neither", "code=a&code=b"] {
        let answer = service.post("/auth/development", "", &[], body).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{body}");
        assert_eq!(answer.json()["code"], "development_code", "{body}");
        let answer = service.post("/auth/development", &cookie, &[], body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(answer.json()["code"], "bad_form", "{body}");
    }
}

#[tokio::test]
async fn a_typed_code_leads_to_the_list_of_people() {
    let service = Service::new();
    let form =
        format!("code=+{CODE}+&typed=true&attempt=a1&mode=popup&return=%2Fchat%3Fstate%3DTX%26x&others=stay");
    let answer = service.post("/auth/development", "", &[("accept", "text/html")], &form).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    let next = answer.header("location");
    assert_eq!(next, "/auth/start?attempt=a1&mode=popup&return=%2Fchat%3Fstate%3DTX%26x&others=stay");
    let page = service.get(next, answer.header("set-cookie").split(';').next().unwrap(), &[]).await;
    assert!(page.text().contains("name=\"return\" value=\"/chat?state=TX&amp;x\""), "{}", page.text());
}

#[tokio::test]
async fn wrong_codes_are_rate_limited_but_the_cookie_still_works() {
    let service = Service::new();
    let cookie = shown(&service).await;
    let mut answer = service.post("/auth/development", "", &[], "code=wrong").await;
    let mut looked_at = 0;
    while answer.status == StatusCode::FORBIDDEN {
        looked_at += 1;
        assert!(looked_at <= 20, "guessing goes on");
        answer = service.post("/auth/development", "", &[], "email=admin@example.org&code=wrong").await;
    }
    assert_eq!(
        (answer.status, answer.json()["code"].as_str()),
        (StatusCode::TOO_MANY_REQUESTS, Some("rate_limited"))
    );
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=3).contains(&wait), "{wait}");
    let html = [("accept", "text/html")];
    let page = service.post("/auth/development", "", &html, &format!("code={CODE}")).await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS, "else guessing would go on");
    assert!(
        page.header("retry-after").parse::<u64>().is_ok() && page.text().contains("Too many wrong codes")
    );
    let page = service.post("/auth/development", &cookie, &[], "email=volunteer@example.org").await;
    assert_eq!(page.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn the_popup_reports_back_over_the_channel_of_its_attempt() {
    let service = Service::new();
    let form = format!("email=volunteer@example.org&code={CODE}&mode=popup&attempt=a1");
    let page = service.post("/auth/development", "", &[], &form).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("data-attempt=\"a1\" data-result=\"done\""));
    assert!(page.header("set-cookie").contains("HttpOnly; SameSite=Lax"));
}

#[tokio::test]
async fn an_unlisted_person_is_refused_and_gets_no_cookie() {
    let service = Service::new();
    let form = format!("email=notlisted@example.org&code={CODE}&mode=popup&attempt=a1");
    let page = service.post("/auth/development", "", &[], &form).await;
    assert!(page.text().contains("Access denied. This Google account is not on the approved list"));
    assert_eq!(page.header("set-cookie"), "");
}

#[tokio::test]
async fn it_is_refused_for_other_hosts_and_forwarded_requests() {
    let service = Service::new();
    let refused: [&[(&str, &str)]; 3] = [
        &[("x-forwarded-for", "203.0.113.9")],
        &[("forwarded", "for=203.0.113.9")],
        &[("x-forwarded-host", "example.org")],
    ];
    let cookie = shown(&service).await;
    for headers in refused {
        assert_eq!(
            service.get("/auth/start", &cookie, headers).await.status,
            StatusCode::FORBIDDEN,
            "{headers:?}"
        );
        for form in [format!("email=admin@example.org&code={CODE}"), format!("code={CODE}")] {
            let posted = service.post("/auth/development", &cookie, headers, &form).await;
            assert_eq!(posted.status, StatusCode::FORBIDDEN, "{headers:?}");
            assert_eq!(posted.json()["code"], "not_loopback", "{headers:?}");
        }
    }
    let request = axum::http::Request::get("/auth/start").header("host", "callguide.example.org");
    let answer = service.send(request.body(axum::body::Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn every_failure_is_a_page_that_reports_to_the_login_screen() {
    let service = Service::new();
    let forwarded = ("x-forwarded-for", "203.0.113.9");
    let other_site = ("sec-fetch-site", "cross-site");
    let cases = [
        ("GET", PEOPLE, forwarded, 403, "a1", "The development sign-in only works on this machine."),
        (
            "GET",
            "/auth/start?mode=neither",
            ("dnt", "1"),
            400,
            "",
            "This sign-in&#39;s address can&#39;t be read.",
        ),
        ("GET", "/auth/callback?state=s", ("dnt", "1"), 404, "", "This engine has no sign-in provider."),
        ("POST", "/auth/development", other_site, 403, "", "This call came from another site."),
    ];
    for (method, address, header, status, attempt, why) in cases {
        let ask = async |accept: &str| {
            let headers = [("accept", accept), header];
            match method {
                "GET" => service.get(address, "", &headers).await,
                _ => service.post(address, "", &headers, "").await,
            }
        };
        let page = ask("text/html,*/*").await;
        assert_eq!(page.status, status, "{address}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{address}");
        assert_eq!(page.header("cache-control"), "no-store", "{address}");
        let told = format!("data-attempt=\"{attempt}\" data-result=\"refused\" data-error=\"{why}\"");
        assert!(page.text().contains(&told), "{address}: {}", page.text());
        let problem = ask("*/*").await;
        assert!(problem.status == status && problem.json()["error"].is_string(), "a program: {address}");
    }
    let elsewhere = service.get("/api/content", "", &[("accept", "text/html")]).await;
    assert_eq!(elsewhere.json()["code"], "signed_out", "only a sign-in has such a page");
}

#[tokio::test]
async fn the_return_path_never_leaves_this_origin() {
    let service = Service::new();
    for (back, to) in [
        ("/dtree?state=TX", "/dtree?state=TX"),
        ("//evil.example", "/home"),
        ("https://evil.example", "/home"),
    ] {
        let form = format!("email=volunteer@example.org&code={CODE}&mode=window&return={back}");
        let answer = service.post("/auth/development", "", &[], &form).await;
        assert_eq!(answer.header("location"), to);
    }
}

#[tokio::test]
async fn someone_with_too_many_sessions_can_end_them_and_continue() {
    let service = Service::new();
    let first = service.volunteer().await;
    for _ in 1..20 {
        service.volunteer().await;
    }
    let code = shown(&service).await;
    let form = "email=volunteer@example.org&attempt=a1&mode=popup&return=%2Fphone%3Fa%3D1";
    let full = service.post("/auth/development", &code, &[], form).await;
    assert_eq!((full.status, full.header("set-cookie")), (StatusCode::CONFLICT, ""));
    assert!(full.text().contains("You&#39;re already signed in on as many devices as one person can use"));
    assert!(!full.text().contains("data-result"), "the page stays, and asks");
    let link = "/auth/start?attempt=a1&amp;mode=popup&amp;return=%2Fphone%3Fa%3D1&amp;others=end";
    assert!(
        full.text().contains(&format!("<a href=\"{link}\">Sign out everywhere else and sign in here</a>"))
    );
    let status = async |cookie: &str| service.get("/api/content", cookie, &[]).await.status;
    assert_eq!(status(&first).await, StatusCode::OK);
    let people = service.get(&link.replace("&amp;", "&"), &code, &[]).await;
    assert!(people.text().contains("name=\"others\" value=\"end\""));
    let entered = service.post("/auth/development", &code, &[], &format!("{form}&others=end")).await;
    assert_eq!(entered.status, StatusCode::OK);
    assert_eq!(status(entered.header("set-cookie").split(';').next().unwrap()).await, StatusCode::OK);
    assert_eq!(status(&first).await, StatusCode::UNAUTHORIZED);
    // While there's room, the same request doesn't end anyone's session.
    let again = service.post("/auth/development", &code, &[], &format!("{form}&others=end")).await;
    assert_eq!(again.status, StatusCode::OK);
    assert_eq!(status(entered.header("set-cookie").split(';').next().unwrap()).await, StatusCode::OK);
}
