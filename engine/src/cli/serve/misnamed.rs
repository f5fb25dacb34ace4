//! Finds environment variables that look like settings but aren't: a mistyped name would otherwise be silently ignored.

use std::env;

use clap::{Args as _, Command};

use super::{ServeArgs, address, sign_in};
use crate::diagnostics::meant;

/// The prefix of the settings' variables.
const PREFIX: &str = "CALLGUIDE_";

/// Variables of the build (`build.rs`). Cargo passes them on to the programs that it runs.
const OF_BUILD: [&str; 2] = ["CALLGUIDE_COMMIT", "CALLGUIDE_VERSION"];

/// The beginnings of the variables by which Kubernetes tells every container about a service named `callguide`.
const FROM_KUBERNETES: [&str; 2] = ["PORT", "SERVICE_"];

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
    let may_be_meant = |name: &&str| {
        let of_service = |rest: &str| FROM_KUBERNETES.iter().any(|begins| rest.starts_with(begins));
        !known.contains(name)
            && !OF_BUILD.contains(name)
            && name.strip_prefix(PREFIX).is_some_and(|rest| !of_service(rest))
    };
    let mut misnamed: Vec<&str> = set.filter(may_be_meant).collect();
    misnamed.sort_unstable();
    let sentence = |name: &str| {
        let names = known.iter().filter_map(|known| known.strip_prefix(PREFIX));
        let hint = meant(&name[PREFIX.len()..], names).map_or_else(
            || "see callguide serve --help for the available settings".to_owned(),
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
        let set = [
            "PATH",
            "CALLGUIDE_LISTEN",
            "CALLGUIDE_CONTENT_TOKEN",
            "CALLGUIDE_VERSION",
            "CALLGUIDE_PORT_8080_TCP",
            "CALLGUIDE_SERVICE_HOST",
            "CALLGUIDE_OIDC_ISUER",
            "CALLGUIDE_TEA",
        ];
        let [issuer, tea] = &among(set.into_iter())[..] else { panic!("{:?}", among(set.into_iter())) };
        assert_eq!(
            issuer,
            "CALLGUIDE_OIDC_ISUER is set, but no setting has that name, so it does nothing: did you mean \
             CALLGUIDE_OIDC_ISSUER?"
        );
        assert!(
            tea.starts_with("CALLGUIDE_TEA is set")
                && tea.ends_with("serve --help for the available settings"),
            "{tea}"
        );
    }
}
