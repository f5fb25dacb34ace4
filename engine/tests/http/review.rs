//! Tests the body that staff sign off on: only admins get it, and it includes all the text once, with a picture of a
//! tree.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::Value;

use crate::harness::Service;

#[tokio::test]
async fn review_pages_are_for_admins_only() {
    let service = Service::new();
    let volunteer = service.volunteer().await;
    for path in ["/api/review", "/api/graph/TX", "/api/graph/ZZ", "/api/report?about=question%20B"] {
        assert_eq!(service.get(path, "", &[]).await.status, StatusCode::UNAUTHORIZED, "{path}");
        let answer = service.get(path, &volunteer, &[]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path}");
        assert_eq!(answer.json()["code"], "not_admin");
    }
}

#[tokio::test]
async fn every_region_is_in_exactly_one_group_with_the_same_texts() {
    let service = Service::new();
    let admin = service.sign_in("admin@example.org").await;
    let answer = service.get("/api/review", &admin, &[]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json()["version"], answer.header("x-content-version"));
    let body = answer.json();
    let groups = body["groups"].as_array().unwrap();
    let codes = |group: &Value| -> Vec<String> {
        group["states"].as_array().unwrap().iter().map(|s| s["code"].as_str().unwrap().to_owned()).collect()
    };
    let all: Vec<String> = groups.iter().flat_map(codes).collect();
    assert_eq!(all.len(), 50);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 50);
    // The groups are: no ID required; Nevada's own path; focus states; proof of citizenship; both; all
    // others.
    let group_of = |code: &str| groups.iter().find(|group| codes(group).iter().any(|c| c == code)).unwrap();
    assert_eq!(codes(group_of("NV")), ["NV"]);
    assert_eq!(codes(group_of("CA")).len(), 11);
    assert_eq!(codes(group_of("TX")), ["FL", "GA", "NC", "OH", "PA", "TX", "WI"]);
    assert_eq!(codes(group_of("AZ")), ["AZ"]);
    assert_eq!(codes(group_of("NH")), ["NH"]);
    assert_eq!(groups.len(), 6);
    for group in groups {
        // The nodes are those of the example region as served, starting with its first node.
        let tree =
            service.get(&format!("/api/tree/{}", group["example"].as_str().unwrap()), &admin, &[]).await;
        let served = tree.json()["nodes"].as_object().unwrap().clone();
        let nodes = group["nodes"].as_array().unwrap();
        assert_eq!(nodes.len(), served.len());
        assert_eq!(nodes[0]["id"], group["start"]);
        for node in nodes {
            let mut node = node.clone();
            let id = node.as_object_mut().unwrap().remove("id").unwrap();
            node.as_object_mut().unwrap().remove("places").unwrap();
            assert_eq!(served[id.as_str().unwrap()], node);
        }
    }
    // Everything else that volunteers read is in the same body, at the same version.
    let content = service.get("/api/content", &admin, &[]).await.json();
    assert_eq!((&body["content"], &body["content"]["version"]), (&content, &body["version"]));
    assert_eq!(body["faq"], service.get("/api/faq", &admin, &[]).await.json()["entries"]);
    assert_eq!(body["outcomes"], service.get("/api/tree/TX", &admin, &[]).await.json()["outcomes"]);
    // Staff also sign off on errands; each comes with the page that mentions it and where to edit it.
    let errands = body["elsewhere"].as_array().unwrap();
    assert!(!errands.is_empty());
    for errand in errands {
        for key in ["question", "text", "source"] {
            assert!(!errand[key].as_str().unwrap().is_empty(), "{errand}");
        }
        let place = &body["places"][format!("errand {}", errand["id"].as_str().unwrap())];
        assert_eq!(place["file"], "elsewhere.yaml", "{errand}");
    }
    let tag = answer.header("etag").to_owned();
    let again = service.get("/api/review", &admin, &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn future_texts_are_included_with_the_time_when_they_begin() {
    let service = Service::of_its_own();
    let admin = service.sign_in("admin@example.org").await;
    let text = "text: Is the voter at least 16 years old and a US citizen?";
    let dated =
        "text: [{ until: \"2026-12-01\", text: Is the voter a citizen? }, { text: Is the voter 16? }]";
    service.rewrite(&[("decision-tree.yaml", text, dated)]);
    let body = service.get("/api/review", &admin, &[]).await.json();
    let groups = body["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 11, "of six groups those five that come to the question are there twice");
    let of = |code: &str| -> Vec<(&Value, &Value)> {
        let states = groups.iter().flat_map(|group| group["states"].as_array().unwrap());
        let own = states.filter(|state| state["code"] == code);
        own.map(|state| (&state["from"], &state["until"])).collect()
    };
    // Each state changes in its own time zone.
    let (texas, arizona) = (Value::from("2026-12-02T06:00:00Z"), Value::from("2026-12-02T07:00:00Z"));
    assert_eq!(of("TX"), [(&Value::Null, &texas), (&texas, &Value::Null)]);
    assert_eq!(of("AZ"), [(&Value::Null, &arizona), (&arizona, &Value::Null)]);
    assert_eq!(of("CA"), [(&Value::Null, &Value::Null)]);
}

#[tokio::test]
async fn the_picture_is_self_contained() {
    let service = Service::new();
    let admin = service.sign_in("admin@example.org").await;
    let answer = service.get("/api/graph/TX", &admin, &[]).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "image/svg+xml"));
    let picture = answer.text();
    assert!(picture.starts_with("<svg ") && picture.contains("<title id=\"title\">Texas</title>"));
    assert!(!picture.contains("style") && !picture.contains("href"), "the policy of the page forbids it");
    let tag = answer.header("etag").to_owned();
    let again = service.get("/api/graph/TX", &admin, &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!(service.get("/api/graph/ZZ", &admin, &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_picture_matches_the_requested_version() {
    let service = Service::of_its_own();
    let admin = service.sign_in("admin@example.org").await;
    let before = service.get("/api/review", &admin, &[]).await.json()["version"].as_str().unwrap().to_owned();
    let after = service.edit();
    let picture = async |query: &str| service.get(&format!("/api/graph/TX{query}"), &admin, &[]).await;
    assert_eq!(picture("").await.header("x-content-version"), after);
    let kept = picture(&format!("?version={before}")).await;
    assert_eq!((kept.status, kept.header("x-content-version")), (StatusCode::OK, before.as_str()));
    assert_eq!(picture("?version=0000000000000000").await.status, StatusCode::GONE);
}

/// Returns the line of the shipped content that a place points to, preceded by its key if that's on the
/// previous line.
fn line_of(place: &Value) -> String {
    let file = place["file"].as_str().unwrap();
    let text = std::fs::read_to_string(crate::harness::shipped().join(file)).unwrap();
    let line = place["line"].as_u64().unwrap();
    let edit = format!("/edit/main/content/{file}#L{line}");
    assert!(place["edit"].as_str().unwrap().ends_with(&edit), "{place}");
    let mut lines = text.lines().skip((line as usize).saturating_sub(2)).map(str::trim);
    match lines.next().unwrap() {
        key if key.ends_with(['|', '>', '-']) => format!("{key} {}", lines.next().unwrap()),
        _ => lines.next().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn every_text_links_to_where_it_is_edited() {
    let service = Service::new();
    let admin = service.sign_in("admin@example.org").await;
    let body = service.get("/api/review", &admin, &[]).await.json();
    let mut cases = BTreeSet::new();
    for group in body["groups"].as_array().unwrap() {
        for node in group["nodes"].as_array().unwrap() {
            let places = &node["places"];
            assert_eq!(
                places["scripts"].as_array().unwrap().len(),
                node["scripts"].as_array().unwrap().len()
            );
            if node["kind"] == "solution" {
                assert!(
                    line_of(&places["title"]).contains("title:")
                        || line_of(&places["title"]).contains("text:")
                );
            }
            line_of(&places["text"]);
            for script in places["scripts"].as_array().unwrap() {
                cases.insert((node["id"].as_str().unwrap().to_owned(), script["line"].as_u64().unwrap()));
                assert!(
                    line_of(script).contains("say:") || line_of(script).contains("text:"),
                    "{}",
                    line_of(script)
                );
            }
        }
    }
    // Each group's location is that of the case it reads, not of the first one.
    assert!(cases.iter().any(|(id, _)| cases.iter().filter(|(other, _)| other == id).count() > 3));
    let places = body["places"].as_object().unwrap();
    for entry in body["faq"].as_array().unwrap() {
        let id = entry["id"].as_str().unwrap();
        assert!(line_of(&places[&format!("faq {id}")]).starts_with("question:"));
        let answer = line_of(&places[&format!("faq {id} answer")]);
        assert!(answer.starts_with("answer:") || answer.contains("text:"), "{answer}");
    }
    for flow in body["content"]["flows"].as_array().unwrap() {
        for step in flow["steps"].as_array().unwrap() {
            let id = step["id"].as_str().unwrap();
            line_of(&places[&format!("step {id}")]);
            for nth in 0..step["scripts"].as_array().unwrap().len() {
                assert!(line_of(&places[&format!("step {id} script {nth}")]).contains("say:"));
            }
        }
    }
    for mode in body["content"]["agreement"]["modes"].as_array().unwrap() {
        for nth in 0..mode["body"].as_array().unwrap().len() + 2 {
            let name = format!("agreement {} {nth}", mode["id"].as_str().unwrap());
            assert!(line_of(&places[&name]).contains("say:"), "{name}");
        }
    }
    let without = &body["content"]["agreement"]["without"];
    assert!(line_of(&places["agreement without"]).contains("text:"));
    for way in without["ways"].as_array().unwrap() {
        let name = format!("agreement way {}", way["id"].as_str().unwrap());
        assert!(line_of(&places[&name]).contains("label:"), "{name}");
        for nth in 0..way["scripts"].as_array().unwrap().len() {
            assert!(line_of(&places[&format!("{name} script {nth}")]).contains("say:"), "{name}");
        }
    }
    for (list, name) in [("support", "support"), ("guides", "guide"), ("announcements", "announcement")] {
        for item in body["content"][list].as_array().unwrap() {
            line_of(&places[&format!("{name} {}", item["id"].as_str().unwrap())]);
        }
    }
}

#[tokio::test]
async fn the_edit_link_of_a_script_is_right_even_after_an_expired_one() {
    let service = Service::of_its_own();
    let admin = service.sign_in("admin@example.org").await;
    // The date replaces text on the same line, so that line numbers match the shipped file.
    service.rewrite(&[("flows.yaml", "note: Opening, when you pick up.", "until: 2026-01-01")]);
    let body = service.get("/api/review", &admin, &[]).await.json();
    let step = &body["content"]["flows"][0]["steps"][0];
    let place = &body["places"][format!("step {} script 0", step["id"].as_str().unwrap())];
    let says = step["scripts"][0]["say"].as_str().unwrap();
    assert!(says.starts_with("What name would you like me to use?"), "{says}");
    assert!(line_of(place).starts_with("say: | What name would you like me to use?"), "{}", line_of(place));
}

#[tokio::test]
async fn without_a_repository_there_are_no_edit_or_issue_links() {
    let service = Service::of_its_own();
    let admin = service.sign_in("admin@example.org").await;
    assert_eq!(service.get("/api/content", &admin, &[]).await.json()["site"]["issues"], true);
    let site = std::fs::read_to_string(crate::harness::shipped().join("site.yaml")).unwrap();
    let (_, repository) = site.split_once("\nrepository:\n").unwrap();
    service.rewrite(&[("site.yaml", &format!("\nrepository:\n{repository}"), "\n")]);
    let body = service.get("/api/review", &admin, &[]).await;
    assert!(!body.text().contains("\"places\":"));
    assert_eq!(body.json()["content"]["site"]["issues"], false);
    let answer = service.get("/api/report?about=question%20B", &admin, &[]).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_issue_names_the_text_place_and_version_but_nothing_of_the_contact() {
    let service = Service::new();
    let admin = service.sign_in("admin@example.org").await;
    let version =
        service.get("/api/content", &admin, &[]).await.json()["version"].as_str().unwrap().to_owned();
    let begun = async |query: &str| {
        let answer = service.get(&format!("/api/report?{query}"), &admin, &[]).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{query}");
        assert_eq!(answer.header("cache-control"), "no-store");
        let address = url::Url::parse(answer.header("location")).unwrap();
        let part = |name: &str| {
            let (_, value) = address.query_pairs().find(|(key, _)| key == name).unwrap();
            value.into_owned()
        };
        (part("title"), part("body"))
    };
    let (title, body) = begun(&format!("version={version}&about=FAQ+entry+lost-id")).await;
    assert_eq!(title, "A problem with FAQ entry lost-id");
    let (head, place) = body.split_once("\nPlace: faq/id-and-documents.yaml, line ").unwrap();
    assert_eq!(head, "What's wrong:\n\n\n---\nText: FAQ entry lost-id");
    assert!(place.ends_with(&format!("\nVersion: {version}")), "{body}");
    // A lead code would reveal the contact's region.
    assert_eq!(begun("about=solution+K7").await.0, "A problem with solution FOCUS");
    assert_eq!(begun("about=question+B").await.0, "A problem with question B");
    assert!(begun("about=section+phone-calls").await.1.contains("Place: support/60-phone-calls.yaml, line "));
    // Text from outside the content doesn't get through.
    let other =
        ("A problem with the wording".to_owned(), format!("What's wrong:\n\n\n---\nVersion: {version}"));
    for query in [
        "",
        "about=",
        "about=question+Jane+Doe",
        "about=Jane+B",
        "version=Jane&about=question+%3Cb%3E",
        "state=TX&path=B.yes",
    ] {
        assert_eq!(begun(query).await, other, "{query}");
    }
    // For a version that's no longer kept, the place is unknown.
    let gone = begun("version=0123456789abcdef&about=question+B").await;
    assert_eq!(gone.1, "What's wrong:\n\n\n---\nVersion: 0123456789abcdef");
}
