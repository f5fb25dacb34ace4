//! The service, asked over its router with a real store on disk.

mod allow_list;
mod assets;
mod content;
mod development;
mod faq;
mod harness;
mod headers;
mod session;
