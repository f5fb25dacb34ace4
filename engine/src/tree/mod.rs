//! The decision tree, resolved for one region at a time: texts chosen, routes followed, nodes that
//! the region can't reach dropped, every path walked.
//!
//! No input or output. What comes out can't hold a dangling `next`: a node is referred to by its
//! index among the nodes, and indexes are made here only, for nodes that are there.

mod choose;
mod paths;
mod reach;
mod resolve;
mod resolved;

pub use choose::{chosen_route, chosen_text};
pub use paths::{Path, paths, walk};
pub use reach::{keys, reach};
pub use resolve::{Flaw, MAX_PATH, resolve};
pub use resolved::{NodeIndex, ResolvedAnswer, ResolvedBody, ResolvedNode, ResolvedTree};
