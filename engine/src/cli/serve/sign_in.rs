//! Which sign-in is offered.

use std::net::SocketAddr;

use anyhow::bail;
use clap::Args;

use crate::auth::development::People;

/// Options about signing in.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sign-in")]
pub struct SignInOptions {}

impl SignInOptions {
    /// The people of the development sign-in, which is offered where no provider is configured.
    ///
    /// # Errors
    /// Where the engine would be reachable from anywhere else with it.
    pub fn development(&self, listen: SocketAddr) -> anyhow::Result<Option<People>> {
        if !listen.ip().is_loopback() {
            bail!(
                "the development sign-in works on loopback only, and no sign-in provider is configured; \
                 listen on 127.0.0.1, or configure a provider"
            );
        }
        Ok(Some(People::shipped()))
    }
}
