//! The resources that the process uses, under the names that every Prometheus client library uses.
//!
//! Read from `/proc` on each request; if it doesn't exist, these metrics are omitted.

use std::fs;
use std::time::SystemTime;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;

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
        gauge("process_resident_memory", "Resident memory size", bytes, resident_memory())?;
        gauge("process_virtual_memory", "Virtual memory size", bytes, virtual_memory())?;
        gauge("process_open_fds", "Open file descriptors", None, open_descriptors())?;
        gauge("process_max_fds", "Maximum number of open file descriptors", None, max_descriptors())?;
        gauge("process_threads", "Threads", None, threads())?;
        gauge("process_start_time", "When the process started", seconds, Some(self.started))?;
        if let Some(value) = processor_seconds() {
            let counter = ConstCounter::new(value);
            let help = "User and system CPU time";
            counter.encode(encoder.encode_descriptor(
                "process_cpu",
                help,
                seconds,
                counter.metric_type(),
            )?)?;
        }
        Ok(())
    }
}

fn resident_memory() -> Option<f64> {
    status("VmRSS:").map(|kibibytes| kibibytes * 1024.0)
}

fn virtual_memory() -> Option<f64> {
    status("VmSize:").map(|kibibytes| kibibytes * 1024.0)
}

fn threads() -> Option<f64> {
    status("Threads:")
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

/// Returns the soft limit on open file descriptors.
fn max_descriptors() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the sum of `utime` and `stime` from proc(5), in seconds. They come after the program's name in
/// parentheses.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, after) = text.rsplit_once(')')?;
    let mut fields = after.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / ticks_per_second())
}

#[cfg(target_os = "linux")]
fn ticks_per_second() -> f64 {
    rustix::param::clock_ticks_per_second() as f64
}

#[cfg(not(target_os = "linux"))]
fn ticks_per_second() -> f64 {
    100.0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_process_metrics_are_plausible() {
        let memory = resident_memory().unwrap();
        assert!(memory > 1e6 && memory < virtual_memory().unwrap(), "{memory}");
        let open = open_descriptors().unwrap();
        let _file = fs::File::open("/proc/self/status").unwrap();
        assert!(open_descriptors().unwrap() >= 1.0 && open < max_descriptors().unwrap());
        assert!(threads().unwrap() >= 1.0);
        let before = processor_seconds().unwrap();
        let mut work = 0_u64;
        while processor_seconds().unwrap() <= before {
            (0..1_000_000_u64).for_each(|n| work = work.wrapping_add(std::hint::black_box(n)));
        }
        assert!(Process::new().started > 1.7e9);
    }
}
