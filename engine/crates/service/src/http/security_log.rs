//! Security events in the log: who, from where, and why.
//!
//! These are the only log lines that contain a person's email address; all others are written without it
//! (`cli::serve::log`). Each has the target [`TARGET`], so that a filter can keep or separate them
//! (`CALLGUIDE_LOG=warn,callguide::security=info`), a stable `event`, and `client`, the request's IP address
//! as determined by the proxy rules. They contain no token, query string, or body.
//!
//! | `event` | level | when | fields besides `client` |
//! |---|---|---|---|
//! | `sign_in` | info | a session began | `who`, `method` |
//! | `sign_in_refused` | warn | someone was kept out by the access rule, a block, or the provider | `who`, `method`, `why` |
//! | `sign_out` | info | someone ended their session | `who` |
//! | `sign_out_everywhere` | warn | someone ended all of their sessions | `who` |
//! | `sessions_ended` | warn | an admin ended a person's sessions | `who`, `whose`, `change` |
//! | `forbidden` | warn | a request was answered 403 | `who`, `why` (the error's `code`), `method`, `route` |
//! | `list_added`, `list_removed` | warn | an admin added or removed someone | `who`, `whose`, `count`, `change` |
//! | `admin_granted`, `admin_revoked` | warn | someone became an admin, or no longer is one | the same |
//! | `blocked`, `unblocked` | warn | an admin blocked or unblocked someone | the same |
//! | `development_code_refused` | warn | someone asked for the development sign-in without its code | `why` |
//! | `rate_limited` | warn | too many sign-ins from one address | `seconds` to wait |
//!
//! `who` is [`NOBODY`] if there's no session or vouched address. If a change affects many addresses, `whose`
//! lists only the first ones; all are in the audit trail, in the line that `change` names.

use std::fmt::Display;
use std::net::IpAddr;

use axum::http::HeaderMap;

use super::state::AppState;
use callguide_search::api::access::AuditLine;

/// The target of these lines, as log filters name it.
pub const TARGET: &str = "callguide::security";

/// The maximum number of addresses in one line. If a change has more, the audit trail still lists them all.
const NAMED: usize = 20;

/// Written for `who` if there's no session and no address that someone vouches for.
pub const NOBODY: &str = "nobody";

/// Returns whose session a request carries, only for the log: it doesn't count as using the session, and is
/// `None` if the store doesn't answer.
pub async fn who(state: &AppState, headers: &HeaderMap) -> Option<String> {
    let token = state.cookie.token(headers)?;
    Some(state.sessions.peek(token).await.ok()??.person.email)
}

/// Logs that a session began with a sign-in by `method`.
pub fn sign_in(who: &str, client: IpAddr, method: &str) {
    tracing::info!(target: TARGET, event = "sign_in", who, %client, method);
}

/// Logs that someone was kept out.
pub fn sign_in_refused(who: &str, client: IpAddr, method: &str, why: &dyn Display) {
    tracing::warn!(target: TARGET, event = "sign_in_refused", who, %client, method, %why);
}

/// Logs that someone ended their session.
pub fn sign_out(who: &str, client: IpAddr) {
    tracing::info!(target: TARGET, event = "sign_out", who, %client);
}

/// Logs that someone ended all of their sessions.
pub fn sign_out_everywhere(who: &str, client: IpAddr) {
    tracing::warn!(target: TARGET, event = "sign_out_everywhere", who, %client);
}

/// Logs that an admin ended the sessions of `whose`; `change` is the ID of the line in the audit trail.
pub fn sessions_ended(who: &str, client: IpAddr, whose: &str, change: &str) {
    tracing::warn!(target: TARGET, event = "sessions_ended", who, %client, whose, change);
}

/// Logs that a request was answered with 403; `why` is the error code.
pub fn forbidden(who: &str, client: IpAddr, why: &str, method: &dyn Display, route: &str) {
    tracing::warn!(target: TARGET, event = "forbidden", who, %client, why, %method, route);
}

/// Logs a change to the allow-list or the block list, given its `line` in the audit trail.
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

/// Logs that someone asked for the development sign-in without its code, or with too many wrong ones.
pub fn development_code_refused(client: IpAddr, why: &dyn Display) {
    tracing::warn!(target: TARGET, event = "development_code_refused", %client, %why);
}

/// Logs that too many sign-ins came from one IP address, which may try again after `seconds`.
pub fn rate_limited(client: IpAddr, seconds: u64) {
    tracing::warn!(target: TARGET, event = "rate_limited", %client, seconds, "too many sign-ins from one address");
}
