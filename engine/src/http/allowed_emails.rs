//! The allow-list: reading it, saving it whole, and the admin right of one address (`spec §2`, `§7`).
//!
//! Every rule is `access`'s; here are only its answers in HTTP's words.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::caller::Admin;
use super::if_match;
use super::json::JsonBody;
use super::{ApiError, AppState};
use crate::access::{
    Actor, AddressFlaw, AddressProblem, ChangeError, Changed, Edit, EmailAddress, List, Refusal,
    parse_addresses,
};
use crate::api::allowed_emails::{AdminRight, AllowedDocument, AllowedDocuments, EmailList};
use crate::api::problem::Problem;

/// The addresses on the list, sorted.
#[utoipa::path(
    get,
    path = "/api/allowed-emails",
    tag = "allow-list",
    responses(
        (status = 200, description = "The list", body = EmailList,
            headers(("ETag" = String, description = "Another one after every change of the list"))),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    Ok(tagged(list.etag(), Json(emails(&list))))
}

/// Saves the list whole. Documents that stay keep their fields.
#[utoipa::path(
    put,
    path = "/api/allowed-emails",
    tag = "allow-list",
    params(("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` as well")),
    request_body = EmailList,
    responses(
        (status = 200, description = "The list as it was saved", body = EmailList,
            headers(("ETag" = String, description = "The new one"))),
        (status = 400, description = "The body isn't JSON", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin, or a cross-site call", body = Problem),
        (status = 409, description = "`duplicate_email`: addresses stand there twice, in `details.problems`; `would_lock_out`: it would take one's own access, or the last admin", body = Problem),
        (status = 412, description = "The list has changed; it is in `details.emails` as it is now, its `ETag` in `details.etag`", body = Problem),
        (status = 413, description = "More than the list takes", body = Problem),
        (status = 415, description = "The body's type isn't JSON", body = Problem),
        (status = 422, description = "Invalid addresses: every problem, as `email` and `error`, in `details.problems`", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn replace(
    State(state): State<AppState>,
    admin: Admin,
    headers: HeaderMap,
    JsonBody(body): JsonBody<EmailList>,
) -> Result<Response, ApiError> {
    let wanted = parse_addresses(&body.emails).map_err(|problems| invalid(&problems))?;
    let changed = change(state, admin, &headers, Edit::Replace(wanted)).await?;
    Ok(tagged(changed.list.etag(), Json(emails(&changed.list))))
}

/// The documents of the list: what the page falls back to.
#[utoipa::path(
    get,
    path = "/api/allowed-emails/documents",
    tag = "allow-list",
    responses(
        (status = 200, description = "The documents", body = AllowedDocuments,
            headers(("ETag" = String, description = "The list's"))),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn documents(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    let body = AllowedDocuments { documents: list.people().map(AllowedDocument::from).collect() };
    Ok(tagged(list.etag(), Json(body)))
}

/// Grants or takes the admin right of one listed address.
#[utoipa::path(
    put,
    path = "/api/allowed-emails/documents/{email}",
    tag = "allow-list",
    params(
        ("email" = String, Path, description = "The address"),
        ("If-Match" = Option<String>, Header, description = "Only if the list still has this `ETag`; a list of tags or `*` as well"),
    ),
    request_body = AdminRight,
    responses(
        (status = 200, description = "The document as it was saved", body = AllowedDocument,
            headers(("ETag" = String, description = "The list's new one"))),
        (status = 400, description = "The body isn't JSON, or the address can't be read", body = Problem),
        (status = 401, description = "No valid session", body = Problem),
        (status = 403, description = "Not an admin, or a cross-site call", body = Problem),
        (status = 404, description = "The address is not on the list", body = Problem),
        (status = 409, description = "`would_lock_out`: it would take one's own right, or the last admin's", body = Problem),
        (status = 412, description = "The list has changed; it is in `details.emails` as it is now, its `ETag` in `details.etag`", body = Problem),
        (status = 413, description = "The body is too large", body = Problem),
        (status = 415, description = "The body's type isn't JSON", body = Problem),
        (status = 422, description = "The body has another shape", body = Problem),
        (status = 503, description = "A part that the engine depends on is away", body = Problem),
    )
)]
pub async fn set_admin(
    State(state): State<AppState>,
    admin: Admin,
    email: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    JsonBody(right): JsonBody<AdminRight>,
) -> Result<Response, ApiError> {
    let Path(email) =
        email.map_err(|_| ApiError::bad_request("bad_path", "The address in the path can't be read."))?;
    let email: EmailAddress = email.parse().map_err(|_| not_listed())?;
    let edit = Edit::SetAdmin { emails: [email.clone()].into(), admin: right.is_admin };
    let changed = change(state, admin, &headers, edit).await?;
    let person =
        changed.list.people().find(|person| person.email == email.as_str()).ok_or_else(not_listed)?;
    Ok(tagged(changed.list.etag(), Json(AllowedDocument::from(person))))
}

/// Changes the list in a task of its own: a caller who hangs up midway must not keep the engine
/// from forgetting what it knew of the list.
async fn change(
    state: AppState,
    Admin(caller): Admin,
    headers: &HeaderMap,
    edit: Edit,
) -> Result<Changed, ApiError> {
    let email: EmailAddress = caller.person.email.parse().map_err(|_| ApiError::not_admin())?;
    let expected = if_match::expected(headers);
    let task = async move {
        let changed = state.access.change(&Actor::Admin(email), expected.as_deref(), &edit).await;
        if let Ok(Changed { entry: Some(entry), .. }) = &changed {
            let (added, removed) = (entry.added.len(), entry.removed.len());
            let (granted, revoked) = (entry.granted.len(), entry.revoked.len());
            tracing::info!(event = "allow_list", added, removed, granted, revoked, change = entry.id);
        }
        changed
    };
    tokio::spawn(task).await.map_err(|error| ApiError::internal(&error))?.map_err(refused)
}

fn refused(error: ChangeError) -> ApiError {
    let refusal = match error {
        ChangeError::Refused(refusal) => refusal,
        ChangeError::Store(error) => return error.into(),
        ChangeError::Stale(list) => {
            let sentence = "Somebody else has changed the list since you loaded it.";
            let emails: Vec<_> = list.emails().collect();
            return ApiError::precondition_failed("list_changed", sentence)
                .with_details(json!({ "emails": emails, "etag": list.etag() }));
        }
    };
    let sentence = refusal.to_string();
    let lock_out = |reason: &str| {
        ApiError::conflict("would_lock_out", &sentence).with_details(json!({ "reason": reason }))
    };
    match refusal {
        Refusal::NotAdmin => ApiError::not_admin(),
        Refusal::OwnAccess => lock_out("own_access"),
        Refusal::LastAdmin => lock_out("last_admin"),
        Refusal::NotListed(_) => not_listed(),
        Refusal::NotBlocked(_) => ApiError::not_found(sentence),
        Refusal::Blocked(emails) => {
            ApiError::conflict("blocked_email", &sentence).with_details(json!({ "emails": emails }))
        }
        Refusal::TooMany(_) | Refusal::TooLarge => ApiError::too_large(sentence),
    }
}

/// 422 where an address is none; 409 where addresses only stand there twice.
fn invalid(problems: &[AddressProblem]) -> ApiError {
    let told: Vec<_> = problems
        .iter()
        .map(|problem| json!({ "email": problem.email, "error": problem.flaw.to_string() }))
        .collect();
    let flaw = |invalid: bool| {
        problems.iter().find(|problem| matches!(problem.flaw, AddressFlaw::Invalid(_)) == invalid)
    };
    let (first, error) = match (flaw(true), flaw(false)) {
        (Some(first), _) => (first, ApiError::invalid("invalid_email", first.flaw.to_string())),
        (None, Some(first)) => (first, ApiError::conflict("duplicate_email", first.flaw.to_string())),
        (None, None) => return ApiError::internal(&"an address was refused without a reason"),
    };
    error.with_details(json!({ "email": first.email, "problems": told }))
}

fn not_listed() -> ApiError {
    ApiError::not_found("This address is not on the list.")
}

fn emails(list: &List) -> EmailList {
    EmailList { emails: list.emails().map(str::to_owned).collect() }
}

/// The list is personal data: nothing keeps it.
fn tagged(etag: &str, body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(etag) = HeaderValue::from_str(etag) {
        headers.insert(header::ETAG, etag);
    }
    response
}
