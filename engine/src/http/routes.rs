//! Every route, on one page.

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::openapi::ApiDoc;
use super::{
    ApiError, AppState, allowed_emails, allowed_emails_audit, assets, blocked_emails, content, development,
    events, faq, health, limits, openapi, review, session, sessions, sign_in, site, stack, status,
};

/// The routes that other programs rely on, with their descriptions.
pub(super) fn described() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        // Open to everyone.
        .routes(routes!(health::healthz))
        .routes(routes!(health::readyz))
        .routes(routes!(openapi::openapi))
        .routes(routes!(site::site))
        .routes(routes!(session::session))
        .routes(routes!(session::logout))
        // For volunteers.
        .routes(routes!(content::content))
        .routes(routes!(content::tree))
        .routes(routes!(content::guide))
        .routes(routes!(events::events))
        .routes(routes!(faq::search))
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
}

/// The whole service.
pub fn router(state: AppState) -> Router {
    let (described, _) = described().split_for_parts();
    let routes = described
        .route("/guides/guide.css", get(content::guide_style))
        .merge(signing_in(&state))
        .route("/auth/report.js", get(sign_in::script))
        .route("/auth/pages.css", get(sign_in::style))
        .fallback(assets::fallback)
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() });
    stack::wrap(routes, &state).with_state(state)
}

/// The pages of a sign-in, which may be asked for so often from one address.
fn signing_in(state: &AppState) -> Router<AppState> {
    let begins = Router::new()
        .route("/auth/start", get(sign_in::start))
        .route_layer(from_fn_with_state(state.clone(), limits::sign_in_begins));
    Router::new()
        .route("/auth/callback", get(sign_in::callback))
        .route("/auth/development", post(development::choose))
        .route_layer(from_fn_with_state(state.clone(), limits::sign_in_ends))
        .merge(begins)
}
