//! Parsing a list of addresses: either all are valid, or every problem is reported.

use std::collections::BTreeSet;

use super::email::{EmailAddress, InvalidEmail};

/// A problem with one address (`spec §5`, `§8`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressProblem {
    /// The address as it was given.
    pub email: String,
    /// The kind of problem.
    pub flaw: AddressFlaw,
}

/// What can be wrong with an address in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressFlaw {
    #[error(transparent)]
    Invalid(#[from] InvalidEmail),
    #[error("Email already exists")]
    Duplicate,
}

/// Parses addresses into their normalized form.
///
/// # Errors
/// If an entry isn't an address, or appears twice, ignoring case. Every problem is returned, in the
/// order of the addresses.
pub fn parse_addresses<S: AsRef<str>>(
    given: impl IntoIterator<Item = S>,
) -> Result<BTreeSet<EmailAddress>, Vec<AddressProblem>> {
    let (mut emails, mut problems) = (BTreeSet::new(), Vec::new());
    for text in given {
        let text = text.as_ref();
        let flaw = match text.parse::<EmailAddress>() {
            Ok(email) => {
                if emails.insert(email) {
                    continue;
                }
                AddressFlaw::Duplicate
            }
            Err(invalid) => AddressFlaw::Invalid(invalid),
        };
        problems.push(AddressProblem { email: text.to_owned(), flaw });
    }
    if problems.is_empty() { Ok(emails) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_named_in_its_place() {
        let given = ["ann@example.org", "no", " ANN@Example.org ", "bob@example.org", "a b@example.org"];
        let problems = parse_addresses(given).unwrap_err();
        let told: Vec<_> = problems.iter().map(|p| (p.email.as_str(), p.flaw.to_string())).collect();
        let told: Vec<_> = told.iter().map(|(email, flaw)| (*email, flaw.as_str())).collect();
        assert_eq!(
            told,
            [
                ("no", "Invalid email format"),
                (" ANN@Example.org ", "Email already exists"),
                ("a b@example.org", "Invalid email format"),
            ]
        );
        assert_eq!(parse_addresses(["b@example.org", "a@example.org"]).unwrap().len(), 2);
    }
}
