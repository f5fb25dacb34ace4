//! A secret of the settings: in a variable or in a file, never in an argument, which every user of the machine can see.

use std::path::Path;

use anyhow::{Context as _, bail};

/// `what` the variable holds, or the file that an option names; none where there is neither.
///
/// # Errors
/// Where both are there, the file can't be read, or nothing is in it.
pub fn secret(
    what: &str,
    variable: &str,
    option: &str,
    file: Option<&Path>,
) -> anyhow::Result<Option<String>> {
    let secret = match (file, std::env::var(variable)) {
        (Some(_), Ok(_)) => bail!("name {what} once: {variable} or {option}"),
        (Some(file), Err(_)) => std::fs::read_to_string(file)
            .with_context(|| format!("{option} {} can't be read", file.display()))?,
        (None, Ok(secret)) => secret,
        (None, Err(_)) => return Ok(None),
    };
    if secret.trim().is_empty() {
        bail!("{what} is empty: {variable} or {option}");
    }
    Ok(Some(secret))
}
