//! Finds environment variables that look like settings but aren't: a mistyped name would otherwise be silently ignored.

use std::env;

use clap::{Args as _, Command};

use super::{ServeArgs, address, sign_in};
use crate::diagnostics::meant;

/// The prefix of the settings' variables.
const PREFIX: &str = "CALLGUIDE_";

/// Returns a message for each environment variable that has our prefix but isn't a setting of `serve`, sorted
/// by name, with what to do.
pub fn misnamed() -> Vec<String> {
    let set = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let set: Vec<String> = set.collect();
    among(set.iter().map(String::as_str))
}

fn among<'a>(set: impl Iterator<Item = &'a str>) -> Vec<String> {
    let command = ServeArgs::augment_args(Command::new("serve"));
    let options = command.get_arguments().filter_map(|option| option.get_env()?.to_str());
    let known: Vec<&str> = options.chain([address::TOKEN, sign_in::SECRET, sign_in::CODE]).collect();
    let mut misnamed: Vec<&str> =
        set.filter(|name| name.starts_with(PREFIX) && !known.contains(name)).collect();
    misnamed.sort_unstable();
    let sentence = |name: &str| {
        let names = known.iter().filter_map(|known| known.strip_prefix(PREFIX));
        let hint = meant(&name[PREFIX.len()..], names).map_or_else(
            || "see callguide serve --help for what can be set".to_owned(),
            |near| format!("did you mean {PREFIX}{near}?"),
        );
        format!("{name} is set, but no setting has that name, so it does nothing: {hint}")
    };
    misnamed.into_iter().map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_no_setting_reads_is_named_with_the_one_that_was_meant() {
        let set =
            ["PATH", "CALLGUIDE_LISTEN", "CALLGUIDE_CONTENT_TOKEN", "CALLGUIDE_OIDC_ISUER", "CALLGUIDE_TEA"];
        let [issuer, tea] = &among(set.into_iter())[..] else { panic!("{:?}", among(set.into_iter())) };
        assert_eq!(
            issuer,
            "CALLGUIDE_OIDC_ISUER is set, but no setting has that name, so it does nothing: did you mean \
             CALLGUIDE_OIDC_ISSUER?"
        );
        assert!(
            tea.starts_with("CALLGUIDE_TEA is set") && tea.ends_with("serve --help for what can be set"),
            "{tea}"
        );
    }
}
