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
//! | `sign_in_refused` | warn | the access rule, a block or the provider's word keeps somebody out | `who`, `method`, `why` |
//! | `sign_out` | info | somebody ended her session | `who` |
//! | `sign_out_everywhere` | warn | somebody ended all of her sessions | `who` |
//! | `sessions_ended` | warn | an admin ended a person's sessions | `who`, `whose` |
//! | `forbidden` | warn | a request was answered 403 | `who`, `why` (the error's `code`), `method`, `route` |
//! | `list_change` | warn | an admin changed the allow-list | `who`, counts, `whose` (the first of those concerned), `change` (the id of the audit line) |
//! | `block`, `unblock` | warn | an admin keeps somebody out, or no longer | `who`, `whose` |
//! | `rate_limited` | warn | too many sign-ins from one address | `seconds` to wait |
//!
//! `who` is `nobody` where no session or vouched address says it.

use std::fmt::Display;
use std::net::IpAddr;

use crate::api::allowed_emails::AuditLine;

/// Where the lines come from, as a filter of the log names it.
pub const TARGET: &str = "callguide::security";

/// How many addresses of a change are in its line; the audit trail has them all.
const NAMED: usize = 10;

/// A request that somebody made.
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

/// A session began, by a sign-in of the kind `method`.
pub fn sign_in(caller: Caller<'_>, method: &str) {
    tracing::info!(target: TARGET, event = "sign_in", who = caller.name(), client = %caller.client, method);
}

/// Somebody was kept out.
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

/// The sessions of `whose` were ended by an admin.
pub fn sessions_ended(caller: Caller<'_>, whose: &str) {
    tracing::warn!(target: TARGET, event = "sessions_ended", who = caller.name(), client = %caller.client, whose);
}

/// A request was answered 403; `why` is the code of the answer.
pub fn forbidden(caller: Caller<'_>, why: &str, method: &dyn Display, route: &str) {
    tracing::warn!(target: TARGET, event = "forbidden", who = caller.name(), client = %caller.client, why, %method, route);
}

/// The allow-list was changed as `line` of the audit trail says.
pub fn list_change(caller: Caller<'_>, line: &AuditLine) {
    let (added, removed) = (line.added.len(), line.removed.len());
    let (granted, revoked) = (line.granted.len(), line.revoked.len());
    let all = [&line.added, &line.removed, &line.granted, &line.revoked];
    let whose: Vec<&str> = all.into_iter().flatten().map(String::as_str).take(NAMED).collect();
    let (whose, change) = (whose.join(" "), line.id.as_str());
    tracing::warn!(target: TARGET, event = "list_change", who = caller.name(), client = %caller.client, added, removed, granted, revoked, whose, change);
}

/// `whose` is kept out from now on, although the list or a domain would let her in.
pub fn block(caller: Caller<'_>, whose: &str) {
    tracing::warn!(target: TARGET, event = "block", who = caller.name(), client = %caller.client, whose);
}

/// `whose` is no longer kept out.
pub fn unblock(caller: Caller<'_>, whose: &str) {
    tracing::warn!(target: TARGET, event = "unblock", who = caller.name(), client = %caller.client, whose);
}

/// Too many sign-ins came from one address, which may come again in so many seconds.
pub fn rate_limited(client: IpAddr, seconds: u64) {
    tracing::warn!(target: TARGET, event = "rate_limited", %client, seconds, "too many sign-ins from one address");
}
