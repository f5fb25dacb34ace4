//! Blocking people and ending sessions over HTTP, as the admin page and the profile menu do.

use axum::http::StatusCode;
use callguide::access::{Actor, ListEdit};
use serde_json::{Value as Json, json};

use crate::harness::{Answer, OWN_DOMAIN, Service};

const LIST: &str = "/api/allowed-emails";
const BLOCKED: &str = "/api/blocked-emails";
const SESSIONS: &str = "/api/sessions";
const ADMIN: &str = "admin@example.org";
const VOLUNTEER: &str = "volunteer@example.org";

struct Page {
    service: Service,
    cookie: String,
}

impl Page {
    async fn open() -> Self {
        let service = Service::new();
        let cookie = service.sign_in(ADMIN).await;
        Self { service, cookie }
    }

    async fn get(&self, path: &str) -> Answer {
        self.service.get(path, &self.cookie, &[]).await
    }

    async fn put(&self, path: &str, if_match: Option<&str>, emails: &[&str]) -> Answer {
        let headers: Vec<_> = if_match.map(|tag| ("if-match", tag)).into_iter().collect();
        let body = json!({ "emails": emails }).to_string();
        self.service.json("PUT", path, &self.cookie, &headers, body).await
    }

    async fn status(&self, cookie: &str) -> u16 {
        self.service.get("/api/content", cookie, &[]).await.status.as_u16()
    }

    /// Returns the addresses of the listed sessions, one for each session.
    async fn signed_in(&self) -> Vec<String> {
        let sessions = self.get(SESSIONS).await.json()["sessions"].clone();
        let email = |session: &Json| session["email"].as_str().unwrap().to_owned();
        sessions.as_array().unwrap().iter().map(email).collect()
    }
}

#[tokio::test]
async fn blocking_removes_a_person_and_ends_their_sessions_in_one_change() {
    let page = Page::open().await;
    let volunteer = page.service.volunteer().await;
    let empty = page.get(BLOCKED).await;
    assert_eq!(empty.json(), json!({ "emails": [] }));
    assert_eq!(empty.header("cache-control"), "no-store");
    assert_eq!(empty.header("etag"), page.get(LIST).await.header("etag"), "one tag for both");
    let answer = page.put(BLOCKED, Some(empty.header("etag")), &[" Volunteer@Example.org "]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.json(), json!({ "emails": [VOLUNTEER] }));
    assert_ne!(answer.header("etag"), empty.header("etag"));
    assert_eq!(page.get(LIST).await.json(), json!({ "emails": [ADMIN] }));
    assert_eq!(page.get(LIST).await.header("etag"), answer.header("etag"));
    assert_eq!(page.status(&volunteer).await, 401);
    let line = page.get("/api/allowed-emails/audit").await.json()["entries"][0].clone();
    assert_eq!((&line["blocked"], &line["removed"]), (&json!([VOLUNTEER]), &json!([VOLUNTEER])));
    assert_eq!(line["by"], ADMIN);
}

