//! The service, asked over its router with a real store on disk.

mod assets;
mod content;
mod development;
mod events;
mod faq;
mod harness;
mod headers;
mod session;
mod versions;
