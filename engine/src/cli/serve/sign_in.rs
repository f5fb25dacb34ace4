//! The options for signing in, and for how long sessions last.

use std::env::VarError;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use url::form_urlencoded;

use super::super::input::secret;
use super::network::NetworkOptions;
use crate::access::OrganisationDomain;
use crate::auth::SignIn;
use crate::auth::development::{Code, Development, InvalidCode, People};
use crate::auth::oidc::{Provider, ProviderSettings};
use crate::clock::Clock;
use crate::http::PublicUrl;
use crate::installation::Installation;
use crate::session::Timeouts;
use crate::store::DocumentStore;

/// The variable that can hold the client secret.
pub(super) const SECRET: &str = "CALLGUIDE_OIDC_CLIENT_SECRET";
/// The variable that can set the development sign-in's code.
pub(super) const CODE: &str = "CALLGUIDE_DEVELOPMENT_CODE";

/// Options about signing in.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sign-in")]
pub struct SignInOptions {
    /// The OpenID Connect provider that people sign in with, such as https://accounts.google.com.
    /// Without one, the development sign-in is offered, on loopback only. It asks for a code that's printed with the
    /// address and changes at each start; for tests and scripts, the variable CALLGUIDE_DEVELOPMENT_CODE can set it
    #[arg(long, env = "CALLGUIDE_OIDC_ISSUER", value_name = "URL")]
    oidc_issuer: Option<String>,
    /// This engine's client ID at the provider
    #[arg(long, env = "CALLGUIDE_OIDC_CLIENT_ID", value_name = "CLIENT", requires = "oidc_issuer")]
    oidc_client_id: Option<String>,
    /// A file with the client secret. The variable CALLGUIDE_OIDC_CLIENT_SECRET can hold the secret instead; no
    /// option takes the secret itself
    #[arg(long, env = "CALLGUIDE_OIDC_CLIENT_SECRET_FILE", value_name = "FILE", requires = "oidc_issuer")]
    oidc_client_secret_file: Option<PathBuf>,
    /// The provider's name in the log's usage events
    #[arg(long, env = "CALLGUIDE_OIDC_NAME", default_value = "google", value_name = "NAME")]
    oidc_name: String,
    /// The organization's own domain: anyone with an address in it may sign in, provided that the provider's `hd`
    /// claim names the same domain
    #[arg(long, env = "CALLGUIDE_ORGANISATION_DOMAIN", value_name = "DOMAIN")]
    pub organisation_domain: Option<OrganisationDomain>,
}

impl SignInOptions {
    /// Returns the people for the development sign-in, which is offered if no provider is configured.
    ///
    /// # Errors
    /// If the engine would then be reachable from elsewhere, or a provider's settings are incomplete.
    pub fn development(
        &self,
        listen: SocketAddr,
        network: &NetworkOptions,
    ) -> anyhow::Result<Option<People>> {
        if self.oidc_issuer.is_some() {
            self.client()?;
            return Ok(None);
        }
        let elsewhere = network.public_url.as_ref().is_some_and(PublicUrl::is_https);
        if !listen.ip().is_loopback() || elsewhere {
            bail!(
                "the development sign-in works on loopback only, and no sign-in provider is configured; \
                 listen on 127.0.0.1 without --public-url, or configure a provider with --oidc-issuer"
            );
        }
        Ok(Some(People::shipped()))
    }

    /// Returns the sign-in that's offered at `public`: a provider's or, without one, the development sign-in for the
    /// people from [`Self::development`]. Doesn't contact the provider.
    ///
    /// # Errors
    /// If a provider's settings can't be used, or there's neither a provider nor people.
    pub fn open(
        &self,
        development: Option<People>,
        public: Option<&PublicUrl>,
        store: Arc<dyn DocumentStore>,
        installation: Installation,
    ) -> anyhow::Result<SignIn> {
        let Some(settings) = self.registration(public)? else {
            let people = development.context("the development sign-in isn't allowed here")?;
            return Ok(SignIn::Development(Box::new(Development::new(people, code()?, Clock::machine()))));
        };
        let provider = Provider::new(settings, store, installation, Clock::machine())
            .context("this machine's certificates can't be used to reach the sign-in provider")?;
        Ok(SignIn::Provider(Box::new(provider)))
    }

    /// Returns the provider's settings, including this engine's registration there, if a provider is configured.
    ///
    /// # Errors
    /// If its settings are incomplete or can't be used.
    pub fn registration(&self, public: Option<&PublicUrl>) -> anyhow::Result<Option<ProviderSettings>> {
        let Some(issuer) = &self.oidc_issuer else { return Ok(None) };
        let (id, secret) = self.client()?;
        let public = public.context("a sign-in provider needs --public-url")?;
        let redirect = format!("{}/auth/callback", public.origin());
        let domain = self.organisation_domain.clone();
        ProviderSettings::new(&self.oidc_name, issuer, (&id, &secret), &redirect, domain)
            .context("the sign-in provider can't be used; see --oidc-issuer and the options after it")
            .map(Some)
    }

    /// Returns the client's ID and secret.
    fn client(&self) -> anyhow::Result<(String, String)> {
        let id = self.oidc_client_id.clone().context("--oidc-issuer needs --oidc-client-id")?;
        let file = self.oidc_client_secret_file.as_deref();
        let secret = secret("the client secret", SECRET, "--oidc-client-secret-file", file)?;
        let secret = secret.with_context(|| {
            format!(
                "--oidc-issuer needs the client secret: set {SECRET}, or specify a file with --oidc-client-secret-file"
            )
        })?;
        Ok((id, secret))
    }
}

/// Options about sessions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sessions")]
pub struct SessionOptions {
    /// How many minutes without use before a session ends
    #[arg(long, env = "CALLGUIDE_SESSION_IDLE_MINUTES", default_value_t = 720, value_name = "N")]
    session_idle_minutes: u64,
    /// How many minutes after sign-in a session ends, even if it's in use
    #[arg(long, env = "CALLGUIDE_SESSION_MINUTES", default_value_t = 10_080, value_name = "N")]
    session_minutes: u64,
}

impl SessionOptions {
    /// Returns both timeouts.
    pub fn timeouts(&self) -> Timeouts {
        let minutes = |n: u64| Duration::from_secs(n.saturating_mul(60));
        Timeouts { idle: minutes(self.session_idle_minutes), absolute: minutes(self.session_minutes) }
    }
}

/// Returns the message that's printed when the engine listens on `address`: where to open it, and how to sign in.
pub fn ready(address: SocketAddr, sign_in: &SignIn) -> String {
    let SignIn::Development(development) = sign_in else {
        return format!("Callguide is ready: http://{address}/");
    };
    let code: String = form_urlencoded::Serializer::new(String::new())
        .append_pair("code", development.code().text())
        .finish();
    format!(
        "Callguide is ready: http://{address}/#{code}\n\
         The development sign-in asks for the code after #code= in this address; you can also type it in."
    )
}

/// Returns the development sign-in's code: random, or as set by the variable.
fn code() -> anyhow::Result<Code> {
    match std::env::var(CODE) {
        Ok(named) => Code::named(&named).map_err(|error| match error {
            InvalidCode::Short => {
                anyhow::anyhow!("{CODE} can't be used: {error}; if it isn't set, a random code is generated")
            }
            InvalidCode::Random(error) => error.into(),
        }),
        Err(VarError::NotPresent) => Ok(Code::random()?),
        Err(VarError::NotUnicode(_)) => bail!("{CODE} can't be used: it isn't UTF-8"),
    }
}
