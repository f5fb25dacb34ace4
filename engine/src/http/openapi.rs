//! The OpenAPI document, made from the routes.

use axum::Json;
use utoipa::OpenApi;

use super::routes;

/// What the document says beyond the routes.
#[derive(OpenApi)]
#[openapi(info(
    title = "Callguide",
    description = "What the engine of Callguide answers. The same facts as the project's interface page.",
    license(name = "Apache-2.0", identifier = "Apache-2.0")
))]
pub struct ApiDoc;

/// The OpenAPI 3.1 document of every described route.
pub fn document() -> utoipa::openapi::OpenApi {
    routes::described().into_openapi()
}

/// The document itself.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    tag = "operation",
    responses((status = 200, description = "The OpenAPI 3.1 document", body = Object))
)]
pub async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(document())
}
