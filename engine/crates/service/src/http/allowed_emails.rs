//! For admins: the allow-list, the people who are blocked no matter what it says, and the audit trail (`spec §2`,
//! `§7`).
//!
//! Both lists share one entity tag and one audit trail. All rules live in `access`; this module only translates its
//! answers to HTTP.

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::caller::{Admin, Client};
use super::error::ApiError;
use super::guard::JsonBody;
use super::list_change::{change, invalid, tagged};
use super::state::AppState;
use crate::access::{EmailAddress, List, ListEdit, parse_addresses};
use callguide_search::api::Problem;
use callguide_search::api::access::{AdminRight, AllowedDocument, AllowedDocuments, AuditLog, EmailList};

const DEFAULT_LIMIT: usize = 50;
const MAX_LIMIT: usize = 500;

/// Returns the addresses on the list, sorted.
#[utoipa::path(
    get, path = "/api/allowed-emails", tag = "allow-list",
    responses(
        (status = 200, description = "The list", body = EmailList,
            headers(("ETag" = String, description = "It changes with every change to the list"))),
    )
)]
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    Ok(tagged(list.etag(), Json(emails(&list))))
}

/// Replaces the whole list. Documents that stay keep their fields.
#[utoipa::path(
    put, path = "/api/allowed-emails", tag = "allow-list",
    params(("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` works as well")),
    request_body = EmailList,
    responses(
        (status = 200, description = "The list as saved", body = EmailList,
            headers(("ETag" = String, description = "The new `ETag`"))),
        (status = 409, description = "`duplicate_email`: some addresses appear twice, listed in `details.problems`; `blocked_email`: a blocked address was added; `would_lock_out`: this would remove the caller's own access, or the last admin", body = Problem),
        (status = 412, description = "The list has changed; its current addresses are in `details.emails`, its `ETag` in `details.etag`", body = Problem),
        (status = 413, description = "More than the list can hold", body = Problem),
        (status = 422, description = "Some addresses are invalid; `details.problems` has every problem, as `email` and `error`", body = Problem),
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
    let changed = change(state, admin, client, &headers, ListEdit::Replace(wanted), emails).await?;
    Ok(tagged(changed.list.etag(), Json(emails(&changed.list))))
}

/// Returns the documents of the list, which the page falls back to.
#[utoipa::path(
    get, path = "/api/allowed-emails/documents", tag = "allow-list",
    responses(
        (status = 200, description = "The documents", body = AllowedDocuments,
            headers(("ETag" = String, description = "The list's `ETag`"))),
    )
)]
pub async fn documents(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    let body = AllowedDocuments { documents: list.people().collect() };
    Ok(tagged(list.etag(), Json(body)))
}

/// Grants or revokes the admin right of one listed address.
#[utoipa::path(
    put, path = "/api/allowed-emails/documents/{email}", tag = "allow-list",
    params(
        ("email" = String, Path, description = "The address"),
        ("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` works as well"),
    ),
    request_body = AdminRight,
    responses(
        (status = 200, description = "The document as saved", body = AllowedDocument,
            headers(("ETag" = String, description = "The list's new `ETag`"))),
        (status = 400, description = "The body isn't JSON, or the address can't be parsed", body = Problem),
        (status = 404, description = "The address isn't on the list", body = Problem),
        (status = 409, description = "`would_lock_out`: this would revoke the caller's own right, or the last admin's", body = Problem),
        (status = 412, description = "The list has changed; its current addresses are in `details.emails`, its `ETag` in `details.etag`", body = Problem),
        (status = 413, description = "The body is too large", body = Problem),
    )
)]
pub async fn set_admin(
    State(state): State<AppState>,
    admin: Admin,
    client: Client,
    email: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    JsonBody(right): JsonBody<AdminRight>,
) -> Result<Response, ApiError> {
    let Path(email) =
        email.map_err(|_| ApiError::bad_request("bad_path", "The address in the path can't be read."))?;
    let email: EmailAddress = email.parse().map_err(|_| not_listed())?;
    let edit = ListEdit::SetAdmin { emails: [email.clone()].into(), admin: right.is_admin };
    let changed = change(state, admin, client, &headers, edit, emails).await?;
    let person = changed.list.people().find(|person| person.id == email.as_str()).ok_or_else(not_listed)?;
    Ok(tagged(changed.list.etag(), Json(person)))
}

fn emails(list: &List) -> EmailList {
    EmailList { emails: list.emails().map(str::to_owned).collect() }
}

fn not_listed() -> ApiError {
    ApiError::not_found("This address isn't on the list.")
}

/// Returns the blocked addresses, sorted.
#[utoipa::path(
    get, operation_id = "blocked_emails", path = "/api/blocked-emails", tag = "allow-list",
    responses(
        (status = 200, description = "The blocked addresses", body = EmailList,
            headers(("ETag" = String, description = "The same as for the allow-list: it changes with every change to either"))),
    )
)]
pub async fn list_blocked(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    Ok(tagged(list.etag(), Json(blocked(&list))))
}

/// Replaces the list of blocked addresses. Added addresses are removed from the allow-list, and their sessions end.
#[utoipa::path(
    put, operation_id = "replace_blocked_emails", path = "/api/blocked-emails", tag = "allow-list",
    params(("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` works as well")),
    request_body = EmailList,
    responses(
        (status = 200, description = "The blocked addresses as saved", body = EmailList,
            headers(("ETag" = String, description = "The new `ETag`, the same as for the allow-list"))),
        (status = 409, description = "`duplicate_email`: some addresses appear twice, listed in `details.problems`; `would_lock_out`: this would block the caller, or the last admin", body = Problem),
        (status = 412, description = "The list has changed; the addresses that are now blocked are in `details.emails`, its `ETag` in `details.etag`", body = Problem),
        (status = 413, description = "More than the list can hold", body = Problem),
        (status = 422, description = "Some addresses are invalid; `details.problems` has every problem, as `email` and `error`", body = Problem),
    )
)]
pub async fn replace_blocked(
    State(state): State<AppState>,
    admin: Admin,
    client: Client,
    headers: HeaderMap,
    JsonBody(body): JsonBody<EmailList>,
) -> Result<Response, ApiError> {
    let wanted = parse_addresses(&body.emails).map_err(|problems| invalid(&problems))?;
    let changed = change(state, admin, client, &headers, ListEdit::ReplaceBlocked(wanted), blocked).await?;
    Ok(tagged(changed.list.etag(), Json(blocked(&changed.list))))
}

fn blocked(list: &List) -> EmailList {
    EmailList { emails: list.blocked().map(str::to_owned).collect() }
}

/// Which page of the audit trail to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only entries that are older than the one with this ID.
    before: Option<String>,
    /// The number of entries to return: 50 by default, 500 at most.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
}

/// Returns who changed what and when, and which known addresses signed in with a different account, newest first.
#[utoipa::path(
    get, path = "/api/allowed-emails/audit", tag = "allow-list",
    params(AuditQuery),
    responses(
        (status = 200, description = "A page of entries", body = AuditLog),
        (status = 400, description = "The query can't be parsed", body = Problem),
    )
)]
pub async fn audit(
    State(state): State<AppState>,
    _: Admin,
    query: Result<Query<AuditQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let bad = || ApiError::bad_request("bad_limit", format!("The limit must be from 1 to {MAX_LIMIT}."));
    let Query(query) = query.map_err(|_| bad())?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=MAX_LIMIT).contains(&limit) {
        return Err(bad());
    }
    let page = state.access.audit(query.before.as_deref(), limit).await?;
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((no_store, Json(page)).into_response())
}
