//! The resources that the process uses, under the names that every Prometheus client library uses.
//!
//! Most are read from `/proc` on each request; if it doesn't exist, these metrics are omitted.

use std::fs;
use std::time::SystemTime;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};

/// Metrics of the current process.
#[derive(Debug)]
pub(super) struct Process {
    /// Seconds since 1970.
    started: f64,
}

impl Process {
    /// Takes the current time as the start time: the engine creates its metrics before anything else.
    pub(super) fn new() -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        Self { started: since.map_or(0.0, |since| since.as_secs_f64()) }
    }
}

impl Collector for Process {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        let mut gauge = |name: &str, help: &str, unit: Option<&Unit>, value: Option<f64>| {
            let Some(value) = value else { return Ok(()) };
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, unit, gauge.metric_type())?)
        };
        let (bytes, seconds) = (Some(&Unit::Bytes), Some(&Unit::Seconds));
        gauge("process_resident_memory", "Resident memory size", bytes, kibibytes("VmRSS:"))?;
        gauge("process_virtual_memory", "Virtual memory size", bytes, kibibytes("VmSize:"))?;
        gauge("process_open_fds", "Open file descriptors", None, open_descriptors())?;
        let most = getrlimit(Resource::Nofile).current.map(|most| most as f64);
        gauge("process_max_fds", "Maximum number of open file descriptors", None, most)?;
        gauge("process_threads", "Threads", None, status("Threads:"))?;
        gauge("process_start_time", "When the process started", seconds, Some(self.started))?;
        let counter = ConstCounter::new(cpu_seconds());
        let (help, kind) = ("User and system CPU time", counter.metric_type());
        counter.encode(encoder.encode_descriptor("process_cpu", help, seconds, kind)?)
    }
}

/// Returns an amount of memory from `/proc/self/status`, in bytes.
fn kibibytes(name: &str) -> Option<f64> {
    status(name).map(|kibibytes| kibibytes * 1024.0)
}

/// Returns a number from `/proc/self/status`.
fn status(name: &str) -> Option<f64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the number of open file descriptors, without the one used for counting.
fn open_descriptors() -> Option<f64> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as f64)
}

/// Returns the CPU time used by the process, in seconds.
fn cpu_seconds() -> f64 {
    let used = clock_gettime(ClockId::ProcessCPUTime);
    used.tv_sec as f64 + used.tv_nsec as f64 / 1e9
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_process_metrics_are_plausible() {
        let memory = kibibytes("VmRSS:").unwrap();
        assert!(memory > 1e6 && memory < kibibytes("VmSize:").unwrap(), "{memory}");
        let most = getrlimit(Resource::Nofile).current.map_or(f64::MAX, |most| most as f64);
        let _file = fs::File::open("/proc/self/status").unwrap();
        assert!((1.0..most).contains(&open_descriptors().unwrap()));
        assert!(status("Threads:").unwrap() >= 1.0);
        let before = cpu_seconds();
        let mut work = 0_u64;
        while cpu_seconds() <= before {
            (0..1_000_000_u64).for_each(|n| work = work.wrapping_add(std::hint::black_box(n)));
        }
        assert!(Process::new().started > 1.7e9);
    }
}
