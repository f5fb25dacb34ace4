//! Checks what the engine and its users reach over the network: the sign-in provider and the public address.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use reqwest::Response;
use reqwest::tls::TlsInfo;
use serde_json::Value;
use x509_cert::Certificate;
use x509_cert::der::{Decode as _, Error as Malformed};

use super::super::serve::sign_in::SignInOptions;
use super::line::CheckResult::{self, Good, Unknown, Wrong};
use super::line::ResultLine;
use crate::auth::oidc::{ProviderError, Registration, Verdict, examine};
use crate::clock::Clock;
use crate::http::PublicUrl;
use crate::outgoing;

/// The maximum difference between the provider's clock and ours, in seconds, before its tokens are rejected.
/// Engines' clocks may differ by the same amount.
const LEEWAY: i64 = 60;

/// The time limit for the whole response.
const PATIENCE: Duration = Duration::from_secs(10);
/// A certificate that's valid for months should be renewed long before it gets down to this many days.
const EARLY: i64 = 14;

/// Checks the sign-in provider if one is configured, this engine's registration there, and the clocks of both.
pub(super) async fn provider(options: &SignInOptions, public: Option<&PublicUrl>) -> Vec<ResultLine> {
    let settings = match options.registration(public) {
        Ok(Some(settings)) => settings,
        Ok(None) => {
            let text = "no provider is set, so only the development sign-in is available, and only on this machine: \
                        set CALLGUIDE_OIDC_ISSUER, and run this with the engine's own settings";
            return vec![ResultLine("issuer", Wrong(text.to_owned()))];
        }
        Err(error) => return vec![ResultLine("client", Wrong(format!("{error:#}")))],
    };
    let issuer = settings.issuer();
    let error = match examine(&settings, &Clock::machine()).await {
        Ok(found) => return lines(issuer, settings.redirect(), &found),
        Err(ProviderError::Away(why)) => format!(
            "{issuer} gives no usable response ({why}): check CALLGUIDE_OIDC_ISSUER, and that this machine can \
             reach it"
        ),
        Err(error) => format!("{issuer}: {error}"),
    };
    vec![ResultLine("issuer", Wrong(error))]
}

fn lines(issuer: &str, redirect: &str, found: &Registration) -> Vec<ResultLine> {
    let keys = match (found.keys, found.signs) {
        (0, _) => Wrong(format!("{issuer} publishes no keys: is it the right issuer?")),
        (_, false) => Wrong(format!(
            "{issuer} doesn't sign tokens in a way its keys can verify: have it sign ID tokens with RS256 or ES256"
        )),
        (_, true) => Good(format!("{issuer} responds and publishes its keys")),
    };
    let client = match &found.client {
        Verdict::Good => Good("the provider accepts the client ID and its secret".to_owned()),
        Verdict::Bad(why) => Wrong(format!(
            "the provider rejects the client ID or its secret ({why}): copy both from its console again"
        )),
        Verdict::Unknown(why) => {
            Unknown(format!("the provider doesn't say whether it accepts the client ID and secret ({why})"))
        }
    };
    let redirect = match &found.redirect {
        Verdict::Good => Good(format!("the provider sends people back to {redirect}")),
        Verdict::Bad(why) => {
            Wrong(format!("the provider won't send people back ({why}): register exactly {redirect} there"))
        }
        Verdict::Unknown(why) => Unknown(format!(
            "the provider doesn't say whether it has the address ({why}): it has to be exactly {redirect}"
        )),
    };
    let clock = match found.ahead.map(|ahead| ahead.as_secs()) {
        None => Unknown("the provider's response has no date to compare with".to_owned()),
        Some(ahead) if ahead.abs() > LEEWAY => {
            let (by, how) = (ahead.abs(), if ahead > 0 { "ahead of" } else { "behind" });
            Wrong(format!(
                "this machine's clock is {by} seconds {how} the provider's: synchronize it (timedatectl set-ntp true)"
            ))
        }
        Some(_) => Good("this machine and the provider agree on the time".to_owned()),
    };
    [("issuer", keys), ("client", client), ("redirect", redirect), ("clock", clock)]
        .map(|(about, result)| ResultLine(about, result))
        .into()
}

