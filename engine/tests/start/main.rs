//! Tests starting a helpline: `callguide new` and `callguide import`, from the outside.

mod folder;
mod import;
mod new;
