//! The bodies of the public interface: what the engine answers and the browser reads.
//!
//! Plain data with serde and OpenAPI descriptions; the OpenAPI document and through it the web
//! app's types are made from here. Uses nothing else of the engine, decides nothing.

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
