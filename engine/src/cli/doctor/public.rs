//! Checks the public address: whether it reaches the engine, and how long its certificate is valid.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use reqwest::Response;
use reqwest::tls::TlsInfo;
use serde_json::Value;
use x509_cert::Certificate;
use x509_cert::der::{Decode as _, Error as Malformed};

use super::Line;
use crate::http::PublicUrl;
use crate::outgoing;

/// The time limit for the whole response.
const PATIENCE: Duration = Duration::from_secs(10);
/// A certificate that's valid for months should be renewed long before only this many days are left.
const EARLY: i64 = 14;

/// Checks whether the engine is ready, over the route that browsers take.
pub(super) async fn ask(public: Option<&PublicUrl>) -> Vec<Line> {
    let Some(public) = public else {
        return vec![Line::wrong(
            "address",
            "none is set, so only this machine can use the engine: set CALLGUIDE_PUBLIC_URL to the https address \
             that browsers use",
        )];
    };
    let origin = public.origin();
    let response = match get(&format!("{origin}/readyz")).await {
        Ok(response) => response,
        Err(error) => {
            let why = format!("{:#}", anyhow::Error::new(error.without_url()));
            return vec![if why.contains("certificate") {
                Line::wrong(
                    "certificate",
                    format!(
                        "browsers won't accept the one at {origin} ({why}): renew it, or set the right one in the proxy"
                    ),
                )
            } else {
                Line::wrong(
                    "address",
                    format!(
                        "{origin} doesn't respond ({why}): check that its name points here, that ports 80 and 443 are \
                         open, and that the proxy is running"
                    ),
                )
            }];
        }
    };
    let certificate = response
        .extensions()
        .get::<TlsInfo>()
        .and_then(TlsInfo::peer_certificate)
        .map(|certificate| validity(certificate, Timestamp::now()));
    let mut lines = vec![engine(origin, response).await];
    lines.extend(certificate);
    lines
}

async fn get(url: &str) -> reqwest::Result<Response> {
    outgoing::client().timeout(PATIENCE).tls_info(true).build()?.get(url).send().await
}

async fn engine(origin: &str, response: Response) -> Line {
    let status = response.status().as_u16();
    let ready = response.json::<Value>().await.unwrap_or_default();
    match (status, ready["store"].as_bool()) {
        (200, Some(_)) => Line::good("address", format!("{origin} reaches an engine that's ready")),
        (_, Some(false)) => Line::wrong(
            "address",
            format!("{origin} reaches an engine whose store doesn't respond: see its log"),
        ),
        (502..=504, _) => Line::wrong(
            "address",
            format!(
                "{origin} reaches a proxy but no engine (status {status}): check that an engine is running where \
                 the proxy looks for it (sudo systemctl status --no-pager 'callguide@*')"
            ),
        ),
        _ => Line::wrong(
            "address",
            format!(
                "{origin} doesn't reach an engine (status {status}): have the proxy pass everything on to one"
            ),
        ),
    }
}

/// Checks how long a certificate is still valid. A short-lived one is expected to be renewed within its last third.
fn validity(certificate: &[u8], now: Timestamp) -> Line {
    let Ok((from, until)) = bounds(certificate) else {
        return Line::unknown("certificate", "it was accepted, but can't be read");
    };
    let left = until.duration_since(now);
    let early = SignedDuration::from_hours(EARLY * 24).min(until.duration_since(from) / 6);
    let text = match left.as_hours() {
        hours @ ..48 => format!("it's valid for {hours} more hours"),
        hours => format!("it's valid for {} more days", hours / 24),
    };
    if left < early {
        Line::wrong(
            "certificate",
            format!("{text}, but should have been renewed by now: check the log of whatever renews it"),
        )
    } else {
        Line::good("certificate", text)
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
    use super::super::State;
    use super::*;

    #[test]
    fn a_certificate_is_renewed_in_time() {
        // Valid for 90 days from January 1, 2026.
        let certificate = include_bytes!("../../../tests/data/tls/90-days.der");
        for (now, state, days) in [
            ("2026-01-02T00:00:00Z", State::Good, "89 more days"),
            ("2026-03-17T00:00:00Z", State::Good, "15 more days"),
            ("2026-03-19T00:00:00Z", State::Wrong, "13 more days"),
            ("2026-03-31T00:00:00Z", State::Wrong, "24 more hours"),
        ] {
            let line = validity(certificate, now.parse().unwrap());
            assert!(line.state == state && line.text.contains(days), "{now}: {line}");
        }
        assert_eq!(validity(b"?", Timestamp::now()).state, State::Unknown);
    }
}
