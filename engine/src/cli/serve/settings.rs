//! Types of settings that several groups of options share: durations and secrets.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use jiff::SignedDuration;

/// Parses a duration in an option.
pub fn duration(text: &str) -> Result<Duration, String> {
    let parsed: SignedDuration = text.parse().map_err(|_| "write it as 500ms, 10s, 90m or 12h".to_owned())?;
    let duration = Duration::try_from(parsed).map_err(|_| "it can't be negative".to_owned())?;
    if duration < SHORTEST {
        return Err("it has to be at least 100ms".to_owned());
    }
    Ok(duration)
}

/// More frequent checks would cost a lot and gain nothing.
const SHORTEST: Duration = Duration::from_millis(100);

/// Returns the secret from the variable or from the option's file, or `None` if neither is set. It never comes from an
/// argument, which every user of the machine can see. `what` names it in errors.
///
/// # Errors
/// If both are set, the file can't be read, or the secret is empty.
pub fn secret(
    what: &str,
    variable: &str,
    option: &str,
    file: Option<&Path>,
) -> anyhow::Result<Option<String>> {
    let secret = match (file, std::env::var(variable)) {
        (Some(_), Ok(_)) => bail!("set {what} only once: with {variable} or {option}"),
        (Some(file), Err(_)) => std::fs::read_to_string(file)
            .with_context(|| format!("{option} {} can't be read", file.display()))?,
        (None, Ok(secret)) => secret,
        (None, Err(_)) => return Ok(None),
    };
    if secret.trim().is_empty() {
        bail!("{what} is empty: check {variable} or {option}");
    }
    Ok(Some(secret))
}
