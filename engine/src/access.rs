#![allow(missing_docs)]
use crate::store::{DocumentStore, StoreError};
use std::sync::Arc;
#[derive(Debug, Clone, Copy)]
pub struct Rights {
    pub allowed: bool,
    pub admin: bool,
}
pub struct EmailAddress(String);
impl std::str::FromStr for EmailAddress {
    type Err = ();
    fn from_str(s: &str) -> Result<Self, ()> {
        Ok(Self(s.to_owned()))
    }
}
pub struct AccessRules;
impl AccessRules {
    pub fn new(_: Arc<dyn DocumentStore>, _: Option<String>) -> Self {
        Self
    }
    pub async fn rights(&self, e: &EmailAddress) -> Result<Rights, StoreError> {
        Ok(Rights { allowed: !e.0.starts_with("not"), admin: e.0.starts_with("admin") })
    }
    pub async fn answers(&self) -> bool {
        true
    }
}
