//! Every route, on one page.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};
use utoipa::OpenApi as _;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt as _};
use utoipa_axum::routes;

use super::openapi::ApiDoc;
use super::{
    ApiError, AppState, allowed_emails, allowed_emails_audit, assets, blocked_emails, changes, content,
    development, events, faq, health, limits, openapi, report, review, session, sessions, sign_in, site,
    stack, status,
};

/// Returns the routes that other programs rely on, with their descriptions.
pub(super) fn described() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        // Open to everyone.
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(health::drainz))
        .routes(routes!(openapi::openapi))
        .routes(routes!(site::site))
        .routes(routes!(session::session))
        .routes(routes!(session::logout))
        // For volunteers.
        .routes(routes!(content::content))
        .routes(routes!(content::tree))
        .routes(routes!(content::trees))
        .routes(routes!(content::guide))
        .routes(routes!(changes::changes))
        .routes(routes!(events::events))
        .routes(routes!(faq::list))
        .routes(routes!(faq::search).layer(DefaultBodyLimit::max(faq::MAX_SEARCH_BODY)))
        .routes(routes!(faq::entry))
        .routes(routes!(session::logout_everywhere))
        // For admins.
        .routes(routes!(allowed_emails::list, allowed_emails::replace))
        .routes(routes!(allowed_emails::documents))
        .routes(routes!(allowed_emails::set_admin))
        .routes(routes!(allowed_emails_audit::audit))
        .routes(routes!(blocked_emails::list, blocked_emails::replace))
        .routes(routes!(sessions::list, sessions::end))
        .routes(routes!(status::status))
        .routes(routes!(review::review))
        .routes(routes!(review::picture))
        .routes(routes!(report::report))
}

/// Returns the router of the whole service.
pub fn router(state: AppState) -> Router {
    let (described, _) = described().split_for_parts();
    let begins = from_fn_with_state(state.clone(), limits::sign_in_begins);
    let ends = from_fn_with_state(state.clone(), limits::sign_in_ends);
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

/// The assets of the engine's own pages.
fn pages() -> [Undescribed; 2] {
    [("GET", "/auth/report.js", get(sign_in::script)), ("GET", "/auth/pages.css", get(sign_in::style))]
}

/// The routes that start a sign-in.
fn sign_in_begins() -> [Undescribed; 1] {
    [("GET", "/auth/start", get(sign_in::start))]
}

/// The routes that finish one; failures are limited by address.
fn sign_in_ends() -> [Undescribed; 2] {
    [
        ("GET", "/auth/callback", get(sign_in::callback)),
        ("POST", "/auth/development", post(development::choose)),
    ]
}

/// Returns the method and path of every route that the OpenAPI document leaves out.
pub fn undescribed() -> impl Iterator<Item = (&'static str, &'static str)> {
    let signing_in = sign_in_begins().into_iter().chain(sign_in_ends());
    pages().into_iter().chain(signing_in).map(|(method, path, _)| (method, path))
}

fn routed(routes: impl IntoIterator<Item = Undescribed>) -> Router<AppState> {
    routes.into_iter().fold(Router::new(), |router, (_, path, answers)| router.route(path, answers))
}
