//! `callguide doctor` with a real engine behind TLS and the test's issuer: first with everything right, then with one
//! thing wrong at a time.

use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;

use callguide::clock::Clock;

use crate::issuer::{CLIENT, Issuer, SECRET, Script};
use crate::read_only::make_read_only;

/// Longer than any step here takes, even on a busy machine.
const BOUND: Duration = Duration::from_secs(60);

/// An installation, and the settings that its engine and the doctor share.
struct Installation {
    issuer: Issuer,
    public: SocketAddr,
    base: TempDir,
    /// The settings by environment variable, as in a systemd unit's environment file.
    settings: Vec<(&'static str, String)>,
    /// Killed when it's dropped.
    _engine: Child,
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tls").join(name)
}

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

/// Starts a proxy that presents the certificate and passes everything on to the engine; returns its address.
async fn proxy(certificate: &str, engine: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    pass_on(listener, certificate, engine);
    address
}

fn pass_on(listener: TcpListener, certificate: &str, engine: SocketAddr) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let certificate = CertificateDer::from_pem_file(data(certificate)).unwrap();
    let key = PrivateKeyDer::from_pem_file(data("localhost-key.pem")).unwrap();
    let config = rustls::ServerConfig::builder().with_no_client_auth();
    let acceptor = TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate], key).unwrap()));
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // A client that rejects the certificate disconnects.
                if let Ok(mut client) = acceptor.accept(client).await {
                    let mut engine = TcpStream::connect(engine).await.unwrap();
                    let _ = copy_bidirectional(&mut client, &mut engine).await;
                }
            });
        }
    });
}

impl Installation {
    async fn new() -> Self {
        let issuer = Issuer::start(Clock::machine()).await;
        let base = tempfile::tempdir().unwrap();
        let front = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let public = front.local_addr().unwrap();
        let origin = format!("https://localhost:{}", public.port());
        issuer.register(&format!("{origin}/auth/callback"));
        let settings = vec![
            ("CALLGUIDE_CONTENT", shipped().display().to_string()),
            ("CALLGUIDE_DATA", base.path().join("data").display().to_string()),
            ("CALLGUIDE_LISTEN", "127.0.0.1:0".to_owned()),
            ("CALLGUIDE_LOG", "error".to_owned()),
            ("CALLGUIDE_PUBLIC_URL", origin),
            ("CALLGUIDE_OIDC_ISSUER", issuer.url.clone()),
            ("CALLGUIDE_OIDC_CLIENT_ID", CLIENT.to_owned()),
            ("CALLGUIDE_OIDC_CLIENT_SECRET", SECRET.to_owned()),
            ("SSL_CERT_FILE", data("authority.pem").display().to_string()),
        ];
        let mut engine = command("serve", &settings).stdout(Stdio::piped()).spawn().unwrap();
        let mut ready = String::new();
        BufReader::new(engine.stdout.take().unwrap()).read_line(&mut ready).await.unwrap();
        let address = ready.trim_end().trim_end_matches('/').rsplit_once('/').unwrap().1;
        pass_on(front, "localhost.pem", address.parse().unwrap());
        File::create(base.path().join("data/last-backup")).unwrap();
        Self { issuer, public, base, settings, _engine: engine }
    }

    /// Returns the settings with one of them changed.
    fn with(&self, name: &'static str, value: impl ToString) -> Vec<(&'static str, String)> {
        let mut settings = self.settings.clone();
        settings.iter_mut().find(|(other, _)| *other == name).unwrap().1 = value.to_string();
        settings
    }

