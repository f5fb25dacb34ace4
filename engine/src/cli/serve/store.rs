//! Where documents are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use crate::auth::development::People;
use crate::store::{DocumentStore, SqliteStore};

/// Options about the document store.
#[derive(Debug, Args)]
#[command(next_help_heading = "Documents")]
pub struct StoreOptions {
    /// The folder for what outlives the process: who may sign in, sessions, the audit trail
    #[arg(long, env = "CALLGUIDE_DATA", default_value = "data", value_name = "DIR")]
    data: PathBuf,
}

impl StoreOptions {
    /// The folder for what outlives the process.
    pub fn data(&self) -> &Path {
        &self.data
    }

    /// Opens the store. The list of `people` is written only to a store that is made here and now: a real
    /// one is never touched.
    ///
    /// # Errors
    /// Where the store can't be opened or can't be trusted.
    pub fn open(&self, people: Option<&People>) -> anyhow::Result<Arc<dyn DocumentStore>> {
        let first = people.map(People::allow_list).unwrap_or_default();
        Ok(Arc::new(SqliteStore::open(&self.data, &first)?))
    }
}
