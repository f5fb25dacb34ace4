//! The block list: people who are kept out even though the allow-list or the organization's domain would let them in.
//!
//! It shares one entity tag and one audit trail with the allow-list.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::caller::Admin;
use super::client::Client;
use super::json::JsonBody;
use super::list_change::{change, invalid, tagged};
use super::{ApiError, AppState};
use crate::access::{Edit, List, parse_addresses};
use crate::api::allowed_emails::EmailList;
use crate::api::problem::Problem;

/// The addresses that are kept out, sorted.
#[utoipa::path(
    get,
    operation_id = "blocked_emails",
    path = "/api/blocked-emails",
    tag = "allow-list",
    responses(
        (status = 200, description = "Those who are kept out", body = EmailList,
            headers(("ETag" = String, description = "That of the allow-list: another one after every change of either"))),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    Ok(tagged(list.etag(), Json(blocked(&list))))
}

/// Keeps these out and no others. Whoever is added is taken off the allow-list; her sessions end.
#[utoipa::path(
    put,
    operation_id = "replace_blocked_emails",
    path = "/api/blocked-emails",
    tag = "allow-list",
    params(("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` as well")),
    request_body = EmailList,
    responses(
        (status = 200, description = "Those who are kept out now", body = EmailList,
            headers(("ETag" = String, description = "The new one, also of the allow-list"))),
        (status = 400, description = "The body isn't JSON", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin, or a cross-site call", body = Problem),
        (status = 409, description = "`duplicate_email`: addresses stand there twice, in `details.problems`; `would_lock_out`: it would keep out oneself, or the last admin", body = Problem),
        (status = 412, description = "The list has changed; those who are kept out are in `details.emails` as it is now, its `ETag` in `details.etag`", body = Problem),
        (status = 413, description = "More than the list takes", body = Problem),
        (status = 415, description = "The body's type isn't JSON", body = Problem),
        (status = 422, description = "Invalid addresses: every problem, as `email` and `error`, in `details.problems`", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn replace(
    State(state): State<AppState>,
    admin: Admin,
    client: Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<EmailList>,
) -> Result<Response, ApiError> {
    let wanted = parse_addresses(&body.emails).map_err(|problems| invalid(&problems))?;
    let changed = change(state, admin, client, &headers, Edit::ReplaceBlocked(wanted), blocked).await?;
    Ok(tagged(changed.list.etag(), Json(blocked(&changed.list))))
}

fn blocked(list: &List) -> EmailList {
    EmailList { emails: list.blocked().map(str::to_owned).collect() }
}
