//! Turns typed content into the bodies that are served, with links resolved and names chosen, so that the browser
//! doesn't have to decide anything. Does no I/O.

mod content;
mod faq;
mod flows;
mod guide_page;
mod links;
mod review;

pub use content::{content, copyright, outcomes, state_body, tree};
pub use faq::{entries, errands, faq_list, found, index, region_names, regions, synonyms};
pub use guide_page::{GUIDE_STYLE, guide_page};
pub use review::review;
