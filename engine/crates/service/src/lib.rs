//! Serves content to the people who may read it.
//!
//! Dependencies run in one direction, from the top of this list down:
//!
//! - [`http`] the only module that uses axum
//! - [`fetch`] content from a URL: when to request it, and handling the response
//! - [`watch`] the only module that uses notify; [`reload`] current and recent versions, and how an edit becomes one
//! - [`auth`] sign-in; [`seeds`] first-run data
//! - [`session`] who is signed in; [`access`] who may do what
//! - [`installation`] the secret shared by all engines on a store; [`revisions`] whether cached data is still valid
//! - [`store`] documents that survive a restart; [`recent`], [`allowance`], [`clock`], [`metrics`], [`stamp`],
//!   [`outgoing`]

// An `unwrap` needs a reason on its line; tests may unwrap freely (clippy.toml).
#![warn(clippy::unwrap_used)]

pub mod access;
pub mod allowance;
pub mod auth;
pub mod clock;
pub mod fetch;
pub mod http;
pub mod installation;
pub mod metrics;
pub mod outgoing;
pub mod recent;
pub mod reload;
pub mod revisions;
pub mod seeds;
pub mod session;
pub mod stamp;
pub mod store;
pub mod watch;

/// This program's version and the commit it was built from, as printed by `callguide --version`.
pub const VERSION: &str = env!("CALLGUIDE_VERSION");

/// The commit this program was built from, in twelve digits; `unknown` if it was built without a repository.
pub const COMMIT: &str = env!("CALLGUIDE_COMMIT");
