//! Tests the image by running its files the way a container would: in their own namespaces, with a read-only file
//! system that contains nothing else, and with the Dockerfile's settings.
//!
//! `make try-image` assembles the files and names their folder in `CALLGUIDE_IMAGE_FILES`. If the variable isn't
//! set, the tests print that and pass.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::{env, fs};

use callguide::clock::Clock;
use regex::Regex;
use serde_json::json;
use tempfile::TempDir;

use crate::browser::{came_back, parameter};
use crate::client::{Answer, ask};
use crate::issuer::{CLIENT, Issuer, SECRET, Script};

/// A script that does to the folder `$1` what a container runtime would, with the content `$2` and the volumes `$3`.
/// The other arguments are the command.
const CONTAINER: &str = r#"
root=$1 content=$2 volumes=$3
shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
for device in full null random urandom zero; do mount --bind "/dev/$device" "$root/dev/$device"; done
mount --bind "$content" "$root/content"
mount -o remount,bind,ro "$root/content"
mount --bind "$volumes/data" "$root/data"
mount --bind "$volumes/backups" "$root/backups"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$IMAGE_USER" "$root" "$@"
"#;

/// A folder that becomes a container's file system, next to its volumes.
struct Image {
    base: TempDir,
    dockerfile: String,
}

impl Image {
    /// Assembles the folder from the image's files.
    fn assemble(files: &Path) -> Self {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let dockerfile = fs::read_to_string(shipped.join("deploy/docker/Dockerfile")).unwrap();
        let image = Self { base: TempDir::new_in(files).unwrap(), dockerfile };
        let arch = if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };
        let done = Command::new("sh")
            .args(["-euc", "mkdir root volumes && cp -a $1/root/. $1/own/. root && cp -a $1/own/. volumes \
                 && chown -R $2 root/data root/backups volumes/* && mkdir -p root/proc root/dev root/run/secrets \
                 && touch root/dev/full root/dev/null root/dev/random root/dev/urandom root/dev/zero \
                 && cp -R $3 content && chmod -R a+rX content", "sh"])
            .arg(files.join(arch))
            .args([image.user(), shipped.join("content").to_str().unwrap()])
            .current_dir(image.base.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        image
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.base.path().join(name)
    }

    fn user(&self) -> &str {
        self.dockerfile.lines().find_map(|line| line.strip_prefix("USER ")).unwrap()
    }

    /// Returns the items of a Dockerfile instruction that is written as a list.
    fn words(&self, instruction: &str) -> Vec<String> {
        let line = self.dockerfile.lines().find(|line| line.starts_with(instruction)).unwrap();
        serde_json::from_str(&line[line.find('[').unwrap()..]).unwrap()
    }

    /// Returns the command that runs the image's program with these arguments in a container.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("unshare");
        let settings = Regex::new(r"(?m)(?:^ENV|^ ) +(CALLGUIDE_\w+)=(\S+)").unwrap();
        command
            .args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", CONTAINER, "sh"])
            .args(["root", "content", "volumes"].map(|name| self.folder(name)))
            .arg(self.words("ENTRYPOINT").join("").replace("callguide", "/usr/local/bin/callguide"))
            .args(arguments)
            .env_clear()
            .env("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
            .env("IMAGE_USER", self.user())
            .envs(settings.captures_iter(&self.dockerfile).map(|set| (set[1].to_owned(), set[2].to_owned())));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command, which must succeed, and returns its output.
    #[track_caller]
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{arguments:?}: {}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }

    /// Starts the command, and waits for its first line of output.
    fn start(&self, command: &mut Command) -> (Running, String) {
        let process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut running = Running(process);
        let mut line = String::new();
        BufReader::new(running.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        (running, line)
    }
}

/// A running container, which ends with the test.
struct Running(Child);

impl Running {
    /// Sends a signal to the program in the container, which is process 1 there. That process has changed its user, so
    /// it doesn't end when its parent does.
    fn tell(&self, signal: &str) -> bool {
        let own = self.0.id();
        let children = fs::read_to_string(format!("/proc/{own}/task/{own}/children")).unwrap_or_default();
        Command::new("kill").args([signal, children.trim()]).output().unwrap().status.success()
    }

