//! Versions that are no longer current but may be in use, bounded by time, number, and memory.
//!
//! Has no clock of its own: callers pass the time from a monotonic clock.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How many versions are kept, for how long, and in how much memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionLimits {
    /// How long a version is kept after it was last current or used.
    pub time: Duration,
    /// The maximum number, including the current one.
    pub number: usize,
    /// The maximum size in bytes, including the current version. Only the current version may exceed this, and only
    /// if no other is kept.
    pub memory: usize,
}

impl Default for VersionLimits {
    fn default() -> Self {
        Self { time: Duration::from_secs(12 * 3600), number: 20, memory: 256 << 20 }
    }
}

/// An LRU cache of versions by name, without the current one.
#[derive(Debug)]
pub struct Versions<T> {
    limits: VersionLimits,
    kept: BTreeMap<String, Held<T>>,
    /// A counter that orders uses that happen at the same moment.
    uses: u64,
}

#[derive(Debug)]
struct Held<T> {
    value: Arc<T>,
    bytes: usize,
    used: (Duration, u64),
}

impl<T> Versions<T> {
    /// Creates an empty cache.
    pub fn new(limits: VersionLimits) -> Self {
        Self { limits, kept: BTreeMap::new(), uses: 0 }
    }

    /// Adds a version that was current or used until `now`. `current` is the size in bytes of the new current
    /// version. Returns the versions that were dropped for lack of room, like [`Versions::prune`].
    pub fn keep(
        &mut self,
        version: &str,
        value: Arc<T>,
        bytes: usize,
        current: usize,
        now: Duration,
    ) -> Vec<String> {
        let used = self.next_use(now);
        self.kept.insert(version.to_owned(), Held { value, bytes, used });
        self.prune(current, now)
    }

    /// Returns the value of `version`; this counts as a use.
    pub fn ask(&mut self, version: &str, now: Duration) -> Option<Arc<T>> {
        self.expire(now);
        let used = self.next_use(now);
        let kept = self.kept.get_mut(version)?;
        kept.used = used;
        Some(kept.value.clone())
    }

    /// Removes a version, for example because it's current again.
    pub fn forget(&mut self, version: &str) {
        self.kept.remove(version);
    }

    /// Returns the name, bytes, and last use of each version, most recently used first.
    pub fn list(&mut self, now: Duration) -> Vec<(String, usize, Duration)> {
        self.expire(now);
        let mut all: Vec<_> = self.kept.iter().collect();
        all.sort_by_key(|(_, kept)| std::cmp::Reverse(kept.used));
        all.into_iter().map(|(name, kept)| (name.clone(), kept.bytes, kept.used.0)).collect()
    }

    /// Drops the expired versions, then the least recently used ones until the rest fits alongside the current
    /// version. Returns those that were dropped for lack of room.
    pub fn prune(&mut self, current: usize, now: Duration) -> Vec<String> {
        self.expire(now);
        let mut dropped = Vec::new();
        while self.kept.len() + 1 > self.limits.number.max(1) || self.bytes() + current > self.limits.memory {
            let least = self.kept.iter().min_by_key(|(_, kept)| kept.used).map(|(name, _)| name.clone());
            let Some(least) = least else { break };
            self.kept.remove(&least);
            dropped.push(least);
        }
        dropped
    }

    fn expire(&mut self, now: Duration) {
        let longest = self.limits.time;
        self.kept.retain(|_, kept| now.saturating_sub(kept.used.0) < longest);
    }

    fn bytes(&self) -> usize {
        self.kept.values().map(|kept| kept.bytes).sum()
    }

