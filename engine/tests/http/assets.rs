//! The web app embedded in the engine. It's present if it was built before the tests, as `make test` does.

use axum::http::StatusCode;

use crate::harness::Service;

#[tokio::test]
async fn unknown_paths_serve_the_app() {
    let service = Service::new();
    let page = service.get("/some/where?x=1", "", &[("accept", "text/html")]).await;
    if page.status == StatusCode::NOT_FOUND {
        assert!(page.text().contains("make run"), "says how to build the web app");
        return;
    }
    assert!(page.text().contains("<div id=\"root\">"));
    assert_eq!(page.header("cache-control"), "no-cache");
    let text = page.text();
    let script = text.split('"').find(|part| part.starts_with("/assets/")).unwrap().to_owned();
    let asset = service.get(&script, "", &[("accept-encoding", "br")]).await;
    assert_eq!(asset.status, StatusCode::OK);
    assert_eq!(asset.header("content-encoding"), "br");
    assert!(asset.header("cache-control").contains("immutable"));
    let tag = asset.header("etag").to_owned();
    let again = service.get(&script, "", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn the_tab_icon_is_cached_for_a_day_and_app_files_are_revalidated() {
    let service = Service::new();
    if service.get("/home", "", &[]).await.status == StatusCode::NOT_FOUND {
        return; // The web app wasn't built.
    }
    let icon = service.get("/favicon.svg", "", &[("accept-encoding", "br")]).await;
    assert_eq!(icon.status, StatusCode::OK);
    assert_eq!(icon.header("content-type"), "image/svg+xml");
    assert_eq!(icon.header("cache-control"), "public, max-age=86400");
    let tag = icon.header("etag").to_owned();
    let again = service.get("/favicon.svg", "", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert_eq!(again.header("cache-control"), "public, max-age=86400");
    // An asset from a different build than the page's would break the page.
    for path in ["/first.js", "/home"] {
        assert_eq!(service.get(path, "", &[]).await.header("cache-control"), "no-cache", "{path}");
    }
}

#[tokio::test]
async fn the_page_preloads_only_resources_that_exist() {
    let service = Service::new();
    let cookie = service.volunteer().await;
    for (path, cookie, named) in [
        ("/support", cookie.as_str(), "/api/content"),
        ("/any/step", &cookie, "/api/content"),
        ("/home", "", "/api/site"),
    ] {
        let page = service.get(path, cookie, &[("accept", "text/html")]).await;
        if page.status == StatusCode::NOT_FOUND {
            return; // The web app wasn't built.
        }
        assert_eq!(page.header("vary"), "accept-encoding, cookie");
        let links: Vec<&str> = page
            .header("link")
            .split(", ")
            .filter_map(|link| link.strip_prefix('<')?.split('>').next())
            .collect();
        assert!(links.contains(&"/api/session") && links.contains(&named), "{path}: {links:?}");
        assert!(links.iter().any(|link| link.starts_with("/assets/")), "{path}: {links:?}");
        for link in links {
            assert_eq!(service.get(link, cookie, &[]).await.status, StatusCode::OK, "{path} names {link}");
        }
    }
}

#[tokio::test]
async fn a_missing_file_does_not_serve_the_app() {
    let service = Service::new();
    for path in ["/assets/none.js", "/favicon.ico", "/.env", "/index.php"] {
        assert_eq!(service.get(path, "", &[]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn health_readiness_and_the_openapi_document_are_served() {
    let service = Service::new();
    assert_eq!(service.get("/healthz", "", &[]).await.text(), "ok");
    assert_eq!(service.get("/readyz", "", &[]).await.status, StatusCode::OK);
    let document = service.get("/api/openapi.json", "", &[]).await.json();
    assert_eq!(document["openapi"], "3.1.0");
}