    fn stop(mut self) {
        assert!(self.tell("-TERM"));
        assert!(self.0.wait().unwrap().success(), "a clean stop");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.tell("-KILL");
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns a response's cookies as a browser sends them back.
fn cookies(answer: &Answer) -> String {
    let set = answer.head.lines().filter_map(|line| line.split_once("et-cookie: "));
    set.map(|(_, cookie)| cookie.split(';').next().unwrap()).collect::<Vec<_>>().join("; ")
}

/// Returns the folder with the image's files, if a container can be started.
fn files() -> Option<PathBuf> {
    let Some(files) = env::var_os("CALLGUIDE_IMAGE_FILES") else {
        eprintln!("not tried: CALLGUIDE_IMAGE_FILES names no image; make try-image does");
        return None;
    };
    let can =
        Command::new("unshare").args(["--mount", "--pid", "--fork", "sh", "-c", "chroot / true"]).output();
    if !can.is_ok_and(|output| output.status.success()) {
        eprintln!("not tried: the image, since this user can't make namespaces");
        return None;
    }
    Some(files.into())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_image_serves_signs_in_reports_health_backs_up_and_restores() {
    let Some(files) = files() else { return };
    let image = Image::assemble(&files);
    let issuer = Issuer::start(Clock::machine()).await;
    fs::write(image.folder("root/run/secrets/oidc-client-secret"), SECRET).unwrap();
    // This imitates a machine where the C library loads plugins to resolve names: a static binary that loads them
    // eventually crashes.
    fs::create_dir_all(image.folder("root/etc")).unwrap();
    fs::write(image.folder("root/etc/nsswitch.conf"), "hosts: resolve [!UNAVAIL=return]\n").unwrap();
    fs::write(image.folder("root/etc/hosts"), "127.0.0.1 localhost\n").unwrap();
    fs::write(image.folder("root/etc/resolv.conf"), "nameserver 127.0.0.1\n").unwrap();
    let named: &str = issuer.url.replace("127.0.0.1", "localhost").leak();
    issuer.set(Script { issuer: Some(named), claims: json!({ "iss": named }), ..Script::default() });
    let serve = || {
        let mut command = image.command(&image.words("CMD").iter().map(String::as_str).collect::<Vec<_>>());
        command
            .env("CALLGUIDE_LISTEN", "0.0.0.0:0")
            .env("CALLGUIDE_PUBLIC_URL", "https://callguide.example.org")
            .env("CALLGUIDE_TRUSTED_PROXIES", "127.0.0.0/24")
            .env("CALLGUIDE_OIDC_ISSUER", named)
            .env("CALLGUIDE_OIDC_CLIENT_ID", CLIENT)
            .env("CALLGUIDE_OIDC_CLIENT_SECRET_FILE", "/run/secrets/oidc-client-secret")
            .env("CALLGUIDE_METRICS_LISTEN", "127.0.0.1:0")
            .env("CALLGUIDE_LOG", "warn");
        let (engine, line) = image.start(&mut command);
        let port = line.trim().rsplit_once(':').and_then(|(_, port)| port.strip_suffix('/')?.parse().ok());
        (engine, SocketAddr::from(([127, 0, 0, 1], port.expect(&line))))
    };
    let healthy = |address: SocketAddr| {
        let check = image.words("HEALTHCHECK");
        let check: Vec<_> = check[1..].iter().map(String::as_str).collect();
        let listens = format!("0.0.0.0:{}", address.port());
        image.command(&check).env("CALLGUIDE_LISTEN", listens).output().unwrap().status.code()
    };
    assert!(image.said(&["--version"]).contains("(commit "), "it names what it was made of");

    let (engine, address) = serve();
    assert_eq!(healthy(address), Some(0));
    image.said(&["access", "grant-admin", "ann@else.org"]);
    let session = sign_in(address, &issuer);
    let tree = ask(address, "GET /api/tree/TX", &session, "").unwrap();
    assert_eq!(tree.status, 200, "{}", tree.text());
    assert_eq!(tree.json()["state"]["code"], "TX");

    let (backups, line) =
        image.start(&mut image.command(&["backup", "--daily", "/backups", "--keep-days", "30"]));
    let made = line.split(' ').next().unwrap().to_owned();
    assert!(made.starts_with("/backups/20") && line.contains(" contains "), "{line}");
    drop(backups);
    image.said(&["access", "allow", "late@else.org"]);
    assert_eq!(image.run(&["restore", &made]).status.code(), Some(1), "an engine runs");
    engine.stop();
    assert_eq!(healthy(address), Some(1));
    image.said(&["restore", &made]);
    let list = image.said(&["access", "list"]);
    assert!(list.contains("ann@else.org") && !list.contains("late@else.org"), "{list}");
    let (engine, address) = serve();
    assert_eq!(
        ask(address, "GET /api/tree/TX", &session, "").unwrap().status,
        401,
        "sessions aren't restored"
    );
    assert_eq!(ask(address, "GET /api/tree/TX", &sign_in(address, &issuer), "").unwrap().status, 200);
    engine.stop();
}

/// Signs Ann in at the provider, and returns her session's cookie.
fn sign_in(address: SocketAddr, issuer: &Issuer) -> String {
    let began = ask(address, "GET /auth/start?attempt=a1&mode=popup", "", "").unwrap();
    let provider: url::Url = began.header("location").expect(&began.head).parse().unwrap();
    assert_eq!(parameter(&provider, "redirect_uri"), "https://callguide.example.org/auth/callback");
    let back = came_back(&provider, &issuer.grant(&provider));
    let answer = ask(address, &format!("GET {back}"), &cookies(&began), "").unwrap();
    assert_eq!(answer.status, 200, "{}", answer.text());
    cookies(&answer)
}
