//! Tests an engine with few file descriptors, and strangers who take every connection.

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::engine::{BOUND, Engine, Setup};

/// Starts an engine that may open only this many files.
fn limited(files: usize) -> Engine {
    let script = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
    Setup::new().by(&["sh", "-c", &script]).option("--event-streams=20").start()
}

#[test]
fn content_still_reloads_while_strangers_take_every_connection() {
    let engine = limited(128);
    let log = engine.log();
    assert!(log.contains("open_files=128") && log.contains("connections=64"), "{log}");
    let before = engine.examined();
    let mut strangers = Vec::new();
    for n in 0..100 {
        let mut stranger = TcpStream::connect(engine.address).unwrap();
        if n % 2 == 0 {
            stranger.write_all(b"GET /api/site HTTP/1.1\r\nhost: loc").unwrap();
        }
        strangers.push(stranger);
    }
    let text = engine.read("site.yaml").replacen("tagline: ", "tagline: another ", 1);
    fs::write(engine.file("site.yaml"), text).unwrap();
    // The engine can't answer requests now, so the test reads the log.
    let began = Instant::now();
    while engine.examined() == before {
        assert!(began.elapsed() < BOUND, "{}", engine.log());
        sleep(Duration::from_millis(10));
    }
    drop(strangers);
    assert_eq!(engine.get("/healthz").text(), "ok");
    assert_eq!(engine.get("/api/tree/TX").status, 200);
    assert!(!engine.log().contains("can't be accepted"), "{}", engine.log());
}

#[test]
fn a_low_descriptor_limit_is_raised_with_a_warning_if_still_too_low() {
    let script = "ulimit -Sn 64; ulimit -Hn 1024; exec \"$0\" \"$@\"";
    let engine = Setup::new().by(&["sh", "-c", script]).start();
    let log = engine.log();
    assert!(log.contains("open_files=1024"), "{log}");
    assert!(log.contains("too low for --event-streams"), "{log}");
    let engine = Setup::new().by(&["sh", "-c", script]).option("--event-streams=100").start();
    assert!(!engine.log().contains("too low for --event-streams"), "{}", engine.log());
}
