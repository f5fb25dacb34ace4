//! Draws the decision tree: one drawing, written as Mermaid, DOT or SVG.
//!
//! Outcomes differ in color and in shape, so that nobody has to tell colors apart. Does no I/O and doesn't use another
//! program or a browser library.

mod drawing;
mod layout;
mod svg;
mod text_formats;

pub use drawing::{Box, Drawing, Edge, Shape, merged, of_region};
pub use layout::{Layout, layout};
pub use svg::svg;
pub use text_formats::{dot, mermaid};
