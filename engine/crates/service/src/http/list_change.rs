//! Changes to the allow-list and the block list by an admin who has seen the current state. All rules live in `access`;
//! this module only translates its answers to HTTP.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::caller::{Admin, Client};
use super::conditional::plain_tag;
use super::error::ApiError;
use super::security_log;
use super::state::AppState;
use crate::access::{
    Actor, AddressFlaw, AddressProblem, ChangeError, Changed, EmailAddress, List, ListEdit, Refusal,
};
use callguide_search::api::access::EmailList;

/// Applies an edit to either list in its own task: even if the caller hangs up midway, the engine must invalidate its
/// cached data about the list. `shown` selects the addresses that the caller is editing.
pub(super) async fn change(
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
        Refusal::NotListed(_) => ApiError::not_found("This address isn't on the list."),
        Refusal::NotBlocked(_) => ApiError::not_found(sentence),
        Refusal::Blocked(emails) => {
            ApiError::conflict("blocked_email", &sentence).with_details(json!({ "emails": emails }))
        }
        Refusal::TooMany(_) | Refusal::TooLarge => ApiError::too_large(sentence),
    }
}

/// Returns 422 if any address is invalid, or 409 if duplicates are the only problem. There is at least one problem.
pub(super) fn invalid(problems: &[AddressProblem]) -> ApiError {
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
pub(super) fn tagged(etag: &str, body: impl IntoResponse) -> Response {
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

/// Returns the strong tags of a list. A comma may appear inside the quotes.
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
    use axum::http::HeaderValue;

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
