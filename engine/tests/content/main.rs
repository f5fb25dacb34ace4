//! Content from the outside: what is read of it, what is found in it, what differs between two of it, and what follows from
//! what staff write.
//!
//! One program, so that it is linked once and what is made once in a process (compiled schemas, the lists of English) is made
//! once for all of these tests. Those of a running engine, of a store and of signing in are programs of their own.

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
