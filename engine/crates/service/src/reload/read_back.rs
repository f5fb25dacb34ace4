//! Reading back a version that the engine served before it was restarted, for a contact that continues with it.

use std::sync::Arc;
use std::time::Instant;

use jiff::Timestamp;

use super::current::Current;
use super::kept::lock;
use callguide_content::content::{is_version, parts_of_version};
use callguide_content::examine::examine_to_serve;
use callguide_content::readings::Now;
use callguide_content::snapshot::Bodies;

impl Current {
    /// Like [`Current::version`], but also reads back versions stored before a restart. Reading one back takes as
    /// long as a reload and runs on a blocking thread, once no matter how many requests ask for it. For a version
    /// that isn't stored, this returns right away.
    pub async fn find(self: &Arc<Self>, version: &str) -> Option<Arc<Bodies>> {
        if let Some(bodies) = self.version(version) {
            return Some(bodies);
        }
        // Anything else was never the name of a version, so it doesn't cost a disk access.
        let kept = self.kept.as_ref().filter(|_| is_version(version))?;
        let (current, name) = (self.clone(), version.to_owned());
        let there = tokio::task::spawn_blocking(move || current.may_have(&name)).await;
        if !there.unwrap_or(false) {
            return None;
        }
        let turn = kept.turn.clone().lock_owned().await;
        if let Some(bodies) = self.version(version) {
            return Some(bodies);
        }
        let (current, name) = (self.clone(), version.to_owned());
        let read = tokio::task::spawn_blocking(move || {
            // Held until the end, even if the request is canceled in the meantime.
            let _turn = turn;
            current.read_back(&name)
        });
        read.await.unwrap_or_else(|_| {
            tracing::error!(version, "reading back a version failed; this is a bug in Callguide");
            kept.give_up(version);
            None
        })
    }

    /// Checks only the name and the file's metadata.
    fn may_have(&self, version: &str) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.may_have(version, self.clock.now().into()))
    }

    fn read_back(&self, version: &str) -> Option<Arc<Bodies>> {
        let kept = self.kept.as_ref()?;
        // Check again, because the previous holder of the turn may have found that the version can't be read.
        if !self.may_have(version) {
            return None;
        }
        let began = Instant::now();
        let (hash, since) = parts_of_version(version);
        let files = kept.read(hash)?;
        // The first period has no start.
        let then = Now::At(since.unwrap_or(Timestamp::MIN));
        // Nobody takes calls with a preview, so previews aren't stored.
        let (examined, snapshot) = examine_to_serve(files, "content", false, then);
        if !kept.has_period(hash, examined.readings().readers.turns(), since) {
            return None;
        }
        let Some(snapshot) = snapshot.filter(|snapshot| snapshot.version() == version) else {
            let findings = examined.findings.len();
            tracing::warn!(
                version,
                findings,
                "this Callguide can't read an earlier version; contacts on it continue with the current one"
            );
            kept.give_up(version);
            return None;
        };
        let bodies = snapshot.bodies().clone();
        let dropped = {
            let mut older = lock(&self.older);
            let now = self.get();
            if now.version() == version {
                return Some(now.bodies().clone());
            }
            older.keep(version, bodies.clone(), bodies.size(), now.size(), self.clock.passed())
        };
        self.forget(&dropped);
        self.measure();
        // There's no room for the version, so it's gone, just as if this engine had served it until now.
        if dropped.iter().any(|dropped| dropped == version) {
            return None;
        }
        tracing::info!(version, took = ?began.elapsed(), "an earlier version was read back for a contact");
        Some(bodies)
    }
}
