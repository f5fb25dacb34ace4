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
use callguide_search::api::Problem;
use callguide_search::api::access::EmailList;

/// Returns the blocked addresses, sorted.
#[utoipa::path(
    get,
    operation_id = "blocked_emails",
    path = "/api/blocked-emails",
    tag = "allow-list",
    responses(
        (status = 200, description = "The blocked addresses", body = EmailList,
            headers(("ETag" = String, description = "The same as for the allow-list: it changes with every change to either"))),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
    )
)]
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    Ok(tagged(list.etag(), Json(blocked(&list))))
}

/// Replaces the list of blocked addresses. Added addresses are removed from the allow-list, and their sessions end.
#[utoipa::path(
    put,
    operation_id = "replace_blocked_emails",
    path = "/api/blocked-emails",
    tag = "allow-list",
    params(("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` works as well")),
    request_body = EmailList,
    responses(
        (status = 200, description = "The blocked addresses as saved", body = EmailList,
            headers(("ETag" = String, description = "The new `ETag`, the same as for the allow-list"))),
        (status = 400, description = "The body isn't JSON", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin, or a cross-site request", body = Problem),
        (status = 409, description = "`duplicate_email`: some addresses appear twice, listed in `details.problems`; `would_lock_out`: this would block the caller, or the last admin", body = Problem),
        (status = 412, description = "The list has changed; the addresses that are now blocked are in `details.emails`, its `ETag` in `details.etag`", body = Problem),
        (status = 413, description = "More than the list can hold", body = Problem),
        (status = 415, description = "The content type isn't JSON", body = Problem),
        (status = 422, description = "Some addresses are invalid; `details.problems` has every problem, as `email` and `error`", body = Problem),
        (status = 503, description = "A service that the engine depends on is unavailable", body = Problem),
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