    /// Runs the doctor with `settings`, and expects exactly one problem: about `about`, and with `says` in its line.
    async fn only(&self, settings: &[(&'static str, String)], about: &str, says: &[&str]) {
        let (code, lines) = ask(settings).await;
        let wrong: Vec<_> = lines.iter().filter(|line| line.starts_with("WRONG")).collect();
        let [wrong] = wrong[..] else { panic!("not {about} alone:\n{}", lines.join("\n")) };
        assert_eq!(wrong.split_whitespace().nth(1), Some(about), "{wrong}");
        says.iter().for_each(|words| assert!(wrong.contains(words), "{words} isn't in\n{wrong}"));
        assert_eq!(code, Some(1));
    }
}

fn command(name: &str, settings: &[(&'static str, String)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_callguide"));
    command.arg(name).env_clear().envs(settings.iter().cloned()).kill_on_drop(true);
    command
}

async fn ask(settings: &[(&'static str, String)]) -> (Option<i32>, Vec<String>) {
    let output = command("doctor", settings).output().await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), text.lines().map(str::to_owned).collect())
}

/// Returns the paths of all files in a folder, with hashes of their contents.
fn everything(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(everything(&path));
        } else {
            let hash = <sha2::Sha256 as sha2::Digest>::digest(fs::read(&path).unwrap());
            found.push((path, hex::encode(hash)));
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn if_everything_is_fine_every_line_says_so_and_nothing_changes() {
    let here = Installation::new().await;
    // The engine creates the installation's key when it's first requested.
    ask(&here.settings).await;
    // In the background, the engine saves the version that it serves.
    let kept = here.base.path().join("data/versions/last-good");
    timeout(BOUND, async {
        while !kept.exists() {
            sleep(Duration::from_millis(10)).await;
        }
    })
    .await
    .expect("the version is kept");
    let before = everything(here.base.path());
    let (code, lines) = ask(&here.settings).await;
    assert!(lines.iter().all(|line| line.starts_with("ok ")), "{}", lines.join("\n"));
    let about: Vec<_> = lines.iter().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(
        about,
        ["issuer", "client", "redirect", "clock", "address", "certificate", "store", "content", "backup"]
    );
    assert_eq!(code, Some(0));
    assert!(!lines.join("").contains(SECRET));
    // Readers write to SQLite's shared memory.
    let lasting = |mut all: Vec<(PathBuf, String)>| {
        all.retain(|(name, _)| !name.to_string_lossy().ends_with("-shm"));
        all
    };
    assert_eq!(lasting(everything(here.base.path())), lasting(before));
}

#[tokio::test]
async fn a_misspelled_setting_is_reported() {
    let here = Installation::new().await;
    let mut settings = here.settings.clone();
    settings.push(("CALLGUIDE_SESSION_IDLE_MINUTE", "60".to_owned()));
    here.only(
        &settings,
        "setting",
        &["CALLGUIDE_SESSION_IDLE_MINUTE is set", "CALLGUIDE_SESSION_IDLE_MINUTES?"],
    )
    .await;
}

#[tokio::test]
async fn a_provider_that_does_not_respond_or_refuses_is_reported() {
    let here = Installation::new().await;
    let away = here.with("CALLGUIDE_OIDC_ISSUER", "http://127.0.0.1:1");
    here.only(&away, "issuer", &["http://127.0.0.1:1 gives no usable response", "CALLGUIDE_OIDC_ISSUER"])
        .await;
    let wrong = here.with("CALLGUIDE_OIDC_CLIENT_SECRET", "another");
    here.only(&wrong, "client", &["invalid_client", "copy both from its console again"]).await;
    let empty = here.with("CALLGUIDE_OIDC_CLIENT_SECRET", "");
    here.only(&empty, "client", &["secret is empty", "CALLGUIDE_OIDC_CLIENT_SECRET"]).await;
    here.issuer
        .set(Script { refuses: Some(("temporarily_unavailable", String::new())), ..Script::default() });
    let (code, lines) = ask(&here.settings).await;
    assert_eq!(code, Some(0), "nobody can tell");
    assert!(lines[1].starts_with("?      client"), "{}", lines[1]);
    here.issuer.set(Script { issuer: Some("https://evil.example"), ..Script::default() });
    here.only(&here.settings, "issuer", &["evil.example"]).await;
    here.issuer.set(Script { algorithms: vec!["HS256"], ..Script::default() });
    here.only(&here.settings, "issuer", &["RS256"]).await;
    here.issuer.set(Script { published: Vec::new(), ..Script::default() });
    here.only(&here.settings, "issuer", &["no key"]).await;
    here.issuer.set(Script::default());
    here.issuer.register("https://another.example.org/auth/callback");
    let exactly = format!("exactly https://localhost:{}/auth/callback", here.public.port());
    here.only(&here.settings, "redirect", &[&exactly]).await;
}

#[tokio::test]
async fn a_wrong_clock_is_reported_in_seconds() {
    let here = Installation::new().await;
    for (date, how) in
        [("Tue, 03 Nov 2020 12:00:00 GMT", "ahead of"), ("Sun, 03 Nov 2120 12:00:00 GMT", "behind")]
    {
        here.issuer.set(Script { date: Some(date), ..Script::default() });
        here.only(&here.settings, "clock", &[how, "seconds", "timedatectl"]).await;
    }
}

#[tokio::test]
async fn an_unreachable_public_address_is_reported_with_the_reason() {
    let here = Installation::new().await;
    let at = |address: SocketAddr| {
        let origin = format!("https://localhost:{}", address.port());
        here.issuer.register(&format!("{origin}/auth/callback"));
        here.with("CALLGUIDE_PUBLIC_URL", origin)
    };
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nobody = free.local_addr().unwrap();
    drop(free);
    here.only(&at(nobody), "address", &["doesn't respond", "ports 80 and 443"]).await;
    let expired = at(proxy("localhost-expired.pem", here.public).await);
    here.only(&expired, "certificate", &["browsers won't accept", "xpired"]).await;
    // Another server responds: the issuer doesn't have such a page.
    let issuer = here.issuer.url.trim_start_matches("http://").parse().unwrap();
    here.only(&at(proxy("localhost.pem", issuer).await), "address", &["status 404", "pass everything on"])
        .await;
}

#[tokio::test]
async fn an_unusable_store_is_reported() {
    let here = Installation::new().await;
    let store = |name: &str| here.base.path().join(name);
    fs::write(store("file"), "").unwrap();
    here.only(&here.with("CALLGUIDE_DATA", store("file").display()), "store", &["not a directory"]).await;
    fs::create_dir(store("other")).unwrap();
    fs::write(store("other/documents.sqlite"), "something else, of sixteen").unwrap();
    here.only(&here.with("CALLGUIDE_DATA", store("other").display()), "store", &["damaged", "restore"]).await;
    fs::create_dir(store("open")).unwrap();
    fs::set_permissions(store("open"), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    here.only(&here.with("CALLGUIDE_DATA", store("open").display()), "store", &["chmod o-w"]).await;
    assert!(everything(&store("open")).is_empty());
    make_read_only(&store("data"));
    here.only(&here.settings, "store", &["readonly"]).await;
    let new = store("new/data");
    let (code, lines) = ask(&here.with("CALLGUIDE_DATA", new.display())).await;
    assert_eq!(code, Some(0), "the engine creates it: {}", lines.join("\n"));
    assert!(!store("new").exists());
}

#[tokio::test]
async fn content_that_would_not_be_served_is_reported() {
    let here = Installation::new().await;
    let folder = here.base.path().join("repository");
    fs::create_dir_all(folder.join("content")).unwrap();
    fs::write(folder.join("content/site.yaml"), "name: [").unwrap();
    let broken = here.with("CALLGUIDE_CONTENT", folder.join("content").display());
    here.only(
        &broken,
        "content",
        &["has errors (6), the first in announcements.yaml: the file is missing;", "callguide lint"],
    )
    .await;
    let root = here.with("CALLGUIDE_CONTENT", folder.display());
    here.only(&root, "content", &["did you mean", "repository/content?"]).await;
    let nowhere = here.with("CALLGUIDE_CONTENT", folder.join("nowhere").display());
    here.only(&nowhere, "content", &["can't be read", "--content"]).await;
}

#[tokio::test]
async fn outdated_backups_are_reported() {
    let here = Installation::new().await;
    let note = here.base.path().join("data/last-backup");
    let old = SystemTime::now() - Duration::from_secs(50 * 3600);
    File::options().write(true).open(&note).unwrap().set_modified(old).unwrap();
    here.only(&here.settings, "backup", &["50 hours old", "callguide-backup"]).await;
    fs::remove_file(note).unwrap();
    let (code, lines) = ask(&here.settings).await;
    assert_eq!(code, Some(0), "a new installation has none yet");
    assert!(lines[8].starts_with("?      backup"), "{}", lines[8]);
}
