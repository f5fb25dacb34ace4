//! Checks of the provider that an operator can make before anyone signs in. They change nothing at the provider.

use std::sync::OnceLock;

use futures_util::TryFutureExt as _;
use jiff::SignedDuration;
use jiff::fmt::rfc2822::DateTimeParser;
use openidconnect::core::{CoreAuthPrompt, CoreResponseType};
use openidconnect::http::{Request, header};
use openidconnect::{
    AsyncHttpClient as _, AuthenticationFlow, AuthorizationCode, CsrfToken, HttpRequest, Nonce,
    PkceCodeChallenge, RequestTokenError,
};

use super::fetch::{Fetch, ProviderError, chain};
use super::known::{Known, Metadata, describe};
use super::settings::ProviderSettings;
use crate::clock::Clock;

/// An authorization code that no provider has issued.
const NOBODYS_CODE: &str = "asked-by-callguide-doctor";

/// What a provider reveals about itself and about this engine's registration.
#[derive(Debug)]
pub struct Registration {
    /// The number of keys it publishes.
    pub keys: usize,
    /// Whether it uses a signature algorithm that those keys can verify.
    pub signs: bool,
    /// How far this machine's clock is ahead of the provider's; `None` if the response has no date.
    pub ahead: Option<SignedDuration>,
    /// Whether it accepts the client's ID and secret.
    pub client: Verdict,
    /// Whether it would redirect a browser back to this engine.
    pub redirect: Verdict,
}

/// The result of one check from outside.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Good,
    /// The provider refuses, with this message.
    Bad(String),
    /// The response is inconclusive, as this message explains.
    Unknown(String),
}

/// Requests the provider's metadata, and then tokens and a sign-in that it can't grant: its checks come in a known
/// order, so its reason for refusing shows what it accepts.
///
/// # Errors
/// If the provider doesn't answer, or its metadata can't be used.
pub async fn examine(settings: &ProviderSettings, clock: &Clock) -> Result<Registration, ProviderError> {
    let fetch = Fetch::new(settings.patience, settings.is_local())
        .map_err(|error| ProviderError::Away(chain(&error)))?;
    let ahead = OnceLock::new();
    let dated = |request: HttpRequest| {
        fetch.call(request).inspect_ok(|answer| {
            let date = answer.headers().get(header::DATE).and_then(|date| date.to_str().ok());
            let date = date.and_then(|date| DateTimeParser::new().parse_timestamp(date).ok());
            if let Some(date) = date {
                // Keep the first response's date: the keys may come from a cache.
                let _ = ahead.set(clock.now().duration_since(date));
            }
        })
    };
    let metadata = Metadata::discover_async(settings.issuer.clone(), &dated).await;
    let metadata = metadata.map_err(|error| ProviderError::Away(chain(&error)))?;
    let known = describe(metadata, settings, clock.passed());
    Ok(Registration {
        keys: known.keys.keys().len(),
        signs: !known.algorithms.is_empty(),
        client: client(&known, &fetch).await.unwrap_or_else(Verdict::Unknown),
        redirect: redirect(&known, settings, &fetch).await.unwrap_or_else(Verdict::Unknown),
        ahead: ahead.into_inner(),
    })
}

/// Checks the client's credentials, which a provider verifies before the code (RFC 6749 §5.2).
///
/// # Errors
/// Why the response is inconclusive.
async fn client(known: &Known, fetch: &Fetch) -> Result<Verdict, String> {
    let request = known.client.exchange_code(AuthorizationCode::new(NOBODYS_CODE.to_owned()));
    let (_, verifier) = PkceCodeChallenge::new_random_sha256();
    let request = request.map_err(|error| error.to_string())?.set_pkce_verifier(verifier);
    match request.request_async(fetch).await {
        Err(RequestTokenError::ServerResponse(said)) => {
            let error = said.error().as_ref();
            let words = ProviderError::words(error, said.error_description().map(String::as_str));
            match error {
                "invalid_grant" => Ok(Verdict::Good),
                "invalid_client" | "unauthorized_client" => Ok(Verdict::Bad(words)),
                _ => Err(words),
            }
        }
        Err(error) => Err(chain(&error)),
        Ok(_) => Err("it accepted a code that was never issued".to_owned()),
    }
}

/// Checks the redirect URL by requesting a sign-in without user interaction, which fails because nobody is signed in.
/// A provider sends that error only to a registered redirect URL (OpenID Connect Core §3.1.2.6).
///
/// # Errors
/// Why the response is inconclusive.
async fn redirect(known: &Known, settings: &ProviderSettings, fetch: &Fetch) -> Result<Verdict, String> {
    let (challenge, _) = PkceCodeChallenge::new_random_sha256();
    let flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
    let asked = known.client.authorize_url(flow, CsrfToken::new_random, Nonce::new_random);
    let (url, ..) = asked.add_prompt(CoreAuthPrompt::None).set_pkce_challenge(challenge).url();
    let request = Request::get(url.as_str()).body(Vec::new());
    let request = request.map_err(|_| format!("{url} can't be requested"))?;
    let answer = fetch.call(request).await.map_err(|error| chain(&error))?;
    let status = answer.status();
    let location = answer.headers().get(header::LOCATION).and_then(|location| location.to_str().ok());
    let target = location.and_then(|location| url.join(location).ok());
    match target {
        Some(target) if target.as_str().starts_with(settings.redirect.as_str()) => Ok(Verdict::Good),
        // This is how Google refuses.
        Some(target) if target.path().contains("error") => {
            Ok(Verdict::Bad("it sends browsers to an error page".to_owned()))
        }
        _ if status == 400 => Ok(Verdict::Bad("it answers 400".to_owned())),
        _ => Err(format!("it answers {}", status.as_u16())),
    }
}
