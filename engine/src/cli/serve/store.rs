//! The options for the document store.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};

use crate::auth::development::People;
use crate::recent::Room;
use crate::store::{
    Database, DatabaseId, DocumentStore, EmulatorHost, FirestoreStore, Prefixed, ProjectId, Service,
    SqliteStore, StorePrefix, Timing, cache_size, long_polling_timeout,
};

/// Options about the document store.
#[derive(Debug, Args)]
#[command(next_help_heading = "Documents")]
pub struct StoreOptions {
    /// Where to keep the list of who may sign in, the sessions, and the audit trail
    #[arg(long, value_enum, env = "CALLGUIDE_STORE", default_value_t = StoreKind::Sqlite)]
    store: StoreKind,
    /// A prefix for the name of every collection except allowedEmails, so that a database can be shared
    #[arg(long, env = "CALLGUIDE_STORE_PREFIX", default_value = StorePrefix::DEFAULT, value_name = "PREFIX")]
    pub store_prefix: StorePrefix,
    /// The data folder: SQLite's file, and the content versions that contacts are using
    #[arg(long, env = "CALLGUIDE_DATA", default_value = "data", value_name = "DIR")]
    pub data: PathBuf,
    /// Firestore: the project that holds the database
    #[arg(long, env = "CALLGUIDE_FIRESTORE_PROJECT", value_name = "PROJECT")]
    firestore_project: Option<ProjectId>,
    /// Firestore: which of the project's databases to use
    #[arg(long, env = "CALLGUIDE_FIRESTORE_DATABASE", default_value = DatabaseId::DEFAULT, value_name = "DATABASE")]
    firestore_database: DatabaseId,
    /// Firestore: the host and port of an emulator to use instead of Google
    #[arg(long, env = "FIRESTORE_EMULATOR_HOST", value_name = "HOST:PORT")]
    firestore_emulator: Option<EmulatorHost>,
    /// How much memory documents may take, in bytes: at least 1048576, or -1 for no limit
    #[arg(
        long,
        env = "CALLGUIDE_CACHE_SIZE",
        default_value = "41943040",
        value_name = "BYTES",
        allow_hyphen_values = true,
        value_parser = cache_size
    )]
    pub cache_size: Room,
    /// Firestore: how long one request for changes may take, in seconds: 5 to 30
    #[arg(
        long,
        env = "CALLGUIDE_LONG_POLLING_TIMEOUT",
        default_value = "5",
        value_name = "SECONDS",
        allow_hyphen_values = true,
        value_parser = long_polling_timeout
    )]
    long_polling_timeout: Duration,
}

/// The kinds of store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StoreKind {
    /// One file in the data folder
    Sqlite,
    /// Google Firestore, which several engines can share
    Firestore,
}

impl StoreOptions {
    /// Opens the store. The list of `people` is written only to an SQLite store that's created by this call:
    /// an existing one is never touched. Makes no request to Firestore yet.
    ///
    /// # Errors
    /// If the store can't be opened or can't be trusted.
    pub fn open(&self, people: Option<&People>) -> anyhow::Result<Arc<dyn DocumentStore>> {
        let store: Arc<dyn DocumentStore> = match self.store {
            StoreKind::Sqlite => {
                let first = people.map(People::allow_list).unwrap_or_default();
                Arc::new(SqliteStore::open(&self.data, &first)?)
            }
            StoreKind::Firestore => Arc::new(self.firestore()?),
        };
        Ok(Arc::new(Prefixed::new(store, self.store_prefix.clone())))
    }

    /// Opens an existing store without creating one.
    ///
    /// # Errors
    /// The same as for [`StoreOptions::open`], and if there's no SQLite store yet.
    pub fn open_existing(&self) -> anyhow::Result<Arc<dyn DocumentStore>> {
        if self.store == StoreKind::Sqlite && !SqliteStore::is_in(&self.data) {
            bail!(
                "there is no list in {} yet: specify another data folder with --data, or start a list with \
                 `callguide access grant-admin --create-store EMAIL` or `callguide access import --create-store FILE`",
                self.data.display()
            );
        }
        self.open(None)
    }

    /// Describes the store's location for people.
    pub fn place(&self) -> String {
        match self.store {
            StoreKind::Sqlite => {
                let folder = std::path::absolute(&self.data).unwrap_or_else(|_| self.data.clone());
                format!("SQLite, folder {}", folder.display())
            }
            StoreKind::Firestore => {
                let project = self.firestore_project.as_ref().map_or("?", ProjectId::as_str);
                let emulator = self.firestore_emulator.as_ref();
                let at = emulator.map(|host| format!(", emulator {}", host.url())).unwrap_or_default();
                format!("Firestore, project {project}, database {}{at}", self.firestore_database.as_str())
            }
        }
    }

    /// Returns the folder of the SQLite store, for commands that work on its file; `None` with another store.
    pub fn sqlite_folder(&self) -> Option<&Path> {
        (self.store == StoreKind::Sqlite).then_some(self.data.as_path())
    }

    fn firestore(&self) -> anyhow::Result<FirestoreStore> {
        let Some(project) = self.firestore_project.clone() else {
            bail!("--store firestore needs a project: specify it with --firestore-project");
        };
        let database = Database { project, id: self.firestore_database.clone() };
        let service = self.firestore_emulator.clone().map_or(Service::Google, Service::Emulator);
        tracing::info!(project = database.project.as_str(), database = database.id.as_str(), %service, "documents are in Firestore");
        FirestoreStore::new(database, &service, Timing::new(self.long_polling_timeout))
            .context("can't create a client for Firestore")
    }
}
