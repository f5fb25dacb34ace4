//! Security events in the log: who, from where and why.
//!
//! These are the only lines of the log with a person's address: every other line is written without
//! (`cli::serve::log`). Each has the target [`TARGET`], so that a filter keeps or parts them
//! (`CALLGUIDE_LOG=warn,callguide::security=info`), a stable `event`, and `client`, the address that the request came
//! from by the rules of the proxies. No token, no query string, no body.
//!
//! | `event` | level | when | fields beside `client` |
//! |---|---|---|---|
//! | `sign_in` | info | a session began | `who`, `method` |
//! | `sign_in_refused` | warn | the access rule, a block or the provider's word keeps someone out | `who`, `method`, `why` |
//! | `sign_out` | info | someone ended her session | `who` |
//! | `sign_out_everywhere` | warn | someone ended all of her sessions | `who` |
//! | `sessions_ended` | warn | an admin ended a person's sessions | `who`, `whose`, `change` |
//! | `forbidden` | warn | a request was answered 403 | `who`, `why` (the error's `code`), `method`, `route` |
//! | `list_added`, `list_removed` | warn | an admin let someone in, or no longer | `who`, `whose`, `count`, `change` |
//! | `admin_granted`, `admin_revoked` | warn | someone became an admin, or is none any more | the same |
//! | `blocked`, `unblocked` | warn | an admin keeps someone out, or no longer | the same |
//! | `development_code_refused` | warn | someone asked for the development sign-in without its code | `why` |
//! | `rate_limited` | warn | too many sign-ins from one address | `seconds` to wait |
//!
//! `who` is `nobody` where no session or vouched address says it. Of many addresses `whose` has the first; all are in
//! the audit trail, whose line `change` names.

use std::fmt::Display;
use std::net::IpAddr;

use axum::http::HeaderMap;

use super::AppState;
use crate::api::allowed_emails::AuditLine;

/// Where the lines come from, as a filter of the log names it.
pub const TARGET: &str = "callguide::security";

/// How many addresses of a change are in its line; the audit trail has them all.
const NAMED: usize = 20;

/// A request that someone made.
#[derive(Debug, Clone, Copy)]
pub struct Caller<'a> {
    /// The address of whoever asks, where it is known.
    pub who: Option<&'a str>,
    pub client: IpAddr,
}

impl<'a> Caller<'a> {
    /// `who` asks from `client`.
    pub fn new(who: &'a str, client: IpAddr) -> Self {
        Self { who: Some(who), client }
    }

    fn name(&self) -> &'a str {
        self.who.unwrap_or("nobody")
    }
}

/// Whose session a request carries, for the log alone: it is no use of the session, and a store that is away leaves it
/// unsaid.
pub async fn who(state: &AppState, headers: &HeaderMap) -> Option<String> {
    let token = state.cookie.token(headers)?;
    Some(state.sessions.peek(token).await.ok()??.person.email)
}

/// A session began, by a sign-in of the kind `method`.
pub fn sign_in(caller: Caller<'_>, method: &str) {
    tracing::info!(target: TARGET, event = "sign_in", who = caller.name(), client = %caller.client, method);
}

/// Someone was kept out.
pub fn sign_in_refused(caller: Caller<'_>, method: &str, why: &dyn Display) {
    tracing::warn!(target: TARGET, event = "sign_in_refused", who = caller.name(), client = %caller.client, method, %why);
}

/// A session was ended by its own person.
pub fn sign_out(caller: Caller<'_>) {
    tracing::info!(target: TARGET, event = "sign_out", who = caller.name(), client = %caller.client);
}

/// All sessions of a person were ended by herself.
pub fn sign_out_everywhere(caller: Caller<'_>) {
    tracing::warn!(target: TARGET, event = "sign_out_everywhere", who = caller.name(), client = %caller.client);
}

/// The sessions of `whose` were ended by an admin, as the line `change` of the audit trail says.
pub fn sessions_ended(caller: Caller<'_>, whose: &str, change: &str) {
    tracing::warn!(target: TARGET, event = "sessions_ended", who = caller.name(), client = %caller.client, whose, change);
}

/// A request was answered 403; `why` is the code of the answer.
pub fn forbidden(caller: Caller<'_>, why: &str, method: &dyn Display, route: &str) {
    tracing::warn!(target: TARGET, event = "forbidden", who = caller.name(), client = %caller.client, why, %method, route);
}

/// The allow-list, or who is kept out, was changed as `line` of the audit trail says.
pub fn list_change(client: IpAddr, line: &AuditLine) {
    for (event, whose) in [
        ("list_added", &line.added),
        ("list_removed", &line.removed),
        ("admin_granted", &line.granted),
        ("admin_revoked", &line.revoked),
        ("blocked", &line.blocked),
        ("unblocked", &line.unblocked),
    ] {
        if !whose.is_empty() {
            let (named, count) = (whose[..whose.len().min(NAMED)].join(" "), whose.len());
            tracing::warn!(target: TARGET, event, who = line.by, %client, whose = named, count, change = line.id);
        }
    }
}

/// Someone asked for the development sign-in without its code, or too often with a wrong one.
pub fn development_code_refused(client: IpAddr, why: &dyn Display) {
    tracing::warn!(target: TARGET, event = "development_code_refused", %client, %why);
}

/// Too many sign-ins came from one address, which may come again in so many seconds.
pub fn rate_limited(client: IpAddr, seconds: u64) {
    tracing::warn!(target: TARGET, event = "rate_limited", %client, seconds, "too many sign-ins from one address");
}
