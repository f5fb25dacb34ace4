//! The decision tree as a picture: the same drawing as Mermaid, as DOT and as SVG.
//!
//! Outcomes differ in colour and in shape, so that nobody has to tell colours apart. No input or
//! output, no other program and no library of the browser.

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
