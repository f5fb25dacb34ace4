//! A secret in the settings. It comes from a variable or a file, never from an argument, which every user of
//! the machine can see.

use std::path::Path;

use anyhow::{Context as _, bail};

/// Returns the secret from the variable or from the option's file, or `None` if neither is set. `what` names
/// it in errors.
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
