//! The web app's types are generated from `web/src/api/openapi.json`; this test fails if that file is stale.

#[test]
fn the_web_apps_openapi_document_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/api/openapi.json");
    let document = callguide::http::openapi_document();
    let text = serde_json::to_string_pretty(&document).unwrap() + "\n";
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(path, &text).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(path).unwrap();
    assert!(committed == text, "web/src/api/openapi.json is stale: run `make openapi` and commit it");
}
