//! The limit on sessions per person. When someone signs in again and again, by a script or on lost devices, their own
//! idle sessions make room for the next one, but never one that's in use.

use std::num::NonZeroUsize;

use futures_util::future::try_join_all;
use jiff::SignedDuration;

use super::document::read;
use super::token::Id;
use super::{Sessions, path};
use crate::store::StoreError;

/// The most sessions per person.
pub const PER_PERSON: NonZeroUsize = NonZeroUsize::new(20).expect("20 is more than nothing");

/// A session used more recently than this isn't ended to make room for another.
pub const IN_USE: SignedDuration = SignedDuration::from_mins(30);

/// Which of a person's sessions continue when one more begins.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MakeRoom {
    /// The ids of those that continue.
    pub stay: Vec<String>,
    /// The ids of those that must end.
    pub end: Vec<String>,
}

impl Sessions {
    /// Decides which sessions must end to make room for one more, for a person who began the sessions with these
    /// `ids` and has this `mark`. The longest idle ones end first; returns `None` if there are too many and one that
    /// would have to end was used within [`IN_USE`]. The store is read only if there may be too many; ids of sessions
    /// that have ended are then dropped.
    ///
    /// # Errors
    /// If the store doesn't answer.
    pub async fn make_room(
        &self,
        ids: Vec<String>,
        mark: Option<&str>,
    ) -> Result<Option<MakeRoom>, StoreError> {
        let most = self.per_person.get();
        if ids.len() < most {
            return Ok(Some(MakeRoom { stay: ids, ..MakeRoom::default() }));
        }
        let paths: Vec<_> = ids.iter().filter_map(|id| Id::of_document(id)).map(|id| path(&id)).collect();
        let documents = try_join_all(paths.iter().map(|path| self.store.get(path))).await?;
        let now = self.clock.now();
        let live = documents.iter().flatten().filter_map(read);
        let live = live.filter(|(id, kept)| kept.mark.as_deref() == mark && self.is_good(id, kept, now));
        let mut uses: Vec<_> = live.map(|(id, kept)| (self.uses.last_use(&id, kept.last_used), id)).collect();
        uses.sort();
        let surplus = (uses.len() + 1).saturating_sub(most);
        // Another engine may know of a later use than the saved one.
        let in_use = IN_USE.saturating_add(self.timeouts.write_use_after());
        if uses[..surplus].iter().any(|(last_use, _)| now.duration_since(*last_use) < in_use) {
            return Ok(None);
        }
        let stay = uses.split_off(surplus);
        let ids =
            |sessions: Vec<(_, Id)>| sessions.into_iter().map(|(_, id)| id.as_str().to_owned()).collect();
        Ok(Some(MakeRoom { stay: ids(stay), end: ids(uses) }))
    }

    /// Ends the sessions with these ids, on this engine at once and on the others with their next check.
    ///
    /// # Errors
    /// If the store doesn't answer. The sessions may remain open.
    pub async fn end_all(&self, ids: &[String]) -> Result<(), StoreError> {
        self.ending.end(ids.iter().filter_map(|id| Id::of_document(id))).await
    }
}
