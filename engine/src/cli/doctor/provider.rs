//! Checks the sign-in provider, this engine's registration there, and the clocks of both.

use super::super::serve::sign_in::SignInOptions;
use super::Line;
use crate::auth::oidc::{ProviderError, Registration, Verdict, examine};
use crate::clock::Clock;
use crate::http::PublicUrl;

/// The maximum difference between the provider's clock and ours, in seconds, before its tokens are rejected.
/// Engines' clocks may differ by as much.
const LEEWAY: i64 = 60;

/// Checks the provider, if one is configured.
pub(super) async fn ask(options: &SignInOptions, public: Option<&PublicUrl>) -> Vec<Line> {
    let settings = match options.registration(public) {
        Ok(Some(settings)) => settings,
        Ok(None) => {
            return vec![Line::wrong(
                "issuer",
                "no provider is set, so only the development sign-in is available, and only on this machine: set \
                 CALLGUIDE_OIDC_ISSUER, and run this with the engine's own settings",
            )];
        }
        Err(error) => return vec![Line::wrong("client", format!("{error:#}"))],
    };
    let issuer = settings.issuer();
    match examine(&settings, &Clock::machine()).await {
        Ok(found) => lines(issuer, settings.redirect(), &found),
        Err(ProviderError::Away(why)) => vec![Line::wrong(
            "issuer",
            format!(
                "{issuer} gives no usable response ({why}): check CALLGUIDE_OIDC_ISSUER, and that this \
                 machine can reach it"
            ),
        )],
        Err(error) => vec![Line::wrong("issuer", format!("{issuer}: {error}"))],
    }
}

fn lines(issuer: &str, redirect: &str, found: &Registration) -> Vec<Line> {
    vec![
        match (found.keys, found.signs) {
            (0, _) => Line::wrong("issuer", format!("{issuer} publishes no keys: is it the right issuer?")),
            (_, false) => Line::wrong(
                "issuer",
                format!(
                    "{issuer} doesn't sign in a way that its keys can verify: have it sign ID tokens with RS256 \
                     or ES256"
                ),
            ),
            (_, true) => Line::good("issuer", format!("{issuer} responds and publishes its keys")),
        },
        match &found.client {
            Verdict::Good => Line::good("client", "the provider accepts the client ID and its secret"),
            Verdict::Bad(why) => Line::wrong(
                "client",
                format!(
                    "the provider rejects the client ID or its secret ({why}): copy both from its console again"
                ),
            ),
            Verdict::Unknown(why) => Line::unknown(
                "client",
                format!("the provider doesn't say whether it accepts the client ID and secret ({why})"),
            ),
        },
        match &found.redirect {
            Verdict::Good => Line::good("redirect", format!("the provider sends people back to {redirect}")),
            Verdict::Bad(why) => Line::wrong(
                "redirect",
                format!("the provider won't send people back ({why}): register exactly {redirect} there"),
            ),
            Verdict::Unknown(why) => Line::unknown(
                "redirect",
                format!(
                    "the provider doesn't say whether it has the address ({why}): it has to be exactly {redirect}"
                ),
            ),
        },
        match found.ahead.map(|ahead| ahead.as_secs()) {
            None => Line::unknown("clock", "the provider's response has no date to compare with"),
            Some(ahead) if ahead.abs() > LEEWAY => {
                let (by, how) = (ahead.abs(), if ahead > 0 { "ahead of" } else { "behind" });
                Line::wrong(
                    "clock",
                    format!(
                        "this machine's clock is {by} seconds {how} the provider's: synchronize it \
                         (timedatectl set-ntp true)"
                    ),
                )
            }
            Some(_) => Line::good("clock", "this machine and the provider agree on the time"),
        },
    ]
}
