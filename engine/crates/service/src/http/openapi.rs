//! The OpenAPI document, generated from the routes.

use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::response::Response;
use utoipa::OpenApi;

use super::{conditional, routes};
use callguide_content::snapshot::Prepared;

/// The parts of the document beyond the routes.
#[derive(OpenApi)]
#[openapi(info(
    title = "Callguide",
    description = "The API of the Callguide engine. It has the same facts as the project's interface page.",
    license(name = "Apache-2.0", identifier = "Apache-2.0")
))]
pub struct ApiDoc;

/// Returns the OpenAPI 3.1 document of every described route.
pub fn document() -> utoipa::openapi::OpenApi {
    routes::described().into_openapi()
}

/// Returns this document.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "operation",
    responses(
        (status = 200, description = "The OpenAPI 3.1 document", body = Object),
        (status = 304, description = "The client already has it"),
    )
)]
pub async fn openapi(headers: HeaderMap) -> Response {
    // Anyone may request it, so it's serialized only once.
    static PREPARED: LazyLock<Prepared> = LazyLock::new(|| Prepared::json(&document()));
    conditional::open_answer(&headers, &PREPARED)
}
