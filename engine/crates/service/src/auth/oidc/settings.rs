//! The settings of the sign-in provider and of this engine's registration there.

use std::time::Duration;

use openidconnect::{ClientId, ClientSecret, IssuerUrl, RedirectUrl};

use crate::access::OrganisationDomain;
use crate::auth::loopback::is_loopback;

/// How long one request to the provider may take.
const PATIENCE: Duration = Duration::from_secs(6);

/// An OpenID Connect provider, and this engine's registration there. The secret is never printed.
#[derive(Debug, Clone)]
pub struct ProviderSettings {
    pub(super) name: String,
    pub(super) issuer: IssuerUrl,
    pub(super) client_id: ClientId,
    pub(super) client_secret: ClientSecret,
    pub(super) redirect: RedirectUrl,
    pub(super) domain: Option<OrganisationDomain>,
    pub(super) patience: Duration,
}

/// Invalid provider settings. The message never contains the client's secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidProvider(String);

impl ProviderSettings {
    /// Validates the settings. `name` is the method in the usage event `login` (`spec §7`), and `redirect` is the
    /// full URL of `/auth/callback` as browsers see it. If an address is in `domain`, the organization's own, the
    /// provider's `hd` claim must match.
    ///
    /// # Errors
    /// If a setting is invalid. An issuer over plain http is allowed only on this machine.
    pub fn new(
        name: &str,
        issuer: &str,
        client: (&str, &str),
        redirect: &str,
        domain: Option<OrganisationDomain>,
    ) -> Result<Self, InvalidProvider> {
        let no_issuer = |_| {
            InvalidProvider(format!(
                "the issuer must be an address like https://accounts.google.com, but is {issuer}"
            ))
        };
        let issuer_url = IssuerUrl::new(issuer.to_owned()).map_err(no_issuer)?;
        let url = issuer_url.url();
        let loopback = url.host_str().is_some_and(is_loopback);
        if url.scheme() != "https" && !(url.scheme() == "http" && loopback) {
            let why = format!("the issuer must be https, because it vouches for people: {issuer}");
            return Err(InvalidProvider(why));
        }
        let (id, secret) = client;
        for (what, text) in [("id", id), ("secret", secret)] {
            if text.trim().is_empty() {
                return Err(InvalidProvider(format!("the client {what} is empty")));
            }
        }
        Ok(Self {
            name: name.to_owned(),
            issuer: issuer_url,
            client_id: ClientId::new(id.trim().to_owned()),
            client_secret: ClientSecret::new(secret.trim().to_owned()),
            redirect: RedirectUrl::new(redirect.to_owned())
                .map_err(|_| InvalidProvider(format!("the redirect address can't be used: {redirect}")))?,
            domain,
            patience: PATIENCE,
        })
    }

    /// Returns the provider's issuer URL, as configured.
    pub fn issuer(&self) -> &str {
        self.issuer.as_str()
    }

    /// Returns the URL to which the provider redirects browsers.
    pub fn redirect(&self) -> &str {
        self.redirect.as_str()
    }

    /// Sets how long to wait before giving up on a request to the provider.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Returns whether the provider is on this machine.
    pub(super) fn is_local(&self) -> bool {
        self.issuer.url().scheme() == "http"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(issuer: &str) -> Result<ProviderSettings, InvalidProvider> {
        let redirect = "https://callguide.example.org/auth/callback";
        ProviderSettings::new("google", issuer, ("id", "s3cret"), redirect, None)
    }

    #[test]
    fn an_issuer_must_use_https_or_be_on_this_machine() {
        for good in ["https://accounts.google.com", "http://127.0.0.1:4000", "http://localhost:4000/realm"] {
            assert!(settings(good).is_ok(), "{good}");
        }
        for bad in ["http://accounts.google.com", "ftp://localhost", "http://127.0.0.1.example.org", "google"]
        {
            assert!(settings(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_secret_is_not_printed() {
        assert!(!format!("{:?}", settings("https://accounts.google.com").unwrap()).contains("s3cret"));
    }
}
