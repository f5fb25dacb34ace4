//! What tells every engine that sessions ended (`design.md`, "Letting in").
//!
//! Unlike the list's revision it is written without a precondition: an end of shift must make no admin's save
//! fail.

use crate::store::{Fields, StoreError, Write, collections, random_bytes};

/// To be in the commit that ends sessions.
///
/// # Errors
/// Where the machine has no random numbers.
pub(super) fn signed_out() -> Result<Write, StoreError> {
    let path = collections::revisions().document("signOuts").expect("the name keeps the rules of ids");
    let value = hex::encode(random_bytes::<16>()?);
    Ok(Write::set(path, Fields::from([("tag".to_owned(), value.into())])))
}
