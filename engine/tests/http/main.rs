//! The service, asked over its router with a real store on disk.

mod allow_list;
mod allow_list_race;
mod assets;
mod content;
mod development;
mod endpoints;
mod faq;
mod harness;
mod headers;
mod session;
