//! Authenticating to the hosted database: application default credentials, or the emulator's owner.
//!
//! Only this file names google-cloud-auth. Credentials are located, and tokens fetched over the network, when
//! they're first needed, so starting depends on neither.

use std::sync::{Mutex, PoisonError};

use google_cloud_auth::credentials::{Builder, CacheableResource, Credentials};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};

use super::failure::{Failure, Kind};

/// The OAuth scope for reading and writing documents.
const SCOPE: &str = "https://www.googleapis.com/auth/datastore";

/// Makes the headers that authorize a request.
#[derive(Debug)]
pub(super) enum Auth {
    /// The emulator's owner, who may do everything.
    Emulator,
    /// Application default credentials, cached once found.
    Default(Mutex<Option<Credentials>>),
}

impl Auth {
    pub(super) fn application_default() -> Self {
        Self::Default(Mutex::new(None))
    }

    /// Returns the headers for a request.
    pub(super) async fn headers(&self) -> Result<HeaderMap, Failure> {
        match self {
            Self::Emulator => {
                Ok(HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_static("Bearer owner"))]))
            }
            Self::Default(kept) => from_default(kept).await,
        }
    }
}

async fn from_default(kept: &Mutex<Option<Credentials>>) -> Result<HeaderMap, Failure> {
    let credentials = find(kept)?;
    match credentials.headers(Default::default()).await {
        Ok(CacheableResource::New { data, .. }) => Ok(data),
        Ok(CacheableResource::NotModified) => {
            Err(Failure::new(Kind::Lasting, false, "the credentials returned no token"))
        }
        Err(error) => {
            let kind = if error.is_transient() { Kind::Passing } else { Kind::Lasting };
            if kind == Kind::Lasting {
                // Failed credentials never retry by themselves. Drop them, so that fixing them doesn't take a
                // restart.
                *kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
            Err(Failure::new(kind, false, &format!("no access token for the database: {error}")))
        }
    }
}

fn find(kept: &Mutex<Option<Credentials>>) -> Result<Credentials, Failure> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(credentials) = &*kept {
        return Ok(credentials.clone());
    }
    let made = Builder::default().with_scopes([SCOPE]).build().map_err(|error| {
        let text = format!("the application default credentials can't be used: {error}");
        Failure::new(Kind::Lasting, false, &text)
    })?;
    Ok(kept.insert(made).clone())
}
