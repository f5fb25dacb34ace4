//! Tests content from the outside: how it's read, what lint finds in it, how two versions differ, and the effects of
//! what staff write.
//!
//! These tests are one program, so that it's linked once, and so that data created once per process (compiled schemas,
//! the lists of English words) is created once for all of them. The tests of a running engine, a store, and signing in
//! are separate programs.

mod beside;
mod checks;
mod diff;
mod edit_support;
mod emergency;
#[path = "../git_support/mod.rs"]
mod git_support;
mod graph;
mod helplines;
mod links;
mod lint_cases;
mod lint_command;
mod lint_rules_doc;
mod lint_support;
mod mistakes;
mod nine_edits;
mod properties;
#[cfg(unix)]
mod reader;
mod readings;
mod recipes;
mod repository;
mod search_quality;
mod search_regions;
mod search_state;
mod search_synonyms;
mod source_support;
mod spec_paths;
mod vocabulary;
mod workflows;