    fn next_use(&mut self, now: Duration) -> (Duration, u64) {
        self.uses += 1;
        (now, self.uses)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMITS: VersionLimits = VersionLimits { time: Duration::from_secs(100), number: 4, memory: 1000 };

    #[test]
    fn the_least_recently_used_version_is_dropped_first() {
        // Even if everything happens at the same moment.
        for seconds in [1, 0] {
            let mut versions = Versions::new(LIMITS);
            let at = |n: u64| Duration::from_secs(n * seconds);
            for (name, now) in [("a", 1), ("b", 2), ("c", 3)] {
                versions.keep(name, Arc::new(()), 10, 10, at(now));
            }
            assert!(versions.ask("a", at(4)).is_some());
            versions.keep("d", Arc::new(()), 10, 10, at(5));
            let names: Vec<String> = versions.list(at(5)).into_iter().map(|(name, ..)| name).collect();
            assert_eq!(names, ["d", "a", "c"], "b was asked for the longest ago");
        }
    }

    #[test]
    fn a_version_expires_after_a_long_time_without_use() {
        let mut versions = Versions::new(LIMITS);
        versions.keep("a", Arc::new(()), 10, 10, Duration::ZERO);
        assert!(versions.ask("a", Duration::from_secs(99)).is_some());
        assert!(versions.ask("a", Duration::from_secs(198)).is_some());
        assert!(versions.ask("a", Duration::from_secs(298)).is_none());
    }

    #[test]
    fn a_current_version_that_fills_the_memory_displaces_all_others() {
        let mut versions = Versions::new(LIMITS);
        versions.keep("a", Arc::new(()), 10, 5000, Duration::ZERO);
        assert!(versions.list(Duration::ZERO).is_empty());
    }

    #[derive(Debug, Clone)]
    enum Step {
        Keep { name: u8, bytes: usize, current: usize },
        Ask { name: u8 },
        Pass { seconds: u64 },
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            (0_u8..12, 0_usize..600, 0_usize..1200).prop_map(|(name, bytes, current)| Step::Keep {
                name,
                bytes,
                current
            }),
            (0_u8..12).prop_map(|name| Step::Ask { name }),
            (0_u64..60).prop_map(|seconds| Step::Pass { seconds }),
        ];
        proptest::collection::vec(step, 1..60)
    }

    proptest! {
        /// The limits are respected after every step, and every dropped version was last used before all versions
        /// that stayed.
        #[test]
        fn the_limits_are_never_exceeded(steps in steps()) {
            let mut versions = Versions::new(LIMITS);
            let mut now = Duration::ZERO;
            for step in steps {
                let mut before = versions.list(now);
                match step {
                    Step::Keep { name, bytes, current } => {
                        let name = name.to_string();
                        before.retain(|(old, ..)| *old != name);
                        versions.keep(&name, Arc::new(()), bytes, current, now);
                        let after = versions.list(now);
                        let sum: usize = after.iter().map(|(_, bytes, _)| bytes).sum();
                        prop_assert!(after.is_empty() || sum + current <= LIMITS.memory);
                        prop_assert!(after.len() < LIMITS.number);
                        let stayed = |name: &String| after.iter().any(|(kept, ..)| kept == name);
                        let went = before.iter().filter(|(name, ..)| !stayed(name)).map(|(.., used)| *used).max();
                        let left = before.iter().filter(|(name, ..)| stayed(name)).map(|(.., used)| *used).min();
                        if let (Some(went), Some(left)) = (went, left) {
                            prop_assert!(went <= left);
                        }
                        // No version is dropped while there's room for it: even the most recently used of the dropped
                        // versions wouldn't have fit.
                        before.insert(0, (name, bytes, now));
                        if let Some((_, bytes, _)) = before.iter().find(|(name, ..)| !stayed(name)) {
                            let too_much = sum + current + bytes > LIMITS.memory;
                            prop_assert!(too_much || after.len() + 2 > LIMITS.number);
                        }
                    }
                    Step::Ask { name } => {
                        let there = before.iter().any(|(kept, ..)| *kept == name.to_string());
                        prop_assert_eq!(versions.ask(&name.to_string(), now).is_some(), there);
                    }
                    Step::Pass { seconds } => now += Duration::from_secs(seconds),
                }
                let fresh = versions.list(now).iter().all(|(.., used)| now - *used < LIMITS.time);
                prop_assert!(fresh);
            }
        }
    }
}
