//! A proxy with the shipped configuration. Only the addresses, the folders of logs and temporary files, and nginx's
//! user differ from the files, and there's no TLS.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Longer than any step here takes, even on a busy machine.
pub const BOUND: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Nginx,
    Caddy,
}

/// A running proxy; it's stopped when it's dropped.
pub struct Proxy {
    child: Child,
    pub address: SocketAddr,
    /// The address where nginx redirects to https.
    pub plain: SocketAddr,
    base: TempDir,
}

/// Runs `test` behind each proxy that's installed, and prints which ones aren't.
pub fn behind_each(test: impl Fn(Kind)) {
    for (kind, program) in [(Kind::Nginx, "nginx"), (Kind::Caddy, "caddy")] {
        if Command::new(program).arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok() {
            test(kind);
        } else {
            eprintln!("SKIPPED: {program} isn't installed, so what ships for it wasn't tried");
        }
    }
}

/// Returns an address on this machine that nothing listens on.
pub fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

impl Proxy {
    pub fn start(kind: Kind, engines: [SocketAddr; 2]) -> Self {
        let base = tempfile::tempdir().unwrap();
        let (plain, address) = (free_address(), free_address());
        let mut command = match kind {
            Kind::Nginx => nginx(base.path(), plain, address, engines),
            Kind::Caddy => caddy(base.path(), address, engines),
        };
        let log = fs::File::create(base.path().join("log")).unwrap();
        let child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let mut proxy = Self { child, address, plain, base };
        let began = Instant::now();
        while TcpStream::connect(address).is_err() {
            let ended = proxy.child.try_wait().unwrap();
            assert!(ended.is_none() && began.elapsed() < BOUND, "{kind:?} doesn't start:\n{}", proxy.log());
            std::thread::sleep(Duration::from_millis(20));
        }
        proxy
    }

    /// Asks the proxy to stop, as systemd does before it kills it.
    pub fn tell_to_stop(&self) {
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
    }

    /// Returns everything that it logged.
    pub fn log(&self) -> String {
        let read = |name| fs::read_to_string(self.base.path().join(name)).unwrap_or_default();
        ["log", "callguide.log", "callguide-error.log", "error.log"].map(read).concat()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // nginx's workers end with nginx if it's asked to stop, but not if it's killed.
        self.tell_to_stop();
        // The test may have failed because the proxy doesn't stop.
        if std::thread::panicking() {
            std::thread::sleep(Duration::from_secs(1));
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn shipped(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name)).unwrap()
}

/// Replaces `what`, which `text` must contain.
fn put(text: &mut String, what: &str, by: &str) {
    assert!(text.contains(what), "{what} isn't in\n{text}");
    *text = text.replace(what, by);
}

fn nginx(base: &Path, plain: SocketAddr, address: SocketAddr, engines: [SocketAddr; 2]) -> Command {
    let here = base.display();
    let mut main = shipped("nginx/nginx.conf");
    // The workers write to a folder that belongs to the user who runs the test.
    let is_root = fs::metadata(base).unwrap().uid() == 0;
    put(&mut main, "user www-data;", if is_root { "user root root;" } else { "" });
    put(&mut main, "/run/nginx.pid", &format!("{here}/nginx.pid"));
    put(&mut main, "/var/log/nginx", &here.to_string());
    put(&mut main, "/etc/nginx/conf.d/*.conf", &format!("{here}/callguide.conf"));
    let kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let folders: String = kinds.map(|kind| format!("\n    {kind}_temp_path {here}/{kind};")).concat();
    put(&mut main, "http {", &format!("http {{{folders}"));

    let mut site = shipped("nginx/callguide.conf");
    put(&mut site, "127.0.0.1:8081", &engines[0].to_string());
    put(&mut site, "127.0.0.1:8082", &engines[1].to_string());
    for (ours, to) in [("80", plain), ("443 ssl http2", address)] {
        for default in ["", " default_server"] {
            put(&mut site, &format!("listen {ours}{default};"), &format!("listen {to}{default};"));
        }
    }
    put(&mut site, "server_name callguide.example.org", &format!("server_name {}", address.ip()));
    put(&mut site, "/var/log/nginx", &here.to_string());
    let other = |line: &&str| !line.contains("listen [::]") && !line.trim_start().starts_with("ssl_");
    let site: Vec<_> = site.lines().filter(other).collect();

    let file: PathBuf = base.join("nginx.conf");
    fs::write(&file, main).unwrap();
    fs::write(base.join("callguide.conf"), site.join("\n")).unwrap();
    let mut command = Command::new("nginx");
    command.arg("-c").arg(file).arg("-p").arg(base).args(["-g", "daemon off;"]);
    command
}

fn caddy(base: &Path, address: SocketAddr, engines: [SocketAddr; 2]) -> Command {
    let mut text = shipped("caddy/Caddyfile");
    // Each test has its own proxy, and they would all listen on the same admin address.
    put(&mut text, "\n{\n", "\n{\n\tadmin off\n");
    let file = base.join("Caddyfile");
    fs::write(&file, text).unwrap();
    let mut command = Command::new("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(file);
    command
        .env("HOME", base)
        .env("XDG_DATA_HOME", base)
        .env("XDG_CONFIG_HOME", base)
        .env("CALLGUIDE_SITE", format!("http://{address}"))
        .env("CALLGUIDE_ENGINE_1", engines[0].to_string())
        .env("CALLGUIDE_ENGINE_2", engines[1].to_string());
    command
}