#[tokio::test]
async fn a_blocked_person_gets_the_specified_message_and_cannot_be_added() {
    let page = Page::open().await;
    page.put(BLOCKED, None, &[VOLUNTEER]).await;
    let form = format!("email={VOLUNTEER}&mode=window");
    let refused = page.service.post("/auth/development", "", &[], &form).await;
    assert!(!refused.header("set-cookie").contains("callguide_session=ey"), "nobody is let in");
    let answer = page.put(LIST, None, &[ADMIN, VOLUNTEER]).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    let problem = answer.json();
    assert_eq!(problem["code"], "blocked_email");
    assert_eq!(problem["details"]["emails"], json!([VOLUNTEER]));
    assert!(problem["error"].as_str().unwrap().contains("unblock"), "{problem}");
    // Unblocking someone doesn't put them on the list.
    page.put(BLOCKED, None, &[]).await;
    assert_eq!(page.get(LIST).await.json(), json!({ "emails": [ADMIN] }));
    assert_eq!(page.put(LIST, None, &[ADMIN, VOLUNTEER]).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_block_wins_over_the_organisations_domain() {
    let page = Page::open().await;
    let own = format!("ann@{OWN_DOMAIN}");
    let access = &page.service.state.access;
    assert!(access.rights(&own.parse().unwrap()).await.unwrap().allowed);
    page.put(BLOCKED, None, &[&own]).await;
    let rights = access.rights(&own.parse().unwrap()).await.unwrap();
    assert!(!rights.allowed && rights.blocked);
    page.put(BLOCKED, None, &[]).await;
    assert!(access.rights(&own.parse().unwrap()).await.unwrap().allowed);
}

#[tokio::test]
async fn nobody_can_block_themselves_or_the_last_admin() {
    let page = Page::open().await;
    let answer = page.put(BLOCKED, None, &[ADMIN]).await;
    assert_eq!((answer.status, &answer.json()["code"]), (StatusCode::CONFLICT, &json!("would_lock_out")));
    assert_eq!(answer.json()["details"]["reason"], "last_admin");
    let grant = ListEdit::SetAdmin { emails: [VOLUNTEER.parse().unwrap()].into(), admin: true };
    page.service.state.access.change(&Actor::CommandLine(None), None, &grant).await.unwrap();
    let answer = page.put(BLOCKED, None, &[ADMIN, VOLUNTEER]).await;
    assert_eq!(answer.json()["details"]["reason"], "last_admin");
    let answer = page.put(BLOCKED, None, &[ADMIN]).await;
    assert_eq!(answer.json()["details"]["reason"], "own_access");
    assert_eq!(page.get(BLOCKED).await.json(), json!({ "emails": [] }));
}

#[tokio::test]
async fn saving_the_block_list_requires_its_tag_as_with_the_allow_list() {
    let page = Page::open().await;
    let seen = page.get(BLOCKED).await.header("etag").to_owned();
    // Changing the list changes the tag, so the earlier one is outdated.
    page.put(LIST, None, &[ADMIN, VOLUNTEER, "new@example.org"]).await;
    let answer = page.put(BLOCKED, Some(&seen), &["eve@example.org"]).await;
    assert_eq!(answer.status, StatusCode::PRECONDITION_FAILED);
    assert_eq!(answer.json()["details"]["emails"], json!([]), "those who are blocked, not the list");
    let now = answer.json()["details"]["etag"].as_str().unwrap().to_owned();
    assert_eq!(page.put(BLOCKED, Some(&now), &["eve@example.org"]).await.status, StatusCode::OK);
    let answer = page.put(BLOCKED, None, &["no", "eve@example.org", "EVE@example.org", "also no"]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let problems = answer.json()["details"]["problems"].clone();
    let told: Vec<_> = problems.as_array().unwrap().iter().map(|p| p["email"].as_str().unwrap()).collect();
    assert_eq!(told, ["no", "EVE@example.org", "also no"]);
    let answer = page.put(BLOCKED, None, &["eve@example.org", "EVE@example.org"]).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (409, &json!("duplicate_email")));
    assert_eq!(page.get(BLOCKED).await.json(), json!({ "emails": ["eve@example.org"] }));
}

#[tokio::test]
async fn allowing_a_person_again_revives_no_old_session() {
    let page = Page::open().await;
    let volunteer = page.service.volunteer().await;
    let other = page.service.volunteer().await;
    assert_eq!(page.status(&volunteer).await, 200);
    // The session wasn't used in between, so only the mark shows that it ended.
    page.put(LIST, None, &[ADMIN]).await;
    page.put(LIST, None, &[ADMIN, VOLUNTEER]).await;
    assert_eq!((page.status(&volunteer).await, page.status(&other).await), (401, 401));
    let again = page.service.volunteer().await;
    assert_eq!(page.status(&again).await, 200);
    page.put(BLOCKED, None, &[VOLUNTEER]).await;
    page.put(BLOCKED, None, &[]).await;
    page.put(LIST, None, &[ADMIN, VOLUNTEER]).await;
    assert_eq!(page.status(&again).await, 401);
}

#[tokio::test]
async fn an_admin_sees_who_is_signed_in_and_can_end_sessions() {
    let page = Page::open().await;
    let hers = [page.service.volunteer().await, page.service.volunteer().await];
    assert_eq!(page.signed_in().await, [ADMIN, VOLUNTEER, VOLUNTEER]);
    let answer = page.get(SESSIONS).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let line = answer.json()["sessions"][1].clone();
    assert_eq!(line["display_name"], "Vic Volunteer");
    let moment = |name: &str| line[name].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    assert!(moment("since") <= moment("last_used"));
    assert_eq!(line.as_object().unwrap().len(), 4, "nothing that lets anyone in: {line}");
    let end = async |query: &str| {
        page.service.json("DELETE", &format!("{SESSIONS}{query}"), &page.cookie, &[], "").await
    };
    assert_eq!(end("").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(end("?email=nobody").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(end("?email=never-seen%40example.org").await.status, StatusCode::NO_CONTENT);
    let before = jiff::Timestamp::now();
    assert_eq!(end("?email=Volunteer%40example.org").await.status, StatusCode::NO_CONTENT);
    assert_eq!(page.signed_in().await, [ADMIN]);
    for cookie in &hers {
        assert_eq!(page.status(cookie).await, 401);
    }
    let line = page.get("/api/allowed-emails/audit").await.json()["entries"][0].clone();
    assert_eq!((&line["signed_out"], &line["by"]), (&json!([VOLUNTEER]), &json!(ADMIN)));
    assert_eq!(line["etag_before"], line["etag_after"]);
    let at: jiff::Timestamp = line["at"].as_str().unwrap().parse().unwrap();
    assert!((before.as_second()..=jiff::Timestamp::now().as_second()).contains(&at.as_second()), "{line}");
    // The volunteer may sign in again.
    let again = page.service.volunteer().await;
    assert_eq!(page.status(&again).await, 200);
}

#[tokio::test]
async fn signing_out_everywhere_ends_only_own_sessions_and_fails_no_save() {
    let page = Page::open().await;
    let seen = page.get(LIST).await.header("etag").to_owned();
    let hers = [page.service.volunteer().await, page.service.volunteer().await];
    let answer = page.service.post("/auth/logout-everywhere", &hers[0], &[], "").await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    assert!(answer.header("set-cookie").contains("Max-Age=0"));
    for cookie in &hers {
        assert_eq!(page.status(cookie).await, 401);
    }
    assert_eq!(page.status(&page.cookie).await, 200);
    let saved = page.put(LIST, Some(&seen), &[ADMIN, VOLUNTEER, "new@example.org"]).await;
    assert_eq!(saved.status, StatusCode::OK);
    let audit = page.get("/api/allowed-emails/audit").await.json();
    assert_eq!(audit["entries"].as_array().unwrap().len(), 1, "it is nobody else's to read about");
}

#[tokio::test]
async fn nothing_is_preloaded_while_a_sign_out_is_pending() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    let page = service.get("/home", &cookie, &[]).await;
    assert!(page.header("link").contains("/api/session"));
    let due = format!("{cookie}; callguide_sign_out_due=1");
    // With a 304, the browser would go by the headers that it has stored.
    let again = service.get("/home", &due, &[("if-none-match", page.header("etag"))]).await;
    assert_eq!((again.status, again.header("link")), (StatusCode::OK, ""));
}
