//! Tests the settings that make the engine refuse to start, and the messages that it prints.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use tempfile::TempDir;

const GOOGLE: [&str; 4] = ["--oidc-issuer", "https://accounts.google.com", "--oidc-client-id", "id"];
const LOOPBACK: &str = "127.0.0.1:0";

const CODE: &str = "CALLGUIDE_DEVELOPMENT_CODE";

/// Starts the engine with `options`, and with the secret in the environment if given. Returns its
/// message.
fn refusal(listen: &str, options: &[&str], secret: Option<&str>) -> String {
    let data = TempDir::new().unwrap();
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command
        .args(["serve", "--log", "error", "--listen", listen, "--content", content])
        .arg("--data")
        .arg(data.path());
    command.args(options).env_remove("CALLGUIDE_OIDC_CLIENT_SECRET").env_remove(CODE);
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
fn the_development_sign_in_works_only_on_this_machine() {
    let sentence = "the development sign-in works on loopback only";
    for listen in ["0.0.0.0:0", "[::]:0"] {
        assert_says(&refusal(listen, &[], None), sentence);
    }
    assert_says(&refusal(LOOPBACK, &["--public-url", "https://callguide.example.org"], None), sentence);
}

#[test]
fn a_provider_needs_a_client_and_a_secret_not_given_as_an_argument() {
    let issuer = ["--oidc-issuer", "https://accounts.google.com"];
    assert_says(&refusal(LOOPBACK, &issuer, Some("s")), "--oidc-issuer needs --oidc-client-id");
    assert_says(
        &refusal(LOOPBACK, &GOOGLE, None),
        "set CALLGUIDE_OIDC_CLIENT_SECRET, or specify a file with",
    );
    assert_says(&refusal(LOOPBACK, &GOOGLE, Some(" ")), "client secret is empty");
    let missing = [&GOOGLE[..], &["--oidc-client-secret-file", "/does/not/exist"]].concat();
    assert_says(
        &refusal(LOOPBACK, &missing, None),
        "--oidc-client-secret-file /does/not/exist can't be read",
    );
    assert_says(&refusal(LOOPBACK, &missing, Some("s")), "set the client secret only once");
    let argument = [&GOOGLE[..], &["--oidc-client-secret", "s3cret"]].concat();
    assert_says(&refusal(LOOPBACK, &argument, None), "unexpected argument '--oidc-client-secret'");
}

#[test]
fn browsers_must_use_https_except_on_loopback() {
    assert_says(
        &refusal("0.0.0.0:0", &GOOGLE, Some("s")),
        "needs --public-url, the https address that browsers use",
    );
    let with =
        |public: &str| refusal("0.0.0.0:0", &[&GOOGLE[..], &["--public-url", public]].concat(), Some("s"));
    assert_says(&with("http://callguide.example.org"), "the public address must be https");
    assert_says(&with("https://callguide.example.org/app"), "without a path");
    let plain = ["--oidc-issuer", "http://accounts.example.org", "--oidc-client-id", "id"];
    assert_says(
        &refusal(LOOPBACK, &plain, Some("s")),
        "the issuer must be https, because it vouches for people",
    );
}

#[test]
fn an_invalid_setting_is_named() {
    for (options, sentence) in [
        (["--organisation-domain", "not a domain"], "the organization's domain must look like example.org"),
        (
            ["--trusted-proxies", "10.0.0.0/99"],
            "a trusted proxy must be an address or a network like 10.0.0.0/8",
        ),
        (["--picture-sources", "*"], "a picture source must look like https://*.googleusercontent.com"),
        (["--sign-in-rate", "0"], "invalid value '0' for '--sign-in-rate <N>'"),
    ] {
        assert_says(&refusal(LOOPBACK, &options, None), sentence);
    }
}

/// Returns the engine's command with its own data folder and the development sign-in.
fn development(data: &TempDir) -> Command {
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../content");
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.args(["serve", "--log", "error", "--listen", LOOPBACK, "--content", content]).arg("--data");
    command.arg(data.path()).env_remove(CODE);
    command
}

#[test]
fn the_printed_development_code_is_the_one_that_signs_in() {
    let mut codes = Vec::new();
    for named in [None, None, Some("a code, & more")] {
        let data = TempDir::new().unwrap();
        let mut command = development(&data);
        command.envs(named.map(|named| (CODE, named))).stdout(Stdio::piped());
        let mut engine = command.spawn().unwrap();
        let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines();
        let ready = lines.next().unwrap().unwrap();
        let hint = lines.next().unwrap().unwrap();
        let (address, code) = ready.split_once("/#code=").unwrap();
        let address = address.strip_prefix("Callguide is ready: http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!("POST /auth/development HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
        let form = format!("code={code}");
        let kind = "content-type: application/x-www-form-urlencoded";
        write!(stream, "{head}{kind}\r\ncontent-length: {}\r\n\r\n{form}", form.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        engine.kill().unwrap();
        engine.wait().unwrap();
        assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
        assert!(hint.contains("you can also type it in"), "{hint}");
        codes.push(code.to_owned());
    }
    assert!(codes[0] != codes[1], "another one at each start");
    assert_eq!((codes[0].len(), codes[1].len()), (22, 22), "128 bits, six a letter");
    assert_eq!(codes[2], "a+code%2C+%26+more");
}

#[test]
fn a_development_code_must_be_long_enough_and_not_an_argument() {
    let data = TempDir::new().unwrap();
    for short in ["", "1234567"] {
        let output = development(&data).env(CODE, short).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_says(
            &text,
            "CALLGUIDE_DEVELOPMENT_CODE can't be used: the development sign-in's code needs at least 8",
        );
    }
    assert_says(&refusal(LOOPBACK, &["--development-code", "12345678"], None), "unexpected argument");
    let help = Command::new(env!("CARGO_BIN_EXE_callguide")).args(["serve", "--help"]).output().unwrap();
    assert_says(&String::from_utf8(help.stdout).unwrap(), CODE);
}
