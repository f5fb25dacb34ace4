//! The two documents that tell engines to look again (`design.md`, "Letting in").
//!
//! The list's is in every commit to the list, with a precondition: of two changes that began from the same
//! list only one is made. That of the sign-outs is written without one: an end of shift must make no
//! admin's save fail.

use crate::store::{CollectionId, DocumentPath, Fields, StoreError, Write, random_bytes};

/// Where the revision of the list is, and of those who are kept out.
pub fn of_list() -> DocumentPath {
    document("list")
}

/// Where the revision of the sign-outs is.
pub fn of_sign_outs() -> DocumentPath {
    document("signOuts")
}

/// Tells every engine that sessions ended; to be in the commit that ends them.
///
/// # Errors
/// Where the machine has no random numbers.
pub fn signed_out() -> Result<Write, StoreError> {
    let value = hex::encode(random_bytes::<16>()?);
    Ok(Write::set(of_sign_outs(), Fields::from([("tag".to_owned(), value.into())])))
}

fn document(name: &str) -> DocumentPath {
    let revisions = CollectionId::new("revisions").expect("the name keeps the rules of ids");
    revisions.document(name).expect("the names keep the rules of ids")
}
