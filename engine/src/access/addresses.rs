//! Many addresses at once: all of them taken, or every problem named.

use std::collections::BTreeSet;

use super::email::{EmailAddress, InvalidEmail};

/// What is wrong with one of the addresses (`spec §5`, `§8`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressProblem {
    /// As it was given.
    pub email: String,
    /// Which of the two.
    pub flaw: AddressFlaw,
}

/// The two things that can be wrong with an address in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressFlaw {
    #[error(transparent)]
    Invalid(#[from] InvalidEmail),
    #[error("Email already exists")]
    Duplicate,
}

/// The addresses in their one form.
///
/// # Errors
/// Where one isn't an address or stands there twice, also in another case: every problem, in the
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
