//! Tests authenticating as the emulator's owner, or with application default credentials.

use std::process::Command;

use callguide::store::{DocumentStore as _, FirestoreStore, Service};
use serde_json::json;

use super::{at, away, database, make, quick, set, stored};
use crate::double::Double;

#[tokio::test]
async fn requests_to_the_emulator_authenticate_as_its_owner() {
    let made = make().await;
    assert_eq!(stored(&made, "ann").await, None);
    made.double.set_token("somebody-else");
    let text = away(made.store.get(&at("ann")).await);
    assert!(text.starts_with("UNAUTHENTICATED"), "{text}");
}

const SERVICE: &str = "TEST_FIRESTORE_SERVICE";
const EXPECTED: &str = "TEST_FIRESTORE_EXPECTED";

/// The child process of the tests below, with the credentials from its environment.
#[tokio::test]
async fn child_with_application_default_credentials() {
    let (Ok(service), Ok(expected)) = (std::env::var(SERVICE), std::env::var(EXPECTED)) else { return };
    let store = FirestoreStore::new(database(), &Service::At(service.parse().unwrap()), quick()).unwrap();
    let result = store.commit(vec![set("ann", 1)]).await;
    if expected == "in" {
        result.unwrap();
        assert!(store.get(&at("ann")).await.unwrap().is_some());
    } else {
        let text = away(result);
        assert!(text.contains(&expected), "{text}");
    }
}

/// Runs the child test in its own process, because the environment of a process with threads can't
/// be changed.
async fn child(service: String, credentials: &str, expected: &str) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("credentials.json");
    std::fs::write(&file, credentials).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([
            "firestore::credentials::child_with_application_default_credentials",
            "--exact",
            "--nocapture",
        ])
        .env("GOOGLE_APPLICATION_CREDENTIALS", &file)
        .env(SERVICE, service)
        .env(EXPECTED, expected);
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "{text}");
}

fn user(token: &str) -> String {
    json!({
        "type": "authorized_user",
        "client_id": "a-client",
        "client_secret": "a-secret",
        "refresh_token": "a-refresh-token",
        "token_uri": token,
    })
    .to_string()
}

#[tokio::test]
async fn application_default_credentials_are_accepted() {
    let double = Double::start().await;
    double.set_token("a-token-for-this-test");
    let service = format!("http://{}/", double.host());
    child(service.clone(), &user(&format!("{service}token")), "in").await;
    assert_eq!(double.len(), 1);
}

#[tokio::test]
async fn unusable_credentials_are_an_error_once_they_are_needed() {
    let double = Double::start().await;
    let service = format!("http://{}/", double.host());
    child(service.clone(), "{", "the application default credentials can't be used").await;
    // The library decides how long it retries, so any error will do.
    child(service, &user("http://127.0.0.1:1/token"), "").await;
    assert_eq!(double.seen().len(), 0);
}