/// Checks the public address: whether the engine says that it's ready, over the route that browsers take, and how
/// long the certificate is still valid.
pub(super) async fn public(public: Option<&PublicUrl>) -> Vec<ResultLine> {
    let Some(public) = public else {
        let text = "none is set, so only this machine can use the engine: set CALLGUIDE_PUBLIC_URL to the https \
                    address that browsers use";
        return vec![ResultLine("address", Wrong(text.to_owned()))];
    };
    let origin = public.origin();
    let response = match get(&format!("{origin}/readyz")).await {
        Ok(response) => response,
        Err(error) => {
            let why = format!("{:#}", anyhow::Error::new(error.without_url()));
            let (about, text) = if why.contains("certificate") {
                let todo = "renew it, or set the right one in the proxy";
                ("certificate", format!("browsers won't accept the one at {origin} ({why}): {todo}"))
            } else {
                let todo = "check that its name points here, that ports 80 and 443 are open, and that the proxy is \
                            running";
                ("address", format!("{origin} doesn't respond ({why}): {todo}"))
            };
            return vec![ResultLine(about, Wrong(text))];
        }
    };
    let certificate = response
        .extensions()
        .get::<TlsInfo>()
        .and_then(TlsInfo::peer_certificate)
        .map(|certificate| ResultLine("certificate", validity(certificate, Timestamp::now())));
    let mut lines = vec![ResultLine("address", engine(origin, response).await)];
    lines.extend(certificate);
    lines
}

async fn get(url: &str) -> reqwest::Result<Response> {
    outgoing::client().timeout(PATIENCE).tls_info(true).build()?.get(url).send().await
}

async fn engine(origin: &str, response: Response) -> CheckResult {
    let status = response.status().as_u16();
    let ready = response.json::<Value>().await.unwrap_or_default();
    match (status, ready["store"].as_bool()) {
        (200, Some(_)) => Good(format!("{origin} reaches an engine that's ready")),
        (_, Some(false)) => {
            Wrong(format!("{origin} reaches an engine whose store doesn't respond: see its log"))
        }
        (502..=504, _) => Wrong(format!(
            "{origin} reaches a proxy but no engine (status {status}): check that an engine is running where the \
             proxy looks for it (sudo systemctl status --no-pager 'callguide@*')"
        )),
        _ => Wrong(format!(
            "{origin} doesn't reach an engine (status {status}): have the proxy pass everything on to one"
        )),
    }
}

/// Checks how long a certificate is still valid. A short-lived one is expected to be renewed within its last third.
fn validity(certificate: &[u8], now: Timestamp) -> CheckResult {
    let Ok((from, until)) = bounds(certificate) else {
        return Unknown("it was accepted, but can't be read".to_owned());
    };
    let left = until.duration_since(now);
    let early = SignedDuration::from_hours(EARLY * 24).min(until.duration_since(from) / 6);
    let text = match left.as_hours() {
        hours @ ..48 => format!("it's valid for {hours} more hours"),
        hours => format!("it's valid for {} more days", hours / 24),
    };
    if left < early {
        Wrong(format!("{text}, but should have been renewed by now: check the log of whatever renews it"))
    } else {
        Good(text)
    }
}

fn bounds(certificate: &[u8]) -> Result<(Timestamp, Timestamp), Malformed> {
    let certificate = Certificate::from_der(certificate)?;
    let validity = certificate.tbs_certificate().validity();
    let at = |time: &x509_cert::time::Time| {
        let seconds = i64::try_from(time.to_unix_duration().as_secs()).unwrap_or(i64::MAX);
        Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX)
    };
    Ok((at(&validity.not_before), at(&validity.not_after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_close_to_expiring_is_a_problem() {
        // This certificate is valid for 90 days from January 1, 2026.
        let certificate = include_bytes!("../../../tests/data/tls/90-days.der");
        for (now, is_good, days) in [
            ("2026-01-02T00:00:00Z", true, "89 more days"),
            ("2026-03-17T00:00:00Z", true, "15 more days"),
            ("2026-03-19T00:00:00Z", false, "13 more days"),
            ("2026-03-31T00:00:00Z", false, "24 more hours"),
        ] {
            match validity(certificate, now.parse().unwrap()) {
                Good(text) => assert!(is_good && text.contains(days), "{now}: {text}"),
                Wrong(text) => assert!(!is_good && text.contains(days), "{now}: {text}"),
                Unknown(text) => panic!("{now}: {text}"),
            }
        }
        assert!(matches!(validity(b"?", Timestamp::now()), Unknown(_)));
    }
}
