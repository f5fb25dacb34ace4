//! `announcements.yaml`: what changed, shown under the bell.

use serde::Deserialize;

use super::{Lenient, Window};

/// The whole file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Announcements {
    pub announcements: Lenient<Announcement>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Announcement {
    pub id: String,
    pub date: String,
    pub title: String,
    pub text: String,
    pub link: Option<String>,
    #[serde(flatten)]
    pub window: Window,
}
