//! The service, asked over its router with a real store on disk.

mod assets;
mod content;
mod development;
mod faq;
mod hardening;
mod harness;
mod headers;
mod session;
