//! The FAQ as it is indexed and served.
use crate::content::Complete;
pub fn entries(_: &Complete<'_>) {}
pub fn synonyms(_: &Complete<'_>) {}
