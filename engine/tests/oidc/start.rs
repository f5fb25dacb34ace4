//! What the engine refuses to start with, and the sentence that says so.

use std::process::Command;

use tempfile::TempDir;

const GOOGLE: [&str; 4] = ["--oidc-issuer", "https://accounts.google.com", "--oidc-client-id", "id"];
const LOOPBACK: &str = "127.0.0.1:0";

/// Starts with `options`, the secret in the environment where it is given; answers what it says.
fn refusal(listen: &str, options: &[&str], secret: Option<&str>) -> String {
    let data = TempDir::new().unwrap();
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command
        .args(["serve", "--log", "error", "--listen", listen, "--content", content])
        .arg("--data")
        .arg(data.path());
    command.args(options).env_remove("CALLGUIDE_OIDC_CLIENT_SECRET");
    if let Some(secret) = secret {
        command.env("CALLGUIDE_OIDC_CLIENT_SECRET", secret);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{options:?}: {text}");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "", "it never was ready");
    text
}

#[track_caller]
fn assert_says(text: &str, sentence: &str) {
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn the_development_sign_in_is_for_this_machine_alone() {
    let sentence = "the development sign-in works on loopback only";
    for listen in ["0.0.0.0:0", "[::]:0"] {
        assert_says(&refusal(listen, &[], None), sentence);
    }
    assert_says(&refusal(LOOPBACK, &["--public-url", "https://callguide.example.org"], None), sentence);
}

#[test]
fn a_provider_needs_a_client_and_its_secret_but_never_as_an_argument() {
    let issuer = ["--oidc-issuer", "https://accounts.google.com"];
    assert_says(&refusal(LOOPBACK, &issuer, Some("s")), "--oidc-issuer needs --oidc-client-id");
    assert_says(&refusal(LOOPBACK, &GOOGLE, None), "set CALLGUIDE_OIDC_CLIENT_SECRET, or name a file with");
    assert_says(&refusal(LOOPBACK, &GOOGLE, Some(" ")), "client secret is empty");
    let missing = [&GOOGLE[..], &["--oidc-client-secret-file", "/does/not/exist"]].concat();
    assert_says(
        &refusal(LOOPBACK, &missing, None),
        "--oidc-client-secret-file /does/not/exist can't be read",
    );
    assert_says(&refusal(LOOPBACK, &missing, Some("s")), "name the client's secret once");
    let argument = [&GOOGLE[..], &["--oidc-client-secret", "s3cret"]].concat();
    assert_says(&refusal(LOOPBACK, &argument, None), "unexpected argument '--oidc-client-secret'");
}

#[test]
fn browsers_come_by_https_but_on_loopback() {
    assert_says(
        &refusal("0.0.0.0:0", &GOOGLE, Some("s")),
        "needs --public-url, the https address that browsers know",
    );
    let with =
        |public: &str| refusal("0.0.0.0:0", &[&GOOGLE[..], &["--public-url", public]].concat(), Some("s"));
    assert_says(&with("http://callguide.example.org"), "the public address must be https");
    assert_says(&with("https://callguide.example.org/app"), "without a path");
    let plain = ["--oidc-issuer", "http://accounts.example.org", "--oidc-client-id", "id"];
    assert_says(&refusal(LOOPBACK, &plain, Some("s")), "the issuer must be https, for it vouches for people");
}

#[test]
fn a_setting_that_can_not_be_is_named() {
    for (options, sentence) in [
        (["--organisation-domain", "not a domain"], "the organisation's domain must be like example.org"),
        (
            ["--trusted-proxies", "10.0.0.0/99"],
            "a trusted proxy must be an address or a network like 10.0.0.0/8",
        ),
        (["--picture-sources", "*"], "a source of pictures must be like https://*.googleusercontent.com"),
        (["--sign-in-rate", "0"], "invalid value '0' for '--sign-in-rate <N>'"),
    ] {
        assert_says(&refusal(LOOPBACK, &options, None), sentence);
    }
}
