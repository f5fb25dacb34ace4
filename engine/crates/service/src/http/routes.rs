//! Every route, all on one page, and the OpenAPI document that's generated from them.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use super::error::ApiError;
use super::state::AppState;
use super::{
    allowed_emails, assets, conditional, content, events, faq, health, review, session, sign_in, stack,
};
use callguide_content::snapshot::Prepared;

/// Returns the routes that other programs rely on, with their descriptions.
fn described() -> OpenApiRouter<AppState> {
    let open = OpenApiRouter::with_openapi(ApiDoc::openapi())
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(health::drainz))
        .routes(routes!(openapi))
        .routes(routes!(session::site))
        .routes(routes!(session::session))
        .routes(routes!(session::logout));
    let for_volunteers = OpenApiRouter::new()
        .routes(routes!(content::content))
        .routes(routes!(content::tree))
        .routes(routes!(content::trees))
        .routes(routes!(content::guide))
        .routes(routes!(content::changes))
        .routes(routes!(events::events))
        .routes(routes!(faq::list))
        .routes(routes!(faq::search).layer(DefaultBodyLimit::max(faq::MAX_SEARCH_BODY)))
        .routes(routes!(faq::entry))
        .routes(routes!(session::logout_everywhere));
    let for_admins = OpenApiRouter::new()
        .routes(routes!(allowed_emails::list, allowed_emails::replace))
        .routes(routes!(allowed_emails::documents))
        .routes(routes!(allowed_emails::set_admin))
        .routes(routes!(allowed_emails::audit))
        .routes(routes!(allowed_emails::list_blocked, allowed_emails::replace_blocked))
        .routes(routes!(session::list, session::end))
        .routes(routes!(health::status))
        .routes(routes!(review::review))
        .routes(routes!(review::picture))
        .routes(routes!(review::report));
    open.merge(with_refusals(for_volunteers, None)).merge(with_refusals(for_admins, Some("Not an admin")))
}

/// Describes why these endpoints may refuse a request, unless their handlers describe it themselves. This is only the
/// description: the handler's `Volunteer` or `Admin` argument does the refusing. `forbidden` is why even someone with a
/// session may be refused, apart from a cross-site request.
fn with_refusals(mut router: OpenApiRouter<AppState>, forbidden: Option<&str>) -> OpenApiRouter<AppState> {
    for path in router.get_openapi_mut().paths.paths.values_mut() {
        for (operation, changes) in
            [(&mut path.get, false), (&mut path.post, true), (&mut path.put, true), (&mut path.delete, true)]
        {
            let Some(Operation { responses, request_body, .. }) = operation else { continue };
            let mut describe = |status: &str, why: &str| {
                responses.responses.entry(status.to_owned()).or_insert_with(|| problem(why).into());
            };
            describe("401", "No valid session");
            describe("503", "A service that the engine depends on is unavailable");
            match (forbidden, changes) {
                (Some(why), true) => describe("403", &format!("{why}, or a cross-site request")),
                (Some(why), false) => describe("403", why),
                (None, true) => describe("403", "A cross-site request"),
                (None, false) => {}
            }
            if request_body.is_some() {
                describe("400", "The body isn't JSON");
                describe("415", "The content type isn't JSON");
                describe("422", "The body doesn't have the expected shape");
            }
        }
    }
    router
}

/// Describes a response whose body is a [`Problem`](callguide_search::api::Problem).
fn problem(why: &str) -> ResponseBuilder {
    let body = Content::new(Some(Ref::from_schema_name("Problem")));
    ResponseBuilder::new().description(why).content("application/json", body)
}

/// Returns the router of the whole service.
pub fn router(state: AppState) -> Router {
    let (described, _) = described().split_for_parts();
    let begins = from_fn_with_state(state.clone(), sign_in::limit_begins);
    let ends = from_fn_with_state(state.clone(), sign_in::limit_ends);
    let routes = described
        .merge(routed(pages()))
        .merge(routed(sign_in_begins()).route_layer(begins))
        .merge(routed(sign_in_ends()).route_layer(ends))
        .fallback(assets::fallback)
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() });
    stack::wrap(routes, &state).with_state(state)
}

/// A route that no other program relies on: its method, path, and handler.
type Undescribed = (&'static str, &'static str, MethodRouter<AppState>);

/// Returns the routes of the assets for the engine's own pages.
fn pages() -> [Undescribed; 2] {
    [("GET", "/auth/report.js", get(sign_in::script)), ("GET", "/auth/pages.css", get(sign_in::style))]
}

/// Returns the routes that start a sign-in.
fn sign_in_begins() -> [Undescribed; 1] {
    [("GET", "/auth/start", get(sign_in::start))]
}

/// Returns the routes that finish a sign-in; failures are limited by address.
fn sign_in_ends() -> [Undescribed; 2] {
    [("GET", "/auth/callback", get(sign_in::callback)), ("POST", "/auth/development", post(sign_in::choose))]
}

/// Returns the method and path of every route that the OpenAPI document leaves out.
pub fn undescribed() -> impl Iterator<Item = (&'static str, &'static str)> {
    let signing_in = sign_in_begins().into_iter().chain(sign_in_ends());
    pages().into_iter().chain(signing_in).map(|(method, path, _)| (method, path))
}

fn routed(routes: impl IntoIterator<Item = Undescribed>) -> Router<AppState> {
    routes.into_iter().fold(Router::new(), |router, (_, path, answers)| router.route(path, answers))
}

/// The parts of the document beyond the routes.
#[derive(OpenApi)]
#[openapi(info(
    title = "Callguide",
    description = "The API of the Callguide engine. It has the same facts as the project's interface page.",
    license(name = "Apache-2.0", identifier = "Apache-2.0")
))]
struct ApiDoc;

/// Returns the OpenAPI 3.1 document of every described route.
pub fn document() -> utoipa::openapi::OpenApi {
    described().into_openapi()
}

/// Returns this document.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "operation",
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
