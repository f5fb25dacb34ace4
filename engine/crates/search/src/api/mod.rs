//! The bodies of the public interface: what the engine sends and the browser reads.
//!
//! Plain data with serde and OpenAPI descriptions. The OpenAPI document, and from it the web app's types, are
//! generated from this module. It uses nothing else of the engine, and decides nothing.

pub mod allowed_emails;
pub mod changes;
pub mod content;
pub mod faq;
pub mod problem;
pub mod review;
pub mod session;
pub mod site;
pub mod status;
pub mod tree;
