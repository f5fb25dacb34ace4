//! Draws the decision tree: one drawing, written as Mermaid, DOT or SVG.
//!
//! Outcomes differ in color and in shape, so that nobody has to tell colors apart. Uses no input or output, no other
//! program, and no browser library.

mod dot;
mod drawing;
mod layout;
mod merged;
mod mermaid;
mod svg;

pub use dot::dot;
pub use drawing::{Box, Drawing, Edge, Shape, of_region};
pub use layout::{Layout, layout};
pub use merged::merged;
pub use mermaid::mermaid;
pub use svg::svg;
