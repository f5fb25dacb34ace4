//! For admins: the allow-list, the people who are blocked no matter what it says, and the audit trail (`spec §2`,
//! `§7`).
//!
//! Both lists share one entity tag and one audit trail. Admins can change them only after seeing the current state. All
//! rules live in `access`; this module only translates its answers into HTTP.

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;

use super::caller::{Admin, Client};
use super::conditional::plain_tag;
use super::error::ApiError;
use super::guard::JsonBody;
use super::security_log;
use super::state::AppState;
use crate::access::{
    Actor, AddressFlaw, AddressProblem, ChangeError, Changed, EmailAddress, List, ListEdit, Refusal,
    parse_addresses,
};
use callguide_search::api::Problem;
use callguide_search::api::access::{AdminRight, AllowedDocument, AllowedDocuments, AuditLog, EmailList};

const DEFAULT_LIMIT: usize = 50;
const MAX_LIMIT: usize = 500;

/// Returns the addresses on the list, sorted.
#[utoipa::path(
    get, path = "/api/allowed-emails", tag = "allow-list",
    responses(
        (status = 200, description = "The list", body = EmailList,
            headers(("ETag" = String, description = "It changes whenever the list does"))),
    )
)]
pub async fn list(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    Ok(tagged(list.etag(), Json(emails(&list))))
}

/// Replaces the whole list. Documents that stay keep their fields.
#[utoipa::path(
    put, path = "/api/allowed-emails", tag = "allow-list",
    params(("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` also works")),
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
        ("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` also works"),
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
            headers(("ETag" = String, description = "The same as the allow-list's: it changes whenever either list does"))),
    )
)]
pub async fn list_blocked(State(state): State<AppState>, _: Admin) -> Result<Response, ApiError> {
    let list = state.access.list().await?;
    Ok(tagged(list.etag(), Json(blocked(&list))))
}

/// Replaces the list of blocked addresses. Added addresses are removed from the allow-list, and their sessions end.
#[utoipa::path(
    put, operation_id = "replace_blocked_emails", path = "/api/blocked-emails", tag = "allow-list",
    params(("If-Match" = Option<String>, Header, description = "Save only if the list still has this `ETag`; a list of tags or `*` also works")),
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

/// Applies an edit to either list in its own task: even if the caller hangs up midway, the engine must invalidate its
/// cached data about the list. `shown` selects the addresses that the caller is editing.
async fn change(
    state: AppState,
    Admin(caller): Admin,
    Client(client): Client,
    headers: &HeaderMap,
    edit: ListEdit,
    shown: fn(&List) -> EmailList,
) -> Result<Changed, ApiError> {
    let email: EmailAddress = caller.person.email.parse().map_err(|_| ApiError::not_admin())?;
    let expected = expected(headers);
    let task = async move {
        let changed = state.access.change(&Actor::Admin(email), expected.as_deref(), &edit).await;
        if let Ok(Changed { entry: Some(entry), .. }) = &changed {
            security_log::list_change(client, entry);
        }
        changed
    };
    tokio::spawn(task)
        .await
        .map_err(|error| ApiError::internal(&error))?
        .map_err(|error| refused(error, shown))
}

/// Returns the error for a rejected change; `shown` selects the addresses that the caller is editing.
pub(super) fn refused(error: ChangeError, shown: fn(&List) -> EmailList) -> ApiError {
    let refusal = match error {
        ChangeError::Refused(refusal) => refusal,
        ChangeError::Store(error) => return error.into(),
        ChangeError::Stale(list) => {
            let sentence = "Someone else has changed the list since you loaded it.";
            return ApiError::precondition_failed("list_changed", sentence)
                .with_details(json!({ "emails": shown(&list).emails, "etag": list.etag() }));
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

/// Returns 422 if any address is invalid, or 409 if duplicates are the only problem. There is at least one problem.
fn invalid(problems: &[AddressProblem]) -> ApiError {
    let told: Vec<_> = problems
        .iter()
        .map(|problem| json!({ "email": problem.email, "error": problem.flaw.to_string() }))
        .collect();
    let is_invalid = |problem: &&AddressProblem| matches!(problem.flaw, AddressFlaw::Invalid(_));
    let (first, error) = match problems.iter().find(is_invalid) {
        Some(first) => (first, ApiError::invalid("invalid_email", first.flaw.to_string())),
        None => (&problems[0], ApiError::conflict("duplicate_email", problems[0].flaw.to_string())),
    };
    error.with_details(json!({ "email": first.email, "problems": told }))
}

/// Builds a response with the list's tag. The list is personal data, so it must not be cached.
fn tagged(etag: &str, body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(etag) = HeaderValue::from_str(etag) {
        headers.insert(header::ETAG, etag);
    }
    response
}

/// Returns the entity tags in `If-Match` (RFC 9110 §13.1.1), in quotes; the current tag must be among them. `None` if
/// any tag will do.
///
/// The comparison is strong, so weak tags never match and are left out, as are unreadable ones. A list that was sent
/// compressed has its own tag, which is mapped back to that of the uncompressed list.
fn expected(headers: &HeaderMap) -> Option<Vec<String>> {
    let values = headers.get_all(header::IF_MATCH).iter();
    let texts: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
    // The list always exists, even if it's empty.
    if !headers.contains_key(header::IF_MATCH) || texts.iter().any(|text| text.trim() == "*") {
        return None;
    }
    Some(texts.into_iter().flat_map(tags).collect())
}

/// Returns the strong tags in a list. A comma may appear inside the quotes.
fn tags(list: &str) -> Vec<String> {
    let (mut found, mut rest) = (Vec::new(), list);
    while let Some(start) = rest.find('"') {
        let weak = rest[..start].ends_with("W/");
        let Some(length) = rest[start + 1..].find('"') else { break };
        let end = start + 1 + length + 1;
        if !weak {
            found.push(plain_tag(&rest[start..end]));
        }
        rest = &rest[end..];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[&'static str]) -> Option<Vec<String>> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::IF_MATCH, HeaderValue::from_static(value));
        }
        expected(&headers)
    }

    #[test]
    fn if_match_handles_lists_stars_and_weak_tags() {
        assert_eq!(of(&[]), None);
        assert_eq!(of(&["*"]), None);
        assert_eq!(of(&["\"a\""]), Some(vec!["\"a\"".to_owned()]));
        assert_eq!(of(&["\"a\", W/\"b\" ,\"c,d\""]), Some(vec!["\"a\"".to_owned(), "\"c,d\"".to_owned()]));
        assert_eq!(of(&["\"a-gzip\", \"b-br\""]), Some(vec!["\"a\"".to_owned(), "\"b\"".to_owned()]));
        assert_eq!(of(&["\"a\"", "\"b\""]).map(|tags| tags.len()), Some(2));
        for nothing in ["W/\"a\"", "a", "", "\"a", "W/*"] {
            assert_eq!(of(&[nothing]), Some(vec![]), "{nothing:?} matches nothing");
        }
    }
}
